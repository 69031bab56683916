//! What `--dry-run` tells.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use indicatif::HumanDuration;

use crate::lab::estimate::{Estimate, estimate};
use crate::lab::{Plan, Shard};

/// What would run, where, and for how long.
pub fn preview(plan: &Plan, shard: Shard, path: &Path, threads: usize) -> String {
    let runs = shard.numbers(plan.len()).len();
    let mut text = format!(
        "{}: {}, {}, {}, seed {}\ninto {}\n",
        counted(runs, "run"),
        counted(plan.puzzles.len(), "puzzle"),
        counted(plan.arms.len(), if plan.keys.is_empty() { "method" } else { "point" }),
        counted(plan.repeats as usize, "repeat"),
        plan.seed,
        path.display()
    );
    let Estimate { cpu_seconds, pilots, unended } = estimate(plan, runs);
    let bound = if unended > 0 { "at most " } else { "" };
    let (wall, cpu) = (human(cpu_seconds / threads as f64), human(cpu_seconds));
    let (threads, pilots_told) = (counted(threads, "thread"), counted(pilots, "short pilot run"));
    writeln!(text, "{bound}{wall} on {threads} ({cpu} of CPU time), from {pilots_told}").ok();
    if unended > 0 {
        writeln!(text, "{unended} of {pilots} are counted as if they went to their cap").ok();
    }
    text
}

fn human(seconds: f64) -> String {
    if seconds < 1.0 {
        return "less than a second".to_owned();
    }
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    format!("about {}", HumanDuration(time))
}

fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
