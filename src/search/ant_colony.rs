//! An ant colony that fills boards by pheromone and propagation (Lloyd and Amos 2020, "Solving
//! Sudoku with Ant Colony Optimization").
//!
//! A round is a generation, an ant an evaluation. Works on open candidates, not on complete
//! grids: a board is complete when it is solved, and never before.

use std::convert::Infallible;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::{Prepare, rate, room};
use crate::board::digit::{Digit, EMPTY};
use crate::board::{Grid, Layout, Puzzle};
use crate::logic::{Candidates, Mark};
use crate::rng::{Rate, Rng};
use crate::solver::{Finding, Glimpse, Meter, Solver, Stop, Trace, Units};

/// The most ants; each has a board of its own.
pub const MAX_ANTS: u32 = 10_000;

/// Ants that choose digits by pheromone, on boards with naked and hidden singles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct AntColony {
    /// What logic fills in first; the boards begin with singles worked out in any case.
    pub prepare: Prepare,
    /// Ants of a round.
    pub ants: u32,
    /// How often an ant takes the digit with most pheromone; else it spins a roulette wheel.
    pub q0: Rate,
    /// What part of its pheromone a chosen digit loses towards the first value.
    pub local_decay: Rate,
    /// What part of its pheromone a digit of the best board has replaced by the board's value.
    pub replacement: Rate,
    /// Whose board lays pheromone at the end of a round.
    pub deposit: Deposit,
}

/// Whose board lays pheromone at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Deposit {
    /// The best board kept so far.
    BestSoFar {
        /// What part of its value it loses each round, so that a later one can take its place.
        evaporation: Rate,
    },
    /// The best board of the round.
    Round,
}

impl Default for AntColony {
    fn default() -> Self {
        Self {
            prepare: Prepare::Off,
            ants: 10,
            q0: rate(0.9),
            local_decay: rate(0.1),
            replacement: rate(0.9),
            deposit: Deposit::BestSoFar { evaporation: rate(0.005) },
        }
    }
}

impl AntColony {
    /// Refuses values that cannot work, naming the key.
    pub fn check(&self) -> Result<(), String> {
        match self.ants {
            1..=MAX_ANTS => Ok(()),
            ants => Err(format!("`ants` is {ants}, expected 1 to {MAX_ANTS}")),
        }
    }
}

impl Solver for AntColony {
    fn solve(&self, puzzle: &Puzzle, rng: &mut Rng, meter: &mut Meter<'_>) -> Finding {
        let prepared = match self.prepare.apply(puzzle) {
            Ok(prepared) => prepared,
            Err(finding) => return *finding,
        };
        // The boards begin with singles worked out, whether or not that was asked for.
        let opened = match Prepare::Singles.apply(&prepared.puzzle) {
            Ok(opened) => opened,
            Err(mut finding) => {
                if let Some(filled) = &mut finding.trace.prepared {
                    *filled += prepared.filled;
                }
                return *finding;
            }
        };
        let mut colony = Colony::new(self, &opened.puzzle);
        let ControlFlow::Break(stop) = colony.work(rng, meter);
        let trace = Trace { prepared: Some(prepared.filled + opened.filled), ..colony.trace };
        let grid = stop.is_solved().then(|| Grid::new(colony.laid));
        Finding { stop, grid, trace }
    }

    fn units(&self) -> Units {
        Units::POPULATION
    }

    fn objection(&self, layout: &Layout) -> Option<String> {
        let ants = self.ants as usize;
        let candidates = layout.cell_count() * layout.side();
        let board = bytes_of_masks(layout) + BYTES_A_REMOVAL * candidates;
        room::objection("ants", ants, room::bytes_of([(ants, board)]), layout)
    }
}

/// The boards of the ants, their pheromone, and the board that lays it.
struct Colony<'a> {
    settings: &'a AntColony,
    side: usize,
    /// The board that every ant begins with.
    opened: Candidates,
    /// How every board stands at the start of a round.
    opening: Mark,
    boards: Vec<Candidates>,
    /// Candidates that were removed from all boards together, at most so far.
    removals: usize,
    /// The cell each ant is at.
    places: Vec<usize>,
    /// Cells each ant left open or failed; 0 is a solution.
    open: Vec<u32>,
    /// At cell x side + (digit - 1).
    pheromone: Vec<f64>,
    /// The board that lays pheromone, [`EMPTY`] where it has no digit, and its value.
    laid: Vec<Digit>,
    laid_value: f64,
    trace: Trace,
}

impl<'a> Colony<'a> {
    /// `puzzle` is one whose singles are worked out.
    fn new(settings: &'a AntColony, puzzle: &Puzzle) -> Self {
        let layout = puzzle.layout();
        let mut board = Candidates::new(layout);
        // Nothing contradicts here: the singles of this puzzle have been worked out before.
        let loaded = board.load(puzzle.givens()).and_then(|()| board.propagate_singles());
        debug_assert!(loaded.is_ok());
        let (ants, cells) = (settings.ants as usize, layout.cell_count());
        Self {
            settings,
            side: layout.side(),
            opening: board.mark(),
            opened: board,
            boards: Vec::with_capacity(ants),
            removals: 0,
            places: vec![0; ants],
            open: Vec::with_capacity(ants),
            pheromone: vec![1.0 / cells as f64; cells * layout.side()],
            laid: vec![EMPTY; cells],
            laid_value: 0.0,
            trace: Trace::default(),
        }
    }

    fn work(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop, Infallible> {
        self.hand_out_boards(meter)?;
        loop {
            meter.generation()?;
            let ants = meter.grant(u64::from(self.settings.ants)) as usize;
            if let ControlFlow::Break(stop) = self.walk(ants, rng, meter) {
                meter.give_back(ants as u64);
                return ControlFlow::Break(stop);
            }
            self.look(ants, meter)?;
            if ants < self.boards.len() {
                return ControlFlow::Break(Stop::Evaluations);
            }
            self.lay();
        }
    }

    /// Gives each ant a board of its own.
    fn hand_out_boards(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let bytes = bytes_of_masks(self.opened.layout());
        for _ in 0..self.settings.ants {
            meter.keep_back(bytes);
            self.boards.push(self.opened.clone());
            meter.pause()?;
        }
        ControlFlow::Continue(())
    }

    /// Each ant goes once round the board, from a cell of its own, in turn with the others.
    fn walk(&mut self, ants: usize, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let cells = self.laid.len();
        for (board, place) in self.boards.iter_mut().zip(&mut self.places).take(ants) {
            board.undo(self.opening);
            *place = rng.index(cells);
            meter.pause()?;
        }
        // Boards have never held so much as at the end of their first walk.
        let is_first = self.removals == 0;
        for step in 0..cells {
            for ant in 0..ants {
                self.step(ant, rng);
                meter.pause_after(step * ants + ant)?;
            }
            if is_first {
                self.keep_back(ants, meter);
            }
        }
        self.keep_back(ants, meter);
        ControlFlow::Continue(())
    }

    /// Keeps back the time for what the boards hold beyond what they have held before.
    fn keep_back(&mut self, ants: usize, meter: &mut Meter<'_>) {
        let removals: usize = self.boards[..ants].iter().map(Candidates::removed_count).sum();
        meter.keep_back(BYTES_A_REMOVAL * removals.saturating_sub(self.removals));
        self.removals = self.removals.max(removals);
    }

    fn step(&mut self, ant: usize, rng: &mut Rng) {
        let cell = self.places[ant];
        self.places[ant] = if cell + 1 == self.laid.len() { 0 } else { cell + 1 };
        let mask = self.boards[ant].cell(cell);
        if mask == 0 || mask.is_power_of_two() {
            return;
        }
        let pheromone = &mut self.pheromone[cell * self.side..][..self.side];
        let bit = if rng.chance(self.settings.q0) {
            strongest(pheromone, mask)
        } else {
            roulette(pheromone, mask, rng.unit())
        };
        self.boards[ant].assign_regardless(cell, bit as Digit + 1);
        let decay = self.settings.local_decay.get();
        pheromone[bit] = (1.0 - decay) * pheromone[bit] + decay / self.laid.len() as f64;
    }

    /// Looks at the boards of a round, keeps the one that is to lay pheromone, and stops when
    /// one is solved.
    fn look(&mut self, ants: usize, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let counted = self.count_open(ants, meter);
        let Some((best, fewest)) = self.best_ant() else { return counted };
        let sum: f64 = self.open.iter().map(|&open| f64::from(open)).sum();
        let mean = sum / self.open.len() as f64;
        let fitness = f64::from(fewest);
        self.trace.mean_fitness = Some(mean);
        if self.trace.fitness.is_none_or(|least| fitness < least) {
            self.trace.fitness = Some(fitness);
            self.trace.last_improvement = Some(meter.generations());
        }
        meter.record(|| [fitness, mean, median(&mut self.open)]);
        self.keep(best, fewest);
        self.show(fewest, meter);
        if fewest == 0 { ControlFlow::Break(Stop::Solved) } else { counted }
    }

    /// Counts the open cells of each board; of those that it does not come to it gives the
    /// evaluations back.
    fn count_open(&mut self, ants: usize, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        self.open.clear();
        for (ant, board) in self.boards[..ants].iter().enumerate() {
            let is_open = |mask: &&u64| !mask.is_power_of_two();
            self.open.push(board.cell_masks().iter().filter(is_open).count() as u32);
            let paused = meter.pause_after(ant);
            if paused.is_break() {
                meter.give_back((ants - self.open.len()) as u64);
                return paused;
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows the board that lays pheromone, which is the best one kept, and how good the best of
    /// the round was.
    fn show(&self, fewest: u32, meter: &mut Meter<'_>) {
        if meter.is_glimpse_due() {
            let open = self.laid.iter().filter(|&&digit| digit == EMPTY).count();
            meter.show(Glimpse {
                digits: self.laid.clone(),
                fitness: open as f64,
                present_fitness: f64::from(fewest),
                mean_fitness: self.trace.mean_fitness,
            });
        }
    }

    /// The first ant with the fewest open cells.
    fn best_ant(&self) -> Option<(usize, u32)> {
        self.open.iter().copied().enumerate().min_by_key(|&(_, open)| open)
    }

    /// Lets the best board of a round take the place of the one that lays pheromone.
    fn keep(&mut self, ant: usize, open: u32) {
        let value = self.laid.len() as f64 / f64::from(open);
        let is_better = match self.settings.deposit {
            Deposit::Round => true,
            Deposit::BestSoFar { .. } => value > self.laid_value,
        };
        if is_better {
            self.laid_value = value;
            for (cell, digit) in self.laid.iter_mut().enumerate() {
                *digit = self.boards[ant].digit(cell);
            }
        }
    }

    fn lay(&mut self) {
        let part = self.settings.replacement.get();
        for (cell, &digit) in self.laid.iter().enumerate().filter(|(_, digit)| **digit != EMPTY) {
            let pheromone = &mut self.pheromone[cell * self.side + digit as usize - 1];
            *pheromone = (1.0 - part) * *pheromone + part * self.laid_value;
        }
        if let Deposit::BestSoFar { evaporation } = self.settings.deposit {
            self.laid_value *= 1.0 - evaporation.get();
        }
    }
}

/// Bytes of a fresh board: a word for each cell and each unit, and a word and a flag for each digit of
/// each unit.
fn bytes_of_masks(layout: &Layout) -> usize {
    let units = layout.units().len();
    8 * (layout.cell_count() + units) + 9 * units * layout.side()
}

/// Bytes that a board needs to bring a removed candidate back.
const BYTES_A_REMOVAL: usize = 4;

/// The digit of the mask, as the number of its bit, with most pheromone; of equals the lowest.
fn strongest(pheromone: &[f64], mask: u64) -> usize {
    let mut best = mask.trailing_zeros() as usize;
    for bit in bits(mask) {
        if pheromone[bit] > pheromone[best] {
            best = bit;
        }
    }
    best
}

/// A digit of the mask, each as likely as its pheromone; `turn` is uniform from 0 to below 1.
fn roulette(pheromone: &[f64], mask: u64, turn: f64) -> usize {
    let total: f64 = bits(mask).map(|bit| pheromone[bit]).sum();
    let mut rest = turn * total;
    let last = mask.ilog2() as usize;
    bits(mask)
        .find(|&bit| {
            rest -= pheromone[bit];
            rest < 0.0
        })
        .unwrap_or(last)
}

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

fn median(values: &mut [u32]) -> f64 {
    values.sort_unstable();
    let middle = values.len() / 2;
    let [low, high] = [values[(values.len() - 1) / 2], values[middle]].map(f64::from);
    (low + high) / 2.0
}

#[cfg(test)]
mod tests;
