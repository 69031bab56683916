//! Decoding: a genome is a wish in each cell, and what it stands for is found by filling the
//! board with propagation (decoders after Bean 1994; the frame of ruin and recreate after Schrimpf
//! et al. 2000; ours for Sudoku).
//!
//! The cell with the fewest candidates comes first. It gets the digit wished for, if that is still
//! a candidate, else often the scarcest one; a digit that propagation refutes at once is ruled out
//! and the next is tried. Where all are refuted the board goes on regardless, and cells that lose
//! their last candidate are filled softly at the end. The filling becomes the genome, so that what
//! decoding has found is inherited.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::{Improved, Improver};
use crate::board::Puzzle;
use crate::board::digit::{Digit, EMPTY};
use crate::logic::{Candidates, Mark, Strength};
use crate::rng::{Rate, Rng};
use crate::search::{Prepare, rate};
use crate::solver::{Meter, Stop};

/// How a child is decoded, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Decode {
    /// Decodes of a child: the first of its genome, each further one of the best so far in ruins.
    pub tries: u32,
    /// What part of the boxes forgets its wishes between two decodes, at least one box.
    pub ruin: Rate,
    /// How often a cell without a wish gets the scarcest of its digits; else any of them, without
    /// which some solutions could not be reached.
    pub scarcest: Rate,
    /// How far propagation goes after each choice.
    pub logic: Strength,
}

impl Default for Decode {
    fn default() -> Self {
        Self { tries: 1, ruin: rate(0.04), scarcest: rate(0.6), logic: Strength::Pairs }
    }
}

impl Decode {
    pub(super) fn check(&self) -> Result<(), String> {
        match self.tries {
            0 => Err("`improvement.decode.tries` is 0, expected 1 or more".to_owned()),
            _ => Ok(()),
        }
    }
}

/// Cells that are settled between two pauses of a decode.
const CELLS_A_PAUSE: u32 = 16;

/// A board to decode on, and what the last decode came to.
pub(super) struct Decoder {
    settings: Decode,
    board: Candidates,
    /// How the board stands before the first choice.
    opening: Mark,
    /// Whether a choice has been made since.
    has_begun: bool,
    /// Cells that had several candidates at first.
    free: Vec<u16>,
    /// Those that have them still; some may have come down to one.
    open: Vec<u16>,
    /// The digit wished for in each cell, [`EMPTY`] where there is none.
    wishes: Vec<Digit>,
    /// The filling that the last decode came to.
    decoded: Vec<Digit>,
    /// Cells that it filled softly.
    dead: Vec<u16>,
}

impl Decoder {
    /// A decoder of a prepared puzzle, whose candidates are what the same logic leaves; `None`
    /// when that leaves no solution.
    pub fn new(settings: Decode, puzzle: &Puzzle, prepare: Prepare) -> Option<Self> {
        let layout = puzzle.layout();
        let mut prepared = Candidates::new(layout);
        prepare.reason(puzzle, &mut prepared).ok()?;
        let mut board = Candidates::new(layout);
        board.set_strength(settings.logic);
        board.load(puzzle.givens()).ok()?;
        for cell in 0..layout.cell_count() {
            for digit in digits(board.cell(cell) & !prepared.cell(cell)) {
                board.eliminate(cell, digit).ok()?;
            }
        }
        board.propagate().ok()?;
        let is_open = |&cell: &usize| board.digit(cell) == EMPTY;
        let free: Vec<u16> =
            (0..layout.cell_count()).filter(is_open).map(|cell| cell as u16).collect();
        Some(Self {
            settings,
            opening: board.mark(),
            has_begun: false,
            open: Vec::with_capacity(free.len()),
            wishes: vec![EMPTY; layout.cell_count()],
            decoded: board.digits(),
            dead: Vec::with_capacity(free.len()),
            free,
            board,
        })
    }

    /// Decodes the best filling in ruins, again and again.
    fn search(
        &mut self,
        genome: &mut [Digit],
        best: &mut u32,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop> {
        for _ in 1..self.settings.tries {
            if *best == 0 {
                break;
            }
            meter.costly_evaluation()?;
            self.wishes.copy_from_slice(genome);
            self.ruin(rng);
            let Improved { fitness, stopped } = self.decode(rng, meter);
            if fitness <= *best {
                *best = fitness;
                genome.copy_from_slice(&self.decoded);
            }
            if let Some(stop) = stopped {
                return ControlFlow::Break(stop);
            }
        }
        ControlFlow::Continue(())
    }

    /// Forgets the wishes of some boxes.
    fn ruin(&mut self, rng: &mut Rng) {
        let layout = self.board.layout();
        let count = (self.settings.ruin.get() * layout.box_count() as f64 + 0.5) as usize;
        for _ in 0..count.max(1) {
            for &cell in layout.box_cells(rng.index(layout.box_count())) {
                self.wishes[cell as usize] = EMPTY;
            }
        }
    }

    /// Fills the board as wished; tells the conflicts of the filling. When the meter says stop, the
    /// rest of the board is filled softly.
    fn decode(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> Improved {
        self.board.undo(self.opening);
        self.has_begun = false;
        self.open.clear();
        self.open.extend_from_slice(&self.free);
        let (mut stopped, mut settled) = (None, 0u32);
        while stopped.is_none()
            && let Some(cell) = self.next_cell(rng)
        {
            self.settle(cell, rng);
            settled += 1;
            if settled.is_multiple_of(CELLS_A_PAUSE) {
                stopped = meter.pause().break_value();
            }
        }
        Improved { fitness: self.complete(rng), stopped }
    }

    /// The open cell with the fewest candidates; of equals the first from a random place on.
    fn next_cell(&mut self, rng: &mut Rng) -> Option<usize> {
        let (mut fewest, mut next) = (u32::MAX, None);
        let mut place = if self.open.is_empty() { 0 } else { rng.index(self.open.len()) };
        let mut seen = 0;
        // Two are the fewest that an open cell can have.
        while seen < self.open.len() && fewest > 2 {
            if place >= self.open.len() {
                place = 0;
            }
            let cell = self.open[place] as usize;
            let count = self.board.cell(cell).count_ones();
            if count < 2 {
                self.open.swap_remove(place);
                continue;
            }
            if count < fewest {
                (fewest, next) = (count, Some(cell));
            }
            place += 1;
            seen += 1;
        }
        next
    }

    /// Gives a cell a digit that propagation does not refute, the one wished for if it can be;
    /// where each is refuted, the last one regardless.
    fn settle(&mut self, cell: usize, rng: &mut Rng) {
        while self.board.cell(cell).count_ones() > 1 {
            let digit = self.choose(cell, rng);
            let board = &mut self.board;
            let before = board.mark();
            if board.assign(cell, digit).and_then(|()| board.propagate()).is_ok() {
                self.has_begun = true;
                return;
            }
            board.undo(before);
            if board.eliminate(cell, digit).and_then(|()| board.propagate()).is_ok() {
                if !self.has_begun {
                    // No solution has this digit here, whatever the wishes: ruled out for good.
                    self.opening = board.mark();
                }
                continue;
            }
            board.undo(before);
            board.assign_regardless(cell, digit);
            self.has_begun = true;
        }
    }

    /// The digit wished for, or else often the one with the fewest places left in the cell's
    /// units, of equals a random one.
    fn choose(&self, cell: usize, rng: &mut Rng) -> Digit {
        let mask = self.board.cell(cell);
        let wish = self.wishes[cell];
        if wish != EMPTY && mask >> (wish - 1) & 1 == 1 {
            return wish;
        }
        if !rng.chance(self.settings.scarcest) {
            let turn = rng.index(mask.count_ones() as usize);
            return digits(mask).nth(turn).unwrap_or(EMPTY);
        }
        let layout = self.board.layout();
        let demands = self.board.demand_masks();
        let places = |digit: Digit| -> u32 {
            let demand = |&unit: &u16| unit as usize * layout.side() + digit as usize - 1;
            layout.units_of(cell).iter().map(|unit| demands[demand(unit)].count_ones()).sum()
        };
        let key = |&digit: &Digit| places(digit) << 8 | rng.below(256);
        digits(mask).min_by_key(key).unwrap_or(EMPTY)
    }

    /// Takes the digits of the board and gives each cell without one the digit that the fewest
    /// peers hold, of equals a random one; tells how many pairs of peers hold the same digit.
    fn complete(&mut self, rng: &mut Rng) -> u32 {
        self.dead.clear();
        for &cell in &self.free {
            let digit = self.board.digit(cell as usize);
            self.decoded[cell as usize] = digit;
            if digit == EMPTY {
                self.dead.push(cell);
            }
        }
        rng.shuffle(&mut self.dead);
        let layout = self.board.layout();
        let mut conflicts = 0;
        for &cell in &self.dead {
            let mut holders = [0u32; u64::BITS as usize];
            for &peer in layout.peers(cell as usize) {
                holders[self.decoded[peer as usize] as usize] += 1;
            }
            let key = |digit: &Digit| holders[*digit as usize] << 8 | rng.below(256);
            let digit = (1..=layout.side() as Digit).min_by_key(key).unwrap_or(1);
            conflicts += holders[digit as usize];
            self.decoded[cell as usize] = digit;
        }
        conflicts
    }
}

impl Improver for Decoder {
    /// A fresh genome wishes for nothing: all is left to the decoder's draws.
    fn randomise(&mut self, genome: &mut [Digit], _: &mut Rng) {
        for &cell in &self.free {
            genome[cell as usize] = EMPTY;
        }
    }

    fn improve(&mut self, genome: &mut [Digit], rng: &mut Rng, meter: &mut Meter<'_>) -> Improved {
        self.wishes.copy_from_slice(genome);
        let Improved { fitness: mut best, mut stopped } = self.decode(rng, meter);
        genome.copy_from_slice(&self.decoded);
        if stopped.is_none() {
            stopped = self.search(genome, &mut best, rng, meter).break_value();
        }
        Improved { fitness: best, stopped }
    }
}

/// The digits of a mask, ascending.
fn digits(mut mask: u64) -> impl Iterator<Item = Digit> {
    std::iter::from_fn(move || {
        let digit = (mask != 0).then(|| mask.trailing_zeros() as Digit + 1)?;
        mask &= mask - 1;
        Some(digit)
    })
}

#[cfg(test)]
mod tests;
