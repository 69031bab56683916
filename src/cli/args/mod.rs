//! What the command line says; only parsing. Values that need the library to be understood
//! (methods, layouts) stay words here.

mod batch;
mod compare;
mod rate;
mod reproduce;
mod tune;
mod values;

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::FalseyValueParser;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::exact::generate::{DEFAULT_ATTEMPTS, DEFAULT_NODES, GivenRange};
use crate::solver::Budget;
use crate::{ENGINE, rng};

pub use batch::{BatchArguments, MergeArguments, RunArguments, SweepArguments};
pub use compare::CompareArguments;
pub use rate::RateArguments;
pub use reproduce::ReproduceArguments;
pub use tune::TuneArguments;
pub use values::{
    CheckFormat, Color, CompareFormat, Difficulty, Digits, FitAxis, GenerateFormat, Listing,
    LogicChoice, Metric, RateFormat, SolutionsChoice, SolveFormat, SymmetryChoice,
};
use values::{count, seconds, seed};

static VERSION: LazyLock<String> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    format!("{version} (engine {ENGINE}, random generator {})", rng::GENERATOR)
});

const EXAMPLES: &str = "\
Examples:
  sudoga solve puzzle.txt                     solve a file and draw the boards
  sudoga solve @twodoku/hard-1 -m backtrack   solve an embedded puzzle by another method
  sudoga solve - --format json < many.txt     one JSON object a puzzle, as they come
  sudoga solve @9x9/hard-1 --svg board.svg    puzzle and solution as a picture
  sudoga check puzzle.txt                     none, one or several solutions? which logic?
  sudoga check puzzle.txt --format line       the same puzzle in one line
  sudoga generate --layout 9x9 --minimal      a puzzle with one solution, proved
  sudoga run configs/quickstart.toml          a plan of seeded runs into a result folder
  sudoga sweep @twodoku/medium-1 --mutation 0.05,0.1 --crossover 0.1,0.3 --repeats 15
  sudoga compare @twodoku --methods baseline,local-search --repeats 30
  sudoga compare results/purge-1a2b3c4d       compare runs that exist
  sudoga rate @9x9                            how hard by logic, search and a genetic algorithm
  sudoga tune hard.txt -m row-elitist --vary population=20..500,log --mutation 0.01..0.5
  sudoga report results/purge-1a2b3c4d        pictures and one page, report.html
  sudoga list puzzles                         what is embedded, with its addresses
  sudoga list --show backtrack                a method, fully resolved, as a method file

Exit: 0 done; 1 a clean no (unsolved; none or several solutions; worse at a gate); 2 bad usage, input or
configuration; 3 incomplete or inconclusive; 129, 130 and 143 after SIGHUP, Ctrl-C and SIGTERM.
Every option with a SUDOGA_ variable takes its value from there when the flag is absent.";

/// Sudoku of every size and overlay: solve, check, generate and experiment, seeded and repeatable
#[derive(Parser)]
#[command(name = "sudoga", version = VERSION.as_str(), after_help = EXAMPLES, max_term_width = 100)]
#[command(arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// The verbs.
#[derive(Subcommand)]
pub enum Verb {
    /// Solve each puzzle and print it
    Solve(SolveArguments),
    /// Tell whether each puzzle has no, one or several solutions, and which logic it needs
    Check(CheckArguments),
    /// Make puzzles: random, seeded, with a proof of uniqueness unless told otherwise
    Generate(GenerateArguments),
    /// Do a plan of seeded runs, to be stopped and resumed at will
    Run(RunArguments),
    /// Do a grid of mutation and crossover rates, or of any other settings
    Sweep(SweepArguments),
    /// Compare methods: run them, or take results that exist; tests, intervals and verdicts
    Compare(Box<CompareArguments>),
    /// Tell how hard puzzles are: givens, logic, nodes and a method's effort, and whether they agree
    Rate(Box<RateArguments>),
    /// Search good settings of a method: points are raced, and the winner is checked on other puzzles
    Tune(Box<TuneArguments>),
    /// Unite result folders of one plan, such as its shards, or trees of them
    Merge(MergeArguments),
    /// Draw the pictures of a result folder and write its report, one page that opens anywhere
    Report(ReportArguments),
    /// Repeat the experiments of the studies and lay their published figures beside ours
    Reproduce(ReproduceArguments),
    /// List methods, layouts, embedded puzzles and studies, or show one of them
    List(ListArguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell to complete in
        shell: Shell,
    },
    /// Print the manual page of the program, or of one verb
    Man {
        /// The verb; absent: the program
        verb: Option<String>,
    },
}

/// Options of `solve`.
#[derive(Args)]
pub struct SolveArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// How to print: grid draws boards, line gives one line a puzzle, json one object a line
    #[arg(long, default_value = "grid")]
    pub format: SolveFormat,
    /// Draw each puzzle beside its solution, or beside the best grid of an unsolved run, into FILE,
    /// which must end in .svg and is replaced; the pictures of the second and later puzzles get their
    /// number: board.svg, board-2.svg, ...
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Show the best board and the course of fitness while a run goes on, on a terminal; elsewhere
    /// and with --plain, a line every 30 seconds. One puzzle at a time; never changes a result
    #[arg(long)]
    pub watch: bool,
    /// Add the course of best, mean and median fitness to each record of --format json: at most
    /// 256 generations, evenly spread
    #[arg(long)]
    pub history: bool,
    /// The method: a name of `sudoga list methods`, or a method file ending in .toml [default: memetic]
    #[arg(short, long, env = "SUDOGA_METHOD", hide_env_values = true)]
    pub method: Option<String>,
    /// Change a parameter of the method, such as propagate=pairs; may be given again
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
    /// The master seed, from which the seed of each run is derived; absent: drawn and told
    #[arg(long, value_name = "N", value_parser = seed, env = "SUDOGA_SEED", hide_env_values = true)]
    pub seed: Option<u64>,
    /// Run with exactly this seed, such as the run_seed of a result
    #[arg(long, value_name = "N", value_parser = seed)]
    pub run_seed: Option<u64>,
    #[command(flatten)]
    pub budget: BudgetArguments,
    #[command(flatten)]
    pub common: CommonArguments,
}

/// Options of `report`.
#[derive(Args)]
pub struct ReportArguments {
    /// The result folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Put report.html and plots/ into this folder instead, such as when the results must not be
    /// touched
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub common: CommonArguments,
}

/// Options of `check`.
#[derive(Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// Print the puzzle in another form, or the verdict as JSON; absent: the verdict in a line
    #[arg(long)]
    pub format: Option<CheckFormat>,
    /// Stop the search for two solutions after N nodes [default: 1000000, unless --seconds]
    #[arg(long, value_name = "N", value_parser = count, env = "SUDOGA_NODES", hide_env_values = true)]
    pub nodes: Option<u64>,
    /// Stop the search for two solutions after S CPU seconds
    #[arg(long, value_name = "S", value_parser = seconds, env = "SUDOGA_SECONDS", hide_env_values = true)]
    pub seconds: Option<f64>,
    #[command(flatten)]
    pub common: CommonArguments,
}

/// Options of `generate`.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("target").required(true).args(["givens", "difficulty", "minimal"]))]
pub struct GenerateArguments {
    /// The layout: a name of `sudoga list layouts`, or a layout file ending in .toml
    #[arg(long, value_name = "LAYOUT", env = "SUDOGA_LAYOUT", hide_env_values = true)]
    pub layout: String,
    /// The number of givens: 30, a range such as 25-29, or a share of the cells such as 45%
    #[arg(long, value_name = "N|A-B")]
    pub givens: Option<GivenRange>,
    /// A range of givens by name, for 9x9, 16x16, 25x25 and Twodoku
    #[arg(long)]
    pub difficulty: Option<Difficulty>,
    /// Take givens away until none can go: a second solution would appear, or singles get stuck
    /// where --logic singles is asked for
    #[arg(long)]
    pub minimal: bool,
    /// Solutions: one is proved at every step; any takes random givens of a full grid
    #[arg(long, default_value = "one")]
    pub solutions: SolutionsChoice,
    /// The symmetry of the pattern of givens
    #[arg(long, default_value = "none")]
    pub symmetry: SymmetryChoice,
    /// The logic it must need: singles suffice, or do not suffice
    #[arg(long, default_value = "any")]
    pub logic: LogicChoice,
    /// Givens in the boxes that two grids share; absent: as it comes
    #[arg(long, value_name = "N")]
    pub shared: Option<usize>,
    /// How many puzzles
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub count: u64,
    /// Full grids to try for each puzzle before the nearest one is given out as not reached
    #[arg(long, value_name = "N", default_value_t = DEFAULT_ATTEMPTS as u32, value_parser = clap::value_parser!(u32).range(1..))]
    pub attempts: u32,
    /// Nodes of proofs for each puzzle after which no further grid is tried
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODES, value_parser = count)]
    pub nodes: u64,
    /// The master seed: the same seed gives the same puzzles; absent: drawn and told
    #[arg(long, value_name = "N", value_parser = seed, env = "SUDOGA_SEED", hide_env_values = true)]
    pub seed: Option<u64>,
    /// Puzzles are called NAME-1, NAME-2, ... [default: from layout and target]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The form of the puzzles; line on standard output is one bare line each
    #[arg(long, default_value = "grid")]
    pub format: GenerateFormat,
    /// Write each puzzle to a file of its own in this folder
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Overwrite files that are there already
    #[arg(long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub common: CommonArguments,
}

/// Options of `list`.
#[derive(Args)]
pub struct ListArguments {
    /// What to list; absent: everything
    pub what: Option<Listing>,
    /// Show one thing whole: a method or layout as TOML, a puzzle (@address) as a board, the questions
    /// of a study
    #[arg(long, value_name = "NAME")]
    pub show: Option<String>,
    /// Change a parameter of the method that is shown; may be given again
    #[arg(long = "set", value_name = "KEY=VALUE", requires = "show")]
    pub sets: Vec<String>,
}

/// Where puzzles come from, and how they are read.
#[derive(Args)]
pub struct InputArguments {
    /// Files of puzzles, `-` for standard input, or @addresses of embedded puzzles
    #[arg(value_name = "PUZZLE", required = true)]
    pub puzzles: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

/// How puzzles are read.
#[derive(Args)]
pub struct ReadingArguments {
    /// The layout: a name of `sudoga list layouts`, or a layout file ending in .toml; absent: detected
    #[arg(long, value_name = "LAYOUT", env = "SUDOGA_LAYOUT", hide_env_values = true)]
    pub layout: Option<String>,
    /// How digits are written: standard is 1-9 then A, B, ...; hex is 0-F for sixteen digits
    #[arg(long, default_value = "standard", env = "SUDOGA_DIGITS", hide_env_values = true)]
    pub digits: Digits,
}

/// Limits of a run; the first that is reached ends it.
#[derive(Args)]
#[command(next_help_heading = "Budget (instead of the method's own cap, in units that it counts)")]
pub struct BudgetArguments {
    /// End a run after N generations
    #[arg(long, value_name = "N", value_parser = count, env = "SUDOGA_GENERATIONS", hide_env_values = true)]
    pub generations: Option<u64>,
    /// End a run after N evaluations
    #[arg(long, value_name = "N", value_parser = count, env = "SUDOGA_EVALUATIONS", hide_env_values = true)]
    pub evaluations: Option<u64>,
    /// End a run after N nodes of a tree search
    #[arg(long, value_name = "N", value_parser = count, env = "SUDOGA_NODES", hide_env_values = true)]
    pub nodes: Option<u64>,
    /// End a run after S CPU seconds of its thread
    #[arg(long, value_name = "S", value_parser = seconds, env = "SUDOGA_SECONDS", hide_env_values = true)]
    pub seconds: Option<f64>,
}

/// Options that most verbs share.
#[derive(Args)]
#[command(next_help_heading = "Common options")]
pub struct CommonArguments {
    /// Work on N puzzles or runs at a time; never changes a result [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(env = "SUDOGA_THREADS", hide_env_values = true)]
    pub threads: Option<u16>,
    /// Print nothing on standard error but errors
    #[arg(short, long, env = "SUDOGA_QUIET", hide_env_values = true, value_parser = FalseyValueParser::new())]
    pub quiet: bool,
    /// For screen readers and logs: no bars, frames, rules or colour; a table is a line a row with
    /// the name of the column before each value, a board is rows of numbers
    #[arg(long, env = "SUDOGA_PLAIN", hide_env_values = true, value_parser = FalseyValueParser::new())]
    pub plain: bool,
    /// When to colour: auto means on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        env = "SUDOGA_COLOR",
        hide_env_values = true
    )]
    pub color: Color,
}

impl From<&BudgetArguments> for Budget {
    fn from(arguments: &BudgetArguments) -> Self {
        let &BudgetArguments { generations, evaluations, nodes, seconds } = arguments;
        Self { generations, evaluations, nodes, seconds }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_option_says_what_it_does() {
        for verb in Arguments::command().get_subcommands() {
            assert!(verb.get_about().is_some(), "{}", verb.get_name());
            for option in verb.get_arguments() {
                assert!(option.get_help().is_some(), "{} {}", verb.get_name(), option.get_id());
            }
        }
    }
}
