//! A gate for continuous integration: is a method not worse than another one, by more than a
//! margin? Non-inferiority (Blackwelder 1982), since "no difference shown" is no proof of it.
//!
//! The primary question decides. The other one has a veto only: it can show a method to be worse.

use super::super::dataset::Dataset;
use super::Options;
use super::duel::Duel;
use super::overall_tests::Duels;
use super::puzzle_tests::other;
use super::terms::{self, Terms};
use crate::board::nearest::nearest;
use crate::lab::Primary;
use crate::stats::{Interval, ratio_limits};

/// Each limit holds on its own with 95 %.
const BOTH_LIMITS: f64 = 0.9;

/// Fewer runs than these prove nothing: rare failures may not have shown.
const FEWEST: u64 = 30;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct GateRequest<'n> {
    /// The method that must not be worse.
    pub method: &'n str,
    /// The method it must not be worse than.
    pub against: &'n str,
    /// How much worse it may be in the primary question: a difference of solved shares, or a share
    /// of RMST; else 0.05 and 0.1.
    pub margin: Option<f64>,
}

/// How much worse a method may be.
pub fn default_margin(question: Primary) -> f64 {
    match question {
        Primary::Solved => 0.05,
        Primary::Rmst => 0.1,
    }
}

/// What a gate says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateOutcome {
    /// It is shown not to be worse by more than the margin.
    NotWorse,
    /// It is shown to be worse by more than the margin.
    Worse,
    /// Neither is shown.
    Inconclusive,
}

impl GateOutcome {
    fn said(self, method: &str, against: &str) -> String {
        let margin = "by more than the margin";
        match self {
            Self::NotWorse => format!("{method} is not worse than {against} {margin}"),
            Self::Worse => format!("{method} is worse than {against} {margin}"),
            Self::Inconclusive => {
                format!("inconclusive whether {method} is worse than {against} {margin}")
            }
        }
    }

    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::NotWorse => "not-worse",
            Self::Worse => "worse",
            Self::Inconclusive => "inconclusive",
        }
    }
}

/// The answer of a gate.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// The method that must not be worse.
    pub method: String,
    /// The method it must not be worse than.
    pub against: String,
    /// The question that decided: the primary one, or the other one by its veto.
    pub question: Primary,
    /// The margin of that question.
    pub margin: f64,
    /// The answer.
    pub outcome: GateOutcome,
    /// The answer with its figures, in one sentence.
    pub sentence: String,
}

impl Gate {
    /// The same, unless runs are missing: to ask until the answer pleases would be no proof.
    pub fn unless_missing(self, missing: usize) -> Self {
        if missing == 0 || self.outcome != GateOutcome::NotWorse {
            return self;
        }
        let outcome = GateOutcome::Inconclusive;
        let said = outcome.said(&self.method, &self.against);
        Self {
            outcome,
            sentence: format!("{said}: {missing} of the planned runs are missing"),
            ..self
        }
    }
}

/// Why a gate cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    /// A method is not there.
    #[error("`{name}` is none of the methods compared; did you mean `{nearest}`? there are: {all}")]
    Unknown {
        /// The name.
        name: String,
        /// The nearest one.
        nearest: String,
        /// All of them.
        all: String,
    },
    /// A method against itself.
    #[error("`{0}` cannot be compared with itself; name two methods")]
    Same(String),
    /// They have not met.
    #[error("no puzzle has runs of both `{0}` and `{1}`")]
    NeverMet(String, String),
    /// Runs cannot be compared at all.
    #[error(transparent)]
    CannotCompare(#[from] super::CannotCompare),
}

/// One question, answered.
struct View {
    outcome: GateOutcome,
    words: String,
}

impl View {
    fn open(words: &str) -> Self {
        Self { outcome: GateOutcome::Inconclusive, words: words.to_owned() }
    }
}

/// Asks whether a method is not worse than another one.
pub fn gate(
    dataset: &Dataset,
    options: &Options,
    request: GateRequest<'_>,
) -> Result<Gate, GateError> {
    let terms = terms::agreed(dataset, options.unit, options.pairing)?;
    let (duels, unmet) = duels(dataset, terms, request)?;
    let asked = (options.primary, request.margin.unwrap_or(default_margin(options.primary)));
    let second = (other(options.primary), default_margin(other(options.primary)));
    let (first_view, second_view) = (view(&duels, asked), view(&duels, second));
    let is_worse = |view: &View| view.outcome == GateOutcome::Worse;
    let is_vetoed = !is_worse(&first_view) && is_worse(&second_view);
    let (question, margin) = if is_vetoed { second } else { asked };
    let (outcome, words) = match doubt(&duels, unmet)
        .filter(|_| first_view.outcome == GateOutcome::NotWorse)
    {
        _ if is_vetoed => (
            GateOutcome::Worse,
            format!("{}, which overrules {}", second_view.words, first_view.words),
        ),
        Some(doubt) => (GateOutcome::Inconclusive, format!("{}, but {doubt}", first_view.words)),
        None => (first_view.outcome, first_view.words),
    };
    let (method, against) = (request.method.to_owned(), request.against.to_owned());
    let sentence = format!("{}: {words}", outcome.said(&method, &against));
    Ok(Gate { method, against, question, margin, outcome, sentence })
}

/// Why no figures could prove that a method is not worse.
fn doubt(duels: &Duels, unmet: usize) -> Option<String> {
    let (a, b) = duels.runs();
    if duels.strata().iter().all(|(a, b)| a.successes + b.successes == 0) {
        return Some("no run of either method was solved".to_owned());
    }
    if a.min(b) < FEWEST {
        return Some(format!("{} runs each are too few, expected {FEWEST}", a.min(b)));
    }
    if duels.single_runs() > 0 {
        return Some(format!("{} puzzles have a single run of a method", duels.single_runs()));
    }
    (unmet > 0).then(|| format!("{unmet} puzzles have runs of one of the methods only"))
}

/// The duels, and on how many puzzles only one of the two has runs.
fn duels(
    dataset: &Dataset,
    terms: Terms,
    request: GateRequest<'_>,
) -> Result<(Duels, usize), GateError> {
    let (a, b) = (place(dataset, request.method)?, place(dataset, request.against)?);
    if a == b {
        return Err(GateError::Same(request.method.to_owned()));
    }
    let puzzles = 0..dataset.puzzles().len();
    let duels: Vec<Duel> =
        puzzles.filter_map(|puzzle| Duel::new(dataset, puzzle, a, b, terms)).collect();
    if duels.is_empty() {
        return Err(GateError::NeverMet(request.method.to_owned(), request.against.to_owned()));
    }
    let has_one =
        |puzzle: &usize| dataset.runs(*puzzle, a).is_empty() != dataset.runs(*puzzle, b).is_empty();
    let unmet = (0..dataset.puzzles().len()).filter(has_one).count();
    Ok((Duels { duels, unit: terms.unit }, unmet))
}

fn place(dataset: &Dataset, name: &str) -> Result<usize, GateError> {
    let methods = dataset.methods();
    methods.iter().position(|known| known == name).ok_or_else(|| GateError::Unknown {
        name: name.to_owned(),
        nearest: nearest(name, methods.iter().map(String::as_str)).unwrap_or_default().to_owned(),
        all: methods.join(", "),
    })
}

fn view(duels: &Duels, (question, margin): (Primary, f64)) -> View {
    match question {
        Primary::Solved => solved(duels, margin),
        Primary::Rmst => restricted(duels, margin),
    }
}

/// The solved share may be lower by the margin.
fn solved(duels: &Duels, margin: f64) -> View {
    let Some((difference, limits)) = duels.solved_difference(BOTH_LIMITS) else {
        return View::open("the difference of the solved shares is undefined");
    };
    let turned = Interval { low: -limits.high, high: -limits.low };
    let words = format!(
        "solved share {:+.3}, one-sided 95 % limits {:+.3} and {:+.3}, margin {}",
        difference + 0.0,
        limits.low,
        limits.high,
        (margin * 1e6).round() / 1e6
    );
    View { outcome: outcome(turned, margin), words }
}

/// Where what is lost, between its limits, lies beside the margin.
fn outcome(lost: Interval, margin: f64) -> GateOutcome {
    if lost.high < margin {
        GateOutcome::NotWorse
    } else if lost.low > margin {
        GateOutcome::Worse
    } else {
        GateOutcome::Inconclusive
    }
}

/// RMST may be higher by a share: the margin.
fn restricted(duels: &Duels, margin: f64) -> View {
    let mean = |factor: f64| -> f64 {
        duels.contrast(1.0, factor).iter().map(|(weight, part)| weight * part.mean).sum()
    };
    let a = mean(0.0);
    let b = a - mean(1.0);
    let Some(limits) = ratio_limits(|factor| duels.contrast(1.0, factor), BOTH_LIMITS) else {
        return View::open("RMST has no limits: too few runs, or runs stopped before the cap");
    };
    // Adding 0 turns a zero below 0 round.
    let percent = |ratio: f64| ((ratio - 1.0) * 1000.0).round() / 10.0 + 0.0;
    let change = match b > 0.0 {
        true => format!("{:+.1} %", percent(a / b)),
        false => format!("{a:.3} against 0"),
    };
    let words = format!(
        "RMST {change}, one-sided 95 % limits {:+.1} % and {:+.1} %, margin {} %",
        percent(limits.low),
        percent(limits.high),
        (margin * 1e8).round() / 1e6
    );
    let lost = Interval { low: limits.low - 1.0, high: limits.high - 1.0 };
    match outcome(lost, margin) {
        // RMST cannot exceed the cap: where the margin reaches beyond it, nothing is proved.
        GateOutcome::NotWorse
            if duels.have_told_caps() && b * (1.0 + margin) >= duels.mean_cap() =>
        {
            View::open(&format!("{words}, but the cap leaves no room to be worse by that margin"))
        }
        outcome => View { outcome, words },
    }
}
