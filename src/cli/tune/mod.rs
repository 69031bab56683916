//! `sudoga tune`: settings are searched, and the winner is checked on puzzles that it was not
//! chosen on.

mod check;
mod output;
mod request;

use std::ops::ControlFlow;
use std::path::Path;

use super::args::TuneArguments;
use super::batch::{Batch, claim, folder_of, or_unsaved, print};
use super::console::{Messages, style};
use super::progress::Progress;
use super::{DONE, INCOMPLETE, graver, workers};
use crate::lab::manifest::RunCounts;
use crate::lab::session::Opening;
use crate::lab::{Folder, Ledger, Plan};
use crate::report::tuning_text;
use crate::tune::{Bench, Given, Halt, Limits, Tuning};
use output::{Saved, save};
use request::Request;

/// Searches, writes what was found, and checks it.
pub fn tune(arguments: &TuneArguments) -> anyhow::Result<u8> {
    let messages = Messages::new(arguments.common.quiet);
    let claim = claim(arguments.resume, arguments.force);
    if let Some(path) = arguments.output.as_ref().filter(|_| !arguments.dry_run) {
        Folder::admit(path, claim)?;
    }
    let request = Request::new(arguments, messages)?;
    let digest = request.commission().digest();
    let path = arguments.output.clone().unwrap_or_else(|| folder_of("tune", digest, ""));
    let threads = workers(&arguments.common);
    if arguments.dry_run {
        return print(&request.preview(&path, threads)?);
    }
    request.tell(messages);
    let opening = Opening { claim, allow_changes: arguments.allow_changes, threads };
    let batch = Batch::new(&arguments.common, arguments.wall_seconds, opening)?;
    let done = work(&request, arguments, &batch, &path, opening, messages);
    or_unsaved(done, messages)
}

fn work(
    request: &Request,
    arguments: &TuneArguments,
    batch: &Batch,
    path: &Path,
    opening: Opening,
    messages: Messages,
) -> anyhow::Result<u8> {
    let mut ledger = Ledger::open(&request.commission(), path, opening)?;
    let searched = search(request, arguments, batch, &mut ledger);
    let (tunings, plan, numbers) = match searched {
        Ok(found) => found,
        Err(Halt::Stopped) => {
            let planned = request.most_runs() as usize;
            let finished = ledger.len();
            ledger.close(RunCounts { planned, finished, errors: 0 }, None)?;
            messages.note(format_args!(
                "{finished} of at most {planned} runs are in {}; --resume does the rest",
                path.display()
            ));
            return Ok(batch.stopped_code());
        }
        Err(Halt::Session(error)) => return Err(error.into()),
    };
    let Saved { errors, first_error } = save(request, &tunings, &plan, &numbers, ledger)?;
    messages.note(format_args!("results: {}", path.display()));
    if let Some(error) = first_error {
        messages.error(format_args!("{errors} runs ended with an error; the first: {error}"));
    }
    let text = tuning_text(&request.space, &tunings, request.unit(), style(&arguments.common));
    print(&text)?;
    let code = if errors > 0 { INCOMPLETE } else { DONE };
    let checked = check::check(request, &tunings, arguments, batch, path)?;
    Ok(graver_unless_stopped(code, checked))
}

/// The code of a signal is told as it is.
fn graver_unless_stopped(code: u8, checked: u8) -> u8 {
    if checked > INCOMPLETE { checked } else { graver(code, checked) }
}

type Searched = (Vec<Tuning>, Plan, Vec<usize>);

/// Does all searches on one bench, so that a point that two of them suggest is run once.
fn search(
    request: &Request,
    arguments: &TuneArguments,
    batch: &Batch,
    ledger: &mut Ledger,
) -> Result<Searched, Halt> {
    let telling = (&arguments.common).into();
    let mut progress = Progress::new(request.most_runs(), "runs", telling);
    let (mut runs, mut solved) = (0, 0);
    let mut watch = |more: usize, more_solved: usize| {
        (runs, solved) = (runs + more, solved + more_solved);
        progress.advance(more as u64, || vec![format!("; solved {solved}/{runs}")]);
        if batch.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let given = Given {
        method: &request.method,
        space: &request.space,
        scoring: &request.scoring,
        plan: request.plan(),
        budget: request.budget,
    };
    let mut bench = Bench::new(given, ledger, &mut watch);
    let limits = Limits { runs: request.runs, seed: request.seed };
    let mut tunings = Vec::new();
    for &search in &request.searches {
        let found = crate::tune::tune(&request.space, search, &request.start, limits, &mut bench);
        match found {
            Ok(tuning) => tunings.push(tuning),
            Err(halt) => {
                progress.finish();
                return Err(halt);
            }
        }
    }
    let (plan, numbers) = bench.finish();
    progress.finish();
    Ok((tunings, plan, numbers))
}
