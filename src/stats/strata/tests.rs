//! The oracles of statsmodels and NumPy, and what holds for all strata.

use super::*;
use crate::stats::agree;
use proptest::prelude::*;

type Strata = &'static [(u64, u64, u64, u64)];

fn strata(counts: &[(u64, u64, u64, u64)]) -> Vec<(Proportion, Proportion)> {
    counts.iter().map(|&(a, n, b, m)| (Proportion::new(a, n), Proportion::new(b, m))).collect()
}

const TWO: Strata = &[(8, 15, 2, 15), (12, 15, 9, 15)];
const ONE: Strata = &[(56, 70, 48, 80)];
const THREE: Strata = &[(30, 50, 20, 50), (10, 20, 10, 20), (3, 7, 30, 40)];
const NONE_SOLVED: Strata = &[(0, 15, 0, 15), (5, 10, 3, 12)];
const ALL_SOLVED: Strata = &[(15, 15, 0, 15), (15, 15, 15, 15), (9, 10, 4, 10)];
const TINY: Strata = &[(1, 2, 0, 2), (0, 2, 1, 2), (2, 2, 1, 2)];

#[test]
fn test_and_odds_ratio_are_those_of_statsmodels() {
    // table = statsmodels.stats.contingency_tables.StratifiedTable(
    //     [numpy.array([[a, n - a], [b, m - b]], float) for a, n, b, m in strata])
    // table.test_null_odds(False).statistic, table.test_null_odds(True).statistic,
    // table.oddsratio_pooled; probabilities are scipy.stats.chi2.sf(statistic, 1), since
    // statsmodels takes 1 - cdf and loses digits of small ones
    for (counts, plain, corrected, ratio) in [
        (
            TWO,
            (6.038560411311054, 0.013996693110477909),
            (4.77120822622108, 0.028939509229409133),
            4.2926829268292686,
        ),
        (
            ONE,
            (6.976588628762545, 0.00825828792938077),
            (6.07350860756092, 0.013722411128998635),
            2.6666666666666665,
        ),
        (
            THREE,
            (0.9376958088979209, 0.3328711259696163),
            (0.6583828753818469, 0.4171314302075859),
            1.3407755581668626,
        ),
        (
            NONE_SOLVED,
            (1.4062500000000002, 0.2356799134290375),
            (0.5640625000000001, 0.4526280149486984),
            3.0,
        ),
        (
            ALL_SOLVED,
            (31.87735030373156, 1.642209443563414e-08),
            (28.769308649117733, 8.15329764171046e-08),
            50.99999999999999,
        ),
        (TINY, (1.0 / 3.0, 0.5637028616507731), (0.0, 1.0), 2.0),
    ] {
        let strata = strata(counts);
        for (is_corrected, (statistic, probability)) in [(false, plain), (true, corrected)] {
            let found = mantel_haenszel(&strata, is_corrected).expect("a test");
            assert!((found.statistic - statistic).abs() < 1e-9 * statistic + 1e-12, "{found:?}");
            assert!(agree(found.probability, probability), "{counts:?}: {found:?}");
        }
        assert!(common_odds_ratio(&strata).is_some_and(|found| agree(found, ratio)), "{counts:?}");
    }
}

#[test]
fn common_difference_is_that_of_the_formula() {
    // a, n, b, m = numpy.array(strata, float).T; N = n + m; w = n * m / N
    // d = ((a * m - b * n) / N).sum() / w.sum()
    // P = ((n**2 * b - m**2 * a + n * m * (m - n) / 2) / N**2).sum()
    // Q = ((a * (m - b) + b * (n - a)) / (2 * N)).sum()
    // d -+ scipy.stats.norm.ppf(0.975) * numpy.sqrt((d * P + Q) / w.sum()**2)
    for (counts, difference, low, high) in [
        (TWO, 0.3, 0.07589395997818302, 0.5241060400218169),
        (ONE, 0.2, 0.057504899149037086, 0.3424951008509629),
        (THREE, 0.07532467532467532, -0.0793798009189001, 0.23002915156825074),
        (NONE_SOLVED, 0.10526315789473685, -0.06713340141710199, 0.2776597172065757),
        (ALL_SOLVED, 0.5, 0.3389725270654559, 0.6610274729345441),
        (TINY, 1.0 / 6.0, -0.38318516502428035, 0.7165184983576136),
    ] {
        let found = common_risk_difference(&strata(counts), 0.95).expect("a difference");
        let interval = found.interval.expect("an interval");
        assert!(agree(found.difference, difference), "{counts:?}: {found:?}");
        assert!(agree(interval.low, low) && agree(interval.high, high), "{counts:?}: {found:?}");
    }
    let apart = common_risk_difference(&strata(&[(15, 15, 0, 15)]), 0.95);
    assert_eq!(apart, Some(CommonDifference { difference: 1.0, interval: None }));
}

#[test]
fn heterogeneity_is_that_of_the_formula() {
    // v = a * (n - a) / n**3 + b * (m - b) / m**3; d = a / n - b / m; w = 1 / v[v > 0]
    // q = (w * (d - (w * d).sum() / w.sum())**2).sum(); scipy.stats.chi2.sf(q, len(w) - 1)
    const FIXED: Strata = &[(8, 15, 2, 15), (0, 9, 9, 9), (12, 15, 9, 15)];
    const ALIKE: Strata = &[(3, 6, 2, 6), (3, 6, 2, 6)];
    for (counts, statistic, probability, left_out) in [
        (TWO, 0.7848837209302323, 0.3756516734658857, 0),
        (THREE, 5.81388083370196, 0.05464265812955586, 0),
        (TINY, 5.333333333333334, 0.0694834512228015, 0),
        (FIXED, 0.7848837209302323, 0.3756516734658857, 1),
        (ALIKE, 0.0, 1.0, 0),
    ] {
        let found = risk_difference_heterogeneity(&strata(counts)).expect("a test");
        assert!((found.statistic - statistic).abs() < 1e-9 * statistic + 1e-12, "{found:?}");
        assert!(agree(found.probability, probability), "{counts:?}: {found:?}");
        assert_eq!((found.left_out, found.freedom), (left_out, counts.len() - left_out - 1));
    }
    for counts in [ONE, NONE_SOLVED, ALL_SOLVED, &[]] {
        assert_eq!(risk_difference_heterogeneity(&strata(counts)), None, "{counts:?}");
    }
}

#[test]
fn what_is_undefined_is_none() {
    for counts in [&[][..], &[(0, 0, 1, 2)], &[(0, 3, 0, 3)], &[(3, 3, 3, 3)]] {
        let strata = strata(counts);
        assert_eq!(mantel_haenszel(&strata, true), None, "{counts:?}");
        assert_eq!(common_odds_ratio(&strata), None, "{counts:?}");
    }
    assert_eq!(common_risk_difference(&strata(&[(0, 0, 1, 2)]), 0.95), None);
    assert_eq!(common_risk_difference(&strata(ONE), 1.0), None);
}

fn side() -> impl Strategy<Value = Proportion> {
    let trials = prop_oneof![0u64..5, 0u64..1000, 0..=u64::MAX / 2];
    trials.prop_flat_map(|trials| (0..=trials).prop_map(move |some| Proportion::new(some, trials)))
}

proptest! {
    #[test]
    fn nothing_is_ever_not_a_number(
        strata in proptest::collection::vec((side(), side()), 0..6),
        is_corrected in any::<bool>(),
    ) {
        if let Some(found) = mantel_haenszel(&strata, is_corrected) {
            prop_assert!(found.statistic >= 0.0 && (0.0..=1.0).contains(&found.probability));
        }
        if let Some(found) = risk_difference_heterogeneity(&strata) {
            prop_assert!(found.statistic >= 0.0 && (0.0..=1.0).contains(&found.probability));
        }
        if let Some(found) = common_risk_difference(&strata, 0.9) {
            let holds = found.interval.is_none_or(|interval| {
                interval.low <= found.difference && found.difference <= interval.high
            });
            prop_assert!(found.difference.abs() <= 1.0 + 1e-12 && holds, "{found:?}");
        }
        prop_assert!(common_odds_ratio(&strata).is_none_or(|ratio| ratio >= 0.0));
    }
}
