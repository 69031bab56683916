//! Which swaps are made, as far as the digits around them decide it.

use super::Tables;
use super::operators::{CountLimit, Filter, SwapTest};
use crate::board::UnitKind;

impl SwapTest {
    /// Whether the swap of a pair of cells passes the filter and the limit; `digit` is the digit
    /// of a cell before the swap.
    pub fn passes(self, tables: &Tables, pair: u32, digit: impl Fn(usize) -> u8) -> bool {
        let [one, other] = tables.genes.pairs()[pair as usize].cells.map(usize::from);
        let after = |cell: usize| match cell {
            cell if cell == one => digit(other),
            cell if cell == other => digit(one),
            cell => digit(cell),
        };
        let layout = &tables.layout;
        let clashes = |cell: usize| {
            let digit = after(cell);
            layout.peers(cell).iter().any(|&peer| after(peer as usize) == digit)
        };
        if self.filter == Filter::Admissible && clashes(one) && clashes(other) {
            return false;
        }
        let Some(most) = self.count_limit.most(layout.box_side()) else { return true };
        let stands = |unit: usize, digit: u8| {
            let cells = layout.unit_cells(unit).iter();
            cells.filter(|&&cell| after(cell as usize) == digit).count()
        };
        [one, other].into_iter().all(|cell| {
            let units = layout.units_of(cell).iter().map(|&unit| unit as usize);
            let digit = after(cell);
            units
                .filter(|&unit| layout.unit(unit).kind != UnitKind::Box)
                .all(|unit| stands(unit, digit) <= most as usize)
        })
    }
}

impl CountLimit {
    /// How often a digit may stand in a line; `None` when as often as it likes.
    pub fn most(self, box_side: usize) -> Option<u32> {
        match self {
            Self::Off => None,
            Self::BoxSide => Some(box_side as u32),
            Self::Times(times) => Some(times),
        }
    }
}
