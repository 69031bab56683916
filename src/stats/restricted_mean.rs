//! The mean of times up to a common cap (Irwin 1949; Royston & Parmar 2013).
//!
//! Where nothing was censored before the cap it is the plain mean of min(T, cap); otherwise the
//! area under the curve of Kaplan and Meier, with a variance of Greenwood's kind.

use super::moments::{mean, standard_deviation};
use super::survival::{KaplanMeier, Time};

/// The mean of min(T, cap).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestrictedMean {
    /// The estimate.
    pub mean: f64,
    /// The variance of the estimate; of fewer than two times there is none.
    pub variance: Option<f64>,
    /// One less than the number of times where the estimate is a plain mean; `None` where it is an
    /// area, whose variance holds for large samples only.
    pub freedom: Option<f64>,
}

/// The mean of min(T, cap); `None` of no times or invalid ones, for a cap that is not above 0 and
/// finite, and when the longest time was censored before the cap.
pub fn restricted_mean(times: &[Time], cap: f64) -> Option<RestrictedMean> {
    let curve = KaplanMeier::new(times)?;
    let is_defined = cap > 0.0 && cap.is_finite() && curve.reaches(cap);
    let is_plain = times.iter().all(|time| time.is_event || time.value >= cap);
    let found = if is_plain { plain(times, cap)? } else { under(&curve, cap, times.len()) };
    (is_defined && found.mean.is_finite()).then_some(found)
}

fn plain(times: &[Time], cap: f64) -> Option<RestrictedMean> {
    let capped: Vec<f64> = times.iter().map(|time| time.value.min(cap)).collect();
    let count = capped.len() as f64;
    let variance = standard_deviation(&capped).map(|deviation| deviation * deviation / count);
    let freedom = (count > 1.0).then_some(count - 1.0);
    Some(RestrictedMean { mean: mean(&capped)?, variance: finite(variance), freedom })
}

/// The area under the curve, summed from the cap backwards: what lies beyond a step is what the
/// variance weighs that step with.
fn under(curve: &KaplanMeier, cap: f64, count: usize) -> RestrictedMean {
    let (mut area, mut variance, mut end) = (0.0, 0.0, cap);
    for step in curve.steps().iter().rev().filter(|step| step.time < cap) {
        area += step.survival * (end - step.time);
        end = step.time;
        let (at_risk, events) = (step.at_risk as f64, step.events as f64);
        if step.events < step.at_risk {
            variance += area * area * events / (at_risk * (at_risk - events));
        }
    }
    let variance = finite((count > 1).then_some(variance));
    RestrictedMean { mean: area + end, variance, freedom: None }
}

fn finite(number: Option<f64>) -> Option<f64> {
    number.filter(|number| number.is_finite())
}

/// How far two means lie apart, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanDifference {
    /// The first less the second.
    pub difference: f64,
    /// Its standard error; above 0.
    pub error: f64,
    /// Degrees of freedom for Student's law, after Welch (1947); `None`: the normal law.
    pub freedom: Option<f64>,
}

impl RestrictedMean {
    /// This mean less the other one, up to the same cap; `None` when a variance is missing or both
    /// are 0.
    pub fn less(self, other: Self) -> Option<MeanDifference> {
        let (one, two) = (self.variance?, other.variance?);
        let error = (one + two).sqrt();
        // Shares of the sum, since the squares of variances may leave the range of numbers.
        let parts = (one / (one + two), two / (one + two));
        let freedom = self
            .freedom
            .zip(other.freedom)
            .map(|(first, second)| 1.0 / (parts.0 * parts.0 / first + parts.1 * parts.1 / second));
        let difference = self.mean - other.mean;
        (error > 0.0 && error.is_finite()).then_some(MeanDifference { difference, error, freedom })
    }
}

#[cfg(test)]
mod tests {
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
            let is_right = agree(found.mean, mean)
                && found.variance.is_some_and(|found| agree(found, variance));
            assert!(is_right && found.freedom == freedom, "{name} to {cap}: {found:?}");
        }
    }

    #[test]
    fn differences_are_those_of_scipy() {
        // r = scipy.stats.ttest_ind(numpy.minimum(x, cap), numpy.minimum(y, cap),
        // equal_var=False); r.statistic, r.df
        for (one, two, cap, statistic, freedom) in [
            ('A', 'B', 8.0, 3.1039267442193568, 9.870825617776642),
            ('B', 'D', 4.5, -2.32379000772445, 3.0),
            ('C', 'A', 8.0, 2.4285714285714284, 7.0),
            ('E', 'B', 9.0, 4.620924277292432, 1.8971553610503278),
            ('B', 'A', 3.0, -1.2632278815997784, 3.4162309448412995),
        ] {
            let mean = |name| restricted_mean(&sample(name), cap).expect("a mean");
            let found = mean(one).less(mean(two)).expect("a difference");
            let is_right = agree(found.difference / found.error, statistic)
                && found.freedom.is_some_and(|found| agree(found, freedom));
            assert!(is_right, "{one} {two}: {found:?}");
        }
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
    }

    proptest! {
        #[test]
        fn means_lie_below_the_cap(times in any_times(), cap in 0.5..1e3f64) {
            if let Some(found) = restricted_mean(&times, cap) {
                prop_assert!((0.0..=cap * (1.0 + 1e-12)).contains(&found.mean));
                prop_assert!(found.variance.is_none_or(|variance| variance >= 0.0));
                prop_assert!(found.less(found).is_none_or(|both| both.difference == 0.0));
            }
        }
    }
}
