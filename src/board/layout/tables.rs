//! How the tables of a layout are made from its grids.

use std::collections::{HashMap, HashSet};

use super::{LayoutError, MAX_CELLS, NO_CELL, Slot, Unit, UnitKind};

/// Lists of different lengths in one flat array.
#[derive(Clone, Default)]
pub(super) struct Ragged {
    pub(super) starts: Vec<u32>,
    items: Vec<u16>,
}

impl Ragged {
    fn from_lists<L: AsRef<[u16]>>(lists: &[L]) -> Self {
        let mut ragged = Self { starts: vec![0], items: Vec::new() };
        for list in lists {
            ragged.items.extend_from_slice(list.as_ref());
            ragged.starts.push(ragged.items.len() as u32);
        }
        ragged
    }

    pub(super) fn list(&self, index: usize) -> &[u16] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

pub(super) type CellTables = (Vec<(u16, u16)>, Vec<u16>);

pub(super) fn number_cells(
    box_side: usize,
    origins: &[(usize, usize)],
    rows: usize,
    columns: usize,
) -> Result<CellTables, LayoutError> {
    let side = box_side * box_side;
    let mut covered = vec![false; rows * columns];
    for &(box_row, box_column) in origins {
        for row in box_row * box_side..box_row * box_side + side {
            let start = row * columns + box_column * box_side;
            covered[start..start + side].fill(true);
        }
    }
    let cells = covered.iter().filter(|&&is_covered| is_covered).count();
    if cells > MAX_CELLS {
        return Err(LayoutError::TooManyCells(cells));
    }
    let mut positions = Vec::with_capacity(cells);
    let mut cell_at = vec![NO_CELL; covered.len()];
    for place in (0..covered.len()).filter(|&place| covered[place]) {
        cell_at[place] = positions.len() as u16;
        positions.push(((place / columns) as u16, (place % columns) as u16));
    }
    Ok((positions, cell_at))
}

pub(super) fn grid_cells(
    box_side: usize,
    origins: &[(usize, usize)],
    columns: usize,
    cell_at: &[u16],
) -> Vec<u16> {
    let side = box_side * box_side;
    let mut cells = Vec::with_capacity(origins.len() * side * side);
    for &(box_row, box_column) in origins {
        for row in box_row * box_side..box_row * box_side + side {
            let start = row * columns + box_column * box_side;
            cells.extend_from_slice(&cell_at[start..start + side]);
        }
    }
    cells
}

pub(super) fn list_units(box_side: usize, grid_cells: &[u16]) -> (Vec<Unit>, Vec<u16>) {
    let side = box_side * box_side;
    let mut found: Vec<(Unit, Vec<u16>)> = Vec::new();
    let mut known: HashSet<Vec<u16>> = HashSet::new();
    for boxes in [false, true] {
        for (grid, cells) in grid_cells.chunks(side * side).enumerate() {
            let place = |kind, number: usize, i: usize| match kind {
                UnitKind::Row => number * side + i,
                UnitKind::Column => i * side + number,
                UnitKind::Box => {
                    (number / box_side * box_side + i / box_side) * side
                        + number % box_side * box_side
                        + i % box_side
                }
            };
            let kinds: &[UnitKind] =
                if boxes { &[UnitKind::Box] } else { &[UnitKind::Row, UnitKind::Column] };
            for &kind in kinds {
                for number in 0..side {
                    let members: Vec<u16> =
                        (0..side).map(|i| cells[place(kind, number, i)]).collect();
                    if known.insert(members.clone()) {
                        let unit = Unit { kind, grid: grid as u16, number: number as u16 };
                        found.push((unit, members));
                    }
                }
            }
        }
    }
    let units = found.iter().map(|(unit, _)| *unit).collect();
    (units, found.into_iter().flat_map(|(_, cells)| cells).collect())
}

pub(super) fn units_of_cells(cells: usize, side: usize, unit_cells: &[u16]) -> Ragged {
    let mut lists = vec![Vec::new(); cells];
    for (unit, members) in unit_cells.chunks(side).enumerate() {
        for &cell in members {
            lists[cell as usize].push(unit as u16);
        }
    }
    Ragged::from_lists(&lists)
}

pub(super) fn slots_of_cells(side: usize, unit_cells: &[u16], units_of: &Ragged) -> Vec<Slot> {
    let mut slots = Vec::with_capacity(units_of.items.len());
    for cell in 0..units_of.len() {
        for &unit in units_of.list(cell) {
            let members = &unit_cells[unit as usize * side..][..side];
            let place = members.iter().position(|&member| member as usize == cell);
            slots.push(Slot { unit, place: place.map_or(0, |place| place as u8) });
        }
    }
    slots
}

pub(super) fn overlaps_of_cells(
    side: usize,
    unit_cells: &[u16],
    units_of: &Ragged,
) -> (Vec<u64>, Vec<u32>) {
    let members = |unit: u16| &unit_cells[unit as usize * side..][..side];
    let mut known: HashMap<(u16, u16), u64> = HashMap::new();
    let (mut overlaps, mut starts) = (Vec::new(), vec![0]);
    for cell in 0..units_of.len() {
        for &first in units_of.list(cell) {
            for &second in units_of.list(cell) {
                let overlap = *known.entry((first, second)).or_insert_with(|| {
                    let lies_in_second = |member: &u16| members(second).contains(member);
                    let places = members(first).iter().enumerate();
                    places.fold(0, |mask, (i, cell)| mask | u64::from(lies_in_second(cell)) << i)
                });
                overlaps.push(overlap);
            }
        }
        starts.push(overlaps.len() as u32);
    }
    (overlaps, starts)
}

pub(super) fn peers_of_cells(side: usize, unit_cells: &[u16], units_of: &Ragged) -> Ragged {
    let lists: Vec<Vec<u16>> = (0..units_of.len())
        .map(|cell| {
            let mut peers: Vec<u16> = units_of
                .list(cell)
                .iter()
                .flat_map(|&unit| &unit_cells[unit as usize * side..][..side])
                .copied()
                .filter(|&peer| peer as usize != cell)
                .collect();
            peers.sort_unstable();
            peers.dedup();
            peers
        })
        .collect();
    Ragged::from_lists(&lists)
}

pub(super) fn bands_and_stacks(
    box_side: usize,
    grid_cells: &[u16],
    box_of: &[u16],
    box_count: usize,
) -> (Ragged, Ragged) {
    let side = box_side * box_side;
    let mut rows = Vec::new();
    let mut columns = Vec::new();
    for cells in grid_cells.chunks(side * side) {
        let box_at = |row: usize, column: usize| {
            box_of[cells[row * box_side * side + column * box_side] as usize]
        };
        for line in 0..box_side {
            rows.push((0..box_side).map(|i| box_at(line, i)).collect::<Vec<u16>>());
            columns.push((0..box_side).map(|i| box_at(i, line)).collect::<Vec<u16>>());
        }
    }
    (join_lists(&rows, box_count), join_lists(&columns, box_count))
}

/// Unites lists that have a box in common, directly or through others.
fn join_lists(lists: &[Vec<u16>], box_count: usize) -> Ragged {
    let mut group_of_box: Vec<usize> = (0..box_count).collect();
    for list in lists {
        let target = group_of_box[list[0] as usize];
        for &number in list {
            let old = group_of_box[number as usize];
            for group in &mut group_of_box {
                if *group == old {
                    *group = target;
                }
            }
        }
    }
    let mut order: Vec<usize> = Vec::new();
    let mut joined: Vec<Vec<u16>> = Vec::new();
    for list in lists {
        let group = group_of_box[list[0] as usize];
        let index = order.iter().position(|&known| known == group).unwrap_or_else(|| {
            order.push(group);
            joined.push(Vec::new());
            joined.len() - 1
        });
        joined[index].extend(list);
    }
    for list in &mut joined {
        list.sort_unstable();
        list.dedup();
    }
    Ragged::from_lists(&joined)
}
