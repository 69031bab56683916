//! `ratings.csv`, a row a puzzle, and `correlations.csv`, a row for every two views and way to
//! correlate them.

use std::io::{self, Write};

use super::csv_line::{field, set_line};
use super::figures::six_digits;
use crate::analysis::cell_text::guarded;
use crate::analysis::{Agreement, Guessed, PuzzleRating, Ratings, ViewCorrelation};
use crate::logic::LogicLevel;
use crate::stats::{Interval, Proportion};

const RATING_COLUMNS: [&str; 22] = [
    "puzzle",
    "layout",
    "givens",
    "solutions",
    "logic",
    "logic_level",
    "nodes",
    "method",
    "runs",
    "solved",
    "errors",
    "solved_share",
    "solved_low",
    "solved_high",
    "unit",
    "cap",
    "rmst",
    "rmst_low",
    "rmst_high",
    "guess",
    "guess_runs",
    "guess_answers",
];

const CORRELATION_COLUMNS: [&str; 12] = [
    "layout",
    "first",
    "second",
    "measure",
    "puzzles",
    "coefficient",
    "low",
    "high",
    "fisher_low",
    "fisher_high",
    "p",
    "note",
];

/// Writes `ratings.csv`; there is a guess for each puzzle, or none at all.
pub fn ratings_csv(
    ratings: &Ratings,
    guesses: &[Guessed],
    target: &mut dyn Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    set_line(&mut line, &RATING_COLUMNS.map(str::to_owned))?;
    target.write_all(&line)?;
    for (place, puzzle) in ratings.puzzles.iter().enumerate() {
        set_line(&mut line, &rated(ratings, puzzle, guesses.get(place)))?;
        target.write_all(&line)?;
    }
    target.flush()
}

fn number(figure: Option<f64>) -> String {
    figure.map(six_digits).unwrap_or_default()
}

fn ends(interval: Option<Interval>) -> [String; 2] {
    [number(interval.map(|ends| ends.low)), number(interval.map(|ends| ends.high))]
}

fn rated(ratings: &Ratings, puzzle: &PuzzleRating, guessed: Option<&Guessed>) -> [String; 22] {
    let (facts, difficulty) = (&puzzle.facts, puzzle.difficulty);
    let figures = puzzle.figures.as_ref();
    let solved = figures.map(|figures| figures.solved);
    let [solved_low, solved_high] = ends(solved.and_then(Proportion::wilson));
    let [low, high] = ends(figures.and_then(|figures| figures.restricted_interval));
    [
        guarded(&facts.name),
        guarded(&facts.layout),
        field(facts.givens),
        difficulty.solutions.word().to_owned(),
        field(difficulty.logic),
        field(difficulty.logic.map(LogicLevel::number)),
        field(difficulty.nodes),
        guarded(&ratings.method),
        field(solved.map(|solved| solved.trials)),
        field(solved.map(|solved| solved.successes)),
        field(figures.map(|figures| figures.errors)),
        number(solved.and_then(Proportion::share)),
        solved_low,
        solved_high,
        ratings.unit.word().to_owned(),
        number(ratings.cap),
        number(figures.and_then(|figures| figures.restricted_mean)),
        low,
        high,
        field(guessed.map(|guessed| guessed.guess.word())),
        field(guessed.map(|guessed| guessed.runs)),
        field(guessed.map(|guessed| guessed.answers)),
    ]
}

/// Writes `correlations.csv`.
pub fn correlations_csv(
    correlations: &[ViewCorrelation],
    target: &mut dyn Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    set_line(&mut line, &CORRELATION_COLUMNS.map(str::to_owned))?;
    target.write_all(&line)?;
    for found in correlations {
        for (measure, agreement) in [("spearman", found.spearman), ("kendall", found.kendall)] {
            set_line(&mut line, &correlated(found, measure, agreement))?;
            target.write_all(&line)?;
        }
    }
    target.flush()
}

fn correlated(found: &ViewCorrelation, measure: &str, agreement: Agreement) -> [String; 12] {
    let correlation = agreement.found.ok();
    let [low, high] = ends(agreement.resampled);
    let [fisher_low, fisher_high] = ends(correlation.and_then(|found| found.interval(0.95)));
    [
        guarded(&found.layout),
        found.first.word().to_owned(),
        found.second.word().to_owned(),
        measure.to_owned(),
        found.puzzles.to_string(),
        number(correlation.map(|found| found.coefficient)),
        low,
        high,
        fisher_low,
        fisher_high,
        number(correlation.map(|found| found.sides.two_sided)),
        field(agreement.found.err().map(|reason| format!("undefined: {reason}"))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::rating_samples::{guesses, ratings};

    fn text(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("memory");
        String::from_utf8(bytes).expect("UTF-8")
    }

    #[test]
    fn a_rating_is_a_row_and_what_is_missing_is_empty() {
        let ratings = ratings();
        let file = text(|target| ratings_csv(&ratings, &guesses(), target));
        let rows: Vec<&str> = file.lines().collect();
        assert_eq!(rows[0], RATING_COLUMNS.join(","));
        assert_eq!(
            rows[1],
            "easy,9x9,40,one,naked singles,1,0,ga,2,2,0,1,0.34238,1,generations,100,3,0,15.7062,\
             unique,6,6"
        );
        assert_eq!(rows[5], "loose,9x9,20,several,,,7,ga,,,,,,,generations,100,,,,undecided,10,0");
        let unguessed = text(|target| ratings_csv(&ratings, &[], target));
        assert!(unguessed.lines().skip(1).all(|row| row.ends_with(",,,")), "{unguessed}");
    }

    #[test]
    fn a_correlation_that_is_undefined_says_why() {
        let correlations = ratings().correlations();
        let file = text(|target| correlations_csv(&correlations, target));
        let rows: Vec<&str> = file.lines().collect();
        assert_eq!((rows[0], rows.len()), (CORRELATION_COLUMNS.join(",").as_str(), 1 + 2 * 2 * 6));
        let is_one = |row: &&&str| row.starts_with("9x9,logic,effort,spearman,4,");
        let row = rows.iter().find(is_one).expect("a row");
        assert!(row.contains(",0.948683,") && row.ends_with(','), "{row}");
        let undefined = rows.iter().filter(|row| row.contains("undefined: too few numbers"));
        assert_eq!(undefined.count(), 2 * 6);
    }
}
