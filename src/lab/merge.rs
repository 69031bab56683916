//! Several result folders of one plan into one.
//!
//! The plan is taken from the manifests, so that nothing else is needed to unite them. Records
//! go into the new journal in plan order.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::{Folder, FolderError, JOURNAL, SharedFolder};
use super::journal::{Entry, Header, JournalError, Reader, Scanned, scan_file};
use super::manifest::{Manifest, Work};
use super::plan::Plan;
use super::record::{Extras, Record, RunId};
use super::stored::{StoredError, manifest_of, plan_of};

/// Records that are handed on at a time.
const BATCH: usize = 1024;

/// Why folders cannot be united.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A folder cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A manifest, or the plan in it, cannot be read.
    #[error(transparent)]
    Stored(#[from] StoredError),
    /// What is united would go into one of the folders that it comes from.
    #[error("{} is one of the folders to unite; name another with -o", .0.display())]
    OntoItself(PathBuf),
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Results of two plans.
    #[error(
        "{} holds results of another plan than {}; only parts of one plan can be united",
        .other.display(),
        .first.display()
    )]
    OtherPlan {
        /// The first folder.
        first: PathBuf,
        /// The one that does not fit.
        other: PathBuf,
    },
    /// One run, two results.
    #[error(
        "run {run_id} has one result in {} and another in {}: one of them is wrong, and nothing \
         was united; `sudoga solve --run-seed` repeats it",
        .one.display(),
        .other.display()
    )]
    Conflict {
        /// The run.
        run_id: RunId,
        /// A folder with the one result.
        one: PathBuf,
        /// A folder with the other.
        other: PathBuf,
    },
}

/// A folder whose results are to be united with others.
struct Part {
    folder: SharedFolder,
    scanned: Scanned,
    reader: Reader,
    work: Work,
}

/// The records of several result folders.
pub struct Parts(Vec<Part>);

/// Opens folders and sees that they belong to one plan, which is told, and to this engine, and
/// that none of them is the target.
pub fn open(paths: &[PathBuf], target: &Path) -> Result<(Plan, Parts), MergeError> {
    let is_target = |path: &&PathBuf| match (fs::canonicalize(path), fs::canonicalize(target)) {
        (Ok(path), Ok(target)) => path == target,
        _ => false,
    };
    if let Some(path) = paths.iter().find(is_target) {
        return Err(MergeError::OntoItself(path.clone()));
    }
    let folders = paths.iter().map(|path| Folder::read(path)).collect::<Result<Vec<_>, _>>()?;
    let mut plan: Option<Plan> = None;
    let mut parts: Vec<Part> = Vec::new();
    for folder in folders {
        let manifest = manifest_of(&folder)?;
        if let Some(first) = parts.first()
            && plan.as_ref().is_some_and(|plan| plan.digest().to_string() != manifest.plan_digest)
        {
            let (first, other) = (first.folder.path().to_owned(), folder.path().to_owned());
            return Err(MergeError::OtherPlan { first, other });
        }
        let plan = match &plan {
            Some(plan) => plan,
            None => plan.insert(plan_of(&folder, &manifest)?),
        };
        parts.push(Part::open(folder, &manifest, &Header::new(plan.digest()))?);
    }
    match plan {
        Some(plan) => Ok((plan, Parts(parts))),
        None => Err(FolderError::NoResults(PathBuf::new()).into()),
    }
}

impl Parts {
    /// Sees that no two folders tell different results of one run.
    pub fn check(&mut self, plan: &Plan) -> Result<(), MergeError> {
        for number in 0..plan.len() {
            self.record(plan.run(number).id, plan.extras())?;
        }
        Ok(())
    }

    /// How long all of them have taken together.
    pub fn work(&self) -> Work {
        self.0.iter().fold(Work::default(), |sum, part| Work {
            wall_seconds: sum.wall_seconds + part.work.wall_seconds,
            sessions: sum.sessions.saturating_add(part.work.sessions),
        })
    }

    /// Hands on the records of all folders in plan order, each run once.
    pub fn each<E: From<MergeError>>(
        &mut self,
        plan: &Plan,
        mut keep: impl FnMut(&[Record]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut batch = Vec::new();
        for number in 0..plan.len() {
            batch.extend(self.record(plan.run(number).id, plan.extras())?);
            if batch.len() >= BATCH {
                keep(&batch)?;
                batch.clear();
            }
        }
        keep(&batch)
    }

    /// The record of a run: of those that agree one with these extras, else the first.
    fn record(&mut self, run_id: RunId, extras: Extras) -> Result<Option<Record>, MergeError> {
        let mut found: Option<(usize, Record)> = None;
        for index in 0..self.0.len() {
            let Some(entry) = self.0[index].scanned.find(run_id, extras).copied() else { continue };
            let record = self.0[index].read(&entry)?;
            match &found {
                Some((first, kept)) if kept.contradicts(&record) => {
                    let path = |index: usize| self.0[index].folder.path().to_owned();
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
        let scanned = scan_file(&path)?;
        if let Some(found) = &scanned.header {
            header.check(&path, found)?;
        }
        let reader = Reader::open(&path)?;
        Ok(Self { folder, scanned, reader, work: manifest.work() })
    }

    fn read(&mut self, entry: &Entry) -> Result<Record, JournalError> {
        self.reader.read(entry)
    }
}
