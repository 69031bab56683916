//! What is fuzzed: for each way by which something comes in, valid things to begin with, the words
//! of its language, and what must hold whatever comes.

mod journals;
mod layouts;
mod manifests;
mod methods;
mod plans;
mod points;
mod puzzles;
mod runs;
pub mod scratch;
mod settings;

use std::borrow::Cow;

/// What a reader said of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a valid thing, or there is one in it.
    Accepted,
    /// It is refused as it should be.
    Refused,
    /// What it asks for is not to be done here.
    Skipped,
}

/// A verdict, or what is wrong with the reader.
pub type Checked = Result<Verdict, String>;

/// One way by which something comes in.
pub struct Target {
    /// What it is called.
    pub name: &'static str,
    /// Valid things; none of them is empty.
    pub samples: fn() -> Vec<Vec<u8>>,
    /// Words of its language.
    pub words: &'static [&'static str],
    /// Reads an input and sees that all holds that must.
    pub check: fn(&[u8]) -> Checked,
}

/// All of them.
pub static TARGETS: [Target; 13] = [
    puzzles::DETECTED,
    puzzles::HEX,
    puzzles::TWODOKU,
    puzzles::OWN,
    layouts::TARGET,
    plans::TOML,
    plans::JSON,
    methods::TARGET,
    settings::TARGET,
    journals::TARGET,
    manifests::TARGET,
    runs::TARGET,
    points::TARGET,
];

/// The target of a name.
pub fn named(name: &str) -> Result<&'static Target, String> {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    let found = TARGETS.iter().find(|target| target.name == name);
    found.ok_or_else(|| format!("no target `{name}`; expected one of {}", names.join(", ")))
}

/// An error must begin with the file and, where `needs_line` says so, with a line of it. That it stays
/// on its line and commands no terminal is the console's business, whatever it quotes.
fn refused(message: &str, file: &str, needs_line: bool) -> Checked {
    let rest = message.strip_prefix(file);
    let has_line = rest.and_then(|rest| rest.strip_prefix(':')).is_some_and(|rest| {
        rest.starts_with(|symbol: char| symbol.is_ascii_digit() && symbol != '0')
    });
    match rest.is_some_and(|rest| !rest.is_empty()) && (has_line || !needs_line) {
        true => Ok(Verdict::Refused),
        false => Err(format!("an error without its place: {message}")),
    }
}

/// Input for readers of texts, which are never given anything but UTF-8: other bytes are replaced.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// What must be equal.
fn same<T: PartialEq>(what: &str, one: &T, other: &T) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what}: does not read back as itself")) }
}

fn bytes(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}
