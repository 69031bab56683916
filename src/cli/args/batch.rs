//! Options of the verbs that run batches.

use std::path::PathBuf;

use clap::Args;

use super::values::{seconds, seed, some};
use super::{BudgetArguments, CommonArguments, InputArguments};
use crate::lab::Shard;

/// Options of `run`.
#[derive(Args)]
pub struct RunArguments {
    /// The plan: a TOML file, JSON when its name ends so, or `-` for standard input
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,
    /// Change a parameter of every method of the plan; may be given again
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
    #[command(flatten)]
    pub batch: BatchArguments,
}

/// Options of `sweep`.
#[derive(Args)]
pub struct SweepArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// The method: a name of `sudoga list methods`, or a method file ending in .toml
    #[arg(short, long, default_value = "baseline", env = "SUDOGA_METHOD", hide_env_values = true)]
    pub method: String,
    /// Change a parameter of the method at every point; may be given again
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
    /// Values of what the method declares as its mutation rate: the rows of the table
    #[arg(long, value_name = "RATE,...")]
    pub mutation: Option<String>,
    /// Values of what the method declares as its crossover rate: the columns of the table
    #[arg(long, value_name = "RATE,...")]
    pub crossover: Option<String>,
    /// Values of any other parameter, such as population=50,150; may be given again
    #[arg(long = "vary", value_name = "KEY=VALUE,...")]
    pub vary: Vec<String>,
    /// Then run the best point of each table N times on fresh seeds, into DIR/confirmed: the best
    /// of many is partly chance
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "shard")]
    pub confirm: Option<u64>,
    #[command(flatten)]
    pub batch: BatchArguments,
}

/// Options of `merge`.
#[derive(Args)]
pub struct MergeArguments {
    /// The result folders to unite, such as those of all shards of `run`, `sweep`, `compare` or
    /// `tune --points-from`; or folders that hold result folders, as `reproduce` makes them: those at
    /// the same place in all of them are united
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// The folder to write
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Exit with 3 when a run of a plan is in none of the folders, or a shard of `tune` is missing or
    /// unfinished
    #[arg(long)]
    pub require_complete: bool,
    /// Start an existing result folder over
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub common: CommonArguments,
}

/// Options of every batch.
#[derive(Args)]
pub struct BatchArguments {
    /// Runs of each method on each puzzle [default: what the plan says, else 1]
    #[arg(long, value_name = "N", value_parser = some, env = "SUDOGA_REPEATS", hide_env_values = true)]
    pub repeats: Option<u64>,
    /// The master seed; absent: what the plan says, else drawn, told and stored
    #[arg(long, value_name = "N", value_parser = seed, env = "SUDOGA_SEED", hide_env_values = true)]
    pub seed: Option<u64>,
    /// Keep best, mean and median fitness by generation in history.csv: at most 256 points a run
    #[arg(long)]
    pub history: bool,
    /// Then draw the pictures and write report.html into the result folder, as `sudoga report` does
    #[arg(long, conflicts_with_all = ["dry_run", "print_plan"])]
    pub report: bool,
    /// The result folder [default: results/<name>-<8 digits of the plan's digest>]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Go on with an existing result folder; runs that are finished stay
    #[arg(long, conflicts_with = "force")]
    pub resume: bool,
    /// Let --resume go on under a changed plan: only what has changed is run
    #[arg(long, requires_all = ["resume", "output"], conflicts_with = "force")]
    pub allow_changes: bool,
    /// Start an existing result folder over
    #[arg(long)]
    pub force: bool,
    /// Do only the I-th of N parts of the plan, from 1; `sudoga merge` unites them
    #[arg(long, value_name = "I/N", value_parser = clap::value_parser!(Shard))]
    pub shard: Option<Shard>,
    /// Stop the batch after S seconds by the clock, to be resumed later
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub wall_seconds: Option<f64>,
    /// Tell what would run and how long it may take, and run nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print the plan as a TOML file, and run nothing
    #[arg(long)]
    pub print_plan: bool,
    #[command(flatten)]
    pub budget: BudgetArguments,
    #[command(flatten)]
    pub common: CommonArguments,
}
