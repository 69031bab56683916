//! Which layout the rows of a puzzle make, and in which order its cells come.
//!
//! Knows counts of rows and items, not what the items say. Why rows make no layout at all is
//! worded in [`super::misfit`].

use std::sync::Arc;

use super::error::{Fault, Trouble};
use super::scan::{Item, Notation, Value};
use crate::board::digit::MAX_SYMBOL_SIDE;
use crate::board::layout::Layout;

/// The counts of a layout that reading needs before its tables are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub box_side: usize,
    pub grids: usize,
    pub cells: usize,
    pub canvas_rows: usize,
    pub canvas_columns: usize,
}

impl Plan {
    pub(super) fn of(layout: &Layout) -> Self {
        let (canvas_rows, canvas_columns) = layout.canvas();
        Self {
            box_side: layout.box_side(),
            grids: layout.grid_count(),
            cells: layout.cell_count(),
            canvas_rows,
            canvas_columns,
        }
    }

    const fn single(box_side: usize) -> Self {
        let side = box_side * box_side;
        Self { box_side, grids: 1, cells: side * side, canvas_rows: side, canvas_columns: side }
    }

    pub(super) const fn side(&self) -> usize {
        self.box_side * self.box_side
    }

    /// Items of all grids one after another, shared cells as often as grids have them.
    pub(super) const fn items_of_grids(&self) -> usize {
        self.grids * self.side() * self.side()
    }

    /// Whether a line of `count` items holds all cells.
    pub(super) fn is_complete(&self, count: usize, notation: Notation) -> bool {
        match notation {
            Notation::Symbols => count == self.cells && self.side() <= MAX_SYMBOL_SIDE,
            Notation::Integers => count == self.cells || count == self.items_of_grids(),
        }
    }
}

/// The built-in layouts that content is compared with, in this order.
pub(super) const KNOWN: [(&str, Plan); 8] = [
    ("4x4", Plan::single(2)),
    ("9x9", Plan::single(3)),
    ("16x16", Plan::single(4)),
    ("25x25", Plan::single(5)),
    ("36x36", Plan::single(6)),
    ("49x49", Plan::single(7)),
    ("twodoku", Plan { box_side: 3, grids: 2, cells: 153, canvas_rows: 15, canvas_columns: 15 }),
    ("samurai", Plan { box_side: 3, grids: 5, cells: 369, canvas_rows: 21, canvas_columns: 21 }),
];

/// The built-in layouts that this reader has met, each built once.
#[derive(Debug, Default)]
pub(super) struct Layouts {
    built: Vec<Arc<Layout>>,
}

impl Layouts {
    pub(super) fn named(&mut self, name: &str) -> Option<Arc<Layout>> {
        if let Some(layout) = self.built.iter().find(|layout| layout.name() == name) {
            return Some(Arc::clone(layout));
        }
        let layout = Layout::named(name)?;
        self.built.push(Arc::clone(&layout));
        Some(layout)
    }
}

/// The items of a puzzle, row by row.
#[derive(Debug)]
pub(super) struct Rows {
    pub notation: Notation,
    pub items: Vec<Item>,
    ends: Vec<usize>,
}

impl Rows {
    pub(super) fn new(notation: Notation) -> Self {
        Self { notation, items: Vec::new(), ends: Vec::new() }
    }

    pub(super) fn push(&mut self, row: impl Iterator<Item = Item>) {
        self.items.extend(row);
        self.ends.push(self.items.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn row(&self, index: usize) -> &[Item] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.items[start..self.ends[index]]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[Item]> {
        (0..self.len()).map(|index| self.row(index))
    }

    pub(super) fn has_holes(&self) -> bool {
        self.items.iter().any(|item| item.value == Value::Hole)
    }
}

/// How items follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// One item a cell, in cell order.
    Cells,
    /// Grid after grid, after some items that are no cells.
    Grids {
        /// Items before the first cell.
        skip: usize,
    },
    /// The rows of the canvas.
    Canvas,
}

/// The layout of the rows and their order: the one asked for, else the first built-in that fits.
pub(super) fn fit(
    rows: &Rows,
    asked: Option<&Arc<Layout>>,
    layouts: &mut Layouts,
) -> Option<(Arc<Layout>, Order)> {
    if let Some(layout) = asked {
        let order = order(rows, &Plan::of(layout), || Some(Arc::clone(layout)))?;
        return Some((Arc::clone(layout), order));
    }
    KNOWN.iter().find_map(|(name, plan)| {
        let order = order(rows, plan, || layouts.named(name))?;
        Some((layouts.named(name)?, order))
    })
}

fn order(rows: &Rows, plan: &Plan, layout: impl FnOnce() -> Option<Arc<Layout>>) -> Option<Order> {
    let side = plan.side();
    if rows.notation == Notation::Symbols && side > MAX_SYMBOL_SIDE {
        return None;
    }
    if !rows.has_holes() {
        if rows.len() == plan.grids * side && rows.iter().all(|row| row.len() == side) {
            return Some(Order::Grids { skip: 0 });
        }
        if let Some(order) = flat_order(rows, plan) {
            return Some(order);
        }
    }
    let is_canvas =
        rows.len() == plan.canvas_rows && canvas_fault(rows, layout()?.as_ref()).is_none();
    is_canvas.then_some(Order::Canvas)
}

/// Items that count alone gives a meaning: a single line, or integers however broken into lines.
fn flat_order(rows: &Rows, plan: &Plan) -> Option<Order> {
    let count = rows.items.len();
    if rows.notation == Notation::Symbols {
        return (rows.len() == 1 && count == plan.cells).then_some(Order::Cells);
    }
    if count == plan.cells {
        return Some(Order::Cells);
    }
    if count == plan.items_of_grids() {
        return Some(Order::Grids { skip: 0 });
    }
    let order_and_flag = 2;
    let starts_with_order = rows.items[0].value == Value::Digit(plan.box_side as i32);
    (plan.grids == 1 && count == plan.cells + order_and_flag && starts_with_order)
        .then_some(Order::Grids { skip: order_and_flag })
}

/// The first row that is no row of the layout's canvas. A row holds its cells alone, or all
/// columns with `~` where no cell is.
pub(super) fn canvas_fault(rows: &Rows, layout: &Layout) -> Option<Fault> {
    let (_, columns) = layout.canvas();
    rows.iter().enumerate().find_map(|(number, row)| {
        let cells = (0..columns).filter(|&column| layout.cell_at(number, column).is_some()).count();
        let has_holes = row.iter().any(|item| item.value == Value::Hole);
        if row.len() == cells && !has_holes {
            return None;
        }
        if row.len() != columns {
            let expected = if has_holes { columns } else { cells };
            return Some(super::misfit::row_size(rows, number, expected));
        }
        row.iter().enumerate().find_map(|(column, item)| {
            let layout_name = || layout.name().to_owned();
            let is_hole = item.value == Value::Hole;
            match (layout.cell_at(number, column), is_hole) {
                (Some(_), true) => {
                    Some(Fault::at(item.place, Trouble::HoleInGrid { layout: layout_name() }))
                }
                (None, false) => {
                    Some(Fault::at(item.place, Trouble::CellOutside { layout: layout_name() }))
                }
                _ => None,
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::layout::LAYOUT_NAMES;

    #[test]
    fn the_known_plans_are_those_of_the_layouts() {
        assert_eq!(KNOWN.map(|known| known.0), LAYOUT_NAMES);
        for (name, plan) in KNOWN {
            assert_eq!(plan, Plan::of(&Layout::named(name).expect("built in")), "{name}");
        }
    }
}
