//! The limits of a ratio of restricted means after Fieller (1954).

use super::proportion::Interval;
use super::restricted_mean::{MeanDifference, RestrictedMean};

/// The largest ratio that is told: beyond it there is no limit that matters.
const MOST: f64 = 1000.0;

/// Halvings of the span of ratios.
const HALVINGS: u32 = 50;

/// The limits of the ratio of two means with the confidence `level`: the factors at which the first
/// less factor times the second is just shown to be above and below 0. That contrast is given in
/// parts to be summed, each a weight and a mean. Both limits are the ratio itself where no part
/// varies.
///
/// `None` without parts, and where nothing is known of their error.
pub fn ratio_limits(
    contrast: impl Fn(f64) -> Vec<(f64, RestrictedMean)>,
    level: f64,
) -> Option<Interval> {
    let at = |factor: f64| limits(&contrast(factor), level);
    at(1.0)?;
    let turning = |is_below: &dyn Fn(f64) -> bool| {
        let (mut below, mut above) = (0.0, MOST);
        for _ in 0..HALVINGS {
            let middle = (below + above) / 2.0;
            *(if is_below(middle) { &mut below } else { &mut above }) = middle;
        }
        below
    };
    Some(Interval {
        low: turning(&|factor| at(factor).is_some_and(|limits| limits.low > 0.0)),
        high: turning(&|factor| at(factor).is_some_and(|limits| limits.high > 0.0)),
    })
}

/// The limits of a sum of restricted means; both are the sum itself where no run varies.
fn limits(parts: &[(f64, RestrictedMean)], level: f64) -> Option<Interval> {
    let sum: f64 = parts.iter().map(|(weight, part)| weight * part.mean).sum();
    let varies = parts.iter().any(|(_, part)| part.variance.is_none_or(|variance| variance > 0.0));
    match (parts.is_empty(), varies) {
        (true, _) => None,
        (false, false) => Some(Interval { low: sum, high: sum }),
        (false, true) => MeanDifference::combined(parts)?.interval(level),
    }
}

#[cfg(test)]
mod tests {
    use super::super::survival_samples::sample;
    use super::*;
    use crate::stats::{Time, agree, restricted_mean};

    fn ratio(first: RestrictedMean, second: RestrictedMean) -> Option<Interval> {
        ratio_limits(|factor| vec![(1.0, first), (-factor, second)], 0.9)
    }

    #[test]
    fn limits_are_those_that_scipy_finds() {
        // a, v, n and b, w, m: mean, variance and freedom of each, as in the table of restricted
        // means; f = (v + r*r*w)**2 / (v*v/n + (r*r*w)**2/m), without what does not vary;
        // both roots r by scipy.optimize.brentq of
        // a - r*b -+ t.ppf(0.95, f) * sqrt(v + r*r*w), norm in place of t where a freedom is missing
        for (first, first_cap, second, second_cap, low, high) in [
            ('A', 8.0, 'B', 8.0, 1.4120197217464876, 5.868812280844856),
            ('B', 8.0, 'A', 8.0, 0.1703922279579273, 0.7082054057737438),
            ('E', 8.0, 'A', 8.0, 0.9601646565877463, 1.8004438729248684),
            ('D', 6.0, 'B', 4.5, 0.9952502762667229, 4.077844273703993),
            ('C', 8.0, 'A', 8.0, 1.0620282540961392, 1.8969735993735235),
            ('F', 12.0, 'A', 8.0, 1.1091264826163785, 2.1839457310718746),
            ('A', 10.0, 'F', 12.0, 0.5180219835441083, 1.0728790667998083),
            ('D', 6.0, 'C', 6.0, 2.0 / 3.0, 2.0 / 3.0),
        ] {
            let mean = |name, cap| restricted_mean(&sample(name), cap).expect("a mean");
            let found = ratio(mean(first, first_cap), mean(second, second_cap)).expect("limits");
            let is_right = agree(found.low, low) && agree(found.high, high);
            assert!(is_right, "{first} to {first_cap}, {second} to {second_cap}: {found:?}");
        }
    }

    #[test]
    fn what_is_undefined_is_none() {
        let one = restricted_mean(&[Time::event(2.0)], 3.0).expect("a mean");
        assert_eq!((ratio(one, one), ratio_limits(|_| Vec::new(), 0.9)), (None, None));
    }

    #[test]
    fn a_mean_that_may_be_0_leaves_the_ratio_without_an_upper_limit() {
        let some = RestrictedMean { mean: 5.0, variance: Some(1.0), freedom: Some(9.0) };
        let none = RestrictedMean { mean: 0.5, variance: Some(1.0), freedom: Some(9.0) };
        assert!(ratio(some, none).is_some_and(|found| agree(found.high, MOST)));
    }
}
