//! Which movable cells clash: their digit stands again in one of their lines. Kept in step swap by
//! swap.
//!
//! A line misses a digit only where another one clashes, and few cells do when few are missing. To
//! draw one of the two cells from those (focused search: Papadimitriou 1991; Selman, Kautz and
//! Cohen 1994, WalkSAT) spares most of the proposals that would be refused.

use std::ops::ControlFlow;

use super::{DIGITS, Filling, Swap, in_stretches};
use crate::board::digit::Digit;
use crate::rng::Rng;
use crate::search::odds::Odds;
use crate::solver::{Meter, Stop};

/// The movable cells of a filling that clash.
pub(in crate::search) struct Clashes {
    /// By line and digit, the places of all cells that hold it, by exclusive or: where one cell
    /// holds it, this is its place.
    holders: Vec<[u16; DIGITS]>,
    /// In how many of its lines the digit of a movable cell stands again.
    counts: Vec<u16>,
    /// The places of those that clash, and where in this list each stands.
    clashing: Vec<u16>,
    positions: Vec<u16>,
    /// The place of each cell; one beyond the last for all that cannot move.
    places: Vec<u16>,
}

impl Clashes {
    pub fn new(filling: &Filling) -> Self {
        let count = filling.movable.len();
        let mut places = vec![count as u16; filling.layout.cell_count()];
        for (place, movable) in filling.movable.iter().enumerate() {
            places[movable.cell as usize] = place as u16;
        }
        let mut clashes = Self {
            holders: vec![[0; DIGITS]; filling.counts.len()],
            counts: vec![0; count],
            clashing: Vec::with_capacity(count),
            positions: vec![0; count],
            places,
        };
        clashes.load(filling);
        clashes
    }

    /// Takes up what a filling holds now.
    pub fn load(&mut self, filling: &Filling) {
        let digits = filling.digits();
        for (line, holders) in self.holders.iter_mut().enumerate() {
            holders.fill(0);
            for &cell in filling.layout.unit_cells(line) {
                holders[digits[cell as usize] as usize % DIGITS] ^= self.places[cell as usize];
            }
        }
        self.clashing.clear();
        self.counts.fill(0);
        for place in 0..self.counts.len() as u16 {
            self.recount(filling, place);
        }
    }

    /// As [`Filling::walk`], but one cell of each swap clashes.
    pub fn walk(
        &mut self,
        filling: &mut Filling,
        proposals: u64,
        odds: &Odds,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop> {
        in_stretches(proposals, meter, |granted| {
            for proposed in 1..=granted {
                let word = rng.next_u64();
                let swap = self.draw(filling, (word >> 32) as u32);
                let delta = filling.delta(swap);
                if delta <= odds.largest_rise(word as u32) {
                    self.make(filling, swap, delta);
                    if filling.best_cost == 0 {
                        return (proposed, true);
                    }
                }
            }
            (granted, false)
        })
    }

    /// A random cell that clashes, and a random other one of its box.
    #[inline]
    fn draw(&self, filling: &Filling, word: u32) -> Swap {
        let product = u64::from(word) * self.clashing.len() as u64;
        match self.clashing.get((product >> 32) as usize) {
            Some(&place) => filling.draw_other(place, product as u32),
            // Only cells that cannot move clash: there is no solution, but the walk goes on.
            None => filling.draw(word),
        }
    }

    /// Makes a swap in the filling and here.
    #[inline(never)]
    fn make(&mut self, filling: &mut Filling, swap: Swap, delta: i32) {
        let Swap { one, other } = swap;
        let leaving = filling.held[one as usize];
        let coming = filling.held[other as usize];
        filling.make(swap, delta);
        for (here, there) in filling.lines.pairs(swap) {
            if here == there {
                self.holders[here as usize][leaving as usize % DIGITS] ^= one ^ other;
                self.holders[here as usize][coming as usize % DIGITS] ^= one ^ other;
            } else {
                self.replace(filling, here, one, (leaving, coming));
                self.replace(filling, there, other, (coming, leaving));
            }
        }
        self.recount(filling, one);
        self.recount(filling, other);
    }

    /// Tells the other holders, if there is one, that a cell has given up a digit for another in a
    /// line. More than one other holder clash anyway, among themselves.
    #[inline(always)]
    fn replace(
        &mut self,
        filling: &Filling,
        line: u16,
        place: u16,
        (leaving, coming): (Digit, Digit),
    ) {
        let (leaving, coming) = (leaving as usize % DIGITS, coming as usize % DIGITS);
        let (holders, counts) = (&mut self.holders[line as usize], &filling.counts[line as usize]);
        holders[leaving] ^= place;
        let (left_alone, joined) = (holders[leaving], holders[coming]);
        holders[coming] ^= place;
        if counts[leaving] == 1 {
            self.change(left_alone, u16::MAX);
        }
        if counts[coming] == 2 {
            self.change(joined, 1);
        }
    }

    /// Adds to the count of a cell; one that cannot move has none.
    #[inline]
    fn change(&mut self, place: u16, by: u16) {
        if let Some(&count) = self.counts.get(place as usize) {
            self.set(place, count.wrapping_add(by));
        }
    }

    fn recount(&mut self, filling: &Filling, place: u16) {
        let digit = filling.held[place as usize] as usize % DIGITS;
        let lines = filling.lines.of(place);
        let clashes = lines.filter(|&line| filling.counts[line as usize][digit] > 1).count();
        self.set(place, clashes as u16);
    }

    #[inline]
    fn set(&mut self, place: u16, count: u16) {
        let before = std::mem::replace(&mut self.counts[place as usize], count);
        if before == 0 && count > 0 {
            self.positions[place as usize] = self.clashing.len() as u16;
            self.clashing.push(place);
        } else if before > 0 && count == 0 {
            let position = self.positions[place as usize] as usize;
            self.clashing.swap_remove(position);
            if let Some(&moved) = self.clashing.get(position) {
                self.positions[moved as usize] = position as u16;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::puzzle;

    #[test]
    fn what_clashes_is_kept_in_step() {
        for address in ["9x9/ai-escargot", "25x25/hard-1", "twodoku/hard-1", "samurai"] {
            let puzzle = puzzle(address);
            let layout = puzzle.layout();
            let mut rng = Rng::from_seed(8);
            let mut filling = Filling::random(&puzzle, &mut rng);
            let mut clashes = Clashes::new(&filling);
            for _ in 0..1000 {
                let swap = clashes.draw(&filling, rng.next_u32());
                let cell = filling.cells(swap).0;
                let digits = filling.digits();
                let clashes_with = |cell: usize, peer: usize| {
                    digits[cell] == digits[peer] && layout.box_of(cell) != layout.box_of(peer)
                };
                let clashes_now = |cell: usize| {
                    layout.peers(cell).iter().any(|&peer| clashes_with(cell, peer as usize))
                };
                assert!(clashes_now(cell), "{address}");
                let movable = filling.movable.iter().map(|movable| movable.cell as usize);
                let expected = movable.filter(|&cell| clashes_now(cell)).count();
                assert_eq!(clashes.clashing.len(), expected, "{address}");
                let delta = filling.delta(swap);
                if delta < 2 {
                    clashes.make(&mut filling, swap, delta);
                }
            }
            let kept = clashes.counts.clone();
            clashes.load(&filling);
            assert_eq!(clashes.counts, kept, "{address}");
        }
    }
}
