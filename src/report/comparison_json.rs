//! A comparison as JSON, with all digits.
//!
//! What is missing, infinite or no number is null.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::comparison_tables::{has_runs, judged};
use crate::analysis::{Comparison, Figures, Judgement, PuzzleComparison, TestRow, Verdict};

/// A comparison and what stands beside it, as one object.
#[derive(Serialize)]
#[serde(transparent)]
pub struct ComparisonJson<'a>(BTreeMap<&'static str, Field<'a>>);

/// What a field holds. A value takes many times the memory of what it tells, so that those of which
/// there may be a hundred thousand are made one at a time.
enum Field<'a> {
    Value(Value),
    Puzzles(&'a Comparison),
    Tests(&'a [TestRow]),
}

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(serializer),
            Self::Puzzles(Comparison { puzzles, methods, .. }) => {
                serializer.collect_seq(puzzles.iter().map(|found| puzzle(found, methods)))
            }
            Self::Tests(rows) => serializer.collect_seq(rows.iter().map(test)),
        }
    }
}

/// The whole comparison as one object, with other fields beside its own.
pub fn comparison_json(
    comparison: &Comparison,
    beside: impl IntoIterator<Item = (&'static str, Value)>,
) -> ComparisonJson<'_> {
    let overall: Vec<Value> = comparison.overall.iter().map(judgement).collect();
    let values = [
        ("unit", json!(comparison.unit.word())),
        ("primary", json!(comparison.primary)),
        ("pairing", json!(comparison.pairing)),
        ("reference", json!(comparison.methods.first())),
        ("methods", json!(comparison.methods)),
        ("warnings", json!(comparison.warnings)),
        ("overall", json!(overall)),
    ];
    let values = values.into_iter().chain(beside).map(|(name, value)| (name, Field::Value(value)));
    let many =
        [("puzzles", Field::Puzzles(comparison)), ("tests", Field::Tests(&comparison.tests))];
    ComparisonJson(values.chain(many).collect())
}

/// The same with a plain zero for every negative one.
fn unsigned_zeros(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() && number.as_f64() == Some(0.0) => json!(0.0),
        Value::Array(values) => values.into_iter().map(unsigned_zeros).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, unsigned_zeros(value))).collect()
        }
        other => other,
    }
}

fn puzzle(puzzle: &PuzzleComparison, methods: &[String]) -> Value {
    let placed = puzzle.figures.iter().enumerate().filter(|(_, figures)| has_runs(figures));
    let told = |(place, figures): (usize, &Figures)| {
        method(&methods[place], figures, judged(puzzle, methods, place))
    };
    let methods: Vec<Value> = placed.map(told).collect();
    unsigned_zeros(json!({
        "puzzle": puzzle.facts.name,
        "layout": puzzle.facts.layout,
        "givens": puzzle.facts.givens,
        "cap": puzzle.cap,
        "methods": methods,
    }))
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
        "mean_generations": figures.mean_generations,
        "mean_evaluations": figures.mean_evaluations,
        "mean_nodes": figures.mean_nodes,
        "mean_seconds": figures.mean_seconds,
        "generations_per_second": figures.generations_a_second,
        "verdict": judgement.map(|judgement| judgement.verdict.word()),
        "direction": judgement.and_then(|judgement| direction(judgement.verdict)),
        "because": judgement.map(|judgement| &judgement.because),
    })
}

fn judgement(judgement: &Judgement) -> Value {
    json!({
        "method": judgement.method,
        "against": judgement.against,
        "verdict": judgement.verdict.word(),
        "direction": direction(judgement.verdict),
        "because": judgement.because,
    })
}

/// The direction of a verdict whose word does not tell it.
fn direction(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::TradeOff { better_at_cap: true } => Some("better-at-cap"),
        Verdict::TradeOff { better_at_cap: false } => Some("worse-at-cap"),
        Verdict::Mixed { better_by_primary: true } => Some("better-by-primary"),
        Verdict::Mixed { better_by_primary: false } => Some("worse-by-primary"),
        Verdict::Better | Verdict::Worse | Verdict::NoDifference | Verdict::Undefined => None,
    }
}

fn test(row: &TestRow) -> Value {
    unsigned_zeros(json!({
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
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::comparison_samples::{any_comparison, comparison, figures, full};
    use proptest::prelude::*;

    fn read(comparison: &Comparison) -> Value {
        serde_json::to_value(comparison_json(comparison, [])).expect("JSON")
    }

    #[test]
    fn all_digits_are_kept_and_what_is_missing_is_null() {
        let value = read(&full());
        let fisher = json!({
            "family": "puzzle", "puzzle": "hard-1", "a": "purge", "b": "baseline",
            "test": "fisher", "statistic": 2.5, "df": [], "p": null, "p_holm": null,
            "effect": null, "low": null, "high": null, "n_a": 30, "n_b": 30,
            "note": "no run solved",
        });
        assert_eq!(value["tests"][2], fisher);
        assert_eq!(value["tests"][0]["p"], 0.012_345_678);
        let overall = json!({
            "method": "purge", "against": "baseline", "verdict": "worse", "direction": null,
            "because": "4 runs would tell 50 % from 100 %",
        });
        assert_eq!(value["overall"], json!([overall]));
        let head = ["unit", "primary", "pairing", "reference"].map(|key| &value[key]);
        assert_eq!(head, ["generations", "solved", "independent", "baseline"]);
    }

    #[test]
    fn a_method_on_a_puzzle_has_its_figures_and_its_verdict() {
        let value = read(&comparison(&[("p", Verdict::Better)]));
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
        assert_eq!(purge.as_object().map(serde_json::Map::len), Some(29));
    }

    #[test]
    fn directions_are_told_zeros_have_no_sign_and_methods_have_runs() {
        let mixed = |better_by_primary| Verdict::Mixed { better_by_primary };
        let trade_off = |better_at_cap| Verdict::TradeOff { better_at_cap };
        let verdicts = [mixed(true), mixed(false), trade_off(true), trade_off(false)];
        let mut comparison = comparison(&verdicts.map(|verdict| ("p", verdict)));
        comparison.puzzles[0].figures[1].mean_effort = Some(-0.0);
        comparison.puzzles[3].figures[0] = figures(&[], 0);
        let value = read(&comparison);
        let directions = value["puzzles"].as_array().expect("puzzles").iter().map(|puzzle| {
            let methods = puzzle["methods"].as_array().expect("methods");
            methods.last().expect("a method")["direction"].clone()
        });
        let expected = ["better-by-primary", "worse-by-primary", "better-at-cap", "worse-at-cap"];
        assert_eq!(directions.collect::<Vec<_>>(), expected);
        assert_eq!(value["puzzles"][0]["methods"][1]["mean"].to_string(), "0.0");
        assert_eq!(value["puzzles"][3]["methods"].as_array().map(Vec::len), Some(1));
    }

    proptest! {
        #[test]
        fn it_reads_back_as_it_was(comparison in any_comparison()) {
            let value = read(&comparison);
            let text = serde_json::to_string(&comparison_json(&comparison, [])).expect("JSON");
            prop_assert!(!text.contains(char::is_control));
            prop_assert_eq!(&text, &value.to_string());
            prop_assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
        }
    }
}
