//! `run`, `sweep` and `merge` as users type them.

mod support;

use std::fs;
use std::path::Path;

use support::{Folder, run, sealed};

const PLAN: &str = "
seed = 10
repeats = 3
puzzles = ['@twodoku/easy-1', '@9x9/easy-1']
methods = ['baseline', { name = 'purge-9', extends = 'baseline', stagnation.purge.patience = 9 }]
budget.generations = 40
";

/// Runs a plan into a folder of that name and tells its runs without their times.
fn runs(folder: &Folder, plan: &str, out: &str, flags: &str) -> String {
    let (code, _, errors) = run(&format!("run {plan} -q -o {} {flags}", folder.path(out)), "");
    assert_eq!(code, 0, "{errors}");
    folder.bare_runs(out)
}

#[test]
fn the_columns_are_the_contract() {
    let folder = Folder::new("columns");
    let plan = folder.write("plan.toml", PLAN);
    let runs = runs(&folder, &plan, "out", "");
    assert_eq!(
        runs.lines().next(),
        Some(
            "run_id,puzzle,layout,givens,method,repeat,run_seed,solved,stop,cost,fitness,mean_fitness,\
             generations,evaluations,nodes,cap_generations,cap_evaluations,cap_nodes,cap_seconds,\
             last_improvement,stagnant,restarts,purges,prepared,wrong_cells,error"
        )
    );
    assert_eq!(runs.lines().count(), 13);
    let whole = folder.read("out/runs.csv");
    assert!(whole.lines().next().is_some_and(|line| line.ends_with(",error,seconds")));
    assert!(!folder.0.join("out/history.csv").exists());
    let manifest: serde_json::Value =
        serde_json::from_str(&folder.read("out/manifest.json")).expect("JSON");
    assert_eq!(manifest["seed"], 10);
    assert_eq!(manifest["complete"], true);
    assert_eq!(manifest["reproducible"], true);
    assert_eq!(manifest["runs"]["finished"], 12);
    let digest = blake3::hash(runs.as_bytes()).to_string();
    assert_eq!(manifest["results"], digest.as_str());
}

#[test]
fn threads_shards_order_and_json_change_nothing() {
    let folder = Folder::new("nothing");
    let plan = folder.write("plan.toml", PLAN);
    let expected = runs(&folder, &plan, "one", "--threads 1 --history");
    assert_eq!(runs(&folder, &plan, "two", "--threads 2 --history"), expected);

    let json = folder.write(
        "plan.json",
        r#"{"methods": ["baseline",
             {"name": "purge-9", "extends": "baseline", "stagnation": {"purge": {"patience": 9}}}],
            "puzzles": ["@twodoku/easy-1", "@9x9/easy-1"], "budget": {"generations": 40},
            "repeats": 3, "seed": 10}"#,
    );
    assert_eq!(runs(&folder, &json, "json", "--history"), expected);

    for index in 1..=3 {
        runs(&folder, &plan, &format!("part-{index}"), &format!("--shard {index}/3 --history"));
    }
    let parts: Vec<String> = (1..=3).map(|index| folder.path(&format!("part-{index}"))).collect();
    let merge = format!("merge -q {} -o {}", parts.join(" "), folder.path("merged"));
    let (code, _, errors) = run(&format!("{merge} --require-complete"), "");
    assert_eq!(code, 0, "{errors}");
    assert_eq!(folder.bare_runs("merged"), expected);
    assert_eq!(folder.read("merged/history.csv"), folder.read("one/history.csv"));

    // A puzzle's results do not depend on what stands before it.
    let turned =
        PLAN.replace("'@twodoku/easy-1', '@9x9/easy-1'", "'@9x9/easy-1', '@twodoku/easy-1'");
    let plan = folder.write("turned.toml", &turned);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&runs(&folder, &plan, "turned", "")), sorted(&expected));
}

#[test]
fn the_plan_in_the_manifest_is_the_plan() {
    let folder = Folder::new("manifest-plan");
    let plan = folder.write("plan.toml", PLAN);
    let expected = runs(&folder, &plan, "out", "");
    let manifest: serde_json::Value =
        serde_json::from_str(&folder.read("out/manifest.json")).expect("JSON");
    let again = folder.write("again.json", &manifest["plan"].to_string());
    assert_eq!(runs(&folder, &again, "again", ""), expected);
    let second: serde_json::Value =
        serde_json::from_str(&folder.read("again/manifest.json")).expect("JSON");
    assert_eq!(second["plan_digest"], manifest["plan_digest"]);
}

#[test]
fn a_sweep_is_a_plan() {
    let folder = Folder::new("sweep");
    let flags = "--mutation 0.05,0.1 --crossover 0.1,0.3 --repeats 2 --generations 30 --seed 10";
    let sweep = format!("sweep @twodoku/easy-1 {flags}");
    let (code, table, errors) = run(&format!("{sweep} -q -o {}", folder.path("sweep")), "");
    assert_eq!(code, 0, "{errors}");
    let runs_of_sweep = folder.bare_runs("sweep");
    let header = runs_of_sweep.lines().next().unwrap_or_default();
    assert!(header.contains(",method,crossover.bands.rate,mutation.swap.rate,repeat,"), "{header}");
    assert_eq!(runs_of_sweep.lines().count(), 9);
    assert!(table.contains("/2*"), "{table}");

    let (code, plan, _) = run(&format!("{sweep} --print-plan"), "");
    assert_eq!(code, 0);
    let plan = folder.write("plan.toml", &plan);
    assert_eq!(runs(&folder, &plan, "run", ""), runs_of_sweep);
    let (_, table_of_run, _) =
        run(&format!("run {plan} -q --resume -o {}", folder.path("run")), "");
    assert_eq!(table_of_run, table, "a plan with a grid shows the grid");
}

#[test]
fn the_best_of_a_sweep_is_confirmed_on_fresh_seeds() {
    let folder = Folder::new("confirm");
    let sweep = format!(
        "sweep @twodoku/easy-1 @twodoku/easy-2 -q --mutation 0.05,0.1 --repeats 2 --generations 200 \
         --seed 10 -o {}",
        folder.path("sweep")
    );
    let (code, table, errors) = run(&format!("{sweep} --confirm 4"), "");
    assert_eq!(code, 0, "{errors}");
    assert!(table.contains("again, on fresh seeds"), "{table}");
    let (first, again) = (folder.bare_runs("sweep"), folder.bare_runs("sweep/confirmed"));
    let seeds = |runs: &str, column: usize| -> Vec<String> {
        runs.lines()
            .skip(1)
            .filter_map(|row| row.split(',').nth(column).map(str::to_owned))
            .collect()
    };
    let (old, new) = (seeds(&first, 7), seeds(&again, 6));
    assert!(new.len() == 8 || new.len() == 16, "one or two winners on two puzzles: {again}");
    assert!(new.iter().all(|seed| !old.contains(seed)));
    assert_eq!(run(&format!("{sweep} --confirm 4 --resume"), "").1, table);
    assert_eq!(folder.bare_runs("sweep/confirmed"), again);
    assert_eq!(run(&format!("{sweep} --confirm 4 --shard 1/2"), "").0, 2);
}

#[test]
fn a_row_can_be_repeated_alone() {
    let folder = Folder::new("replay");
    let plan = folder.write("plan.toml", PLAN);
    let runs = runs(&folder, &plan, "out", "");
    let header: Vec<&str> = runs.lines().next().unwrap_or_default().split(',').collect();
    let column = |row: &[String], name: &str| {
        row[header.iter().position(|other| *other == name).expect(name)].clone()
    };
    let row: Vec<String> =
        runs.lines().nth(2).unwrap_or_default().split(',').map(str::to_owned).collect();
    let seed = column(&row, "run_seed");
    let command = format!(
        "solve @twodoku/easy-1 -q -m baseline --run-seed {seed} --generations 40 --format json"
    );
    let record: serde_json::Value = serde_json::from_str(&run(&command, "").1).expect("JSON");
    for name in ["cost", "generations", "evaluations", "stop", "last_improvement"] {
        let told = record[name].as_str().map_or_else(|| record[name].to_string(), str::to_owned);
        assert_eq!(told, column(&row, name), "{name}");
    }
}

#[test]
fn a_dry_run_counts_and_writes_nothing() {
    let folder = Folder::new("dry");
    let plan = folder.write("plan.toml", PLAN);
    let out = folder.path("out");
    let (code, text, _) = run(&format!("run {plan} --dry-run -o {out}"), "");
    assert_eq!(code, 0);
    assert!(text.contains("12 runs"), "{text}");
    assert!(!Path::new(&out).exists());
    let (_, text, _) = run(&format!("run {plan} --dry-run --shard 1/5"), "");
    assert!(text.contains("3 runs"), "{text}");
}

#[test]
fn every_shipped_plan_can_be_run() {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs");
    let mut folders = vec![configs.join("flagship")];
    folders.extend(sudoga::study::names().map(|name| configs.join("studies").join(name)));
    folders.push(configs);
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let mut count = 0;
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        // The published instances are for the user to get, and boards of 49x49 take a minute to
        // make; other entries are no plans.
        let is_passed_over =
            ["published.toml", "wall-49.toml"].iter().any(|name| path.ends_with(name));
        if is_passed_over || path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let plan = fs::read_to_string(&path).expect("a plan");
        // Boards of 36x36 take half a second each to make: one tells as much as a hundred.
        let mut parts = plan.split("count = ");
        let first = parts.next().unwrap_or_default().to_owned();
        let few = parts.fold(first, |plan, part| {
            plan + "count = 1" + part.trim_start_matches(|symbol: char| symbol.is_ascii_digit())
        });
        let (code, text, errors) = match few == plan {
            true => run(&format!("run {} --dry-run", path.display()), ""),
            false => run("run - --dry-run", &few),
        };
        assert_eq!(code, 0, "{}: {errors}", path.display());
        assert!(text.contains(" runs"), "{text}");
        count += 1;
    }
    assert!(count >= 40, "only {count} plans");
}

#[test]
fn a_plan_from_stdin_may_begin_with_a_mark() {
    let plan = r#"{"repeats": 3, "puzzles": ["@twodoku/easy-1"], "methods": ["baseline"]}"#;
    for mark in ["", "\u{feff}"] {
        let (code, text, errors) = run("run - --dry-run", &format!("{mark}{plan}"));
        assert_eq!(code, 0, "{errors}");
        assert!(text.contains(" runs"), "{text}");
    }
}

#[test]
fn colour_is_for_the_table_alone() {
    let folder = Folder::new("colour");
    let plan = folder.write("plan.toml", PLAN);
    let table = |out: &str, colour: &str| {
        run(&format!("run {plan} -q -o {} --color {colour}", folder.path(out)), "").1
    };
    let (plain, bright) = (table("plain", "never"), table("bright", "always"));
    assert!(!plain.contains('\u{1b}') && bright.contains('\u{1b}'), "{bright}");
    assert_eq!(folder.bare_runs("plain"), folder.bare_runs("bright"));
}

#[test]
fn a_seed_that_was_drawn_is_stored_and_resumed() {
    let folder = Folder::new("drawn");
    let plan = folder.write("plan.toml", &PLAN.replace("seed = 10\n", ""));
    let out = folder.path("out");
    let (code, _, errors) = run(&format!("run {plan} -o {out}"), "");
    assert_eq!(code, 0);
    assert!(errors.contains("seed: "), "{errors}");
    let before = folder.bare_runs("out");
    assert_eq!(run(&format!("run {plan} -q --resume -o {out}"), "").0, 0);
    assert_eq!(folder.bare_runs("out"), before);
}

#[test]
fn common_seeds_are_common() {
    let folder = Folder::new("common");
    let plan = folder.write("plan.toml", &format!("pairing = 'common'\n{PLAN}"));
    let runs = runs(&folder, &plan, "out", "");
    let seeds: std::collections::BTreeSet<&str> =
        runs.lines().skip(1).filter_map(|line| line.split(',').nth(6)).collect();
    assert_eq!(seeds.len(), 6, "two puzzles, three repeats");
}

#[test]
fn merge_checks_what_it_unites() {
    let folder = Folder::new("merge");
    let plan = folder.write("plan.toml", PLAN);
    let expected = runs(&folder, &plan, "whole", "");
    runs(&folder, &plan, "half", "--shard 1/2");
    runs(&folder, &plan, "other", "--seed 11");
    let merge = |folders: &[&str], out: &str, flags: &str| {
        let paths: Vec<String> = folders.iter().map(|name| folder.path(name)).collect();
        run(&format!("merge {} -o {} {flags}", paths.join(" "), folder.path(out)), "")
    };
    let (code, _, errors) = merge(&["whole", "half"], "united", "--require-complete");
    assert_eq!(code, 0, "{errors}");
    assert_eq!(folder.bare_runs("united"), expected, "equal rows are dropped");

    let (code, _, errors) = merge(&["half"], "partly", "");
    assert_eq!(code, 0);
    assert!(errors.contains("6 of 12 runs are missing"), "{errors}");
    let (code, _, errors) = merge(&["half"], "strictly", "--require-complete");
    assert_eq!(code, 3);
    assert!(errors.contains("easy-1") && errors.contains("baseline"), "{errors}");
    assert_eq!(runs(&folder, &plan, "partly", "--resume"), expected, "what is missing can be run");

    let (code, _, errors) = merge(&["whole", "other"], "mixed", "");
    assert_eq!(code, 2);
    assert!(errors.contains("another plan"), "{errors}");
    let (code, _, errors) = merge(&["whole", "nowhere"], "mixed", "");
    assert_eq!(code, 2);
    assert!(errors.contains("nowhere"), "{errors}");

    let journal = folder.read("half/journal.jsonl");
    let mut lines: Vec<String> = journal.lines().map(|line| format!("{line}\n")).collect();
    lines[1] = sealed(&lines[1].replacen("\"cost\":", "\"cost\":1", 1));
    folder.write("half/journal.jsonl", &lines.concat());
    let (code, _, errors) = merge(&["whole", "half"], "mixed", "");
    assert_eq!(code, 2);
    assert!(errors.contains("whole") && errors.contains("half"), "{errors}");
    assert!(!folder.0.join("mixed/runs.csv").exists());
    let (code, _, _) = merge(&["whole"], "united", "");
    assert_eq!(code, 2, "an existing folder stays");
    assert_eq!(merge(&["whole"], "united", "--force").0, 0);
}

#[test]
fn seconds_are_told_to_be_no_promise() {
    let folder = Folder::new("seconds");
    let plan = folder.write(
        "plan.toml",
        "seed = 1\npuzzles = ['@twodoku/hard-1']\nmethods = ['baseline']\nbudget.seconds = 0.05\n",
    );
    let text = runs(&folder, &plan, "out", "");
    assert!(text.contains(",0,seconds,"), "{text}");
    assert!(folder.read("out/manifest.json").contains("\"reproducible\": false"));
}

#[test]
fn wrong_plans_are_told_with_place_and_cure() {
    let folder = Folder::new("wrong");
    folder.write("two.txt", "1..4......2..3..\n");
    let good = "puzzles = ['@9x9/easy-1']\nmethods = ['baseline']\n";
    let cases: [(&str, &[&str]); 34] = [
        ("puzles = []\nmethods = []", &["plan.toml:1", "puzles", "puzzles"]),
        ("puzzles = ['@9x9/easy-1']", &["methods"]),
        ("puzzles = []\nmethods = ['baseline']", &["plan.toml:1", "no puzzle"]),
        (
            "puzzles = [\n'@9x9/easy-1',\n'@9x9/esy-2',\n]\nmethods = ['baseline']",
            &["plan.toml:3", "easy-2"],
        ),
        ("puzzles = ['none-*.txt']\nmethods = ['baseline']", &["plan.toml:1", "none-*.txt"]),
        ("puzzles = ['@9x9/easy-1']\nmethods = ['basline']", &["plan.toml:2", "`baseline`"]),
        (
            "puzzles = ['@9x9/easy-1']\nmethods = [{ extends = 'baseline', populaton = 3 }]",
            &["plan.toml:2", "`population`"],
        ),
        (
            "puzzles = ['@9x9/easy-1', { file = 'two.txt', layuot = '4x4' }]\nmethods = ['baseline']",
            &["plan.toml:1", "`layout`"],
        ),
        ("puzzles = [{ generate = '9x9' }]\nmethods = ['baseline']", &["plan.toml:1", "givens"]),
        (
            "puzzles = [{ generate = '9x9', givens = '3-2' }]\nmethods = ['baseline']",
            &["plan.toml:1", "3-2"],
        ),
        (
            "puzzles = [{ generate = '9x9', givens = 20, solutions = 'two' }]\nmethods = ['baseline']",
            &["plan.toml:1", "two"],
        ),
        (
            "puzzles = [{ cells = '11..............' }]\nmethods = ['baseline']",
            &["plan.toml:1", "twice"],
        ),
        (
            "puzzles = ['@9x9/easy-1', '@9x9/easy-1']\nmethods = ['baseline']",
            &["plan.toml:1", "same puzzle"],
        ),
        (
            "puzzles = ['@9x9/easy-1']\nmethods = ['baseline', { name = 'twin', extends = 'baseline' }]",
            &["`twin`", "`baseline`"],
        ),
        ("puzzles = ['@twodoku/easy-1']\nmethods = ['row-elitist']", &["row-elitist", "easy-1"]),
        (&format!("{good}repeats = 0"), &["plan.toml:3", "repeats"]),
        (&format!("{good}repeats = 'many'"), &["plan.toml:3", "repeats", "whole number"]),
        (&format!("{good}pairing = 'both'"), &["plan.toml:3", "both", "common"]),
        (&format!("{good}vary.population = 3"), &["plan.toml:3", "population", "list"]),
        (&format!("{good}vary.populaton = [3, 4]"), &["populaton", "`population`"]),
        (&format!("{good}budget.generation = 3"), &["plan.toml:3", "`generations`"]),
        ("puzzles = [", &["plan.toml:1"]),
        ("", &["puzzles = [", "methods = ["]),
        (&format!("{good}budget.seconds = nan"), &["plan.toml:3", "above 0"]),
        (&format!("{good}budget.seconds = -1.0"), &["plan.toml:3", "above 0"]),
        (&format!("{good}set = ['budget.seconds=0.0']"), &["plan.toml:3", "above 0"]),
        (&format!("{good}set = ['populaton=3']"), &["plan.toml:3", "`population`"]),
        (&format!("{good}vary.population = ['a']"), &["plan.toml:3", ": population: "]),
        (
            &format!("{good}vary.budget.generations = [3]\nbudget.generations = 5"),
            &["plan.toml:3", "budget.generations", "keep one"],
        ),
        (
            &format!("{good}[vary]\npopulation = [20, 30]\n'elite' = [1]\n[vary.elite]\nx = [2]"),
            &["plan.toml:6", "duplicate key"],
        ),
        (&format!("{good}[vary]\na.b = [20]\n'a.b' = [1]"), &["`a.b` is varied twice"]),
        (&format!("{good}pairing = 1"), &["plan.toml:3", "word in quotes"]),
        (
            "puzzles = ['@9x9/easy-1']\nmethods = [{ name = \"a\\nb\", extends = 'baseline' }, { name = 'a b', extends = 'purge' }]",
            &["plan.toml:2", "two methods are called `a b`"],
        ),
        (
            "puzzles = [\n'two.txt',\n{ cells = '1...............', name = 'two' },\n]\nmethods = ['baseline']",
            &["plan.toml:3", "plan.toml:2", "`4x4/two`", "name = "],
        ),
    ];
    for (text, words) in cases {
        let plan = folder.write("plan.toml", text);
        let (code, output, errors) = run(&format!("run {plan} -o {}", folder.path("out")), "");
        assert_eq!((code, output.as_str()), (2, ""), "{text}\n{errors}");
        for word in words {
            assert!(errors.contains(word), "{text}\n{errors}: no {word}");
        }
        assert!(!errors.contains("panicked"), "{errors}");
        assert!(!folder.0.join("out").exists(), "{text}");
    }
    let json = folder.write("plan.json", "{\"puzzles\": [\"@9x9/easy-1\"],\n \"methods\": [null]}");
    let (code, _, errors) = run(&format!("run {json}"), "");
    assert_eq!(code, 2);
    assert!(errors.contains("plan.json:2:") && errors.contains("null"), "{errors}");
    let json = folder.write("plan.json", "{\"seed\": 1,\n \"seed\": 2}");
    assert!(
        run(&format!("run {json}"), "").2.contains("plan.json:2:11: the key `seed` stands twice")
    );
    let json = folder.write("plan.json", "{\"puzzles\": [\n,]}");
    assert!(run(&format!("run {json}"), "").2.contains("plan.json:2:"));
}

#[test]
fn wrong_sweeps_are_told() {
    for (command, words) in [
        ("sweep @9x9/easy-1", &["--mutation", "--vary"][..]),
        ("sweep @9x9/easy-1 -m anneal --mutation 0.1", &["anneal", "mutation", "--vary"]),
        ("sweep @9x9/easy-1 --mutation 0.1,1.5", &["1.5"]),
        ("sweep @9x9/easy-1 --vary populaton=3", &["`population`"]),
        ("sweep @9x9/easy-1 --vary population", &["KEY=VALUE"]),
        ("sweep @9x9/easy-1 --mutation 0.1,0.10", &["stands twice"]),
        ("sweep @9x9/easy-1 --mutation 0.1 --vary mutation.swap.rate=0.2", &["twice"]),
        ("sweep @9x9/easy-1 --mutation 0.1 --shard 4/3", &["I/N"]),
        ("sweep @9x9/easy-1 --mutation 0.1 --shard 1/3", &["--seed"]),
        ("sweep @9x9/easy-1 --mutation 0.1 --repeats 0", &["at least 1"]),
        ("sweep @9x9/easy-1 --mutation 0.1 -o x --allow-changes --force", &["--allow-changes"]),
        ("sweep @9x9/easy-1 --mutation 0.1 --resume --allow-changes", &["--output"]),
        ("sweep @9x9/easy-1 --vary budget.generations=3 --generations 5", &["keep one"]),
        ("sweep @9x9/easy-1 -m exact --vary budget.generations=3,4", &["same method"]),
        ("sweep @9x9/easy-1 -m exact --mutation 0.1", &["--vary KEY=..., or declare"]),
        ("run nowhere.toml", &["nowhere.toml", "plan"]),
        ("merge nowhere -o somewhere", &["nowhere"]),
    ] {
        let (code, _, errors) = run(command, "");
        assert_eq!(code, 2, "{command}: {errors}");
        for word in words {
            assert!(errors.contains(word), "{command}\n{errors}: no {word}");
        }
    }
}
