//! Exact search: methods that find a solution or prove that there is none, and how many there are.
//!
//! Knows nothing of populations. The studies' searches have their own propagation, as the study
//! they come from describes it; ours reasons with `logic`, or with a packed kernel on a 9x9.

pub mod backtrack;
pub mod dfs;
mod difficulty;
mod domains;
mod general;
pub mod generate;
mod packed9;
mod searcher;
mod solvers;

pub use backtrack::{Backtrack, OnFailure, Order};
pub use dfs::Dfs;
pub use difficulty::{Difficulty, difficulty};
pub use domains::Propagate;
pub use searcher::{Count, Searcher, count};
pub use solvers::{Exact, Reasoning, Singles};
