//! The rules of fitness: what guides a variant. The cost, the same for all methods, is not here.
//!
//! Inside the search a member has a *key*: a whole number whose order is the order of fitness,
//! smaller is better. A rule says what a key means.

use serde::{Deserialize, Serialize};

/// A rule of fitness.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fitness {
    /// Missing digits over all units that the encoding does not already fill; 0 = solved.
    Missing,
    /// Distinct digits over all units, maximised (study 001).
    Distinct,
    /// 1 / (1 + pairs of equal digits in lines), maximised (Gerges, Zouein and Azar 2018).
    EqualPairs,
    /// The product of side / distinct digits over the units; 1 = solved (study 004).
    Product,
    /// Units with a repeated digit (Wang et al. 2023).
    IllegalUnits,
    /// Missing digits plus the uncertainty of the cells (after Pathak and Kumar 2023).
    Entropy(Entropy),
}

/// The weight of uncertainty beside missing digits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Entropy {
    /// What one bit of uncertainty counts, in missing digits.
    pub weight: f64,
}

impl Default for Entropy {
    fn default() -> Self {
        Self { weight: 0.1 }
    }
}

impl Fitness {
    /// Whether keys are the cost itself.
    pub(super) fn is_cost(self) -> bool {
        matches!(self, Self::Missing | Self::Distinct)
    }

    /// Whether keys are small whole numbers, and not the bits of a positive float.
    pub(super) fn is_whole(self) -> bool {
        !matches!(self, Self::Product | Self::Entropy(_))
    }

    /// How far a key is from a solution: 0 when solved, larger is worse.
    pub(super) fn penalty(self, key: u64) -> f64 {
        match self {
            Self::Product => f64::from_bits(key) - 1.0,
            Self::Entropy(_) => f64::from_bits(key),
            _ => key as f64,
        }
    }

    /// The fitness as the rule's authors state it; `full` is side times units.
    pub(super) fn value(self, key: u64, full: u32) -> f64 {
        match self {
            Self::Missing | Self::IllegalUnits => key as f64,
            Self::Distinct => f64::from(full) - key as f64,
            Self::EqualPairs => 1.0 / (1.0 + key as f64),
            Self::Product | Self::Entropy(_) => f64::from_bits(key),
        }
    }

    /// A positive weight for selection in proportion to fitness; larger is better.
    pub(super) fn merit(self, key: u64, full: u32) -> f64 {
        match self {
            Self::Distinct => self.value(key, full),
            Self::Product => 1.0 / f64::from_bits(key),
            _ => 1.0 / (1.0 + self.penalty(key)),
        }
    }
}
