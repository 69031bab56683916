//! Settings of the command line: a line `KEY=VALUE` is a `--set`, one with `vary ` before it a `--vary`.

use std::sync::LazyLock;

use super::{Checked, Target, Verdict, same, scratch, text};
use sudoga::method::{Method, value_list};
use sudoga::tune::Axis;

pub const TARGET: Target = Target {
    name: "settings",
    samples,
    words: &[
        "population",
        "mutation.swap.rate",
        "crossover",
        "bands",
        "selection.tournament.size",
        "stagnation",
        "purge",
        "patience",
        "budget.generations",
        "vary ",
        "..",
        ",log",
        "=",
        ".",
        ",",
        "[",
        "]",
        "{",
        "}",
        "'",
        "\"",
        "\\",
        "none",
        "0.1",
        "1e400",
        "-3",
        "elite",
        "kind",
        "extends",
    ],
    check,
};

static METHOD: LazyLock<Method> =
    LazyLock::new(|| Method::resolve("baseline", &[]).expect("a preset"));

fn check(bytes: &[u8]) -> Checked {
    let text = text(bytes);
    let (vary, set): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("vary "));
    let mut verdict = Verdict::Accepted;
    for line in &vary {
        let line = &line["vary ".len()..];
        counts(line)?;
        if let Err(error) = Axis::parse(&METHOD, line, "--vary") {
            verdict = names_option(&error.to_string(), "--vary")?;
        }
    }
    let sets: Vec<String> = set.into_iter().map(str::to_owned).collect();
    match Method::resolve("baseline", &sets) {
        Err(error) => names_option(&error.to_string(), "--set"),
        Ok(method) => {
            let again = Method::inline("x", method.to_table(), "table", &scratch::folder());
            let again = again.map_err(|error| format!("set, and not read back: {error}"))?;
            same("identity", &again.identity(), &method.identity())?;
            Ok(verdict)
        }
    }
}

/// A list has as many values as commas part, at most.
fn counts(text: &str) -> Result<(), String> {
    let (values, commas) = (value_list(text).len(), text.matches(',').count());
    match (1..=commas + 1).contains(&values) {
        true => Ok(()),
        false => Err(format!("{values} values of {commas} commas")),
    }
}

/// An error begins with its option and tells what stands behind it.
fn names_option(message: &str, option: &str) -> Checked {
    match message.strip_prefix(option).is_some_and(|rest| rest.starts_with([' ', ':'])) {
        true => Ok(Verdict::Refused),
        false => Err(format!("an error without its option: {message}")),
    }
}

fn samples() -> Vec<Vec<u8>> {
    super::bytes(&[
        "population=50\nmutation.swap.rate=0.1\n",
        "crossover={uniform={rate=0.3}}\n",
        "stagnation={purge={patience=9}}\nbudget.generations=10\n",
        "vary population=50,150\nvary mutation.swap.rate=0.01..0.5,log\n",
        "vary crossover=none,{bands={rate=0.1,stack-score='as-coded'}}\nelite=2\n",
    ])
}
