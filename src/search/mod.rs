//! Search by populations and by neighbours: the genetic algorithm and its relatives.
//!
//! A search works on genomes, complete fillings of a board, under a rule of fitness. Must not
//! know names of methods, files, or what a run is for.

pub mod anneal;
pub mod ant_colony;
mod as_coded;
pub mod multistage;
mod prepare;

pub use anneal::Anneal;
pub use ant_colony::AntColony;
pub use multistage::Multistage;
pub use prepare::Prepare;

use crate::rng::Rate;

/// A rate that stands in the code; a test holds the presets against these numbers.
fn rate(number: f64) -> Rate {
    Rate::try_from(number).unwrap_or(Rate::ZERO)
}

#[cfg(test)]
mod tests;
