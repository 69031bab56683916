//! The figures of a sample: the runs of one method on one puzzle.

use super::observation::Observation;
use super::unit::EffortUnit;
use crate::stats::tails::{normal_quantile, student_quantile};
use crate::stats::{
    Interval, KaplanMeier, Proportion, RunningTime, Time, mean, median, restricted_mean,
    running_time, standard_deviation,
};

/// The confidence of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// What a sample came to. A run that broke off counts as a run that did not solve; of its cost and
/// time nothing enters a mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// The unit of the efforts below.
    pub unit: EffortUnit,
    /// Runs that solved, of all runs.
    pub solved: Proportion,
    /// Runs that broke off.
    pub errors: u64,
    /// Up to where all runs were watched, in the unit.
    pub cap: Option<f64>,
    /// Mean effort of the runs that solved.
    pub mean_effort: Option<f64>,
    /// Median effort of the runs that solved.
    pub median_effort: Option<f64>,
    /// Sample standard deviation of the effort of the runs that solved.
    pub effort_deviation: Option<f64>,
    /// The effort within which half of all runs solve, where half of them do (Kaplan and Meier).
    pub median_time: Option<f64>,
    /// The mean of min(effort to a solution, cap) over all runs.
    pub restricted_mean: Option<f64>,
    /// Its 95 % interval.
    pub restricted_interval: Option<Interval>,
    /// All effort by runs that solved.
    pub running_time: Option<RunningTime>,
    /// Lowest cost among the failed runs.
    pub best_failed_cost: Option<u32>,
    /// Mean cost of the failed runs.
    pub mean_failed_cost: Option<f64>,
    /// Mean number of generations for which failed runs had become no better.
    pub mean_stagnant: Option<f64>,
    /// Mean generations of all runs that did not break off, solved or not.
    pub mean_generations: Option<f64>,
    /// Mean evaluations of these runs.
    pub mean_evaluations: Option<f64>,
    /// Mean nodes of these runs.
    pub mean_nodes: Option<f64>,
    /// Mean CPU seconds of these runs.
    pub mean_seconds: Option<f64>,
    /// Generations of these runs by their seconds.
    pub generations_a_second: Option<f64>,
}

impl Figures {
    /// The figures of a sample in a unit, up to its own cap.
    pub fn of(runs: &[Observation], unit: EffortUnit) -> Self {
        Self::up_to(runs, unit, common_cap([runs].into_iter(), unit))
    }

    /// The figures of a sample in a unit, up to a cap.
    pub fn up_to(runs: &[Observation], unit: EffortUnit, cap: Option<Cap>) -> Self {
        // Costs and seconds are those at the end of a run, also where it is looked at only so far.
        let seen = || cut(runs, unit, cap);
        let solved = || seen().filter(|run| run.is_solved);
        let failed = || runs.iter().filter(|run| !run.is_solved && !run.is_error());
        let whole = || runs.iter().filter(|run| !run.is_error());
        let efforts: Vec<f64> = solved().filter_map(|run| run.spent(unit)).collect();
        let mean_spent = |unit| finite(mean_of(whole().filter_map(|run| run.spent(unit))));
        let running_time = expected_running_time(seen(), unit);
        let cap = cap.map(|cap| cap.value);
        let times = cap.and_then(|cap| times(seen(), unit, cap));
        let (restricted_mean, restricted_interval) = restricted(times.as_deref(), cap);
        Self {
            unit,
            solved: Proportion::new(solved().count() as u64, runs.len() as u64),
            errors: (runs.len() - whole().count()) as u64,
            cap,
            mean_effort: finite(mean(&efforts)),
            median_effort: median(&efforts),
            effort_deviation: finite(standard_deviation(&efforts)),
            median_time: times.and_then(|times| KaplanMeier::new(&times)?.median()),
            restricted_mean,
            restricted_interval,
            running_time,
            best_failed_cost: failed().filter_map(|run| run.cost).min(),
            mean_failed_cost: mean_of(failed().filter_map(|run| run.cost.map(f64::from))),
            mean_stagnant: mean_of(failed().filter_map(|run| Some(run.stagnant? as f64))),
            mean_generations: mean_spent(EffortUnit::Generations),
            mean_evaluations: mean_spent(EffortUnit::Evaluations),
            mean_nodes: mean_spent(EffortUnit::Nodes),
            mean_seconds: mean_spent(EffortUnit::Seconds),
            generations_a_second: finite(generations_a_second(whole())),
        }
    }

    /// What all runs that did not break off spent of a unit on average, solved or not.
    pub fn mean_spent(&self, unit: EffortUnit) -> Option<f64> {
        match unit {
            EffortUnit::Generations => self.mean_generations,
            EffortUnit::Evaluations => self.mean_evaluations,
            EffortUnit::Nodes => self.mean_nodes,
            EffortUnit::Seconds => self.mean_seconds,
        }
    }
}

/// A figure; sums of immense efforts are beyond all numbers.
fn finite(figure: Option<f64>) -> Option<f64> {
    figure.filter(|figure| figure.is_finite())
}

fn mean_of(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    mean(&numbers.collect::<Vec<f64>>())
}

/// Up to where runs are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cap {
    /// The effort.
    pub value: f64,
    /// Whether every run was given a cap in the unit. If not, what they spent stands for it, which
    /// decides where times end and never whether a run has solved.
    pub is_told: bool,
}

/// The cap that samples have in common, which is the smallest of theirs.
///
/// Where caps are not told a sample is known up to its longest run, and without limit when all of
/// its runs solved or gave up. Where all are known without limit, the longest run is the end.
pub fn common_cap<'r>(
    samples: impl Iterator<Item = &'r [Observation]> + Clone,
    unit: EffortUnit,
) -> Option<Cap> {
    let all = || samples.clone().flatten();
    let mut whole = all().filter(|run| !run.is_error()).peekable();
    let is_told = whole.peek().is_some() && whole.all(|run| run.cap(unit).is_some());
    let known = samples.clone().filter_map(|runs| known_up_to(runs, unit));
    let longest = || all().filter_map(|run| run.spent(unit)).max_by(f64::total_cmp);
    let value = known.min_by(f64::total_cmp).or_else(longest)?;
    Some(Cap { value, is_told })
}

fn known_up_to(runs: &[Observation], unit: EffortUnit) -> Option<f64> {
    if runs.iter().all(|run| run.is_error() || run.cap(unit).is_some()) {
        return runs.iter().filter_map(|run| run.cap(unit)).min_by(f64::total_cmp);
    }
    let is_limited = |run: &Observation| !run.is_solved && !run.has_given_up();
    let spent = runs.iter().filter_map(|run| run.spent(unit));
    spent.max_by(f64::total_cmp).filter(|_| runs.iter().any(is_limited))
}

/// The runs up to a cap that all of them were given, one after another: a copy of half a million
/// would take more memory than all that is said of them.
pub fn cut(
    runs: &[Observation],
    unit: EffortUnit,
    cap: Option<Cap>,
) -> impl Iterator<Item = Observation> + Clone {
    let told = cap.filter(|cap| cap.is_told);
    runs.iter().map(move |run| told.map_or(*run, |cap| run.up_to(unit, cap.value)))
}

/// The times to a solution up to a cap; `None` when some run did not count the unit.
pub fn times(
    mut runs: impl Iterator<Item = Observation>,
    unit: EffortUnit,
    cap: f64,
) -> Option<Vec<Time>> {
    let mut found = Vec::with_capacity(runs.size_hint().0);
    runs.try_for_each(|run| run.time(unit, cap).map(|time| found.push(time)))?;
    Some(found)
}

fn restricted(times: Option<&[Time]>, cap: Option<f64>) -> (Option<f64>, Option<Interval>) {
    let Some((found, cap)) =
        times.zip(cap).and_then(|(times, cap)| Some((restricted_mean(times, cap)?, cap)))
    else {
        return (None, None);
    };
    let upper = 0.5 + CONFIDENCE / 2.0;
    let quantile = match found.freedom {
        Some(freedom) => student_quantile(upper, freedom),
        None => normal_quantile(upper),
    };
    let reach = found.variance.zip(quantile).map(|(variance, quantile)| quantile * variance.sqrt());
    // A sample without spread tells a mean and nothing of how sure it is.
    let interval = reach.filter(|&reach| reach > 0.0).map(|reach| Interval {
        low: (found.mean - reach).max(0.0),
        high: (found.mean + reach).min(cap),
    });
    (Some(found.mean), interval)
}

fn expected_running_time(
    runs: impl Iterator<Item = Observation> + Clone,
    unit: EffortUnit,
) -> Option<RunningTime> {
    let whole = runs.clone().filter(|run| !run.is_error());
    let efforts: Option<Vec<f64>> = whole.map(|run| run.spent(unit)).collect();
    let solved = runs.filter(|run| run.is_solved).count() as u64;
    running_time(efforts.filter(|efforts| !efforts.is_empty())?.iter().sum(), solved, CONFIDENCE)
}

fn generations_a_second<'r>(runs: impl Iterator<Item = &'r Observation>) -> Option<f64> {
    let both = |run: &Observation| Some((run.generations? as f64, run.seconds?));
    let pairs: Vec<(f64, f64)> = runs.filter_map(both).collect();
    let sum = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let seconds = sum(|pair| pair.1);
    (seconds > 0.0).then(|| sum(|pair| pair.0) / seconds)
}

#[cfg(test)]
mod tests;
