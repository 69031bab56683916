//! Restricted means and their sums, held to SciPy and NumPy.

use super::super::survival_samples::{any_times, sample};
use super::*;
use crate::stats::agree;
use proptest::prelude::*;

#[test]
fn means_are_those_of_numpy() {
    // Plain: m = numpy.minimum(t, cap); m.mean(), m.var(ddof=1) / len(m). Otherwise, with the
    // distinct times u < cap of events, n at risk, d events, k = n > d:
    // S = np.r_[1, np.cumprod(1 - d / n)]; w = np.diff(np.r_[0, u, cap]);
    // A = np.cumsum((S * w)[::-1])[::-1];
    // S @ w, (A[1:][k] ** 2 * d[k] / (n * (n - d))[k]).sum()
    for (name, cap, mean, variance, freedom) in [
        ('A', 8.0, 5.875, 0.765625, Some(7.0)),
        ('B', 3.0, 2.25, 0.22916666666666666, Some(3.0)),
        ('C', 10.0, 10.0, 0.0, Some(2.0)),
        ('D', 6.0, 4.0, 0.0, Some(4.0)),
        ('E', 8.0, 7.5, 0.25, Some(1.0)),
        ('A', 10.0, 6.875, 1.326171875, None),
        ('F', 12.0, 9.092857142857143, 1.5122242873339808, None),
        ('F', 20.0, 12.445238095238096, 4.8907933403520145, None),
    ] {
        let found = restricted_mean(&sample(name), cap).expect("a mean");
        let is_right =
            agree(found.mean, mean) && found.variance.is_some_and(|found| agree(found, variance));
        assert!(is_right && found.freedom == freedom, "{name} to {cap}: {found:?}");
    }
}

/// Weights with a sample and a cap; then statistic, two-sided, less, greater, and the interval
/// at 0.9.
type Case<'a> = (&'a [(f64, char, f64)], Option<f64>, [f64; 6]);

fn check(cases: &[Case<'_>]) {
    for &(parts, freedom, [statistic, two_sided, less, greater, low, high]) in cases {
        let mean = |&(weight, name, cap): &(f64, char, f64)| {
            (weight, restricted_mean(&sample(name), cap).expect("a mean"))
        };
        let parts: Vec<_> = parts.iter().map(mean).collect();
        let found = MeanDifference::combined(&parts).expect("a difference");
        let (ratio, sides) = found.test().expect("a test");
        let interval = found.interval(0.9).expect("an interval");
        let is_right = match (found.freedom, freedom) {
            (Some(found), Some(freedom)) => agree(found, freedom),
            (found, freedom) => found == freedom,
        } && agree(ratio, statistic)
            && sides.are([two_sided, less, greater])
            && agree(interval.low, low)
            && agree(interval.high, high);
        assert!(is_right, "{parts:?}: {found:?} {sides:?} {interval:?}");
    }
}

#[test]
fn differences_are_those_of_scipy() {
    // r = scipy.stats.ttest_ind(numpy.minimum(x, cap), numpy.minimum(y, cap),
    // equal_var=False); r.df, r.statistic, r.pvalue, that with alternative="less" and
    // "greater", r.confidence_interval(0.9).low and .high
    check(&[
        (
            &[(1.0, 'A', 8.0), (-1.0, 'B', 8.0)],
            Some(9.870825617776642),
            [
                3.1039267442193568,
                0.011344407040536244,
                0.9943277964797319,
                0.005672203520268122,
                1.40163213065446,
                5.348367869345539,
            ],
        ),
        (
            &[(1.0, 'B', 4.5), (-1.0, 'D', 4.5)],
            Some(3.0),
            [
                -2.32379000772445,
                0.10272807885839899,
                0.051364039429199496,
                0.9486359605708005,
                -3.0190895650934917,
                0.019089565093491023,
            ],
        ),
        (
            &[(1.0, 'C', 8.0), (-1.0, 'A', 8.0)],
            Some(7.0),
            [
                2.4285714285714284,
                0.04551587289075569,
                0.9772420635546222,
                0.022757936445377845,
                0.4672437205462441,
                3.7827562794537553,
            ],
        ),
        (
            &[(1.0, 'E', 9.0), (-1.0, 'B', 9.0)],
            Some(1.8971553610503278),
            [
                4.620924277292432,
                0.04834050224048932,
                0.9758297488797554,
                0.02417025112024466,
                1.8925650973201953,
                9.107434902679802,
            ],
        ),
        (
            &[(1.0, 'B', 3.0), (-1.0, 'A', 3.0)],
            Some(3.4162309448412995),
            [
                -1.2632278815997784,
                0.28583688706881416,
                0.14291844353440708,
                0.8570815564655929,
                -1.733741038997346,
                0.48374103899734555,
            ],
        ),
    ]);
}

#[test]
fn sums_of_plain_means_are_those_of_numpy() {
    // v = w ** 2 * [m.var(ddof=1) / len(m) for m = numpy.minimum(x, cap) of each part];
    // d = w @ [m.mean()]; e = sqrt(v.sum()); f = v.sum() ** 2 / (v ** 2 / [len(m) - 1]).sum();
    // f, d / e, 2 * t.sf(abs(d / e), f), t.cdf(d / e, f), t.sf(d / e, f),
    // d - t.ppf(0.95, f) * e, d + t.ppf(0.95, f) * e
    check(&[
        (
            &[(1.0, 'A', 8.0)],
            Some(7.0),
            [
                6.714285714285714,
                0.0002738219534464126,
                0.9998630890232768,
                0.0001369109767232063,
                4.217243720546245,
                7.532756279453755,
            ],
        ),
        (
            &[(0.5, 'A', 8.0), (0.5, 'B', 8.0), (-1.0, 'E', 8.0)],
            Some(4.171647406398265),
            [
                -4.48465961224582,
                0.009941353117141904,
                0.004970676558570952,
                0.995029323441429,
                -4.868711496031079,
                -1.7562885039689218,
            ],
        ),
        (
            &[(0.25, 'A', 3.0), (0.75, 'B', 3.0), (-0.25, 'D', 3.0), (-0.75, 'E', 3.0)],
            Some(3.0455518114961753),
            [
                -1.647508942095828,
                0.19665175676671895,
                0.09832587838335947,
                0.9016741216166405,
                -1.436738062591954,
                0.24923806259195402,
            ],
        ),
        (
            &[(2.0, 'B', 9.0), (-1.0, 'E', 9.0), (3.0, 'C', 9.0)],
            Some(3.692307692307693),
            [
                14.696938456699069,
                0.00020680951208462944,
                0.9998965952439577,
                0.00010340475604231472,
                20.433658679233325,
                27.566341320766675,
            ],
        ),
        (
            &[(1.0 / 3.0, 'A', 4.5), (1.0 / 3.0, 'B', 4.5), (1.0 / 3.0, 'D', 4.5)],
            Some(4.74637952074942),
            [
                14.385747136328758,
                4.2685475769454055e-05,
                0.9999786572621153,
                2.1342737884727027e-05,
                3.0038995738562604,
                3.9961004261437396,
            ],
        ),
        (
            &[(0.0, 'E', 8.0), (-2.0, 'A', 8.0), (1.0, 'B', 8.0)],
            Some(8.660283614532656),
            [
                -4.9591142728573505,
                0.0008761788234128577,
                0.00043808941170642884,
                0.9995619105882936,
                -12.684552156580615,
                -5.815447843419385,
            ],
        ),
    ]);
}

#[test]
fn sums_of_areas_are_those_of_the_normal_law() {
    // As above with the means and variances of the first table, and norm in place of t.
    check(&[
        (
            &[(1.0, 'F', 12.0), (-1.0, 'F', 20.0)],
            None,
            [
                -1.3248326289110124,
                0.1852266700449089,
                0.09261333502245445,
                0.9073866649775455,
                -7.514548948635235,
                0.809787043873329,
            ],
        ),
        (
            &[(0.5, 'A', 10.0), (-2.0, 'F', 12.0)],
            None,
            [
                -5.838672565525794,
                5.261836460365792e-09,
                2.630918230182896e-09,
                0.9999999973690817,
                -18.90303774715463,
                -10.593390824273943,
            ],
        ),
        (
            &[(1.0, 'A', 10.0)],
            None,
            [
                5.9699788954218285,
                2.372842789488662e-09,
                0.9999999988135786,
                1.186421394744331e-09,
                4.980794194019116,
                8.769205805980883,
            ],
        ),
        (
            &[(1.0, 'F', 12.0), (-1.0, 'D', 12.0)],
            None,
            [
                4.141459224146073,
                3.4510323028557916e-05,
                0.9999827448384857,
                1.7255161514278958e-05,
                3.070139040471012,
                7.115575245243274,
            ],
        ),
        (
            &[(-1.0, 'F', 12.0), (1.0, 'B', 12.0)],
            None,
            [
                -4.747006508452074,
                2.0644931126104565e-06,
                1.0322465563052283e-06,
                0.9999989677534437,
                -8.877304186292449,
                -4.308410099421838,
            ],
        ),
    ]);
}

#[test]
fn what_is_undefined_is_none() {
    assert_eq!(restricted_mean(&[], 1.0), None);
    assert_eq!(restricted_mean(&sample('C'), 10.5), None);
    for cap in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(restricted_mean(&sample('B'), cap), None);
    }
    let one = restricted_mean(&[Time::event(2.0)], 3.0).expect("a mean");
    assert_eq!((one.mean, one.variance, one.less(one)), (2.0, None, None));
    let constant = restricted_mean(&sample('D'), 6.0).expect("a mean");
    assert_eq!(constant.less(constant), None);
    let area = restricted_mean(&sample('F'), 12.0).expect("a mean");
    assert_eq!(constant.less(area).map(|found| found.freedom), Some(None));
    // Rounding gives equal times no spread.
    let equal = restricted_mean(&[Time::event(0.1); 3], 0.3).expect("a mean");
    assert_eq!((equal.variance, equal.less(constant)), (Some(0.0), None));
    let plain = restricted_mean(&sample('B'), 3.0).expect("a mean");
    for parts in [
        &[][..],
        &[(0.0, plain)],
        &[(1.0, plain), (1.0, one)],
        &[(f64::NAN, plain)],
        &[(f64::INFINITY, plain)],
        &[(1e200, plain)],
    ] {
        assert_eq!(MeanDifference::combined(parts), None, "{parts:?}");
    }
    let found = MeanDifference::combined(&[(1.0, plain), (0.0, one)]).expect("a difference");
    assert_eq!([-0.5, 0.0, 1.0, f64::NAN].map(|level| found.interval(level)), [None; 4]);
    // A mean without spread needs no freedom.
    let fixed = RestrictedMean { mean: 1.0, variance: Some(0.0), freedom: None };
    assert_eq!(plain.less(fixed).map(|found| found.freedom), Some(plain.freedom));
}

proptest! {
    #[test]
    fn sums_of_means_are_tested_soundly(
        samples in prop::collection::vec((-9.0..9.0f64, any_times()), 0..5), cap in 0.5..1e3f64
    ) {
        let part = |(weight, times): &(f64, Vec<Time>)| {
            Some((*weight, restricted_mean(times, cap)?))
        };
        let parts: Vec<_> = samples.iter().filter_map(part).collect();
        let Some(found) = MeanDifference::combined(&parts) else { return Ok(()) };
        prop_assert!(found.freedom.is_none_or(|freedom| freedom > 0.99));
        if let Some((_, sides)) = found.test() {
            let all = [sides.two_sided, sides.less, sides.greater];
            prop_assert!(all.iter().all(|side| (0.0..=1.0).contains(side)));
        }
        let interval = found.interval(0.95);
        let is_around =
            |ends: Interval| ends.low <= found.difference && found.difference <= ends.high;
        prop_assert!(interval.is_none_or(is_around));
    }

    #[test]
    fn means_lie_below_the_cap(times in any_times(), cap in 0.5..1e3f64) {
        if let Some(found) = restricted_mean(&times, cap) {
            prop_assert!((0.0..=cap * (1.0 + 1e-12)).contains(&found.mean));
            prop_assert!(found.variance.is_none_or(|variance| variance >= 0.0));
            prop_assert!(found.less(found).is_none_or(|both| both.difference == 0.0));
        }
    }
}
