//! Ranks with ties averaged, and what ties take from the variance of a sum of ranks.
//!
//! The one place that ranks: every rank test begins here. Infinite numbers have ranks, so that
//! what never ended may stand last.

use super::tails::chi_squared_upper;
use super::undefined::Undefined;

/// The ranks of a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// The rank of each number, the smallest having 1; equal numbers share the mean of theirs.
    pub ranks: Vec<f64>,
    /// The sum of t³ - t over all sets of t equal numbers.
    pub tie_term: f64,
}

impl Ranks {
    /// The share of the variance that ties leave; 0 when all numbers are equal.
    pub fn tie_correction(&self) -> f64 {
        1.0 - self.tie_term / cube_less_itself(self.ranks.len())
    }

    /// Whether all numbers are equal, so that the ranks tell nothing.
    pub fn are_all_tied(&self) -> bool {
        self.tie_term == cube_less_itself(self.ranks.len())
    }
}

/// n³ - n.
pub(super) fn cube_less_itself(count: usize) -> f64 {
    let count = count as f64;
    count * (count - 1.0) * (count + 1.0)
}

/// The ranks of the numbers, ties averaged.
pub fn average_ranks(numbers: &[f64]) -> Result<Ranks, Undefined> {
    if numbers.iter().any(|number| number.is_nan()) {
        return Err(Undefined::NotANumber);
    }
    // Adding 0 makes both zeros one.
    let key = |place: usize| numbers[place] + 0.0;
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&one, &other| key(one).total_cmp(&key(other)));
    let mut ranks = vec![0.0; numbers.len()];
    let (mut tie_term, mut before) = (0.0, 0);
    for tied in order.chunk_by(|&one, &other| numbers[one] == numbers[other]) {
        let rank = before as f64 + (tied.len() + 1) as f64 / 2.0;
        for &place in tied {
            ranks[place] = rank;
        }
        before += tied.len();
        tie_term += cube_less_itself(tied.len());
    }
    Ok(Ranks { ranks, tie_term })
}

/// A test of several groups by their ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankTest {
    /// How far the groups' mean ranks lie apart, corrected for ties.
    pub statistic: f64,
    /// Degrees of freedom of the chi-squared law that it is held to.
    pub freedom: f64,
    /// The probability of a statistic as large, or larger, when the groups are alike.
    pub probability: f64,
}

impl RankTest {
    /// The test of a statistic of so many groups.
    pub(super) fn of(statistic: f64, groups: usize) -> Result<Self, Undefined> {
        let freedom = (groups - 1) as f64;
        let tail = chi_squared_upper(statistic, freedom).filter(|_| statistic.is_finite());
        let probability = tail.ok_or(Undefined::NotFinite)?;
        Ok(Self { statistic, freedom, probability })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;

    #[test]
    fn ranks_are_those_of_scipy() {
        // scipy.stats.rankdata(x); tie term: t = numpy.unique(x, return_counts=True)[1];
        // (t**3 - t).sum()
        let cases: [(&[f64], &[f64], f64); 6] = [
            (&[3.0, 1.0, 4.0, 1.0, 5.0], &[3.0, 1.5, 4.0, 1.5, 5.0], 6.0),
            (&[7.0, 7.0, 7.0, 2.0, 2.0], &[4.0, 4.0, 4.0, 1.5, 1.5], 30.0),
            (&[2.0, 2.0], &[1.5, 1.5], 6.0),
            (&[0.0, -0.0, -1.0], &[2.5, 2.5, 1.0], 6.0),
            (&[f64::INFINITY, 1e308, f64::INFINITY], &[2.5, 1.0, 2.5], 6.0),
            (&[], &[], 0.0),
        ];
        for (numbers, ranks, tie_term) in cases {
            let expected = Ranks { ranks: ranks.to_vec(), tie_term };
            assert_eq!(average_ranks(numbers), Ok(expected), "{numbers:?}");
        }
        assert_eq!(average_ranks(&[1.0, f64::NAN]), Err(Undefined::NotANumber));
    }

    #[test]
    fn ties_leave_what_scipy_says() {
        // scipy.stats.tiecorrect(scipy.stats.rankdata(x))
        let left = |numbers: &[f64]| average_ranks(numbers).map(|ranks| ranks.tie_correction());
        assert_eq!(left(&[3.0, 1.0, 4.0, 1.0, 5.0]), Ok(0.95));
        assert_eq!(left(&[7.0, 7.0, 7.0, 2.0, 2.0]), Ok(0.75));
        assert_eq!(left(&[4.0, 4.0, 4.0]), Ok(0.0));
        assert_eq!(left(&[1.0, 2.0]), Ok(1.0));
        let many = left(&[1.0, 2.0, 2.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0, 4.0]);
        assert!(many.is_ok_and(|found| agree(found, 0.9090909090909091)));
        assert!(average_ranks(&[4.0, 4.0, 4.0]).is_ok_and(|ranks| ranks.are_all_tied()));
    }
}
