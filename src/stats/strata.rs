//! Two shares compared within strata: Mantel & Haenszel's test and odds ratio (1959), the common
//! risk difference (Greenland & Robins 1985) with the variance of Sato (1989), which holds for
//! few large strata and for many small ones, and Cochran's Q (1954).
//!
//! A stratum in which a side has no trials says nothing and is passed over.

use super::proportion::{Interval, Proportion};
use super::tails::{chi_squared_upper, normal_quantile};

/// A variance below is 0 but for rounding.
const NOTHING: f64 = 1e-15;

/// A chi-squared test with one degree of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MantelHaenszel {
    /// Chi-squared.
    pub statistic: f64,
    /// The probability of as much or more when the sides are alike in every stratum.
    pub probability: f64,
}

/// The first share less the second, common to all strata.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommonDifference {
    /// The mean of the differences by the weights of Mantel and Haenszel.
    pub difference: f64,
    /// Its interval within -1 and 1; none where the variance is 0.
    pub interval: Option<Interval>,
}

/// Whether the differences of shares differ between the strata.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heterogeneity {
    /// Cochran's Q.
    pub statistic: f64,
    /// The number of strata that took part, less one.
    pub freedom: usize,
    /// The probability of as much or more when the differences are equal.
    pub probability: f64,
    /// Strata left out since their estimated variance is 0: both shares are 0 or 1 there, and
    /// the weight would be infinite.
    pub left_out: usize,
}

/// The cells and margins of one stratum as numbers.
#[derive(Clone, Copy)]
struct Table {
    /// Successes of the first and of the second.
    successes: [f64; 2],
    /// Trials of the first and of the second.
    trials: [f64; 2],
    /// Trials of both.
    all: f64,
}

impl Table {
    fn failures(&self, side: usize) -> f64 {
        self.trials[side] - self.successes[side]
    }

    fn difference(&self) -> f64 {
        self.successes[0] / self.trials[0] - self.successes[1] / self.trials[1]
    }

    /// The weight of Mantel and Haenszel.
    fn weight(&self) -> f64 {
        self.trials[0] / self.all * self.trials[1]
    }

    /// The estimated variance of the difference.
    fn variance(&self) -> f64 {
        let of = |side: usize| {
            let trials = self.trials[side];
            self.successes[side] / trials * (self.failures(side) / trials) / trials
        };
        of(0) + of(1)
    }
}

/// The strata in which both sides have trials.
fn tables(strata: &[(Proportion, Proportion)]) -> Vec<Table> {
    let has_both = |strata: &&(Proportion, Proportion)| strata.0.trials > 0 && strata.1.trials > 0;
    let table = |&(first, second): &(Proportion, Proportion)| {
        let trials = [first.trials as f64, second.trials as f64];
        let successes = [first.successes as f64, second.successes as f64];
        Table { successes, trials, all: trials[0] + trials[1] }
    };
    strata.iter().filter(has_both).map(table).collect()
}

/// The sum over the strata.
fn sum(tables: &[Table], of: impl Fn(&Table) -> f64) -> f64 {
    tables.iter().map(of).sum()
}

/// Whether the two sides are alike in every stratum, without or with the correction for
/// continuity (1/2, or less where that would turn the difference round).
///
/// None where no stratum has both successes and failures.
pub fn mantel_haenszel(
    strata: &[(Proportion, Proportion)],
    is_corrected: bool,
) -> Option<MantelHaenszel> {
    let tables = tables(strata);
    let successes = |table: &Table| table.successes[0] + table.successes[1];
    let excess =
        sum(&tables, |table| table.successes[0] - successes(table) * (table.trials[0] / table.all));
    let variance = sum(&tables, |table| {
        let share = successes(table) / table.all;
        let failures = table.failures(0) + table.failures(1);
        share * failures / (table.all - 1.0) * table.weight()
    });
    let distance = (excess.abs() - if is_corrected { 0.5 } else { 0.0 }).max(0.0);
    let statistic = (variance > 0.0).then(|| distance * distance / variance)?;
    Some(MantelHaenszel { statistic, probability: chi_squared_upper(statistic, 1.0)? })
}

/// The odds of the first by those of the second, common to all strata. None where it would be
/// infinite or 0 by 0.
pub fn common_odds_ratio(strata: &[(Proportion, Proportion)]) -> Option<f64> {
    let tables = tables(strata);
    let product = |side: usize| {
        sum(&tables, |table| table.successes[side] / table.all * table.failures(1 - side))
    };
    let (with, against) = (product(0), product(1));
    (against > 0.0).then(|| with / against)
}

/// The difference of shares common to all strata, with the interval that holds with the
/// confidence `level`. None without strata or where the level is not between 0 and 1.
pub fn common_risk_difference(
    strata: &[(Proportion, Proportion)],
    level: f64,
) -> Option<CommonDifference> {
    let tables = tables(strata);
    let deviations = normal_quantile(0.5 + level / 2.0).filter(|_| level > 0.0)?;
    let weights = sum(&tables, Table::weight);
    let weighted = |table: &Table| table.weight() * table.difference();
    let difference = (!tables.is_empty()).then(|| sum(&tables, weighted) / weights)?;
    let variance = sato(&tables, difference) / (weights * weights);
    let reach = Some(deviations * variance.max(0.0).sqrt()).filter(|_| variance > NOTHING);
    let interval = reach.map(|reach| Interval {
        low: (difference - reach).max(-1.0),
        high: (difference + reach).min(1.0),
    });
    Some(CommonDifference { difference, interval })
}

/// The variance of Sato (1989), times the square of all weights.
fn sato(tables: &[Table], difference: f64) -> f64 {
    let slope = sum(tables, |table| {
        let [first, second] = table.trials.map(|trials| trials / table.all);
        let uneven = first * second * (table.trials[1] - table.trials[0]) / 2.0;
        first * first * table.successes[1] - second * second * table.successes[0] + uneven
    });
    let base = sum(tables, |table| {
        let discordant = |side: usize| table.successes[side] / table.all * table.failures(1 - side);
        (discordant(0) + discordant(1)) / 2.0
    });
    difference * slope + base
}

/// Cochran's Q of the differences of shares, weighted by their inverse variances. None where
/// fewer than two strata have a variance above 0.
pub fn risk_difference_heterogeneity(strata: &[(Proportion, Proportion)]) -> Option<Heterogeneity> {
    let all = tables(strata);
    let (varying, fixed): (Vec<Table>, Vec<Table>) =
        all.into_iter().partition(|table| table.variance() > 0.0);
    let freedom = varying.len().checked_sub(1).filter(|&freedom| freedom > 0)?;
    let weights = sum(&varying, |table| 1.0 / table.variance());
    let mean = sum(&varying, |table| table.difference() / table.variance()) / weights;
    let statistic = sum(&varying, |table| {
        let distance = table.difference() - mean;
        distance * distance / table.variance()
    });
    let probability = chi_squared_upper(statistic, freedom as f64)?;
    Some(Heterogeneity { statistic, freedom, probability, left_out: fixed.len() })
}

#[cfg(test)]
mod tests;
