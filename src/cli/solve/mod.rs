//! `sudoga solve`: one run of one method on each puzzle, as the puzzles come.

mod printer;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use super::args::{SolveArguments, SolveFormat};
use super::console::{Messages, Output, colours, plain};
use super::input;
use super::signals::Signals;
use super::{DONE, graver, master_seed, stream, tell_ignored, workers};
use crate::board::source::SourceError;
use crate::board::{Layout, Puzzle};
use crate::method::Method;
use crate::rng::run_seed;
use crate::solver::{Budget, Event, Observer, Outcome, Solver, run_guarded};
use printer::Printer;

const DEFAULT_METHOD: &str = "memetic";

/// A run that is over.
struct Solved {
    puzzle: Puzzle,
    run_seed: u64,
    outcome: Outcome,
}

/// Why there is no run.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    /// There is no puzzle.
    #[error("{0}")]
    Input(#[from] SourceError),
    /// The method cannot work on it.
    #[error("{puzzle}: {method} cannot solve it: {reason}")]
    Objection {
        /// Its name.
        puzzle: String,
        /// The method's name.
        method: String,
        /// What the method says.
        reason: String,
    },
}

/// Solves every puzzle; the exit code tells the worst of them.
pub fn solve(arguments: &SolveArguments) -> anyhow::Result<u8> {
    let (format, history) = (arguments.format, arguments.history);
    if history && format != SolveFormat::Json {
        anyhow::bail!("--history is a field of the JSON records: add --format json");
    }
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
    let colour = format == SolveFormat::Grid && colours(arguments.common.color);
    let printer =
        Printer { messages, method: method.clone(), seeds, budget, format, colour, history };

    let bench = Bench::new(method, seeds, budget, messages);
    let watch = Watch { signals: signals.clone(), history };
    let work = move |puzzle: Result<Puzzle, SourceError>| bench.solve(puzzle?, &mut watch.clone());
    let mut code = DONE;
    let mut output = Output::new();
    let workers = workers(&arguments.common);
    stream::in_order(puzzles, workers, &signals, work, &mut output, |output, answer| {
        code = graver(code, printer.print(output, answer)?);
        Ok(())
    })?;
    Ok(signals.exit_code().unwrap_or(code))
}

/// What every worker needs to solve a puzzle.
struct Bench {
    method: Method,
    solver: Box<dyn Solver>,
    seeds: Seeds,
    budget: Budget,
    messages: Messages,
    /// The layouts that the method has spoken about.
    known: Mutex<Vec<Arc<Layout>>>,
}

impl Bench {
    fn new(method: Method, seeds: Seeds, budget: Budget, messages: Messages) -> Self {
        let solver = method.solver();
        Self { method, solver, seeds, budget, messages, known: Mutex::default() }
    }

    fn solve(&self, puzzle: Puzzle, watch: &mut Watch) -> Result<Solved, Refusal> {
        if let Some(reason) = self.solver.objection(puzzle.layout()) {
            let (puzzle, method) = (plain(puzzle.name()), self.method.name().to_owned());
            return Err(Refusal::Objection { puzzle, method, reason });
        }
        if let Some(caution) = self.new_caution(puzzle.layout()) {
            self.messages.note(caution);
        }
        let run_seed = self.seeds.of(&puzzle, &self.method);
        let outcome = run_guarded(&*self.solver, &puzzle, run_seed, self.budget, watch);
        Ok(Solved { puzzle, run_seed, outcome })
    }

    /// What the user of a layout should know, the first time that it comes.
    fn new_caution(&self, layout: &Arc<Layout>) -> Option<String> {
        let caution = self.solver.caution(layout)?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.contains(layout) {
            return None;
        }
        known.push(layout.clone());
        Some(format!("warning: {} on {}: {caution}", self.method.name(), plain(layout.name())))
    }
}

/// Ends a run after a signal, and has its history kept where it is asked for.
#[derive(Clone)]
struct Watch {
    signals: Signals,
    history: bool,
}

impl Observer for Watch {
    fn observe(&mut self, event: &Event) -> ControlFlow<()> {
        self.signals.observe(event)
    }

    fn wants_history(&self) -> bool {
        self.history
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::solver::{Finding, Meter, Stop};

    /// Has something to say about overlays.
    struct Wary;

    impl Solver for Wary {
        fn solve(&self, _: &Puzzle, _: &mut Rng, _: &mut Meter<'_>) -> Finding {
            Finding::new(Stop::Unknown, None)
        }

        fn caution(&self, layout: &Layout) -> Option<String> {
            (layout.grid_count() > 1).then(|| "take care".to_owned())
        }
    }

    #[test]
    fn a_caution_is_told_once_a_layout() {
        let method = Method::resolve("dfs", &[]).expect("a preset");
        let budget = method.budget();
        let mut bench = Bench::new(method, Seeds::Run(1), budget, Messages::new(true));
        bench.solver = Box::new(Wary);
        let told = |name: &str| bench.new_caution(&Layout::named(name).expect(name));
        let expected = Some("warning: dfs on twodoku: take care".to_owned());
        assert_eq!((told("9x9"), told("twodoku")), (None, expected));
        assert_eq!(told("twodoku"), None);
        assert!(told("samurai").is_some_and(|text| text.contains("samurai")));
    }
}
