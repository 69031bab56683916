//! Reading a journal once from its first line to its last: what is in it, and where.

use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::error::{JournalError, reason};
use super::header::{Header, is_header, is_torn_header};
use crate::lab::record::{Extras, Record, RunId};

/// No line is longer; a history has at most 256 points.
const LONGEST: u64 = 1 << 24;

/// Where the record of a run stands in a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The run.
    pub run_id: RunId,
    /// Where its line begins, in bytes.
    pub offset: u64,
    /// Bytes of the line, with its end.
    pub length: u32,
    /// The line, from 1.
    pub line: u32,
    /// Whether the record has a history.
    pub has_history: bool,
    /// Whether the record tells which solution was found, if any was.
    pub tells_solution: bool,
}

impl Entry {
    /// Whether its record holds what is wanted.
    fn holds(&self, extras: Extras) -> bool {
        (self.has_history || !extras.history) && (self.tells_solution || !extras.solutions)
    }

    /// What its record holds.
    fn extras(&self) -> Extras {
        Extras { history: self.has_history, solutions: self.tells_solution }
    }
}

/// What a journal holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// The header; `None` when not even that was written to its end.
    pub header: Option<Header>,
    /// One entry a run, by run id; more where none of them holds all extras that the others do.
    pub entries: Vec<Entry>,
    /// Bytes of all whole lines; what comes after them is the torn last line.
    pub length: u64,
    /// Where the first record begins, in bytes.
    pub(super) body: u64,
}

impl Scanned {
    /// The entry of a run: one that holds these extras, else the first.
    pub fn find(&self, run_id: RunId, extras: Extras) -> Option<&Entry> {
        find(&self.entries, run_id, extras)
    }
}

/// The numbers of the planned runs that are still to be done: those without an entry and those
/// whose entries lack what is wanted beside the figures. `entries` are by run id, as in
/// [`Scanned`].
pub fn pending(
    planned: impl Iterator<Item = (usize, RunId)>,
    entries: &[Entry],
    extras: Extras,
) -> Vec<usize> {
    let is_finished =
        |run_id| find(entries, run_id, extras).is_some_and(|entry| entry.holds(extras));
    planned.filter(|&(_, run_id)| !is_finished(run_id)).map(|(number, _)| number).collect()
}

fn find(entries: &[Entry], run_id: RunId, extras: Extras) -> Option<&Entry> {
    let first = entries.partition_point(|entry| entry.run_id < run_id);
    let mut same = entries[first..].iter().take_while(|entry| entry.run_id == run_id);
    same.clone().find(|entry| entry.holds(extras)).or_else(|| same.next())
}

/// Scans the journal at a path.
pub fn scan_file(path: &Path) -> Result<Scanned, JournalError> {
    let file = File::open(path).map_err(JournalError::unreadable(path))?;
    scan(path, BufReader::with_capacity(1 << 18, file))
}

/// Scans a journal from its beginning; `path` is for messages.
///
/// A last line without its end is torn and counts for nothing; any other line that is no record
/// is an error. Records of one run that agree are one: that with most extras, the first of them.
pub fn scan(path: &Path, mut source: impl BufRead + Seek) -> Result<Scanned, JournalError> {
    let unreadable = JournalError::unreadable(path);
    let mut line = Vec::new();
    next_line(&mut source, &mut line).map_err(&unreadable)?;
    if line.last() != Some(&b'\n') && is_torn_header(&line) {
        return Ok(Scanned::default());
    }
    let header = Some(Header::parse(path, &line)?);
    let body = line.len() as u64;
    let mut scanned = Scanned { header, entries: Vec::new(), length: body, body };
    for number in 2.. {
        next_line(&mut source, &mut line).map_err(&unreadable)?;
        if line.last() != Some(&b'\n') && (line.len() as u64) < LONGEST {
            break;
        }
        let record = parse(path, number, &line)?;
        scanned.entries.push(Entry {
            run_id: record.run_id,
            offset: scanned.length,
            length: line.len() as u32,
            line: number,
            has_history: record.history.is_some(),
            tells_solution: record.tells_solution(),
        });
        scanned.length += line.len() as u64;
    }
    unite(path, &mut source, &mut scanned.entries)?;
    Ok(scanned)
}

/// Whether the file at a path is a journal, of whatever version, or the beginning of one.
pub(in crate::lab) fn is_journal(path: &Path) -> bool {
    let mut line = Vec::new();
    let read = File::open(path).and_then(|file| next_line(&mut BufReader::new(file), &mut line));
    let is_whole = line.last() == Some(&b'\n');
    read.is_ok() && if is_whole { is_header(&line) } else { is_torn_header(&line) }
}

/// Reads up to the end of the line, of the source, or of what a line may be.
fn next_line(source: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    source.by_ref().take(LONGEST).read_until(b'\n', line).map(|_| ())
}

/// The record in a line.
pub(super) fn parse(path: &Path, number: u32, line: &[u8]) -> Result<Record, JournalError> {
    let bad = |reason| JournalError::BadLine { path: path.to_owned(), line: number, reason };
    let Some(text) = line.strip_suffix(b"\n") else {
        return Err(bad(format!("a line of more than {LONGEST} bytes")));
    };
    serde_json::from_slice(text).map_err(|error| bad(reason(&error)))
}

/// Puts entries in the order of their runs and keeps those that others do not cover. Records are read again only
/// where a run comes twice, so that a million of them need not be in memory.
fn unite(
    path: &Path,
    source: &mut (impl Read + Seek),
    entries: &mut Vec<Entry>,
) -> Result<(), JournalError> {
    entries.sort_unstable_by_key(|entry| {
        let extras = (Reverse(entry.has_history), Reverse(entry.tells_solution));
        (entry.run_id, extras, entry.line)
    });
    let mut read = |entry: &Entry| {
        let mut line = vec![0; entry.length as usize];
        source
            .seek(SeekFrom::Start(entry.offset))
            .and_then(|_| source.read_exact(&mut line))
            .map_err(JournalError::unreadable(path))?;
        parse(path, entry.line, &line)
    };
    for same in entries.chunk_by(|one, other| one.run_id == other.run_id) {
        let [kept, others @ ..] = same else { continue };
        if others.is_empty() {
            continue;
        }
        let record = read(kept)?;
        for other in others {
            if record.contradicts(&read(other)?) {
                let (first, second) = (kept.line.min(other.line), kept.line.max(other.line));
                let (path, run_id) = (path.to_owned(), kept.run_id);
                return Err(JournalError::Conflict { path, run_id, first, second });
            }
        }
    }
    entries.dedup_by(|next, kept| next.run_id == kept.run_id && kept.holds(next.extras()));
    Ok(())
}
