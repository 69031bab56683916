//! Reading a journal once from its first line to its last: what is in it, and where.

use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::error::{JournalError, reason};
use super::header::{Header, is_header, is_torn_header};
use super::reader::Reader;
use super::seal::{is_sealed, unseal};
use crate::lab::files::if_there;
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
    /// Whether the line ends with a sum.
    pub has_sum: bool,
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
    let first = first_from(entries, run_id);
    let mut same = entries[first..].iter().take_while(|entry| entry.run_id == run_id);
    same.clone().find(|entry| entry.holds(extras)).or_else(|| same.next())
}

/// The place of the first entry that is not before a run. Ids are digests and spread evenly, so that it
/// is looked for about where it should be, and everywhere only when it is not there: a search through
/// a million entries costs a dozen reads of memory that is far away.
pub(super) fn first_from(entries: &[Entry], run_id: RunId) -> usize {
    let count = entries.len();
    let expected = ((u128::from(run_id.0) * count as u128) >> 64) as usize;
    let reach = count.isqrt();
    let (start, end) = (expected.saturating_sub(reach), count.min(expected + reach));
    let is_before = |entry: &Entry| entry.run_id < run_id;
    let place = start + entries[start..end].partition_point(is_before);
    let begins = place > start || start == 0 || is_before(&entries[start - 1]);
    let ends = place < end || end == count || !is_before(&entries[end]);
    if begins && ends { place } else { entries.partition_point(is_before) }
}

/// Scans the journal at a path.
pub fn scan_file(path: &Path) -> Result<Scanned, JournalError> {
    scan(path, open(path)?)
}

/// Scans the journal at a path whatever its first line is.
pub(super) fn scan_damaged(path: &Path) -> Result<Scanned, JournalError> {
    let mut source = buffered(open(path)?);
    let mut line = Vec::new();
    next_line(&mut source, &mut line).map_err(JournalError::unreadable(path))?;
    let body = line.len() as u64;
    let header = Header::lost(has_sums(&mut source).map_err(JournalError::unreadable(path))?);
    source.seek(SeekFrom::Start(body)).map_err(JournalError::unreadable(path))?;
    scan_body(path, source, header, body)
}

/// Whether any whole line of a source ends with a sum, or there is none that could.
fn has_sums(source: &mut impl BufRead) -> io::Result<bool> {
    let mut line = Vec::new();
    for number in 0.. {
        next_line(source, &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok(number == 0);
        }
        if is_sealed(&line) {
            break;
        }
    }
    Ok(true)
}

fn open(path: &Path) -> Result<File, JournalError> {
    File::open(path).map_err(JournalError::unreadable(path))
}

fn buffered<S: Read>(source: S) -> BufReader<S> {
    BufReader::with_capacity(1 << 18, source)
}

/// Scans a journal from its beginning; `path` is for messages.
///
/// A last line without its end is torn and counts for nothing; any other line that is no record
/// is an error. Records of one run that agree are one: that with most extras, the first of them.
pub fn scan(path: &Path, source: impl Read + Seek) -> Result<Scanned, JournalError> {
    let mut source = buffered(source);
    let mut line = Vec::new();
    next_line(&mut source, &mut line).map_err(JournalError::unreadable(path))?;
    if line.last() != Some(&b'\n') && is_torn_header(&line) {
        return Ok(Scanned::default());
    }
    scan_body(path, source, Header::parse(path, &line)?, line.len() as u64)
}

/// Scans what comes after the header, whose line ends before `body`.
fn scan_body(
    path: &Path,
    mut source: BufReader<impl Read + Seek>,
    header: Header,
    body: u64,
) -> Result<Scanned, JournalError> {
    let has_sum = header.has_sums();
    let mut scanned = Scanned { header: Some(header), entries: Vec::new(), length: body, body };
    let mut line = Vec::new();
    for number in 2.. {
        next_line(&mut source, &mut line).map_err(JournalError::unreadable(path))?;
        if line.last() != Some(&b'\n') && (line.len() as u64) < LONGEST {
            break;
        }
        let record = parse(path, number, &line, has_sum)?;
        scanned.entries.push(Entry {
            run_id: record.run_id,
            offset: scanned.length,
            length: line.len() as u32,
            line: number,
            has_history: record.history.is_some(),
            tells_solution: record.tells_solution(),
            has_sum,
        });
        scanned.length += line.len() as u64;
    }
    // Doubles lie anywhere, and each of them would fill the whole of the buffer.
    unite(path, Reader::over(path, source.into_inner()), &mut scanned.entries)?;
    Ok(scanned)
}

/// Whether the file at a path is a journal, of whatever version, or the beginning of one.
pub(in crate::lab) fn is_journal(path: &Path) -> io::Result<bool> {
    let mut line = Vec::new();
    let read = File::open(path).and_then(|file| {
        next_line(&mut BufReader::new(file), &mut line)?;
        Ok(true)
    });
    let is_whole = line.last() == Some(&b'\n');
    Ok(if_there(read)? && if is_whole { is_header(&line) } else { is_torn_header(&line) })
}

/// Reads up to the end of the line, of the source, or of what a line may be.
fn next_line(source: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    source.by_ref().take(LONGEST).read_until(b'\n', line).map(|_| ())
}

/// The record in a line, which ends with a sum or does not.
pub(super) fn parse(
    path: &Path,
    number: u32,
    line: &[u8],
    has_sum: bool,
) -> Result<Record, JournalError> {
    let bad = |reason| JournalError::BadLine { path: path.to_owned(), line: number, reason };
    let Some(text) = line.strip_suffix(b"\n") else {
        return Err(bad(format!("a line of more than {LONGEST} bytes")));
    };
    let read = |text: &[u8]| serde_json::from_slice(text).map_err(|error| bad(reason(&error)));
    if !has_sum {
        return read(text);
    }
    read(&unseal(text).map_err(|reason| bad(reason.to_owned()))?)
}

/// Puts entries in the order of their runs and keeps those that others do not cover. Records are read again only
/// where a run comes twice, so that a million of them need not be in memory.
fn unite(
    path: &Path,
    mut reader: Reader<impl Read + Seek>,
    entries: &mut Vec<Entry>,
) -> Result<(), JournalError> {
    entries.sort_unstable_by_key(|entry| {
        let extras = (Reverse(entry.has_history), Reverse(entry.tells_solution));
        (entry.run_id, extras, entry.line)
    });
    for same in entries.chunk_by(|one, other| one.run_id == other.run_id) {
        let [kept, others @ ..] = same else { continue };
        if others.is_empty() {
            continue;
        }
        let record = reader.read(kept)?;
        for other in others {
            if record.contradicts(&reader.read(other)?) {
                let (first, second) = (kept.line.min(other.line), kept.line.max(other.line));
                let (path, run_id) = (path.to_owned(), kept.run_id);
                return Err(JournalError::Conflict { path, run_id, first, second });
            }
        }
    }
    entries.dedup_by(|next, kept| next.run_id == kept.run_id && kept.holds(next.extras()));
    Ok(())
}
