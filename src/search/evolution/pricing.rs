//! What members cost: their keys are found, evaluations are counted, and the run ends among the last
//! of them where the meter says so.

use std::ops::{ControlFlow, Range};

use super::{CONTINUE, Evolution};
use crate::search::genomes::Genomes;
use crate::solver::Stop;

impl<G: Genomes> Evolution<'_, '_, G> {
    /// Finds keys, and counts nothing.
    pub fn evaluate(&mut self, slots: Range<usize>) {
        let costs = match self.costs.is_empty() {
            true => &mut [][..],
            false => &mut self.costs[slots.clone()],
        };
        self.genomes.evaluate(self.tables, slots.clone(), &mut self.keys[slots], costs);
    }

    /// Finds the keys of those in `renewed`, and counts nothing.
    pub fn evaluate_renewed(&mut self) {
        let Self { tables, genomes, renewed, keys, costs, .. } = self;
        genomes.evaluate_at(tables, renewed, keys, costs);
        renewed.clear();
    }

    /// Finds keys as [`Self::evaluate`] does, in parts between which the run may be broken off; where that was, and why.
    fn evaluate_by_parts(&mut self, slots: Range<usize>) -> ControlFlow<(usize, Stop)> {
        let mut left = slots;
        while left.len() > self.part {
            let end = left.start + self.part;
            self.evaluate(left.start..end);
            self.pause().map_break(|stop| (end, stop))?;
            left.start = end;
        }
        self.evaluate(left);
        ControlFlow::Continue(())
    }

    /// Lets a run be broken off between two parts of a generation, where it has parts.
    #[inline]
    pub fn pause(&mut self) -> ControlFlow<Stop> {
        if self.slots.members > self.part { self.meter.pause() } else { CONTINUE }
    }

    /// The same after one of the many members that a step goes through.
    #[inline]
    pub fn pause_after(&mut self, slot: usize) -> ControlFlow<Stop> {
        if self.slots.members > self.part { self.meter.pause_after(slot) } else { CONTINUE }
    }

    /// Finds keys, one evaluation each; what the budget still has is looked at before it ends.
    pub fn price(&mut self, slots: Range<usize>) -> ControlFlow<Stop> {
        let wanted = slots.len() as u64;
        let granted = self.meter.grant(wanted);
        let within = slots.start..slots.start + granted as usize;
        if let ControlFlow::Break((end, stop)) = self.evaluate_by_parts(within.clone()) {
            self.meter.give_back((within.end - end) as u64);
            return self.end_among(within.start..end, stop);
        }
        if granted == wanted { ControlFlow::Continue(()) } else { self.run_out(within) }
    }

    /// Counts copies whose keys are known.
    pub fn count_copies(&mut self, slots: Range<usize>) -> ControlFlow<Stop> {
        let wanted = slots.len() as u64;
        let granted = self.meter.grant(wanted);
        if granted == wanted {
            return ControlFlow::Continue(());
        }
        self.run_out(slots.start..slots.start + granted as usize)
    }

    /// The budget ends among these members; they are the last to be looked at.
    pub fn run_out(&mut self, slots: Range<usize>) -> ControlFlow<Stop> {
        self.end_among(slots, Stop::Evaluations)
    }

    /// The run ends for a reason, unless one of these members solves.
    fn end_among(&mut self, slots: Range<usize>, stop: Stop) -> ControlFlow<Stop> {
        if self.course.looked_at.is_empty() {
            self.course.looked_at = slots.clone();
        }
        self.take_best(slots);
        if self.is_solved() {
            return ControlFlow::Break(Stop::Solved);
        }
        ControlFlow::Break(stop)
    }

    /// Where a step was broken off, the run ends among these members, whose keys are known.
    pub fn end_among_if_broken(
        &mut self,
        step: ControlFlow<Stop>,
        slots: Range<usize>,
    ) -> ControlFlow<Stop> {
        match step {
            ControlFlow::Break(stop) => self.end_among(slots, stop),
            ControlFlow::Continue(()) => CONTINUE,
        }
    }
}
