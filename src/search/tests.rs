//! What the tests of every search share.

use crate::board::{Puzzle, collection};
use crate::solver::{Budget, Outcome, Solver, Stop, Unobserved, run};

/// The first puzzle at an address of the collection.
pub(super) fn puzzle(address: &str) -> Puzzle {
    collection::find(address).expect(address).swap_remove(0)
}

pub(super) fn run_once(solver: &dyn Solver, puzzle: &Puzzle, budget: Budget) -> Outcome {
    run(solver, puzzle, 7, budget, &mut Unobserved)
}

pub(super) fn assert_solves(solver: &dyn Solver, address: &str, budget: Budget) {
    let outcome = run_once(solver, &puzzle(address), budget);
    assert!(outcome.stop.is_solved(), "{address}: {:?}, cost {:?}", outcome.stop, outcome.cost);
}

/// Runs under each budget and asks that all of it is spent, on a puzzle too hard for it.
pub(super) fn assert_exact_evaluations(solver: &dyn Solver, address: &str, budgets: &[u64]) {
    let puzzle = puzzle(address);
    for &evaluations in budgets {
        let budget = Budget { evaluations: Some(evaluations), ..Budget::default() };
        let outcome = run_once(solver, &puzzle, budget);
        assert_eq!(outcome.stop, Stop::Evaluations, "{address}: {evaluations}");
        assert_eq!(outcome.effort.evaluations, Some(evaluations), "{address}");
    }
}

/// Asks that the best grid of an unsolved run is complete and holds every given.
pub(super) fn assert_givens_stay(solver: &dyn Solver, address: &str) {
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
