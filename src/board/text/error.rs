//! Everything that can be wrong with a puzzle file, worded once.
//!
//! A message names the place, what was found, what was expected, and how to mend it.

use crate::board::layout::LAYOUT_NAMES;

/// A place in a file: line and character column, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub line: usize,
    pub column: usize,
}

/// A trouble and where it is; which file it is in, the reader adds.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub place: Place,
    pub trouble: Trouble,
}

impl Fault {
    pub(super) fn at(place: Place, trouble: Trouble) -> Self {
        Self { place, trouble }
    }
}

/// What is wrong.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error(
        "no puzzle found, expected a line of 16, 81, 256 or 625 symbols, a grid in lines, or integers; \
         write a puzzle into it"
    )]
    NoPuzzle,
    #[error("reading failed: {0}; see that the source can be read to its end")]
    Io(String),
    #[error("found byte 0x{0:02X}, expected text; save the puzzles as plain UTF-8 text")]
    Noise(u8),
    #[error(
        "found a puzzle of more than 65536 bytes, expected at most 64 KB for one puzzle; \
         part puzzles with a line `---`"
    )]
    TooLong,
    #[error(
        "found {found:?}, expected {digits}, an empty cell ({empty}), `~` or a separator; \
         replace it, or put `#` before a comment"
    )]
    UnknownSymbol { found: char, digits: &'static str, empty: &'static str },
    #[error(
        "found {found} {noun} on the line, expected {expected}; \
         make the line as long as its layout has cells"
    )]
    LineSize { found: usize, noun: &'static str, expected: String },
    #[error(
        "found {found} {noun} in this row, expected {expected}; \
         add what is missing (an empty cell is `.` or `0`) or remove what is too much"
    )]
    RowSize { found: usize, noun: &'static str, expected: usize },
    #[error(
        "found {found} {} of {width} {noun}, expected {expected}; \
         complete the grid, or part puzzles with a line `---`",
        if *.found == 1 { "row" } else { "rows" }
    )]
    RowCount { found: usize, width: usize, noun: &'static str, expected: String },
    #[error(
        "found rows of {found} {noun}, expected {expected}; make the rows as long as one of these"
    )]
    UnknownSide { found: usize, noun: &'static str, expected: &'static str },
    #[error(
        "found {found} grids of {side} rows in one puzzle, expected {expected}; \
         part puzzles with a line `---`"
    )]
    GridCount { found: usize, side: usize, expected: &'static str },
    #[error(
        "found {found} integers, expected {expected}; add what is missing or remove what is too much"
    )]
    IntegerCount { found: usize, expected: String },
    #[error(
        "found {found}, expected layout {layout} ({expected}); \
         ask for another layout, or for none to have it detected"
    )]
    Misfit { found: String, layout: String, expected: String },
    #[error("found `~`, expected a cell of layout {layout} here; write `.` for an empty cell")]
    HoleInGrid { layout: String },
    #[error(
        "found a cell, expected `~` where layout {layout} has none; move the row's cells to their columns"
    )]
    CellOutside { layout: String },
    #[error(
        "found digit {found}, expected 1 to {last} in layout {layout}; \
         correct it, or name the layout that is meant in a line `# layout: ...`"
    )]
    DigitRange { found: char, last: char, layout: String },
    #[error(
        "found integer {found}, expected 1 to {side} (or 0 or -1 for an empty cell) in layout {layout}; \
         correct it, or name the layout that is meant in a line `# layout: ...`"
    )]
    IntegerRange { found: i32, side: usize, layout: String },
    #[error(
        "found hexadecimal digits in layout {layout} of side {side}, expected side 16; read it with standard digits"
    )]
    HexSide { layout: String, side: usize },
    #[error(
        "found {found} in one copy of a shared cell and {other} in the other (line {}, column {}), \
         expected the same digit; make them equal or one of them empty",
        .place.line, .place.column
    )]
    CopiesDisagree { found: String, other: String, place: Place },
    #[error(
        "found unknown layout {found:?}, expected {}; the nearest is {nearest} \
         (a layout of your own is asked for by its file)",
        LAYOUT_NAMES.join(", ")
    )]
    UnknownLayout { found: String, nearest: &'static str },
    #[error("found {}, expected each digit once; remove or change one of the two", .0.text)]
    Clash(Box<ClashReport>),
}

/// Two equal givens in one unit, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClashReport {
    /// Name of the puzzle.
    pub puzzle: String,
    /// Name of its layout.
    pub layout: String,
    /// Number of its givens.
    pub givens: usize,
    /// `5 twice in row 2: line 2, columns 3 and 7`.
    pub text: String,
}

/// Why something is no puzzle: a complete message with file, line and column.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{file}{}: {trouble}", .place.map_or_else(String::new, |place| format!(":{}:{}", place.line, place.column)))]
pub struct ReadError {
    file: Box<str>,
    place: Option<Place>,
    trouble: Box<Trouble>,
}

impl ReadError {
    pub(super) fn new(file: &str, fault: Fault) -> Self {
        Self { file: file.into(), place: Some(fault.place), trouble: Box::new(fault.trouble) }
    }

    pub(super) fn no_puzzle(file: &str) -> Self {
        Self { file: file.into(), place: None, trouble: Box::new(Trouble::NoPuzzle) }
    }

    /// The two equal givens, when they are all that is wrong with an otherwise good puzzle.
    pub fn clash(&self) -> Option<ClashReport> {
        match &*self.trouble {
            Trouble::Clash(report) => Some((**report).clone()),
            _ => None,
        }
    }

    /// Gives the puzzle that the error is about its name.
    pub(super) fn named(mut self, name: String) -> Self {
        if let Trouble::Clash(report) = &mut *self.trouble {
            report.puzzle = name;
        }
        self
    }
}
