//! Writing to a storage that fails.

use std::sync::{Arc, Mutex};

use super::*;

/// A disk with room for so many bytes.
#[derive(Clone)]
struct Disk {
    bytes: Arc<Mutex<Vec<u8>>>,
    room: usize,
    can_cut: bool,
}

impl Disk {
    fn new(bytes: &str, room: usize) -> Self {
        let bytes = Arc::new(Mutex::new(bytes.as_bytes().to_vec()));
        Self { bytes, room, can_cut: true }
    }

    fn content(&self) -> Vec<u8> {
        self.bytes.lock().expect("no panic").clone()
    }

    fn journal(&self) -> Journal {
        self.journal_of(&header())
    }

    fn journal_of(&self, header: &Header) -> Journal {
        let length = self.content().len() as u64;
        Journal::over(Path::new("j"), Box::new(self.clone()), length, header)
    }
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut content = self.bytes.lock().expect("no panic");
        let part = &bytes[..bytes.len().min(self.room - content.len())];
        content.extend(part);
        match part.len() {
            0 if !bytes.is_empty() => Err(io::ErrorKind::StorageFull.into()),
            length => Ok(length),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Storage for Disk {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        if !self.can_cut {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        self.bytes.lock().expect("no panic").truncate(length as usize);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        if self.content().len() == self.room {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

#[test]
fn what_is_appended_is_found() {
    let disk = Disk::new(&journal(&[]), 1 << 20);
    let mut writer = disk.journal();
    for batch in [0..3, 3..3, 3..4, 4..10] {
        writer.append(&records(batch)).expect("room");
    }
    writer.finish().expect("room");
    assert_eq!(disk.content(), journal(&records(0..10)).as_bytes());
}

#[test]
fn a_journal_without_sums_stays_one() {
    let disk = Disk::new(&old_journal(&records(0..2)), 1 << 20);
    disk.journal_of(&old_header()).append(&records(2..5)).expect("room");
    assert_eq!(disk.content(), old_journal(&records(0..5)).as_bytes());
}

#[test]
fn a_disk_that_is_full_at_any_byte_leaves_whole_lines() {
    let (begun, batches) = (journal(&records(0..2)), [records(2..4), records(4..7)]);
    let goal = journal(&records(0..7));
    let after_one = journal(&records(0..4));
    for room in begun.len()..goal.len() {
        let disk = Disk::new(&begun, room);
        let mut writer = disk.journal();
        let written = batches.iter().filter(|batch| writer.append(*batch).is_ok()).count();
        let whole = [&begun, &after_one][written];
        assert_eq!(disk.content(), whole.as_bytes(), "{room}");
        // It takes no more, however small, so that no run is journalled after one that is lost.
        let error = writer.append(&[]).expect_err("closed");
        assert!(matches!(error, JournalError::Closed { .. }), "{error}");
        assert_eq!(disk.content(), whole.as_bytes(), "{room}");
        writer.finish().expect("nothing more to do");

        let mut disk = disk;
        disk.room = goal.len() + 1;
        let mut writer = disk.journal();
        batches[written..].iter().for_each(|batch| writer.append(batch).expect("room"));
        writer.finish().expect("room");
        assert_eq!(disk.content(), goal.as_bytes(), "{room}");
    }
}

#[test]
fn a_failed_write_is_told_with_what_was_done() {
    let begun = journal(&records(0..2));
    let mut disk = Disk::new(&begun, begun.len() + 30);
    let error = disk.journal().append(&records(2..3)).expect_err("full").to_string();
    let (start, end) = ("j: cannot write: ", "no finished line is lost");
    assert!(error.starts_with(start) && error.ends_with(end), "{error}");

    disk.can_cut = false;
    let error = disk.journal().append(&records(2..3)).expect_err("full").to_string();
    assert!(error.contains("could not be cut to its last whole line either"), "{error}");
    assert_eq!(disk.content().len(), begun.len() + 30);
    let scanned = scanned(disk.content()).expect("a torn line is no fault");
    assert_eq!(scanned.length as usize, begun.len());
}

#[test]
fn a_disk_that_fails_at_the_end_is_told() {
    let begun = journal(&records(0..2));
    let error = Disk::new(&begun, begun.len()).journal().finish().expect_err("full");
    assert!(matches!(error, JournalError::Failed { .. }), "{error}");
}
