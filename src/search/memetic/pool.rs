//! The members of a population: who mates with whom, and whose place a child takes.
//!
//! The rule by distance and quality is that of Lü and Hao (2010, "A memetic algorithm for graph
//! coloring"), which Jin and Hao (2019) use on Latin squares. Must not know how a child is made.

use std::ops::{ControlFlow, Range};

use super::PoolRule;
use crate::board::digit::Digit;
use crate::rng::Rng;
use crate::solver::{Meter, Stop};

/// How much a small distance counts beside fitness: the weight of Lü and Hao.
const CROWDING: f64 = 0.08;

/// An improved genome.
#[derive(Clone)]
pub(super) struct Member {
    pub genome: Vec<Digit>,
    pub fitness: u32,
}

/// The members, island by island.
pub(super) struct Pool {
    rule: PoolRule,
    island: usize,
    /// Cells that may differ between members.
    free: usize,
    members: Vec<Member>,
}

impl Pool {
    /// A pool of this many members, in equal parts on its islands.
    pub fn new(rule: PoolRule, population: u32, islands: u32, free: usize) -> Self {
        let (population, islands) = (population as usize, islands as usize);
        let members = Vec::with_capacity(population);
        Self { rule, island: population / islands, free, members }
    }

    /// Puts a member of a new population in its place, where one of the old may be.
    pub fn put(&mut self, place: usize, member: Member) {
        match self.members.get_mut(place) {
            Some(old) => *old = member,
            None => self.members.push(member),
        }
    }

    pub fn genome(&self, member: usize) -> &[Digit] {
        &self.members[member].genome
    }

    pub fn fitness(&self) -> impl Iterator<Item = u32> {
        self.members.iter().map(|member| member.fitness)
    }

    /// Any member.
    pub fn parent(&self, rng: &mut Rng) -> usize {
        rng.index(self.members.len())
    }

    /// Another member of the same island.
    pub fn mate(&self, first: usize, rng: &mut Rng) -> usize {
        let island = self.island_of(first);
        let other = island.start + rng.index(island.len() - 1);
        other + usize::from(other >= first)
    }

    fn island_of(&self, member: usize) -> Range<usize> {
        let start = member - member % self.island;
        start..start + self.island
    }

    /// Gives a child the place that the rule grants it among those of its parents' island, if any;
    /// nobody is there twice. Says whether it came in.
    pub fn admit(
        &mut self,
        child: Member,
        parents: [usize; 2],
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, bool> {
        let island = self.island_of(parents[0]);
        if self.members[island.clone()].iter().any(|member| member.genome == child.genome) {
            return ControlFlow::Continue(false);
        }
        let place = match self.rule {
            PoolRule::Parents => self.place_of_a_parent(&child, parents, island),
            PoolRule::Distance => self.place_in_the_crowd(&child, island, meter)?,
        };
        if let Some(place) = place {
            self.members[place] = child;
        }
        ControlFlow::Continue(place.is_some())
    }

    /// The place of the worse parent unless the child is worse, else that of the worst member if
    /// the child is better.
    fn place_of_a_parent(
        &self,
        child: &Member,
        [first, second]: [usize; 2],
        island: Range<usize>,
    ) -> Option<usize> {
        let fitness = |member: usize| self.members[member].fitness;
        let worse_parent = if fitness(second) > fitness(first) { second } else { first };
        if child.fitness <= fitness(worse_parent) {
            return Some(worse_parent);
        }
        let worst = island.rev().max_by_key(|&member| fitness(member))?;
        (child.fitness < fitness(worst)).then_some(worst)
    }

    /// The place of whoever is worst by fitness and by nearness to its nearest neighbour, the child
    /// taken as one of them; none when it is the child.
    fn place_in_the_crowd(
        &self,
        child: &Member,
        island: Range<usize>,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Option<usize>> {
        let start = island.start;
        let mut crowd: Vec<&Member> = self.members[island].iter().collect();
        crowd.push(child);
        let penalty = |(member, nearest): (&&Member, usize)| {
            let crowding = libm::exp(CROWDING * self.free as f64 / nearest.max(1) as f64);
            f64::from(member.fitness) + crowding
        };
        let nearest = distances_to_nearest(&crowd, meter)?;
        let penalties: Vec<f64> = crowd.iter().zip(nearest).map(penalty).collect();
        let worst = (0..crowd.len()).max_by(|&a, &b| penalties[a].total_cmp(&penalties[b]));
        ControlFlow::Continue(
            worst.filter(|worst| worst + 1 < crowd.len()).map(|worst| start + worst),
        )
    }

    /// The best of each island takes the place of the worst of the next, unless it is there already.
    pub fn migrate(&mut self) {
        if self.island == self.members.len() {
            return;
        }
        let starts = (0..self.members.len()).step_by(self.island);
        let islands: Vec<Range<usize>> = starts.map(|start| self.island_of(start)).collect();
        let fitness = |member: &usize| self.members[*member].fitness;
        let ends = |island: &Range<usize>| {
            let best = island.clone().min_by_key(fitness).unwrap_or(island.start);
            let worst = island.clone().rev().max_by_key(fitness).unwrap_or(island.start);
            (self.members[best].clone(), worst)
        };
        let (mut best, worst): (Vec<Member>, Vec<usize>) = islands.iter().map(ends).unzip();
        best.rotate_right(1);
        for ((migrant, place), island) in best.into_iter().zip(worst).zip(islands) {
            if self.members[island].iter().all(|member| member.genome != migrant.genome) {
                self.members[place] = migrant;
            }
        }
    }
}

/// For each of a crowd of two or more, how far it is to its nearest neighbour.
fn distances_to_nearest(crowd: &[&Member], meter: &mut Meter<'_>) -> ControlFlow<Stop, Vec<usize>> {
    let mut nearest = vec![usize::MAX; crowd.len()];
    for one in 0..crowd.len() {
        for other in 0..one {
            let distance = distance(crowd[one], crowd[other]);
            nearest[one] = nearest[one].min(distance);
            nearest[other] = nearest[other].min(distance);
            meter.pause_after(other)?;
        }
    }
    ControlFlow::Continue(nearest)
}

/// In how many cells two members differ.
fn distance(one: &Member, other: &Member) -> usize {
    one.genome.iter().zip(&other.genome).filter(|(one, other)| one != other).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Budget, Unobserved};

    /// A pool of four cells a genome, of members told by their digits and their fitness.
    fn pool(rule: PoolRule, islands: u32, members: &[([Digit; 4], u32)]) -> Pool {
        let mut pool = Pool::new(rule, members.len() as u32, islands, 4);
        for (place, &(genome, fitness)) in members.iter().enumerate() {
            pool.put(place, Member { genome: genome.to_vec(), fitness });
        }
        pool
    }

    /// Whether a child comes in.
    fn admit(pool: &mut Pool, genome: [Digit; 4], fitness: u32, parents: [usize; 2]) -> bool {
        let mut observer = Unobserved;
        let mut meter = Meter::new(Budget::default(), &mut observer);
        let child = Member { genome: genome.to_vec(), fitness };
        pool.admit(child, parents, &mut meter) == ControlFlow::Continue(true)
    }

    fn fitness(pool: &Pool) -> Vec<u32> {
        pool.fitness().collect()
    }

    #[test]
    fn a_child_takes_the_place_of_its_worse_parent_or_of_the_worst() {
        let members = [([1; 4], 5), ([2; 4], 7), ([3; 4], 9)];
        // The child's digits, its fitness and its parents; then whose digits are there.
        let cases = [
            (4, 7, [0, 1], [1, 4, 3]),
            (4, 7, [1, 0], [1, 4, 3]),
            (4, 8, [0, 1], [1, 2, 4]),
            (4, 9, [0, 1], [1, 2, 3]),
            (4, 5, [0, 0], [4, 2, 3]),
            (3, 1, [0, 1], [1, 2, 3]),
        ];
        for (digit, fitness, parents, expected) in cases {
            let mut pool = pool(PoolRule::Parents, 1, &members);
            let admitted = admit(&mut pool, [digit; 4], fitness, parents);
            assert_eq!([0, 1, 2].map(|place| pool.genome(place)[0]), expected);
            assert_eq!(admitted, expected != [1, 2, 3]);
        }
    }

    #[test]
    fn by_distance_a_near_twin_goes_though_a_worse_one_stands_apart() {
        let members = [([1, 1, 1, 1], 5), ([1, 1, 1, 2], 5), ([3, 3, 3, 3], 6)];
        let mut pool = Pool { free: 100, ..pool(PoolRule::Distance, 1, &members) };
        assert!(admit(&mut pool, [4; 4], 6, [2, 2]));
        assert!(fitness(&pool).contains(&6), "{:?}", fitness(&pool));
        assert_eq!(fitness(&pool).iter().filter(|&&one| one == 5).count(), 1, "one twin went");
        assert!(!admit(&mut pool, [4, 4, 4, 5], 7, [2, 2]), "the child itself is the worst of all");
    }

    #[test]
    fn mates_and_places_are_those_of_one_island_and_the_best_goes_on() {
        let members = [([1; 4], 5), ([2; 4], 7), ([3; 4], 9), ([4; 4], 8)];
        let mut pool = pool(PoolRule::Parents, 2, &members);
        let mut rng = Rng::from_seed(1);
        for (first, mate) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
            assert_eq!(pool.mate(first, &mut rng), mate);
        }
        assert!(!admit(&mut pool, [5; 4], 8, [0, 1]));
        pool.migrate();
        assert_eq!(fitness(&pool), [5, 8, 5, 8]);
        pool.migrate();
        assert_eq!(fitness(&pool), [5, 8, 5, 8], "nobody is on an island twice");
    }
}
