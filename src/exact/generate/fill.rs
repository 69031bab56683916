//! Random full grids of any layout.

use std::ops::ControlFlow;

use crate::board::Layout;
use crate::board::digit::{Digit, EMPTY};
use crate::exact::Searcher;
use crate::rng::Rng;
use crate::solver::{Budget, Meter, Observer, Stop};

/// Nodes a cell that one descent may take. The search from an empty board either glides to its
/// end or loses itself, so that starting afresh soon beats patience.
const NODES_A_CELL: u64 = 16;

/// Descents before giving up; the largest layouts need several.
const DESCENTS: usize = 200;

/// A random full grid, or `None` when every descent was lost.
///
/// The search has its habits; shuffling the grid by the symmetries of its layout takes away those
/// that show in a cell, a line or a box.
pub fn random_grid(
    layout: &Layout,
    searcher: &mut Searcher,
    rng: &mut Rng,
    observer: &mut dyn Observer,
) -> ControlFlow<Stop, Option<Vec<Digit>>> {
    let empty = vec![EMPTY; layout.cell_count()];
    let nodes = Some(NODES_A_CELL * layout.cell_count() as u64);
    for _ in 0..DESCENTS {
        let mut meter = Meter::new(Budget { nodes, ..Budget::default() }, observer);
        match searcher.find_random(&empty, rng, &mut meter) {
            ControlFlow::Continue(None) => return ControlFlow::Continue(None),
            ControlFlow::Continue(Some(grid)) => {
                return ControlFlow::Continue(Some(shuffled(layout, grid.digits(), rng)));
            }
            ControlFlow::Break(Stop::Nodes) => {}
            ControlFlow::Break(stop) => return ControlFlow::Break(stop),
        }
    }
    ControlFlow::Continue(None)
}

/// Renames the digits and permutes the rows of each block-row and the columns of each
/// block-column; in a single grid also the block-rows and block-columns themselves.
fn shuffled(layout: &Layout, digits: &[Digit], rng: &mut Rng) -> Vec<Digit> {
    let mut names: Vec<Digit> = (1..=layout.side() as Digit).collect();
    rng.shuffle(&mut names);
    let (rows, columns) = layout.canvas();
    let row_from = shuffled_lines(layout, rows, rng);
    let column_from = shuffled_lines(layout, columns, rng);
    let digit_of = |cell: usize| {
        let (row, column) = layout.position(cell);
        let origin = layout.cell_at(row_from[row], column_from[column]).unwrap_or(cell);
        names[digits[origin] as usize - 1]
    };
    (0..digits.len()).map(digit_of).collect()
}

fn shuffled_lines(layout: &Layout, lines: usize, rng: &mut Rng) -> Vec<usize> {
    let box_side = layout.box_side();
    let mut blocks: Vec<usize> = (0..lines / box_side).collect();
    if layout.grid_count() == 1 {
        rng.shuffle(&mut blocks);
    }
    let mut shuffled = Vec::with_capacity(lines);
    for block in blocks {
        let mut members: Vec<usize> = (block * box_side..(block + 1) * box_side).collect();
        rng.shuffle(&mut members);
        shuffled.extend(members);
    }
    shuffled
}
