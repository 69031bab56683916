//! Exact search: finds a solution or proves that there is none, counts, generates.

mod count;
mod general;

pub use count::{Count, Searcher, count};
