//! One stretch of work on a result folder: what is finished stays, what is missing is run, and
//! every record is in the journal before anybody hears of it.

use std::ops::ControlFlow;
use std::path::Path;

use super::desk::Desk;
use super::folder::{Claim, Folder, FolderError, JOURNAL};
use super::journal::{Header, JournalError};
use super::manifest::{Manifest, ManifestError, RunCounts, Work};
use super::plan::Plan;
use super::record::Record;
use super::results::{Agenda, Results};
use super::runner::{self, Finished};
use super::shard::Shard;

/// Why a batch cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The manifest cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The folder holds another part of the plan.
    #[error("{folder} holds {}", other_shard(*.found, *.asked))]
    OtherShard {
        /// The folder.
        folder: String,
        /// What it holds.
        found: Shard,
        /// What was asked for.
        asked: Shard,
    },
}

impl SessionError {
    /// Whether the disk, and not the user, may be to blame.
    pub fn is_of_disk(&self) -> bool {
        match self {
            Self::Folder(error) => error.is_of_disk(),
            Self::Journal(error) => error.is_of_disk(),
            _ => false,
        }
    }

    /// Whether the disk is to blame wherever the batch was: what is finished is kept, and it can be
    /// resumed.
    pub fn is_unsaved(&self) -> bool {
        match self {
            Self::Folder(error) => error.is_unsaved(),
            error => matches!(error, Self::Journal(JournalError::Failed { .. })),
        }
    }
}

fn other_shard(found: Shard, asked: Shard) -> String {
    match (found, asked) {
        (_, Shard::WHOLE) => format!(
            "shard {found} of the plan: --shard {found} goes on with it; for the whole plan name \
             another folder with -o"
        ),
        (Shard::WHOLE, _) => format!(
            "the whole plan: leave --shard out to go on with it; for shard {asked} name another \
             folder with -o"
        ),
        _ => format!(
            "shard {found} of the plan: --shard {found} goes on with it; for shard {asked} name \
             another folder with -o"
        ),
    }
}

/// How to begin.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// What to do with a folder that is there.
    pub claim: Claim,
    /// Whether a folder of another plan may be gone on with.
    pub allow_changes: bool,
    /// Runs at a time; changes nothing.
    pub threads: usize,
}

/// What the results came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// Runs that ended with an error.
    pub errors: usize,
    /// Whether the clock has stopped no run.
    pub is_reproducible: bool,
    /// Digest of the results without their times.
    pub digest: String,
}

/// A batch at work on its folder.
pub struct Session<'p> {
    plan: &'p Plan,
    agenda: Agenda<'p>,
    desk: Desk,
    pending: Vec<usize>,
    strangers: usize,
}

impl<'p> Session<'p> {
    /// Takes the folder and finds out what is still to be done.
    pub fn open(
        plan: &'p Plan,
        shard: Shard,
        path: &Path,
        opening: Opening,
    ) -> Result<Self, SessionError> {
        let header = Header::new(plan.digest());
        let fresh = || manifest(plan, shard);
        let (desk, scanned) = Desk::open(path, shard, opening, &header, fresh)?;
        let agenda = Agenda::new(plan, shard);
        let (pending, strangers) = (agenda.pending(&scanned), agenda.strangers(&scanned));
        Ok(Self { plan, agenda, desk, pending, strangers })
    }

    /// How many runs there are, those that are done and those that are not.
    pub fn planned(&self) -> usize {
        self.agenda.len()
    }

    /// Numbers of the runs that are still to be done.
    pub fn pending(&self) -> &[usize] {
        &self.pending
    }

    /// How many finished runs of the folder are no part of this work; no table tells of them.
    pub fn strangers(&self) -> usize {
        self.strangers
    }

    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.desk.folder
    }

    /// Does what is missing, until `watch`, which hears of all that is kept, breaks.
    pub fn run(
        &mut self,
        mut watch: impl FnMut(&[Finished]) -> ControlFlow<()>,
    ) -> Result<(), SessionError> {
        let Self { plan, desk, pending, .. } = self;
        let threads = desk.manifest.threads;
        runner::run(plan, pending, threads, |finished| {
            desk.journal.append(finished.iter().map(|finished| &finished.record))?;
            Ok(watch(&finished))
        })
    }

    /// Keeps records that were made elsewhere.
    pub fn keep(&mut self, records: &[Record]) -> Result<(), SessionError> {
        Ok(self.desk.keep(records)?)
    }

    /// The time and the sessions that such records have taken are told as those of this folder.
    pub fn keep_work(&mut self, work: Work) {
        self.desk.keep_work(work);
    }

    /// All that is finished so far.
    pub fn results(&self) -> Result<Results<'_, 'p>, SessionError> {
        Ok(Results::read(&self.agenda, &self.desk.folder.file(JOURNAL))?)
    }

    /// Gives the folder back as it is: what is finished is in the journal, and nothing else tells of it.
    pub fn leave(self) -> Result<Folder, SessionError> {
        self.desk.leave()
    }

    /// Brings the manifest up to date and gives the folder back, which nobody else has as long as it is
    /// in hand.
    pub fn close(mut self, missing: usize, closing: Closing) -> Result<Folder, SessionError> {
        let manifest = &mut self.desk.manifest;
        let planned = manifest.runs.planned;
        manifest.runs = RunCounts { planned, finished: planned - missing, errors: closing.errors };
        manifest.complete = missing == 0;
        manifest.results = Some(closing.digest);
        manifest.reproducible = closing.is_reproducible;
        self.desk.close()
    }
}

/// The manifest of a part that is begun.
fn manifest(plan: &Plan, shard: Shard) -> Manifest {
    let resolved = serde_json::to_value(plan.resolved()).unwrap_or_default();
    let mut manifest = Manifest::new(&plan.name, plan.digest(), resolved, plan.seed);
    manifest.runs.planned = shard.numbers(plan.len()).len();
    manifest
}
