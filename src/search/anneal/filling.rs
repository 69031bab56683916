//! A filling whose boxes hold every digit once, with the digits of its lines counted.
//!
//! A swap within a box leaves the boxes whole, so that only lines have a price.

use crate::board::digit::{Digit, EMPTY};
use crate::board::{Layout, Puzzle};
use crate::rng::Rng;

/// A complete filling and its price, kept in step swap by swap.
pub(super) struct Filling {
    side: usize,
    digits: Vec<Digit>,
    /// How often a line holds a digit, at line x side + (digit - 1).
    counts: Vec<u8>,
    lines: Lines,
    /// The free cells of boxes that have two or more of them, box by box.
    movable: Vec<Movable>,
    cost: u32,
}

/// The first count of each line of a cell, cell by cell.
///
/// The cells of a box lie in the same grids, so that their lists are of one length and one order.
struct Lines {
    firsts: Vec<u32>,
    starts: Vec<u32>,
}

/// A free cell that can swap.
#[derive(Clone, Copy)]
struct Movable {
    cell: u16,
    /// Movable cells of its box, which stand together from `first` on.
    count: u16,
    first: u32,
    /// Where its lines stand, and how many they are.
    lines: u32,
    width: u32,
}

/// The swap of two movable cells of a box, by their places in the list.
#[derive(Clone, Copy)]
pub(super) struct Swap {
    one: u32,
    other: u32,
}

impl Filling {
    /// Fills each box with its missing digits in random order.
    pub fn random(puzzle: &Puzzle, rng: &mut Rng) -> Self {
        let layout = puzzle.layout();
        let lines = Lines::new(layout);
        let line_count = layout.units().len() - layout.box_count();
        let mut filling = Self {
            side: layout.side(),
            digits: puzzle.givens().to_vec(),
            counts: vec![0; line_count * layout.side()],
            movable: movable(puzzle, &lines),
            lines,
            cost: 0,
        };
        filling.fill_boxes(layout, rng);
        filling.count();
        filling
    }

    fn fill_boxes(&mut self, layout: &Layout, rng: &mut Rng) {
        for number in 0..layout.box_count() {
            let cells = layout.box_cells(number);
            let held =
                cells.iter().fold(0u64, |mask, &cell| mask | 1 << self.digits[cell as usize]);
            let mut missing: Vec<Digit> =
                (1..=self.side as Digit).filter(|&digit| held >> digit & 1 == 0).collect();
            rng.shuffle(&mut missing);
            for &cell in cells {
                let digit = &mut self.digits[cell as usize];
                if *digit == EMPTY {
                    *digit = missing.pop().unwrap_or(EMPTY);
                }
            }
        }
    }

    fn count(&mut self) {
        for (cell, &digit) in self.digits.iter().enumerate() {
            for &line in self.lines.of_cell(cell) {
                self.counts[line as usize + digit as usize - 1] += 1;
            }
        }
        self.cost = self.counts.iter().filter(|&&count| count == 0).count() as u32;
    }

    /// The two cells of a swap.
    #[cfg(test)]
    pub fn cells(&self, swap: Swap) -> (usize, usize) {
        let cell = |place: u32| self.movable[place as usize].cell as usize;
        (cell(swap.one), cell(swap.other))
    }

    /// Digits missing in lines; boxes miss none.
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// The digits of all cells.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// Whether any swap can be made.
    pub fn can_move(&self) -> bool {
        !self.movable.is_empty()
    }

    /// The most that a swap can add to the cost.
    pub fn largest_rise(&self) -> usize {
        2 * self.movable.iter().map(|movable| movable.width as usize).max().unwrap_or(0)
    }

    /// A random movable cell, and a random other one of its box: two digits of one random word.
    #[inline]
    pub fn draw(&self, word: u32) -> Swap {
        let product = u64::from(word) * self.movable.len() as u64;
        let (place, rest) = ((product >> 32) as usize, product & u64::from(u32::MAX));
        let one = &self.movable[place];
        let other = one.first + ((rest * u64::from(one.count - 1)) >> 32) as u32;
        Swap { one: place as u32, other: other + u32::from(other >= place as u32) }
    }

    /// What a swap would add to the cost.
    #[inline(always)]
    pub fn delta(&self, swap: Swap) -> i32 {
        let (one, other) = self.movables(swap);
        let (here, there) = (self.lines.of(one), self.lines.of(other));
        // A cell of a single grid lies in two lines, and the loop over two unrolls.
        match (here.as_array::<2>(), there.as_array::<2>()) {
            (Some(here), Some(there)) => self.delta_in(one, other, here, there),
            _ => self.delta_in(one, other, here, there),
        }
    }

    #[inline(always)]
    fn delta_in(&self, one: &Movable, other: &Movable, here: &[u32], there: &[u32]) -> i32 {
        let (leaving, coming) = self.digits_of(one, other);
        let count = |line: u32, digit: usize| self.counts[line as usize + digit];
        let mut delta = 0;
        for (&here, &there) in here.iter().zip(there) {
            let change = i32::from(count(here, leaving) == 1) - i32::from(count(here, coming) == 0)
                + i32::from(count(there, coming) == 1)
                - i32::from(count(there, leaving) == 0);
            // A line that holds both cells keeps its digits.
            delta += change * i32::from(here != there);
        }
        delta
    }

    /// Makes a swap; `delta` is what [`Self::delta`] says of it.
    #[inline]
    pub fn make(&mut self, swap: Swap, delta: i32) {
        let [one, other] = [self.movable[swap.one as usize], self.movable[swap.other as usize]];
        let (leaving, coming) = self.digits_of(&one, &other);
        for (&here, &there) in self.lines.of(&one).iter().zip(self.lines.of(&other)) {
            self.counts[here as usize + leaving] -= 1;
            self.counts[here as usize + coming] += 1;
            self.counts[there as usize + coming] -= 1;
            self.counts[there as usize + leaving] += 1;
        }
        self.digits.swap(one.cell as usize, other.cell as usize);
        self.cost = self.cost.wrapping_add_signed(delta);
    }

    #[inline]
    fn movables(&self, swap: Swap) -> (&Movable, &Movable) {
        (&self.movable[swap.one as usize], &self.movable[swap.other as usize])
    }

    #[inline]
    fn digits_of(&self, one: &Movable, other: &Movable) -> (usize, usize) {
        let digit = |movable: &Movable| self.digits[movable.cell as usize] as usize - 1;
        (digit(one), digit(other))
    }
}

impl Lines {
    fn new(layout: &Layout) -> Self {
        let line_count = layout.units().len() - layout.box_count();
        let (mut firsts, mut starts) = (Vec::new(), vec![0]);
        for cell in 0..layout.cell_count() {
            let units = layout.units_of(cell).iter().filter(|&&unit| (unit as usize) < line_count);
            firsts.extend(units.map(|&unit| u32::from(unit) * layout.side() as u32));
            starts.push(firsts.len() as u32);
        }
        Self { firsts, starts }
    }

    fn of_cell(&self, cell: usize) -> &[u32] {
        &self.firsts[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    #[inline]
    fn of(&self, movable: &Movable) -> &[u32] {
        &self.firsts[movable.lines as usize..][..movable.width as usize]
    }
}

fn movable(puzzle: &Puzzle, lines: &Lines) -> Vec<Movable> {
    let layout = puzzle.layout();
    let mut movable = Vec::new();
    for number in 0..layout.box_count() {
        let is_free = |cell: &&u16| puzzle.givens()[**cell as usize] == EMPTY;
        let free = || layout.box_cells(number).iter().filter(is_free);
        let (first, count) = (movable.len() as u32, free().count() as u16);
        if count >= 2 {
            movable.extend(free().map(|&cell| {
                let width = lines.of_cell(cell as usize).len() as u32;
                Movable { cell, count, first, lines: lines.starts[cell as usize], width }
            }));
        }
    }
    movable
}
