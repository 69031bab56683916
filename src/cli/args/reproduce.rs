//! Options of `reproduce`.

use std::path::PathBuf;

use clap::Args;

use super::CommonArguments;
use super::values::seconds;
use crate::lab::Shard;

/// Options of `reproduce`.
#[derive(Args)]
pub struct ReproduceArguments {
    /// The studies: twodoku-ga, group-6, purge-ga, backtracking-hgasa, row-ga [default: all]
    #[arg(value_name = "STUDY")]
    pub studies: Vec<String>,
    /// A first look, with a few runs of everything: about a minute
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// A thousand runs everywhere: most of a day on two cores
    #[arg(long)]
    pub full: bool,
    /// The folder with the puzzles that the Twodoku study used: easy_1.txt, easy_2.txt, easy_3.txt,
    /// medium_1.txt, medium_2.txt, hard_1.txt, hard_2.txt
    #[arg(long, value_name = "DIR")]
    pub puzzles: Option<PathBuf>,
    /// The folder for results and pages [default: results/reproduce, with -quick or -full behind it]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Go on with an existing folder; runs that are finished stay, and pages are written anew
    #[arg(long, conflicts_with = "force")]
    pub resume: bool,
    /// Start existing results over
    #[arg(long)]
    pub force: bool,
    /// Do only the I-th of N parts of every plan, from 1, and write no pages; when `sudoga merge` has
    /// united the parts, --resume without --shard writes them
    #[arg(long, value_name = "I/N", value_parser = clap::value_parser!(Shard))]
    pub shard: Option<Shard>,
    /// Stop after S seconds by the clock, to be resumed later
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub wall_seconds: Option<f64>,
    /// Tell what would run and how long it may take, and run nothing
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub common: CommonArguments,
}
