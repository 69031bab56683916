//! The command line: `args` parses, one file a verb does the work, and only here is printed.
//!
//! Results go to standard output, everything else to standard error. Exit codes are a contract
//! with scripts and stand together below.

mod args;
mod batch;
mod check;
mod compare;
mod completions;
mod console;
mod generate;
mod input;
mod list;
mod man;
mod merge;
mod open_files;
mod progress;
mod rate;
mod refusal;
mod report;
mod reproduce;
mod run;
mod signals;
mod solve;
mod stream;
mod sweep;
mod tune;

use std::env;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::process::ExitCode;
use std::thread::available_parallelism;

use clap::{ArgMatches, CommandFactory, FromArgMatches};

use crate::lab::FolderError;
use crate::method::Method;
use crate::rng::SEED_BITS;
use crate::solver::Budget;
use args::{Arguments, CommonArguments, Verb};
use batch::Unsaved;
use console::{Messages, OutputError};

/// Everything was done.
const DONE: u8 = 0;
/// A clean "no": unsolved, or none or several solutions.
const NO: u8 = 1;
/// Bad usage, input or configuration.
const BAD_INPUT: u8 = 2;
/// Incomplete or inconclusive.
const INCOMPLETE: u8 = 3;

/// Runs the program.
pub fn main() -> ExitCode {
    ExitCode::from(match parse() {
        Ok((verb, matches)) => refusal::of_variables(&matches).unwrap_or_else(|| perform(verb)),
        Err(error) => refusal::tell(error),
    })
}

/// The verb, and what tells where its options come from.
fn parse() -> Result<(Verb, ArgMatches), clap::Error> {
    let mut command = Arguments::command();
    let matches = command.try_get_matches_from_mut(env::args_os())?;
    let arguments = Arguments::from_arg_matches(&matches);
    let arguments = arguments.map_err(|error| error.format(&mut command))?;
    Ok((arguments.verb, matches))
}

fn perform(verb: Verb) -> u8 {
    let result = match verb {
        Verb::Solve(arguments) => solve::solve(&arguments),
        Verb::Check(arguments) => check::check(&arguments),
        Verb::Run(arguments) => run::run(&arguments),
        Verb::Sweep(arguments) => sweep::sweep(&arguments),
        Verb::Compare(arguments) => compare::compare(&arguments),
        Verb::Rate(arguments) => rate::rate(&arguments),
        Verb::Tune(arguments) => tune::tune(&arguments),
        Verb::Merge(arguments) => {
            open_files::allow(arguments.folders.len()).and_then(|()| merge::merge(&arguments))
        }
        Verb::Report(arguments) => report::report(&arguments),
        Verb::Reproduce(arguments) => reproduce::reproduce(&arguments),
        Verb::Generate(arguments) => generate::generate(&arguments),
        Verb::List(arguments) => list::list(&arguments),
        Verb::Completions { shell } => completions::completions(shell),
        Verb::Man { verb } => man::man(verb.as_deref()),
    };
    result.unwrap_or_else(|error| {
        let code = match error.downcast_ref::<OutputError>() {
            Some(OutputError::Closed) => return DONE,
            Some(OutputError::Failed(_)) => INCOMPLETE,
            None if error.downcast_ref().is_some_and(FolderError::is_unsaved) => INCOMPLETE,
            None if error.is::<Unsaved>() => INCOMPLETE,
            None => BAD_INPUT,
        };
        Messages::new(false).error(format_args!("{error:#}"));
        code
    })
}

/// The graver of two exit codes: a signal, then bad input, then inconclusive, then a clean "no".
fn graver(one: u8, other: u8) -> u8 {
    let known = [DONE, NO, INCOMPLETE, BAD_INPUT];
    let weight = |code| known.iter().position(|&known| known == code).unwrap_or(known.len());
    if weight(one) >= weight(other) { one } else { other }
}

/// The master seed: the one that was asked for, or one that is drawn and told.
fn master_seed(asked: Option<u64>, messages: Messages) -> u64 {
    asked.unwrap_or_else(|| {
        let drawn = RandomState::new().build_hasher().finish() >> (64 - SEED_BITS);
        messages.note(format_args!("seed: {drawn}, drawn; --seed {drawn} repeats it"));
        drawn
    })
}

/// Tells which limits have no meaning for a method.
fn tell_ignored(asked: Budget, budget: Budget, method: &Method, messages: Messages) {
    let units = [
        ("generations", asked.generations, budget.generations),
        ("evaluations", asked.evaluations, budget.evaluations),
        ("nodes", asked.nodes, budget.nodes),
    ];
    for (unit, _, _) in units.iter().filter(|(_, asked, kept)| asked.is_some() && kept.is_none()) {
        let name = method.name();
        messages.note(format_args!("--{unit} is ignored: {name} does not count {unit}"));
    }
}

fn workers(common: &CommonArguments) -> usize {
    let cores = || available_parallelism().map_or(1, Into::into);
    common.threads.map_or_else(cores, usize::from)
}
