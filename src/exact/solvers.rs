//! Our exact methods as solvers: `exact` searches, `singles` only reasons.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::searcher::Searcher;
use crate::board::{Grid, Puzzle};
use crate::logic::{Candidates, Strength};
use crate::rng::Rng;
use crate::solver::{Finding, Meter, Solver, Stop};

/// How far `exact` reasons before it guesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reasoning {
    /// Whatever suits the layout.
    #[default]
    Auto,
    /// Naked and hidden singles.
    Singles,
    /// Singles and locked candidates.
    LockedCandidates,
    /// Singles, locked candidates, naked and hidden pairs.
    Pairs,
}

/// The propagating search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Exact {
    /// How far it reasons before it guesses.
    pub propagate: Reasoning,
    /// Digits in a seeded order, with restarts; else ascending, without.
    pub restarts: bool,
}

impl Default for Exact {
    fn default() -> Self {
        Self { propagate: Reasoning::Auto, restarts: true }
    }
}

impl Solver for Exact {
    fn solve(&self, puzzle: &Puzzle, rng: &mut Rng, meter: &mut Meter<'_>) -> Finding {
        let layout = puzzle.layout();
        let mut searcher = match self.propagate {
            Reasoning::Auto => Searcher::new(layout),
            Reasoning::Singles => Searcher::with_strength(layout, Strength::Singles),
            Reasoning::LockedCandidates => Searcher::with_strength(layout, Strength::Locked),
            Reasoning::Pairs => Searcher::with_strength(layout, Strength::Pairs),
        };
        let found = if self.restarts {
            searcher.find_random(puzzle.givens(), rng, meter)
        } else {
            searcher.find_first(puzzle.givens(), meter)
        };
        match found {
            ControlFlow::Continue(Some(grid)) => Finding::new(Stop::Solved, Some(grid)),
            ControlFlow::Continue(None) => Finding::new(Stop::NoSolution, None),
            ControlFlow::Break(stop) => Finding::new(stop, None),
        }
    }
}

/// Naked and hidden singles to the end, and no guess.
#[derive(Clone, Copy, Debug)]
pub struct Singles;

impl Solver for Singles {
    fn solve(&self, puzzle: &Puzzle, _: &mut Rng, _: &mut Meter<'_>) -> Finding {
        let mut candidates = Candidates::new(puzzle.layout());
        let reasoned = candidates.load(puzzle.givens()).and_then(|()| candidates.propagate());
        if reasoned.is_err() {
            Finding::new(Stop::NoSolution, None)
        } else if candidates.is_complete() {
            Finding::new(Stop::Singles, Some(Grid::new(candidates.digits())))
        } else {
            Finding::new(Stop::Unknown, None)
        }
    }
}
