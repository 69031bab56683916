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
use crate::stats::{Interval, MeanDifference, combined_interval};

/// Each limit holds on its own with 95 %.
const BOTH_LIMITS: f64 = 0.9;

/// The largest ratio of two means that is told.
const MOST: f64 = 1000.0;

/// Halvings of the span of ratios.
const HALVINGS: u32 = 50;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct GateRequest<'n> {
    /// The method that must not be worse.
    pub method: &'n str,
    /// The method it must not be worse than.
    pub against: &'n str,
    /// How much worse it may be in the primary question: a difference of solved shares, or a share
    /// of RMST; else [`default_margin`].
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
    /// The margin of the primary question.
    pub margin: f64,
    /// The answer.
    pub outcome: GateOutcome,
    /// The answer with its figures, in one sentence.
    pub sentence: String,
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

/// One question, answered: how far apart, and between which limits that lies.
struct View {
    outcome: GateOutcome,
    words: String,
}

/// Asks whether a method is not worse than another one.
pub fn gate(
    dataset: &Dataset,
    options: &Options,
    request: GateRequest<'_>,
) -> Result<Gate, GateError> {
    let terms = terms::agreed(dataset, options.unit, options.pairing)?;
    let duels = duels(dataset, terms, request)?;
    let question = options.primary;
    let margin = request.margin.unwrap_or_else(|| default_margin(question));
    let view = view(&duels, question, margin);
    let second = other(question);
    let veto = self::view(&duels, second, default_margin(second));
    let (outcome, words) = match (view.outcome, veto.outcome) {
        (GateOutcome::NotWorse | GateOutcome::Inconclusive, GateOutcome::Worse) => {
            (GateOutcome::Worse, veto.words)
        }
        (outcome, _) => (outcome, view.words),
    };
    let said = match outcome {
        GateOutcome::NotWorse => "is not worse than",
        GateOutcome::Worse => "is worse than",
        GateOutcome::Inconclusive => "is not shown to be worse, nor not to be worse, than",
    };
    let (method, against) = (request.method.to_owned(), request.against.to_owned());
    let sentence = format!("{method} {said} {against}: {words}");
    Ok(Gate { method, against, margin, outcome, sentence })
}

fn duels(dataset: &Dataset, terms: Terms, request: GateRequest<'_>) -> Result<Duels, GateError> {
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
    Ok(Duels { duels, unit: terms.unit })
}

fn place(dataset: &Dataset, name: &str) -> Result<usize, GateError> {
    let methods = dataset.methods();
    methods.iter().position(|known| known == name).ok_or_else(|| GateError::Unknown {
        name: name.to_owned(),
        nearest: nearest(name, methods.iter().map(String::as_str)).unwrap_or_default().to_owned(),
        all: methods.join(", "),
    })
}

fn view(duels: &Duels, question: Primary, margin: f64) -> View {
    match question {
        Primary::Solved => solved(duels, margin),
        Primary::Rmst => restricted(duels, margin),
    }
}

/// The solved share may be lower by the margin.
fn solved(duels: &Duels, margin: f64) -> View {
    let undefined = || View {
        outcome: GateOutcome::Inconclusive,
        words: "the difference of the solved shares is undefined".to_owned(),
    };
    let weight = |duel: &Duel| {
        let (a, b) = (duel.a.runs() as f64, duel.b.runs() as f64);
        a * b / (a + b)
    };
    let total: f64 = duels.duels.iter().map(weight).sum();
    let part = |duel: &Duel| {
        let interval = duel.solved_interval(BOTH_LIMITS)?;
        Some((weight(duel) / total, duel.solved_difference()?, interval))
    };
    let parts: Option<Vec<_>> = duels.duels.iter().map(part).collect();
    let Some((difference, limits)) = parts.and_then(|parts| combined_interval(&parts)) else {
        return undefined();
    };
    let turned = Interval { low: -limits.high, high: -limits.low };
    let words = format!(
        "solved share {difference:+.3}, one-sided 95 % limits {:+.3} and {:+.3}, margin {margin}",
        limits.low, limits.high
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
    let limits = ratio_limits(duels).filter(|_| b > 0.0);
    let Some(limits) = limits else {
        let words = "RMST varies within neither method, or there are too few runs".to_owned();
        return View { outcome: GateOutcome::Inconclusive, words };
    };
    let percent = |ratio: f64| (ratio - 1.0) * 100.0;
    let words = format!(
        "RMST {:+.1} %, one-sided 95 % limits {:+.1} % and {:+.1} %, margin {} %",
        percent(a / b),
        percent(limits.low),
        percent(limits.high),
        margin * 100.0
    );
    let lost = Interval { low: limits.low - 1.0, high: limits.high - 1.0 };
    View { outcome: outcome(lost, margin), words }
}

/// The limits of the ratio of both restricted means after Fieller (1954): the factors at which `a`
/// less factor times `b` is just shown to be above and below 0. `None` where nothing varies.
fn ratio_limits(duels: &Duels) -> Option<Interval> {
    let at =
        |factor: f64| MeanDifference::combined(&duels.contrast(1.0, factor))?.interval(BOTH_LIMITS);
    at(1.0)?;
    // Beyond the largest factor a method is worse by any margin.
    let turning = |is_below: &dyn Fn(f64) -> bool| {
        let (mut below, mut above) = (0.0, MOST);
        for _ in 0..HALVINGS {
            let middle = (below + above) / 2.0;
            *(if is_below(middle) { &mut below } else { &mut above }) = middle;
        }
        below
    };
    Some(Interval {
        low: turning(&|factor| at(factor).is_some_and(|limits| limits.low > 0.0)),
        high: turning(&|factor| at(factor).is_some_and(|limits| limits.high > 0.0)),
    })
}
