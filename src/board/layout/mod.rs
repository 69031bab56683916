//! Layouts: square grids placed at box offsets on a canvas, held as flat tables.
//!
//! One grid gives the ordinary puzzles; grids that share boxes give the overlays
//! (Twodoku, Samurai, or whatever a user writes in a small TOML file).

mod file;
mod tables;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::plain::plain_name;
use tables::{
    Ragged, bands_and_stacks, grid_cells, list_units, number_cells, overlaps_of_cells,
    peers_of_cells, slots_of_cells, units_of_cells,
};

/// The largest box side: digits up to 49 fit the 64 bits of a candidate mask.
pub const MAX_BOX_SIDE: usize = 7;

/// The most cells a layout may have, so that a cell number fits 16 bits.
pub const MAX_CELLS: usize = 20_000;

/// The largest box offset of a grid; keeps a canvas within reason.
pub const MAX_OFFSET: usize = 63;

/// The most grids, one at each place.
const MOST_GRIDS: usize = (MAX_OFFSET + 1).pow(2);

const NO_CELL: u16 = u16::MAX;

const SINGLE_GRIDS: [(&str, usize); 6] =
    [("4x4", 2), ("9x9", 3), ("16x16", 4), ("25x25", 5), ("36x36", 6), ("49x49", 7)];

/// Names of the layouts that are always there.
pub const LAYOUT_NAMES: [&str; 8] =
    ["4x4", "9x9", "16x16", "25x25", "36x36", "49x49", "twodoku", "samurai"];

/// What kind of line a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitKind {
    /// A row of a grid.
    Row,
    /// A column of a grid.
    Column,
    /// A box; grids that overlap share it.
    Box,
}

/// A set of cells that holds each digit once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Row, column or box.
    pub kind: UnitKind,
    /// The first grid that has it, from 0.
    pub grid: u16,
    /// Its number among its kind within that grid, from 0.
    pub number: u16,
}

/// One of the units of a cell and the cell's place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The unit.
    pub unit: u16,
    /// The index of the cell among the unit's cells.
    pub place: u8,
}

/// Why a layout cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum LayoutError {
    /// The box side is out of range.
    #[error("box-side is {0}, expected 2 to {MAX_BOX_SIDE}")]
    BoxSide(usize),
    /// There is no grid.
    #[error("grids is empty, expected at least one [box-row, box-column]")]
    NoGrid,
    /// There are more grids than places.
    #[error("the layout has {0} grids, expected at most {MOST_GRIDS}")]
    TooManyGrids(usize),
    /// A grid lies too far out.
    #[error("grid {grid} is placed at box offset {offset}, expected 0 to {MAX_OFFSET}")]
    Offset {
        /// Number of the grid, from 1.
        grid: usize,
        /// The offset found.
        offset: usize,
    },
    /// Two grids lie on each other.
    #[error("grids {0} and {1} are at the same place; remove one of them")]
    SamePlace(usize, usize),
    /// Too many cells.
    #[error("the layout has {0} cells, expected at most {MAX_CELLS}")]
    TooManyCells(usize),
    /// The file is no layout.
    #[error("{message}")]
    Syntax {
        /// Line and column, both from 1, where they are known.
        place: Option<(usize, usize)>,
        /// What is wrong there.
        message: String,
    },
}

/// Grids placed on a canvas, with every table that reading, judging and solving need.
///
/// Cells are numbered in reading order of the canvas; boxes grid by grid, a shared box
/// once, with the number its first grid gives it. Units: for each grid its rows, then its
/// columns, and after all grids the boxes; a unit that two grids have in common stands once.
#[derive(Clone)]
pub struct Layout {
    name: String,
    box_side: usize,
    origins: Vec<(usize, usize)>,
    canvas: (usize, usize),
    positions: Vec<(u16, u16)>,
    cell_at: Vec<u16>,
    grid_cells: Vec<u16>,
    units: Vec<Unit>,
    unit_cells: Vec<u16>,
    units_of: Ragged,
    slots: Vec<Slot>,
    overlaps: Vec<u64>,
    overlap_starts: Vec<u32>,
    peers: Ragged,
    box_count: usize,
    box_of: Vec<u16>,
    bands: Ragged,
    stacks: Ragged,
}

impl fmt::Debug for Layout {
    /// What decides the tables, and not the tables.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Layout({}, box side {}, {:?})", self.name, self.box_side, self.origins)
    }
}

impl PartialEq for Layout {
    /// Layouts are equal when their grids are, whatever they are called.
    fn eq(&self, other: &Self) -> bool {
        self.box_side == other.box_side && self.origins == other.origins
    }
}

impl Eq for Layout {}

impl Layout {
    /// A layout of grids with boxes of `box_side`, each placed at (box row, box column).
    pub fn new(
        name: &str,
        box_side: usize,
        origins: &[(usize, usize)],
    ) -> Result<Self, LayoutError> {
        validate(box_side, origins)?;
        let side = box_side * box_side;
        let rows = origins.iter().map(|&(row, _)| row * box_side + side).max().unwrap_or(0);
        let columns =
            origins.iter().map(|&(_, column)| column * box_side + side).max().unwrap_or(0);
        let (positions, cell_at) = number_cells(box_side, origins, rows, columns)?;
        let grid_cells = grid_cells(box_side, origins, columns, &cell_at);
        let (units, unit_cells) = list_units(box_side, &grid_cells);
        let box_count = units.iter().filter(|unit| unit.kind == UnitKind::Box).count();
        let first_box = units.len() - box_count;
        let mut box_of = vec![0; positions.len()];
        for (number, cells) in unit_cells.chunks(side).skip(first_box).enumerate() {
            for &cell in cells {
                box_of[cell as usize] = number as u16;
            }
        }
        let units_of = units_of_cells(positions.len(), side, &unit_cells);
        let slots = slots_of_cells(side, &unit_cells, &units_of);
        let (overlaps, overlap_starts) = overlaps_of_cells(side, &unit_cells, &units_of);
        let peers = peers_of_cells(side, &unit_cells, &units_of);
        let (bands, stacks) = bands_and_stacks(box_side, &grid_cells, &box_of, box_count);
        Ok(Self {
            name: plain_name(name),
            box_side,
            origins: origins.to_vec(),
            canvas: (rows, columns),
            positions,
            cell_at,
            grid_cells,
            units,
            unit_cells,
            units_of,
            slots,
            overlaps,
            overlap_starts,
            peers,
            box_count,
            box_of,
            bands,
            stacks,
        })
    }

    /// The layout of that name (see [`LAYOUT_NAMES`]), if there is one; its tables are made once.
    pub fn named(name: &str) -> Option<Arc<Self>> {
        static MADE: [OnceLock<Option<Arc<Layout>>>; LAYOUT_NAMES.len()] =
            [const { OnceLock::new() }; LAYOUT_NAMES.len()];
        let place = LAYOUT_NAMES.iter().position(|&known| known == name)?;
        MADE[place].get_or_init(|| Self::built_in(name).map(Arc::new)).clone()
    }

    fn built_in(name: &str) -> Option<Self> {
        let (box_side, origins): (usize, &[(usize, usize)]) = match name {
            "twodoku" => (3, &[(0, 0), (2, 2)]),
            "samurai" => (3, &[(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)]),
            _ => (SINGLE_GRIDS.iter().find(|single| single.0 == name)?.1, &[(0, 0)]),
        };
        Self::new(name, box_side, origins).ok()
    }

    /// What the layout is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Cells along the side of a box.
    pub fn box_side(&self) -> usize {
        self.box_side
    }

    /// Cells along the side of a grid; also the number of digits.
    pub fn side(&self) -> usize {
        self.box_side * self.box_side
    }

    /// Box row and box column at which each grid is placed.
    pub fn origins(&self) -> &[(usize, usize)] {
        &self.origins
    }

    /// Number of grids.
    pub fn grid_count(&self) -> usize {
        self.origins.len()
    }

    /// Rows and columns of the canvas.
    pub fn canvas(&self) -> (usize, usize) {
        self.canvas
    }

    /// Number of cells, shared ones once.
    pub fn cell_count(&self) -> usize {
        self.positions.len()
    }

    /// Row and column of a cell on the canvas.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        let (row, column) = self.positions[cell];
        (row as usize, column as usize)
    }

    /// The cell at a place of the canvas, if there is one.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<usize> {
        if row >= self.canvas.0 || column >= self.canvas.1 {
            return None;
        }
        let cell = self.cell_at[row * self.canvas.1 + column];
        (cell != NO_CELL).then_some(cell as usize)
    }

    /// The cells of a grid in its reading order.
    pub fn grid_cells(&self, grid: usize) -> &[u16] {
        let size = self.side() * self.side();
        &self.grid_cells[grid * size..(grid + 1) * size]
    }

    /// Numbers of all units.
    pub fn units(&self) -> Range<usize> {
        0..self.units.len()
    }

    /// What a unit is.
    pub fn unit(&self, unit: usize) -> Unit {
        self.units[unit]
    }

    /// The cells of a unit in reading order.
    pub fn unit_cells(&self, unit: usize) -> &[u16] {
        &self.unit_cells[unit * self.side()..(unit + 1) * self.side()]
    }

    /// The units a cell lies in.
    pub fn units_of(&self, cell: usize) -> &[u16] {
        self.units_of.list(cell)
    }

    /// The units a cell lies in, with its place in each, in the order of [`Self::units_of`].
    #[inline]
    pub fn slots_of(&self, cell: usize) -> &[Slot] {
        let starts = &self.units_of.starts;
        &self.slots[starts[cell] as usize..starts[cell + 1] as usize]
    }

    /// For each two units i, j of a cell, at i x units + j: the places of unit i that lie in
    /// unit j too, as a mask.
    #[inline]
    pub fn overlaps_of(&self, cell: usize) -> &[u64] {
        let starts = &self.overlap_starts;
        &self.overlaps[starts[cell] as usize..starts[cell + 1] as usize]
    }

    /// The cells of all units, one unit after another.
    pub fn all_unit_cells(&self) -> &[u16] {
        &self.unit_cells
    }

    /// The cells that share a unit with a cell, ascending, without the cell itself.
    pub fn peers(&self, cell: usize) -> &[u16] {
        self.peers.list(cell)
    }

    /// Number of boxes.
    pub fn box_count(&self) -> usize {
        self.box_count
    }

    /// The box of a cell.
    pub fn box_of(&self, cell: usize) -> usize {
        self.box_of[cell] as usize
    }

    /// The cells of a box in reading order.
    pub fn box_cells(&self, number: usize) -> &[u16] {
        self.unit_cells(self.units.len() - self.box_count + number)
    }

    /// The block-rows as lists of boxes, joined wherever they share a box.
    pub fn bands(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        (0..self.bands.len()).map(|band| self.bands.list(band))
    }

    /// The block-columns as lists of boxes, joined wherever they share a box.
    pub fn stacks(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        (0..self.stacks.len()).map(|stack| self.stacks.list(stack))
    }

    /// A unit in words, counted from 1: `row 2`, or `row 2 of grid 1` in an overlay.
    pub fn unit_name(&self, unit: usize) -> String {
        let Unit { kind, grid, number } = self.units[unit];
        let kind = match kind {
            UnitKind::Row => "row",
            UnitKind::Column => "column",
            UnitKind::Box => "box",
        };
        if self.grid_count() == 1 {
            format!("{kind} {}", number + 1)
        } else {
            format!("{kind} {} of grid {}", number + 1, grid + 1)
        }
    }
}

fn validate(box_side: usize, origins: &[(usize, usize)]) -> Result<(), LayoutError> {
    if !(2..=MAX_BOX_SIDE).contains(&box_side) {
        return Err(LayoutError::BoxSide(box_side));
    }
    if origins.is_empty() {
        return Err(LayoutError::NoGrid);
    }
    if origins.len() > MOST_GRIDS {
        return Err(LayoutError::TooManyGrids(origins.len()));
    }
    let mut taken = HashMap::new();
    for (index, &(row, column)) in origins.iter().enumerate() {
        if row.max(column) > MAX_OFFSET {
            return Err(LayoutError::Offset { grid: index + 1, offset: row.max(column) });
        }
        if let Some(first) = taken.insert((row, column), index) {
            return Err(LayoutError::SamePlace(first + 1, index + 1));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
