//! The tests of two methods over all puzzles, which are strata and never pooled.

use super::super::figures::CONFIDENCE;
use super::super::unit::EffortUnit;
use super::duel::{Duel, PairCounts, Sample};
use super::test_row::{Opponents, TestRow};
use super::{SEED, rounds};
use crate::lab::Primary;
use crate::stats::{
    Interval, MeanDifference, PermutedMean, Proportion, RestrictedMean, Undefined,
    combined_interval, common_risk_difference, dealt_strata, mantel_haenszel, mcnemar, mean,
    percentile_interval, resampled, risk_difference_heterogeneity, sign_flip, signed_rank,
    stratified_log_rank,
};

/// From so many puzzles on they may stand for others like them.
const MANY_PUZZLES: usize = 20;

/// Two methods on all puzzles on which both have runs.
pub struct Duels {
    /// Puzzle by puzzle.
    pub duels: Vec<Duel>,
    /// The unit of effort.
    pub unit: EffortUnit,
}

impl Duels {
    /// Runs of both methods.
    pub fn runs(&self) -> (u64, u64) {
        let sum = |of: fn(&Duel) -> u64| self.duels.iter().map(of).sum();
        (sum(|duel| duel.a.runs()), sum(|duel| duel.b.runs()))
    }

    fn is_paired(&self) -> bool {
        self.duels.iter().any(|duel| duel.is_paired)
    }

    /// The duels whose times can be compared.
    pub fn timed(&self) -> impl Iterator<Item = (&Duel, f64)> {
        let timed = self.duels.iter().filter(|duel| duel.flaw(self.unit).is_none());
        timed.filter_map(|duel| Some((duel, duel.cap?)))
    }

    /// Whether all puzzles have one cap. If not, times are told as shares of the cap.
    pub fn has_one_cap(&self) -> bool {
        let mut caps = self.timed().map(|(_, cap)| cap);
        let first = caps.next();
        caps.all(|cap| Some(cap) == first)
    }

    /// The mean over puzzles of the difference of solved shares, by the weights of Mantel and
    /// Haenszel, with the interval that follows from those of the puzzles.
    pub fn solved_difference(&self, level: f64) -> Option<(f64, Interval)> {
        let weight = |duel: &Duel| {
            let (a, b) = (duel.a.runs() as f64, duel.b.runs() as f64);
            a * b / (a + b)
        };
        let total: f64 = self.duels.iter().map(weight).sum();
        let part = |duel: &Duel| {
            let interval = duel.solved_interval(level)?;
            Some((weight(duel) / total, duel.solved_difference()?, interval))
        };
        combined_interval(&self.duels.iter().map(part).collect::<Option<Vec<_>>>()?)
    }

    /// The mean over puzzles of the cap, in the scale of [`Self::contrast`].
    pub fn mean_cap(&self) -> f64 {
        let caps: Vec<f64> = self.timed().map(|(_, cap)| cap).collect();
        if self.has_one_cap() { mean(&caps).unwrap_or(0.0) } else { 1.0 }
    }

    /// The solved runs of both, puzzle by puzzle.
    pub fn strata(&self) -> Vec<(Proportion, Proportion)> {
        self.duels.iter().map(|duel| (duel.a.solved, duel.b.solved)).collect()
    }

    /// The mean over puzzles of a contrast of restricted means up to a share of the cap, in parts.
    /// Puzzles with a single run of a method say nothing of its error and are left out.
    pub fn contrast(&self, share_of_cap: f64, factor: f64) -> Vec<(f64, RestrictedMean)> {
        let is_shared = self.has_one_cap();
        let has_error =
            |parts: &[(f64, RestrictedMean)]| parts.iter().all(|(_, part)| part.variance.is_some());
        let found: Vec<_> = self
            .timed()
            .filter_map(|(duel, cap)| Some((duel.contrast(cap * share_of_cap, factor)?, cap)))
            .filter(|(parts, _)| has_error(parts))
            .collect();
        let puzzles = found.len() as f64;
        let scaled = |(parts, cap): (Vec<(f64, RestrictedMean)>, f64)| {
            let scale = if is_shared { puzzles } else { puzzles * cap };
            parts.into_iter().map(move |(weight, part)| (weight / scale, part))
        };
        found.into_iter().flat_map(scaled).collect()
    }

    /// The difference of restricted means on each puzzle where it is known, as shares of the cap
    /// unless all caps are one.
    fn differences(&self) -> Vec<f64> {
        let is_shared = self.has_one_cap();
        let scaled = |(duel, cap): (&Duel, f64)| {
            Some(duel.difference()? / if is_shared { 1.0 } else { cap })
        };
        self.timed().filter_map(scaled).collect()
    }

    /// The mean over puzzles of the difference of restricted means.
    pub fn mean_difference(&self, share_of_cap: f64) -> Option<MeanDifference> {
        MeanDifference::combined(&self.contrast(share_of_cap, 1.0))
    }

    /// The differences of all pairs, scaled so that their mean is that over the puzzles.
    fn pair_differences(&self) -> Vec<f64> {
        let is_shared = self.has_one_cap();
        let found: Vec<(Vec<f64>, f64)> = self
            .timed()
            .filter_map(|(duel, cap)| Some((duel.pair_differences(cap, 1.0)?, cap)))
            .collect();
        let pairs: usize = found.iter().map(|(differences, _)| differences.len()).sum();
        let even = pairs as f64 / found.len() as f64;
        let scaled = |(differences, cap): (Vec<f64>, f64)| {
            let scale = even / differences.len() as f64 / if is_shared { 1.0 } else { cap };
            differences.into_iter().map(move |difference| difference * scale)
        };
        found.into_iter().flat_map(scaled).collect()
    }

    /// Runs dealt out anew within puzzles; every time must be known.
    fn dealt(&self) -> Result<PermutedMean, Undefined> {
        if self.timed().any(|(duel, _)| duel.is_watched_less()) {
            return Err(Undefined::Censored);
        }
        let is_shared = self.has_one_cap();
        let scaled = |(duel, cap): (&Duel, f64)| {
            let scale = if is_shared { 1.0 } else { cap };
            let of = |side: &Sample| -> Option<Vec<f64>> {
                Some(side.with_failures_at(cap)?.iter().map(|time| time / scale).collect())
            };
            Some((of(&duel.a)?, of(&duel.b)?))
        };
        let times: Vec<(Vec<f64>, Vec<f64>)> = self.timed().filter_map(scaled).collect();
        let strata: Vec<(&[f64], &[f64])> =
            times.iter().map(|(a, b)| (a.as_slice(), b.as_slice())).collect();
        let (a, b) = self.runs();
        dealt_strata(&strata, rounds((a + b) as usize), SEED)
    }

    /// Puzzles with fewer than two runs of a method, of which the error cannot be told.
    pub fn single_runs(&self) -> usize {
        let has_single = |duel: &&Duel| duel.a.runs().min(duel.b.runs()) < 2;
        self.duels.iter().filter(has_single).count()
    }

    /// Whether every run was given a cap.
    pub fn have_told_caps(&self) -> bool {
        self.duels.iter().all(|duel| duel.has_told_cap)
    }

    /// What the differences of times are told in.
    pub fn scale(&self) -> String {
        match self.has_one_cap() {
            true => format!("mean {}", self.unit.word()),
            false => "share of the cap".to_owned(),
        }
    }
}

/// The tests over all puzzles; those that answer the two questions come first and second.
pub fn tests(duels: &Duels, sides: Opponents<'_>, primary: Primary) -> Vec<TestRow> {
    let begun = |test| TestRow::begun(test, sides, duels.runs());
    let mut rows = vec![solved(duels, &begun), restricted(duels, &begun)];
    if !duels.is_paired() {
        rows.push(log_rank(duels, begun("stratified-log-rank")));
        rows.push(heterogeneity(duels, begun("heterogeneity")));
    }
    if duels.duels.len() >= MANY_PUZZLES {
        rows.extend(like_these(duels, sides, primary));
    }
    rows
}

fn solved(duels: &Duels, begun: &impl Fn(&'static str) -> TestRow) -> TestRow {
    if duels.is_paired() {
        let counts = duels.duels.iter().map(Duel::pair_counts);
        let (a, b) = counts
            .fold((0, 0), |(a, b), counts: PairCounts| (a + counts.a_alone, b + counts.b_alone));
        let p = Some(mcnemar(a, b).exact);
        let note = format!("solved shares; pairs solved by one alone: {a} and {b}");
        let (effect, interval) = duels.solved_difference(CONFIDENCE).unzip();
        return TestRow { effect, p, ..begun("mcnemar") }.within(interval).noted(note);
    }
    let strata = duels.strata();
    let common = common_risk_difference(&strata, CONFIDENCE);
    let effect = common.map(|common| common.difference);
    let row = TestRow { effect, ..begun("mantel-haenszel") };
    let row = row.within(common.and_then(|common| common.interval));
    match mantel_haenszel(&strata, false) {
        Some(found) => TestRow {
            statistic: Some(found.statistic),
            freedom: vec![1.0],
            p: Some(found.probability),
            ..row
        }
        .noted("solved shares on these puzzles, as strata; not corrected for continuity"),
        // Where every run ends alike there is nothing to reject.
        None => TestRow { p: Some(1.0), ..row }
            .noted("on every puzzle all runs of both methods end alike"),
    }
}

fn restricted(duels: &Duels, begun: &impl Fn(&'static str) -> TestRow) -> TestRow {
    let is_paired = duels.is_paired();
    let row = begun(if is_paired { "sign-flip" } else { "rmst-strata" });
    let differences = duels.differences();
    let note = format!("{} up to the cap, mean over these puzzles", duels.scale());
    let Some(difference) = duels.mean_difference(1.0).filter(|_| !is_paired) else {
        return by_chance(duels, &differences, row, note);
    };
    let parts = duels.contrast(1.0, 1.0).len() / 2;
    let note = match duels.duels.len() - parts {
        0 => note,
        left_out => format!("{note}; {left_out} without an error that could be told left out"),
    };
    let row = TestRow { effect: Some(difference.difference), ..row };
    let row = row.within(difference.interval(CONFIDENCE));
    match difference.test() {
        Some((statistic, law)) => TestRow {
            statistic: Some(statistic),
            freedom: difference.freedom.into_iter().collect(),
            p: Some(law.two_sided),
            ..row
        }
        .noted(note),
        None => row.undefined("numbers beyond range"),
    }
}

/// Chance counted: signs of all pairs are flipped, or, where runs do not vary or are single ones,
/// runs are dealt out anew within puzzles.
fn by_chance(duels: &Duels, differences: &[f64], row: TestRow, note: String) -> TestRow {
    let timed = duels.timed().count();
    let is_covered = duels.contrast(1.0, 1.0).len() == timed;
    let interval = duels.mean_difference(1.0).filter(|_| is_covered);
    let interval = interval.and_then(|found| found.interval(CONFIDENCE));
    let row = TestRow { effect: mean(differences), ..row };
    let found = match duels.is_paired() {
        true => {
            let pairs = duels.pair_differences();
            sign_flip(&pairs, rounds(pairs.len()), SEED).map(|found| (found, "flipping signs"))
        }
        false => duels.dealt().map(|found| (found, "dealing runs out anew within puzzles")),
    };
    match found {
        Ok((found, how)) => TestRow { p: Some(found.sides.two_sided), ..row }
            .within(interval)
            .noted(format!("{note}; p by {how}")),
        Err(reason) => row.undefined(reason),
    }
}

fn log_rank(duels: &Duels, row: TestRow) -> TestRow {
    let strata = duels
        .timed()
        .filter_map(|(duel, _)| Some(vec![duel.a.times.as_deref()?, duel.b.times.as_deref()?]));
    match stratified_log_rank(&strata.collect::<Vec<_>>()) {
        Some(found) => TestRow {
            statistic: Some(found.statistic),
            freedom: vec![found.freedom as f64],
            p: Some(found.probability),
            ..row
        }
        .noted("these puzzles as strata"),
        None => row.undefined("no run was solved while another was still under way"),
    }
}

fn heterogeneity(duels: &Duels, row: TestRow) -> TestRow {
    match risk_difference_heterogeneity(&duels.strata()) {
        Some(found) => TestRow {
            statistic: Some(found.statistic),
            freedom: vec![found.freedom as f64],
            p: Some(found.probability),
            ..row
        }
        .noted(format!(
            "do solved shares differ alike on all puzzles? {} of {} without spread left out",
            found.left_out,
            duels.duels.len()
        )),
        None => row.undefined("fewer than two puzzles on which both outcomes occur"),
    }
}

/// Whether puzzles like these would show a difference: here a puzzle, not a run, is the case.
fn like_these(duels: &Duels, sides: Opponents<'_>, primary: Primary) -> Vec<TestRow> {
    let differences: Vec<f64> = match primary {
        Primary::Solved => duels.duels.iter().filter_map(Duel::solved_difference).collect(),
        Primary::Rmst => duels.differences(),
    };
    let measure = match primary {
        Primary::Solved => "solved shares",
        Primary::Rmst => "RMST",
    };
    let puzzles = differences.len() as u64;
    let begun = |test| TestRow {
        effect: mean(&differences),
        n_b: None,
        ..TestRow::begun(test, sides, (puzzles, puzzles))
    };
    let ranks = match signed_rank(&differences, true) {
        Ok(found) => TestRow {
            statistic: Some(found.above.min(found.below)),
            p: Some(found.sides.two_sided),
            ..begun("signed-rank-puzzles")
        }
        .noted(format!("{measure}; puzzles like these: n counts puzzles")),
        Err(reason) => begun("signed-rank-puzzles").undefined(reason),
    };
    if differences.is_empty() {
        return vec![
            begun("signed-rank-puzzles").undefined("no puzzle on which times can be compared"),
        ];
    }
    let means = resampled(&differences, rounds(differences.len()) as usize, SEED, mean);
    let means: Vec<f64> = means.into_iter().flatten().collect();
    let drawn = begun("bootstrap-puzzles").within(percentile_interval(&means, CONFIDENCE));
    vec![ranks, drawn.noted(format!("{measure}; interval by drawing puzzles anew"))]
}
