//! How many successes a further sample will have, given what a first one had: the beta-binomial law
//! with Jeffreys' prior (Box and Tiao 1973).

use statrs::function::gamma::ln_gamma;

use super::proportion::Proportion;

/// What is expected of a further sample of the same source.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// The probability of each number of successes, from 0 on.
    probabilities: Vec<f64>,
}

impl Prediction {
    /// The prediction for `trials` further trials.
    pub fn new(seen: Proportion, trials: u64) -> Self {
        let alpha = seen.successes as f64 + 0.5;
        let beta = (seen.trials - seen.successes) as f64 + 0.5;
        let all = trials as f64;
        let probability = |successes: u64| {
            let successes = successes as f64;
            let choices =
                ln_gamma(all + 1.0) - ln_gamma(successes + 1.0) - ln_gamma(all - successes + 1.0);
            libm::exp(
                choices + ln_beta(successes + alpha, all - successes + beta) - ln_beta(alpha, beta),
            )
        };
        Self { probabilities: (0..=trials).map(probability).collect() }
    }

    /// The probability of at most so many successes.
    pub fn at_most(&self, successes: u64) -> f64 {
        self.probabilities.iter().take(successes as usize + 1).sum::<f64>().min(1.0)
    }

    /// The probability of fewer successes, and half that of as many: 0.5 where a number lies in the
    /// middle of what is expected.
    pub fn place(&self, successes: u64) -> f64 {
        let below = self.probabilities.iter().take(successes as usize).sum::<f64>();
        below + self.probabilities.get(successes as usize).map_or(0.0, |here| here / 2.0)
    }

    /// The fewest and the most successes that leave no more than half of `1 - level` beyond them on
    /// either side.
    pub fn interval(&self, level: f64) -> (u64, u64) {
        let tail = (1.0 - level) / 2.0;
        let trials = self.probabilities.len() as u64 - 1;
        let low = (0..=trials).find(|&count| self.at_most(count) > tail).unwrap_or(trials);
        let above = |count: u64| self.probabilities.iter().skip(count as usize).sum::<f64>();
        let high = (0..=trials).rev().find(|&count| above(count) > tail).unwrap_or(0);
        (low, high)
    }
}

fn ln_beta(alpha: f64, beta: f64) -> f64 {
    ln_gamma(alpha) + ln_gamma(beta) - ln_gamma(alpha + beta)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prediction(successes: u64, trials: u64) -> Prediction {
        Prediction::new(Proportion::new(successes, trials), 15)
    }

    #[test]
    fn predictions_are_those_of_scipy() {
        // scipy.stats.betabinom.pmf(7, 15, 700.5, 300.5)
        let found = prediction(700, 1000).probabilities[7];
        assert!((found - 0.035_516_226_364_419_805).abs() < 1e-10, "{found}");
        // scipy.stats.betabinom.cdf(8, 15, 3.5, 2.5)
        let found = prediction(3, 5).at_most(8);
        assert!((found - 0.454_350_057_058_036_2).abs() < 1e-10, "{found}");
        // scipy.stats.betabinom.pmf(0, 15, 0.5, 1000.5)
        let found = prediction(0, 1000).at_most(0);
        assert!((found - 0.992_585_167_563_091_6).abs() < 1e-10, "{found}");
    }

    #[test]
    fn intervals_leave_a_fortieth_on_either_side() {
        // d = scipy.stats.betabinom(15, k + 0.5, n - k + 0.5); the first x with d.cdf(x) > 0.025 and
        // the last with d.sf(x - 1) > 0.025
        for (successes, trials, expected) in [
            (700, 1000, (7, 14)),
            (0, 1000, (0, 0)),
            (1000, 1000, (15, 15)),
            (3, 5, (2, 14)),
            (7, 15, (2, 12)),
        ] {
            assert_eq!(prediction(successes, trials).interval(0.95), expected, "{successes}");
        }
    }

    #[test]
    fn places_are_symmetric() {
        let (low, high) = (prediction(30, 100), prediction(70, 100));
        for successes in 0..=15 {
            let sum = low.place(successes) + high.place(15 - successes);
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        }
    }
}
