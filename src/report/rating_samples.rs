//! Made-up ratings for tests.

use crate::analysis::{
    EffortUnit, Figures, Guess, Guessed, Observation, PuzzleFacts, PuzzleRating, Ratings,
};
use crate::exact::{Count, Difficulty};
use crate::logic::LogicLevel;
use crate::solver::Budget;

/// The runs of a puzzle: solved after so many generations, or not within 100.
fn figures(efforts: &[Option<u64>]) -> Option<Figures> {
    let run = |&effort: &Option<u64>| Observation {
        is_solved: effort.is_some(),
        generations: effort.or(Some(100)),
        caps: Budget { generations: Some(100), ..Budget::default() },
        ..Observation::default()
    };
    let runs: Vec<Observation> = efforts.iter().map(run).collect();
    (!runs.is_empty()).then(|| Figures::of(&runs, EffortUnit::Generations))
}

/// Five puzzles of 9x9, one of which has several solutions and no runs, and one Twodoku.
pub fn ratings() -> Ratings {
    let puzzle = |name: &str, layout: &str, givens, solutions, nodes, logic, efforts: &[_]| {
        let facts = PuzzleFacts {
            name: name.to_owned(),
            layout: layout.to_owned(),
            givens: Some(givens),
            cells: None,
        };
        let difficulty = Difficulty { solutions, nodes: Some(nodes), logic };
        PuzzleRating { facts, difficulty, figures: figures(efforts) }
    };
    let one = Count::One;
    let puzzles = vec![
        puzzle("easy", "9x9", 40, one, 0, Some(LogicLevel::NakedSingles), &[Some(2), Some(4)]),
        puzzle("plain", "9x9", 36, one, 0, Some(LogicLevel::NakedSingles), &[Some(5), Some(7)]),
        puzzle("hard", "9x9", 26, one, 3, Some(LogicLevel::Pairs), &[Some(50), None]),
        puzzle("fiend", "9x9", 24, one, 900, Some(LogicLevel::Guess), &[None, None]),
        puzzle("loose", "9x9", 20, Count::Several, 7, None, &[]),
        puzzle("two", "twodoku", 99, one, 0, Some(LogicLevel::HiddenSingles), &[Some(9)]),
    ];
    Ratings { method: "ga".to_owned(), unit: EffortUnit::Generations, cap: Some(100.0), puzzles }
}

/// A guess for each of them.
pub fn guesses() -> Vec<Guessed> {
    let guessed = |guess, runs, answers| Guessed { guess, runs, answers };
    vec![
        guessed(Guess::Unique, 6, 6),
        guessed(Guess::Unique, 7, 6),
        guessed(Guess::Undecided, 10, 5),
        guessed(Guess::Undecided, 10, 0),
        guessed(Guess::Undecided, 10, 0),
        guessed(Guess::Unique, 6, 6),
    ]
}
