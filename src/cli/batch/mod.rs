//! What `run`, `sweep`, `compare` and `tune` share: a plan becomes a result folder and a table.

mod preview;
mod results;
mod seed;
mod tally;
mod watch;
mod work;

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::args::BatchArguments;
use super::console::{Messages, Output, plain};
use super::{DONE, INCOMPLETE, NO, graver, report, tell_ignored, workers};
use crate::analysis::source::SourceError;
use crate::lab::files::write_durably;
use crate::lab::plan::Source;
use crate::lab::session::{Opening, SessionError};
use crate::lab::{Arm, Claim, Folder, FolderError, JournalError, Plan, Shard, StoredError};
use crate::solver::Budget;
pub use preview::preview;
pub use results::save;
pub use seed::seed_for;
pub use tally::Tally;
pub use work::Batch;

/// Where results go unless told otherwise.
const RESULTS: &str = "results";

/// So many puzzles may take a moment to make.
const WORTH_TELLING: u64 = 100;

/// The most characters of a plan's name in that of its folder.
const LONGEST_NAME: usize = 60;

/// The most bytes of the same; file systems take 255, of which a digest and a shard need 34.
const MOST_NAME_BYTES: usize = 200;

/// What is done with the results of a batch.
pub enum Then<'f> {
    /// They are shown as a table.
    Show,
    /// They are shown, and the best points of the grid are run so often once more.
    Confirm(u64),
    /// When every run is finished, somebody else looks at the folder and tells the exit code.
    HandOver(&'f dyn Fn(&Folder) -> anyhow::Result<u8>),
}

/// Runs a plan as the options say; the exit code tells whether all of it is done.
pub fn execute(
    mut source: Source,
    arguments: &BatchArguments,
    then: Then<'_>,
) -> anyhow::Result<u8> {
    let messages = Messages::new(arguments.common.quiet);
    change(&mut source, arguments);
    if arguments.print_plan {
        return print(&source.plan.to_toml());
    }
    let claim = claim(arguments.resume, arguments.force);
    if let Some(path) = arguments.output.as_ref().filter(|_| !arguments.dry_run) {
        // To make the puzzles of a plan may take long.
        Folder::admit(path, claim)?;
    }
    let plan = resolve(&source, arguments, messages)?;
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let path = arguments.output.clone().unwrap_or_else(|| default_folder(&plan, shard));
    let threads = workers(&arguments.common);
    if arguments.dry_run {
        return print(&preview(&plan, shard, &path, threads));
    }
    let opening = Opening { claim, allow_changes: arguments.allow_changes, threads };
    let batch = Batch::new(&arguments.common, arguments.wall_seconds, opening)?;
    let is_shown = !matches!(then, Then::HandOver(_)) || shard != Shard::WHOLE;
    let done = batch.run(&plan, shard, &path, is_shown).and_then(|worked| {
        let followed = match then {
            Then::Confirm(repeats) if worked.code == DONE => {
                batch.confirm(&plan, &worked.best, repeats, &path)
            }
            Then::HandOver(look) if worked.is_finished && !is_shown => {
                look(&worked.folder).map(|code| graver(code, worked.code))
            }
            _ => Ok(worked.code),
        };
        followed.map_err(after_runs)
    });
    let done = done.and_then(|code| match code {
        // Whoever has stopped it does not want to wait for pictures.
        DONE | NO | INCOMPLETE if arguments.report => {
            report::write(&path, None, messages).map_err(after_runs)?;
            Ok(code)
        }
        _ => Ok(code),
    });
    or_unsaved(done, messages)
}

/// The disk has failed after runs were done, which are kept.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unsaved(String);

/// What went wrong after runs were done: where it was the disk, it is told as such.
pub fn after_runs(error: impl Into<anyhow::Error>) -> anyhow::Error {
    let error = error.into();
    if is_of_disk(&error) { Unsaved(format!("{error:#}")).into() } else { error }
}

fn is_of_disk(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(SessionError::is_of_disk)
        || error.downcast_ref().is_some_and(FolderError::is_of_disk)
        || error.downcast_ref().is_some_and(JournalError::is_of_disk)
        || error.downcast_ref().is_some_and(StoredError::is_of_disk)
        || error.downcast_ref().is_some_and(SourceError::is_of_disk)
}

/// Writes a file of results, or tells that it is not there.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let unsaved = |error| Unsaved(format!("cannot write {}: {error}", path.display()));
    Ok(write_durably(path, write).map_err(unsaved)?)
}

/// Refuses a folder of results for files that are not of them.
pub fn refuse_results(folder: &Path) -> anyhow::Result<()> {
    if Folder::holds_results(folder)? {
        bail!("{} holds results; name another folder with -o", folder.display());
    }
    Ok(())
}

/// What to do with a folder that is there.
pub fn claim(is_resumed: bool, is_forced: bool) -> Claim {
    match (is_resumed, is_forced) {
        (true, _) => Claim::Resume,
        (_, true) => Claim::Force,
        _ => Claim::New,
    }
}

/// A disk that takes no more is no mistake of the user: what is finished is kept.
pub fn or_unsaved(done: anyhow::Result<u8>, messages: Messages) -> anyhow::Result<u8> {
    match done {
        Err(error) if is_unsaved(&error) => {
            messages.error(format_args!("{error:#}; make room, then --resume goes on"));
            Ok(INCOMPLETE)
        }
        done => done,
    }
}

/// Looks up what the plan names, and tells what its user should know.
fn resolve(
    source: &Source,
    arguments: &BatchArguments,
    messages: Messages,
) -> anyhow::Result<Plan> {
    if source.plan.seed.is_none() && arguments.shard.is_some() {
        anyhow::bail!("--shard needs a seed in the plan or --seed: all parts must have the same");
    }
    let folder = arguments.output.as_deref();
    let seed = seed_for(source.plan.seed, arguments.resume, folder, messages)?;
    let made = source.plan.puzzles_to_make();
    if made >= WORTH_TELLING {
        messages.note(format_args!("making {made} puzzles"));
    }
    let plan = Plan::resolve(source, seed)?;
    for caution in plan.cautions() {
        messages.note(plain(&caution));
    }
    for arm in first_arms(&plan) {
        tell_ignored((&arguments.budget).into(), arm.budget, &arm.method, messages);
    }
    Ok(plan)
}

fn is_unsaved(error: &anyhow::Error) -> bool {
    error.is::<Unsaved>() || error.downcast_ref().is_some_and(SessionError::is_unsaved)
}

/// Flags win over the file.
fn change(source: &mut Source, arguments: &BatchArguments) {
    let (plan, budget) = (&mut source.plan, &arguments.budget);
    plan.repeats = arguments.repeats.or(plan.repeats);
    plan.seed = arguments.seed.or(plan.seed);
    plan.history = Some(true).filter(|_| arguments.history).or(plan.history);
    plan.budget = Budget {
        generations: budget.generations.or(plan.budget.generations),
        evaluations: budget.evaluations.or(plan.budget.evaluations),
        nodes: budget.nodes.or(plan.budget.nodes),
        seconds: budget.seconds.or(plan.budget.seconds),
    };
}

fn default_folder(plan: &Plan, shard: Shard) -> PathBuf {
    folder_of(&folder_name(&plan.name), plan.digest(), &part_name(shard))
}

/// What is said of a part that is done; in the end the whole does what its parts could not.
pub fn part_is_done(shard: Shard, what: &str) -> String {
    format!(
        "shard {shard} is done; when all are, `sudoga merge` unites them, and --resume without \
         --shard {what}"
    )
}

/// How the name of a folder tells its part.
pub fn part_name(shard: Shard) -> String {
    match shard {
        Shard::WHOLE => String::new(),
        Shard { index, of } => format!("-{index}-of-{of}"),
    }
}

/// Where results go that are known by a digest.
pub fn folder_of(name: &str, digest: blake3::Hash, part: &str) -> PathBuf {
    Path::new(RESULTS).join(format!("{name}-{}{part}", &digest.to_string()[..8]))
}

pub fn print(text: &str) -> anyhow::Result<u8> {
    let mut output = Output::new();
    output.text(text)?;
    output.flush()?;
    Ok(DONE)
}

/// A name that is safe for a folder on every system.
fn folder_name(name: &str) -> String {
    let is_safe = |symbol: char| symbol.is_alphanumeric() || "-_.".contains(symbol);
    let safe = name.replace(|symbol| !is_safe(symbol), "-");
    let mut short: String =
        safe.trim_start_matches(['.', '-']).chars().take(LONGEST_NAME).collect();
    while short.len() > MOST_NAME_BYTES {
        short.pop();
    }
    if short.is_empty() { "plan".to_owned() } else { short }
}

/// The first arm of each method.
fn first_arms(plan: &Plan) -> impl Iterator<Item = &Arm> {
    let mut seen = HashSet::new();
    plan.arms.iter().filter(move |arm| seen.insert(arm.method.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_names_are_safe() {
        for (name, expected) in [
            ("000-rates", "000-rates"),
            ("../../x", "x"),
            ("a/b\\c d\u{1b}[31m", "a-b-c-d--31m"),
            (".hidden", "hidden"),
            ("", "plan"),
            ("...", "plan"),
            ("数独", "数独"),
        ] {
            assert_eq!(folder_name(name), expected);
        }
        assert_eq!(folder_name(&"x".repeat(300)).len(), LONGEST_NAME);
        assert_eq!(folder_name(&"\u{20000}".repeat(300)).len(), MOST_NAME_BYTES);
    }
}
