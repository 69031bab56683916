//! The tests of two methods on one puzzle.

use super::super::figures::CONFIDENCE;
use super::super::unit::EffortUnit;
use super::duel::{Duel, PairCounts, Sample};
use super::test_row::{Opponents, TestRow};
use super::{RESAMPLES, SEED, rounds};
use crate::lab::Primary;
use crate::stats::{
    Undefined, brown_forsythe, dealt_means, fisher_mid_p, fisher_two_sided, levene, log_rank,
    mann_whitney, mcnemar, sign_flip, signed_rank, student, superiority, welch,
};

/// What is said of Levene's test wherever it stands.
pub const LEVENE_CAUTION: &str =
    "is one more erratic? mean-centred: rejects 10-47 % of equal run times, which are skewed";

/// How the studies treated runs that did not solve.
const CAPPED: &str = "failures set to the cap, as the studies did";

/// A test of times up to a cap, which fills in what was begun.
pub type TimesTest = fn(&Duel, f64, TestRow) -> Result<TestRow, Undefined>;

const UNPAIRED: [(&str, TimesTest); 7] = [
    ("rmst-permutation", dealt),
    ("log-rank", survival),
    ("mann-whitney", ranked),
    ("levene", spread),
    ("brown-forsythe", spread),
    ("student", means),
    ("welch", means),
];
const PAIRED: [(&str, TimesTest); 1] = [("signed-rank", pair_ranks)];

/// How much is asked puzzle by puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The two questions alone.
    Questions,
    /// All tests there are.
    Everything,
}

/// The tests of a duel; those that answer the two questions come first and second.
pub fn tests(duel: &Duel, sides: Opponents<'_>, unit: EffortUnit, depth: Depth) -> Vec<TestRow> {
    let begun = |test| TestRow::begun(test, sides, (duel.a.runs(), duel.b.runs()));
    let mut rows = vec![solved(duel, &begun), restricted(duel, &begun, unit)];
    if depth == Depth::Questions {
        return rows;
    }
    rows.push(mid_p(duel, &begun));
    let further = if duel.is_paired { PAIRED.as_slice() } else { &UNPAIRED };
    for &(name, test) in further {
        rows.push(of_times(duel, begun(name), unit, test));
    }
    rows
}

/// A test of times, or why there is none.
pub fn of_times(duel: &Duel, row: TestRow, unit: EffortUnit, test: TimesTest) -> TestRow {
    match (duel.flaw(unit), duel.cap) {
        (None, Some(cap)) => {
            test(duel, cap, row.clone()).unwrap_or_else(|reason| row.undefined(reason))
        }
        (flaw, _) => row.noted(flaw.unwrap_or_default()),
    }
}

/// The place, in [`tests`], of the test that answers a question.
pub fn place(question: Primary) -> usize {
    match question {
        Primary::Solved => 0,
        Primary::Rmst => 1,
    }
}

/// The question that is not the primary one.
pub fn other(question: Primary) -> Primary {
    match question {
        Primary::Solved => Primary::Rmst,
        Primary::Rmst => Primary::Solved,
    }
}

fn solved(duel: &Duel, begun: &impl Fn(&'static str) -> TestRow) -> TestRow {
    let row = match duel.is_paired {
        true => {
            let PairCounts { a_alone, b_alone, .. } = duel.pair_counts();
            let p = Some(mcnemar(a_alone, b_alone).exact);
            let note = format!("solved shares; pairs solved by one alone: {a_alone} and {b_alone}");
            TestRow { p, ..begun("mcnemar") }.noted(note)
        }
        false => {
            let p = Some(fisher_two_sided(duel.a.solved, duel.b.solved));
            TestRow { p, ..begun("fisher") }.noted("solved shares; Newcombe's interval")
        }
    };
    let effect = duel.solved_difference();
    TestRow { effect, ..row }.within(duel.solved_interval(CONFIDENCE))
}

fn mid_p(duel: &Duel, begun: &impl Fn(&'static str) -> TestRow) -> TestRow {
    let note = "mid-p: less conservative, may exceed its level slightly";
    let row = match duel.is_paired {
        true => {
            let PairCounts { a_alone, b_alone, .. } = duel.pair_counts();
            TestRow { p: Some(mcnemar(a_alone, b_alone).mid_p), ..begun("mcnemar-mid-p") }
        }
        false => {
            let p = Some(fisher_mid_p(duel.a.solved, duel.b.solved));
            TestRow { p, ..begun("fisher-mid-p") }
        }
    };
    TestRow { effect: duel.solved_difference(), ..row }.noted(note)
}

/// The difference of the restricted means: Welch's test, or flipped signs of pairs.
fn restricted(duel: &Duel, begun: &impl Fn(&'static str) -> TestRow, unit: EffortUnit) -> TestRow {
    let row = begun(if duel.is_paired { "sign-flip" } else { "rmst" });
    if let Some(flaw) = duel.flaw(unit) {
        return row.noted(flaw);
    }
    let (Some(cap), Some(effect)) = (duel.cap, duel.difference()) else {
        return row.undefined("runs were watched less long than the cap");
    };
    let difference = duel.mean_difference(cap);
    let interval = difference.and_then(|difference| difference.interval(CONFIDENCE));
    let row = TestRow { effect: Some(effect), ..row }.within(interval);
    let note = format!("mean {} up to {cap}", unit.word());
    if duel.is_paired {
        let flipped = duel.pair_differences(cap, 1.0).ok_or(Undefined::TooFew);
        return match flipped.and_then(|found| sign_flip(&found, RESAMPLES, SEED)) {
            Ok(found) => TestRow { p: Some(found.sides.two_sided), ..row }
                .noted(note + "; p by flipping signs, an interval by Student's law"),
            Err(reason) => row.undefined(reason),
        };
    }
    let tested = difference.and_then(|difference| Some((difference, difference.test()?)));
    if let Some((difference, (statistic, law))) = tested {
        let law_of = if difference.freedom.is_some() { "Welch's test" } else { "normal law" };
        let freedom = difference.freedom.into_iter().collect();
        return TestRow { statistic: Some(statistic), freedom, p: Some(law.two_sided), ..row }
            .noted(format!("{note}; {law_of}"));
    }
    // Runs that are all alike, or a single one, have no variance; chance can still be counted.
    match dealt(duel, cap, row.clone()) {
        Ok(found) => found.noted(
            note + "; p by dealing runs out anew, since they do not vary or there is one alone",
        ),
        Err(reason) => row.undefined(reason),
    }
}

/// The times of both, every failed run set to `failed`.
fn with_failures_at(duel: &Duel, failed: f64) -> Result<(Vec<f64>, Vec<f64>), Undefined> {
    let times = |side: &Sample| side.with_failures_at(failed).ok_or(Undefined::TooFew);
    Ok((times(&duel.a)?, times(&duel.b)?))
}

fn dealt(duel: &Duel, cap: f64, row: TestRow) -> Result<TestRow, Undefined> {
    if duel.is_watched_less() {
        return Err(Undefined::Censored);
    }
    let (a, b) = with_failures_at(duel, cap)?;
    let found = dealt_means(&a, &b, rounds(a.len() + b.len()), SEED)?;
    let (effect, p) = (Some(found.difference), Some(found.sides.two_sided));
    Ok(TestRow { effect, p, ..row }.noted("mean of min(time, cap); runs dealt out anew"))
}

fn survival(duel: &Duel, _cap: f64, row: TestRow) -> Result<TestRow, Undefined> {
    let times = |side: &Sample| side.times.clone().unwrap_or_default();
    let found = log_rank(&[&times(&duel.a), &times(&duel.b)]).ok_or(Undefined::Constant)?;
    let (statistic, freedom) = (Some(found.statistic), vec![found.freedom as f64]);
    Ok(TestRow { statistic, freedom, p: Some(found.probability), ..row })
}

fn ranked(duel: &Duel, cap: f64, row: TestRow) -> Result<TestRow, Undefined> {
    // Failures are worse than any success, also one at the cap itself.
    let (a, b) = with_failures_at(duel, 2.0 * cap + 1.0)?;
    let found = mann_whitney(&a, &b)?;
    // Less effort is better.
    let quicker = superiority(&b, &a)?;
    let row = TestRow {
        statistic: Some(found.statistic),
        p: Some(found.sides.two_sided),
        effect: Some(quicker.estimate),
        ..row
    };
    let note = "failures tied worst; effect: A12, the chance that a is quicker than b";
    Ok(row.within(quicker.interval(CONFIDENCE)).noted(note))
}

fn pair_ranks(duel: &Duel, cap: f64, row: TestRow) -> Result<TestRow, Undefined> {
    let differences = duel.pair_differences(cap, 1.0).ok_or(Undefined::TooFew)?;
    let found = signed_rank(&differences, true)?;
    let (statistic, p) = (Some(found.above.min(found.below)), Some(found.sides.two_sided));
    Ok(TestRow { statistic, p, ..row }.noted("pairs of min(time, cap); zeros after Pratt"))
}

/// Whether one is more erratic: `levene`, or else Brown and Forsythe's test.
pub fn spread(duel: &Duel, cap: f64, row: TestRow) -> Result<TestRow, Undefined> {
    let (a, b) = with_failures_at(duel, cap)?;
    let is_levene = row.test == "levene";
    let found = if is_levene { levene(&[&a, &b])? } else { brown_forsythe(&[&a, &b])? };
    let note = if is_levene { LEVENE_CAUTION } else { "is one more erratic? median-centred" };
    Ok(TestRow {
        statistic: Some(found.statistic),
        freedom: vec![found.freedom_between, found.freedom_within],
        p: Some(found.probability),
        ..row
    }
    .noted(format!("{note}; {CAPPED}")))
}

/// `student`, or else Welch's test, of capped times.
pub fn means(duel: &Duel, cap: f64, row: TestRow) -> Result<TestRow, Undefined> {
    let (a, b) = with_failures_at(duel, cap)?;
    let found = if row.test == "student" { student(&a, &b)? } else { welch(&a, &b)? };
    Ok(TestRow {
        statistic: Some(found.statistic),
        freedom: vec![found.freedom],
        p: Some(found.sides.two_sided),
        effect: Some(found.difference),
        ..row
    }
    .within(found.interval(CONFIDENCE))
    .noted(CAPPED))
}
