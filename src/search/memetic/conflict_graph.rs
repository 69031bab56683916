//! The puzzle as a list colouring: free cells, their candidates, and which candidates of peers
//! rule each other out.
//!
//! A candidate of a free cell has a slot: the cell's number among the free ones x width + its
//! place among the cell's candidates. Slots beyond a cell's last candidate stay unused.

use std::ops::ControlFlow;

use crate::board::Puzzle;
use crate::board::digit::Digit;
use crate::logic::Candidates;
use crate::rng::Rng;
use crate::search::Prepare;
use crate::solver::{Meter, Stop};

/// Slots are handled eight at a time.
pub(super) const LANES: usize = 8;

/// Free cells, candidates, and rivals: equal candidates of peers.
pub(super) struct ConflictGraph {
    /// The free cells, in the order of the layout.
    pub cells: Vec<u16>,
    /// Slots of a cell, a multiple of [`LANES`].
    pub width: usize,
    /// Candidates of each free cell.
    counts: Vec<u8>,
    /// The digit of each slot; 0 where unused.
    digits: Vec<Digit>,
    /// The slots of all rivals, slot by slot.
    rivals: Vec<u32>,
    rival_starts: Vec<u32>,
    /// Free cells by box, as numbers among the free ones.
    boxes: Vec<Vec<u16>>,
    side: usize,
}

impl ConflictGraph {
    /// The graph of a prepared puzzle, whose candidates are what the same logic leaves. There is none
    /// when a cell has no candidate, or when the meter says stop.
    pub fn new(puzzle: &Puzzle, prepare: Prepare, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let layout = puzzle.layout();
        let mut candidates = Candidates::new(layout);
        prepare.reason(puzzle, &mut candidates).map_err(|_| Stop::NoSolution)?;
        let is_free = |&cell: &usize| puzzle.givens()[cell] == 0;
        let cells: Vec<u16> =
            (0..layout.cell_count()).filter(is_free).map(|cell| cell as u16).collect();
        let counts: Vec<u8> =
            cells.iter().map(|&cell| candidates.cell(cell as usize).count_ones() as u8).collect();
        if counts.contains(&0) {
            return Err(Stop::NoSolution);
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        let mut graph = Self {
            width: (most as usize).next_multiple_of(LANES).max(LANES),
            counts,
            digits: Vec::new(),
            rivals: Vec::new(),
            rival_starts: vec![0],
            boxes: vec![Vec::new(); layout.box_count()],
            side: layout.side(),
            cells,
        };
        for (number, &cell) in graph.cells.iter().enumerate() {
            graph.boxes[layout.box_of(cell as usize)].push(number as u16);
        }
        graph.lay_slots(&candidates);
        match graph.join_rivals(puzzle, meter) {
            ControlFlow::Break(stop) => Err(stop),
            ControlFlow::Continue(()) => Ok(graph),
        }
    }

    fn lay_slots(&mut self, candidates: &Candidates) {
        self.digits = vec![0; self.cells.len() * self.width];
        for (row, &cell) in self.digits.chunks_mut(self.width).zip(&self.cells) {
            let mask = candidates.cell(cell as usize);
            let digits = (1..=64).filter(|digit| mask >> (digit - 1) & 1 == 1);
            row.iter_mut().zip(digits).for_each(|(slot, digit)| *slot = digit);
        }
    }

    /// Keeps back the time to give back what this takes, which is by far the most of a graph.
    fn join_rivals(&mut self, puzzle: &Puzzle, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let layout = puzzle.layout();
        let mut slot_of = vec![u32::MAX; layout.cell_count() * self.side];
        let place = |cell: u16, digit: Digit| cell as usize * self.side + digit as usize - 1;
        for slot in (0..self.digits.len()).filter(|&slot| self.digits[slot] != 0) {
            slot_of[place(self.cells[slot / self.width], self.digits[slot])] = slot as u32;
        }
        for (slot, &digit) in self.digits.iter().enumerate() {
            if digit != 0 {
                let peers = layout.peers(self.cells[slot / self.width] as usize);
                let rivals = peers.iter().map(|&peer| slot_of[place(peer, digit)]);
                let before = self.rivals.len();
                self.rivals.extend(rivals.filter(|&rival| rival != u32::MAX));
                meter.keep_back((self.rivals.len() - before) * size_of::<u32>());
            }
            self.rival_starts.push(self.rivals.len() as u32);
            meter.pause_after(slot)?;
        }
        ControlFlow::Continue(())
    }

    /// The slots of equal candidates in peers.
    #[inline]
    pub fn rivals(&self, slot: usize) -> &[u32] {
        &self.rivals[self.rival_starts[slot] as usize..self.rival_starts[slot + 1] as usize]
    }

    /// Slots in all, used or not.
    pub fn slot_count(&self) -> usize {
        self.digits.len()
    }

    /// The digit of a slot; 0 where unused.
    pub fn digit(&self, slot: usize) -> Digit {
        self.digits[slot]
    }

    /// How many candidates a free cell has.
    pub fn count(&self, number: usize) -> usize {
        self.counts[number] as usize
    }

    /// The slot of a digit of a free cell, if it is a candidate there.
    pub fn slot(&self, number: usize, digit: Digit) -> Option<usize> {
        let row = &self.digits[number * self.width..][..self.count(number)];
        row.iter()
            .position(|&candidate| candidate == digit)
            .map(|place| number * self.width + place)
    }

    /// Gives every free cell a candidate, each box all of its digits if that can be: a random
    /// matching of cells and digits, by augmenting paths.
    pub fn randomise(&self, genome: &mut [Digit], rng: &mut Rng) {
        let mut matching = Matching {
            graph: self,
            owners: vec![NOBODY; self.side + 1],
            chosen: vec![0; self.cells.len()],
            seen: 0,
        };
        for cells in &self.boxes {
            matching.owners.fill(NOBODY);
            let mut order = cells.clone();
            rng.shuffle(&mut order);
            for number in order {
                matching.seen = 0;
                if !matching.place(number, rng) {
                    let place = rng.index(self.count(number as usize));
                    matching.chosen[number as usize] =
                        self.digits[number as usize * self.width + place];
                }
            }
        }
        for (&cell, digit) in self.cells.iter().zip(matching.chosen) {
            genome[cell as usize] = digit;
        }
    }
}

const NOBODY: u16 = u16::MAX;

/// Cells of a box and the digits that they own.
struct Matching<'a> {
    graph: &'a ConflictGraph,
    /// Which free cell has a digit.
    owners: Vec<u16>,
    chosen: Vec<Digit>,
    /// Digits that this path has been to.
    seen: u64,
}

impl Matching<'_> {
    /// Finds a digit for a cell, if need be by sending other cells of the box on.
    fn place(&mut self, number: u16, rng: &mut Rng) -> bool {
        let count = self.graph.count(number as usize);
        let first = rng.index(count);
        for turn in 0..count {
            let place = (first + turn) % count;
            let digit = self.graph.digits[number as usize * self.graph.width + place];
            if self.seen >> digit & 1 == 1 {
                continue;
            }
            self.seen |= 1 << digit;
            let owner = self.owners[digit as usize];
            if owner == NOBODY || self.place(owner, rng) {
                self.owners[digit as usize] = number;
                self.chosen[number as usize] = digit;
                return true;
            }
        }
        false
    }
}
