//! What a worker is at, in a file that outlives its process: the last word of one that was aborted.

use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

/// The file of a worker, there as long as the worker works.
pub struct Note {
    path: PathBuf,
    file: File,
    count: u64,
    content: Vec<u8>,
}

impl Note {
    /// A file in that folder.
    pub fn new(folder: &Path, worker: usize) -> Self {
        let path = folder.join(worker.to_string());
        let file = File::create(&path).expect("room for a note");
        Self { path, file, count: 0, content: Vec::new() }
    }

    /// Tells the input that comes now.
    pub fn tell(&mut self, target: &str, name: &str, input: &[u8]) {
        self.count += 1;
        self.content.clear();
        writeln!(self.content, "{} {} {target} {name}", self.count, input.len()).expect("memory");
        self.content.extend_from_slice(input);
        // Not cut to its length, which would be a second call for each input.
        self.file.rewind().and_then(|()| self.file.write_all(&self.content)).expect("a note");
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        fs::remove_file(&self.path).ok();
    }
}

/// An input that a worker is at.
pub struct Underway {
    /// The note.
    pub path: PathBuf,
    /// How many inputs the worker has come to.
    pub count: u64,
    /// The target.
    pub target: String,
    /// Its number, or that of a sample.
    pub name: String,
    /// The input.
    pub input: Vec<u8>,
}

/// What all workers are at whose notes lie in that folder.
pub fn underway(folder: &Path) -> Vec<Underway> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| read(entry.path())).collect()
}

/// None where the worker is about to write it, or gone.
fn read(path: PathBuf) -> Option<Underway> {
    let content = fs::read(&path).ok()?;
    let end = content.iter().position(|&byte| byte == b'\n')?;
    let mut words = std::str::from_utf8(&content[..end]).ok()?.split(' ');
    let count = words.next()?.parse().ok()?;
    let length: usize = words.next()?.parse().ok()?;
    let (target, name) = (words.next()?.to_owned(), words.next()?.to_owned());
    let input = content.get(end + 1..end + 1 + length)?.to_vec();
    Some(Underway { path, count, target, name, input })
}
