//! Options of `compare`.

use std::path::PathBuf;

use clap::Args;

use super::values::{
    CompareFormat, FitAxis, MethodList, Metric, PairingChoice, PrimaryChoice, ProtocolChoice,
};
use super::values::{margin, method_list};
use super::{BatchArguments, ReadingArguments};

/// Options of `compare`.
#[derive(Args)]
pub struct CompareArguments {
    /// Puzzles to run the methods on (files, `-`, @addresses); or results that exist: folders, or
    /// CSV files such as runs.csv
    #[arg(value_name = "PUZZLE|DIR|CSV", required = true)]
    pub paths: Vec<PathBuf>,
    /// The methods, the first of which all others are compared with: names of `sudoga list
    /// methods` or method files ending in .toml; of results that exist: which of their methods
    #[arg(long = "methods", value_name = "METHOD,...", value_parser = method_list)]
    pub method_lists: Vec<MethodList>,
    /// Change a parameter of every method; may be given again
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
    /// The question, to be named before the run: solved where fewer than 80 % of the runs are
    /// expected to solve, else rmst [default: what the plan says, else solved]
    #[arg(long, value_name = "QUESTION")]
    pub primary: Option<PrimaryChoice>,
    /// Whether the methods get the same seeds [default: independent; of results: told by the seeds]
    #[arg(long)]
    pub pairing: Option<PairingChoice>,
    /// The unit of effort [default: the unit of the budget]
    #[arg(long, value_name = "UNIT")]
    pub metric: Option<Metric>,
    /// Add the tests as the studies made them
    #[arg(long)]
    pub protocol: Option<ProtocolChoice>,
    /// Exit with 0 when METHOD is shown not to be worse than that of --against by more than the
    /// margin, with 1 when it is shown to be worse, with 3 when neither is shown
    #[arg(long, value_name = "METHOD", requires = "against")]
    pub gate: Option<String>,
    /// The method that the one of --gate must not be worse than
    #[arg(long, value_name = "METHOD", requires = "gate")]
    pub against: Option<String>,
    /// How much worse it may be: a difference of solved shares, or a share of RMST [default: 0.05
    /// of the solved share, 0.1 of RMST]
    #[arg(long, value_name = "X", requires = "gate", value_parser = margin)]
    pub margin: Option<f64>,
    /// Effort against the number of givens or of empty cells, with exponential fits
    #[arg(long, value_name = "AXIS")]
    pub fit: Option<FitAxis>,
    /// How to print
    #[arg(long, default_value = "text")]
    pub format: CompareFormat,
    #[command(flatten)]
    pub reading: ReadingArguments,
    #[command(flatten)]
    pub batch: BatchArguments,
}

impl CompareArguments {
    /// The methods of all lists.
    pub fn methods(&self) -> Vec<String> {
        self.method_lists.iter().flat_map(|list| list.0.clone()).collect()
    }
}
