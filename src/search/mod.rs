//! Search by populations and by neighbours: the genetic algorithm and its relatives.
//!
//! A search works on genomes, complete fillings of a board, under a rule of fitness. Must not
//! know names of methods, files, or what a run is for.

mod archive;
mod as_coded;
mod breeding;
mod draws;
mod evolution;
pub mod fitness;
mod ga;
mod genes;
mod genomes;
mod improve;
mod mutation;
pub mod operators;
mod plain;
mod prepare;
mod ranking;
mod response;
mod score;
mod selection;
mod tables;
#[cfg(test)]
mod tests;
mod variant;

pub use prepare::Prepare;
pub use variant::Variant;

use tables::Tables;
