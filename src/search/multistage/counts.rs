//! The price of a filling, from how often each digit stands in each unit and each grid.
//!
//! Fitness (Browder, Frey and Woodburn): over units and digits the sum of (1 - count)^2, and for
//! each grid over digits the sum of |count in the grid - side|.

use std::sync::Arc;

use crate::board::Layout;
use crate::board::digit::Digit;

/// Fitness, then cost; the lower the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Price {
    pub fitness: u32,
    /// Digits missing over all units.
    pub cost: u32,
}

/// The counts of one filling, kept in step digit by digit.
pub(super) struct Counts {
    layout: Arc<Layout>,
    side: usize,
    /// At unit x side + (digit - 1).
    units: Vec<u8>,
    /// At grid x side + (digit - 1).
    grids: Vec<u16>,
    /// The grids of each box, and the boxes of each grid.
    grids_of_box: Vec<Vec<u16>>,
    boxes_of_grid: Vec<Vec<u16>>,
    price: Price,
}

impl Counts {
    pub fn new(layout: &Arc<Layout>) -> Self {
        let side = layout.side();
        let mut grids_of_box = vec![Vec::new(); layout.box_count()];
        let mut boxes_of_grid = vec![Vec::new(); layout.grid_count()];
        for (grid, boxes) in boxes_of_grid.iter_mut().enumerate() {
            boxes.extend(
                layout.grid_cells(grid).iter().map(|&cell| layout.box_of(cell as usize) as u16),
            );
            boxes.sort_unstable();
            boxes.dedup();
            for &number in boxes.iter() {
                grids_of_box[number as usize].push(grid as u16);
            }
        }
        Self {
            layout: Arc::clone(layout),
            side,
            units: vec![0; layout.units().len() * side],
            grids: vec![0; layout.grid_count() * side],
            grids_of_box,
            boxes_of_grid,
            price: Price { fitness: 0, cost: 0 },
        }
    }

    /// The price of the filling that is counted.
    pub fn price(&self) -> Price {
        self.price
    }

    /// Counts a filling anew.
    pub fn load(&mut self, digits: &[Digit]) -> Price {
        self.units.fill(0);
        let cells = self.layout.all_unit_cells().chunks_exact(self.side);
        for (cells, counts) in cells.zip(self.units.chunks_exact_mut(self.side)) {
            for &cell in cells {
                counts[digits[cell as usize] as usize - 1] += 1;
            }
        }
        self.count_grids();
        let squares: u32 = self.units.iter().map(|&count| square(count)).sum();
        let excess = self.grids.iter().map(|&count| u32::from(count.abs_diff(self.side as u16)));
        let cost = self.units.iter().map(|&count| u32::from(count == 0)).sum();
        self.price = Price { fitness: squares + excess.sum::<u32>(), cost };
        self.price
    }

    fn count_grids(&mut self) {
        self.grids.fill(0);
        let first_box = self.layout.units().len() - self.layout.box_count();
        for (boxes, counts) in self.boxes_of_grid.iter().zip(self.grids.chunks_exact_mut(self.side))
        {
            for &number in boxes {
                let unit = first_box + number as usize;
                let of_box = &self.units[unit * self.side..][..self.side];
                counts.iter_mut().zip(of_box).for_each(|(sum, &count)| *sum += u16::from(count));
            }
        }
    }

    /// Gives a cell another digit.
    pub fn change(&mut self, cell: usize, old: Digit, new: Digit) {
        let (old, new) = (old as usize - 1, new as usize - 1);
        let Price { mut fitness, mut cost } = self.price;
        for &unit in self.layout.units_of(cell) {
            let counts = &mut self.units[unit as usize * self.side..][..self.side];
            fitness -= square(counts[old]) + square(counts[new]);
            cost -= u32::from(counts[new] == 0);
            counts[old] -= 1;
            counts[new] += 1;
            cost += u32::from(counts[old] == 0);
            fitness += square(counts[old]) + square(counts[new]);
        }
        let side = self.side as u16;
        for &grid in &self.grids_of_box[self.layout.box_of(cell)] {
            let counts = &mut self.grids[grid as usize * self.side..][..self.side];
            fitness -= u32::from(counts[old].abs_diff(side) + counts[new].abs_diff(side));
            counts[old] -= 1;
            counts[new] += 1;
            fitness += u32::from(counts[old].abs_diff(side) + counts[new].abs_diff(side));
        }
        self.price = Price { fitness, cost };
    }
}

fn square(count: u8) -> u32 {
    let distance = u32::from(count.abs_diff(1));
    distance * distance
}
