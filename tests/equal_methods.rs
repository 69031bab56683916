//! A method against itself under another name: real runs, whose verdict must be "no difference
//! shown" in about 95 of 100 comparisons.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;

use sudoga::analysis::{Dataset, Observation, Options, PuzzleFacts, Verdict, compare};
use sudoga::lab::plan::Source;
use sudoga::lab::{Plan, Primary, runner};

/// The second method is the first with a response to stagnation that never comes, so that the runs
/// have other seeds and are otherwise the same.
const PLAN: &str = "
repeats = 30
puzzles = ['@twodoku/easy-1']
methods = ['baseline', { name = 'again', extends = 'baseline', stagnation.purge.patience = 1000000 }]
budget.generations = 55
";

fn dataset(seed: u64) -> Dataset {
    let source = Source::parse("plan", Path::new(""), PLAN, false).expect("a plan");
    let plan = Plan::resolve(&source, seed).expect("a plan");
    let numbers: Vec<usize> = (0..plan.len()).collect();
    let mut finished = Vec::new();
    let kept: Result<(), Infallible> = runner::run(&plan, &numbers, 2, |more| {
        finished.extend(more);
        Ok(ControlFlow::Continue(()))
    });
    kept.unwrap_or_else(|never| match never {});
    finished.sort_by_key(|finished| finished.number);
    let mut dataset = Dataset::default();
    for finished in &finished {
        let run = plan.run(finished.number);
        let puzzle = dataset.puzzle(&PuzzleFacts::of(&run.planned.puzzle));
        let method = dataset.method(run.arm.method.name());
        dataset.add(puzzle, method, Observation::new(&run, &finished.record));
    }
    dataset
}

#[test]
fn a_method_is_rarely_told_from_itself() {
    let seeds = 200;
    let (mut by_solved, mut by_mean, mut solved) = (0, 0, 0);
    for seed in 0..seeds {
        let dataset = dataset(seed);
        solved +=
            (0..2).flat_map(|method| dataset.runs(0, method)).filter(|run| run.is_solved).count();
        let is_shown = |primary| {
            let options = Options { primary, ..Options::default() };
            let comparison = compare(&dataset, &options).expect("a comparison");
            comparison.puzzles[0].judgements[0].verdict != Verdict::NoDifference
        };
        by_solved += usize::from(is_shown(Primary::Solved));
        by_mean += usize::from(is_shown(Primary::Rmst));
    }
    let share = solved as f64 / (seeds * 60) as f64;
    assert!((0.3..0.7).contains(&share), "runs that tell nothing would prove nothing: {share}");
    // Fisher's test is conservative; the other one is to err in 10 of 200, three errors either way.
    assert!(by_solved <= 19, "{by_solved} of {seeds} by the solved rate");
    assert!((1..=19).contains(&by_mean), "{by_mean} of {seeds} by the restricted mean");
}
