//! Local search on one genome held as a byte a cell.
//!
//! `lines` is the search that study 000 describes; `partners` that of Wang et al. 2023 (LSGA).
//! No swap leaves a gene, so that genes stay permutations.

use super::Tables;
use super::as_coded;
use super::operators::{Accept, Improvement, Lines, Partners, Shared};
use crate::board::UnitKind;
use crate::rng::Rng;

/// Improves a genome with at most `most` swaps; tells how many were made.
pub(super) fn improve(tables: &Tables, digits: &mut [u8], rng: &mut Rng, most: u64) -> u64 {
    let mut work = Work { tables, digits, swaps: 0, most };
    match tables.variant.improvement {
        Improvement::None => {}
        Improvement::Lines(rule) => work.lines(rule),
        Improvement::Partners(rule) => work.partners(rule, rng),
        Improvement::AsCoded(faults) => as_coded::row_search(&mut work, faults),
    }
    work.swaps
}

/// A genome under local search.
pub(super) struct Work<'a> {
    pub tables: &'a Tables,
    pub digits: &'a mut [u8],
    swaps: u64,
    most: u64,
}

impl Work<'_> {
    /// How often a digit stands in a unit.
    pub fn count(&self, unit: usize, digit: u8) -> usize {
        let cells = self.tables.layout.unit_cells(unit);
        cells.iter().filter(|&&cell| self.digits[cell as usize] == digit).count()
    }

    pub fn is_illegal(&self, unit: usize) -> bool {
        let cells = self.tables.layout.unit_cells(unit);
        super::score::Scorer::distinct(cells, self.digits) < cells.len() as u32
    }

    pub fn is_free(&self, cell: usize) -> bool {
        self.tables.genes.givens()[cell] == 0
    }

    pub fn is_spent(&self) -> bool {
        self.swaps >= self.most
    }

    pub fn swap(&mut self, one: usize, other: usize) {
        self.digits.swap(one, other);
        self.swaps += 1;
    }

    /// For each grid the column pass, then the row pass.
    fn lines(&mut self, rule: Lines) {
        for grid in 0..self.tables.layout.grid_count() {
            self.pass(grid, UnitKind::Column, rule);
            self.pass(grid, UnitKind::Row, rule);
        }
    }

    /// Every two illegal lines of a grid exchange what each has twice and the other lacks.
    pub fn pass(&mut self, grid: usize, kind: UnitKind, rule: Lines) {
        let lines = self.tables.lines_of(grid, kind);
        let illegal: Vec<usize> =
            lines.iter().map(|&line| line as usize).filter(|&line| self.is_illegal(line)).collect();
        for (place, &one) in illegal.iter().enumerate() {
            for &other in &illegal[place + 1..] {
                self.exchange(one, other, kind, rule);
            }
        }
    }

    fn exchange(&mut self, one: usize, other: usize, kind: UnitKind, rule: Lines) {
        let layout = &self.tables.layout;
        // Lines of one grid share all of their boxes or none.
        let first_box = |line: usize| layout.box_of(layout.unit_cells(line)[0] as usize);
        if first_box(one) != first_box(other) {
            return;
        }
        // Digits are told by masks first, since most cells have none to give.
        let mut movable = self.movable(one, other);
        for (place, &first) in layout.unit_cells(one).iter().enumerate() {
            for (other_place, &second) in layout.unit_cells(other).iter().enumerate() {
                let (first, second) = (first as usize, second as usize);
                if movable[0] & self.bit(first) == 0 {
                    break;
                }
                let is_near = layout.box_of(first) == layout.box_of(second)
                    && (!rule.same_line || place == other_place);
                if movable[1] & self.bit(second) != 0
                    && is_near
                    && self.is_free(first)
                    && self.is_free(second)
                    && self.fits(first, second, [one, other], kind, rule)
                {
                    if self.is_spent() {
                        return;
                    }
                    self.try_swap(first, second, rule.accept);
                    movable = self.movable(one, other);
                }
            }
        }
    }

    /// The digits that each of two units has more than once and the other lacks, as masks.
    fn movable(&self, one: usize, other: usize) -> [u64; 2] {
        let [one, other] = [one, other].map(|unit| {
            let cells = self.tables.layout.unit_cells(unit).iter();
            cells.fold((0, 0), |(once, twice), &cell| {
                let bit = self.bit(cell as usize);
                (once | bit, twice | once & bit)
            })
        });
        [one.1 & !other.0, other.1 & !one.0]
    }

    /// The digit of a cell as a mask.
    fn bit(&self, cell: usize) -> u64 {
        1 << self.digits[cell]
    }

    /// Whether each cell's digit is repeated in its own line and absent from the other's.
    fn fits(
        &self,
        first: usize,
        second: usize,
        [one, other]: [usize; 2],
        kind: UnitKind,
        rule: Lines,
    ) -> bool {
        match rule.shared {
            Shared::OneGrid => self.may_trade(first, second, one, other),
            Shared::BothGrids => {
                let lines = |cell: usize| {
                    let units = self.tables.layout.units_of(cell).iter();
                    units
                        .map(|&unit| unit as usize)
                        .filter(|&unit| self.tables.layout.unit(unit).kind == kind)
                };
                lines(first)
                    .zip(lines(second))
                    .all(|(one, other)| self.may_trade(first, second, one, other))
            }
        }
    }

    /// Whether the digits of two cells are each repeated in their own unit and absent from the
    /// other one.
    fn may_trade(&self, first: usize, second: usize, one: usize, other: usize) -> bool {
        let (leaving, coming) = (self.digits[first], self.digits[second]);
        self.count(one, leaving) > 1
            && self.count(other, coming) > 1
            && self.count(other, leaving) == 0
            && self.count(one, coming) == 0
    }

    fn try_swap(&mut self, first: usize, second: usize, accept: Accept) {
        let before = match accept {
            Accept::Always => None,
            Accept::NotWorse => Some(self.tables.scorer.score(self.digits).0),
        };
        self.swap(first, second);
        if before.is_some_and(|before| self.tables.scorer.score(self.digits).0 > before) {
            self.digits.swap(first, second);
        }
    }

    /// Columns with a random partner, then boxes with a random partner of their band.
    fn partners(&mut self, rule: Partners, rng: &mut Rng) {
        for grid in 0..self.tables.layout.grid_count() {
            if rule.columns {
                self.trade_columns(grid, rng);
            }
            if rule.boxes {
                self.trade_boxes(grid, rng);
            }
        }
    }

    fn illegal_of(&self, grid: usize, kind: UnitKind) -> Vec<usize> {
        let units = self.tables.lines_of(grid, kind).iter().map(|&unit| unit as usize);
        units.filter(|&unit| self.is_illegal(unit)).collect()
    }

    fn trade_columns(&mut self, grid: usize, rng: &mut Rng) {
        let illegal = self.illegal_of(grid, UnitKind::Column);
        if illegal.len() < 2 {
            return;
        }
        for (place, &one) in illegal.iter().enumerate() {
            let partner = rng.index(illegal.len() - 1);
            let other = illegal[partner + usize::from(partner >= place)];
            for row in 0..self.tables.layout.side() {
                let cell = |unit: usize| self.tables.layout.unit_cells(unit)[row] as usize;
                self.trade(cell(one), cell(other), one, other);
            }
        }
    }

    fn trade_boxes(&mut self, grid: usize, rng: &mut Rng) {
        let box_side = self.tables.layout.box_side();
        let boxes = self.tables.lines_of(grid, UnitKind::Box).to_vec();
        for band in boxes.chunks(box_side) {
            let illegal: Vec<usize> =
                band.iter().map(|&unit| unit as usize).filter(|&u| self.is_illegal(u)).collect();
            if illegal.len() < 2 {
                continue;
            }
            for (place, &one) in illegal.iter().enumerate() {
                let partner = rng.index(illegal.len() - 1);
                let other = illegal[partner + usize::from(partner >= place)];
                self.trade_rows_of_boxes(one, other);
            }
        }
    }

    fn trade_rows_of_boxes(&mut self, one: usize, other: usize) {
        let (layout, box_side) = (&self.tables.layout, self.tables.layout.box_side());
        for row in 0..box_side {
            let row = row * box_side..(row + 1) * box_side;
            for &first in &layout.unit_cells(one)[row.clone()] {
                for &second in &layout.unit_cells(other)[row.clone()] {
                    self.trade(first as usize, second as usize, one, other);
                }
            }
        }
    }

    fn trade(&mut self, first: usize, second: usize, one: usize, other: usize) {
        let is_fit = self.is_free(first)
            && self.is_free(second)
            && self.may_trade(first, second, one, other);
        if is_fit && !self.is_spent() {
            self.swap(first, second);
        }
    }
}
