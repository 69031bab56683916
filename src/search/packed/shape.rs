//! Which boxes stand in a line: the tables that a packed population is scored by.
//!
//! The common layouts have them as constants, so that the compiler unrolls a whole score.

use crate::board::Layout;

/// The block-rows and block-columns of a layout, each once, as numbers of boxes.
pub(in crate::search) trait Shape<const K: usize> {
    fn new(layout: &Layout) -> Self;

    fn block_rows(&self) -> &[[u8; K]];

    fn block_columns(&self) -> &[[u8; K]];

    /// Visits the grids in their order: the block-rows and the block-columns of each.
    fn for_each_grid(&self, visitor: &mut impl GridVisitor<K>);

    /// Visits the bands: the block-rows of each, and all its boxes.
    fn for_each_band(&self, visit: impl FnMut(&[[u8; K]], &[u8]));

    /// Visits the stacks: the block-columns of each, and all its boxes.
    fn for_each_stack(&self, visit: impl FnMut(&[[u8; K]], &[u8]));
}

/// What is done with each grid; a trait and no closure, since its body has to be inlined.
pub(in crate::search) trait GridVisitor<const K: usize> {
    fn visit(&mut self, rows: &[[u8; K]; K], columns: &[[u8; K]; K]);
}

/// One grid.
pub(in crate::search) struct Single;

impl<const K: usize> Shape<K> for Single {
    fn new(_: &Layout) -> Self {
        Self
    }

    #[inline(always)]
    fn block_rows(&self) -> &[[u8; K]] {
        const { &single(true) }
    }

    #[inline(always)]
    fn block_columns(&self) -> &[[u8; K]] {
        const { &single(false) }
    }

    #[inline(always)]
    fn for_each_grid(&self, visitor: &mut impl GridVisitor<K>) {
        visitor.visit(const { &single(true) }, const { &single(false) });
    }

    #[inline(always)]
    fn for_each_band(&self, mut visit: impl FnMut(&[[u8; K]], &[u8])) {
        for line in Shape::<K>::block_rows(self) {
            visit(std::slice::from_ref(line), line);
        }
    }

    #[inline(always)]
    fn for_each_stack(&self, mut visit: impl FnMut(&[[u8; K]], &[u8])) {
        for line in Shape::<K>::block_columns(self) {
            visit(std::slice::from_ref(line), line);
        }
    }
}

const fn single<const K: usize>(by_rows: bool) -> [[u8; K]; K] {
    let mut lines = [[0; K]; K];
    let mut line = 0;
    while line < K {
        let mut place = 0;
        while place < K {
            lines[line][place] = if by_rows { line * K + place } else { place * K + line } as u8;
            place += 1;
        }
        line += 1;
    }
    lines
}

/// Two grids of side 9 that share a corner box.
pub(in crate::search) struct Twodoku;

impl Shape<3> for Twodoku {
    fn new(_: &Layout) -> Self {
        Self
    }

    #[inline(always)]
    fn block_rows(&self) -> &[[u8; 3]] {
        &[[0, 1, 2], [3, 4, 5], [6, 7, 8], [8, 9, 10], [11, 12, 13], [14, 15, 16]]
    }

    #[inline(always)]
    fn block_columns(&self) -> &[[u8; 3]] {
        &[[0, 3, 6], [1, 4, 7], [2, 5, 8], [8, 11, 14], [9, 12, 15], [10, 13, 16]]
    }

    #[inline(always)]
    fn for_each_grid(&self, visitor: &mut impl GridVisitor<3>) {
        visitor.visit(&[[0, 1, 2], [3, 4, 5], [6, 7, 8]], &[[0, 3, 6], [1, 4, 7], [2, 5, 8]]);
        visitor.visit(
            &[[8, 9, 10], [11, 12, 13], [14, 15, 16]],
            &[[8, 11, 14], [9, 12, 15], [10, 13, 16]],
        );
    }

    #[inline(always)]
    fn for_each_band(&self, mut visit: impl FnMut(&[[u8; 3]], &[u8])) {
        visit(&[[0, 1, 2]], &[0, 1, 2]);
        visit(&[[3, 4, 5]], &[3, 4, 5]);
        visit(&[[6, 7, 8], [8, 9, 10]], &[6, 7, 8, 9, 10]);
        visit(&[[11, 12, 13]], &[11, 12, 13]);
        visit(&[[14, 15, 16]], &[14, 15, 16]);
    }

    #[inline(always)]
    fn for_each_stack(&self, mut visit: impl FnMut(&[[u8; 3]], &[u8])) {
        visit(&[[0, 3, 6]], &[0, 3, 6]);
        visit(&[[1, 4, 7]], &[1, 4, 7]);
        visit(&[[2, 5, 8], [8, 11, 14]], &[2, 5, 8, 11, 14]);
        visit(&[[9, 12, 15]], &[9, 12, 15]);
        visit(&[[10, 13, 16]], &[10, 13, 16]);
    }
}

/// Any overlay.
pub(in crate::search) struct Overlay<const K: usize> {
    rows: Vec<[u8; K]>,
    columns: Vec<[u8; K]>,
    /// The block-rows and block-columns of each grid.
    grids: Vec<[[[u8; K]; K]; 2]>,
    bands: Vec<BoxBlock<K>>,
    stacks: Vec<BoxBlock<K>>,
}

/// Lines of boxes that are joined, and all their boxes.
struct BoxBlock<const K: usize> {
    lines: Vec<[u8; K]>,
    boxes: Vec<u8>,
}

impl<const K: usize> BoxBlock<K> {
    fn new(boxes: &[u16], lines: &[[u8; K]]) -> Self {
        let is_inside = |line: &&[u8; K]| boxes.contains(&u16::from(line[0]));
        Self {
            lines: lines.iter().filter(is_inside).copied().collect(),
            boxes: boxes.iter().map(|&number| number as u8).collect(),
        }
    }
}

impl<const K: usize> Shape<K> for Overlay<K> {
    fn new(layout: &Layout) -> Self {
        let (mut rows, mut columns, mut grids) = (Vec::new(), Vec::new(), Vec::new());
        for grid in 0..layout.grid_count() {
            let boxes = boxes_of_grid::<K>(layout, grid);
            let across = std::array::from_fn(|line| boxes.map(|row| row[line]));
            boxes.iter().for_each(|&line| push_new(&mut rows, line));
            across.iter().for_each(|&line| push_new(&mut columns, line));
            grids.push([boxes, across]);
        }
        let bands = layout.bands().map(|boxes| BoxBlock::new(boxes, &rows)).collect();
        let stacks = layout.stacks().map(|boxes| BoxBlock::new(boxes, &columns)).collect();
        Self { rows, columns, grids, bands, stacks }
    }

    #[inline(always)]
    fn block_rows(&self) -> &[[u8; K]] {
        &self.rows
    }

    #[inline(always)]
    fn block_columns(&self) -> &[[u8; K]] {
        &self.columns
    }

    #[inline(always)]
    fn for_each_grid(&self, visitor: &mut impl GridVisitor<K>) {
        for [rows, columns] in &self.grids {
            visitor.visit(rows, columns);
        }
    }

    #[inline(always)]
    fn for_each_band(&self, mut visit: impl FnMut(&[[u8; K]], &[u8])) {
        for block in &self.bands {
            visit(&block.lines, &block.boxes);
        }
    }

    #[inline(always)]
    fn for_each_stack(&self, mut visit: impl FnMut(&[[u8; K]], &[u8])) {
        for block in &self.stacks {
            visit(&block.lines, &block.boxes);
        }
    }
}

/// The boxes of a grid, block-row by block-row.
fn boxes_of_grid<const K: usize>(layout: &Layout, grid: usize) -> [[u8; K]; K] {
    let cells = layout.grid_cells(grid);
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let cell = cells[(row * K) * layout.side() + column * K];
            layout.box_of(cell as usize) as u8
        })
    })
}

fn push_new<const K: usize>(lines: &mut Vec<[u8; K]>, line: [u8; K]) {
    if !lines.contains(&line) {
        lines.push(line);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    struct Seen<const K: usize>(Vec<[[[u8; K]; K]; 2]>);

    impl<const K: usize> GridVisitor<K> for Seen<K> {
        fn visit(&mut self, rows: &[[u8; K]; K], columns: &[[u8; K]; K]) {
            self.0.push([*rows, *columns]);
        }
    }

    #[test]
    fn constant_shapes_are_those_of_their_layouts() {
        fn same<const K: usize, S: Shape<K>>(name: &str) {
            let layout = Layout::named(name).expect("a layout");
            let (constant, general) = (S::new(&layout), Overlay::<K>::new(&layout));
            let sorted = |lines: &[[u8; K]]| {
                let mut lines = lines.to_vec();
                lines.sort_unstable();
                lines
            };
            assert_eq!(sorted(constant.block_rows()), sorted(general.block_rows()), "{name}");
            assert_eq!(sorted(constant.block_columns()), sorted(general.block_columns()), "{name}");
            let (mut known, mut found) = (Seen(Vec::new()), Seen(Vec::new()));
            constant.for_each_grid(&mut known);
            general.for_each_grid(&mut found);
            assert_eq!(known.0, found.0, "{name}");
            let (mut known, mut found) = (Vec::new(), Vec::new());
            let mut note = |lines: &[[u8; K]], boxes: &[u8]| {
                known.push((sorted(lines), BTreeSet::from_iter(boxes.to_vec())));
            };
            constant.for_each_band(&mut note);
            constant.for_each_stack(&mut note);
            let mut note = |lines: &[[u8; K]], boxes: &[u8]| {
                found.push((sorted(lines), BTreeSet::from_iter(boxes.to_vec())));
            };
            general.for_each_band(&mut note);
            general.for_each_stack(&mut note);
            known.sort();
            found.sort();
            assert_eq!(known, found, "{name}");
        }
        same::<3, Single>("9x9");
        same::<4, Single>("16x16");
        same::<5, Single>("25x25");
        same::<3, Twodoku>("twodoku");
    }
}
