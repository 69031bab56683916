//! How long a batch may take: a few of its runs, each for a moment.

use std::time::{Duration, Instant};

use super::plan::Plan;
use crate::rng::Rng;
use crate::solver::{Budget, Effort, Unobserved, run_guarded};

/// Pilot runs at most.
const PILOTS: usize = 48;

/// CPU seconds of a pilot run at most.
const MOMENT: f64 = 0.03;

/// Time for all pilots together.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the pilot runs tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// CPU seconds of all runs, as if those that did not end within the moment went to their cap.
    pub cpu_seconds: f64,
    /// Pilot runs made.
    pub pilots: usize,
    /// Pilot runs that did not end within the moment.
    pub unended: usize,
}

/// Measures some runs of a plan of which `runs` are to be done.
pub fn estimate(plan: &Plan, runs: usize) -> Estimate {
    let started = Instant::now();
    let (mut seconds, mut unended, mut pilots) = (0.0, 0, 0);
    let numbers = pilots_of(plan.arms.len(), plan.puzzles.len(), plan.repeats as usize);
    for number in numbers.into_iter().take_while(|_| started.elapsed() < PATIENCE) {
        let (likely, is_over) = measure(plan, number);
        seconds += likely;
        unended += usize::from(!is_over);
        pilots += 1;
    }
    let each = if pilots == 0 { 0.0 } else { seconds / pilots as f64 };
    Estimate { cpu_seconds: each * runs as f64, pilots, unended }
}

/// The numbers of the runs to measure: where arms times puzzles are few all of them, repeat after
/// repeat, else the arms in turn on puzzles at random.
fn pilots_of(arms: usize, puzzles: usize, repeats: usize) -> Vec<usize> {
    let mut rng = Rng::from_seed(0);
    let cells = arms * puzzles;
    let mut numbers: Vec<usize> = if cells <= PILOTS {
        let pilots = 0..PILOTS.min(cells * repeats);
        pilots.map(|pilot| pilot % cells * repeats + pilot / cells).collect()
    } else {
        let turns = rng.index(arms)..;
        let cells = turns.take(PILOTS).map(|turn| rng.index(puzzles) * arms + turn % arms);
        cells.map(|cell| cell * repeats).collect()
    };
    // Should time run out, then not on the last puzzles of the plan alone.
    rng.shuffle(&mut numbers);
    numbers
}

/// CPU seconds of one run to its end, and whether it came to its end.
fn measure(plan: &Plan, number: usize) -> (f64, bool) {
    let run = plan.run(number);
    let (arm, puzzle) = (run.arm, &run.planned.puzzle);
    let own = arm.budget;
    let budget = Budget { seconds: Some(own.seconds.map_or(MOMENT, |own| own.min(MOMENT))), ..own };
    let effort = run_guarded(&*arm.solver, puzzle, run.seed, budget, &mut Unobserved).effort;
    if effort.seconds < MOMENT {
        return (effort.seconds, true);
    }
    let whole = effort.seconds / share(&effort, &own).max(1e-9);
    (own.seconds.map_or(whole, |limit| whole.min(limit)), false)
}

/// How much of a budget is spent: the largest part over its units.
fn share(effort: &Effort, budget: &Budget) -> f64 {
    let part = |spent: Option<u64>, limit: Option<u64>| match (spent, limit) {
        // What is not counted yet is under way.
        (Some(spent), Some(limit)) if limit > 0 => spent.max(1) as f64 / limit as f64,
        _ => 0.0,
    };
    part(effort.generations, budget.generations)
        .max(part(effort.evaluations, budget.evaluations))
        .max(part(effort.nodes, budget.nodes))
        .max(budget.seconds.map_or(0.0, |limit| effort.seconds / limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_arm_and_no_puzzle_is_passed_over() {
        let sorted = |mut numbers: Vec<usize>| {
            numbers.sort_unstable();
            numbers
        };
        assert!(sorted(pilots_of(3, 16, 5)).into_iter().eq((0..48).map(|cell| cell * 5)));
        assert!(sorted(pilots_of(1, 1, 9)).into_iter().eq(0..9));
        assert_eq!(sorted(pilots_of(2, 1, 1000)).len(), PILOTS);
        for (arms, puzzles) in [(2, 24 * 2), (3, 1000), (40, 7), (1, 100)] {
            let numbers = pilots_of(arms, puzzles, 10);
            let used = |part: fn(usize, usize) -> usize| {
                let parts = numbers.iter().map(|&number| part(number / 10, arms));
                parts.collect::<std::collections::BTreeSet<_>>().len()
            };
            assert_eq!(used(|cell, arms| cell % arms), arms);
            let seen = used(|cell, arms| cell / arms);
            assert!(seen > puzzles.min(PILOTS) / 2, "{seen} of {puzzles} puzzles");
            let is_late = |&number: &usize| number / 10 / arms >= puzzles * 9 / 10;
            assert!(numbers.iter().any(is_late), "the last ones too");
        }
    }

    #[test]
    fn a_budget_is_spent_by_its_first_unit() {
        let effort = Effort { generations: Some(5), evaluations: Some(0), ..Effort::default() };
        let budget = Budget { generations: Some(100), evaluations: Some(4), ..Budget::default() };
        assert_eq!(share(&effort, &Budget { evaluations: None, ..budget }), 0.05);
        assert_eq!(share(&effort, &budget), 0.25, "one evaluation is under way");
    }
}
