//! The values of options: words to choose from, and how numbers are written.

use clap::ValueEnum;

use crate::analysis::{CurveAxis, EffortUnit, Protocol};
use crate::board::text::{DigitStyle, Form};
use crate::exact::generate::{Level, Logic, Solutions, Symmetry};
use crate::lab::{Pairing, Primary};
use crate::rng::SEED_BITS;
use crate::tune::Search;

/// Forms of a solved puzzle.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolveFormat {
    Grid,
    Line,
    Json,
}

/// Forms of ratings.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RateFormat {
    /// Tables for a terminal
    Text,
    /// The rows of ratings.csv
    Csv,
    /// The rows of correlations.csv
    CorrelationsCsv,
    /// One object with everything, in full precision
    Json,
}

/// Forms of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Tables for a terminal
    Text,
    /// The report of summary.md
    Md,
    /// The rows of summary.csv
    Csv,
    /// The rows of tests.csv
    TestsCsv,
    /// One object with everything, in full precision
    Json,
}

/// The question that a comparison answers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PrimaryChoice {
    /// Which method solves more runs?
    Solved,
    /// Which method has the smaller mean effort up to the cap?
    Rmst,
}

/// Whether methods share their seeds.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PairingChoice {
    /// The method enters the seed: unpaired tests
    Independent,
    /// The same seeds for all methods: paired tests
    Common,
}

/// The unit of effort.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Metric {
    Generations,
    Evaluations,
    Nodes,
    Seconds,
}

/// Tests as the studies made them.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProtocolChoice {
    /// Brown-Forsythe printed, Student on capped runs, p times the number of comparisons
    Study,
    /// Levene picks Student or Welch
    LeveneChoice,
}

/// How points are suggested.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SearchChoice {
    /// A Gaussian process with expected improvement
    Bayes,
    /// Parzen estimators of good points against all others
    Tpe,
    /// At random
    Random,
}

/// What effort is drawn against.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FitAxis {
    /// The number of givens
    Givens,
    /// The number of empty cells
    Empty,
}

impl From<FitAxis> for CurveAxis {
    fn from(axis: FitAxis) -> Self {
        match axis {
            FitAxis::Givens => Self::Givens,
            FitAxis::Empty => Self::Empty,
        }
    }
}

impl From<SearchChoice> for Search {
    fn from(choice: SearchChoice) -> Self {
        match choice {
            SearchChoice::Bayes => Self::Bayes,
            SearchChoice::Tpe => Self::Tpe,
            SearchChoice::Random => Self::Random,
        }
    }
}

impl From<PrimaryChoice> for Primary {
    fn from(choice: PrimaryChoice) -> Self {
        match choice {
            PrimaryChoice::Solved => Self::Solved,
            PrimaryChoice::Rmst => Self::Rmst,
        }
    }
}

impl From<PairingChoice> for Pairing {
    fn from(choice: PairingChoice) -> Self {
        match choice {
            PairingChoice::Independent => Self::Independent,
            PairingChoice::Common => Self::Common,
        }
    }
}

impl From<Metric> for EffortUnit {
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::Generations => Self::Generations,
            Metric::Evaluations => Self::Evaluations,
            Metric::Nodes => Self::Nodes,
            Metric::Seconds => Self::Seconds,
        }
    }
}

impl From<ProtocolChoice> for Protocol {
    fn from(choice: ProtocolChoice) -> Self {
        match choice {
            ProtocolChoice::Study => Self::Study,
            ProtocolChoice::LeveneChoice => Self::LeveneChoice,
        }
    }
}

/// Forms of a checked puzzle.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    Line,
    Grid,
    Int,
    Json,
}

/// Forms of a generated puzzle.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GenerateFormat {
    Grid,
    Line,
    Int,
}

/// Levels of difficulty.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
}

/// What is promised about solutions.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolutionsChoice {
    One,
    Any,
}

/// Symmetries of the pattern of givens.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SymmetryChoice {
    None,
    Rotate180,
    Mirror,
}

/// What is promised about logic.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogicChoice {
    Any,
    Singles,
    BeyondSingles,
}

/// What `list` lists.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Listing {
    Methods,
    Layouts,
    Puzzles,
    Studies,
}

/// How digits are written.
#[derive(Clone, Copy, ValueEnum)]
pub enum Digits {
    Standard,
    Hex,
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

impl From<Digits> for DigitStyle {
    fn from(digits: Digits) -> Self {
        match digits {
            Digits::Standard => Self::Standard,
            Digits::Hex => Self::Hex,
        }
    }
}

impl From<GenerateFormat> for Form {
    fn from(format: GenerateFormat) -> Self {
        match format {
            GenerateFormat::Grid => Self::Grid,
            GenerateFormat::Line => Self::Line,
            GenerateFormat::Int => Self::Int,
        }
    }
}

impl From<Difficulty> for Level {
    fn from(difficulty: Difficulty) -> Self {
        match difficulty {
            Difficulty::Easy => Self::Easy,
            Difficulty::Medium => Self::Medium,
            Difficulty::Hard => Self::Hard,
        }
    }
}

impl From<SolutionsChoice> for Solutions {
    fn from(choice: SolutionsChoice) -> Self {
        match choice {
            SolutionsChoice::One => Self::One,
            SolutionsChoice::Any => Self::Any,
        }
    }
}

impl From<SymmetryChoice> for Symmetry {
    fn from(choice: SymmetryChoice) -> Self {
        match choice {
            SymmetryChoice::None => Self::None,
            SymmetryChoice::Rotate180 => Self::Rotate180,
            SymmetryChoice::Mirror => Self::Mirror,
        }
    }
}

impl From<LogicChoice> for Logic {
    fn from(choice: LogicChoice) -> Self {
        match choice {
            LogicChoice::Any => Self::Any,
            LogicChoice::Singles => Self::Singles,
            LogicChoice::BeyondSingles => Self::BeyondSingles,
        }
    }
}

impl CheckFormat {
    /// The form of a puzzle, or `None` for JSON.
    pub fn form(self) -> Option<Form> {
        match self {
            Self::Line => Some(Form::Line),
            Self::Grid => Some(Form::Grid),
            Self::Int => Some(Form::Int),
            Self::Json => None,
        }
    }
}

/// A number of things: 1000000, 1_000_000 or 1e6.
pub(super) fn count(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    if let Ok(number) = plain.parse() {
        return Ok(number);
    }
    match plain.parse::<f64>() {
        Ok(number) if (0.0..1e18).contains(&number) && number.fract() == 0.0 => Ok(number as u64),
        _ => Err("expected a whole number such as 1000000, 1_000_000 or 1e6".to_owned()),
    }
}

/// The same, and not 0.
pub(super) fn some(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err("expected at least 1".to_owned()),
        number => Ok(number),
    }
}

/// A seed that every program which reads JSON keeps exactly.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    let limit = 1 << SEED_BITS;
    match text.parse() {
        Ok(seed) if seed < limit => Ok(seed),
        _ => Err(format!("expected a whole number below {limit}")),
    }
}

/// Names of methods.
#[derive(Clone)]
pub struct MethodList(pub Vec<String>);

/// Names with commas between them; those within brackets, as of swept values, part nothing.
pub(super) fn method_list(text: &str) -> Result<MethodList, String> {
    let mut names = vec![String::new()];
    let mut depth = 0;
    for symbol in text.chars() {
        depth += i32::from(symbol == '(') - i32::from(symbol == ')');
        match (symbol, names.last_mut()) {
            (',', _) if depth <= 0 => names.push(String::new()),
            (_, Some(name)) => name.push(symbol),
            _ => {}
        }
    }
    let names: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
    if names.iter().any(String::is_empty) {
        return Err("expected names with a comma between two of them".to_owned());
    }
    Ok(MethodList(names))
}

/// A margin: from 0, below 1.
pub(super) fn margin(text: &str) -> Result<f64, String> {
    let margin = text.parse().ok().filter(|margin| (0.0..1.0).contains(margin));
    margin.ok_or_else(|| "expected a share from 0 up to below 1, such as 0.05".to_owned())
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        _ => Err("expected a number of seconds above 0, such as 2 or 0.5".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_within_brackets_part_nothing() {
        let names = |text: &str| method_list(text).map(|list| list.0);
        let swept = ["a (k=1, l=2)", "b", "a (k=2, l=2)"];
        assert_eq!(names(&swept.join(",")), Ok(swept.map(str::to_owned).to_vec()));
        assert_eq!(names(" a , b.toml"), Ok(vec!["a".to_owned(), "b.toml".to_owned()]));
        for wrong in ["", ",a", "a,", "a,,b"] {
            assert!(names(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts_are_whole_numbers() {
        for (text, expected) in
            [("0", Some(0)), ("1_000", Some(1000)), ("1e6", Some(1_000_000)), ("2.5e3", Some(2500))]
        {
            assert_eq!(count(text).ok(), expected, "{text}");
        }
        for text in ["", "-1", "1.5", "1e99", "many", "nan"] {
            assert!(count(text).is_err(), "{text}");
        }
        assert!(seconds("0").is_err() && seconds("inf").is_err() && seconds("0.5").is_ok());
    }
}
