//! Work on a stream of jobs: on all cores, in bounded memory, answered in their order.
//!
//! One thread takes jobs from where they come, workers do them, and the caller's thread writes
//! the answers. They meet in one queue of slots, a slot a job in the order of the jobs. Most
//! puzzles take less time than waking a thread does, so that nobody is woken for a single slot
//! while there is work: the feeder when half of the queue is free, the writer when half of it
//! is answered or the workers run dry; else the writer looks by itself after a moment.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::console::{Output, OutputError};
use super::signals::Signals;

/// Jobs that may be in hand: waiting, under way, or answered behind one that takes long.
const SLOTS: usize = 1024;

/// How long the writer waits at most before it looks for answers and signals.
const LOOK: Duration = Duration::from_millis(10);

/// Does `work` on every job and hands the answers to `write` in the order of the jobs.
///
/// After a signal no job is begun; those under way are still answered. The threads are not
/// waited for: one of them may sit on an idle standard input for ever.
pub fn in_order<Job: Send + 'static, Answer: Send + 'static>(
    jobs: impl Iterator<Item = Job> + Send + 'static,
    workers: usize,
    signals: &Signals,
    work: impl Fn(Job) -> Answer + Send + Sync + 'static,
    output: &mut Output,
    write: impl FnMut(&mut Output, Answer) -> Result<(), OutputError>,
) -> Result<(), OutputError> {
    let queue = Arc::new(Queue::new());
    let (own, flag) = (queue.clone(), signals.clone());
    spawn(move || own.feed(jobs, &flag))?;
    let work = Arc::new(work);
    for _ in 0..workers {
        let (own, work, flag) = (queue.clone(), work.clone(), signals.clone());
        spawn(move || own.labour(&*work, &flag))?;
    }
    let result = queue.write_out(signals, output, write);
    queue.abandon();
    result
}

fn spawn(body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(body).map(drop)
}

struct Queue<Job, Answer> {
    state: Mutex<State<Job, Answer>>,
    job_is_there: Condvar,
    room_is_there: Condvar,
    answer_is_there: Condvar,
}

struct State<Job, Answer> {
    /// Jobs not begun, with the numbers of their slots.
    jobs: VecDeque<(usize, Job)>,
    /// The answers not yet written, `None` where there is none yet.
    slots: VecDeque<Option<Answer>>,
    /// Number of the first slot.
    first: usize,
    answered: usize,
    under_way: usize,
    idle_workers: usize,
    /// No more jobs will come.
    is_complete: bool,
    /// Nobody writes any more.
    is_abandoned: bool,
    has_failed: bool,
}

impl<Job, Answer> Queue<Job, Answer> {
    fn new() -> Self {
        let state = State {
            jobs: VecDeque::new(),
            slots: VecDeque::new(),
            first: 0,
            answered: 0,
            under_way: 0,
            idle_workers: 0,
            is_complete: false,
            is_abandoned: false,
            has_failed: false,
        };
        Self {
            state: Mutex::new(state),
            job_is_there: Condvar::new(),
            room_is_there: Condvar::new(),
            answer_is_there: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<Job, Answer>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn feed(&self, jobs: impl Iterator<Item = Job>, signals: &Signals) {
        for job in jobs {
            let mut state = self.lock();
            if state.slots.len() >= SLOTS {
                let full =
                    |state: &mut State<_, _>| state.slots.len() > SLOTS / 2 && !state.is_abandoned;
                let waited = self.room_is_there.wait_while(state, full);
                state = waited.unwrap_or_else(PoisonError::into_inner);
            }
            if state.is_abandoned || signals.raised() {
                break;
            }
            let number = state.first + state.slots.len();
            state.slots.push_back(None);
            state.jobs.push_back((number, job));
            if state.idle_workers > 0 {
                self.job_is_there.notify_one();
            }
        }
        self.lock().is_complete = true;
        self.job_is_there.notify_all();
        self.answer_is_there.notify_one();
    }

    fn labour(&self, work: &dyn Fn(Job) -> Answer, signals: &Signals) {
        while let Some((number, job)) = self.begin(signals) {
            let answer = catch_unwind(AssertUnwindSafe(|| work(job)));
            let mut state = self.lock();
            state.under_way -= 1;
            match answer {
                Ok(answer) => {
                    let slot = number - state.first;
                    state.slots[slot] = Some(answer);
                    state.answered += 1;
                }
                Err(_) => state.has_failed = true,
            }
            if state.jobs.is_empty() || state.has_failed || state.answered == SLOTS / 2 {
                self.answer_is_there.notify_one();
            }
        }
    }

    /// The next job, as soon as there is one; `None` when none is to be begun any more.
    fn begin(&self, signals: &Signals) -> Option<(usize, Job)> {
        let mut state = self.lock();
        while state.jobs.is_empty() && !state.is_complete && !state.is_abandoned {
            state.idle_workers += 1;
            state = self.job_is_there.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle_workers -= 1;
        }
        if state.is_abandoned || signals.raised() {
            return None;
        }
        let job = state.jobs.pop_front()?;
        state.under_way += 1;
        Some(job)
    }

    fn write_out(
        &self,
        signals: &Signals,
        output: &mut Output,
        mut write: impl FnMut(&mut Output, Answer) -> Result<(), OutputError>,
    ) -> Result<(), OutputError> {
        loop {
            let ready = self.take_answered();
            let is_idle = ready.is_empty();
            for answer in ready {
                write(output, answer)?;
            }
            if !is_idle {
                continue;
            }
            // Whoever reads the output gets what there is before the writer waits.
            output.flush()?;
            let state = self.lock();
            if state.has_failed {
                return Err(OutputError::Failed(io::Error::other("a worker has failed")));
            }
            let is_over = if signals.raised() {
                state.under_way == 0 || signals.is_overdue()
            } else {
                state.is_complete && state.slots.is_empty()
            };
            if !state.has_first_answer() {
                if is_over {
                    return Ok(());
                }
                drop(self.answer_is_there.wait_timeout(state, LOOK));
            }
        }
    }

    /// Takes the answers from the front up to the first job that has none yet.
    fn take_answered(&self) -> Vec<Answer> {
        let mut state = self.lock();
        let mut ready = Vec::new();
        while state.has_first_answer() {
            ready.extend(state.slots.pop_front().flatten());
            state.first += 1;
        }
        state.answered -= ready.len();
        if state.slots.len() <= SLOTS / 2 && !ready.is_empty() {
            self.room_is_there.notify_one();
        }
        ready
    }

    /// Lets all threads end that are not waiting for input.
    fn abandon(&self) {
        self.lock().is_abandoned = true;
        self.job_is_there.notify_all();
        self.room_is_there.notify_all();
    }
}

impl<Job, Answer> State<Job, Answer> {
    fn has_first_answer(&self) -> bool {
        self.slots.front().is_some_and(Option::is_some)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn answers(jobs: impl Iterator<Item = u64> + Send + 'static, workers: usize) -> Vec<u64> {
        let mut written = Vec::new();
        let uneven = |job: u64| {
            if job.is_multiple_of(7) {
                thread::yield_now();
            }
            job * 2
        };
        let signals = Signals::default();
        in_order(jobs, workers, &signals, uneven, &mut Output::new(), |_, answer| {
            written.push(answer);
            Ok(())
        })
        .expect("nothing is written");
        written
    }

    #[test]
    fn answers_keep_the_order_of_the_jobs() {
        let expected: Vec<u64> = (0..5000).map(|job| job * 2).collect();
        for workers in [1, 2, 8] {
            assert_eq!(answers(0..5000, workers), expected);
        }
        assert!(answers(0..0, 2).is_empty());
    }

    #[test]
    fn an_endless_stream_is_taken_in_bounded_steps() {
        let taken = Arc::new(AtomicUsize::new(0));
        let counter = taken.clone();
        let jobs = (0..).inspect(move |_| {
            counter.fetch_add(1, Ordering::SeqCst);
        });
        let mut written = 0;
        let write = |_: &mut Output, _: u64| {
            written += 1;
            if written == 10 { Err(OutputError::Closed) } else { Ok(()) }
        };
        let signals = Signals::default();
        let result = in_order(jobs, 2, &signals, |job: u64| job, &mut Output::new(), write);
        assert!(matches!(result, Err(OutputError::Closed)));
        assert!(taken.load(Ordering::SeqCst) <= 2 * SLOTS + 1);
    }

    #[test]
    fn a_worker_that_fails_is_told() {
        let work = |job: u64| {
            assert!(job != 3, "a failure on purpose");
            job
        };
        let signals = Signals::default();
        let result = in_order(0..10, 1, &signals, work, &mut Output::new(), |_, _: u64| Ok(()));
        assert!(matches!(result, Err(OutputError::Failed(_))));
    }
}
