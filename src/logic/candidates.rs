//! The candidates of a puzzle under way: which digits each cell may still hold and which
//! places each digit still has in each unit, kept in step, with singles found as they arise
//! and every step undone at will.
//!
//! Cells and (unit, digit) demands are the two kinds of variable of a Sudoku seen as exact
//! cover; a variable left with one option is a single (naked or hidden), one left with none a
//! contradiction.

use std::sync::Arc;

use super::Strength;
use crate::board::Layout;
use crate::board::digit::{Digit, EMPTY};

/// A variable left without an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// No digit is left for this cell.
    Cell(usize),
    /// No place is left for a digit in a unit: unit x side + (digit - 1).
    Demand(usize),
}

/// A point of the trail to return to.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

/// A single that waits to be worked out.
#[derive(Clone, Copy, Debug)]
enum Single {
    Naked(u16),
    Hidden(u32),
}

/// Candidates of every cell and every (unit, digit) demand of one layout.
///
/// A demand is numbered unit x side + (digit - 1). Digit d is bit d - 1 of a cell's mask; the
/// i-th cell of a unit is bit i of a demand's mask.
#[derive(Clone, Debug)]
pub struct Candidates {
    layout: Arc<Layout>,
    side: usize,
    cells: Vec<u64>,
    demands: Vec<u64>,
    trail: Vec<(u16, u8)>,
    singles: Vec<Single>,
    pub(super) touched: Touched,
    pub(super) strength: Strength,
}

/// Variables changed since the rules beyond singles last looked at them.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub(super) enabled: bool,
    pub(super) cells: Vec<u16>,
    pub(super) demands: Vec<u32>,
    cell_flags: Vec<bool>,
    demand_flags: Vec<bool>,
}

impl Touched {
    #[inline]
    fn touch_cell(&mut self, cell: usize) {
        if !self.cell_flags[cell] {
            self.cell_flags[cell] = true;
            self.cells.push(cell as u16);
        }
    }

    #[inline]
    fn touch_demand(&mut self, demand: usize) {
        if !self.demand_flags[demand] {
            self.demand_flags[demand] = true;
            self.demands.push(demand as u32);
        }
    }

    pub(super) fn take_cell(&mut self) -> Option<usize> {
        let cell = self.cells.pop()? as usize;
        self.cell_flags[cell] = false;
        Some(cell)
    }

    pub(super) fn take_demand(&mut self) -> Option<usize> {
        let demand = self.demands.pop()? as usize;
        self.demand_flags[demand] = false;
        Some(demand)
    }

    pub(super) fn touch_all(&mut self) {
        for cell in 0..self.cell_flags.len() {
            self.touch_cell(cell);
        }
        for demand in 0..self.demand_flags.len() {
            self.touch_demand(demand);
        }
    }

    fn clear(&mut self) {
        while self.take_cell().is_some() {}
        while self.take_demand().is_some() {}
    }
}

impl Candidates {
    /// Everything open, for a layout.
    pub fn new(layout: &Arc<Layout>) -> Self {
        let side = layout.side();
        let full = (1 << side) - 1;
        let demand_count = layout.units().len() * side;
        Self {
            layout: Arc::clone(layout),
            side,
            cells: vec![full; layout.cell_count()],
            demands: vec![full; demand_count],
            trail: Vec::new(),
            singles: Vec::new(),
            touched: Touched {
                cell_flags: vec![false; layout.cell_count()],
                demand_flags: vec![false; demand_count],
                ..Touched::default()
            },
            strength: Strength::Singles,
        }
    }

    /// The layout.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The digits a cell may hold, digit d as bit d - 1.
    #[inline]
    pub fn cell(&self, cell: usize) -> u64 {
        self.cells[cell]
    }

    /// The masks of all cells.
    pub fn cell_masks(&self) -> &[u64] {
        &self.cells
    }

    /// The masks of all (unit, digit) demands.
    pub fn demand_masks(&self) -> &[u64] {
        &self.demands
    }

    /// The cell at a place of the unit that a demand belongs to.
    #[inline]
    pub fn cell_of_demand(&self, demand: usize, place: usize) -> usize {
        self.layout.all_unit_cells()[demand - self.bit_of_demand(demand) + place] as usize
    }

    /// The digit of a demand, as the number of its bit.
    #[inline]
    pub fn bit_of_demand(&self, demand: usize) -> usize {
        (demand as u32 % self.side as u32) as usize
    }

    /// The digit of a cell, or [`EMPTY`] while several are open.
    pub fn digit(&self, cell: usize) -> Digit {
        let mask = self.cells[cell];
        if mask.is_power_of_two() { mask.trailing_zeros() as Digit + 1 } else { EMPTY }
    }

    /// Whether every cell has its digit.
    pub fn is_complete(&self) -> bool {
        self.cells.iter().all(|mask| mask.is_power_of_two())
    }

    /// The digits of all cells, [`EMPTY`] where several are open.
    pub fn digits(&self) -> Vec<Digit> {
        (0..self.cells.len()).map(|cell| self.digit(cell)).collect()
    }

    /// Starts anew from givens: each free cell may hold what no given peer holds. Singles are
    /// noted but not yet worked out, and nothing before this can be undone.
    pub fn load(&mut self, givens: &[Digit]) -> Result<(), Contradiction> {
        let layout = Arc::clone(&self.layout);
        self.trail.clear();
        self.forget_pending();
        self.load_cells(&layout, givens);
        self.demands.fill(0);
        for (cell, &mask) in self.cells.iter().enumerate() {
            for slot in layout.slots_of(cell) {
                let bit = 1 << slot.place;
                let mut rest = mask;
                while rest != 0 {
                    self.demands
                        [slot.unit as usize * self.side + rest.trailing_zeros() as usize] |= bit;
                    rest &= rest - 1;
                }
            }
        }
        if self.touched.enabled {
            self.touched.touch_all();
        }
        for cell in 0..self.cells.len() {
            self.notice_cell(cell)?;
        }
        for demand in 0..self.demands.len() {
            self.notice_demand(demand)?;
        }
        Ok(())
    }

    fn load_cells(&mut self, layout: &Layout, givens: &[Digit]) {
        let full = (1u64 << self.side) - 1;
        let mut used = vec![0u64; layout.units().len()];
        for (cell, &digit) in givens.iter().enumerate().filter(|given| *given.1 != EMPTY) {
            for &unit in layout.units_of(cell) {
                used[unit as usize] |= 1 << (digit - 1);
            }
        }
        for (cell, &digit) in givens.iter().enumerate() {
            self.cells[cell] = if digit == EMPTY {
                let taken =
                    layout.units_of(cell).iter().fold(0, |mask, &u| mask | used[u as usize]);
                full & !taken
            } else {
                1 << (digit - 1)
            };
        }
    }

    #[inline]
    fn notice_cell(&mut self, cell: usize) -> Result<(), Contradiction> {
        let mask = self.cells[cell];
        if mask & mask.wrapping_sub(1) == 0 {
            if mask == 0 {
                return Err(Contradiction::Cell(cell));
            }
            self.singles.push(Single::Naked(cell as u16));
        }
        Ok(())
    }

    #[inline]
    fn notice_demand(&mut self, demand: usize) -> Result<(), Contradiction> {
        let mask = self.demands[demand];
        if mask & mask.wrapping_sub(1) == 0 {
            if mask == 0 {
                return Err(Contradiction::Demand(demand));
            }
            self.singles.push(Single::Hidden(demand as u32));
        }
        Ok(())
    }

    /// Takes a candidate away. A single that arises is noted for [`Self::propagate_singles`].
    pub fn eliminate(&mut self, cell: usize, digit: Digit) -> Result<(), Contradiction> {
        let layout = Arc::clone(&self.layout);
        if self.cells[cell] >> (digit - 1) & 1 == 1 {
            self.remove(&layout, cell, digit as usize - 1)?;
        }
        Ok(())
    }

    /// Leaves a cell one digit only.
    pub fn assign(&mut self, cell: usize, digit: Digit) -> Result<(), Contradiction> {
        let layout = Arc::clone(&self.layout);
        self.keep(&layout, cell, 1 << (digit - 1))
    }

    /// Leaves a cell only the digits of `mask`.
    pub(super) fn restrict(&mut self, cell: usize, mask: u64) -> Result<(), Contradiction> {
        let layout = Arc::clone(&self.layout);
        self.keep(&layout, cell, mask)
    }

    #[inline]
    fn keep(&mut self, layout: &Layout, cell: usize, mask: u64) -> Result<(), Contradiction> {
        let mut rest = self.cells[cell] & !mask;
        while rest != 0 {
            self.remove(layout, cell, rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
        }
        Ok(())
    }

    #[inline]
    fn remove(&mut self, layout: &Layout, cell: usize, bit: usize) -> Result<(), Contradiction> {
        self.cells[cell] &= !(1 << bit);
        self.trail.push((cell as u16, bit as u8));
        if self.touched.enabled {
            self.touched.touch_cell(cell);
        }
        let mut verdict = self.notice_cell(cell);
        for slot in layout.slots_of(cell) {
            let demand = slot.unit as usize * self.side + bit;
            self.demands[demand] &= !(1 << slot.place);
            if self.touched.enabled {
                self.touched.touch_demand(demand);
            }
            verdict = verdict.and(self.notice_demand(demand));
        }
        verdict
    }

    /// Works out naked and hidden singles until none is left. After a contradiction the
    /// candidates stand as they were when it was met, good only to be undone.
    pub fn propagate_singles(&mut self) -> Result<(), Contradiction> {
        let layout = Arc::clone(&self.layout);
        while let Some(single) = self.singles.pop() {
            let worked_out = match single {
                Single::Naked(cell) => self.work_out_naked(&layout, cell as usize),
                Single::Hidden(demand) => self.work_out_hidden(&layout, demand as usize),
            };
            if worked_out.is_err() {
                self.forget_pending();
                return worked_out;
            }
        }
        Ok(())
    }

    fn work_out_naked(&mut self, layout: &Layout, cell: usize) -> Result<(), Contradiction> {
        let bit = self.cells[cell].trailing_zeros() as usize;
        for slot in layout.slots_of(cell) {
            let demand = slot.unit as usize * self.side + bit;
            let mut rest = self.demands[demand] & !(1 << slot.place);
            while rest != 0 {
                let place = rest.trailing_zeros() as usize;
                let peer = layout.all_unit_cells()[slot.unit as usize * self.side + place] as usize;
                self.remove(layout, peer, bit)?;
                rest &= rest - 1;
            }
        }
        Ok(())
    }

    fn work_out_hidden(&mut self, layout: &Layout, demand: usize) -> Result<(), Contradiction> {
        let cell = self.cell_of_demand(demand, self.demands[demand].trailing_zeros() as usize);
        self.keep(layout, cell, 1 << self.bit_of_demand(demand))
    }

    /// The present point of the trail.
    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Takes back everything since the mark, and whatever was noted but not worked out.
    pub fn undo(&mut self, mark: Mark) {
        let layout = Arc::clone(&self.layout);
        self.forget_pending();
        while self.trail.len() > mark.0 {
            if let Some((cell, bit)) = self.trail.pop() {
                self.cells[cell as usize] |= 1 << bit;
                for slot in layout.slots_of(cell as usize) {
                    self.demands[slot.unit as usize * self.side + bit as usize] |= 1 << slot.place;
                }
            }
        }
    }

    pub(super) fn forget_pending(&mut self) {
        self.singles.clear();
        self.touched.clear();
    }
}
