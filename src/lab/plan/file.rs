//! A plan as it is written, in TOML or JSON: plain types, of which only the spelling is checked.
//!
//! What puzzles and methods it names is looked up elsewhere; here is where they stand in the
//! file, so that whatever is wrong with one of them can be told with its line.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use super::Pairing;
use super::error::PlanError;
use crate::method::wire;
use crate::solver::Budget;

/// What a plan says. Every key may be left out but `puzzles` and `methods`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlanFile {
    /// What the batch is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is for; decides nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The master seed; drawn when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Runs of each method on each puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<u64>,
    /// Whether methods share their seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairing: Option<Pairing>,
    /// Whether runs keep the course of their fitness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<bool>,
    /// Files, globs, @addresses, recipes, puzzles written out.
    pub puzzles: Vec<Value>,
    /// Presets, method files, methods written out.
    pub methods: Vec<Value>,
    /// What ends a run, instead of the methods' own caps.
    #[serde(default, skip_serializing_if = "Budget::is_unlimited")]
    pub budget: Budget,
    /// Settings of all methods, as `--set` takes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// A grid: values for settings of all methods.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub vary: Table,
}

/// A plan with where it comes from.
#[derive(Clone, Debug)]
pub struct Source {
    /// What messages call it.
    pub label: String,
    /// Where the files lie that it names.
    pub folder: PathBuf,
    /// What it says.
    pub plan: PlanFile,
    text: String,
}

impl Source {
    /// A plan file, in JSON when its name ends so; `-` is standard input.
    pub fn read(path: &Path) -> Result<Self, PlanError> {
        let unreadable = |error| PlanError::Unreadable { path: path.to_owned(), error };
        if path == Path::new("-") {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).map_err(unreadable)?;
            let is_json = text.trim_start().starts_with('{');
            return Self::parse("stdin", Path::new(""), text, is_json);
        }
        let text = fs::read_to_string(path).map_err(unreadable)?;
        let is_json = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut source = Self::parse(&path.display().to_string(), folder, text, is_json)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        source.plan.name.get_or_insert_with(|| stem.into_owned());
        Ok(source)
    }

    /// A plan that was put together, such as from a command line.
    pub fn made(label: &str, plan: PlanFile) -> Self {
        Self { label: label.to_owned(), folder: PathBuf::new(), plan, text: String::new() }
    }

    /// A plan from its text.
    pub fn parse(
        label: &str,
        folder: &Path,
        text: String,
        is_json: bool,
    ) -> Result<Self, PlanError> {
        let table = if is_json { from_json(label, &text)? } else { from_toml(label, &text)? };
        let plan = table.try_into().map_err(|error: toml::de::Error| {
            let (line, message) = wire::locate(&text, &error, &[]);
            PlanError::wrong(&place_at(label, line), message)
        })?;
        Ok(Self { label: label.to_owned(), folder: folder.to_owned(), plan, text })
    }

    /// File and line of a key, or of an entry of its list.
    pub fn place(&self, key: &str, entry: Option<usize>) -> String {
        let line = self.line(key, entry);
        if let (None, Some(entry)) = (line, entry) {
            return format!("{}: {key}, entry {}", self.label, entry + 1);
        }
        place_at(&self.label, line)
    }

    fn line(&self, key: &str, entry: Option<usize>) -> Option<usize> {
        let table = DeTable::parse(&self.text).ok()?;
        let (name, value) = table.get_ref().iter().find(|(name, _)| name.get_ref() == key)?;
        let start = match (entry, value.get_ref()) {
            (Some(entry), DeValue::Array(entries)) => entries.get(entry)?.span().start,
            _ => name.span().start,
        };
        Some(wire::line_of_offset(&self.text, start))
    }

    /// Says what is wrong with an entry that was read by serde.
    pub(super) fn misspelt(&self, place: &str, error: &toml::de::Error) -> PlanError {
        PlanError::wrong(place, wire::locate("", error, &[]).1)
    }
}

impl PlanFile {
    /// The plan as a TOML file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

fn place_at(label: &str, line: Option<usize>) -> String {
    line.map_or_else(|| label.to_owned(), |line| format!("{label}:{line}"))
}

fn from_toml(label: &str, text: &str) -> Result<Table, PlanError> {
    text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|span| wire::line_of_offset(text, span.start));
        PlanError::wrong(&place_at(label, line), error.message())
    })
}

fn from_json(label: &str, text: &str) -> Result<Table, PlanError> {
    let parsed = serde_json::from_str(text).map_err(|error| {
        let place = format!("{label}:{}:{}", error.line(), error.column());
        let message = error.to_string();
        let bare = message.rsplit_once(" at line ").map_or(message.as_str(), |(bare, _)| bare);
        PlanError::wrong(&place, bare)
    })?;
    match toml_of(parsed) {
        Ok(Value::Table(table)) => Ok(table),
        Ok(_) => Err(PlanError::wrong(label, "expected an object with `puzzles` and `methods`")),
        Err(path) => {
            let message = format!("{path}null has no meaning in a plan; leave the key out");
            Err(PlanError::wrong(label, message))
        }
    }
}

/// A JSON value as a TOML one, or the path to a null in it.
fn toml_of(value: serde_json::Value) -> Result<Value, String> {
    use serde_json::Value as Json;
    Ok(match value {
        Json::Null => return Err(String::new()),
        Json::Bool(truth) => Value::from(truth),
        Json::String(text) => Value::from(text),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::from(whole),
            None => Value::from(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::Array(items) => {
            Value::Array(items.into_iter().map(toml_of).collect::<Result<_, _>>()?)
        }
        Json::Object(fields) => {
            let field = |(key, value): (String, Json)| match toml_of(value) {
                Ok(value) => Ok((key, value)),
                Err(path) => Err(format!("{key}: {path}")),
            };
            Value::Table(fields.into_iter().map(field).collect::<Result<_, _>>()?)
        }
    })
}
