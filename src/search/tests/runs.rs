//! What the tests of every search share: whole runs and what is asked of them.

use std::ops::ControlFlow;

use super::puzzle;
use crate::board::Puzzle;
use crate::search::{Anneal, AntColony, Multistage, Prepare, Variant};
use crate::solver::{Budget, Event, Observer, Outcome, Solver, Stop, Unobserved, run};

pub(in crate::search) fn run_once(solver: &dyn Solver, puzzle: &Puzzle, budget: Budget) -> Outcome {
    run(solver, puzzle, 7, budget, &mut Unobserved)
}

pub(in crate::search) fn assert_solves(solver: &dyn Solver, address: &str, budget: Budget) {
    let outcome = run_once(solver, &puzzle(address), budget);
    assert!(outcome.stop.is_solved(), "{address}: {:?}, cost {:?}", outcome.stop, outcome.cost);
}

/// Runs under each budget and asks that all of it is spent, on a puzzle too hard for it.
pub(in crate::search) fn assert_exact_evaluations(
    solver: &dyn Solver,
    address: &str,
    budgets: &[u64],
) {
    let puzzle = puzzle(address);
    for &evaluations in budgets {
        let budget = Budget { evaluations: Some(evaluations), ..Budget::default() };
        let outcome = run_once(solver, &puzzle, budget);
        assert_eq!(outcome.stop, Stop::Evaluations, "{address}: {evaluations}");
        assert_eq!(outcome.effort.evaluations, Some(evaluations), "{address}");
    }
}

/// Asks that the best grid of an unsolved run is complete and holds every given.
pub(in crate::search) fn assert_givens_stay(solver: &dyn Solver, address: &str) {
    let puzzle = puzzle(address);
    let budget = Budget { evaluations: Some(10_000), ..Budget::default() };
    let grid = run_once(solver, &puzzle, budget).grid.expect("a grid");
    let side = puzzle.layout().side();
    assert_eq!(grid.digits().len(), puzzle.givens().len());
    for (&digit, &given) in grid.digits().iter().zip(puzzle.givens()) {
        assert!((1..=side).contains(&(digit as usize)), "{address}");
        assert!(given == 0 || given == digit, "{address}: a given moved");
    }
}

/// An observer that wants the history.
pub(in crate::search) struct Curious;

impl Observer for Curious {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_history(&self) -> bool {
        true
    }
}

#[test]
fn populations_leave_a_history() {
    let puzzle = puzzle("16x16/hard-1");
    let budget = Budget { generations: Some(5), ..Budget::default() };
    let multistage = Multistage { population: 40, iterations: 2, ..Multistage::default() };
    let solvers: [(&dyn Solver, u64); 2] = [(&multistage, 0), (&AntColony::default(), 1)];
    for (solver, first) in solvers {
        let outcome = run(solver, &puzzle, 3, budget, &mut Curious);
        let generations: Vec<u64> = outcome.history.iter().map(|point| point.generation).collect();
        assert_eq!(generations, (first..=5).collect::<Vec<u64>>());
        for point in &outcome.history {
            assert!(point.best <= point.median && point.best <= point.mean, "{point:?}");
        }
        let last = outcome.history.last().expect("a point");
        assert_eq!(Some(last.mean), outcome.trace.mean_fitness);
        let best = outcome.history.iter().map(|point| point.best).reduce(f64::min);
        assert_eq!(best, outcome.trace.fitness);
    }
}

#[test]
fn what_logic_fills_is_told() {
    let puzzle = puzzle("9x9/study-004-fig-6");
    let prepare = Prepare::Singles;
    let multistage = Multistage { prepare, ..Multistage::default() };
    let anneal = Anneal { prepare, ..Anneal::default() };
    let solvers: [&dyn Solver; 2] = [&multistage, &anneal];
    let budget = Budget { evaluations: Some(1), ..Budget::default() };
    let filled = solvers.map(|solver| run_once(solver, &puzzle, budget).trace.prepared);
    assert!(filled[0] > Some(0) && filled[0] == filled[1], "{filled:?}");
}

/// Breaks a run off at its second look: the first may be that at which it begins.
struct Impatient(u32);

impl Observer for Impatient {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        self.0 += 1;
        if self.0 < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn a_generation_that_takes_long_is_broken_off_within() {
    let puzzle = puzzle("25x25/hard-1");
    let large = Variant { population: 20_000, ..Variant::default() };
    let multistage = Multistage { population: 20_000, ..Multistage::default() };
    let colony = AntColony { ants: 100, ..AntColony::default() };
    let solvers: [&dyn Solver; 3] = [&large, &multistage, &colony];
    for solver in solvers {
        let outcome = run(solver, &puzzle, 3, Budget::default(), &mut Impatient(0));
        assert_eq!(outcome.stop, Stop::Interrupted);
        assert_eq!(outcome.trace.fitness, None, "the first population is not even looked at");
    }
}
