//! Plans: what decides a run's id and seed, and what does not.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use crate::board::Layout;
use crate::lab::plan::{Plan, Source};
use crate::lab::{RunId, Shard};

const PLAN: &str = "seed = 10\n\
    repeats = 2\n\
    puzzles = ['@9x9/easy-1', '@twodoku/easy-1']\n\
    methods = ['baseline', { extends = 'purge', vary.stagnation.purge.patience = [9, 20] }]\n\
    budget.generations = 40\n\
    vary.mutation.swap.rate = [0.1, 0.2]\n";

fn resolve(text: &str) -> Plan {
    let source = Source::parse("plan.toml", Path::new(""), text, false);
    source
        .and_then(|source| Plan::resolve(&source, 1))
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn ids(plan: &Plan) -> BTreeSet<RunId> {
    (0..plan.len()).map(|number| plan.run(number).id).collect()
}

#[test]
fn runs_come_puzzle_by_puzzle_arm_by_arm_repeat_by_repeat() {
    let plan = resolve(PLAN);
    assert_eq!(plan.keys, ["mutation.swap.rate", "stagnation.purge.patience"]);
    let told: Vec<String> = (0..plan.len())
        .map(|number| {
            let run = plan.run(number);
            format!("{} {} {}", run.planned.puzzle.name(), run.arm.label(&plan.keys), run.repeat)
        })
        .collect();
    assert_eq!(plan.len(), 2 * (2 + 4) * 2);
    assert_eq!(told[0], "9x9/easy-1 baseline (mutation.swap.rate=0.1) 0");
    assert_eq!(told[1], "9x9/easy-1 baseline (mutation.swap.rate=0.1) 1");
    assert_eq!(
        told[7],
        "9x9/easy-1 purge (mutation.swap.rate=0.1, stagnation.purge.patience=20) 1"
    );
    assert_eq!(told[12], "twodoku/easy-1 baseline (mutation.swap.rate=0.1) 0");
    assert_eq!(ids(&plan).len(), plan.len());
}

#[test]
fn ids_are_of_all_that_decides_a_run_and_of_nothing_else() {
    let plan = resolve(PLAN);
    for (from, to) in [
        ("seed = 10", "seed = 11"),
        ("generations = 40", "generations = 41"),
        ("mutation.swap.rate = [0.1, 0.2]", "mutation.swap.rate = [0.3, 0.4]"),
        ("seed = 10", "pairing = 'common'\nseed = 10"),
    ] {
        let other = resolve(&PLAN.replace(from, to));
        assert!(ids(&plan).is_disjoint(&ids(&other)), "{to}");
        assert_ne!(plan.digest(), other.digest(), "{to}");
    }
    let named = resolve(&format!("name = 'x'\nabout = 'y'\nprimary = 'rmst'\n{PLAN}"));
    assert_eq!((ids(&named), named.digest()), (ids(&plan), plan.digest()));
    for (from, to) in [
        ("'@9x9/easy-1', '@twodoku/easy-1'", "'@twodoku/easy-1', '@9x9/easy-1'"),
        ("seed = 10", "history = true\nseed = 10"),
        ("seed = 10", "solutions = true\nseed = 10"),
    ] {
        let other = resolve(&PLAN.replace(from, to));
        assert_eq!(ids(&other), ids(&plan), "{to}");
        assert_ne!(other.digest(), plan.digest(), "{to}");
    }
    let unasked = resolve(&PLAN.replace("seed = 10", "solutions = false\nseed = 10"));
    assert_eq!(unasked.digest(), plan.digest());
    let more = resolve(&PLAN.replace("repeats = 2", "repeats = 3"));
    assert!(ids(&more).is_superset(&ids(&plan)));
}

/// Ids and digests of old folders must stay what they are.
#[test]
fn ids_are_golden() {
    let plan = resolve("seed = 10\nrepeats = 2\npuzzles = ['@9x9/easy-1']\nmethods = ['dfs']\n");
    assert_eq!(plan.run(1).id.to_string(), GOLDEN_ID);
    assert_eq!(plan.digest().to_string()[..16], *GOLDEN_DIGEST);
}

const GOLDEN_ID: &str = "72ac9967e0e46ff2";
const GOLDEN_DIGEST: &str = "572fa7e377e2d7c3";

#[test]
fn common_seeds_are_those_of_no_method() {
    let plan = resolve(&format!("pairing = 'common'\n{PLAN}"));
    let seed = |number| plan.run(number).seed;
    assert_eq!((seed(0), seed(1)), (seed(2), seed(3)));
    assert_ne!(seed(0), seed(1));
    let independent = resolve(PLAN);
    assert_ne!(independent.run(0).seed, independent.run(2).seed);
}

#[test]
fn a_plan_reads_back_from_what_it_resolved_to() {
    let recipes = "seed = 3\nmethods = ['exact']\npuzzles = [\n\
        { generate = '4x4', givens = [6, '7-8'], count = 2 },\n\
        { generate = '9x9', minimal = true, name = 'small', seed = 5 },\n\
        { generate = '36x36', givens = '70%', solutions = 'any' },\n\
        { name = 'own', cells = '1......1....................', layout = { name = 'pair', box-side = 2, grids = [[0, 0], [1, 1]] } },\n\
        { name = 'two', cells = '2......2....................', layout = { name = 'pair', box-side = 2, grids = [[0, 0], [1, 1]] } },\n]\n";
    for text in [PLAN, recipes] {
        let plan = resolve(text);
        let json = serde_json::to_string(&plan.resolved()).expect("JSON");
        let source = Source::parse("again.json", Path::new(""), &json, true).expect("a plan");
        let again = Plan::resolve(&source, 99).expect("a plan");
        assert_eq!(again.digest(), plan.digest());
        assert_eq!(ids(&again), ids(&plan));
        let layouts = |plan: &Plan| {
            let layouts = plan.puzzles.iter().map(|planned| planned.puzzle.layout());
            layouts.map(|layout| std::ptr::from_ref::<Layout>(layout)).collect::<HashSet<_>>()
        };
        assert_eq!(layouts(&again).len(), layouts(&plan).len(), "each layout is made once");
        let toml = plan.resolved().to_toml();
        assert_eq!(resolve(&toml).digest(), plan.digest(), "{toml}");
    }
}

#[test]
fn recipes_make_what_generate_makes() {
    let plan = resolve(
        "seed = 1\nmethods = ['exact']\n\
         puzzles = [{ generate = '9x9', givens = [30, '40-50'], count = 3 }]\n",
    );
    let names: Vec<&str> = plan.puzzles.iter().map(|planned| planned.puzzle.name()).collect();
    assert_eq!(names[..2], ["9x9-30-givens-1", "9x9-30-givens-2"]);
    assert_eq!(names[5], "9x9-40-50-givens-3");
    assert!(plan.puzzles[..3].iter().all(|planned| planned.puzzle.given_count() == 30));
    let shard = Shard { index: 2, of: 4 };
    assert!(shard.numbers(plan.len()).eq([1, 5]));
}

fn refusal(text: &str) -> String {
    let source = Source::parse("plan.toml", Path::new(""), text, false);
    let refused = source.and_then(|source| Plan::resolve(&source, 1)).err();
    refused.unwrap_or_else(|| panic!("not refused: {text}")).to_string()
}

#[test]
fn plans_too_large_are_refused_with_their_count_before_anything_is_made() {
    let values: Vec<String> = (1..=1000).map(|value| value.to_string()).collect();
    let values = values.join(", ");
    let grid = format!(
        "puzzles = ['none.txt']\nmethods = ['baseline']\nvary.population = [{values}]\n\
         vary.elite = [{values}]\nvary.look = [{values}]\nvary.fresh = [{values}]\n"
    );
    let keys: String = (0..60).map(|key| format!("vary.k{key} = [{values}]\n")).collect();
    let single: String = (0..1001).map(|key| format!("k{key} = [1]\n")).collect();
    let inline = single.trim_end().replace('\n', ", ");
    for (text, expected) in [
        (
            format!(
                "puzzles = ['none.txt']\nmethods = [{}]\n[vary]\n{single}",
                "'baseline', ".repeat(5000)
            ),
            "plan.toml:3: 1001 varied keys and 5000 points of all methods together",
        ),
        (
            format!(
                "puzzles = ['none.txt']\nvary.population = [{values}, 1001, 1002, 1003, 1004, 1005]\n\
                 methods = [{}{{ name = 'x', extends = 'baseline', vary = {{ {inline} }} }}]\n",
                "'baseline', ".repeat(4)
            ),
            "plan.toml:2: 1002 varied keys and 5025 points of all methods together",
        ),
        (grid, "plan.toml:3: 1000000000000 points of all methods together"),
        (
            format!("puzzles = ['none.txt']\nmethods = ['baseline']\n{keys}"),
            "plan.toml:3: more than 340282366920938463463374607431768211455 points",
        ),
        (
            "puzzles = [{ generate = '4x4', givens = [6, 7], count = 600000 }]\nmethods = ['exact']\n"
                .to_owned(),
            "plan.toml:1: 1200000 puzzles to be made",
        ),
        (
            "puzzles = [{ generate = '4x4', givens = 6, count = 1000000 }]\nmethods = ['exact']\n\
             repeats = 1000000\n"
                .to_owned(),
            "plan.toml:3: 1000000000000 runs (1000000 puzzles, 1 methods or points, 1000000 repeats)",
        ),
        (
            "puzzles = ['none.txt']\nmethods = ['exact']\nrepeats = 9223372036854775807\n".to_owned(),
            "plan.toml:3: 9223372036854775807 runs (1 puzzles",
        ),
        (
            "puzzles = ['@9x9/easy-1', '@9x9/easy-2']\nmethods = ['exact']\nrepeats = 60000000\n"
                .to_owned(),
            "plan.toml:3: at least 120000000 runs (2 puzzles",
        ),
    ] {
        let message = refusal(&text);
        assert!(message.starts_with(expected), "{message}");
        assert!(message.contains("expected at most"), "{message}");
    }
}

#[test]
fn layouts_written_out_are_made_once_and_are_not_endless() {
    let entry = |number: usize, layout: usize| {
        let cells: String = (0..28).map(|cell| if cell == number { '1' } else { '.' }).collect();
        format!(
            "{{ name = 'p{number}', cells = '{cells}', layout = {{ name = 'l{layout}', box-side = 2, \
             grids = [[0, 0], [1, 1]] }} }}"
        )
    };
    let plan = |entries: Vec<String>| {
        format!("methods = ['exact']\npuzzles = [\n{}\n]\n", entries.join(",\n"))
    };
    let shared = resolve(&plan((0..20).map(|number| entry(number, 0)).collect()));
    let layouts = shared.puzzles.iter().map(|planned| planned.puzzle.layout());
    assert!(
        layouts.clone().all(|layout| std::ptr::eq(&**layout, &**shared.puzzles[0].puzzle.layout()))
    );
    let many = plan((0..101).map(|number| entry(number % 28, number)).collect());
    assert!(refusal(&many).contains("more than 100 different layouts"), "{}", refusal(&many));
}

#[test]
fn layouts_are_counted_by_their_cells_too() {
    let cells = "0 ".repeat(49 * 49);
    let entry = |number: usize| {
        format!(
            "{{ cells = '{cells}', layout = {{ name = 'l{number}', box-side = 7, grids = [[0, 0]] }} }}"
        )
    };
    let entries: Vec<String> = (0..84).map(entry).collect();
    let message =
        refusal(&format!("methods = ['exact']\npuzzles = [\n{}\n]\n", entries.join(",\n")));
    let expected =
        "plan.toml:86: a plan with layouts of 201684 cells together, expected at most 200000";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn puzzles_of_a_pipe_without_an_end_are_counted_while_they_are_read() {
    let folder = std::env::temp_dir().join(format!("sudoga-pipe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("many.txt");
    // The second half is no puzzle, and nobody comes so far.
    let line = format!("{}\n", ".".repeat(81));
    std::fs::write(&path, line.repeat(4) + "no puzzle\n").expect("a file");
    let path = path.display();
    let text = format!("puzzles = ['{path}']\nmethods = ['exact']\nrepeats = 50000000\n");
    let message = refusal(&text);
    std::fs::remove_dir_all(&folder).ok();
    assert!(message.starts_with("plan.toml:3: at least 150000000 runs (3 puzzles"), "{message}");
}

#[test]
fn a_misspelt_key_of_a_json_plan_is_named() {
    let text = r#"{"puzzles": ["a"], "methods": ["exact"], "repaets": 2}"#;
    let error = Source::parse("plan.json", Path::new(""), text, true).expect_err("misspelt");
    assert!(error.to_string().starts_with("plan.json: "), "{error}");
    assert!(error.to_string().contains("did you mean `repeats`"), "{error}");
}

#[test]
fn names_are_plain_wherever_they_come_from() {
    let plan = resolve(
        "name = \"a\\u001b[31m\"\n\
         methods = [{ name = \"b\\u202e\\nc\", extends = 'exact' }]\n\
         puzzles = [{ name = \"d\\u009b\\te\", cells = '1..4......2..3..' }]\n",
    );
    assert_eq!(plan.name, "a [31m");
    assert_eq!(plan.arms[0].method.name(), "b  c");
    assert_eq!(plan.puzzles[0].puzzle.name(), "d  e");
    let text = serde_json::to_string(&plan.resolved()).expect("JSON");
    assert_eq!(resolve(&plan.resolved().to_toml()).digest(), plan.digest(), "{text}");
}
