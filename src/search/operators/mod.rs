//! The operators of the genetic algorithm, as data: what there is to choose from.
//!
//! Each is an enum tagged from outside with its parameters; an unknown key is refused. Faults of
//! the authors' programs are variants and values named `as-coded`.

mod breeding;
mod crossover;
mod improvement;
mod mutation;
mod response;

use serde::{Deserialize, Serialize};

pub use breeding::{
    Breeding, Keep, Mate, Pairs, ParentAndChild, Rank, Selection, Tournament, Truncation,
};
pub use crossover::{Bands, Crossover, Cut, OnePoint, StackScore, Uniform};
pub use improvement::{Improvement, Lines, Partners, RowSearch, Shared};
pub(super) use mutation::SwapTest;
pub use mutation::{
    Accept, Adaptive, CountLimit, Filter, Mutation, OneSwap, Places, Redraw, Stale, Swap,
};
pub use response::{
    ArchiveOf, ArchiveRule, Effect, Inject, Learning, Purge, Restart, Stagnation, Ties, Worst,
};

/// Which groups of cells are genes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// Each box is a permutation.
    Boxes,
    /// Each row is a permutation; single grids only, since rows of overlays share cells.
    Rows,
    /// Each cell is any digit.
    Cells,
}

impl Encoding {
    /// The word for it in method files.
    pub(in crate::search) fn word(self) -> &'static str {
        match self {
            Self::Boxes => "boxes",
            Self::Rows => "rows",
            Self::Cells => "cells",
        }
    }
}

/// How a fresh member is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fresh {
    /// The digits that a gene misses, in uniformly random order.
    Shuffled,
    /// Digit by digit as the listing of study 004 draws them.
    AsCoded,
}

/// Which populations are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Every one.
    Every,
    /// All but the last (program of study 000).
    AsCoded,
}
