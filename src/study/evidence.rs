//! What the results of a plan hold for the questions of a study.

use crate::analysis::{
    CannotGuess, Class, Guess, Ratings, Survey, classes, rate, survey, uniqueness,
};
use crate::board::Puzzle;
use crate::exact::{Count, Difficulty, difficulty};
use crate::lab::{JournalError, Results};
use crate::solver::{Budget, Meter, Unobserved};

use super::file::View;

/// Nodes after which the solutions of a puzzle stay unknown.
const NODES_A_PROOF: u64 = 200_000;

/// Why results tell nothing.
#[derive(Debug, thiserror::Error)]
pub enum EvidenceError {
    /// They cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// They do not tell which solutions were found.
    #[error(transparent)]
    NoGuess(#[from] CannotGuess),
}

/// What results hold.
pub struct Evidence<'p> {
    /// All that a report tells of them.
    pub survey: Survey<'p>,
    /// The kinds of puzzles.
    pub classes: Vec<Class>,
    /// Of each puzzle its givens, whether it was called unique, and the proof; where that is asked.
    pub guesses: Vec<(u32, Guess, Count)>,
    /// The puzzles by several views of their difficulty, where that is asked.
    pub ratings: Option<Ratings>,
}

impl<'p> Evidence<'p> {
    /// Works out what results hold for some views.
    pub fn gather(results: &mut Results<'_, 'p>, views: &[View]) -> Result<Self, EvidenceError> {
        let survey = survey(results)?;
        let classes = classes(&survey.dataset);
        let puzzles = || survey.plan.puzzles.iter().map(|planned| &planned.puzzle);
        let mut guesses = Vec::new();
        if views.contains(&View::Unique) {
            for (guess, puzzle) in uniqueness(results)?.into_iter().zip(puzzles()) {
                let givens = puzzle.given_count() as u32;
                guesses.push((givens, guess.guessed.guess, proved(puzzle).solutions));
            }
        }
        let ratings = match (views.contains(&View::Rating), survey.unit) {
            (true, Some(unit)) => {
                let puzzles: Vec<(&Puzzle, Difficulty)> =
                    puzzles().map(|puzzle| (puzzle, proved(puzzle))).collect();
                let method = survey.dataset.methods().first().cloned().unwrap_or_default();
                Some(rate(&puzzles, &survey.dataset, &method, unit))
            }
            _ => None,
        };
        Ok(Self { survey, classes, guesses, ratings })
    }

    /// The place of a method among those of the results.
    pub fn method(&self, name: &str) -> Option<usize> {
        self.survey.dataset.methods().iter().position(|known| known == name)
    }

    /// All puzzles of the classes whose names begin so, as one class.
    pub fn class(&self, beginning: &str) -> Class {
        let named = self.classes.iter().filter(|class| class.name.starts_with(beginning));
        Class {
            name: beginning.to_owned(),
            puzzles: named.flat_map(|class| class.puzzles.iter().copied()).collect(),
        }
    }
}

fn proved(puzzle: &Puzzle) -> Difficulty {
    let budget = Budget { nodes: Some(NODES_A_PROOF), ..Budget::default() };
    difficulty(puzzle, &mut Meter::new(budget, &mut Unobserved))
}
