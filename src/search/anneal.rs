//! Simulated annealing on fillings whose boxes are whole (Lewis 2007, "Metaheuristics can solve
//! sudoku puzzles").
//!
//! A move swaps two free cells of a box; the price is the digits that lines miss. Must not know
//! populations.

use std::convert::Infallible;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::Prepare;
use super::filling::Filling;
use super::odds::Odds;
use crate::board::digit::EMPTY;
use crate::board::{Grid, Puzzle};
use crate::rng::Rng;
use crate::solver::{Finding, Glimpse, Meter, Solver, Stop, Trace, Units};

/// Simulated annealing by swaps within boxes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Anneal {
    /// What logic fills in first.
    pub prepare: Prepare,
    /// Swaps of the random walk whose costs have the first temperature as standard deviation.
    pub samples: u32,
    /// Swaps proposed at one temperature.
    pub chain: Chain,
    /// What the temperature is multiplied by after each chain.
    pub cooling: f64,
    /// When the first temperature comes back.
    pub reheat: Reheat,
}

/// How many swaps are proposed at one temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Chain {
    /// As many as free cells, squared.
    FreeSquared,
    /// Always as many.
    Fixed {
        /// Swaps proposed.
        length: u64,
    },
}

/// When the first temperature comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reheat {
    /// Idle chains in a row.
    pub patience: u32,
    /// What a chain must come below not to be idle.
    pub against: Against,
}

/// What a chain must come below not to be idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// The cost it began with, at its end.
    ChainStart,
    /// The lowest cost of the run, at any time.
    RunBest,
}

impl Default for Anneal {
    fn default() -> Self {
        Self {
            prepare: Prepare::Off,
            samples: 100,
            chain: Chain::FreeSquared,
            cooling: 0.99,
            reheat: Reheat::default(),
        }
    }
}

impl Default for Reheat {
    fn default() -> Self {
        Self { patience: 20, against: Against::ChainStart }
    }
}

impl Anneal {
    /// Refuses values that cannot work, naming the key.
    pub fn check(&self) -> Result<(), String> {
        let Self { samples, chain, cooling, reheat, .. } = self;
        if *samples < 2 {
            return Err(format!("`samples` is {samples}, expected 2 or more"));
        }
        if *chain == (Chain::Fixed { length: 0 }) {
            return Err("`chain.fixed.length` is 0, expected 1 or more".to_owned());
        }
        if !(*cooling > 0.0 && *cooling < 1.0) {
            return Err(format!("`cooling` is {cooling}, expected a number between 0 and 1"));
        }
        if reheat.patience == 0 {
            return Err("`reheat.patience` is 0, expected 1 or more".to_owned());
        }
        Ok(())
    }

    fn chain_length(&self, puzzle: &Puzzle) -> u64 {
        let free = puzzle.givens().iter().filter(|&&digit| digit == EMPTY).count() as u64;
        match self.chain {
            Chain::FreeSquared => free * free,
            Chain::Fixed { length } => length,
        }
    }
}

impl Solver for Anneal {
    fn solve(&self, puzzle: &Puzzle, rng: &mut Rng, meter: &mut Meter<'_>) -> Finding {
        let prepared = match self.prepare.apply(puzzle) {
            Ok(prepared) => prepared,
            Err(finding) => return *finding,
        };
        if let ControlFlow::Break(stop) = meter.evaluation() {
            return Finding::new(stop, None);
        }
        let mut walk = Walk::new(self, &prepared.puzzle, rng);
        let ControlFlow::Break(stop) = walk.anneal(rng, meter);
        let trace = Trace {
            fitness: Some(f64::from(walk.filling.best_cost())),
            prepared: Some(prepared.filled),
            ..Trace::default()
        };
        Finding { stop, grid: Some(Grid::new(walk.filling.best_digits())), trace }
    }

    fn units(&self) -> Units {
        Units::NEIGHBOURS
    }
}

/// A walk from filling to filling.
struct Walk<'a> {
    settings: &'a Anneal,
    chain_length: u64,
    filling: Filling,
    /// The odds at this temperature.
    odds: Odds,
}

impl<'a> Walk<'a> {
    fn new(settings: &'a Anneal, puzzle: &Puzzle, rng: &mut Rng) -> Self {
        let filling = Filling::random(puzzle, rng);
        Self {
            settings,
            chain_length: settings.chain_length(puzzle),
            odds: Odds::at(1.0, filling.largest_rise()),
            filling,
        }
    }

    fn anneal(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop, Infallible> {
        if self.filling.best_cost() == 0 {
            return ControlFlow::Break(Stop::Solved);
        }
        if !self.filling.can_move() {
            // The digits of every box have but one place: there is no other filling.
            return ControlFlow::Break(Stop::NoSolution);
        }
        let first_temperature = self.sample(rng, meter)?;
        let (mut temperature, mut idle) = (first_temperature, 0);
        loop {
            idle = if self.chain(temperature, rng, meter)? { 0 } else { idle + 1 };
            self.show(meter);
            temperature *= self.settings.cooling;
            if idle >= self.settings.reheat.patience {
                (temperature, idle) = (first_temperature, 0);
            }
        }
    }

    fn show(&self, meter: &mut Meter<'_>) {
        if meter.is_glimpse_due() {
            meter.show(Glimpse {
                digits: self.filling.best_digits(),
                fitness: f64::from(self.filling.best_cost()),
                present_fitness: f64::from(self.filling.cost()),
                mean_fitness: None,
            });
        }
    }

    /// Walks at random and tells the standard deviation of the costs on the way.
    fn sample(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop, f64> {
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..self.settings.samples {
            meter.evaluation()?;
            let swap = self.filling.draw((rng.next_u64() >> 32) as u32);
            self.filling.make(swap, self.filling.delta(swap));
            if self.filling.best_cost() == 0 {
                return ControlFlow::Break(Stop::Solved);
            }
            let cost = f64::from(self.filling.cost());
            sum += cost;
            squares += cost * cost;
        }
        let count = f64::from(self.settings.samples);
        let variance = squares / count - (sum / count) * (sum / count);
        // A walk on level ground says nothing of the hills around it.
        ControlFlow::Continue(if variance > 0.0 { variance.sqrt() } else { 1.0 })
    }

    /// Proposes swaps at one temperature; tells whether they led down.
    fn chain(
        &mut self,
        temperature: f64,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, bool> {
        self.odds.set(temperature);
        let (cost_before, best_before) = (self.filling.cost(), self.filling.best_cost());
        self.filling.walk(self.chain_length, &self.odds, rng, meter)?;
        ControlFlow::Continue(match self.settings.reheat.against {
            Against::ChainStart => self.filling.cost() < cost_before,
            Against::RunBest => self.filling.best_cost() < best_before,
        })
    }
}

#[cfg(test)]
mod tests;
