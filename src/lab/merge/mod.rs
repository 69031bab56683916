//! Several result folders of one plan, or of one race, into one; and whole trees of them.
//!
//! What they belong to is taken from the manifests, so that nothing else is needed to unite them.
//! Records go into the new journal in plan order, those of a race in the order of the folders. Of
//! records only those are in memory that are handed on together.

mod error;
mod shards;
mod tree;

use std::path::PathBuf;

use super::folder::{Folder, JOURNAL, MANIFEST, SharedFolder};
use super::journal::{Entry, Header, JournalError, Reader, Scanned, scan_file};
use super::ledger::Commission;
use super::manifest::{Manifest, Work};
use super::plan::Plan;
use super::record::{Extras, Record, RunId};
use super::stored::{StoredError, manifest_of, plan_of};
pub use error::MergeError;
use error::difference;
pub use shards::Gap;
pub use tree::{Group, groups};

/// Records that are handed on at a time.
const BATCH: usize = 1024;

/// What folders are parts of.
pub enum Whole {
    /// A plan.
    Plan(Box<Plan>),
    /// A race over listed points, or a search.
    Race(Commission),
}

/// A folder whose results are to be united with others.
struct Part {
    folder: SharedFolder,
    scanned: Scanned,
    reader: Reader,
    standing: shards::Standing,
    work: Work,
}

/// The records of several result folders.
pub struct Parts {
    parts: Vec<Part>,
    /// The runs of all folders with the places of those that have them, in order: to ask every folder
    /// for every run would take longer than to read the records.
    holders: Vec<(RunId, u32)>,
}

/// Opens folders and sees that they belong to one whole, which is told, and to this engine.
pub fn open(paths: &[PathBuf]) -> Result<(Whole, Parts), MergeError> {
    let folders = paths.iter().map(|path| Folder::read(path)).collect::<Result<Vec<_>, _>>()?;
    let mut whole: Option<Whole> = None;
    let mut parts: Vec<Part> = Vec::new();
    for folder in folders {
        let mut manifest = manifest_of(&folder)?;
        let whole = match &whole {
            Some(whole) => whole,
            None => whole.insert(Whole::of(&folder, &mut manifest)?),
        };
        if let Some(first) = parts.first()
            && whole.digest().to_string() != manifest.plan_digest
        {
            let difference = difference(&manifest_of(&first.folder)?.plan, &manifest.plan);
            let (first, other) = (first.folder.path().to_owned(), folder.path().to_owned());
            return Err(MergeError::OtherPlan { first, other, difference });
        }
        parts.push(Part::open(folder, &manifest, &Header::new(whole.digest()))?);
    }
    match whole {
        Some(whole) => Ok((whole.planning(&parts), Parts::new(parts))),
        None => Err(MergeError::Nothing),
    }
}

impl Whole {
    fn of(folder: &SharedFolder, manifest: &mut Manifest) -> Result<Self, StoredError> {
        let Some(commission) = Commission::of(manifest) else {
            return Ok(Self::Plan(Box::new(plan_of(folder, manifest)?)));
        };
        if commission.digest().to_string() != manifest.plan_digest {
            return Err(StoredError::Altered(folder.file(MANIFEST)));
        }
        Ok(Self::Race(commission))
    }

    /// A race has as many runs as its parts have together.
    fn planning(mut self, parts: &[Part]) -> Self {
        if let Self::Race(commission) = &mut self {
            commission.runs = shards::planned(parts.iter().map(|part| &part.standing));
        }
        self
    }

    /// The digest of all that decides the results.
    fn digest(&self) -> blake3::Hash {
        match self {
            Self::Plan(plan) => plan.digest(),
            Self::Race(commission) => commission.digest(),
        }
    }

    /// What is wanted of records beside their figures.
    fn extras(&self) -> Extras {
        match self {
            Self::Plan(plan) => plan.extras(),
            Self::Race(_) => Extras::default(),
        }
    }
}

impl Parts {
    fn new(parts: Vec<Part>) -> Self {
        let mut holders: Vec<(RunId, u32)> = Vec::new();
        for (place, part) in (0..).zip(&parts) {
            holders.extend(part.scanned.entries.iter().map(|entry| (entry.run_id, place)));
        }
        holders.sort_unstable();
        // A folder may have a run in two lines.
        holders.dedup();
        Self { parts, holders }
    }

    /// Sees that no two folders tell different results of one run.
    pub fn check(&mut self, whole: &Whole) -> Result<(), MergeError> {
        let extras = whole.extras();
        let same_run = |one: &(RunId, u32), other: &(RunId, u32)| one.0 == other.0;
        let several = self.holders.chunk_by(same_run).filter(|holders| holders.len() > 1);
        let shared: Vec<RunId> = several.map(|holders| holders[0].0).collect();
        shared.into_iter().try_for_each(|run_id| self.record(run_id, extras).map(drop))
    }

    /// The places of the folders that have a run, in order.
    fn holders_of(&self, run_id: RunId) -> impl Iterator<Item = usize> + use<> {
        let first = self.holders.partition_point(|&(id, _)| id < run_id);
        let same = self.holders[first..].iter().take_while(|&&(id, _)| id == run_id);
        let places: Vec<u32> = same.map(|&(_, place)| place).collect();
        places.into_iter().map(|place| place as usize)
    }

    /// How long all of them have taken together.
    pub fn work(&self) -> Work {
        self.parts.iter().fold(Work::default(), |sum, part| Work {
            wall_seconds: sum.wall_seconds + part.work.wall_seconds,
            sessions: sum.sessions.saturating_add(part.work.sessions),
        })
    }

    /// Hands on the records of all folders, each run once.
    pub fn each<E: From<MergeError>>(
        &mut self,
        whole: &Whole,
        mut keep: impl FnMut(&[Record]) -> Result<(), E>,
    ) -> Result<(), E> {
        let extras = whole.extras();
        let mut batch = Vec::new();
        self.each_id(whole, |parts, run_id| {
            batch.extend(parts.record(run_id, extras)?);
            if batch.len() >= BATCH {
                keep(&batch)?;
                batch.clear();
            }
            Ok::<(), E>(())
        })?;
        keep(&batch)
    }

    /// Tells every run of a plan, or every run of a race that some folder has.
    fn each_id<E>(
        &mut self,
        whole: &Whole,
        mut tell: impl FnMut(&mut Self, RunId) -> Result<(), E>,
    ) -> Result<(), E> {
        match whole {
            Whole::Plan(plan) => {
                (0..plan.len()).try_for_each(|number| tell(self, plan.run(number).id))
            }
            Whole::Race(_) => (0..self.parts.len()).try_for_each(|place| {
                let ids = self.fresh_ids(place);
                ids.into_iter().try_for_each(|run_id| tell(self, run_id))
            }),
        }
    }

    /// The runs of a folder that none before it has, in the order of its journal.
    fn fresh_ids(&self, place: usize) -> Vec<RunId> {
        let is_fresh = |entry: &&Entry| self.holders_of(entry.run_id).next() == Some(place);
        let fresh = self.parts[place].scanned.entries.iter().filter(is_fresh);
        let mut ids: Vec<(u32, RunId)> = fresh.map(|entry| (entry.line, entry.run_id)).collect();
        ids.sort_unstable();
        ids.into_iter().map(|(_, run_id)| run_id).collect()
    }

    /// The record of a run: of those that agree one with these extras, else the first.
    fn record(&mut self, run_id: RunId, extras: Extras) -> Result<Option<Record>, MergeError> {
        let mut found: Option<(usize, Record)> = None;
        for index in self.holders_of(run_id) {
            let Some(entry) = self.parts[index].scanned.find(run_id, extras).copied() else {
                continue;
            };
            let record = self.parts[index].read(&entry)?;
            match &found {
                Some((first, kept)) if kept.contradicts(&record) => {
                    let path = |index: usize| self.parts[index].folder.path().to_owned();
                    let (one, other) = (path(*first), path(index));
                    return Err(MergeError::Conflict { run_id, one, other });
                }
                Some((_, kept)) if kept.holds(extras) || !record.holds(extras) => {}
                _ => found = Some((index, record)),
            }
        }
        Ok(found.map(|(_, record)| record))
    }
}

impl Part {
    fn open(
        folder: SharedFolder,
        manifest: &Manifest,
        header: &Header,
    ) -> Result<Self, MergeError> {
        let path = folder.file(JOURNAL);
        if !path.exists() {
            return Err(MergeError::NoJournal(folder.path().to_owned()));
        }
        let scanned = scan_file(&path)?;
        if let Some(found) = &scanned.header {
            header.check(&path, found)?;
        }
        let reader = Reader::open(&path)?;
        let standing = shards::Standing::of(manifest, scanned.entries.len());
        Ok(Self { folder, scanned, reader, standing, work: manifest.work() })
    }

    fn read(&mut self, entry: &Entry) -> Result<Record, JournalError> {
        self.reader.read(entry)
    }
}
