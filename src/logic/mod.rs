//! What follows from a puzzle without guessing: candidates, singles, locked candidates, pairs.
//!
//! Knows boards, never a search: what to do when the rules get stuck is for others.

pub mod candidates;
mod locked;
mod pairs;

use std::fmt;

pub use candidates::{Candidates, Contradiction, Mark};

use crate::board::Puzzle;

/// How far the rules go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Naked and hidden singles.
    Singles,
    /// Singles and locked candidates.
    Locked,
    /// Singles, locked candidates, naked and hidden pairs.
    Pairs,
}

impl Candidates {
    /// Sets how far [`Self::propagate`] goes; for the next [`Self::load`].
    pub fn set_strength(&mut self, strength: Strength) {
        self.touched.enabled = strength > Strength::Singles;
        self.strength = strength;
    }

    /// Applies the rules until none of them finds anything.
    pub fn propagate(&mut self) -> Result<(), Contradiction> {
        let settled = self.settle();
        if settled.is_err() {
            self.forget_pending();
        }
        settled
    }

    fn settle(&mut self) -> Result<(), Contradiction> {
        loop {
            self.propagate_singles()?;
            if let Some(demand) = self.touched.take_demand() {
                self.lock(demand)?;
                if self.strength == Strength::Pairs {
                    self.hidden_pairs(demand)?;
                }
            } else if let Some(cell) = self.touched.take_cell() {
                if self.strength == Strength::Pairs {
                    self.naked_pairs(cell)?;
                }
            } else {
                return Ok(());
            }
        }
    }
}

/// The strongest kind of reasoning that a puzzle needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Technique {
    /// Naked and hidden singles solve it.
    Singles,
    /// It also takes locked candidates.
    LockedCandidates,
    /// It also takes naked or hidden pairs.
    Pairs,
    /// All that does not suffice.
    Guess,
}

impl fmt::Display for Technique {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Singles => "singles",
            Self::LockedCandidates => "locked candidates",
            Self::Pairs => "pairs",
            Self::Guess => "guess",
        })
    }
}

/// The strongest kind of reasoning that leads to the solution, or to the proof that there is none.
pub fn technique_needed(puzzle: &Puzzle) -> Technique {
    let ladder = [
        (Strength::Singles, Technique::Singles),
        (Strength::Locked, Technique::LockedCandidates),
        (Strength::Pairs, Technique::Pairs),
    ];
    let mut candidates = Candidates::new(puzzle.layout());
    for (strength, technique) in ladder {
        candidates.set_strength(strength);
        let outcome = candidates.load(puzzle.givens()).and_then(|()| candidates.propagate());
        if outcome.is_err() || candidates.is_complete() {
            return technique;
        }
    }
    Technique::Guess
}
