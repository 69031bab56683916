//! Memory of a long run: after its first tenth and at its end.

use std::fs;
use std::process::Child;
use std::thread;
use std::time::Duration;

use super::program::sudoga;
use super::{Missing, Site, methods};

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

/// Prints the table, and tells what grows or could not be measured.
pub fn print(site: &Site) -> Vec<String> {
    let mut faults = Vec::new();
    println!(
        "| method | settings | generations | evaluations | after a tenth, KB | at the end, KB | grows |"
    );
    println!("|---|---|--:|--:|--:|--:|---|");
    for method in methods() {
        let Measured { settings, effort: [generations, evaluations], first, last } =
            match with_its_settings(site, &method) {
                Ok(found) => found,
                Err(Missing::Meant(why)) => {
                    println!("| {method} | | | | | | not measured: {why} |");
                    continue;
                }
                Err(Missing::Fault(why)) => {
                    println!("| {method} | | | | | | **not measured: {why}** |");
                    faults.push(format!("{method} was not measured: {why}"));
                    continue;
                }
            };
        let verdict = if last > first + SLACK { "**yes**" } else { "no" };
        if last > first + SLACK {
            faults.push(format!("{method} grows from {first} to {last} KB"));
        }
        println!(
            "| {method} | {settings} | {generations} | {evaluations} | {first} | {last} | {verdict} |"
        );
    }
    faults
}

/// Measures a method with the first settings that it takes.
fn with_its_settings(site: &Site, method: &str) -> Result<Measured, Missing> {
    let mut runs = SETTINGS.iter().map(|settings| measured(site, method, settings));
    runs.find_map(Result::transpose)
        .unwrap_or_else(|| Err(Missing::Fault("it takes none of the settings".to_owned())))
}

struct Measured {
    settings: String,
    effort: [String; 2],
    first: u64,
    last: u64,
}

/// Runs a method to its end; `None` where it refuses the settings.
fn measured(site: &Site, method: &str, settings: &str) -> Result<Option<Measured>, Missing> {
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
    if code == Some(2) {
        return Ok(None);
    }
    let answer = fs::read_to_string(site.path("answer.json")).expect("an answer");
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap_or_default();
    let [status, stop] = ["status", "stop"].map(|key| answer[key].as_str().unwrap_or("-"));
    match (code, status, stop) {
        // The puzzle was refuted, or nothing is searched.
        (Some(1), "no-solution", _) | (Some(1), "unsolved", "unknown") => {
            return Err(Missing::Meant(stop.to_owned()));
        }
        (Some(1), "unsolved", _) => {}
        _ => {
            let code = code.map_or("a signal".to_owned(), |code| format!("exit code {code}"));
            return Err(Missing::Fault(format!("{status}, {stop}, {code}")));
        }
    }
    let effort = ["generations", "evaluations"].map(|unit| match answer[unit].as_u64() {
        Some(count) => count.to_string(),
        None => "-".to_owned(),
    });
    let settings = settings.to_owned();
    match (sizes.get(sizes.len() / 10), sizes.last()) {
        (Some(&first), Some(&last)) => Ok(Some(Measured { settings, effort, first, last })),
        _ => Err(Missing::Fault("it ended before the first look".to_owned())),
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
