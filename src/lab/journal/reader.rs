//! Reading records again by their entries, in any order.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::error::JournalError;
use super::scan::{Entry, parse};
use crate::lab::record::Record;

/// Bytes that are read at a time where lines are wanted about in their order.
const LONG: u64 = 1 << 16;

/// Bytes that are read at a time where neighbours in the plan are far apart in the journal.
const SHORT: u64 = 1 << 10;

/// Reads records of a journal.
pub struct Reader<S = File> {
    path: PathBuf,
    source: S,
    /// The part of the file from `start` on that is in memory.
    window: Vec<u8>,
    start: u64,
}

impl Reader {
    /// A reader of the journal at a path.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let file = File::open(path).map_err(JournalError::unreadable(path))?;
        Ok(Self::over(path, file))
    }
}

impl<S: Read + Seek> Reader<S> {
    /// A reader of a journal that is open; `path` is for messages.
    pub(super) fn over(path: &Path, source: S) -> Self {
        Self { path: path.to_owned(), source, window: Vec::new(), start: 0 }
    }

    /// The record of an entry, as a scan of the same journal gave it.
    pub fn read(&mut self, entry: &Entry) -> Result<Record, JournalError> {
        if self.in_window(entry).is_none() {
            self.fill(entry.offset, u64::from(entry.length))
                .map_err(JournalError::unreadable(&self.path))?;
        }
        let changed = |reason: &str| JournalError::BadLine {
            path: self.path.clone(),
            line: entry.line,
            reason: reason.to_owned(),
        };
        let line = self.in_window(entry).ok_or_else(|| changed("the journal ends before it"))?;
        let record = parse(&self.path, entry.line, line, entry.has_sum)?;
        if record.run_id == entry.run_id { Ok(record) } else { Err(changed("another run")) }
    }

    fn in_window(&self, entry: &Entry) -> Option<&[u8]> {
        let begin = usize::try_from(entry.offset.checked_sub(self.start)?).ok()?;
        self.window.get(begin..begin + entry.length as usize)
    }

    /// Reads a window around a line. It begins a little earlier, since threads end runs a little
    /// out of order, and is long only where the last one has been read to its end.
    fn fill(&mut self, offset: u64, length: u64) -> io::Result<()> {
        let end = self.start + self.window.len() as u64;
        let bytes = if (self.start..end + SHORT).contains(&offset) { LONG } else { SHORT };
        self.start = offset.saturating_sub(bytes / 4);
        self.window.clear();
        self.source.seek(SeekFrom::Start(self.start))?;
        let bytes = bytes.max(offset - self.start + length);
        self.source.by_ref().take(bytes).read_to_end(&mut self.window).map(|_| ())
    }
}
