//! Complete fillings of a layout and what they cost.

use super::digit::Digit;
use super::layout::Layout;

/// A complete filling: one digit for each cell of a layout, in cell order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    digits: Vec<Digit>,
}

impl Grid {
    /// A filling from its digits; whether it solves anything is the referee's business.
    pub fn new(digits: Vec<Digit>) -> Self {
        Self { digits }
    }

    /// The digits in cell order.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }
}

/// Missing digits summed over all units: 0 exactly when every unit is complete.
pub fn cost(layout: &Layout, digits: &[Digit]) -> u32 {
    layout
        .units()
        .map(|unit| {
            let mut present = 0u64;
            for &cell in layout.unit_cells(unit) {
                present |= 1 << digits[cell as usize];
            }
            layout.side() as u32 - (present & !1).count_ones()
        })
        .sum()
}
