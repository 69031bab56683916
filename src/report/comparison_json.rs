//! A comparison as JSON, with all digits.
//!
//! What is missing, infinite or no number is null.

use serde_json::{Value, json};

use super::comparison_tables::judged;
use crate::analysis::{Comparison, Figures, Judgement, PuzzleComparison, TestRow};

/// The whole comparison as one object.
pub fn comparison_json(comparison: &Comparison) -> Value {
    let puzzles: Vec<Value> =
        comparison.puzzles.iter().map(|found| puzzle(found, &comparison.methods)).collect();
    let overall: Vec<Value> = comparison.overall.iter().map(judgement).collect();
    let tests: Vec<Value> = comparison.tests.iter().map(test).collect();
    json!({
        "unit": comparison.unit.word(),
        "primary": comparison.primary,
        "pairing": comparison.pairing,
        "reference": comparison.methods.first(),
        "methods": comparison.methods,
        "warnings": comparison.warnings,
        "puzzles": puzzles,
        "overall": overall,
        "tests": tests,
    })
}

fn puzzle(puzzle: &PuzzleComparison, methods: &[String]) -> Value {
    let named = methods.iter().zip(&puzzle.figures);
    let methods: Vec<Value> =
        named.map(|(name, figures)| method(name, figures, judged(puzzle, name))).collect();
    json!({
        "puzzle": puzzle.facts.name,
        "layout": puzzle.facts.layout,
        "givens": puzzle.facts.givens,
        "cap": puzzle.cap,
        "methods": methods,
    })
}

fn method(name: &str, figures: &Figures, judgement: Option<&Judgement>) -> Value {
    let share = figures.solved.wilson();
    let restricted = figures.restricted_interval;
    let time = figures.running_time;
    json!({
        "method": name,
        "runs": figures.solved.trials,
        "solved": figures.solved.successes,
        "errors": figures.errors,
        "solved_share": figures.solved.share(),
        "solved_low": share.map(|interval| interval.low),
        "solved_high": share.map(|interval| interval.high),
        "cap": figures.cap,
        "mean": figures.mean_effort,
        "median": figures.median_effort,
        "sd": figures.effort_deviation,
        "median_all": figures.median_time,
        "rmst": figures.restricted_mean,
        "rmst_low": restricted.map(|interval| interval.low),
        "rmst_high": restricted.map(|interval| interval.high),
        "ert": time.and_then(|time| time.estimate),
        "ert_low": time.and_then(|time| time.low),
        "ert_high": time.and_then(|time| time.high),
        "failed_best_cost": figures.best_failed_cost,
        "failed_mean_cost": figures.mean_failed_cost,
        "failed_stagnant": figures.mean_stagnant,
        "mean_seconds": figures.mean_seconds,
        "generations_per_second": figures.generations_a_second,
        "verdict": judgement.map(|judgement| judgement.verdict.word()),
        "because": judgement.map(|judgement| &judgement.because),
    })
}

fn judgement(judgement: &Judgement) -> Value {
    json!({
        "method": judgement.method,
        "against": judgement.against,
        "verdict": judgement.verdict.word(),
        "because": judgement.because,
    })
}

fn test(row: &TestRow) -> Value {
    json!({
        "family": row.family.word(),
        "puzzle": row.puzzle,
        "a": row.a,
        "b": row.b,
        "test": row.test,
        "statistic": row.statistic,
        "df": row.freedom,
        "p": row.p,
        "p_holm": row.p_holm,
        "effect": row.effect,
        "low": row.low,
        "high": row.high,
        "n_a": row.n_a,
        "n_b": row.n_b,
        "note": row.note,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Verdict;
    use crate::report::comparison_samples::{any_comparison, comparison, full};
    use proptest::prelude::*;

    #[test]
    fn all_digits_are_kept_and_what_is_missing_is_null() {
        let value = comparison_json(&full());
        let fisher = json!({
            "family": "puzzle", "puzzle": "hard-1", "a": "purge", "b": "baseline",
            "test": "fisher", "statistic": 2.5, "df": [], "p": null, "p_holm": null,
            "effect": null, "low": null, "high": null, "n_a": 30, "n_b": 30,
            "note": "no run solved",
        });
        assert_eq!(value["tests"][2], fisher);
        assert_eq!(value["tests"][0]["p"], 0.012_345_678);
        let overall = json!({
            "method": "purge", "against": "baseline", "verdict": "worse",
            "because": "4 runs would tell 50 % from 100 %",
        });
        assert_eq!(value["overall"], json!([overall]));
        let head = ["unit", "primary", "pairing", "reference"].map(|key| &value[key]);
        assert_eq!(head, ["generations", "solved", "independent", "baseline"]);
    }

    #[test]
    fn a_method_on_a_puzzle_has_its_figures_and_its_verdict() {
        let value = comparison_json(&comparison(&[("p", Verdict::Better)]));
        let puzzle = &value["puzzles"][0];
        let facts = ["puzzle", "layout", "givens", "cap"].map(|key| puzzle[key].clone());
        assert_eq!(facts, [json!("p"), json!("9x9"), json!(30), json!(1000.0)]);
        let [reference, purge] = [0, 1].map(|method| &puzzle["methods"][method]);
        for (key, first, second) in [
            ("method", json!("baseline"), json!("purge")),
            ("runs", json!(4), json!(4)),
            ("solved", json!(1), json!(3)),
            ("solved_share", json!(0.25), json!(0.75)),
            ("mean", json!(100.0), json!(300.0)),
            ("median", json!(100.0), json!(300.0)),
            ("sd", Value::Null, json!(100.0)),
            ("median_all", Value::Null, json!(300.0)),
            ("rmst", json!(775.0), json!(475.0)),
            ("ert", json!(3100.0), json!(1900.0 / 3.0)),
            ("failed_best_cost", json!(4), json!(4)),
            ("failed_stagnant", Value::Null, Value::Null),
            ("generations_per_second", json!(1550.0), json!(950.0)),
            ("verdict", Value::Null, json!("better")),
            ("because", Value::Null, json!("4 runs would tell 50 % from 100 %")),
        ] {
            assert_eq!((&reference[key], &purge[key]), (&first, &second), "{key}");
        }
        assert_eq!(purge.as_object().map(serde_json::Map::len), Some(25));
    }

    proptest! {
        #[test]
        fn it_reads_back_as_it_was(comparison in any_comparison()) {
            let value = comparison_json(&comparison);
            let text = value.to_string();
            prop_assert!(!text.contains(char::is_control));
            prop_assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
        }
    }
}
