//! What kinds of method there are, each with the settings that belong to it.
//!
//! A new kind is a variant here and a struct of settings in its own room; the struct must
//! refuse keys it does not know, since a silent parameter is a false result.

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::merge;
use crate::exact::{Backtrack, Dfs, Exact, Singles};
use crate::search::{Anneal, AntColony, Memetic, Multistage, Variant};
use crate::solver::Solver;

/// The settings of a method, by kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    Ga(Box<Variant>),
    Dfs(NoSettings),
    Backtrack(Backtrack),
    Exact(Exact),
    Singles(NoSettings),
    Anneal(Anneal),
    AntColony(AntColony),
    Multistage(Multistage),
    Memetic(Memetic),
}

/// The settings of a method that has none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoSettings {}

impl Kind {
    /// The kind of that name with these settings, misspelt names and keys refused.
    pub fn from_settings(name: &str, mut settings: Table) -> Result<Self, toml::de::Error> {
        merge::spell_out(&mut settings, operators(name)).map_err(serde::de::Error::custom)?;
        let kind: Self =
            Table::from_iter([(name.to_owned(), Value::Table(settings))]).try_into()?;
        kind.check().map_err(serde::de::Error::custom)?;
        Ok(kind)
    }

    /// Refuses values that no single key can tell to be wrong.
    fn check(&self) -> Result<(), String> {
        match self {
            Self::Dfs(_) | Self::Backtrack(_) | Self::Exact(_) | Self::Singles(_) => Ok(()),
            Self::Ga(variant) => variant.check(),
            Self::Anneal(settings) => settings.check(),
            Self::AntColony(settings) => settings.check(),
            Self::Multistage(settings) => settings.check(),
            Self::Memetic(settings) => settings.check(),
        }
    }

    /// Name and settings, those that were left out filled in.
    pub fn to_settings(&self) -> Result<(String, Table), toml::ser::Error> {
        let tagged = Table::try_from(self)?;
        Ok(tagged
            .into_iter()
            .find_map(|(name, settings)| match settings {
                Value::Table(settings) => Some((name, settings)),
                _ => None,
            })
            .unwrap_or_default())
    }

    /// The method, ready to solve.
    pub fn solver(&self) -> Box<dyn Solver> {
        match self {
            Self::Ga(variant) => variant.clone(),
            Self::Dfs(_) => Box::new(Dfs),
            Self::Backtrack(settings) => Box::new(*settings),
            Self::Exact(settings) => Box::new(*settings),
            Self::Singles(_) => Box::new(Singles),
            Self::Anneal(settings) => Box::new(*settings),
            Self::AntColony(settings) => Box::new(*settings),
            Self::Multistage(settings) => Box::new(*settings),
            Self::Memetic(settings) => Box::new(*settings),
        }
    }
}

/// The keys of a kind that hold an operator: one tag, from outside, around its parameters.
pub(super) fn operators(kind: &str) -> &'static [&'static str] {
    match kind {
        "ga" => &[
            "prepare",
            "fitness",
            "selection",
            "breeding",
            "crossover",
            "mutation",
            "mutation.swap.count-limit",
            "mutation.one-swap.count-limit",
            "adaptive",
            "improvement",
            "stagnation",
        ],
        "anneal" => &["prepare", "chain"],
        "ant-colony" => &["prepare", "deposit"],
        "memetic" => &["prepare", "improvement"],
        "multistage" => &["prepare", "stagnation", "stagnation.anneal.redraw"],
        _ => &[],
    }
}
