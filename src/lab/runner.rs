//! Does the runs of a plan on all threads: one run, one thread, one seed.
//!
//! Workers take the next run and put its record into a tray. The caller's thread empties the
//! tray a few times a second, so that nobody is woken for a single record, and says whether to
//! go on. Must not know where records go.

use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::plan::Plan;
use super::record::Record;
use crate::solver::{Event, Observer, Stop, run_guarded};

/// How long records may lie in the tray.
const LOOK: Duration = Duration::from_millis(20);

/// Records in the tray for which the caller is woken before its time.
const FULL: usize = 512;

/// A run that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its place in the plan.
    pub number: usize,
    /// What came of it.
    pub record: Record,
}

/// Does the runs of these numbers and hands what is finished to `keep`, which is also called
/// when there is nothing new, every few milliseconds.
///
/// When `keep` breaks or fails, the runs under way are dropped: they leave no record. What was
/// finished before it broke is still handed on.
pub fn run<E>(
    plan: &Plan,
    numbers: &[usize],
    threads: usize,
    mut keep: impl FnMut(Vec<Finished>) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let workers = threads.clamp(1, numbers.len().max(1));
    let bench = Bench {
        plan,
        numbers,
        next: AtomicUsize::new(0),
        halted: AtomicBool::new(false),
        tray: Mutex::new(Tray { finished: Vec::new(), workers }),
        worth_a_look: Condvar::new(),
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| bench.labour());
        }
        loop {
            let (finished, is_last) = bench.collect();
            let kept = keep(finished);
            if !matches!(kept, Ok(ControlFlow::Continue(()))) {
                bench.halted.store(true, Ordering::Relaxed);
            }
            // After a halt there may still be records in the tray that were finished before.
            if kept.is_err() || is_last {
                return kept.map(drop);
            }
        }
    })
}

/// Does one run; `None` when the observer broke it off.
pub(super) fn perform(plan: &Plan, number: usize, observer: &mut dyn Observer) -> Option<Record> {
    let run = plan.run(number);
    let (arm, puzzle) = (run.arm, &run.planned.puzzle);
    let outcome = run_guarded(&*arm.solver, puzzle, run.seed, arm.budget, observer);
    if outcome.stop == Stop::Interrupted {
        return None;
    }
    let grid = outcome.grid.as_ref();
    let wrong_cells = grid.and_then(|grid| run.planned.wrong_cells(grid, observer));
    Some(Record::new(run.id, outcome, wrong_cells, plan.extras()))
}

struct Bench<'a> {
    plan: &'a Plan,
    numbers: &'a [usize],
    next: AtomicUsize,
    halted: AtomicBool,
    tray: Mutex<Tray>,
    worth_a_look: Condvar,
}

struct Tray {
    finished: Vec<Finished>,
    /// Workers that have not gone home.
    workers: usize,
}

impl Bench<'_> {
    fn labour(&self) {
        let _shift = Shift(self);
        let mut watch = Watch { halted: &self.halted, history: self.plan.history };
        while let Some(&number) = self.numbers.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let record = perform(self.plan, number, &mut watch);
            // What ends after the halt may rest on a proof that was broken off.
            let Some(record) = record.filter(|_| !self.is_halted()) else { break };
            let mut tray = self.tray();
            tray.finished.push(Finished { number, record });
            if tray.finished.len() >= FULL {
                self.worth_a_look.notify_one();
            }
        }
    }

    /// What has been finished since the last look, and whether nothing more will come.
    fn collect(&self) -> (Vec<Finished>, bool) {
        let waits = |tray: &mut Tray| tray.workers > 0 && tray.finished.len() < FULL;
        let waited = self.worth_a_look.wait_timeout_while(self.tray(), LOOK, waits);
        let (mut tray, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (mem::take(&mut tray.finished), tray.workers == 0)
    }

    fn tray(&self) -> MutexGuard<'_, Tray> {
        self.tray.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }
}

/// A worker at work; its end is told however it comes, or the caller would wait for ever.
struct Shift<'a>(&'a Bench<'a>);

impl Drop for Shift<'_> {
    fn drop(&mut self) {
        self.0.tray().workers -= 1;
        self.0.worth_a_look.notify_one();
    }
}

/// Ends a run when the batch is halted.
struct Watch<'a> {
    halted: &'a AtomicBool,
    history: bool,
}

impl Observer for Watch<'_> {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        match self.halted.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn wants_history(&self) -> bool {
        self.history
    }
}
