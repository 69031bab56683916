//! One method against the first, on every puzzle and over all of them.

use super::super::dataset::Dataset;
use super::super::figures::Cap;
use super::duel::Duel;
use super::overall_tests::{self, Duels};
use super::puzzle_tests::{self, Depth, other, place};
use super::terms::Terms;
use super::test_row::{Family, Opponents, TestRow};
use super::verdict::{Evidence, Judgement, Showable};
use crate::lab::{Pairing, Primary};
use crate::stats::MeanDifference;

/// A trade-off is one between this share of the cap and the cap.
const EARLY: f64 = 0.1;

/// One method against the first.
pub struct Round {
    method: String,
    against: String,
    primary: Primary,
    is_paired: bool,
    /// By puzzle; `None` where one of the two has no run.
    puzzles: Vec<Option<Part>>,
    /// `None` where they have met on one puzzle only.
    overall: Option<Part>,
}

/// The tests on one puzzle or over all, and the restricted means early and late.
struct Part {
    puzzle: Option<String>,
    rows: Vec<TestRow>,
    early_and_late: Option<(MeanDifference, MeanDifference)>,
}

impl Round {
    /// Makes every test of a method, by its place, against the first; `caps` are those of the
    /// puzzles, and puzzle by puzzle there is as much as `depth` says.
    pub fn new(
        dataset: &Dataset,
        method: usize,
        terms: Terms,
        primary: Primary,
        (caps, depth): (&[Option<Cap>], Depth),
    ) -> Self {
        let (name, against) = (&dataset.methods()[method], &dataset.methods()[0]);
        let duels = caps.iter().enumerate();
        let duels: Vec<Option<Duel>> = duels
            .map(|(puzzle, &cap)| Duel::within(dataset, puzzle, [method, 0], terms, cap))
            .collect();
        let named = dataset.puzzles().iter().zip(&duels);
        let puzzles = named
            .map(|(facts, duel)| {
                let puzzle = Some(facts.name.as_str());
                let duel = duel.as_ref()?;
                let opponents = Opponents { puzzle, a: name, b: against };
                let rows = puzzle_tests::tests(duel, opponents, terms.unit, depth);
                let at = |share| duel.mean_difference(duel.cap? * share);
                Some(Part::new(puzzle, rows, primary, at(EARLY).zip(at(1.0))))
            })
            .collect();
        let duels = Duels { duels: duels.into_iter().flatten().collect(), unit: terms.unit };
        let overall = (duels.duels.len() > 1).then(|| {
            let opponents = Opponents { puzzle: None, a: name, b: against };
            let rows = overall_tests::tests(&duels, opponents, primary);
            let at = |share| duels.mean_difference(share);
            Part::new(None, rows, primary, at(EARLY).zip(at(1.0)))
        });
        let is_paired = terms.pairing == Pairing::Common;
        Self {
            method: name.clone(),
            against: against.clone(),
            primary,
            is_paired,
            puzzles,
            overall,
        }
    }

    /// The primary tests on single puzzles.
    pub fn puzzle_answers(&mut self) -> impl Iterator<Item = &mut TestRow> {
        let primary = self.primary;
        self.puzzles.iter_mut().flatten().map(move |part| &mut part.rows[place(primary)])
    }

    /// The primary test over all puzzles.
    pub fn overall_answer(&mut self) -> Option<&mut TestRow> {
        Some(&mut self.overall.as_mut()?.rows[place(self.primary)])
    }

    /// On how many puzzles both have runs.
    pub fn puzzles(&self) -> usize {
        self.puzzles.iter().flatten().count()
    }

    /// The verdict on a puzzle, where so many comparisons are made at a time.
    pub fn judge(
        &self,
        puzzle: usize,
        known: &mut Showable,
        comparisons: usize,
    ) -> Option<Judgement> {
        Some(self.judged(self.puzzles[puzzle].as_ref()?, known, comparisons))
    }

    /// The verdict over all puzzles.
    pub fn judge_overall(&self, known: &mut Showable, comparisons: usize) -> Option<Judgement> {
        Some(self.judged(self.overall.as_ref()?, known, comparisons))
    }

    fn judged(&self, part: &Part, known: &mut Showable, comparisons: usize) -> Judgement {
        let evidence = Evidence {
            primary: self.primary,
            answer: &part.rows[place(self.primary)],
            other: &part.rows[place(other(self.primary))],
            early_and_late: part.early_and_late,
            comparisons,
            is_paired: self.is_paired,
        };
        let (verdict, because) = evidence.judge(known);
        let (method, against) = (self.method.clone(), self.against.clone());
        let puzzles = if part.puzzle.is_some() { 1 } else { self.puzzles() };
        Judgement { puzzle: part.puzzle.clone(), puzzles, method, against, verdict, because }
    }

    /// Number of all tests.
    pub fn row_count(&self) -> usize {
        let parts = self.overall.iter().chain(self.puzzles.iter().flatten());
        parts.map(|part| part.rows.len()).sum()
    }

    /// All tests.
    pub fn into_rows(self) -> impl Iterator<Item = TestRow> {
        self.overall
            .into_iter()
            .chain(self.puzzles.into_iter().flatten())
            .flat_map(|part| part.rows)
    }
}

impl Part {
    fn new(
        puzzle: Option<&str>,
        mut rows: Vec<TestRow>,
        primary: Primary,
        early_and_late: Option<(MeanDifference, MeanDifference)>,
    ) -> Self {
        rows[place(primary)].family =
            if puzzle.is_some() { Family::Puzzle } else { Family::Overall };
        Self { puzzle: puzzle.map(str::to_owned), rows, early_and_late }
    }
}
