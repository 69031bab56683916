//! The packed representation: a box as two words of masks (see `code`), for the box encoding of
//! sides 4, 9, 16 and 25 and any overlay.
//!
//! A line of boxes is scored by OR and a bit count, so that a whole score is cheaper than any
//! bookkeeping of changes would be.

mod code;
mod dispatch;
mod kernel;
mod lines;
mod row_code;
mod rows;
mod shape;

use std::ops::Range;

use super::Tables;
use super::as_coded::{MisledStack, SearchRows, cross_stacks, misled_stacks};
use super::fitness::Fitness;
use super::genes::Pair;
use super::genomes::{Blocks, Crossing, Genomes, Mixing, SwapAt};
use super::improve;
use super::operators::{Bands, Crossover, Improvement, Lines, RowSearch, StackScore};
use crate::board::Layout;
use crate::rng::Rng;
pub(super) use code::{Cell, Code, Word};
pub(super) use dispatch::Kernel;
use dispatch::dispatch;
use kernel::{
    BoxPair, BoxTable, CrossAll, MOST_CELLS, MixAll, Rule, ScoreAll, ScoreListed, ShuffleBoxes,
    SwapAll,
};
use lines::ImproveAll;
pub(super) use lines::Tally;
pub(super) use rows::PackedRows;
pub(super) use shape::{GridVisitor, Overlay, Shape, Single, Twodoku};

/// How local search is done.
#[derive(Clone, Copy)]
enum LocalSearch {
    /// On the masks, as study 000 describes it.
    Lines,
    /// On the masks, as study 000's program does it.
    AsCoded,
    /// On digits.
    Plain,
}

impl LocalSearch {
    fn of(improvement: Improvement, box_side: usize) -> Self {
        match improvement {
            Improvement::Lines(lines) if lines == Lines::default() => Self::Lines,
            Improvement::AsCoded(faults) if faults == RowSearch::default() && box_side >= 3 => {
                Self::AsCoded
            }
            _ => Self::Plain,
        }
    }
}

/// Genomes of at most `B` boxes of side `K`.
pub(super) struct Packed<W, const K: usize, const B: usize, S> {
    genomes: Vec<[Code<W>; B]>,
    shape: S,
    rule: Option<Rule>,
    local_search: LocalSearch,
    /// The stacks as the program of study 000 scores them; empty where they are scored rightly.
    misled_stacks: Vec<MisledStack>,
    boxes: Vec<BoxTable<W>>,
    /// Every two free cells of each box.
    pairs: Vec<BoxPair>,
    /// The givens of each box.
    given: [Code<W>; B],
    scratch: Vec<u8>,
}

impl<W: Word, const K: usize, const B: usize, S: Shape<K>> Packed<W, K, B, S> {
    const SIDE: u32 = (K * K) as u32;

    fn read(&self, slot: usize, digits: &mut [u8], tables: &Tables) {
        for number in 0..tables.layout.box_count() {
            let code = self.genomes[slot][number];
            for (place, &cell) in tables.layout.box_cells(number).iter().enumerate() {
                let bit = code.bit(Cell::at(place, K), Self::SIDE);
                digits[cell as usize] = bit.lowest() as u8 + 1;
            }
        }
    }

    fn encode(&mut self, slot: usize, digits: &[u8], tables: &Tables) {
        for number in 0..tables.layout.box_count() {
            let mut code = Code::EMPTY;
            for (place, &cell) in tables.layout.box_cells(number).iter().enumerate() {
                code.put(Cell::at(place, K), digits[cell as usize]);
            }
            self.genomes[slot][number] = code;
        }
    }
}

impl<W: Word, const K: usize, const B: usize, S: Shape<K>> Genomes for Packed<W, K, B, S> {
    fn with_room(tables: &Tables, slots: usize) -> Self {
        let layout = &tables.layout;
        let boxes: Vec<BoxTable<W>> =
            (0..layout.box_count()).map(|number| box_table(tables, number, K)).collect();
        let mut given = [Code::EMPTY; B];
        for (number, table) in boxes.iter().enumerate() {
            given[number] = table.given;
        }
        let shape = S::new(layout);
        Self {
            genomes: Vec::with_capacity(slots),
            rule: match tables.variant.fitness {
                Fitness::Missing | Fitness::Distinct => Some(Rule::Missing),
                Fitness::EqualPairs => Some(Rule::EqualPairs),
                _ => None,
            },
            local_search: LocalSearch::of(tables.variant.improvement, K),
            misled_stacks: match tables.variant.crossover {
                Crossover::Bands(Bands { stack_score: StackScore::AsCoded, .. }) => {
                    misled_stacks(layout)
                }
                _ => Vec::new(),
            },
            pairs: tables.genes.pairs().iter().map(|&pair| box_pair(tables, pair, K)).collect(),
            scratch: vec![0; layout.cell_count()],
            boxes,
            given,
            shape,
        }
    }

    fn add(&mut self, _: &Tables, slots: usize) {
        self.genomes.extend(std::iter::repeat_n(self.given, slots));
    }

    fn slot_bytes(_: &Layout) -> usize {
        size_of::<[Code<W>; B]>()
    }

    fn write(&mut self, _: &Tables, slot: usize, gene: usize, digits: &[u8]) {
        let table = &self.boxes[gene];
        let mut code = table.given;
        for (&cell, &digit) in table.free.iter().zip(digits) {
            code.put(cell, digit);
        }
        self.genomes[slot][gene] = code;
    }

    fn shuffle(&mut self, _: &Tables, slot: usize, rng: &mut Rng, _: &mut Vec<u8>) {
        let (genome, boxes) = (&mut self.genomes[slot], &self.boxes);
        dispatch(ShuffleBoxes { genome, boxes, rng });
    }

    fn copy(&mut self, from: usize, to: usize) {
        self.genomes[to] = self.genomes[from];
    }

    fn copy_all(&mut self, from: &[u32], first: usize) {
        for (place, &slot) in from.iter().enumerate() {
            let pair = self.genomes.get_disjoint_mut([slot as usize, first + place]);
            let Ok([from, to]) = pair else { continue };
            // In two pieces: the compiler copies 128 bytes in place, and calls for more.
            let head = B.min(16);
            to[..head].copy_from_slice(&from[..head]);
            to[head..].copy_from_slice(&from[head..]);
        }
    }

    fn mix(&mut self, _: &Tables, mixings: &[Mixing]) {
        dispatch(MixAll { genomes: &mut self.genomes, mixings });
    }

    fn copy_gene(&mut self, _: &Tables, from: usize, to: usize, gene: usize) {
        self.genomes[to][gene] = self.genomes[from][gene];
    }

    fn cross(&mut self, _: &Tables, crossings: &[Crossing]) {
        let Self { genomes, shape, misled_stacks, .. } = self;
        if misled_stacks.is_empty() {
            dispatch(CrossAll { genomes, shape, crossings });
            return;
        }
        for crossing in crossings {
            match crossing.by {
                Blocks::Bands => {
                    let crossings = std::slice::from_ref(crossing);
                    dispatch(CrossAll { genomes, shape, crossings });
                }
                Blocks::Stacks => cross_stacks(genomes, misled_stacks, Self::SIDE, crossing),
            }
        }
    }

    fn swap(&mut self, _: &Tables, swaps: impl Iterator<Item = SwapAt>) {
        let Self { genomes, pairs, .. } = self;
        dispatch(SwapAll::<W, K, B, _> { genomes, swaps, pairs });
    }

    fn evaluate(
        &mut self,
        tables: &Tables,
        slots: Range<usize>,
        keys: &mut [u64],
        costs: &mut [u32],
    ) {
        if let Some(rule) = self.rule {
            let (genomes, shape) = (&self.genomes[slots], &self.shape);
            dispatch(ScoreAll { genomes, shape, rule, keys, costs });
            return;
        }
        let mut digits = std::mem::take(&mut self.scratch);
        for (place, slot) in slots.enumerate() {
            self.read(slot, &mut digits, tables);
            (keys[place], costs[place]) = tables.scorer.score(&digits);
        }
        self.scratch = digits;
    }

    fn evaluate_at(&mut self, tables: &Tables, slots: &[u32], keys: &mut [u64], costs: &mut [u32]) {
        if let Some(rule) = self.rule {
            let Self { genomes, shape, .. } = self;
            dispatch(ScoreListed { genomes, shape, rule, slots, keys, costs });
            return;
        }
        let mut digits = std::mem::take(&mut self.scratch);
        for slot in slots.iter().map(|&slot| slot as usize) {
            self.read(slot, &mut digits, tables);
            (keys[slot], costs[slot]) = tables.scorer.score(&digits);
        }
        self.scratch = digits;
    }

    fn improve(&mut self, tables: &Tables, slots: Range<usize>, rng: &mut Rng, most: u64) -> u64 {
        let Self { genomes, shape, given, .. } = self;
        match self.local_search {
            LocalSearch::Lines => {
                return dispatch(ImproveAll { genomes: &mut genomes[slots], shape, given, most });
            }
            LocalSearch::AsCoded => {
                return dispatch(SearchRows { genomes: &mut genomes[slots], shape, given, most });
            }
            LocalSearch::Plain => {}
        }
        let mut digits = std::mem::take(&mut self.scratch);
        let mut swaps = 0;
        for slot in slots {
            self.read(slot, &mut digits, tables);
            swaps += improve::improve(tables, &mut digits, rng, most - swaps);
            self.encode(slot, &digits, tables);
        }
        self.scratch = digits;
        swaps
    }

    fn digit(&self, tables: &Tables, slot: usize, cell: usize) -> u8 {
        let number = tables.layout.box_of(cell);
        let place = cell_in_box(tables.layout.box_cells(number), cell as u16, K);
        self.genomes[slot][number].bit(place, Self::SIDE).lowest() as u8 + 1
    }

    fn digits(&self, tables: &Tables, slot: usize, digits: &mut [u8]) {
        self.read(slot, digits, tables);
    }

    fn is_same(&self, one: usize, other: usize) -> bool {
        self.genomes[one] == self.genomes[other]
    }

    fn hash(&self, slot: usize) -> u64 {
        let word = |code: &Code<W>| code.rows.folded() ^ code.columns.folded().rotate_left(32);
        hash_of(self.genomes[slot].iter().map(word))
    }
}

/// A number that depends on every word. No product waits for another one.
#[inline(always)]
fn hash_of(words: impl Iterator<Item = u64>) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let sum = (0..).zip(words).fold(0u64, |sum, (place, word)| {
        sum.wrapping_add(word.wrapping_mul(FACTOR.wrapping_mul(2 * place + 1)))
    });
    (sum ^ sum >> 32).wrapping_mul(FACTOR).rotate_left(23)
}

fn box_table<W: Word>(tables: &Tables, number: usize, box_side: usize) -> BoxTable<W> {
    let gene = tables.genes.gene(number);
    let mut given = Code::EMPTY;
    for &cell in &gene.cells {
        let digit = tables.genes.givens()[cell as usize];
        if digit != 0 {
            given.put(cell_in_box(&gene.cells, cell, box_side), digit);
        }
    }
    let free: Vec<Cell> =
        gene.free.iter().map(|&cell| cell_in_box(&gene.cells, cell, box_side)).collect();
    let mut digits = [0; MOST_CELLS];
    let mut ones = [Code::EMPTY; MOST_CELLS];
    for (place, (&cell, &digit)) in free.iter().zip(&gene.digits).enumerate() {
        digits[place] = digit - 1;
        ones[place].put(cell, 1);
    }
    BoxTable { given, free, digits, ones }
}

fn box_pair(tables: &Tables, pair: Pair, box_side: usize) -> BoxPair {
    let cells = &tables.genes.gene(pair.gene as usize).cells;
    BoxPair {
        number: pair.gene as u8,
        cells: pair.cells.map(|cell| cell_in_box(cells, cell, box_side)),
    }
}

fn cell_in_box(cells: &[u16], cell: u16, box_side: usize) -> Cell {
    let place = cells.iter().position(|&known| known == cell).unwrap_or(0);
    Cell::at(place, box_side)
}
