//! How far runs go beyond `--seconds`.

use super::program::sudoga;
use super::{Site, methods};

/// What a run may take beyond its limit.
const TOLERANCE: f64 = 0.01;

/// Limits in CPU seconds, and what the methods work on.
const CASES: [(&str, &str, &str); 6] = [
    ("0.2", "9x9", "/hopeless.txt"),
    ("0.2", "25x25", "/25x25.txt"),
    ("0.2", "49x49", "/49x49.txt"),
    ("1", "25x25, 20,000 members", "/25x25.txt --set population=20000"),
    ("1", "49x49", "/49x49.txt"),
    ("5", "25x25", "/25x25.txt"),
];

/// Runs of a limit below a second, of which the middle one is told: a machine that others use disturbs
/// some.
const REPEATS: usize = 3;

/// So many of the cases where there is less to do.
const QUICK: usize = 4;

pub fn print(site: &Site) {
    let cases = if site.is_quick { &CASES[..QUICK] } else { &CASES };
    let heads: Vec<String> =
        cases.iter().map(|(limit, what, _)| format!("{what}, {limit} s")).collect();
    println!("| method | {} |", heads.join(" | "));
    println!("|---|{}", "--:|".repeat(cases.len()));
    for method in methods() {
        let cells: Vec<String> = cases
            .iter()
            .map(|(limit, _, words)| {
                let limit_words = format!("--seconds {limit} {words}");
                middle(site, &method, &limit_words, limit.parse().expect("a number"))
            })
            .collect();
        println!("| {method} | {} |", cells.join(" | "));
    }
}

/// By how much of its limit a run went beyond it, or why it did not come so far.
fn middle(site: &Site, method: &str, words: &str, limit: f64) -> String {
    let repeats = if limit < 1.0 { REPEATS } else { 1 };
    let runs: Result<Vec<f64>, String> =
        (0..repeats).map(|_| overshoot(site, method, words, limit)).collect();
    let beyond = match runs {
        Ok(mut runs) => *runs.select_nth_unstable_by(repeats / 2, f64::total_cmp).1,
        Err(stop) => return stop,
    };
    let mark = if beyond > TOLERANCE { "**" } else { "" };
    format!("{mark}{:.2} %{mark}", 100.0 * beyond)
}

fn overshoot(site: &Site, method: &str, words: &str, limit: f64) -> Result<f64, String> {
    let words = format!("solve -m {method} {words} --seed 1 -q --threads 1 --format json");
    let words = site.words(&words);
    let out = site.file("answer.json");
    let done = sudoga(words.iter().map(String::as_str)).stdout(out).status();
    done.expect("the program starts");
    let answer = std::fs::read_to_string(site.path("answer.json")).expect("an answer");
    let Ok(answer) = serde_json::from_str::<serde_json::Value>(&answer) else {
        return Err("-".to_owned());
    };
    let stop = answer["stop"].as_str().unwrap_or_default();
    let Some(seconds) = answer["seconds"].as_f64().filter(|_| stop == "seconds") else {
        return Err(stop.to_owned());
    };
    Ok(seconds / limit - 1.0)
}
