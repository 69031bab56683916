//! How a child comes from its parents: whole boxes, digits or cells from one or the other.

use std::sync::Arc;

use super::ways::Ways;
use super::{Inherited, path};
use crate::board::digit::{Digit, EMPTY};
use crate::board::{Layout, Puzzle};
use crate::rng::{Rate, Rng};

/// The groups of free cells that are inherited together.
pub(super) struct Genes {
    layout: Arc<Layout>,
    /// The free cells of each box that has any.
    boxes: Vec<Vec<u16>>,
    ways: Ways,
}

impl Genes {
    pub fn new(puzzle: &Puzzle) -> Self {
        let layout = puzzle.layout();
        let is_free = |cell: &u16| puzzle.givens()[*cell as usize] == EMPTY;
        let boxes = (0..layout.box_count())
            .map(|number| layout.box_cells(number).iter().copied().filter(is_free).collect())
            .filter(|cells: &Vec<u16>| !cells.is_empty())
            .collect();
        Self { layout: Arc::clone(layout), boxes, ways: Ways::new() }
    }

    pub fn free_count(&self) -> usize {
        self.boxes.iter().map(Vec::len).sum()
    }

    /// A child of two parents, gene by gene from the second with the given share.
    pub fn cross(
        &mut self,
        first: &[Digit],
        second: &[Digit],
        by: Inherited,
        share: Rate,
        rng: &mut Rng,
    ) -> Vec<Digit> {
        let mut child = first.to_vec();
        match by {
            Inherited::Boxes => {
                for cells in &self.boxes {
                    if rng.chance(share) {
                        copy(cells, second, &mut child);
                    }
                }
            }
            Inherited::Cells => {
                for &cell in self.boxes.iter().flatten() {
                    if rng.chance(share) {
                        child[cell as usize] = second[cell as usize];
                    }
                }
            }
            Inherited::Path => path::relink(&self.layout, &mut child, second, share, rng),
            Inherited::Adaptive => {
                let by = self.ways.choose(rng);
                return self.cross(first, second, by, share, rng);
            }
            Inherited::Digits => {
                // Which digits keep the places that the second parent gives them.
                let from_second: Vec<bool> =
                    (0..=self.layout.side()).map(|_| rng.chance(share)).collect();
                for &cell in self.boxes.iter().flatten() {
                    let (one, other) = (first[cell as usize], second[cell as usize]);
                    let (keeps, comes) = (!from_second[one as usize], from_second[other as usize]);
                    let takes_second = if keeps == comes { rng.chance(share) } else { comes };
                    child[cell as usize] = if takes_second { other } else { one };
                }
            }
        }
        child
    }

    /// Tells the ways of inheriting whether the last child came into the pool.
    pub fn credit(&mut self, admitted: bool) {
        self.ways.credit(admitted);
    }

    /// A copy of a parent in which a share of the boxes, at least one, is that of a fresh genome.
    pub fn redraw(
        &self,
        parent: &[Digit],
        fresh: &[Digit],
        share: Rate,
        rng: &mut Rng,
    ) -> Vec<Digit> {
        let count = (share.get() * self.boxes.len() as f64 + 0.5) as usize;
        let mut order: Vec<usize> = (0..self.boxes.len()).collect();
        rng.shuffle(&mut order);
        let mut child = parent.to_vec();
        for &number in order.iter().take(count.max(1)) {
            copy(&self.boxes[number], fresh, &mut child);
        }
        child
    }
}

fn copy(cells: &[u16], from: &[Digit], to: &mut [Digit]) {
    for &cell in cells {
        to[cell as usize] = from[cell as usize];
    }
}
