//! One method against the first, on every puzzle and over all of them.

use std::sync::Arc;

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
    method: Arc<str>,
    against: Arc<str>,
    primary: Primary,
    is_paired: bool,
    /// All tests, those over all puzzles first.
    rows: Vec<TestRow>,
    /// By puzzle; `None` where one of the two has no run.
    puzzles: Vec<Option<Part>>,
    /// `None` where they have met on one puzzle only.
    overall: Option<Part>,
}

/// The tests on one puzzle or over all, and the restricted means early and late.
struct Part {
    /// The place of the first of its rows.
    first: usize,
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
        let mut round = Self::begun(dataset, method, terms, primary);
        let (a, b) = (&round.method.clone(), &round.against.clone());
        let met = caps.iter().enumerate().filter_map(|(puzzle, &cap)| {
            Some((puzzle, Duel::within(dataset, puzzle, [method, 0], terms, cap)?))
        });
        let (places, duels): (Vec<usize>, Vec<Duel>) = met.unzip();
        let duels = Duels { duels, unit: terms.unit };
        if places.len() > 1 {
            let sides = Opponents { puzzle: None, a, b };
            let rows = overall_tests::tests(&duels, sides, primary);
            let at = |share| duels.mean_difference(share);
            round.overall = Some(round.part(rows, Family::Overall, at(EARLY).zip(at(1.0))));
        }
        for (&puzzle, duel) in places.iter().zip(&duels.duels) {
            let name: Arc<str> = dataset.puzzles()[puzzle].name.as_str().into();
            let sides = Opponents { puzzle: Some(&name), a, b };
            let rows = puzzle_tests::tests(duel, sides, terms.unit, depth);
            let at = |share| duel.mean_difference(duel.cap? * share);
            round.puzzles[puzzle] = Some(round.part(rows, Family::Puzzle, at(EARLY).zip(at(1.0))));
        }
        round
    }

    fn begun(dataset: &Dataset, method: usize, terms: Terms, primary: Primary) -> Self {
        Self {
            method: dataset.methods()[method].as_str().into(),
            against: dataset.methods()[0].as_str().into(),
            primary,
            is_paired: terms.pairing == Pairing::Common,
            rows: Vec::new(),
            puzzles: std::iter::repeat_with(|| None).take(dataset.puzzles().len()).collect(),
            overall: None,
        }
    }

    /// Takes tests in; the one that answers the primary question belongs to the family.
    fn part(
        &mut self,
        mut rows: Vec<TestRow>,
        family: Family,
        early_and_late: Option<(MeanDifference, MeanDifference)>,
    ) -> Part {
        rows[place(self.primary)].family = family;
        let first = self.rows.len();
        self.rows.append(&mut rows);
        Part { first, early_and_late }
    }

    /// The tests that answer the primary question, on single puzzles or over all.
    pub fn answers(&mut self, family: Family) -> impl Iterator<Item = &mut TestRow> {
        self.rows.iter_mut().filter(move |row| row.family == family)
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
        Some(self.judged(self.puzzles[puzzle].as_ref()?, 1, known, comparisons))
    }

    /// The verdict over all puzzles.
    pub fn judge_overall(&self, known: &mut Showable, comparisons: usize) -> Option<Judgement> {
        Some(self.judged(self.overall.as_ref()?, self.puzzles(), known, comparisons))
    }

    fn judged(
        &self,
        part: &Part,
        puzzles: usize,
        known: &mut Showable,
        comparisons: usize,
    ) -> Judgement {
        let row = |question| &self.rows[part.first + place(question)];
        let evidence = Evidence {
            primary: self.primary,
            answer: row(self.primary),
            other: row(other(self.primary)),
            early_and_late: part.early_and_late,
            comparisons,
            is_paired: self.is_paired,
        };
        let (verdict, because) = evidence.judge(known);
        let (method, against) = (self.method.clone(), self.against.clone());
        let puzzle = evidence.answer.puzzle.clone();
        Judgement { puzzle, puzzles, method, against, verdict, because }
    }

    /// All tests.
    pub fn into_rows(self) -> Vec<TestRow> {
        self.rows
    }
}
