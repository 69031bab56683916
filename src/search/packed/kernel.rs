//! The hot loops over packed genomes: scores, swaps, crossings.

use std::hint::select_unpredictable;

use super::code::{Cell, Code, Word};
use super::dispatch::Kernel;
use super::shape::Shape;

use crate::rng::Rng;
use crate::search::draws::for_each_pick;
use crate::search::genomes::{Blocks, Crossing, Mixing, SwapAt};

/// What a genome is scored by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    Missing,
    EqualPairs,
}

/// Scores genomes; `costs` may be empty where the key is the cost.
pub(super) struct ScoreAll<'a, W, const K: usize, const B: usize, S> {
    pub genomes: &'a [[Code<W>; B]],
    pub shape: &'a S,
    pub rule: Rule,
    pub keys: &'a mut [u64],
    pub costs: &'a mut [u32],
}

impl<W: Word, const K: usize, const B: usize, S: Shape<K>> Kernel for ScoreAll<'_, W, K, B, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        match self.rule {
            Rule::Missing => {
                let lines = [self.shape.block_rows(), self.shape.block_columns()].map(Grids::of);
                for (genome, key) in self.genomes.iter().zip(self.keys) {
                    *key = u64::from(missing(genome, &lines));
                }
            }
            Rule::EqualPairs => {
                for ((genome, key), cost) in self.genomes.iter().zip(self.keys).zip(self.costs) {
                    let (pairs, missing) = equal_pairs(genome, self.shape);
                    (*key, *cost) = (u64::from(pairs), missing);
                }
            }
        }
    }
}

/// Scores genomes in slots here and there; keys, and costs if any, are those of all slots.
pub(super) struct ScoreListed<'a, W, const K: usize, const B: usize, S> {
    pub genomes: &'a [[Code<W>; B]],
    pub shape: &'a S,
    pub rule: Rule,
    pub slots: &'a [u32],
    pub keys: &'a mut [u64],
    pub costs: &'a mut [u32],
}

impl<W: Word, const K: usize, const B: usize, S: Shape<K>> Kernel for ScoreListed<'_, W, K, B, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let lines = [self.shape.block_rows(), self.shape.block_columns()].map(Grids::of);
        for &slot in self.slots {
            let genome = &self.genomes[slot as usize];
            let (key, cost) = match self.rule {
                Rule::Missing => (missing(genome, &lines), 0),
                Rule::EqualPairs => equal_pairs(genome, self.shape),
            };
            self.keys[slot as usize] = u64::from(key);
            if let Some(kept) = self.costs.get_mut(slot as usize) {
                *kept = cost;
            }
        }
    }
}

/// Fills boxes with their digits in random order.
pub(super) struct ShuffleBoxes<'a, W, const B: usize> {
    pub genome: &'a mut [Code<W>; B],
    pub boxes: &'a [BoxTable<W>],
    pub rng: &'a mut Rng,
}

/// What is fixed about a box.
pub(super) struct BoxTable<W> {
    pub given: Code<W>,
    pub free: Vec<Cell>,
    /// The digits of the free cells, each less one.
    pub digits: [u8; MOST_CELLS],
    /// For each free cell the box that has nothing but the digit 1 there.
    pub ones: [Code<W>; MOST_CELLS],
}

/// A power of two that is no less than the cells of any box.
pub(super) const MOST_CELLS: usize = 32;

impl<W: Word, const B: usize> Kernel for ShuffleBoxes<'_, W, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (code, table) in self.genome.iter_mut().zip(self.boxes) {
            let mut digits = table.digits;
            let mut filled = table.given;
            for_each_pick(self.rng, table.free.len(), |last, picked| {
                let (last, picked) = (last % MOST_CELLS, picked % MOST_CELLS);
                filled.add(table.ones[last], digits[picked]);
                digits[picked] = digits[last];
            });
            filled.add(table.ones[0], digits[0]);
            *code = filled;
        }
    }
}

/// Makes swaps, one after the other.
pub(super) struct SwapAll<'a, W, const K: usize, const B: usize, I> {
    pub genomes: &'a mut [[Code<W>; B]],
    pub swaps: I,
    pub pairs: &'a [BoxPair],
}

/// Two free cells of a box; aligned so that the one to look up is found without a product.
#[derive(Clone, Copy)]
#[repr(align(8))]
pub(super) struct BoxPair {
    pub number: u8,
    pub cells: [Cell; 2],
}

impl<W: Word, const K: usize, const B: usize, I> Kernel for SwapAll<'_, W, K, B, I>
where
    I: Iterator<Item = SwapAt>,
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for swap in self.swaps {
            let BoxPair { number, cells: [one, other] } = self.pairs[swap.pair as usize];
            self.genomes[swap.slot as usize][number as usize].swap(one, other, (K * K) as u32);
        }
    }
}

/// Gives each block of a child the boxes of the parent whose lines there have more distinct
/// digits, ties to the first.
pub(super) struct CrossAll<'a, W, const K: usize, const B: usize, S> {
    pub genomes: &'a mut [[Code<W>; B]],
    pub shape: &'a S,
    pub crossings: &'a [Crossing],
}

impl<W: Word, const K: usize, const B: usize, S: Shape<K>> Kernel for CrossAll<'_, W, K, B, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for &Crossing { parents: [one, other], child, by } in self.crossings {
            let distinct_slots = self.genomes.get_disjoint_mut([one, other, child]);
            // A parent that mates with itself: the child is its copy already.
            let Ok([one, other, child]) = distinct_slots else { continue };
            match by {
                Blocks::Bands => self.shape.for_each_band(|lines, boxes| {
                    let lead = |line: &[u8; K]| {
                        distinct(line, |number| boxed(other, number).rows)
                            - distinct(line, |number| boxed(one, number).rows)
                    };
                    let from = if sum(lines, lead) > 0 { &*other } else { &*one };
                    take(child, from, boxes);
                }),
                Blocks::Stacks => self.shape.for_each_stack(|lines, boxes| {
                    let lead = |line: &[u8; K]| {
                        distinct(line, |number| boxed(other, number).columns)
                            - distinct(line, |number| boxed(one, number).columns)
                    };
                    let from = if sum(lines, lead) > 0 { &*other } else { &*one };
                    take(child, from, boxes);
                }),
            }
        }
    }
}

/// Makes children gene by gene, whatever a gene is.
pub(super) struct MixAll<'a, Gene, const B: usize> {
    pub genomes: &'a mut [[Gene; B]],
    pub mixings: &'a [Mixing],
}

impl<Gene: Copy, const B: usize> Kernel for MixAll<'_, Gene, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for &Mixing { parents: [one, other], child, taken, .. } in self.mixings {
            let [one, other, child] = [one, other, child].map(|slot| slot as usize);
            let Ok([one, other, child]) = self.genomes.get_disjoint_mut([one, other, child]) else {
                self.genomes[child] = self.genomes[one];
                continue;
            };
            for (gene, made) in child.iter_mut().enumerate() {
                let from = select_unpredictable(taken >> gene & 1 == 1, &*other, &*one);
                *made = from[gene];
            }
        }
    }
}

#[inline(always)]
fn sum<const K: usize>(lines: &[[u8; K]], value: impl Fn(&[u8; K]) -> i32) -> i32 {
    lines.iter().fold(0, |sum, line| sum + value(line))
}

#[inline(always)]
fn take<W: Word, const B: usize>(child: &mut [Code<W>; B], from: &[Code<W>; B], boxes: &[u8]) {
    for &number in boxes {
        let number = number as usize % B;
        child[number] = from[number];
    }
}

/// Lines of boxes, as many together as a grid has, so that no loop stands between them.
struct Grids<'a, const K: usize> {
    whole: &'a [[[u8; K]; K]],
    rest: &'a [[u8; K]],
}

impl<'a, const K: usize> Grids<'a, K> {
    #[inline(always)]
    fn of(lines: &'a [[u8; K]]) -> Self {
        let (whole, rest) = lines.as_chunks();
        Self { whole, rest }
    }

    #[inline(always)]
    fn sum(&self, value: impl Fn(&[u8; K]) -> i32) -> i32 {
        self.whole.iter().fold(sum(self.rest, &value), |total, grid| total + sum(grid, &value))
    }

    #[inline(always)]
    fn lines(&self) -> usize {
        K * self.whole.len() + self.rest.len()
    }
}

/// Missing digits over all lines.
#[inline(always)]
fn missing<W: Word, const K: usize, const B: usize>(
    genome: &[Code<W>; B],
    [rows, columns]: &[Grids<'_, K>; 2],
) -> u32 {
    let distinct = rows.sum(|line| distinct(line, |number| boxed(genome, number).rows))
        + columns.sum(|line| distinct(line, |number| boxed(genome, number).columns));
    ((rows.lines() + columns.lines()) * K * K * K) as u32 - distinct as u32
}

/// A box of a genome. The remainder changes nothing, and spares a test where B is a power of two.
#[inline(always)]
fn boxed<W: Word, const B: usize>(genome: &[Code<W>; B], number: u8) -> Code<W> {
    genome[number as usize % B]
}

/// Pairs of equal digits in lines, and missing digits.
///
/// With c(t) = digits that stand at least t times in a line, missing = c(2) + ... + c(k) and
/// pairs = c(2) + 2 c(3) + ... + (k - 1) c(k).
#[inline(always)]
fn equal_pairs<W: Word, const K: usize, const B: usize, S: Shape<K>>(
    genome: &[Code<W>; B],
    shape: &S,
) -> (u32, u32) {
    let mut counts = [0; K];
    for line in shape.block_rows() {
        add_often(&mut counts, line.map(|number| boxed(genome, number).rows));
    }
    for line in shape.block_columns() {
        add_often(&mut counts, line.map(|number| boxed(genome, number).columns));
    }
    let mut sums = (0, 0);
    for (times, count) in counts.into_iter().enumerate() {
        sums = (sums.0 + times as u32 * count, sums.1 + count);
    }
    sums
}

#[inline(always)]
fn add_often<W: Word, const K: usize>(counts: &mut [u32; K], line: [W; K]) {
    let often = at_least(line);
    for times in 1..K {
        counts[times] += often[times].count();
    }
}

/// The digits that stand once, twice, ... or more in the lines that K boxes make.
#[inline(always)]
fn at_least<W: Word, const K: usize>(boxes: [W; K]) -> [W; K] {
    let mut often = [W::ZERO; K];
    for word in boxes {
        for times in (1..K).rev() {
            often[times] |= often[times - 1] & word;
        }
        often[0] |= word;
    }
    often
}

/// Distinct digits over the lines that a row or a column of boxes makes.
#[inline(always)]
fn distinct<W: Word, const K: usize>(line: &[u8; K], word: impl Fn(u8) -> W) -> i32 {
    line.iter().fold(W::ZERO, |seen, &number| seen | word(number)).count() as i32
}
