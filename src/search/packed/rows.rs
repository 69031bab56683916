//! The packed representation of rows (see `row_code`), for the row encoding of one 9x9 grid.

use std::ops::Range;

use super::dispatch::{Kernel, dispatch};
use super::hash_of;
use super::kernel::MixAll;
use super::row_code::{Histogram, Place, Row, Rows, SIDE, Seen, keeps_limit};
use crate::board::Layout;
use crate::rng::Rng;
use crate::search::Tables;
use crate::search::fitness::Fitness;
use crate::search::genes::Pair;
use crate::search::genomes::{Crossing, Genomes, Mixing, SwapAt};
use crate::search::improve;
use crate::search::operators::{Filter, SwapTest};
use crate::search::score::Scorer;

/// Genomes as rows.
pub(in crate::search) struct PackedRows {
    genomes: Vec<Rows>,
    /// The givens.
    given: Rows,
    /// The free cells of each row.
    free: Vec<Vec<Place>>,
    /// Every two free cells of each row.
    pairs: Vec<RowPair>,
    rule: Rule,
    scores: Scores,
    scratch: Vec<u8>,
}

/// Two free cells of a row.
#[derive(Clone, Copy)]
struct RowPair {
    row: u8,
    places: [Place; 2],
}

/// What a genome is scored by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Missing,
    /// How many units have so many distinct digits.
    Histogram,
}

/// Scores by histogram that were asked for before.
struct Scores {
    /// By hash of the histogram.
    known: Vec<Score>,
}

#[derive(Clone, Copy, Default)]
struct Score {
    histogram: Histogram,
    cost: u32,
    key: u64,
}

const SCORE_BITS: u32 = 11;

impl Scores {
    fn new(scorer: &Scorer) -> Self {
        let none = Histogram::default();
        let (key, cost) = scorer.score_of_histogram(&none.counts());
        Self { known: vec![Score { histogram: none, cost, key }; 1 << SCORE_BITS] }
    }

    #[inline(always)]
    fn find(&mut self, scorer: &Scorer, histogram: Histogram) -> (u64, u32) {
        let hash = histogram.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SCORE_BITS);
        let score = &mut self.known[hash as usize];
        if score.histogram != histogram {
            *score = Self::compute(scorer, histogram);
        }
        (score.key, score.cost)
    }

    #[cold]
    fn compute(scorer: &Scorer, histogram: Histogram) -> Score {
        let (key, cost) = scorer.score_of_histogram(&histogram.counts());
        Score { histogram, cost, key }
    }
}

impl Genomes for PackedRows {
    fn with_room(tables: &Tables, slots: usize) -> Self {
        let genes = &tables.genes;
        let mut given = Rows::default();
        for (cell, &digit) in genes.givens().iter().enumerate().filter(|(_, digit)| **digit != 0) {
            given[cell / SIDE].put(Place::of(cell % SIDE), digit);
        }
        let free = |row: usize| genes.gene(row).free.iter().map(|&cell| place_of(cell)).collect();
        Self {
            genomes: Vec::with_capacity(slots),
            given,
            free: (0..SIDE).map(free).collect(),
            pairs: genes.pairs().iter().map(row_pair).collect(),
            rule: match tables.variant.fitness {
                Fitness::Product | Fitness::IllegalUnits => Rule::Histogram,
                _ => Rule::Missing,
            },
            scores: Scores::new(&tables.scorer),
            scratch: vec![0; SIDE * SIDE],
        }
    }

    fn add(&mut self, _: &Tables, slots: usize) {
        self.genomes.extend(std::iter::repeat_n(self.given, slots));
    }

    fn slot_bytes(_: &Layout) -> usize {
        size_of::<Rows>()
    }

    fn write(&mut self, _: &Tables, slot: usize, gene: usize, digits: &[u8]) {
        let mut row = self.given[gene];
        for (&place, &digit) in self.free[gene].iter().zip(digits) {
            row.put(place, digit);
        }
        self.genomes[slot][gene] = row;
    }

    fn copy(&mut self, from: usize, to: usize) {
        self.genomes[to] = self.genomes[from];
    }

    fn copy_all(&mut self, from: &[u32], first: usize) {
        for (place, &slot) in from.iter().enumerate() {
            self.copy(slot as usize, first + place);
        }
    }

    fn mix(&mut self, _: &Tables, mixings: &[Mixing]) {
        dispatch(MixAll { genomes: &mut self.genomes, mixings });
    }

    fn copy_gene(&mut self, _: &Tables, from: usize, to: usize, gene: usize) {
        self.genomes[to][gene] = self.genomes[from][gene];
    }

    fn cross(&mut self, _: &Tables, crossings: &[Crossing]) {
        debug_assert!(crossings.is_empty(), "rows are not crossed by blocks");
    }

    fn swap(&mut self, _: &Tables, swaps: impl Iterator<Item = SwapAt>) {
        dispatch(SwapAll { genomes: &mut self.genomes, pairs: &self.pairs, swaps, most: None });
    }

    fn swap_if_fit(&mut self, tables: &Tables, swaps: &[SwapAt], test: SwapTest) {
        if test.filter == Filter::Off {
            let most = test.count_limit.most(3);
            let swaps = swaps.iter().copied();
            dispatch(SwapAll { genomes: &mut self.genomes, pairs: &self.pairs, swaps, most });
            return;
        }
        for &swap in swaps {
            if self.is_fit(tables, swap, test) {
                self.swap(tables, std::iter::once(swap));
            }
        }
    }

    fn swap_if_no_worse(
        &mut self,
        tables: &Tables,
        swaps: &[SwapAt],
        keys: &mut [u64],
        costs: &mut [u32],
    ) {
        let Self { genomes, pairs, rule, scores, .. } = self;
        let score = ScoreBy { rule: *rule, scores, scorer: &tables.scorer };
        dispatch(SwapAllIfNoWorse { genomes, pairs, swaps, score, keys, costs });
    }

    fn evaluate(
        &mut self,
        tables: &Tables,
        slots: Range<usize>,
        keys: &mut [u64],
        costs: &mut [u32],
    ) {
        let Self { genomes, rule, scores, .. } = self;
        let score = ScoreBy { rule: *rule, scores, scorer: &tables.scorer };
        dispatch(ScoreAll { genomes: &genomes[slots], score, keys, costs });
    }

    fn improve(&mut self, tables: &Tables, slots: Range<usize>, rng: &mut Rng, most: u64) -> u64 {
        let mut digits = std::mem::take(&mut self.scratch);
        let mut swaps = 0;
        for slot in slots {
            self.digits(tables, slot, &mut digits);
            swaps += improve::improve(tables, &mut digits, rng, most - swaps);
            for (row, digits) in self.genomes[slot].iter_mut().zip(digits.chunks_exact(SIDE)) {
                *row = Row::default();
                for (column, &digit) in digits.iter().enumerate() {
                    row.put(Place::of(column), digit);
                }
            }
        }
        self.scratch = digits;
        swaps
    }

    fn digit(&self, _: &Tables, slot: usize, cell: usize) -> u8 {
        let row = self.genomes[slot][cell / SIDE];
        row.bit(Place::of(cell % SIDE)).trailing_zeros() as u8 + 1
    }

    fn digits(&self, tables: &Tables, slot: usize, digits: &mut [u8]) {
        for (cell, digit) in digits.iter_mut().enumerate() {
            *digit = self.digit(tables, slot, cell);
        }
    }

    fn is_same(&self, one: usize, other: usize) -> bool {
        self.genomes[one] == self.genomes[other]
    }

    fn hash(&self, slot: usize) -> u64 {
        hash_of(self.genomes[slot].iter().flat_map(|row| row.words))
    }
}

fn place_of(cell: u16) -> Place {
    Place::of(cell as usize % SIDE)
}

fn row_pair(pair: &Pair) -> RowPair {
    RowPair { row: pair.gene as u8, places: pair.cells.map(place_of) }
}

/// How genomes are scored.
struct ScoreBy<'a> {
    rule: Rule,
    scores: &'a mut Scores,
    scorer: &'a Scorer,
}

impl ScoreBy<'_> {
    /// Key and cost.
    #[inline(always)]
    fn score(&mut self, rows: &Rows) -> (u64, u32) {
        let seen = Seen::of(rows);
        match self.rule {
            Rule::Missing => (u64::from(seen.missing()), seen.missing()),
            Rule::Histogram => self.scores.find(self.scorer, seen.histogram()),
        }
    }
}

/// Scores genomes; `costs` may be empty where the key is the cost.
struct ScoreAll<'a> {
    genomes: &'a [Rows],
    score: ScoreBy<'a>,
    keys: &'a mut [u64],
    costs: &'a mut [u32],
}

impl Kernel for ScoreAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        if self.costs.is_empty() {
            for (rows, key) in self.genomes.iter().zip(self.keys) {
                *key = self.score.score(rows).0;
            }
            return;
        }
        for ((rows, key), cost) in self.genomes.iter().zip(self.keys).zip(self.costs) {
            (*key, *cost) = self.score.score(rows);
        }
    }
}

/// Makes swaps, one after the other; with a limit, those that keep it.
struct SwapAll<'a, I> {
    genomes: &'a mut [Rows],
    pairs: &'a [RowPair],
    swaps: I,
    most: Option<u32>,
}

impl<I: Iterator<Item = SwapAt>> Kernel for SwapAll<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for swap in self.swaps {
            let RowPair { row, places } = self.pairs[swap.pair as usize];
            let (rows, row) = (&mut self.genomes[swap.slot as usize], row as usize % SIDE);
            if self.most.is_none_or(|most| keeps_limit(rows, row, places, most)) {
                rows[row].swap(places);
            }
        }
    }
}

/// Makes swaps, one after the other, that make no key larger.
struct SwapAllIfNoWorse<'a> {
    genomes: &'a mut [Rows],
    pairs: &'a [RowPair],
    swaps: &'a [SwapAt],
    score: ScoreBy<'a>,
    keys: &'a mut [u64],
    costs: &'a mut [u32],
}

impl Kernel for SwapAllIfNoWorse<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        for swap in self.swaps {
            let RowPair { row, places } = self.pairs[swap.pair as usize];
            let slot = swap.slot as usize;
            let (rows, row) = (&mut self.genomes[slot], row as usize % SIDE);
            rows[row].swap(places);
            let (key, cost) = self.score.score(rows);
            if key > self.keys[slot] {
                rows[row].swap(places);
                continue;
            }
            self.keys[slot] = key;
            if let Some(kept) = self.costs.get_mut(slot) {
                *kept = cost;
            }
        }
    }
}
