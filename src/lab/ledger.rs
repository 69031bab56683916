//! Runs that are asked for as the work goes on, such as by a search for settings: each is looked
//! up in the journal of a result folder, and done and written there when it is missing.
//!
//! Whoever asks is deterministic, so that asking the same once more finds everything that was
//! finished. Must not know why a run is wanted.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use serde_json::Value;

use super::desk::Desk;
use super::folder::{Folder, JOURNAL};
use super::journal::{Header, JournalError, Reader};
use super::manifest::{Manifest, RunCounts, Work};
use super::plan::Plan;
use super::record::{Record, RunId};
use super::runner::{self, Finished};
use super::session::{Closing, Opening, SessionError};
use super::shard::Shard;
use crate::solver::Stop;

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
    desk: Desk,
    records: HashMap<RunId, Record>,
    /// Runs of the journal that are not in hand.
    kept: usize,
}

impl Ledger {
    /// Takes the folder of the whole or of a part and reads what it holds.
    pub fn open(
        commission: &Commission,
        shard: Shard,
        path: &Path,
        opening: Opening,
    ) -> Result<Self, SessionError> {
        let header = Header::new(commission.digest());
        let fresh = || manifest(commission);
        let (desk, scanned) = Desk::open(path, shard, opening, &header, fresh)?;
        let mut reader = Reader::open(&desk.folder.file(JOURNAL))?;
        let read = scanned.entries.iter().map(|entry| Ok((entry.run_id, reader.read(entry)?)));
        let records = read.collect::<Result<_, JournalError>>()?;
        Ok(Self { desk, records, kept: 0 })
    }

    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.desk.folder
    }

    /// Number of runs that are finished.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether no run is finished.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Number of runs in hand that ended with an error.
    pub fn errors(&self) -> usize {
        self.records.values().filter(|record| record.stop == Stop::Error).count()
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
        // Two numbers may be one run, which is done once.
        let mut asked = HashSet::new();
        let mut is_missing = |&number: &usize| {
            let id = plan.run(number).id;
            !self.records.contains_key(&id) && asked.insert(id)
        };
        let missing: Vec<usize> =
            numbers.iter().copied().filter(|number| is_missing(number)).collect();
        let Self { desk, records, .. } = self;
        let mut flow = ControlFlow::Continue(());
        if !missing.is_empty() {
            runner::run(plan, &missing, desk.manifest.threads, |finished| {
                desk.journal.append(finished.iter().map(|finished| &finished.record))?;
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
        self.desk.keep(records)?;
        self.kept += records.len();
        Ok(())
    }

    /// The time and the sessions that such records have taken are told as those of this folder.
    pub fn keep_work(&mut self, work: Work) {
        self.desk.keep_work(work);
    }

    /// The finished shards that such records come from.
    pub fn keep_shards(&mut self, shards: Vec<Shard>) {
        self.desk.manifest.united = shards;
    }

    /// Brings the manifest up to date and gives the folder back; what is not whole tells no digest.
    pub fn close(
        mut self,
        runs: RunCounts,
        closing: Option<Closing>,
    ) -> Result<Folder, SessionError> {
        let journalled = self.records.len() + self.kept;
        let manifest = &mut self.desk.manifest;
        manifest.runs = runs;
        manifest.journalled = (journalled != runs.finished).then_some(journalled);
        if let Some(closing) = closing {
            manifest.complete = true;
            manifest.reproducible = closing.is_reproducible;
            manifest.results = Some(closing.digest);
        }
        self.desk.close()
    }
}

/// The manifest of a folder that is begun.
fn manifest(commission: &Commission) -> Manifest {
    let plan = Value::from_iter([(TUNED, commission.request.clone())]);
    let mut manifest = Manifest::new(TUNED, commission.digest(), plan, commission.seed);
    manifest.runs.planned = commission.runs;
    manifest
}
