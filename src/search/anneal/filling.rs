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
    /// The first count of each line of a cell, cell by cell. The cells of a box lie in the same
    /// grids, so that their lists are of one length and one order.
    lines: Vec<u32>,
    starts: Vec<u32>,
    /// The free cells of boxes that have two or more of them, box by box.
    movable: Vec<Movable>,
    cost: u32,
}

/// A free cell that can swap, and where the movable cells of its box stand.
#[derive(Clone, Copy)]
struct Movable {
    cell: u16,
    count: u16,
    first: u32,
}

impl Filling {
    /// Fills each box with its missing digits in random order.
    pub fn random(puzzle: &Puzzle, rng: &mut Rng) -> Self {
        let layout = puzzle.layout();
        let (lines, starts) = lines_of_cells(layout);
        let line_count = layout.units().len() - layout.box_count();
        let mut filling = Self {
            side: layout.side(),
            digits: puzzle.givens().to_vec(),
            counts: vec![0; line_count * layout.side()],
            lines,
            starts,
            movable: movable(puzzle),
            cost: 0,
        };
        filling.fill_boxes(layout, rng);
        filling.count();
        filling
    }

    fn fill_boxes(&mut self, layout: &Layout, rng: &mut Rng) {
        for number in 0..layout.box_count() {
            let cells = layout.box_cells(number);
            let held = cells.iter().fold(0u64, |mask, &cell| mask | 1 << self.digits[cell as usize]);
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
            for &line in &self.lines[self.starts[cell] as usize..self.starts[cell + 1] as usize] {
                self.counts[line as usize + digit as usize - 1] += 1;
            }
        }
        self.cost = self.counts.iter().filter(|&&count| count == 0).count() as u32;
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
        let lines = self.starts.windows(2).map(|pair| pair[1] - pair[0]).max();
        2 * lines.unwrap_or(0) as usize
    }

    /// A random free cell, and a random other one of its box.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> (usize, usize) {
        let place = rng.index(self.movable.len());
        let Movable { cell, count, first } = self.movable[place];
        let other = first as usize + rng.index(count as usize - 1);
        let other = other + usize::from(other >= place);
        (cell as usize, self.movable[other].cell as usize)
    }

    /// What the swap of two cells of a box would add to the cost.
    #[inline]
    pub fn delta(&self, first: usize, second: usize) -> i32 {
        let (leaving, coming) = (self.digits[first] - 1, self.digits[second] - 1);
        let count = |line: u32, digit: Digit| self.counts[line as usize + digit as usize];
        let mut delta = 0;
        for (&one, &other) in self.lines(first).iter().zip(self.lines(second)) {
            let change = i32::from(count(one, leaving) == 1) - i32::from(count(one, coming) == 0)
                + i32::from(count(other, coming) == 1)
                - i32::from(count(other, leaving) == 0);
            // A line that holds both cells keeps its digits.
            delta += if one == other { 0 } else { change };
        }
        delta
    }

    /// Swaps two cells of a box; `delta` is what [`Self::delta`] says of them.
    #[inline]
    pub fn swap(&mut self, first: usize, second: usize, delta: i32) {
        let (leaving, coming) = (self.digits[first] as usize - 1, self.digits[second] as usize - 1);
        let pairs = self.starts[first] as usize..self.starts[first + 1] as usize;
        for (one, place) in pairs.zip(self.starts[second] as usize..) {
            let (one, other) = (self.lines[one] as usize, self.lines[place] as usize);
            self.counts[one + leaving] -= 1;
            self.counts[one + coming] += 1;
            self.counts[other + coming] -= 1;
            self.counts[other + leaving] += 1;
        }
        self.digits.swap(first, second);
        self.cost = self.cost.wrapping_add_signed(delta);
    }

    #[inline]
    fn lines(&self, cell: usize) -> &[u32] {
        &self.lines[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// The first count of each line of each cell, and where the list of a cell starts.
fn lines_of_cells(layout: &Layout) -> (Vec<u32>, Vec<u32>) {
    let line_count = layout.units().len() - layout.box_count();
    let (mut lines, mut starts) = (Vec::new(), vec![0]);
    for cell in 0..layout.cell_count() {
        let units = layout.units_of(cell).iter().filter(|&&unit| (unit as usize) < line_count);
        lines.extend(units.map(|&unit| u32::from(unit) * layout.side() as u32));
        starts.push(lines.len() as u32);
    }
    (lines, starts)
}

fn movable(puzzle: &Puzzle) -> Vec<Movable> {
    let layout = puzzle.layout();
    let mut movable = Vec::new();
    for number in 0..layout.box_count() {
        let is_free = |cell: &&u16| puzzle.givens()[**cell as usize] == EMPTY;
        let free = || layout.box_cells(number).iter().filter(is_free);
        let (first, count) = (movable.len() as u32, free().count() as u16);
        if count >= 2 {
            movable.extend(free().map(|&cell| Movable { cell, count, first }));
        }
    }
    movable
}
