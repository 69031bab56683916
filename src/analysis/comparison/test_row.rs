//! One test or estimate, as files and tables hold it.

use std::fmt::Display;
use std::sync::Arc;

use crate::stats::Interval;

/// Effects are differences and shares of numbers from 0.0001 on; what is smaller is rounding.
const ROUNDING: f64 = 1e-15;

/// In which company a test was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The primary test over all puzzles, adjusted for the number of methods.
    Overall,
    /// The primary test on one puzzle, adjusted for the number of methods and puzzles.
    Puzzle,
    /// A test that nobody announced: its p is not adjusted and proves nothing.
    Exploratory,
    /// As one of the studies tested.
    Study,
    /// An estimate without a test.
    Estimate,
}

impl Family {
    /// Its place in a file: what was announced comes first.
    pub(super) fn rank(self) -> usize {
        match self {
            Self::Overall => 0,
            Self::Puzzle => 1,
            Self::Study => 2,
            Self::Exploratory => 3,
            Self::Estimate => 4,
        }
    }

    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Overall => "overall",
            Self::Puzzle => "puzzle",
            Self::Exploratory => "exploratory",
            Self::Study => "study",
            Self::Estimate => "estimate",
        }
    }
}

/// One test or estimate. What is undefined is `None`, with the reason in `note`.
#[derive(Clone, Debug, PartialEq)]
pub struct TestRow {
    /// The family.
    pub family: Family,
    /// The puzzle; `None` over all puzzles. Names are shared, since there may be a million rows.
    pub puzzle: Option<Arc<str>>,
    /// The method; `None` where all take part.
    pub a: Option<Arc<str>>,
    /// The method it is compared with.
    pub b: Option<Arc<str>>,
    /// Name of the test, such as `fisher`.
    pub test: &'static str,
    /// The statistic.
    pub statistic: Option<f64>,
    /// Degrees of freedom, as many as the law has.
    pub freedom: Vec<f64>,
    /// The probability, two-sided.
    pub p: Option<f64>,
    /// The probability adjusted by Holm; `None` outside the families of the primary test.
    pub p_holm: Option<f64>,
    /// The effect: `a` less `b`, unless the note says otherwise.
    pub effect: Option<f64>,
    /// Lower end of the effect's 95 % interval.
    pub low: Option<f64>,
    /// Upper end of it.
    pub high: Option<f64>,
    /// Runs of `a`, or of all.
    pub n_a: Option<u64>,
    /// Runs of `b`.
    pub n_b: Option<u64>,
    /// What the effect is, how the data were treated, or why a number is missing.
    pub note: String,
}

/// Who takes part in a test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opponents<'n> {
    /// The puzzle; `None` over all puzzles.
    pub puzzle: Option<&'n Arc<str>>,
    /// The method.
    pub a: &'n Arc<str>,
    /// The method it is compared with.
    pub b: &'n Arc<str>,
}

impl TestRow {
    /// A test of which nothing is known yet but who takes part.
    pub(super) fn begun(test: &'static str, sides: Opponents<'_>, runs: (u64, u64)) -> Self {
        Self {
            puzzle: sides.puzzle.cloned(),
            a: Some(sides.a.clone()),
            b: Some(sides.b.clone()),
            n_a: Some(runs.0),
            n_b: Some(runs.1),
            ..Self::bare(test)
        }
    }

    /// A test in which all methods take part.
    pub(super) fn of_all(test: &'static str, puzzle: Option<Arc<str>>) -> Self {
        Self { puzzle, ..Self::bare(test) }
    }

    fn bare(test: &'static str) -> Self {
        Self {
            family: Family::Exploratory,
            puzzle: None,
            a: None,
            b: None,
            test,
            statistic: None,
            freedom: Vec::new(),
            p: None,
            p_holm: None,
            effect: None,
            low: None,
            high: None,
            n_a: None,
            n_b: None,
            note: String::new(),
        }
    }

    /// Brings effects that are 0 but for rounding, and every zero below 0, to 0.
    pub(super) fn tidy(&mut self) {
        if self.effect.is_some_and(|effect| effect.abs() < ROUNDING) {
            self.effect = Some(0.0);
        }
        let numbers = [&mut self.statistic, &mut self.low, &mut self.high, &mut self.p];
        for number in numbers.into_iter().flatten().filter(|number| **number == 0.0) {
            *number = 0.0;
        }
    }

    /// The same with what it is about, or why a number is missing.
    pub(super) fn noted(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// The same with an interval of its effect.
    pub(super) fn within(self, interval: Option<Interval>) -> Self {
        let (low, high) = (interval.map(|found| found.low), interval.map(|found| found.high));
        Self { low, high, ..self }
    }

    /// The same without an answer.
    pub(super) fn undefined(self, reason: impl Display) -> Self {
        self.noted(format!("undefined: {reason}"))
    }
}
