//! Puzzles for tuning and puzzles for the check, which must be others: a winner is always good on
//! the puzzles that it was chosen on.

use std::collections::{HashMap, HashSet};

use crate::board::Puzzle;
use crate::rng::{Rng, derived_seed};

/// One of so many puzzles is held out.
const ONE_OF: usize = 3;

/// Fewer puzzles are not split: the half of too few tells nothing.
const FEWEST: usize = 4;

/// A puzzle that would be tuned and checked on.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "--held-out: `{held_out}` is the same puzzle as `{tuned}`, which is tuned on; a check on it would prove nothing: hold out others"
)]
pub struct Overlap {
    /// What it is called among those to tune on.
    pub tuned: String,
    /// What it is called among those held out.
    pub held_out: String,
}

/// Puzzles in two parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// For tuning.
    pub tuned: Vec<Puzzle>,
    /// For the check.
    pub held_out: Vec<Puzzle>,
}

/// Refuses puzzles that stand in both parts; names do not tell puzzles apart, givens do.
pub fn refuse_overlap(parts: &Parts) -> Result<(), Overlap> {
    let mut tuned: HashMap<[u8; 32], &str> = HashMap::new();
    for puzzle in &parts.tuned {
        tuned.entry(puzzle.digest()).or_insert(puzzle.name());
    }
    for held_out in &parts.held_out {
        if let Some(&name) = tuned.get(&held_out.digest()) {
            let (tuned, held_out) = (name.to_owned(), held_out.name().to_owned());
            return Err(Overlap { tuned, held_out });
        }
    }
    Ok(())
}

/// Holds a third of the puzzles out, which ones the seed says; none where there are fewer than
/// four. Both parts keep the order of the puzzles.
pub fn split(puzzles: Vec<Puzzle>, seed: u64) -> Parts {
    let count = puzzles.len();
    let held_out = if count < FEWEST { 0 } else { count / ONE_OF };
    let mut places: Vec<usize> = (0..count).collect();
    Rng::from_seed(derived_seed(seed, "tune split", 0)).shuffle(&mut places);
    let chosen: HashSet<usize> = places[..held_out].iter().copied().collect();
    let mut parts = Parts::default();
    for (place, puzzle) in puzzles.into_iter().enumerate() {
        let is_held_out = chosen.contains(&place);
        if is_held_out { &mut parts.held_out } else { &mut parts.tuned }.push(puzzle);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Layout, collection};

    #[test]
    fn a_third_is_held_out_and_nothing_is_lost() {
        let puzzles = collection::find("twodoku").expect("puzzles");
        for count in 0..=puzzles.len() {
            let parts = split(puzzles[..count].to_vec(), 5);
            let expected = if count < FEWEST { 0 } else { count / ONE_OF };
            assert_eq!(parts.held_out.len(), expected);
            assert_eq!(parts.tuned.len() + parts.held_out.len(), count);
            assert_eq!(refuse_overlap(&parts), Ok(()));
            assert_eq!(parts, split(puzzles[..count].to_vec(), 5));
        }
    }

    #[test]
    fn many_puzzles_are_split_and_compared() {
        let layout = Layout::named("9x9").expect("a layout");
        // Every part of a solved grid is a puzzle.
        let solved = |cell: usize| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1) as u8;
        let part = |number: usize| {
            let is_given = |cell: usize| cell < 16 && number >> cell & 1 == 1;
            let givens = (0..81).map(|cell| if is_given(cell) { solved(cell) } else { 0 });
            Puzzle::new(&format!("p{number}"), layout.clone(), givens.collect()).expect("a puzzle")
        };
        let many: Vec<Puzzle> = (0..1 << 16).map(part).collect();
        // As many as cannot be compared each with each, which would be 950 million pairs.
        let parts = split(many, 5);
        assert_eq!((parts.held_out.len(), parts.tuned.len()), (21_845, 43_691));
        assert_eq!(refuse_overlap(&parts), Ok(()));
    }

    #[test]
    fn a_puzzle_under_another_name_is_found() {
        let puzzle = collection::find("9x9/easy-1").expect("a puzzle").remove(0);
        let held_out = vec![puzzle.clone().renamed("other")];
        let name = puzzle.name().to_owned();
        let overlap = refuse_overlap(&Parts { tuned: vec![puzzle], held_out }).expect_err("twins");
        assert_eq!(overlap, Overlap { tuned: name, held_out: "other".to_owned() });
    }
}
