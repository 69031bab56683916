//! What a comparison could have shown: the power of Fisher's exact test (1935) by enumeration,
//! and that of Student's test (1908).

use super::proportion::{Proportion, weights};
use super::tails::{normal_quantile, student_quantile};

/// Runs a side up to which the power is enumerated, at a cost that grows with their square.
const MOST_RUNS: u64 = 2000;

/// Halvings of the span of shares: the answer is right to seven digits.
const HALVINGS: u32 = 24;

/// Tails that exceed alpha by less are at it but for rounding.
const TIE: f64 = 1e-10;

/// The smallest share above `from` that so many runs a side would have told from it: Fisher's
/// two-sided exact test rejects at `alpha` with at least the probability `power`.
///
/// Beyond 2000 runs, where the exact test is a normal one, by the arcsine of shares (Cohen 1988).
/// None where not even a share of 1 would be told, or where an argument is no probability.
pub fn smallest_share_shown(from: f64, runs: u64, alpha: f64, power: f64) -> Option<f64> {
    let are_rates = [from, alpha, power].iter().all(|rate| (0.0..=1.0).contains(rate));
    if !are_rates {
        return None;
    }
    if runs > MOST_RUNS {
        return by_arcsine(from, runs as f64, alpha, power);
    }
    let rejected = rejected(runs, alpha);
    let reference = binomial(runs, from);
    let is_shown = |share: f64| power_of(&rejected, &reference, &binomial(runs, share)) >= power;
    let (mut hidden, mut shown) = (from, is_shown(1.0).then_some(1.0)?);
    for _ in 0..HALVINGS {
        let middle = (hidden + shown) / 2.0;
        *(if is_shown(middle) { &mut shown } else { &mut hidden }) = middle;
    }
    Some(shown)
}

fn by_arcsine(from: f64, runs: f64, alpha: f64, power: f64) -> Option<f64> {
    let reach = normal_quantile(1.0 - alpha / 2.0)? + normal_quantile(power)?;
    let angle = libm::asin(from.sqrt()) + reach / (2.0 * runs).sqrt();
    let sine = libm::sin(angle);
    (angle <= std::f64::consts::FRAC_PI_2).then_some(sine * sine)
}

/// The smallest difference of two means, in standard deviations, that so many runs a side, or so
/// many pairs, would have told from none: Student's two-sided test rejects at `alpha` with about
/// the probability `power`. By quantiles of Student's law, which is within 1 % of the exact
/// power from 6 runs on.
///
/// None of fewer than two runs, or where an argument is no probability.
pub fn smallest_shift_shown(runs: u64, is_paired: bool, alpha: f64, power: f64) -> Option<f64> {
    let are_rates = [alpha, power].iter().all(|rate| (0.0..=1.0).contains(rate));
    let count = (runs > 1 && are_rates).then_some(runs as f64)?;
    let (freedom, each) = match is_paired {
        true => (count - 1.0, 1.0 / count),
        false => (2.0 * count - 2.0, 2.0 / count),
    };
    let reach = student_quantile(1.0 - alpha / 2.0, freedom)? + student_quantile(power, freedom)?;
    Some(reach * each.sqrt())
}

/// For every number of successes of both sides together: the fewest of one side, and how many
/// numbers from there on are rejected. With equal sides both tails are alike.
fn rejected(runs: u64, alpha: f64) -> Vec<(usize, usize)> {
    let tail = |successes: u64| {
        let first = Proportion::new(successes.min(runs), runs);
        let second = Proportion::new(successes - first.successes, runs);
        let (weights, _) = weights(first, second);
        let limit = alpha * (1.0 + TIE) * weights.iter().sum::<f64>();
        let mut sum = 0.0;
        let is_in_tail = |&&weight: &&f64| {
            sum += 2.0 * weight;
            sum <= limit
        };
        let length = weights.iter().take(weights.len() / 2).take_while(is_in_tail).count();
        (successes.saturating_sub(runs) as usize, length)
    };
    (0..=2 * runs).map(tail).collect()
}

/// The probability of a rejected table when the sides follow these laws.
fn power_of(rejected: &[(usize, usize)], first: &[f64], second: &[f64]) -> f64 {
    let of_sum = |(successes, &(fewest, length)): (usize, &(usize, usize))| -> f64 {
        (fewest..fewest + length)
            .map(|few| (few, successes - few))
            .map(|(few, many)| first[few] * second[many] + first[many] * second[few])
            .sum()
    };
    rejected.iter().enumerate().map(of_sum).sum()
}

/// The probability of every number of successes, made from the likeliest outwards.
pub(super) fn binomial(runs: u64, share: f64) -> Vec<f64> {
    let mode = (((runs + 1) as f64 * share) as u64).min(runs);
    let ratio =
        |number: u64| (runs - number) as f64 * share / ((number + 1) as f64 * (1.0 - share));
    let mut law = vec![0.0; runs as usize + 1];
    law[mode as usize] = 1.0;
    for number in mode..runs {
        law[number as usize + 1] = law[number as usize] * ratio(number);
    }
    for number in (0..mode).rev().take_while(|_| share < 1.0) {
        law[number as usize] = law[number as usize + 1] / ratio(number);
    }
    let sum: f64 = law.iter().sum();
    law.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::fisher_two_sided;
    use proptest::prelude::*;

    #[test]
    fn shifts_are_those_of_statsmodels_within_a_hundredth() {
        // statsmodels.stats.power.TTestIndPower().solve_power(nobs1=n, alpha=0.05, power=0.8),
        // TTestPower().solve_power(nobs=n, alpha=0.05, power=0.8)
        for (runs, unpaired, paired) in [
            (6, 1.7955408960343293, 1.4345451395119289),
            (15, 1.0597995923522177, 0.7780225446134179),
            (30, 0.7356198334313554, 0.5292357045238948),
            (100, 0.3981391138964959, 0.2829117119690806),
            (1000, 0.12535080529703696, 0.08868101827724957),
        ] {
            for (is_paired, expected) in [(false, unpaired), (true, paired)] {
                let found = smallest_shift_shown(runs, is_paired, 0.05, 0.8).expect("a shift");
                assert!((found / expected - 1.0).abs() < 0.01, "{runs} {is_paired}: {found}");
            }
        }
        assert_eq!(smallest_shift_shown(1, false, 0.05, 0.8), None);
        assert_eq!(smallest_shift_shown(9, false, 1.5, 0.8), None);
    }

    #[test]
    fn from_half_solved_these_are_shown() {
        // The smallest whole per cent with a power of 80 % or more; 1000 runs: 56.3 %, shown as
        // the nearest whole per cent, 56.
        for (runs, per_cent) in [(15, 97.0), (30, 86.0), (50, 79.0), (100, 71.0)] {
            let share = smallest_share_shown(0.5, runs, 0.05, 0.8).expect("a share");
            assert_eq!((100.0 * share).ceil(), per_cent, "{runs}: {share}");
        }
        let share = smallest_share_shown(0.5, 1000, 0.05, 0.8).expect("a share");
        assert_eq!((100.0 * share).round(), 56.0, "{share}");
    }

    #[test]
    fn power_is_that_of_the_sum() {
        // c = numpy.array([[scipy.stats.fisher_exact([[a, n - a], [b, n - b]]).pvalue <= 0.05
        //     for b in range(n + 1)] for a in range(n + 1)])
        // law = lambda p: scipy.stats.binom.pmf(range(n + 1), n, p); law(0.5) @ c @ law(q)
        for (runs, share, expected) in [
            (15, 0.97, 0.8209653234212753),
            (30, 0.855, 0.7936069236355084),
            (50, 0.78, 0.7888779361915277),
            (100, 0.71, 0.8330881776309002),
            (1000, 0.56, 0.7567575174815655),
        ] {
            let laws = (binomial(runs, 0.5), binomial(runs, share));
            let found = power_of(&rejected(runs, 0.05), &laws.0, &laws.1);
            assert!((found - expected).abs() < 1e-9, "{runs} {share}: {found}");
        }
    }

    #[test]
    fn shares_are_those_of_scipy() {
        // scipy.optimize.brentq(lambda q: law(f) @ c @ law(q) - power, f, 1, xtol=1e-13) with law
        // and c as above; the search stops at seven digits
        for (from, runs, alpha, power, expected) in [
            (0.5, 15, 0.05, 0.8, 0.9650233722624627),
            (0.0, 10, 0.05, 0.8, 0.580865390110618),
            (0.2, 20, 0.01, 0.9, 0.8159828025726903),
            (0.5, 30, 0.05, 0.8, 0.8570061865776775),
            (0.1, 40, 0.1, 0.5, 0.2615983991284101),
            (0.8, 50, 0.05, 0.6, 0.9606320053929497),
        ] {
            let found = smallest_share_shown(from, runs, alpha, power).expect("a share");
            assert!((found - expected).abs() < 1e-7, "{from} {runs}: {found}");
        }
    }

    #[test]
    fn what_cannot_be_shown_is_none() {
        assert_eq!(smallest_share_shown(0.5, 0, 0.05, 0.8), None);
        assert_eq!(smallest_share_shown(0.5, 5, 0.05, 0.8), None);
        assert_eq!(smallest_share_shown(0.99, 50, 0.05, 0.8), None);
        let [last, next] = [MOST_RUNS, MOST_RUNS + 1]
            .map(|runs| smallest_share_shown(0.5, runs, 0.05, 0.8).expect("a share"));
        assert!((last - next).abs() < 0.002 && next > 0.5, "{last} {next}");
        assert_eq!(smallest_share_shown(1.0, MOST_RUNS + 1, 0.05, 0.8), None);
        assert_eq!(smallest_share_shown(f64::NAN, 50, 0.05, 0.8), None);
    }

    proptest! {
        #[test]
        fn rejected_are_those_of_the_test(a in 0u64..=23, b in 0u64..=23, runs in 23u64..40) {
            let (fewest, length) = rejected(runs, 0.05)[(a + b) as usize];
            let is_rejected = (a.min(b) as usize) < fewest + length;
            let found = fisher_two_sided(Proportion::new(a, runs), Proportion::new(b, runs));
            prop_assert_eq!(is_rejected, found <= 0.05, "{} {} of {}: {}", a, b, runs, found);
        }

        #[test]
        fn the_power_is_reached_there_and_not_before(from in 0.0..=1.0f64, runs in 0u64..60) {
            let Some(share) = smallest_share_shown(from, runs, 0.05, 0.8) else { return Ok(()) };
            let (rejected, reference) = (rejected(runs, 0.05), binomial(runs, from));
            let power = |share| power_of(&rejected, &reference, &binomial(runs, share));
            prop_assert!(from < share && share <= 1.0 && power(share) >= 0.8);
            prop_assert!(power(share - 1e-6) < 0.8, "{} from {}: {}", runs, from, share);
        }
    }
}
