//! `sudoga tune`: settings are searched, and the winner is checked on puzzles that it was not
//! chosen on.

mod check;
mod output;
mod request;

use std::ops::ControlFlow;
use std::path::Path;

use super::args::TuneArguments;
use super::batch::{
    Batch, after_runs, claim, folder_of, or_unsaved, part_is_done, part_name, print,
};
use super::console::{Messages, style};
use super::progress::Progress;
use super::{graver, workers};
use crate::lab::manifest::RunCounts;
use crate::lab::session::Opening;
use crate::lab::{Folder, Ledger, Plan, Shard};
use crate::report::tuning_text;
use crate::tune::{Bench, Given, Halt, Limits, Measure, News, Tuning};
use output::{save_points, save_runs};
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
    let default = || folder_of("tune", digest, &part_name(request.shard));
    let path = arguments.output.clone().unwrap_or_else(default);
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
    let mut ledger = Ledger::open(&request.commission(), request.shard, path, opening)?;
    let is_part = request.shard != Shard::WHOLE;
    let worked = at_bench(request, arguments, batch, &mut ledger, |bench| match is_part {
        true => share(request, bench).map(|()| Vec::new()),
        false => search(request, bench),
    });
    let (tunings, plan, numbers) = match worked {
        Ok(found) => found,
        Err(Halt::Stopped) => return stopped(request, batch, path, ledger, messages),
        Err(Halt::Session(error)) => return Err(error.into()),
    };
    if !is_part {
        save_points(request, &tunings, ledger.folder()).map_err(after_runs)?;
    }
    let (tally, _folder) = save_runs(&plan, &numbers, ledger).map_err(after_runs)?;
    messages.note(format_args!("results: {}", path.display()));
    let code = tally.tell(messages);
    if is_part {
        messages.note(part_is_done(request.shard, "races"));
        return Ok(code);
    }
    let text = tuning_text(&request.space, &tunings, request.unit(), style(&arguments.common));
    print(&text)?;
    let checked = check::check(request, &tunings, arguments, batch, path).map_err(after_runs)?;
    Ok(graver(code, checked))
}

/// What is finished stays, and is told.
fn stopped(
    request: &Request,
    batch: &Batch,
    path: &Path,
    ledger: Ledger,
    messages: Messages,
) -> anyhow::Result<u8> {
    let (planned, finished) = (request.most_runs(), ledger.len());
    let errors = ledger.errors();
    ledger.close(RunCounts { planned, finished, errors }, None)?;
    let bound = if request.shard == Shard::WHOLE { "at most " } else { "" };
    messages.note(format_args!(
        "{finished} of {bound}{planned} runs are in {}; --resume does the rest",
        path.display()
    ));
    Ok(batch.stopped_code())
}

/// Has runs done on a bench, and tells with what came of it the plan and the numbers of its runs.
fn at_bench<T>(
    request: &Request,
    arguments: &TuneArguments,
    batch: &Batch,
    ledger: &mut Ledger,
    work: impl FnOnce(&mut Bench<'_>) -> Result<T, Halt>,
) -> Result<(T, Plan, Vec<usize>), Halt> {
    let telling = (&arguments.common).into();
    let mut progress = Progress::new(request.most_runs() as u64, "runs", telling);
    let (mut runs, mut solved) = (0, 0);
    let mut watch = |news: News| {
        (runs, solved) = (runs + news.runs, solved + news.solved);
        if news.is_new {
            progress.advance(news.runs as u64, || vec![format!("; solved {solved}/{runs}")]);
        } else {
            progress.found(news.runs as u64);
        }
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
    let worked = work(&mut bench);
    let (plan, numbers) = bench.finish();
    progress.finish();
    Ok((worked?, plan, numbers))
}

/// Does all searches on one bench, so that a point that two of them suggest is run once.
fn search(request: &Request, bench: &mut Bench<'_>) -> Result<Vec<Tuning>, Halt> {
    let limits = Limits { runs: request.runs, seed: request.seed };
    let searched = request
        .searches
        .iter()
        .map(|&search| crate::tune::tune(&request.space, search, &request.start, limits, bench));
    searched.collect()
}

/// Does the runs of a part; what they tell is for the race.
fn share(request: &Request, bench: &mut Bench<'_>) -> Result<(), Halt> {
    bench.measure(&request.rectangle().share(request.shard)).map(drop)
}
