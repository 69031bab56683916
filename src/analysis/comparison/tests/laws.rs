//! What happens in the long run.

use super::*;
use crate::rng::{Rate, Rng};
use crate::stats::{mean, welch};

/// Exponential times with this mean, some runs stuck for ever.
fn drawn(rng: &mut Rng, mean: f64, stuck: f64, count: usize) -> Vec<Option<u64>> {
    let stuck = Rate::constant(stuck);
    let mut time = || {
        let time = (-libm::log(1.0 - rng.unit()) * mean).ceil() as u64;
        (!rng.chance(stuck) && time <= CAP).then_some(time)
    };
    (0..count).map(|_| time()).collect()
}

/// The trap of averaging the solved runs alone: a quick method that is stuck in 40 % of its runs
/// against a slow one that is stuck in 5 %.
#[test]
fn the_mean_of_solved_runs_errs_where_the_verdict_does_not() {
    let mut rng = Rng::from_seed(77);
    let (mut erred, mut right, mut wrong) = (0, 0, 0);
    let repetitions = 200;
    for _ in 0..repetitions {
        let quick = drawn(&mut rng, 100.0, 0.4, 50);
        let sure = drawn(&mut rng, 190.0, 0.05, 50);
        let solved = |runs: &[Option<u64>]| -> Vec<f64> {
            runs.iter().flatten().map(|&time| time as f64).collect()
        };
        let (one, other) = (solved(&quick), solved(&sure));
        let test = welch(&one, &other).expect("spread");
        erred += usize::from(test.sides.two_sided < LEVEL && mean(&one) < mean(&other));
        let dataset = on_one_puzzle(&[&quick, &sure]);
        let comparison = compare(&dataset, &Options::default()).expect("a comparison");
        match comparison.puzzles[0].judgements[0].verdict {
            Verdict::Better | Verdict::TradeOff { better_at_cap: true } => right += 1,
            Verdict::Worse | Verdict::TradeOff { better_at_cap: false } => wrong += 1,
            _ => {}
        }
    }
    assert!((140..=168).contains(&erred), "Welch on solved runs errs in {erred} of {repetitions}");
    assert!(right >= 180, "the verdict is right in {right} of {repetitions}");
    assert_eq!(wrong, 0);
}

/// Equal methods are told apart in at most one comparison of twenty, by verdict and by family.
#[test]
fn equal_methods_are_rarely_told_apart() {
    for primary in [Primary::Solved, Primary::Rmst] {
        let mut rng = Rng::from_seed(5);
        let repetitions = 300;
        let (mut shown, mut shown_overall) = (0, 0);
        for _ in 0..repetitions {
            let mut dataset = Dataset::default();
            for puzzle in ["p", "q", "r"] {
                for method in ["a", "b", "c"] {
                    add(&mut dataset, puzzle, method, &drawn(&mut rng, 900.0, 0.1, 30));
                }
            }
            let options = Options { primary, ..Options::default() };
            let comparison = compare(&dataset, &options).expect("a comparison");
            let is_shown = |judgement: &Judgement| judgement.verdict != Verdict::NoDifference;
            let on_puzzles = comparison.puzzles.iter().flat_map(|puzzle| &puzzle.judgements);
            shown += usize::from(on_puzzles.clone().any(is_shown));
            shown_overall += usize::from(comparison.overall.iter().any(is_shown));
            assert_eq!((on_puzzles.count(), comparison.overall.len()), (6, 2));
        }
        // At most 5 % of 300, and three standard errors.
        assert!(shown <= 26, "{primary:?}: {shown} of {repetitions}");
        assert!(shown_overall <= 26, "{primary:?}: {shown_overall} of {repetitions} over all");
    }
}
