//! `--svg FILE`: each puzzle and what came of it as a picture in a file.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::Solved;
use crate::board::Grid;
use crate::lab::files;
use crate::report::{Captioned, boards_svg};
use crate::solver::Outcome;

/// How the name of a picture ends. Asked for, so that a puzzle named by mistake is not overwritten.
const ENDING: &str = "svg";

/// Where pictures go: the first to a path, the others beside it under their numbers.
pub(super) struct Drawing {
    path: PathBuf,
}

impl Drawing {
    /// Makes sure that pictures can be written, before anything is solved for them.
    pub fn prepare(path: &Path) -> anyhow::Result<Self> {
        if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case(ENDING)) {
            bail!("--svg {}: expected the name of a file that ends in .svg", path.display());
        }
        match files::prepare_file(path) {
            Ok(()) => Ok(Self { path: path.to_owned() }),
            Err(error) => bail!("--svg {error}"),
        }
    }

    /// Writes the picture of a run; puzzles are numbered from 1 in the order of the input.
    pub fn write(&self, number: u64, solved: &Solved) -> Result<(), String> {
        let path = numbered(&self.path, number);
        let svg = picture(solved);
        files::write_whole(&path, |file| file.write_all(svg.as_bytes()))
            .map_err(|error: io::Error| format!("cannot write {}: {error}", path.display()))
    }
}

/// `board.svg`, `board-2.svg`, `board-3.svg`, ...
fn numbered(path: &Path, number: u64) -> PathBuf {
    if number < 2 {
        return path.to_owned();
    }
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_owned();
    let mut name = part(path.file_stem());
    name.push(format!("-{number}."));
    name.push(part(path.extension()));
    path.with_file_name(name)
}

/// The puzzle, and beside it the solution or the best grid that was seen.
fn picture(solved: &Solved) -> String {
    let Solved { puzzle, outcome, .. } = solved;
    let givens = puzzle.given_count();
    let what = format!("{}, {givens} given{}", puzzle.name(), if givens == 1 { "" } else { "s" });
    let mut boards = vec![Captioned { caption: &what, grid: None }];
    let caption = caption(outcome);
    let grid = outcome.grid.as_ref().map(Grid::digits);
    boards.extend(grid.map(|digits| Captioned { caption: &caption, grid: Some(digits) }));
    boards_svg(puzzle, &boards)
}

fn caption(outcome: &Outcome) -> String {
    match outcome.cost {
        _ if outcome.stop.is_solved() => "Solution".to_owned(),
        Some(cost) => format!("Unsolved: the best grid, cost {cost}"),
        None => "Unsolved: the best grid".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_picture_and_later_ones_have_numbers() {
        for (path, number, expected) in [
            ("board.svg", 1, "board.svg"),
            ("a.b/board.svg", 2, "a.b/board-2.svg"),
            ("/x/one.two.SVG", 12, "/x/one.two-12.SVG"),
        ] {
            assert_eq!(numbered(Path::new(path), number), Path::new(expected));
        }
    }
}
