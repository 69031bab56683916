//! The difference of two shares: Newcombe's hybrid score interval (1998, method 10).

use super::proportion::{Interval, Proportion};

/// Newcombe's interval of the first probability less the second, holding with the confidence
/// `level`. None where a side has no trials or the level is not between 0 and 1.
pub fn newcombe(first: Proportion, second: Proportion, level: f64) -> Option<Interval> {
    let difference = first.share()? - second.share()?;
    let one = around(first, level)?;
    let other = around(second, level)?;
    let low = difference - one.low.hypot(other.high);
    let high = difference + one.high.hypot(other.low);
    Some(Interval { low: low.max(-1.0), high: high.min(1.0) })
}

/// Two limits of the first probability less the second, each of which holds on its own with the
/// confidence `level`: the ends of the interval that leaves so much out at each side.
/// None where a side has no trials or the level is not between 1/2 and 1.
pub fn newcombe_one_sided(first: Proportion, second: Proportion, level: f64) -> Option<Interval> {
    newcombe(first, second, 2.0 * level - 1.0)
}

/// How far Wilson's ends lie from the share, both as positive numbers.
fn around(side: Proportion, level: f64) -> Option<Interval> {
    let (share, wilson) = (side.share()?, side.wilson_at(level)?);
    Some(Interval { low: share - wilson.low, high: wilson.high - share })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;
    use proptest::prelude::*;

    #[test]
    fn newcombe_is_that_of_statsmodels() {
        // statsmodels.stats.proportion.confint_proportions_2indep(
        //     a, n, b, m, method="newcomb", compare="diff", alpha=1 - level)
        for (a, n, b, m, level, low, high) in [
            (56, 70, 48, 80, 0.95, 0.05243147240236498, 0.333872654036906),
            (8, 15, 2, 15, 0.95, 0.062119066365319664, 0.6387133383425951),
            (0, 15, 15, 15, 0.95, -1.0, -0.7116654705337064),
            (0, 10, 0, 20, 0.95, -0.16112515805281938, 0.2775327998628892),
            (15, 15, 15, 15, 0.9, -0.15280770461014026, 0.15280770461014026),
            (3, 7, 30, 40, 0.9, -0.5812705620983378, -0.01261500463415316),
            (0, 1, 1, 1, 0.95, -1.0, 0.12210872068194178),
            (480, 1000, 530, 1000, 0.99, -0.10709998789820038, 0.00756600700628994),
        ] {
            let (first, second) = (Proportion::new(a, n), Proportion::new(b, m));
            let found = newcombe(first, second, level).expect("an interval");
            assert!(agree(found.low, low) && agree(found.high, high), "{a}/{n} {b}/{m}: {found:?}");
            let sided = newcombe_one_sided(first, second, 0.5 + level / 2.0).expect("limits");
            assert!(agree(sided.low, low) && agree(sided.high, high), "{a}/{n} {b}/{m}: {sided:?}");
        }
    }

    #[test]
    fn what_is_undefined_is_none() {
        let (some, none) = (Proportion::new(1, 2), Proportion::default());
        assert_eq!((newcombe(some, none, 0.95), newcombe(none, some, 0.95)), (None, None));
        assert_eq!((newcombe(some, some, 1.0), newcombe_one_sided(some, some, 0.5)), (None, None));
    }

    proptest! {
        #[test]
        fn it_holds_the_difference_and_turns_with_the_sides(
            (a, n) in (1u64..u64::MAX).prop_flat_map(|n| (0..=n, Just(n))),
            (b, m) in (1u64..200).prop_flat_map(|m| (0..=m, Just(m))),
        ) {
            let (first, second) = (Proportion::new(a, n), Proportion::new(b, m));
            let found = newcombe(first, second, 0.95).expect("an interval");
            let turned = newcombe(second, first, 0.95).expect("an interval");
            let difference = a as f64 / n as f64 - b as f64 / m as f64;
            prop_assert!(found.low <= difference + 1e-12 && difference <= found.high + 1e-12);
            prop_assert!((found.low + turned.high).abs() < 1e-12);
        }
    }
}
