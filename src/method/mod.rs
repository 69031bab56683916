//! The closed list of solvers as data: named presets and the files that users write.
//!
//! A method is a TOML file: `about`, `source`, `group`, `kind`, a `[budget]` of its own, and
//! settings that belong to the kind. A file may extend another one and `--set` may change any
//! setting; whatever comes out is checked as strictly as one file would be. Must not know how
//! a kind solves, nor anything of runs and their seeds.

mod error;
mod file;
mod kind;
mod merge;
mod place;
mod presets;

use std::path::Path;

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

pub use error::MethodError;
pub use merge::SetError;
pub use presets::names;

use crate::solver::{Budget, Solver};
use error::explain;
use file::{Layer, wrong};
use kind::Kind;

/// The keys of a method file that are not settings of its kind.
const OWN_KEYS: [&str; 6] = ["about", "source", "group", "kind", "budget", "extends"];

/// A solver as data, fully resolved.
#[derive(Clone, Debug)]
pub struct Method {
    name: String,
    head: Head,
    kind: Kind,
    /// Kind and settings as text; kept, since every run asks for it.
    identity: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    #[serde(default)]
    about: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    group: String,
    kind: String,
    #[serde(default)]
    budget: Cap,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Cap {
    generations: Option<u64>,
    evaluations: Option<u64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
}

impl Method {
    /// The method of a preset's name or of a file, changed by settings such as `order=random`.
    pub fn resolve(name_or_path: &str, sets: &[String]) -> Result<Self, MethodError> {
        let layers = file::load(name_or_path)?;
        let kind = kind_of(&layers)?;
        let mut table = Table::new();
        for layer in layers.iter().rev() {
            merge::merge(&mut table, layer.table.clone(), kind::operators(&kind));
        }
        let name = Path::new(name_or_path).file_stem().filter(|_| file::is_path(name_or_path));
        let name = name.map_or(name_or_path.into(), |stem| stem.to_string_lossy().into_owned());
        let method = Self::from_table(&name, table).map_err(|error| place(&layers, &error))?;
        if sets.is_empty() { Ok(method) } else { method.with(sets) }
    }

    /// What the method is called: its preset, or the stem of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it does, in a line.
    pub fn about(&self) -> &str {
        &self.head.about
    }

    /// Where the idea comes from.
    pub fn source(&self) -> &str {
        &self.head.source
    }

    /// The group it is listed in.
    pub fn group(&self) -> &str {
        &self.head.group
    }

    /// Its own cap.
    pub fn budget(&self) -> Budget {
        let Cap { generations, evaluations, nodes, seconds } = self.head.budget;
        Budget { generations, evaluations, nodes, seconds }
    }

    /// The budget of a run: what was asked for in units this method counts, else its own cap.
    pub fn budget_or(&self, asked: Budget) -> Budget {
        let counted = self.kind.solver().units().of(asked);
        if counted == Budget::default() { self.budget() } else { counted }
    }

    /// The whole method as a method file; equal settings give equal text.
    pub fn to_toml(&self) -> String {
        let Head { about, source, group, .. } = &self.head;
        let texts = [("about", about), ("source", source), ("group", group)];
        let head: String = texts
            .iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(key, text)| format!("{key} = {}\n", Value::from(text.as_str())))
            .collect();
        let cap = toml::to_string(&self.head.budget).unwrap_or_default();
        format!("{head}{}\n[budget]\n{cap}", self.identity)
    }

    /// The part of [`Method::to_toml`] that enters a run's seed: kind and settings. The cap does
    /// not, so that a longer run begins as the shorter one did.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The method, ready to solve.
    pub fn solver(&self) -> Box<dyn Solver> {
        self.kind.solver()
    }

    fn from_table(name: &str, mut table: Table) -> Result<Self, toml::de::Error> {
        let own = OWN_KEYS.iter().filter_map(|&key| table.remove_entry(key)).collect::<Table>();
        let head: Head = own.try_into()?;
        let kind = Kind::from_settings(&head.kind, table)?;
        let identity = identity(&kind).map_err(serde::de::Error::custom)?;
        Ok(Self { name: name.to_owned(), head, kind, identity })
    }

    fn with(self, sets: &[String]) -> Result<Self, MethodError> {
        let whole = |error: &dyn std::fmt::Display| wrong("--set".to_owned(), error.to_string());
        let mut table: Table = self.to_toml().parse().map_err(|error| whole(&error))?;
        for setting in sets {
            let (key, value) =
                setting.split_once('=').ok_or_else(|| MethodError::NoPair(setting.clone()))?;
            let path: Vec<&str> = key.trim().split('.').map(str::trim).collect();
            if path.contains(&"") {
                return Err(MethodError::NoPair(setting.clone()));
            }
            if OWN_KEYS.contains(&path[0]) && path[0] != "budget" {
                return Err(MethodError::NoParameter(path[0].to_owned()));
            }
            merge::set(&mut table, &path, value_of(value), kind::operators(&self.head.kind))
                .map_err(|error| MethodError::Set { setting: setting.clone(), error })?;
        }
        let text = table.to_string();
        Self::from_table(&self.name, table).map_err(|error| {
            let explained = explain(&error, &["budget"]);
            let found = explained.find_in(&text);
            wrong("--set".to_owned(), explained.message(found.as_ref()))
        })
    }
}

/// A value as TOML reads it; whatever is no TOML is a word, so that nobody needs two quotes.
fn value_of(text: &str) -> Value {
    text.trim().parse().unwrap_or_else(|_| Value::from(text.trim()))
}

fn identity(kind: &Kind) -> Result<String, toml::ser::Error> {
    let (name, settings) = kind.to_settings()?;
    Ok(format!("kind = {}\n{settings}", Value::from(name)))
}

/// The kind that all layers agree on: what extends a method is of its kind.
fn kind_of(layers: &[Layer]) -> Result<String, MethodError> {
    let mut kind: Option<&str> = None;
    for layer in layers.iter().rev() {
        let Some(own) = layer.table.get("kind").and_then(Value::as_str) else { continue };
        match kind {
            Some(base) if base != own => {
                let place = layer.place_of("kind").unwrap_or_default();
                let message = format!("kind is `{own}`, but what it extends is of kind `{base}`");
                return Err(wrong(place, message));
            }
            _ => kind = Some(own),
        }
    }
    let label = layers.first().map_or("", Layer::label).to_owned();
    let missing = || wrong(label, "no `kind`; expected kind = \"...\" or extends = \"...\"");
    kind.map(str::to_owned).ok_or_else(missing)
}

/// Says in which file, and on which line, an error of the merged table arose.
fn place(layers: &[Layer], error: &toml::de::Error) -> MethodError {
    let explained = explain(error, &OWN_KEYS);
    match layers.iter().find_map(|layer| layer.blame(&explained)) {
        Some((place, found)) => wrong(place, explained.message(Some(&found))),
        None => {
            let label = layers.first().map_or("", Layer::label);
            wrong(label.to_owned(), explained.message(None))
        }
    }
}
