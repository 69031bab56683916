//! How many givens are wanted, as people say it: a number, a share of the cells, a level.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::recipe::{Givens, RecipeError};
use crate::board::Layout;

/// A number of givens or a range of them, in cells or in percent of the cells; as text `30`,
/// `25-29`, `45%` or `38-43%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenRange {
    /// The fewest.
    pub low: usize,
    /// The most.
    pub high: usize,
    /// Whether both are percent of the cells.
    pub is_percent: bool,
}

/// A text is no number of givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number such as 30, a range such as 25-29, or either with %")]
pub struct GivenRangeError;

/// A level of difficulty by the number of givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Many givens.
    Easy,
    /// Fewer.
    Medium,
    /// Few.
    Hard,
}

/// What the number of givens is decided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A range of numbers.
    Range(GivenRange),
    /// A level of difficulty.
    Level(Level),
    /// As few as the promises allow.
    Minimal,
}

impl FromStr for GivenRange {
    type Err = GivenRangeError;

    fn from_str(text: &str) -> Result<Self, GivenRangeError> {
        let (numbers, is_percent) =
            text.strip_suffix('%').map_or((text, false), |rest| (rest, true));
        let (low, high) = numbers.split_once('-').unwrap_or((numbers, numbers));
        match (low.trim().parse(), high.trim().parse()) {
            (Ok(low), Ok(high)) if low <= high && !(is_percent && high > 100) => {
                Ok(Self { low, high, is_percent })
            }
            _ => Err(GivenRangeError),
        }
    }
}

impl fmt::Display for GivenRange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = if self.is_percent { "%" } else { "" };
        write!(out, "{}{percent}", self.numbers())
    }
}

impl GivenRange {
    fn numbers(self) -> String {
        let Self { low, high, .. } = self;
        if low == high { low.to_string() } else { format!("{low}-{high}") }
    }

    fn givens(self, layout: &Layout) -> Givens {
        let cells = layout.cell_count();
        let share = |percent: usize| (percent * cells + 50) / 100;
        if self.is_percent {
            Givens::Between(share(self.low), share(self.high))
        } else {
            Givens::Between(self.low, self.high)
        }
    }
}

impl Target {
    /// The givens that this means on a layout.
    pub fn givens(self, layout: &Layout) -> Result<Givens, RecipeError> {
        match self {
            Self::Range(range) => Ok(range.givens(layout)),
            Self::Level(level) => {
                level.givens(layout).ok_or_else(|| RecipeError::NoLevels(layout.name().to_owned()))
            }
            Self::Minimal => Ok(Givens::Minimal),
        }
    }

    /// What puzzles are called before their number: layout and target, such as `9x9-easy` or
    /// `16x16-96-givens`.
    pub fn prefix(self, layout: &Layout) -> String {
        format!("{}-{}", layout.name(), self.name())
    }

    /// The target as part of a name, such as `easy` or `25-29-givens`.
    pub fn name(self) -> String {
        match self {
            Self::Range(range) => {
                let unit = if range.is_percent { "percent" } else { "givens" };
                format!("{}-{unit}", range.numbers())
            }
            Self::Level(Level::Easy) => "easy".to_owned(),
            Self::Level(Level::Medium) => "medium".to_owned(),
            Self::Level(Level::Hard) => "hard".to_owned(),
            Self::Minimal => "minimal".to_owned(),
        }
    }
}

impl Level {
    /// The range of givens that a level means on a layout; `None` where nobody has said.
    ///
    /// 9x9 as in the comparison of genetic algorithms with depth-first search, Twodoku after the
    /// puzzles of the Twodoku study, the larger ones ours.
    pub fn givens(self, layout: &Layout) -> Option<Givens> {
        let percent = |low: usize, high: usize| {
            let cells = layout.cell_count();
            Some(Givens::Between((low * cells).div_ceil(100), high * cells / 100))
        };
        let between = |low, high| Some(Givens::Between(low, high));
        match (layout.name(), self) {
            ("9x9", Self::Easy) => between(40, 50),
            ("9x9", Self::Medium) => between(30, 39),
            ("9x9", Self::Hard) => between(25, 29),
            ("twodoku", Self::Easy) => between(95, 99),
            ("twodoku", Self::Medium) => between(65, 69),
            ("twodoku", Self::Hard) => between(47, 50),
            ("16x16", Self::Easy) => percent(55, 62),
            ("16x16", Self::Medium) => percent(45, 52),
            ("16x16", Self::Hard) => percent(38, 43),
            ("25x25", Self::Easy) => percent(60, 65),
            ("25x25", Self::Medium) => percent(53, 58),
            ("25x25", Self::Hard) => percent(48, 51),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_numbers_or_shares() {
        let range = |low, high, is_percent| Ok(GivenRange { low, high, is_percent });
        for (text, expected) in [
            ("30", range(30, 30, false)),
            ("25-29", range(25, 29, false)),
            ("45%", range(45, 45, true)),
            ("38-43%", range(38, 43, true)),
            ("29-25", Err(GivenRangeError)),
            ("101%", Err(GivenRangeError)),
            ("-3", Err(GivenRangeError)),
            ("", Err(GivenRangeError)),
        ] {
            let found = text.parse::<GivenRange>();
            assert_eq!(found, expected, "{text}");
            assert!(found.is_err() || found.is_ok_and(|range| range.to_string() == text));
        }
    }

    #[test]
    fn targets_are_givens_and_names() {
        let range = |text: &str| Target::Range(text.parse().expect("a range"));
        for (target, layout, givens, name) in [
            (range("25-29"), "9x9", Givens::Between(25, 29), "9x9-25-29-givens"),
            (range("45%"), "16x16", Givens::Between(115, 115), "16x16-45-percent"),
            (Target::Level(Level::Easy), "9x9", Givens::Between(40, 50), "9x9-easy"),
            (Target::Level(Level::Hard), "twodoku", Givens::Between(47, 50), "twodoku-hard"),
            (Target::Minimal, "samurai", Givens::Minimal, "samurai-minimal"),
        ] {
            let layout = Layout::named(layout).expect("a built-in layout");
            assert_eq!(target.givens(&layout), Ok(givens));
            assert_eq!(target.prefix(&layout), name);
        }
        let samurai = Layout::named("samurai").expect("a built-in layout");
        let message = Target::Level(Level::Easy).givens(&samurai).map_err(|e| e.to_string());
        assert!(
            message
                .is_err_and(|text| text.contains("no levels are defined for the layout samurai"))
        );
    }
}
