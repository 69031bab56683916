//! `sudoga check` as a user runs it.

mod support;

use serde_json::Value;
use support::{CLASH, HOPELESS, MODERATE, SOLVED, run};

#[test]
fn one_line_tells_the_verdict() {
    let several = format!("12{}", ".".repeat(79));
    let cases = [
        (MODERATE, 0, "9x9, 28 givens, one solution, "),
        (SOLVED, 0, "9x9, 81 givens, one solution, singles"),
        (&several, 1, "9x9, 2 givens, several solutions"),
        (HOPELESS, 1, "9x9, 9 givens, none ("),
        (CLASH, 1, "9x9, 2 givens, none (5 twice in row 2: "),
    ];
    for (puzzle, expected, verdict) in cases {
        let (code, out, err) = run("check -", puzzle);
        assert_eq!((code, err.as_str()), (expected, ""), "{puzzle}");
        assert!(out.starts_with("stdin") && out.contains(verdict), "{out}");
        assert_eq!(out.lines().count(), 1);
    }
}

#[test]
fn a_spent_budget_is_inconclusive() {
    let empty = ".".repeat(81);
    let (code, out, _) = run("check - --nodes 1", &empty);
    assert_eq!(code, 3);
    assert!(out.contains("unknown (budget of 1 nodes spent"), "{out}");
}

#[test]
fn the_gravest_code_wins() {
    let empty = ".".repeat(81);
    let (code, out, _) = run("check - --nodes 1", &format!("{CLASH}\n{empty}\n"));
    assert_eq!((code, out.lines().count()), (3, 2));
    let (code, out, err) = run("check - --nodes 1", &format!("{CLASH}\n{empty}\n123\n"));
    assert_eq!((code, out.lines().count()), (2, 2), "{out}");
    assert!(err.starts_with("error: stdin:3"), "{err}");
}

#[test]
fn forms_read_back() {
    let (_, line, _) = run("check - --format line", MODERATE);
    assert!(line.contains("# check: one solution"), "{line}");
    assert_eq!(line.lines().last(), Some(MODERATE.replace('0', ".").as_str()));
    for form in ["grid", "int"] {
        let (code, out, _) = run(&format!("check - --format {form}"), MODERATE);
        assert_eq!(code, 0);
        let (code, again, err) = run("check - --format line", &out);
        assert_eq!((code, again), (0, line.clone()), "{form}: {err}");
    }
}

#[test]
fn json_is_for_scripts() {
    let (code, out, _) = run("check - --format json", &format!("{MODERATE}\n{CLASH}\n"));
    assert_eq!(code, 1);
    let records: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(records[0]["solutions"], "one");
    assert_eq!(records[0]["givens"], 28);
    assert!(records[0]["logic"].is_string());
    assert_eq!(records[1]["solutions"], "none");
    assert_eq!(records[1]["logic"], Value::Null);
}
