//! Printing puzzles and solutions. Whatever is printed here can be read back.

use std::fmt::Write;

use super::lines::MAX_PUZZLE_BYTES;
use crate::board::digit::{Digit, MAX_SYMBOL_SIDE, symbol};
use crate::board::layout::Layout;
use crate::board::plain::one_line;
use crate::board::puzzle::Puzzle;

/// How digits are laid out in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All cells on one line in cell order: symbols, or above side 25 integers with commas.
    Line,
    /// The canvas with lines around its boxes, and nothing where no cell is.
    Grid,
    /// Rows of integers, 0 for empty; an overlay grid after grid.
    Int,
}

/// Bytes of a puzzle that can be read back, less some for the comments before it. Every layout fits
/// on one line of so many.
const MOST_BYTES: usize = MAX_PUZZLE_BYTES - 4096;

/// The digits of a layout's cells as text that ends with a newline; 0 is an empty cell. What would be
/// too long to be read back comes on one line in any form.
pub fn print(layout: &Layout, digits: &[Digit], form: Form) -> String {
    let text = match form {
        Form::Line => line(layout, digits),
        Form::Grid => grid(layout, digits),
        Form::Int => integers(layout, digits),
    };
    if text.len() > MOST_BYTES { line(layout, digits) } else { text }
}

/// A puzzle with its name, its layout and further `key: value` comments before it.
pub fn print_with_header(puzzle: &Puzzle, header: &[(String, String)], form: Form) -> String {
    let mut text = String::new();
    comment(&mut text, "name", puzzle.name());
    comment(&mut text, "layout", puzzle.layout().name());
    for (key, value) in header {
        comment(&mut text, key, value);
    }
    text + &print(puzzle.layout(), puzzle.givens(), form)
}

/// One comment line; a control character in it would break the file.
fn comment(text: &mut String, key: &str, value: &str) {
    text.push_str(&one_line(&format!("# {key}: {value}")));
    text.push('\n');
}

fn line(layout: &Layout, digits: &[Digit]) -> String {
    let mut text = if layout.side() <= MAX_SYMBOL_SIDE {
        digits.iter().map(|&digit| letter(digit)).collect()
    } else {
        digits.iter().map(Digit::to_string).collect::<Vec<String>>().join(",")
    };
    text.push('\n');
    text
}

fn letter(digit: Digit) -> char {
    symbol(digit).unwrap_or('?')
}

fn grid(layout: &Layout, digits: &[Digit]) -> String {
    let frame = Frame::new(layout);
    let (rows, columns) = layout.canvas();
    let (box_side, width) = (layout.box_side(), frame.width);
    let mut text = frame.rule(0);
    for row in 0..rows {
        let mut line = String::new();
        for column in 0..columns {
            if column % box_side == 0 {
                line.push_str(frame.wall(row / box_side, column / box_side));
            }
            let content = match layout.cell_at(row, column).map(|cell| digits[cell]) {
                None => frame.hole.to_string(),
                Some(digit) if width == 1 || digit == 0 => letter(digit).to_string(),
                Some(digit) => digit.to_string(),
            };
            let _ = write!(line, "{content:>width$} ");
        }
        line.push_str(frame.wall(row / box_side, columns / box_side));
        text.push_str(line.trim_end());
        text.push('\n');
        if (row + 1) % box_side == 0 {
            text.push_str(&frame.rule((row + 1) / box_side));
        }
    }
    text
}

/// The lines around the boxes of a layout; nothing is drawn where no box is.
struct Frame<'a> {
    layout: &'a Layout,
    /// Characters a digit takes.
    width: usize,
    /// What stands where no cell is.
    hole: char,
}

impl<'a> Frame<'a> {
    fn new(layout: &'a Layout) -> Self {
        let width = if layout.side() <= MAX_SYMBOL_SIDE { 1 } else { 2 };
        let (rows, columns) = layout.canvas();
        let has_cells = |row| (0..columns).any(|column| layout.cell_at(row, column).is_some());
        // A row without any cell would be a blank line, which does not count when read back.
        let hole = if (0..rows).all(has_cells) { ' ' } else { '~' };
        Self { layout, width, hole }
    }

    /// Whether there is something in the box above and left of a crossing of lines, counted
    /// from 1; holes that are drawn count.
    fn is_drawn(&self, below: usize, right: usize) -> bool {
        let (rows, columns) = self.layout.canvas();
        let box_side = self.layout.box_side();
        let (Some(row), Some(column)) = (below.checked_sub(1), right.checked_sub(1)) else {
            return false;
        };
        let (row, column) = (row * box_side, column * box_side);
        let is_inside = row < rows && column < columns;
        is_inside && (self.hole != ' ' || self.layout.cell_at(row, column).is_some())
    }

    /// The line above a row of boxes.
    fn rule(&self, box_row: usize) -> String {
        let box_columns = self.layout.canvas().1 / self.layout.box_side();
        let edge = |column| self.is_drawn(box_row, column) || self.is_drawn(box_row + 1, column);
        let mut line = String::new();
        for column in 0..=box_columns {
            line.push(if edge(column) || edge(column + 1) { '+' } else { ' ' });
            let dash = if edge(column + 1) { "-" } else { " " };
            line.push_str(&dash.repeat(self.layout.box_side() * (self.width + 1) + 1));
        }
        line.truncate(line.trim_end().len());
        line + "\n"
    }

    /// The line left of a box.
    fn wall(&self, box_row: usize, box_column: usize) -> &'static str {
        let is_edge =
            self.is_drawn(box_row + 1, box_column) || self.is_drawn(box_row + 1, box_column + 1);
        if is_edge { "| " } else { "  " }
    }
}

fn integers(layout: &Layout, digits: &[Digit]) -> String {
    let grids: Vec<String> = (0..layout.grid_count())
        .map(|grid| {
            let rows = layout.grid_cells(grid).chunks(layout.side());
            rows.map(|row| {
                let row: Vec<String> =
                    row.iter().map(|&cell| digits[cell as usize].to_string()).collect();
                row.join(" ") + "\n"
            })
            .collect()
        })
        .collect();
    grids.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::{ReadOptions, Reader};
    use super::*;

    fn small() -> (std::sync::Arc<Layout>, Vec<Digit>) {
        let digits = vec![1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0];
        (Layout::named("4x4").expect("built in"), digits)
    }

    #[test]
    fn the_three_forms_of_a_small_grid() {
        let (layout, digits) = small();
        assert_eq!(print(&layout, &digits, Form::Line), "1..4......2..3..\n");
        assert_eq!(print(&layout, &digits, Form::Int), "1 0 0 4\n0 0 0 0\n0 0 2 0\n0 3 0 0\n");
        let framed = "\
+-----+-----+
| 1 . | . 4 |
| . . | . . |
+-----+-----+
| . . | 2 . |
| . 3 | . . |
+-----+-----+
";
        assert_eq!(print(&layout, &digits, Form::Grid), framed);
    }

    #[test]
    fn overlays_show_their_holes_and_their_grids() {
        let layout = Layout::new("pair", 2, &[(0, 0), (1, 1)]).expect("an overlay");
        let mut digits = vec![0; layout.cell_count()];
        digits[layout.cell_at(2, 2).expect("shared")] = 3;
        let framed = "\
+-----+-----+
| . . | . . |
| . . | . . |
+-----+-----+-----+
| . . | 3 . | . . |
| . . | . . | . . |
+-----+-----+-----+
      | . . | . . |
      | . . | . . |
      +-----+-----+
";
        assert_eq!(print(&layout, &digits, Form::Grid), framed);
        let grids = "0 0 0 0\n0 0 0 0\n0 0 3 0\n0 0 0 0\n\n3 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
        assert_eq!(print(&layout, &digits, Form::Int), grids);
    }

    #[test]
    fn large_sides_print_integers() {
        let layout = Layout::named("36x36").expect("built in");
        let mut digits = vec![0; layout.cell_count()];
        digits[1] = 36;
        assert!(print(&layout, &digits, Form::Line).starts_with("0,36,0,"));
        let framed = print(&layout, &digits, Form::Grid);
        assert_eq!(framed.lines().nth(1).expect("a row").find("|  . 36  . "), Some(0));
    }

    #[test]
    fn what_is_too_long_to_be_read_back_comes_on_one_line() {
        let everywhere =
            |side| (0..side).flat_map(move |row| (0..side).map(move |column| (row, column)));
        let many = Layout::new("many", 2, &everywhere(64).collect::<Vec<_>>()).expect("a layout");
        let large: Vec<_> =
            everywhere(3).take(8).map(|(row, column)| (7 * row, 7 * column)).collect();
        let large = Layout::new("large", 7, &large).expect("a layout");
        for layout in [many, large].map(std::sync::Arc::new) {
            let cells = layout.cell_count();
            let digits = vec![layout.side() as Digit; cells];
            for form in [Form::Line, Form::Grid, Form::Int] {
                let text = print(&layout, &digits, form);
                assert!(text.len() <= MOST_BYTES, "{form:?}: {}", text.len());
            }
            assert_eq!(print(&layout, &digits, Form::Grid), line(&layout, &digits));
            let empty = Puzzle::new("empty", layout.clone(), vec![0; cells]).expect("no clash");
            let text = print_with_header(&empty, &[], Form::Grid);
            let options = ReadOptions { layout: Some(layout), ..ReadOptions::default() };
            let read: Vec<_> = Reader::new(text.as_bytes(), "file", options).collect();
            let read: Vec<_> = read.into_iter().map(|puzzle| puzzle.expect("a puzzle")).collect();
            assert_eq!(read.len(), 1);
            assert_eq!(read[0].givens(), empty.givens());
        }
    }

    #[test]
    fn a_header_stays_on_its_lines() {
        let (layout, digits) = small();
        let puzzle = Puzzle::new("a\nb", layout, digits).expect("no clash");
        let header = [("source".to_owned(), "x\r\ny".to_owned())];
        let text = print_with_header(&puzzle, &header, Form::Line);
        assert_eq!(text, "# name: a b\n# layout: 4x4\n# source: x  y\n1..4......2..3..\n");
    }
}
