//! What holds for every preset: budgets are exact, and what a run tells of itself is true.

mod support;

use std::ops::ControlFlow;
use std::sync::Arc;

use sudoga::board::{Layout, Puzzle, UnitKind, collection, cost, flaw};
use sudoga::method::{Method, names};
use sudoga::solver::{Budget, Event, Observer, Outcome, Stop, Unobserved, run};

fn methods() -> Vec<Method> {
    names().map(|name| Method::resolve(name, &[]).expect(name)).collect()
}

fn genetic_algorithms() -> Vec<Method> {
    let is_one = |method: &Method| method.identity().starts_with("kind = \"ga\"");
    methods().into_iter().filter(is_one).collect()
}

fn is_large(method: &Method) -> bool {
    method.identity().contains("population = 8000")
}

fn looks_as_coded(method: &Method) -> bool {
    method.identity().contains("look = \"as-coded\"")
}

fn puzzle(address: &str) -> Puzzle {
    collection::find(address).expect(address).swap_remove(0)
}

/// Keeps the history.
struct Chronicler;

impl Observer for Chronicler {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_history(&self) -> bool {
        true
    }
}

#[test]
fn evaluations_are_counted_to_the_last_one() {
    let puzzle = puzzle("9x9/ai-escargot");
    let mut spent = 0;
    for method in methods() {
        let solver = method.solver();
        if !solver.units().evaluations {
            continue;
        }
        for evaluations in [1, 149, 150, 151, 1000, 12_345] {
            let budget = Budget { evaluations: Some(evaluations), ..Budget::default() };
            let outcome = run(&*solver, &puzzle, 3, budget, &mut Unobserved);
            let name = format!("{} with {evaluations}", method.name());
            assert_eq!(outcome.error, None, "{name}");
            if outcome.stop.is_solved() {
                assert!(outcome.effort.evaluations <= Some(evaluations), "{name}");
                continue;
            }
            assert_eq!(outcome.stop, Stop::Evaluations, "{name}");
            assert_eq!(outcome.effort.evaluations, Some(evaluations), "{name}");
            spent += 1;
        }
    }
    assert!(spent > 100, "only {spent} budgets were spent");
}

#[test]
fn a_run_is_the_same_whatever_unit_ends_it() {
    let puzzle = puzzle("9x9/ai-escargot");
    for method in genetic_algorithms() {
        let ended_by = |budget| {
            let outcome = run(&*method.solver(), &puzzle, 4, budget, &mut Unobserved);
            assert!(!outcome.stop.is_solved(), "{}", method.name());
            (outcome.effort.generations, outcome.effort.evaluations, outcome.grid)
        };
        let generations = if is_large(&method) { 1 } else { 9 };
        let by_generations =
            ended_by(Budget { generations: Some(generations), ..Budget::default() });
        let evaluations = by_generations.1;
        let by_evaluations = ended_by(Budget { evaluations, ..Budget::default() });
        assert_eq!((by_evaluations.0, by_evaluations.1), (Some(generations), evaluations));
        // The authors' program looks at its last population only when another was to come.
        if !looks_as_coded(&method) {
            assert_eq!(by_evaluations.2, by_generations.2, "{}", method.name());
        }
    }
}

/// Puzzles on every sort of layout; the odd one shares more than corners and is empty.
fn boards() -> Vec<Puzzle> {
    let odd = Layout::new("odd", 3, &[(0, 0), (1, 2), (3, 1)]).expect("an overlay");
    let empty = vec![0; odd.cell_count()];
    let odd = Puzzle::new("odd", Arc::new(odd), empty).expect("no clash");
    let named = ["9x9/ai-escargot", "16x16/hard", "twodoku/hard-1", "samurai/minimal"];
    named.map(puzzle).into_iter().chain([odd]).collect()
}

/// Every gene of the grid is a permutation, as the method's encoding promises.
fn assert_genes(method: &Method, puzzle: &Puzzle, digits: &[u8]) {
    let kind = match method.identity() {
        settings if settings.contains("encoding = \"boxes\"") => UnitKind::Box,
        settings if settings.contains("encoding = \"rows\"") => UnitKind::Row,
        _ => return,
    };
    let layout = puzzle.layout();
    for unit in layout.units().filter(|&unit| layout.unit(unit).kind == kind) {
        let cells = layout.unit_cells(unit).iter();
        let seen = cells.fold(0u64, |seen, &cell| seen | 1 << digits[cell as usize]);
        assert_eq!(seen, (2 << layout.side()) - 2, "{} {}", method.name(), layout.unit_name(unit));
    }
}

fn assert_told(name: &str, outcome: &Outcome) {
    let (trace, effort) = (&outcome.trace, &outcome.effort);
    let generations = effort.generations.expect("a population method");
    let last = trace.last_improvement.expect("a generation");
    assert!(last <= generations, "{name}");
    assert_eq!(outcome.stagnant(), Some(generations - last), "{name}");
    let (best, mean) = (trace.fitness.expect(name), trace.mean_fitness.expect(name));
    let history = &outcome.history;
    assert_eq!(history.len() as u64, generations + 1, "{name}: a point a population");
    // Fitness is minimised or maximised; the first population tells which.
    let is_better = |one: f64, other: f64| match history[0].best <= history[0].mean {
        true => one <= other,
        false => one >= other,
    };
    assert!(is_better(best, mean), "{name}: best {best}, mean {mean}");
    for (generation, point) in history.iter().enumerate() {
        assert_eq!(point.generation, generation as u64, "{name}");
        assert!(is_better(point.best, point.mean) && is_better(point.best, point.median), "{name}");
        assert!(is_better(best, point.best), "{name}: the best seen is the best of all");
    }
    let reached = history.iter().find(|point| point.best == best).map(|point| point.generation);
    assert_eq!(reached, Some(last), "{name}: the generation of the last improvement");
}

#[test]
fn what_a_genetic_algorithm_tells_is_true() {
    let mut count = 0;
    for method in genetic_algorithms() {
        let solver = method.solver();
        let generations = if is_large(&method) { 1 } else { 5 };
        let budget = Budget { generations: Some(generations), ..Budget::default() };
        for puzzle in boards() {
            let (layout, name) =
                (puzzle.layout(), format!("{} on {}", method.name(), puzzle.name()));
            if let Some(reason) = solver.objection(layout) {
                assert!(layout.grid_count() > 1 && reason.contains("boxes"), "{name}: {reason}");
                continue;
            }
            count += 1;
            let outcome = run(&*solver, &puzzle, 5, budget, &mut Chronicler);
            assert_eq!(outcome.error, None, "{name}");
            if outcome.stop == Stop::Singles {
                continue;
            }
            let grid = outcome.grid.as_ref().expect("the best member");
            let kept = |(given, digit): (&u8, &u8)| *given == 0 || given == digit;
            assert!(puzzle.givens().iter().zip(grid.digits()).all(kept), "{name}: givens stay");
            assert_genes(&method, &puzzle, grid.digits());
            assert_eq!(outcome.cost, Some(cost(layout, grid.digits())), "{name}");
            assert_eq!(outcome.cost == Some(0), flaw(&puzzle, grid).is_none(), "{name}");
            assert_eq!(outcome.cost == Some(0), outcome.stop.is_solved(), "{name}");
            // The authors' program does not look at its last population.
            if !looks_as_coded(&method) {
                assert_told(&name, &outcome);
            }
        }
    }
    assert!(count > 80, "only {count} runs");
}
