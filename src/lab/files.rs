//! Files that appear whole or not at all, and folders that are known to be writable.
//!
//! Must not know what is written.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Why nothing can be written into a folder.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} the folder {}: {error}; name a folder that can be written with -o", .path.display())]
pub struct Unwritable {
    what: &'static str,
    path: PathBuf,
    error: io::Error,
}

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}; name a file in a folder that is there and can be written", .path.display())]
pub struct UnwritableFile {
    path: PathBuf,
    error: io::Error,
}

/// What `prepare_folder` writes to see whether it can.
pub(super) const PROBE: &str = ".sudoga-probe";

/// Makes sure that a folder is there and can be written, before any work is done for it.
pub fn prepare_folder(folder: &Path) -> Result<(), Unwritable> {
    let fault = |what| move |error| Unwritable { what, path: folder.to_owned(), error };
    fs::create_dir_all(folder).map_err(fault("make"))?;
    let probe = folder.join(PROBE);
    fs::write(&probe, b"").map_err(fault("write into"))?;
    match fs::remove_file(&probe) {
        // Another process tries the same folder, and has removed the probe of both.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(fault("write into")),
    }
}

/// Makes sure that a file can be written, before any work is done for it. An older one stays as it
/// is until then.
pub fn prepare_file(path: &Path) -> Result<(), UnwritableFile> {
    let fault = |error| UnwritableFile { path: path.to_owned(), error };
    if path.is_dir() {
        return Err(fault(io::ErrorKind::IsADirectory.into()));
    }
    let draft = draft_of(path);
    File::create(&draft).and_then(|_| fs::remove_file(&draft)).map_err(fault)
}

/// What was found out about a file; there is nothing to find out where none is.
pub(super) fn if_there<T: Default>(found: io::Result<T>) -> io::Result<T> {
    let none = [io::ErrorKind::NotFound, io::ErrorKind::IsADirectory];
    match found {
        Err(error) if none.contains(&error.kind()) => Ok(T::default()),
        found => found,
    }
}

/// Writes a file beside its place and moves it there, so that nobody sees half of it.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    replace(path, |file| stream(&file, write))
}

/// The same, and when it returns the file is on the disk: a power cut leaves the old or the new.
pub fn write_durably(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    replace(path, |file| stream(&file, write).and_then(|()| file.sync_all()))?;
    // Not every system can do it for a folder, and the file is whole without it.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all()).ok();
    Ok(())
}

/// The name under which a file is written before it is moved to its place.
pub(super) fn draft_name(name: &str) -> String {
    format!(".{name}.draft")
}

fn draft_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(draft_name(&name))
}

fn replace(path: &Path, write: impl FnOnce(File) -> io::Result<()>) -> io::Result<()> {
    let draft = draft_of(path);
    let written = File::create(&draft).and_then(write).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        fs::remove_file(&draft).ok();
    }
    written
}

fn stream(file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut writer = BufWriter::with_capacity(1 << 16, file);
    write(&mut writer)?;
    writer.flush()
}
