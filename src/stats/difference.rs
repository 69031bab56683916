//! The difference of two shares: Newcombe's hybrid score intervals, of independent samples (1998,
//! Statistics in Medicine 17:873, method 10) and of pairs (1998, 17:2635, method 10).

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

/// Newcombe's interval of the first probability less the second from pairs, counted by which of the
/// two succeeded; it holds with the confidence `level`. None without pairs and where the level is
/// not between 0 and 1.
pub fn newcombe_paired(
    both: u64,
    first_alone: u64,
    second_alone: u64,
    neither: u64,
    level: f64,
) -> Option<Interval> {
    let of_first = both.checked_add(first_alone)?;
    let of_second = both.checked_add(second_alone)?;
    let pairs = of_first.checked_add(second_alone)?.checked_add(neither)?;
    let (first, second) = (Proportion::new(of_first, pairs), Proportion::new(of_second, pairs));
    let (one, other) = (around(first, level)?, around(second, level)?);
    let phi = correlation([both, first_alone, second_alone, neither].map(|count| count as f64));
    // Since phi is at most 1, the square is negative only by rounding.
    let reach =
        |near: f64, far: f64| (near * near - 2.0 * phi * near * far + far * far).max(0.0).sqrt();
    let difference = first.share()? - second.share()?;
    let low = difference - reach(one.low, other.high);
    let high = difference + reach(one.high, other.low);
    Some(Interval { low: low.max(-1.0), high: high.min(1.0) })
}

/// Phi of a table of pairs, a positive one brought nearer to 0 as for continuity; 0 where a margin
/// is 0.
fn correlation([both, first, second, neither]: [f64; 4]) -> f64 {
    let pairs = both + first + second + neither;
    let excess = both * neither - first * second;
    let excess = if excess > 0.0 { (excess - pairs / 2.0).max(0.0) } else { excess };
    let ones = (both + first).sqrt() * (second + neither).sqrt();
    let others = (both + second).sqrt() * (first + neither).sqrt();
    if ones * others == 0.0 { 0.0 } else { excess / ones / others }
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
    fn pairs_are_those_of_numpy() {
        // l1, u1 = statsmodels.stats.proportion.proportion_confint(a + b, n, 1 - level, "wilson"),
        // l2, u2 those of a + c; p = (a + b) / n; q = (a + c) / n; x = a * d - b * c;
        // x = max(x - n / 2, 0) if x > 0 else x; m = (a + b) * (c + d) * (a + c) * (b + d);
        // f = x / sqrt(m) if m else 0;
        // p - q - sqrt((p - l1) ** 2 - 2 * f * (p - l1) * (u2 - q) + (u2 - q) ** 2),
        // p - q + sqrt((u1 - p) ** 2 - 2 * f * (u1 - p) * (q - l2) + (q - l2) ** 2).
        for (table, level, low, high) in [
            ([36, 12, 2, 0], 0.95, 0.05692958400323875, 0.3404276029749407),
            ([20, 12, 2, 16], 0.95, 0.056156424841748265, 0.3292069954001405),
            ([54, 0, 0, 0], 0.95, -0.06641358809089626, 0.06641358809089626),
            ([53, 0, 0, 1], 0.95, -0.07293814547857687, 0.07293814547857687),
            ([0, 30, 20, 0], 0.95, -0.07637124504821274, 0.4478322053948692),
            ([0, 54, 0, 0], 0.95, 0.9060770029959941, 1.0),
            ([0, 1, 1, 0], 0.95, -0.8109375885315386, 0.8109375885315386),
            ([1, 0, 0, 1], 0.95, -0.5734194679697172, 0.5734194679697172),
            ([0, 1, 0, 1], 0.8, -0.062178439915202555, 0.8357482799701007),
            ([25, 0, 0, 25], 0.9, -0.03204159352662421, 0.03204159352662421),
            ([0, 0, 0, 7], 0.99, -0.4866114349942543, 0.4866114349942543),
            ([3, 9, 4, 14], 0.9, -0.030518077706237517, 0.34734051065525906),
            ([400, 120, 80, 400], 0.95, 0.012308046369635176, 0.06755513938110112),
        ] {
            let [both, first, second, neither] = table;
            let found = newcombe_paired(both, first, second, neither, level).expect("an interval");
            assert!(agree(found.low, low) && agree(found.high, high), "{table:?}: {found:?}");
        }
    }

    #[test]
    fn what_is_undefined_is_none() {
        let (some, none) = (Proportion::new(1, 2), Proportion::default());
        assert_eq!((newcombe(some, none, 0.95), newcombe(none, some, 0.95)), (None, None));
        assert_eq!((newcombe(some, some, 1.0), newcombe_one_sided(some, some, 0.5)), (None, None));
        assert_eq!(newcombe_paired(0, 0, 0, 0, 0.95), None);
        assert_eq!(newcombe_paired(u64::MAX, 0, 0, 1, 0.95), None);
        for level in [-0.5, 0.0, 1.0, f64::NAN] {
            assert_eq!(newcombe_paired(1, 2, 3, 4, level), None, "{level}");
        }
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

        #[test]
        fn pairs_hold_the_difference_and_turn_with_the_sides(
            table in [0u64..9, 0u64..9, 0u64..9, 0u64..9],
            factor in prop_oneof![Just(1), Just(7), Just(1u64 << 55)],
            level in 0.01..0.999f64,
        ) {
            let [both, first, second, neither] = table.map(|count| count * factor);
            let Some(found) = newcombe_paired(both, first, second, neither, level) else {
                prop_assert_eq!(table, [0; 4]);
                return Ok(());
            };
            let turned = newcombe_paired(both, second, first, neither, level).expect("the same");
            let pairs = table.iter().sum::<u64>() as f64;
            let difference = (table[1] as f64 - table[2] as f64) / pairs;
            prop_assert!(found.low <= difference + 1e-12 && difference <= found.high + 1e-12);
            prop_assert!((found.low + turned.high).abs() < 1e-12);
            prop_assert!(-1.0 <= found.low && found.high <= 1.0);
        }
    }
}
