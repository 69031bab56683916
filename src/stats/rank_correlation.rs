//! Whether two numbers of each thing rise together: the rank correlations of Spearman (1904) and
//! Kendall (tau-b, 1945), ties averaged.
//!
//! Up to [`MOST_ARRANGED`] pairs the probabilities count all arrangements, which is exact also with
//! ties; beyond, they are Student's law for Spearman's coefficient and the normal law with the
//! variance that ties leave for Kendall's (Kendall 1970). Intervals are those of Fisher's
//! transformation, with the variances of Bonett and Wright (2000) and of Fieller, Hartley and Pearson
//! (1957), and those of resampled pairs.

use super::bootstrap::{percentile_interval, resampled};
use super::proportion::Interval;
use super::ranks::average_ranks;
use super::sides::Sides;
use super::tails::{normal_quantile, normal_upper, student_upper};
use super::undefined::Undefined;

/// So many pairs can be arranged in all ways at once.
pub const MOST_ARRANGED: usize = 8;

/// The share of resamples that must have a coefficient: those that have none, since one number does
/// not vary in them, are the ones that would say the least.
const LEAST_DEFINED: f64 = 0.95;

/// The fewest pairs of which a correlation says anything.
const FEWEST: usize = 3;

/// How the order of two numbers is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankMeasure {
    /// The correlation of the ranks: rho.
    Spearman,
    /// Pairs of pairs in the same order less those in the opposite one: tau-b.
    Kendall,
}

/// A rank correlation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankCorrelation {
    /// How it was measured.
    pub measure: RankMeasure,
    /// The coefficient, from -1 to 1.
    pub coefficient: f64,
    /// Of how many pairs.
    pub pairs: usize,
    /// The probabilities of such a coefficient, or one farther off, when the order of one number
    /// says nothing of that of the other.
    pub sides: Sides,
}

impl RankMeasure {
    /// The correlation of pairs; infinite numbers have their place in the order.
    pub fn of(self, pairs: &[(f64, f64)]) -> Result<RankCorrelation, Undefined> {
        let ranked = Ranked::new(pairs)?;
        let coefficient = ranked.coefficient(self);
        let sides = match pairs.len() {
            ..=MOST_ARRANGED => Some(ranked.arranged(self)),
            _ if coefficient.abs() == 1.0 => Some(ranked.perfect(coefficient)),
            _ => ranked.by_law(self, coefficient),
        };
        let sides = sides.ok_or(Undefined::NotFinite)?;
        Ok(RankCorrelation { measure: self, coefficient, pairs: pairs.len(), sides })
    }

    /// The 95 % interval between the percentiles of the coefficients of resampled pairs; `None` where
    /// more than one in twenty resamples has none, and where all have the same.
    pub fn resampled(self, pairs: &[(f64, f64)], resamples: usize, seed: u64) -> Option<Interval> {
        let of = |drawn: &[(f64, f64)]| Some(Ranked::new(drawn).ok()?.coefficient(self));
        let found: Vec<f64> = resampled(pairs, resamples, seed, of).into_iter().flatten().collect();
        let is_defined = found.len() as f64 >= LEAST_DEFINED * resamples as f64;
        percentile_interval(&found, 0.95).filter(|ends| is_defined && ends.low < ends.high)
    }
}

impl RankCorrelation {
    /// The interval by Fisher's transformation at a level such as 0.95; `None` of too few pairs and
    /// where the order is the same throughout.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let (count, square) = (self.pairs as f64, self.coefficient * self.coefficient);
        let variance = match self.measure {
            RankMeasure::Spearman => (1.0 + square / 2.0) / (count - 3.0),
            RankMeasure::Kendall => 0.437 / (count - 4.0),
        };
        let reach = normal_quantile(0.5 + level / 2.0).filter(|_| level > 0.0)? * variance.sqrt();
        let centre = libm::atanh(self.coefficient);
        let is_defined = variance > 0.0 && variance.is_finite() && centre.is_finite();
        let [low, high] = [centre - reach, centre + reach].map(libm::tanh);
        is_defined.then_some(Interval { low, high })
    }
}

/// The ranks of both numbers, doubled so that they are whole.
struct Ranked {
    first: Vec<i64>,
    second: Vec<i64>,
}

impl Ranked {
    fn new(pairs: &[(f64, f64)]) -> Result<Self, Undefined> {
        if pairs.len() < FEWEST {
            return Err(Undefined::TooFew);
        }
        let ranks = |of: fn(&(f64, f64)) -> f64| {
            let ranks = average_ranks(&pairs.iter().map(of).collect::<Vec<_>>())?;
            let doubled = ranks.ranks.iter().map(|rank| (2.0 * rank) as i64).collect();
            if ranks.are_all_tied() { Err(Undefined::Constant) } else { Ok(doubled) }
        };
        Ok(Self { first: ranks(|pair| pair.0)?, second: ranks(|pair| pair.1)? })
    }

    fn coefficient(&self, measure: RankMeasure) -> f64 {
        let (first, second) = (&self.first, &self.second);
        let joint = statistic(measure, first, second) as f64;
        let [one, other] = [first, second].map(|of| statistic(measure, of, of) as f64);
        // One number throughout is refused before, so that neither is 0. The root of a square is
        // exact, and with it the coefficient of a perfect order.
        (joint / (one * other).sqrt()).clamp(-1.0, 1.0)
    }

    /// By all arrangements of the second number.
    fn arranged(&self, measure: RankMeasure) -> Sides {
        let observed = statistic(measure, &self.first, &self.second);
        let (mut all, mut lower, mut higher) = (0.0, 0.0, 0.0);
        each_arrangement(&mut self.second.clone(), &mut |second| {
            let found = statistic(measure, &self.first, second);
            all += 1.0;
            lower += f64::from(u8::from(found <= observed));
            higher += f64::from(u8::from(found >= observed));
        });
        sides(lower / all, higher / all)
    }

    /// Of an order that is the same, or the opposite, throughout: only exchanges of equal numbers
    /// lead to it again.
    fn perfect(&self, coefficient: f64) -> Sides {
        let mut sorted = self.first.clone();
        sorted.sort_unstable();
        let mut share = 1.0;
        let mut placed = 0.0;
        for tied in sorted.chunk_by(|one, other| one == other) {
            for exchange in 1..=tied.len() {
                placed += 1.0;
                share *= exchange as f64 / placed;
            }
        }
        if coefficient > 0.0 { sides(1.0, share) } else { sides(share, 1.0) }
    }

    fn by_law(&self, measure: RankMeasure, coefficient: f64) -> Option<Sides> {
        let count = self.first.len() as f64;
        match measure {
            RankMeasure::Spearman => {
                let freedom = count - 2.0;
                let rest = (1.0 - coefficient) * (1.0 + coefficient);
                let t = coefficient * (freedom / rest).sqrt();
                Sides::symmetric(t, |distance| student_upper(distance, freedom))
            }
            RankMeasure::Kendall => {
                let surplus = statistic(measure, &self.first, &self.second) / 2;
                let z = surplus as f64 / self.kendall_variance().sqrt();
                Sides::symmetric(z, normal_upper)
            }
        }
    }

    /// The variance of pairs in the same order less those in the opposite one.
    fn kendall_variance(&self) -> f64 {
        let count = self.first.len() as f64;
        let ([pairs, triples, fives], [other_pairs, other_triples, other_fives]) =
            (tie_sums(&self.first), tie_sums(&self.second));
        let all = count * (count - 1.0);
        (all * (2.0 * count + 5.0) - fives - other_fives) / 18.0
            + pairs * other_pairs / (2.0 * all)
            + triples * other_triples / (9.0 * all * (count - 2.0))
    }
}

/// The sums of t(t-1), t(t-1)(t-2) and t(t-1)(2t+5) over all sets of t equal ranks.
fn tie_sums(ranks: &[i64]) -> [f64; 3] {
    let mut sorted = ranks.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|one, other| one == other).fold([0.0; 3], |sums, tied| {
        let size = tied.len() as f64;
        let pairs = size * (size - 1.0);
        let of_set = [pairs, pairs * (size - 2.0), pairs * (2.0 * size + 5.0)];
        std::array::from_fn(|place| sums[place] + of_set[place])
    })
}

/// What a coefficient is made of: the product of centred ranks, or the pairs in the same order less
/// those in the opposite one, each counted both ways. Whole numbers, so that ties are exact.
fn statistic(measure: RankMeasure, first: &[i64], second: &[i64]) -> i64 {
    // Twice the mean of ranks 1 to n is n + 1.
    let middle = first.len() as i64 + 1;
    let pairs = || first.iter().zip(second);
    match measure {
        RankMeasure::Spearman => {
            pairs().map(|(one, other)| (one - middle) * (other - middle)).sum()
        }
        RankMeasure::Kendall => pairs()
            .enumerate()
            .map(|(place, (one, other))| {
                let rest = first[place + 1..].iter().zip(&second[place + 1..]);
                rest.map(|(x, y)| (x - one).signum() * (y - other).signum()).sum::<i64>() * 2
            })
            .sum(),
    }
}

fn sides(less: f64, greater: f64) -> Sides {
    Sides { two_sided: (2.0 * less.min(greater)).min(1.0), less, greater }
}

/// Shows every arrangement of numbers once (Heap 1963).
fn each_arrangement(numbers: &mut [i64], show: &mut impl FnMut(&[i64])) {
    fn arrange(numbers: &mut [i64], moving: usize, show: &mut impl FnMut(&[i64])) {
        if moving <= 1 {
            return show(numbers);
        }
        for place in 0..moving {
            arrange(numbers, moving - 1, show);
            let other = if moving.is_multiple_of(2) { place } else { 0 };
            if place + 1 < moving {
                numbers.swap(other, moving - 1);
            }
        }
    }
    let count = numbers.len();
    arrange(numbers, count, show);
}

#[cfg(test)]
mod tests;
