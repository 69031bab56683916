//! A folder of each thread for readers that want a file.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

thread_local! {
    static FOLDER: OnceCell<PathBuf> = const { OnceCell::new() };
}

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// The folder of a process, of all its threads.
pub fn place(process: u32) -> PathBuf {
    // In memory where there is such a place: a file an input is too much for a disk.
    let memory = PathBuf::from("/dev/shm");
    let place = if memory.is_dir() { memory } else { env::temp_dir() };
    place.join(format!("sudoga-fuzz-{process}"))
}

/// The folder of this thread, made when it is asked for.
pub fn folder() -> PathBuf {
    let make = || {
        let folder = place(process::id()).join(COUNT.fetch_add(1, Ordering::Relaxed).to_string());
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        folder
    };
    FOLDER.with(|folder| folder.get_or_init(make).clone())
}

/// A file of this thread with that content.
pub fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = folder().join(name);
    fs::write(&path, content).expect("room for a temporary file");
    path
}

/// A file of this thread that is written once.
pub fn fixed(name: &str, content: &str) -> PathBuf {
    let path = folder().join(name);
    if !path.exists() {
        fs::write(&path, content).expect("room for a temporary file");
    }
    path
}

/// What messages call a file.
pub fn label(path: &Path) -> String {
    path.display().to_string()
}
