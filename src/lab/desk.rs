//! What is open while somebody works on a result folder: the folder, its journal and its manifest.
//! The order in which they reach the disk stands here alone.
//!
//! Must not know which runs are wanted.

use std::path::Path;
use std::time::{Instant, SystemTime};

use super::folder::{Folder, JOURNAL, MANIFEST};
use super::journal::{Header, Journal, JournalError, Scanned};
use super::manifest::{Manifest, Work};
use super::record::Record;
use super::session::{Opening, SessionError};
use super::shard::Shard;
use super::utc::rfc3339;

/// A result folder at work.
pub(super) struct Desk {
    pub(super) folder: Folder,
    pub(super) journal: Journal,
    pub(super) manifest: Manifest,
    /// The digest of the results that an earlier session has left.
    earlier_results: Option<String>,
    began: Instant,
}

impl Desk {
    /// Takes the folder of the whole or of a part; tells what its journal holds. `fresh` is the
    /// manifest of a folder that is begun.
    pub(super) fn open(
        path: &Path,
        shard: Shard,
        opening: Opening,
        header: &Header,
        fresh: impl FnOnce() -> Manifest,
    ) -> Result<(Self, Scanned), SessionError> {
        let folder = Folder::claim(path, opening.claim)?;
        let earlier = earlier_manifest(&folder, shard)?;
        let file = folder.file(JOURNAL);
        let (journal, scanned) = match opening.allow_changes {
            true => Journal::adopt(&file, header)?,
            false => Journal::open(&file, header)?,
        };
        let mut manifest = match &earlier {
            Some(earlier) => fresh().resumed(earlier, scanned.entries.len()),
            None => fresh(),
        };
        let earlier_results = earlier.and_then(|earlier| earlier.results);
        manifest.shard = (shard != Shard::WHOLE).then_some(shard);
        manifest.threads = opening.threads;
        write_manifest(&folder, &mut manifest)?;
        Ok((Self { folder, journal, manifest, earlier_results, began: Instant::now() }, scanned))
    }

    /// Keeps records that were made elsewhere.
    pub(super) fn keep(&mut self, records: &[Record]) -> Result<(), JournalError> {
        self.journal.append(records)
    }

    /// The time and the sessions that such records have taken are told as those of this folder.
    pub(super) fn keep_work(&mut self, work: Work) {
        self.manifest.wall_seconds += work.wall_seconds;
        self.manifest.sessions = work.sessions;
    }

    /// Gives the folder back with its manifest as it was when it was taken.
    pub(super) fn leave(self) -> Result<Folder, SessionError> {
        self.journal.finish()?;
        Ok(self.folder)
    }

    /// Writes the manifest and gives the folder back. The journal is on the disk before: a manifest
    /// must not tell of runs that a power cut has taken.
    pub(super) fn close(self) -> Result<Folder, SessionError> {
        let Self { folder, journal, mut manifest, earlier_results, began } = self;
        journal.finish()?;
        // A comparison or a report of other runs would stand beside these as if it were theirs.
        if manifest.results != earlier_results {
            folder.clear_derived()?;
        }
        manifest.ended = Some(rfc3339(SystemTime::now()));
        manifest.wall_seconds += began.elapsed().as_secs_f64();
        write_manifest(&folder, &mut manifest)?;
        Ok(folder)
    }
}

fn write_manifest(folder: &Folder, manifest: &mut Manifest) -> Result<(), SessionError> {
    Ok(folder.write_whole(MANIFEST, |target| manifest.write(target))?)
}

/// The manifest of an earlier session on the same part, if there was one that came so far.
fn earlier_manifest(folder: &Folder, shard: Shard) -> Result<Option<Manifest>, SessionError> {
    let path = folder.file(MANIFEST);
    if !path.exists() {
        return Ok(None);
    }
    let manifest = Manifest::read(&path)?;
    let found = manifest.shard.unwrap_or(Shard::WHOLE);
    if found != shard {
        let folder = folder.path().display().to_string();
        return Err(SessionError::OtherShard { folder, found, asked: shard });
    }
    Ok(Some(manifest))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{self, Write};

    use super::*;
    use crate::lab::folder::Claim;
    use crate::lab::journal::Storage;

    /// A disk that takes everything and keeps nothing.
    struct Forgetful;

    impl Write for Forgetful {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Storage for Forgetful {
        fn cut(&mut self, _: u64) -> io::Result<()> {
            Ok(())
        }

        fn sync(&mut self) -> io::Result<()> {
            Err(io::Error::other("lost"))
        }
    }

    #[test]
    fn a_manifest_tells_of_no_run_whose_journal_is_not_on_the_disk() {
        let path = std::env::temp_dir().join(format!("sudoga-desk-{}", std::process::id()));
        let digest = blake3::hash(b"a plan");
        let fresh = || Manifest::new("night", digest, serde_json::json!({}), 1);
        let opening = Opening { claim: Claim::New, allow_changes: false, threads: 1 };
        let header = Header::new(digest);
        let opened = Desk::open(&path, Shard::WHOLE, opening, &header, fresh);
        let (mut desk, _) = opened.expect("a new folder");
        desk.journal = Journal::over(&path.join(JOURNAL), Box::new(Forgetful), 0, &header);
        desk.manifest.complete = true;
        let error = desk.close().expect_err("a disk that forgets");
        assert!(error.is_unsaved(), "{error}");
        let manifest = Manifest::read(&path.join(MANIFEST)).expect("the first one");
        assert!(!manifest.complete && manifest.ended.is_none());
        fs::remove_dir_all(&path).ok();
    }
}
