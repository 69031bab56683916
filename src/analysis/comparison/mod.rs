//! Methods against the first of them: figures, tests, verdicts.
//!
//! One test is named beforehand (the primary one) and adjusted by Holm in two families: over all
//! puzzles, which are strata and never pooled, and puzzle by puzzle. Everything else explores.

mod test_row;
mod verdict;

pub use test_row::{Family, TestRow};
pub use verdict::{Judgement, Verdict};

use super::dataset::PuzzleFacts;
use super::figures::Figures;
use super::unit::EffortUnit;
use crate::lab::{Pairing, Primary};

/// All that is said about a dataset.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The unit of effort in which times to a solution are told.
    pub unit: EffortUnit,
    /// The question.
    pub primary: Primary,
    /// Whether the runs are pairs by their seeds.
    pub pairing: Pairing,
    /// The methods; the first is the one that all others are compared with.
    pub methods: Vec<String>,
    /// Puzzle by puzzle.
    pub puzzles: Vec<PuzzleComparison>,
    /// Each other method over all puzzles; empty where there is one puzzle only.
    pub overall: Vec<Judgement>,
    /// Every test and estimate.
    pub tests: Vec<TestRow>,
    /// What the reader must know before believing it; whole sentences.
    pub warnings: Vec<String>,
}

/// The methods on one puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleComparison {
    /// The puzzle.
    pub facts: PuzzleFacts,
    /// The cap that all methods have in common: times beyond it are not compared.
    pub cap: Option<f64>,
    /// The figures of each method, each up to its own cap, in the order of the methods.
    pub figures: Vec<Figures>,
    /// The verdict on each method but the first.
    pub judgements: Vec<Judgement>,
}
