//! Method files, methods written inside other files, and what they extend: what is written where.

use std::path::{Path, PathBuf};

use toml::Table;

use super::error::MethodError;
use super::presets;
use super::wire::place::{self, Found};
use super::wire::{self, Explained};
use crate::board::nearest::nearest;
use crate::board::whole;

/// The most bytes of a method file; a whole method has some 2 KB.
const MOST_BYTES: u64 = 1 << 20;

/// The most files that may extend each other in a row.
const LONGEST_CHAIN: usize = 64;

/// One file of a method, or a table inside another file, as written.
pub(super) struct Layer {
    label: String,
    text: String,
    /// Whether the label alone tells the place: of a table inside another file the lines are not
    /// known here.
    is_inline: bool,
    /// What the file says, without its `extends`.
    pub table: Table,
}

impl Layer {
    /// File and line of a key, when the key stands in this file.
    pub fn place_of(&self, key: &str) -> Option<String> {
        place::find(&self.text, &[key]).map(|found| self.place(&found))
    }

    /// What an error is about, when it stands in this file, with file and line.
    pub fn blame(&self, explained: &Explained) -> Option<(String, Found)> {
        // The keys of `rates` are called as the operators are that most errors are about.
        let found = explained.find_outside("rates", &self.text)?;
        Some((self.place(&found), found))
    }

    fn place(&self, found: &Found) -> String {
        if self.is_inline { self.label.clone() } else { format!("{}:{}", self.label, found.line) }
    }

    /// What messages call the file.
    pub fn label(&self) -> &str {
        &self.label
    }

    fn parse(label: String, text: String) -> Result<(Self, Option<String>), MethodError> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            let (line, message) = wire::locate(&text, &error, &[]);
            wrong(format!("{label}:{}", line.unwrap_or(1)), message)
        })?;
        Self { label, text, is_inline: false, table }.split()
    }

    /// Takes out what the layer extends.
    fn split(mut self) -> Result<(Self, Option<String>), MethodError> {
        match self.table.remove("extends") {
            None => Ok((self, None)),
            Some(toml::Value::String(name)) => Ok((self, Some(name))),
            Some(_) => {
                let place = self.place_of("extends").unwrap_or_default();
                Err(wrong(place, "extends: expected the name of a method, or a path"))
            }
        }
    }
}

/// Whether a method is named by a file rather than by the name of a preset.
pub(super) fn is_path(name: &str) -> bool {
    name.contains(std::path::is_separator)
        || Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

/// A preset or a file, and all it extends, itself first; a file is named relative to a folder.
pub(super) fn load(name: &str, folder: &Path) -> Result<Vec<Layer>, MethodError> {
    follow(Vec::new(), Some(Source::named(name, folder)))
}

/// A table that stands at a place of another file, and all it extends, itself first; files are named
/// relative to a folder.
pub(super) fn load_inline(
    table: Table,
    place: &str,
    folder: &Path,
) -> Result<Vec<Layer>, MethodError> {
    let (label, text) = (place.to_owned(), table.to_string());
    let (layer, extends) = Layer { label, text, is_inline: true, table }.split()?;
    follow(vec![layer], extends.map(|name| Source::named(&name, folder)))
}

/// Adds a source and all it extends.
fn follow(mut layers: Vec<Layer>, mut next: Option<Source>) -> Result<Vec<Layer>, MethodError> {
    let mut seen: Vec<Source> = Vec::new();
    while let Some(source) = next {
        let circle = seen.iter().any(|earlier| earlier.is(&source));
        seen.push(source);
        if circle {
            return Err(MethodError::Cycle(seen.iter().map(Source::label).collect()));
        }
        if seen.len() > LONGEST_CHAIN {
            let place = layers.last().and_then(|layer: &Layer| layer.place_of("extends"));
            let message = format!(
                "extends: more than {LONGEST_CHAIN} files extend each other; put several into one"
            );
            return Err(wrong(place.unwrap_or_default(), message));
        }
        let source = &seen[seen.len() - 1];
        let text = source.read(layers.last())?;
        let (layer, extends) = Layer::parse(source.label(), text)?;
        next = extends.map(|name| Source::named(&name, source.folder()));
        layers.push(layer);
    }
    Ok(layers)
}

enum Source {
    Preset(String),
    File(PathBuf),
}

impl Source {
    fn named(name: &str, folder: &Path) -> Self {
        if !is_path(name) {
            return Self::Preset(name.to_owned());
        }
        Self::File(folder.join(name))
    }

    /// Whether two sources are one; a file may be spelt in several ways.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Preset(one), Self::Preset(other)) => one == other,
            (Self::File(one), Self::File(other)) => {
                one == other
                    || one
                        .canonicalize()
                        .ok()
                        .is_some_and(|one| other.canonicalize().is_ok_and(|other| one == other))
            }
            _ => false,
        }
    }

    fn label(&self) -> String {
        match self {
            Self::Preset(name) => name.clone(),
            Self::File(path) => path.display().to_string(),
        }
    }

    fn folder(&self) -> &Path {
        match self {
            Self::Preset(_) => Path::new(""),
            Self::File(path) => path.parent().unwrap_or(Path::new("")),
        }
    }

    /// The text; an error names the place of the child that extends this.
    fn read(&self, child: Option<&Layer>) -> Result<String, MethodError> {
        let place = || {
            let place = child.and_then(|child| child.place_of("extends"));
            place.map(|place| format!("{place}: ")).unwrap_or_default()
        };
        match self {
            Self::Preset(name) => {
                presets::text(name).map(str::to_owned).ok_or_else(|| MethodError::Unknown {
                    place: place(),
                    name: name.clone(),
                    nearest: nearest(name, presets::names()).map(str::to_owned),
                })
            }
            Self::File(path) => whole::read_text(path, MOST_BYTES).map_err(|error| {
                MethodError::Unreadable { place: place(), path: self.label(), error }
            }),
        }
    }
}

pub(super) fn wrong(place: String, message: impl Into<String>) -> MethodError {
    MethodError::Wrong { place, message: message.into() }
}
