//! Search by populations and by neighbours: the genetic algorithm and its relatives.
//!
//! A search works on genomes, complete fillings of a board, under a rule of fitness. Must not
//! know names of methods, files, or what a run is for.

pub mod anneal;
pub mod ant_colony;
mod archive;
mod as_coded;
mod breeding;
mod draws;
mod evolution;
mod filling;
pub mod fitness;
mod ga;
mod genes;
mod genomes;
mod improve;
pub mod memetic;
pub mod multistage;
mod mutation;
mod odds;
pub mod operators;
mod packed;
mod plain;
mod prepare;
mod ranking;
mod representation;
mod response;
mod room;
mod score;
mod selection;
mod swap_test;
mod tables;
#[cfg(test)]
mod tests;
mod variant;

pub use anneal::Anneal;
pub use ant_colony::AntColony;
pub use memetic::Memetic;
pub use multistage::Multistage;
pub use prepare::Prepare;
pub use variant::Variant;

use crate::rng::Rate;
use tables::Tables;

/// A rate that stands in the code.
const fn rate(number: f64) -> Rate {
    Rate::constant(number)
}
