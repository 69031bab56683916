//! `sudoga solve`: one run of one method on each puzzle, as the puzzles come.

mod drawing;
mod printer;
mod watch;

use std::sync::{Arc, Mutex, PoisonError};

use super::args::{SolveArguments, SolveFormat};
use super::console::{Messages, Output, OutputError, plain, style};
use super::input;
use super::signals::Signals;
use super::{DONE, INCOMPLETE, graver, master_seed, stream, tell_ignored, workers};
use crate::board::source::SourceError;
use crate::board::{Layout, Puzzle};
use crate::method::Method;
use crate::report::Style;
use crate::rng::run_seed;
use crate::solver::{Budget, Outcome, Solver, run_guarded};
use drawing::Drawing;
use printer::Printer;
use watch::{Screen, View, Watch};

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
    let drawing = arguments.svg.as_deref().map(Drawing::prepare).transpose()?;
    let screen = Screen::open(arguments.watch, &arguments.common).map(Arc::new);
    let style = match format {
        SolveFormat::Grid => style(&arguments.common),
        SolveFormat::Line | SolveFormat::Json => Style::BARE,
    };
    let printer =
        Printer { messages, method: method.clone(), seeds, budget, format, style, history };
    let mut writer = Writer { printer, drawing, screen: screen.clone(), puzzles: 0, code: DONE };
    let bench = Bench { screen, history, ..Bench::new(method, seeds, budget, messages) };
    let (flag, mut output) = (signals.clone(), Output::new());
    let work = move |puzzle: Result<Puzzle, SourceError>| bench.solve(puzzle?, &flag);
    let is_watched = writer.screen.as_ref().is_some_and(|screen| screen.is_drawn());
    let workers = if is_watched { 1 } else { workers(&arguments.common) };
    stream::in_order(puzzles, workers, &signals, work, &mut output, |output, answer| {
        writer.write(output, &answer)
    })?;
    Ok(signals.exit_code().unwrap_or(writer.code))
}

/// Puts answers where they belong, in the order of the puzzles.
struct Writer {
    printer: Printer,
    drawing: Option<Drawing>,
    screen: Option<Arc<Screen>>,
    /// Puzzles that have come so far.
    puzzles: u64,
    /// The gravest exit code so far.
    code: u8,
}

impl Writer {
    fn write(
        &mut self,
        output: &mut Output,
        answer: &Result<Solved, Refusal>,
    ) -> Result<(), OutputError> {
        self.puzzles += 1;
        let code = match &self.screen {
            None => self.printer.print(output, answer)?,
            // Flushed before the frame comes back, which would else be written into.
            Some(screen) => screen.beside(|| {
                let code = self.printer.print(output, answer)?;
                output.flush().map(|()| code)
            })?,
        };
        self.code = graver(self.code, code);
        if let (Some(drawing), Ok(solved)) = (&self.drawing, answer)
            && let Err(error) = drawing.write(self.puzzles, solved)
        {
            self.printer.messages.error(error);
            self.code = graver(self.code, INCOMPLETE);
        }
        Ok(())
    }
}

/// What every worker needs to solve a puzzle.
struct Bench {
    method: Method,
    solver: Box<dyn Solver>,
    seeds: Seeds,
    budget: Budget,
    messages: Messages,
    /// Where runs are shown while they go on.
    screen: Option<Arc<Screen>>,
    /// Whether their histories are kept.
    history: bool,
    /// The layouts that the method has spoken about.
    known: Mutex<Vec<Arc<Layout>>>,
}

impl Bench {
    fn new(method: Method, seeds: Seeds, budget: Budget, messages: Messages) -> Self {
        let solver = method.solver();
        let (screen, history, known) = (None, false, Mutex::default());
        Self { method, solver, seeds, budget, messages, screen, history, known }
    }

    fn solve(&self, puzzle: Puzzle, signals: &Signals) -> Result<Solved, Refusal> {
        if let Some(reason) = self.solver.objection(puzzle.layout()) {
            let (puzzle, method) = (plain(puzzle.name()), self.method.name().to_owned());
            return Err(Refusal::Objection { puzzle, method, reason });
        }
        if let Some(caution) = self.new_caution(puzzle.layout()) {
            self.messages.note(caution);
        }
        let run_seed = self.seeds.of(&puzzle, &self.method);
        let (name, units) = (self.method.name(), self.solver.units());
        let view = self.screen.as_deref().map(|screen| View::new(screen, &puzzle, name, units));
        let mut watch = Watch { signals: signals.clone(), history: self.history, view };
        let outcome = run_guarded(&*self.solver, &puzzle, run_seed, self.budget, &mut watch);
        watch.finish(&outcome);
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
