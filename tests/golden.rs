//! What every preset ends with, exactly: one line a preset and layout in `golden/results.tsv`.
//!
//! The file carries the number of the engine that made it. A run that ends differently is a new
//! engine: raise `ENGINE` in `src/lib.rs`, then run this test with `SUDOGA_BLESS=1`, which writes
//! the file anew. With the old number it refuses, so that results of two engines are never taken
//! for one; lines of new presets it adds.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use sudoga::ENGINE;
use sudoga::board::{Puzzle, collection};
use sudoga::method::{Method, names};
use sudoga::solver::{Budget, Unobserved, run};

const PUZZLES: [&str; 3] = ["9x9/ai-escargot", "16x16/hard", "twodoku/hard-1"];

/// Reached by small populations in generations, by large ones and by neighbours in evaluations, by
/// tree searches in nodes.
const BUDGET: Budget =
    Budget { generations: Some(20), evaluations: Some(20_000), nodes: Some(20_000), seconds: None };

/// Patience, intervals and improvements are cut short where a preset has them, so that what follows them happens
/// within the budget.
const SHORTENED: [(&[&str], u64); 7] = [
    (&["stagnation", "purge", "patience"], 1),
    (&["stagnation", "restart", "patience"], 1),
    (&["stagnation", "restart", "every"], 5),
    (&["inject", "every"], 5),
    (&["adaptive", "stale", "after"], 2),
    (&["improvement", "anneal", "swaps"], 500),
    (&["restart", "patience"], 5),
];

const RUN_SEED: u64 = 2026;

const COLUMNS: &str = "stop\tcost\tgenerations\tevaluations\tnodes\tgrid";

/// Results by preset and layout.
type Results = BTreeMap<String, String>;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/results.tsv")
}

/// A preset with its patience cut short.
fn hasty(name: &str) -> Method {
    let preset = Method::resolve(name, &[]).expect(name);
    let settings: toml::Table = preset.identity().parse().expect("TOML");
    let value = |path: &[&str]| {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(settings.get(*first)?, |value, key| value.get(key))?.as_integer()
    };
    let shortened = SHORTENED.iter().filter(|(path, _)| value(path).is_some_and(|long| long > 0));
    let sets: Vec<String> =
        shortened.map(|(path, short)| format!("{}={short}", path.join("."))).collect();
    Method::resolve(name, &sets).expect(name)
}

/// What a run ends with; the grid by a digest.
fn result(method: &Method, puzzle: &Puzzle) -> String {
    let solver = method.solver();
    if solver.objection(puzzle.layout()).is_some() {
        return "objection".to_owned();
    }
    let budget = solver.units().of(BUDGET);
    let outcome = run(&*solver, puzzle, RUN_SEED, budget, &mut Unobserved);
    let number = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let effort = outcome.effort;
    let grid = outcome
        .grid
        .map_or("-".to_owned(), |grid| blake3::hash(grid.digits()).to_hex()[..8].to_owned());
    [
        outcome.stop.word().to_owned(),
        number(outcome.cost.map(u64::from)),
        number(effort.generations),
        number(effort.evaluations),
        number(effort.nodes),
        grid,
    ]
    .join("\t")
}

fn results() -> Results {
    let mut results = Results::new();
    for address in PUZZLES {
        let puzzle = collection::find(address).expect(address).swap_remove(0);
        for name in names() {
            let method = hasty(name);
            let key = format!("{name}\t{}", puzzle.layout().name());
            results.insert(key, result(&method, &puzzle));
        }
    }
    results
}

/// The file of an engine's results.
fn written(engine: u32, results: &Results) -> String {
    let mut text = format!("engine {engine}\npreset\tlayout\t{COLUMNS}\n");
    for (key, result) in results {
        writeln!(text, "{key}\t{result}").expect("a string takes all");
    }
    text
}

/// The engine and the results of a file.
fn read(text: &str) -> (u32, Results) {
    let mut lines = text.lines();
    let engine = lines.next().and_then(|line| line.strip_prefix("engine ")?.parse().ok());
    let results = lines.skip(1).map(|line| {
        let cut = line.match_indices('\t').nth(1).expect("a preset and a layout").0;
        (line[..cut].to_owned(), line[cut + 1..].to_owned())
    });
    (engine.expect("the first line names the engine"), results.collect())
}

/// What has become of the results in a file.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Same,
    /// Only lines of presets that are new or gone: no run ends differently.
    OtherPresets(Vec<String>),
    /// The engine has risen, or some runs end differently.
    Changed(Vec<String>),
}

fn judge(text: &str, engine: u32, results: &Results) -> Verdict {
    let (old_engine, old) = read(text);
    let mut changed = Vec::new();
    let mut other = Vec::new();
    if old_engine != engine {
        changed.push(format!("engine {old_engine} is now {engine}"));
    }
    for (key, result) in results {
        match old.get(key) {
            None => other.push(format!("new: {key}")),
            Some(known) if known != result => {
                changed.push(format!("{key}\n  was {known}\n  is  {result}"));
            }
            Some(_) => {}
        }
    }
    other.extend(
        old.keys().filter(|key| !results.contains_key(*key)).map(|key| format!("gone: {key}")),
    );
    match (changed.is_empty(), other.is_empty()) {
        (false, _) => Verdict::Changed(changed),
        (true, false) => Verdict::OtherPresets(other),
        (true, true) => Verdict::Same,
    }
}

/// Whether results may be written over a file.
fn may_bless(text: &str, engine: u32, results: &Results) -> bool {
    match judge(text, engine, results) {
        Verdict::Same | Verdict::OtherPresets(_) => true,
        Verdict::Changed(_) => engine > read(text).0,
    }
}

#[test]
fn every_preset_ends_as_it_did() {
    let results = results();
    let old = fs::read_to_string(file()).ok();
    if env::var_os("SUDOGA_BLESS").is_some() {
        let refused = old.as_ref().is_some_and(|old| !may_bless(old, ENGINE, &results));
        assert!(!refused, "runs end differently: raise ENGINE above {ENGINE} in src/lib.rs first");
        fs::create_dir_all(file().parent().expect("a folder")).expect("a folder");
        fs::write(file(), written(ENGINE, &results)).expect("the file can be written");
        return;
    }
    let old =
        old.expect("tests/golden/results.tsv; SUDOGA_BLESS=1 cargo test --test golden makes it");
    match judge(&old, ENGINE, &results) {
        Verdict::Same => {}
        Verdict::OtherPresets(lines) => panic!(
            "presets have come or gone: SUDOGA_BLESS=1 cargo test --test golden\n{}",
            lines.join("\n")
        ),
        Verdict::Changed(lines) => panic!(
            "runs end differently; if they are meant to, raise ENGINE in src/lib.rs and then \
             SUDOGA_BLESS=1 cargo test --test golden\n{}",
            lines.join("\n")
        ),
    }
}

#[test]
fn a_change_needs_a_new_engine() {
    let results = |lines: &[(&str, &str)]| -> Results {
        lines.iter().map(|(key, result)| ((*key).to_owned(), (*result).to_owned())).collect()
    };
    let old = results(&[("a\t9x9", "solved\t0"), ("b\t9x9", "nodes\t-")]);
    let text = written(7, &old);
    assert_eq!(read(&text), (7, old.clone()));
    assert_eq!(judge(&text, 7, &old), Verdict::Same);
    assert!(may_bless(&text, 7, &old));

    let changed = results(&[("a\t9x9", "solved\t2"), ("b\t9x9", "nodes\t-")]);
    assert!(matches!(judge(&text, 7, &changed), Verdict::Changed(lines) if lines.len() == 1));
    assert!(!may_bless(&text, 7, &changed), "the same engine");
    assert!(!may_bless(&text, 6, &changed), "an older one");
    assert!(may_bless(&text, 8, &changed));
    assert!(matches!(judge(&text, 8, &old), Verdict::Changed(_)), "the file is of engine 7");

    let mut more = old.clone();
    more.insert("c\t9x9".to_owned(), "solved\t0".to_owned());
    assert_eq!(judge(&text, 7, &more), Verdict::OtherPresets(vec!["new: c\t9x9".to_owned()]));
    assert!(may_bless(&text, 7, &more), "no run ends differently");
    more.insert("a\t9x9".to_owned(), "solved\t1".to_owned());
    assert!(!may_bless(&text, 7, &more));
    assert_eq!(
        judge(&text, 7, &results(&[("a\t9x9", "solved\t0")])),
        Verdict::OtherPresets(vec!["gone: b\t9x9".to_owned()])
    );
}
