//! `sudoga merge`: result folders of one plan, such as its shards, into one.

use std::path::Path;

use anyhow::anyhow;

use super::args::MergeArguments;
use super::batch::{print, save};
use super::console::{Messages, plain, style};
use super::signals::Signals;
use super::{DONE, INCOMPLETE, workers};
use crate::lab::folder::{Claim, FolderError};
use crate::lab::merge::{self, Parts};
use crate::lab::session::{Opening, Session, SessionError};
use crate::lab::{Plan, Shard};

/// Missing runs that are told one by one.
const TOLD: usize = 10;

/// Unites the folders; the exit code tells whether a run is missing, if that matters.
pub fn merge(arguments: &MergeArguments) -> anyhow::Result<u8> {
    let messages = Messages::new(arguments.common.quiet);
    let (plan, mut parts) = merge::open(&arguments.folders, &arguments.output)?;
    // Before anything is written: a conflict leaves no folder behind.
    parts.check(&plan)?;
    unite(&plan, &mut parts, arguments, messages).or_else(|error| {
        match error.downcast_ref::<SessionError>() {
            Some(unsaved) if unsaved.is_unsaved() => {
                messages.error(format_args!("{error:#}; make room, then merge again with --force"));
                Ok(INCOMPLETE)
            }
            Some(SessionError::Folder(FolderError::Taken(path))) => Err(anyhow!(
                "{} is there already; --force starts it over, or name another with -o",
                path.display()
            )),
            _ => Err(error),
        }
    })
}

fn unite(
    plan: &Plan,
    parts: &mut Parts,
    arguments: &MergeArguments,
    messages: Messages,
) -> anyhow::Result<u8> {
    let claim = if arguments.force { Claim::Force } else { Claim::New };
    let opening = Opening { claim, allow_changes: false, threads: workers(&arguments.common) };
    let signals = Signals::watch()?;
    let mut session = Session::open(plan, Shard::WHOLE, &arguments.output, opening)?;
    session.keep_work(parts.work());
    let kept = parts.each(plan, |records| match signals.raised() {
        true => Err(anyhow!("stopped; merge again with --force")),
        false => Ok(session.keep(records)?),
    });
    if let (Err(error), Some(code)) = (&kept, signals.exit_code()) {
        messages.error(error);
        return Ok(code);
    }
    kept?;
    let missing = session.results()?.missing();
    let told = save(session, style(&arguments.common))?;
    tell_missing(plan, &missing, &arguments.output, messages);
    messages.note(format_args!("results: {}", arguments.output.display()));
    print(&told.table)?;
    let is_short = arguments.require_complete && !missing.is_empty();
    Ok(if is_short { INCOMPLETE } else { DONE })
}

fn tell_missing(plan: &Plan, missing: &[usize], output: &Path, messages: Messages) {
    if missing.is_empty() {
        return;
    }
    messages.note(format_args!("{} of {} runs are missing:", missing.len(), plan.len()));
    for &number in missing.iter().take(TOLD) {
        let run = plan.run(number);
        let (puzzle, method) = (run.planned.puzzle.name(), run.arm.label(&plan.keys));
        let (puzzle, method) = (plain(puzzle), plain(&method));
        messages.note(format_args!("  {puzzle}, {method}, repeat {}", run.repeat));
    }
    if missing.len() > TOLD {
        messages.note("  ...");
    }
    messages.note(format_args!("`sudoga run PLAN --resume -o {}` does them", output.display()));
}
