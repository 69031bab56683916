//! Estimates that stand beside the tests.

use super::super::dataset::Dataset;
use super::super::figures::{CONFIDENCE, Cap, Figures, cut};
use super::super::observation::Observation;
use super::super::unit::EffortUnit;
use super::test_row::{Family, TestRow};
use super::{SEED, rounds};
use crate::stats::{RunningTime, bootstrap_running_time};

/// The expected running time of every method on every puzzle up to its cap, with two intervals.
pub fn running_times(dataset: &Dataset, caps: &[Option<Cap>], unit: EffortUnit) -> Vec<TestRow> {
    let mut rows = Vec::new();
    for (puzzle, (facts, &cap)) in dataset.puzzles().iter().zip(caps).enumerate() {
        for (place, method) in dataset.methods().iter().enumerate() {
            let runs = dataset.runs(puzzle, place);
            if runs.is_empty() {
                continue;
            }
            let begun = |test| TestRow {
                family: Family::Estimate,
                a: Some(method.as_str().into()),
                n_a: Some(runs.len() as u64),
                ..TestRow::of_all(test, Some(facts.name.as_str().into()))
            };
            let by_law = Figures::up_to(runs, unit, cap).running_time;
            rows.push(row(
                begun("ert"),
                by_law,
                "total effort by runs solved; chi-squared interval",
            ));
            rows.push(row(
                begun("ert-bootstrap"),
                drawn_anew(cut(runs, unit, cap), unit),
                "runs drawn anew; those without a success count as infinite",
            ));
        }
    }
    rows
}

fn drawn_anew(runs: impl Iterator<Item = Observation>, unit: EffortUnit) -> Option<RunningTime> {
    let whole = runs.filter(|run| !run.is_error());
    let pair = |run: Observation| Some((run.spent(unit)?, run.is_solved));
    let pairs = whole.map(pair).collect::<Option<Vec<(f64, bool)>>>()?;
    bootstrap_running_time(&pairs, CONFIDENCE, rounds(pairs.len()) as usize, SEED)
}

fn row(begun: TestRow, found: Option<RunningTime>, note: &str) -> TestRow {
    let Some(RunningTime { estimate, low, high }) = found else {
        return begun.undefined("no run was solved, or the unit was not counted");
    };
    let note = match (estimate, high) {
        (None, _) => "no run was solved: a lower limit only".to_owned(),
        (_, None) => format!("{note}; no upper limit: too few runs solved"),
        _ => note.to_owned(),
    };
    TestRow { effect: estimate, low, high, ..begun }.noted(note)
}
