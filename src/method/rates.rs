//! The rates that a method declares: which of its parameters `--mutation` and `--crossover` mean.
//!
//! A declaration is no setting: it changes nothing in a run. It holds as long as its key leads to a
//! number; an operator that is replaced by another one takes its rate with it.

use std::fmt;

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// A rate that methods have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateName {
    /// How often something mutates.
    Mutation,
    /// How often something crosses.
    Crossover,
}

impl RateName {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Mutation, Self::Crossover];
}

impl fmt::Display for RateName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Mutation => "mutation",
            Self::Crossover => "crossover",
        })
    }
}

/// The key of each rate that a method file declares.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rates {
    mutation: Option<String>,
    crossover: Option<String>,
}

impl Rates {
    /// The key declared as a rate.
    pub fn key(&self, which: RateName) -> Option<&str> {
        match which {
            RateName::Mutation => self.mutation.as_deref(),
            RateName::Crossover => self.crossover.as_deref(),
        }
    }

    /// The declarations that hold for these settings, as the table of a method file.
    pub fn holding(&self, settings: &Table) -> Table {
        RateName::ALL
            .into_iter()
            .filter_map(|which| Some((which, self.key(which)?)))
            .filter(|(_, key)| is_number(settings, key))
            .map(|(which, key)| (which.to_string(), Value::from(key)))
            .collect()
    }
}

/// Whether a dotted key leads to a number.
pub(super) fn is_number(settings: &Table, key: &str) -> bool {
    let mut parts = key.split('.');
    let first = parts.next().and_then(|part| settings.get(part));
    let value = parts.fold(first, |value, part| value?.get(part));
    value.is_some_and(|value| value.is_float() || value.is_integer())
}
