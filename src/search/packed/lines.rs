//! The local search of study 000 on masks: illegal lines exchange what each has twice and the
//! other lacks. Same swaps in the same order as on plain digits.
//!
//! Two lines share boxes only within one line of boxes, and a swap in it changes no other line
//! of that kind; so the search goes from one line of boxes to the next.

use super::code::{Cell, Code, Word};
use super::dispatch::Kernel;
use super::shape::{GridVisitor, Shape};

/// Improves genomes with at most `most` swaps in all; tells how many were made.
pub(super) struct ImproveAll<'a, W, const K: usize, const B: usize, S> {
    pub genomes: &'a mut [[Code<W>; B]],
    pub shape: &'a S,
    /// The givens of each box.
    pub given: &'a [Code<W>; B],
    pub most: u64,
}

impl<W: Word, const K: usize, const B: usize, S: Shape<K>> Kernel for ImproveAll<'_, W, K, B, S> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Self { genomes, shape, given, most } = self;
        let mut left = most;
        for genome in genomes {
            shape.for_each_grid(&mut Search { genome, given, left: &mut left });
        }
        most - left
    }
}

/// The search on one genome.
struct Search<'a, W, const B: usize> {
    genome: &'a mut [Code<W>; B],
    given: &'a [Code<W>; B],
    left: &'a mut u64,
}

impl<W: Word, const K: usize, const B: usize> GridVisitor<K> for Search<'_, W, B> {
    /// The column pass, then the row pass.
    #[inline(always)]
    fn visit(&mut self, rows: &[[u8; K]; K], columns: &[[u8; K]; K]) {
        sweep::<W, K, B, false>(self.genome, columns, self.given, self.left);
        sweep::<W, K, B, true>(self.genome, rows, self.given, self.left);
    }
}

/// The columns, or the rows, of a grid exchange wherever one of them is illegal.
#[inline(always)]
fn sweep<W: Word, const K: usize, const B: usize, const BY_ROWS: bool>(
    genome: &mut [Code<W>; B],
    lines: &[[u8; K]; K],
    given: &[Code<W>; B],
    left: &mut u64,
) {
    let mut illegal = 0u32;
    for (number, boxes) in lines.iter().enumerate() {
        let tally = Tally::<W, K>::of::<B, BY_ROWS>(genome, boxes);
        illegal |= u32::from(tally.twice != W::ZERO) << number;
    }
    while illegal != 0 {
        pass::<W, K, B, BY_ROWS>(genome, &lines[illegal.trailing_zeros() as usize], given, left);
        illegal &= illegal - 1;
    }
}

/// Every two lines of a line of boxes exchange.
#[inline(always)]
fn pass<W: Word, const K: usize, const B: usize, const BY_ROWS: bool>(
    genome: &mut [Code<W>; B],
    boxes: &[u8; K],
    given: &[Code<W>; B],
    left: &mut u64,
) {
    let mut tally = Tally::<W, K>::of::<B, BY_ROWS>(genome, boxes);
    for one in 0..K {
        for other in one + 1..K {
            let movable = [tally.movable(one, other), tally.movable(other, one)];
            if movable[0] != W::ZERO && movable[1] != W::ZERO {
                let lines = [one, other];
                if exchange::<W, K, B, BY_ROWS>(genome, boxes, given, lines, movable, left) {
                    tally = Tally::of::<B, BY_ROWS>(genome, boxes);
                }
            }
        }
    }
}

/// Two lines exchange, box by box, what is movable from the one to the other; tells whether they
/// did. A digit that has moved is not movable any more, and no other one becomes so.
#[inline(always)]
fn exchange<W: Word, const K: usize, const B: usize, const BY_ROWS: bool>(
    genome: &mut [Code<W>; B],
    boxes: &[u8; K],
    given: &[Code<W>; B],
    lines: [usize; 2],
    mut movable: [W; 2],
    left: &mut u64,
) -> bool {
    let side = (K * K) as u32;
    let cell = |line: usize, step: usize| {
        let (line, step) = ((line * K * K) as u8, (step * K * K) as u8);
        if BY_ROWS { Cell { row: line, column: step } } else { Cell { row: step, column: line } }
    };
    let mut has_swapped = false;
    for &number in boxes {
        let number = number as usize;
        let word = |code: Code<W>| if BY_ROWS { code.rows } else { code.columns };
        let free = word(genome[number]) & !word(given[number]);
        let mut here = [0, 1].map(|end| (free >> (lines[end] as u32 * side)) & movable[end]);
        for step in 0..K {
            if here[0] == W::ZERO || here[1] == W::ZERO {
                break;
            }
            let first = cell(lines[0], step);
            let leaving = genome[number].bit(first, side) & here[0];
            if leaving == W::ZERO {
                continue;
            }
            let partners = (0..K).map(|step| cell(lines[1], step));
            let partner = partners
                .map(|second| (second, genome[number].bit(second, side) & here[1]))
                .find(|&(_, coming)| coming != W::ZERO);
            if let Some((second, coming)) = partner
                && *left > 0
            {
                genome[number].swap(first, second, side);
                (movable, here) =
                    (without(movable, leaving, coming), without(here, leaving, coming));
                *left -= 1;
                has_swapped = true;
            }
        }
    }
    has_swapped
}

#[inline(always)]
fn without<W: Word>([one, other]: [W; 2], leaving: W, coming: W) -> [W; 2] {
    [one & !leaving, other & !coming]
}

/// The digits that lines have at all, and those they have more than once.
pub(in crate::search) struct Tally<W, const K: usize> {
    pub once: W,
    pub twice: W,
}

impl<W: Word, const K: usize> Tally<W, K> {
    #[inline(always)]
    pub fn of<const B: usize, const BY_ROWS: bool>(genome: &[Code<W>; B], boxes: &[u8; K]) -> Self {
        let words = boxes.map(|number| {
            let code = genome[number as usize];
            if BY_ROWS { code.rows } else { code.columns }
        });
        let (mut once, mut twice) = (W::ZERO, W::ZERO);
        for word in words {
            twice |= once & word;
            once |= word;
        }
        Self { once, twice }
    }

    /// What the line has twice and the other lacks.
    #[inline(always)]
    pub fn movable(&self, line: usize, other: usize) -> W {
        let side = (K * K) as u32;
        (self.twice >> (line as u32 * side)) & !(self.once >> (other as u32 * side)) & W::low(side)
    }
}
