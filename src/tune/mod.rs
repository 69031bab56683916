//! The search for good settings of a method: it suggests points, races them through `lab`, and
//! says which came out best.
//!
//! `space` is what may be varied, `suggest` proposes points (`gaussian` and `improvement`,
//! `parzen`, or at random), `race` drops the bad ones early, `search` is the loop over both,
//! `bench` has the runs done, and `rectangle` is what several machines can do for one race. What
//! decides a point uses + - * / sqrt and `libm` only, so that the same seed gives the same points
//! on every machine. Must not print, and must not know how results are shown.

pub mod adjusted;
pub mod bench;
pub mod best_file;
pub mod gaussian;
pub mod improvement;
pub mod listed;
pub mod measure;
pub mod parzen;
pub mod race;
pub mod rectangle;
pub mod score;
pub mod search;
pub mod space;
pub mod split;
pub mod suggest;

pub use bench::{Bench, Given, News};
pub use best_file::best_file;
pub use listed::{ListError, listed_points};
pub use measure::{Halt, Measure, Sample};
pub use rectangle::Rectangle;
pub use score::Scoring;
pub use search::{Limits, SMALLEST_BUDGET, Tried, TriedState, Tuning, tune};
pub use space::{Axis, Point, Range, Scale, Space, SpaceError};
pub use split::{Overlap, Parts, refuse_overlap, split};
pub use suggest::Search;

#[cfg(test)]
mod tests;
