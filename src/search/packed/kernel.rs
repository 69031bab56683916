//! The hot loops over packed genomes: scores, swaps, crossings.

use std::hint::select_unpredictable;

use super::code::{Cell, Code, Word};
use super::dispatch::Kernel;
use super::shape::Shape;
use crate::search::genomes::{Blocks, Crossing, SwapAt};

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
                for (genome, key) in self.genomes.iter().zip(self.keys) {
                    *key = u64::from(missing(genome, self.shape));
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

/// Makes swaps, one after the other.
pub(super) struct SwapAll<'a, W, const K: usize, const B: usize, I> {
    pub genomes: &'a mut [[Code<W>; B]],
    pub swaps: I,
    pub pairs: &'a [BoxPair],
}

/// Two free cells of a box.
#[derive(Clone, Copy)]
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

/// Gives each block of a child the boxes of the better parent.
pub(super) struct CrossAll<'a, W, const K: usize, const B: usize, S> {
    pub genomes: &'a mut [[Code<W>; B]],
    pub shape: &'a S,
    pub crossings: &'a [Crossing],
    pub bands: &'a BlockTable<B>,
    pub stacks: &'a BlockTable<B>,
}

/// Which block each box and each line of boxes belongs to.
pub(super) struct BlockTable<const B: usize> {
    pub of_box: [u8; B],
    pub of_line: Vec<u8>,
}

/// Blocks are counted in a fixed number of places; there are never more than boxes.
const MOST_BLOCKS: usize = 64;

impl<W: Word, const K: usize, const B: usize, S: Shape<K>> Kernel for CrossAll<'_, W, K, B, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for &Crossing { parents: [one, other], child, by } in self.crossings {
            let (one, other) = (self.genomes[one], self.genomes[other]);
            // By how much the other parent is better in each block.
            let mut lead = [0i32; MOST_BLOCKS];
            let table = match by {
                Blocks::Bands => {
                    for (line, &block) in self.shape.block_rows().iter().zip(&self.bands.of_line) {
                        let rows = |genome| distinct(line.map(|number| boxed(genome, number).rows));
                        lead[block as usize % MOST_BLOCKS] += rows(&other) - rows(&one);
                    }
                    self.bands
                }
                Blocks::Stacks => {
                    let lines = self.shape.block_columns().iter().zip(&self.stacks.of_line);
                    for (line, &block) in lines {
                        let columns =
                            |genome| distinct(line.map(|number| boxed(genome, number).columns));
                        lead[block as usize % MOST_BLOCKS] += columns(&other) - columns(&one);
                    }
                    self.stacks
                }
            };
            let born = &mut self.genomes[child];
            for (number, &block) in table.of_box.iter().enumerate() {
                let is_better = lead[block as usize % MOST_BLOCKS] > 0;
                born[number] = select_unpredictable(is_better, other[number], one[number]);
            }
        }
    }
}

/// Missing digits over all lines.
#[inline(always)]
fn missing<W: Word, const K: usize, const B: usize, S: Shape<K>>(
    genome: &[Code<W>; B],
    shape: &S,
) -> u32 {
    let mut distinct = 0;
    for line in shape.block_rows() {
        let seen = line.iter().fold(W::ZERO, |seen, &number| seen | boxed(genome, number).rows);
        distinct += seen.count();
    }
    for line in shape.block_columns() {
        let seen = line.iter().fold(W::ZERO, |seen, &number| seen | boxed(genome, number).columns);
        distinct += seen.count();
    }
    let lines = shape.block_rows().len() + shape.block_columns().len();
    (lines * K * K * K) as u32 - distinct
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
    let mut sums = (0, 0);
    for line in shape.block_rows() {
        add_often(&mut sums, line.map(|number| boxed(genome, number).rows));
    }
    for line in shape.block_columns() {
        add_often(&mut sums, line.map(|number| boxed(genome, number).columns));
    }
    sums
}

#[inline(always)]
fn add_often<W: Word, const K: usize>((pairs, missing): &mut (u32, u32), line: [W; K]) {
    let often = at_least(line);
    for (times, digits) in often.iter().enumerate().skip(1) {
        *pairs += times as u32 * digits.count();
        *missing += digits.count();
    }
}

/// The digits that stand once, twice, ... or more in the lines that K boxes make.
#[inline(always)]
pub(super) fn at_least<W: Word, const K: usize>(boxes: [W; K]) -> [W; K] {
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
fn distinct<W: Word, const K: usize>(words: [W; K]) -> i32 {
    words.into_iter().fold(W::ZERO, |seen, word| seen | word).count() as i32
}
