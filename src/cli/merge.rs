//! `sudoga merge`: result folders of one plan or one race, such as its shards, into one; or trees
//! of them, place by place.

use anyhow::anyhow;

use super::args::MergeArguments;
use super::batch::{Tally, Unsaved, after_runs, print, save};
use super::console::{Messages, plain, style};
use super::signals::Signals;
use super::{DONE, INCOMPLETE, graver, workers};
use crate::lab::folder::FolderError;
use crate::lab::ledger::Commission;
use crate::lab::manifest::RunCounts;
use crate::lab::merge::{self, Gap, Group, Parts, Whole};
use crate::lab::session::{Opening, Session, SessionError};
use crate::lab::{Claim, Folder, Ledger, Plan, Record, Shard};
use crate::report::{Align, Table};
use crate::study;

/// Missing runs, or gaps, that are told one by one.
const TOLD: usize = 10;

/// What was united into one folder.
struct United {
    /// Runs that are there.
    tally: Tally,
    /// Whether some are not.
    is_short: bool,
    /// The table for people.
    table: String,
}

/// Unites the folders; the exit code tells whether a run is missing, if that matters.
pub fn merge(arguments: &MergeArguments) -> anyhow::Result<u8> {
    let groups = merge::groups(&arguments.folders, &arguments.output)?;
    let claim = if arguments.force { Claim::Force } else { Claim::New };
    // Before anything is written: what cannot be united leaves no folder behind.
    groups.iter().try_for_each(|group| check(group, claim)).map_err(without_resume)?;
    let threads = workers(&arguments.common);
    let signals = Signals::watch()?;
    signals.end_at_once();
    let work = Work {
        arguments,
        opening: Opening { claim, allow_changes: false, threads },
        signals,
        messages: Messages::new(arguments.common.quiet),
    };
    let united = groups.iter().enumerate().map(|(place, group)| match place {
        0 => work.unite(group),
        _ => work.unite(group).map_err(after_runs),
    });
    let united: anyhow::Result<Vec<_>> = united.collect();
    united.map_or_else(|error| work.failed(error), |united| work.tell(&groups, &united))
}

/// Sees that folders can be united, and that there is a place for what they come to.
fn check(group: &Group, claim: Claim) -> anyhow::Result<()> {
    let (whole, mut parts) = merge::open(&group.folders)?;
    parts.check(&whole)?;
    Ok(Folder::admit(&group.target, claim)?)
}

/// Nothing is gone on with here.
fn without_resume(error: anyhow::Error) -> anyhow::Error {
    let folder = error.downcast_ref::<FolderError>().or_else(|| {
        match error.downcast_ref::<SessionError>() {
            Some(SessionError::Folder(error)) => Some(error),
            _ => None,
        }
    });
    match folder {
        Some(FolderError::Taken(path)) => anyhow!(
            "{} is there already; --force starts it over, or name another with -o",
            path.display()
        ),
        _ => error,
    }
}

/// The work on all folders.
struct Work<'a> {
    arguments: &'a MergeArguments,
    opening: Opening,
    signals: Signals,
    messages: Messages,
}

impl Work<'_> {
    fn unite(&self, group: &Group) -> anyhow::Result<United> {
        for tree in &group.absent {
            self.messages.note(format_args!("{}not in {}", place(group), tree.display()));
        }
        let (whole, mut parts) = merge::open(&group.folders)?;
        match &whole {
            Whole::Plan(plan) => self.unite_plan(plan, &whole, &mut parts, group),
            Whole::Race(commission) => self.unite_race(commission, &whole, &mut parts, group),
        }
    }

    fn unite_plan(
        &self,
        plan: &Plan,
        whole: &Whole,
        parts: &mut Parts,
        group: &Group,
    ) -> anyhow::Result<United> {
        let mut session = Session::open(plan, Shard::WHOLE, &group.target, self.opening)?;
        session.keep_work(parts.work());
        self.hand_on(whole, parts, |records| session.keep(records))?;
        let told = save(session, style(&self.arguments.common)).map_err(after_runs)?;
        if !told.missing.is_empty() {
            self.tell_missing(plan, &told.missing, group);
        }
        Ok(United { tally: told.tally, is_short: !told.missing.is_empty(), table: told.table })
    }

    fn unite_race(
        &self,
        commission: &Commission,
        whole: &Whole,
        parts: &mut Parts,
        group: &Group,
    ) -> anyhow::Result<United> {
        let mut ledger = Ledger::open(commission, Shard::WHOLE, &group.target, self.opening)?;
        ledger.keep_work(parts.work());
        ledger.keep_shards(parts.finished_shards());
        let mut tally = Tally::default();
        self.hand_on(whole, parts, |records| {
            records.iter().for_each(|record| tally.add(record));
            ledger.keep(records)
        })?;
        let Tally { finished, errors, .. } = tally;
        // A race that is over has asked for fewer runs than its shards have done.
        let planned = commission.runs.max(finished);
        let runs = RunCounts { planned, finished, errors };
        ledger.close(runs, None).map_err(after_runs)?;
        let gaps = parts.gaps(TOLD + 1);
        self.tell_gaps(&gaps, group);
        self.messages.note(format_args!(
            "{finished} runs of a race; `sudoga tune ... --resume -o {}`, as the shards were made but \
             without --shard, races",
            group.target.display()
        ));
        Ok(United { tally, is_short: !gaps.is_empty(), table: String::new() })
    }

    /// Hands on all records, unless somebody stops it.
    fn hand_on(
        &self,
        whole: &Whole,
        parts: &mut Parts,
        mut keep: impl FnMut(&[Record]) -> Result<(), SessionError>,
    ) -> anyhow::Result<()> {
        self.signals.orderly(|| {
            parts.each(whole, |records| match self.signals.raised() {
                true => Err(anyhow!("stopped; merge again with --force")),
                false => Ok(keep(records)?),
            })
        })
    }

    /// What has gone wrong while folders were written.
    fn failed(&self, error: anyhow::Error) -> anyhow::Result<u8> {
        if let Some(code) = self.signals.exit_code() {
            self.messages.error(error);
            return Ok(code);
        }
        let is_unsaved = error.is::<Unsaved>();
        match error.downcast_ref::<SessionError>() {
            found if is_unsaved || found.is_some_and(SessionError::is_unsaved) => {
                let cure = "make room, then merge again with --force";
                self.messages.error(format_args!("{error:#}; {cure}"));
                Ok(INCOMPLETE)
            }
            _ => Err(without_resume(error)),
        }
    }

    fn tell(&self, groups: &[Group], united: &[United]) -> anyhow::Result<u8> {
        let (messages, output) = (self.messages, self.arguments.output.display());
        messages.note(format_args!("results: {output}"));
        match (groups, united) {
            ([group], [united]) if !group.is_of_tree() => print(&united.table)?,
            _ => print(&tree_table(groups, united).text(style(&self.arguments.common)))?,
        };
        if groups.iter().any(is_of_study) {
            messages.note(format_args!(
                "`sudoga reproduce --resume -o {output}`, with the studies and the scale of the \
                 parts, writes the pages"
            ));
        }
        let errors = united.iter().map(|united| united.tally.tell(messages)).fold(DONE, graver);
        let is_short = united.iter().any(|united| united.is_short);
        Ok(if is_short && self.arguments.require_complete { INCOMPLETE } else { errors })
    }

    /// Missing runs: those of a single plan one by one, those of a tree by their number.
    fn tell_missing(&self, plan: &Plan, missing: &[usize], group: &Group) {
        let messages = self.messages;
        let count = format!("{} of {} runs are missing", missing.len(), plan.len());
        if group.is_of_tree() {
            messages.note(format_args!("{}{count}", place(group)));
            return;
        }
        messages.note(format_args!("{count}:"));
        for &number in missing.iter().take(TOLD) {
            let run = plan.run(number);
            let (puzzle, method) = (run.planned.puzzle.name(), run.arm.label(&plan.keys));
            let (puzzle, method) = (plain(puzzle), plain(&method));
            messages.note(format_args!("  {puzzle}, {method}, repeat {}", run.repeat));
        }
        if missing.len() > TOLD {
            messages.note("  ...");
        }
        let output = group.target.display();
        messages.note(format_args!(
            "`sudoga run PLAN --resume -o {output}`, or whichever command made the parts, without \
             --shard, does them"
        ));
    }

    /// What a race lacks.
    fn tell_gaps(&self, gaps: &[Gap], group: &Group) {
        let place = place(group);
        for gap in gaps.iter().take(TOLD) {
            self.messages.note(format_args!("{place}{gap}"));
        }
        if gaps.len() > TOLD {
            self.messages.note(format_args!("{place}..."));
        }
    }
}

/// How a message about a place in a tree begins.
fn place(group: &Group) -> String {
    if group.is_of_tree() { plain(&format!("{}: ", group.place.display())) } else { String::new() }
}

/// How many runs are at each place of a tree.
fn tree_table(groups: &[Group], united: &[United]) -> Table {
    let mut table = Table::default();
    table.column("folder", Align::Left);
    table.column("runs", Align::Right);
    for (group, united) in groups.iter().zip(united) {
        table.row(vec![group.place.display().to_string(), united.tally.finished.to_string()]);
    }
    table
}

/// Whether it is a plan of a study, as `reproduce` places it.
fn is_of_study(group: &Group) -> bool {
    let first = group.place.components().next();
    first.is_some_and(|first| study::names().any(|name| first.as_os_str() == name))
}
