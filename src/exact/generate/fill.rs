//! Random full grids of any layout.

use std::ops::ControlFlow;

use crate::board::Layout;
use crate::board::digit::{Digit, EMPTY};
use crate::exact::Searcher;
use crate::rng::Rng;
use crate::solver::{Budget, Meter, Observer, Stop};

/// Nodes a cell that one descent may take. The search from an empty board either glides to its
/// end or loses itself, so that starting afresh soon beats patience.
const NODES_A_CELL: u64 = 8;

/// Descents before giving up; the largest layouts need several.
const DESCENTS: usize = 200;

/// A random full grid, or `None` when every descent was lost.
///
/// The search draws the digits; their names are drawn once more, so that no digit is favoured.
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
                return ControlFlow::Continue(Some(relabelled(grid.digits(), layout.side(), rng)));
            }
            ControlFlow::Break(Stop::Nodes) => {}
            ControlFlow::Break(stop) => return ControlFlow::Break(stop),
        }
    }
    ControlFlow::Continue(None)
}

fn relabelled(digits: &[Digit], side: usize, rng: &mut Rng) -> Vec<Digit> {
    let mut labels: Vec<Digit> = (1..=side as Digit).collect();
    rng.shuffle(&mut labels);
    digits.iter().map(|&digit| labels[digit as usize - 1]).collect()
}
