//! A batch under way: what is missing is run and watched, and what came of it is told.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::exit;
use std::time::{Duration, Instant};

use super::super::args::CommonArguments;
use super::super::console::{Messages, style};
use super::super::progress::Telling;
use super::super::signals::Signals;
use super::super::{DONE, INCOMPLETE};
use super::results::{Told, save};
use super::watch::Watch;
use super::{after_runs, print};
use crate::lab::plan::{PlanFile, Source, method_written_out};
use crate::lab::session::{Opening, Session};
use crate::lab::{Arm, Folder, Plan, Shard};
use crate::report::Style;
use crate::rng::derived_seed;

/// The folder, in that of a sweep, in which its best points are run again.
const CONFIRMED: &str = "confirmed";

/// Runs whose files are written within a second or so, also after a signal.
const SOON_WRITTEN: usize = 100_000;

/// What a stretch of work came to.
pub struct Worked<'p> {
    /// The exit code.
    pub code: u8,
    /// Whether no run is missing.
    pub is_finished: bool,
    /// The best arms of the grid.
    pub best: Vec<&'p Arm>,
    /// Where it lies. Nobody else has the folder as long as this is in hand.
    pub folder: Folder,
}

/// How batches are run.
pub struct Batch {
    opening: Opening,
    /// When to stop.
    deadline: Option<Instant>,
    signals: Signals,
    messages: Messages,
    telling: Telling,
    style: Style,
    /// Whether a folder was opened: from then on a disk that fails is no bad input.
    has_begun: Cell<bool>,
}

impl Batch {
    /// As the options say, from now on.
    pub fn new(
        common: &CommonArguments,
        wall_seconds: Option<f64>,
        opening: Opening,
    ) -> anyhow::Result<Self> {
        let limit = wall_seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
        Ok(Self {
            opening,
            deadline: limit.and_then(|limit| Instant::now().checked_add(limit)),
            signals: Signals::watch()?,
            messages: Messages::new(common.quiet),
            telling: common.into(),
            style: style(common),
            has_begun: Cell::new(false),
        })
    }

    /// Does a part of a plan into a folder and tells what came of it, if it is to be shown with a
    /// table.
    pub fn run<'p>(
        &self,
        plan: &'p Plan,
        shard: Shard,
        path: &Path,
        is_shown: bool,
    ) -> anyhow::Result<Worked<'p>> {
        // What is in the journal stays whatever happens; a million runs take long to read.
        self.signals.end_at_once();
        let opened = Session::open(plan, shard, path, self.opening);
        let mut session = match self.has_begun.replace(true) {
            true => opened.map_err(after_runs)?,
            false => opened?,
        };
        if session.strangers() > 0 {
            self.messages.note(format_args!(
                "{} runs in {} are not of this plan and are passed over",
                session.strangers(),
                path.display()
            ));
        }
        let planned = session.planned();
        let finished = planned - session.pending().len();
        let mut watch = Watch::new(plan, finished, planned, self.telling);
        let mut kept = finished;
        let worked = self.signals.orderly(|| {
            session.run(|finished| {
                kept += finished.len();
                watch.tell(finished);
                if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        if let (Ok(()), Some(code)) = (&worked, self.signals.exit_code())
            && kept > SOON_WRITTEN
        {
            watch.finish();
            return self.leave(session, kept, path, code);
        }
        let told = worked.and_then(|()| {
            watch.write();
            save(session, self.style)
        });
        watch.finish();
        let told = told.map_err(after_runs)?;
        let errors = self.tell(&told, path);
        if is_shown {
            print(&told.table)?;
        }
        let is_finished = told.missing.is_empty();
        let code = if is_finished { errors } else { INCOMPLETE };
        let code = self.signals.exit_code().unwrap_or(code);
        Ok(Worked { code, is_finished, best: told.best, folder: told.folder })
    }

    /// Leaves the results in the journal, for whoever has stopped so large a batch does not want to
    /// wait until its files are written.
    fn leave<'p>(
        &self,
        session: Session<'p>,
        kept: usize,
        path: &Path,
        code: u8,
    ) -> anyhow::Result<Worked<'p>> {
        let planned = session.planned();
        let folder = session.leave()?;
        self.messages.note(format_args!(
            "{kept} of {planned} runs are in the journal of {}; --resume does the rest and writes \
             the results",
            path.display()
        ));
        Ok(Worked { code, is_finished: false, best: Vec::new(), folder })
    }

    /// Runs the best arms again, on all puzzles, with seeds that no run of the plan has had.
    pub fn confirm(
        &self,
        plan: &Plan,
        best: &[&Arm],
        repeats: u64,
        path: &Path,
    ) -> anyhow::Result<u8> {
        if best.is_empty() {
            self.messages.note("nothing was solved, so that there is no best point to confirm");
            return Ok(DONE);
        }
        let mut methods = Vec::new();
        for arm in best {
            let entry = method_written_out(&arm.label(&plan.keys), &arm.method).into();
            if !methods.contains(&entry) {
                methods.push(entry);
            }
        }
        let again = PlanFile {
            name: Some(CONFIRMED.to_owned()),
            seed: Some(derived_seed(plan.seed, "confirm", 0)),
            repeats: Some(repeats),
            methods,
            ..plan.resolved()
        };
        print("\nThe best points again, on fresh seeds:\n\n")?;
        let source = Source::made(CONFIRMED, again);
        let again = Plan::resolve(&source, plan.seed)?;
        Ok(self.run(&again, Shard::WHOLE, &path.join(CONFIRMED), true)?.code)
    }

    /// The exit code of work that is stopped before its end.
    pub fn stopped_code(&self) -> u8 {
        self.signals.exit_code().unwrap_or(INCOMPLETE)
    }

    /// Whether to stop now. Runs that have not heard of a signal by then end with the program, for
    /// nobody can end them otherwise: what was finished is in the journal.
    pub fn is_over(&self) -> bool {
        if self.signals.is_overdue() {
            self.messages.note("stopped amid runs; --resume does the rest");
            exit(self.stopped_code().into());
        }
        self.signals.raised() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Tells where the results are; the exit code tells whether some of them are errors.
    fn tell(&self, told: &Told<'_>, path: &Path) -> u8 {
        let code = told.tally.tell(self.messages);
        let (path, finished, missing) = (path.display(), told.tally.finished, told.missing.len());
        if missing > 0 {
            let planned = finished + missing;
            self.messages.note(format_args!(
                "{finished} of {planned} runs are in {path}; --resume does the rest"
            ));
        } else {
            self.messages.note(format_args!("results: {path}"));
        }
        code
    }
}
