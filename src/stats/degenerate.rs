//! Whatever comes in, tests of two or more samples answer with probabilities or say why not.

use std::fmt::Debug;

use proptest::prelude::*;

use super::*;

/// Few and tied, constant, ordinary and absurd numbers.
fn sample() -> impl Strategy<Value = Vec<f64>> {
    let tied = prop::collection::vec((0..4).prop_map(f64::from), 0..12);
    let constant = (any::<f64>(), 0..5usize).prop_map(|(number, size)| vec![number; size]);
    let ordinary = prop::collection::vec(-1e3..1e3, 0..40);
    let absurd = prop::collection::vec(prop::num::f64::ANY, 0..6);
    prop_oneof![tied, constant, ordinary, absurd]
}

fn is_probability(number: f64) -> bool {
    (0.0..=1.0).contains(&number)
}

fn are_probabilities(sides: Sides) -> bool {
    [sides.two_sided, sides.less, sides.greater].into_iter().all(is_probability)
}

fn is_around(interval: Option<Interval>, estimate: f64) -> bool {
    interval.is_some_and(|interval| interval.low <= estimate && estimate <= interval.high)
}

/// An answer, where there is one, must be sound.
fn check<T: Debug>(answer: Result<T, Undefined>, is_sound: impl Fn(&T) -> bool) {
    if let Ok(answer) = answer {
        assert!(is_sound(&answer), "{answer:?}");
    }
}

fn is_sound_mean(test: &PermutedMean) -> bool {
    test.difference.is_finite() && are_probabilities(test.sides)
}

fn is_sound_t(test: &TTest) -> bool {
    let numbers = [test.statistic, test.freedom, test.difference, test.error];
    let interval = test.interval(0.95);
    numbers.iter().all(|number| number.is_finite())
        && are_probabilities(test.sides)
        && (interval.is_none() || is_around(interval, test.difference))
}

fn is_sound_superiority(effect: &Superiority) -> bool {
    let interval = effect.interval(0.95);
    is_around(interval, effect.estimate)
        && interval.is_some_and(|ends| is_probability(ends.low) && is_probability(ends.high))
}

fn is_sound_rank(test: &RankTest) -> bool {
    test.statistic >= 0.0 && test.statistic.is_finite() && is_probability(test.probability)
}

proptest! {
    #[test]
    fn two_samples_give_probabilities(first in sample(), second in sample()) {
        check(student(&first, &second), is_sound_t);
        check(welch(&first, &second), is_sound_t);
        check(superiority(&first, &second), is_sound_superiority);
        check(dealt_means(&first, &second, 20, 1), is_sound_mean);
        check(mann_whitney(&first, &second), |test| {
            test.z.is_finite() && are_probabilities(test.sides)
        });
    }

    #[test]
    fn pairs_give_probabilities(first in sample(), second in sample()) {
        let pairs: Vec<(f64, f64)> = first.into_iter().zip(second).collect();
        for measure in [RankMeasure::Spearman, RankMeasure::Kendall] {
            check(measure.of(&pairs), |found| {
                let interval = found.interval(0.95);
                found.coefficient.abs() <= 1.0
                    && are_probabilities(found.sides)
                    && (interval.is_none() || is_around(interval, found.coefficient))
            });
            let turned: Vec<(f64, f64)> = pairs.iter().map(|pair| (pair.1, pair.0)).collect();
            let both = [&pairs, &turned].map(|of| measure.of(of).map(|found| found.coefficient));
            prop_assert_eq!(both[0].is_ok(), both[1].is_ok());
        }
    }

    #[test]
    fn many_groups_give_probabilities(groups in prop::collection::vec(sample(), 0..5)) {
        let slices: Vec<&[f64]> = groups.iter().map(Vec::as_slice).collect();
        for test in [levene, brown_forsythe] {
            check(test(&slices), |test| {
                test.statistic.is_finite() && is_probability(test.probability)
            });
        }
        check(kruskal_wallis(&slices), is_sound_rank);
    }

    #[test]
    fn blocks_give_probabilities(
        blocks in (0..6usize).prop_flat_map(|methods| {
            prop::collection::vec(prop::collection::vec(-2i32..2, methods), 0..9)
        }),
        scale in prop_oneof![Just(1.0), Just(f64::INFINITY), Just(1e300), Just(0.0)],
    ) {
        let number = |&whole: &i32| f64::from(whole) * scale;
        let blocks: Vec<Vec<f64>> =
            blocks.iter().map(|block| block.iter().map(number).collect()).collect();
        check(friedman(&blocks.iter().map(Vec::as_slice).collect::<Vec<_>>()), |found| {
            let middle = (found.average_ranks.len() + 1) as f64 / 2.0;
            check(found.test, is_sound_rank);
            mean(&found.average_ranks).is_some_and(|mean| (mean - middle).abs() < 1e-9)
        });
    }

    #[test]
    fn differences_give_probabilities(differences in sample()) {
        for is_corrected in [false, true] {
            check(signed_rank(&differences, is_corrected), |test| {
                test.z.is_finite() && are_probabilities(test.sides)
            });
        }
        check(sign_flip(&differences, 20, 1), is_sound_mean);
    }

    #[test]
    fn ranks_keep_order_and_sum(numbers in sample()) {
        if let Ok(ranked) = average_ranks(&numbers) {
            let size = numbers.len() as f64;
            prop_assert_eq!(ranked.ranks.iter().sum::<f64>(), size * (size + 1.0) / 2.0);
            for (one, rank) in numbers.iter().zip(&ranked.ranks) {
                for (other, other_rank) in numbers.iter().zip(&ranked.ranks) {
                    prop_assert_eq!(one.partial_cmp(other), rank.partial_cmp(other_rank));
                }
            }
        } else {
            prop_assert!(numbers.iter().any(|number| number.is_nan()));
        }
    }
}
