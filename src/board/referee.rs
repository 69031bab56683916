//! Judges a claimed solution. Shares no code with any solver: it walks the canvas
//! itself instead of using the units that solvers reason with.

use std::fmt;

use super::digit::Digit;
use super::grid::Grid;
use super::puzzle::Puzzle;

/// Why a grid is no solution of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The number of digits is not the number of cells.
    WrongSize {
        /// Digits found.
        found: usize,
        /// Cells of the layout.
        expected: usize,
    },
    /// A cell holds no digit of the layout.
    OutOfRange {
        /// The cell.
        cell: usize,
        /// What it holds.
        digit: Digit,
    },
    /// A given was changed.
    GivenChanged {
        /// The cell.
        cell: usize,
        /// The given.
        given: Digit,
        /// What the grid holds instead.
        found: Digit,
    },
    /// A digit stands twice in a row, column or box of a grid.
    Repeated {
        /// The digit.
        digit: Digit,
        /// `row`, `column` or `box`.
        line: &'static str,
        /// Number of the row, column or box within its grid, from 0.
        number: usize,
        /// Number of the grid within the layout, from 0.
        grid: usize,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongSize { found, expected } => {
                write!(out, "{found} digits for {expected} cells")
            }
            Self::OutOfRange { cell, digit } => write!(out, "cell {cell} holds {digit}"),
            Self::GivenChanged { cell, given, found } => {
                write!(out, "cell {cell} holds {found} where {given} was given")
            }
            Self::Repeated { digit, line, number, grid } => {
                write!(out, "{digit} twice in {line} {} of grid {}", number + 1, grid + 1)
            }
        }
    }
}

/// The first flaw of `grid` as a solution of `puzzle`, or `None` when it is one.
pub fn flaw(puzzle: &Puzzle, grid: &Grid) -> Option<Flaw> {
    let digits = grid.digits();
    wrong_cell(puzzle, digits).or_else(|| repeated_digit(puzzle, digits))
}

fn wrong_cell(puzzle: &Puzzle, digits: &[Digit]) -> Option<Flaw> {
    let expected = puzzle.givens().len();
    if digits.len() != expected {
        return Some(Flaw::WrongSize { found: digits.len(), expected });
    }
    let side = puzzle.layout().side();
    for (cell, (&digit, &given)) in digits.iter().zip(puzzle.givens()).enumerate() {
        if digit == 0 || digit as usize > side {
            return Some(Flaw::OutOfRange { cell, digit });
        }
        if given != 0 && given != digit {
            return Some(Flaw::GivenChanged { cell, given, found: digit });
        }
    }
    None
}

fn repeated_digit(puzzle: &Puzzle, digits: &[Digit]) -> Option<Flaw> {
    let layout = puzzle.layout();
    let (side, box_side) = (layout.side(), layout.box_side());
    for (grid, &(box_row, box_column)) in layout.origins().iter().enumerate() {
        let (top, left) = (box_row * box_side, box_column * box_side);
        let digit_at = |row: usize, column: usize| {
            layout.cell_at(top + row, left + column).map_or(0, |cell| digits[cell])
        };
        for number in 0..side {
            let (box_top, box_left) = (number / box_side * box_side, number % box_side * box_side);
            let lines: [(&'static str, Vec<Digit>); 3] = [
                ("row", (0..side).map(|i| digit_at(number, i)).collect()),
                ("column", (0..side).map(|i| digit_at(i, number)).collect()),
                (
                    "box",
                    (0..side)
                        .map(|i| digit_at(box_top + i / box_side, box_left + i % box_side))
                        .collect(),
                ),
            ];
            for (line, mut held) in lines {
                held.sort_unstable();
                if let Some(pair) = held.windows(2).find(|pair| pair[0] == pair[1]) {
                    return Some(Flaw::Repeated { digit: pair[0], line, number, grid });
                }
            }
        }
    }
    None
}
