//! The genetic algorithm: one loop for every variant.
//!
//! A generation is breeding or the response to stagnation, local search, archive, learning, and a
//! look (after Sato and Inoue 2010 and the five studies). The steps themselves are in
//! `breeding`, `mutation`, `response` and `evolution`.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::Tables;
use super::evolution::Evolution;
use super::genomes::Genomes;
use super::representation::{Representation, Task};
use super::variant::Variant;
use crate::board::{Grid, Layout, Puzzle};
use crate::rng::Rng;
use crate::solver::{Finding, Meter, Solver, Stop, Units};

impl Solver for Variant {
    fn solve(&self, puzzle: &Puzzle, rng: &mut Rng, meter: &mut Meter<'_>) -> Finding {
        let prepared = match self.prepare.apply(puzzle) {
            Ok(prepared) => prepared,
            Err(finding) => return *finding,
        };
        let tables = Tables::new(&prepared.puzzle, self);
        let how = Representation::of(self, puzzle.layout());
        let mut finding = how.run(puzzle.layout(), Run { tables: &tables, rng, meter });
        finding.trace.prepared = Some(prepared.filled);
        finding
    }

    fn units(&self) -> Units {
        Units::POPULATION
    }

    fn objection(&self, layout: &Layout) -> Option<String> {
        self.objection_to(layout)
    }
}

/// A whole run.
struct Run<'a, 'm> {
    tables: &'a Tables,
    rng: &'a mut Rng,
    meter: &'a mut Meter<'m>,
}

impl Task for Run<'_, '_> {
    type Output = Finding;

    fn run<G: Genomes>(self) -> Finding {
        let mut evolution = Evolution::<G>::new(self.tables, self.rng, self.meter);
        let ControlFlow::Break(stop) = evolve(&mut evolution);
        let trace = evolution.trace();
        // A run that is broken off within its first population has no best member yet.
        let grid = trace.fitness.map(|_| Grid::new(evolution.best_digits()));
        Finding { stop, grid, trace }
    }
}

/// Evolves until a solution is seen or the budget is spent.
fn evolve<G: Genomes>(evolution: &mut Evolution<'_, '_, G>) -> ControlFlow<Stop, Infallible> {
    begin(evolution)?;
    loop {
        generation(evolution)?;
    }
}

/// The first population.
pub(super) fn begin<G: Genomes>(evolution: &mut Evolution<'_, '_, G>) -> ControlFlow<Stop> {
    evolution.first_population()?;
    evolution.remember()?;
    evolution.look()
}

/// One generation.
pub(super) fn generation<G: Genomes>(evolution: &mut Evolution<'_, '_, G>) -> ControlFlow<Stop> {
    evolution.begin_generation()?;
    match evolution.response_due() {
        Some(response) => evolution.respond(response)?,
        None => evolution.breed()?,
    }
    evolution.improve()?;
    evolution.remember()?;
    evolution.learn()?;
    evolution.inject()?;
    evolution.look()
}
