//! Tabu search for fewer conflicts between peers (Hertz and de Werra 1987, TabuCol; its tenure
//! after Galinier and Hao 1999), on candidates instead of colours.
//!
//! A move gives a cell in conflict another candidate: the best one that is not tabu, of equals a
//! random one. What it held is tabu for a while, unless going back would be a new best.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::conflict_graph::{ConflictGraph, LANES};
use super::{Improved, Improver};
use crate::board::digit::Digit;
use crate::rng::Rng;
use crate::solver::{Meter, Stop};

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

/// The peers that hold the digit, without flags.
const PEERS: Pressure = (1 << 10) - 1;
/// The slot is tabu.
const TABU: Pressure = 1 << 10;
/// The cell holds this digit now.
const HELD: Pressure = 1 << 11;
/// There is no such candidate.
const UNUSED: Pressure = 1 << 12;

const NOWHERE: u32 = u32::MAX;

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
    /// Equally good moves, by slot.
    ties: Vec<u32>,
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
            ties: Vec::with_capacity(slots),
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
            self.release();
            let slot = self.best_move(rng);
            self.make(slot, rng);
            idle += 1;
            if self.conflicts < self.best_conflicts {
                self.keep();
                idle = 0;
            }
        }
        ControlFlow::Continue(())
    }

    /// Ends the tenure of all slots whose time has come.
    fn release(&mut self) {
        let pressures = &mut self.pressures;
        self.calendar.advance(|slot| pressures[slot] &= !TABU);
    }

    /// The slot of the best move that is allowed; of equals a random one.
    fn best_move(&mut self, rng: &mut Rng) -> usize {
        let weighed = match self.graph.width / LANES {
            1 => self.weigh(self.pressures.as_chunks::<LANES>().0),
            2 => self.weigh(self.pressures.as_chunks::<{ 2 * LANES }>().0),
            3 => self.weigh(self.pressures.as_chunks::<{ 3 * LANES }>().0),
            4 => self.weigh(self.pressures.as_chunks::<{ 4 * LANES }>().0),
            5 => self.weigh(self.pressures.as_chunks::<{ 5 * LANES }>().0),
            6 => self.weigh(self.pressures.as_chunks::<{ 6 * LANES }>().0),
            _ => self.weigh(self.pressures.as_chunks::<{ 7 * LANES }>().0),
        };
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

    /// Finds what the best moves add to the conflicts, and how many they are.
    fn weigh<const WIDTH: usize>(&self, rows: &[[Pressure; WIDTH]]) -> Weighed {
        let mut weighed = Weighed { least: Pressure::MAX, count: 0, most_held: 0 };
        for &number in &self.in_conflict.cells {
            let held = self.pressure_on(number);
            let row = &rows[number as usize];
            let least = row.iter().fold(UNUSED, |least, &one| least.min(one));
            weighed.most_held = weighed.most_held.max(held);
            if least - held > weighed.least {
                continue;
            }
            let count = row.iter().map(|&one| Pressure::from(one == least)).sum::<Pressure>();
            let so_far = if least - held < weighed.least { 0 } else { weighed.count };
            weighed.least = least - held;
            weighed.count = so_far + count as u32;
        }
        weighed
    }

    /// A random one of the best moves.
    fn pick(&self, weighed: Weighed, rng: &mut Rng) -> usize {
        let mut rest = rng.below(weighed.count);
        for &number in &self.in_conflict.cells {
            let wanted = weighed.least + self.pressure_on(number);
            let first = number as usize * self.graph.width;
            for (place, &pressure) in self.pressures[first..][..self.graph.width].iter().enumerate()
            {
                if pressure == wanted {
                    if rest == 0 {
                        return first + place;
                    }
                    rest -= 1;
                }
            }
        }
        unreachable!("there are as many as were counted")
    }

    /// A random one of the best moves to tabu slots, if they give a new best and are better than
    /// what is allowed anyway; `short` is how far the filling is from the best.
    fn aspired(&mut self, allowed: Pressure, short: Pressure, rng: &mut Rng) -> Option<usize> {
        let mut least = allowed.min(-short);
        self.ties.clear();
        for &number in &self.in_conflict.cells {
            let held = self.pressure_on(number);
            let first = number as usize * self.graph.width;
            for (place, &pressure) in self.pressures[first..][..self.graph.width].iter().enumerate()
            {
                let gain = (pressure & PEERS) - held;
                if pressure & !PEERS != TABU
                    || gain > least
                    || (gain == least && self.ties.is_empty())
                {
                    continue;
                }
                if gain < least {
                    self.ties.clear();
                    least = gain;
                }
                self.ties.push((first + place) as u32);
            }
        }
        (!self.ties.is_empty()).then(|| self.ties[rng.index(self.ties.len())] as usize)
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

/// A set of free cells that is gone through in its own order.
struct CellSet {
    cells: Vec<u32>,
    /// Where in the list each cell stands.
    places: Vec<u32>,
}

impl CellSet {
    fn new(cells: usize) -> Self {
        Self { cells: Vec::with_capacity(cells), places: vec![NOWHERE; cells] }
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.places.fill(NOWHERE);
    }

    fn add(&mut self, number: usize) {
        self.places[number] = self.cells.len() as u32;
        self.cells.push(number as u32);
    }

    fn remove(&mut self, number: usize) {
        let place = self.places[number] as usize;
        self.cells.swap_remove(place);
        if let Some(&moved) = self.cells.get(place) {
            self.places[moved as usize] = place as u32;
        }
        self.places[number] = NOWHERE;
    }
}

/// Which slots cease to be tabu at which move: a ring of days, each with a list of slots.
struct Calendar {
    /// The first slot of each day.
    days: Vec<u32>,
    /// The next slot of the same day.
    next: Vec<u32>,
    /// The day on which a slot is free again; 0 when it is not noted.
    ends: Vec<u64>,
    today: u64,
}

impl Calendar {
    /// A calendar for tenures of at most so many moves.
    fn new(slots: usize, longest: usize) -> Self {
        let days = vec![NOWHERE; (longest + 2).next_power_of_two()];
        Self { days, next: vec![NOWHERE; slots], ends: vec![0; slots], today: 1 }
    }

    fn clear(&mut self) {
        self.days.fill(NOWHERE);
        self.ends.fill(0);
        self.today = 1;
    }

    /// Notes a slot for the next so many moves; one that is noted already stays for the longer.
    fn note(&mut self, slot: usize, moves: u32) {
        let end = self.today + u64::from(moves) + 1;
        let noted = self.ends[slot];
        self.ends[slot] = end.max(noted);
        if noted == 0 {
            self.enter(slot);
        }
    }

    fn enter(&mut self, slot: usize) {
        let day = self.ends[slot] as usize & (self.days.len() - 1);
        self.next[slot] = std::mem::replace(&mut self.days[day], slot as u32);
    }

    /// Goes on to the next move and tells of each slot whose time is over.
    fn advance(&mut self, mut release: impl FnMut(usize)) {
        self.today += 1;
        let day = self.today as usize & (self.days.len() - 1);
        let mut first = std::mem::replace(&mut self.days[day], NOWHERE);
        while first != NOWHERE {
            let slot = first as usize;
            first = self.next[slot];
            if self.ends[slot] > self.today {
                self.enter(slot);
            } else {
                self.ends[slot] = 0;
                release(slot);
            }
        }
    }
}
