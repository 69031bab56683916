//! What `run` and `sweep` share: a plan becomes a result folder and a table.

mod results;
mod watch;

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::HumanDuration;

use super::args::BatchArguments;
use super::console::{Messages, Output, plain};
use super::signals::Signals;
use super::{DONE, INCOMPLETE, master_seed, tell_ignored, workers};
use crate::lab::estimate::estimate;
use crate::lab::folder::{Claim, MANIFEST};
use crate::lab::manifest::Manifest;
use crate::lab::plan::{Limits, Source};
use crate::lab::session::{Opening, Session, SessionError};
use crate::lab::{Plan, Shard};
pub use results::{Told, save};
use watch::Watch;

/// Where results go unless told otherwise.
const RESULTS: &str = "results";

/// Runs a plan as the options say; the exit code tells whether all of it is done.
pub fn execute(mut source: Source, arguments: &BatchArguments) -> anyhow::Result<u8> {
    let messages = Messages::new(arguments.common.quiet);
    change(&mut source, arguments);
    if arguments.print_plan {
        return print(&source.plan.to_toml());
    }
    let seed = seed(&source, arguments, messages)?;
    let plan = Plan::resolve(&source, seed)?;
    for caution in plan.cautions() {
        messages.note(plain(&caution));
    }
    for arm in &plan.arms {
        tell_ignored(source.plan.budget.into(), arm.budget, &arm.method, messages);
    }
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let path = arguments.output.clone().unwrap_or_else(|| default_folder(&plan, shard));
    let threads = workers(&arguments.common);
    if arguments.dry_run {
        return print(&preview(&plan, shard, &path, threads));
    }
    let signals = Signals::watch()?;
    let claim = match (arguments.resume, arguments.force) {
        (true, _) => Claim::Resume,
        (_, true) => Claim::Force,
        _ => Claim::New,
    };
    let opening = Opening { claim, allow_changes: arguments.allow_changes, threads };
    let batch = Batch { plan: &plan, path: &path, arguments, signals: &signals, messages };
    match batch.run(shard, opening) {
        Err(error) if is_unsaved(&error) => {
            messages.error(format_args!("{error:#}; make room, then --resume goes on"));
            Ok(INCOMPLETE)
        }
        told => told,
    }
}

fn is_unsaved(error: &anyhow::Error) -> bool {
    error.downcast_ref::<SessionError>().is_some_and(SessionError::is_unsaved)
}

/// Flags win over the file.
fn change(source: &mut Source, arguments: &BatchArguments) {
    let (plan, budget) = (&mut source.plan, &arguments.budget);
    plan.repeats = arguments.repeats.or(plan.repeats);
    plan.seed = arguments.seed.or(plan.seed);
    plan.history = Some(true).filter(|_| arguments.history).or(plan.history);
    plan.budget = Limits {
        generations: budget.generations.or(plan.budget.generations),
        evaluations: budget.evaluations.or(plan.budget.evaluations),
        nodes: budget.nodes.or(plan.budget.nodes),
        seconds: budget.seconds.or(plan.budget.seconds),
    };
}

/// The master seed: that of the plan, of the folder that is gone on with, or one that is drawn.
fn seed(source: &Source, arguments: &BatchArguments, messages: Messages) -> anyhow::Result<u64> {
    if source.plan.seed.is_none() && arguments.resume {
        let Some(folder) = &arguments.output else {
            anyhow::bail!("--resume needs a seed in the plan, --seed, or the folder with -o");
        };
        if let Ok(manifest) = Manifest::read(&folder.join(MANIFEST)) {
            return Ok(manifest.seed);
        }
    }
    Ok(source.plan.seed.unwrap_or_else(|| master_seed(None, messages)))
}

fn default_folder(plan: &Plan, shard: Shard) -> PathBuf {
    let (digest, name) = (plan.digest().to_string(), plan.name.replace(['/', '\\'], "-"));
    let part = match shard {
        Shard::WHOLE => String::new(),
        Shard { index, of } => format!("-{index}-of-{of}"),
    };
    Path::new(RESULTS).join(format!("{name}-{}{part}", &digest[..8]))
}

pub fn print(text: &str) -> anyhow::Result<u8> {
    let mut output = Output::new();
    output.text(text)?;
    output.flush()?;
    Ok(DONE)
}

/// What would run, where, and for how long.
fn preview(plan: &Plan, shard: Shard, path: &Path, threads: usize) -> String {
    let numbers: Vec<usize> = shard.numbers(plan.len()).collect();
    let estimate = estimate(plan, &numbers);
    let (runs, puzzles, arms) = (numbers.len(), plan.puzzles.len(), plan.arms.len());
    let mut text = format!(
        "{runs} runs: {puzzles} puzzles, {arms} methods or points, {} repeats, seed {}\n",
        plan.repeats, plan.seed
    );
    writeln!(text, "into {}", path.display()).ok();
    let human = |seconds: f64| {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        if seconds < 1.0 {
            "less than a second".to_owned()
        } else {
            HumanDuration(time).to_string()
        }
    };
    let wall = human(estimate.cpu_seconds / threads as f64);
    let bound = if estimate.unended > 0 { "at most about " } else { "about " };
    writeln!(
        text,
        "{bound}{wall} on {threads} threads ({} CPU time), from {} short pilot runs",
        human(estimate.cpu_seconds),
        estimate.pilots
    )
    .ok();
    if estimate.unended > 0 {
        let (unended, pilots) = (estimate.unended, estimate.pilots);
        writeln!(text, "{unended} of {pilots} are counted as if they went to their cap").ok();
    }
    text
}

/// A batch with all that it needs to be run.
struct Batch<'a> {
    plan: &'a Plan,
    path: &'a Path,
    arguments: &'a BatchArguments,
    signals: &'a Signals,
    messages: Messages,
}

impl Batch<'_> {
    fn run(&self, shard: Shard, opening: Opening) -> anyhow::Result<u8> {
        let mut session = Session::open(self.plan, shard, self.path, opening)?;
        let began = Instant::now();
        let limit = self.arguments.wall_seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
        let quiet = self.arguments.common.quiet;
        let mut watch = Watch::new(self.plan, session.pending().len(), quiet);
        let worked = session.run(|finished| {
            watch.tell(finished);
            let is_over =
                self.signals.raised() || limit.is_some_and(|limit| began.elapsed() >= limit);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        watch.finish();
        worked?;
        let told = save(session)?;
        self.tell(&told)?;
        Ok(self.signals.exit_code().unwrap_or(match told.is_whole() {
            true => DONE,
            false => INCOMPLETE,
        }))
    }

    fn tell(&self, told: &Told) -> anyhow::Result<()> {
        if let Some(error) = &told.first_error {
            let (errors, error) = (told.errors, plain(error));
            self.messages
                .error(format_args!("{errors} runs ended with an error; the first: {error}"));
        }
        let (path, finished, missing) = (self.path.display(), told.finished, told.missing);
        if missing > 0 {
            let planned = finished + missing;
            let text =
                format!("{finished} of {planned} runs are in {path}; --resume does the rest");
            self.messages.note(text);
        } else {
            self.messages.note(format_args!("results: {path}"));
        }
        print(&told.table).map(drop)
    }
}
