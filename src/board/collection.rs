//! The puzzles that come with the program, so that an installed binary has them.
//!
//! Every file under `puzzles/` is named here; a test compares the list with the folder.

use super::puzzle::Puzzle;
use super::text::{ReadError, ReadOptions, Reader};
use crate::board::nearest::nearest;

macro_rules! embedded {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/", $path)))),*]
    };
}

const FILES: &[(&str, &str)] = embedded![
    "16x16/easy.txt",
    "16x16/hard.txt",
    "16x16/medium.txt",
    "25x25/easy.txt",
    "25x25/hard.txt",
    "25x25/medium.txt",
    "9x9/easy.txt",
    "9x9/famous.txt",
    "9x9/hard.txt",
    "9x9/medium.txt",
    "9x9/studies.txt",
    "samurai/minimal.txt",
    "twodoku-minimal/minimal-1.txt",
    "twodoku-minimal/minimal-2.txt",
    "twodoku-minimal/minimal-3.txt",
    "twodoku-minimal/minimal-4.txt",
    "twodoku-minimal/minimal-5.txt",
    "twodoku-minimal/minimal-6.txt",
    "twodoku/easy-1.txt",
    "twodoku/easy-2.txt",
    "twodoku/easy-3.txt",
    "twodoku/hard-1.txt",
    "twodoku/hard-2.txt",
    "twodoku/medium-1.txt",
    "twodoku/medium-2.txt",
];

/// Why an address gives no puzzles.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    /// Nothing has that address.
    #[error("no puzzle @{address} in the collection; the nearest is @{nearest}")]
    Unknown {
        /// What was asked for, without the `@`.
        address: String,
        /// The nearest address that exists.
        nearest: String,
    },
    /// A file of the collection is faulty.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
}

/// The embedded files: path below `puzzles/` and content, sorted by path.
pub fn files() -> &'static [(&'static str, &'static str)] {
    FILES
}

/// The puzzles at an address without its `@`: a folder (`twodoku`), a file (`9x9/famous`) or one
/// puzzle by its name (`9x9/ai-escargot`).
pub fn find(address: &str) -> Result<Vec<Puzzle>, CollectionError> {
    let mut found = Vec::new();
    for &(path, content) in FILES {
        let (folder, stem) = parts(path);
        let is_whole =
            address == folder || address.strip_prefix(folder) == Some(&format!("/{stem}"));
        let wanted = address.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        if !is_whole && wanted.is_none() {
            continue;
        }
        for puzzle in puzzles(path, content) {
            let puzzle = puzzle?;
            if is_whole || wanted == Some(puzzle.name()) {
                found.push(puzzle);
            }
        }
    }
    if found.is_empty() { Err(unknown(address)) } else { Ok(found) }
}

/// All puzzles with their addresses, file by file.
pub fn all() -> Result<Vec<(String, Puzzle)>, CollectionError> {
    let mut found = Vec::new();
    for &(path, content) in FILES {
        let (folder, _) = parts(path);
        for puzzle in puzzles(path, content) {
            let puzzle = puzzle?;
            found.push((format!("{folder}/{}", puzzle.name()), puzzle));
        }
    }
    Ok(found)
}

/// Folder and stem of an embedded path.
fn parts(path: &str) -> (&str, &str) {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    (folder, file.rsplit_once('.').map_or(file, |(stem, _)| stem))
}

fn puzzles(path: &str, content: &'static str) -> Reader<&'static [u8]> {
    Reader::new(content.as_bytes(), path, ReadOptions::default())
}

fn unknown(address: &str) -> CollectionError {
    let puzzles = all().unwrap_or_default();
    let mut known: Vec<String> = puzzles.into_iter().map(|(address, _)| address).collect();
    for (path, _) in FILES {
        let (folder, stem) = parts(path);
        known.extend([folder.to_owned(), format!("{folder}/{stem}")]);
    }
    let nearest = nearest(address, known.iter().map(String::as_str)).unwrap_or_default();
    CollectionError::Unknown { address: address.to_owned(), nearest: nearest.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn files_below(folder: &Path, prefix: &str, paths: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                files_below(&entry.path(), &format!("{path}/"), paths);
            } else if path.ends_with(".txt") {
                paths.push(path);
            }
        }
    }

    #[test]
    fn the_list_is_the_folder() {
        let mut on_disk = Vec::new();
        files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles"), "", &mut on_disk);
        on_disk.sort_unstable();
        let listed: Vec<&str> = files().iter().map(|file| file.0).collect();
        assert_eq!(listed, on_disk, "name every file of puzzles/ in FILES, sorted");
    }

    #[test]
    fn every_file_reads_and_every_address_is_one_puzzle() {
        for (address, puzzle) in all().unwrap_or_else(|error| panic!("{error}")) {
            assert_eq!(find(&address).expect("an address"), [puzzle], "{address}");
        }
    }

    #[test]
    fn addresses_name_folders_files_and_puzzles() {
        assert_eq!(find("9x9/studies").expect("a file").len(), 5);
        assert_eq!(find("9x9/famous").expect("a file").len(), 6);
        let escargot = find("9x9/ai-escargot").expect("a puzzle");
        assert_eq!(escargot[0].given_count(), 23);
        assert!(find("9x9").expect("a folder").len() >= 11);
    }

    #[test]
    fn an_unknown_address_names_the_nearest() {
        let message = |address: &str| find(address).expect_err("unknown").to_string();
        assert_eq!(
            message("9x9/ai-escargo"),
            "no puzzle @9x9/ai-escargo in the collection; the nearest is @9x9/ai-escargot"
        );
        assert!(message("9x9/famos").ends_with("@9x9/famous"));
        assert!(message("9x").ends_with("@9x9"));
        assert!(message("").contains("the nearest is @"));
    }
}
