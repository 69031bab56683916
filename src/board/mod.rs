//! The problem: layouts, puzzles, complete grids, and how they are written.
//!
//! Knows nothing of solving. The referee here judges the solutions of every method
//! and shares no code with any of them.

pub mod collection;
pub mod digit;
pub mod grid;
pub mod layout;
pub mod nearest;
pub mod plain;
pub mod puzzle;
pub mod referee;
pub mod source;
pub mod text;
pub mod whole;

pub use grid::{Grid, cost};
pub use layout::{Layout, LayoutError, Unit, UnitKind};
pub use puzzle::{Clash, Puzzle, PuzzleError};
pub use referee::{Flaw, flaw};
