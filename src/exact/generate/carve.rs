//! Takes givens away from a full grid for as long as the promise about them holds.

use std::ops::ControlFlow;

use super::recipe::{Logic, Recipe};
use crate::board::digit::{Digit, EMPTY};
use crate::exact::Searcher;
use crate::logic::Candidates;
use crate::solver::{Budget, Meter, Observer, Stop};

/// Nodes after which a proof is given up and the given stays.
const NODES_A_PROOF: u64 = 5_000;

/// Empties groups of cells one after another, each with the proof that the promise still holds.
pub(super) struct Carver<'a> {
    recipe: &'a Recipe,
    searcher: &'a mut Searcher,
    candidates: Candidates,
    observer: &'a mut dyn Observer,
    /// Nodes that all proofs have taken.
    pub nodes: u64,
}

/// What carving has left of a grid.
pub(super) struct Carved {
    pub givens: Vec<Digit>,
    /// Whether every given that stays was proved necessary.
    pub is_minimal: bool,
}

/// What came of the attempt to empty some cells.
enum Attempt {
    Emptied,
    Necessary,
    Unproved,
}

impl<'a> Carver<'a> {
    pub(super) fn new(
        recipe: &'a Recipe,
        searcher: &'a mut Searcher,
        observer: &'a mut dyn Observer,
    ) -> Self {
        Self { recipe, searcher, candidates: Candidates::new(&recipe.layout), observer, nodes: 0 }
    }

    /// Goes through the groups once, until `fewest` givens are left.
    pub(super) fn carve(
        &mut self,
        grid: &[Digit],
        orbits: &[Vec<usize>],
        fewest: usize,
    ) -> ControlFlow<Stop, Carved> {
        let mut carved = Carved { givens: grid.to_vec(), is_minimal: true };
        let mut left = grid.len();
        for orbit in orbits {
            if left < fewest + orbit.len() {
                continue;
            }
            match self.try_to_empty(grid, &mut carved.givens, orbit)? {
                Attempt::Emptied => left -= orbit.len(),
                Attempt::Necessary => {}
                Attempt::Unproved => carved.is_minimal = false,
            }
        }
        ControlFlow::Continue(carved)
    }

    fn try_to_empty(
        &mut self,
        grid: &[Digit],
        givens: &mut [Digit],
        orbit: &[usize],
    ) -> ControlFlow<Stop, Attempt> {
        for &cell in orbit {
            givens[cell] = EMPTY;
        }
        let attempt = match self.recipe.logic {
            Logic::Singles => self.singles_suffice(givens),
            Logic::Any | Logic::BeyondSingles => self.stays_unique(grid, givens, orbit)?,
        };
        if !matches!(attempt, Attempt::Emptied) {
            for &cell in orbit {
                givens[cell] = grid[cell];
            }
        }
        ControlFlow::Continue(attempt)
    }

    fn singles_suffice(&mut self, givens: &[Digit]) -> Attempt {
        let reasoned = self.candidates.load(givens).and_then(|()| self.candidates.propagate());
        if reasoned.is_ok() && self.candidates.is_complete() {
            Attempt::Emptied
        } else {
            Attempt::Necessary
        }
    }

    /// The grid stays the only solution exactly when no solution differs from it in an emptied
    /// cell, since it was the only one before.
    fn stays_unique(
        &mut self,
        grid: &[Digit],
        givens: &[Digit],
        orbit: &[usize],
    ) -> ControlFlow<Stop, Attempt> {
        for &cell in orbit {
            let budget = Budget { nodes: Some(NODES_A_PROOF), ..Budget::default() };
            let mut meter = Meter::new(budget, self.observer);
            let other = self.searcher.find_without(givens, (cell, grid[cell]), &mut meter);
            self.nodes += meter.nodes();
            match other {
                ControlFlow::Continue(None) => {}
                ControlFlow::Continue(Some(_)) => return ControlFlow::Continue(Attempt::Necessary),
                ControlFlow::Break(Stop::Nodes) => return ControlFlow::Continue(Attempt::Unproved),
                ControlFlow::Break(stop) => return ControlFlow::Break(stop),
            }
        }
        ControlFlow::Continue(Attempt::Emptied)
    }
}
