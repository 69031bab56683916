//! Pairs: two cells of a unit that share the same two candidates keep them from the rest of
//! the unit (naked); two digits of a unit that share the same two places keep other digits
//! out of them (hidden).

use super::candidates::{Contradiction, Options, has_two};
use super::touched::Demand;
use crate::board::Layout;

impl Options {
    /// Works out naked pairs with a cell that has changed.
    pub(super) fn naked_pairs(
        &mut self,
        layout: &Layout,
        cell: usize,
    ) -> Result<(), Contradiction> {
        let mask = self.cell(cell);
        if !has_two(mask) {
            return Ok(());
        }
        for &unit in layout.units_of(cell) {
            let members = layout.unit_cells(unit as usize);
            let is_twin =
                |&&member: &&u16| member as usize != cell && self.cell(member as usize) == mask;
            let Some(&twin) = members.iter().find(is_twin) else { continue };
            let others = members.iter().filter(|&&member| member as usize != cell);
            for &member in others.filter(|&&member| member != twin) {
                self.restrict(layout, member as usize, !mask)?;
            }
        }
        Ok(())
    }

    /// Works out hidden pairs with a demand that has changed.
    pub(super) fn hidden_pairs(
        &mut self,
        layout: &Layout,
        demand: Demand,
    ) -> Result<(), Contradiction> {
        let mask = self.demand(demand);
        if !has_two(mask) {
            return Ok(());
        }
        let of_unit = self.demands_of(demand.unit).iter().enumerate();
        let is_twin = |&(bit, &other): &(usize, &u64)| bit != demand.bit as usize && other == mask;
        let Some((twin, _)) = of_unit.clone().find(is_twin) else { return Ok(()) };
        let digits = 1 << demand.bit | 1 << twin;
        let mut rest = mask;
        while rest != 0 {
            let cell = layout.unit_cells(demand.unit as usize)[rest.trailing_zeros() as usize];
            self.restrict(layout, cell as usize, digits)?;
            rest &= rest - 1;
        }
        Ok(())
    }
}
