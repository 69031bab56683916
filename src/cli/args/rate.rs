//! Options of `rate`.

use clap::Args;

use super::values::{RateFormat, count};
use super::{BatchArguments, InputArguments};

/// Options of `rate`.
#[derive(Args)]
pub struct RateArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// The method whose mean effort up to its cap is one of the views, 10 runs a puzzle unless
    /// --repeats says otherwise: a name of `sudoga list methods`, or a method file ending in .toml
    #[arg(short, long, default_value = "baseline", env = "SUDOGA_METHOD", hide_env_values = true)]
    pub method: String,
    /// Change a parameter of the method; may be given again
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
    /// Also guess whether there is one solution as study 004 did, by six equal answers in a row of
    /// at most ten runs, and hold the guess to the proof
    #[arg(long)]
    pub ga_unique: bool,
    /// Stop the proof of a puzzle's solutions after N nodes
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = count)]
    pub proof_nodes: u64,
    /// How to print
    #[arg(long, default_value = "text")]
    pub format: RateFormat,
    #[command(flatten)]
    pub batch: BatchArguments,
}
