//! Ratings as tables for people: the views beside each other, the correlations below, and what a
//! guess of uniqueness is worth.

use super::estimates::{effort, limits, percent, probability};
use super::figures::{MISSING, counted, one_line, six_digits};
use super::style::Style;
use super::table::{Align, Table, share_texts};
use crate::analysis::uniqueness::{EQUAL_ANSWERS, MOST_RUNS};
use crate::analysis::{
    Agreement, Guess, Guessed, PuzzleRating, Ratings, UniquenessTally, View, ViewCorrelation,
};
use crate::exact::Count;
use crate::stats::{Interval, Proportion};

/// Ratings with their correlations and, where there are guesses, what they are worth.
pub fn rating_text(
    ratings: &Ratings,
    correlations: &[ViewCorrelation],
    guesses: &[Guessed],
    style: Style,
) -> String {
    let mut text = format!("{}\n\n{}", heading(ratings), views(ratings, guesses, style));
    text += &correlated(ratings, correlations, style);
    if !guesses.is_empty() {
        text += &guessed(ratings, guesses, style);
    }
    text
}

fn heading(ratings: &Ratings) -> String {
    let (method, unit) = (one_line(&ratings.method), ratings.unit.word());
    let solved = ratings.puzzles.iter().filter_map(|one| Some(one.figures.as_ref()?.solved.trials));
    let runs = match (solved.clone().min(), solved.max()) {
        (Some(least), Some(most)) if least == most => counted(most, "run") + " a puzzle",
        (Some(least), Some(most)) => format!("{least} to {most} runs a puzzle"),
        _ => "no runs".to_owned(),
    };
    let cap = ratings.cap.map(|cap| format!(", up to {} {unit}", six_digits(cap)));
    format!(
        "Views of difficulty. Nodes: values that exact tries to find the solution and to prove \
         that there is no\nother. RMST: mean of min({unit} to a solution, cap) by {method}, \
         {runs}{}.",
        cap.unwrap_or_default()
    )
}

fn views(ratings: &Ratings, guesses: &[Guessed], style: Style) -> String {
    let mut table = Table::default();
    table.column("puzzle", Align::Left);
    let has_layouts = ratings.layouts().len() > 1;
    if has_layouts {
        table.column("layout", Align::Left);
    }
    table.column("givens", Align::Right);
    table.column("solutions", Align::Left);
    table.column("logic", Align::Left);
    table.column("nodes", Align::Right);
    table.share_columns("solved");
    table.column("95 % interval", Align::Right);
    table.column("RMST", Align::Right);
    table.column("95 % interval", Align::Left);
    if !guesses.is_empty() {
        table.column("guess", Align::Left);
        table.column("answers", Align::Right);
    }
    for (place, puzzle) in ratings.puzzles.iter().enumerate() {
        let mut texts = row(ratings, puzzle, has_layouts);
        if let Some(guessed) = guesses.get(place) {
            let answers = format!("{}/{}", guessed.answers, guessed.runs);
            texts.extend([guessed.guess.word().to_owned(), answers]);
        }
        table.row(texts);
    }
    table.shortened(&["puzzle"]).text(style)
}

fn row(ratings: &Ratings, puzzle: &PuzzleRating, has_layouts: bool) -> Vec<String> {
    let missing = || MISSING.to_owned();
    let (facts, difficulty, figures) = (&puzzle.facts, puzzle.difficulty, puzzle.figures.as_ref());
    let mut texts = vec![facts.name.clone()];
    texts.extend(has_layouts.then(|| facts.layout.clone()));
    texts.push(facts.givens.map_or_else(missing, |givens| givens.to_string()));
    texts.push(difficulty.solutions.word().to_owned());
    texts.push(difficulty.logic.map_or_else(missing, |level| level.to_string()));
    texts.push(difficulty.nodes.map_or_else(missing, |nodes| nodes.to_string()));
    let solved = figures.map(|figures| figures.solved);
    let share = |solved: Proportion| share_texts(solved.successes, solved.trials);
    texts.extend(solved.map_or_else(|| [missing(), String::new()], share));
    texts.push(solved.and_then(Proportion::wilson).map_or_else(missing, percent));
    texts.push(effort(figures.and_then(|figures| figures.restricted_mean), ratings.unit));
    let ends = figures.and_then(|figures| figures.restricted_interval);
    texts.push(interval(ends, |number| effort(number, ratings.unit)));
    texts
}

fn interval(ends: Option<Interval>, text: impl Fn(Option<f64>) -> String) -> String {
    limits(ends.map(|ends| ends.low), ends.map(|ends| ends.high), text)
}

fn correlated(ratings: &Ratings, correlations: &[ViewCorrelation], style: Style) -> String {
    let is_told = |found: &&ViewCorrelation| found.spearman.found.is_ok();
    let told: Vec<&ViewCorrelation> = correlations.iter().filter(is_told).collect();
    let mut text = "\nRank correlations between the views, within a layout. Givens: the more, the \
                    easier, so that\nagreement is negative there. Each p is for one question alone; \
                    correlations.csv has all intervals.\n\n"
        .to_owned();
    if told.is_empty() {
        return text
            + "None is defined: it takes three puzzles of a layout on which both views vary.\n";
    }
    let mut table = Table::default();
    let names = ["layout", "views"];
    names.iter().for_each(|name| table.column(name, Align::Left));
    table.column("puzzles", Align::Right);
    table.column("Spearman's rho", Align::Right);
    table.column("95 % (resampled)", Align::Left);
    table.column("95 % (Fisher's z)", Align::Left);
    table.column("p", Align::Right);
    table.column("Kendall's tau-b", Align::Right);
    table.column("p", Align::Right);
    for found in told {
        let views = format!("{} and {}", view(ratings, found.first), view(ratings, found.second));
        let mut texts = vec![found.layout.clone(), views, found.puzzles.to_string()];
        let [rho, resampled, fisher, p] = agreed(found.spearman);
        let [tau, .., tau_p] = agreed(found.kendall);
        texts.extend([rho, resampled, fisher, p, tau, tau_p]);
        table.row(texts);
    }
    text += &table.text(style);
    for found in correlations {
        if let Err(reason) = found.spearman.found {
            let (first, second) = (view(ratings, found.first), view(ratings, found.second));
            text += &format!(
                "{}, {first} and {second}: undefined, {reason} ({}).\n",
                one_line(&found.layout),
                counted(found.puzzles as u64, "puzzle")
            );
        }
    }
    text
}

fn view(ratings: &Ratings, view: View) -> String {
    match view {
        View::Effort => one_line(&ratings.method),
        _ => view.word().to_owned(),
    }
}

/// The coefficient, its interval by resamples and by Fisher's transformation, and p.
fn agreed(agreement: Agreement) -> [String; 4] {
    let found = agreement.found.ok();
    let p = probability(found.map(|found| found.sides.two_sided));
    let ends = |found| interval(found, |end| end.map_or(MISSING.to_owned(), coefficient));
    [
        found.map_or(MISSING.to_owned(), |found| coefficient(found.coefficient)),
        ends(agreement.resampled),
        ends(found.and_then(|found| found.interval(0.95))),
        p.unwrap_or(MISSING.to_owned()),
    ]
}

fn coefficient(number: f64) -> String {
    // Adding 0 leaves no negative zero.
    format!("{:.2}", (number * 100.0).round() / 100.0 + 0.0)
}

fn guessed(ratings: &Ratings, guesses: &[Guessed], style: Style) -> String {
    let tally = ratings.tally(guesses);
    let proofs = UniquenessTally::PROOFS.into_iter().filter(|&proof| {
        let is_known = matches!(proof, Count::One | Count::Several);
        is_known || Guess::ALL.iter().any(|&guess| tally.count(guess, proof) > 0)
    });
    let proofs: Vec<Count> = proofs.collect();
    let mut table = Table::default();
    table.column("guess", Align::Left);
    for proof in &proofs {
        table.column(&format!("proved: {}", proof.word()), Align::Right);
    }
    for guess in Guess::ALL {
        let counts = proofs.iter().map(|&proof| tally.count(guess, proof).to_string());
        table.row([guess.word().to_owned()].into_iter().chain(counts).collect());
    }
    format!(
        "\nOne solution? The guess of study 004: unique after {EQUAL_ANSWERS} equal answers in a \
         row, several after two\ndifferent ones, at most {MOST_RUNS} runs; puzzles by guess and \
         proof:\n\n{}\n{}",
        table.text(style),
        shares(&tally)
    )
}

fn shares(tally: &UniquenessTally) -> String {
    let told = |what: &str, found: Proportion| {
        let ends = found.wilson().map(|ends| format!(", 95 % interval {}", percent(ends)));
        format!("{what}: {} of {}{}\n", found.successes, found.trials, ends.unwrap_or_default())
    };
    told("called unique, proved to have several", tally.wrong_when_unique())
        + &told("several solutions, called unique", tally.unique_of_several())
        + &told("one solution, called unique", tally.unique_of_one())
        + &told("undecided, of all", tally.undecided())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::rating_samples::{guesses, ratings};

    fn text(guesses: &[Guessed]) -> String {
        let ratings = ratings();
        rating_text(&ratings, &ratings.correlations(), guesses, Style::BARE)
    }

    #[test]
    fn views_stand_beside_each_other_and_correlations_below() {
        let text = text(&[]);
        for expected in [
            "by ga, 1 to 2 runs a puzzle, up to 100 generations",
            "naked singles",
            "1/2",
            "logic and ga",
            "twodoku, givens and logic: undefined, too few numbers (1 puzzle).",
        ] {
            assert!(text.contains(expected), "{expected}:\n{text}");
        }
        let loose = text.lines().find(|line| line.starts_with("loose")).expect("a row");
        let words: Vec<&str> = loose.split_whitespace().collect();
        assert_eq!(words, ["loose", "9x9", "20", "several", "-", "7", "-", "-", "-", "-"]);
        assert!(!text.contains("study 004"));
    }

    #[test]
    fn guesses_are_told_with_their_worth() {
        let text = text(&guesses());
        for expected in [
            "undecided     5/10",
            "called unique, proved to have several: 0 of 3, 95 % interval 0.0-56.1 %",
            "several solutions, called unique: 0 of 1",
            "undecided, of all: 3 of 6",
        ] {
            assert!(text.contains(expected), "{expected}:\n{text}");
        }
    }

    #[test]
    fn coefficients_have_two_places_and_no_negative_zero() {
        assert_eq!([0.948_68, -0.004, 1.0].map(coefficient), ["0.95", "0.00", "1.00"]);
    }
}
