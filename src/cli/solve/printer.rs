//! How `sudoga solve` tells what came of a run: a board, a line, or a JSON record.

use serde::Serialize;

use super::super::args::SolveFormat;
use super::super::console::{Messages, Output, OutputError, plain};
use super::super::{BAD_INPUT, DONE, INCOMPLETE, NO};
use super::{Refusal, Seeds, Solved};
use crate::board::Puzzle;
use crate::board::digit::Digit;
use crate::board::text::{self, Form};
use crate::method::Method;
use crate::report::{Style, picture};
use crate::solver::{Budget, Effort, Outcome, Point, Stop};

/// Prints answers in the form that was asked for.
pub(super) struct Printer {
    pub messages: Messages,
    pub method: Method,
    pub seeds: Seeds,
    pub budget: Budget,
    pub format: SolveFormat,
    pub style: Style,
    pub history: bool,
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
    fitness: Option<f64>,
    last_improvement: Option<u64>,
    stagnant: Option<u64>,
    restarts: Option<u64>,
    purges: Option<u64>,
    prepared: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<&'a [Point]>,
    seconds: f64,
    solution: Option<Vec<Vec<Vec<Digit>>>>,
}

impl Printer {
    /// Prints one answer and tells its exit code.
    pub fn print(
        &self,
        output: &mut Output,
        answer: &Result<Solved, Refusal>,
    ) -> Result<u8, OutputError> {
        let solved = match answer {
            Ok(solved) => solved,
            Err(error) => {
                self.messages.error(error);
                return Ok(BAD_INPUT);
            }
        };
        let text = match self.format {
            SolveFormat::Grid => self.grid(solved),
            SolveFormat::Line => self.line(solved),
            SolveFormat::Json => self.json(solved)?,
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
            self.board(puzzle, solved.digits()),
        )
    }

    /// The board; plain, it is grid after grid in rows of numbers, which read out as they are.
    fn board(&self, puzzle: &Puzzle, digits: &[Digit]) -> String {
        match self.style.is_plain {
            true => text::print(puzzle.layout(), digits, Form::Int),
            false => picture(puzzle, digits, self.style.colour),
        }
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
            fitness: outcome.trace.fitness,
            last_improvement: outcome.trace.last_improvement,
            stagnant: outcome.stagnant(),
            restarts: outcome.trace.restarts,
            purges: outcome.trace.purges,
            prepared: outcome.trace.prepared,
            history: self.history.then_some(&outcome.history),
            seconds: outcome.effort.seconds,
            solution: outcome.stop.is_solved().then(|| solved.grids()),
        };
        let line = serde_json::to_string(&record).map_err(std::io::Error::other)?;
        Ok(line + "\n")
    }

    fn verdict(&self, outcome: &Outcome) -> String {
        let method = self.method.name();
        let best = best(outcome);
        let spent = |unit: &str, limit: String| {
            format!("unsolved by {method}: the budget of {limit} {unit} is spent{best}")
        };
        let whole = |limit: Option<u64>| limit.unwrap_or_default().to_string();
        let Budget { generations, evaluations, nodes, seconds } = self.budget;
        match outcome.stop {
            Stop::Solved => format!("solved by {method}: {}", effort(&outcome.effort)),
            Stop::Singles => format!("solved by {method}, singles: {}", effort(&outcome.effort)),
            Stop::NoSolution => {
                format!("no solution, proved by {method}: {}", effort(&outcome.effort))
            }
            Stop::Unknown => format!("unsolved by {method}: it has no more to try{best}"),
            Stop::Generations => spent("generations", whole(generations)),
            Stop::Evaluations => spent("evaluations", whole(evaluations)),
            Stop::Nodes => spent("nodes", whole(nodes)),
            Stop::Seconds => spent("seconds", seconds.unwrap_or_default().to_string()),
            Stop::Interrupted => format!("unsolved by {method}: interrupted{best}"),
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

/// How near an unsolved run came, where its method works on complete grids.
fn best(outcome: &Outcome) -> String {
    let Some(cost) = outcome.cost else { return String::new() };
    let since = outcome.trace.last_improvement;
    let since = since.map(|generation| format!(" (generation {generation})")).unwrap_or_default();
    format!("; best cost {cost}{since}, {}", effort(&outcome.effort))
}

fn effort(effort: &Effort) -> String {
    let mut parts = counted_effort(effort);
    parts.push(match effort.seconds {
        short if short < 1.0 => format!("{:.1} ms", short * 1e3),
        long => format!("{long:.2} s"),
    });
    parts.join(", ")
}

/// The units that were counted, with their names.
pub(super) fn counted_effort(effort: &Effort) -> Vec<String> {
    let counted = [
        (effort.generations, "generation"),
        (effort.evaluations, "evaluation"),
        (effort.nodes, "node"),
    ];
    counted
        .iter()
        .filter_map(|(count, unit)| count.map(|count| (count, unit)))
        .map(|(count, unit)| format!("{count} {unit}{}", if count == 1 { "" } else { "s" }))
        .collect()
}
