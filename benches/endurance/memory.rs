//! Memory of a long run: after its first tenth and at its end.

use std::fs;
use std::ops::ControlFlow;
use std::process::Child;
use std::thread;
use std::time::Duration;

use super::program::sudoga;
use super::{Site, methods};

/// Ends of a run, whichever comes first.
const LIMITS: &str = "--generations 1000000 --evaluations 50000000 --seconds 25";

/// The same where there is less to do.
const QUICK: &str = "--generations 1000000 --evaluations 50000000 --seconds 1";

/// Small populations, so that a million generations take seconds; a method has the first that it takes.
const SETTINGS: [&str; 9] = [
    "population=10",
    "population=10 elite=1",
    "population=10 learning.replace=5",
    "population=10 stagnation.restart.keep=1",
    "population=10 learning.replace=5 stagnation.restart.keep=1",
    "population=10 elite=1 selection.tournament.size=2 stagnation.restart.keep=1",
    "population=20",
    "ants=2",
    "",
];

const LOOK: Duration = Duration::from_millis(5);

/// Growth that is none: what the allocator rounds up to.
const SLACK: u64 = 300;

pub fn print(site: &Site) {
    println!(
        "| method | settings | generations | evaluations | after a tenth, KB | at the end, KB | grows |"
    );
    println!("|---|---|--:|--:|--:|--:|---|");
    for method in methods() {
        let mut runs = SETTINGS.iter().map(|settings| measured(site, &method, settings));
        let found = runs.try_fold(String::new(), |_, run| match run {
            Ok(found) => ControlFlow::Break(found),
            Err(why) => ControlFlow::Continue(why),
        });
        let Measured { settings, effort: [generations, evaluations], first, last } = match found {
            ControlFlow::Break(found) => found,
            ControlFlow::Continue(why) => {
                println!("| {method} | | | | | | not measured: {why} |");
                continue;
            }
        };
        let verdict = if last > first + SLACK { "**yes**" } else { "no" };
        println!(
            "| {method} | {settings} | {generations} | {evaluations} | {first} | {last} | {verdict} |"
        );
    }
}

struct Measured {
    settings: String,
    effort: [String; 2],
    first: u64,
    last: u64,
}

/// Runs a method to its end; or how it ended, where it refuses the settings or has less to do.
fn measured(site: &Site, method: &str, settings: &str) -> Result<Measured, String> {
    let set: String = settings.split_whitespace().map(|set| format!("--set {set} ")).collect();
    let limits = if site.is_quick { QUICK } else { LIMITS };
    let words = format!(
        "solve -m {method} {set} {limits} --seed 1 -q --threads 1 --format json /hopeless.txt"
    );
    let words = site.words(&words);
    let out = site.file("answer.json");
    let mut child = sudoga(words.iter().map(String::as_str)).stdout(out).spawn().expect("a start");
    let sizes = sizes(&mut child);
    let code = child.wait().expect("an end").code();
    let answer = fs::read_to_string(site.path("answer.json")).expect("an answer");
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap_or_default();
    if code != Some(1) || answer["status"] != "unsolved" || answer["stop"] == "unknown" {
        let [status, stop] = ["status", "stop"].map(|key| answer[key].as_str().unwrap_or("-"));
        return Err(format!("{status}, {stop}, exit code {}", code.unwrap_or(-1)));
    }
    let effort = ["generations", "evaluations"].map(|unit| match answer[unit].as_u64() {
        Some(count) => count.to_string(),
        None => "-".to_owned(),
    });
    let settings = settings.to_owned();
    match (sizes.get(sizes.len() / 10), sizes.last()) {
        (Some(&first), Some(&last)) => Ok(Measured { settings, effort, first, last }),
        _ => Err("it ended before the first look".to_owned()),
    }
}

/// The resident memory of a process in KB, without that of its file, look by look until its end.
fn sizes(child: &mut Child) -> Vec<u64> {
    let path = format!("/proc/{}/status", child.id());
    let mut sizes = Vec::new();
    while child.try_wait().expect("a process").is_none() {
        let status = fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let size: Option<u64> = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        // While it begins it is still this program.
        sizes.extend(size.filter(|_| status.starts_with("Name:\tsudoga\n")));
        thread::sleep(LOOK);
    }
    sizes
}
