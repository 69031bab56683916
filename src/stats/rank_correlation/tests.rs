//! Oracles of SciPy 1.17.

use std::collections::BTreeSet;

use super::*;
use crate::stats::agree;

/// Two numbers of each thing, and what another program says of them: the coefficient, and the
/// probabilities two-sided, less, greater.
type Case = (&'static [f64], &'static [f64], (f64, [f64; 3]), (f64, [f64; 3]));

fn pairs(first: &[f64], second: &[f64]) -> Vec<(f64, f64)> {
    first.iter().copied().zip(second.iter().copied()).collect()
}

const EIGHT: (&[f64], &[f64]) =
    (&[3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0], &[2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0]);
const SIX: (&[f64], &[f64]) = (&[10.5, -3.0, 2.0, 2.0, 8.0, 7.0], &[0.5, 0.25, 1e6, 3.0, 3.0, 3.0]);
const TIED_TEN: (&[f64], &[f64]) = (
    &[26.0, 24.0, 28.0, 30.0, 31.0, 35.0, 22.0, 40.0, 38.0, 33.0],
    &[2.0, 3.0, 2.0, 1.0, 1.0, 1.0, 4.0, 1.0, 2.0, 1.0],
);
const TWELVE: (&[f64], &[f64]) = (
    &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0],
    &[3.0, 1.0, 2.0, 0.0, 7.0, 5.0, 4.0, 6.0, 11.0, 9.0, 8.0, 10.0],
);
const TIED_TWELVE: (&[f64], &[f64]) = (
    &[1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 5.0, 5.0, 6.0, 6.0],
    &[2.0, 1.0, 4.0, 3.0, 3.0, 3.0, 7.0, 7.0, 5.0, 9.0, 9.0, 9.0],
);

fn check(cases: &[Case]) {
    for &(first, second, rho, tau) in cases {
        let of = pairs(first, second);
        for (measure, (coefficient, sides)) in
            [(RankMeasure::Spearman, rho), (RankMeasure::Kendall, tau)]
        {
            let found = measure.of(&of).expect("a correlation");
            let is_right = agree(found.coefficient, coefficient) && found.sides.are(sides);
            assert!(is_right, "{first:?} {second:?}: {found:?}");
        }
    }
}

#[test]
fn few_pairs_are_arranged_in_all_ways() {
    // The coefficients: scipy.stats.spearmanr(x, y).statistic, scipy.stats.kendalltau(x, y).statistic;
    // the probabilities: scipy.stats.permutation_test((x,), lambda v: spearmanr(v, y).statistic,
    // permutation_type="pairings", n_resamples=numpy.inf, alternative=...).pvalue, and with kendalltau
    check(&[
        (
            &[1.0, 2.0, 3.0],
            &[1.0, 3.0, 2.0],
            (0.5, [1.0, 0.8333333333333334, 0.5]),
            (0.33333333333333337, [1.0, 0.8333333333333334, 0.5]),
        ),
        (
            &[1.0, 2.0, 3.0],
            &[1.0, 2.0, 3.0],
            (1.0, [0.3333333333333333, 1.0, 0.16666666666666666]),
            (1.0, [0.3333333333333333, 1.0, 0.16666666666666666]),
        ),
        (
            &[1.0, 2.0, 2.0, 3.0, 4.0],
            &[5.0, 3.0, 3.0, 2.0, 1.0],
            (-1.0, [0.03333333333333333, 0.016666666666666666, 1.0]),
            (-1.0, [0.03333333333333333, 0.016666666666666666, 1.0]),
        ),
        (
            EIGHT.0,
            EIGHT.1,
            (0.19885368120992467, [0.6309523809523809, 0.6880952380952381, 0.31547619047619047]),
            (0.16051447078102563, [0.6988095238095238, 0.731547619047619, 0.3494047619047619]),
        ),
        (
            &[1.0, 1.0, 1.0, 1.0, 2.0],
            &[3.0, 4.0, 5.0, 6.0, 7.0],
            (0.7071067811865475, [0.4, 1.0, 0.2]),
            (0.6324555320336759, [0.4, 1.0, 0.2]),
        ),
        (
            SIX.0,
            SIX.1,
            (0.03080205518168487, [0.9666666666666667, 0.55, 0.48333333333333334]),
            (-0.07715167498104596, [0.9833333333333333, 0.49166666666666664, 0.6416666666666667]),
        ),
        (
            &[1.0, 2.0, 3.0, 4.0],
            &[4.0, 3.0, 2.0, 1.0],
            (-1.0, [0.08333333333333333, 0.041666666666666664, 1.0]),
            (-1.0, [0.08333333333333333, 0.041666666666666664, 1.0]),
        ),
    ]);
}

#[test]
fn many_pairs_follow_the_laws() {
    // scipy.stats.spearmanr(x, y, alternative=...),
    // scipy.stats.kendalltau(x, y, method="asymptotic", alternative=...)
    check(&[
        (
            TWELVE.0,
            TWELVE.1,
            (
                0.8391608391608393,
                [0.0006428259886278203, 0.9996785870056861, 0.00032141299431391016],
            ),
            (0.606060606060606, [0.006089887114311724, 0.9969550564428441, 0.003044943557155862]),
        ),
        (
            TIED_TWELVE.0,
            TIED_TWELVE.1,
            (
                0.9192233868126569,
                [2.362081339708326e-05, 0.9999881895933015, 1.181040669854163e-05],
            ),
            (
                0.8067511745433773,
                [0.0006667739150695323, 0.9996666130424652, 0.0003333869575347661],
            ),
        ),
        (
            TIED_TEN.0,
            TIED_TEN.1,
            (-0.7146196756975327, [0.020214378952289384, 0.010107189476144692, 0.9898928105238554]),
            (-0.6324555320336758, [0.018981873307334148, 0.009490936653667074, 0.9905090633463329]),
        ),
    ]);
}

#[test]
fn intervals_are_those_of_the_formulas() {
    // numpy.tanh(numpy.arctanh(r) -+ scipy.stats.norm.ppf(0.975) * e), where e =
    // sqrt((1 + r ** 2 / 2) / (n - 3)) for rho and sqrt(0.437 / (n - 4)) for tau
    let cases = [
        (
            EIGHT,
            [-0.5938589377849911, 0.795664622183862],
            [-0.45096576328096144, 0.6694475696813917],
        ),
        (SIX, [-0.8008731060729768, 0.8219067835852818], [-0.7588382874650726, 0.6852047391407757]),
        (
            TWELVE,
            [0.42898346737480314, 0.9624405515419272],
            [0.23982521842171817, 0.821285420259561],
        ),
        (
            TIED_TWELVE,
            [0.6667066118944454, 0.9824388686965138],
            [0.5780777538834765, 0.917933383876225],
        ),
        (
            TIED_TEN,
            [-0.9386487288332109, -0.06646040449426034],
            [-0.8549981945769536, -0.21322726188015598],
        ),
    ];
    for ((first, second), rho, tau) in cases {
        for (measure, [low, high]) in [(RankMeasure::Spearman, rho), (RankMeasure::Kendall, tau)] {
            let found = measure.of(&pairs(first, second)).expect("a correlation");
            let interval = found.interval(0.95).expect("an interval");
            assert!(agree(interval.low, low) && agree(interval.high, high), "{interval:?}");
        }
    }
    let of = |first: &[f64], second: &[f64]| RankMeasure::Kendall.of(&pairs(first, second));
    let perfect = of(&[1.0, 2.0, 3.0, 4.0, 5.0], &[1.0, 2.0, 3.0, 4.0, 5.0]).expect("one");
    let few = of(&[1.0, 2.0, 3.0, 4.0], &[1.0, 3.0, 2.0, 4.0]).expect("one");
    assert_eq!((perfect.interval(0.95), few.interval(0.95)), (None, None));
    assert_eq!(few.interval(0.0), None);
}

#[test]
fn a_perfect_order_of_many_is_unlikely_and_never_impossible() {
    let line: Vec<f64> = (0..10).map(f64::from).collect();
    let steps: Vec<f64> = (0..10).map(|number| f64::from(number / 2)).collect();
    // 2 / 10!, and with five pairs of equal numbers 2 ** 6 / 10!
    for (numbers, expected) in [(&line, 5.511463844797178e-07), (&steps, 1.763668430335097e-05)] {
        for measure in [RankMeasure::Spearman, RankMeasure::Kendall] {
            let risen = measure.of(&pairs(numbers, numbers)).expect("a correlation");
            assert!(agree(risen.sides.two_sided, expected), "{risen:?}");
            let down: Vec<f64> = numbers.iter().map(|number| -number).collect();
            let fallen = measure.of(&pairs(numbers, &down)).expect("a correlation");
            assert_eq!((fallen.coefficient, fallen.sides.less), (-1.0, risen.sides.greater));
        }
    }
}

#[test]
fn what_is_undefined_says_why() {
    for measure in [RankMeasure::Spearman, RankMeasure::Kendall] {
        let of = |first: &[f64], second: &[f64]| measure.of(&pairs(first, second)).err();
        assert_eq!(of(&[], &[]), Some(Undefined::TooFew));
        assert_eq!(of(&[1.0, 2.0], &[1.0, 2.0]), Some(Undefined::TooFew));
        assert_eq!(of(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]), Some(Undefined::Constant));
        assert_eq!(of(&[1.0, 2.0, 3.0], &[7.0; 3]), Some(Undefined::Constant));
        assert_eq!(of(&[1.0, f64::NAN, 3.0], &[1.0, 2.0, 3.0]), Some(Undefined::NotANumber));
        let endless = of(&[1.0, f64::INFINITY, 3.0], &[1.0, 2.0, 3.0]);
        assert_eq!(endless, None);
        assert_eq!(measure.resampled(&pairs(&[1.0, 1.0, 1.0, 1.0], &[1.0; 4]), 50, 1), None);
        assert_eq!(measure.resampled(&[], 50, 1), None);
        // Of seven numbers five are equal, so that one in ten resamples has no other.
        let few = pairs(&[1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0], &[1.0, 3.0, 2.0, 4.0, 7.0, 6.0, 5.0]);
        assert!(measure.of(&few).is_ok() && measure.resampled(&few, 500, 1).is_none());
        let line: Vec<f64> = (0..9).map(f64::from).collect();
        assert_eq!(measure.resampled(&pairs(&line, &line), 500, 1), None);
    }
}

#[test]
fn resampled_pairs_vary_around_the_coefficient() {
    for measure in [RankMeasure::Spearman, RankMeasure::Kendall] {
        let of = pairs(TWELVE.0, TWELVE.1);
        let interval = measure.resampled(&of, 1000, 1).expect("an interval");
        let coefficient = measure.of(&of).expect("a correlation").coefficient;
        assert!(interval.low < coefficient && coefficient < interval.high, "{interval:?}");
        assert_eq!(measure.resampled(&of, 1000, 1), Some(interval));
        assert_ne!(measure.resampled(&of, 1000, 2), Some(interval));
    }
}

#[test]
fn arrangements_are_all_and_each_once() {
    for (count, expected) in [(1, 1), (2, 2), (3, 6), (5, 120)] {
        let mut seen = Vec::new();
        let mut numbers: Vec<i64> = (0..count).collect();
        each_arrangement(&mut numbers, &mut |shown| seen.push(shown.to_vec()));
        let different: BTreeSet<_> = seen.iter().collect();
        assert_eq!((seen.len(), different.len()), (expected, expected));
    }
}
