//! How hard a puzzle is for somebody who reasons: the levels of [`Technique`], the easiest and the
//! hardest of which are parted once more, so that they can be ranked.

use std::fmt;

use super::{Candidates, Strength, Technique, technique_needed};
use crate::board::Puzzle;
use crate::board::digit::{Digit, EMPTY};

/// The least of these that solves a puzzle, from easy to hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogicLevel {
    /// Cells that have one digit left.
    NakedSingles,
    /// Also digits that have one place left in a unit.
    HiddenSingles,
    /// Also locked candidates.
    LockedCandidates,
    /// Also naked and hidden pairs.
    Pairs,
    /// Also one level of probing: a candidate goes that all of the above leads to a contradiction.
    Probing,
    /// Assumptions within assumptions.
    Guess,
}

impl LogicLevel {
    /// All levels, from easy to hard.
    pub const ALL: [Self; 6] = [
        Self::NakedSingles,
        Self::HiddenSingles,
        Self::LockedCandidates,
        Self::Pairs,
        Self::Probing,
        Self::Guess,
    ];

    /// Its place among the levels, from 1; the distance of two of them means nothing.
    pub fn number(self) -> u32 {
        self as u32 + 1
    }

    /// The words for it in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::NakedSingles => "naked singles",
            Self::HiddenSingles => "hidden singles",
            Self::LockedCandidates => "locked candidates",
            Self::Pairs => "pairs",
            Self::Probing => "probing",
            Self::Guess => "guess",
        }
    }

    /// The technique that it is a part of.
    pub fn technique(self) -> Technique {
        match self {
            Self::NakedSingles | Self::HiddenSingles => Technique::Singles,
            Self::LockedCandidates => Technique::LockedCandidates,
            Self::Pairs => Technique::Pairs,
            Self::Probing | Self::Guess => Technique::Guess,
        }
    }
}

impl fmt::Display for LogicLevel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.word())
    }
}

/// The level of reasoning that leads to the solution, or to the proof that there is none.
pub fn level_needed(puzzle: &Puzzle) -> LogicLevel {
    match technique_needed(puzzle) {
        Technique::Singles if naked_singles_suffice(puzzle) => LogicLevel::NakedSingles,
        Technique::Singles => LogicLevel::HiddenSingles,
        Technique::LockedCandidates => LogicLevel::LockedCandidates,
        Technique::Pairs => LogicLevel::Pairs,
        Technique::Guess if probing_suffices(puzzle) => LogicLevel::Probing,
        Technique::Guess => LogicLevel::Guess,
    }
}

/// Whether cells with one digit left lead to the solution, or to a cell with none.
fn naked_singles_suffice(puzzle: &Puzzle) -> bool {
    let (layout, givens) = (puzzle.layout(), puzzle.givens());
    let mut masks = vec![(1u64 << layout.side()) - 1; givens.len()];
    let mut known: Vec<(usize, Digit)> = Vec::new();
    known.extend(givens.iter().copied().enumerate().filter(|given| given.1 != EMPTY));
    for &(cell, digit) in &known {
        masks[cell] = 1 << (digit - 1);
    }
    while let Some((cell, digit)) = known.pop() {
        let bit = 1u64 << (digit - 1);
        for peer in layout.peers(cell).iter().map(|&peer| peer as usize) {
            if masks[peer] & bit == 0 {
                continue;
            }
            masks[peer] &= !bit;
            match masks[peer] {
                0 => return true,
                mask if mask.is_power_of_two() => {
                    known.push((peer, mask.trailing_zeros() as Digit + 1));
                }
                _ => {}
            }
        }
    }
    masks.iter().all(|mask| mask.is_power_of_two())
}

/// Whether the rules lead to the solution, or to a contradiction, when every candidate is assumed
/// in turn and those that the rules refute are taken away.
fn probing_suffices(puzzle: &Puzzle) -> bool {
    let mut candidates = Candidates::new(puzzle.layout());
    candidates.set_strength(Strength::Pairs);
    if candidates.load(puzzle.givens()).and_then(|()| candidates.propagate()).is_err() {
        return true;
    }
    loop {
        let mut is_changed = false;
        for cell in 0..puzzle.givens().len() {
            for digit in 1..=puzzle.layout().side() as Digit {
                let mask = candidates.cell(cell);
                let is_open = mask >> (digit - 1) & 1 == 1 && !mask.is_power_of_two();
                if !is_open || !is_refuted(&mut candidates, cell, digit) {
                    continue;
                }
                is_changed = true;
                let rest = candidates.eliminate(cell, digit).and_then(|()| candidates.propagate());
                if rest.is_err() {
                    return true;
                }
            }
        }
        if candidates.is_complete() || !is_changed {
            return candidates.is_complete();
        }
    }
}

/// Whether the rules find a contradiction when a cell holds a digit; leaves everything as it was.
fn is_refuted(candidates: &mut Candidates, cell: usize, digit: Digit) -> bool {
    let mark = candidates.mark();
    let outcome = candidates.assign(cell, digit).and_then(|()| candidates.propagate());
    candidates.undo(mark);
    outcome.is_err()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Layout, collection};

    #[test]
    fn levels_refine_techniques() {
        for address in ["9x9", "twodoku", "16x16", "samurai"] {
            for puzzle in collection::find(address).expect("an address") {
                let level = level_needed(&puzzle);
                assert_eq!(level.technique(), technique_needed(&puzzle), "{}", puzzle.name());
            }
        }
        let numbers = LogicLevel::ALL.map(LogicLevel::number);
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
        assert!(LogicLevel::ALL.is_sorted());
    }

    #[test]
    fn known_puzzles_have_their_levels() {
        for (address, level) in [
            ("9x9/easy-1", LogicLevel::NakedSingles),
            ("9x9/study-001-fig-1", LogicLevel::HiddenSingles),
            ("9x9/study-004-fig-3", LogicLevel::LockedCandidates),
            ("9x9/study-004-fig-5", LogicLevel::Pairs),
            ("9x9/study-004-fig-6", LogicLevel::Probing),
            ("9x9/ai-escargot", LogicLevel::Guess),
            ("16x16/hard-1", LogicLevel::Probing),
            ("twodoku/hard-1", LogicLevel::HiddenSingles),
        ] {
            let puzzle = collection::find(address).expect("an address").remove(0);
            assert_eq!(level_needed(&puzzle), level, "{address}");
        }
    }

    #[test]
    fn an_empty_board_is_solved_by_no_logic() {
        for name in ["4x4", "9x9", "twodoku"] {
            let layout = Layout::named(name).expect("built in");
            let givens = vec![EMPTY; layout.cell_count()];
            let empty = Puzzle::new("empty", layout, givens).expect("no clash");
            assert_eq!(level_needed(&empty), LogicLevel::Guess);
        }
    }

    #[test]
    fn what_naked_singles_solve_singles_solve() {
        for puzzle in collection::find("9x9").expect("an address") {
            let is_solved = naked_singles_suffice(&puzzle);
            assert!(!is_solved || technique_needed(&puzzle) == Technique::Singles);
        }
    }
}
