use std::sync::Arc;

use super::super::palette::{METHODS, RULE};
use super::*;

/// A board with a given in the first and the last cell, filled with digits by column.
fn board(layout: Arc<Layout>) -> (Puzzle, Vec<Digit>) {
    let cells = layout.cell_count();
    let mut givens = vec![EMPTY; cells];
    givens[0] = 1;
    givens[cells - 1] = 2;
    let side = layout.side();
    let digits = (0..cells).map(|cell| (layout.position(cell).1 % side + 1) as Digit).collect();
    (Puzzle::new("a <b> & \"c\"", layout, givens).expect("two givens"), digits)
}

fn named(name: &str) -> Arc<Layout> {
    Layout::named(name).expect("a built-in layout")
}

/// A user's own overlay: two grids that share a corner box of side 2.
fn own() -> Arc<Layout> {
    Arc::new(Layout::new("own", 2, &[(0, 0), (1, 1)]).expect("an overlay"))
}

fn layouts() -> Vec<Arc<Layout>> {
    let mut all: Vec<Arc<Layout>> =
        ["4x4", "9x9", "16x16", "25x25", "36x36", "49x49", "twodoku", "samurai"].map(named).into();
    all.push(own());
    all
}

/// The numbers of an attribute, wherever it stands.
fn numbers(svg: &str, attribute: &str) -> Vec<usize> {
    let start = format!(" {attribute}=\"");
    let parts = svg.split(start.as_str()).skip(1);
    let text = |part: &str| part.split('"').next().and_then(|text| text.parse().ok());
    parts.map(|part| text(part).expect("a whole number")).collect()
}

/// Whether every tag is closed in its order, and nothing but text lies between.
fn is_well_formed(svg: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1).filter_map(|part| part.split('>').next()) {
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap_or_default();
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty() && svg.matches('<').count() == svg.matches('>').count()
}

#[test]
fn every_layout_is_drawn_whole_and_within_its_frame() {
    for layout in layouts() {
        let (puzzle, digits) = board(layout.clone());
        let svg = board_svg(&puzzle, Some(&digits));
        assert!(is_well_formed(&svg), "{}", layout.name());
        assert_eq!(svg.matches("<text ").count(), layout.cell_count(), "{}", layout.name());
        let (rows, columns) = layout.canvas();
        let frame = format!("viewBox=\"0 0 {} {}\"", columns * CELL + 4, rows * CELL + 4);
        assert!(svg.contains(&frame), "{svg}");
        assert!(numbers(&svg, "x").iter().all(|&x| x < columns * CELL));
        assert!(numbers(&svg, "y").iter().all(|&y| y < rows * CELL));
        assert_eq!(svg, board_svg(&puzzle, Some(&digits)), "the same bytes each time");
    }
}

#[test]
fn givens_are_bold_on_grey_and_found_digits_are_not() {
    let (puzzle, digits) = board(named("9x9"));
    let svg = board_svg(&puzzle, Some(&digits));
    let bold = svg.split("font-weight=\"bold\"").nth(1).expect("givens");
    let bold = bold.split("</g>").next().expect("an end");
    assert_eq!(bold.matches("<text ").count(), 2);
    assert!(bold.contains(&format!("fill=\"{INK}\"")), "{bold}");
    let grey = svg.split(&format!("<g fill=\"{GROUND}\">")).nth(1).expect("cells");
    assert_eq!(grey.split("</g>").next().expect("an end").matches("<rect ").count(), 2);
    let found = svg.split(&format!("fill=\"{FOUND}\"")).nth(1).expect("found digits");
    assert_eq!(found.matches("<text ").count(), 79);
    let bare = board_svg(&puzzle, None);
    assert_eq!(bare.matches("<text ").count(), 2);
    assert!(!bare.contains(FOUND), "{bare}");
    let mut wrong = digits;
    wrong[0] = 7;
    wrong[1] = EMPTY;
    let svg = board_svg(&puzzle, Some(&wrong));
    assert!(!svg.contains("<text x=\"20\" y=\"28\">7<"), "a given stays itself");
    assert_eq!(svg.matches("<text ").count(), 80, "an empty cell has no text");
}

#[test]
fn only_cells_are_drawn_and_shared_boxes_once() {
    let (puzzle, _) = board(own());
    let svg = board_svg(&puzzle, None);
    let side = 2 * CELL;
    let of_side = format!("width=\"{side}\" height=\"{side}\"");
    assert_eq!(svg.matches(&of_side).count(), 2 * puzzle.layout().box_count());
    let hole = format!("<rect x=\"{}\" y=\"0\" {of_side}/>", 2 * side);
    assert!(!svg.contains(&hole), "no cell, no paper: {svg}");
    for (x, y) in [(side, side), (2 * side, 2 * side), (0, 0)] {
        let rect = format!("<rect x=\"{x}\" y=\"{y}\" {of_side}/>");
        assert_eq!(svg.matches(&rect).count(), 2, "a ground and a frame each");
    }
}

#[test]
fn digits_are_written_as_text_prints_them() {
    for (name, digit, expected, size) in [
        ("16x16", 10, ">A<", "font-size=\"24\""),
        ("25x25", 25, ">P<", "font-size=\"24\""),
        ("36x36", 36, ">36<", "font-size=\"20\""),
        ("49x49", 9, ">9<", "font-size=\"20\""),
    ] {
        let (puzzle, mut digits) = board(named(name));
        digits[5] = digit;
        let svg = board_svg(&puzzle, Some(&digits));
        assert!(svg.contains(expected) && svg.contains(size), "{name}");
    }
}

#[test]
fn a_picture_needs_nothing_from_outside_and_only_the_palette() {
    let (puzzle, digits) = board(named("samurai"));
    let boards = [None, Some(digits.as_slice())].map(|grid| Captioned { caption: "a & b", grid });
    let svg = boards_svg(&puzzle, &boards);
    assert!(is_well_formed(&svg), "{svg}");
    assert!(svg.contains("role=\"img\""));
    assert!(svg.contains("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"));
    for foreign in ["<style", "href", "url(", "dominant-baseline", "script", "font-face"] {
        assert!(!svg.contains(foreign), "{foreign}");
    }
    let known = [PAPER, INK, MUTED, RULE, GROUND, FOUND];
    for place in svg.match_indices('#').map(|(place, _)| place) {
        let colour = &svg[place..place + 7];
        assert!(known.contains(&colour) || METHODS.contains(&colour), "{colour}");
    }
}

#[test]
fn boards_stand_beside_each_other_until_they_are_wide() {
    for (name, size) in [
        // Two boards of 364 with captions of 8 letters.
        ("9x9", "width=\"788\" height=\"436\""),
        ("samurai", "width=\"884\" height=\"1812\""),
        // A caption is wider than a board of 164.
        ("4x4", "width=\"940\" height=\"236\""),
    ] {
        let (puzzle, digits) = board(named(name));
        let long = "x".repeat(100);
        let caption = if name == "4x4" { long.as_str() } else { "solution" };
        let boards = [None, Some(digits.as_slice())].map(|grid| Captioned { caption, grid });
        let svg = boards_svg(&puzzle, &boards);
        assert!(svg.lines().next().is_some_and(|line| line.contains(size)), "{name}: {svg:.200}");
        assert_eq!(svg.matches("<g transform").count(), 2);
    }
}
