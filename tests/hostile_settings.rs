//! Settings that nobody would choose: every number of every method at its ends. Each is refused by its
//! key, or the program runs it within its limit of time and bounded memory; none ends in a panic or
//! takes the process with it.

mod support;

use std::collections::BTreeMap;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sudoga::method::{Method, names};
use support::{Folder, process, told};
use toml::{Table, Value};

/// What each number is set to in turn.
const VALUES: [&str; 9] = [
    "0",
    "1",
    "10000",
    "1000000",
    "2147483648",
    "4294967295",
    "1000000000000",
    "9223372036854775807",
    "1e308",
];

/// Numbers of choices that no preset makes, each last, after what it needs.
const CHOICES: [(&str, &[&str]); 7] = [
    ("baseline", &["selection.rank.pressure"]),
    ("baseline", &["fitness.entropy.weight"]),
    ("baseline", &["breeding.truncation.best"]),
    ("gerges-purge", &["selection=roulette", "fitness=product", "population"]),
    ("elite-learning", &["stagnation.restart.patience=1", "stagnation.restart.keep"]),
    ("anneal", &["chain.fixed.length"]),
    ("hgasa", &["stagnation.anneal.patience=1", "stagnation.anneal.redraw.cells"]),
];

/// Memory of a process, in KB: twice what the members of a run may take, and the program itself.
const MEMORY: u64 = 2_500_000;

/// Longer than any run takes that keeps to a limit of a twentieth of a second, however busy the
/// machine is.
const PATIENCE: Duration = Duration::from_secs(30);

/// A method and what is set, a number last.
type Setting = (&'static str, Vec<String>);

/// The keys of a table that hold a number, also in its tables.
fn numbers(table: &Table, path: &str, keys: &mut Vec<String>) {
    for (key, value) in table {
        let key = format!("{path}{key}");
        match value {
            Value::Integer(_) | Value::Float(_) => keys.push(key),
            Value::Table(inner) => numbers(inner, &format!("{key}."), keys),
            _ => {}
        }
    }
}

/// Every number of every kind of method, in the first method that has it, and those of choices.
fn keys() -> Vec<Setting> {
    let mut first = BTreeMap::new();
    for name in names() {
        let mut table = Method::resolve(name, &[]).expect(name).to_table();
        let kind = table["kind"].to_string();
        table.remove("budget");
        let mut keys = Vec::new();
        numbers(&table, "", &mut keys);
        for key in keys {
            first.entry((kind.clone(), key)).or_insert(name);
        }
    }
    let found = first.into_iter().map(|((_, key), name)| (name, vec![key]));
    let texts = |sets: &[&str]| sets.iter().map(ToString::to_string).collect();
    found.chain(CHOICES.map(|(name, sets)| (name, texts(sets)))).collect()
}

/// Runs the program in bounded memory, where that can be had.
fn run_bounded(words: &str) -> Output {
    let program = process(words);
    if !cfg!(target_os = "linux") {
        return { program }.output().expect("the program runs");
    }
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\""));
    shell.arg(program.get_program()).args(program.get_args());
    for (variable, _) in program.get_envs() {
        shell.env_remove(variable);
    }
    shell.output().expect("the program runs")
}

/// Whether a message names a key: its last part, or what does not go together with others.
fn is_named(key: &str, message: &str) -> bool {
    key.split('.').any(|part| message.contains(part))
}

/// Runs a method on a puzzle for a twentieth of a second; none may abort, panic or take long. Refused
/// is only what does not suit the puzzle, by its key.
fn assert_runs(words: &str, key: &str) {
    let words = format!("solve {words} --seconds 0.05 --seed 1 --threads 1 -q");
    let started = Instant::now();
    let output = run_bounded(&words);
    assert!(output.status.code().is_some(), "{words}: {:?}", output.status);
    let (code, _, errors) = told(&output);
    assert!(started.elapsed() < PATIENCE, "{words}: {:?}", started.elapsed());
    match code {
        0 | 1 => {}
        2 => assert!(is_named(key, &errors), "{words}: {errors}"),
        _ => panic!("{words}: {code}: {errors}"),
    }
}

/// The setting with its number at a value; `None` where it is refused, by its key.
fn accepted((name, sets): &Setting, value: &str) -> Option<(String, String)> {
    let mut sets = sets.clone();
    let last = sets.pop()?;
    sets.push(format!("{last}={value}"));
    match Method::resolve(name, &sets) {
        Ok(_) => Some((format!("-m {name} --set {}", sets.join(" --set ")), last)),
        Err(error) => {
            assert!(is_named(&last, &error.to_string()), "{name} {sets:?}: {error}");
            None
        }
    }
}

#[test]
fn numbers_at_their_ends_are_refused_by_their_key_or_keep_their_limits() {
    let keys = keys();
    assert!(keys.len() > 60, "{}", keys.len());
    let all = keys.iter().flat_map(|setting| VALUES.map(|value| accepted(setting, value)));
    let runs: Vec<(String, String)> = all.flatten().collect();
    assert!(runs.len() > 100, "{}", runs.len());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((words, key)) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    assert_runs(&format!("@16x16/hard-1 {words}"), key);
                }
            });
        }
    });
}

/// Eight grids of side 49 side by side, the layout with most cells, and nothing given.
fn largest(folder: &Folder) -> String {
    let grids: Vec<String> =
        (0..8).map(|place| format!("[{}, {}]", place / 4 * 7, place % 4 * 7)).collect();
    let layout = format!("box-side = 7\ngrids = [{}]\n", grids.join(", "));
    let layout = folder.write("largest.toml", &layout);
    let puzzle = folder.write("empty.txt", &"0 ".repeat(8 * 49 * 49));
    format!("{puzzle} --layout {layout}")
}

#[test]
fn more_members_than_a_layout_has_memory_for_are_refused() {
    let folder = Folder::new("largest");
    let puzzle = largest(&folder);
    for (words, expected) in [
        ("-m baseline --set population=1000000", ["`population` is 1000000", "38."]),
        ("-m multistage --set population=200000", ["`population` is 200000", "19."]),
        ("-m ant-colony --set ants=10000", ["`ants` is 10000", "19208 cells"]),
        ("-m local-search --set population=500000", ["`population` is 500000", "at most 1 GB"]),
    ] {
        let (code, output, errors) =
            told(&run_bounded(&format!("solve {puzzle} {words} --seed 1")));
        assert_eq!((code, output.as_str()), (2, ""), "{words}: {errors}");
        assert!(expected.iter().all(|word| errors.contains(word)), "{words}: {errors}");
    }
    let plan = "methods = [{ name = 'many', extends = 'baseline', population = 1000000 }]\n\
                puzzles = ['@25x25/hard-1']\n";
    let plan = folder.write("plan.toml", plan);
    let words = format!("run {plan} --seed 1 -q -o {}", folder.path("x"));
    let (code, _, errors) = told(&run_bounded(&words));
    assert!(code == 2 && errors.contains("`population` is 1000000"), "{errors}");
    assert!(!folder.0.join("x").exists());
}

#[test]
fn what_memory_there_is_for_runs_within_its_limit() {
    let folder = Folder::new("large");
    let puzzle = largest(&folder);
    for words in
        ["-m baseline --set population=20000", "-m ant-colony --set ants=200", "-m memetic"]
    {
        assert_runs(&format!("{puzzle} {words}"), "never refused");
    }
}
