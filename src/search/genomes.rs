//! What a representation of genomes can do; the loop knows no more of it.
//!
//! Genomes lie in numbered slots: two populations, the archive, the best. A representation
//! decides nothing: who is copied, crossed or changed comes from outside.

use std::ops::Range;

use super::Tables;
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

/// A swap to be made: the pair is a number among all pairs of free cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SwapAt {
    pub slot: u32,
    pub pair: u32,
}

/// Slots full of genomes.
pub(super) trait Genomes {
    /// Slots that all hold the givens and nothing else yet.
    fn new(tables: &Tables, slots: usize) -> Self;

    /// Fills the free cells of a gene.
    fn write(&mut self, tables: &Tables, slot: usize, gene: usize, digits: &[u8]);

    /// Copies a genome.
    fn copy(&mut self, from: usize, to: usize);

    /// Copies genomes into slots one after another from `first` on.
    fn copy_all(&mut self, from: &[u32], first: usize);

    /// Copies one gene of a genome.
    fn copy_gene(&mut self, tables: &Tables, from: usize, to: usize, gene: usize);

    /// Gives each block of a child the genes of the parent with more distinct digits in the
    /// block's lines, ties to the first.
    fn cross(&mut self, tables: &Tables, crossings: &[Crossing]);

    /// Swaps two free cells of a gene, for each of the swaps in turn.
    fn swap(&mut self, tables: &Tables, swaps: impl Iterator<Item = SwapAt>);

    /// Keys of the genomes in `slots` by the variant's fitness, and their costs where the key is
    /// not the cost itself.
    fn evaluate(
        &mut self,
        tables: &Tables,
        slots: Range<usize>,
        keys: &mut [u64],
        costs: &mut [u32],
    );

    /// Improves genomes by local search with at most `most` swaps in all; tells how many it made.
    fn improve(&mut self, tables: &Tables, slots: Range<usize>, rng: &mut Rng, most: u64) -> u64;

    /// The digits of all cells.
    fn digits(&self, tables: &Tables, slot: usize, digits: &mut [u8]);

    /// Whether two genomes are the same.
    fn is_same(&self, one: usize, other: usize) -> bool;

    /// A number that is the same for the same genomes, and else mostly not.
    fn hash(&self, slot: usize) -> u64;
}
