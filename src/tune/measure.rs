//! What a search asks of whoever does the runs: the score of a point on a block.
//!
//! A block is a puzzle and a repeat; all points have the same seeds on it, so that scores of one
//! block are pairs. Blocks are numbered from 0 and looked at in that order.

use super::space::Point;
use crate::lab::session::SessionError;

/// What one run came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The score: smaller is better.
    pub score: f64,
    /// Whether a solution was found.
    pub is_solved: bool,
}

/// Why a search ends before its time.
#[derive(Debug, thiserror::Error)]
pub enum Halt {
    /// Somebody has stopped it; what is finished is kept.
    #[error("stopped")]
    Stopped,
    /// The runs cannot be done or kept.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// Whoever has runs done.
pub trait Measure {
    /// The samples of points on blocks, in the order in which they are asked for.
    fn measure(&mut self, asked: &[(&Point, usize)]) -> Result<Vec<Sample>, Halt>;

    /// Halts when somebody has stopped it; asked where much is worked out without any run.
    fn go_on(&mut self) -> Result<(), Halt> {
        Ok(())
    }

    /// Whether the method takes the settings of a point: some do not go together.
    fn allows(&self, point: &Point) -> bool;
}
