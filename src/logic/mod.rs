//! What follows from a puzzle without guessing: candidates, singles, locked candidates, pairs.
//!
//! Knows boards, never a search: what to do when the rules get stuck is for others.

pub mod candidates;
mod level;
mod locked;
mod pairs;
mod touched;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use candidates::{Candidates, Contradiction, Mark};
pub use level::{LogicLevel, level_needed};

use crate::board::Puzzle;
use touched::Variable;

/// How far the rules go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Naked and hidden singles.
    Singles,
    /// Singles and locked candidates.
    #[serde(rename = "locked-candidates")]
    Locked,
    /// Singles, locked candidates, naked and hidden pairs.
    Pairs,
}

impl Candidates {
    /// Sets how far [`Self::propagate`] goes; for the next [`Self::load`].
    pub fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }

    /// Applies the rules until none of them finds anything.
    pub fn propagate(&mut self) -> Result<(), Contradiction> {
        let settled = self.settle();
        if settled.is_err() {
            self.options.forget_pending();
        }
        settled
    }

    fn settle(&mut self) -> Result<(), Contradiction> {
        let (layout, options) = (&*self.layout, &mut self.options);
        loop {
            options.work_out_singles(layout)?;
            if self.strength == Strength::Singles {
                return Ok(());
            }
            match options.take_touched(layout) {
                Some(Variable::Demand(demand)) => {
                    options.lock(layout, demand)?;
                    if self.strength == Strength::Pairs {
                        options.hidden_pairs(layout, demand)?;
                    }
                }
                Some(Variable::Cell(cell)) => {
                    if self.strength == Strength::Pairs {
                        options.naked_pairs(layout, cell)?;
                    }
                }
                None => return Ok(()),
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

#[cfg(test)]
mod tests;
