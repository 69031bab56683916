//! What every method is to its callers: a [`Solver`] that works under a [`Meter`].
//!
//! One counter of effort serves all methods, budgets are kept here, an [`Observer`] may watch
//! and may stop the work, and [`run`] lets the referee judge what a solver claims.

use std::ops::ControlFlow;

use cpu_time::ThreadTime;

use crate::board::{Grid, Puzzle, cost, flaw};
use crate::rng::Rng;

/// Limits on one run; the first that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// Evolve steps.
    pub generations: Option<u64>,
    /// Genomes or neighbours priced.
    pub evaluations: Option<u64>,
    /// Values tried by a tree search.
    pub nodes: Option<u64>,
    /// CPU seconds of the run's thread.
    pub seconds: Option<f64>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// A stretch of work is done; raised every few hundred nodes or evaluations.
    Progress(Effort),
}

/// Watches a run and may stop it.
pub trait Observer {
    /// Told of an event; `Break` ends the run as interrupted.
    fn observe(&mut self, event: &Event) -> ControlFlow<()>;
}

/// An observer that never minds.
pub struct Unobserved;

impl Observer for Unobserved {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Nodes between two looks at the clock and the observer.
const NODES_A_LOOK: u64 = 512;

/// Counts the effort of one run and says when its budget is spent.
pub struct Meter<'a> {
    budget: Budget,
    nodes: u64,
    next_look: u64,
    started: ThreadTime,
    observer: &'a mut dyn Observer,
}

impl<'a> Meter<'a> {
    /// A meter at zero; its clock is the CPU time of the calling thread.
    pub fn new(budget: Budget, observer: &'a mut dyn Observer) -> Self {
        Self { budget, nodes: 0, next_look: 0, started: ThreadTime::now(), observer }
    }

    /// Counts one node, or breaks with the reason why it may not be tried.
    #[inline]
    pub fn node(&mut self) -> ControlFlow<Stop> {
        if self.budget.nodes.is_some_and(|limit| self.nodes >= limit) {
            return ControlFlow::Break(Stop::Nodes);
        }
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// CPU seconds since the meter was made.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn look(&mut self) -> ControlFlow<Stop> {
        self.next_look = self.nodes + NODES_A_LOOK;
        if self.budget.seconds.is_some_and(|limit| self.seconds() >= limit) {
            return ControlFlow::Break(Stop::Seconds);
        }
        let effort = Effort { nodes: Some(self.nodes), ..Effort::default() };
        match self.observer.observe(&Event::Progress(effort)) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(Stop::Interrupted),
        }
    }
}

/// What a solver says at its end; not yet judged.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Why it ended.
    pub stop: Stop,
    /// The solution, or the best grid a method that works on complete grids has seen.
    pub grid: Option<Grid>,
}

/// A method made ready to solve puzzles.
pub trait Solver: Send + Sync {
    /// Works on the puzzle until it is solved, refuted, or the meter says stop.
    fn solve(&self, puzzle: &Puzzle, rng: &mut Rng, meter: &mut Meter<'_>) -> Finding;
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
    let Finding { mut stop, grid } =
        solver.solve(puzzle, &mut Rng::from_seed(run_seed), &mut meter);
    let error = verdict(puzzle, stop, grid.as_ref());
    if error.is_some() {
        stop = Stop::Error;
    }
    let cost = grid.as_ref().map(|grid| cost(puzzle.layout(), grid.digits()));
    let effort =
        Effort { nodes: Some(meter.nodes()), seconds: meter.seconds(), ..Effort::default() };
    Outcome { stop, grid, cost, effort, error }
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
