//! What a representation of genomes can do; the loop knows no more of it.
//!
//! Genomes lie in numbered slots: two populations, the archive, the best. A representation
//! decides nothing: who is copied, crossed or changed comes from outside.

use std::ops::Range;

use super::Tables;
use super::draws::shuffle;
use super::operators::SwapTest;
use crate::board::Layout;
use crate::rng::Rng;

/// Bands or stacks: which lines a crossover goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blocks {
    Bands,
    Stacks,
}

/// A child to be made by blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    pub parents: [usize; 2],
    pub child: usize,
    pub by: Blocks,
}

/// A child to be made gene by gene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mixing {
    pub parents: [u32; 2],
    pub child: u32,
    /// The first of the genes that are made; at most 64 are.
    pub first: u32,
    /// Which of them come from the second parent, the first gene lowest; the rest from the first.
    pub taken: u64,
}

/// Genes that one mixing makes at most.
pub(super) const MIXED: usize = u64::BITS as usize;

/// A swap to be made: the pair is a number among all pairs of free cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SwapAt {
    pub slot: u32,
    pub pair: u32,
}

/// Slots full of genomes.
pub(super) trait Genomes: Sized {
    /// No slots yet, and room for so many, so that none moves when others come.
    fn with_room(tables: &Tables, slots: usize) -> Self;

    /// Adds slots that all hold the givens and nothing else yet.
    fn add(&mut self, tables: &Tables, slots: usize);

    /// Bytes of a slot.
    fn slot_bytes(layout: &Layout) -> usize;

    /// Slots that all hold the givens and nothing else yet.
    #[cfg(test)]
    fn new(tables: &Tables, slots: usize) -> Self {
        let mut genomes = Self::with_room(tables, slots);
        genomes.add(tables, slots);
        genomes
    }

    /// Fills the free cells of a gene.
    fn write(&mut self, tables: &Tables, slot: usize, gene: usize, digits: &[u8]);

    /// Fills the free cells of every gene with its digits in random order.
    fn shuffle(&mut self, tables: &Tables, slot: usize, rng: &mut Rng, scratch: &mut Vec<u8>) {
        for number in 0..tables.genes.count() {
            scratch.clear();
            scratch.extend_from_slice(&tables.genes.gene(number).digits);
            shuffle(rng, scratch);
            self.write(tables, slot, number, scratch);
        }
    }

    /// Copies a genome.
    fn copy(&mut self, from: usize, to: usize);

    /// Copies genomes into slots one after another from `first` on.
    fn copy_all(&mut self, from: &[u32], first: usize);

    /// Makes children gene by gene.
    fn mix(&mut self, tables: &Tables, mixings: &[Mixing]);

    /// Copies one gene of a genome.
    fn copy_gene(&mut self, tables: &Tables, from: usize, to: usize, gene: usize);

    /// Gives each block of a child the genes of the parent with more distinct digits in the
    /// block's lines, ties to the first.
    fn cross(&mut self, tables: &Tables, crossings: &[Crossing]);

    /// Swaps two free cells of a gene, for each of the swaps in turn.
    fn swap(&mut self, tables: &Tables, swaps: impl Iterator<Item = SwapAt>);

    /// Makes each of the swaps in turn that passes a test.
    fn swap_if_fit(&mut self, tables: &Tables, swaps: &[SwapAt], test: SwapTest) {
        for &swap in swaps {
            if self.is_fit(tables, swap, test) {
                self.swap(tables, std::iter::once(swap));
            }
        }
    }

    /// Whether a swap passes a test.
    fn is_fit(&self, tables: &Tables, swap: SwapAt, test: SwapTest) -> bool {
        test.passes(tables, swap.pair, |cell| self.digit(tables, swap.slot as usize, cell))
    }

    /// Makes each of the swaps in turn that does not make the key of its genome larger. Keys, and
    /// costs if any, are those of all slots.
    fn swap_if_no_worse(
        &mut self,
        tables: &Tables,
        swaps: &[SwapAt],
        keys: &mut [u64],
        costs: &mut [u32],
    ) {
        for &swap in swaps {
            let slot = swap.slot as usize;
            self.swap(tables, std::iter::once(swap));
            let (mut key, mut cost) = ([0], [0]);
            self.evaluate(tables, slot..slot + 1, &mut key, &mut cost);
            if key[0] > keys[slot] {
                self.swap(tables, std::iter::once(swap));
                continue;
            }
            keys[slot] = key[0];
            if let Some(kept) = costs.get_mut(slot) {
                *kept = cost[0];
            }
        }
    }

    /// Keys of the genomes in `slots` by the variant's fitness, and their costs where the key is
    /// not the cost itself.
    fn evaluate(
        &mut self,
        tables: &Tables,
        slots: Range<usize>,
        keys: &mut [u64],
        costs: &mut [u32],
    );

    /// The same for slots here and there; keys, and costs if any, are those of all slots.
    fn evaluate_at(&mut self, tables: &Tables, slots: &[u32], keys: &mut [u64], costs: &mut [u32]) {
        for &slot in slots {
            let slot = slot as usize;
            let (mut key, mut cost) = ([0], [0]);
            self.evaluate(tables, slot..slot + 1, &mut key, &mut cost);
            keys[slot] = key[0];
            if let Some(kept) = costs.get_mut(slot) {
                *kept = cost[0];
            }
        }
    }

    /// Improves genomes by local search with at most `most` swaps in all; tells how many it made.
    fn improve(&mut self, tables: &Tables, slots: Range<usize>, rng: &mut Rng, most: u64) -> u64;

    /// The digit of a cell.
    fn digit(&self, tables: &Tables, slot: usize, cell: usize) -> u8;

    /// The digits of all cells.
    fn digits(&self, tables: &Tables, slot: usize, digits: &mut [u8]);

    /// Whether two genomes are the same.
    fn is_same(&self, one: usize, other: usize) -> bool;

    /// A number that is the same for the same genomes, and else mostly not.
    fn hash(&self, slot: usize) -> u64;
}
