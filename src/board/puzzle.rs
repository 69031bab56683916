//! A puzzle: a layout and its givens.

use std::sync::Arc;

use super::digit::{Digit, EMPTY};
use super::layout::Layout;
use super::plain::plain_name;

/// Two equal givens in one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The digit that stands twice.
    pub digit: Digit,
    /// The unit it stands twice in.
    pub unit: usize,
    /// The first cell that holds it.
    pub first: usize,
    /// The second cell that holds it.
    pub second: usize,
}

/// Why digits are no puzzle.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The number of digits is not the number of cells.
    #[error("{found} digits for {expected} cells")]
    WrongSize {
        /// Digits found.
        found: usize,
        /// Cells of the layout.
        expected: usize,
    },
    /// A digit beyond the side.
    #[error("digit {digit} in cell {cell}, expected 1 to {side}")]
    OutOfRange {
        /// The cell.
        cell: usize,
        /// The digit found.
        digit: Digit,
        /// The largest digit of the layout.
        side: usize,
    },
    /// Two equal givens in one unit.
    #[error("{} twice in unit {}", .0.digit, .0.unit)]
    Clash(Clash),
}

/// A layout with its givens, free of clashes; whether it has a solution is another question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    name: String,
    layout: Arc<Layout>,
    givens: Vec<Digit>,
}

impl Puzzle {
    /// A puzzle from one digit a cell, [`EMPTY`] where none is given.
    pub fn new(name: &str, layout: Arc<Layout>, givens: Vec<Digit>) -> Result<Self, PuzzleError> {
        if givens.len() != layout.cell_count() {
            let (found, expected) = (givens.len(), layout.cell_count());
            return Err(PuzzleError::WrongSize { found, expected });
        }
        let side = layout.side();
        if let Some(cell) = givens.iter().position(|&digit| digit as usize > side) {
            return Err(PuzzleError::OutOfRange { cell, digit: givens[cell], side });
        }
        match find_clash(&layout, &givens) {
            Some(clash) => Err(PuzzleError::Clash(clash)),
            None => Ok(Self { name: plain_name(name), layout, givens }),
        }
    }

    /// What the puzzle is called, in plain characters; never part of what decides a result.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The layout.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// One digit a cell, [`EMPTY`] where none is given.
    pub fn givens(&self) -> &[Digit] {
        &self.givens
    }

    /// Number of givens.
    pub fn given_count(&self) -> usize {
        self.givens.iter().filter(|&&digit| digit != EMPTY).count()
    }

    /// The same puzzle under another name.
    pub fn renamed(self, name: &str) -> Self {
        Self { name: plain_name(name), ..self }
    }

    /// A digest of layout and givens, the same on every machine and under every name.
    pub fn digest(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"sudoga puzzle 1");
        hasher.update(&[self.layout.box_side() as u8]);
        for &(row, column) in self.layout.origins() {
            hasher.update(&[row as u8, column as u8]);
        }
        hasher.update(&[u8::MAX]);
        hasher.update(&self.givens);
        *hasher.finalize().as_bytes()
    }
}

fn find_clash(layout: &Layout, givens: &[Digit]) -> Option<Clash> {
    layout.units().find_map(|unit| clash_in(layout, unit, givens))
}

fn clash_in(layout: &Layout, unit: usize, givens: &[Digit]) -> Option<Clash> {
    let cells = layout.unit_cells(unit);
    let mut seen = 0u64;
    for (place, &cell) in cells.iter().enumerate() {
        let digit = givens[cell as usize];
        if digit != EMPTY && seen >> digit & 1 == 1 {
            let first = cells[..place].iter().find(|&&other| givens[other as usize] == digit)?;
            return Some(Clash { digit, unit, first: *first as usize, second: cell as usize });
        }
        seen |= 1 << digit;
    }
    None
}
