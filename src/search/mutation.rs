//! How children change.

use std::ops::{ControlFlow, Range};

use super::draws::{Gaps, Hits, LongHits, Row, halves, scaled, shuffle};
use super::evolution::{CONTINUE, Evolution};
use super::genes::Movable;
use super::genomes::{Genomes, SwapAt};
use super::operators::{
    Accept, Adaptive, Breeding, Improvement, Mutation, OneSwap, Places, Redraw, Swap, SwapTest,
};
use super::variant::Variant;
use crate::rng::Rate;
use crate::solver::Stop;

/// The gaps between mutations at the rate now in force.
pub(super) struct Mutator {
    base: Rate,
    rate: Rate,
    gaps: Gaps,
    reshuffles: Gaps,
    /// For the child that is bred beside its mutated parents.
    child_gaps: Gaps,
    child_rate: Rate,
}

impl Mutator {
    pub fn new(variant: &Variant) -> Self {
        let (base, reshuffle) = match variant.mutation {
            Mutation::Swap(swap) => (swap.rate, swap.reshuffle),
            Mutation::OneSwap(swap) => (swap.rate, Rate::ZERO),
            Mutation::None | Mutation::Redraw(_) => (Rate::ZERO, Rate::ZERO),
        };
        let child_rate = match variant.breeding {
            Breeding::ParentAndChild(breeding) => breeding.child_mutation,
            _ => Rate::ZERO,
        };
        Self {
            base,
            rate: base,
            gaps: Gaps::new(base),
            reshuffles: Gaps::new(reshuffle),
            child_gaps: Gaps::new(child_rate),
            child_rate,
        }
    }

    /// Follows the course of the run: `stale` generations have brought no better best.
    pub fn adapt(&mut self, adaptive: Adaptive, stale: u64) {
        let Adaptive::Stale(rule) = adaptive else { return };
        let rate = if stale == 0 {
            self.base
        } else if stale.is_multiple_of(rule.after) {
            let raised = (self.rate.get() * rule.factor).min(rule.limit.get());
            Rate::try_from(raised.max(self.rate.get())).unwrap_or(self.rate)
        } else {
            self.rate
        };
        if rate != self.rate {
            self.rate = rate;
            self.gaps = Gaps::new(rate);
        }
    }
}

/// With so many draws for a child, the run may be broken off after each child.
const MANY_DRAWS: u32 = 64;

/// Which children a mutation is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kin {
    /// Those that the mutation's own rate is for.
    Usual,
    /// The child that is bred beside its mutated parents.
    BesideParents,
}

/// A swap in a gene, out of 32 random bits.
#[inline(always)]
fn swap_of(movable: Movable, slot: usize, bits: u32) -> SwapAt {
    let pair = movable.first_pair + scaled(bits, u32::from(movable.pairs));
    SwapAt { slot: slot as u32, pair }
}

/// The swaps of a mutation, as they are drawn.
struct Swaps<'a> {
    hits: Hits<'a>,
    movable: &'a [Movable],
}

impl Iterator for Swaps<'_> {
    type Item = SwapAt;

    // Inlined into the kernel that makes the swaps.
    #[inline(always)]
    fn next(&mut self) -> Option<SwapAt> {
        let (slot, index, bits) = self.hits.next()?;
        Some(swap_of(self.movable[index], slot, bits))
    }
}

impl<G: Genomes> Evolution<'_, '_, G> {
    /// Mutates children; where mutants have to prove themselves their keys must be known.
    pub fn mutate(&mut self, children: Range<usize>, kin: Kin) -> ControlFlow<Stop> {
        self.make_crossings()?;
        match self.tables.variant.mutation {
            Mutation::None => {}
            Mutation::Swap(swap) => self.swap_in_genes(children, swap)?,
            Mutation::OneSwap(swap) => self.swap_in_one_gene(children, swap, kin)?,
            Mutation::Redraw(redraw) => self.redraw(children, redraw)?,
        }
        self.pause()
    }

    /// In each gene, with the mutation rate, two free cells swap.
    pub fn swap_in_genes(&mut self, children: Range<usize>, swap: Swap) -> ControlFlow<Stop> {
        let tables = self.tables;
        let movable = tables.genes.movable();
        if self.mutator.rate > Rate::ZERO {
            if Row::is_long(children.len(), movable.len()) {
                self.swap_in_many_genes(children.clone(), swap)?;
            } else {
                let row = Row::new(children.clone(), movable.len());
                let hits = Hits { rng: self.rng, gaps: &self.mutator.gaps, row, place: 0 };
                let swaps = Swaps { hits, movable };
                if swap.test() == SwapTest::default() && swap.accept == Accept::Always {
                    self.genomes.swap(tables, swaps);
                } else {
                    self.swaps.extend(swaps);
                    self.judge_swaps(swap.test(), swap.accept)?;
                }
            }
        }
        if swap.reshuffle > Rate::ZERO { self.reshuffle_genes(children) } else { CONTINUE }
    }

    /// Draws swaps and makes them as each is judged, part by part: there may be one in each gene.
    #[cold]
    pub fn swap_in_many_genes(&mut self, children: Range<usize>, swap: Swap) -> ControlFlow<Stop> {
        let movable = self.tables.genes.movable();
        let mut place = 0;
        loop {
            let row = Row::new(children.clone(), movable.len());
            let hits = Hits { rng: self.rng, gaps: &self.mutator.gaps, row, place };
            let mut hits = LongHits(hits);
            let drawn = hits.by_ref().take(self.part);
            self.swaps.extend(drawn.map(|(slot, index, bits)| swap_of(movable[index], slot, bits)));
            place = hits.0.place;
            let is_last = self.swaps.len() < self.part;
            self.judge_swaps(swap.test(), swap.accept)?;
            self.meter.pause()?;
            if is_last {
                return CONTINUE;
            }
        }
    }

    /// In each gene, with a rate of its own, all free cells are shuffled anew. Which genes is drawn
    /// first, for all of them.
    fn reshuffle_genes(&mut self, children: Range<usize>) -> ControlFlow<Stop> {
        let movable = self.tables.genes.movable();
        let row = Row::new(children, movable.len());
        let hits = Hits { rng: self.rng, gaps: &self.mutator.reshuffles, row, place: 0 };
        let mut hit: Vec<(u32, u16)> = Vec::new();
        for (number, (slot, index, _)) in LongHits(hits).enumerate() {
            hit.push((slot as u32, movable[index].gene));
            if number >= self.part {
                self.meter.pause_after(number)?;
            }
        }
        for (number, (slot, gene)) in hit.into_iter().enumerate() {
            self.reshuffle(slot as usize, gene as usize);
            self.pause_after(number)?;
        }
        CONTINUE
    }

    /// Makes the swaps that were drawn, as each is judged.
    fn judge_swaps(&mut self, test: SwapTest, accept: Accept) -> ControlFlow<Stop> {
        let drawn = std::mem::take(&mut self.swaps);
        for swaps in drawn.chunks(self.part) {
            let Self { tables, genomes, keys, costs, .. } = self;
            match (test == SwapTest::default(), accept) {
                (true, Accept::Always) => genomes.swap(tables, swaps.iter().copied()),
                (false, Accept::Always) => genomes.swap_if_fit(tables, swaps, test),
                (true, Accept::NotWorse) => genomes.swap_if_no_worse(tables, swaps, keys, costs),
                (false, Accept::NotWorse) => {
                    for &swap in swaps {
                        if genomes.is_fit(tables, swap, test) {
                            genomes.swap_if_no_worse(tables, &[swap], keys, costs);
                        }
                    }
                }
            }
            self.pause()?;
        }
        self.swaps = drawn;
        self.swaps.clear();
        CONTINUE
    }

    fn reshuffle(&mut self, slot: usize, gene: usize) {
        let mut digits = self.tables.genes.gene(gene).digits.clone();
        shuffle(self.rng, &mut digits);
        self.genomes.write(self.tables, slot, gene, &digits);
    }

    /// Each child, with the mutation rate, swaps in one gene.
    fn swap_in_one_gene(
        &mut self,
        children: Range<usize>,
        swap: OneSwap,
        kin: Kin,
    ) -> ControlFlow<Stop> {
        let rate = match kin {
            Kin::Usual => self.mutator.rate,
            Kin::BesideParents => self.mutator.child_rate,
        };
        if rate == Rate::ZERO || self.tables.genes.movable().is_empty() {
            return CONTINUE;
        }
        // So many children at a time that their swaps are about a part.
        let step = (self.part / swap.swaps as usize).max(1);
        let mut slot = children.start;
        let mut until = children.end.min(slot + step);
        loop {
            let gaps = match kin {
                Kin::Usual => &self.mutator.gaps,
                Kin::BesideParents => &self.mutator.child_gaps,
            };
            let (gap, bits) = gaps.draw(self.rng, children.len());
            slot += gap;
            if slot >= until {
                if slot >= children.end {
                    break;
                }
                self.judge_swaps(swap.test(), swap.accept)?;
                self.meter.pause()?;
                until = children.end.min(slot + step);
            }
            self.draw_some(slot, swap, bits);
            slot += 1;
        }
        self.judge_swaps(swap.test(), swap.accept)
    }

    /// Draws the swaps of one child.
    fn draw_some(&mut self, slot: usize, swap: OneSwap, bits: u32) {
        let times = if swap.swaps > 1 { 1 + self.rng.below(swap.swaps) } else { 1 };
        for time in 0..times {
            let bits = if time == 0 { bits } else { halves(self.rng.next_u64()).0 };
            let drawn = match swap.places {
                Places::Free => Some(self.any_swap(slot, bits)),
                Places::AsCoded => {
                    let pair = self.tables.named_pairs.as_ref().and_then(|pairs| pairs.draw(bits));
                    pair.map(|pair| SwapAt { slot: slot as u32, pair })
                }
            };
            self.swaps.extend(drawn);
        }
    }

    /// A swap in any gene that has two free cells, out of 32 random bits.
    fn any_swap(&self, slot: usize, bits: u32) -> SwapAt {
        let movable = self.tables.genes.movable();
        let product = u64::from(bits) * movable.len() as u64;
        swap_of(movable[(product >> 32) as usize], slot, product as u32)
    }

    /// One swap in a random gene, whatever comes of it.
    pub fn swap_once(&mut self, slot: usize) {
        if self.tables.genes.movable().is_empty() {
            return;
        }
        let bits = halves(self.rng.next_u64()).0;
        let swap = self.any_swap(slot, bits);
        self.genomes.swap(self.tables, std::iter::once(swap));
    }

    /// Each child gets as many random digits in random cells; on a given one is wasted.
    fn redraw(&mut self, children: Range<usize>, redraw: Redraw) -> ControlFlow<Stop> {
        let (cells, side) = (self.tables.genes.count() as u32, self.tables.genes.side() as u32);
        let is_long = redraw.amount >= MANY_DRAWS;
        for slot in children {
            for _ in 0..redraw.amount {
                let bits = halves(self.rng.next_u64()).0;
                let product = u64::from(bits) * u64::from(cells);
                let (cell, digit) = ((product >> 32) as usize, scaled(product as u32, side) + 1);
                if self.tables.genes.givens()[cell] == 0 {
                    self.genomes.write(self.tables, slot, cell, &[digit as u8]);
                }
            }
            if is_long { self.meter.pause() } else { self.pause_after(slot) }?;
        }
        CONTINUE
    }

    /// Makes the children that were to be made by blocks or gene by gene.
    fn make_crossings(&mut self) -> ControlFlow<Stop> {
        for first in (0..self.crossing.len()).step_by(self.part) {
            let end = self.crossing.len().min(first + self.part);
            self.genomes.cross(self.tables, &self.crossing[first..end]);
            self.pause()?;
        }
        self.crossing.clear();
        self.make_mixings()
    }

    /// Makes the children that were to be made gene by gene.
    pub fn make_mixings(&mut self) -> ControlFlow<Stop> {
        for first in (0..self.mixing.len()).step_by(self.part) {
            let end = self.mixing.len().min(first + self.part);
            self.genomes.mix(self.tables, &self.mixing[first..end]);
            self.pause()?;
        }
        self.mixing.clear();
        CONTINUE
    }

    /// Mutates children and finds their keys; where mutants have to prove themselves, in the
    /// other order.
    pub fn mutate_and_price(&mut self, children: Range<usize>) -> ControlFlow<Stop> {
        self.make_crossings()?;
        if self.tables.variant.mutants_prove_themselves() {
            self.price(children.clone())?;
            let mutated = self.mutate(children.clone(), Kin::Usual);
            return self.end_among_if_broken(mutated, children);
        }
        self.mutate(children.clone(), Kin::Usual)?;
        self.price(children)
    }

    /// Mutates the children that live; their keys are found here unless local search is to come.
    pub fn finish(&mut self, children: Range<usize>) -> ControlFlow<Stop> {
        let variant = &self.tables.variant;
        if variant.improvement == Improvement::None || variant.mutants_prove_themselves() {
            return self.mutate_and_price(children);
        }
        self.mutate(children.clone(), Kin::Usual)?;
        if self.meter.evaluations_left() < children.len() as u64 {
            return self.price(children);
        }
        self.meter.grant(children.len() as u64);
        self.course.owes_keys = true;
        CONTINUE
    }
}
