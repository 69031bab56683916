//! Journals and manifests that something else has changed: each is healed, to the same bytes, or
//! refused with its place and a cure that works; never is there a wrong table, and never a panic.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use sudoga::lab::Stored;
use sudoga::report::RunsWriter;

use crate::campaign::{Campaign, Case, Tally};
use crate::child::{Ended, run};
use crate::crafted::{JOURNAL, MANIFEST, damage, flip, without_lines};
use crate::work::{Work, files_of, without_columns};

/// Bits that are flipped in one folder.
const FLIPS: u64 = 100;

/// Cures that are tried at most, one after another.
const CURES: usize = 8;

/// Flips one bit after another and reads the results in this process.
pub fn flips(campaign: &Campaign, case: &mut Case) -> Tally {
    let work = &campaign.works[0];
    let out = copied(case, work);
    let whole = table(&out).expect("a whole folder");
    let mut tally = Tally { injected: FLIPS, hit: FLIPS, ..Tally::default() };
    for _ in 0..FLIPS {
        let name = if case.rng.below(4) == 0 { MANIFEST } else { JOURNAL };
        let path = out.join(name);
        let bytes = fs::read(&path).expect("a file");
        let (damaged, what) = flip(&mut case.rng, &bytes);
        fs::write(&path, damaged).expect("a file");
        match judge(&out, name, &whole) {
            Ok(true) => tally.healed += 1,
            Ok(false) => tally.refused += 1,
            Err(wrong) => tally.violations.push(format!("{name}, {what}: {wrong}")),
        }
        fs::write(&path, bytes).expect("a file");
    }
    tally
}

/// Damages a folder, and lets the program go on with it.
pub fn play(campaign: &Campaign, case: &mut Case) -> Tally {
    let works: Vec<&Work> = campaign.works.iter().filter(|work| !work.starts_over()).collect();
    let work = works[case.number as usize % works.len()];
    let other = campaign.works.iter().find(|other| other.name != work.name).expect("a work");
    let out = copied(case, work);
    let foreign = fs::read(other.whole.join(JOURNAL)).expect("a journal");
    let (name, what) = damage(case, &out, &foreign);
    let before = kept_files(&out);
    let mut tally = Tally { injected: 1, hit: 1, ..Tally::default() };
    let ended = run(work.go_on(&out));
    let judged = match ended.code {
        Some(0) => work.check_files(&out).map(|()| tally.healed = 1),
        Some(2) if !names_place(&ended.errors, name) => Err("no place is named".to_owned()),
        Some(2) if kept_files(&out) != before => Err("refused, and yet changed".to_owned()),
        Some(2) => {
            tally.refused = 1;
            cure(work, &out, ended.errors.clone())
        }
        _ => Err("neither healed nor refused".to_owned()),
    };
    if let Err(wrong) = judged {
        tally.violations.push(format!("{} {name}, {what}: {wrong}: {ended}", work.name));
    }
    tally
}

/// A copy of the finished folder of a batch.
fn copied(case: &Case, work: &Work) -> PathBuf {
    let out = case.folder.0.join("out");
    for (name, bytes) in files_of(&work.whole) {
        let path = out.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    out
}

/// All but the lock, which tells nothing.
fn kept_files(out: &Path) -> Vec<(String, Vec<u8>)> {
    files_of(out).into_iter().filter(|(name, _)| !name.ends_with(".lock")).collect()
}

/// What is told of a folder.
#[derive(PartialEq)]
struct Table {
    rows: Vec<String>,
    missing: usize,
    /// The name and the question of the plan.
    plan: String,
}

fn table(out: &Path) -> Result<Table, String> {
    let told = |error: &dyn ToString| error.to_string();
    let stored = Stored::open(out).map_err(|error| told(&error))?;
    let agenda = stored.agenda();
    let mut results = stored.results(&agenda).map_err(|error| told(&error))?;
    let mut text = Vec::new();
    let mut rows = RunsWriter::new(results.plan(), &mut text).map_err(|error| told(&error))?;
    results
        .each(|run, record| {
            rows.row(run, record).expect("memory");
            Ok::<(), sudoga::lab::JournalError>(())
        })
        .map_err(|error| told(&error))?;
    let missing = results.missing().len();
    let plan = format!("{} {:?}", stored.plan().name, stored.plan().primary);
    let rows = without_columns(&String::from_utf8_lossy(&text), 1);
    Ok(Table { rows: rows.lines().map(str::to_owned).collect(), missing, plan })
}

/// Whether a damaged folder tells the truth, or is refused.
fn judge(out: &Path, name: &str, whole: &Table) -> Result<bool, String> {
    let Ok(read) = catch_unwind(|| table(out)) else { return Err("a panic".to_owned()) };
    let found = match read {
        Ok(found) => found,
        Err(message) if names_place(&message, name) => return Ok(false),
        Err(message) => return Err(format!("no place is named: {message}")),
    };
    let is_true = found.rows.iter().all(|row| whole.rows.contains(row))
        && found.rows.len() + found.missing == whole.rows.len()
        && found.plan == whole.plan;
    if is_true { Ok(true) } else { Err("a wrong table".to_owned()) }
}

/// What is told of a whole journal, and not of a line.
const OF_ALL: [&str; 4] =
    ["the first line is", "made for another plan", "made by engine", "a journal of version"];

/// Whether a message names the file and, of a journal, the line.
fn names_place(message: &str, name: &str) -> bool {
    let Some((_, after)) = message.split_once(&format!("{name}:")) else { return false };
    let line = after.split(':').next().unwrap_or_default();
    name == MANIFEST
        || line.parse::<u32>().is_ok()
        || OF_ALL.iter().any(|words| after.contains(words))
}

/// Does what the messages say until the batch can be gone on with.
fn cure(work: &Work, out: &Path, mut message: String) -> Result<(), String> {
    for _ in 0..CURES {
        let Some(flags) = cured(out, &message) else { return Ok(()) };
        let ended: Ended = run(work.command(&format!("--resume {flags}"), out));
        match ended.code {
            Some(0) => return work.check_files(out),
            Some(2) => message = ended.errors,
            _ => return Err(format!("the cure does harm: {ended}")),
        }
    }
    Err(format!("the cure does not help: {message}"))
}

/// Follows the advice of a message: the flags to go on with, or `None` where the advice is to leave
/// the folder alone.
fn cured(out: &Path, message: &str) -> Option<&'static str> {
    if message.contains("--allow-changes") {
        return Some("--allow-changes");
    }
    let number =
        |after: &str| after.split(|next: char| !next.is_ascii_digit()).next()?.parse().ok();
    if let Some((_, after)) = message.split_once("journal.jsonl:")
        && let Some(line) = number(after)
    {
        let other = after.split_once("than in line ").and_then(|(_, after)| number(after));
        let bytes = fs::read(out.join(JOURNAL)).expect("a journal");
        let lines: Vec<usize> = [Some(line), other].into_iter().flatten().collect();
        fs::write(out.join(JOURNAL), without_lines(&bytes, &lines)).expect("a file");
        return Some("");
    }
    if message.contains("manifest.json: no manifest") {
        fs::remove_file(out.join(MANIFEST)).expect("a file");
        return Some("");
    }
    None
}
