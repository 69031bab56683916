//! Journals and manifests that something else has changed: each is healed, to the same bytes, or
//! refused with its place and a cure that works; never is there a wrong table, and never a panic.

use std::fs;
use std::path::{Path, PathBuf};

use crate::campaign::{Campaign, Case, Tally};
use crate::child::{Ended, run};
use crate::crafted::{JOURNAL, MANIFEST, damage, flip, without_lines};
use crate::truth::Table;
use crate::work::{Work, files_of};

/// Bits that are flipped in one folder.
const FLIPS: u64 = 100;

/// Cures that are tried at most, one after another.
const CURES: usize = 8;

/// Flips one bit after another and reads the results in this process.
pub fn flips(campaign: &Campaign, case: &mut Case) -> Tally {
    let work = &campaign.works[0];
    let out = copied(case, work);
    let whole = &work.tables[""];
    let mut tally = Tally { injected: FLIPS, hit: FLIPS, ..Tally::default() };
    for _ in 0..FLIPS {
        let name = if case.rng.below(4) == 0 { MANIFEST } else { JOURNAL };
        let path = out.join(name);
        let bytes = fs::read(&path).expect("a file");
        let (damaged, what) = flip(&mut case.rng, &bytes);
        fs::write(&path, damaged).expect("a file");
        match judge(&out, name, whole) {
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
    work.copy_to(&out);
    out
}

/// All but the lock, which tells nothing.
fn kept_files(out: &Path) -> Vec<(String, Vec<u8>)> {
    files_of(out).into_iter().filter(|(name, _)| !name.ends_with(".lock")).collect()
}

/// Whether a damaged folder tells the truth, or is refused.
fn judge(out: &Path, name: &str, whole: &Table) -> Result<bool, String> {
    match Table::read(out) {
        Ok(found) if found.is_part_of(whole) => Ok(true),
        Ok(_) => Err("a wrong table".to_owned()),
        Err(message) if names_place(&message, name) => Ok(false),
        Err(message) => Err(format!("no place is named: {message}")),
    }
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

/// Does what the messages say until the batch can be gone on with, or is to be left alone.
fn cure(work: &Work, out: &Path, mut message: String) -> Result<(), String> {
    for _ in 0..CURES {
        let flags = match cured(out, &message)? {
            Advice::GoOn(flags) => flags,
            Advice::LeaveAlone => return Ok(()),
        };
        let ended: Ended = run(work.command(&format!("--resume {flags}"), out));
        match ended.code {
            Some(0) => return work.check_files(out),
            Some(2) => message = ended.errors,
            _ => return Err(format!("the cure does harm: {ended}")),
        }
    }
    Err(format!("the cure does not help: {message}"))
}

/// What a message advises.
enum Advice {
    /// To go on, under these flags.
    GoOn(&'static str),
    /// To take another folder, or another program.
    LeaveAlone,
}

/// How messages say that a folder is to be left alone.
const ELSEWHERE: [&str; 3] =
    ["name another folder with -o", "or use another folder", "use the newer sudoga that made it"];

/// Follows the advice of a message as far as it is about files.
fn cured(out: &Path, message: &str) -> Result<Advice, String> {
    if message.contains("--resume --allow-changes") {
        return Ok(Advice::GoOn("--allow-changes"));
    }
    if let Some(lines) = lines_to_delete(message) {
        let bytes = fs::read(out.join(JOURNAL)).expect("a journal");
        fs::write(out.join(JOURNAL), without_lines(&bytes, &lines)).expect("a file");
        return Ok(Advice::GoOn(""));
    }
    if message.contains("manifest.json: ") && message.contains("; delete it, and ") {
        fs::remove_file(out.join(MANIFEST)).expect("a file");
        return Ok(Advice::GoOn(""));
    }
    match ELSEWHERE.iter().any(|words| message.contains(words)) {
        true => Ok(Advice::LeaveAlone),
        false => Err(format!("no cure is told: {message}")),
    }
}

/// The lines of the journal that a message tells to delete.
fn lines_to_delete(message: &str) -> Option<Vec<usize>> {
    let number =
        |after: &str| after.split(|next: char| !next.is_ascii_digit()).next()?.parse().ok();
    let (_, after) = message.split_once("journal.jsonl:")?;
    let line = number(after)?;
    if after.contains("delete that line, and --resume does its run again") {
        return Some(vec![line]);
    }
    let (_, other) = after.split_once("than in line ")?;
    let is_both = after.contains("delete the line that is wrong, or both, and --resume");
    is_both.then_some(vec![line, number(other)?])
}
