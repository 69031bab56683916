//! Two methods on one puzzle, up to the cap that their runs have in common.

use std::borrow::Cow;

use super::super::dataset::Dataset;
use super::super::figures::{Cap, common_cap, cut, times};
use super::super::observation::Observation;
use super::super::unit::EffortUnit;
use super::terms::Terms;
use crate::lab::Pairing;
use crate::stats::{
    Interval, MeanDifference, Proportion, RestrictedMean, Time, mean, newcombe, newcombe_paired,
    restricted_mean, standard_deviation,
};

/// The runs of one method in a duel.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Runs that solved up to the cap, of all runs.
    pub solved: Proportion,
    /// Which of them did.
    outcomes: Vec<bool>,
    /// Times to a solution; `None` where a run did not count the unit.
    pub times: Option<Vec<Time>>,
}

impl Sample {
    /// The runs of one method up to a cap.
    pub fn new(runs: &[Observation], unit: EffortUnit, cap: Option<Cap>) -> Self {
        let seen = || cut(runs, unit, cap);
        let outcomes: Vec<bool> = seen().map(|run| run.is_solved).collect();
        let solved = outcomes.iter().filter(|&&is_solved| is_solved).count() as u64;
        Self {
            solved: Proportion::new(solved, runs.len() as u64),
            outcomes,
            times: cap.and_then(|cap| times(seen(), unit, cap.value)),
        }
    }

    /// Number of runs.
    pub fn runs(&self) -> u64 {
        self.solved.trials
    }

    /// The times, every failed run set to `failed`.
    pub fn with_failures_at(&self, failed: f64) -> Option<Vec<f64>> {
        let value = |time: &Time| if time.is_event { time.value } else { failed };
        Some(self.times.as_ref()?.iter().map(value).collect())
    }

    /// The mean of min(time, cap).
    pub fn restricted(&self, cap: f64) -> Option<RestrictedMean> {
        restricted_mean(self.times.as_ref()?, cap)
    }
}

/// Two methods on one puzzle. All differences are `a` less `b`.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The method that is judged.
    pub a: Sample,
    /// The method it is compared with.
    pub b: Sample,
    /// The cap that the runs of all methods have in common.
    pub cap: Option<f64>,
    /// Whether every run was given a cap.
    pub has_told_cap: bool,
    /// Whether the runs of both samples are pairs, one by one.
    pub is_paired: bool,
}

/// How many pairs were solved by whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// By both.
    pub both: u64,
    /// By `a` alone.
    pub a_alone: u64,
    /// By `b` alone.
    pub b_alone: u64,
    /// By none.
    pub neither: u64,
}

impl Duel {
    /// Two methods, by their places, on a puzzle; `None` where one of them has no run.
    pub fn new(dataset: &Dataset, puzzle: usize, a: usize, b: usize, terms: Terms) -> Option<Self> {
        Self::within(dataset, puzzle, [a, b], terms, puzzle_cap(dataset, puzzle, terms.unit))
    }

    /// The same up to the cap of the puzzle. Whoever makes a duel for each of many methods finds it
    /// once, since all of them have a part in it.
    pub fn within(
        dataset: &Dataset,
        puzzle: usize,
        [a, b]: [usize; 2],
        terms: Terms,
        cap: Option<Cap>,
    ) -> Option<Self> {
        let (first, second) = (dataset.runs(puzzle, a), dataset.runs(puzzle, b));
        let is_paired = terms.pairing == Pairing::Common;
        let (first, second): (Cow<'_, [Observation]>, Cow<'_, [Observation]>) = match is_paired {
            true => {
                let (first, second): (Vec<_>, Vec<_>) = pairs(first, second).into_iter().unzip();
                (first.into(), second.into())
            }
            false => (first.into(), second.into()),
        };
        let sample = |runs: &[Observation]| Sample::new(runs, terms.unit, cap);
        let is_whole = !first.is_empty() && !second.is_empty();
        let (a, b) = (sample(&first), sample(&second));
        let has_told_cap = cap.is_some_and(|cap| cap.is_told);
        is_whole.then(|| Self { a, b, cap: cap.map(|cap| cap.value), has_told_cap, is_paired })
    }

    /// The share solved by `a` less that by `b`.
    pub fn solved_difference(&self) -> Option<f64> {
        Some(self.a.solved.share()? - self.b.solved.share()?)
    }

    /// Newcombe's interval of [`Self::solved_difference`].
    pub fn solved_interval(&self, level: f64) -> Option<Interval> {
        if !self.is_paired {
            return newcombe(self.a.solved, self.b.solved, level);
        }
        let PairCounts { both, a_alone, b_alone, neither } = self.pair_counts();
        newcombe_paired(both, a_alone, b_alone, neither, level)
    }

    /// The mean of min(time of `a`, cap) less `factor` times that of `b`, in parts that can be
    /// summed with those of other puzzles.
    pub fn contrast(&self, cap: f64, factor: f64) -> Option<Vec<(f64, RestrictedMean)>> {
        if !self.is_paired {
            return Some(vec![(1.0, self.a.restricted(cap)?), (-factor, self.b.restricted(cap)?)]);
        }
        let differences = self.pair_differences(cap, factor)?;
        let count = differences.len() as f64;
        let deviation = standard_deviation(&differences);
        Some(vec![(
            1.0,
            RestrictedMean {
                mean: mean(&differences)?,
                variance: deviation.map(|deviation| deviation * deviation / count),
                freedom: deviation.map(|_| count - 1.0),
            },
        )])
    }

    /// The difference of the means up to a cap that is not above the common one.
    pub fn mean_difference(&self, cap: f64) -> Option<MeanDifference> {
        MeanDifference::combined(&self.contrast(cap, 1.0)?)
    }

    /// The difference of the means up to the common cap, also where nothing is known of its error.
    pub fn difference(&self) -> Option<f64> {
        let parts = self.contrast(self.cap?, 1.0)?;
        Some(parts.iter().map(|(weight, part)| weight * part.mean).sum())
    }

    /// min(time of `a`, cap) less `factor` times that of `b`, pair by pair.
    pub fn pair_differences(&self, cap: f64, factor: f64) -> Option<Vec<f64>> {
        let capped = |sample: &Sample| sample.with_failures_at(cap);
        let (first, second) = (capped(&self.a)?, capped(&self.b)?);
        let pairs = first.iter().zip(&second);
        Some(pairs.map(|(one, other)| one.min(cap) - factor * other.min(cap)).collect())
    }

    /// Whether a run was watched less long than the cap.
    pub fn is_watched_less(&self) -> bool {
        let is_short = |time: &Time| !time.is_event && self.cap.is_some_and(|cap| time.value < cap);
        [&self.a, &self.b].iter().any(|side| side.times.iter().flatten().any(is_short))
    }

    /// How many pairs were solved by whom.
    pub fn pair_counts(&self) -> PairCounts {
        let mut counts = PairCounts::default();
        for outcome in self.a.outcomes.iter().zip(&self.b.outcomes) {
            *match outcome {
                (true, true) => &mut counts.both,
                (true, false) => &mut counts.a_alone,
                (false, true) => &mut counts.b_alone,
                (false, false) => &mut counts.neither,
            } += 1;
        }
        counts
    }

    /// Why the times of this duel cannot be compared, if so.
    pub fn flaw(&self, unit: EffortUnit) -> Option<String> {
        if self.a.times.is_none() || self.b.times.is_none() {
            return Some(format!("undefined: not every run counts {}", unit.word()));
        }
        if self.cap.is_none_or(|cap| cap <= 0.0) {
            return Some("undefined: no cap above 0 up to which runs could be compared".to_owned());
        }
        None
    }
}

/// One cap for all methods on a puzzle, so that no two rows of a table end elsewhere.
pub fn puzzle_cap(dataset: &Dataset, puzzle: usize, unit: EffortUnit) -> Option<Cap> {
    let all = (0..dataset.methods().len()).map(|method| dataset.runs(puzzle, method));
    common_cap(all, unit)
}

/// The runs of two methods that have the same repeat and seed.
fn pairs(first: &[Observation], second: &[Observation]) -> Vec<(Observation, Observation)> {
    let key = |run: &Observation| (run.repeat, run.seed);
    let mut sorted: Vec<&Observation> = second.iter().collect();
    sorted.sort_by_key(|run| key(run));
    let partner = |run: &Observation| {
        sorted.binary_search_by_key(&key(run), |other| key(other)).ok().map(|at| *sorted[at])
    };
    first.iter().filter_map(|run| Some((*run, partner(run)?))).collect()
}
