//! Which methods rank first over blocks: average ranks and the test of Friedman (1937),
//! corrected for ties.
//!
//! A block holds one number for each method, in the same order; blocks are what was sampled, so
//! several measurements of one thing are to be brought to one number first.

use super::ranks::{RankTest, average_ranks, cube_less_itself};
use super::undefined::Undefined;

/// The ranks of methods over blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Friedman {
    /// The average rank of each method; the smallest number of a block has rank 1.
    pub average_ranks: Vec<f64>,
    /// Whether the average ranks differ; undefined when every block is tied throughout.
    pub test: Result<RankTest, Undefined>,
}

/// Friedman's test. Infinite numbers are the largest and tie with each other.
pub fn friedman(blocks: &[&[f64]]) -> Result<Friedman, Undefined> {
    let methods = blocks.first().ok_or(Undefined::TooFew)?.len();
    if methods < 2 {
        return Err(Undefined::TooFewGroups);
    }
    if blocks.iter().any(|block| block.len() != methods) {
        return Err(Undefined::Ragged);
    }
    let (mut sums, mut tie_term) = (vec![0.0; methods], 0.0);
    for block in blocks {
        let ranked = average_ranks(block)?;
        tie_term += ranked.tie_term;
        for (sum, rank) in sums.iter_mut().zip(ranked.ranks) {
            *sum += rank;
        }
    }
    let count = blocks.len() as f64;
    let average_ranks: Vec<f64> = sums.into_iter().map(|sum| sum / count).collect();
    let test = test(&average_ranks, tie_term, blocks.len());
    Ok(Friedman { average_ranks, test })
}

fn test(average_ranks: &[f64], tie_term: f64, blocks: usize) -> Result<RankTest, Undefined> {
    let most_ties = blocks as f64 * cube_less_itself(average_ranks.len());
    if blocks < 2 {
        return Err(Undefined::TooFew);
    }
    if tie_term == most_ties {
        return Err(Undefined::Constant);
    }
    let methods = average_ranks.len() as f64;
    let middle = (methods + 1.0) / 2.0;
    let apart: f64 = average_ranks.iter().map(|rank| (rank - middle) * (rank - middle)).sum();
    let scale = 12.0 * blocks as f64 / (methods * (methods + 1.0));
    RankTest::of(scale * apart / (1.0 - tie_term / most_ties), average_ranks.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;

    fn run(blocks: &[Vec<f64>]) -> Result<Friedman, Undefined> {
        friedman(&blocks.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    type Case = (Vec<Vec<f64>>, f64, f64, Vec<f64>);

    /// Statistic and probability of scipy.stats.friedmanchisquare(*numpy.array(blocks).T), and
    /// scipy.stats.rankdata(blocks, axis=1).mean(0).
    fn cases() -> Vec<Case> {
        let (large, third) = (1e9, 1.0 / 3.0);
        let long = |block: i32| [0, 1, 1, 2, -1].map(|above| f64::from(block + above)).to_vec();
        let [plain, tied, two, offset]: [&[&[f64]]; 4] = [
            &[&[1.0, 2.0, 3.0], &[2.0, 1.0, 3.0], &[1.0, 3.0, 2.0], &[1.0, 2.0, 3.0]],
            &[&[1., 1., 2.], &[3., 3., 3.], &[5., 2., 2.], &[1., 4., 4.], &[9., 7., 8.]],
            &[&[1.0, 2.0, 3.0, 4.0], &[1.0, 2.0, 3.0, 4.0]],
            &[
                &[large + 1.0, large + 2.0, large + 1.0],
                &[large, large + 5.0, large + 3.0],
                &[7.0, 7.0, 6.0],
            ],
        ];
        let owned = |blocks: &[&[f64]]| blocks.iter().map(|block| block.to_vec()).collect();
        vec![
            (owned(plain), 4.5, 0.10539922456186433, vec![1.25, 2.0, 2.75]),
            (owned(tied), 1.0769230769230813, 0.5836454781435729, vec![2.1, 1.7, 2.2]),
            (owned(two), 6.0, 0.11161022509471268, vec![1.0, 2.0, 3.0, 4.0]),
            (
                owned(offset),
                3.799999999999997,
                0.14956861922263523,
                vec![5.0 * third, 8.5 * third, 1.5],
            ),
            (
                (0..80).map(long).collect(),
                320.0,
                5.244556536854087e-68,
                vec![2.0, 3.5, 3.5, 5.0, 1.0],
            ),
        ]
    }

    #[test]
    fn it_is_that_of_scipy() {
        for (blocks, statistic, probability, ranks) in cases() {
            let found = run(&blocks).expect("ranks");
            let test = found.test.expect("an answer");
            let is_right = agree(test.statistic, statistic)
                && agree(test.probability, probability)
                && found.average_ranks.len() == ranks.len()
                && found.average_ranks.iter().zip(ranks).all(|(&one, other)| agree(one, other));
            assert!(is_right, "{blocks:?}: {found:?}");
        }
    }

    #[test]
    fn what_is_undefined_says_why() {
        assert_eq!(friedman(&[]), Err(Undefined::TooFew));
        assert_eq!(friedman(&[&[1.0], &[2.0]]), Err(Undefined::TooFewGroups));
        assert_eq!(friedman(&[&[1.0, 2.0], &[2.0]]), Err(Undefined::Ragged));
        assert_eq!(friedman(&[&[1.0, f64::NAN]]), Err(Undefined::NotANumber));
        let test = |blocks: &[&[f64]]| friedman(blocks).map(|found| found.test);
        assert_eq!(test(&[&[1.0, 2.0]]), Ok(Err(Undefined::TooFew)));
        assert_eq!(test(&[&[3.0; 4], &[7.0; 4]]), Ok(Err(Undefined::Constant)));
        let tied = friedman(&[&[3.0; 3], &[7.0; 3]]).expect("ranks");
        assert_eq!(tied.average_ranks, [2.0; 3]);
    }
}
