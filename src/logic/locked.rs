//! Locked candidates: a digit whose places in one unit all lie in another unit cannot stand
//! elsewhere in that other unit.

use std::sync::Arc;

use super::candidates::{Candidates, Contradiction};
use crate::board::digit::Digit;

impl Candidates {
    /// Works out what a demand that has changed locks.
    pub(super) fn lock(&mut self, demand: usize) -> Result<(), Contradiction> {
        let mask = self.demand_masks()[demand];
        if mask & mask.wrapping_sub(1) == 0 {
            return Ok(());
        }
        let layout = Arc::clone(self.layout());
        let bit = self.bit_of_demand(demand);
        // If another unit holds all places of the demand, it holds the first of them.
        let first = self.cell_of_demand(demand, mask.trailing_zeros() as usize);
        let units = layout.units_of(first);
        let overlaps = layout.overlaps_of(first);
        let own = units.iter().position(|&unit| unit as usize * layout.side() + bit == demand);
        let own = own.unwrap_or(0);
        for (index, &other) in units.iter().enumerate().filter(|&(index, _)| index != own) {
            if mask & !overlaps[own * units.len() + index] == 0 {
                let other_demand = other as usize * layout.side() + bit;
                let elsewhere = !overlaps[index * units.len() + own];
                let mut rest = self.demand_masks()[other_demand] & elsewhere;
                while rest != 0 {
                    let cell = self.cell_of_demand(other_demand, rest.trailing_zeros() as usize);
                    self.eliminate(cell, bit as Digit + 1)?;
                    rest &= rest - 1;
                }
            }
        }
        Ok(())
    }
}
