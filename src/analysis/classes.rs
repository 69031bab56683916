//! Puzzles of one kind together: those whose names differ in their last number only, as a recipe
//! gives them.
//!
//! Puzzles are not alike, so that the runs of a class are no sample of one share: the interval of a
//! class is that of the mean over its puzzles, unless it has one puzzle, or one run on each.

use super::dataset::Dataset;
use super::figures::Figures;
use super::observation::Observation;
use super::unit::EffortUnit;
use crate::stats::tails::student_quantile;
use crate::stats::{Interval, Proportion, mean, standard_deviation};

/// Puzzles of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// What they are called but for their number.
    pub name: String,
    /// Their places in the dataset.
    pub puzzles: Vec<usize>,
}

/// What a method came to on a class.
#[derive(Clone, Debug)]
pub struct ClassFigures {
    /// The figures of all its runs together.
    pub figures: Figures,
    /// Runs solved on each puzzle that has runs.
    pub by_puzzle: Vec<Proportion>,
    /// The mean over the puzzles of their solved shares.
    pub share: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
}

/// The kinds of puzzles of a dataset, in its order.
pub fn classes(dataset: &Dataset) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for (place, facts) in dataset.puzzles().iter().enumerate() {
        let name = class_name(&facts.name);
        match classes.iter_mut().find(|class| class.name == name) {
            Some(class) => class.puzzles.push(place),
            None => classes.push(Class { name: name.to_owned(), puzzles: vec![place] }),
        }
    }
    // What is alone of its kind keeps its whole name.
    for class in classes.iter_mut().filter(|class| class.puzzles.len() == 1) {
        class.name.clone_from(&dataset.puzzles()[class.puzzles[0]].name);
    }
    classes
}

/// A name without its last number.
fn class_name(name: &str) -> &str {
    let bare = name.trim_end_matches(|symbol: char| symbol.is_ascii_digit());
    match bare.strip_suffix(['-', '#']) {
        Some(class) if bare.len() < name.len() && !class.is_empty() => class,
        _ => name,
    }
}

impl Class {
    /// All runs of a method on its puzzles.
    pub fn runs(&self, dataset: &Dataset, method: usize) -> Vec<Observation> {
        self.puzzles.iter().flat_map(|&puzzle| dataset.runs(puzzle, method)).copied().collect()
    }

    /// What a method came to, in the unit that its runs count; `None` without runs.
    pub fn figures(
        &self,
        dataset: &Dataset,
        method: usize,
        unit: EffortUnit,
    ) -> Option<ClassFigures> {
        let runs = self.runs(dataset, method);
        if runs.is_empty() {
            return None;
        }
        let solved = |&puzzle: &usize| {
            let runs = dataset.runs(puzzle, method);
            let solved = runs.iter().filter(|run| run.is_solved).count();
            Proportion::new(solved as u64, runs.len() as u64)
        };
        let by_puzzle: Vec<Proportion> =
            self.puzzles.iter().map(solved).filter(|solved| solved.trials > 0).collect();
        let shares: Vec<f64> = by_puzzle.iter().filter_map(|solved| solved.share()).collect();
        let figures = Figures::of(&runs, unit);
        let is_one_sample =
            by_puzzle.len() == 1 || by_puzzle.iter().all(|solved| solved.trials == 1);
        let interval =
            if is_one_sample { figures.solved.wilson() } else { interval_of_mean(&shares) };
        Some(ClassFigures { interval, share: mean(&shares), figures, by_puzzle })
    }
}

/// Student's 95 % interval of the mean of shares, within 0 and 1.
fn interval_of_mean(shares: &[f64]) -> Option<Interval> {
    let (mean, deviation) = (mean(shares)?, standard_deviation(shares)?);
    let size = shares.len() as f64;
    let width = student_quantile(0.975, size - 1.0)? * deviation / size.sqrt();
    Some(Interval { low: (mean - width).max(0.0), high: (mean + width).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::parse_runs;

    fn dataset(rows: &str) -> Dataset {
        let text = format!("puzzle,method,solved,generations\n{rows}");
        parse_runs("f.csv", text.as_bytes()).expect("runs")
    }

    #[test]
    fn names_that_differ_in_their_last_number_are_a_class() {
        let rows = ["easy-1", "easy-2", "hard-1-1", "hard-1-2", "fig-6", "12", "a#1", "a#2"];
        let rows: String = rows.map(|name| format!("{name},m,1,5\n")).concat();
        let found = classes(&dataset(&rows));
        let told: Vec<(&str, usize)> =
            found.iter().map(|class| (class.name.as_str(), class.puzzles.len())).collect();
        assert_eq!(told, [("easy", 2), ("hard-1", 2), ("fig-6", 1), ("12", 1), ("a", 2)]);
    }

    #[test]
    fn the_interval_of_a_class_is_over_its_puzzles() {
        let rows = "p-1,m,1,5\np-1,m,1,6\np-2,m,0,9\np-2,m,1,7\np-3,m,0,9\np-3,m,0,9\n";
        let dataset = dataset(rows);
        let class = &classes(&dataset)[0];
        let found = class.figures(&dataset, 0, EffortUnit::Generations).expect("runs");
        assert_eq!((found.figures.solved, found.share), (Proportion::new(3, 6), Some(0.5)));
        // 0.5 +- scipy.stats.t.ppf(0.975, 2) * 0.5 / sqrt(3) reaches beyond 0 and 1
        assert_eq!(found.interval, Some(Interval { low: 0.0, high: 1.0 }));
        let alone = dataset.with_puzzles(&[1]);
        let found = classes(&alone)[0].figures(&alone, 0, EffortUnit::Generations).expect("runs");
        assert_eq!(found.interval, Proportion::new(1, 2).wilson());
    }
}
