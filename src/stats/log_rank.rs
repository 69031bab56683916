//! Do groups take unlike times? The log-rank test (Mantel 1966; Peto & Peto 1972), also within
//! strata.
//!
//! At each time of an event the events of a group are compared with its share of those at risk;
//! strata are never mixed, their differences and variances are added.

use super::survival::{Time, are_valid};
use super::tails::chi_squared_upper;

/// A pivot that is smaller beside its first size is 0 but for rounding.
const SINGULAR: f64 = 1e-9;

/// The outcome of a log-rank test.
#[derive(Clone, Debug, PartialEq)]
pub struct LogRank {
    /// Events of each group.
    pub observed: Vec<f64>,
    /// Events of each group if all took alike times.
    pub expected: Vec<f64>,
    /// The statistic, chi-squared when all take alike times.
    pub statistic: f64,
    /// Its degrees of freedom: one less than the groups that were at risk together.
    pub freedom: usize,
    /// The probability of such a statistic or a larger one.
    pub probability: f64,
}

/// The test of two or more groups; `None` when no two groups were at risk at the time of an event,
/// when every such time ended all, or when a time is negative or infinite.
pub fn log_rank(groups: &[&[Time]]) -> Option<LogRank> {
    stratified_log_rank(&[groups.to_vec()])
}

/// The test of the same groups in each of several strata. A group that is missing in a stratum is
/// empty there, or absent at the end.
pub fn stratified_log_rank(strata: &[Vec<&[Time]>]) -> Option<LogRank> {
    let mut sums = Sums::new(strata.iter().map(Vec::len).max()?);
    for groups in strata {
        if !groups.iter().all(|group| are_valid(group)) {
            return None;
        }
        sums.add_stratum(groups);
    }
    sums.test()
}

/// What the test adds up over times and strata.
struct Sums {
    observed: Vec<f64>,
    expected: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Sums {
    fn new(groups: usize) -> Self {
        let zeros = vec![0.0; groups];
        let covariance = vec![zeros.clone(); groups];
        Self { observed: zeros.clone(), expected: zeros, covariance }
    }

    fn add_stratum(&mut self, groups: &[&[Time]]) {
        let mut at_risk: Vec<f64> = groups.iter().map(|group| group.len() as f64).collect();
        let of_group = |(place, group): (usize, &&[Time])| {
            group.iter().map(move |&time| (place, time)).collect::<Vec<_>>()
        };
        let mut times: Vec<(usize, Time)> = groups.iter().enumerate().flat_map(of_group).collect();
        times.sort_by(|one, other| one.1.value.total_cmp(&other.1.value));
        for tied in times.chunk_by(|one, other| one.1.value == other.1.value) {
            self.add_time(tied, &at_risk);
            for &(group, _) in tied {
                at_risk[group] -= 1.0;
            }
        }
    }

    /// Adds the events of one time: their split over the groups is hypergeometric.
    fn add_time(&mut self, tied: &[(usize, Time)], at_risk: &[f64]) {
        let mut events = 0.0;
        for &(group, _) in tied.iter().filter(|(_, time)| time.is_event) {
            self.observed[group] += 1.0;
            events += 1.0;
        }
        let all: f64 = at_risk.iter().sum();
        let spread = if all > 1.0 { events * (all - events) / (all - 1.0) } else { 0.0 };
        for (row, &one) in at_risk.iter().enumerate() {
            self.expected[row] += events * one / all;
            for (column, &other) in at_risk.iter().enumerate() {
                let own = if row == column { 1.0 } else { 0.0 };
                self.covariance[row][column] += spread * one / all * (own - other / all);
            }
        }
    }

    fn test(self) -> Option<LogRank> {
        let apart = self.observed.iter().zip(&self.expected).map(|(one, other)| one - other);
        let (statistic, freedom) = squared_length(self.covariance, apart.collect());
        let probability = chi_squared_upper(statistic, freedom as f64)?;
        let Self { observed, expected, .. } = self;
        Some(LogRank { observed, expected, statistic, freedom, probability })
    }
}

/// The square of a vector in units of its covariance, and the rank of that: elimination with the
/// largest pivot left, until what is left is 0. The groups' differences add up to 0, so that at
/// least one of them is always left out.
fn squared_length(mut covariance: Vec<Vec<f64>>, mut vector: Vec<f64>) -> (f64, usize) {
    let mut left: Vec<usize> = (0..vector.len()).collect();
    let first: Vec<f64> = left.iter().map(|&place| covariance[place][place]).collect();
    let (mut square, mut rank) = (0.0, 0);
    loop {
        left.retain(|&place| covariance[place][place] > SINGULAR * first[place]);
        let size = |&&one: &&usize| covariance[one][one];
        let Some(&pivot) = left.iter().max_by(|one, other| size(one).total_cmp(&size(other)))
        else {
            return (square, rank);
        };
        let row = covariance[pivot].clone();
        square += vector[pivot] * vector[pivot] / row[pivot];
        rank += 1;
        left.retain(|&place| place != pivot);
        for &place in &left {
            let factor = row[place] / row[pivot];
            vector[place] -= factor * vector[pivot];
            for &column in &left {
                covariance[place][column] -= factor * row[column];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::survival_samples::{any_times, sample};
    use super::*;
    use crate::stats::agree;
    use proptest::prelude::*;

    /// The test of strata, each named by the samples of its groups.
    fn test(strata: &[&str]) -> Option<LogRank> {
        let groups = |names: &&str| names.chars().map(sample).collect();
        let samples: Vec<Vec<Vec<Time>>> = strata.iter().map(groups).collect();
        let strata = samples.iter().map(|groups| groups.iter().map(Vec::as_slice).collect());
        stratified_log_rank(&strata.collect::<Vec<_>>())
    }

    #[test]
    fn tests_are_those_of_lifelines_and_statsmodels() {
        // One stratum: r = lifelines.statistics.multivariate_logrank_test(t, groups, e);
        // r.test_statistic, r.p_value, and for A and F scipy.stats.logrank(x, y).statistic ** 2.
        // Several: statsmodels.duration.survfunc.survdiff(t, e, groups, strata=strata)
        let cases: [(&[&str], f64, f64); 12] = [
            (&["AB"], 6.3940704527720404, 0.011450217087016308),
            (&["AF"], 1.0458407146892998, 0.30646695608381486),
            (&["EB"], 3.8632580261593334, 0.0493544021361995),
            (&["DB"], 5.238662799046497, 0.022090247121775316),
            (&["CB"], 5.628685214890205, 0.017668879141542203),
            (&["FAB"], 11.195448582505584, 0.0037062885598975245),
            (&["AEDF"], 7.97897220331722, 0.046448291746910626),
            (&["AB", "FE"], 3.932033070654026, 0.04737463823309729),
            (&["AF", "BD"], 4.116669853411151, 0.042462586258586676),
            (&["AF", "FA", "EB"], 0.7133108201342759, 0.3983468860993009),
            (&["FAB", "AEB"], 19.253388369862133, 6.594469083442966e-05),
            (&["CB", "EA"], 3.5698713021921167, 0.05883687108279523),
        ];
        for (strata, statistic, probability) in cases {
            let found = test(strata).unwrap_or_else(|| panic!("{strata:?}"));
            let is_right = agree(found.statistic, statistic)
                && agree(found.probability, probability)
                && found.freedom == strata[0].len() - 1;
            assert!(is_right, "{strata:?}: {found:?}");
        }
    }

    #[test]
    fn events_are_expected_as_numpy_says() {
        // At each time of an event, d events of n at risk by group: sum of d, and of
        // d.sum() * n / n.sum(), over times and strata
        let cases: [(&[&str], &[f64], &[f64]); 6] = [
            (&["AB"], &[5.0, 4.0], &[7.533910533910533, 1.4660894660894659]),
            (&["EB"], &[1.0, 4.0], &[2.9, 2.1]),
            (&["DB"], &[5.0, 4.0], &[6.89484126984127, 2.1051587301587302]),
            (&["CB"], &[0.0, 4.0], &[2.2785714285714285, 1.7214285714285715]),
            (&["AB", "FE"], &[12.0, 5.0], &[14.598124098124098, 2.4018759018759015]),
            (
                &["FAB", "AEB"],
                &[12.0, 6.0, 8.0],
                &[17.094667832167833, 6.63670496170496, 2.2686272061272064],
            ),
        ];
        for (strata, observed, expected) in cases {
            let found = test(strata).expect("a test");
            let is_right = found.expected.iter().zip(expected).all(|(&one, &two)| agree(one, two));
            assert!(is_right && found.observed == observed, "{strata:?}: {found:?}");
        }
    }

    #[test]
    fn what_is_undefined_is_none() {
        for strata in [&[][..], &[""], &["A"], &["CC"], &["DD"], &["A", "B"], &["A-", "-B"]] {
            assert_eq!(test(strata), None, "{strata:?}");
        }
        assert_eq!(log_rank(&[&[Time::event(f64::NAN)], &sample('A')]), None);
    }

    #[test]
    fn empty_groups_and_strata_change_nothing() {
        let plain = test(&["AB"]).expect("a test");
        for strata in [&["A-B"][..], &["AB", ""], &["AB", "F"], &["AB", "CC"]] {
            let found = test(strata).expect("a test");
            assert!(agree(found.statistic, plain.statistic) && found.freedom == 1, "{strata:?}");
        }
    }

    proptest! {
        #[test]
        fn events_are_shared_out_and_probabilities_are_such(
            one in any_times(), two in any_times(), three in any_times()
        ) {
            let Some(found) = log_rank(&[&one, &two, &three]) else { return Ok(()) };
            let (observed, expected): (f64, f64) =
                (found.observed.iter().sum(), found.expected.iter().sum());
            prop_assert!((observed - expected).abs() < 1e-9);
            prop_assert!((0.0..=1.0).contains(&found.probability) && found.statistic >= 0.0);
            let turned = log_rank(&[&three, &one, &two]).expect("the same test");
            let apart = (turned.statistic - found.statistic).abs();
            prop_assert!(apart < 1e-6 * (1.0 + found.statistic));
            prop_assert_eq!(turned.freedom, found.freedom);
        }
    }
}
