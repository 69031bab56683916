//! Whether some of several things differ that were measured on common blocks: the range of their
//! means, with the numbers of each block dealt out anew (Pitman 1938).
//!
//! Adds, multiplies and compares only, so that the answer is the same on every machine and may
//! decide what is run next.

use super::undefined::Undefined;
use crate::rng::Rng;

/// Ranges that are closer, in proportion to the larger one, are equal but for rounding.
const TIE: f64 = 1e-9;

/// The probability that the largest mean lies as far above the smallest one as observed, or
/// farther, when nothing but chance decides which number of a block is whose.
///
/// A block holds a number for each of them, in the same order. What was observed counts as one of
/// the deals (Phipson & Smyth 2010), so that the test holds its level.
pub fn blocked_range(blocks: &[&[f64]], rounds: u32, seed: u64) -> Result<f64, Undefined> {
    let things = blocks.first().ok_or(Undefined::TooFew)?.len();
    if things < 2 {
        return Err(Undefined::TooFewGroups);
    }
    if blocks.iter().any(|block| block.len() != things) {
        return Err(Undefined::Ragged);
    }
    if blocks.iter().any(|block| block.iter().any(|number| !number.is_finite())) {
        return Err(Undefined::NotFinite);
    }
    let observed = range_of_sums(things, blocks.iter().copied());
    let least = observed - TIE * observed;
    let mut dealt: Vec<Vec<f64>> = blocks.iter().map(|block| block.to_vec()).collect();
    let mut rng = Rng::from_seed(seed);
    let mut as_far = 1;
    for _ in 0..rounds {
        for block in &mut dealt {
            rng.shuffle(block);
        }
        as_far += u32::from(range_of_sums(things, dealt.iter().map(Vec::as_slice)) >= least);
    }
    Ok(f64::from(as_far) / (f64::from(rounds) + 1.0))
}

/// The largest sum over the blocks less the smallest one.
fn range_of_sums<'b>(things: usize, blocks: impl Iterator<Item = &'b [f64]>) -> f64 {
    let mut sums = vec![0.0; things];
    for block in blocks {
        for (sum, number) in sums.iter_mut().zip(block) {
            *sum += number;
        }
    }
    let largest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest - sums.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUNDS: u32 = 19_999;

    #[test]
    fn it_is_what_counting_gives() {
        // Over all itertools.product(*map(itertools.permutations, blocks)): the share whose
        // numpy.ptp(numpy.sum(deal, 0)) is that observed or more.
        let cases: [(&[&[f64]], f64); 5] = [
            (&[&[1.0, 2.0], &[1.0, 2.0], &[1.0, 2.0]], 0.25),
            (&[&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0], &[1.0, 3.0, 2.0]], 0.19444444444444445),
            (&[&[0.1, 0.9, 1.2], &[0.2, 1.1, 1.0], &[0.1, 0.3, 1.4]], 0.05555555555555555),
            (&[&[1.0, 1.0, 2.0, 2.0], &[0.0, 1.0, 2.0, 3.0]], 0.3333333333333333),
            (&[&[5.0, 5.0, 5.0], &[2.0, 2.0, 2.0]], 1.0),
        ];
        for (blocks, exact) in cases {
            let found = blocked_range(blocks, ROUNDS, 3).expect("an answer");
            let error = (exact * (1.0 - exact) / f64::from(ROUNDS)).sqrt();
            assert!((found - exact).abs() < 4.0 * error + 1e-3, "{blocks:?}: {found} {exact}");
        }
    }

    #[test]
    fn what_blocks_have_in_common_does_not_count() {
        let blocks: [&[f64]; 3] = [&[0.0, 1.0, 0.5], &[0.1, 1.1, 0.7], &[0.0, 0.8, 0.9]];
        let plain = blocked_range(&blocks, ROUNDS, 1).expect("an answer");
        let raised: Vec<Vec<f64>> = blocks
            .iter()
            .zip([0.0, 64.0, 1024.0])
            .map(|(block, offset)| block.iter().map(|number| number + offset).collect())
            .collect();
        let raised: Vec<&[f64]> = raised.iter().map(Vec::as_slice).collect();
        let found = blocked_range(&raised, ROUNDS, 1).expect("an answer");
        assert!((plain - found).abs() < 0.02, "{plain} {found}");
    }

    #[test]
    fn what_is_undefined_says_why() {
        assert_eq!(blocked_range(&[], 9, 0), Err(Undefined::TooFew));
        assert_eq!(blocked_range(&[&[1.0]], 9, 0), Err(Undefined::TooFewGroups));
        assert_eq!(blocked_range(&[&[1.0, 2.0], &[1.0]], 9, 0), Err(Undefined::Ragged));
        assert_eq!(blocked_range(&[&[1.0, f64::NAN]], 9, 0), Err(Undefined::NotFinite));
    }
}
