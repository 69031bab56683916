//! The check of the winners: against the method as it is, on puzzles that were held out.

use std::path::Path;

use toml::Value;

use super::super::DONE;
use super::super::args::TuneArguments;
use super::super::batch::{Batch, print};
use super::super::compare::announced;
use super::output::winner;
use super::request::Request;
use crate::lab::plan::{PlanFile, Source, method_written_out, puzzle_written_out};
use crate::lab::{Plan, Primary, Shard};
use crate::rng::derived_seed;
use crate::tune::{Tried, Tuning};

/// The folder of the check, in that of the search.
const CHECK: &str = "check";

/// From this share of solved runs on, the question is how long it takes.
const MOSTLY_SOLVED: f64 = 0.8;

/// Runs the winners and the method as it is, and compares them.
pub fn check(
    request: &Request,
    tunings: &[Tuning],
    arguments: &TuneArguments,
    batch: &Batch,
    path: &Path,
) -> anyhow::Result<u8> {
    let winners: Vec<(&Tuning, &Tried)> = tunings.iter().filter_map(winner).collect();
    if request.parts.held_out.is_empty() {
        return print("\nNo check was made on other puzzles.\n");
    }
    let methods = methods(request, &winners)?;
    if methods.len() < 2 {
        return print("\nThe method as it is came out best: there is nothing to check.\n");
    }
    let name = request.method.name();
    let file = PlanFile {
        name: Some(CHECK.to_owned()),
        about: Some(format!("{name} tuned against {name} as it is")),
        seed: Some(derived_seed(request.seed, "tune check", 0)),
        repeats: Some(arguments.check_repeats),
        primary: Some(question(&winners)),
        puzzles: request.parts.held_out.iter().map(puzzle_written_out).collect(),
        methods,
        budget: request.budget,
        ..PlanFile::default()
    };
    let plan = Plan::resolve(&Source::made(CHECK, file), request.seed)?;
    let folder = path.join(CHECK);
    let worked = batch.run(&plan, Shard::WHOLE, &folder, false)?;
    if worked.is_finished {
        let puzzles = request.parts.held_out.len();
        print(&format!("\nCheck on {puzzles} puzzles that were held out:\n\n"))?;
        announced(&worked.folder, &arguments.common)?;
    }
    Ok(if worked.is_finished && worked.code == DONE { DONE } else { worked.code })
}

/// The method as it is and the winners that differ from it and from each other.
fn methods(request: &Request, winners: &[(&Tuning, &Tried)]) -> anyhow::Result<Vec<Value>> {
    let mut identities = vec![request.method.identity().to_owned()];
    let mut methods =
        vec![Value::Table(method_written_out(request.method.name(), &request.method))];
    for (tuning, tried) in winners {
        let settings = request.space.settings(&tried.point);
        let method = request.method.clone().with_settings(&settings, "--vary")?;
        if identities.iter().any(|known| known == method.identity()) {
            continue;
        }
        let name = match winners.len() {
            1 => "tuned".to_owned(),
            _ => format!("tuned-{}", tuning.search.word()),
        };
        identities.push(method.identity().to_owned());
        methods.push(Value::Table(method_written_out(&name, &method)));
    }
    Ok(methods)
}

/// The question is named before the runs of the check, by what the winners did while they were
/// tuned: which solves more, or, where nearly all are solved, which needs less.
fn question(winners: &[(&Tuning, &Tried)]) -> Primary {
    let (solved, runs) = winners.iter().fold((0, 0), |(solved, runs), (_, tried)| {
        (solved + tried.solved(), runs + tried.samples.len())
    });
    if solved as f64 >= MOSTLY_SOLVED * runs as f64 { Primary::Rmst } else { Primary::Solved }
}
