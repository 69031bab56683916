//! Pairs: two cells of a unit that share the same two candidates keep them from the rest of
//! the unit (naked); two digits of a unit that share the same two places keep other digits
//! out of them (hidden).

use std::sync::Arc;

use super::candidates::{Candidates, Contradiction};

fn has_two(mask: u64) -> bool {
    let rest = mask & mask.wrapping_sub(1);
    rest != 0 && rest & (rest - 1) == 0
}

impl Candidates {
    /// Works out naked pairs with a cell that has changed.
    pub(super) fn naked_pairs(&mut self, cell: usize) -> Result<(), Contradiction> {
        let mask = self.cell(cell);
        if !has_two(mask) {
            return Ok(());
        }
        let layout = Arc::clone(self.layout());
        for &unit in layout.units_of(cell) {
            let members = layout.unit_cells(unit as usize);
            let is_twin =
                |&&member: &&u16| member as usize != cell && self.cell(member as usize) == mask;
            let Some(&twin) = members.iter().find(is_twin) else { continue };
            for &member in
                members.iter().filter(|&&member| member as usize != cell && member != twin)
            {
                self.restrict(member as usize, !mask)?;
            }
        }
        Ok(())
    }

    /// Works out hidden pairs with a demand that has changed.
    pub(super) fn hidden_pairs(&mut self, demand: usize) -> Result<(), Contradiction> {
        let mask = self.demand_masks()[demand];
        if !has_two(mask) {
            return Ok(());
        }
        let bit = self.bit_of_demand(demand);
        let of_unit = &self.demand_masks()[demand - bit..][..self.layout().side()];
        let twin = of_unit.iter().enumerate().position(|(other, &m)| other != bit && m == mask);
        let Some(twin) = twin else { return Ok(()) };
        let digits = 1 << bit | 1 << twin;
        let mut rest = mask;
        while rest != 0 {
            let cell = self.cell_of_demand(demand, rest.trailing_zeros() as usize);
            self.restrict(cell, digits)?;
            rest &= rest - 1;
        }
        Ok(())
    }
}
