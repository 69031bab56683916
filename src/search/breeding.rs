//! Who mates with whom, and which children live.

use std::ops::ControlFlow;

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
        self.draw_next_crossing();
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

    /// The slot of a random new member to mate with.
    fn stranger(&mut self) -> usize {
        self.make_fresh(self.slots.spare);
        self.slots.spare
    }

    /// Two parents, two children: the one by bands, the other by stacks.
    fn breed_pairs(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let end = self.slots.next + self.slots.members;
        let pairs = (end - first).div_ceil(2);
        self.select_couples(pairs);
        for pair in 0..pairs {
            let child = first + 2 * pair;
            let parents = self.couple(pair);
            let crosses = self.crosses();
            self.bear(parents, child, Birth::First, crosses);
            if child + 1 < end {
                self.bear(parents, child + 1, Birth::Second, crosses);
            }
        }
        self.finish(first..end)
    }

    /// Selects the parents of so many pairs.
    fn select_couples(&mut self, pairs: usize) {
        let count = match self.tables.variant.mate {
            Mate::Selected => 2 * pairs,
            Mate::RandomNew => pairs,
        };
        let keys = &self.keys[self.slots.current..self.slots.current + self.slots.members];
        self.selector.select_all(self.rng, keys, &self.ranking, count, &mut self.parents);
    }

    /// The slots of the parents of a pair; one that mates with a random new member gets it now.
    #[inline(always)]
    fn couple(&mut self, pair: usize) -> [usize; 2] {
        let first = self.slots.current;
        if self.tables.variant.mate == Mate::RandomNew {
            return [first + self.parents[pair] as usize, self.stranger()];
        }
        [2 * pair, 2 * pair + 1].map(|place| first + self.parents[place] as usize)
    }

    /// Two parents, two children, of which the better one lives.
    fn breed_better_of_pairs(&mut self) -> ControlFlow<Stop> {
        let children = self.slots.members - self.tables.variant.elite;
        let brood = self.slots.brood;
        self.select_couples(children);
        for pair in 0..children {
            let parents = self.couple(pair);
            let crosses = self.crosses();
            self.bear(parents, brood + 2 * pair, Birth::First, crosses);
            self.bear(parents, brood + 2 * pair + 1, Birth::Second, crosses);
        }
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
        for (pair, child) in (first..end).enumerate() {
            let parents = self.couple(pair);
            let crosses = self.crosses();
            self.bear(parents, child, Birth::First, crosses);
        }
        self.finish(first..end)
    }

    /// The better of the mutated copies of two parents, and their child (Gerges et al. 2018).
    fn breed_parent_and_child(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let places = self.slots.members - self.tables.variant.elite;
        let (pairs, children) = (places.div_ceil(2), places / 2);
        let copies = self.slots.brood;
        let born = copies + 2 * pairs;
        for pair in 0..pairs {
            let one = self.parent();
            let other = self.other_parent(one);
            self.genomes.copy(one, copies + 2 * pair);
            self.genomes.copy(other, copies + 2 * pair + 1);
            if pair < children {
                let crosses = self.crosses();
                self.bear([one, other], born + pair, Birth::First, crosses);
            }
        }
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

    fn other_parent(&mut self, one: usize) -> usize {
        if self.tables.variant.mate == Mate::RandomNew {
            return self.stranger();
        }
        let first = self.slots.current;
        let keys = &self.keys[first..first + self.slots.members];
        first + self.selector.select_other(self.rng, keys, &self.ranking, one - first)
    }

    /// Most children have two parents of the best, the others any two (study 001).
    fn breed_truncation(&mut self, rule: Truncation) -> ControlFlow<Stop> {
        let elite = self.tables.variant.elite;
        let members = self.slots.members;
        let children = members - elite;
        let best = ((rule.best.get() * members as f64) as usize).clamp(2, members);
        let privileged = (rule.share.get() * children as f64) as usize;
        let first = self.slots.next + elite;
        for child in 0..children {
            let among = if child < privileged { best } else { members };
            let one = self.draw_index(among);
            let other = self.draw_index(among - 1);
            let other = other + usize::from(other >= one);
            let one = self.slots.current + self.ranking.member(one);
            let other = match self.tables.variant.mate {
                Mate::Selected => self.slots.current + self.ranking.member(other),
                Mate::RandomNew => self.stranger(),
            };
            let crosses = self.crosses();
            self.bear([one, other], first + child, Birth::First, crosses);
        }
        self.finish(first..first + children)
    }

    /// Parents from the elite and the winners of the selection (listing of study 004).
    fn breed_from_pool(&mut self) -> ControlFlow<Stop> {
        let elite = self.tables.variant.elite;
        let first = self.slots.next + elite;
        let mut pool: Vec<usize> =
            (0..elite).map(|rank| self.slots.current + self.ranking.member(rank)).collect();
        pool.extend((elite..self.slots.members).map(|_| self.parent()));
        for child in first..self.slots.next + self.slots.members {
            let one = pool[self.draw_index(pool.len())];
            let other = match self.tables.variant.mate {
                Mate::Selected => pool[self.draw_index(pool.len())],
                Mate::RandomNew => self.stranger(),
            };
            let crosses = self.crosses();
            self.bear([one, other], child, Birth::First, crosses);
        }
        self.finish(first..self.slots.next + self.slots.members)
    }

    /// Members are selected, then each may exchange genes with a random other (Wang et al. 2023).
    fn breed_by_exchange(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let end = self.slots.next + self.slots.members;
        for child in first..end {
            let parent = self.parent();
            self.genomes.copy(parent, child);
        }
        for child in first..end {
            if self.crosses() {
                let other = self.draw_index(end - first - 1) + first;
                self.exchange(child, other + usize::from(other >= child));
            }
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

    /// The child for place i has both parents among the i best (Mantere and Koljonen 2007).
    fn breed_sorted(&mut self) -> ControlFlow<Stop> {
        let first = self.slots.next + self.tables.variant.elite;
        let end = self.slots.next + self.slots.members;
        for child in (first..end).rev() {
            let among = (child - self.slots.next).max(1);
            let (one, other) = (self.draw_index(among), self.draw_index(among));
            let one = self.slots.current + self.ranking.member(one);
            let other = match self.tables.variant.mate {
                Mate::Selected => self.slots.current + self.ranking.member(other),
                Mate::RandomNew => self.stranger(),
            };
            let crosses = self.crosses();
            self.bear([one, other], child, Birth::First, crosses);
        }
        self.finish(first..end)
    }

    fn better(&self, one: usize, other: usize) -> usize {
        if self.keys[other] < self.keys[one] { other } else { one }
    }

    /// Whether the next pair crosses.
    #[inline(always)]
    fn crosses(&mut self) -> bool {
        if self.next_crossing > 0 {
            self.next_crossing -= 1;
            return false;
        }
        self.draw_next_crossing();
        true
    }

    /// Draws how many pairs do not cross before the next one that does; only within this
    /// generation, since the law has no memory.
    fn draw_next_crossing(&mut self) {
        self.next_crossing = match &self.crossings {
            Some(gaps) => gaps.draw(self.rng, self.slots.members).0,
            None => usize::MAX,
        };
    }

    /// Makes a child: of both parents if they cross, else a copy of its own one.
    #[inline(always)]
    fn bear(&mut self, parents: [usize; 2], child: usize, birth: Birth, crosses: bool) {
        let [one, other] = match birth {
            Birth::First => parents,
            Birth::Second => [parents[1], parents[0]],
        };
        if !crosses {
            self.genomes.copy(one, child);
        } else {
            self.cross(parents, [one, other], child, birth);
        }
    }

    fn cross(&mut self, parents: [usize; 2], [one, other]: [usize; 2], child: usize, birth: Birth) {
        match self.tables.variant.crossover {
            Crossover::None => self.genomes.copy(one, child),
            Crossover::Bands(_) => {
                let by = match birth {
                    Birth::First => Blocks::Bands,
                    Birth::Second => Blocks::Stacks,
                };
                self.crossing.push(Crossing { parents, child, by });
            }
            Crossover::Uniform(uniform) => {
                self.genomes.copy(one, child);
                self.take_genes(other, child, uniform.share);
            }
            Crossover::OnePoint(point) => {
                let genes = self.tables.genes.count();
                let cut = match point.cut {
                    Cut::Inner => 1 + self.draw_index(genes - 1),
                    Cut::AsCoded => self.draw_index(genes),
                };
                self.genomes.copy(one, child);
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
