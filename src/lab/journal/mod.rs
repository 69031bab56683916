//! The journal: JSON lines, a header and then the record of a run each, written only at the end.
//!
//! One thread writes, in whole lines. Whatever ends the program leaves at most one torn line,
//! which is cut when the journal is opened again, so that finished runs are never lost. Every line
//! ends with a sum, so that no damage passes for a result. Must not know how runs are done or what a
//! plan is beyond its digest.

mod error;
mod header;
mod reader;
mod scan;
mod seal;
#[cfg(test)]
mod tests;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::files::write_durably;
use super::record::Record;
pub use error::JournalError;
pub use header::Header;
pub use reader::Reader;
pub(super) use scan::is_journal;
use scan::scan_damaged;
pub use scan::{Entry, Scanned, pending, scan, scan_file};
use seal::seal;

/// What a journal is written to: a file, or what a test puts in its place.
pub trait Storage: Write + Send {
    /// Cuts everything after that many bytes.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Returns when all is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

/// A journal that is open for writing.
pub struct Journal {
    path: PathBuf,
    storage: Box<dyn Storage>,
    /// Bytes of all whole lines.
    length: u64,
    is_closed: bool,
    /// Whether lines end with a sum, as those that are there.
    has_sums: bool,
    /// The lines to be written, kept for its memory.
    buffer: Vec<u8>,
}

impl Journal {
    /// Starts a journal, in the place of any that is there.
    pub fn create(path: &Path, header: &Header) -> Result<Self, JournalError> {
        let line = header.to_line();
        write_durably(path, |file| file.write_all(&line))
            .map_err(JournalError::unreadable(path))?;
        Self::at_end(path, line.len() as u64, header)
    }

    /// Goes on with a journal of the same engine and plan, or starts one where there is none;
    /// tells what it holds. A torn last line is cut.
    pub fn open(path: &Path, header: &Header) -> Result<(Self, Scanned), JournalError> {
        Self::go_on(path, header, false)
    }

    /// The same, and a journal of another plan, or with a damaged header, gets the new one. All its
    /// records stay, so that a plan that is changed back finds its own again.
    pub fn adopt(path: &Path, header: &Header) -> Result<(Self, Scanned), JournalError> {
        Self::go_on(path, header, true)
    }

    /// A journal on any storage that stands at its end, after `length` bytes of whole lines.
    pub fn over(path: &Path, storage: Box<dyn Storage>, length: u64, header: &Header) -> Self {
        let (path, has_sums) = (path.to_owned(), header.has_sums());
        Self { path, storage, length, is_closed: false, has_sums, buffer: Vec::new() }
    }

    fn go_on(path: &Path, header: &Header, changes: bool) -> Result<(Self, Scanned), JournalError> {
        let scanned = match scan_file(path) {
            Err(JournalError::BadHeader { .. }) if changes => scan_damaged(path),
            scanned => scanned,
        };
        let mut scanned = match scanned {
            Err(JournalError::Unreadable { error, .. })
                if error.kind() == io::ErrorKind::NotFound =>
            {
                Scanned::default()
            }
            scanned => scanned?,
        };
        let Some(found) = scanned.header.take() else {
            let journal = Self::create(path, header)?;
            (scanned.body, scanned.length) = (journal.length, journal.length);
            scanned.header = Some(header.clone());
            return Ok((journal, scanned));
        };
        let header = header.as_old_as(&found);
        match header.check(path, &found) {
            Err(JournalError::OtherPlan { .. }) if changes => {
                replace_header(path, &header, &mut scanned)
                    .map_err(JournalError::unreadable(path))?;
            }
            checked => checked?,
        }
        let journal = Self::at_end(path, scanned.length, &header)?;
        scanned.header = Some(header);
        Ok((journal, scanned))
    }

    fn at_end(path: &Path, length: u64, header: &Header) -> Result<Self, JournalError> {
        let open = || {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.set_len(length)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(JournalError::unreadable(path))?;
        Ok(Self::over(path, Box::new(file), length, header))
    }

    /// Writes records, all at once. When that fails the journal is cut to where it was, and takes
    /// no more.
    pub fn append<'r>(
        &mut self,
        records: impl IntoIterator<Item = &'r Record>,
    ) -> Result<(), JournalError> {
        if self.is_closed {
            return Err(JournalError::Closed { path: self.path.clone() });
        }
        self.buffer.clear();
        let written = self.write(records);
        self.keep(written)?;
        self.length += self.buffer.len() as u64;
        Ok(())
    }

    /// Returns when everything is on the disk.
    pub fn finish(mut self) -> Result<(), JournalError> {
        if self.is_closed {
            return Ok(());
        }
        let synced = self.storage.flush().and_then(|()| self.storage.sync());
        synced.map_err(|error| JournalError::Failed { path: self.path.clone(), error, uncut: None })
    }

    fn write<'r>(&mut self, records: impl IntoIterator<Item = &'r Record>) -> io::Result<()> {
        for record in records {
            let start = self.buffer.len();
            serde_json::to_writer(&mut self.buffer, record)?;
            if self.has_sums {
                seal(&mut self.buffer, start);
            }
            self.buffer.push(b'\n');
        }
        self.storage.write_all(&self.buffer)?;
        self.storage.flush()
    }

    /// Cuts off what a failed write has left behind.
    fn keep(&mut self, written: io::Result<()>) -> Result<(), JournalError> {
        written.map_err(|error| {
            self.is_closed = true;
            let uncut = self.storage.cut(self.length).err();
            // What is lost without it would be lost with the machine only.
            self.storage.sync().ok();
            JournalError::Failed { path: self.path.clone(), error, uncut }
        })
    }
}

/// Writes a journal anew with another header and the whole lines after the old one.
fn replace_header(path: &Path, header: &Header, scanned: &mut Scanned) -> io::Result<()> {
    let line = header.to_line();
    let (old, new) = (scanned.body, line.len() as u64);
    let mut source = File::open(path)?;
    source.seek(SeekFrom::Start(old))?;
    write_durably(path, |file| {
        file.write_all(&line)?;
        io::copy(&mut source.take(scanned.length - old), file).map(|_| ())
    })?;
    scanned.body = new;
    scanned.length = scanned.length - old + new;
    for entry in &mut scanned.entries {
        entry.offset = entry.offset - old + new;
    }
    Ok(())
}
