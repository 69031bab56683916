//! How a child changes, and how often.

use serde::{Deserialize, Serialize};

use crate::rng::Rate;
use crate::search::rate;

/// How a child changes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    /// Not at all.
    None,
    /// In each gene, two free cells swap.
    Swap(Swap),
    /// In one gene, two free cells swap.
    OneSwap(OneSwap),
    /// Cells get a random digit.
    Redraw(Redraw),
}

/// In each gene, two free cells swap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Swap {
    /// Probability a gene.
    pub rate: Rate,
    /// Probability a gene that it is shuffled anew.
    pub reshuffle: Rate,
    /// Which swaps are made.
    pub filter: Filter,
    /// How often a digit may stand in a line after a swap.
    pub count_limit: CountLimit,
    /// Which mutants live.
    pub accept: Accept,
}

impl Default for Swap {
    fn default() -> Self {
        Self {
            rate: rate(0.1),
            reshuffle: Rate::ZERO,
            filter: Filter::Off,
            count_limit: CountLimit::Off,
            accept: Accept::Always,
        }
    }
}

/// In one random gene that has two free cells, two of them swap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct OneSwap {
    /// Probability a child.
    pub rate: Rate,
    /// The most swaps in one mutation; their number is drawn from 1 to this.
    pub swaps: u32,
    /// How gene and cells are drawn.
    pub places: Places,
    /// Which swaps are made.
    pub filter: Filter,
    /// How often a digit may stand in a line after a swap.
    pub count_limit: CountLimit,
    /// Which mutants live.
    pub accept: Accept,
}

impl Default for OneSwap {
    fn default() -> Self {
        Self {
            rate: rate(0.4),
            swaps: 1,
            places: Places::Free,
            filter: Filter::Off,
            count_limit: CountLimit::Off,
            accept: Accept::Always,
        }
    }
}

/// Which swaps are made: all of them by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct SwapTest {
    pub filter: Filter,
    pub count_limit: CountLimit,
}

impl Swap {
    pub(in crate::search) fn test(self) -> SwapTest {
        SwapTest { filter: self.filter, count_limit: self.count_limit }
    }
}

impl OneSwap {
    pub(in crate::search) fn test(self) -> SwapTest {
        SwapTest { filter: self.filter, count_limit: self.count_limit }
    }
}

/// How gene and cells of a swap are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Places {
    /// Among genes with two free cells, and among their free cells.
    Free,
    /// Among all, wasted on a given or on equal cells (listing of study 004).
    AsCoded,
}

/// Which swaps are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Filter {
    /// All.
    #[default]
    Off,
    /// Those after which at least one of the digits clashes with no peer (Wang et al. 2015).
    Admissible,
}

/// How often a digit may stand in a line after a swap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountLimit {
    /// As often as it likes.
    #[default]
    Off,
    /// As often as a box has rows.
    BoxSide,
    /// This often.
    Times(u32),
}

/// Which changes live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accept {
    /// All.
    #[default]
    Always,
    /// Those that do not make the fitness worse.
    NotWorse,
}

/// Cells get a random digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Redraw {
    /// Attempts a child; one that hits a given is wasted.
    pub amount: u32,
}

impl Default for Redraw {
    fn default() -> Self {
        Self { amount: 2 }
    }
}

/// Whether the mutation rate follows the course of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adaptive {
    /// It stays.
    Off,
    /// It grows while the best stays the same.
    Stale(Stale),
}

/// A mutation rate that grows while the best stays the same, and falls back when it does not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stale {
    /// Generations without a better best between two steps.
    pub after: u64,
    /// What a step multiplies the rate by.
    pub factor: f64,
    /// The highest rate.
    pub limit: Rate,
}

impl Default for Stale {
    fn default() -> Self {
        Self { after: 20, factor: 1.5, limit: rate(0.8) }
    }
}
