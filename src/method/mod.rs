//! The closed list of solvers as data: named presets and the files that users write.
//!
//! A method is a TOML file, or a table inside another file: `about`, `source`, `group`, `kind`,
//! `[rates]` that it declares, a `[budget]` of its own, and settings that belong to the kind. It
//! may extend another one and `--set` may change any setting; whatever comes out is checked as
//! strictly as one file would be. Must not know how a kind solves, nor anything of runs and their
//! seeds.

mod error;
mod file;
mod kind;
mod merge;
mod presets;
mod rates;
mod settings;
pub mod wire;

use std::path::Path;

use serde::Deserialize;
use toml::{Table, Value};

pub use error::MethodError;
pub use merge::SetError;
pub use presets::names;
pub use rates::RateName;
pub use settings::{setting_pair, split_setting, value_list};

use crate::board::plain::plain_name;
use crate::solver::{Budget, Solver};
use file::{Layer, wrong};
use kind::Kind;
use rates::Rates;
use settings::Setting;
use wire::explain;

/// The keys of a method file that are not settings of its kind.
const OWN_KEYS: [&str; 7] = ["about", "source", "group", "kind", "rates", "budget", "extends"];

/// The most parts of a dotted key. No parameter lies deeper, and tables are walked by recursion.
const MOST_PARTS: usize = 32;

/// What messages call settings of the command line.
const SET: &str = "--set";

/// A solver as data, fully resolved.
#[derive(Clone, Debug)]
pub struct Method {
    name: String,
    head: Head,
    kind: Kind,
    /// The settings of the kind, none left out.
    settings: Table,
    /// Kind and settings as text, and its digest; kept, since every run asks for them.
    identity: String,
    digest: [u8; 32],
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
    rates: Rates,
    #[serde(default)]
    budget: Budget,
}

impl Method {
    /// The method of a preset's name or of a file, changed by settings such as `order=random`.
    pub fn resolve(name_or_path: &str, sets: &[String]) -> Result<Self, MethodError> {
        let method = Self::resolve_in(name_or_path, Path::new(""))?;
        let parse = |text: &String| Setting::parse(text, SET);
        method.changed(sets.iter().map(parse).collect::<Result<_, _>>()?, SET)
    }

    /// The method of a preset's name, or of a file that is named relative to a folder.
    pub fn resolve_in(name_or_path: &str, folder: &Path) -> Result<Self, MethodError> {
        let layers = file::load(name_or_path, folder)?;
        let name = Path::new(name_or_path).file_stem().filter(|_| file::is_path(name_or_path));
        let name = name.map_or(name_or_path.into(), |stem| stem.to_string_lossy().into_owned());
        Self::merged(&name, &layers)
    }

    /// The method of a table that holds what a method file would. Messages call it by its place,
    /// such as `plan.toml:12`; a file that it extends is named relative to the folder.
    pub fn inline(
        name: &str,
        table: Table,
        place: &str,
        folder: &Path,
    ) -> Result<Self, MethodError> {
        Self::merged(name, &file::load_inline(table, place, folder)?)
    }

    /// The method with some settings changed, by dotted keys; the origin is what messages call the
    /// way by which they came, such as `vary`.
    pub fn with_settings(
        self,
        settings: &[(String, Value)],
        origin: &str,
    ) -> Result<Self, MethodError> {
        self.changed(settings.iter().map(Setting::typed).collect(), origin)
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

    /// Its own cap, in units that it counts.
    pub fn budget(&self) -> Budget {
        self.kind.solver().units().of(self.head.budget)
    }

    /// The budget of a run: what was asked for in units this method counts, else its own cap.
    pub fn budget_or(&self, asked: Budget) -> Budget {
        let counted = self.kind.solver().units().of(asked);
        if counted == Budget::default() { self.budget() } else { counted }
    }

    /// The key of the parameter that the method declares as a rate.
    pub fn rate_key(&self, rate: RateName) -> Result<&str, MethodError> {
        let method = || self.name.clone();
        match self.head.rates.key(rate) {
            None => Err(MethodError::NoRate { method: method(), rate }),
            Some(key) if rates::is_number(&self.settings, key) => Ok(key),
            Some(key) => Err(MethodError::LostRate { method: method(), rate, key: key.into() }),
        }
    }

    /// The whole method as a method file; equal settings give equal text.
    pub fn to_toml(&self) -> String {
        let head: String =
            self.texts().map(|(key, text)| format!("{key} = {}\n", Value::from(text))).collect();
        let rates = match self.head.rates.holding(&self.settings) {
            none if none.is_empty() => String::new(),
            rates => format!("\n[rates]\n{rates}"),
        };
        let cap = toml::to_string(&self.head.budget).unwrap_or_default();
        format!("{head}{}{rates}\n[budget]\n{cap}", self.identity)
    }

    /// The whole method as the table of a method file; [`Method::inline`] reads it back.
    pub fn to_table(&self) -> Table {
        let mut table = self.settings.clone();
        let kind = ("kind", self.head.kind.as_str());
        let texts = self.texts().chain([kind]);
        table.extend(texts.map(|(key, text)| (key.to_owned(), Value::from(text))));
        let rates = self.head.rates.holding(&self.settings);
        let budget = Table::try_from(self.head.budget).unwrap_or_default();
        let tables = [("rates", rates), ("budget", budget)];
        let filled = tables.into_iter().filter(|(_, inner)| !inner.is_empty());
        table.extend(filled.map(|(key, inner)| (key.to_owned(), Value::Table(inner))));
        table
    }

    /// The part of [`Method::to_toml`] that enters a run's seed: kind and settings. The cap does
    /// not, so that a longer run begins as the shorter one did.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The digest of [`Method::identity`].
    pub fn digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// The method, ready to solve.
    pub fn solver(&self) -> Box<dyn Solver> {
        self.kind.solver()
    }

    /// The lines of text that are there.
    fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let Head { about, source, group, .. } = &self.head;
        let texts = [("about", about), ("source", source), ("group", group)];
        texts
            .into_iter()
            .map(|(key, text)| (key, text.as_str()))
            .filter(|(_, text)| !text.is_empty())
    }

    /// What comes out when each layer is laid over what it extends.
    fn merged(name: &str, layers: &[Layer]) -> Result<Self, MethodError> {
        let kind = kind_of(layers)?;
        let mut table = Table::new();
        for layer in layers.iter().rev() {
            merge::merge(&mut table, layer.table.clone(), kind::operators(&kind));
        }
        Self::from_table(name, table).map_err(|error| place(layers, &error))
    }

    fn from_table(name: &str, mut table: Table) -> Result<Self, toml::de::Error> {
        let own = OWN_KEYS.iter().filter_map(|&key| table.remove_entry(key)).collect::<Table>();
        let head: Head = own.try_into()?;
        head.budget.check().map_err(serde::de::Error::custom)?;
        let kind = Kind::from_settings(&head.kind, table)?;
        let (kind_name, settings) = kind.to_settings().map_err(serde::de::Error::custom)?;
        let identity = format!("kind = {}\n{settings}", Value::from(kind_name));
        let digest = *blake3::hash(identity.as_bytes()).as_bytes();
        Ok(Self { name: plain_name(name), head, kind, settings, identity, digest })
    }

    fn changed(self, settings: Vec<Setting>, origin: &str) -> Result<Self, MethodError> {
        if settings.is_empty() {
            return Ok(self);
        }
        let mut table = self.to_table();
        for Setting { written, key, value } in settings {
            let path = path_of(&key, &written, origin)?;
            merge::set(&mut table, &path, value, kind::operators(&self.head.kind), origin)
                .map_err(|error| MethodError::Set {
                    origin: origin.to_owned(),
                    setting: written,
                    error: Box::new(error),
                })?;
        }
        let text = table.to_string();
        Self::from_table(&self.name, table).map_err(|error| {
            let explained = explain(&error, &["budget"]);
            let found = explained.find_in(&text);
            wrong(origin.to_owned(), explained.message(found.as_ref()))
        })
    }
}

/// The parts of the dotted key of a parameter.
fn path_of<'k>(key: &'k str, written: &str, origin: &str) -> Result<Vec<&'k str>, MethodError> {
    let origin = || origin.to_owned();
    let path: Vec<&str> = key.split('.').map(str::trim).collect();
    if path.len() > MOST_PARTS {
        let message = format!(
            "a key of {} parts, expected at most {MOST_PARTS}; see `list --show`",
            path.len()
        );
        return Err(wrong(origin(), message));
    }
    if path.contains(&"") {
        return Err(MethodError::NoPair { origin: origin(), setting: written.to_owned() });
    }
    if OWN_KEYS.contains(&path[0]) && path[0] != "budget" {
        return Err(MethodError::NoParameter { origin: origin(), key: path[0].to_owned() });
    }
    Ok(path)
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
