//! The fast kernel for one 9x9 grid: finds or counts its solutions.
//!
//! For each band of three rows and each digit a word of 27 bits holds the cells still open to the
//! digit, in reading order (the representation of Zhou Yundong's solver, about 2012). Propagation
//! treats all digits alike in rounds without tables and branches, an idea of Dillon's tdoku (2019),
//! so that the compiler makes vector instructions of them. A round finds naked and hidden singles
//! and locked candidates. It knows neither other layouts nor the reasoning of `logic`.

use std::ops::ControlFlow;

use super::searcher::Quest;
use crate::board::Grid;
use crate::board::digit::{Digit, EMPTY};
use crate::rng::Rng;
use crate::solver::{Meter, Stop};

const BANDS: usize = 3;
const DIGITS: usize = 9;
const CELLS: usize = 81;
const CELLS_A_BAND: usize = 27;

/// Digits 1 to 9 and a second copy of digits 1 to 3, so that the lanes fill whole vectors.
const LANES: usize = 12;

/// All cells of a band; an octal digit is a mini-row: the three cells that a row and a box share.
const ALL: u32 = 0o777_777_777;

/// A word for each band and digit.
type Words = [[u32; LANES]; BANDS];

/// What the propagation of a state has come to.
enum Settled {
    Contradiction,
    Solved,
    Open,
}

/// The cells open to each digit, and what the last round learnt of them.
#[derive(Clone, Copy)]
struct State {
    open: Words,
    /// Cells that must hold the digit, because it has no other place in their row.
    placed: Words,
    /// Cells that are placed for some digit.
    taken: [u32; BANDS],
    /// Cells open to a single digit.
    single: [u32; BANDS],
}

impl State {
    fn new(givens: &[Digit], excluded: Option<(usize, Digit)>) -> Self {
        let mut state = Self {
            open: [[ALL; LANES]; BANDS],
            placed: [[0; LANES]; BANDS],
            taken: [0; BANDS],
            single: [0; BANDS],
        };
        for (cell, &digit) in givens.iter().enumerate() {
            if digit != EMPTY {
                state.place(cell / CELLS_A_BAND, 1 << (cell % CELLS_A_BAND), digit);
            }
        }
        if let Some((cell, digit)) = excluded {
            for lane in lanes(digit) {
                state.open[cell / CELLS_A_BAND][lane] &= !(1 << (cell % CELLS_A_BAND));
            }
        }
        state
    }

    /// Puts a digit into a cell; the next round draws the consequences.
    fn place(&mut self, band: usize, cell: u32, digit: Digit) {
        for lane in lanes(digit) {
            self.placed[band][lane] |= cell;
        }
        self.taken[band] |= cell;
        self.single[band] |= cell;
    }

    fn propagate(&mut self) -> Settled {
        loop {
            let changed = self.reduce_digits();
            let learnt = self.compare_digits();
            if learnt.dead != 0 {
                return Settled::Contradiction;
            }
            if changed | learnt.newly_taken == 0 {
                // Each digit has nine places or more, so 81 cells with one digit each are a grid.
                return if learnt.undecided == 0 { Settled::Solved } else { Settled::Open };
            }
        }
    }

    /// Applies what is known of single and taken cells, then each digit's rows, columns and
    /// boxes; not 0 if that closed a cell to a digit.
    fn reduce_digits(&mut self) -> u32 {
        let mut changed = 0;
        for lane in 0..LANES {
            let mut open = [0; BANDS];
            let mut columns = [0; BANDS];
            for band in 0..BANDS {
                let cells = self.open[band][lane] & (self.placed[band][lane] | !self.taken[band]);
                let cells = cells & !others_of_row(cells & self.single[band]);
                (open[band], self.placed[band][lane]) = reduce_rows(cells);
                columns[band] = open[band] | next_row(open[band]) | last_row(open[band]);
            }
            for band in 0..BANDS {
                let (next, last) = (columns[(band + 1) % BANDS], columns[(band + 2) % BANDS]);
                let rest = (next_column(next) & last_column(last))
                    | (last_column(next) & next_column(last));
                changed |= self.open[band][lane] ^ (open[band] & rest);
                self.open[band][lane] = open[band] & rest;
            }
        }
        changed
    }

    /// Finds the cells that are single or taken now.
    fn compare_digits(&mut self) -> Learnt {
        let mut learnt = Learnt { dead: 0, undecided: 0, newly_taken: 0 };
        for band in 0..BANDS {
            let (mut once, mut twice, mut taken) = (0, 0, 0);
            for lane in 0..DIGITS {
                let cells = self.open[band][lane];
                twice |= once & cells;
                once |= cells;
                learnt.dead |= u32::from(cells == 0) | (taken & self.placed[band][lane]);
                taken |= self.placed[band][lane];
            }
            learnt.dead |= once ^ ALL;
            learnt.undecided |= twice;
            learnt.newly_taken |= taken & !self.taken[band];
            self.taken[band] = taken;
            self.single[band] = once & !twice;
        }
        learnt
    }

    /// The cell to guess at: of the band with the most pairs the first one, a pair being a cell
    /// open to two digits; without pairs the first cell open to the fewest.
    fn branching_cell(&self) -> (usize, u32) {
        let mut best = (0, 0, 0);
        for band in 0..BANDS {
            let (mut once, mut twice, mut thrice) = (0u32, 0u32, 0u32);
            for cells in &self.open[band][..DIGITS] {
                thrice |= twice & cells;
                twice |= once & cells;
                once |= cells;
            }
            let pairs = twice & !thrice;
            if pairs.count_ones() > best.0 {
                best = (pairs.count_ones(), band, pairs & pairs.wrapping_neg());
            }
        }
        if best.0 > 0 { (best.1, best.2) } else { self.cell_with_fewest() }
    }

    fn cell_with_fewest(&self) -> (usize, u32) {
        let cells = (0..CELLS).map(|cell| (cell / CELLS_A_BAND, 1 << (cell % CELLS_A_BAND)));
        let undecided = cells.filter(|&(band, cell)| self.single[band] & cell == 0);
        undecided
            .min_by_key(|&(band, cell)| self.digits_of(band, cell).count())
            .expect("an open state has an undecided cell")
    }

    fn digits_of(&self, band: usize, cell: u32) -> impl Iterator<Item = Digit> {
        (1..=DIGITS as Digit).filter(move |&digit| self.open[band][digit as usize - 1] & cell != 0)
    }

    /// The grid of a solved state.
    fn grid(&self) -> Grid {
        let digit_of = |cell: usize| {
            self.digits_of(cell / CELLS_A_BAND, 1 << (cell % CELLS_A_BAND)).next().unwrap_or(EMPTY)
        };
        Grid::new((0..CELLS).map(digit_of).collect())
    }
}

/// What a comparison of the digits shows.
struct Learnt {
    /// Not 0 if a cell has no digit or must hold two, or a digit has no place in a band.
    dead: u32,
    /// Not 0 if a cell is open to several digits.
    undecided: u32,
    /// Not 0 if a cell is taken that was not before.
    newly_taken: u32,
}

/// The lane of a digit, and that of its copy if it has one.
fn lanes(digit: Digit) -> impl Iterator<Item = usize> {
    (digit as usize - 1..LANES).step_by(DIGITS)
}

/// The open cells of a digit in a band without those that no choice of one mini-row in each row
/// and box can use, and the cells that are alone in their row.
#[inline(always)]
fn reduce_rows(cells: u32) -> (u32, u32) {
    let others = next_column(cells) | last_column(cells);
    let mini_rows = cells | others;
    let (next, last) = (next_box(mini_rows), last_box(mini_rows));
    let rest = (next_row(next) & last_row(last)) | (next_row(last) & last_row(next));
    (cells & rest, cells & rest & !(others | next | last))
}

/// All other cells in the rows of some cells; two cells of one row are others to each other.
#[inline(always)]
fn others_of_row(cells: u32) -> u32 {
    let others = next_column(cells) | last_column(cells);
    let mini_rows = cells | others;
    others | next_box(mini_rows) | last_box(mini_rows)
}

/// Each cell takes the bit of the next one in its mini-row, in a circle.
#[inline(always)]
fn next_column(cells: u32) -> u32 {
    ((cells >> 1) & 0o333_333_333) | ((cells << 2) & 0o444_444_444)
}

#[inline(always)]
fn last_column(cells: u32) -> u32 {
    ((cells >> 2) & 0o111_111_111) | ((cells << 1) & 0o666_666_666)
}

/// Each mini-row takes the bits of the next one in its row, in a circle.
#[inline(always)]
fn next_box(cells: u32) -> u32 {
    ((cells >> 3) & 0o077_077_077) | ((cells << 6) & 0o700_700_700)
}

#[inline(always)]
fn last_box(cells: u32) -> u32 {
    ((cells >> 6) & 0o007_007_007) | ((cells << 3) & 0o770_770_770)
}

/// Each row takes the bits of the next one in its band, in a circle.
#[inline(always)]
fn next_row(cells: u32) -> u32 {
    (cells >> 9) | ((cells << 18) & ALL)
}

#[inline(always)]
fn last_row(cells: u32) -> u32 {
    (cells >> 18) | ((cells << 9) & ALL)
}

/// The tree search over states.
struct Search<'a, 'm> {
    limit: u64,
    found: u64,
    random_order: Option<&'a mut Rng>,
    meter: &'a mut Meter<'m>,
    solution: &'a mut Option<Grid>,
}

impl Search<'_, '_> {
    /// Breaks with the reason why the meter stopped it; goes at most 81 guesses deep.
    fn explore(&mut self, state: &mut State) -> ControlFlow<Stop> {
        match state.propagate() {
            Settled::Contradiction => ControlFlow::Continue(()),
            Settled::Solved => {
                self.found += 1;
                if self.solution.is_none() {
                    *self.solution = Some(state.grid());
                }
                ControlFlow::Continue(())
            }
            Settled::Open => self.guess(state),
        }
    }

    fn guess(&mut self, state: &State) -> ControlFlow<Stop> {
        let (band, cell) = state.branching_cell();
        let mut digits = [EMPTY; DIGITS];
        let mut count = 0;
        for digit in state.digits_of(band, cell) {
            digits[count] = digit;
            count += 1;
        }
        if let Some(rng) = &mut self.random_order {
            rng.shuffle(&mut digits[..count]);
        }
        for &digit in &digits[..count] {
            if self.found >= self.limit {
                break;
            }
            self.meter.node()?;
            let mut child = *state;
            child.place(band, cell, digit);
            self.explore(&mut child)?;
        }
        ControlFlow::Continue(())
    }
}

/// Counts the solutions of a 9x9 grid up to the limit, and keeps the first in `solution`.
/// Breaks when the meter, which counts each value tried by a guess, says stop.
pub(super) fn search(
    quest: Quest<'_>,
    meter: &mut Meter<'_>,
    solution: &mut Option<Grid>,
) -> ControlFlow<Stop, u64> {
    let Quest { givens, excluded, limit, patience: _, random_order } = quest;
    let mut search = Search { limit, found: 0, random_order, meter, solution };
    if limit > 0 {
        search.explore(&mut State::new(givens, excluded))?;
    }
    ControlFlow::Continue(search.found)
}

#[cfg(test)]
mod tests;
