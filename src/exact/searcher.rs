//! Our exact search as others use it: find a solution, count solutions up to a limit, look for
//! a solution that avoids a digit. Chooses the engine by the layout alone.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::general::General;
use super::packed9;
use crate::board::digit::Digit;
use crate::board::{Grid, Layout, Puzzle};
use crate::logic::Strength;
use crate::rng::Rng;
use crate::solver::{Meter, Stop};

/// What is searched for.
pub(super) struct Quest<'a> {
    /// The givens, 0 where none.
    pub givens: &'a [Digit],
    /// A digit that a cell must not hold.
    pub excluded: Option<(usize, Digit)>,
    /// Stop after so many solutions.
    pub limit: u64,
    /// Give up as [`Stop::Unknown`] after so many nodes; the packed kernel never does.
    pub patience: Option<u64>,
    /// Digits are tried in an order drawn from this generator, and engines may restart; ascending
    /// and without restarts when absent, as proofs want it.
    pub random_order: Option<&'a mut Rng>,
}

impl<'a> Quest<'a> {
    pub(super) fn counting(givens: &'a [Digit], limit: u64) -> Self {
        Self { givens, excluded: None, limit, patience: None, random_order: None }
    }
}

/// Searches for solutions on one layout; keeps its memory from puzzle to puzzle.
pub struct Searcher {
    engine: Engine,
}

enum Engine {
    Packed9,
    General(Box<General>),
}

impl Searcher {
    /// The searcher that suits a layout: the packed kernel for one 9x9 grid, else the general
    /// search, with locked candidates and pairs from side 16 on, where they pay.
    pub fn new(layout: &Arc<Layout>) -> Self {
        if layout.side() == 9 && layout.grid_count() == 1 {
            return Self { engine: Engine::Packed9 };
        }
        let strength = if layout.side() >= 16 { Strength::Pairs } else { Strength::Singles };
        Self::with_strength(layout, strength)
    }

    /// The general search with a chosen strength of propagation.
    pub fn with_strength(layout: &Arc<Layout>, strength: Strength) -> Self {
        Self { engine: Engine::General(Box::new(General::new(layout, strength))) }
    }

    /// Counts solutions up to `limit`; breaks with the reason when the meter ends the search.
    pub fn count(
        &mut self,
        givens: &[Digit],
        limit: u64,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, u64> {
        match &mut self.engine {
            Engine::General(general) if limit == 2 => general.count_to_two(givens, meter),
            _ => self.search(Quest::counting(givens, limit), meter, &mut None),
        }
    }

    /// A solution, if there is one: the first in ascending order, found without restarts.
    pub fn find_first(
        &mut self,
        givens: &[Digit],
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Option<Grid>> {
        self.find_one(Quest::counting(givens, 1), meter)
    }

    /// A solution, if there is one, chosen by the seed of `rng` and found with restarts.
    pub fn find_random(
        &mut self,
        givens: &[Digit],
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Option<Grid>> {
        self.find_one(Quest { random_order: Some(rng), ..Quest::counting(givens, 1) }, meter)
    }

    /// A solution in which `cell` does not hold `digit`, if there is one.
    pub fn find_without(
        &mut self,
        givens: &[Digit],
        (cell, digit): (usize, Digit),
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Option<Grid>> {
        self.find_one(Quest { excluded: Some((cell, digit)), ..Quest::counting(givens, 1) }, meter)
    }

    fn find_one(
        &mut self,
        quest: Quest<'_>,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Option<Grid>> {
        let mut solution = None;
        self.search(quest, meter, &mut solution)?;
        ControlFlow::Continue(solution)
    }

    fn search(
        &mut self,
        quest: Quest<'_>,
        meter: &mut Meter<'_>,
        solution: &mut Option<Grid>,
    ) -> ControlFlow<Stop, u64> {
        match &mut self.engine {
            Engine::Packed9 => packed9::search(quest, meter, solution),
            Engine::General(general) => general.search(quest, meter, solution),
        }
    }
}

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

impl Count {
    /// The word for it in results and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::One => "one",
            Self::Several => "several",
            Self::Unknown => "unknown",
        }
    }
}

/// Whether a puzzle has no, one or several solutions. A search that the meter ends before the
/// answer is certain gives [`Count::Unknown`].
pub fn count(puzzle: &Puzzle, meter: &mut Meter<'_>) -> Count {
    match Searcher::new(puzzle.layout()).count(puzzle.givens(), 2, meter) {
        ControlFlow::Continue(0) => Count::None,
        ControlFlow::Continue(1) => Count::One,
        ControlFlow::Continue(_) => Count::Several,
        ControlFlow::Break(_) => Count::Unknown,
    }
}
