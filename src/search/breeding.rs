//! Who mates with whom, and which children live.

use std::hint::select_unpredictable;
use std::ops::{ControlFlow, Range};

use super::draws::{halves, scaled};
use super::evolution::{CONTINUE, Evolution};
use super::genomes::{Blocks, Crossing, Genomes, MIXED, Mixing};
use super::mutation::Kin;
use super::operators::{Breeding, Crossover, Cut, Keep, Mate, Truncation};
use super::selection::Selector;
use crate::rng::{Rate, Rng};
use crate::solver::Stop;

/// Parents that are selected without a pause.
const PARENTS_A_PAUSE: usize = 1 << 14;

/// Which of a pair's children.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Birth {
    First,
    Second,
}

impl<G: Genomes> Evolution<'_, '_, G> {
    /// Makes the next generation.
    pub fn breed(&mut self) -> ControlFlow<Stop> {
        self.prepare_selection();
        self.carry_elite()?;
        match self.tables.variant.breeding {
            Breeding::Pairs(pairs) => match pairs.keep {
                Keep::Both => self.breed_pairs()?,
                Keep::Better => self.breed_better_of_pairs()?,
            },
            Breeding::OneChild => self.breed_one_child()?,
            Breeding::ParentAndChild(_) => self.breed_parent_and_child()?,
            Breeding::Truncation(truncation) => self.breed_truncation(truncation)?,
            Breeding::EliteAndPool => self.breed_from_pool()?,
            Breeding::Mate => self.breed_by_exchange()?,
            Breeding::Sorted => self.breed_sorted()?,
        }
        self.turn();
        CONTINUE
    }

    /// Gives the selection the fitness of the population, the carried-over best aged.
    fn prepare_selection(&mut self) {
        let variant = &self.tables.variant;
        let first = self.slots.current;
        let young = self.keys[first];
        self.keys[first] += u64::from(variant.ageing) * self.course.age;
        let needs_order = variant.elite > 0
            || self.selector.needs_ranking()
            || matches!(variant.breeding, Breeding::Truncation(_) | Breeding::Sorted);
        if needs_order {
            self.rank();
        }
        if self.selector.needs_ranking() {
            self.ranking.spread();
        }
        let keys = &self.keys[self.slots.current..self.slots.current + self.slots.members];
        self.selector.prepare(keys, variant.fitness, self.tables.genes.full());
        self.keys[first] = young;
    }

    /// The best members stay as they are.
    fn carry_elite(&mut self) -> ControlFlow<Stop> {
        let elite = self.tables.variant.elite;
        for rank in 0..elite {
            let member = self.ranking.member(rank);
            if rank == 0 {
                self.course.age = if member == 0 { self.course.age + 1 } else { 1 };
            }
            self.copy(self.slots.current + member, self.slots.next + rank);
            self.pause_after(rank)?;
        }
        self.count_copies(self.slots.next..self.slots.next + elite)
    }

    /// The slot of a selected parent.
    fn parent(&mut self) -> usize {
        let keys = &self.keys[self.slots.current..self.slots.current + self.slots.members];
        self.slots.current + self.selector.select(self.rng, keys, &self.ranking)
    }

    /// Selects the parents of so many pairs into `couples`, two slots a pair.
    fn select_couples(&mut self, pairs: usize) -> ControlFlow<Stop> {
        let selected = match self.tables.variant.mate {
            Mate::Selected => 2 * pairs,
            Mate::RandomNew => pairs,
        };
        let current = self.slots.current;
        let keys = &self.keys[current..current + self.slots.members];
        self.couples.clear();
        let mut left = selected;
        loop {
            let count = left.min(PARENTS_A_PAUSE);
            self.selector.select_all(self.rng, keys, &self.ranking, count, &mut self.couples);
            left -= count;
            if left == 0 {
                break;
            }
            self.meter.pause()?;
        }
        for parent in &mut self.couples {
            *parent += current as u32;
        }
        self.pause()?;
        self.invite_strangers(pairs)
    }

    /// Gives each parent a random new member to mate with, where that is the rule.
    fn invite_strangers(&mut self, pairs: usize) -> ControlFlow<Stop> {
        if self.tables.variant.mate == Mate::Selected {
            return CONTINUE;
        }
        let strangers = self.slots.strangers;
        for pair in 0..pairs {
            self.make_fresh(strangers + pair);
            self.pause_after(pair)?;
        }
        let parents = std::mem::take(&mut self.couples);
        let couples = parents.iter().take(pairs).enumerate();
        self.couples =
            couples.flat_map(|(pair, &parent)| [parent, (strangers + pair) as u32]).collect();
        CONTINUE
    }

    fn couple(&self, pair: usize) -> [usize; 2] {
        [self.couples[2 * pair] as usize, self.couples[2 * pair + 1] as usize]
    }

    /// Two parents, two children: the one by bands, the other by stacks.
    fn breed_pairs(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let end = self.slots.next + self.slots.members;
        self.bear_twins(first..end)?;
        self.finish(first..end)
    }

    /// Fills slots with the two children of one pair after another.
    fn bear_twins(&mut self, children: Range<usize>) -> ControlFlow<Stop> {
        let pairs = children.len().div_ceil(2);
        self.select_couples(pairs)?;
        if !self.makes_all_by_mixing() {
            self.copy_couples(children.clone())?;
        }
        let mixes = self.mixes();
        self.crossings.begin(pairs);
        while let Some((pair, bits)) = self.crossings.next(self.rng) {
            let child = children.start + 2 * pair;
            let [one, other] = self.couple(pair);
            self.cross([one, other], child, Birth::First, bits);
            if child + 1 < children.end {
                let bits = if mixes { self.rng.next_u32() } else { 0 };
                self.cross([other, one], child + 1, Birth::Second, bits);
            }
            self.pause_after(pair)?;
        }
        CONTINUE
    }

    /// Copies as many parents as there are slots.
    fn copy_couples(&mut self, children: Range<usize>) -> ControlFlow<Stop> {
        for first in (0..children.len()).step_by(self.part) {
            let end = children.len().min(first + self.part);
            self.genomes.copy_all(&self.couples[first..end], children.start + first);
            self.pause()?;
        }
        CONTINUE
    }

    /// Fills slots with one child of each couple.
    fn bear_children(&mut self, children: Range<usize>) -> ControlFlow<Stop> {
        self.crossings.begin(children.len());
        if let Some(taking) = Taking::by(self.tables.variant.crossover) {
            // Mixing writes a child whole, so that only the others are copies.
            let mut born = 0;
            while let Some((pair, bits)) = self.crossings.next(self.rng) {
                self.copy_firsts(born..pair, children.start)?;
                self.mix(self.couple(pair), children.start + pair, taking, bits);
                born = pair + 1;
                self.pause_after(pair)?;
            }
            return self.copy_firsts(born..children.len(), children.start);
        }
        self.copy_firsts(0..children.len(), children.start)?;
        while let Some((pair, bits)) = self.crossings.next(self.rng) {
            let couple = self.couple(pair);
            self.cross(couple, children.start + pair, Birth::First, bits);
            self.pause_after(pair)?;
        }
        CONTINUE
    }

    /// Copies the first parents of these pairs to where their children lie.
    #[inline]
    fn copy_firsts(&mut self, pairs: Range<usize>, first: usize) -> ControlFlow<Stop> {
        for pair in pairs {
            self.genomes.copy(self.couples[2 * pair] as usize, first + pair);
            self.pause_after(pair)?;
        }
        CONTINUE
    }

    /// Whether crossing is gene by gene.
    fn mixes(&self) -> bool {
        Taking::by(self.tables.variant.crossover).is_some()
    }

    /// Whether mixing writes every child whole, so that none need be a copy first.
    fn makes_all_by_mixing(&self) -> bool {
        self.mixes() && self.tables.variant.crossover_rate() == Some(Rate::ONE)
    }

    /// Two parents, two children, of which the better one lives.
    fn breed_better_of_pairs(&mut self) -> ControlFlow<Stop> {
        let children = self.slots.members - self.tables.variant.elite;
        let brood = self.slots.brood;
        let born = brood..brood + 2 * children;
        self.bear_twins(born.clone())?;
        self.mutate_and_price(born.clone())?;
        let mut living = std::mem::take(&mut self.couples);
        living.clear();
        living.extend((0..children).map(|pair| self.better_twin(brood + 2 * pair)));
        self.couples = living;
        let kept = self.keep_children();
        self.end_among_if_broken(kept, born)
    }

    /// Copies the children in `couples`, which are those that live, to where the next population lies.
    fn keep_children(&mut self) -> ControlFlow<Stop> {
        let living = std::mem::take(&mut self.couples);
        let mut first = self.slots.next + self.tables.variant.elite;
        for part in living.chunks(self.part) {
            self.copy_all(part, first);
            self.pause()?;
            first += part.len();
        }
        self.couples = living;
        CONTINUE
    }

    /// Two parents, one child.
    fn breed_one_child(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let end = self.slots.next + self.slots.members;
        self.select_couples(end - first)?;
        self.bear_children(first..end)?;
        self.finish(first..end)
    }

    /// The better of the mutated copies of two parents, and their child (Gerges et al. 2018).
    fn breed_parent_and_child(&mut self) -> ControlFlow<Stop> {
        let places = self.slots.members - self.tables.variant.elite;
        let (pairs, children) = (places.div_ceil(2), places / 2);
        let copies = self.slots.brood;
        let born = copies + 2 * pairs;
        self.select_different_couples(pairs)?;
        self.copy_couples(copies..born)?;
        self.bear_children(born..born + children)?;
        self.mutate(copies..born, Kin::Usual)?;
        self.mutate(born..born + children, Kin::BesideParents)?;
        self.price(copies..born + children)?;
        let mut living = std::mem::take(&mut self.couples);
        living.clear();
        let pair = |pair| [self.better_twin(copies + 2 * pair), (born + pair) as u32];
        living.extend((0..pairs).flat_map(pair).take(places));
        self.couples = living;
        let kept = self.keep_children();
        self.end_among_if_broken(kept, copies..born + children)
    }

    /// Selects couples of two different members.
    fn select_different_couples(&mut self, pairs: usize) -> ControlFlow<Stop> {
        if self.tables.variant.mate == Mate::RandomNew {
            return self.select_couples(pairs);
        }
        let current = self.slots.current;
        self.couples.clear();
        if let Selector::Roulette(wheel) = &self.selector {
            for pair in 0..pairs {
                let one = wheel.spin(self.rng);
                let other = loop {
                    match wheel.try_other(one, self.rng) {
                        Some(other) => break other,
                        None => self.meter.pause()?,
                    }
                };
                self.couples.extend([one, other].map(|member| (current + member) as u32));
                self.meter.pause_after(pair)?;
            }
            return CONTINUE;
        }
        for pair in 0..pairs {
            let keys = &self.keys[current..current + self.slots.members];
            let couple = self.selector.select_two(self.rng, keys, &self.ranking);
            self.couples.extend(couple.map(|member| (current + member) as u32));
            self.pause_after(pair)?;
        }
        CONTINUE
    }

    /// Most children have two parents of the best, the others any two (study 001).
    fn breed_truncation(&mut self, rule: Truncation) -> ControlFlow<Stop> {
        let elite = self.tables.variant.elite;
        let members = self.slots.members;
        let children = members - elite;
        let best = ((rule.best.get() * members as f64) as usize).clamp(2, members);
        let privileged = (rule.share.get() * children as f64) as usize;
        self.couples.clear();
        for child in 0..children {
            let among = if child < privileged { best } else { members };
            let one = self.draw_index(among);
            let other = self.draw_index(among - 1);
            self.couple_ranks(one, other + usize::from(other >= one));
            self.pause_after(child)?;
        }
        self.breed_couples()
    }

    /// The child for place i has both parents among the i best (Mantere and Koljonen 2007).
    fn breed_sorted(&mut self) -> ControlFlow<Stop> {
        self.couples.clear();
        for place in self.tables.variant.elite..self.slots.members {
            let (one, other) = (self.draw_index(place.max(1)), self.draw_index(place.max(1)));
            self.couple_ranks(one, other);
            self.pause_after(place)?;
        }
        self.breed_couples()
    }

    /// Parents from the elite and the winners of the selection (listing of study 004).
    fn breed_from_pool(&mut self) -> ControlFlow<Stop> {
        let (elite, current) = (self.tables.variant.elite, self.slots.current);
        let children = self.slots.members - elite;
        let keys = &self.keys[current..current + self.slots.members];
        let mut pool: Vec<u32> = (0..elite).map(|rank| self.ranking.member(rank) as u32).collect();
        self.selector.select_all(self.rng, keys, &self.ranking, children, &mut pool);
        self.couples.clear();
        for child in 0..children {
            let (one, other) = halves(self.rng.next_u64());
            let parent = |bits| current as u32 + pool[scaled(bits, pool.len() as u32) as usize];
            self.couples.extend([parent(one), parent(other)]);
            self.pause_after(child)?;
        }
        self.breed_couples()
    }

    /// Adds a couple by the ranks of its members.
    fn couple_ranks(&mut self, one: usize, other: usize) {
        let slot = |rank: usize| (self.slots.current + self.ranking.member(rank)) as u32;
        let couple = [slot(one), slot(other)];
        self.couples.extend(couple);
    }

    /// The children that live are one of each couple.
    fn breed_couples(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let end = self.slots.next + self.slots.members;
        if self.tables.variant.mate == Mate::RandomNew {
            let ones: Vec<u32> = self.couples.iter().step_by(2).copied().collect();
            self.couples = ones;
            self.invite_strangers(end - first)?;
        }
        self.bear_children(first..end)?;
        self.finish(first..end)
    }

    /// Members are selected, then each may exchange genes with a random other (Wang et al. 2023).
    fn breed_by_exchange(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let end = self.slots.next + self.slots.members;
        for child in first..end {
            let parent = self.parent();
            self.genomes.copy(parent, child);
            self.pause_after(child)?;
        }
        self.crossings.begin(end - first);
        while let Some((place, _)) = self.crossings.next(self.rng) {
            let child = first + place;
            let other = self.draw_index(end - first - 1) + first;
            self.exchange(child, other + usize::from(other >= child));
            self.pause_after(place)?;
        }
        self.finish(first..end)
    }

    /// Each gene of two members changes places with the crossover's share.
    fn exchange(&mut self, one: usize, other: usize) {
        let Crossover::Uniform(uniform) = self.tables.variant.crossover else { return };
        let spare = self.slots.spare;
        for gene in 0..self.tables.genes.count() {
            if self.rng.chance(uniform.share) {
                self.genomes.copy_gene(self.tables, one, spare, gene);
                self.genomes.copy_gene(self.tables, other, one, gene);
                self.genomes.copy_gene(self.tables, spare, other, gene);
            }
        }
    }

    /// The better of two neighbours, ties to the first.
    fn better_twin(&self, first: usize) -> u32 {
        let second = first + 1;
        select_unpredictable(self.keys[second] < self.keys[first], second, first) as u32
    }

    /// Makes a child of both parents in place of the copy of the first one, as 32 random bits
    /// have it.
    #[inline]
    fn cross(&mut self, parents: [usize; 2], child: usize, birth: Birth, bits: u32) {
        let [one, other] = parents;
        match self.tables.variant.crossover {
            Crossover::Bands(_) => self.crossing.push(match birth {
                Birth::First => Crossing { parents, child, by: Blocks::Bands },
                Birth::Second => Crossing { parents: [other, one], child, by: Blocks::Stacks },
            }),
            crossover => {
                if let Some(taking) = Taking::by(crossover) {
                    self.mix(parents, child, taking, bits);
                }
            }
        }
    }

    /// Gathers a child to be made gene by gene. Few even coins are the bits given.
    #[inline(always)]
    pub fn mix(&mut self, parents: [usize; 2], child: usize, taking: Taking, bits: u32) {
        let genes = self.tables.genes.count();
        let (parents, child) = (parents.map(|slot| slot as u32), child as u32);
        let taken = taking.draw(self.rng, 0..genes, bits);
        self.mixing.push(Mixing { parents, child, first: 0, taken });
        for first in (MIXED..genes).step_by(MIXED) {
            let taken = taking.draw(self.rng, first..genes, bits);
            self.mixing.push(Mixing { parents, child, first: first as u32, taken });
        }
    }
}

/// Which genes of the second parent go into a child.
#[derive(Clone, Copy)]
pub(super) enum Taking {
    /// Each with this probability.
    Share(Rate),
    /// All from a random one on.
    From(Cut),
}

impl Taking {
    /// How a crossover takes genes; `None` when it does not go gene by gene.
    fn by(crossover: Crossover) -> Option<Self> {
        match crossover {
            Crossover::None | Crossover::Bands(_) => None,
            Crossover::Uniform(uniform) => Some(Self::Share(uniform.share)),
            Crossover::OnePoint(point) => Some(Self::From(point.cut)),
        }
    }

    /// Which of the genes from the first of `genes` on are taken, at most 64 of them.
    #[inline(always)]
    fn draw(self, rng: &mut Rng, genes: Range<usize>, bits: u32) -> u64 {
        match self {
            Self::Share(Rate::HALF) if genes.end <= u32::BITS as usize => u64::from(bits),
            Self::Share(Rate::HALF) => rng.next_u64(),
            Self::Share(share) => (0..genes.len().min(MIXED))
                .fold(0, |taken, gene| taken | u64::from(rng.chance(share)) << gene),
            Self::From(cut) => {
                let least = u32::from(cut == Cut::Inner);
                let cut = least + scaled(bits, genes.end as u32 - least);
                let kept = cut.saturating_sub(genes.start as u32);
                u64::MAX.checked_shl(kept).unwrap_or(0)
            }
        }
    }
}
