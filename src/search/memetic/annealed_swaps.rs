//! Annealed swaps within boxes, the neighbourhood of Lewis (2007, "Metaheuristics can solve sudoku
//! puzzles"), short and from a low temperature: they settle what a child inherits and do not melt it
//! down.
//!
//! The genes are boxes, each a permutation of its missing digits. Must not know candidates.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Improved, Improver};
use crate::board::digit::Digit;
use crate::board::{Layout, Puzzle};
use crate::rng::Rng;
use crate::search::filling::{Clashes, Filling, fill_boxes};
use crate::search::odds::Odds;
use crate::solver::{Meter, Stop};

/// How a child is annealed, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Annealing {
    /// Where a swap is drawn from.
    pub draw: Draw,
    /// Swaps proposed.
    pub swaps: u64,
    /// The temperature of the first ones, in missing digits,
    pub first_temperature: f64,
    /// and that of the last ones; between them it falls by equal factors.
    pub last_temperature: f64,
    /// How many temperatures there are, these two among them.
    pub temperatures: u32,
}

/// Where a swap is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draw {
    /// All free cells.
    Anywhere,
    /// One cell from those whose digit stands again in one of their lines.
    Clashing,
}

impl Default for Annealing {
    fn default() -> Self {
        Self {
            draw: Draw::Clashing,
            swaps: 20_000,
            first_temperature: 0.55,
            last_temperature: 0.4,
            temperatures: 20,
        }
    }
}

/// The most swaps and temperatures, so that products of them stay in range.
const MAX_SWAPS: u64 = 1_000_000_000_000;
const MAX_TEMPERATURES: u32 = 10_000;

impl Annealing {
    pub(super) fn check(&self) -> Result<(), String> {
        let Self { draw: _, swaps, first_temperature, last_temperature, temperatures } = *self;
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
    /// Kept where swaps are drawn from what clashes.
    clashes: Option<Clashes>,
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
            clashes: (settings.draw == Draw::Clashing).then(|| Clashes::new(&filling)),
            filling,
        })
    }

    /// Goes through the temperatures, with as many swaps at each, until the puzzle is solved.
    fn cool(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        if self.filling.best_cost() == 0 {
            return ControlFlow::Break(Stop::Solved);
        }
        let (swaps, count) = (self.swaps, self.odds.len() as u64);
        let until = |number: usize| swaps * number as u64 / count;
        for (number, odds) in self.odds.iter().enumerate() {
            let swaps = until(number + 1) - until(number);
            match &mut self.clashes {
                Some(clashes) => clashes.walk(&mut self.filling, swaps, odds, rng, meter)?,
                None => self.filling.walk(swaps, odds, rng, meter)?,
            }
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
        if let Some(clashes) = &mut self.clashes {
            clashes.load(&self.filling);
        }
        let stopped = self.cool(rng, meter).break_value();
        genome.copy_from_slice(&self.filling.best_digits());
        Improved { fitness: self.filling.best_cost(), stopped }
    }
}

#[cfg(test)]
mod tests;
