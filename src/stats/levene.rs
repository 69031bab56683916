//! Whether groups are unlike in their spread: the tests of Levene (1960), by distances from the
//! mean, and of Brown and Forsythe (1974), by distances from the median.
//!
//! The mean-centred test rejects far too often on skewed data such as run times; the
//! median-centred one holds its level there.

use super::moments::{mean, median};
use super::tails::f_upper;
use super::undefined::Undefined;

/// Squared distances that are smaller in proportion are rounding.
const ROUNDING: f64 = 1e-24;

/// A test of the spreads of several groups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpreadTest {
    /// How far the groups' mean distances lie apart, by how far distances vary within groups.
    pub statistic: f64,
    /// Degrees of freedom between groups.
    pub freedom_between: f64,
    /// Degrees of freedom within groups.
    pub freedom_within: f64,
    /// The probability of a statistic as large, or larger, when the spreads are alike.
    pub probability: f64,
}

/// Levene's test, by distances from each group's mean.
pub fn levene(groups: &[&[f64]]) -> Result<SpreadTest, Undefined> {
    of_distances(groups, mean)
}

/// The test of Brown and Forsythe, by distances from each group's median.
pub fn brown_forsythe(groups: &[&[f64]]) -> Result<SpreadTest, Undefined> {
    of_distances(groups, median)
}

fn of_distances(
    groups: &[&[f64]],
    centre: fn(&[f64]) -> Option<f64>,
) -> Result<SpreadTest, Undefined> {
    if groups.len() < 2 {
        return Err(Undefined::TooFewGroups);
    }
    let distances: Result<Vec<_>, _> =
        groups.iter().map(|group| distances(group, centre)).collect();
    one_way(&distances?)
}

/// How far each number lies from the centre of its group.
fn distances(group: &[f64], centre: fn(&[f64]) -> Option<f64>) -> Result<Vec<f64>, Undefined> {
    let &[origin, _, ..] = group else { return Err(Undefined::TooFew) };
    let moved: Vec<f64> = group.iter().map(|number| number - origin).collect();
    let centre = centre(&moved).ok_or(Undefined::TooFew)?;
    Ok(moved.iter().map(|number| (number - centre).abs()).collect())
}

/// The analysis of variance of the distances.
fn one_way(groups: &[Vec<f64>]) -> Result<SpreadTest, Undefined> {
    let count: usize = groups.iter().map(Vec::len).sum();
    let grand = groups.iter().flatten().sum::<f64>() / count as f64;
    let (mut between, mut within, mut total) = (0.0, 0.0, 0.0);
    for group in groups {
        let mean = mean(group).ok_or(Undefined::TooFew)?;
        between += group.len() as f64 * (mean - grand) * (mean - grand);
        within += group.iter().map(|distance| (distance - mean) * (distance - mean)).sum::<f64>();
        total += group.iter().map(|distance| distance * distance).sum::<f64>();
    }
    if !total.is_finite() {
        return Err(Undefined::NotFinite);
    }
    if within <= ROUNDING * total {
        return Err(Undefined::Constant);
    }
    let freedom_between = (groups.len() - 1) as f64;
    let freedom_within = (count - groups.len()) as f64;
    let statistic = between / freedom_between / (within / freedom_within);
    f_upper(statistic, freedom_between, freedom_within)
        .filter(|_| statistic.is_finite())
        .map(|probability| SpreadTest { statistic, freedom_between, freedom_within, probability })
        .ok_or(Undefined::NotFinite)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;
    use crate::stats::samples::groups;

    type Test = fn(&[&[f64]]) -> Result<SpreadTest, Undefined>;

    fn run(test: Test, groups: &[Vec<f64>]) -> Result<SpreadTest, Undefined> {
        test(&groups.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    fn check(test: Test, oracles: [Option<(f64, f64)>; 9]) {
        for (groups, oracle) in groups().iter().zip(oracles) {
            let found = run(test, groups);
            let is_right = match (found, oracle) {
                (Ok(found), Some((statistic, probability))) => {
                    agree(found.statistic, statistic) && agree(found.probability, probability)
                }
                (Err(why), None) => why == Undefined::Constant,
                _ => false,
            };
            assert!(is_right, "{groups:?}: {found:?}");
        }
    }

    #[test]
    fn levene_is_that_of_scipy() {
        // scipy.stats.levene(*groups, center="mean"); two and two: inf, since both numbers of a
        // pair are as far from its mean
        check(
            levene,
            [
                Some((0.06829928624169332, 0.7973835828640335)),
                Some((20.903225806451616, 0.002568012470744159)),
                None,
                Some((0.33870967741935476, 0.5788281174401727)),
                Some((2.5946569286949837, 0.11014355830751783)),
                Some((3.7585266970691893, 0.08852490870769406)),
                Some((2.2686018259497627, 0.16628355001652326)),
                Some((6.973606557773733, 0.005038006092514796)),
                Some((11.587804207195624, 0.00027581440182791316)),
            ],
        );
    }

    #[test]
    fn brown_forsythe_is_that_of_scipy() {
        // scipy.stats.levene(*groups, center="median")
        check(
            brown_forsythe,
            [
                Some((0.01694837088108473, 0.8981491628865922)),
                Some((6.222222222222223, 0.041327218538415075)),
                None,
                Some((0.050212267603571975, 0.8290941319442497)),
                Some((2.5946569286949837, 0.11014355830751783)),
                Some((1.0239737779671876, 0.3412014995874827)),
                Some((0.3821674019059291, 0.551766827050323)),
                Some((1.7792582316623191, 0.19445565282330618)),
                Some((1.4007956900989547, 0.27894737160644595)),
            ],
        );
    }

    #[test]
    fn a_large_difference_keeps_a_small_probability() {
        // scipy.stats.levene(numpy.arange(100.), 1e3 * numpy.arange(100.), center="median")
        let line = |step: f64| (0..100).map(|place| step * f64::from(place)).collect::<Vec<_>>();
        let found = run(brown_forsythe, &[line(1.0), line(1e3)]).expect("an answer");
        assert!(agree(found.probability, 3.220588929752509e-41), "{found:?}");
    }

    #[test]
    fn what_is_undefined_says_why() {
        for test in [levene, brown_forsythe] {
            let of = |groups: &[&[f64]]| test(groups);
            assert_eq!(of(&[]), Err(Undefined::TooFewGroups));
            assert_eq!(of(&[&[1.0, 2.0]]), Err(Undefined::TooFewGroups));
            assert_eq!(of(&[&[1.0, 2.0], &[1.0]]), Err(Undefined::TooFew));
            assert_eq!(of(&[&[0.1; 3], &[0.7; 5]]), Err(Undefined::Constant));
            assert_eq!(of(&[&[0.1, 0.1, 0.4], &[f64::NAN; 2]]), Err(Undefined::NotFinite));
            assert_eq!(of(&[&[1e200, 0.0, 1.0], &[1.0, 2.0]]), Err(Undefined::NotFinite));
        }
        // Every number is as far from its mean, which rounding must not hide.
        let thrice: &[f64] = &[0.1, 0.2, 0.1, 0.2, 0.1, 0.2];
        assert_eq!(levene(&[thrice, &[3.3, 4.4]]), Err(Undefined::Constant));
    }
}
