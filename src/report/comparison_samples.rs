//! Made-up comparisons for the tests of the forms in which they are shown.

use crate::analysis::{
    Comparison, EffortUnit, Family, Figures, Judgement, Observation, PuzzleComparison, PuzzleFacts,
    TestRow, Verdict,
};
use crate::lab::{Pairing, Primary};
use crate::solver::Budget;
use proptest::prelude::*;

const CAP: u64 = 1000;

/// The figures of runs that solved after so many generations, and of so many that did not.
pub fn figures(solved_at: &[u64], failed: usize) -> Figures {
    let caps = Budget { generations: Some(CAP), ..Budget::default() };
    let run = |is_solved, generations| Observation {
        is_solved,
        generations: Some(generations),
        seconds: Some(0.5),
        cost: Some(if is_solved { 0 } else { 4 }),
        caps,
        ..Observation::default()
    };
    let runs: Vec<Observation> = solved_at
        .iter()
        .map(|&generations| run(true, generations))
        .chain(std::iter::repeat_n(run(false, CAP), failed))
        .collect();
    Figures::of(&runs, EffortUnit::Generations)
}

/// A test of `purge` against `baseline`, adjusted in the families of the primary test.
pub fn row(family: Family, puzzle: Option<&str>, test: &'static str) -> TestRow {
    let is_primary = matches!(family, Family::Overall | Family::Puzzle);
    TestRow {
        family,
        puzzle: puzzle.map(Into::into),
        a: Some("purge".into()),
        b: Some("baseline".into()),
        test,
        statistic: Some(2.5),
        freedom: Vec::new(),
        p: Some(0.012_345_678),
        p_holm: is_primary.then_some(0.024_691_356),
        effect: Some(0.25),
        low: Some(-0.05),
        high: Some(0.5),
        n_a: Some(30),
        n_b: Some(30),
        note: "difference of the solved rates".to_owned(),
    }
}

/// What is said of `purge` against `baseline`.
pub fn judgement(puzzle: Option<&str>, verdict: Verdict) -> Judgement {
    Judgement {
        puzzle: puzzle.map(Into::into),
        puzzles: if puzzle.is_some() { 1 } else { 2 },
        method: "purge".into(),
        against: "baseline".into(),
        verdict,
        because: "4 runs would tell 50 % from 100 %".to_owned(),
    }
}

/// `baseline` and `purge` on puzzles with these verdicts; without tests.
pub fn comparison(puzzles: &[(&str, Verdict)]) -> Comparison {
    let puzzle = |&(name, verdict): &(&str, Verdict)| PuzzleComparison {
        facts: PuzzleFacts {
            name: name.to_owned(),
            layout: "9x9".to_owned(),
            givens: Some(30),
            cells: Some(81),
        },
        cap: Some(CAP as f64),
        figures: vec![figures(&[100], 3), figures(&[200, 300, 400], 1)],
        judgements: vec![judgement(Some(name), verdict)],
    };
    Comparison {
        unit: EffortUnit::Generations,
        primary: Primary::Solved,
        pairing: Pairing::Independent,
        methods: ["baseline", "purge"].map(str::to_owned).to_vec(),
        puzzles: puzzles.iter().map(puzzle).collect(),
        overall: Vec::new(),
        tests: Vec::new(),
        warnings: Vec::new(),
    }
}

/// Two puzzles with one test of each family, a judgement over both and a warning.
pub fn full() -> Comparison {
    let mut comparison =
        comparison(&[("easy|1", Verdict::Better), ("hard-1", Verdict::NoDifference)]);
    comparison.overall = vec![judgement(None, Verdict::Worse)];
    let first = Some("easy|1");
    comparison.tests = vec![
        row(Family::Overall, None, "mantel-haenszel"),
        row(Family::Puzzle, first, "fisher"),
        row(Family::Puzzle, Some("hard-1"), "fisher"),
        row(Family::Exploratory, None, "log-rank"),
        row(Family::Exploratory, first, "welch"),
        row(Family::Study, first, "student"),
        row(Family::Estimate, first, "ert-bootstrap"),
    ];
    let undefined = &mut comparison.tests[2];
    (undefined.p, undefined.p_holm, undefined.effect) = (None, None, None);
    (undefined.low, undefined.high, undefined.note) = (None, None, "no run solved".to_owned());
    (comparison.tests[6].p, comparison.tests[6].statistic) = (None, None);
    comparison.warnings = vec!["Fewer than 30 runs.".to_owned()];
    comparison
}

/// A name that tries to break out of its line, its cell or its form.
fn any_name() -> impl Strategy<Value = String> {
    let symbols = ['x', '1', ' ', ',', '"', '|', '\\', '<', '\n', '\r', '\u{1b}', '\u{2028}', '数'];
    let symbols = proptest::collection::vec(proptest::sample::select(symbols.to_vec()), 0..6);
    symbols.prop_map(|symbols| symbols.into_iter().collect())
}

/// A number or none; infinite, or no number at all, as often as not.
fn any_number() -> impl Strategy<Value = Option<f64>> {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, f64::MAX, f64::MIN_POSITIVE];
    proptest::option::of(prop_oneof![
        any::<f64>(),
        proptest::sample::select(odd.to_vec()),
        0.0..1.0
    ])
}

/// A test with any names and numbers.
pub fn any_row() -> impl Strategy<Value = TestRow> {
    use Family::{Estimate, Exploratory, Overall, Puzzle, Study};
    let family = proptest::sample::select(vec![Overall, Puzzle, Exploratory, Study, Estimate]);
    let names = proptest::array::uniform4(any_name());
    let numbers = proptest::array::uniform8(any_number());
    (family, names, numbers).prop_map(|(family, [puzzle, a, b, note], numbers)| {
        let [statistic, first, second, p, p_holm, effect, low, high] = numbers;
        let named = |name: String| (!name.is_empty()).then(|| name.into());
        TestRow {
            puzzle: named(puzzle),
            a: named(a),
            b: named(b),
            freedom: first.into_iter().chain(second).collect(),
            note,
            statistic,
            p,
            p_holm,
            effect,
            low,
            high,
            ..row(family, None, "welch")
        }
    })
}

/// A comparison with any names, numbers and tests.
pub fn any_comparison() -> impl Strategy<Value = Comparison> {
    let numbers = proptest::collection::vec(any_number(), 12);
    let names = proptest::collection::vec(any_name(), 4);
    let tests = proptest::collection::vec(any_row(), 0..12);
    (names, numbers, 0usize..30, tests).prop_map(|(names, numbers, puzzles, tests)| {
        let verdicts =
            [Verdict::Better, Verdict::Undefined, Verdict::TradeOff { better_at_cap: true }];
        let puzzles: Vec<(&str, Verdict)> =
            (0..puzzles).map(|place| (names[0].as_str(), verdicts[place % 3])).collect();
        let mut comparison = comparison(&puzzles);
        for puzzle in &mut comparison.puzzles {
            spoil(&mut puzzle.figures[1], &numbers);
            puzzle.cap = numbers[0];
            puzzle.judgements[0].because.clone_from(&names[1]);
        }
        comparison.methods[0].clone_from(&names[2]);
        comparison.overall = vec![judgement(None, Verdict::Mixed { better_by_primary: false })];
        comparison.overall[0].because.clone_from(&names[3]);
        comparison.warnings.clone_from(&names);
        comparison.tests = tests;
        comparison
    })
}

fn spoil(figures: &mut Figures, numbers: &[Option<f64>]) {
    let targets = [
        &mut figures.cap,
        &mut figures.mean_effort,
        &mut figures.median_effort,
        &mut figures.effort_deviation,
        &mut figures.median_time,
        &mut figures.restricted_mean,
        &mut figures.mean_failed_cost,
        &mut figures.mean_stagnant,
        &mut figures.mean_evaluations,
        &mut figures.mean_seconds,
        &mut figures.generations_a_second,
    ];
    for (target, &number) in targets.into_iter().zip(numbers) {
        *target = number;
    }
    if let Some(interval) = &mut figures.restricted_interval {
        (interval.low, interval.high) = (numbers[10].unwrap_or(0.0), numbers[11].unwrap_or(0.0));
    }
    if let Some(time) = &mut figures.running_time {
        (time.estimate, time.low, time.high) = (numbers[9], numbers[10], numbers[11]);
    }
}
