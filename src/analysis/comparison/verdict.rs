//! A comparison in words.

use std::sync::Arc;

use super::LEVEL;
use super::test_row::TestRow;
use crate::lab::Primary;
use crate::stats::{MeanDifference, smallest_share_shown, smallest_shift_shown};

/// The probability with which a difference that is called showable would have been shown.
const POWER: f64 = 0.8;

/// The share solved from which a difference is told.
const FROM: f64 = 0.5;

/// What is shown about a method against another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The primary test shows it to be better, and the other view does not speak against it.
    Better,
    /// The primary test shows it to be worse, and the other view does not speak against that.
    Worse,
    /// Slower at first and better at the cap, or the other way round; both shown.
    TradeOff {
        /// Whether it is the better one at the cap.
        better_at_cap: bool,
    },
    /// The primary test and the other view both show a difference, in opposite directions.
    Mixed {
        /// Whether the primary test speaks for it.
        better_by_primary: bool,
    },
    /// Neither is shown to be better, which does not say that they are equal.
    NoDifference,
    /// The primary test has no answer.
    Undefined,
}

impl Verdict {
    /// The word for it in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::TradeOff { .. } => "trade-off",
            Self::Mixed { .. } => "mixed",
            Self::NoDifference => "no difference shown",
            Self::Undefined => "undefined",
        }
    }
}

/// A verdict with what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The puzzle; `None` over all puzzles.
    pub puzzle: Option<Arc<str>>,
    /// On how many puzzles both methods have runs.
    pub puzzles: usize,
    /// The method that is judged.
    pub method: Arc<str>,
    /// The method it is compared with.
    pub against: Arc<str>,
    /// The verdict.
    pub verdict: Verdict,
    /// What it rests on or what it leaves open, as a clause without a full stop.
    pub because: String,
}

/// What a verdict rests on.
pub struct Evidence<'r> {
    /// The question.
    pub primary: Primary,
    /// The row of the primary test, adjusted.
    pub answer: &'r TestRow,
    /// The row of the other question.
    pub other: &'r TestRow,
    /// Difference of restricted means up to a tenth of the cap, and up to the cap.
    pub early_and_late: Option<(MeanDifference, MeanDifference)>,
    /// Comparisons that are made at a time.
    pub comparisons: usize,
    /// Whether runs are pairs.
    pub is_paired: bool,
}

impl Evidence<'_> {
    /// The verdict, and in a clause what it rests on.
    pub fn judge(&self, known: &mut Showable) -> (Verdict, String) {
        let Some(p) = self.answer.p_holm else {
            return (Verdict::Undefined, self.answer.note.clone());
        };
        if let Some(better_at_cap) = self.trade_off() {
            return (
                Verdict::TradeOff { better_at_cap },
                trade_off_words(better_at_cap).to_owned(),
            );
        }
        let favours = favours(self.primary, self.answer).filter(|_| p < LEVEL);
        let other = super::puzzle_tests::other(self.primary);
        let view = favours_significantly(other, self.other);
        let Some(is_better) = favours else {
            let hint = view.map(|is_better| self.hint(other, is_better)).unwrap_or_default();
            return (Verdict::NoDifference, self.left_open(known) + &hint);
        };
        let against = view.filter(|&other| other != is_better);
        let verdict = match (against, is_better) {
            (Some(_), better_by_primary) => Verdict::Mixed { better_by_primary },
            (None, true) => Verdict::Better,
            (None, false) => Verdict::Worse,
        };
        let mut because = said(self.primary, is_better).to_owned();
        if against.is_some() {
            because = format!("{because}, yet {}", said(other, !is_better));
        }
        (verdict, because)
    }

    /// What the other question hints at where the primary one shows nothing.
    fn hint(&self, other: Primary, is_better: bool) -> String {
        let p = self.other.p.unwrap_or(1.0);
        let p = if p < 0.0001 { "< 0.0001".to_owned() } else { format!("= {p:.4}") };
        format!("; exploring: it {} (p {p})", said(other, is_better))
    }

    /// Whether it is better at the cap, when a tenth of the cap shows the opposite.
    fn trade_off(&self) -> Option<bool> {
        let (early, late) = self.early_and_late?;
        let level = 1.0 - LEVEL / (2 * self.comparisons.max(1)) as f64;
        let (early, late) = (sign(&early, level)?, sign(&late, level)?);
        (early != late).then_some(late)
    }

    /// The smallest difference that so many runs would have shown.
    fn left_open(&self, known: &mut Showable) -> String {
        let (a, b) = (self.answer.n_a.unwrap_or(0), self.answer.n_b.unwrap_or(0));
        let runs = a.min(b);
        let each = match (self.is_paired, a == b, runs) {
            (true, _, 1) => "pair",
            (true, _, _) => "pairs",
            (false, true, 1) => "run each",
            (false, true, _) => "runs each",
            (false, false, _) => "runs, of the one with fewer,",
        };
        match self.primary {
            Primary::Solved => match known.share(runs) {
                Some(share) => {
                    let percent = (share * 100.0 - 1e-9).ceil();
                    format!(
                        "{runs} {each} would tell {:.0} % solved from {percent} %",
                        FROM * 100.0
                    )
                }
                None => format!("{runs} {each} would not even tell 50 % solved from 100 %"),
            },
            Primary::Rmst => match smallest_shift_shown(runs, self.is_paired, LEVEL, POWER) {
                Some(shift) => {
                    format!("{runs} {each} would tell {shift:.2} standard deviations of RMST")
                }
                None => format!("{runs} {each} tell nothing"),
            },
        }
    }
}

/// Whether `a` needs less up to the cap of this difference, when that is shown at the level.
fn sign(difference: &MeanDifference, level: f64) -> Option<bool> {
    let interval = difference.interval(level)?;
    (interval.low > 0.0 || interval.high < 0.0).then_some(difference.difference < 0.0)
}

fn favours_significantly(question: Primary, row: &TestRow) -> Option<bool> {
    favours(question, row).filter(|_| row.p.is_some_and(|p| p < LEVEL))
}

/// Whether the effect of a test speaks for `a`; `None` when it speaks for nobody.
fn favours(question: Primary, row: &TestRow) -> Option<bool> {
    let effect = row.effect.filter(|&effect| effect != 0.0)?;
    Some(match question {
        Primary::Solved => effect > 0.0,
        Primary::Rmst => effect < 0.0,
    })
}

fn said(question: Primary, is_better: bool) -> &'static str {
    match (question, is_better) {
        (Primary::Solved, true) => "solves more runs",
        (Primary::Solved, false) => "solves fewer runs",
        (Primary::Rmst, true) => "needs less up to the cap",
        (Primary::Rmst, false) => "needs more up to the cap",
    }
}

fn trade_off_words(better_at_cap: bool) -> &'static str {
    match better_at_cap {
        true => "needs more up to a tenth of the cap, less up to the cap",
        false => "needs less up to a tenth of the cap, more up to the cap",
    }
}

/// The smallest shares that numbers of runs would have shown, each found out once.
#[derive(Default)]
pub struct Showable {
    shares: Vec<(u64, Option<f64>)>,
}

impl Showable {
    fn share(&mut self, runs: u64) -> Option<f64> {
        if let Some((_, share)) = self.shares.iter().find(|(known, _)| *known == runs) {
            return *share;
        }
        let share = smallest_share_shown(FROM, runs, LEVEL, POWER);
        self.shares.push((runs, share));
        share
    }
}
