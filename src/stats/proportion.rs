//! Shares of successes: Wilson's interval (1927), Fisher's exact test (1935) and its mid-p
//! (Lancaster 1961).
//!
//! Fisher's test sums the hypergeometric law itself. Its weights are made from the largest one
//! outwards by their ratios, so that no logarithm of a factorial costs digits, and a small
//! probability is a small sum and not 1 minus a large one.

use super::tails::normal_quantile;

/// The quantile 0.975 of the normal law.
const NORMAL_975: f64 = 1.959_963_984_540_054;

/// Weights that differ by less are equal but for rounding.
const TIE: f64 = 1e-10;

/// Successes among trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proportion {
    /// How often it went well; at most `trials`.
    pub successes: u64,
    /// How often it was tried.
    pub trials: u64,
}

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Proportion {
    /// Successes among trials.
    pub fn new(successes: u64, trials: u64) -> Self {
        debug_assert!(successes <= trials, "{successes} of {trials}");
        Self { successes, trials }
    }

    /// The share of successes.
    pub fn share(self) -> Option<f64> {
        (self.trials > 0).then(|| self.successes as f64 / self.trials as f64)
    }

    /// Wilson's 95 % interval of the probability of a success, within 0 and 1.
    pub fn wilson(self) -> Option<Interval> {
        self.wilson_within(NORMAL_975)
    }

    /// Wilson's interval of the probability of a success that holds with the confidence `level`,
    /// within 0 and 1; none where the level is not between 0 and 1.
    pub fn wilson_at(self, level: f64) -> Option<Interval> {
        self.wilson_within(normal_quantile(0.5 + level / 2.0).filter(|_| level > 0.0)?)
    }

    fn wilson_within(self, deviations: f64) -> Option<Interval> {
        let share = self.share()?;
        let trials = self.trials as f64;
        let square = deviations * deviations;
        let centre = share + square / (2.0 * trials);
        let variance = share * (1.0 - share) / trials + square / (4.0 * trials * trials);
        let reach = deviations * variance.sqrt();
        let scale = 1.0 + square / trials;
        let low = if self.successes == 0 { 0.0 } else { (centre - reach) / scale };
        let high = if self.successes == self.trials { 1.0 } else { (centre + reach) / scale };
        Some(Interval { low: low.max(0.0), high: high.min(1.0) })
    }

    fn failures(self) -> u64 {
        self.trials - self.successes
    }
}

/// Fisher's exact test of "the first succeeds less often than the second": the probability of as
/// few successes there, or fewer, when both are alike.
pub fn fisher_less(first: Proportion, second: Proportion) -> f64 {
    let (weights, observed) = weights(first, second);
    share_of(&weights, |place, _| place <= observed)
}

/// Fisher's exact test of "the two differ": the probability of all tables that are no more likely
/// than the one observed.
pub fn fisher_two_sided(first: Proportion, second: Proportion) -> f64 {
    let (weights, observed) = weights(first, second);
    let limit = weights[observed] * (1.0 + TIE);
    share_of(&weights, |_, weight| weight <= limit)
}

/// The mid-p of Fisher's two-sided test: tables as likely as the one observed count half. Less
/// cautious than the test itself; 1/2 where only one table is possible.
pub fn fisher_mid_p(first: Proportion, second: Proportion) -> f64 {
    let (weights, observed) = weights(first, second);
    let (low, high) = (weights[observed] * (1.0 - TIE), weights[observed] * (1.0 + TIE));
    let less_likely = share_of(&weights, |_, weight| weight < low);
    less_likely + share_of(&weights, |_, weight| (low..=high).contains(&weight)) / 2.0
}

/// The share of the weights that are chosen.
fn share_of(weights: &[f64], is_chosen: impl Fn(usize, f64) -> bool) -> f64 {
    let chosen = |&(place, &weight): &(usize, &f64)| is_chosen(place, weight);
    let sum: f64 = weights.iter().enumerate().filter(chosen).map(|(_, weight)| weight).sum();
    sum / weights.iter().sum::<f64>()
}

/// How likely each number of successes of the first is, given those of both together, up to a
/// factor; and the place of the number observed.
pub(super) fn weights(first: Proportion, second: Proportion) -> (Vec<f64>, usize) {
    let successes = first.successes + second.successes;
    let fewest = first.successes - first.successes.min(second.failures());
    let most = successes.min(first.trials);
    let both = first.trials as f64 + second.trials as f64;
    let mode = (successes as f64 + 1.0) * (first.trials as f64 + 1.0) / (both + 2.0);
    let mode = (mode as u64).clamp(fewest, most);
    // Weight of `number + 1` by that of `number`.
    let ratio = |number: u64| {
        let gain = (successes - number) as f64 * (first.trials - number) as f64;
        let loss = (number + 1) as f64 * (second.trials + number + 1 - successes) as f64;
        gain / loss
    };
    let mut weights = vec![1.0; (most - fewest + 1) as usize];
    for number in mode..most {
        let place = (number - fewest) as usize;
        weights[place + 1] = weights[place] * ratio(number);
    }
    for number in (fewest..mode).rev() {
        let place = (number - fewest) as usize;
        weights[place] = weights[place + 1] / ratio(number);
    }
    (weights, (first.successes - fewest) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;

    #[test]
    fn wilson_is_that_of_scipy() {
        // scipy.stats.binomtest(k, n).proportion_ci(0.95, method="wilson")
        for (successes, trials, low, high) in [
            (0, 15, 0.0, 0.20388330103584862),
            (15, 15, 0.7961166989641515, 1.0),
            (8, 15, 0.30116980025498397, 0.7519046463426261),
            (0, 1, 0.0, 0.7934506856227626),
            (1, 1, 0.20654931437723745, 1.0),
            (1, 1_000_000, 1.765245767453709e-07, 5.664911804311442e-06),
            (37, 50, 0.6044684273515115, 0.8412847250644762),
        ] {
            let interval = Proportion::new(successes, trials).wilson().expect("an interval");
            let is_right = agree(interval.low, low) && agree(interval.high, high);
            assert!(is_right, "{successes} of {trials}: {interval:?}");
        }
        assert_eq!(Proportion::default().wilson(), None);
        assert_eq!(Proportion::default().share(), None);
    }

    #[test]
    fn wilson_at_a_level_is_that_of_scipy() {
        // scipy.stats.binomtest(k, n).proportion_ci(level, method="wilson")
        for (successes, trials, level, low, high) in [
            (8, 15, 0.9, 0.33315492963762106, 0.723324556721703),
            (0, 15, 0.9, 0.0, 0.15280770461014018),
            (37, 50, 0.99, 0.5591399215864181, 0.8646270743891205),
            (1, 1, 0.8, 0.3784475032253529, 1.0),
            (500, 1000, 0.5, 0.4893378056892053, 0.5106621943107947),
        ] {
            let interval = Proportion::new(successes, trials).wilson_at(level).expect("a level");
            let is_right = agree(interval.low, low) && agree(interval.high, high);
            assert!(is_right, "{successes} of {trials}: {interval:?}");
        }
        for level in [-0.5, 0.0, 1.0, f64::NAN] {
            assert_eq!(Proportion::new(1, 2).wilson_at(level), None, "{level}");
        }
    }

    #[test]
    fn mid_p_is_that_of_the_sum() {
        // w = scipy.stats.hypergeom.pmf(range(n + 1), n + m, a + b, n); o = w[a]
        // w[w < o * (1 - 1e-10)].sum() + w[abs(w - o) <= o * 1e-10].sum() / 2
        for (a, n, b, m, expected) in [
            (8, 15, 2, 15, 0.02768615692153923),
            (0, 15, 15, 15, 6.44672503789385e-09),
            (0, 15, 0, 15, 0.5),
            (3, 7, 30, 40, 0.1297848378522509),
            (0, 1, 1, 1, 0.5),
            (480, 1000, 530, 1000, 0.025462110058858983),
            (7, 10, 7, 10, 0.8142414860681114),
        ] {
            let found = fisher_mid_p(Proportion::new(a, n), Proportion::new(b, m));
            assert!(agree(found, expected), "{a}/{n} {b}/{m}: {found}");
        }
    }

    #[test]
    fn fisher_is_that_of_scipy() {
        // scipy.stats.fisher_exact([[a, n - a], [b, m - b]], alternative).pvalue, where the
        // alternative is "two-sided" and then "less"
        for (a, n, b, m, two_sided, less) in [
            (8, 15, 2, 15, 0.05017491254372814, 0.9974012993503248),
            (2, 15, 8, 15, 0.05017491254372814, 0.02508745627186407),
            (0, 15, 15, 15, 1.28934500757877e-08, 6.44672503789385e-09),
            (0, 15, 0, 15, 1.0, 1.0),
            (15, 15, 15, 15, 1.0, 1.0),
            (3, 7, 30, 40, 0.17320450574727114, 0.10527723309632034),
            (30, 40, 3, 7, 0.17320450574727111, 0.9815621026937201),
            (0, 1, 1, 1, 1.0, 0.5),
            (25, 50, 8, 50, 0.0005560330234769427, 0.9999522817569197),
            (480, 1000, 530, 1000, 0.028393696370678335, 0.014196848185339167),
            (1, 20, 9, 10, 6.689961712450467e-06, 6.689961712450467e-06),
            (7, 10, 7, 10, 1.0, 0.6857585139318885),
            (0, 0, 3, 7, 1.0, 1.0),
            (0, 0, 0, 0, 1.0, 1.0),
        ] {
            let (first, second) = (Proportion::new(a, n), Proportion::new(b, m));
            let found = (fisher_two_sided(first, second), fisher_less(first, second));
            assert!(agree(found.0, two_sided), "{a}/{n} {b}/{m}: {found:?}");
            assert!(agree(found.1, less), "{a}/{n} {b}/{m}: {found:?}");
        }
    }

    #[test]
    fn fisher_keeps_its_head_in_large_tables() {
        let (few, many) = (Proportion::new(0, 400_000), Proportion::new(400_000, 400_000));
        assert_eq!(fisher_less(few, many), 0.0);
        assert_eq!(fisher_less(many, few), 1.0);
        assert_eq!(fisher_two_sided(many, many), 1.0);
    }
}
