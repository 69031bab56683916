//! A comparison in words.

/// What is shown about a method against another one.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// A verdict with what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The puzzle; `None` over all puzzles.
    pub puzzle: Option<String>,
    /// The method that is judged.
    pub method: String,
    /// The method it is compared with.
    pub against: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What it rests on or what it leaves open, as a short clause without a full stop: "15 runs
    /// would tell 50 % from 97 %".
    pub because: String,
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
