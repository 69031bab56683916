//! Runs that are asked for as the work goes on, such as by a search for settings: each is looked
//! up in the journal of a result folder, and done and written there when it is missing.
//!
//! Whoever asks is deterministic, so that asking the same once more finds everything that was
//! finished. Must not know why a run is wanted.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Instant, SystemTime};

use serde_json::Value;

use super::folder::{Folder, JOURNAL, MANIFEST};
use super::journal::{Header, Journal, JournalError, Reader};
use super::manifest::{Manifest, RunCounts};
use super::plan::Plan;
use super::record::{Record, RunId};
use super::runner::{self, Finished};
use super::session::{Closing, Opening, SessionError};
use super::utc::rfc3339;

/// The key under which the manifest of such a folder tells what was asked.
pub const TUNED: &str = "tune";

/// What the whole of the work is known by.
pub struct Commission<'a> {
    /// What it is called; decides nothing.
    pub name: &'a str,
    /// All that decides which runs are asked for.
    pub request: Value,
    /// The master seed.
    pub seed: u64,
}

impl Commission<'_> {
    /// The digest of the request.
    pub fn digest(&self) -> blake3::Hash {
        blake3::hash(format!("sudoga {TUNED} 1\n{}", self.request).as_bytes())
    }
}

/// A result folder at work, with all records in hand.
pub struct Ledger {
    folder: Folder,
    journal: Journal,
    records: HashMap<RunId, Record>,
    manifest: Manifest,
    began: Instant,
}

impl Ledger {
    /// Takes the folder and reads what it holds.
    pub fn open(
        commission: &Commission<'_>,
        path: &Path,
        opening: Opening,
    ) -> Result<Self, SessionError> {
        let folder = Folder::claim(path, opening.claim)?;
        let header = Header::new(commission.digest());
        let file = folder.file(JOURNAL);
        let (journal, scanned) = match opening.allow_changes {
            true => Journal::adopt(&file, &header)?,
            false => Journal::open(&file, &header)?,
        };
        let mut reader = Reader::open(&file)?;
        let read = scanned.entries.iter().map(|entry| Ok((entry.run_id, reader.read(entry)?)));
        let records = read.collect::<Result<_, JournalError>>()?;
        let plan = Value::from_iter([(TUNED, commission.request.clone())]);
        let digest = commission.digest();
        let mut manifest = Manifest::new(commission.name, digest, plan, commission.seed);
        manifest.threads = opening.threads;
        if folder.file(MANIFEST).exists() {
            let earlier = Manifest::read(&folder.file(MANIFEST))?;
            manifest.started = earlier.started;
            manifest.wall_seconds = earlier.wall_seconds;
            manifest.sessions = earlier.sessions + 1;
        }
        let ledger = Self { folder, journal, records, manifest, began: Instant::now() };
        ledger.write_manifest(&ledger.manifest)?;
        Ok(ledger)
    }

    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Number of runs that are finished.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether no run is finished.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// What came of a run, once it is finished.
    pub fn record(&self, id: RunId) -> Option<&Record> {
        self.records.get(&id)
    }

    /// Does those runs of a plan that no record tells of, until `watch`, which hears of all that is
    /// kept, breaks.
    pub fn perform(
        &mut self,
        plan: &Plan,
        numbers: &[usize],
        mut watch: impl FnMut(&[Finished]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, SessionError> {
        let is_missing = |&&number: &&usize| !self.records.contains_key(&plan.run(number).id);
        let missing: Vec<usize> = numbers.iter().filter(is_missing).copied().collect();
        let Self { journal, records, manifest, .. } = self;
        if !missing.is_empty() {
            runner::run(plan, &missing, manifest.threads, |finished| {
                journal.append(finished.iter().map(|finished| &finished.record))?;
                let flow = watch(&finished);
                records.extend(finished.into_iter().map(|done| (done.record.run_id, done.record)));
                Ok::<_, JournalError>(flow)
            })?;
        }
        let is_done = |&number: &usize| self.records.contains_key(&plan.run(number).id);
        let is_whole = missing.iter().all(is_done);
        Ok(if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }

    /// Brings the manifest up to date and gives the folder back; what is not whole tells no digest.
    pub fn close(mut self, runs: RunCounts, closing: Option<Closing>) -> Result<(), SessionError> {
        self.manifest.runs = runs;
        self.manifest.ended = Some(rfc3339(SystemTime::now()));
        self.manifest.wall_seconds += self.began.elapsed().as_secs_f64();
        if let Some(closing) = closing {
            self.manifest.complete = true;
            self.manifest.reproducible = closing.is_reproducible;
            self.manifest.results = Some(closing.digest);
        }
        self.write_manifest(&self.manifest)?;
        Ok(self.journal.finish()?)
    }

    fn write_manifest(&self, manifest: &Manifest) -> Result<(), SessionError> {
        Ok(self.folder.write_whole(MANIFEST, |target| manifest.write(target))?)
    }
}
