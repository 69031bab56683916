//! The loop: inputs by number on some threads, what each costs, and findings made smaller.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use allocation_counter::measure;
use proptest::strategy::{BoxedStrategy, Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::edits::inputs;
use crate::note::Note;
use crate::options::Options;
use crate::targets::{Target, Verdict};

/// The most bytes that one input may hold at a time beside [`TIMES_ITSELF`], looked at behind it: the
/// count of what is allocated stops nothing. Inputs are of some kilobytes.
const MOST_HELD: u64 = 64 << 20;

/// What a reader may hold of the input itself: lines that are repeated again and again make some of
/// many megabytes.
const TIMES_ITSELF: u64 = 4;

/// The most bytes that may be asked for during one input: a measure of its work that does not depend
/// on the machine.
const MOST_ASKED: u64 = 2 << 30;

/// Findings after which a target is given up.
const MOST_FINDINGS: usize = 20;

/// So many inputs without one that is accepted are a reader that accepts nothing.
const ENOUGH: u64 = 2000;

/// Steps in which a failing input is made smaller.
const SHRINKING: usize = 300;

/// An input that shows something wrong.
pub struct Finding {
    /// Its number, or that of a sample.
    pub name: String,
    /// What is wrong.
    pub what: String,
    /// The input, made smaller.
    pub input: Vec<u8>,
}

/// What came of the inputs of a target.
#[derive(Default)]
pub struct Tally {
    inputs: u64,
    accepted: u64,
    skipped: u64,
    failed: u64,
    seconds: f64,
    most_held: u64,
    /// One finding for each kind of wrong.
    pub findings: Vec<Finding>,
}

impl Tally {
    /// Adds what came of other inputs after these.
    pub fn add(&mut self, other: Self) {
        self.seconds += other.seconds;
        self.unite(other);
    }

    /// Adds what came of other inputs at the same time.
    fn unite(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.accepted += other.accepted;
        self.skipped += other.skipped;
        self.failed += other.failed;
        self.most_held = self.most_held.max(other.most_held);
        self.findings.extend(other.findings);
    }

    /// A row of the table.
    pub fn row(&self, name: &str) -> String {
        let Self { inputs, accepted, skipped, failed, seconds, most_held, findings } = self;
        let refused = inputs - accepted - skipped - failed;
        let rate = *inputs as f64 / seconds.max(1e-9);
        let (kilobytes, findings) = (most_held.div_ceil(1024), findings.len());
        format!(
            "| {name} | {inputs} | {accepted} | {refused} | {skipped} | {findings} | {rate:.0} | {kilobytes} KB |"
        )
    }
}

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
    static IS_CHECKING: Cell<bool> = const { Cell::new(false) };
}

/// Panics of readers are findings, told as such.
pub fn silence_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !IS_CHECKING.get() {
            return usual(info);
        }
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let message = info.payload_as_str().unwrap_or("no message");
        PANIC.set(Some(format!("panic at {place}: {message}")));
    }));
}

/// Fuzzes a target.
pub fn fuzz(target: &Target, options: &Options) -> Tally {
    let samples = (target.samples)();
    let refused = refused_samples(target, &samples, options);
    let (next, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let start = Instant::now();
    let work = |place| {
        let inputs = inputs(samples.clone(), target.words);
        let mut worker = Worker::new(target, Some(inputs), place, options);
        while !is_over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let is_late = options.time.is_some_and(|time| start.elapsed() > time);
            if number >= options.inputs || is_late {
                break;
            }
            worker.take(number);
            is_over.fetch_or(worker.kinds.len() >= MOST_FINDINGS, Ordering::Relaxed);
        }
        worker.finish()
    };
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let work = &work;
        let start = |place| scope.spawn(move || work(place));
        let threads: Vec<_> = (0..options.threads).map(start).collect();
        for thread in threads {
            tally.unite(thread.join().expect("panics are caught"));
        }
    });
    tally.findings.extend(refused);
    if tally.accepted == 0 && tally.inputs >= ENOUGH {
        let what = format!("none of {} inputs was accepted", tally.inputs);
        tally.findings.push(Finding { name: "all".to_owned(), what, input: samples[0].clone() });
    }
    tally.seconds = start.elapsed().as_secs_f64();
    tally
}

/// The samples that are not accepted as they stand: what is made of them would say little.
fn refused_samples(target: &Target, samples: &[Vec<u8>], options: &Options) -> Vec<Finding> {
    let mut worker = Worker::new(target, None, 0, options);
    let findings = samples.iter().enumerate().filter_map(|(number, sample)| {
        let name = format!("sample-{number}");
        let what = match worker.check(&name, sample) {
            Ok(Verdict::Accepted) => return None,
            Ok(verdict) => format!("a valid thing is {verdict:?}"),
            Err(what) => what,
        };
        Some(Finding { name, what, input: sample.clone() })
    });
    findings.collect()
}

/// Checks one input alone.
pub fn check_one(target: &Target, input: &[u8], options: &Options) -> Result<Verdict, String> {
    Worker::new(target, None, 0, options).check("input", input)
}

struct Worker<'t> {
    target: &'t Target,
    inputs: Option<BoxedStrategy<Vec<u8>>>,
    seed: u64,
    note: Note,
    tally: Tally,
    /// The first finding of each kind.
    kinds: BTreeMap<String, Finding>,
}

impl<'t> Worker<'t> {
    fn new(
        target: &'t Target,
        inputs: Option<BoxedStrategy<Vec<u8>>>,
        place: usize,
        options: &Options,
    ) -> Self {
        let note = Note::new(options.notes.as_deref().expect("a guarded process"), place);
        let seed = options.seed;
        Self { target, inputs, seed, note, tally: Tally::default(), kinds: BTreeMap::new() }
    }

    fn take(&mut self, number: u64) {
        let mut runner = runner(self.seed, number);
        let inputs = self.inputs.as_ref().expect("inputs to draw from");
        let mut tree = inputs.new_tree(&mut runner).expect("no filter that could refuse");
        let input = tree.current();
        self.tally.inputs += 1;
        let name = number.to_string();
        let checked = self.check(&name, &input);
        match checked {
            Ok(Verdict::Accepted) => self.tally.accepted += 1,
            Ok(Verdict::Skipped) => self.tally.skipped += 1,
            Ok(Verdict::Refused) => {}
            Err(what) => self.wrong(name, &mut *tree, input, what),
        }
    }

    /// Keeps the first finding of a kind, made smaller.
    fn wrong(
        &mut self,
        name: String,
        tree: &mut dyn ValueTree<Value = Vec<u8>>,
        input: Vec<u8>,
        what: String,
    ) {
        self.tally.failed += 1;
        if !self.kinds.contains_key(&kind(&what)) {
            let (input, what) = self.smaller(&name, tree, input, what);
            self.kinds.insert(kind(&what), Finding { name, what, input });
        }
    }

    /// Tries edits less, and shorter inputs, as long as the finding stays of its kind.
    fn smaller(
        &mut self,
        name: &str,
        tree: &mut dyn ValueTree<Value = Vec<u8>>,
        mut input: Vec<u8>,
        mut what: String,
    ) -> (Vec<u8>, String) {
        let wanted = kind(&what);
        let mut goes_on = tree.simplify();
        for _ in 0..SHRINKING {
            if !goes_on {
                break;
            }
            let current = tree.current();
            goes_on = match self.check(name, &current) {
                Err(found) if kind(&found) == wanted => {
                    (input, what) = (current, found);
                    tree.simplify()
                }
                _ => tree.complicate(),
            };
        }
        (input, what)
    }

    /// Checks one input, under guard.
    fn check(&mut self, name: &str, input: &[u8]) -> Result<Verdict, String> {
        self.note.tell(self.target.name, name, input);
        let mut checked = None;
        let cost = measure(|| {
            IS_CHECKING.set(true);
            checked = catch_unwind(AssertUnwindSafe(|| (self.target.check)(input))).ok();
            IS_CHECKING.set(false);
        });
        self.tally.most_held = self.tally.most_held.max(cost.bytes_max);
        let Some(checked) = checked else {
            return Err(PANIC.take().unwrap_or_else(|| "a panic without words".to_owned()));
        };
        if cost.bytes_max > MOST_HELD + TIMES_ITSELF * input.len() as u64 {
            return Err(format!(
                "memory: an input of {} bytes held {} bytes",
                input.len(),
                cost.bytes_max
            ));
        }
        if cost.bytes_total > MOST_ASKED {
            return Err(format!(
                "work: an input of {} bytes asked for {} bytes",
                input.len(),
                cost.bytes_total
            ));
        }
        checked
    }

    fn finish(self) -> Tally {
        Tally { findings: self.kinds.into_values().collect(), ..self.tally }
    }
}

/// What draws the input of a number.
fn runner(seed: u64, number: u64) -> TestRunner {
    let mut words = [0; 16];
    words[..8].copy_from_slice(&seed.to_le_bytes());
    words[8..].copy_from_slice(&number.to_le_bytes());
    // The generator would begin slowly with words that are mostly zeros.
    let seed = blake3::hash(&words);
    let rng = TestRng::from_seed(RngAlgorithm::XorShift, &seed.as_bytes()[..16]);
    TestRunner::new_with_rng(Config::default(), rng)
}

/// What makes two findings one: their words without quotes and numbers.
fn kind(what: &str) -> String {
    let head: String = what.chars().take(90).collect();
    let outside = head.split(['`', '"', '\'']).step_by(2).collect::<String>();
    outside.chars().filter(|symbol| !symbol.is_ascii_digit()).collect()
}
