//! What every method is to its callers: a [`Solver`] that works under a [`Meter`].
//!
//! One counter of effort serves all methods, budgets are kept here, an [`Observer`] may watch
//! and may stop the work, and [`run`] lets the referee judge what a solver claims.

mod history;
mod meter;

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use history::{HISTORY_POINTS, Point};
pub use meter::Meter;

use serde::{Deserialize, Serialize};

use crate::board::digit::Digit;
use crate::board::{Grid, Layout, Puzzle, cost, flaw};
use crate::rng::Rng;

/// Limits on one run; the first that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budget {
    /// Evolve steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// Genomes or neighbours priced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// Values tried by a tree search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// CPU seconds of the run's thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

impl Budget {
    /// Whether it limits nothing.
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// Refuses seconds that are no time.
    pub fn check(&self) -> Result<(), String> {
        match self.seconds {
            Some(seconds) if !(seconds.is_finite() && seconds > 0.0) => {
                Err(format!("budget.seconds is {seconds}, expected a number above 0"))
            }
            _ => Ok(()),
        }
    }
}

/// What a run has spent; `None` where the method has no such unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Evolve steps.
    pub generations: Option<u64>,
    /// Genomes or neighbours priced.
    pub evaluations: Option<u64>,
    /// Values tried by a tree search.
    pub nodes: Option<u64>,
    /// CPU seconds of the run's thread.
    pub seconds: f64,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// A solution was found by search.
    Solved,
    /// Naked and hidden singles alone led to the solution.
    Singles,
    /// It was proved that there is no solution.
    NoSolution,
    /// The method has no more to try, and has proved nothing.
    Unknown,
    /// The budget of generations is spent.
    Generations,
    /// The budget of evaluations is spent.
    Evaluations,
    /// The budget of nodes is spent.
    Nodes,
    /// The budget of CPU seconds is spent.
    Seconds,
    /// The observer stopped the work.
    Interrupted,
    /// The method failed; the outcome carries its message.
    Error,
}

impl Stop {
    /// The word for it in results and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Singles => "singles",
            Self::NoSolution => "no-solution",
            Self::Unknown => "unknown",
            Self::Generations => "generations",
            Self::Evaluations => "evaluations",
            Self::Nodes => "nodes",
            Self::Seconds => "seconds",
            Self::Interrupted => "interrupted",
            Self::Error => "error",
        }
    }

    /// Whether a solution was found.
    pub fn is_solved(self) -> bool {
        matches!(self, Self::Solved | Self::Singles)
    }

    /// Solved, unsolved, no-solution or error, as results and JSON say it.
    pub fn status(self) -> &'static str {
        match self {
            solved if solved.is_solved() => "solved",
            Self::NoSolution => "no-solution",
            Self::Error => "error",
            _ => "unsolved",
        }
    }
}

/// What an observer is told.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A stretch of work is done; raised at every look at the clock, of which there is one about
    /// every quarter of a millisecond of work, and one before each evaluation that takes long.
    Progress(Effort),
}

/// What a search has come to so far, for whoever watches it.
#[derive(Clone, Debug, PartialEq)]
pub struct Glimpse {
    /// The best genome of the run, a digit a cell; [`EMPTY`](crate::board::digit::EMPTY) where a method that
    /// fills boards step by step has none.
    pub digits: Vec<Digit>,
    /// Its fitness, in the terms of the method's own rule.
    pub fitness: f64,
    /// The best fitness of the present population, or that of the only genome there is.
    pub present_fitness: f64,
    /// Mean fitness of the present population, where there is one.
    pub mean_fitness: Option<f64>,
}

/// Watches a run and may stop it.
pub trait Observer {
    /// Told of an event; `Break` ends the run as interrupted.
    fn observe(&mut self, event: &Event) -> ControlFlow<()>;

    /// Whether the run is to keep its history; it costs a pass over the population a generation.
    fn wants_history(&self) -> bool {
        false
    }

    /// Whether it is time for another glimpse of the search; asked after each event, so that a
    /// search makes no copy that nobody looks at.
    fn wants_glimpse(&self) -> bool {
        false
    }

    /// Shown what the search has come to, some time after it was wanted.
    fn glimpse(&mut self, _glimpse: Glimpse) {}
}

/// An observer that never minds.
pub struct Unobserved;

impl Observer for Unobserved {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a solver says at its end; not yet judged.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Why it ended.
    pub stop: Stop,
    /// The solution, or the best grid a method that works on complete grids has seen.
    pub grid: Option<Grid>,
    /// How the search went.
    pub trace: Trace,
}

impl Finding {
    /// The finding of a method that has no trace.
    pub fn new(stop: Stop, grid: Option<Grid>) -> Self {
        Self { stop, grid, trace: Trace::default() }
    }
}

/// How a search went; `None` where the method knows no such thing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trace {
    /// Fitness of the best member, in the terms of the method's own rule.
    pub fitness: Option<f64>,
    /// Mean fitness of the last population.
    pub mean_fitness: Option<f64>,
    /// Generation in which the best member became better for the last time.
    pub last_improvement: Option<u64>,
    /// New populations made on the way.
    pub restarts: Option<u64>,
    /// Purges made on the way.
    pub purges: Option<u64>,
    /// Cells that logic filled before the search.
    pub prepared: Option<u32>,
}

/// The units of effort that a method counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// Evolve steps.
    pub generations: bool,
    /// Genomes or neighbours priced.
    pub evaluations: bool,
    /// Values tried by a tree search.
    pub nodes: bool,
}

impl Units {
    /// The units of a tree search.
    pub const TREE: Self = Self { generations: false, evaluations: false, nodes: true };
    /// The units of a population method.
    pub const POPULATION: Self = Self { generations: true, evaluations: true, nodes: false };
    /// The units of a method that goes from neighbour to neighbour.
    pub const NEIGHBOURS: Self = Self { generations: false, evaluations: true, nodes: false };

    /// What is left of a budget in these units; seconds are counted by all.
    pub fn of(self, asked: Budget) -> Budget {
        Budget {
            generations: asked.generations.filter(|_| self.generations),
            evaluations: asked.evaluations.filter(|_| self.evaluations),
            nodes: asked.nodes.filter(|_| self.nodes),
            seconds: asked.seconds,
        }
    }
}

/// A method made ready to solve puzzles.
pub trait Solver: Send + Sync {
    /// Works on the puzzle until it is solved, refuted, or the meter says stop.
    fn solve(&self, puzzle: &Puzzle, rng: &mut Rng, meter: &mut Meter<'_>) -> Finding;

    /// The units of effort it counts.
    fn units(&self) -> Units {
        Units::TREE
    }

    /// Why it cannot work on a layout, with what to use instead.
    fn objection(&self, _layout: &Layout) -> Option<String> {
        None
    }

    /// What the user of a layout should know before using it there.
    fn caution(&self, _layout: &Layout) -> Option<String> {
        None
    }
}

/// The judged result of one run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Why the run ended.
    pub stop: Stop,
    /// The solution or the best grid seen.
    pub grid: Option<Grid>,
    /// Missing digits of that grid, 0 exactly when solved.
    pub cost: Option<u32>,
    /// What was spent.
    pub effort: Effort,
    /// How the search went.
    pub trace: Trace,
    /// The course of fitness, when the observer wanted it.
    pub history: Vec<Point>,
    /// What went wrong, when `stop` is an error.
    pub error: Option<String>,
}

/// Runs a solver on a puzzle with one seed, and lets the referee judge what it claims.
pub fn run(
    solver: &dyn Solver,
    puzzle: &Puzzle,
    run_seed: u64,
    budget: Budget,
    observer: &mut dyn Observer,
) -> Outcome {
    let mut meter = Meter::new(budget, observer);
    let Finding { mut stop, grid, trace } =
        solver.solve(puzzle, &mut Rng::from_seed(run_seed), &mut meter);
    let error = verdict(puzzle, stop, grid.as_ref());
    if error.is_some() {
        stop = Stop::Error;
    }
    let cost = grid.as_ref().map(|grid| cost(puzzle.layout(), grid.digits()));
    let effort = meter.effort(solver.units());
    Outcome { stop, grid, cost, effort, trace, history: meter.into_history(), error }
}

/// The same for a method that may fail: a panic takes only its own run with it.
pub fn run_guarded(
    solver: &dyn Solver,
    puzzle: &Puzzle,
    run_seed: u64,
    budget: Budget,
    observer: &mut dyn Observer,
) -> Outcome {
    let guarded = AssertUnwindSafe(|| run(solver, puzzle, run_seed, budget, observer));
    catch_unwind(guarded).unwrap_or_else(|panic| {
        Outcome::broken(format!("the method broke off: {}", panic_text(&*panic)))
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given")
}

impl Outcome {
    /// The outcome of a run that broke off.
    pub fn broken(error: String) -> Self {
        Self {
            stop: Stop::Error,
            grid: None,
            cost: None,
            effort: Effort::default(),
            trace: Trace::default(),
            history: Vec::new(),
            error: Some(error),
        }
    }

    /// Generations since the best member became better for the last time.
    pub fn stagnant(&self) -> Option<u64> {
        Some(self.effort.generations? - self.trace.last_improvement?)
    }
}

fn verdict(puzzle: &Puzzle, stop: Stop, grid: Option<&Grid>) -> Option<String> {
    if !stop.is_solved() {
        return None;
    }
    let Some(grid) = grid else {
        return Some("the method claims a solution and shows none".to_owned());
    };
    flaw(puzzle, grid).map(|flaw| format!("the claimed solution is wrong: {flaw}"))
}
