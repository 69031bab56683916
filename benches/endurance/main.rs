//! Whether long runs keep what they promise: memory that does not grow, `--seconds` kept to one per
//! cent, and signals answered at once, by every method and every verb.

#![expect(clippy::print_stdout, reason = "a bench prints its tables")]

mod memory;
#[path = "../program/mod.rs"]
mod program;
mod seconds;
mod signals;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use program::sudoga;

/// Golden Nugget with a wrong digit more: no solution, which singles do not tell.
const HOPELESS: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5.82....6..4..7.....";

/// Puzzles and folders that all parts share.
pub struct Site {
    folder: PathBuf,
    /// Whether less of everything is to do.
    is_quick: bool,
}

impl Site {
    fn new(is_quick: bool) -> Self {
        let folder = std::env::temp_dir().join(format!("sudoga-endurance-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("hopeless.txt"), HOPELESS).expect("a file");
        let site = Self { folder, is_quick };
        site.make("25x25.txt", "generate --layout 25x25 --givens 250 --solutions any --seed 1 -q");
        site.make("49x49.txt", "generate --layout 49x49 --givens 900 --solutions any --seed 1 -q");
        site
    }

    fn make(&self, name: &str, words: &str) {
        let made = sudoga(words.split_whitespace()).stdout(self.file(name)).status();
        assert!(made.expect("the program starts").success(), "{words}");
    }

    fn file(&self, name: &str) -> fs::File {
        fs::File::create(self.path(name)).expect("a file")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Words as the program takes them; one with a slash in front is a file of the site.
    fn words(&self, words: &str) -> Vec<String> {
        let word = |word: &str| match word.strip_prefix('/') {
            Some(name) => self.path(name).display().to_string(),
            None => word.to_owned(),
        };
        words.split_whitespace().map(word).collect()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        fs::remove_dir_all(Path::new(&self.folder)).ok();
    }
}

/// Why a run has no number.
pub enum Missing {
    /// It had less to do, or does not take its setting.
    Meant(String),
    /// It should have one.
    Fault(String),
}

/// A part of the bench: its name, and what prints its table and tells what must not be.
type Part = (&'static str, fn(&Site) -> Vec<String>);

/// The names of all methods.
fn methods() -> Vec<String> {
    sudoga::method::names().map(str::to_owned).collect()
}

/// Without a word all parts, else those that are named: `memory`, `seconds`, `signals`; with `quick`
/// less of each. The exit code tells whether all that was promised was kept.
fn main() -> ExitCode {
    let mut words: Vec<String> =
        std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let is_quick = words.iter().any(|word| word == "quick");
    words.retain(|word| word != "quick");
    let site = Site::new(is_quick);
    let mut found = Vec::new();
    let parts: [Part; 3] =
        [("memory", memory::print), ("seconds", seconds::print), ("signals", signals::print)];
    for (name, print) in parts {
        if words.is_empty() || words.iter().any(|word| word == name) {
            let faults = print(&site);
            println!();
            found.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
        }
    }
    found.iter().for_each(|fault| println!("{fault}"));
    if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
