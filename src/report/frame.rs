//! One frame of a search that is watched: the best board and the course of fitness.
//!
//! A pure function of what is shown and of the terminal's size. Must not know how a frame gets to
//! the terminal, nor when.

use console::{measure_text_width, truncate_str};

use super::blocks::{curve, range};
use super::figures::one_line;

/// Between the board and the curve.
const GAP: usize = 3;

/// A curve of fewer columns tells nothing.
const NARROWEST: usize = 16;

/// Lines of a curve, where there is room.
const TALLEST: usize = 12;

/// What a frame shows.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What is solved, by what, and what was spent.
    pub title: &'a str,
    /// How good the best is.
    pub state: &'a str,
    /// The best board as text, which may be coloured; empty where there is none.
    pub board: &'a str,
    /// The best fitness of each population from the first to the present one.
    pub course: &'a [f64],
    /// Whether the terminal shows block characters.
    pub blocks: bool,
}

/// The lines of a frame for a terminal of so many rows and columns, one of which stays free each, so
/// that nothing scrolls or wraps: the board beside the curve, the curve alone where the board is too
/// large, and at least the title.
pub fn frame(scene: &Scene<'_>, (rows, columns): (usize, usize)) -> Vec<String> {
    let (rows, columns) = (rows.saturating_sub(1), columns.saturating_sub(1));
    let words = [scene.title, scene.state].map(one_line);
    let mut lines: Vec<String> = words.into_iter().filter(|line| !line.is_empty()).collect();
    let below = rows.saturating_sub(lines.len());
    let board: Vec<&str> = scene.board.lines().collect();
    let width = board.iter().map(|line| measure_text_width(line)).max().unwrap_or(0);
    let beside = columns.saturating_sub(width + GAP);
    if !board.is_empty() && board.len() <= below && width <= columns {
        let drawn = drawing(scene, beside, board.len().min(TALLEST));
        lines.extend(joined(&board, width, &drawn));
    } else {
        lines.extend(drawing(scene, columns, below.min(TALLEST)));
    }
    lines.truncate(rows.max(1));
    lines.iter().map(|line| truncate_str(line, columns, "").into_owned()).collect()
}

/// The curve between the bounds of its scale; nothing where there is no room.
fn drawing(scene: &Scene<'_>, columns: usize, lines: usize) -> Vec<String> {
    if scene.course.is_empty() || columns < NARROWEST || lines < 3 {
        return Vec::new();
    }
    let (low, high) = scale(scene.course);
    let mut drawn = vec![format!("fitness of each population, {} at the top", number(high))];
    drawn.extend(curve(scene.course, (low, high), (columns, lines - 2), scene.blocks));
    drawn.push(format!("{} at the bottom", number(low)));
    drawn
}

/// The range of all but the first number, where these differ: what random members are worth would
/// flatten the rest.
fn scale(course: &[f64]) -> (f64, f64) {
    match range(course.get(1..).unwrap_or_default()) {
        (low, high) if low < high => (low, high),
        _ => range(course),
    }
}

/// A fitness: whole numbers as such, others to four places.
pub fn number(fitness: f64) -> String {
    if fitness.fract() == 0.0 { format!("{fitness:.0}") } else { format!("{fitness:.4}") }
}

/// Lines beside each other.
fn joined(left: &[&str], width: usize, right: &[String]) -> Vec<String> {
    let line = |(place, left): (usize, &&str)| match right.get(place) {
        Some(right) if !right.is_empty() => {
            let space = width - measure_text_width(left) + GAP;
            format!("{left}{}{right}", " ".repeat(space))
        }
        _ => (*left).to_owned(),
    };
    left.iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "\
+-----+-----+
| 1 2 | 3 4 |
| 3 4 | 1 2 |
+-----+-----+
| 2 1 | 4 3 |
| 4 3 | 2 1 |
+-----+-----+
";

    fn scene<'a>(board: &'a str, course: &'a [f64]) -> Scene<'a> {
        Scene { title: "x by baseline: 12 s", state: "best fitness 2", board, course, blocks: true }
    }

    #[test]
    fn the_board_stands_beside_the_curve() {
        let lines = frame(&scene(BOARD, &[99.0, 6.0, 4.0, 2.0]), (24, 60));
        let expected = [
            "x by baseline: 12 s",
            "best fitness 2",
            "+-----+-----+   fitness of each population, 6 at the top",
            "| 1 2 | 3 4 |   ██",
            "| 3 4 | 1 2 |   ██",
            "+-----+-----+   ██▅",
            "| 2 1 | 4 3 |   ███",
            "| 4 3 | 2 1 |   ███▁",
            "+-----+-----+   2 at the bottom",
        ];
        assert_eq!(lines, expected, "\n{}", lines.join("\n"));
    }

    #[test]
    fn the_first_population_does_not_flatten_the_others() {
        assert_eq!(scale(&[99.0, 6.0, 2.0, 4.0]), (2.0, 6.0));
        assert_eq!(scale(&[31.0, 2.0, 2.0]), (2.0, 31.0), "there is nothing to flatten");
        assert_eq!(scale(&[31.0]), (31.0, 31.0));
    }

    #[test]
    fn a_board_that_is_too_large_makes_room_for_the_curve() {
        let lines = frame(&scene(BOARD, &[6.0, 2.0]), (8, 60));
        assert_eq!(
            lines[2..],
            ["fitness of each population, 6 at the top", "█", "█", "█▁", "2 at the bottom"]
        );
        let narrow = frame(&scene(BOARD, &[6.0, 2.0]), (24, 30));
        assert_eq!(narrow.len(), 9, "the board alone");
        assert!(narrow[3].ends_with('|'), "{narrow:?}");
    }

    #[test]
    fn whatever_the_terminal_nothing_scrolls_or_wraps() {
        let coloured = BOARD.replace('1', "\u{1b}[1m1\u{1b}[0m");
        let course: Vec<f64> = (0..300).map(|step| f64::from(300 - step)).collect();
        for rows in 0..30 {
            for columns in 0..70 {
                let lines = frame(&scene(&coloured, &course), (rows, columns));
                assert!(lines.len() < rows.max(2), "{rows}x{columns}: {lines:?}");
                let width = lines.iter().map(|line| measure_text_width(line)).max().unwrap_or(0);
                assert!(width < columns.max(1), "{rows}x{columns}: {lines:?}");
            }
        }
    }

    #[test]
    fn a_tree_search_has_its_effort_alone() {
        let bare = Scene { state: "", ..scene("", &[]) };
        assert_eq!(frame(&bare, (24, 80)), ["x by baseline: 12 s"]);
        let hostile = Scene { title: "a\u{1b}[2J\nb", ..bare };
        assert_eq!(frame(&hostile, (24, 80)), ["a [2J b"]);
    }
}
