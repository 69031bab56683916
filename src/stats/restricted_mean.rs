//! The mean of times up to a common cap (Irwin 1949; Royston & Parmar 2013).
//!
//! Where nothing was censored before the cap it is the plain mean of min(T, cap); otherwise the
//! area under the curve of Kaplan and Meier, with a variance of Greenwood's kind.

use super::moments::{mean, standard_deviation};
use super::proportion::Interval;
use super::sides::Sides;
use super::survival::{KaplanMeier, Time};
use super::tails::{normal_quantile, normal_upper, student_quantile, student_upper};

/// The mean of min(T, cap).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestrictedMean {
    /// The estimate.
    pub mean: f64,
    /// The variance of the estimate; of fewer than two times there is none.
    pub variance: Option<f64>,
    /// One less than the number of times where the estimate is a plain mean; `None` where it is an
    /// area, whose variance holds for large samples only.
    pub freedom: Option<f64>,
}

/// The mean of min(T, cap); `None` of no times or invalid ones, for a cap that is not above 0 and
/// finite, and when the longest time was censored before the cap.
pub fn restricted_mean(times: &[Time], cap: f64) -> Option<RestrictedMean> {
    let curve = KaplanMeier::new(times)?;
    let is_defined = cap > 0.0 && cap.is_finite() && curve.reaches(cap);
    let is_plain = times.iter().all(|time| time.is_event || time.value >= cap);
    let found = if is_plain { plain(times, cap)? } else { under(&curve, cap, times.len()) };
    (is_defined && found.mean.is_finite()).then_some(found)
}

fn plain(times: &[Time], cap: f64) -> Option<RestrictedMean> {
    let capped: Vec<f64> = times.iter().map(|time| time.value.min(cap)).collect();
    let count = capped.len() as f64;
    let variance = standard_deviation(&capped).map(|deviation| deviation * deviation / count);
    let freedom = (count > 1.0).then_some(count - 1.0);
    Some(RestrictedMean { mean: mean(&capped)?, variance: finite(variance), freedom })
}

/// The area under the curve, summed from the cap backwards: what lies beyond a step is what the
/// variance weighs that step with.
fn under(curve: &KaplanMeier, cap: f64, count: usize) -> RestrictedMean {
    let (mut area, mut variance, mut end) = (0.0, 0.0, cap);
    for step in curve.steps().iter().rev().filter(|step| step.time < cap) {
        area += step.survival * (end - step.time);
        end = step.time;
        let (at_risk, events) = (step.at_risk as f64, step.events as f64);
        if step.events < step.at_risk {
            variance += area * area * events / (at_risk * (at_risk - events));
        }
    }
    let variance = finite((count > 1).then_some(variance));
    RestrictedMean { mean: area + end, variance, freedom: None }
}

fn finite(number: Option<f64>) -> Option<f64> {
    number.filter(|number| number.is_finite())
}

/// How far means lie apart, or a weighted sum of them lies from 0, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanDifference {
    /// The first less the second, or the weighted sum.
    pub difference: f64,
    /// Its standard error; above 0.
    pub error: f64,
    /// Degrees of freedom for Student's law, after Satterthwaite (1946) and Welch (1947); `None`:
    /// the normal law.
    pub freedom: Option<f64>,
}

impl RestrictedMean {
    /// This mean less the other one, up to the same cap; `None` when a variance is missing or both
    /// are 0.
    pub fn less(self, other: Self) -> Option<MeanDifference> {
        MeanDifference::combined(&[(1.0, self), (-1.0, other)])
    }
}

impl MeanDifference {
    /// The weighted sum of independent means; weights may be negative, and what has weight 0 takes
    /// no part. `None` when a variance is missing, all are 0 or a number is not finite.
    pub fn combined(parts: &[(f64, RestrictedMean)]) -> Option<Self> {
        let parts: Vec<_> = parts.iter().filter(|part| part.0 != 0.0).collect();
        let variance = |(weight, part): &(f64, RestrictedMean)| {
            part.variance.map(|variance| weight * weight * variance)
        };
        let variances = parts.iter().map(|part| variance(part)).collect::<Option<Vec<f64>>>()?;
        let variance: f64 = variances.iter().sum();
        let difference: f64 = parts.iter().map(|(weight, part)| weight * part.mean).sum();
        let spreading = parts.iter().zip(&variances).filter(|(_, variance)| **variance > 0.0);
        // Shares of the sum, since the squares of variances may leave the range of numbers.
        let inverse = spreading.map(|(part, one)| {
            let share = one / variance;
            part.1.freedom.map(|freedom| share * share / freedom)
        });
        let freedom = inverse.sum::<Option<f64>>().map(|inverse| 1.0 / inverse);
        let error = variance.sqrt();
        let is_defined = error > 0.0 && error.is_finite() && difference.is_finite();
        is_defined.then_some(Self { difference, error, freedom })
    }

    /// The difference by its error, and how likely it, or a farther one, is when there is none.
    /// `None` when that is out of the range of numbers.
    pub fn test(&self) -> Option<(f64, Sides)> {
        let statistic = Some(self.difference / self.error).filter(|ratio| ratio.is_finite())?;
        let sides = Sides::symmetric(statistic, |distance| match self.freedom {
            Some(freedom) => student_upper(distance, freedom),
            None => normal_upper(distance),
        })?;
        Some((statistic, sides))
    }

    /// The interval of the difference at a level between 0 and 1, such as 0.95.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let upper = Some((1.0 + level) / 2.0).filter(|_| level > 0.0)?;
        let quantile = match self.freedom {
            Some(freedom) => student_quantile(upper, freedom)?,
            None => normal_quantile(upper)?,
        };
        let reach = quantile * self.error;
        let interval = Interval { low: self.difference - reach, high: self.difference + reach };
        (interval.low.is_finite() && interval.high.is_finite()).then_some(interval)
    }
}

#[cfg(test)]
mod tests;
