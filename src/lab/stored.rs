//! A result folder that is only read: its manifest, the plan that stands in it, its results.
//!
//! The journal is the truth: what other files of the folder say is not looked at.

use std::path::{Path, PathBuf};

use super::folder::{Folder, FolderError, JOURNAL, MANIFEST, Seen, SharedFolder};
use super::journal::{Header, JournalError};
use super::ledger::TUNED;
use super::manifest::{Manifest, ManifestError, remaking};
use super::plan::{Plan, PlanError, Source};
use super::results::{Agenda, Results};
use super::shard::Shard;

/// Why a folder cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StoredError {
    /// It is no result folder, or in use.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The manifest cannot be read.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// There is a journal and no manifest.
    #[error("{}: its manifest is missing: {} writes it", .0.display(), remaking(.0))]
    NoManifest(PathBuf),
    /// It is the folder of a search for settings, whose runs are no product.
    #[error("{}: the folder of a search for settings, not of a plan: where the race is over, compare its {}, or read its runs.csv", .0.display(), .0.join("check").display())]
    Tuned(PathBuf),
    /// The plan in the manifest cannot be run by this program.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The plan in the manifest is not the one that its digest tells.
    #[error("{}: the plan in it was changed: its digest is not the one it names", .0.display())]
    Altered(PathBuf),
}

impl StoredError {
    /// Whether the disk, and not the user, may be to blame.
    pub fn is_of_disk(&self) -> bool {
        match self {
            Self::Folder(error) => error.is_of_disk(),
            Self::Manifest(error) => matches!(error, ManifestError::Unreadable { .. }),
            _ => false,
        }
    }
}

/// A result folder that nobody writes, as long as this value lives.
pub struct Stored {
    folder: SharedFolder,
    manifest: Manifest,
    plan: Plan,
}

impl Stored {
    /// Opens a folder for reading.
    pub fn open(path: &Path) -> Result<Self, StoredError> {
        Self::of(Folder::read(path)?)
    }

    /// Reads a folder that nobody writes.
    pub fn of(folder: SharedFolder) -> Result<Self, StoredError> {
        let mut manifest = manifest_of(&folder)?;
        let plan = plan_of(&folder, &mut manifest)?;
        Ok(Self { folder, manifest, plan })
    }

    /// What is in the folder, for whoever will add to it.
    pub fn seen(&self) -> Result<Seen, FolderError> {
        self.folder.seen()
    }

    /// The plan, of which the folder may hold a part.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What is known about the folder, but for its plan.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The runs that the folder is meant to hold.
    pub fn agenda(&self) -> Agenda<'_> {
        Agenda::new(&self.plan, self.manifest.shard.unwrap_or(Shard::WHOLE))
    }

    /// All that is finished of them; a journal of another plan or engine is refused.
    pub fn results<'a, 'p>(&self, agenda: &'a Agenda<'p>) -> Result<Results<'a, 'p>, JournalError> {
        let header = Header::new(self.plan.digest());
        Results::read_as(agenda, &self.folder.file(JOURNAL), &header)
    }
}

/// The manifest of a folder.
pub(super) fn manifest_of(folder: &SharedFolder) -> Result<Manifest, StoredError> {
    let path = folder.file(MANIFEST);
    if !path.exists() {
        return Err(StoredError::NoManifest(folder.path().to_owned()));
    }
    Ok(Manifest::read(&path)?)
}

/// The plan of a folder, taken out of its manifest: it need not be in memory twice.
pub(super) fn plan_of(folder: &SharedFolder, manifest: &mut Manifest) -> Result<Plan, StoredError> {
    let path = folder.file(MANIFEST);
    if manifest.plan.get(TUNED).is_some() {
        return Err(StoredError::Tuned(folder.path().to_owned()));
    }
    let text = manifest.plan.take().to_string();
    let source = Source::parse(&path.display().to_string(), Path::new(""), &text, true)?;
    let plan = Plan::resolve(&source, manifest.seed)?;
    if plan.digest().to_string() != manifest.plan_digest {
        return Err(StoredError::Altered(path));
    }
    Ok(plan)
}
