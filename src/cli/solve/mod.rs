//! `sudoga solve`: one run of one method on each puzzle, as the puzzles come.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;

use super::args::{SolveArguments, SolveFormat};
use super::console::{Messages, Output, OutputError, colours, plain};
use super::input::{self, InputError};
use super::signals::Signals;
use super::{BAD_INPUT, DONE, INCOMPLETE, NO, graver, master_seed, stream, workers};
use crate::board::Puzzle;
use crate::board::digit::Digit;
use crate::board::text::{self, Form};
use crate::method::Method;
use crate::report::picture;
use crate::rng::run_seed;
use crate::solver::{Budget, Effort, Outcome, Stop, run};

const DEFAULT_METHOD: &str = "exact";

/// A run that is over.
struct Solved {
    puzzle: Puzzle,
    run_seed: u64,
    outcome: Outcome,
}

/// Solves every puzzle; the exit code tells the worst of them.
pub fn solve(arguments: &SolveArguments) -> anyhow::Result<u8> {
    let messages = Messages::new(arguments.common.quiet);
    let name = arguments.method.as_deref().unwrap_or_else(|| {
        messages.note(format_args!(
            "method: {DEFAULT_METHOD}, the default; choose with -m, see `sudoga list methods`"
        ));
        DEFAULT_METHOD
    });
    let method = Method::resolve(name, &arguments.sets)?;
    let puzzles = input::puzzles(&arguments.input)?;
    let signals = Signals::watch()?;
    let seeds = Seeds::choose(arguments, messages);
    let asked = Budget::from(&arguments.budget);
    let budget = method.budget_or(asked);
    tell_ignored(asked, budget, &method, messages);
    let format = arguments.format;
    let colour = format == SolveFormat::Grid && colours(arguments.common.color);
    let printer = Printer { messages, method: method.clone(), seeds, budget, format, colour };

    let (solver, flag) = (method.solver(), signals.clone());
    let work = move |puzzle: Result<Puzzle, InputError>| {
        puzzle.map(|puzzle| {
            let run_seed = seeds.of(&puzzle, &method);
            let outcome = guarded(|| run(&*solver, &puzzle, run_seed, budget, &mut flag.clone()));
            Solved { puzzle, run_seed, outcome }
        })
    };
    let mut code = DONE;
    let mut output = Output::new();
    let workers = workers(&arguments.common);
    stream::in_order(puzzles, workers, &signals, work, &mut output, |output, answer| {
        code = graver(code, printer.print(output, answer)?);
        Ok(())
    })?;
    Ok(signals.exit_code().unwrap_or(code))
}

/// Where the seed of a run comes from.
#[derive(Clone, Copy)]
enum Seeds {
    /// Derived from this master seed.
    Master(u64),
    /// Exactly this one.
    Run(u64),
}

impl Seeds {
    fn choose(arguments: &SolveArguments, messages: Messages) -> Self {
        let derived = || Self::Master(master_seed(arguments.seed, messages));
        arguments.run_seed.map_or_else(derived, Self::Run)
    }

    fn master(self) -> Option<u64> {
        match self {
            Self::Master(seed) => Some(seed),
            Self::Run(_) => None,
        }
    }

    fn of(self, puzzle: &Puzzle, method: &Method) -> u64 {
        match self {
            Self::Master(seed) => run_seed(seed, &puzzle.digest(), 0, method.identity()),
            Self::Run(seed) => seed,
        }
    }
}

/// Tells which limits have no meaning for the method.
fn tell_ignored(asked: Budget, budget: Budget, method: &Method, messages: Messages) {
    let units = [
        ("generations", asked.generations, budget.generations),
        ("evaluations", asked.evaluations, budget.evaluations),
        ("nodes", asked.nodes, budget.nodes),
    ];
    for (unit, _, _) in units.iter().filter(|(_, asked, kept)| asked.is_some() && kept.is_none()) {
        let name = method.name();
        messages.note(format_args!("--{unit} is ignored: {name} does not count {unit}"));
    }
}

/// A method that fails takes only its own run with it.
fn guarded(run: impl FnOnce() -> Outcome) -> Outcome {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        Outcome::broken(format!("the method broke off: {}", panic_text(&*panic)))
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given")
}

/// Prints answers in the form that was asked for.
struct Printer {
    messages: Messages,
    method: Method,
    seeds: Seeds,
    budget: Budget,
    format: SolveFormat,
    colour: bool,
}

/// One line of `--format json`; the order of the fields is part of the contract.
#[derive(Serialize)]
struct Record<'a> {
    puzzle: &'a str,
    layout: &'a str,
    givens: usize,
    method: &'a str,
    seed: Option<u64>,
    run_seed: u64,
    status: &'static str,
    stop: &'static str,
    cost: Option<u32>,
    generations: Option<u64>,
    evaluations: Option<u64>,
    nodes: Option<u64>,
    seconds: f64,
    solution: Option<Vec<Vec<Vec<Digit>>>>,
}

impl Printer {
    /// Prints one answer and tells its exit code.
    fn print(
        &self,
        output: &mut Output,
        answer: Result<Solved, InputError>,
    ) -> Result<u8, OutputError> {
        let solved = match answer {
            Ok(solved) => solved,
            Err(error) => {
                self.messages.error(error);
                return Ok(BAD_INPUT);
            }
        };
        let text = match self.format {
            SolveFormat::Grid => self.grid(&solved),
            SolveFormat::Line => self.line(&solved),
            SolveFormat::Json => self.json(&solved)?,
        };
        output.text(&text)?;
        Ok(match solved.outcome.stop {
            stop if stop.is_solved() => DONE,
            Stop::Error => {
                let error = solved.outcome.error.as_deref().unwrap_or("no reason given");
                self.messages.error(format_args!("{}: {error}", solved.puzzle.name()));
                INCOMPLETE
            }
            _ => NO,
        })
    }

    fn grid(&self, solved: &Solved) -> String {
        let puzzle = &solved.puzzle;
        format!(
            "# name: {}\n# layout: {}\n# {}\n{}\n",
            plain(puzzle.name()),
            plain(puzzle.layout().name()),
            self.verdict(&solved.outcome),
            picture(puzzle, solved.digits(), self.colour),
        )
    }

    fn line(&self, solved: &Solved) -> String {
        if !solved.outcome.stop.is_solved() {
            let (name, verdict) = (plain(solved.puzzle.name()), self.verdict(&solved.outcome));
            self.messages.note(format_args!("{name}: {verdict}"));
        }
        text::print(solved.puzzle.layout(), solved.digits(), Form::Line)
    }

    fn json(&self, solved: &Solved) -> Result<String, OutputError> {
        let Solved { puzzle, run_seed, outcome } = solved;
        let record = Record {
            puzzle: puzzle.name(),
            layout: puzzle.layout().name(),
            givens: puzzle.given_count(),
            method: self.method.name(),
            seed: self.seeds.master(),
            run_seed: *run_seed,
            status: outcome.stop.status(),
            stop: outcome.stop.word(),
            cost: outcome.cost,
            generations: outcome.effort.generations,
            evaluations: outcome.effort.evaluations,
            nodes: outcome.effort.nodes,
            seconds: outcome.effort.seconds,
            solution: outcome.stop.is_solved().then(|| solved.grids()),
        };
        let line = serde_json::to_string(&record).map_err(std::io::Error::other)?;
        Ok(line + "\n")
    }

    fn verdict(&self, outcome: &Outcome) -> String {
        let method = self.method.name();
        let spent = |unit: &str, limit: String| {
            format!("unsolved by {method}: the budget of {limit} {unit} is spent")
        };
        let whole = |limit: Option<u64>| limit.unwrap_or_default().to_string();
        let Budget { generations, evaluations, nodes, seconds } = self.budget;
        match outcome.stop {
            Stop::Solved => format!("solved by {method}: {}", effort(&outcome.effort)),
            Stop::Singles => format!("solved by {method}, singles: {}", effort(&outcome.effort)),
            Stop::NoSolution => {
                format!("no solution, proved by {method}: {}", effort(&outcome.effort))
            }
            Stop::Unknown => format!("unsolved by {method}: it has no more to try"),
            Stop::Generations => spent("generations", whole(generations)),
            Stop::Evaluations => spent("evaluations", whole(evaluations)),
            Stop::Nodes => spent("nodes", whole(nodes)),
            Stop::Seconds => spent("seconds", seconds.unwrap_or_default().to_string()),
            Stop::Interrupted => format!("unsolved by {method}: interrupted"),
            Stop::Error => format!("error in {method}"),
        }
    }
}

impl Solved {
    /// The solution, or the givens where there is none: a wrong grid is nothing to read back.
    fn digits(&self) -> &[Digit] {
        match &self.outcome.grid {
            Some(grid) if self.outcome.stop.is_solved() => grid.digits(),
            _ => self.puzzle.givens(),
        }
    }

    fn grids(&self) -> Vec<Vec<Vec<Digit>>> {
        let (layout, digits) = (self.puzzle.layout(), self.digits());
        let row = |cells: &[u16]| cells.iter().map(|&cell| digits[cell as usize]).collect();
        (0..layout.grid_count())
            .map(|grid| layout.grid_cells(grid).chunks(layout.side()).map(row).collect())
            .collect()
    }
}

fn effort(effort: &Effort) -> String {
    let counted = [
        (effort.generations, "generation"),
        (effort.evaluations, "evaluation"),
        (effort.nodes, "node"),
    ];
    let mut parts: Vec<String> = counted
        .iter()
        .filter_map(|(count, unit)| count.map(|count| (count, unit)))
        .map(|(count, unit)| format!("{count} {unit}{}", if count == 1 { "" } else { "s" }))
        .collect();
    parts.push(match effort.seconds {
        short if short < 1.0 => format!("{:.1} ms", short * 1e3),
        long => format!("{long:.2} s"),
    });
    parts.join(", ")
}
