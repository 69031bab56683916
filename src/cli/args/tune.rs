//! Options of `tune`.

use std::path::PathBuf;

use clap::Args;

use super::values::{SearchChoice, count, seconds, seed, some};
use super::{BudgetArguments, CommonArguments, InputArguments};
use crate::lab::Shard;

/// Options of `tune`.
#[derive(Args)]
pub struct TuneArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// The method: a name of `sudoga list methods`, or a method file ending in .toml
    #[arg(short, long, env = "SUDOGA_METHOD", hide_env_values = true)]
    pub method: String,
    /// Change a parameter of the method at every point; may be given again
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
    /// What to search: a range such as population=20..500, with `,log` behind it on a logarithmic
    /// scale, or values such as encoding=rows,boxes; may be given again
    #[arg(long = "vary", value_name = "KEY=LOW..HIGH")]
    pub vary: Vec<String>,
    /// The range of what the method declares as its mutation rate
    #[arg(long, value_name = "LOW..HIGH")]
    pub mutation: Option<String>,
    /// The range of what the method declares as its crossover rate
    #[arg(long, value_name = "LOW..HIGH")]
    pub crossover: Option<String>,
    /// How points are suggested; several, as bayes,random, are done beside each other, each with
    /// all the runs
    #[arg(long, value_name = "SEARCH,...", default_value = "bayes", value_delimiter = ',')]
    pub search: Vec<SearchChoice>,
    /// Race the points of a CSV file with a column a key, and search no others
    #[arg(long, value_name = "FILE", conflicts_with_all = ["vary", "mutation", "crossover", "search"])]
    pub points_from: Option<PathBuf>,
    /// The budget of each search: runs at most
    #[arg(long, value_name = "N", value_parser = some, default_value = "300")]
    pub runs: u64,
    /// Puzzles on which the winner is run against the method as it is, none of them tuned on; absent:
    /// a third of the puzzles, from four puzzles on
    #[arg(long, value_name = "PUZZLE", num_args = 1..)]
    pub held_out: Vec<PathBuf>,
    /// Runs of each method on each puzzle that is held out; 0: no check, and nothing is held out
    #[arg(long, value_name = "N", value_parser = count, default_value = "10")]
    pub check_repeats: u64,
    /// The master seed; absent: drawn, told and stored
    #[arg(long, value_name = "N", value_parser = seed, env = "SUDOGA_SEED", hide_env_values = true)]
    pub seed: Option<u64>,
    /// The result folder [default: results/tune-<8 digits of the digest of what is asked>]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Go on with an existing result folder; runs that are finished stay
    #[arg(long, conflicts_with = "force")]
    pub resume: bool,
    /// Let --resume go on with another budget of runs, other ranges or searches: only what has
    /// changed is run
    #[arg(long, requires_all = ["resume", "output"], conflicts_with = "force")]
    pub allow_changes: bool,
    /// Start an existing result folder over
    #[arg(long)]
    pub force: bool,
    /// Do only the I-th of N parts, from 1, of what a race of --points-from may ask for, and race
    /// nothing; when `sudoga merge` has united the parts, --resume without --shard races. A search
    /// that suggests points by the scores so far cannot be parted
    #[arg(long, value_name = "I/N", value_parser = clap::value_parser!(Shard))]
    pub shard: Option<Shard>,
    /// Stop after S seconds by the clock, to be resumed later
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub wall_seconds: Option<f64>,
    /// Tell what would be searched and how long it may take, and run nothing
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub budget: BudgetArguments,
    #[command(flatten)]
    pub common: CommonArguments,
}
