//! Plans in TOML and JSON, resolved and not run.

use std::path::Path;

use sudoga::lab::Plan;
use sudoga::lab::plan::{PlanFile, Source};
use toml::Value;

use super::{Checked, Target, Verdict, refused, same, scratch, text};

const WORDS: [&str; 44] = [
    "puzzles",
    "methods",
    "seed",
    "repeats",
    "name",
    "about",
    "pairing",
    "primary",
    "history",
    "solutions",
    "budget",
    "set",
    "vary",
    "'@9x9/easy-1'",
    "'@4x4'",
    "'*.txt'",
    "'plain.txt'",
    "'own.toml'",
    "'baseline'",
    "'exact'",
    "extends",
    "generate = '4x4'",
    "givens = 8",
    "givens = [6, '7-8']",
    "minimal = true",
    "count = 2",
    "cells",
    "layout",
    "file",
    "digits = 'hex'",
    "mutation.swap.rate",
    "[0.1, 0.2]",
    "generations",
    "seconds",
    "'common'",
    "=",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "\n",
    "\"\\u001b[31m\"",
    "population",
];

pub const TOML: Target = Target {
    name: "plans-toml",
    samples: in_toml,
    words: &WORDS,
    check: |bytes| check(bytes, false),
};
pub const JSON: Target = Target {
    name: "plans-json",
    samples: in_json,
    words: &WORDS,
    check: |bytes| check(bytes, true),
};

/// Recipes may ask for so many puzzles; more take long, which is no fault.
const MOST_MADE: u64 = 3;

fn check(bytes: &[u8], is_json: bool) -> Checked {
    let text = text(bytes);
    let label = "plan";
    let source = match Source::parse(label, &folder(), &text, is_json) {
        Ok(source) => source,
        Err(error) => return refused(&error.to_string(), label, false),
    };
    if reaches_out(&source.plan) || takes_long(&source.plan) {
        return Ok(Verdict::Skipped);
    }
    let plan = match Plan::resolve(&source, 1) {
        Ok(plan) => plan,
        Err(error) => return refused(&error.to_string(), label, false),
    };
    reads_back(&plan).map(|()| Verdict::Accepted)
}

/// The resolved plan is the same plan, in both languages.
fn reads_back(plan: &Plan) -> Result<(), String> {
    let json = serde_json::to_string(&plan.resolved()).map_err(|error| error.to_string())?;
    for (text, is_json) in [(json, true), (plan.resolved().to_toml(), false)] {
        let again = Source::parse("again", Path::new(""), &text, is_json)
            .and_then(|source| Plan::resolve(&source, 2))
            .map_err(|error| format!("resolved, and not read back: {error}"))?;
        same("digest", &again.digest(), &plan.digest())?;
        same("name", &again.name, &plan.name)?;
        same("length", &again.len(), &plan.len())?;
    }
    Ok(())
}

/// A folder with files that a plan may name.
fn folder() -> std::path::PathBuf {
    scratch::fixed("plain.txt", "1..4......2..3..\n");
    scratch::fixed("second.txt", "# name: two\n2..4......3..1..\n");
    scratch::fixed("own.toml", "extends = 'baseline'\npopulation = 20\n");
    scratch::folder()
}

/// Whether it names a file elsewhere.
fn reaches_out(plan: &PlanFile) -> bool {
    fn is_outside(value: &Value) -> bool {
        match value {
            Value::String(text) => text.contains(['/', '\\']) && !text.starts_with('@'),
            Value::Array(values) => values.iter().any(is_outside),
            // The name of an embedded puzzle has a slash.
            Value::Table(table) => {
                table.iter().any(|(key, value)| key != "name" && is_outside(value))
            }
            _ => false,
        }
    }
    plan.puzzles.iter().chain(&plan.methods).any(is_outside)
}

/// Whether to make its puzzles may take more than a moment.
fn takes_long(plan: &PlanFile) -> bool {
    let is_long = |recipe: &Value| {
        let is_small = recipe.get("generate").and_then(Value::as_str) == Some("4x4");
        !is_small || ["attempts", "nodes"].iter().any(|key| recipe.get(key).is_some())
    };
    let mut recipes = plan.puzzles.iter().filter(|entry| entry.get("generate").is_some());
    plan.puzzles_to_make() > MOST_MADE || recipes.any(is_long)
}

fn in_toml() -> Vec<Vec<u8>> {
    super::bytes(&[
        "seed = 10\nrepeats = 2\npuzzles = ['@9x9/easy-1', '@twodoku/easy-1']\n\
         methods = ['baseline', { extends = 'purge', vary.stagnation.purge.patience = [9, 20] }]\n\
         budget.generations = 40\nvary.mutation.swap.rate = [0.1, 0.2]\n",
        "name = 'small'\nabout = 'y'\nmethods = ['exact', 'dfs']\npuzzles = [\n\
         \x20 { generate = '4x4', givens = [6, '7-8'] },\n\
         \x20 { generate = '4x4', minimal = true, name = 'least', seed = 5 },\n]\n",
        "puzzles = ['plain.txt', 'second.txt']\nmethods = ['own.toml']\npairing = 'common'\nprimary = 'rmst'\n\
         history = true\nsolutions = true\n[budget]\nseconds = 0.5\nevaluations = 100\n",
        "puzzles = ['*.txt']\nmethods = [{ name = 'mine', extends = 'own.toml', population = 30 }]\n\
         set = ['elite=2', 'mutation.swap.rate=0.1']\n",
        "methods = ['exact']\npuzzles = [{ name = 'own', cells = '1......1....................', \
         layout = { name = 'pair', box-side = 2, grids = [[0, 0], [1, 1]] } }]\n",
        "methods = ['exact']\npuzzles = [{ file = 'plain.txt', name = 'x', layout = '4x4', digits = 'standard' }]\n",
    ])
}

fn in_json() -> Vec<Vec<u8>> {
    let resolved = |toml: Vec<u8>| {
        let text = String::from_utf8(toml).expect("UTF-8");
        let source = Source::parse("sample", &folder(), &text, false).expect("a plan");
        let written = serde_json::to_vec_pretty(&source.plan).expect("JSON");
        let plan = Plan::resolve(&source, 1).expect("a plan");
        [written, serde_json::to_vec(&plan.resolved()).expect("JSON")]
    };
    in_toml().into_iter().flat_map(resolved).collect()
}
