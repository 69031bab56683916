//! Who mates with whom, and which children live.

use std::ops::{ControlFlow, Range};

use super::evolution::{CONTINUE, Evolution};
use super::genomes::{Blocks, Crossing, Genomes};
use super::mutation::Kin;
use super::operators::{Breeding, Crossover, Cut, Keep, Mate, Truncation};
use crate::rng::Rate;
use crate::solver::Stop;

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
        }
        self.count_copies(self.slots.next..self.slots.next + elite)
    }

    /// The slot of a selected parent.
    fn parent(&mut self) -> usize {
        let keys = &self.keys[self.slots.current..self.slots.current + self.slots.members];
        self.slots.current + self.selector.select(self.rng, keys, &self.ranking)
    }

    /// Selects the parents of so many pairs into `couples`, two slots a pair.
    fn select_couples(&mut self, pairs: usize) {
        let selected = match self.tables.variant.mate {
            Mate::Selected => 2 * pairs,
            Mate::RandomNew => pairs,
        };
        let current = self.slots.current;
        let keys = &self.keys[current..current + self.slots.members];
        self.couples.clear();
        self.selector.select_all(self.rng, keys, &self.ranking, selected, &mut self.couples);
        for parent in &mut self.couples {
            *parent += current as u32;
        }
        self.invite_strangers(pairs);
    }

    /// Gives each parent a random new member to mate with, where that is the rule.
    fn invite_strangers(&mut self, pairs: usize) {
        if self.tables.variant.mate == Mate::Selected {
            return;
        }
        let strangers = self.slots.strangers;
        for pair in 0..pairs {
            self.make_fresh(strangers + pair);
        }
        let parents = std::mem::take(&mut self.couples);
        let couples = parents.iter().take(pairs).enumerate();
        self.couples =
            couples.flat_map(|(pair, &parent)| [parent, (strangers + pair) as u32]).collect();
    }

    fn couple(&self, pair: usize) -> [usize; 2] {
        [self.couples[2 * pair] as usize, self.couples[2 * pair + 1] as usize]
    }

    /// Two parents, two children: the one by bands, the other by stacks.
    fn breed_pairs(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let end = self.slots.next + self.slots.members;
        self.bear_twins(first..end);
        self.finish(first..end)
    }

    /// Fills slots with the two children of one pair after another.
    fn bear_twins(&mut self, children: Range<usize>) {
        let pairs = children.len().div_ceil(2);
        self.select_couples(pairs);
        self.genomes.copy_all(&self.couples[..children.len()], children.start);
        self.draw_crossings(pairs);
        while let Some(pair) = self.next_crossing() {
            let child = children.start + 2 * pair;
            let [one, other] = self.couple(pair);
            self.cross([one, other], child, Birth::First);
            if child + 1 < children.end {
                self.cross([other, one], child + 1, Birth::Second);
            }
        }
    }

    /// Fills slots with one child of each couple.
    fn bear_children(&mut self, children: Range<usize>) {
        for (pair, child) in children.clone().enumerate() {
            self.genomes.copy(self.couples[2 * pair] as usize, child);
        }
        self.draw_crossings(children.len());
        while let Some(pair) = self.next_crossing() {
            let couple = self.couple(pair);
            self.cross(couple, children.start + pair, Birth::First);
        }
    }

    /// Two parents, two children, of which the better one lives.
    fn breed_better_of_pairs(&mut self) -> ControlFlow<Stop> {
        let children = self.slots.members - self.tables.variant.elite;
        let brood = self.slots.brood;
        self.bear_twins(brood..brood + 2 * children);
        self.mutate_and_price(brood..brood + 2 * children)?;
        let first = self.slots.next + self.tables.variant.elite;
        for pair in 0..children {
            let better = self.better(brood + 2 * pair, brood + 2 * pair + 1);
            self.copy(better, first + pair);
        }
        CONTINUE
    }

    /// Two parents, one child.
    fn breed_one_child(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let end = self.slots.next + self.slots.members;
        self.select_couples(end - first);
        self.bear_children(first..end);
        self.finish(first..end)
    }

    /// The better of the mutated copies of two parents, and their child (Gerges et al. 2018).
    fn breed_parent_and_child(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let places = self.slots.members - self.tables.variant.elite;
        let (pairs, children) = (places.div_ceil(2), places / 2);
        let copies = self.slots.brood;
        let born = copies + 2 * pairs;
        self.select_different_couples(pairs);
        self.genomes.copy_all(&self.couples, copies);
        self.bear_children(born..born + children);
        self.mutate(copies..born, Kin::Usual);
        self.mutate(born..born + children, Kin::BesideParents);
        self.price(copies..born + children)?;
        for pair in 0..pairs {
            let better = self.better(copies + 2 * pair, copies + 2 * pair + 1);
            self.copy(better, first + 2 * pair);
            if pair < children {
                self.copy(born + pair, first + 2 * pair + 1);
            }
        }
        CONTINUE
    }

    /// Selects couples of two different members.
    fn select_different_couples(&mut self, pairs: usize) {
        if self.tables.variant.mate == Mate::RandomNew {
            self.select_couples(pairs);
            return;
        }
        let current = self.slots.current;
        let keys = &self.keys[current..current + self.slots.members];
        self.couples.clear();
        for _ in 0..pairs {
            let one = self.selector.select(self.rng, keys, &self.ranking);
            let other = self.selector.select_other(self.rng, keys, &self.ranking, one);
            self.couples.extend([(current + one) as u32, (current + other) as u32]);
        }
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
        }
        self.breed_couples()
    }

    /// The child for place i has both parents among the i best (Mantere and Koljonen 2007).
    fn breed_sorted(&mut self) -> ControlFlow<Stop> {
        self.couples.clear();
        for place in self.tables.variant.elite..self.slots.members {
            let (one, other) = (self.draw_index(place.max(1)), self.draw_index(place.max(1)));
            self.couple_ranks(one, other);
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
        for _ in 0..2 * children {
            let parent = current as u32 + pool[self.draw_index(pool.len())];
            self.couples.push(parent);
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
            self.invite_strangers(end - first);
        }
        self.bear_children(first..end);
        self.finish(first..end)
    }

    /// Members are selected, then each may exchange genes with a random other (Wang et al. 2023).
    fn breed_by_exchange(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let end = self.slots.next + self.slots.members;
        for child in first..end {
            let parent = self.parent();
            self.genomes.copy(parent, child);
        }
        self.draw_crossings(end - first);
        while let Some(place) = self.next_crossing() {
            let child = first + place;
            let other = self.draw_index(end - first - 1) + first;
            self.exchange(child, other + usize::from(other >= child));
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

    fn better(&self, one: usize, other: usize) -> usize {
        if self.keys[other] < self.keys[one] { other } else { one }
    }

    /// Begins to draw which of so many pairs cross.
    fn draw_crossings(&mut self, pairs: usize) {
        self.crossings.begin(pairs);
    }

    fn next_crossing(&mut self) -> Option<usize> {
        self.crossings.next(self.rng)
    }

    /// Makes a child of both parents in place of the copy of the first one.
    fn cross(&mut self, parents: [usize; 2], child: usize, birth: Birth) {
        let [one, other] = parents;
        match self.tables.variant.crossover {
            Crossover::None => {}
            Crossover::Bands(_) => self.crossing.push(match birth {
                Birth::First => Crossing { parents, child, by: Blocks::Bands },
                Birth::Second => Crossing { parents: [other, one], child, by: Blocks::Stacks },
            }),
            Crossover::Uniform(uniform) => self.take_genes(other, child, uniform.share),
            Crossover::OnePoint(point) => {
                let genes = self.tables.genes.count();
                let cut = match point.cut {
                    Cut::Inner => 1 + self.draw_index(genes - 1),
                    Cut::AsCoded => self.draw_index(genes),
                };
                for gene in cut..genes {
                    self.genomes.copy_gene(self.tables, other, child, gene);
                }
            }
        }
    }

    /// Each gene of the other parent goes into the child with the given share.
    pub fn take_genes(&mut self, other: usize, child: usize, share: Rate) {
        let genes = self.tables.genes.count();
        if share != Rate::HALF {
            for gene in 0..genes {
                if self.rng.chance(share) {
                    self.genomes.copy_gene(self.tables, other, child, gene);
                }
            }
            return;
        }
        for start in (0..genes).step_by(64) {
            let coins = self.rng.next_u64();
            for gene in start..genes.min(start + 64) {
                if coins >> (gene - start) & 1 == 1 {
                    self.genomes.copy_gene(self.tables, other, child, gene);
                }
            }
        }
    }
}
