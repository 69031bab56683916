//! Guesses of uniqueness against proofs, and views of difficulty against each other.

use crate::analysis::{Guess, Ratings, UniquenessTally, View};
use crate::exact::Count;
use crate::report::estimates::{limits, short};
use crate::report::table::{Align, Table};
use crate::stats::Interval;
use crate::study::Evidence;

pub fn tally_table(evidence: &Evidence<'_>) -> Table {
    let tally =
        UniquenessTally::of(evidence.guesses.iter().map(|&(_, guess, proof)| (guess, proof)));
    let mut table = Table::default();
    table.column("guess", Align::Left);
    for name in ["one solution", "several solutions", "not known"] {
        table.column(name, Align::Right);
    }
    for guess in Guess::ALL {
        let counts =
            [Count::One, Count::Several, Count::Unknown].map(|proof| tally.count(guess, proof));
        let mut texts = vec![guess.word().to_owned()];
        texts.extend(counts.map(|count| count.to_string()));
        table.row(texts);
    }
    table
}

pub fn unique_table(evidence: &Evidence<'_>) -> Table {
    let mut table = Table::default();
    for name in
        ["givens", "puzzles", "one solution", "called unique", "of these wrongly", "called nothing"]
    {
        table.column(name, Align::Right);
    }
    let mut givens: Vec<u32> = evidence.guesses.iter().map(|&(givens, _, _)| givens).collect();
    givens.sort_unstable();
    givens.dedup();
    for number in givens {
        let here: Vec<(Guess, Count)> = evidence
            .guesses
            .iter()
            .filter(|(givens, _, _)| *givens == number)
            .map(|&(_, guess, proof)| (guess, proof))
            .collect();
        let count = |is_counted: &dyn Fn(Guess, Count) -> bool| {
            here.iter().filter(|&&(guess, proof)| is_counted(guess, proof)).count().to_string()
        };
        table.row(vec![
            number.to_string(),
            here.len().to_string(),
            count(&|_, proof| proof == Count::One),
            count(&|guess, _| guess == Guess::Unique),
            count(&|guess, proof| guess == Guess::Unique && proof == Count::Several),
            count(&|guess, _| guess == Guess::Undecided),
        ]);
    }
    table
}

pub fn correlation_table(evidence: &Evidence<'_>) -> Table {
    let mut table = Table::default();
    for name in ["one view", "other view"] {
        table.column(name, Align::Left);
    }
    for name in ["puzzles", "Spearman's rho", "95 % interval", "Kendall's tau-b", "95 % interval"] {
        table.column(name, Align::Right);
    }
    let word = |view: View| match view {
        View::Effort => "generations",
        other => other.word(),
    };
    for found in evidence.ratings.iter().flat_map(Ratings::correlations) {
        let mut texts = vec![
            word(found.first).to_owned(),
            word(found.second).to_owned(),
            found.puzzles.to_string(),
        ];
        for agreement in [&found.spearman, &found.kendall] {
            texts.push(short(agreement.found.ok().map(|found| found.coefficient)));
            let ends = agreement.resampled.map(|Interval { low, high }| (low, high)).unzip();
            texts.push(limits(ends.0, ends.1, short));
        }
        table.row(texts);
    }
    table
}
