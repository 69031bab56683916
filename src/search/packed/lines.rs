//! The local search of study 000 on masks: illegal lines exchange what each has twice and the
//! other lacks. Same swaps in the same order as on plain digits.
//!
//! Two lines share boxes only within one line of boxes, and a swap in it changes no other line
//! of that kind; so the search goes from one line of boxes to the next.

use super::code::{Cell, Code, Word};
use super::dispatch::Kernel;
use super::kernel::at_least;
use super::shape::boxes_of_grid;
use crate::board::Layout;

/// The lines of boxes of a grid.
pub(super) struct GridLines<const K: usize> {
    columns: [[u8; K]; K],
    rows: [[u8; K]; K],
}

impl<const K: usize> GridLines<K> {
    pub fn of(layout: &Layout) -> Vec<Self> {
        (0..layout.grid_count())
            .map(|grid| {
                let rows = boxes_of_grid::<K>(layout, grid);
                let columns = std::array::from_fn(|line| rows.map(|row| row[line]));
                Self { columns, rows }
            })
            .collect()
    }
}

/// Improves genomes with at most `most` swaps in all; tells how many were made.
pub(super) struct ImproveAll<'a, W, const K: usize, const B: usize> {
    pub genomes: &'a mut [[Code<W>; B]],
    pub grids: &'a [GridLines<K>],
    /// The free cells of each box, by place in reading order.
    pub free: &'a [u32; B],
    pub most: u64,
}

impl<W: Word, const K: usize, const B: usize> Kernel for ImproveAll<'_, W, K, B> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Self { genomes, grids, free, most } = self;
        let mut swaps = 0;
        for genome in genomes {
            for grid in grids {
                for boxes in &grid.columns {
                    pass::<W, K, B, false>(genome, boxes, free, &mut swaps, most);
                }
                for boxes in &grid.rows {
                    pass::<W, K, B, true>(genome, boxes, free, &mut swaps, most);
                }
            }
        }
        swaps
    }
}

/// Every two lines of a line of boxes exchange.
#[inline(always)]
fn pass<W: Word, const K: usize, const B: usize, const BY_ROWS: bool>(
    genome: &mut [Code<W>; B],
    boxes: &[u8; K],
    free: &[u32; B],
    swaps: &mut u64,
    most: u64,
) {
    let mut tally = Tally::<W, K>::of::<B, BY_ROWS>(genome, boxes);
    if tally.twice == W::ZERO {
        return;
    }
    for one in 0..K {
        for other in one + 1..K {
            if !tally.may_trade(one, other) {
                continue;
            }
            for &number in boxes {
                exchange::<W, K, B, BY_ROWS>(
                    genome,
                    boxes,
                    number,
                    [one, other],
                    free,
                    &mut tally,
                    swaps,
                    most,
                );
            }
        }
    }
}

/// The cells of two lines in one box exchange.
#[expect(clippy::too_many_arguments, reason = "the inside of one loop, kept flat")]
fn exchange<W: Word, const K: usize, const B: usize, const BY_ROWS: bool>(
    genome: &mut [Code<W>; B],
    boxes: &[u8; K],
    number: u8,
    [one, other]: [usize; 2],
    free: &[u32; B],
    tally: &mut Tally<W, K>,
    swaps: &mut u64,
    most: u64,
) {
    let number = number as usize;
    let side = (K * K) as u32;
    let place = |line: usize, step: usize| if BY_ROWS { line * K + step } else { step * K + line };
    let is_free = |place: usize| free[number] >> place & 1 == 1;
    for first in (0..K).map(|step| place(one, step)).filter(|&place| is_free(place)) {
        for second in (0..K).map(|step| place(other, step)).filter(|&place| is_free(place)) {
            let code = genome[number];
            let [leaving, coming] = [first, second].map(|place| code.bit(Cell::at(place, K), side));
            let fits = leaving & tally.movable(one, other) != W::ZERO
                && coming & tally.movable(other, one) != W::ZERO;
            if fits && *swaps < most {
                genome[number].swap(Cell::at(first, K), Cell::at(second, K), side);
                *tally = Tally::of::<B, BY_ROWS>(genome, boxes);
                *swaps += 1;
            }
        }
    }
}

/// The digits that lines have at all, and those they have more than once.
struct Tally<W, const K: usize> {
    once: W,
    twice: W,
}

impl<W: Word, const K: usize> Tally<W, K> {
    #[inline(always)]
    fn of<const B: usize, const BY_ROWS: bool>(genome: &[Code<W>; B], boxes: &[u8; K]) -> Self {
        let words = boxes.map(|number| {
            let code = genome[number as usize % B];
            if BY_ROWS { code.rows } else { code.columns }
        });
        let often = at_least(words);
        Self { once: often[0], twice: often[1] }
    }

    /// What the line has twice and the other lacks.
    #[inline(always)]
    fn movable(&self, line: usize, other: usize) -> W {
        let side = (K * K) as u32;
        (self.twice >> (line as u32 * side)) & !(self.once >> (other as u32 * side)) & W::low(side)
    }

    #[inline(always)]
    fn may_trade(&self, one: usize, other: usize) -> bool {
        self.movable(one, other) != W::ZERO && self.movable(other, one) != W::ZERO
    }
}
