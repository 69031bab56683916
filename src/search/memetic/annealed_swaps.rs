//! Annealed swaps within boxes, the neighbourhood of Lewis (2007, "Metaheuristics can solve sudoku
//! puzzles"), short and from a low temperature: it settles what a child inherits and does not melt
//! it down.
//!
//! The genes are boxes, each a permutation of its missing digits; candidates it knows none.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Improved, Improver};
use crate::board::digit::Digit;
use crate::board::{Layout, Puzzle};
use crate::rng::Rng;
use crate::search::filling::{Filling, fill_boxes};
use crate::search::odds::Odds;
use crate::solver::{Meter, Stop};

/// How a child is annealed, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Annealing {
    /// Swaps proposed.
    pub swaps: u64,
    /// The temperature of the first ones, in missing digits,
    pub first_temperature: f64,
    /// and that of the last ones; between them it falls by equal factors.
    pub last_temperature: f64,
    /// How many temperatures there are, these two among them.
    pub temperatures: u32,
}

impl Default for Annealing {
    fn default() -> Self {
        Self { swaps: 12_000, first_temperature: 0.4, last_temperature: 0.25, temperatures: 12 }
    }
}

/// The most swaps and temperatures, so that products of them stay in range.
const MAX_SWAPS: u64 = 1_000_000_000_000;
const MAX_TEMPERATURES: u32 = 10_000;

impl Annealing {
    pub(super) fn check(&self) -> Result<(), String> {
        let Self { swaps, first_temperature, last_temperature, temperatures } = *self;
        if !(1..=MAX_SWAPS).contains(&swaps) {
            return Err(format!(
                "`improvement.anneal.swaps` is {swaps}, expected 1 to {MAX_SWAPS}"
            ));
        }
        if !(first_temperature > 0.0 && first_temperature.is_finite()) {
            return Err(format!(
                "`improvement.anneal.first-temperature` is {first_temperature}, expected more than 0"
            ));
        }
        if !(last_temperature > 0.0 && last_temperature <= first_temperature) {
            return Err(format!(
                "`improvement.anneal.last-temperature` is {last_temperature}, expected more than 0 \
                 and at most `first-temperature`, which is {first_temperature}"
            ));
        }
        let most = u64::from(MAX_TEMPERATURES).min(swaps);
        if !(1..=most).contains(&u64::from(temperatures)) {
            return Err(format!(
                "`improvement.anneal.temperatures` is {temperatures}, expected 1 to {most}, no \
                 more than `swaps`"
            ));
        }
        Ok(())
    }

    /// A temperature by its number; the first one has number 0.
    fn temperature(&self, number: u32) -> f64 {
        if number == 0 {
            return self.first_temperature;
        }
        let way = f64::from(number) / f64::from(self.temperatures - 1);
        self.first_temperature * libm::pow(self.last_temperature / self.first_temperature, way)
    }
}

/// A filling that is annealed, for one child after the other.
pub(super) struct AnnealedSwaps {
    swaps: u64,
    /// The odds at each temperature.
    odds: Vec<Odds>,
    layout: Arc<Layout>,
    filling: Filling,
}

impl AnnealedSwaps {
    /// `None` where no box has two free cells, and the only filling is no solution.
    pub fn new(settings: Annealing, puzzle: &Puzzle) -> Option<Self> {
        // Any seed will do: the first genome takes the place of this filling.
        let filling = Filling::random(puzzle, &mut Rng::from_seed(0));
        let largest_rise = filling.largest_rise();
        let odds = |number| Odds::at(settings.temperature(number), largest_rise);
        (filling.can_move() || filling.cost() == 0).then(|| Self {
            swaps: settings.swaps,
            odds: (0..settings.temperatures).map(odds).collect(),
            layout: puzzle.layout().clone(),
            filling,
        })
    }

    /// Goes through the temperatures, with as many swaps at each, until the puzzle is solved.
    fn cool(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        if self.filling.best_cost() == 0 {
            return ControlFlow::Break(Stop::Solved);
        }
        let until = |number: usize| self.swaps * number as u64 / self.odds.len() as u64;
        for (number, odds) in self.odds.iter().enumerate() {
            self.filling.walk(until(number + 1) - until(number), odds, rng, meter)?;
        }
        ControlFlow::Continue(())
    }
}

impl Improver for AnnealedSwaps {
    fn randomise(&mut self, genome: &mut [Digit], rng: &mut Rng) {
        fill_boxes(&self.layout, genome, rng);
    }

    fn improve(&mut self, genome: &mut [Digit], rng: &mut Rng, meter: &mut Meter<'_>) -> Improved {
        self.filling.load(genome);
        let stopped = self.cool(rng, meter).break_value();
        genome.copy_from_slice(&self.filling.best_digits());
        Improved { fitness: self.filling.best_cost(), stopped }
    }
}

#[cfg(test)]
mod tests;
