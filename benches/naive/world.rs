//! A population under way, and the steps that several algorithms take.

use sudoga::rng::{Rate, Rng};

use super::Report;
use super::board::{Board, Genome};

/// A genome and its penalty.
#[derive(Clone)]
pub struct Member {
    pub genome: Genome,
    pub penalty: f64,
}

/// A population under way.
pub struct World<'a> {
    pub board: &'a Board,
    pub rng: Rng,
    pub population: Vec<Member>,
    pub archive: Vec<Member>,
    pub evaluations: u64,
    /// Generations without a better best since the last response.
    pub stale: u64,
    pub has_responded: bool,
    best: f64,
}

impl<'a> World<'a> {
    pub fn new(board: &'a Board, seed: u64) -> Self {
        Self {
            board,
            rng: Rng::from_seed(seed),
            population: Vec::new(),
            archive: Vec::new(),
            evaluations: 0,
            stale: 0,
            has_responded: false,
            best: f64::INFINITY,
        }
    }

    /// Makes the first population.
    pub fn fill(&mut self, members: usize, fresh: fn(&mut Self) -> Genome) {
        for _ in 0..members {
            let genome = fresh(self);
            let member = self.priced(genome);
            self.population.push(member);
        }
    }

    /// A random genome: each gene a random order of the digits it lacks.
    pub fn fresh(&mut self) -> Genome {
        let mut genome = self.board.givens.clone();
        for gene in &self.board.genes {
            let mut digits = gene.digits.clone();
            self.rng.shuffle(&mut digits);
            for (&cell, digit) in gene.free.iter().zip(digits) {
                genome[cell] = digit;
            }
        }
        genome
    }

    /// Finds what a genome is worth; one evaluation.
    pub fn priced(&mut self, genome: Genome) -> Member {
        self.evaluations += 1;
        Member { penalty: self.board.penalty(&genome), genome }
    }

    /// The best of so many different members, ties to the first drawn; tells its place.
    pub fn tournament(&mut self, size: usize, excluded: Option<usize>) -> usize {
        let mut drawn: Vec<usize> = Vec::new();
        while drawn.len() < size {
            let place = self.rng.index(self.population.len());
            if Some(place) != excluded && !drawn.contains(&place) {
                drawn.push(place);
            }
        }
        self.best_of(&drawn)
    }

    /// The place of the best member among some, ties to the first.
    pub fn best_of(&self, places: &[usize]) -> usize {
        let mut best = places[0];
        for &place in &places[1..] {
            if self.population[place].penalty < self.population[best].penalty {
                best = place;
            }
        }
        best
    }

    /// Each gene from either parent.
    pub fn uniform_child(&mut self, one: &Genome, other: &Genome) -> Genome {
        let mut child = one.clone();
        for gene in &self.board.genes {
            if self.rng.chance(Rate::HALF) {
                for &cell in &gene.free {
                    child[cell] = other[cell];
                }
            }
        }
        child
    }

    /// Swaps two free cells of a gene that has two.
    pub fn swap_in(&mut self, genome: &mut Genome, gene: usize) {
        let free = &self.board.genes[gene].free;
        let one = self.rng.index(free.len());
        let mut other = self.rng.index(free.len());
        while other == one {
            other = self.rng.index(free.len());
        }
        genome.swap(free[one], free[other]);
    }

    /// One swap in a random gene that has two free cells.
    pub fn swap_somewhere(&mut self, genome: &mut Genome) {
        let movable: Vec<usize> = (0..self.board.genes.len())
            .filter(|&gene| self.board.genes[gene].free.len() > 1)
            .collect();
        let gene = movable[self.rng.index(movable.len())];
        self.swap_in(genome, gene);
    }

    /// Everyone mates with the best, which makes one swap (Gerges et al. 2018).
    pub fn purge(&mut self) {
        self.has_responded = true;
        let best = self.population[0].genome.clone();
        let mut next = Vec::new();
        for place in 0..self.population.len() {
            let mut child = self.population[place].genome.clone();
            if place == 0 {
                self.swap_somewhere(&mut child);
            } else {
                child = self.uniform_child(&child, &best);
            }
            next.push(self.priced(child));
        }
        self.population = next;
    }

    /// Puts the best first, of equals the earlier ones.
    pub fn sort(&mut self) {
        self.population.sort_by(|one, other| one.penalty.total_cmp(&other.penalty));
    }

    /// Looks at the population at the end of a generation.
    pub fn look(&mut self) {
        self.sort();
        self.stale += 1;
        if self.population[0].penalty < self.best {
            self.best = self.population[0].penalty;
            self.stale = 0;
        }
        if std::mem::take(&mut self.has_responded) {
            self.stale = 0;
        }
    }

    pub fn is_solved(&self) -> bool {
        self.best <= self.board.solved()
    }

    pub fn report(&self) -> Report {
        let members = self.population.iter();
        let sum: f64 = members.map(|member| self.board.fitness(member.penalty)).sum();
        Report {
            is_solved: self.is_solved(),
            best: self.board.fitness(self.best),
            mean: sum / self.population.len() as f64,
            evaluations: self.evaluations,
        }
    }
}
