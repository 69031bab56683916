//! Why rows make no puzzle: the most likely slip, so that the message helps.

use super::error::{Fault, Place, Trouble};
use super::scan::{Item, Notation, Value};
use super::shape::{KNOWN, Layouts, Plan, Rows, canvas_fault};
use crate::board::digit::MAX_SYMBOL_SIDE;
use crate::board::layout::Layout;

/// The fault of rows that fit no layout. `is_alone` says that they are one line that can only be
/// a whole puzzle.
pub(super) fn explain(
    rows: &Rows,
    asked: Option<&Layout>,
    is_alone: bool,
    layouts: &mut Layouts,
) -> Fault {
    if let Some(fault) = order_form_fault(rows) {
        return fault;
    }
    match asked {
        Some(layout) => explain_asked(rows, layout, is_alone),
        None => explain_detected(rows, is_alone, layouts),
    }
}

/// A row of the wrong length: points behind its last item, or at the first one too many.
pub(super) fn row_size(rows: &Rows, row: usize, expected: usize) -> Fault {
    let items = rows.row(row);
    let place = match items.get(expected) {
        Some(surplus) => surplus.place,
        None => place_behind(items),
    };
    let (found, noun) = (items.len(), rows.notation.noun());
    Fault::at(place, Trouble::RowSize { found, noun, expected })
}

fn place_behind(items: &[Item]) -> Place {
    items.last().map_or(Place::default(), |last| Place {
        line: last.place.line,
        column: last.place.column + last.width,
    })
}

fn place_of_row(rows: &Rows, row: usize) -> Place {
    rows.row(row).first().map_or(Place::default(), |first| first.place)
}

fn line_size(rows: &Rows, expected: String) -> Fault {
    let (found, noun) = (rows.items.len(), rows.notation.noun());
    Fault::at(place_behind(&rows.items), Trouble::LineSize { found, noun, expected })
}

fn row_count(rows: &Rows, found: usize, width: usize, expected: String) -> Fault {
    let noun = rows.notation.noun();
    let trouble = Trouble::RowCount { found, width, noun, expected };
    Fault::at(place_of_row(rows, rows.len() - 1), trouble)
}

/// The fault of rows that begin with the order of a grid and a flag, each on its own line.
fn order_form_fault(rows: &Rows) -> Option<Fault> {
    let header = 2;
    if rows.len() <= header || rows.row(0).len() != 1 || rows.row(1).len() != 1 {
        return None;
    }
    let Value::Digit(box_side @ 2..=7) = rows.items[0].value else { return None };
    let side = (box_side * box_side) as usize;
    if let Some(row) = widths(rows).skip(header).position(|width| width != side) {
        return Some(row_size(rows, header + row, side));
    }
    let expected = format!("{side} rows after the order {box_side} and the flag");
    let found = rows.len() - header;
    (found != side).then(|| row_count(rows, found, side, expected))
}

fn explain_asked(rows: &Rows, layout: &Layout, is_alone: bool) -> Fault {
    let plan = Plan::of(layout);
    let side = plan.side();
    if is_alone {
        return line_size(rows, format!("{} for layout {}", plan.cells, layout.name()));
    }
    if rows.len() == plan.canvas_rows
        && let Some(fault) = canvas_fault(rows, layout)
    {
        return fault;
    }
    if rows.len() == plan.grids * side
        && let Some(fault) = grid_row_fault(rows, side, layout.name())
    {
        return fault;
    }
    if plan.grids == 1 && widths(rows).all(|width| width == side) {
        return row_count(rows, rows.len(), side, format!("{side} rows"));
    }
    let found = match most_frequent_width(rows) {
        width if rows.len() == 1 => format!("1 row of {width} {}", rows.notation.noun()),
        width => format!("{} rows of {width} {}", rows.len(), rows.notation.noun()),
    };
    let (layout, expected) = (layout.name().to_owned(), forms_of(&plan));
    Fault::at(place_of_row(rows, 0), Trouble::Misfit { found, layout, expected })
}

fn grid_row_fault(rows: &Rows, side: usize, layout: &str) -> Option<Fault> {
    if let Some(row) = widths(rows).position(|width| width != side) {
        return Some(row_size(rows, row, side));
    }
    let hole = rows.items.iter().find(|item| item.value == Value::Hole)?;
    Some(Fault::at(hole.place, Trouble::HoleInGrid { layout: layout.to_owned() }))
}

/// The forms a layout may be written in.
fn forms_of(plan: &Plan) -> String {
    let Plan { grids, cells, canvas_rows, canvas_columns, .. } = *plan;
    let side = plan.side();
    if grids == 1 {
        format!("one line of {cells}, or {side} rows of {side}")
    } else {
        format!(
            "one line of {cells}, {grids} grids of {side} rows of {side}, \
             or the canvas of {canvas_rows} rows and {canvas_columns} columns"
        )
    }
}

fn explain_detected(rows: &Rows, is_alone: bool, layouts: &mut Layouts) -> Fault {
    let width = most_frequent_width(rows);
    let is_side = KNOWN.iter().any(|(_, plan)| {
        plan.side() == width && (rows.notation == Notation::Integers || width <= MAX_SYMBOL_SIDE)
    });
    if is_alone {
        return line_size(rows, known_counts(rows.notation));
    }
    if let Some(fault) = overlay_fault(rows, layouts) {
        return fault;
    }
    if !is_side {
        return unknown_side(rows, width);
    }
    if let Some(row) = widths(rows).position(|found| found != width) {
        return row_size(rows, row, width);
    }
    let expected = match width {
        9 => "9 rows (18 for twodoku, 45 for samurai)".to_owned(),
        _ => format!("{width} rows"),
    };
    if rows.len() <= width || !rows.len().is_multiple_of(width) {
        return row_count(rows, rows.len(), width, expected);
    }
    let expected = if width == 9 { "1 (2 for twodoku, 5 for samurai)" } else { "1" };
    let trouble = Trouble::GridCount { found: rows.len() / width, side: width, expected };
    Fault::at(place_of_row(rows, width), trouble)
}

/// The fault of rows that are plainly meant as the canvas of a built-in overlay.
fn overlay_fault(rows: &Rows, layouts: &mut Layouts) -> Option<Fault> {
    let widest = widths(rows).max().unwrap_or(0);
    let mut overlays = KNOWN.iter().filter(|(_, plan)| plan.grids > 1);
    let meant = overlays.find(|(_, plan)| {
        let is_wide = (plan.canvas_columns - 3..=plan.canvas_columns).contains(&widest);
        rows.len() == plan.canvas_rows && (rows.has_holes() || is_wide)
    });
    match meant {
        Some((name, _)) => canvas_fault(rows, layouts.named(name)?.as_ref()),
        None if rows.has_holes() => {
            let expected = "15 (twodoku) or 21 (samurai) rows of a canvas with `~`".to_owned();
            Some(row_count(rows, rows.len(), most_frequent_width(rows), expected))
        }
        None => None,
    }
}

fn unknown_side(rows: &Rows, width: usize) -> Fault {
    let noun = rows.notation.noun();
    if rows.notation == Notation::Integers {
        let expected = known_counts(rows.notation);
        let trouble = Trouble::IntegerCount { found: rows.items.len(), expected };
        return Fault::at(place_behind(&rows.items), trouble);
    }
    let first = widths(rows).position(|found| found == width).unwrap_or(0);
    let trouble = Trouble::UnknownSide { found: width, noun, expected: "4, 9, 16 or 25" };
    Fault::at(place_of_row(rows, first), trouble)
}

/// The cell counts that content may have without a layout asked for.
fn known_counts(notation: Notation) -> String {
    let mut counts: Vec<usize> = KNOWN
        .iter()
        .filter(|(_, plan)| notation == Notation::Integers || plan.side() <= MAX_SYMBOL_SIDE)
        .map(|(_, plan)| plan.cells)
        .collect();
    counts.sort_unstable();
    let last = counts.pop().unwrap_or(0);
    let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
    format!("{} or {last}", counts.join(", "))
}

fn widths(rows: &Rows) -> impl Iterator<Item = usize> + '_ {
    rows.iter().map(<[Item]>::len)
}

/// The width that most rows have, the smallest of equals.
fn most_frequent_width(rows: &Rows) -> usize {
    let mut sorted: Vec<usize> = widths(rows).collect();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a == b);
    let longest = runs.rev().max_by_key(|run| run.len());
    longest.map_or(0, |run| run[0])
}
