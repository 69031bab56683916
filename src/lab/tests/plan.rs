//! Plans: what decides a run's id and seed, and what does not.

use std::collections::BTreeSet;
use std::path::Path;

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
        { name = 'own', cells = '1......1....................', layout = { name = 'pair', box-side = 2, grids = [[0, 0], [1, 1]] } },\n]\n";
    for text in [PLAN, recipes] {
        let plan = resolve(text);
        let json = serde_json::to_string(&plan.resolved).expect("JSON");
        let source = Source::parse("again.json", Path::new(""), &json, true).expect("a plan");
        let again = Plan::resolve(&source, 99).expect("a plan");
        assert_eq!(again.digest(), plan.digest());
        assert_eq!(ids(&again), ids(&plan));
        let toml = plan.resolved.to_toml();
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
