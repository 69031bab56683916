//! How two parents make a child.

use serde::{Deserialize, Serialize};

use crate::rng::Rate;
use crate::search::rate;

/// How two parents make a child.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// Children are copies.
    None,
    /// Child 1 takes each band, child 2 each stack, from the parent whose lines there are better
    /// (Sato and Inoue 2010).
    Bands(Bands),
    /// Each gene from either parent.
    Uniform(Uniform),
    /// The first genes of one parent, the rest of the other.
    OnePoint(OnePoint),
}

/// Crossover by bands and stacks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bands {
    /// Probability that a pair crosses.
    pub rate: Rate,
    /// Which columns are the score of a stack.
    pub stack_score: StackScore,
}

impl Default for Bands {
    fn default() -> Self {
        Self { rate: rate(0.1), stack_score: StackScore::OwnColumns }
    }
}

/// Which columns are the score of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StackScore {
    /// The columns that cross it.
    OwnColumns,
    /// Columns s, s + k, s + 2k for stack s, as the program of study 000 has it.
    AsCoded,
}

/// Each gene from either parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Uniform {
    /// Probability that a pair crosses.
    pub rate: Rate,
    /// Probability that a gene comes from the other parent.
    pub share: Rate,
}

impl Default for Uniform {
    fn default() -> Self {
        Self { rate: Rate::ONE, share: Rate::HALF }
    }
}

/// The first genes of one parent, the rest of the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OnePoint {
    /// Probability that a pair crosses.
    pub rate: Rate,
    /// Where the cut may lie.
    pub cut: Cut,
}

impl Default for OnePoint {
    fn default() -> Self {
        Self { rate: rate(0.8), cut: Cut::Inner }
    }
}

/// Where a cut may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// After 1 to n - 1 genes.
    Inner,
    /// After 0 to n - 1 genes, so that one child in n is a copy (listing of study 004).
    AsCoded,
}
