//! Hostile input on the program itself: whatever comes, memory and time are bounded, files stay in
//! their folder, nothing commands a terminal, a spreadsheet or a browser, and the message says what
//! to do. What needs more than a moment is measured in `docs/reliability.md`.

mod support;

use std::fs;

use support::{Folder, MODERATE, run, sudoga, told};

/// A name with whatever could do harm: a terminal, a page, a spreadsheet, a table.
const NAME: &str = "=cmd|' /C calc'!A0<script>alert(1)</script>\u{1b}[31m\u{202e}`|[x](http://y)";

/// How it is shown.
const PLAIN: &str = "=cmd|' /C calc'!A0<script>alert(1)</script> [31m `|[x](http://y)";

/// Refused with exit code 2 and one line that has all these words.
fn assert_refused(words: &str, expected: &[&str]) {
    let (code, output, errors) = run(words, "");
    assert_eq!((code, output.as_str()), (2, ""), "{words}: {errors}");
    assert_eq!(errors.trim_end().lines().count(), 1, "{words}: {errors}");
    assert!(expected.iter().all(|word| errors.contains(word)), "{words}: {errors}");
}

#[test]
fn files_of_settings_are_read_up_to_a_limit() {
    let folder = Folder::new("endless");
    let long = folder.write("long.toml", &"y\n".repeat(1 << 20));
    assert_refused(
        &format!("generate --givens 8 --layout {long}"),
        &["more than 1 MB", "long.toml"],
    );
    assert_refused(&format!("list --show {long}"), &["more than 1 MB", "long.toml"]);
    let list = folder.write("list.csv", &"y\n".repeat(9 << 20));
    assert_refused(
        &format!("tune @9x9/easy-1 -m baseline --points-from {list} --seed 1"),
        &["more than 16 MB", "list.csv"],
    );
}

/// The path of a file without an end.
#[cfg(unix)]
fn endless(folder: &Folder, name: &str) -> String {
    std::os::unix::fs::symlink("/dev/zero", folder.0.join(name)).expect("a link");
    folder.path(name)
}

#[test]
#[cfg(unix)]
fn devices_are_no_files_of_settings() {
    let folder = Folder::new("device");
    let [toml, json, csv] =
        ["zero.toml", "zero.json", "zero.csv"].map(|name| endless(&folder, name));
    for words in [
        format!("generate --givens 8 --layout {toml}"),
        format!("list --show {toml}"),
        format!("run {toml}"),
        format!("run {json}"),
        format!("compare {csv}"),
        format!("tune @9x9/easy-1 -m baseline --points-from {csv} --seed 1"),
        "check /dev/zero".to_owned(),
    ] {
        assert_refused(&words, &["zero", "found byte 0x00"]);
    }
}

#[test]
#[cfg(unix)]
fn devices_are_no_files_of_results() {
    let folder = Folder::new("device-results");
    endless(&folder, "manifest.json");
    folder.write("journal.jsonl", "");
    let (results, runs) = (folder.path(""), endless(&folder, "runs.csv"));
    for (words, file) in [
        (format!("report {results}"), "manifest.json"),
        (format!("compare {results}"), "manifest.json"),
        (format!("compare {runs}"), "runs.csv"),
    ] {
        assert_refused(&words, &[file, "found byte 0x00"]);
    }
}

#[test]
fn layouts_beyond_their_bounds_are_refused() {
    let folder = Folder::new("layouts");
    let grids = |count| format!("box-side = 2\ngrids = [{}]\n", "[0, 0],".repeat(count));
    let many = folder.write("many.toml", &grids(100_000));
    let far = folder.write("far.toml", "box-side = 2\ngrids = [[0, 1000000000000000000]]\n");
    let plan = format!(
        "methods = ['exact']\n[[puzzles]]\nname = 'x'\ncells = '1'\n[puzzles.layout]\n{}",
        grids(100_000)
    );
    let plan = folder.write("plan.toml", &plan);
    let count = ["100000 grids", "at most 4096"];
    assert_refused(&format!("generate --givens 8 --layout {many}"), &count);
    assert_refused(&format!("run {plan} --seed 1"), &[&["plan.toml:2"], &count[..]].concat());
    assert_refused(
        &format!("generate --givens 8 --layout {far}"),
        &["far.toml", "1000000000000000000", "0 to 63"],
    );
}

/// Refused by a number that nobody has counted up to.
#[test]
fn plans_of_a_few_words_that_ask_for_too_much_are_refused() {
    let folder = Folder::new("asking");
    let values = |count: usize| {
        let values = (20..20 + count).map(|value| value.to_string());
        format!("[{}]", values.collect::<Vec<_>>().join(","))
    };
    let of_keys =
        format!("vary.population = {0}\nvary.elite = {0}\nvary.look = {0}", values(10_000));
    for (what, expected) in [
        (of_keys, ["1000000000000 points", "at most 100000"]),
        (format!("vary.population = {}", values(150_000)), ["150000 points", "at most 100000"]),
        ("repeats = 1000000000000".to_owned(), ["1000000000000 runs", "at most 100000000"]),
    ] {
        let text = format!("methods = ['baseline']\npuzzles = ['@9x9/easy-1']\n{what}\n");
        let plan = folder.write("plan.toml", &text);
        let out = folder.path("x");
        assert_refused(&format!("run {plan} --seed 1 -q -o {out}"), &expected);
    }
    let recipes = "methods = ['exact']\n\
                   puzzles = [{ generate = '4x4', givens = 8, count = 1000000000000 }]\n";
    let plan = folder.write("recipes.toml", recipes);
    let expected = ["recipes.toml:2", "1000000000000 puzzles", "at most 1000000"];
    assert_refused(&format!("run {plan} --seed 1 -q -o {}", folder.path("x")), &expected);
    assert!(!folder.0.join("x").exists());
}

#[test]
fn plans_too_large_are_refused_with_their_count() {
    let folder = Folder::new("large-plan");
    let values = (1..=100).map(|value| value.to_string()).collect::<Vec<_>>().join(",");
    assert_refused(
        &format!(
            "sweep @9x9/easy-1 -m baseline --vary population={values} --vary elite={values} \
             --vary look={values} --seed 1 -o {}",
            folder.path("x")
        ),
        &["1000000 points", "at most 100000"],
    );
    assert_refused(
        "sweep @9x9/easy-1 -m baseline --mutation 0.1,0.2 --repeats 18446744073709551615 --seed 1",
        &["36893488147419103230 runs", "at most 100000000"],
    );
    assert!(!folder.0.join("x").exists());
}

#[test]
fn nesting_overflows_no_stack() {
    let folder = Folder::new("nesting");
    let deep = 100_000;
    let brackets = format!("puzzles = {}", "[".repeat(deep));
    let dotted = format!("{} = 1", vec!["a"; deep].join("."));
    let tables = format!("[{}]\nx = 1\n", vec!["a"; deep].join("."));
    let inline = format!("a = {}", "{a = ".repeat(deep));
    for (name, text) in [
        ("brackets.toml", &brackets),
        ("dotted.toml", &dotted),
        ("tables.toml", &tables),
        ("inline.toml", &inline),
    ] {
        let path = folder.write(name, text);
        assert_refused(&format!("run {path}"), &[name]);
        assert_refused(&format!("solve @9x9/easy-1 -m {path}"), &[name]);
        assert_refused(&format!("generate --givens 30 --layout {path}"), &[name]);
    }
    let json = folder.write("deep.json", &"[".repeat(deep));
    assert_refused(&format!("run {json}"), &["deep.json:1:"]);
    let keys = format!("{}=1", vec!["a"; 50_000].join("."));
    assert_refused(&format!("solve @9x9/easy-1 -m baseline --set {keys}"), &["--set"]);
}

#[test]
fn files_that_extend_each_other_come_to_an_end() {
    let folder = Folder::new("chain");
    for number in 0..100 {
        let next = number + 1;
        folder.write(&format!("m{number}.toml"), &format!("extends = 'm{next}.toml'\n"));
    }
    folder.write("m100.toml", "extends = 'baseline'\n");
    let first = folder.path("m0.toml");
    assert_refused(&format!("list --show {first}"), &["m63.toml:1: extends: more than 64 files"]);
    let last = folder.path("m50.toml");
    assert_eq!(run(&format!("list --show {last}"), "").0, 0);
    folder.write("m60.toml", "extends = 'm40.toml'\n");
    let circle = folder.path("m40.toml");
    assert_refused(&format!("list --show {circle}"), &["goes round in a circle"]);
}

/// A result folder of a plan in which everything is called by the name.
fn results_of_names(folder: &Folder) -> String {
    let quoted = toml::Value::from(NAME).to_string();
    let plan = format!(
        "name = {quoted}\nabout = {quoted}\nseed = 1\nrepeats = 3\nhistory = true\n\
         methods = ['exact', {{ name = {quoted}, extends = 'baseline', budget.generations = 3 }}]\n\
         puzzles = ['@9x9/easy-1', {{ name = {quoted}, cells = '{MODERATE}' }}]\n"
    );
    let plan = folder.write("plan.toml", &plan);
    let results = folder.path("results");
    let (code, output, errors) = run(&format!("run {plan} --report -o {results}"), "");
    assert_eq!(code, 0, "{errors}");
    assert_commands_nothing(&output);
    assert_commands_nothing(&errors);
    results
}

/// No character that commands a terminal or turns the order of reading round.
fn assert_commands_nothing(text: &str) {
    let odd = |symbol: char| symbol.is_control() && symbol != '\n' || symbol == '\u{202e}';
    assert!(!text.contains(odd), "{text:?}");
}

#[test]
fn names_do_no_harm_in_any_file() {
    let folder = Folder::new("names");
    let results = results_of_names(&folder);
    let (code, output, errors) = run(&format!("compare {results}"), "");
    assert_eq!(code, 0, "{errors}");
    assert_commands_nothing(&(output + &errors));
    let mut files = 0;
    for entry in walk(&results) {
        let text = fs::read_to_string(&entry).expect("text");
        assert_commands_nothing(&text);
        let is_page = entry.ends_with(".html") || entry.ends_with(".svg");
        assert!(!is_page || !text.contains("<script>alert"), "{entry}");
        if entry.ends_with(".csv") {
            assert_no_formula(&entry, &text);
        }
        files += 1;
    }
    assert!(files > 8, "{files}");
    let summary = fs::read_to_string(format!("{results}/summary.md")).expect("a summary");
    let rest = summary.replace("\\<", "").replace("\\]", "").replace("\\|", "");
    assert!(!rest.contains("<script>") && !rest.contains("](http"), "{summary}");
    assert!(summary.contains("\\<script>") && summary.contains("\\](http"), "{summary}");
}

/// No cell that a spreadsheet would take for a formula.
fn assert_no_formula(file: &str, text: &str) {
    for record in csv::Reader::from_reader(text.as_bytes()).records() {
        for cell in &record.expect("a record") {
            let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
            assert!(!is_formula || cell.parse::<f64>().is_ok(), "{file}: {cell}");
        }
    }
}

fn walk(folder: &str) -> Vec<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files.extend(walk(&path.display().to_string())),
            false => files.push(path.display().to_string()),
        }
    }
    files
}

#[test]
fn a_guarded_name_reads_back_as_itself() {
    let folder = Folder::new("guarded");
    let results = results_of_names(&folder);
    let tables = |source: &str| {
        let (code, output, errors) = run(&format!("compare {source} --format json"), "");
        assert_eq!(code, 0, "{errors}");
        serde_json::from_str::<serde_json::Value>(&output).expect("JSON")
    };
    let from_folder = tables(&results);
    let from_file = tables(&format!("{results}/runs.csv"));
    assert_eq!(from_folder["methods"], from_file["methods"]);
    assert_eq!(from_folder["verdicts"], from_file["verdicts"]);
    assert!(from_file.to_string().contains(&PLAIN.replace('\\', "")[..20]), "{from_file}");
}

#[test]
fn names_stay_in_their_folder() {
    let folder = Folder::new("inside");
    let inside = folder.0.join("inside");
    let target = inside.display();
    for name in ["../x", "/tmp/x", "a/b", "a\\b", "", &"x".repeat(300)] {
        let mut command = sudoga("generate --layout 4x4 --givens 8 --seed 1 -o");
        command.arg(&inside).arg("--name").arg(name);
        let (code, _, errors) = told(&command.output().expect("the program runs"));
        assert_eq!(code, 2, "{name}: {errors}");
    }
    assert!(!inside.exists() || walk(&target.to_string()).is_empty());
    for name in ["..", "con", ".hidden", "~"] {
        let words = format!("generate --layout 4x4 --givens 8 --seed 1 -o {target} --name {name}");
        assert_eq!(run(&words, "").0, 0, "{name}");
    }
    assert_eq!(walk(&target.to_string()).len(), 4);
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1);
}

#[test]
fn numbers_at_their_ends_are_refused_or_held() {
    for words in [
        "solve @9x9/easy-1 --seconds nan",
        "solve @9x9/easy-1 --seconds inf",
        "solve @9x9/easy-1 --seconds -0",
        "solve @9x9/easy-1 --seconds 1e309",
        "solve @9x9/easy-1 --threads 1000000",
        "solve @9x9/easy-1 --threads 0",
        "solve @9x9/easy-1 --seed 18446744073709551615",
        "solve @9x9/easy-1 --seed 9007199254740992",
        "sweep @9x9/easy-1 -m baseline --mutation 0.1 --shard 0/4294967295 --seed 1",
        "sweep @9x9/easy-1 -m baseline --mutation 0.1 --shard 1/4294967296 --seed 1",
        "sweep @9x9/easy-1 -m baseline --mutation 0.1 --repeats 0 --seed 1",
        "generate --layout 9x9 --givens 99999999999999999999",
        "tune @9x9/easy-1 -m baseline --vary population=20..500 --runs 18446744073709551615 --seed 1",
    ] {
        let (code, _, errors) = run(words, "");
        assert_eq!(code, 2, "{words}: {errors}");
        assert!(errors.contains("expected") || errors.contains("is not in"), "{words}: {errors}");
    }
    for words in [
        "solve @9x9/easy-1 -m exact --seconds 1e308",
        "solve @9x9/easy-1 -m exact --seed 9007199254740991",
        "solve @9x9/easy-1 -m exact --nodes 18446744073709551615",
        "sweep @9x9/easy-1 -m baseline --mutation 0.1,0.2 --shard 1/4294967295 --seed 1 --dry-run",
    ] {
        let (code, _, errors) = run(words, "");
        assert_eq!(code, 0, "{words}: {errors}");
    }
}

#[test]
fn variables_with_nonsense_are_refused_by_their_name() {
    for (variable, value) in [
        ("SUDOGA_SEED", "\u{1b}[31mx"),
        ("SUDOGA_THREADS", "-1"),
        ("SUDOGA_SECONDS", "nan"),
        ("SUDOGA_LAYOUT", "9x10"),
        ("SUDOGA_LAYOUT", "missing/layout.toml"),
        ("SUDOGA_LAYOUT", "Cargo.toml"),
        ("SUDOGA_METHOD", "exakt"),
        ("SUDOGA_METHOD", "missing/method.toml"),
        ("SUDOGA_METHOD", "Cargo.toml"),
        ("SUDOGA_COLOR", "purple"),
    ] {
        let output = sudoga("solve @9x9/easy-1").env(variable, value).output();
        let (code, _, errors) = told(&output.expect("the program runs"));
        assert_eq!(code, 2, "{variable}: {errors}");
        assert!(errors.contains(&format!("variable {variable}\n")), "{variable}: {errors}");
        assert_commands_nothing(&errors);
    }
    // Nothing is said of a variable that is not to blame.
    for (words, variable, value) in [
        ("solve @9x9/easy-1 --seed x", "SUDOGA_SEED", "5"),
        ("solve missing-9x9.txt", "SUDOGA_LAYOUT", "9x9"),
        ("solve @9x9/easy-1 --seed x", "SUDOGA_SEED", "x"),
        ("solve @9x9/easy-1 --seed=x", "SUDOGA_SEED", "x"),
        ("solve @9x9/easy-1 --method exakt", "SUDOGA_METHOD", "exact-not"),
        ("solve @9x9/easy-1 --method exakt", "SUDOGA_METHOD", "exakt"),
        ("solve @9x9/easy-1 -m baselin", "SUDOGA_METHOD", "baseline"),
        ("solve @9x9/easy-1 --set baseline=1", "SUDOGA_METHOD", "baseline"),
        ("generate --layout 9x8 --givens 30", "SUDOGA_LAYOUT", "9x9"),
        // No verb takes a variable whose option it has not.
        ("compare missing.csv", "SUDOGA_METHOD", "missing.csv"),
        ("compare missing-baseline.csv", "SUDOGA_METHOD", "baseline"),
    ] {
        let output = sudoga(words).env(variable, value).output();
        let (code, _, errors) = told(&output.expect("the program runs"));
        assert!(code == 2 && !errors.contains("variable"), "{words}: {errors}");
    }
}

#[test]
fn arguments_that_are_quoted_command_nothing() {
    let odd = "\u{1b}]0;x\u{7}\r\u{202e}\u{9b}2J";
    for words in
        ["", "solve", "solve @9x9/easy-1 --color", "solve @9x9/easy-1 --seed", "run", "list"]
    {
        let output = sudoga(words).arg(odd).output();
        let (code, _, errors) = told(&output.expect("the program runs"));
        assert_eq!(code, 2, "{words}: {errors}");
        assert_commands_nothing(&errors);
    }
    let output = sudoga("solve").arg(format!("--{odd}")).output();
    assert_commands_nothing(&told(&output.expect("the program runs")).2);
}
