//! The plain representation: a byte a cell. It carries every encoding, operator and layout.

use std::ops::Range;

use super::Tables;
use super::genomes::{Blocks, Crossing, Genomes, MIXED, Mixing, SwapAt};
use super::improve;
use super::score::Scorer;
use super::tables::Block;
use crate::board::Layout;
use crate::rng::Rng;

/// Genomes as digits, one slot after another.
pub(super) struct Plain {
    cells: usize,
    digits: Vec<u8>,
}

impl Plain {
    fn of(&self, slot: usize) -> &[u8] {
        &self.digits[slot * self.cells..(slot + 1) * self.cells]
    }

    /// The parent whose lines in a block have more distinct digits, ties to the first.
    fn better_parent(&self, tables: &Tables, [one, other]: [usize; 2], block: &Block) -> usize {
        let score = |slot: usize| -> u32 {
            let lines = block.lines.iter().map(|&line| tables.layout.unit_cells(line as usize));
            lines.map(|cells| Scorer::distinct(cells, self.of(slot))).sum()
        };
        if score(other) > score(one) { other } else { one }
    }

    fn of_mut(&mut self, slot: usize) -> &mut [u8] {
        &mut self.digits[slot * self.cells..(slot + 1) * self.cells]
    }
}

impl Genomes for Plain {
    fn with_room(tables: &Tables, slots: usize) -> Self {
        let cells = tables.layout.cell_count();
        Self { cells, digits: Vec::with_capacity(slots * cells) }
    }

    fn add(&mut self, tables: &Tables, slots: usize) {
        (0..slots).for_each(|_| self.digits.extend_from_slice(tables.genes.givens()));
    }

    fn slot_bytes(layout: &Layout) -> usize {
        layout.cell_count()
    }

    fn write(&mut self, tables: &Tables, slot: usize, gene: usize, digits: &[u8]) {
        let genome = self.of_mut(slot);
        for (&cell, &digit) in tables.genes.gene(gene).free.iter().zip(digits) {
            genome[cell as usize] = digit;
        }
    }

    fn copy(&mut self, from: usize, to: usize) {
        let start = from * self.cells;
        self.digits.copy_within(start..start + self.cells, to * self.cells);
    }

    fn copy_all(&mut self, from: &[u32], first: usize) {
        for (place, &slot) in from.iter().enumerate() {
            self.copy(slot as usize, first + place);
        }
    }

    fn mix(&mut self, tables: &Tables, mixings: &[Mixing]) {
        for &Mixing { parents, child, first, taken } in mixings {
            for gene in first as usize..tables.genes.count().min(first as usize + MIXED) {
                let parent = parents[(taken >> (gene - first as usize) & 1) as usize];
                self.copy_gene(tables, parent as usize, child as usize, gene);
            }
        }
    }

    fn copy_gene(&mut self, tables: &Tables, from: usize, to: usize, gene: usize) {
        let (from, to) = (from * self.cells, to * self.cells);
        for &cell in &tables.genes.gene(gene).free {
            self.digits[to + cell as usize] = self.digits[from + cell as usize];
        }
    }

    fn cross(&mut self, tables: &Tables, crossings: &[Crossing]) {
        for crossing in crossings {
            let blocks = match crossing.by {
                Blocks::Bands => &tables.bands,
                Blocks::Stacks => &tables.stacks,
            };
            for block in blocks {
                let from = self.better_parent(tables, crossing.parents, block);
                for &gene in &block.genes {
                    self.copy_gene(tables, from, crossing.child, gene as usize);
                }
            }
        }
    }

    fn swap(&mut self, tables: &Tables, swaps: impl Iterator<Item = SwapAt>) {
        for swap in swaps {
            let [one, other] = tables.genes.pairs()[swap.pair as usize].cells;
            self.of_mut(swap.slot as usize).swap(one as usize, other as usize);
        }
    }

    fn evaluate(
        &mut self,
        tables: &Tables,
        slots: Range<usize>,
        keys: &mut [u64],
        costs: &mut [u32],
    ) {
        for (place, slot) in slots.enumerate() {
            let (key, cost) = tables.scorer.score(self.of(slot));
            keys[place] = key;
            if let Some(kept) = costs.get_mut(place) {
                *kept = cost;
            }
        }
    }

    fn improve(&mut self, tables: &Tables, slots: Range<usize>, rng: &mut Rng, most: u64) -> u64 {
        slots.fold(0, |swaps, slot| {
            swaps + improve::improve(tables, self.of_mut(slot), rng, most - swaps)
        })
    }

    fn digit(&self, _: &Tables, slot: usize, cell: usize) -> u8 {
        self.of(slot)[cell]
    }

    fn digits(&self, _: &Tables, slot: usize, digits: &mut [u8]) {
        digits.copy_from_slice(self.of(slot));
    }

    fn is_same(&self, one: usize, other: usize) -> bool {
        self.of(one) == self.of(other)
    }

    fn hash(&self, slot: usize) -> u64 {
        let mix = |hash: u64, &digit: &u8| {
            (hash ^ u64::from(digit)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        };
        self.of(slot).iter().fold(0, mix)
    }
}
