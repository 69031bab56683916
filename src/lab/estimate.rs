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

/// Measures some runs of a plan of which `runs` are to be done: every arm on every puzzle where
/// these are few, else the arms in turn on puzzles at random.
pub fn estimate(plan: &Plan, runs: usize) -> Estimate {
    let started = Instant::now();
    let mut rng = Rng::from_seed(0);
    let (arms, puzzles) = (plan.arms.len(), plan.puzzles.len());
    let mut cells: Vec<usize> = (0..(arms * puzzles).min(PILOTS)).collect();
    if arms * puzzles > PILOTS {
        let first = rng.index(arms);
        for (pilot, cell) in cells.iter_mut().enumerate() {
            *cell = rng.index(puzzles) * arms + (first + pilot) % arms;
        }
    }
    // Should time run out, then not on the last puzzles of the plan alone.
    rng.shuffle(&mut cells);
    let (mut seconds, mut unended, mut pilots) = (0.0, 0, 0);
    for cell in cells.into_iter().take_while(|_| started.elapsed() < PATIENCE) {
        let (likely, is_over) = measure(plan, cell * plan.repeats as usize);
        seconds += likely;
        unended += usize::from(!is_over);
        pilots += 1;
    }
    let each = if pilots == 0 { 0.0 } else { seconds / pilots as f64 };
    Estimate { cpu_seconds: each * runs as f64, pilots, unended }
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
