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
    /// The free cells in conflict, and the place of each in that list.
    in_conflict: Vec<u32>,
    places: Vec<u32>,
    /// Pairs of peers with the same digit.
    conflicts: u32,
    calendar: Calendar,
    /// What the best move of each cell in conflict would add to the conflicts.
    gains: Vec<Pressure>,
    /// The best moves, by slot.
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
            in_conflict: Vec::with_capacity(cells),
            places: vec![NOWHERE; cells],
            conflicts: 0,
            calendar: Calendar::new(slots, longest),
            gains: vec![0; cells],
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
            for &rival in &graph.rivals[graph.rival_range(slot)] {
                self.pressures[rival as usize] += 1;
            }
        }
        self.calendar.clear();
        self.in_conflict.clear();
        self.places.fill(NOWHERE);
        let mut ends = 0;
        for number in 0..self.held.len() {
            let pressure = self.pressures[self.held[number] as usize] & PEERS;
            ends += pressure as u32;
            if pressure > 0 {
                self.list(number);
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
        let best = match self.graph.width / LANES {
            1 => self.weigh::<LANES>(),
            2 => self.weigh::<{ 2 * LANES }>(),
            3 => self.weigh::<{ 3 * LANES }>(),
            4 => self.weigh::<{ 4 * LANES }>(),
            _ => self.weigh_any(),
        };
        self.ties.clear();
        let aspired = self.aspire(best);
        if best >= TABU / 2 && !aspired {
            return self.any_move(rng);
        }
        if !aspired {
            self.collect(best);
        }
        self.ties[rng.index(self.ties.len())] as usize
    }

    /// Finds what the best move of each cell in conflict adds; tells the least.
    fn weigh<const WIDTH: usize>(&mut self) -> Pressure {
        let (rows, _) = self.pressures.as_chunks::<WIDTH>();
        let mut best = Pressure::MAX;
        for (&number, gain) in self.in_conflict.iter().zip(&mut self.gains) {
            let held = self.pressures[self.held[number as usize] as usize] & PEERS;
            let least = rows[number as usize].iter().fold(UNUSED, |least, &one| least.min(one));
            *gain = least - held;
            best = best.min(*gain);
        }
        best
    }

    fn weigh_any(&mut self) -> Pressure {
        let mut best = Pressure::MAX;
        for (&number, gain) in self.in_conflict.iter().zip(&mut self.gains) {
            let held = self.pressures[self.held[number as usize] as usize] & PEERS;
            let row = &self.pressures[number as usize * self.graph.width..][..self.graph.width];
            *gain = row.iter().fold(UNUSED, |least, &one| least.min(one)) - held;
            best = best.min(*gain);
        }
        best
    }

    /// Lists the moves to tabu slots that would be a new best, if they are better than `best`.
    fn aspire(&mut self, best: Pressure) -> bool {
        let mut least = best;
        // A move can take away no more than what its cell has now.
        let short = (self.conflicts - self.best_conflicts).min(PEERS as u32) as Pressure;
        for &number in &self.in_conflict {
            let held = self.pressures[self.held[number as usize] as usize] & PEERS;
            if held <= short {
                continue;
            }
            let first = number as usize * self.graph.width;
            for (place, &pressure) in self.pressures[first..][..self.graph.width].iter().enumerate()
            {
                let gain = (pressure & PEERS) - held;
                if pressure & !PEERS == TABU && gain < -short && gain <= least {
                    if gain < least {
                        self.ties.clear();
                        least = gain;
                    }
                    if least < best {
                        self.ties.push((first + place) as u32);
                    }
                }
            }
        }
        least < best
    }

    /// Lists all moves that add just so much.
    fn collect(&mut self, best: Pressure) {
        for (&number, &gain) in self.in_conflict.iter().zip(&self.gains) {
            if gain == best {
                let held = self.pressures[self.held[number as usize] as usize] & PEERS;
                let first = number as usize * self.graph.width;
                let row = &self.pressures[first..][..self.graph.width];
                let equal =
                    row.iter().enumerate().filter(|(_, pressure)| **pressure - held == best);
                self.ties.extend(equal.map(|(place, _)| (first + place) as u32));
            }
        }
    }

    /// Some move of a cell in conflict, for when all are tabu.
    fn any_move(&self, rng: &mut Rng) -> usize {
        let number = self.in_conflict[rng.index(self.in_conflict.len())] as usize;
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
        for index in self.graph.rival_range(left) {
            let rival = self.graph.rivals[index] as usize;
            self.pressures[rival] -= 1;
            if self.pressures[rival] & !TABU == HELD {
                self.unlist(rival / self.graph.width);
            }
        }
        for index in self.graph.rival_range(slot) {
            let rival = self.graph.rivals[index] as usize;
            self.pressures[rival] += 1;
            if self.pressures[rival] & !TABU == HELD + 1 {
                self.list(rival / self.graph.width);
            }
        }
        self.pressures[slot] |= HELD;
        self.held[number] = slot as u32;
        if self.pressures[slot] & PEERS == 0 {
            self.unlist(number);
        }
        self.forbid(left, rng);
    }

    fn forbid(&mut self, slot: usize, rng: &mut Rng) {
        let Tabu { tenure, tenure_by_conflict, tenure_at_random, .. } = self.settings;
        let by_conflict = (tenure_by_conflict * self.in_conflict.len() as f64) as u32;
        self.pressures[slot] |= TABU;
        self.calendar.note(slot, tenure + by_conflict + rng.below(tenure_at_random));
    }

    fn list(&mut self, number: usize) {
        self.places[number] = self.in_conflict.len() as u32;
        self.in_conflict.push(number as u32);
    }

    fn unlist(&mut self, number: usize) {
        let place = self.places[number] as usize;
        self.in_conflict.swap_remove(place);
        if let Some(&moved) = self.in_conflict.get(place) {
            self.places[moved as usize] = place as u32;
        }
        self.places[number] = NOWHERE;
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
