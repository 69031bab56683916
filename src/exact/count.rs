//! How many solutions: none, one, several, or cut short by the budget.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::general::{General, Quest};
use crate::board::digit::{Digit, EMPTY};
use crate::board::{Grid, Layout, Puzzle};
use crate::logic::Strength;
use crate::rng::Rng;
use crate::solver::{Meter, Stop};

/// What is known about the number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// There is none.
    None,
    /// There is exactly one.
    One,
    /// There are at least two.
    Several,
    /// The budget ended the search before it was known.
    Unknown,
}

/// The strength of propagation that pays on a layout.
pub(super) fn fitting_strength(layout: &Layout) -> Strength {
    if layout.side() >= 16 { Strength::Pairs } else { Strength::Singles }
}

/// Searches for solutions on one layout; keeps its memory from puzzle to puzzle.
pub struct Searcher {
    general: General,
}

impl Searcher {
    /// A searcher for a layout.
    pub fn new(layout: &Arc<Layout>) -> Self {
        Self { general: General::new(layout, fitting_strength(layout)) }
    }

    /// Counts solutions up to `limit`; breaks with the reason when the meter ends the search.
    pub fn count(
        &mut self,
        givens: &[Digit],
        limit: u64,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, u64> {
        let quest = Quest { givens, excluded: None, limit, random: None };
        self.general.search(quest, meter, &mut None)
    }

    /// A solution in which `cell` does not hold `digit`, if there is one.
    pub fn find_without(
        &mut self,
        givens: &[Digit],
        cell: usize,
        digit: Digit,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Option<Grid>> {
        let mut solution = None;
        let quest = Quest { givens, excluded: Some((cell, digit)), limit: 1, random: None };
        self.general.search(quest, meter, &mut solution)?;
        ControlFlow::Continue(solution)
    }

    /// A solution chosen by the seed of `rng`, if there is one.
    pub fn find(
        &mut self,
        givens: &[Digit],
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Option<Grid>> {
        let mut solution = None;
        let quest = Quest { givens, excluded: None, limit: 1, random: Some(rng) };
        self.general.search(quest, meter, &mut solution)?;
        ControlFlow::Continue(solution)
    }
}

/// Whether a puzzle has no, one or several solutions. A search ended by the meter before the
/// answer is certain gives [`Count::Unknown`].
pub fn count(puzzle: &Puzzle, meter: &mut Meter<'_>) -> Count {
    debug_assert!(puzzle.givens().iter().any(|&digit| digit == EMPTY) || puzzle.given_count() > 0);
    match Searcher::new(puzzle.layout()).count(puzzle.givens(), 2, meter) {
        ControlFlow::Continue(0) => Count::None,
        ControlFlow::Continue(1) => Count::One,
        ControlFlow::Continue(_) => Count::Several,
        ControlFlow::Break(_) => Count::Unknown,
    }
}
