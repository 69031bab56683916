//! Results as they are read: the records of a journal, in the order of the plan.

use std::path::Path;

use super::journal::{Header, JournalError, Reader, Scanned, pending, scan_file};
use super::plan::{Plan, Run};
use super::record::{Extras, Record, RunId};
use super::shard::Shard;

/// The runs of a part of a plan by number and id. To find out the ids of a million runs takes
/// seconds, so that it is done once.
pub struct Agenda<'p> {
    plan: &'p Plan,
    runs: Vec<(usize, RunId)>,
}

impl<'p> Agenda<'p> {
    /// The runs of a part of a plan.
    pub fn new(plan: &'p Plan, shard: Shard) -> Self {
        let numbers = shard.numbers(plan.len());
        Self { plan, runs: numbers.map(|number| (number, plan.run(number).id)).collect() }
    }

    /// Number of runs.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The numbers of the runs that a journal does not hold.
    pub fn pending(&self, scanned: &Scanned) -> Vec<usize> {
        pending(self.runs.iter().copied(), &scanned.entries, self.plan.extras())
    }

    /// How many runs a journal holds that are none of these: of a plan that was changed, mostly.
    pub fn strangers(&self, scanned: &Scanned) -> usize {
        let held = scanned.entries.chunk_by(|one, other| one.run_id == other.run_id).count();
        let is_held = |&&(_, id): &&(usize, RunId)| scanned.find(id, Extras::default()).is_some();
        held.saturating_sub(self.runs.iter().filter(is_held).count())
    }
}

/// The finished runs of a plan, or of a part of it.
pub struct Results<'a, 'p> {
    agenda: &'a Agenda<'p>,
    scanned: Scanned,
    reader: Reader,
}

impl<'a, 'p> Results<'a, 'p> {
    /// The results in a journal; what it holds beyond the plan is passed over.
    pub fn read(agenda: &'a Agenda<'p>, journal: &Path) -> Result<Self, JournalError> {
        Ok(Self { agenda, scanned: scan_file(journal)?, reader: Reader::open(journal)? })
    }

    /// The results in a journal that must have such a header, as far as it has one.
    pub fn read_as(
        agenda: &'a Agenda<'p>,
        journal: &Path,
        header: &Header,
    ) -> Result<Self, JournalError> {
        let results = Self::read(agenda, journal)?;
        if let Some(found) = &results.scanned.header {
            header.check(journal, found)?;
        }
        Ok(results)
    }

    /// The plan that they belong to.
    pub fn plan(&self) -> &'p Plan {
        self.agenda.plan
    }

    /// Number of runs that are planned here, of the whole plan or a part of it.
    pub fn planned(&self) -> usize {
        self.agenda.len()
    }

    /// The numbers of the planned runs that are not finished.
    pub fn missing(&self) -> Vec<usize> {
        self.agenda.pending(&self.scanned)
    }

    /// Tells every finished run with its record, in plan order.
    pub fn each<E: From<JournalError>>(
        &mut self,
        mut tell: impl FnMut(&Run<'p>, &Record) -> Result<(), E>,
    ) -> Result<(), E> {
        let extras = self.agenda.plan.extras();
        for &(number, id) in &self.agenda.runs {
            if let Some(entry) = self.scanned.find(id, extras) {
                tell(&self.agenda.plan.run(number), &self.reader.read(entry)?)?;
            }
        }
        Ok(())
    }
}
