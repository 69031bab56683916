use super::*;
use crate::analysis::Summaries;
use crate::lab::samples::{arm, cross, failed, generations, plan, solved};
use crate::rng::{Rate, Rng};
use crate::stats::{fisher_less, holm};

fn shares(successes: &[u64], trials: u64) -> Vec<Proportion> {
    successes.iter().map(|&successes| Proportion::new(successes, trials)).collect()
}

/// Summaries in which the arm of a number solves as many runs as `solved_of` says.
fn summaries(plan: &Plan, solved_of: impl Fn(usize) -> u64) -> Vec<Summary<'_>> {
    let mut summaries = Summaries::default();
    let mut found = Vec::new();
    for number in 0..plan.len() {
        let run = plan.run(number);
        let arm = number / plan.repeats as usize;
        let record = match run.repeat < solved_of(arm) {
            true => solved(&run, 100 - arm as u64, 1.0),
            false => failed(&run, 3, 1.0),
        };
        found.extend(summaries.add(&run, &record));
    }
    found.extend(summaries.finish());
    found
}

#[test]
fn clear_differences_are_told() {
    for (successes, trials, marked) in [
        (vec![14, 1, 2, 1, 0, 3, 1, 2, 2, 1, 0, 1, 2, 3, 1, 0], 15, 1),
        (vec![8, 7, 9, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 15, 4),
        (vec![8, 5, 6, 4, 3, 7, 5, 5, 2, 6, 5, 4, 3, 6, 5, 4], 15, 16),
        (vec![0, 0, 0], 15, 3),
        (vec![15], 15, 1),
        (vec![1, 0], 1, 2),
    ] {
        let worse = worse_than_best(&shares(&successes, trials));
        let is_prefix = worse.iter().enumerate().all(|(place, &is)| is == (place >= marked));
        assert!(is_prefix, "{successes:?} {worse:?}");
    }
    assert!(worse_than_best(&[]).is_empty());
    let lone = [Proportion::new(9, 9), Proportion::default()];
    assert_eq!(worse_than_best(&lone), [false, false], "what was not run is not worse");
}

/// How many of 300 sweeps over 16 equal cells call some cell worse: by the rule, and by testing
/// each cell against the best.
fn false_alarms(trials: u64, probability: f64) -> [usize; 2] {
    let mut rng = Rng::from_seed(trials);
    let rate = Rate::constant(probability);
    let mut alarms = [0; 2];
    for _ in 0..300 {
        let draw = |_| (0..trials).filter(|_| rng.chance(rate)).count() as u64;
        let cells: Vec<Proportion> =
            (0..16).map(draw).map(|successes| Proportion::new(successes, trials)).collect();
        alarms[0] += usize::from(worse_than_best(&cells).contains(&true));
        let best =
            cells.iter().position(|cell| cells.iter().all(|c| c.successes <= cell.successes));
        let best = cells[best.expect("a largest one")];
        // The best against itself has p = 1 and takes no part in what Holm does to the others.
        let against: Vec<f64> = cells.iter().map(|&cell| fisher_less(cell, best)).collect();
        alarms[1] += usize::from(holm(&against).iter().any(|&p| p < LEVEL));
    }
    alarms
}

#[test]
fn equal_cells_are_rarely_called_worse() {
    for (trials, probability, naive_at_least) in [(15, 0.3, 20), (50, 0.5, 35)] {
        let [alarms, naive] = false_alarms(trials, probability);
        assert!(alarms <= 22, "{trials} runs at {probability}: {alarms} of 300");
        assert!(naive >= naive_at_least, "{trials} runs at {probability}: {naive} of 300");
    }
}

#[test]
fn a_sheet_for_each_puzzle_method_and_value_of_a_third_key() {
    let mut arms = Vec::new();
    for third in ["x", "y"] {
        for mut arm in cross(&["1", "2"], &["a", "b", "c"]) {
            arm.values.push(Some(third.to_owned()));
            arms.push(arm);
        }
    }
    arms.push(arm("purge", &[None, Some("a"), None], generations(1000)));
    let plan = plan(&["9x9/easy-1", "9x9/easy-2"], &["row", "column", "third"], arms, 2);
    let axes = Axes::new(&plan, None, None).expect("axes");
    let summaries = summaries(&plan, |arm| arm as u64 % 3);
    let sheets = sheets(&plan, axes, &summaries);
    let heads: Vec<_> = sheets
        .iter()
        .map(|sheet| (sheet.planned.puzzle.name(), sheet.method.name(), sheet.fixed.clone()))
        .collect();
    let (x, y) = (vec![("third", "x")], vec![("third", "y")]);
    let of = |puzzle| {
        let base = "baseline";
        [(puzzle, base, x.clone()), (puzzle, base, y.clone()), (puzzle, "purge", vec![])]
    };
    assert_eq!(heads, [of("easy-1"), of("easy-2")].concat());
    assert_eq!(sheets[1].rows, [Some("1"), Some("2")]);
    assert_eq!(sheets[1].columns, [Some("a"), Some("b"), Some("c")]);
    let cell = sheets[1].cell(1, 2).expect("a cell");
    assert_eq!((cell.solved.successes, cell.mean_effort), (2, Some(100.0 - 11.0)));
    assert_eq!(sheets[2].rows, [None]);

    let turned = Axes::new(&plan, Some("column"), None).expect("axes");
    assert_eq!(turned, Axes { rows: 1, columns: Some(0) });
    let sheet = &super::sheets(&plan, turned, &summaries)[1];
    assert_eq!(sheet.cell(2, 1), sheets[1].cell(1, 2));
}

#[test]
fn the_best_solves_most_and_then_fastest() {
    let plan = plan(&["9x9/easy-1"], &["row", "column"], cross(&["1", "2"], &["a", "b"]), 5);
    let axes = Axes::new(&plan, None, None).expect("axes");
    for (solved, expected) in [([2, 4, 4, 1], Some(2)), ([5, 0, 0, 0], Some(0)), ([0; 4], None)] {
        let summaries = summaries(&plan, |arm| solved[arm]);
        let sheets = sheets(&plan, axes, &summaries);
        let best = sheets[0].cells().position(|cell| Some(cell) == sheets[0].best());
        assert_eq!(best, expected, "{solved:?}");
    }
}

#[test]
fn methods_of_one_name_have_their_own_sheets() {
    let arms = [cross(&["1"], &["a", "b"]), cross(&["1"], &["a", "b"])];
    let plan = plan(&["9x9/easy-1"], &["row", "column"], arms.into_iter().flatten().collect(), 1);
    let axes = Axes::new(&plan, None, None).expect("axes");
    let sizes: Vec<usize> = sheets(&plan, axes, &summaries(&plan, |_| 1))
        .iter()
        .map(|sheet| sheet.cells().count())
        .collect();
    assert_eq!(sizes, [2, 2]);
}

#[test]
fn axes_are_keys_of_the_plan() {
    let with = |keys: &[&str]| plan(&[], keys, Vec::new(), 1);
    let axes = |keys, rows, columns| Axes::new(&with(keys), rows, columns);
    let is = |rows, columns| Ok(Axes { rows, columns });
    let three: &[&str] = &["rate", "size", "patience"];
    assert_eq!(axes(&["rate"], None, None), is(0, None));
    assert_eq!(axes(&["rate"], None, Some("rate")), is(0, None));
    assert_eq!(axes(three, None, None), is(0, Some(1)));
    assert_eq!(axes(three, None, Some("rate")), is(1, Some(0)));
    assert_eq!(axes(three, Some("patience"), Some("rate")), is(2, Some(0)));
    assert_eq!(axes(three, Some("size"), Some("size")), Err(AxesError::Twice("size".to_owned())));
    assert_eq!(axes(&[], None, None), Err(AxesError::NothingSwept));
    let message = axes(three, Some("patients"), None).expect_err("unknown").to_string();
    assert!(message.ends_with("the nearest key that is varied is `patience`"), "{message}");
}
