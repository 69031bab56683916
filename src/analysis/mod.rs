//! What results say: from runs, in the order of their plan, to estimates.
//!
//! Nothing here keeps a record: a plan may have a million runs. Must not run anything, and must
//! not know how a figure is printed.

pub mod overview;
pub mod summary;
pub mod sweep;
pub mod unit;

pub use overview::{Overview, Total};
pub use summary::{Summaries, Summary};
pub use sweep::{Axes, Cell, Sheet, sheets};
pub use unit::EffortUnit;
