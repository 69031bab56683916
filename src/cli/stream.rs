//! Work on a stream of jobs: on all cores, in bounded memory, answered in their order.
//!
//! One thread takes jobs from where they come, workers do them, and the caller's thread writes
//! the answers. A job travels with the sender of its answer; the receivers of the answers queue
//! up in the order of the jobs, so that the order needs no numbers and no sorting.

use std::io;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel as channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::console::{Output, OutputError};
use super::signals::Signals;

/// Jobs a worker that may wait behind one that takes long.
const QUEUE_A_WORKER: usize = 64;

/// A deep search is deeply recursive on the largest layouts.
const WORKER_STACK: usize = 32 << 20;

/// How often a waiting writer looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// How long after a signal the runs under way may take to end.
const GRACE: Duration = Duration::from_secs(2);

struct Task<Job, Answer> {
    job: Job,
    answer: SyncSender<Answer>,
}

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
    mut write: impl FnMut(&mut Output, Answer) -> Result<(), OutputError>,
) -> Result<(), OutputError> {
    let (task_sender, tasks) = channel(workers);
    let (queue_sender, queue) = channel(workers * QUEUE_A_WORKER);
    let flag = signals.clone();
    spawn(move || feed(jobs, &flag, &task_sender, &queue_sender))?;
    let (tasks, work) = (Arc::new(Mutex::new(tasks)), Arc::new(work));
    for _ in 0..workers {
        let (tasks, work, flag) = (tasks.clone(), work.clone(), signals.clone());
        spawn(move || labour(&tasks, &flag, &*work))?;
    }
    while let Some(answer) = wait(&queue, signals, Duration::ZERO, output)? {
        match wait(&answer, signals, GRACE, output)? {
            Some(answer) => write(output, answer)?,
            None if signals.raised() => {}
            None => return Err(OutputError::Failed(io::Error::other("a worker has failed"))),
        }
    }
    output.flush()
}

fn spawn(body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().stack_size(WORKER_STACK).spawn(body).map(drop)
}

fn feed<Job, Answer>(
    jobs: impl Iterator<Item = Job>,
    signals: &Signals,
    tasks: &SyncSender<Task<Job, Answer>>,
    queue: &SyncSender<Receiver<Answer>>,
) {
    for job in jobs {
        let (answer, receiver) = channel(1);
        if signals.raised()
            || queue.send(receiver).is_err()
            || tasks.send(Task { job, answer }).is_err()
        {
            return;
        }
    }
}

fn labour<Job, Answer>(
    tasks: &Mutex<Receiver<Task<Job, Answer>>>,
    signals: &Signals,
    work: &dyn Fn(Job) -> Answer,
) {
    loop {
        let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { job, answer }) = next else { return };
        if !signals.raised() {
            // The writer may be gone, which ends the program anyway.
            answer.send(work(job)).ok();
        }
    }
}

/// The next thing of a channel; `None` when there is none to come, or none within `grace` after
/// a signal. Whoever waits lets the reader of the output have what is written so far.
fn wait<T>(
    channel: &Receiver<T>,
    signals: &Signals,
    grace: Duration,
    output: &mut Output,
) -> Result<Option<T>, OutputError> {
    match channel.try_recv() {
        Ok(thing) => return Ok(Some(thing)),
        Err(TryRecvError::Disconnected) => return Ok(None),
        Err(TryRecvError::Empty) => output.flush()?,
    }
    let mut signalled: Option<Instant> = None;
    loop {
        match channel.recv_timeout(LOOK) {
            Ok(thing) => return Ok(Some(thing)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if signals.raised() => {
                if signalled.get_or_insert_with(Instant::now).elapsed() >= grace {
                    return Ok(None);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn answers(jobs: impl Iterator<Item = u64> + Send + 'static, workers: usize) -> Vec<u64> {
        let mut written = Vec::new();
        let slow_first = |job: u64| {
            if job.is_multiple_of(7) {
                thread::yield_now();
            }
            job * 2
        };
        let signals = Signals::default();
        in_order(jobs, workers, &signals, slow_first, &mut Output::new(), |_, answer| {
            written.push(answer);
            Ok(())
        })
        .expect("nothing is written");
        written
    }

    #[test]
    fn answers_keep_the_order_of_the_jobs() {
        let expected: Vec<u64> = (0..2000).map(|job| job * 2).collect();
        for workers in [1, 2, 8] {
            assert_eq!(answers(0..2000, workers), expected);
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
        let mut left = 10;
        let result = in_order(
            jobs,
            2,
            &Signals::default(),
            |job: u64| job,
            &mut Output::new(),
            |_, _| {
                left -= 1;
                if left == 0 { Err(OutputError::Closed) } else { Ok(()) }
            },
        );
        assert!(matches!(result, Err(OutputError::Closed)));
        assert!(taken.load(Ordering::SeqCst) <= 10 + 2 * QUEUE_A_WORKER + 8);
    }

    #[test]
    fn a_worker_that_fails_is_told() {
        let work = |job: u64| {
            assert!(job != 3, "a failure on purpose");
            job
        };
        let mut output = Output::new();
        let result = in_order(0..10, 1, &Signals::default(), work, &mut output, |_, _: u64| Ok(()));
        assert!(matches!(result, Err(OutputError::Failed(_))));
    }
}
