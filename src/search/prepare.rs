//! What logic fills in before a search begins.

use serde::{Deserialize, Serialize};

use super::as_coded;
use crate::board::{Grid, Puzzle};
use crate::logic::{Candidates, Contradiction, Strength};
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
    /// Singles and locked candidates until nothing more follows.
    LockedCandidates,
    /// Singles, locked candidates, naked and hidden pairs until nothing more follows.
    Pairs,
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
            Self::Rounds(rounds) => Prepared::of(puzzle, as_coded::singles(puzzle, rounds)),
            Self::Singles => self.work_out(puzzle),
            // What singles suffice for is told so.
            Self::LockedCandidates | Self::Pairs => {
                Self::Singles.work_out(puzzle)?;
                self.work_out(puzzle).map_err(|mut finding| {
                    if finding.stop == Stop::Singles {
                        finding.stop = Stop::Solved;
                    }
                    finding
                })
            }
        }
    }

    fn work_out(self, puzzle: &Puzzle) -> Result<Prepared, Box<Finding>> {
        let mut candidates = Candidates::new(puzzle.layout());
        match self.reason(puzzle, &mut candidates) {
            Ok(()) => Prepared::of(puzzle, candidates.digits()),
            Err(_) => Err(Box::new(Finding::new(Stop::NoSolution, None))),
        }
    }

    /// Loads the puzzle and rules out what this logic can.
    pub(super) fn reason(
        self,
        puzzle: &Puzzle,
        candidates: &mut Candidates,
    ) -> Result<(), Contradiction> {
        let strength = match self {
            Self::Off | Self::Rounds(_) => return candidates.load(puzzle.givens()),
            Self::Singles => Strength::Singles,
            Self::LockedCandidates => Strength::Locked,
            Self::Pairs => Strength::Pairs,
        };
        candidates.set_strength(strength);
        candidates.load(puzzle.givens())?;
        candidates.propagate()
    }
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
