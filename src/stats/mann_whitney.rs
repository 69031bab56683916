//! Whether one of two samples tends to the larger numbers: the test of Mann and Whitney (1947),
//! by the normal law with the correction for ties and for continuity.

use super::ranks::{Ranks, average_ranks};
use super::sides::Sides;
use super::undefined::Undefined;

/// A test of two samples by their ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannWhitney {
    /// Pairs whose number of the first sample is the larger one; equal ones count one half.
    pub statistic: f64,
    /// How far the statistic lies from its mean, in standard deviations and without correction
    /// for continuity.
    pub z: f64,
    /// The probabilities, with the correction for continuity.
    pub sides: Sides,
}

/// The test of Mann and Whitney. Infinite numbers are the largest and tie with each other.
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Result<MannWhitney, Undefined> {
    let pairs = first.len() as f64 * second.len() as f64;
    let (statistic, ranks) = pairs_won(first, second)?;
    if ranks.are_all_tied() {
        return Err(Undefined::Constant);
    }
    let numbers = ranks.ranks.len() as f64;
    let error = (pairs / 12.0 * (numbers + 1.0) * ranks.tie_correction()).sqrt();
    let distance = statistic - pairs / 2.0;
    let sides = Sides::normal(distance, 0.5, error).ok_or(Undefined::NotFinite)?;
    Ok(MannWhitney { statistic, z: distance / error, sides })
}

/// Pairs whose number of the first sample is the larger one, equal ones counting one half; and
/// the ranks of both samples together.
pub(super) fn pairs_won(first: &[f64], second: &[f64]) -> Result<(f64, Ranks), Undefined> {
    if first.is_empty() || second.is_empty() {
        return Err(Undefined::TooFew);
    }
    let ranks = average_ranks(&[first, second].concat())?;
    let size = first.len() as f64;
    let sum: f64 = ranks.ranks[..first.len()].iter().sum();
    Ok((sum - size * (size + 1.0) / 2.0, ranks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;
    use crate::stats::samples::pairs;

    #[test]
    fn it_is_that_of_scipy() {
        // scipy.stats.mannwhitneyu(a, b, method="asymptotic"): statistic, pvalue, and that with
        // alternative="less" and "greater"; z = (statistic - m * n / 2) /
        // sqrt(scipy.stats.tiecorrect(scipy.stats.rankdata(a + b)) * m * n * (m + n + 1) / 12)
        let oracles = [
            (
                22.5,
                -1.3103272896437124,
                [0.20702196820234253, 0.10351098410117127, 0.9129041938974263],
            ),
            (
                12.0,
                0.5116817192534651,
                [0.7011553817567963, 0.7387843575192178, 0.35057769087839813],
            ),
            (
                0.0,
                -1.5491933384829668,
                [0.2452781168067728, 0.1226390584033864, 0.9735962442919432],
            ),
            (
                4.0,
                -1.4696938456699067,
                [0.17790959498698244, 0.08895479749349122, 0.9443265567334298],
            ),
            (0.0, -9.004503377814963, [2.226506668334408e-19, 1.113253334167204e-19, 1.0]),
            (12.0, 0.0, [1.0, 0.5425757067103765, 0.5425757067103765]),
            (
                14.0,
                -0.21146027322991792,
                [0.9157964688002955, 0.45789823440014776, 0.6244504368286437],
            ),
        ];
        for ([first, second], (statistic, z, sides)) in pairs().into_iter().zip(oracles) {
            let found = mann_whitney(&first, &second).expect("an answer");
            let is_right =
                found.statistic == statistic && agree(found.z, z) && found.sides.are(sides);
            assert!(is_right, "{first:?} {second:?}: {found:?}");
        }
    }

    #[test]
    fn what_never_ends_is_as_any_number_above_the_rest() {
        let ending = |last: f64| mann_whitney(&[3.0, last, last, 8.0], &[last, 1.0, 2.0]);
        assert_eq!(ending(f64::INFINITY), ending(1000.0));
        assert!(ending(1000.0).is_ok_and(|found| found.statistic == 9.0 && found.z > 0.0));
    }

    #[test]
    fn what_is_undefined_says_why() {
        assert_eq!(mann_whitney(&[], &[1.0]), Err(Undefined::TooFew));
        assert_eq!(mann_whitney(&[1.0], &[]), Err(Undefined::TooFew));
        assert_eq!(mann_whitney(&[9.0; 3], &[9.0; 2]), Err(Undefined::Constant));
        assert_eq!(mann_whitney(&[f64::NAN], &[1.0]), Err(Undefined::NotANumber));
    }
}
