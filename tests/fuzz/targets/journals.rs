//! Journals: scanned, read by their entries, and opened to go on.

use std::fs;

use sudoga::lab::journal::{Reader, scan_file};
use sudoga::lab::{Extras, Header, Journal, Record, RunId};
use sudoga::solver::{Outcome, Point, Stop};

use super::{Checked, Target, Verdict, refused, same, scratch};

pub const TARGET: Target = Target {
    name: "journals",
    samples,
    words: &[
        "{",
        "}",
        "\"run_id\":\"0000000000000001\"",
        "\"stop\":\"solved\"",
        "\"seconds\":1",
        "\"history\":[]",
        ",",
        ":",
        "null",
        "\n",
        "\"error\":\"x\"",
        "\"generations\":",
        "[[[[[[[[",
        "\"version\":2",
        "\"format\":",
        "\u{0}",
    ],
    check,
};

fn check(bytes: &[u8]) -> Checked {
    let path = scratch::file("journal.jsonl", bytes);
    let label = scratch::label(&path);
    let scanned = match scan_file(&path) {
        Ok(scanned) => scanned,
        Err(error) => return refused(&error.to_string(), &label, false),
    };
    let mut reader = Reader::open(&path).map_err(|error| error.to_string())?;
    for entry in &scanned.entries {
        let record =
            reader.read(entry).map_err(|error| format!("scanned, and not read: {error}"))?;
        same("run", &record.run_id, &entry.run_id)?;
    }
    let Some(header) = &scanned.header else { return Ok(Verdict::Accepted) };
    // Another engine's journal is told apart only here.
    match Journal::open(&path, header) {
        Ok((journal, opened)) => {
            drop(journal);
            same("entries", &opened.entries, &scanned.entries)?;
            let length = fs::metadata(&path).map_err(|error| error.to_string())?.len();
            same("length", &length, &scanned.length)?;
        }
        Err(error) => return Err(format!("scanned, and not opened: {error}")),
    }
    Ok(Verdict::Accepted)
}

fn record(number: u64, stop: Stop, extras: Extras) -> Record {
    let outcome = Outcome { stop, ..Outcome::broken("it \"broke\"\n".to_owned()) };
    let mut record = Record::new(RunId(number), outcome, Some(3), extras);
    record.generations = Some(number * 1000);
    record.fitness = Some(0.1);
    if extras.history {
        let point = |generation| Point { generation, best: 1.5, mean: 2.0, median: 2.0 };
        record.history = Some((0..number % 5).map(point).collect());
    }
    record
}

/// Journals as the library writes them.
fn samples() -> Vec<Vec<u8>> {
    let header = Header::new(blake3::hash(b"plan"));
    let written = |records: &[Record]| {
        let path = scratch::folder().join("sample.jsonl");
        let mut journal = Journal::create(&path, &header).expect("a journal");
        journal.append(records).expect("records");
        journal.finish().expect("a journal");
        fs::read(&path).expect("a journal")
    };
    let stops = [Stop::Solved, Stop::Error, Stop::Generations, Stop::Seconds];
    let of_stops = |extras| -> Vec<Record> {
        stops.into_iter().zip(1..).map(|(stop, number)| record(number, stop, extras)).collect()
    };
    let kept = Extras { history: true, solutions: false };
    let few = of_stops(Extras::default());
    let twice = [few.clone(), of_stops(kept)].concat();
    let many: Vec<Record> = (0..30).map(|number| record(number, Stop::Nodes, kept)).collect();
    vec![written(&[]), written(&few), written(&twice), written(&many)]
}
