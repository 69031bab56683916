//! The genetic algorithms written straight from the studies, without a thought for speed.
//!
//! A reference for the bench: each genome is a vector of its own, each decision a draw of its own,
//! fitness is counted cell by cell, and a population is sorted whole. Nothing here knows how the
//! library does it; the two share layouts and the random generator alone.

mod board;
mod family;
mod gerges;
mod lines;
mod rows;
mod world;

use sudoga::board::Puzzle;

use board::{Board, Genes, Rule};
pub use family::Family;
pub use gerges::Gerges;
use world::World;

/// One of the algorithms.
#[derive(Clone, Copy)]
pub enum Algorithm {
    /// The family of study 000.
    Family(Family),
    /// Gerges, Zouein and Azar 2018 (study 002).
    Gerges(Gerges),
    /// The listing of study 004, for a puzzle that singles do not get on with.
    Rows,
}

/// How a run ended.
pub struct Report {
    pub is_solved: bool,
    /// Fitness of the best member seen, as the authors state it.
    pub best: f64,
    /// Mean fitness of the last population.
    pub mean: f64,
    pub evaluations: u64,
}

impl Algorithm {
    /// Members of a population.
    pub fn population(self) -> usize {
        match self {
            Self::Family(_) => family::POPULATION,
            Self::Gerges(_) => gerges::POPULATION,
            Self::Rows => rows::POPULATION,
        }
    }

    /// Evolves so many generations, or until a solution is seen.
    pub fn run(self, puzzle: &Puzzle, seed: u64, generations: u64) -> Report {
        let board = self.board(puzzle);
        let mut world = World::new(&board, seed);
        self.begin(&mut world);
        world.look();
        for _ in 0..generations {
            if world.is_solved() {
                break;
            }
            self.generation(&mut world);
            world.look();
        }
        world.report()
    }

    fn board(self, puzzle: &Puzzle) -> Board {
        match self {
            Self::Family(_) => Board::new(puzzle, Genes::Boxes, Rule::Missing),
            Self::Gerges(_) => Board::new(puzzle, Genes::Boxes, Rule::EqualPairs),
            Self::Rows => Board::new(puzzle, Genes::Rows, Rule::Product),
        }
    }

    fn begin(self, world: &mut World<'_>) {
        match self {
            Self::Family(family) => family.begin(world),
            Self::Gerges(_) => world.fill(gerges::POPULATION, World::fresh),
            Self::Rows => world.fill(rows::POPULATION, rows::fresh),
        }
    }

    fn generation(self, world: &mut World<'_>) {
        match self {
            Self::Family(family) => family.generation(world),
            Self::Gerges(gerges) => gerges.generation(world),
            Self::Rows => rows::generation(world),
        }
    }
}
