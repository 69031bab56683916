//! A result folder on disk: who may use it, what in it is ours, and files that are whole.
//!
//! Nothing that this program has not written is ever removed or overwritten. Must not know what
//! the files say, only which they are.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::files::{PROBE, Unwritable, draft_name, if_there, prepare_folder, write_durably};
use super::journal::is_journal;
use super::manifest::is_manifest;

/// The manifest.
pub const MANIFEST: &str = "manifest.json";
/// The journal.
pub const JOURNAL: &str = "journal.jsonl";
/// The pictures.
pub const PLOTS: &str = "plots";

/// How the names of the pictures of ratings begin.
pub const RATING_PICTURES: &str = "rating-";

/// Files that are made of results when somebody asks for them, as the pictures are.
const DERIVED: [&str; 5] =
    ["report.html", "ratings.csv", "correlations.csv", "tests.csv", "summary.md"];

/// All other files that this program writes. Those that tell whose folder it is come last, so that
/// whoever starts over and is stopped midway can start over again.
const OWN: [&str; 10] = [
    "points.csv",
    "best.toml",
    "best-bayes.toml",
    "best-tpe.toml",
    "best-random.toml",
    "summary.csv",
    "history.csv",
    "runs.csv",
    JOURNAL,
    MANIFEST,
];

/// Whoever uses the folder holds a lock on it. It stays when they are done: to remove it would
/// let two others in at once.
const LOCK: &str = ".lock";

/// How long whoever reads waits for one who adds a file.
const PATIENCE_OF_READERS: Duration = Duration::from_secs(1);

/// How long whoever adds a file waits for those who read, of whom a million runs ask for seconds.
const PATIENCE_OF_ADDERS: Duration = Duration::from_secs(20);

/// Time between two looks whether a folder is free.
const PAUSE: Duration = Duration::from_millis(20);

/// What to do with a folder that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Leave it alone, unless it is empty.
    New,
    /// Go on with what is in it, if anything.
    Resume,
    /// Remove the results that are in it.
    Force,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There are results in it.
    #[error("{} is there already; --resume goes on with it, --force starts it over, or name another with -o", .0.display())]
    Taken(PathBuf),
    /// There is something else in it.
    #[error("{} is there already and holds no results of sudoga (found `{found}`); name another folder with -o", .path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// Something that is in it.
        found: String,
    },
    /// A file that would be read is a pipe, whose other end may never come.
    #[error("{} is a pipe and no file of results; remove it, or name another folder", .0.display())]
    Pipe(PathBuf),
    /// It is a file.
    #[error("{} is no folder; name another with -o", .0.display())]
    NoFolder(PathBuf),
    /// It is not there, or holds no results, where results were to be read.
    #[error("{} is no result folder, with {MANIFEST} or {JOURNAL} in it; see that the name is right", .0.display())]
    NoResults(PathBuf),
    /// It cannot be made or written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// Another process has it.
    #[error("{} is in use by another sudoga; wait for it, or name another folder", .0.display())]
    InUse(PathBuf),
    /// Another process has written it since its results were read.
    #[error("{} holds other results by now than were read; do this again", .0.display())]
    Changed(PathBuf),
    /// A file of it cannot be written, though the folder can be.
    #[error("cannot write {}: {error}; see that you may write there and that the disk has room", .path.display())]
    Unsaved {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Something in it cannot be looked at, locked or removed.
    #[error("cannot {what} {}: {error}; see that you may write there and that the disk has room", .path.display())]
    Failed {
        /// What could not be done.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl FolderError {
    /// Whether the disk, and not the user, may be to blame.
    pub fn is_of_disk(&self) -> bool {
        matches!(self, Self::Failed { .. } | Self::Unsaved { .. } | Self::Unwritable(_))
    }

    /// Whether a file could not be written in a folder that could be.
    pub fn is_unsaved(&self) -> bool {
        matches!(self, Self::Unsaved { .. })
    }

    fn failed(what: &'static str, path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Failed { what, path: path.to_owned(), error }
    }
}

/// A folder as it was when its results were read. Whoever takes it to run something writes its
/// manifest anew, with the times and the number of sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    path: PathBuf,
    manifest: blake3::Hash,
}

impl Seen {
    fn now(path: &Path) -> Result<Self, FolderError> {
        let manifest = path.join(MANIFEST);
        let digest = || {
            let mut hasher = blake3::Hasher::new();
            if let Some(mut file) = if_there(File::open(&manifest).map(Some))? {
                io::copy(&mut file, &mut hasher)?;
            }
            Ok(hasher.finalize())
        };
        let digest = digest().map_err(FolderError::failed("read", &manifest))?;
        Ok(Self { path: path.to_owned(), manifest: digest })
    }
}

/// A result folder that this process alone may write, as long as this value lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

/// A result folder that nobody writes, as long as this value lives.
#[derive(Debug)]
pub struct SharedFolder {
    path: PathBuf,
    /// `None` where nobody has ever locked it, such as a copy, or where this process has it for writing.
    _lock: Option<File>,
}

impl Folder {
    /// Whether a folder may be claimed so, as far as a look can tell.
    pub fn admit(path: &Path, claim: Claim) -> Result<(), FolderError> {
        match look(path)? {
            Content::Results if claim == Claim::New => Err(FolderError::Taken(path.to_owned())),
            Content::Foreign(found) => Err(FolderError::Foreign { path: path.to_owned(), found }),
            Content::Nothing | Content::Results => Ok(()),
        }
    }

    /// Whether there are results of this program in a folder.
    pub fn holds_results(path: &Path) -> Result<bool, FolderError> {
        Ok(look(path)? == Content::Results)
    }

    /// Takes a folder for writing: makes it, if need be with those above it, and sees that it can
    /// be written. A folder that is refused is left as it is.
    pub fn claim(path: &Path, claim: Claim) -> Result<Self, FolderError> {
        Self::claim_within(path, claim, Duration::ZERO)
    }

    /// Takes a folder to add to its results a file that was made of them. Whoever reads them is
    /// waited for: between the end of a batch and what is written of it anybody may.
    pub fn add_to(seen: &Seen) -> Result<Self, FolderError> {
        let changed = || FolderError::Changed(seen.path.clone());
        if !Self::holds_results(&seen.path)? {
            return Err(changed());
        }
        let folder = Self::claim_within(&seen.path, Claim::Resume, PATIENCE_OF_ADDERS)?;
        if Seen::now(&seen.path)? == *seen { Ok(folder) } else { Err(changed()) }
    }

    fn claim_within(path: &Path, claim: Claim, patience: Duration) -> Result<Self, FolderError> {
        Self::admit(path, claim)?;
        prepare_folder(path)?;
        let lock_path = path.join(LOCK);
        let failed = FolderError::failed("lock", &lock_path);
        let lock = File::options().create(true).append(true).open(&lock_path).map_err(&failed)?;
        take(path, &lock_path, patience, || lock.try_lock())?;
        // Another process may have come and gone since the first look.
        Self::admit(path, claim)?;
        let folder = Self { path: path.to_owned(), _lock: lock };
        folder.clear(claim)?;
        Ok(folder)
    }

    /// Takes a folder with results for reading. Several processes may do so at a time.
    pub fn read(path: &Path) -> Result<SharedFolder, FolderError> {
        match look(path) {
            Ok(Content::Results) => {}
            Ok(_) | Err(FolderError::NoFolder(_)) => {
                return Err(FolderError::NoResults(path.to_owned()));
            }
            Err(error) => return Err(error),
        }
        let lock_path = path.join(LOCK);
        let lock = match File::open(&lock_path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            opened => Some(opened.map_err(FolderError::failed("lock", &lock_path))?),
        };
        if let Some(lock) = &lock {
            take(path, &lock_path, PATIENCE_OF_READERS, || lock.try_lock_shared())?;
        }
        Ok(SharedFolder { path: path.to_owned(), _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where a file of it is.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The same for reading, as long as this value lives too.
    pub fn shared(&self) -> SharedFolder {
        SharedFolder { path: self.path.clone(), _lock: None }
    }

    /// Writes a file, such as `runs.csv` or `plots/costs.svg`, that appears whole or not at all;
    /// when it fails an older one stays.
    pub fn write_whole(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let path = self.file(name);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| write_durably(&path, write))
            .map_err(|error| FolderError::Unsaved { path, error })
    }

    /// Removes the pictures of an earlier report but those of these names, such as `effects.svg`;
    /// those of ratings are no part of a report.
    pub fn keep_pictures(&self, names: &[String]) -> Result<(), FolderError> {
        let plots = self.file(PLOTS);
        if !plots.is_dir() {
            return Ok(());
        }
        let is_kept = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(RATING_PICTURES) || names.iter().any(|kept| *kept == name)
        };
        for picture in entries(&plots)?.iter().filter(|path| is_picture(path) && !is_kept(path)) {
            remove(picture)?;
        }
        Ok(())
    }

    /// Removes what was made of results that are no longer there, or no longer all of them.
    pub(super) fn clear_derived(&self) -> Result<(), FolderError> {
        self.clear_plots()?;
        DERIVED.iter().try_for_each(|name| remove(&self.file(name)))
    }

    /// Removes drafts that a killed process has left and, to start over, all results.
    fn clear(&self, claim: Claim) -> Result<(), FolderError> {
        if claim == Claim::Force {
            self.clear_plots()?;
        }
        for name in files() {
            remove(&self.file(&draft_name(name)))?;
            if claim == Claim::Force {
                remove(&self.file(name))?;
            }
        }
        Ok(())
    }

    fn clear_plots(&self) -> Result<(), FolderError> {
        let plots = self.file(PLOTS);
        // A link may lead to a folder that is not ours.
        if !fs::symlink_metadata(&plots).is_ok_and(|found| found.is_dir()) {
            return Ok(());
        }
        for picture in entries(&plots)?.iter().filter(|path| is_picture(path)) {
            remove(picture)?;
        }
        // It stays when there is something else in it.
        fs::remove_dir(&plots).ok();
        Ok(())
    }
}

impl SharedFolder {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is in it, for whoever will add to it.
    pub fn seen(&self) -> Result<Seen, FolderError> {
        Seen::now(&self.path)
    }

    /// Where a file of it is.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

/// What is in a folder.
#[derive(Debug, PartialEq, Eq)]
enum Content {
    /// Nothing, or no folder.
    Nothing,
    /// Results of this program, and whatever else.
    Results,
    /// Something else, such as that.
    Foreign(String),
}

/// Looks what is in a folder, and changes nothing.
fn look(path: &Path) -> Result<Content, FolderError> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {}
        Ok(_) => return Err(FolderError::NoFolder(path.to_owned())),
        // Whatever the reason is, making the folder will tell it.
        Err(_) => return Ok(Content::Nothing),
    }
    let opened = [MANIFEST, JOURNAL, LOCK, PROBE].map(|name| path.join(name));
    if let Some(pipe) = opened.iter().find(|file| is_pipe(file)) {
        return Err(FolderError::Pipe(pipe.clone()));
    }
    let [manifest, journal, ..] = opened;
    if is_manifest(&manifest).map_err(FolderError::failed("read", &manifest))?
        || is_journal(&journal).map_err(FolderError::failed("read", &journal))?
    {
        return Ok(Content::Results);
    }
    let drafts: Vec<String> = files().map(draft_name).collect();
    let is_left_over =
        |name: &String| [LOCK, PROBE].contains(&name.as_str()) || drafts.contains(name);
    let foreign = entries(path)?
        .iter()
        .filter_map(|entry| Some(entry.file_name()?.to_string_lossy().into_owned()))
        .find(|name| !is_left_over(name));
    Ok(foreign.map_or(Content::Nothing, Content::Foreign))
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo())
}

/// The same where files are never pipes.
#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Takes a lock as soon as it is free, if that is within the patience.
fn take(
    folder: &Path,
    lock: &Path,
    patience: Duration,
    attempt: impl Fn() -> Result<(), TryLockError>,
) -> Result<(), FolderError> {
    let began = Instant::now();
    loop {
        match attempt() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if began.elapsed() < patience => sleep(PAUSE),
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse(folder.to_owned())),
            Err(TryLockError::Error(error)) => {
                return Err(FolderError::failed("lock", lock)(error));
            }
        }
    }
}

/// All files that this program writes beside the pictures, in the order in which they are removed.
fn files() -> impl Iterator<Item = &'static str> {
    DERIVED.into_iter().chain(OWN)
}

/// What is in a folder, by name.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let list = || fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let listed: io::Result<Vec<PathBuf>> = list();
    let mut paths = listed.map_err(FolderError::failed("list", folder))?;
    paths.sort();
    Ok(paths)
}

/// A picture or the draft of one.
fn is_picture(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".svg") || name.starts_with('.') && name.ends_with(".svg.draft")
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> Result<(), FolderError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(FolderError::failed("remove", path)(error))
        }
        _ => Ok(()),
    }
}
