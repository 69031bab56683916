//! Study 004's guess whether a puzzle has one solution, by solving it again and again, and how often
//! the guess is wrong against the proof.
//!
//! The rule: up to ten runs; "unique" when the same solution comes more than five times running,
//! "several" when two different ones are seen. A run that does not solve gives no answer: it is one
//! of the ten, and neither lengthens nor breaks a row of equal answers.

use super::dataset::PuzzleFacts;
use crate::exact::Count;
use crate::lab::{JournalError, Results, SolutionDigest};
use crate::stats::Proportion;

/// Runs that the guess may take.
pub const MOST_RUNS: u64 = 10;

/// So many equal answers in a row make a puzzle "unique".
pub const EQUAL_ANSWERS: u64 = 6;

/// Why there is no guess.
#[derive(Debug, thiserror::Error)]
pub enum CannotGuess {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Runs do not tell which solution they found.
    #[error(
        "the runs do not tell which solution they found; the plan must have `solutions = true`"
    )]
    NotKept,
}

/// What repeated solving says of the number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guess {
    /// Six equal answers in a row, and no other.
    Unique,
    /// Two different answers; always right, since each was checked.
    Several,
    /// Neither: too few of the runs solved.
    Undecided,
}

impl Guess {
    /// All guesses, as tables have them.
    pub const ALL: [Self; 3] = [Self::Unique, Self::Several, Self::Undecided];

    /// The word for it in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Several => "several",
            Self::Undecided => "undecided",
        }
    }
}

/// A guess and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guessed {
    /// The guess.
    pub guess: Guess,
    /// Runs until it was made.
    pub runs: u64,
    /// Those of them that solved.
    pub answers: u64,
}

/// The guess for a puzzle by the runs of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleGuess {
    /// The puzzle.
    pub facts: PuzzleFacts,
    /// The method, with the values of swept keys.
    pub method: String,
    /// The guess.
    pub guessed: Guessed,
}

/// The rule of study 004 on the answers of runs, in their order; `None` is a run that did not solve.
pub fn guess(answers: impl IntoIterator<Item = Option<SolutionDigest>>) -> Guessed {
    let mut first = None;
    let mut guessed = Guessed { guess: Guess::Undecided, runs: 0, answers: 0 };
    for answer in answers.into_iter().take(MOST_RUNS as usize) {
        guessed.runs += 1;
        let Some(answer) = answer else { continue };
        guessed.answers += 1;
        if *first.get_or_insert(answer) != answer {
            return Guessed { guess: Guess::Several, ..guessed };
        }
        if guessed.answers == EQUAL_ANSWERS {
            return Guessed { guess: Guess::Unique, ..guessed };
        }
    }
    guessed
}

/// The guess for every puzzle by every method of a plan with `solutions = true`, in plan order.
pub fn uniqueness(results: &mut Results<'_, '_>) -> Result<Vec<PuzzleGuess>, CannotGuess> {
    let plan = results.plan();
    let mut samples: Vec<(usize, PuzzleGuess, Vec<Option<SolutionDigest>>)> = Vec::new();
    results.each(|run, record| {
        if !record.tells_solution() {
            return Err(CannotGuess::NotKept);
        }
        let sample = run.number / plan.repeats as usize;
        if samples.last().is_none_or(|last| last.0 != sample) {
            let unguessed = PuzzleGuess {
                facts: PuzzleFacts::of(&run.planned.puzzle),
                method: run.arm.label(&plan.keys),
                guessed: guess([]),
            };
            samples.push((sample, unguessed, Vec::new()));
        }
        if let Some((_, _, answers)) = samples.last_mut() {
            answers.push(record.solution);
        }
        Ok(())
    })?;
    let made = |(_, unguessed, answers)| PuzzleGuess { guessed: guess(answers), ..unguessed };
    Ok(samples.into_iter().map(made).collect())
}

/// What was proved of puzzles by what was guessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UniquenessTally {
    /// Puzzles by guess, and in it by proof.
    counts: [[u64; 4]; 3],
}

impl UniquenessTally {
    /// The proofs, as tables have them.
    pub const PROOFS: [Count; 4] = [Count::One, Count::Several, Count::None, Count::Unknown];

    /// The tally of puzzles.
    pub fn of(puzzles: impl IntoIterator<Item = (Guess, Count)>) -> Self {
        let mut tally = Self::default();
        for (guess, proof) in puzzles {
            tally.counts[guess as usize][place(proof)] += 1;
        }
        tally
    }

    /// Puzzles with this guess and this proof.
    pub fn count(&self, guess: Guess, proof: Count) -> u64 {
        self.counts[guess as usize][place(proof)]
    }

    /// Puzzles that were called unique and have several solutions, of those called unique of which
    /// the proof is known.
    pub fn wrong_when_unique(&self) -> Proportion {
        let wrong = self.count(Guess::Unique, Count::Several);
        Proportion::new(wrong, wrong + self.count(Guess::Unique, Count::One))
    }

    /// Puzzles that were called unique, of those with several solutions.
    pub fn unique_of_several(&self) -> Proportion {
        self.share(Guess::Unique, Count::Several)
    }

    /// Puzzles that were called unique, of those with one solution.
    pub fn unique_of_one(&self) -> Proportion {
        self.share(Guess::Unique, Count::One)
    }

    /// Puzzles without a guess, of all.
    pub fn undecided(&self) -> Proportion {
        let sum = |guess: Guess| self.counts[guess as usize].iter().sum::<u64>();
        Proportion::new(sum(Guess::Undecided), Guess::ALL.map(sum).iter().sum())
    }

    fn share(&self, guess: Guess, proof: Count) -> Proportion {
        let all = Guess::ALL.map(|guess| self.count(guess, proof));
        Proportion::new(self.count(guess, proof), all.iter().sum())
    }
}

fn place(proof: Count) -> usize {
    match proof {
        Count::One => 0,
        Count::Several => 1,
        Count::None => 2,
        Count::Unknown => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn answers(text: &str) -> Vec<Option<SolutionDigest>> {
        let answer = |symbol: char| symbol.to_digit(10).map(|digit| SolutionDigest(digit.into()));
        text.chars().map(answer).collect()
    }

    #[test]
    fn the_rule_is_that_of_the_study() {
        for (text, guess_made, runs, solved) in [
            ("111111", Guess::Unique, 6, 6),
            ("1111112", Guess::Unique, 6, 6),
            ("11111", Guess::Undecided, 5, 5),
            ("111112", Guess::Several, 6, 6),
            ("12", Guess::Several, 2, 2),
            ("-1-1-1-1-1-1", Guess::Undecided, 10, 5),
            ("-1-1-11111", Guess::Unique, 9, 6),
            ("----------1", Guess::Undecided, 10, 0),
            ("1---------2", Guess::Undecided, 10, 1),
            ("", Guess::Undecided, 0, 0),
        ] {
            let expected = Guessed { guess: guess_made, runs, answers: solved };
            assert_eq!(guess(answers(text)), expected, "{text}");
        }
    }

    #[test]
    fn a_tally_counts_what_was_wrong() {
        let tally = UniquenessTally::of([
            (Guess::Unique, Count::One),
            (Guess::Unique, Count::One),
            (Guess::Unique, Count::Several),
            (Guess::Unique, Count::Unknown),
            (Guess::Several, Count::Several),
            (Guess::Undecided, Count::One),
            (Guess::Undecided, Count::None),
        ]);
        let pairs = [
            (tally.wrong_when_unique(), (1, 3)),
            (tally.unique_of_several(), (1, 2)),
            (tally.unique_of_one(), (2, 3)),
            (tally.undecided(), (2, 7)),
        ];
        for (found, expected) in pairs {
            assert_eq!((found.successes, found.trials), expected);
        }
        let none = UniquenessTally::default();
        assert_eq!(none.wrong_when_unique().share(), None);
        assert_eq!(tally.count(Guess::Unique, Count::Unknown), 1);
    }

    proptest! {
        #[test]
        fn a_guess_says_what_its_answers_say(
            told in prop::collection::vec(prop::option::of(0..2u64), 0..15),
        ) {
            let answers = || told.iter().map(|one| one.map(SolutionDigest));
            let found = guess(answers());
            let looked: Vec<_> = answers().take(found.runs as usize).flatten().collect();
            let is_mixed = looked.iter().any(|answer| *answer != looked[0]);
            prop_assert_eq!(found.answers, looked.len() as u64);
            prop_assert_eq!(found.guess == Guess::Several, is_mixed);
            prop_assert_eq!(found.guess == Guess::Unique, !is_mixed && looked.len() == 6);
            prop_assert!(found.runs <= MOST_RUNS);
        }
    }
}
