//! The times of two methods as boards grow.

use super::evidence::Evidence;
use crate::analysis::Class;
use crate::stats::{Proportion, running_time};

/// The confidence of the limit where nothing is solved.
const CONFIDENCE: f64 = 0.95;

/// The times of two methods on the boards of one side.
#[derive(Clone, Debug)]
pub struct SizeRatio {
    /// Name of the layout.
    pub layout: String,
    /// Runs that the method solved.
    pub solved: Proportion,
    /// Runs that the other one solved.
    pub other_solved: Proportion,
    /// CPU seconds a solution of the method; a lower limit where it has none.
    pub seconds: Option<f64>,
    /// CPU seconds a solution of the other one.
    pub other_seconds: Option<f64>,
    /// The one by the other.
    pub ratio: Option<f64>,
    /// Whether the method solved nothing, so that the ratio is at least so large.
    pub is_limit: bool,
}

/// The times of two methods, layout by layout.
pub fn side_ratios(evidence: &Evidence<'_>, method: &str, against: &str) -> Option<Vec<SizeRatio>> {
    let places = [evidence.method(method)?, evidence.method(against)?];
    let dataset = &evidence.survey.dataset;
    let mut layouts: Vec<&str> = Vec::new();
    for facts in dataset.puzzles() {
        if !layouts.contains(&facts.layout.as_str()) {
            layouts.push(&facts.layout);
        }
    }
    let ratio = |layout: &str| {
        let puzzles = dataset.puzzles().iter().enumerate();
        let puzzles = puzzles.filter(|(_, facts)| facts.layout == layout).map(|(place, _)| place);
        let class = Class { name: layout.to_owned(), puzzles: puzzles.collect() };
        let [one, other] = places.map(|place| {
            let runs = class.runs(dataset, place);
            let seconds: f64 = runs.iter().filter_map(|run| run.seconds).sum();
            let solved = runs.iter().filter(|run| run.is_solved).count() as u64;
            (seconds, Proportion::new(solved, runs.len() as u64))
        });
        let time = |(seconds, solved): (f64, Proportion)| {
            let time = running_time(seconds, solved.successes, CONFIDENCE)?;
            time.estimate.or(time.low)
        };
        let (seconds, other_seconds) = (time(one), time(other));
        SizeRatio {
            layout: layout.to_owned(),
            solved: one.1,
            other_solved: other.1,
            ratio: seconds.zip(other_seconds).map(|(one, other)| one / other),
            seconds,
            other_seconds,
            is_limit: one.1.successes == 0,
        }
    };
    Some(layouts.into_iter().map(ratio).collect())
}
