//! The faults of study 000's program on packed genomes: the same crossings and the same swaps as on
//! plain digits, from masks.

use super::super::genomes::Crossing;
use super::super::packed::{Cell, Code, GridVisitor, Kernel, Shape, Tally, Word};
use super::super::tables::Block;
use crate::board::Layout;

/// A stack with the columns that its score is wrongly made of.
pub(in crate::search) struct MisledStack {
    /// For each column the boxes that it crosses, and which of their columns it is.
    columns: Vec<(Vec<u8>, u32)>,
    boxes: Vec<u8>,
}

/// The stacks of a layout as the program scores them.
pub(in crate::search) fn misled_stacks(layout: &Layout) -> Vec<MisledStack> {
    let (box_side, side) = (layout.box_side(), layout.side());
    let column = |&line: &u16| {
        let cells = layout.unit_cells(line as usize);
        let boxes = cells.iter().step_by(box_side).map(|&cell| layout.box_of(cell as usize) as u8);
        let number = layout.unit(line as usize).number as usize % box_side;
        (boxes.collect(), (number * side) as u32)
    };
    let stack = |block: &Block| MisledStack {
        columns: block.lines.iter().map(column).collect(),
        boxes: block.genes.iter().map(|&gene| gene as u8).collect(),
    };
    super::stacks(layout).iter().map(stack).collect()
}

/// Gives each stack of a child the boxes of the parent whose score there is higher, ties to the
/// first.
pub(in crate::search) fn cross_stacks<W: Word, const B: usize>(
    genomes: &mut [[Code<W>; B]],
    stacks: &[MisledStack],
    side: u32,
    crossing: &Crossing,
) {
    let Crossing { parents: [one, other], child, .. } = *crossing;
    let Ok([one, other, child]) = genomes.get_disjoint_mut([one, other, child]) else { return };
    for stack in stacks {
        let score = |genome: &[Code<W>; B]| -> u32 {
            let distinct = |(boxes, start): &(Vec<u8>, u32)| {
                let words = boxes.iter().map(|&number| genome[number as usize].columns >> *start);
                (words.fold(W::ZERO, |seen, word| seen | word) & W::low(side)).count()
            };
            stack.columns.iter().map(distinct).sum()
        };
        let from = if score(other) > score(one) { &*other } else { &*one };
        for &number in &stack.boxes {
            child[number as usize] = from[number as usize];
        }
    }
}

/// Does the program's local search, with all its faults, on genomes of boxes of side 3 or more; at
/// most `most` swaps in all. Tells how many were made.
pub(in crate::search) struct SearchRows<'a, W, const K: usize, const B: usize, S> {
    pub genomes: &'a mut [[Code<W>; B]],
    pub shape: &'a S,
    /// The givens of each box.
    pub given: &'a [Code<W>; B],
    pub most: u64,
}

impl<W: Word, const K: usize, const B: usize, S: Shape<K>> Kernel for SearchRows<'_, W, K, B, S> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Self { genomes, shape, given, most } = self;
        let mut left = most;
        for genome in genomes {
            shape.for_each_grid(&mut Search { genome, given, earlier: 0, left: &mut left });
        }
        most - left
    }
}

/// The search on one genome.
struct Search<'a, W, const B: usize> {
    genome: &'a mut [Code<W>; B],
    given: &'a [Code<W>; B],
    /// The boxes of the grids that were searched before, a bit each.
    earlier: u64,
    left: &'a mut u64,
}

impl<W: Word, const K: usize, const B: usize> GridVisitor<K> for Search<'_, W, B> {
    #[inline(always)]
    fn visit(&mut self, rows: &[[u8; K]; K], _: &[[u8; K]; K]) {
        let before = *self.genome;
        let boxes = rows.as_flattened().iter().fold(0u64, |boxes, &number| boxes | 1 << number);
        let twice = rows.map(|line| Tally::<W, K>::of::<B, true>(self.genome, &line).twice);
        // Legality is read from the row a band below in all grids but the first.
        let shift = usize::from(self.earlier != 0);
        for band in 0..2 {
            self.search_band(&rows[band], band, twice[band + shift]);
        }
        let mut lost = self.earlier & boxes;
        while lost != 0 {
            let number = lost.trailing_zeros() as usize % B;
            self.genome[number] = before[number];
            lost &= lost - 1;
        }
        self.earlier |= boxes;
    }
}

impl<W: Word, const B: usize> Search<'_, W, B> {
    /// Every two rows of a band, where both are called illegal, exchange.
    #[inline(always)]
    fn search_band<const K: usize>(&mut self, boxes: &[u8; K], band: usize, twice: W) {
        let is_illegal = |row: usize| row_of::<W, K>(twice, row) != W::ZERO;
        for upper in 0..K {
            for lower in upper + 1..K {
                if is_illegal(upper) && is_illegal(lower) {
                    self.exchange(boxes, band, [upper, lower]);
                }
            }
        }
    }

    /// What is repeated is listed once; the number of a box serves as that of a column.
    #[inline(always)]
    fn exchange<const K: usize>(&mut self, boxes: &[u8; K], band: usize, rows: [usize; 2]) {
        let side = (K * K) as u32;
        let mut tally = Tally::<W, K>::of::<B, true>(self.genome, boxes);
        let nothing_moves = |[one, other]: [usize; 2]| tally.movable(one, other) == W::ZERO;
        if nothing_moves(rows) || nothing_moves([rows[1], rows[0]]) {
            return;
        }
        let repeated = rows.map(|row| row_of::<W, K>(tally.twice, row));
        let listed = boxes.map(|number| self.genome[number as usize]);
        let target = boxes[band] as usize;
        for (place, code) in listed.into_iter().enumerate() {
            let cells = rows.map(|row| Cell::at(row * K + place, K));
            if cells.iter().any(|&cell| self.given[target].bit(cell, side) != W::ZERO) {
                continue;
            }
            for (one, other) in (0..K * K).map(|pair| (pair / K, pair % K)) {
                let leaving = code.bit(Cell::at(rows[0] * K + one, K), side) & repeated[0];
                let coming = code.bit(Cell::at(rows[1] * K + other, K), side) & repeated[1];
                let stands = leaving & row_of::<W, K>(tally.once, rows[1])
                    | coming & row_of::<W, K>(tally.once, rows[0]);
                let is_listed = leaving != W::ZERO && coming != W::ZERO;
                if is_listed && stands == W::ZERO && *self.left > 0 {
                    self.genome[target].swap(cells[0], cells[1], side);
                    tally = Tally::of::<B, true>(self.genome, boxes);
                    *self.left -= 1;
                }
            }
        }
    }
}

/// The digits of one row of a band.
#[inline(always)]
fn row_of<W: Word, const K: usize>(band: W, row: usize) -> W {
    let side = (K * K) as u32;
    (band >> (row as u32 * side)) & W::low(side)
}
