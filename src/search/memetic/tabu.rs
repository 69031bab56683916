//! Tabu search for fewer conflicts between peers (Hertz and de Werra 1987, TabuCol; its tenure
//! after Galinier and Hao 1999), on candidates instead of colours.
//!
//! A move gives a cell in conflict another candidate: the best one that is not tabu, of equals a
//! random one. What it held is tabu for a while, unless going back would be a new best.

mod calendar;
mod cell_set;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::conflict_graph::{ConflictGraph, LANES};
use super::{Improved, Improver};
use crate::board::digit::Digit;
use crate::rng::Rng;
use crate::solver::{Meter, Stop};
use calendar::Calendar;
use cell_set::CellSet;

/// How a tabu search goes on, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tabu {
    /// Moves without a new best after which it ends.
    pub patience: u64,
    /// For how many moves a candidate is tabu: always so many,
    pub tenure: u32,
    /// and so many for each cell in conflict,
    pub tenure_by_conflict: f64,
    /// and at random less than so many.
    pub tenure_at_random: u32,
}

impl Default for Tabu {
    fn default() -> Self {
        Self { patience: 50_000, tenure: 1, tenure_by_conflict: 0.6, tenure_at_random: 10 }
    }
}

/// The longest tenure, in each of its parts.
const MAX_TENURE: u32 = 100_000;

impl Tabu {
    pub(super) fn check(&self) -> Result<(), String> {
        let Self { patience, tenure, tenure_by_conflict, tenure_at_random } = *self;
        if patience == 0 {
            return Err("`improvement.tabu.patience` is 0, expected 1 or more".to_owned());
        }
        if tenure > MAX_TENURE {
            return Err(format!(
                "`improvement.tabu.tenure` is {tenure}, expected at most {MAX_TENURE}"
            ));
        }
        if !(0.0..=100.0).contains(&tenure_by_conflict) {
            return Err(format!(
                "`improvement.tabu.tenure-by-conflict` is {tenure_by_conflict}, expected 0 to 100"
            ));
        }
        if !(1..=MAX_TENURE).contains(&tenure_at_random) {
            return Err(format!(
                "`improvement.tabu.tenure-at-random` is {tenure_at_random}, expected 1 to {MAX_TENURE}"
            ));
        }
        Ok(())
    }
}

/// How many peers hold the digit of a slot, with the flags below in one number, so that the best
/// slot of a cell is the least of its row.
type Pressure = i16;

/// The most peers that a cell may have: fewer than what a flag adds, also as a difference.
pub(super) const MAX_PEERS: usize = TABU as usize / 2 - 1;

/// The peers that hold the digit, without flags.
const PEERS: Pressure = (1 << 10) - 1;
/// The slot is tabu.
const TABU: Pressure = 1 << 10;
/// The cell holds this digit now.
const HELD: Pressure = 1 << 11;
/// There is no such candidate.
const UNUSED: Pressure = 1 << 12;

/// A filling of the free cells, with all that the next move needs kept in step.
pub(super) struct TabuSearch {
    settings: Tabu,
    graph: ConflictGraph,
    pressures: Vec<Pressure>,
    /// The slot that each free cell holds.
    held: Vec<u32>,
    /// The free cells that have a peer with the same digit.
    in_conflict: CellSet,
    /// Pairs of peers with the same digit.
    conflicts: u32,
    calendar: Calendar,
    /// The cells that have the best moves.
    ties: Vec<Tie>,
    best: Vec<u32>,
    best_conflicts: u32,
}

impl TabuSearch {
    pub fn new(settings: Tabu, graph: ConflictGraph) -> Self {
        let (cells, slots) = (graph.cells.len(), graph.slot_count());
        let longest = settings.tenure as usize
            + (settings.tenure_by_conflict * cells as f64) as usize
            + settings.tenure_at_random as usize;
        Self {
            settings,
            pressures: vec![0; slots],
            held: vec![0; cells],
            in_conflict: CellSet::new(cells),
            conflicts: 0,
            calendar: Calendar::new(slots, longest),
            ties: Vec::with_capacity(cells),
            best: vec![0; cells],
            best_conflicts: 0,
            graph,
        }
    }

    /// Takes up a genome; a digit that is no candidate is replaced by the cell's first one.
    fn load(&mut self, genome: &[Digit]) {
        let graph = &self.graph;
        for (slot, pressure) in self.pressures.iter_mut().enumerate() {
            *pressure = if graph.digit(slot) == 0 { UNUSED } else { 0 };
        }
        for (number, &cell) in graph.cells.iter().enumerate() {
            let first = number * graph.width;
            let slot = graph.slot(number, genome[cell as usize]).unwrap_or(first);
            self.held[number] = slot as u32;
            self.pressures[slot] |= HELD;
            for &rival in graph.rivals(slot) {
                self.pressures[rival as usize] += 1;
            }
        }
        self.calendar.clear();
        self.in_conflict.clear();
        let mut ends = 0;
        for number in 0..self.held.len() {
            let pressure = self.pressures[self.held[number] as usize] & PEERS;
            ends += pressure as u32;
            if pressure > 0 {
                self.in_conflict.add(number);
            }
        }
        self.conflicts = ends / 2;
        self.keep();
    }

    /// Keeps the filling as the best.
    fn keep(&mut self) {
        self.best_conflicts = self.conflicts;
        self.best.copy_from_slice(&self.held);
    }

    fn search(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let mut idle = 0;
        while self.best_conflicts > 0 && idle < self.settings.patience {
            meter.evaluation()?;
            idle = if self.step(rng) { 0 } else { idle + 1 };
        }
        ControlFlow::Continue(())
    }

    /// Makes the best move; tells whether it led to a new best.
    #[inline]
    fn step(&mut self, rng: &mut Rng) -> bool {
        self.release();
        let slot = self.best_move(rng);
        self.make(slot, rng);
        let is_better = self.conflicts < self.best_conflicts;
        if is_better {
            self.keep();
        }
        is_better
    }

    /// Ends the tenure of all slots whose time has come.
    fn release(&mut self) {
        let pressures = &mut self.pressures;
        self.calendar.advance(|slot| pressures[slot] &= !TABU);
    }

    /// The slot of the best move that is allowed; of equals a random one.
    fn best_move(&mut self, rng: &mut Rng) -> usize {
        let weighed = self.weigh_all();
        let short = self.conflicts - self.best_conflicts;
        if weighed.most_held as u32 > short
            && let Some(slot) = self.aspired(weighed.least, short as Pressure, rng)
        {
            return slot;
        }
        if weighed.least >= TABU / 2 {
            return self.any_move(rng);
        }
        self.pick(weighed, rng)
    }

    /// Finds the best moves; rows of a width that is known take a few instructions each.
    fn weigh_all(&mut self) -> Weighed {
        match self.graph.width / LANES {
            1 => self.weigh::<LANES>(),
            2 => self.weigh::<{ 2 * LANES }>(),
            3 => self.weigh::<{ 3 * LANES }>(),
            4 => self.weigh::<{ 4 * LANES }>(),
            5 => self.weigh::<{ 5 * LANES }>(),
            6 => self.weigh::<{ 6 * LANES }>(),
            _ => self.weigh::<{ 7 * LANES }>(),
        }
    }

    /// Finds what the best moves add to the conflicts, how many they are and whose.
    fn weigh<const WIDTH: usize>(&mut self) -> Weighed {
        let Self { pressures, held, in_conflict, ties, .. } = self;
        let (rows, _) = pressures.as_chunks::<WIDTH>();
        let mut weighed = Weighed { least: Pressure::MAX, count: 0, most_held: 0 };
        ties.clear();
        for &number in &in_conflict.cells {
            let held = pressures[held[number as usize] as usize] & PEERS;
            let row = &rows[number as usize];
            let least = row.iter().fold(UNUSED, |least, &one| least.min(one));
            weighed.most_held = weighed.most_held.max(held);
            if least - held > weighed.least {
                continue;
            }
            if least - held < weighed.least {
                weighed = Weighed { least: least - held, count: 0, ..weighed };
                ties.clear();
            }
            let count = row.iter().map(|&one| Pressure::from(one == least)).sum::<Pressure>();
            weighed.count += count as u32;
            ties.push(Tie { number, count: count as u32 });
        }
        weighed
    }

    /// A random one of the best moves.
    fn pick(&self, weighed: Weighed, rng: &mut Rng) -> usize {
        let mut rest = rng.below(weighed.count);
        let mut ties = self.ties.iter();
        let tie = ties.find(|tie| {
            let is_it = rest < tie.count;
            rest -= if is_it { 0 } else { tie.count };
            is_it
        });
        let number = tie.map_or(0, |tie| tie.number);
        let wanted = weighed.least + self.pressure_on(number);
        let first = number as usize * self.graph.width;
        let row = self.pressures[first..][..self.graph.width].iter().enumerate();
        let mut equal = row.filter(|(_, pressure)| **pressure == wanted);
        first + equal.nth(rest as usize).map_or(0, |(place, _)| place)
    }

    /// A random one of the best moves to tabu slots, if they give a new best and are better than
    /// what is allowed anyway; `short` is how far the filling is from the best.
    fn aspired(&self, allowed: Pressure, short: Pressure, rng: &mut Rng) -> Option<usize> {
        let mut least = allowed.min(-short) - 1;
        let mut aspired = Vec::new();
        for &number in &self.in_conflict.cells {
            let held = self.pressure_on(number);
            let first = number as usize * self.graph.width;
            let row = self.pressures[first..][..self.graph.width].iter().enumerate();
            for (place, &pressure) in row.filter(|(_, pressure)| **pressure & !PEERS == TABU) {
                let gain = (pressure & PEERS) - held;
                if gain < least {
                    aspired.clear();
                    least = gain;
                }
                if gain == least {
                    aspired.push(first + place);
                }
            }
        }
        (!aspired.is_empty()).then(|| aspired[rng.index(aspired.len())])
    }

    /// How many peers hold the same digit as a free cell.
    #[inline]
    fn pressure_on(&self, number: u32) -> Pressure {
        self.pressures[self.held[number as usize] as usize] & PEERS
    }

    /// Some move of a cell in conflict, for when all are tabu.
    fn any_move(&self, rng: &mut Rng) -> usize {
        let cells = &self.in_conflict.cells;
        let number = cells[rng.index(cells.len())] as usize;
        let first = number * self.graph.width;
        let held = self.held[number] as usize - first;
        let others = self.graph.count(number) - 1;
        if others == 0 {
            return first + held;
        }
        let other = rng.index(others);
        first + other + usize::from(other >= held)
    }

    /// Gives the cell of a slot its digit, and makes the one it held tabu.
    fn make(&mut self, slot: usize, rng: &mut Rng) {
        let number = slot / self.graph.width;
        let left = self.held[number] as usize;
        let gain = (self.pressures[slot] & PEERS) - (self.pressures[left] & PEERS);
        self.conflicts = self.conflicts.wrapping_add_signed(i32::from(gain));
        self.pressures[left] &= !HELD;
        let Self { graph, pressures, in_conflict, .. } = self;
        for &rival in graph.rivals(left) {
            let pressure = &mut pressures[rival as usize];
            *pressure -= 1;
            if *pressure & !TABU == HELD {
                in_conflict.remove(rival as usize / graph.width);
            }
        }
        for &rival in graph.rivals(slot) {
            let pressure = &mut pressures[rival as usize];
            *pressure += 1;
            if *pressure & !TABU == HELD + 1 {
                in_conflict.add(rival as usize / graph.width);
            }
        }
        self.pressures[slot] |= HELD;
        self.held[number] = slot as u32;
        if self.pressures[slot] & PEERS == 0 {
            self.in_conflict.remove(number);
        }
        self.forbid(left, rng);
    }

    fn forbid(&mut self, slot: usize, rng: &mut Rng) {
        let Tabu { tenure, tenure_by_conflict, tenure_at_random, .. } = self.settings;
        let by_conflict = (tenure_by_conflict * self.in_conflict.cells.len() as f64) as u32;
        self.pressures[slot] |= TABU;
        self.calendar.note(slot, tenure + by_conflict + rng.below(tenure_at_random));
    }
}

impl Improver for TabuSearch {
    fn randomise(&mut self, genome: &mut [Digit], rng: &mut Rng) {
        self.graph.randomise(genome, rng);
    }

    fn improve(&mut self, genome: &mut [Digit], rng: &mut Rng, meter: &mut Meter<'_>) -> Improved {
        self.load(genome);
        let stopped = self.search(rng, meter).break_value();
        for (&cell, &slot) in self.graph.cells.iter().zip(&self.best) {
            genome[cell as usize] = self.graph.digit(slot as usize);
        }
        Improved { fitness: self.best_conflicts, stopped }
    }
}

/// What the best moves that are not tabu add to the conflicts.
#[derive(Clone, Copy)]
struct Weighed {
    least: Pressure,
    /// How many moves add so much.
    count: u32,
    /// The most peers with the same digit that any cell has.
    most_held: Pressure,
}

/// How many of the best moves a cell has.
#[derive(Clone, Copy)]
struct Tie {
    number: u32,
    count: u32,
}
