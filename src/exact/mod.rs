//! Exact search: methods that find a solution or prove that there is none.
//!
//! Knows nothing of populations. Each search has its own propagation where the study it comes
//! from describes one.

pub mod backtrack;
pub mod dfs;
mod domains;
mod packed9;

pub use backtrack::{Backtrack, OnFailure, Order};
pub use dfs::Dfs;
pub use domains::Propagate;

use std::ops::ControlFlow;

use crate::board::Puzzle;
use crate::solver::Meter;

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// It is proved that there is none.
    None,
    /// Exactly one.
    One,
    /// Two or more.
    Several,
    /// The budget was spent before it was known.
    Unknown,
}

/// Counts the solutions of a puzzle up to `limit`.
pub fn count(puzzle: &Puzzle, limit: u64, meter: &mut Meter<'_>) -> Count {
    if puzzle.givens().len() != 81 || puzzle.layout().grid_count() != 1 {
        return Count::Unknown;
    }
    match packed9::search(puzzle.givens(), None, limit, None, meter, &mut None) {
        ControlFlow::Break(_) => Count::Unknown,
        ControlFlow::Continue(0) => Count::None,
        ControlFlow::Continue(1) => Count::One,
        ControlFlow::Continue(_) => Count::Several,
    }
}
