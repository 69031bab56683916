//! `sudoga check`: no, one or several solutions? which logic? And puzzles in another form.

use serde::Serialize;

use super::args::{CheckArguments, CheckFormat};
use super::console::{Messages, Output, OutputError, plain};
use super::input;
use super::signals::Signals;
use super::{BAD_INPUT, DONE, INCOMPLETE, NO, graver, stream, workers};
use crate::board::Puzzle;
use crate::board::source::SourceError;
use crate::board::text::{ClashReport, print_with_header};
use crate::exact::{Count, count};
use crate::logic::{Technique, technique_needed};
use crate::solver::{Budget, Meter};

/// Enough for every puzzle made for people; an empty 25x25 grid ends here.
const DEFAULT_NODES: u64 = 1_000_000;

/// What is known of a puzzle after the check.
enum Checked {
    /// A puzzle, the number of its solutions or why it is unknown, and the logic it needs.
    Puzzle { puzzle: Puzzle, count: Count, unknown: String, technique: Option<Technique> },
    /// Givens that clash.
    Clash(ClashReport),
}

/// Checks every puzzle; the exit code tells the worst of them.
pub fn check(arguments: &CheckArguments) -> anyhow::Result<u8> {
    let messages = Messages::new(arguments.common.quiet);
    let puzzles = input::puzzles(&arguments.input)?;
    let signals = Signals::watch()?;
    let budget = budget(arguments);
    let flag = signals.clone();
    let work = move |puzzle| examine(puzzle, budget, &flag);
    let mut code = DONE;
    let mut output = Output::new();
    let workers = workers(&arguments.common);
    stream::in_order(puzzles, workers, &signals, work, &mut output, |output, answer| {
        match answer {
            Ok(checked) => {
                output.text(&checked.text(arguments.format)?)?;
                code = graver(code, checked.code());
            }
            Err(error) => {
                messages.error(error);
                code = BAD_INPUT;
            }
        }
        Ok(())
    })?;
    Ok(signals.exit_code().unwrap_or(code))
}

fn budget(arguments: &CheckArguments) -> Budget {
    let &CheckArguments { nodes, seconds, .. } = arguments;
    let nodes = nodes.or(seconds.is_none().then_some(DEFAULT_NODES));
    Budget { nodes, seconds, ..Budget::default() }
}

fn examine(
    puzzle: Result<Puzzle, SourceError>,
    budget: Budget,
    signals: &Signals,
) -> Result<Checked, SourceError> {
    let puzzle = match puzzle {
        Ok(puzzle) => puzzle,
        Err(SourceError::Text(error)) => {
            return error.clash().map(Checked::Clash).ok_or(SourceError::Text(error));
        }
        Err(error) => return Err(error),
    };
    let mut observer = signals.clone();
    let mut meter = Meter::new(budget, &mut observer);
    let count = count(&puzzle, &mut meter);
    let technique = (count == Count::One).then(|| technique_needed(&puzzle));
    let unknown = why_unknown(budget, meter.nodes(), signals.raised());
    Ok(Checked::Puzzle { puzzle, count, unknown, technique })
}

/// One line of `--format json`.
#[derive(Serialize)]
struct Record<'a> {
    puzzle: &'a str,
    layout: &'a str,
    givens: usize,
    solutions: &'static str,
    logic: Option<String>,
}

impl Checked {
    fn text(&self, format: Option<CheckFormat>) -> Result<String, OutputError> {
        let record = self.record();
        if format == Some(CheckFormat::Json) {
            return Ok(serde_json::to_string(&record).map_err(std::io::Error::other)? + "\n");
        }
        let logic = record.logic.as_ref().map(|logic| format!(", {logic}")).unwrap_or_default();
        let verdict = self.verdict() + &logic;
        let line = format!(
            "{}: {}, {} given{}, {verdict}\n",
            plain(record.puzzle),
            plain(record.layout),
            record.givens,
            if record.givens == 1 { "" } else { "s" },
        );
        Ok(match (format.and_then(CheckFormat::form), self) {
            (None, _) => line,
            (Some(form), Self::Puzzle { puzzle, .. }) => {
                print_with_header(puzzle, &[("check".to_owned(), verdict)], form)
            }
            (Some(_), Self::Clash(_)) => format!("# {line}"),
        })
    }

    fn record(&self) -> Record<'_> {
        match self {
            Self::Puzzle { puzzle, count, technique, .. } => Record {
                puzzle: puzzle.name(),
                layout: puzzle.layout().name(),
                givens: puzzle.given_count(),
                solutions: count.word(),
                logic: technique.map(|technique| technique.to_string()),
            },
            Self::Clash(clash) => Record {
                puzzle: &clash.puzzle,
                layout: &clash.layout,
                givens: clash.givens,
                solutions: "none",
                logic: None,
            },
        }
    }

    fn verdict(&self) -> String {
        match self {
            Self::Clash(clash) => format!("none ({})", clash.text),
            Self::Puzzle { count, unknown, .. } => match count {
                Count::None => "none (every filling fails)".to_owned(),
                Count::One => "one solution".to_owned(),
                Count::Several => "several solutions".to_owned(),
                Count::Unknown => format!("unknown ({unknown})"),
            },
        }
    }

    fn code(&self) -> u8 {
        match self {
            Self::Puzzle { count: Count::One, .. } => DONE,
            Self::Puzzle { count: Count::Unknown, .. } => INCOMPLETE,
            _ => NO,
        }
    }
}

fn why_unknown(budget: Budget, nodes: u64, is_interrupted: bool) -> String {
    match budget {
        Budget { nodes: Some(limit), .. } if nodes >= limit => {
            format!("budget of {limit} nodes spent; raise it with --nodes")
        }
        _ if is_interrupted => "interrupted".to_owned(),
        Budget { seconds: Some(limit), .. } => {
            format!("budget of {limit} seconds spent; raise it with --seconds")
        }
        _ => "the search could not decide".to_owned(),
    }
}
