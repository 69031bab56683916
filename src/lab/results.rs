//! Results as they are read: the records of a journal, in the order of the plan.

use std::path::Path;

use super::journal::{JournalError, Reader, Scanned, pending, scan_file};
use super::plan::{Plan, Run};
use super::record::Record;
use super::shard::Shard;

/// The finished runs of a plan, or of a part of it.
pub struct Results<'p> {
    plan: &'p Plan,
    shard: Shard,
    scanned: Scanned,
    reader: Reader,
}

impl<'p> Results<'p> {
    /// The results in a journal; what it holds beyond the plan is passed over.
    pub fn read(plan: &'p Plan, shard: Shard, journal: &Path) -> Result<Self, JournalError> {
        let scanned = scan_file(journal)?;
        Ok(Self { plan, shard, scanned, reader: Reader::open(journal)? })
    }

    /// The plan that they belong to.
    pub fn plan(&self) -> &'p Plan {
        self.plan
    }

    /// The numbers of the planned runs that are not finished.
    pub fn missing(&self) -> Vec<usize> {
        pending(planned(self.plan, self.shard), &self.scanned.entries, self.plan.history)
    }

    /// Tells every finished run with its record, in plan order.
    pub fn each<E: From<JournalError>>(
        &mut self,
        mut tell: impl FnMut(&Run<'p>, &Record) -> Result<(), E>,
    ) -> Result<(), E> {
        for number in self.shard.numbers(self.plan.len()) {
            let run = self.plan.run(number);
            if let Some(entry) = self.scanned.find(run.id) {
                tell(&run, &self.reader.read(entry)?)?;
            }
        }
        Ok(())
    }
}

/// Numbers and ids of the runs of a part of a plan.
pub(super) fn planned(plan: &Plan, shard: Shard) -> impl Iterator<Item = (usize, super::RunId)> {
    shard.numbers(plan.len()).map(|number| (number, plan.run(number).id))
}
