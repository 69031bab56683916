//! The runner: failures are rows, threads change nothing, a halt drops what is under way.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{arm, arm_of, plan};
use crate::board::{Grid, Puzzle};
use crate::lab::plan::Plan;
use crate::lab::record::Record;
use crate::lab::runner::{Finished, run};
use crate::rng::Rng;
use crate::solver::{Finding, Meter, Solver, Stop};

struct Panics;

impl Solver for Panics {
    fn solve(&self, _: &Puzzle, _: &mut Rng, _: &mut Meter<'_>) -> Finding {
        panic!("a made-up fault");
    }
}

/// Claims that a grid of ones is a solution.
struct Lies;

impl Solver for Lies {
    fn solve(&self, puzzle: &Puzzle, _: &mut Rng, _: &mut Meter<'_>) -> Finding {
        Finding::new(Stop::Solved, Some(Grid::new(vec![1; puzzle.layout().cell_count()])))
    }
}

/// Works until it is stopped.
struct Endless;

impl Solver for Endless {
    fn solve(&self, _: &Puzzle, _: &mut Rng, meter: &mut Meter<'_>) -> Finding {
        loop {
            if let ControlFlow::Break(stop) = meter.node() {
                return Finding::new(stop, None);
            }
        }
    }
}

fn all(plan: &Plan, threads: usize) -> Vec<Record> {
    let numbers: Vec<usize> = (0..plan.len()).collect();
    let mut found: Vec<Finished> = Vec::new();
    let kept: Result<(), Infallible> = run(plan, &numbers, threads, |finished| {
        found.extend(finished);
        Ok(ControlFlow::Continue(()))
    });
    kept.expect("nothing fails");
    found.sort_by_key(|finished| finished.number);
    assert!(found.iter().map(|finished| finished.number).eq(0..plan.len()));
    found.into_iter().map(|finished| Record { seconds: 0.0, ..finished.record }).collect()
}

#[test]
fn a_run_that_fails_is_a_row_and_the_batch_goes_on() {
    let arms = vec![arm_of(Panics), arm("exact", 1), arm_of(Lies)];
    let records = all(&plan(&["9x9/easy-1"], arms, 2), 2);
    let stops: Vec<Stop> = records.iter().map(|record| record.stop).collect();
    let expected = [Stop::Error, Stop::Error, Stop::Solved, Stop::Solved, Stop::Error, Stop::Error];
    assert_eq!(stops, expected);
    let error = |number: usize| records[number].error.as_deref().unwrap_or_default();
    assert_eq!(error(0), "the method broke off: a made-up fault");
    assert!(error(4).starts_with("the claimed solution is wrong: "), "{}", error(4));
    // The best grid of a liar is priced and compared all the same.
    assert!(records[4].cost > Some(0) && records[4].wrong_cells > Some(0));
}

#[test]
fn threads_change_nothing() {
    let make = || {
        let arms = vec![arm("baseline", 60), arm("elite-learning", 30), arm("row-elitist", 40)];
        let mut plan = plan(&["9x9/hard-1", "9x9/easy-1"], arms, 4);
        plan.history = true;
        plan
    };
    let alone = all(&make(), 1);
    assert_eq!(alone, all(&make(), 3));
    assert!(
        alone.iter().all(|record| record.history.as_ref().is_some_and(|points| !points.is_empty()))
    );
    let ids: std::collections::BTreeSet<_> = alone.iter().map(|record| record.run_id).collect();
    assert_eq!(ids.len(), alone.len());
}

#[test]
fn wrong_cells_are_told_where_one_solution_is_proved() {
    let records = all(&plan(&["9x9/hard-1"], vec![arm("baseline", 2), arm("exact", 1)], 1), 1);
    assert!(records[0].wrong_cells.is_some_and(|count| count >= 2), "{records:?}");
    assert_eq!(records[1].wrong_cells, Some(0));
    let layout = crate::board::Layout::named("9x9").expect("a layout");
    let empty = Puzzle::new("empty", layout, vec![0; 81]).expect("a puzzle");
    let mut plan = plan(&[], vec![arm("baseline", 2)], 1);
    plan.puzzles.push(crate::lab::plan::Planned::new(empty));
    assert_eq!(all(&plan, 1)[0].wrong_cells, None);
}

#[test]
fn solutions_are_told_apart_where_that_is_asked_for() {
    let layout = crate::board::Layout::named("4x4").expect("a layout");
    let empty = Puzzle::new("empty", layout, vec![0; 16]).expect("a puzzle");
    let make = |solutions| {
        let mut plan = plan(&["9x9/easy-1"], vec![arm("exact", 100), arm("baseline", 1)], 6);
        plan.puzzles.push(crate::lab::plan::Planned::new(empty.clone()));
        plan.solutions = solutions;
        plan
    };
    let digests = |records: &[Record]| -> std::collections::BTreeSet<_> {
        records.iter().filter_map(|record| record.solution).collect()
    };
    let records = all(&make(true), 2);
    assert_eq!(digests(&records[..6]).len(), 1, "one solution");
    assert!(records[6..12].iter().all(|record| record.solution.is_none()), "none was found");
    assert!(digests(&records[12..18]).len() > 1, "an empty board has many");
    let unasked = all(&make(false), 2);
    assert!(unasked.iter().all(|record| record.solution.is_none()));
    assert!(unasked.iter().zip(&records).all(|(one, other)| one.agrees_with(other)));
}

#[test]
fn what_was_finished_before_a_halt_is_kept() {
    let plan = plan(&["9x9/easy-1"], vec![arm("exact", 1)], 5000);
    let numbers: Vec<usize> = (0..plan.len()).collect();
    let mut found = Vec::new();
    let kept: Result<(), Infallible> = run(&plan, &numbers, 1, |finished| {
        found.extend(finished.into_iter().map(|finished| finished.number));
        Ok(ControlFlow::Break(()))
    });
    kept.expect("nothing fails");
    assert!(found.iter().copied().eq(0..found.len()), "one worker: no record is left behind");
}

#[test]
fn a_halt_and_a_failure_drop_what_is_under_way() {
    let mut plan = plan(&["9x9/easy-1"], vec![arm_of(Endless)], 5);
    plan.arms[0].budget = Default::default();
    let numbers: Vec<usize> = (0..5).collect();
    for fails in [false, true] {
        let mut looks = 0;
        let result = run(&plan, &numbers, 2, |finished| {
            assert!(finished.is_empty());
            looks += 1;
            match fails {
                _ if looks < 3 => Ok(ControlFlow::Continue(())),
                true => Err("full"),
                false => Ok(ControlFlow::Break(())),
            }
        });
        assert_eq!(result, if fails { Err("full") } else { Ok(()) });
    }
}
