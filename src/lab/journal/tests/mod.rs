//! Tests of the journal: what is cut, torn, full, doubled or foreign. They need no disk.

mod properties;
mod scanning;
mod writing;

use std::io::Cursor;
use std::path::Path;

use super::*;
use crate::lab::SolutionDigest;
use crate::lab::record::{Extras, RunId};
use crate::solver::{Outcome, Point, Stop};

fn header() -> Header {
    Header::new(blake3::hash(b"a plan"))
}

/// A record like those of runs, with a history for every third.
fn record(number: u64) -> Record {
    let mut record = Record::new(
        RunId(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        Outcome::broken(format!("no {number}:\n\"\u{e9}\"")),
        Some(3),
        Extras::default(),
    );
    record.generations = Some(number);
    record.seconds = number as f64 / 3.0;
    let point = |generation| Point { generation, best: 0.1, mean: 1.0 / 3.0, median: 2.0 };
    record.history = number.is_multiple_of(3).then(|| (0..number % 7).map(point).collect());
    record
}

fn records(numbers: impl IntoIterator<Item = u64>) -> Vec<Record> {
    numbers.into_iter().map(record).collect()
}

fn line(record: &Record) -> String {
    sealed(&serde_json::to_string(record).expect("JSON"))
}

/// A line with its sum.
fn sealed(object: &str) -> String {
    let mut line = object.as_bytes().to_vec();
    seal(&mut line, 0);
    String::from_utf8(line).expect("UTF-8") + "\n"
}

fn header_line() -> String {
    String::from_utf8(header().to_line()).expect("UTF-8")
}

fn journal(records: &[Record]) -> String {
    header_line() + &records.iter().map(line).collect::<String>()
}

/// The header of a journal without sums.
fn old_header() -> Header {
    let line = header_line();
    let (content, _) = line.split_once(",\"sum\"").expect("a sum");
    let line = content.replacen("\"version\":2", "\"version\":1", 1) + "}\n";
    Header::parse(Path::new("j"), line.as_bytes()).expect("a header")
}

/// A journal without sums.
fn old_journal(records: &[Record]) -> String {
    let line = |record| serde_json::to_string(record).expect("JSON") + "\n";
    let header = String::from_utf8(old_header().to_line()).expect("UTF-8");
    header + &records.iter().map(line).collect::<String>()
}

fn scanned(bytes: impl AsRef<[u8]>) -> Result<Scanned, JournalError> {
    scan(Path::new("j"), Cursor::new(bytes))
}

/// The records that the entries of a scan point to, in the order of their lines.
fn found(bytes: &[u8], scanned: &Scanned) -> Vec<Record> {
    let mut entries = scanned.entries.clone();
    entries.sort_by_key(|entry| entry.line);
    let read = |entry: &Entry| {
        let line = &bytes[entry.offset as usize..][..entry.length as usize];
        let record =
            scan::parse(Path::new("j"), entry.line, line, entry.has_sum).expect("a record");
        assert_eq!(line.iter().position(|&byte| byte == b'\n'), Some(line.len() - 1));
        assert_eq!((entry.run_id, entry.has_history), (record.run_id, record.history.is_some()));
        assert_eq!(entry.tells_solution, record.tells_solution());
        record
    };
    entries.iter().map(read).collect()
}
