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
use super::plain::Plain;
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
        let mut finding = solve_with::<Plain>(&tables, rng, meter);
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

fn solve_with<G: Genomes>(tables: &Tables, rng: &mut Rng, meter: &mut Meter<'_>) -> Finding {
    let mut evolution = Evolution::<G>::new(tables, rng, meter);
    let ControlFlow::Break(stop) = evolve(&mut evolution);
    let grid = Grid::new(evolution.best_digits());
    Finding { stop, grid: Some(grid), trace: evolution.trace() }
}

/// Evolves until a solution is seen or the budget is spent.
fn evolve<G: Genomes>(evolution: &mut Evolution<'_, '_, G>) -> ControlFlow<Stop, Infallible> {
    evolution.first_population()?;
    evolution.remember();
    evolution.look()?;
    loop {
        evolution.begin_generation()?;
        match evolution.response_due() {
            Some(response) => evolution.respond(response)?,
            None => evolution.breed()?,
        }
        evolution.improve()?;
        evolution.remember();
        evolution.learn()?;
        evolution.inject()?;
        evolution.look()?;
    }
}
