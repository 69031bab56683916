//! The runs of a comparison: each puzzle's runs by each method.
//!
//! Puzzles and methods keep the order in which they come.

use std::collections::HashMap;

use super::observation::Observation;
use crate::board::Puzzle;

/// A puzzle, as far as a comparison needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PuzzleFacts {
    /// Its name.
    pub name: String,
    /// Name of its layout.
    pub layout: String,
    /// Number of givens, where that is told.
    pub givens: Option<u32>,
    /// Number of cells, where the layout is known.
    pub cells: Option<u32>,
}

impl PuzzleFacts {
    /// The facts of a puzzle.
    pub fn of(puzzle: &Puzzle) -> Self {
        Self {
            name: puzzle.name().to_owned(),
            layout: puzzle.layout().name().to_owned(),
            givens: Some(puzzle.given_count() as u32),
            cells: Some(puzzle.layout().cell_count() as u32),
        }
    }

    /// Number of empty cells.
    pub fn empty(&self) -> Option<u32> {
        self.cells?.checked_sub(self.givens?)
    }
}

/// Runs by puzzle and method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    puzzles: Vec<PuzzleFacts>,
    methods: Vec<String>,
    /// The runs of puzzle p by method m, at place p of the outer and m of the inner list; the inner
    /// lists may be shorter than there are methods.
    runs: Vec<Vec<Vec<Observation>>>,
    puzzle_places: HashMap<PuzzleFacts, usize>,
    method_places: HashMap<String, usize>,
}

impl Dataset {
    /// The puzzles, in the order in which they came.
    pub fn puzzles(&self) -> &[PuzzleFacts] {
        &self.puzzles
    }

    /// The methods, in the order in which they came.
    pub fn methods(&self) -> &[String] {
        &self.methods
    }

    /// Number of all runs.
    pub fn len(&self) -> usize {
        self.runs.iter().flatten().map(Vec::len).sum()
    }

    /// Whether there is no run.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The runs of a puzzle by a method, both by their places.
    pub fn runs(&self, puzzle: usize, method: usize) -> &[Observation] {
        self.runs[puzzle].get(method).map_or(&[], Vec::as_slice)
    }

    /// The place of a puzzle, which is taken in when it is new. Puzzles of one name and unlike
    /// facts are two.
    pub fn puzzle(&mut self, facts: &PuzzleFacts) -> usize {
        // Rows come puzzle by puzzle, so that it is mostly the last.
        if self.puzzles.last() == Some(facts) {
            return self.puzzles.len() - 1;
        }
        if let Some(&place) = self.puzzle_places.get(facts) {
            return place;
        }
        self.puzzles.push(facts.clone());
        self.runs.push(Vec::new());
        self.puzzle_places.insert(facts.clone(), self.puzzles.len() - 1);
        self.puzzles.len() - 1
    }

    /// The place of a method, which is taken in when it is new.
    pub fn method(&mut self, name: &str) -> usize {
        if let Some(&place) = self.method_places.get(name) {
            return place;
        }
        self.methods.push(name.to_owned());
        self.method_places.insert(name.to_owned(), self.methods.len() - 1);
        self.methods.len() - 1
    }

    /// Adds a run of a puzzle by a method, both by their places.
    pub fn add(&mut self, puzzle: usize, method: usize, observation: Observation) {
        self.sample(puzzle, method).push(observation);
    }

    /// Makes room for so many runs of a puzzle by a method, both by their places, and for no more:
    /// a list that grows may double, which of many small samples is much room for nothing.
    pub fn expect(&mut self, puzzle: usize, method: usize, runs: usize) {
        let sample = self.sample(puzzle, method);
        if sample.is_empty() {
            sample.reserve_exact(runs);
        }
    }

    /// Adds runs of a puzzle by a method, both by their places.
    fn add_all(&mut self, puzzle: usize, method: usize, mut runs: Vec<Observation>) {
        let sample = self.sample(puzzle, method);
        match sample.is_empty() {
            true => *sample = runs,
            false => sample.append(&mut runs),
        }
    }

    fn sample(&mut self, puzzle: usize, method: usize) -> &mut Vec<Observation> {
        let row = &mut self.runs[puzzle];
        if row.is_empty() {
            row.reserve_exact(self.methods.len());
        }
        if row.len() <= method {
            row.resize_with(method + 1, Vec::new);
        }
        &mut row[method]
    }

    /// Takes in all runs of another one, whose methods, in their order, have these names here.
    pub fn unite(&mut self, other: Self, names: &[String]) {
        let methods: Vec<usize> = names.iter().map(|name| self.method(name)).collect();
        for (facts, samples) in other.puzzles.iter().zip(other.runs) {
            let puzzle = self.puzzle(facts);
            for (&method, runs) in methods.iter().zip(samples) {
                if !runs.is_empty() {
                    self.add_all(puzzle, method, runs);
                }
            }
        }
    }

    /// The runs on some puzzles only, in the order of `chosen`, which are places.
    pub fn with_puzzles(&self, chosen: &[usize]) -> Self {
        let puzzles: Vec<PuzzleFacts> =
            chosen.iter().map(|&puzzle| self.puzzles[puzzle].clone()).collect();
        let places = puzzles.iter().cloned().enumerate().map(|(place, facts)| (facts, place));
        Self {
            puzzle_places: places.collect(),
            runs: chosen.iter().map(|&puzzle| self.runs[puzzle].clone()).collect(),
            puzzles,
            methods: self.methods.clone(),
            method_places: self.method_places.clone(),
        }
    }

    /// The runs of some methods only, in the order of `chosen`, which are places.
    pub fn with_methods(&self, chosen: &[usize]) -> Self {
        let pick = |puzzle: usize| {
            chosen.iter().map(|&method| self.runs(puzzle, method).to_vec()).collect()
        };
        let methods: Vec<String> =
            chosen.iter().map(|&method| self.methods[method].clone()).collect();
        let places = methods.iter().cloned().enumerate().map(|(place, name)| (name, place));
        Self {
            method_places: places.collect(),
            methods,
            puzzles: self.puzzles.clone(),
            puzzle_places: self.puzzle_places.clone(),
            runs: (0..self.puzzles.len()).map(pick).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_lie_where_their_puzzle_and_method_are() {
        let mut dataset = Dataset::default();
        let facts = |name: &str, givens| PuzzleFacts {
            name: name.to_owned(),
            givens: Some(givens),
            cells: Some(81),
            ..PuzzleFacts::default()
        };
        for (repeat, (name, givens, method)) in
            [("p", 30, "a"), ("p", 30, "b"), ("q", 25, "b"), ("p", 31, "a"), ("p", 30, "b")]
                .into_iter()
                .enumerate()
        {
            let puzzle = dataset.puzzle(&facts(name, givens));
            let method = dataset.method(method);
            let repeat = repeat as u64;
            dataset.add(puzzle, method, Observation { repeat, ..Observation::default() });
        }
        assert_eq!(
            (dataset.puzzles().len(), dataset.methods()),
            (3, ["a", "b"].map(String::from).as_slice())
        );
        let repeats = |dataset: &Dataset, puzzle, method| {
            dataset.runs(puzzle, method).iter().map(|run| run.repeat).collect::<Vec<_>>()
        };
        assert_eq!(repeats(&dataset, 0, 1), [1, 4]);
        assert_eq!(repeats(&dataset, 1, 0), [0; 0]);
        assert_eq!(dataset.puzzles()[1].empty(), Some(56));
        let turned = dataset.with_methods(&[1, 0]);
        assert_eq!((turned.methods()[0].as_str(), repeats(&turned, 0, 0)), ("b", vec![1, 4]));
        assert_eq!(repeats(&turned, 2, 0), [0; 0]);
        let fewer = dataset.with_puzzles(&[2, 0]);
        assert_eq!((repeats(&fewer, 0, 0), repeats(&fewer, 1, 1)), (vec![3], vec![1, 4]));
    }
}
