//! Ratings as JSON, with all digits; what is missing is null.

use serde_json::{Value, json};

use crate::analysis::{
    Agreement, Guess, Guessed, PuzzleRating, Ratings, UniquenessTally, ViewCorrelation,
};
use crate::logic::LogicLevel;
use crate::stats::{Interval, Proportion};

/// Ratings, their correlations and, where there are guesses, what they are worth.
pub fn rating_json(
    ratings: &Ratings,
    correlations: &[ViewCorrelation],
    guesses: &[Guessed],
) -> Value {
    let puzzle = |(place, puzzle): (usize, &PuzzleRating)| rated(puzzle, guesses.get(place));
    let puzzles: Vec<Value> = ratings.puzzles.iter().enumerate().map(puzzle).collect();
    let correlations: Vec<Value> = correlations.iter().map(correlated).collect();
    let tally = (!guesses.is_empty()).then(|| tallied(&ratings.tally(guesses)));
    json!({
        "method": ratings.method,
        "unit": ratings.unit.word(),
        "cap": ratings.cap,
        "puzzles": puzzles,
        "correlations": correlations,
        "uniqueness": tally,
    })
}

fn ends(interval: Option<Interval>) -> [Option<f64>; 2] {
    [interval.map(|ends| ends.low), interval.map(|ends| ends.high)]
}

fn rated(puzzle: &PuzzleRating, guessed: Option<&Guessed>) -> Value {
    let difficulty = puzzle.difficulty;
    let figures = puzzle.figures.as_ref();
    let solved = figures.map(|figures| figures.solved);
    let [solved_low, solved_high] = ends(solved.and_then(Proportion::wilson));
    let [low, high] = ends(figures.and_then(|figures| figures.restricted_interval));
    json!({
        "puzzle": puzzle.facts.name,
        "layout": puzzle.facts.layout,
        "givens": puzzle.facts.givens,
        "solutions": difficulty.solutions.word(),
        "logic": difficulty.logic.map(LogicLevel::word),
        "logic_level": difficulty.logic.map(LogicLevel::number),
        "nodes": difficulty.nodes,
        "runs": solved.map(|solved| solved.trials),
        "solved": solved.map(|solved| solved.successes),
        "errors": figures.map(|figures| figures.errors),
        "solved_share": solved.and_then(Proportion::share),
        "solved_low": solved_low,
        "solved_high": solved_high,
        "rmst": figures.and_then(|figures| figures.restricted_mean),
        "rmst_low": low,
        "rmst_high": high,
        "guess": guessed.map(|guessed| guessed.guess.word()),
        "guess_runs": guessed.map(|guessed| guessed.runs),
        "guess_answers": guessed.map(|guessed| guessed.answers),
    })
}

fn correlated(found: &ViewCorrelation) -> Value {
    json!({
        "layout": found.layout,
        "first": found.first.word(),
        "second": found.second.word(),
        "puzzles": found.puzzles,
        "spearman": agreement(found.spearman),
        "kendall": agreement(found.kendall),
    })
}

fn agreement(agreement: Agreement) -> Value {
    let found = agreement.found.ok();
    let [low, high] = ends(agreement.resampled);
    let [fisher_low, fisher_high] = ends(found.and_then(|found| found.interval(0.95)));
    json!({
        "coefficient": found.map(|found| found.coefficient),
        "low": low,
        "high": high,
        "fisher_low": fisher_low,
        "fisher_high": fisher_high,
        "p": found.map(|found| found.sides.two_sided),
        "undefined": agreement.found.err().map(|reason| reason.to_string()),
    })
}

fn tallied(tally: &UniquenessTally) -> Value {
    let cells = Guess::ALL.into_iter().flat_map(|guess| {
        UniquenessTally::PROOFS.map(|proof| {
            let puzzles = tally.count(guess, proof);
            json!({ "guess": guess.word(), "proof": proof.word(), "puzzles": puzzles })
        })
    });
    json!({
        "table": cells.collect::<Vec<Value>>(),
        "wrong_when_unique": share(tally.wrong_when_unique()),
        "unique_of_several": share(tally.unique_of_several()),
        "unique_of_one": share(tally.unique_of_one()),
        "undecided": share(tally.undecided()),
    })
}

fn share(found: Proportion) -> Value {
    let [low, high] = ends(found.wilson());
    json!({
        "count": found.successes,
        "of": found.trials,
        "share": found.share(),
        "low": low,
        "high": high,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::rating_samples::{guesses, ratings};

    #[test]
    fn everything_is_told_and_what_is_missing_is_null() {
        let ratings = ratings();
        let value = rating_json(&ratings, &ratings.correlations(), &guesses());
        assert_eq!(value["puzzles"][0]["logic_level"], 1);
        assert_eq!(value["puzzles"][3]["rmst"], 100.0);
        assert!(value["puzzles"][4]["rmst"].is_null() && value["puzzles"][4]["logic"].is_null());
        assert_eq!(value["correlations"].as_array().map(Vec::len), Some(12));
        assert_eq!(value["correlations"][11]["kendall"]["undefined"], "too few numbers");
        let uniqueness = &value["uniqueness"];
        assert_eq!(uniqueness["undecided"]["count"], 3);
        assert_eq!(
            (&uniqueness["wrong_when_unique"]["of"], &uniqueness["table"][0]["puzzles"]),
            (&json!(3), &json!(3))
        );
        assert!(rating_json(&ratings, &[], &[])["uniqueness"].is_null());
    }
}
