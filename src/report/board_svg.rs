//! The board as an SVG: one board, or several of a puzzle beside each other.
//!
//! Made of rectangles, lines and text alone, with colours of the palette as attributes, so that
//! the page around a picture can exchange them. A given is bold on a grey cell and a found digit
//! is not, so that nobody needs colour to tell them apart.

use std::fmt::Write;

use console::measure_text_width;

use super::figures::one_line;
use super::palette::{FOUND, GROUND, INK, MUTED, PAPER, escape};
use super::table::shortened;
use crate::board::digit::{Digit, EMPTY, MAX_SYMBOL_SIDE, symbol};
use crate::board::{Layout, Puzzle};

/// Side of a cell; all lengths are in the units of the picture.
const CELL: usize = 40;

/// Around a board, so that its frame is not cut.
const EDGE: usize = 2;

/// Around boards with captions, and between them.
const GAP: usize = 20;

/// What a caption takes above its board.
const CAPTION: usize = 32;

/// Size of a caption's letters, and what the widest of them may take.
const CAPTION_SIZE: usize = 18;
const LETTER: usize = 11;

/// Boards wider than this stand under each other.
const WIDE: usize = 20 * CELL;

/// Size of a symbol, and how far its foot is below the middle of the cell.
const SYMBOL: (usize, usize) = (24, 8);

/// The same for numbers of two digits, which are wider.
const NUMBER: (usize, usize) = (20, 7);

/// A board with what is written above it.
#[derive(Clone, Copy, Debug)]
pub struct Captioned<'a> {
    /// What it shows.
    pub caption: &'a str,
    /// A digit a cell; absent: the givens alone.
    pub grid: Option<&'a [Digit]>,
}

/// The board of a puzzle, filled with the digits of `grid` where there is one.
///
/// A digit a cell, in the order of the cells; [`EMPTY`] draws nothing, and a given stays itself.
/// The board is `EDGE` away from the sides of the picture, and nothing is drawn where the layout has no cell.
pub fn board_svg(puzzle: &Puzzle, grid: Option<&[Digit]>) -> String {
    let (width, height) = board_size(puzzle.layout());
    let mut svg = head(puzzle.name(), width, height);
    draw(&mut svg, puzzle, grid, (0, 0));
    svg + "</svg>\n"
}

/// Boards of one puzzle with their captions: beside each other, or under each other when they are
/// wide; on paper, since captions need a ground of their own.
pub fn boards_svg(puzzle: &Puzzle, boards: &[Captioned<'_>]) -> String {
    let (width, height) = board_size(puzzle.layout());
    let captions: Vec<String> =
        boards.iter().map(|board| shortened(&one_line(board.caption))).collect();
    let widest = captions.iter().map(|text| measure_text_width(text) * LETTER).max().unwrap_or(0);
    let (across, down) = (width.max(widest) + GAP, height + CAPTION + GAP);
    let is_wide = width > WIDE;
    let (columns, rows) = if is_wide { (1, boards.len()) } else { (boards.len(), 1) };
    let (full_width, full_height) = (columns * across + GAP, rows * down + GAP);
    let mut svg = head(puzzle.name(), full_width, full_height);
    put(
        &mut svg,
        format_args!(r#"<rect width="{full_width}" height="{full_height}" fill="{PAPER}"/>"#),
    );
    for (place, (board, caption)) in boards.iter().zip(&captions).enumerate() {
        let (column, row) = if is_wide { (0, place) } else { (place, 0) };
        let (left, top) = (GAP + column * across, GAP + row * down);
        let (x, foot, text) = (left + EDGE, top + CAPTION_SIZE, escape(caption));
        put(
            &mut svg,
            format_args!(
                r#"<text x="{x}" y="{foot}" font-family="sans-serif" font-size="{CAPTION_SIZE}" fill="{INK}">{text}</text>"#
            ),
        );
        draw(&mut svg, puzzle, board.grid, (left, top + CAPTION));
    }
    svg + "</svg>\n"
}

/// Width and height of a board with its edge.
fn board_size(layout: &Layout) -> (usize, usize) {
    let (rows, columns) = layout.canvas();
    (columns * CELL + 2 * EDGE, rows * CELL + 2 * EDGE)
}

fn head(name: &str, width: usize, height: usize) -> String {
    let name = escape(name);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{name}</title>\n"
    )
}

/// Adds a line; to write to a string cannot fail.
fn put(svg: &mut String, line: std::fmt::Arguments<'_>) {
    svg.write_fmt(line).ok();
    svg.push('\n');
}

/// Draws a board, its corner at (left, top).
fn draw(svg: &mut String, puzzle: &Puzzle, grid: Option<&[Digit]>, (left, top): (usize, usize)) {
    let layout = puzzle.layout();
    let (x, y) = (left + EDGE, top + EDGE);
    put(svg, format_args!(r#"<g transform="translate({x} {y})">"#));
    boxes(svg, layout, format_args!(r#"fill="{PAPER}""#));
    cells(svg, puzzle);
    lines(svg, layout);
    boxes(svg, layout, format_args!(r#"fill="none" stroke="{INK}" stroke-width="3""#));
    let given = |cell: usize| puzzle.givens()[cell];
    digits(svg, layout, format_args!(r#"font-weight="bold" fill="{INK}""#), given);
    if let Some(grid) = grid {
        let found = |cell: usize| match given(cell) {
            EMPTY => grid.get(cell).copied().unwrap_or(EMPTY),
            _ => EMPTY,
        };
        digits(svg, layout, format_args!(r#"fill="{FOUND}""#), found);
    }
    put(svg, format_args!("</g>"));
}

/// A rectangle for each box. Boxes hold every cell once, also where grids overlap.
fn boxes(svg: &mut String, layout: &Layout, style: std::fmt::Arguments<'_>) {
    let side = layout.box_side() * CELL;
    put(svg, format_args!("<g {style}>"));
    for first in (0..layout.box_count()).filter_map(|number| layout.box_cells(number).first()) {
        let (x, y) = corner(layout, *first as usize);
        put(svg, format_args!(r#"<rect x="{x}" y="{y}" width="{side}" height="{side}"/>"#));
    }
    put(svg, format_args!("</g>"));
}

/// The ground of the givens.
fn cells(svg: &mut String, puzzle: &Puzzle) {
    put(svg, format_args!(r#"<g fill="{GROUND}">"#));
    for (cell, _) in puzzle.givens().iter().enumerate().filter(|(_, digit)| **digit != EMPTY) {
        let (x, y) = corner(puzzle.layout(), cell);
        put(svg, format_args!(r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>"#));
    }
    put(svg, format_args!("</g>"));
}

/// The thin lines inside the boxes, each as long as its box.
fn lines(svg: &mut String, layout: &Layout) {
    let side = layout.box_side() * CELL;
    put(svg, format_args!(r#"<g stroke="{MUTED}" stroke-width="1">"#));
    for first in (0..layout.box_count()).filter_map(|number| layout.box_cells(number).first()) {
        let (x, y) = corner(layout, *first as usize);
        let (right, foot) = (x + side, y + side);
        for step in 1..layout.box_side() {
            let (across, down) = (x + step * CELL, y + step * CELL);
            put(svg, format_args!(r#"<line x1="{across}" y1="{y}" x2="{across}" y2="{foot}"/>"#));
            put(svg, format_args!(r#"<line x1="{x}" y1="{down}" x2="{right}" y2="{down}"/>"#));
        }
    }
    put(svg, format_args!("</g>"));
}

/// The digits that `of` tells, each in the middle of its cell. The foot of a text is told in
/// numbers, since viewers disagree on where its middle is.
fn digits(
    svg: &mut String,
    layout: &Layout,
    style: std::fmt::Arguments<'_>,
    of: impl Fn(usize) -> Digit,
) {
    let (size, drop) = if layout.side() <= MAX_SYMBOL_SIDE { SYMBOL } else { NUMBER };
    put(
        svg,
        format_args!(
            r#"<g font-family="sans-serif" font-size="{size}" text-anchor="middle" {style}>"#
        ),
    );
    for cell in 0..layout.cell_count() {
        let digit = of(cell);
        if digit != EMPTY {
            let (x, y) = corner(layout, cell);
            let (x, y, text) = (x + CELL / 2, y + CELL / 2 + drop, written(layout, digit));
            put(svg, format_args!(r#"<text x="{x}" y="{y}">{text}</text>"#));
        }
    }
    put(svg, format_args!("</g>"));
}

/// The upper left corner of a cell.
fn corner(layout: &Layout, cell: usize) -> (usize, usize) {
    let (row, column) = layout.position(cell);
    (column * CELL, row * CELL)
}

/// A digit as text prints it on a board of this side.
fn written(layout: &Layout, digit: Digit) -> String {
    match symbol(digit).filter(|_| layout.side() <= MAX_SYMBOL_SIDE) {
        Some(symbol) => symbol.to_string(),
        None => digit.to_string(),
    }
}

#[cfg(test)]
mod tests;
