//! Whether differences of pairs lie about zero: the signed-rank test of Wilcoxon (1945) with the
//! zeros of Pratt (1959), by the normal law (Cureton 1967).
//!
//! Zeros are ranked with the other differences and then dropped, so that many pairs without a
//! difference weaken the answer instead of leaving it as it is.

use super::ranks::{average_ranks, cube_less_itself};
use super::sides::Sides;
use super::undefined::Undefined;

/// A test of differences by their ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// The sum of the ranks of differences above 0.
    pub above: f64,
    /// The sum of the ranks of differences below 0.
    pub below: f64,
    /// How far `above` lies from its mean, in standard deviations and without correction for
    /// continuity.
    pub z: f64,
    /// The probabilities; `greater` is small when differences lie above 0.
    pub sides: Sides,
}

/// The signed-rank test of the differences, with or without the correction for continuity.
pub fn signed_rank(differences: &[f64], is_corrected: bool) -> Result<SignedRank, Undefined> {
    if differences.is_empty() {
        return Err(Undefined::TooFew);
    }
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let ranks = average_ranks(&sizes)?;
    let zeros = sizes.iter().filter(|&&size| size == 0.0).count();
    if zeros == sizes.len() {
        return Err(Undefined::AllZero);
    }
    let sum = |is_in: fn(f64) -> bool| -> f64 {
        let ranked = differences.iter().zip(&ranks.ranks);
        ranked.filter(|&(&difference, _)| is_in(difference)).map(|(_, rank)| rank).sum()
    };
    let (above, below) = (sum(|difference| difference > 0.0), sum(|difference| difference < 0.0));
    let tie_term = ranks.tie_term - cube_less_itself(zeros);
    let squares = squares_up_to(sizes.len()) - squares_up_to(zeros) - tie_term / 12.0;
    let error = (squares / 4.0).sqrt();
    let distance = (above - below) / 2.0;
    let correction = if is_corrected { 0.5 } else { 0.0 };
    let sides = Sides::normal(distance, correction, error).ok_or(Undefined::NotFinite)?;
    Ok(SignedRank { above, below, z: distance / error, sides })
}

/// 1² + 2² + ... + n².
fn squares_up_to(count: usize) -> f64 {
    let count = count as f64;
    count * (count + 1.0) * (2.0 * count + 1.0) / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;

    type Case = (Vec<f64>, f64, f64, [f64; 3], [f64; 3]);

    /// scipy.stats.wilcoxon(d, zero_method="pratt", correction=True, method="asymptotic"):
    /// statistic with alternative="greater", zstatistic of that without correction, pvalue of
    /// "two-sided", "less" and "greater"; the same three with correction=False.
    fn cases() -> Vec<Case> {
        vec![
            (
                vec![1.0, -2.0, 3.0, 4.0, -5.0, 6.0, 7.0, 8.5],
                29.0,
                1.5403080924308108,
                [0.14148212148279338, 0.9463362211191941, 0.07074106074139669],
                [0.12348527214454898, 0.9382573639277255, 0.06174263607227449],
            ),
            (
                vec![0.0, 0.0, 1.0, 1.0, -1.0, 2.0, 3.0, -4.0, 5.0, 0.0],
                35.0,
                1.0932163332202425,
                [0.29780203329480603, 0.8739522161866493, 0.14890101664740302],
                [0.27429882739587585, 0.8628505863020621, 0.13714941369793793],
            ),
            (
                vec![2.0, 2.0, 2.0, 2.0],
                10.0,
                2.0,
                [0.07186063822585158, 0.9860965524865014, 0.03593031911292579],
                [0.04550026389635839, 0.9772498680518208, 0.022750131948179195],
            ),
            (
                vec![1.0, -1.0],
                1.5,
                0.0,
                [1.0, 0.6813240558830315, 0.6813240558830315],
                [1.0, 0.5, 0.5],
            ),
            (
                vec![3.0],
                1.0,
                1.0,
                [1.0, 0.9772498680518208, 0.5],
                [0.31731050786291415, 0.8413447460685429, 0.15865525393145707],
            ),
            (
                vec![0.0, 0.0, 0.0, 5.0, -5.0, 2.0],
                9.5,
                0.4573295603800236,
                [0.7316005889599013, 0.7162244916359481, 0.36580029447995066],
                [0.6474341857017969, 0.6762829071491016, 0.32371709285089845],
            ),
            (
                (0..60).map(|step| 0.5 * f64::from(step) - 3.0).collect(),
                1784.0,
                6.401087259961295,
                [1.5803833827242174e-10, 0.999999999924701, 7.901916913621087e-11],
                [1.5427436620997316e-10, 0.9999999999228628, 7.713718310498658e-11],
            ),
        ]
    }

    #[test]
    fn it_is_that_of_scipy() {
        for (differences, above, z, corrected, plain) in cases() {
            let found = signed_rank(&differences, true).expect("an answer");
            let uncorrected = signed_rank(&differences, false).expect("an answer");
            // Both sums together are all ranks but those of the zeros.
            let zeros = differences.iter().filter(|&&number| number == 0.0).count();
            let all = |count: usize| (count * (count + 1) / 2) as f64;
            let is_right = found.above == above
                && found.above + found.below == all(differences.len()) - all(zeros)
                && agree(found.z, z)
                && found.sides.are(corrected)
                && uncorrected.sides.are(plain);
            assert!(is_right, "{differences:?}: {found:?} {uncorrected:?}");
        }
    }

    #[test]
    fn what_is_undefined_says_why() {
        assert_eq!(signed_rank(&[], true), Err(Undefined::TooFew));
        assert_eq!(signed_rank(&[0.0, -0.0], true), Err(Undefined::AllZero));
        assert_eq!(signed_rank(&[1.0, f64::NAN], false), Err(Undefined::NotANumber));
    }
}
