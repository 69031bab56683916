//! Method files and the presets they extend: what is written where.

use std::path::{Path, PathBuf};

use toml::Table;

use super::error::{Explained, MethodError};
use super::place::{self, Found, line_of_offset};
use super::presets;
use crate::board::nearest::nearest;

/// One file of a method, as written.
pub(super) struct Layer {
    label: String,
    text: String,
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
        let found = explained.find_in(&self.text)?;
        Some((self.place(&found), found))
    }

    fn place(&self, found: &Found) -> String {
        format!("{}:{}", self.label, found.line)
    }

    /// What messages call the file.
    pub fn label(&self) -> &str {
        &self.label
    }

    fn parse(label: String, text: String) -> Result<(Self, Option<String>), MethodError> {
        let mut table: Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| line_of_offset(&text, span.start));
            wrong(format!("{label}:{line}"), error.message())
        })?;
        let extends = match table.remove("extends") {
            None => None,
            Some(toml::Value::String(name)) => Some(name),
            Some(_) => {
                let line = place::find(&text, &["extends"]).map_or(1, |found| found.line);
                let place = format!("{label}:{line}");
                return Err(wrong(place, "extends: expected the name of a method, or a path"));
            }
        };
        Ok((Self { label, text, table }, extends))
    }
}

/// Whether a method is named by a file rather than by the name of a preset.
pub(super) fn is_path(name: &str) -> bool {
    name.contains(std::path::is_separator)
        || Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

/// A file and all it extends, the file itself first.
pub(super) fn load(name: &str) -> Result<Vec<Layer>, MethodError> {
    let mut layers: Vec<Layer> = Vec::new();
    let mut seen: Vec<Source> = Vec::new();
    let mut next = Some(Source::named(name, Path::new("")));
    while let Some(source) = next {
        let circle = seen.iter().any(|earlier| earlier.is(&source));
        seen.push(source);
        if circle {
            return Err(MethodError::Cycle(seen.iter().map(Source::label).collect()));
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

    fn read(&self, child: Option<&Layer>) -> Result<String, MethodError> {
        match self {
            Self::Preset(name) => {
                presets::text(name).map(str::to_owned).ok_or_else(|| MethodError::Unknown {
                    place: child
                        .and_then(|child| child.place_of("extends"))
                        .map(|place| format!("{place}: "))
                        .unwrap_or_default(),
                    name: name.clone(),
                    nearest: nearest(name, presets::names()).map(str::to_owned),
                })
            }
            Self::File(path) => std::fs::read_to_string(path)
                .map_err(|error| MethodError::Unreadable { path: self.label(), error }),
        }
    }
}

pub(super) fn wrong(place: String, message: impl Into<String>) -> MethodError {
    MethodError::Wrong { place, message: message.into() }
}
