//! What logic fills in before a search begins.

use serde::{Deserialize, Serialize};

use super::as_coded;
use crate::board::{Grid, Puzzle};
use crate::logic::Candidates;
use crate::solver::{Finding, Stop, Trace};

/// How a puzzle is prepared for a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prepare {
    /// Not at all.
    #[default]
    Off,
    /// Naked and hidden singles until nothing more follows; what they fill becomes given.
    Singles,
    /// Rounds of naked, then hidden singles, and no more of them (listing of study 004).
    Rounds(u32),
}

/// A puzzle made ready for a search.
pub(super) struct Prepared {
    pub puzzle: Puzzle,
    /// Cells that logic filled.
    pub filled: u32,
}

impl Prepare {
    /// The puzzle to search, or the end of the run where logic settles it.
    pub(super) fn apply(self, puzzle: &Puzzle) -> Result<Prepared, Box<Finding>> {
        match self {
            Self::Off => Ok(Prepared { puzzle: puzzle.clone(), filled: 0 }),
            Self::Singles => singles(puzzle),
            Self::Rounds(rounds) => Prepared::of(puzzle, as_coded::singles(puzzle, rounds)),
        }
    }
}

fn singles(puzzle: &Puzzle) -> Result<Prepared, Box<Finding>> {
    let mut candidates = Candidates::new(puzzle.layout());
    let reasoned = candidates.load(puzzle.givens()).and_then(|()| candidates.propagate());
    if reasoned.is_err() {
        return Err(Box::new(Finding::new(Stop::NoSolution, None)));
    }
    Prepared::of(puzzle, candidates.digits())
}

impl Prepared {
    /// The puzzle with more cells filled; the end of the run when all are.
    pub fn of(puzzle: &Puzzle, digits: Vec<u8>) -> Result<Self, Box<Finding>> {
        let filled = digits.iter().filter(|&&digit| digit != 0).count() - puzzle.given_count();
        let filled = filled as u32;
        if !digits.contains(&0) {
            let trace = Trace { prepared: Some(filled), ..Trace::default() };
            let grid = Some(Grid::new(digits));
            return Err(Box::new(Finding { stop: Stop::Singles, grid, trace }));
        }
        match Puzzle::new(puzzle.name(), puzzle.layout().clone(), digits) {
            Ok(puzzle) => Ok(Self { puzzle, filled }),
            Err(_) => Err(Box::new(Finding::new(Stop::NoSolution, None))),
        }
    }
}
