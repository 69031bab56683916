//! A plan as it is written, in TOML or JSON: plain types, of which only the spelling is checked.
//!
//! What puzzles and methods it names is looked up elsewhere; here is where they stand in the
//! file, so that whatever is wrong with one of them can be told with its line.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use super::error::PlanError;
use super::json::Strict;
use super::{Pairing, Primary};
use crate::board::whole;
use crate::method::wire;
use crate::solver::Budget;

/// The most bytes of a plan: room for a million 9x9 puzzles that are written out.
const MOST_BYTES: u64 = 256 << 20;

/// What a plan cannot be without.
const NEEDS: &str = "; a plan has at least puzzles = [\"...\"] and methods = [\"...\"]";

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
    /// The question of a comparison; decides no run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primary: Option<Primary>,
    /// Whether runs keep the course of their fitness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<bool>,
    /// Whether runs keep which solution they found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<bool>,
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
    /// The line of each key, and of each entry of its list.
    lines: BTreeMap<(String, Option<usize>), usize>,
}

impl Source {
    /// A plan file, in JSON when its name ends so; `-` is standard input.
    pub fn read(path: &Path) -> Result<Self, PlanError> {
        let unreadable = |error| PlanError::Unreadable { path: path.to_owned(), error };
        if path == Path::new("-") {
            let bytes = whole::read_from(io::stdin(), MOST_BYTES).map_err(unreadable)?;
            let text = whole::as_text(bytes).map_err(unreadable)?;
            let is_json = without_mark(&text).trim_start().starts_with('{');
            return Self::parse("stdin", Path::new(""), &text, is_json);
        }
        let text = whole::read_text(path, MOST_BYTES).map_err(unreadable)?;
        let is_json = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut source = Self::parse(&path.display().to_string(), folder, &text, is_json)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        source.plan.name.get_or_insert_with(|| stem.into_owned());
        Ok(source)
    }

    /// A plan that was put together, such as from a command line.
    pub fn made(label: &str, plan: PlanFile) -> Self {
        let lines = BTreeMap::new();
        Self { label: label.to_owned(), folder: PathBuf::new(), plan, lines }
    }

    /// A plan from its text.
    pub fn parse(label: &str, folder: &Path, text: &str, is_json: bool) -> Result<Self, PlanError> {
        let text = without_mark(text);
        let table = if is_json { from_json(label, text)? } else { from_toml(label, text)? };
        let plan = table.try_into().map_err(|error: toml::de::Error| {
            // To look for a line in JSON would take it through the parser of TOML, for nothing.
            let (line, message) = wire::locate(if is_json { "" } else { text }, &error, &[]);
            let lacks = error.message().starts_with("missing field");
            let hint = if lacks { NEEDS } else { "" };
            PlanError::wrong(&place_at(label, line), message + hint)
        })?;
        // Those of a JSON file are not known, and to look for them takes more memory than all the rest.
        let lines = if is_json { BTreeMap::new() } else { lines(text) };
        Ok(Self { label: label.to_owned(), folder: folder.to_owned(), plan, lines })
    }

    /// File and line of a key, or of an entry of its list.
    pub fn place(&self, key: &str, entry: Option<usize>) -> String {
        match (self.lines.get(&(key.to_owned(), entry)), entry) {
            (Some(&line), _) => place_at(&self.label, Some(line)),
            (None, Some(entry)) => format!("{}: {key}, entry {}", self.label, entry + 1),
            (None, None) => self.label.clone(),
        }
    }

    /// Says what is wrong with an entry that was read by serde.
    pub(super) fn misspelt(&self, place: &str, error: &toml::de::Error) -> PlanError {
        PlanError::wrong(place, wire::locate("", error, &[]).1)
    }
}

/// Lines of the keys of a TOML file and of the entries of their lists.
fn lines(text: &str) -> BTreeMap<(String, Option<usize>), usize> {
    let Ok(table) = DeTable::parse(text) else { return BTreeMap::new() };
    let mut starts: Vec<(usize, (String, Option<usize>))> = Vec::new();
    for (key, value) in table.get_ref() {
        let name = key.get_ref().to_string();
        if let DeValue::Array(entries) = value.get_ref() {
            let each = entries.iter().enumerate();
            starts.extend(
                each.map(|(index, entry)| (entry.span().start, (name.clone(), Some(index)))),
            );
        }
        starts.push((key.span().start, (name, None)));
    }
    starts.sort_unstable();
    let (mut line, mut passed) = (1, 0);
    let mut lines = BTreeMap::new();
    for (start, place) in starts {
        line += text.as_bytes()[passed..start].iter().filter(|&&byte| byte == b'\n').count();
        passed = start;
        lines.insert(place, line);
    }
    lines
}

impl PlanFile {
    /// How many puzzles its recipes ask for, as far as that can be told without reading them.
    pub fn puzzles_to_make(&self) -> u64 {
        let recipes = self.puzzles.iter().filter(|entry| entry.get("generate").is_some());
        let count = |recipe: &Value| {
            let each = recipe.get("count").and_then(Value::as_integer).unwrap_or(1).max(0) as u64;
            let targets = recipe.get("givens").and_then(Value::as_array).map_or(1, Vec::len);
            each.saturating_mul(targets as u64)
        };
        recipes.map(count).fold(0, u64::saturating_add)
    }

    /// The digest of what it says in JSON with these puzzles in the place of its own, which are none:
    /// a hundred thousand of them are written straight into the digest, and never held together.
    pub fn digest_with(&self, puzzles: impl Iterator<Item = Value>) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"sudoga plan 1\n");
        let text = serde_json::to_string(self).unwrap_or_default();
        // What stands before it are words and numbers of ours, so that it is the first.
        let (before, after) = text.split_once("\"puzzles\":[]").unwrap_or((&text, ""));
        hasher.update(before.as_bytes());
        hasher.update(b"\"puzzles\":[");
        let mut target = BufWriter::with_capacity(1 << 16, &mut hasher);
        for (place, puzzle) in puzzles.enumerate() {
            // Neither a puzzle nor the digest can fail.
            target.write_all(if place > 0 { b"," } else { b"" }).ok();
            serde_json::to_writer(&mut target, &puzzle).ok();
        }
        target.flush().ok();
        drop(target);
        hasher.update(b"]");
        hasher.update(after.as_bytes());
        hasher.finalize()
    }

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

/// A text without the mark that some editors put before it.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn from_json(label: &str, text: &str) -> Result<Table, PlanError> {
    let parsed: Result<Strict, _> = serde_json::from_str(text);
    match parsed {
        Ok(Strict(Value::Table(table))) => Ok(table),
        Ok(_) => Err(PlanError::wrong(label, format!("expected an object{NEEDS}"))),
        Err(error) => {
            let place = format!("{label}:{}:{}", error.line(), error.column());
            let message = error.to_string();
            let bare = message.rsplit_once(" at line ").map_or(message.as_str(), |(bare, _)| bare);
            Err(PlanError::wrong(&place, bare))
        }
    }
}
