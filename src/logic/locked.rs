//! Locked candidates: a digit whose places in one unit all lie in another unit cannot stand
//! elsewhere in that other unit.

use super::candidates::{Contradiction, Options};
use super::touched::Demand;
use crate::board::Layout;

impl Options {
    /// Works out what a demand that has changed locks.
    pub(super) fn lock(&mut self, layout: &Layout, demand: Demand) -> Result<(), Contradiction> {
        let mask = self.demand(demand);
        if mask & mask.wrapping_sub(1) == 0 {
            return Ok(());
        }
        // If another unit holds all places of the demand, it holds the first of them.
        let first = layout.unit_cells(demand.unit as usize)[mask.trailing_zeros() as usize];
        let units = layout.units_of(first as usize);
        let overlaps = layout.overlaps_of(first as usize);
        let own = units.iter().position(|&unit| unit == demand.unit).unwrap_or(0);
        for (index, &other) in units.iter().enumerate().filter(|&(index, _)| index != own) {
            if mask & !overlaps[own * units.len() + index] == 0 {
                let elsewhere = !overlaps[index * units.len() + own];
                let mut rest = self.demand(Demand { unit: other, ..demand }) & elsewhere;
                while rest != 0 {
                    let cell = layout.unit_cells(other as usize)[rest.trailing_zeros() as usize];
                    self.remove(layout, cell as usize, demand.bit as usize)?;
                    rest &= rest - 1;
                }
            }
        }
        Ok(())
    }
}
