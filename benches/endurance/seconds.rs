//! How far runs go beyond `--seconds`.

use super::program::sudoga;
use super::{Missing, Site, methods};

/// What a run may take beyond its limit, or end before it.
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

/// Prints the table, and tells what went too far or could not be measured.
pub fn print(site: &Site) -> Vec<String> {
    let mut faults = Vec::new();
    let cases = if site.is_quick { &CASES[..QUICK] } else { &CASES };
    let heads: Vec<String> =
        cases.iter().map(|(limit, what, _)| format!("{what}, {limit} s")).collect();
    println!("| method | {} |", heads.join(" | "));
    println!("|---|{}", "--:|".repeat(cases.len()));
    for method in methods() {
        let mut cells = Vec::new();
        for (head, (limit, _, words)) in heads.iter().zip(cases) {
            let (text, is_good) = match middle(site, &method, limit, words) {
                Ok(beyond) => (format!("{:.2} %", 100.0 * beyond), beyond.abs() <= TOLERANCE),
                Err(Missing::Meant(why)) => (why, true),
                Err(Missing::Fault(why)) => (why, false),
            };
            if is_good {
                cells.push(text);
            } else {
                cells.push(format!("**{text}**"));
                faults.push(format!("{method} on {head}: {text}"));
            }
        }
        println!("| {method} | {} |", cells.join(" | "));
    }
    faults
}

/// By how much of its limit a run went beyond it, or why it did not come so far.
fn middle(site: &Site, method: &str, limit: &str, words: &str) -> Result<f64, Missing> {
    let seconds: f64 = limit.parse().expect("a number");
    let repeats = if seconds < 1.0 { REPEATS } else { 1 };
    let runs: Result<Vec<f64>, Missing> =
        (0..repeats).map(|_| overshoot(site, method, seconds, words)).collect();
    Ok(*runs?.select_nth_unstable_by(repeats / 2, f64::total_cmp).1)
}

fn overshoot(site: &Site, method: &str, limit: f64, words: &str) -> Result<f64, Missing> {
    let takes_settings = words.contains("--set");
    let words = format!(
        "solve -m {method} --seconds {limit} {words} --seed 1 -q --threads 1 --format json"
    );
    let words = site.words(&words);
    let out = site.file("answer.json");
    let done = sudoga(words.iter().map(String::as_str)).stdout(out).status();
    let done = done.expect("the program starts");
    if takes_settings && done.code() == Some(2) {
        return Err(Missing::Meant("-".to_owned()));
    }
    let answer = std::fs::read_to_string(site.path("answer.json")).expect("an answer");
    let Ok(answer) = serde_json::from_str::<serde_json::Value>(&answer) else {
        return Err(Missing::Fault(done.to_string()));
    };
    let stop = answer["stop"].as_str().unwrap_or_default();
    match (stop, answer["seconds"].as_f64()) {
        ("seconds", Some(seconds)) => Ok(seconds / limit - 1.0),
        ("solved" | "no-solution" | "unknown", _) => Err(Missing::Meant(stop.to_owned())),
        _ => Err(Missing::Fault(format!("{stop}, {done}"))),
    }
}
