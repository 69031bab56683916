//! The interval of a weighted sum of independent estimates, from the interval of each (MOVER: Zou &
//! Donner 2008; Donner & Zou 2012).
//!
//! The distance of each limit from its estimate stands for the spread on that side, so that skewed
//! intervals make a skewed one and none needs a variance.

use super::proportion::Interval;

/// The weighted sum of estimates and its interval; each part is a weight, which may be negative, an
/// estimate and its interval. The level is that of the intervals. `None` without parts and where a
/// number is not finite.
pub fn combined_interval(parts: &[(f64, f64, Interval)]) -> Option<(f64, Interval)> {
    let sum: f64 = parts.iter().map(|(weight, estimate, _)| weight * estimate).sum();
    let reach = |side: fn(f64, f64) -> f64| {
        let distance = |&(weight, estimate, interval): &(f64, f64, Interval)| {
            weight * estimate - side(weight * interval.low, weight * interval.high)
        };
        parts.iter().map(distance).fold(0.0, f64::hypot)
    };
    let interval = Interval { low: sum - reach(f64::min), high: sum + reach(f64::max) };
    let are_finite = |&(weight, estimate, Interval { low, high }): &(f64, f64, Interval)| {
        [weight, estimate, low, high].iter().all(|number| number.is_finite())
    };
    let is_finite = interval.low.is_finite() && interval.high.is_finite();
    let is_defined = !parts.is_empty() && parts.iter().all(are_finite) && is_finite;
    is_defined.then_some((sum, interval))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Proportion, agree, newcombe};
    use proptest::prelude::*;

    fn combined(parts: &[[f64; 4]]) -> Option<[f64; 3]> {
        let part =
            |&[weight, estimate, low, high]: &[f64; 4]| (weight, estimate, Interval { low, high });
        let (sum, Interval { low, high }) =
            combined_interval(&parts.iter().map(part).collect::<Vec<_>>())?;
        Some([sum, low, high])
    }

    #[test]
    fn limits_are_those_of_numpy() {
        // c, t, l, u = numpy.array(parts).T; low, high = sorted((c * l, c * u)) by element; c @ t,
        // c @ t - sqrt(((c * t - low) ** 2).sum()), c @ t + sqrt(((high - c * t) ** 2).sum())
        let third = 1.0 / 3.0;
        let cases: [(&[[f64; 4]], [f64; 3]); 7] = [
            (&[[1.0, 0.5, 0.2, 0.9]], [0.5, 0.2, 0.9]),
            (
                &[[0.25, 4.0, 3.0, 7.0], [0.75, 10.0, 8.0, 10.5]],
                [8.5, 6.979309367425445, 9.338525491562422],
            ),
            (
                &[[0.5, 0.2, -0.1, 0.6], [-0.5, 0.4, 0.3, 0.45], [2.0, 1.5, 1.5, 1.5]],
                [2.9, 2.747930936742544, 3.106155281280883],
            ),
            (&[[1.0, 5.0, 5.0, 5.0], [-1.0, 3.0, 3.0, 3.0]], [2.0; 3]),
            (
                &[[-1.0, 2.0, 1.0, 4.0], [-2.0, 3.0, 2.5, 7.0], [0.0, 9.0, 1.0, 100.0]],
                [-8.0, -16.246211251235323, -6.585786437626905],
            ),
            (
                &[[1e6, 1e-3, 0.5e-3, 4e-3], [1e-6, 2e6, 1e6, 3e6]],
                [1002.0, 501.999000001, 4002.000166666662],
            ),
            (
                &[[third, 0.0, 0.0, 0.2], [third, 1.0, 0.7, 1.0], [third, 0.5, 0.4, 0.6]],
                [0.5, 0.39459074466105404, 0.574535599249993],
            ),
        ];
        for (parts, expected) in cases {
            let found = combined(parts).expect("an interval");
            let is_right = found.iter().zip(expected).all(|(&found, right)| agree(found, right));
            assert!(is_right, "{parts:?}: {found:?}");
        }
    }

    #[test]
    fn the_difference_of_two_shares_is_that_of_newcombe() {
        for (a, n, b, m, level) in
            [(56, 70, 48, 80, 0.95), (8, 15, 2, 15, 0.9), (3, 7, 30, 40, 0.8), (0, 10, 0, 20, 0.99)]
        {
            let (first, second) = (Proportion::new(a, n), Proportion::new(b, m));
            let part =
                |weight, side: Proportion| Some((weight, side.share()?, side.wilson_at(level)?));
            let parts = [part(1.0, first), part(-1.0, second)].map(|part| part.expect("a share"));
            let (_, found) = combined_interval(&parts).expect("an interval");
            let expected = newcombe(first, second, level).expect("an interval");
            let is_right = agree(found.low, expected.low) && agree(found.high, expected.high);
            assert!(is_right, "{a}/{n} {b}/{m}: {found:?} instead of {expected:?}");
        }
    }

    #[test]
    fn what_is_undefined_is_none() {
        assert_eq!(combined(&[]), None);
        for place in 0..4 {
            for wrong in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
                let mut part = [0.0, 1.0, 1.0, 1.0];
                part[place] = wrong;
                assert_eq!(combined(&[[1.0, 2.0, 1.0, 3.0], part]), None, "{part:?}");
            }
        }
        assert_eq!(combined(&[[1e200, 1e200, 0.0, 0.0]]), None);
    }

    proptest! {
        #[test]
        fn it_holds_the_sum_and_turns_with_the_weights(
            parts in prop::collection::vec((-9.0..9.0, -1e3..1e3, 0.0..1e3, 0.0..1e3), 1..6)
        ) {
            let with = |sign: f64| {
                let part = |&(weight, estimate, below, above): &(f64, f64, f64, f64)| {
                    [sign * weight, estimate, estimate - below, estimate + above]
                };
                combined(&parts.iter().map(part).collect::<Vec<_>>()).expect("an interval")
            };
            let ([sum, low, high], turned) = (with(1.0), with(-1.0));
            prop_assert!(low <= sum && sum <= high);
            prop_assert_eq!(turned, [-sum, -high, -low]);
        }
    }
}
