//! The packed representation: a box as two words of masks (see `code`), for the box encoding of
//! sides 4, 9, 16 and 25 and any overlay.
//!
//! A line of boxes is scored by OR and a bit count, so that a whole score is cheaper than any
//! bookkeeping of changes would be.

mod code;
mod kernel;
mod lines;
mod shape;

use std::ops::Range;

use super::Tables;
use super::fitness::Fitness;
use super::genomes::{Blocks, Genomes};
use super::improve;
use super::operators::{Improvement, Lines};
use crate::rng::Rng;
use code::{Cell, Code, Word};
use kernel::Rule;
use lines::GridLines;
pub(super) use shape::{Overlay, Shape, Single, Twodoku};

/// Genomes of at most `B` boxes of side `K`.
pub(super) struct Packed<W, const K: usize, const B: usize, S> {
    genomes: Vec<[Code<W>; B]>,
    shape: S,
    rule: Option<Rule>,
    /// Local search can be done on the masks.
    improves_packed: bool,
    boxes: Vec<BoxTable<W>>,
    bands: Vec<PackedBlock<K>>,
    stacks: Vec<PackedBlock<K>>,
    grids: Vec<GridLines<K>>,
    /// The free cells of each box, by place in reading order.
    free: [u32; B],
    scratch: Vec<u8>,
}

/// What is fixed about a box.
struct BoxTable<W> {
    given: Code<W>,
    free: Vec<Cell>,
    pairs: Vec<(Cell, Cell)>,
}

/// Boxes that a crossover takes together, and the lines of boxes that score them.
struct PackedBlock<const K: usize> {
    boxes: Vec<u8>,
    lines: Vec<[u8; K]>,
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
    fn new(tables: &Tables, slots: usize) -> Self {
        let layout = &tables.layout;
        let boxes: Vec<BoxTable<W>> =
            (0..layout.box_count()).map(|number| box_table(tables, number, K)).collect();
        let mut empty = [Code::EMPTY; B];
        let mut free = [0; B];
        for (number, table) in boxes.iter().enumerate() {
            empty[number] = table.given;
            let cells = layout.box_cells(number).iter().enumerate();
            free[number] = cells
                .filter(|&(_, &cell)| tables.genes.givens()[cell as usize] == 0)
                .fold(0, |mask, (place, _)| mask | 1 << place);
        }
        let shape = S::new(layout);
        let block = |boxes: &[u16], lines: &[[u8; K]]| PackedBlock {
            boxes: boxes.iter().map(|&number| number as u8).collect(),
            lines: lines
                .iter()
                .filter(|line| boxes.contains(&u16::from(line[0])))
                .copied()
                .collect(),
        };
        Self {
            genomes: vec![empty; slots],
            rule: match tables.variant.fitness {
                Fitness::Missing | Fitness::Distinct => Some(Rule::Missing),
                Fitness::EqualPairs => Some(Rule::EqualPairs),
                _ => None,
            },
            improves_packed: tables.variant.improvement == Improvement::Lines(Lines::default()),
            bands: layout.bands().map(|boxes| block(boxes, shape.block_rows())).collect(),
            stacks: layout.stacks().map(|boxes| block(boxes, shape.block_columns())).collect(),
            grids: GridLines::of(layout),
            scratch: vec![0; layout.cell_count()],
            boxes,
            free,
            shape,
        }
    }

    fn write(&mut self, _: &Tables, slot: usize, gene: usize, digits: &[u8]) {
        let table = &self.boxes[gene];
        let mut code = table.given;
        for (&cell, &digit) in table.free.iter().zip(digits) {
            code.put(cell, digit);
        }
        self.genomes[slot][gene] = code;
    }

    #[inline]
    fn copy(&mut self, from: usize, to: usize) {
        self.genomes[to] = self.genomes[from];
    }

    fn copy_gene(&mut self, _: &Tables, from: usize, to: usize, gene: usize) {
        self.genomes[to][gene] = self.genomes[from][gene];
    }

    fn cross_blocks(&mut self, _: &Tables, [one, other]: [usize; 2], child: usize, by: Blocks) {
        let (blocks, words): (_, fn(Code<W>) -> W) = match by {
            Blocks::Bands => (&self.bands, |code| code.rows),
            Blocks::Stacks => (&self.stacks, |code| code.columns),
        };
        for block in blocks {
            let score = |slot: usize| -> u32 {
                let genome = &self.genomes[slot];
                let boxes = |line: &[u8; K]| line.map(|number| words(genome[number as usize]));
                block.lines.iter().map(|line| kernel::distinct(boxes(line).into_iter())).sum()
            };
            let from = if score(other) > score(one) { other } else { one };
            for &number in &block.boxes {
                self.genomes[child][number as usize] = self.genomes[from][number as usize];
            }
        }
    }

    #[inline]
    fn swap(&mut self, _: &Tables, slot: usize, gene: usize, pair: usize) {
        let (one, other) = self.boxes[gene].pairs[pair];
        self.genomes[slot][gene].swap(one, other, Self::SIDE);
    }

    fn evaluate(
        &mut self,
        tables: &Tables,
        slots: Range<usize>,
        keys: &mut [u64],
        costs: &mut [u32],
    ) {
        if let Some(rule) = self.rule {
            kernel::score_all(&self.genomes[slots], &self.shape, rule, keys, costs);
            return;
        }
        let mut digits = std::mem::take(&mut self.scratch);
        for (place, slot) in slots.enumerate() {
            self.read(slot, &mut digits, tables);
            (keys[place], costs[place]) = tables.scorer.score(&digits);
        }
        self.scratch = digits;
    }

    fn improve(&mut self, tables: &Tables, slot: usize, rng: &mut Rng, most: u64) -> u64 {
        if self.improves_packed {
            return lines::improve(&mut self.genomes[slot], &self.grids, &self.free, most);
        }
        let mut digits = std::mem::take(&mut self.scratch);
        self.read(slot, &mut digits, tables);
        let swaps = improve::improve(tables, &mut digits, rng, most);
        self.encode(slot, &digits, tables);
        self.scratch = digits;
        swaps
    }

    fn digits(&self, tables: &Tables, slot: usize, digits: &mut [u8]) {
        self.read(slot, digits, tables);
    }

    fn is_same(&self, one: usize, other: usize) -> bool {
        self.genomes[one] == self.genomes[other]
    }

    fn hash(&self, slot: usize) -> u64 {
        let mix = |hash: u64, code: &Code<W>| {
            let word = code.rows.folded() ^ code.columns.folded().rotate_left(32);
            (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        };
        self.genomes[slot].iter().fold(0, mix)
    }
}

fn box_table<W: Word>(tables: &Tables, number: usize, box_side: usize) -> BoxTable<W> {
    let gene = tables.genes.gene(number);
    let place = |cell: u16| gene.cells.iter().position(|&known| known == cell).unwrap_or(0);
    let mut given = Code::EMPTY;
    for (place, &cell) in gene.cells.iter().enumerate() {
        let digit = tables.genes.givens()[cell as usize];
        if digit != 0 {
            given.put(Cell::at(place, box_side), digit);
        }
    }
    let free: Vec<Cell> = gene.free.iter().map(|&cell| Cell::at(place(cell), box_side)).collect();
    let pairs =
        gene.pairs.iter().map(|&(one, other)| (free[one as usize], free[other as usize])).collect();
    BoxTable { given, free, pairs }
}
