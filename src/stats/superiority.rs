//! How often the first of two samples has the larger number: the A12 of Vargha and Delaney
//! (2000), with the interval of Newcombe (2006, part 2, method 5).
//!
//! The interval holds every probability A that the estimate is not too far from, by the variance
//! that A itself would give. It stays within 0 and 1 and has a width even where one sample lies
//! wholly above the other. The variance is that of numbers without ties, which is larger than
//! with them: tied samples get an interval that is rather too wide.

use super::mann_whitney::pairs_won;
use super::proportion::Interval;
use super::tails::normal_quantile;
use super::undefined::Undefined;

/// Halvings that exhaust the digits of a number between 0 and 1.
const HALVINGS: u32 = 200;

/// The probability that a number of the first sample is larger than one of the second; equal
/// numbers count one half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Superiority {
    /// Its estimate, A12; 0.5 when neither sample tends to larger numbers.
    pub estimate: f64,
    first: f64,
    second: f64,
}

/// The A12 of two samples. Infinite numbers are the largest and tie with each other.
pub fn superiority(first: &[f64], second: &[f64]) -> Result<Superiority, Undefined> {
    let (won, _) = pairs_won(first, second)?;
    let (first, second) = (first.len() as f64, second.len() as f64);
    Ok(Superiority { estimate: won / (first * second), first, second })
}

impl Superiority {
    /// The interval at a level between 0 and 1, such as 0.95.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let z = normal_quantile((1.0 + level) / 2.0).filter(|_| level > 0.0)?;
        Some(Interval { low: self.limit(0.0, z), high: self.limit(1.0, z) })
    }

    /// The farthest probability towards `end` that the estimate is not too far from.
    fn limit(&self, end: f64, z: f64) -> f64 {
        if self.estimate == end {
            return end;
        }
        let (mut inside, mut outside) = (self.estimate, end);
        for _ in 0..HALVINGS {
            let middle = inside + (outside - inside) / 2.0;
            let distance = self.estimate - middle;
            if distance * distance <= z * z * self.variance(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    }

    /// The variance of the estimate when the probability is this one.
    fn variance(&self, probability: f64) -> f64 {
        let rest = 1.0 - probability;
        let half = (self.first + self.second) / 2.0 - 1.0;
        let shared = half * (rest / (2.0 - probability) + probability / (1.0 + probability));
        probability * rest * (1.0 + shared) / (self.first * self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;
    use crate::stats::samples::pairs;

    #[test]
    fn it_is_what_numpy_solves() {
        // m, n = len(a), len(b); A = mannwhitneyu(a, b).statistic / (m * n); N = (m + n) / 2 - 1
        // z = norm.ppf(0.975); both roots by scipy.optimize.brentq of
        // (A - t)**2 - z*z*t*(1 - t)*(1 + N*((1 - t)/(2 - t) + t/(1 + t)))/(m*n)
        let oracles = [
            (0.3125, 0.13169212979930894, 0.5899435498048451),
            (0.6, 0.2570066778068525, 0.8629344428794798),
            (0.0, 0.0, 0.6143642955028336),
            (0.2, 0.04549983650553358, 0.5921743372947343),
            (0.0, 0.0, 0.03627017966746208),
            (0.5, 0.2018486648105248, 0.7981513351894752),
            (0.4666666666666667, 0.1933997289409041, 0.7634530865770285),
        ];
        for ([first, second], (estimate, low, high)) in pairs().into_iter().zip(oracles) {
            let found = superiority(&first, &second).expect("an answer");
            let interval = found.interval(0.95).expect("an interval");
            let is_right = agree(found.estimate, estimate)
                && agree(interval.low, low)
                && agree(interval.high, high);
            assert!(is_right, "{first:?} {second:?}: {found:?} {interval:?}");
        }
    }

    #[test]
    fn turned_round_it_is_the_rest() {
        for [first, second] in pairs() {
            let limits = |one: &[f64], other: &[f64]| {
                let interval = superiority(one, other).ok()?.interval(0.9)?;
                Some((interval.low, interval.high))
            };
            let (low, high) = limits(&first, &second).expect("an interval");
            let (turned_low, turned_high) = limits(&second, &first).expect("an interval");
            assert!((low + turned_high - 1.0).abs() < 1e-12, "{low} {turned_high}");
            assert!((high + turned_low - 1.0).abs() < 1e-12, "{high} {turned_low}");
        }
    }

    #[test]
    fn what_is_undefined_says_why() {
        assert_eq!(superiority(&[], &[1.0]), Err(Undefined::TooFew));
        assert_eq!(superiority(&[f64::NAN], &[1.0]), Err(Undefined::NotANumber));
        let tied = superiority(&[2.0; 5], &[2.0; 5]).expect("an answer");
        assert_eq!(tied.estimate, 0.5);
        assert_eq!([0.0, 1.0, -1.0, f64::NAN].map(|level| tied.interval(level)), [None; 4]);
    }
}
