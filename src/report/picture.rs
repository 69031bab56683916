//! The board as a picture for a terminal.
//!
//! The drawing is that of [`text::print`], so that a picture without colour reads back; colour
//! only tells givens from found digits.

use crate::board::digit::{Digit, EMPTY, MAX_SYMBOL_SIDE};
use crate::board::text::{self, Form};
use crate::board::{Layout, Puzzle};

const GIVEN: &str = "\x1b[1m";
const FOUND: &str = "\x1b[36m";
const PLAIN: &str = "\x1b[0m";

/// The board of a puzzle filled with `digits` (its givens, or a grid); with `colour` the givens
/// are bold and the digits found beside them are cyan.
pub fn picture(puzzle: &Puzzle, digits: &[Digit], colour: bool) -> String {
    let layout = puzzle.layout();
    let drawing = text::print(layout, digits, Form::Grid);
    if !colour {
        return drawing;
    }
    let mut out = String::with_capacity(drawing.len() * 6);
    let mut cells = 0..digits.len();
    let mut rest = drawing.as_str();
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(piece_length(layout, rest));
        let cell = if piece.starts_with(is_content) { cells.next() } else { None };
        match cell {
            Some(cell) if digits[cell] != EMPTY => {
                let style = if puzzle.givens()[cell] == EMPTY { FOUND } else { GIVEN };
                out.extend([style, piece, PLAIN]);
            }
            _ => out.push_str(piece),
        }
        rest = after;
    }
    out
}

/// Bytes up to the end of a cell's content, or up to the next cell. Cells are numbered in the
/// order the canvas is drawn; beyond the sides with one symbol a digit, contents are numbers.
fn piece_length(layout: &Layout, rest: &str) -> usize {
    match rest.find(is_content) {
        Some(0) if layout.side() <= MAX_SYMBOL_SIDE => 1,
        Some(0) => rest.find(|symbol| !is_content(symbol)).unwrap_or(rest.len()),
        Some(start) => start,
        None => rest.len(),
    }
}

fn is_content(symbol: char) -> bool {
    symbol.is_ascii_alphanumeric() || symbol == '.'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board with a given in the first and the last cell, filled with digits by column.
    fn board(name: &str) -> (Puzzle, Vec<Digit>) {
        let layout = Layout::named(name).expect("a built-in layout");
        let cells = layout.cell_count();
        let mut givens = vec![EMPTY; cells];
        givens[0] = 1;
        givens[cells - 1] = 2;
        let side = layout.side();
        let digits = (0..cells).map(|cell| (layout.position(cell).1 % side + 1) as Digit).collect();
        (Puzzle::new(name, layout, givens).expect("two givens"), digits)
    }

    #[test]
    fn without_colour_it_is_what_text_prints() {
        let (puzzle, digits) = board("twodoku");
        let printed = text::print(puzzle.layout(), &digits, Form::Grid);
        assert_eq!(picture(&puzzle, &digits, false), printed);
    }

    #[test]
    fn colour_tells_givens_from_found_digits_in_every_layout() {
        for name in ["4x4", "9x9", "16x16", "36x36", "twodoku", "samurai"] {
            let (puzzle, digits) = board(name);
            let picture = picture(&puzzle, &digits, true);
            assert_eq!(picture.matches(GIVEN).count(), 2, "{name}");
            assert_eq!(picture.matches(FOUND).count(), digits.len() - 2, "{name}");
            let bare = picture.replace(GIVEN, "").replace(FOUND, "").replace(PLAIN, "");
            assert_eq!(bare, text::print(puzzle.layout(), &digits, Form::Grid), "{name}");
            assert!(picture.find(GIVEN) < picture.find(FOUND), "{name}: the first cell is given");
            assert!(picture.rfind(GIVEN) > picture.rfind(FOUND), "{name}: so is the last");
        }
    }

    #[test]
    fn empty_cells_stay_plain() {
        let (puzzle, _) = board("9x9");
        let picture = picture(&puzzle, puzzle.givens(), true);
        assert_eq!(picture.matches(PLAIN).count(), 2);
        assert!(picture.contains(&format!("{GIVEN}1{PLAIN}")), "{picture:?}");
    }
}
