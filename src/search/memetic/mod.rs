//! The memetic algorithm: a small population whose every child is improved by local search (the
//! frame after Moscato 1989; tabu search on lists of colours after Jin and Hao 2019, "Solving the
//! Latin square completion problem by memetic graph coloring").
//!
//! Its settings say what logic does first, how a child comes from its parents, and what improves
//! it; the loop is the same for all. Must not know how an improver works.

mod annealed_swaps;
mod conflict_graph;
mod crossover;
mod decoder;
mod path;
mod pool;
mod settings;
mod tabu;
#[cfg(test)]
mod tests;
mod ways;

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::board::digit::Digit;
use crate::board::{Grid, Layout, Puzzle};
use crate::rng::Rng;
use crate::solver::{Finding, Glimpse, Meter, Solver, Stop, Trace, Units};
use annealed_swaps::AnnealedSwaps;
pub use annealed_swaps::{Annealing, Draw};
use conflict_graph::ConflictGraph;
use crossover::Genes;
pub use decoder::Decode;
use decoder::Decoder;
use pool::{Member, Pool};
pub use settings::{
    Crossover, Improvement, Inherited, MAX_POPULATION, Mate, Memetic, Mutation, PoolRule, Restart,
};
pub use tabu::Tabu;
use tabu::TabuSearch;

/// What the loop asks of a local search. A genome holds the digits of all cells, of which only
/// free ones may change.
trait Improver {
    /// Fills the free cells at random.
    fn randomise(&mut self, genome: &mut [Digit], rng: &mut Rng);

    /// Leaves the best genome that it comes to. The one it gets is paid for; what it prices beyond
    /// that it counts with the meter, and when that says stop, the best until then is told.
    fn improve(&mut self, genome: &mut [Digit], rng: &mut Rng, meter: &mut Meter<'_>) -> Improved;
}

/// What a local search has reached.
struct Improved {
    /// 0 is a solution.
    fitness: u32,
    /// Why it may not go on, when the meter said so.
    stopped: Option<Stop>,
}

impl Solver for Memetic {
    fn solve(&self, puzzle: &Puzzle, rng: &mut Rng, meter: &mut Meter<'_>) -> Finding {
        let prepared = match self.prepare.apply(puzzle) {
            Ok(prepared) => prepared,
            Err(finding) => return *finding,
        };
        let improver = match self.improver(&prepared.puzzle, meter) {
            Ok(improver) => improver,
            Err(stop) => return Finding::new(stop, None),
        };
        let mut evolution = Evolution::new(self, &prepared.puzzle, improver);
        let ControlFlow::Break(stop) = evolution.evolve(rng, meter);
        let trace = Trace { prepared: Some(prepared.filled), ..evolution.trace() };
        let best = evolution.best.map(|best| Grid::new(best.genome));
        Finding { stop, grid: best, trace }
    }

    fn units(&self) -> Units {
        Units::POPULATION
    }

    fn objection(&self, layout: &Layout) -> Option<String> {
        if !matches!(self.improvement, Improvement::Tabu(_)) {
            return None;
        }
        let most = (0..layout.cell_count()).map(|cell| layout.peers(cell).len()).max()?;
        (most > tabu::MAX_PEERS).then(|| {
            format!(
                "a cell has {most} others in its units, expected at most {}; use exact",
                tabu::MAX_PEERS
            )
        })
    }
}

impl Memetic {
    /// The local search on a prepared puzzle; there is none when that has no solution, or when the
    /// meter says stop.
    fn improver(&self, puzzle: &Puzzle, meter: &mut Meter<'_>) -> Result<Box<dyn Improver>, Stop> {
        match self.improvement {
            Improvement::Tabu(settings) => {
                let graph = ConflictGraph::new(puzzle, self.prepare, meter)?;
                Ok(Box::new(TabuSearch::new(settings, graph)))
            }
            Improvement::Anneal(settings) => {
                let swaps = AnnealedSwaps::new(settings, puzzle).ok_or(Stop::NoSolution)?;
                Ok(Box::new(swaps))
            }
            Improvement::Decode(settings) => {
                let decoder = Decoder::new(settings, puzzle, self.prepare);
                Ok(Box::new(decoder.ok_or(Stop::NoSolution)?))
            }
        }
    }
}

/// A population and all that makes the next child.
struct Evolution<'a> {
    settings: &'a Memetic,
    improver: Box<dyn Improver>,
    genes: Genes,
    givens: &'a [Digit],
    pool: Pool,
    /// The best member of the run.
    best: Option<Member>,
    last_improvement: u64,
    /// Members made after the first population: the population's worth of them is a generation.
    children: u64,
    restarts: u64,
}

impl<'a> Evolution<'a> {
    fn new(settings: &'a Memetic, puzzle: &'a Puzzle, improver: Box<dyn Improver>) -> Self {
        let Memetic { pool, population, islands, .. } = *settings;
        let genes = Genes::new(puzzle);
        Self {
            settings,
            improver,
            pool: Pool::new(pool, population, islands, genes.free_count()),
            genes,
            givens: puzzle.givens(),
            best: None,
            last_improvement: 0,
            children: 0,
            restarts: 0,
        }
    }

    fn evolve(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop, Infallible> {
        loop {
            self.populate(rng, meter)?;
            let mut stale = 0;
            while stale < self.settings.restart.patience {
                let best_before = self.best_fitness();
                self.begin_child(meter)?;
                let (child, parents) = self.breed(rng);
                let child = self.improve(child, rng, meter)?;
                let admitted = self.pool.admit(child, parents, meter)?;
                self.genes.credit(admitted);
                if self.ends_a_generation() {
                    self.pool.migrate();
                }
                stale = if self.best_fitness() < best_before { 0 } else { stale + 1 };
            }
            self.restarts += 1;
        }
    }

    /// A population of random members, each of them improved.
    fn populate(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        for place in 0..self.settings.population as usize {
            if self.restarts > 0 {
                self.begin_child(meter)?;
            }
            let fresh = self.fresh(rng);
            let member = self.improve(fresh, rng, meter)?;
            if self.restarts == 0 {
                meter.keep_back(member.genome.len());
            }
            self.pool.put(place, member);
        }
        if self.restarts == 0 {
            self.record(meter);
        }
        ControlFlow::Continue(())
    }

    /// Counts a generation whenever the population's worth of children is made.
    fn begin_child(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        if self.ends_a_generation() {
            if self.children > 0 {
                self.record(meter);
            }
            meter.generation()?;
        }
        self.children += 1;
        ControlFlow::Continue(())
    }

    /// Whether the population's worth of children has just been made, or none at all.
    fn ends_a_generation(&self) -> bool {
        self.children.is_multiple_of(u64::from(self.settings.population))
    }

    /// A child, and which members it comes from; the two are the same when it has one parent.
    fn breed(&mut self, rng: &mut Rng) -> (Vec<Digit>, [usize; 2]) {
        let Memetic { crossover, mutation, .. } = self.settings;
        let first = self.pool.parent(rng);
        if !rng.chance(crossover.rate) {
            let fresh = self.fresh(rng);
            let parent = self.pool.genome(first);
            return (self.genes.redraw(parent, &fresh, mutation.share, rng), [first; 2]);
        }
        let (mate, second) = match crossover.mate {
            Mate::Member => {
                let second = self.pool.mate(first, rng);
                (self.pool.genome(second).to_vec(), second)
            }
            Mate::Fresh => (self.fresh(rng), first),
        };
        let parent = self.pool.genome(first);
        let child = self.genes.cross(parent, &mate, crossover.by, crossover.share, rng);
        (child, [first, second])
    }

    fn fresh(&mut self, rng: &mut Rng) -> Vec<Digit> {
        let mut genome = self.givens.to_vec();
        self.improver.randomise(&mut genome, rng);
        genome
    }

    /// Improves a genome, looks at what came of it, and ends the run if that solves the puzzle.
    fn improve(
        &mut self,
        mut genome: Vec<Digit>,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, Member> {
        meter.costly_evaluation()?;
        let Improved { fitness, stopped } = self.improver.improve(&mut genome, rng, meter);
        let member = Member { genome, fitness };
        if self.best.as_ref().is_none_or(|best| fitness < best.fitness) {
            self.best = Some(member.clone());
            self.last_improvement = meter.generations();
        }
        self.show(meter);
        match stopped {
            _ if fitness == 0 => ControlFlow::Break(Stop::Solved),
            Some(stop) => ControlFlow::Break(stop),
            None => ControlFlow::Continue(member),
        }
    }

    /// A generation takes long here, so that the search is shown after every child.
    fn show(&self, meter: &mut Meter<'_>) {
        if let Some(best) = self.best.as_ref().filter(|_| meter.is_glimpse_due()) {
            meter.show(Glimpse {
                digits: best.genome.clone(),
                fitness: f64::from(best.fitness),
                present_fitness: f64::from(self.best_fitness().unwrap_or(best.fitness)),
                mean_fitness: self.mean_fitness(),
            });
        }
    }

    /// Fitness of the best member of this population.
    fn best_fitness(&self) -> Option<u32> {
        self.pool.fitness().min()
    }

    fn record(&self, meter: &mut Meter<'_>) {
        meter.record(|| {
            let mut fitness: Vec<u32> = self.pool.fitness().collect();
            fitness.sort_unstable();
            let middle = [fitness[(fitness.len() - 1) / 2], fitness[fitness.len() / 2]];
            let median = middle.map(f64::from).iter().sum::<f64>() / 2.0;
            [f64::from(fitness[0]), self.mean_fitness().unwrap_or(median), median]
        });
    }

    fn mean_fitness(&self) -> Option<f64> {
        let (count, sum) = self
            .pool
            .fitness()
            .fold((0u64, 0), |(count, sum), one| (count + 1, sum + u64::from(one)));
        (count > 0).then(|| sum as f64 / count as f64)
    }

    fn trace(&self) -> Trace {
        Trace {
            fitness: self.best.as_ref().map(|best| f64::from(best.fitness)),
            mean_fitness: self.mean_fitness(),
            last_improvement: self.best.is_some().then_some(self.last_improvement),
            restarts: Some(self.restarts),
            ..Trace::default()
        }
    }
}
