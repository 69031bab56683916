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
use super::manifest::{Manifest, RunCounts, Work};
use super::plan::Plan;
use super::record::{Record, RunId};
use super::runner::{self, Finished};
use super::session::{Closing, Opening, SessionError, earlier_manifest};
use super::shard::Shard;
use super::utc::rfc3339;

/// The key under which the manifest of such a folder tells what was asked.
pub const TUNED: &str = "tune";

/// What the whole of the work is known by.
#[derive(Clone, Debug)]
pub struct Commission {
    /// All that decides which runs are asked for.
    pub request: Value,
    /// The master seed.
    pub seed: u64,
    /// Runs that may be asked for, of the whole or of a part; decides nothing.
    pub runs: usize,
}

impl Commission {
    /// That of a folder, if it is one of such work.
    pub fn of(manifest: &Manifest) -> Option<Self> {
        let request = manifest.plan.get(TUNED)?.clone();
        Some(Self { request, seed: manifest.seed, runs: manifest.runs.planned })
    }

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
    /// Takes the folder of the whole or of a part and reads what it holds.
    pub fn open(
        commission: &Commission,
        shard: Shard,
        path: &Path,
        opening: Opening,
    ) -> Result<Self, SessionError> {
        let folder = Folder::claim(path, opening.claim)?;
        let earlier = earlier_manifest(&folder, shard)?;
        let header = Header::new(commission.digest());
        let file = folder.file(JOURNAL);
        let (journal, scanned) = match opening.allow_changes {
            true => Journal::adopt(&file, &header)?,
            false => Journal::open(&file, &header)?,
        };
        let mut reader = Reader::open(&file)?;
        let read = scanned.entries.iter().map(|entry| Ok((entry.run_id, reader.read(entry)?)));
        let records = read.collect::<Result<_, JournalError>>()?;
        let mut manifest = manifest(commission, shard, earlier);
        manifest.threads = opening.threads;
        let mut ledger = Self { folder, journal, records, manifest, began: Instant::now() };
        ledger.write_manifest()?;
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
    /// kept, breaks; that is told even when the last of them was done by then.
    pub fn perform(
        &mut self,
        plan: &Plan,
        numbers: &[usize],
        mut watch: impl FnMut(&[Finished]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, SessionError> {
        let is_missing = |&&number: &&usize| !self.records.contains_key(&plan.run(number).id);
        let missing: Vec<usize> = numbers.iter().filter(is_missing).copied().collect();
        let Self { journal, records, manifest, .. } = self;
        let mut flow = ControlFlow::Continue(());
        if !missing.is_empty() {
            runner::run(plan, &missing, manifest.threads, |finished| {
                journal.append(finished.iter().map(|finished| &finished.record))?;
                if watch(&finished).is_break() {
                    flow = ControlFlow::Break(());
                }
                records.extend(finished.into_iter().map(|done| (done.record.run_id, done.record)));
                Ok::<_, JournalError>(flow)
            })?;
        }
        Ok(flow)
    }

    /// Writes records that were made elsewhere into the journal, and holds none of them in hand.
    pub fn keep(&mut self, records: &[Record]) -> Result<(), SessionError> {
        Ok(self.journal.append(records)?)
    }

    /// The time and the sessions that such records have taken are told as those of this folder.
    pub fn keep_work(&mut self, work: Work) {
        self.manifest.wall_seconds += work.wall_seconds;
        self.manifest.sessions = work.sessions;
    }

    /// The finished shards that such records come from.
    pub fn keep_shards(&mut self, shards: Vec<Shard>) {
        self.manifest.united = shards;
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
        self.write_manifest()?;
        Ok(self.journal.finish()?)
    }

    fn write_manifest(&mut self) -> Result<(), SessionError> {
        Ok(self.folder.write_whole(MANIFEST, |target| self.manifest.write(target))?)
    }
}

/// The manifest of a session that begins; what earlier ones took is carried on.
fn manifest(commission: &Commission, shard: Shard, earlier: Option<Manifest>) -> Manifest {
    let plan = Value::from_iter([(TUNED, commission.request.clone())]);
    let mut manifest = Manifest::new(TUNED, commission.digest(), plan, commission.seed);
    manifest.shard = (shard != Shard::WHOLE).then_some(shard);
    manifest.runs.planned = commission.runs;
    match earlier {
        Some(earlier) => manifest.resumed(&earlier),
        None => manifest,
    }
}
