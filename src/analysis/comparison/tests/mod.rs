//! Comparisons of made-up runs.

mod gates;
mod laws;
mod properties;
mod rows;
mod verdicts;

use super::*;
use crate::analysis::{Dataset, Observation, PuzzleFacts};
use crate::solver::{Budget, Stop};

/// The cap of made-up runs.
const CAP: u64 = 1000;

/// A run that solved after so many generations, or spent its cap in vain.
fn run(repeat: usize, solved_after: Option<u64>) -> Observation {
    Observation {
        repeat: repeat as u64,
        is_solved: solved_after.is_some(),
        stop: Some(if solved_after.is_some() { Stop::Solved } else { Stop::Generations }),
        generations: Some(solved_after.unwrap_or(CAP)),
        caps: Budget { generations: Some(CAP), ..Budget::default() },
        ..Observation::default()
    }
}

/// Adds the runs of a method on a puzzle.
fn add(dataset: &mut Dataset, puzzle: &str, method: &str, runs: &[Option<u64>]) {
    let facts = PuzzleFacts { name: puzzle.to_owned(), ..PuzzleFacts::default() };
    let (puzzle, method) = (dataset.puzzle(&facts), dataset.method(method));
    for (repeat, &solved_after) in runs.iter().enumerate() {
        dataset.add(puzzle, method, run(repeat, solved_after));
    }
}

/// Methods `a`, `b`, ... on one puzzle.
fn on_one_puzzle(samples: &[&[Option<u64>]]) -> Dataset {
    let mut dataset = Dataset::default();
    for (method, runs) in ["a", "b", "c", "d"].iter().zip(samples) {
        add(&mut dataset, "p", method, runs);
    }
    dataset
}

/// So many runs that solved, evenly between two times, and so many that did not.
fn runs(solved: u64, from: u64, to: u64, failed: usize) -> Vec<Option<u64>> {
    let step = |place| from + (to - from) * place / solved.max(2).saturating_sub(1);
    let mut runs: Vec<Option<u64>> = (0..solved).map(|place| Some(step(place))).collect();
    runs.resize(runs.len() + failed, None);
    runs
}

/// The same with every run of a repeat under one seed.
fn with_common_seeds(dataset: &Dataset) -> Dataset {
    let mut common = Dataset::default();
    for (puzzle, facts) in dataset.puzzles().iter().enumerate() {
        for (method, name) in dataset.methods().iter().enumerate() {
            let (to_puzzle, to_method) = (common.puzzle(facts), common.method(name));
            for &run in dataset.runs(puzzle, method) {
                let seed = Some(7 * run.repeat);
                common.add(to_puzzle, to_method, Observation { seed, ..run });
            }
        }
    }
    common
}

fn find<'c>(comparison: &'c Comparison, test: &str) -> &'c TestRow {
    comparison.tests.iter().find(|row| row.test == test).expect("a test of that name")
}
