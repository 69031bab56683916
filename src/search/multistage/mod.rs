//! The multistage genetic algorithm and its hybrid with annealing (Browder, Frey and Woodburn,
//! after Chel, Mylavarapu and Sharma 2016).
//!
//! A cycle breeds a population whose cells are drawn from a group table, then fixes cells of the
//! table on which the population agrees; the next cycle draws a smaller one from what is left.
//! An iteration is a generation: the first of a cycle makes the cycle's population, the last one
//! mutates.

mod annealing;
mod counts;
mod group_table;
mod population;
mod settings;

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::board::digit::Digit;
use crate::board::{Grid, Layout, Puzzle};
use crate::rng::Rng;
use crate::search::room;
use crate::solver::{Finding, Glimpse, Meter, Solver, Stop, Trace, Units};
use annealing::Annealer;
pub use annealing::{Acceptance, Annealing, Redraw};
use counts::{Counts, Price};
use group_table::{GroupTable, draw, draw_other};
use population::Population;
pub use settings::{Fixing, MAX_ROOM, Multistage, Mutation, Stagnation};

impl Solver for Multistage {
    fn solve(&self, puzzle: &Puzzle, rng: &mut Rng, meter: &mut Meter<'_>) -> Finding {
        let prepared = match self.prepare.apply(puzzle) {
            Ok(prepared) => prepared,
            Err(finding) => return *finding,
        };
        let Some(table) = GroupTable::new(&prepared.puzzle) else {
            return Finding::new(Stop::NoSolution, None);
        };
        let mut search = Search::new(self, &prepared.puzzle, table);
        let ControlFlow::Break(stop) = search.evolve(rng, meter);
        let trace = Trace { prepared: Some(prepared.filled), ..search.trace() };
        Finding { stop, grid: search.best.price.map(|_| Grid::new(search.best.digits)), trace }
    }

    fn units(&self) -> Units {
        Units::POPULATION
    }

    fn objection(&self, layout: &Layout) -> Option<String> {
        let slot = Population::slot_bytes(layout.cell_count());
        let bytes = room::bytes_of([(self.room(), slot)]);
        room::objection("population", self.population as usize, bytes, layout)
    }
}

struct Search<'a> {
    settings: &'a Multistage,
    givens: &'a [Digit],
    table: GroupTable,
    counts: Counts,
    population: Population,
    best: Best,
    /// Cycles in a row without a better best.
    idle_cycles: u32,
    restarts: u64,
}

/// The best filling seen, by fitness and then by cost.
struct Best {
    digits: Vec<Digit>,
    price: Option<Price>,
    /// When it became better by fitness for the last time.
    generation: u64,
}

impl Best {
    fn offer(&mut self, digits: &[Digit], price: Price, generation: u64) -> ControlFlow<Stop> {
        if self.price.is_none_or(|best| price < best) {
            if self.price.is_none_or(|best| price.fitness < best.fitness) {
                self.generation = generation;
            }
            self.digits.copy_from_slice(digits);
            self.price = Some(price);
        }
        if price.fitness == 0 {
            ControlFlow::Break(Stop::Solved)
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl<'a> Search<'a> {
    fn new(settings: &'a Multistage, puzzle: &'a Puzzle, table: GroupTable) -> Self {
        let (layout, givens) = (puzzle.layout(), puzzle.givens());
        Self {
            settings,
            givens,
            table,
            counts: Counts::new(layout),
            population: Population::new(givens.len(), settings.room()),
            best: Best { digits: givens.to_vec(), price: None, generation: 0 },
            idle_cycles: 0,
            restarts: 0,
        }
    }

    fn evolve(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop, Infallible> {
        let first = self.populate(1, rng, meter);
        self.record(meter);
        first?;
        loop {
            for cycle in 1..=self.settings.cycles {
                let best_before = self.best.price.map(|price| price.fitness);
                for iteration in 1..=self.settings.iterations {
                    meter.generation()?;
                    let outcome = self.iterate(cycle, iteration, rng, meter);
                    self.record(meter);
                    outcome?;
                }
                let is_better = self.best.price.map(|price| price.fitness) < best_before;
                self.idle_cycles =
                    if is_better || self.is_annealing_due() { 0 } else { self.idle_cycles + 1 };
                self.fix_cells(rng, meter)?;
            }
            self.table.reset();
        }
    }

    fn iterate(
        &mut self,
        cycle: u32,
        iteration: u32,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop> {
        let is_first_population = meter.generations() == 1;
        if iteration == 1 && !is_first_population {
            self.restarts += 1;
            self.populate(cycle, rng, meter)?;
        }
        self.breed(rng, meter)?;
        if iteration < self.settings.iterations {
            return ControlFlow::Continue(());
        }
        match self.settings.stagnation {
            Stagnation::Anneal(annealing) if self.is_annealing_due() => {
                self.anneal(annealing, rng, meter)
            }
            _ => self.mutate(rng, meter),
        }
    }

    /// Whether this cycle is to end with annealing; decided by the cycles before it.
    fn is_annealing_due(&self) -> bool {
        match self.settings.stagnation {
            Stagnation::None => false,
            Stagnation::Anneal(annealing) => self.idle_cycles >= annealing.patience,
        }
    }

    /// Makes the population of a cycle: each free cell a random digit of its group.
    fn populate(&mut self, cycle: u32, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let size = (self.settings.population / cycle) as usize;
        self.population.clear();
        let granted = meter.grant(size as u64) as usize;
        let made = (0..granted).try_for_each(|number| {
            let place = self.population.add(self.givens);
            let genome = self.population.genome_mut(place);
            for group in &self.table.groups {
                genome[group.cell as usize] = draw(group.current, rng);
            }
            self.pause_after(number, meter)
        });
        self.admit(made, size, [granted, size], meter)
    }

    /// Random pairs have two complementary children each; the best of all stay.
    fn breed(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let size = self.population.len();
        let wanted = size * self.settings.offspring as usize;
        let granted = meter.grant(wanted as u64) as usize;
        let made = (0..granted).step_by(2).try_for_each(|made| {
            let one = rng.index(size);
            let other = rng.index(size - 1);
            let other = other + usize::from(other >= one);
            self.cross(one, other, rng);
            if made + 1 == granted {
                self.population.drop_last();
            }
            self.pause_after(made / 2, meter)
        });
        self.admit(made, size, [granted, wanted], meter)
    }

    /// Adds copies of two members that exchange cells.
    fn cross(&mut self, one: usize, other: usize, rng: &mut Rng) {
        let (one, other) = (self.population.add_copy(one), self.population.add_copy(other));
        let Some([one, other]) = self.population.two_genomes_mut(one, other) else { return };
        for group in &self.table.groups {
            let cell = group.cell as usize;
            // Without a branch, which nobody could predict.
            let mask = Digit::from(rng.chance(self.settings.exchange)).wrapping_neg();
            let difference = (one[cell] ^ other[cell]) & mask;
            one[cell] ^= difference;
            other[cell] ^= difference;
        }
    }

    /// Mutated copies of the best members join; the best of all stay.
    fn mutate(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let size = self.population.len();
        let Mutation { share, rate } = self.settings.mutation;
        let wanted = ((share.get() * size as f64) as usize).max(1);
        let granted = meter.grant(wanted as u64) as usize;
        let made = (0..granted).try_for_each(|member| {
            let place = self.population.add_copy(member);
            let genome = self.population.genome_mut(place);
            for group in &self.table.groups {
                let digit = &mut genome[group.cell as usize];
                if rng.chance(rate) {
                    *digit = draw_other(group.initial, *digit, rng).unwrap_or(*digit);
                }
            }
            self.pause_after(member, meter)
        });
        self.admit(made, size, [granted, wanted], meter)
    }

    fn anneal(
        &mut self,
        annealing: Annealing,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop> {
        let mut annealer = Annealer::new(annealing, &self.table, &mut self.counts);
        let best = &mut self.best;
        for member in 0..self.population.len() {
            let genome = self.population.genome_mut(member);
            let look = |digits: &[Digit], price, now| best.offer(digits, price, now);
            let price = annealer.anneal(genome, rng, meter, look)?;
            self.population.set_price(member, price);
            meter.pause_after(member)?;
        }
        self.population.survive(self.population.len());
        ControlFlow::Continue(())
    }

    /// Lets the run be broken off after one of many newcomers, and keeps back the time for memory that
    /// was not used before: until it is, it takes none to give back.
    fn pause_after(&mut self, newcomer: usize, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        meter.keep_back(self.population.use_more());
        meter.pause_after(newcomer)
    }

    /// Prices the newcomers, if all were `made`, looks at them, and keeps the best `size` of all.
    fn admit(
        &mut self,
        made: ControlFlow<Stop>,
        size: usize,
        [granted, wanted]: [usize; 2],
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop> {
        if made.is_break() {
            meter.give_back(granted as u64);
            return made;
        }
        let (priced, pricing) = self.population.price_newcomers(&mut self.counts, meter);
        meter.give_back((granted - priced) as u64);
        let look = self.population.best_newcomer(priced).map(|place| {
            let (genome, price) = (self.population.genome(place), self.population.price(place));
            self.best.offer(genome, price, meter.generations())
        });
        if pricing.is_continue() {
            self.population.survive(size);
        }
        look.unwrap_or(ControlFlow::Continue(()))?;
        pricing?;
        if granted < wanted {
            ControlFlow::Break(Stop::Evaluations)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Fixes cells on which enough members agree with the best one.
    fn fix_cells(&mut self, rng: &mut Rng, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
        let size = self.population.len();
        let fixing = self.settings.fixing;
        let is_small = size < fixing.small as usize;
        let agreement = if is_small { fixing.small_agreement } else { fixing.agreement };
        let agreeing = self.count_agreeing(meter)?;
        let best = self.population.genome(0);
        for (group, agreeing) in self.table.groups.iter_mut().zip(agreeing) {
            if f64::from(agreeing) >= agreement.get() * size as f64 && rng.chance(fixing.rate) {
                group.fix(best[group.cell as usize]);
            }
        }
        ControlFlow::Continue(())
    }

    /// For each group, how many members agree with the best one on its cell. Member by member, since
    /// genomes are what lies together.
    fn count_agreeing(&self, meter: &mut Meter<'_>) -> ControlFlow<Stop, Vec<u32>> {
        let mut agreeing = vec![0; self.table.groups.len()];
        let best = self.population.genome(0);
        for member in 0..self.population.len() {
            let genome = self.population.genome(member);
            for (count, group) in agreeing.iter_mut().zip(&self.table.groups) {
                let cell = group.cell as usize;
                *count += u32::from(genome[cell] == best[cell]);
            }
            meter.pause_after(member)?;
        }
        ControlFlow::Continue(agreeing)
    }

    fn mean_fitness(&self) -> Option<f64> {
        let size = self.population.len();
        let sum: u64 = self.population.prices().map(|price| u64::from(price.fitness)).sum();
        (size > 0).then(|| sum as f64 / size as f64)
    }

    fn record(&self, meter: &mut Meter<'_>) {
        let Some(mean) = self.mean_fitness() else { return };
        let size = self.population.len();
        let fitness = |place: usize| f64::from(self.population.price(place).fitness);
        let median = || (fitness((size - 1) / 2) + fitness(size / 2)) / 2.0;
        meter.record(|| [fitness(0), mean, median()]);
        if let Some(price) = self.best.price.filter(|_| meter.is_glimpse_due()) {
            meter.show(Glimpse {
                digits: self.best.digits.clone(),
                fitness: f64::from(price.fitness),
                present_fitness: fitness(0),
                mean_fitness: Some(mean),
            });
        }
    }

    fn trace(&self) -> Trace {
        Trace {
            fitness: self.best.price.map(|price| f64::from(price.fitness)),
            mean_fitness: self.mean_fitness(),
            last_improvement: self.best.price.map(|_| self.best.generation),
            restarts: Some(self.restarts),
            ..Trace::default()
        }
    }
}

#[cfg(test)]
mod tests;
