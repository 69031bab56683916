//! Whether some of several groups tend to larger numbers: the test of Kruskal and Wallis (1952),
//! corrected for ties.

use super::ranks::{RankTest, average_ranks};
use super::undefined::Undefined;

/// The test of Kruskal and Wallis. Infinite numbers are the largest and tie with each other.
pub fn kruskal_wallis(groups: &[&[f64]]) -> Result<RankTest, Undefined> {
    if groups.len() < 2 {
        return Err(Undefined::TooFewGroups);
    }
    if groups.iter().any(|group| group.is_empty()) {
        return Err(Undefined::TooFew);
    }
    let ranks = average_ranks(&groups.concat())?;
    if ranks.are_all_tied() {
        return Err(Undefined::Constant);
    }
    let numbers = ranks.ranks.len() as f64;
    let (mut left, mut apart) = (ranks.ranks.as_slice(), 0.0);
    for group in groups {
        let (own, rest) = left.split_at(group.len());
        let size = own.len() as f64;
        let distance = own.iter().sum::<f64>() / size - (numbers + 1.0) / 2.0;
        apart += size * distance * distance;
        left = rest;
    }
    let statistic = 12.0 * apart / (numbers * (numbers + 1.0)) / ranks.tie_correction();
    RankTest::of(statistic, groups.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;
    use crate::stats::samples::groups;

    #[test]
    fn it_is_that_of_scipy() {
        // scipy.stats.kruskal(*groups)
        let oracles = [
            (1.7169576059850375, 0.1900851393583986),
            (0.261818181818184, 0.6088737822635676),
            (2.3999999999999986, 0.12133525035848367),
            (2.1599999999999966, 0.14164469029513294),
            (81.0810810810811, 2.1664409150618568e-19),
            (0.0, 1.0),
            (0.04471544715447853, 0.8325281286398887),
            (1.5366708126036388, 0.46378443877800934),
            (10.882251253628915, 0.012379928438908774),
        ];
        for (groups, (statistic, probability)) in groups().iter().zip(oracles) {
            let slices: Vec<&[f64]> = groups.iter().map(Vec::as_slice).collect();
            let found = kruskal_wallis(&slices).expect("an answer");
            let is_right = agree(found.statistic, statistic)
                && agree(found.probability, probability)
                && found.freedom == (groups.len() - 1) as f64;
            assert!(is_right, "{groups:?}: {found:?}");
        }
    }

    #[test]
    fn what_is_undefined_says_why() {
        assert_eq!(kruskal_wallis(&[]), Err(Undefined::TooFewGroups));
        assert_eq!(kruskal_wallis(&[&[1.0, 2.0]]), Err(Undefined::TooFewGroups));
        assert_eq!(kruskal_wallis(&[&[1.0, 2.0], &[]]), Err(Undefined::TooFew));
        assert_eq!(kruskal_wallis(&[&[4.0; 3], &[4.0; 2]]), Err(Undefined::Constant));
        assert_eq!(kruskal_wallis(&[&[f64::NAN], &[4.0]]), Err(Undefined::NotANumber));
    }
}
