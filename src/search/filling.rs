//! A filling whose boxes hold every digit once, with the digits of its lines counted.
//!
//! A swap within a box leaves the boxes whole, so that only lines have a price (Lewis 2007,
//! "Metaheuristics can solve sudoku puzzles"). Must not know when which swaps are proposed.

mod clashes;

use std::ops::ControlFlow;
use std::sync::Arc;

use super::odds::Odds;
use crate::board::digit::{Digit, EMPTY};
use crate::board::{Layout, Puzzle};
use crate::rng::Rng;
use crate::solver::{Meter, Stop};
pub(super) use clashes::Clashes;

/// A complete filling and its price, kept in step swap by swap, and the best one so far.
pub(super) struct Filling {
    layout: Arc<Layout>,
    /// The digits of all cells; those of movable ones are in `held`.
    digits: Vec<Digit>,
    /// The free cells of boxes that have two or more of them, box by box.
    movable: Vec<Movable>,
    /// The digit of each movable cell.
    held: Vec<Digit>,
    /// How often each line holds each digit.
    counts: Vec<[u8; DIGITS]>,
    /// What each line says of each digit when it is to leave or come: [`SAYS`] of the count.
    says: Vec<[u8; DIGITS]>,
    lines: Lines,
    cost: u32,
    best: Vec<Digit>,
    best_cost: u32,
}

/// One more than the largest digit, or more: a power of two, so that a masked digit is always in
/// bounds.
const DIGITS: usize = 64;

/// By count: a digit that is there once is missing when it leaves, one that is not there is
/// missing no more when it comes. The two stand in different halves of a byte, so that a few of
/// them can be added before they are told apart.
const SAYS: [u8; 3] = [COMING, LEAVING, 0];
const COMING: u8 = 1 << 4;
const LEAVING: u8 = 1;

#[inline(always)]
fn says(count: u8) -> u8 {
    SAYS[count.min(2) as usize]
}

/// Swaps drawn ahead of their pricing, so that a wrong guess at the fate of one does not hold up
/// the draw of the next.
const AHEAD: usize = 32;

/// A free cell that can swap.
#[derive(Clone, Copy)]
struct Movable {
    cell: u16,
    /// Movable cells of its box, which stand together from `first` on.
    count: u16,
    first: u16,
}

/// The lines of movable cells.
///
/// The cells of a box lie in the same grids, so that their lists are of one length and one order.
struct Lines {
    /// Two of them: all, where grids do not overlap.
    two: Vec<[u16; 2]>,
    /// How many more there are, and from where on they stand in `others`.
    more: Vec<u16>,
    from: Vec<u32>,
    others: Vec<u16>,
}

/// The swap of two movable cells of a box, by their places in the list.
#[derive(Clone, Copy, Default)]
pub(super) struct Swap {
    one: u16,
    other: u16,
}

impl Filling {
    /// Fills each box with its missing digits in random order.
    pub fn random(puzzle: &Puzzle, rng: &mut Rng) -> Self {
        let layout = puzzle.layout();
        let mut digits = puzzle.givens().to_vec();
        fill_boxes(layout, &mut digits, rng);
        let movable = movable(puzzle);
        let mut filling = Self {
            layout: layout.clone(),
            lines: Lines::new(layout, &movable),
            held: vec![EMPTY; movable.len()],
            best: vec![EMPTY; movable.len()],
            movable,
            digits: Vec::new(),
            counts: vec![[0; DIGITS]; line_count(layout)],
            says: vec![[0; DIGITS]; line_count(layout)],
            cost: 0,
            best_cost: 0,
        };
        filling.load(&digits);
        filling
    }

    /// Takes up other digits of the same puzzle, whose boxes must be whole, as the best so far.
    pub fn load(&mut self, digits: &[Digit]) {
        self.digits.clear();
        self.digits.extend_from_slice(digits);
        for (digit, movable) in self.held.iter_mut().zip(&self.movable) {
            *digit = digits[movable.cell as usize];
        }
        for (line, counts) in self.counts.iter_mut().enumerate() {
            counts.fill(0);
            for &cell in self.layout.unit_cells(line) {
                counts[digits[cell as usize] as usize % DIGITS] += 1;
            }
        }
        for (says_of, counts) in self.says.iter_mut().zip(&self.counts) {
            *says_of = counts.map(says);
        }
        let lines = self.counts.iter().map(|counts| &counts[1..=self.layout.side()]);
        self.cost = lines.flatten().filter(|&&count| count == 0).count() as u32;
        self.keep();
    }

    /// Keeps the filling as the best.
    fn keep(&mut self) {
        self.best_cost = self.cost;
        self.best.copy_from_slice(&self.held);
    }

    /// The two cells of a swap.
    #[cfg(test)]
    pub fn cells(&self, swap: Swap) -> (usize, usize) {
        let cell = |place: u16| self.movable[place as usize].cell as usize;
        (cell(swap.one), cell(swap.other))
    }

    /// Digits missing in lines; boxes miss none.
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// The lowest cost so far.
    pub fn best_cost(&self) -> u32 {
        self.best_cost
    }

    /// The digits of all cells now.
    pub fn digits(&self) -> Vec<Digit> {
        self.with_movable(&self.held)
    }

    /// The digits of all cells when the cost was lowest.
    pub fn best_digits(&self) -> Vec<Digit> {
        self.with_movable(&self.best)
    }

    fn with_movable(&self, held: &[Digit]) -> Vec<Digit> {
        let mut digits = self.digits.clone();
        for (movable, &digit) in self.movable.iter().zip(held) {
            digits[movable.cell as usize] = digit;
        }
        digits
    }

    /// Whether any swap can be made.
    pub fn can_move(&self) -> bool {
        !self.movable.is_empty()
    }

    /// The most that a swap can add to the cost.
    pub fn largest_rise(&self) -> usize {
        2 * self.lines.more.iter().map(|&more| 2 + more as usize).max().unwrap_or(0)
    }

    /// Proposes so many random swaps, each made with the odds of its rise (Metropolis et al.
    /// 1953), unless the meter says stop; a solution ends them too.
    pub fn walk(
        &mut self,
        proposals: u64,
        odds: &Odds,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop> {
        in_stretches(proposals, meter, |granted| {
            (self.propose(granted, odds, rng), self.best_cost == 0)
        })
    }

    /// Proposes so many swaps, fewer where a solution ends them; tells how many.
    ///
    /// The upper half of a random word draws a swap, the lower half says how far it may rise.
    fn propose(&mut self, proposals: u64, odds: &Odds, rng: &mut Rng) -> u64 {
        let mut batch = [(Swap::default(), 0); AHEAD];
        let mut proposed = 0;
        while proposed < proposals {
            let ahead = (proposals - proposed).min(AHEAD as u64) as usize;
            for drawn in &mut batch[..ahead] {
                let word = rng.next_u64();
                *drawn = (self.draw((word >> 32) as u32), odds.largest_rise(word as u32));
            }
            for &(swap, largest_rise) in &batch[..ahead] {
                proposed += 1;
                let delta = self.delta(swap);
                if delta <= largest_rise {
                    self.make(swap, delta);
                    if self.best_cost == 0 {
                        return proposed;
                    }
                }
            }
        }
        proposed
    }

    /// A random movable cell, and a random other one of its box: two digits of one random word.
    #[inline]
    pub fn draw(&self, word: u32) -> Swap {
        let product = u64::from(word) * self.movable.len() as u64;
        self.draw_other((product >> 32) as u16, product as u32)
    }

    /// The swap of a movable cell with a random other one of its box.
    #[inline]
    fn draw_other(&self, place: u16, word: u32) -> Swap {
        let one = &self.movable[place as usize];
        let other = one.first + ((u64::from(word) * u64::from(one.count - 1)) >> 32) as u16;
        Swap { one: place, other: other + u16::from(other >= place) }
    }

    /// What a swap would add to the cost.
    #[inline(always)]
    pub fn delta(&self, swap: Swap) -> i32 {
        let (one, other) = (swap.one as usize, swap.other as usize);
        let digits = (self.held[one], self.held[other]);
        let delta = self.change(self.lines.two[one], self.lines.two[other], digits);
        // No cell of a single grid has more lines, and few of an overlay.
        if self.lines.more[one] == 0 { delta } else { delta + self.change_of_others(swap, digits) }
    }

    #[cold]
    fn change_of_others(&self, swap: Swap, digits: (Digit, Digit)) -> i32 {
        let pairs = self.lines.others(swap.one).iter().zip(self.lines.others(swap.other));
        pairs.map(|(&here, &there)| self.change([here], [there], digits)).sum()
    }

    /// What lines here and there miss more when they exchange two digits.
    #[inline(always)]
    fn change<const COUNT: usize>(
        &self,
        here: [u16; COUNT],
        there: [u16; COUNT],
        (leaving, coming): (Digit, Digit),
    ) -> i32 {
        let (leaving, coming) = (leaving as usize % DIGITS, coming as usize % DIGITS);
        let (mut lost, mut found) = (0, 0);
        for (here, there) in here.into_iter().zip(there) {
            let (one, other) = (&self.says[here as usize], &self.says[there as usize]);
            // What leaves a line is there, so that this says nothing of coming. A line that holds
            // both cells loses neither digit, and as it has both, finds none.
            let is_other = u8::from(here != there);
            lost += (one[leaving] + other[coming]) * is_other;
            found += one[coming] + other[leaving];
        }
        i32::from(lost) - i32::from(found / COMING)
    }

    /// Makes a swap, and keeps the filling if it is the best so far; `delta` is what
    /// [`Self::delta`] says of the swap.
    // Few of the swaps that are priced are made: inlined, it takes registers from the many.
    #[inline(never)]
    pub fn make(&mut self, swap: Swap, delta: i32) {
        let (one, other) = (swap.one as usize, swap.other as usize);
        let digits = (self.held[one], self.held[other]);
        let (here, there) = (self.lines.two[one], self.lines.two[other]);
        self.exchange(here[0], there[0], digits);
        self.exchange(here[1], there[1], digits);
        for place in 0..self.lines.more[one] as usize {
            let [here, there] = [swap.one, swap.other].map(|cell| self.lines.others(cell)[place]);
            self.exchange(here, there, digits);
        }
        (self.held[one], self.held[other]) = (digits.1, digits.0);
        self.cost = self.cost.wrapping_add_signed(delta);
        if self.cost < self.best_cost {
            self.keep();
        }
    }

    /// Counts what two lines hold after they have exchanged two digits.
    #[inline(always)]
    fn exchange(&mut self, here: u16, there: u16, (leaving, coming): (Digit, Digit)) {
        let (leaving, coming) = (leaving as usize % DIGITS, coming as usize % DIGITS);
        for (line, leaving, coming) in [(here, leaving, coming), (there, coming, leaving)] {
            let (counts, says_of) =
                (&mut self.counts[line as usize], &mut self.says[line as usize]);
            counts[leaving] -= 1;
            says_of[leaving] = says(counts[leaving]);
            counts[coming] += 1;
            says_of[coming] = says(counts[coming]);
        }
    }
}

/// Has so many swaps proposed in stretches that the meter grants, until it says stop; `propose` tells
/// how many of a stretch it has made use of, and whether the last one led to a solution.
fn in_stretches(
    proposals: u64,
    meter: &mut Meter<'_>,
    mut propose: impl FnMut(u64) -> (u64, bool),
) -> ControlFlow<Stop> {
    let mut left = proposals;
    while left > 0 {
        let granted = meter.stretch(left)?;
        let (proposed, is_solved) = propose(granted);
        if is_solved {
            meter.give_back(granted - proposed);
            return ControlFlow::Break(Stop::Solved);
        }
        left -= granted;
    }
    ControlFlow::Continue(())
}

/// Gives the empty cells of each box its missing digits, in random order.
pub(super) fn fill_boxes(layout: &Layout, digits: &mut [Digit], rng: &mut Rng) {
    for number in 0..layout.box_count() {
        let cells = layout.box_cells(number);
        let held = cells.iter().fold(0u64, |mask, &cell| mask | 1 << digits[cell as usize]);
        let mut missing: Vec<Digit> =
            (1..=layout.side() as Digit).filter(|&digit| held >> digit & 1 == 0).collect();
        rng.shuffle(&mut missing);
        for &cell in cells {
            let digit = &mut digits[cell as usize];
            if *digit == EMPTY {
                *digit = missing.pop().unwrap_or(EMPTY);
            }
        }
    }
}

/// Rows and columns, which stand before the boxes among the units.
fn line_count(layout: &Layout) -> usize {
    layout.units().len() - layout.box_count()
}

impl Lines {
    fn new(layout: &Layout, movable: &[Movable]) -> Self {
        let mut lines =
            Self { two: Vec::new(), more: Vec::new(), from: Vec::new(), others: Vec::new() };
        for movable in movable {
            let units = layout.units_of(movable.cell as usize).iter().copied();
            let mut own = units.filter(|&unit| (unit as usize) < line_count(layout));
            lines.two.push([0; 2].map(|_| own.next().expect("a cell has a row and a column")));
            let from = lines.others.len();
            lines.others.extend(own);
            lines.more.push((lines.others.len() - from) as u16);
            lines.from.push(from as u32);
        }
        lines
    }

    /// The lines of a movable cell.
    fn of(&self, place: u16) -> impl Iterator<Item = u16> {
        self.two[place as usize].iter().chain(self.others(place)).copied()
    }

    /// The lines of the two cells of a swap, side by side.
    fn pairs(&self, swap: Swap) -> impl Iterator<Item = (u16, u16)> {
        self.of(swap.one).zip(self.of(swap.other))
    }

    /// The lines that a movable cell has beyond two.
    fn others(&self, place: u16) -> &[u16] {
        let place = place as usize;
        &self.others[self.from[place] as usize..][..self.more[place] as usize]
    }
}

fn movable(puzzle: &Puzzle) -> Vec<Movable> {
    let layout = puzzle.layout();
    let mut movable = Vec::new();
    for number in 0..layout.box_count() {
        let is_free = |cell: &&u16| puzzle.givens()[**cell as usize] == EMPTY;
        let free = || layout.box_cells(number).iter().filter(is_free);
        let (first, count) = (movable.len() as u16, free().count() as u16);
        if count >= 2 {
            movable.extend(free().map(|&cell| Movable { cell, count, first }));
        }
    }
    movable
}
