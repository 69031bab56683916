//! The candidates of a puzzle under way: which digits each cell may still hold and which
//! places each digit still has in each unit, kept in step, with singles found as they arise
//! and every step undone at will.
//!
//! Cells and (unit, digit) demands are the two kinds of variable of a Sudoku seen as exact
//! cover; a variable left with one option is a single (naked or hidden), one left with none a
//! contradiction.

use std::sync::Arc;

use super::Strength;
use super::touched::{Demand, Touched, Variable};
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

/// A digit, as the number of its bit, that a cell must hold.
#[derive(Clone, Copy, Debug)]
struct Single {
    cell: u16,
    bit: u8,
}

/// Candidates of every cell and every (unit, digit) demand of one layout.
///
/// A demand is numbered unit x side + (digit - 1). Digit d is bit d - 1 of a cell's mask; the
/// i-th cell of a unit is bit i of a demand's mask.
#[derive(Clone, Debug)]
pub struct Candidates {
    pub(super) layout: Arc<Layout>,
    pub(super) options: Options,
    pub(super) strength: Strength,
}

/// The part of [`Candidates`] that changes; its steps are told the layout, which does not.
#[derive(Clone, Debug)]
pub(super) struct Options {
    side: usize,
    cells: Vec<u64>,
    demands: Vec<u64>,
    /// The digits that the givens of each unit hold.
    given: Vec<u64>,
    trail: Vec<(u16, u8)>,
    singles: Vec<Single>,
    touched: Touched,
}

impl Candidates {
    /// Everything open, for a layout.
    pub fn new(layout: &Arc<Layout>) -> Self {
        let side = layout.side();
        let full = (1 << side) - 1;
        let demand_count = layout.units().len() * side;
        let options = Options {
            side,
            cells: vec![full; layout.cell_count()],
            demands: vec![full; demand_count],
            given: vec![0; layout.units().len()],
            trail: Vec::new(),
            singles: Vec::new(),
            touched: Touched::new(demand_count),
        };
        Self { layout: Arc::clone(layout), options, strength: Strength::Singles }
    }

    /// The layout.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The digits a cell may hold, digit d as bit d - 1.
    #[inline]
    pub fn cell(&self, cell: usize) -> u64 {
        self.options.cells[cell]
    }

    /// The masks of all cells.
    pub fn cell_masks(&self) -> &[u64] {
        &self.options.cells
    }

    /// The masks of all (unit, digit) demands.
    pub fn demand_masks(&self) -> &[u64] {
        &self.options.demands
    }

    /// The cell at a place of the unit that a demand belongs to.
    pub fn cell_of_demand(&self, demand: usize, place: usize) -> usize {
        self.layout.unit_cells(demand / self.options.side)[place] as usize
    }

    /// The digit of a demand, as the number of its bit.
    pub fn bit_of_demand(&self, demand: usize) -> usize {
        demand % self.options.side
    }

    /// The digit of a cell, or [`EMPTY`] while several are open.
    pub fn digit(&self, cell: usize) -> Digit {
        let mask = self.cell(cell);
        if mask.is_power_of_two() { mask.trailing_zeros() as Digit + 1 } else { EMPTY }
    }

    /// Whether every cell has its digit.
    pub fn is_complete(&self) -> bool {
        self.options.cells.iter().all(|mask| mask.is_power_of_two())
    }

    /// The digits of all cells, [`EMPTY`] where several are open.
    pub fn digits(&self) -> Vec<Digit> {
        (0..self.options.cells.len()).map(|cell| self.digit(cell)).collect()
    }

    /// Starts anew from givens: each free cell may hold what no given peer holds. Singles are
    /// noted but not yet worked out, and nothing before this can be undone.
    pub fn load(&mut self, givens: &[Digit]) -> Result<(), Contradiction> {
        self.options.load(&self.layout, givens)
    }

    /// Takes a candidate away. A single that arises is noted for [`Self::propagate_singles`].
    pub fn eliminate(&mut self, cell: usize, digit: Digit) -> Result<(), Contradiction> {
        self.options.restrict(&self.layout, cell, !(1 << (digit - 1)))
    }

    /// Leaves a cell one digit only.
    pub fn assign(&mut self, cell: usize, digit: Digit) -> Result<(), Contradiction> {
        self.options.restrict(&self.layout, cell, 1 << (digit - 1))
    }

    /// Works out naked and hidden singles until none is left. After a contradiction the
    /// candidates stand as they were when it was met, good only to be undone.
    pub fn propagate_singles(&mut self) -> Result<(), Contradiction> {
        let outcome = self.options.work_out_singles(&self.layout);
        if outcome.is_err() {
            self.options.forget_pending();
        }
        outcome
    }

    /// Gives a cell one of its digits and works out singles, past any contradiction: a cell left
    /// without a digit stays so, and the rest goes on without it.
    pub fn assign_regardless(&mut self, cell: usize, digit: Digit) {
        self.options.keep_regardless(&self.layout, cell, digit as usize - 1);
        self.options.work_out_regardless(&self.layout);
    }

    /// How many candidates have been removed since the givens were loaded and can be brought back.
    pub fn removed_count(&self) -> usize {
        self.options.trail.len()
    }

    /// The present point of the trail.
    pub fn mark(&self) -> Mark {
        Mark(self.options.trail.len())
    }

    /// Takes back everything since the mark, and whatever was noted but not worked out.
    pub fn undo(&mut self, mark: Mark) {
        self.options.undo(&self.layout, mark);
    }
}

impl Options {
    #[inline]
    pub(super) fn cell(&self, cell: usize) -> u64 {
        self.cells[cell]
    }

    #[inline]
    pub(super) fn demand(&self, demand: Demand) -> u64 {
        self.demands[demand.unit as usize * self.side + demand.bit as usize]
    }

    /// The masks of the demands of a unit, digit by digit.
    pub(super) fn demands_of(&self, unit: u16) -> &[u64] {
        &self.demands[unit as usize * self.side..][..self.side]
    }

    fn load(&mut self, layout: &Layout, givens: &[Digit]) -> Result<(), Contradiction> {
        self.trail.clear();
        self.forget_pending();
        self.touched.rest();
        self.load_cells(layout, givens)?;
        self.demands.fill(0);
        for (cell, &mask) in self.cells.iter().enumerate() {
            let slots = layout.slots_of(cell);
            let mut rest = mask;
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                for slot in slots {
                    self.demands[slot.unit as usize * self.side + bit] |= 1 << slot.place;
                }
                rest &= rest - 1;
            }
        }
        for cell in (0..givens.len()).filter(|&cell| givens[cell] == EMPTY) {
            self.notice_cell(cell, self.cells[cell])?;
        }
        for unit in layout.units() {
            let mut rest = self.full() & !self.given[unit];
            while rest != 0 {
                let demand = Demand { unit: unit as u16, bit: rest.trailing_zeros() as u8 };
                self.notice_demand(layout, demand, self.demand(demand))?;
                rest &= rest - 1;
            }
        }
        Ok(())
    }

    fn load_cells(&mut self, layout: &Layout, givens: &[Digit]) -> Result<(), Contradiction> {
        self.given.fill(0);
        for (cell, &digit) in givens.iter().enumerate().filter(|given| *given.1 != EMPTY) {
            let mask = 1 << (digit - 1);
            for &unit in layout.units_of(cell) {
                if self.given[unit as usize] & mask != 0 {
                    return Err(Contradiction::Cell(cell));
                }
                self.given[unit as usize] |= mask;
            }
            self.cells[cell] = mask;
        }
        for cell in (0..givens.len()).filter(|&cell| givens[cell] == EMPTY) {
            let units = layout.units_of(cell).iter();
            let taken = units.fold(0, |mask, &unit| mask | self.given[unit as usize]);
            self.cells[cell] = self.full() & !taken;
        }
        Ok(())
    }

    fn full(&self) -> u64 {
        (1 << self.side) - 1
    }

    #[inline(always)]
    fn notice_cell(&mut self, cell: usize, mask: u64) -> Result<(), Contradiction> {
        let rest = mask & mask.wrapping_sub(1);
        if rest & rest.wrapping_sub(1) != 0 {
            return Ok(());
        }
        if rest != 0 {
            self.touched.touch_cell(cell);
        } else if mask != 0 {
            self.singles.push(Single { cell: cell as u16, bit: mask.trailing_zeros() as u8 });
        } else {
            return Err(Contradiction::Cell(cell));
        }
        Ok(())
    }

    #[inline(always)]
    fn notice_demand(
        &mut self,
        layout: &Layout,
        demand: Demand,
        mask: u64,
    ) -> Result<(), Contradiction> {
        let first = demand.unit as usize * self.side;
        let number = first + demand.bit as usize;
        if mask & mask.wrapping_sub(1) != 0 {
            self.touched.touch_demand(demand, number);
        } else if mask != 0 {
            let cell = layout.all_unit_cells()[first + mask.trailing_zeros() as usize];
            // A cell that has its digit was noticed when it got it.
            if !self.cells[cell as usize].is_power_of_two() {
                self.singles.push(Single { cell, bit: demand.bit });
            }
        } else {
            return Err(Contradiction::Demand(number));
        }
        Ok(())
    }

    /// Leaves a cell only the digits of `mask`.
    #[inline]
    pub(super) fn restrict(
        &mut self,
        layout: &Layout,
        cell: usize,
        mask: u64,
    ) -> Result<(), Contradiction> {
        let mut rest = self.cells[cell] & !mask;
        while rest != 0 {
            self.remove(layout, cell, rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
        }
        Ok(())
    }

    /// Takes a candidate away that is there.
    #[inline]
    pub(super) fn remove(
        &mut self,
        layout: &Layout,
        cell: usize,
        bit: usize,
    ) -> Result<(), Contradiction> {
        let mask = self.cells[cell] & !(1 << bit);
        self.cells[cell] = mask;
        self.trail.push((cell as u16, bit as u8));
        let mut verdict = self.notice_cell(cell, mask);
        for slot in layout.slots_of(cell) {
            let number = slot.unit as usize * self.side + bit;
            let mask = self.demands[number] & !(1 << slot.place);
            self.demands[number] = mask;
            let demand = Demand { unit: slot.unit, bit: bit as u8 };
            verdict = verdict.and(self.notice_demand(layout, demand, mask));
        }
        verdict
    }

    pub(super) fn work_out_singles(&mut self, layout: &Layout) -> Result<(), Contradiction> {
        while let Some(Single { cell, bit }) = self.singles.pop() {
            let (cell, bit) = (cell as usize, bit as usize);
            if self.cells[cell] == 1 << bit {
                self.close_to_peers(layout, cell, bit)?;
            } else {
                // The last digit to go notes the cell again.
                self.restrict(layout, cell, 1 << bit)?;
            }
        }
        Ok(())
    }

    /// Takes the digit of a cell from all cells that share a unit with it.
    fn close_to_peers(
        &mut self,
        layout: &Layout,
        cell: usize,
        bit: usize,
    ) -> Result<(), Contradiction> {
        for slot in layout.slots_of(cell) {
            let first = slot.unit as usize * self.side;
            let mut rest = self.demands[first + bit] & !(1 << slot.place);
            while rest != 0 {
                let peer = layout.all_unit_cells()[first + rest.trailing_zeros() as usize];
                self.remove(layout, peer as usize, bit)?;
                rest &= rest - 1;
            }
        }
        Ok(())
    }

    fn work_out_regardless(&mut self, layout: &Layout) {
        while let Some(Single { cell, bit }) = self.singles.pop() {
            let (cell, bit) = (cell as usize, bit as usize);
            if self.cells[cell] == 1 << bit {
                self.close_regardless(layout, cell, bit);
            } else if self.cells[cell] >> bit & 1 == 1 {
                self.keep_regardless(layout, cell, bit);
            }
        }
    }

    fn keep_regardless(&mut self, layout: &Layout, cell: usize, bit: usize) {
        let mut rest = self.cells[cell] & !(1 << bit);
        while rest != 0 {
            let _ = self.remove(layout, cell, rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }

    fn close_regardless(&mut self, layout: &Layout, cell: usize, bit: usize) {
        for slot in layout.slots_of(cell) {
            let first = slot.unit as usize * self.side;
            let mut rest = self.demands[first + bit] & !(1 << slot.place);
            while rest != 0 {
                let peer = layout.all_unit_cells()[first + rest.trailing_zeros() as usize];
                let _ = self.remove(layout, peer as usize, bit);
                rest &= rest - 1;
            }
        }
    }

    fn undo(&mut self, layout: &Layout, mark: Mark) {
        self.forget_pending();
        for (cell, bit) in self.trail.drain(mark.0..) {
            self.cells[cell as usize] |= 1 << bit;
            for slot in layout.slots_of(cell as usize) {
                self.demands[slot.unit as usize * self.side + bit as usize] |= 1 << slot.place;
            }
        }
    }

    /// The next variable that rules beyond singles have to look at. The first call after a load
    /// starts with all of them: many puzzles need no more than singles, and then none is noted.
    pub(super) fn take_touched(&mut self, layout: &Layout) -> Option<Variable> {
        if !self.touched.is_awake() {
            self.touched.wake();
            for (cell, &mask) in self.cells.iter().enumerate() {
                if has_two(mask) {
                    self.touched.touch_cell(cell);
                }
            }
            for unit in layout.units() {
                for bit in 0..self.side {
                    let number = unit * self.side + bit;
                    if !self.demands[number].is_power_of_two() {
                        let demand = Demand { unit: unit as u16, bit: bit as u8 };
                        self.touched.touch_demand(demand, number);
                    }
                }
            }
        }
        self.touched.take(self.side)
    }

    pub(super) fn forget_pending(&mut self) {
        self.singles.clear();
        self.touched.clear(self.side);
    }
}

/// Whether exactly two options are left.
#[inline]
pub(super) fn has_two(mask: u64) -> bool {
    let rest = mask & mask.wrapping_sub(1);
    rest != 0 && rest & (rest - 1) == 0
}
