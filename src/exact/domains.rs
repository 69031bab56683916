//! Domains of cells and the propagation of the backtracking study: AC-3 (Mackworth 1977) on the
//! inequality of every two peers, and the rules on top of it that the study names as missing.
//!
//! Written after the study's listings on purpose: it shares nothing with `logic`.

use serde::{Deserialize, Serialize};

use crate::board::digit::{Digit, EMPTY};
use crate::board::{Grid, Layout, Puzzle};

/// How much is drawn from an assignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Propagate {
    /// Arc consistency of the pairwise inequalities, which amounts to naked singles.
    #[default]
    Ac3,
    /// Also digits with one place in a unit.
    HiddenSingles,
    /// Also naked and hidden pairs.
    Pairs,
}

/// Some domain is empty, or a digit has no place in a unit.
pub(super) struct Contradiction;

/// The digits each cell may still hold (bit d for digit d), and how to undo changes.
pub(super) struct Domains<'a> {
    layout: &'a Layout,
    masks: Vec<u64>,
    /// Changed cells with the mask they had before.
    trail: Vec<(u16, u64)>,
    /// Cells left with one digit whose arcs are still to be revised.
    agenda: Vec<u16>,
}

impl<'a> Domains<'a> {
    /// All digits in the free cells, the givens on the agenda.
    pub(super) fn new(puzzle: &'a Puzzle) -> Self {
        let layout = puzzle.layout();
        let all = (1 << (layout.side() + 1)) - 2;
        let mask_of = |&given: &Digit| if given == EMPTY { all } else { 1 << given };
        let masks: Vec<u64> = puzzle.givens().iter().map(mask_of).collect();
        let agenda = (0..masks.len() as u16).filter(|&cell| is_single(masks[cell as usize]));
        Self { layout, agenda: agenda.collect(), trail: Vec::new(), masks }
    }

    /// Puts a digit into a cell; [`Self::propagate`] draws the consequences.
    pub(super) fn assign(&mut self, cell: usize, digit: Digit) -> Result<(), Contradiction> {
        self.restrict(cell, 1 << digit)
    }

    /// Applies the rules until none of them changes anything.
    pub(super) fn propagate(&mut self, rules: Propagate) -> Result<(), Contradiction> {
        loop {
            self.revise_arcs()?;
            let changes = self.trail.len();
            if rules >= Propagate::HiddenSingles {
                self.for_each_unit(Self::hidden_singles)?;
            }
            if rules >= Propagate::Pairs && self.trail.len() == changes {
                self.for_each_unit(Self::naked_pairs)?;
                self.for_each_unit(Self::hidden_pairs)?;
            }
            if self.trail.len() == changes {
                return Ok(());
            }
        }
    }

    /// AC-3: an arc to a cell with several digits never removes anything, so only the arcs to
    /// cells that have one left stand on the agenda.
    fn revise_arcs(&mut self) -> Result<(), Contradiction> {
        let layout = self.layout;
        while let Some(cell) = self.agenda.pop() {
            let digit = self.masks[cell as usize];
            for &peer in layout.peers(cell as usize) {
                self.restrict(peer as usize, !digit)?;
            }
        }
        Ok(())
    }

    fn for_each_unit(
        &mut self,
        rule: fn(&mut Self, &[u16]) -> Result<(), Contradiction>,
    ) -> Result<(), Contradiction> {
        let layout = self.layout;
        layout.units().try_for_each(|unit| rule(self, layout.unit_cells(unit)))
    }

    fn hidden_singles(&mut self, cells: &[u16]) -> Result<(), Contradiction> {
        let (mut once, mut twice) = (0, 0);
        for &cell in cells {
            twice |= once & self.masks[cell as usize];
            once |= self.masks[cell as usize];
        }
        if once.count_ones() < cells.len() as u32 {
            return Err(Contradiction);
        }
        let hidden = once & !twice;
        for &cell in cells {
            let digit = self.masks[cell as usize] & hidden;
            if digit != 0 {
                self.restrict(cell as usize, digit)?;
            }
        }
        Ok(())
    }

    /// Two cells with the same two digits keep them from the rest of the unit.
    fn naked_pairs(&mut self, cells: &[u16]) -> Result<(), Contradiction> {
        for (index, &first) in cells.iter().enumerate() {
            let pair = self.masks[first as usize];
            if pair.count_ones() != 2 {
                continue;
            }
            let same = |second: &&u16| self.masks[**second as usize] == pair;
            let Some(&second) = cells[index + 1..].iter().find(same) else { continue };
            for &cell in cells.iter().filter(|&&cell| cell != first && cell != second) {
                self.restrict(cell as usize, !pair)?;
            }
        }
        Ok(())
    }

    /// Two digits with the same two places keep other digits from these cells.
    fn hidden_pairs(&mut self, cells: &[u16]) -> Result<(), Contradiction> {
        let mut places = [0u64; 64];
        for (index, &cell) in cells.iter().enumerate() {
            for digit in digits(self.masks[cell as usize]) {
                places[digit as usize] |= 1 << index;
            }
        }
        for first in 1..=cells.len() {
            let both = places[first];
            if both.count_ones() != 2 {
                continue;
            }
            let Some(second) = (first + 1..=cells.len()).find(|&digit| places[digit] == both)
            else {
                continue;
            };
            for index in digits(both) {
                self.restrict(cells[index as usize] as usize, (1 << first) | (1 << second))?;
            }
        }
        Ok(())
    }

    /// Keeps of a domain only the digits of `allowed`.
    fn restrict(&mut self, cell: usize, allowed: u64) -> Result<(), Contradiction> {
        let before = self.masks[cell];
        let after = before & allowed;
        if after == before {
            return Ok(());
        }
        if after == 0 {
            return Err(Contradiction);
        }
        self.trail.push((cell as u16, before));
        self.masks[cell] = after;
        if is_single(after) {
            self.agenda.push(cell as u16);
        }
        Ok(())
    }

    /// A mark that [`Self::undo_to`] returns to.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back every change since the mark.
    pub(super) fn undo_to(&mut self, mark: usize) {
        self.agenda.clear();
        for (cell, before) in self.trail.drain(mark..).rev() {
            self.masks[cell as usize] = before;
        }
    }

    /// The digits of a cell, ascending.
    pub(super) fn digits_of(&self, cell: usize) -> Vec<Digit> {
        digits(self.masks[cell]).collect()
    }

    /// The unassigned cells, those with several digits, as (number of digits, cell).
    pub(super) fn unassigned(&self) -> impl Iterator<Item = (u32, usize)> {
        let sizes = self.masks.iter().map(|mask| mask.count_ones());
        sizes.zip(0..).filter(|&(size, _)| size > 1)
    }

    /// The grid when every domain has one digit.
    pub(super) fn grid(&self) -> Grid {
        Grid::new(self.masks.iter().map(|mask| mask.trailing_zeros() as Digit).collect())
    }
}

fn is_single(mask: u64) -> bool {
    mask.count_ones() == 1
}

/// The numbers of the bits set in a mask, ascending.
fn digits(mut mask: u64) -> impl Iterator<Item = Digit> {
    std::iter::from_fn(move || {
        let digit = (mask != 0).then(|| mask.trailing_zeros() as Digit);
        mask &= mask.wrapping_sub(1);
        digit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty_puzzle() -> Puzzle {
        let layout = Layout::named("9x9").expect("built in");
        Puzzle::new("empty", layout, vec![EMPTY; 81]).expect("no clash")
    }

    fn mask(digits: &[Digit]) -> u64 {
        digits.iter().map(|digit| 1 << digit).sum()
    }

    fn restrict(domains: &mut Domains<'_>, cells: &[usize], allowed: u64) {
        for &cell in cells {
            assert!(domains.restrict(cell, allowed).is_ok());
        }
    }

    #[test]
    fn two_cells_with_the_same_two_digits_claim_them() {
        let puzzle = empty_puzzle();
        let mut domains = Domains::new(&puzzle);
        restrict(&mut domains, &[0, 8], mask(&[3, 7]));
        assert!(domains.propagate(Propagate::HiddenSingles).is_ok());
        assert_eq!(domains.digits_of(4).len(), 9);
        assert!(domains.propagate(Propagate::Pairs).is_ok());
        assert!((1..8).all(|cell| domains.digits_of(cell) == [1, 2, 4, 5, 6, 8, 9]));
        assert_eq!(domains.digits_of(9).len(), 9, "the pair shares only its row");
    }

    #[test]
    fn two_digits_with_the_same_two_places_claim_them() {
        let puzzle = empty_puzzle();
        let mut domains = Domains::new(&puzzle);
        restrict(&mut domains, &[9, 18, 27, 36, 45, 54, 63], !mask(&[2, 6]));
        assert!(domains.propagate(Propagate::HiddenSingles).is_ok());
        assert_eq!(domains.digits_of(72).len(), 9);
        assert!(domains.propagate(Propagate::Pairs).is_ok());
        assert_eq!((domains.digits_of(0), domains.digits_of(72)), (vec![2, 6], vec![2, 6]));
    }

    #[test]
    fn a_digit_with_one_place_is_put_there_and_undone() {
        let puzzle = empty_puzzle();
        let mut domains = Domains::new(&puzzle);
        let mark = domains.mark();
        restrict(&mut domains, &[0, 1, 2, 9, 10, 11, 18, 19], !mask(&[4]));
        assert!(domains.propagate(Propagate::Ac3).is_ok());
        assert_eq!(domains.digits_of(20).len(), 9);
        assert!(domains.propagate(Propagate::HiddenSingles).is_ok());
        assert_eq!(domains.digits_of(20), [4]);
        assert_eq!(domains.digits_of(80 - 6), [1, 2, 3, 5, 6, 7, 8, 9]);
        domains.undo_to(mark);
        assert!(domains.unassigned().all(|(size, _)| size == 9));
    }

    #[test]
    fn contradictions_are_seen() {
        let puzzle = empty_puzzle();
        let mut domains = Domains::new(&puzzle);
        restrict(&mut domains, &[0, 1, 2], mask(&[1, 2]));
        assert!(domains.propagate(Propagate::HiddenSingles).is_ok());
        assert!(domains.propagate(Propagate::Pairs).is_err());
        let mut domains = Domains::new(&puzzle);
        restrict(&mut domains, &[0, 1, 2, 9, 10, 11, 18, 19, 20], !mask(&[4]));
        assert!(domains.propagate(Propagate::Ac3).is_ok());
        assert!(domains.propagate(Propagate::HiddenSingles).is_err());
    }
}
