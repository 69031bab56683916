//! What the laboratory costs beside the runs themselves, and what a second thread costs them.
//!
//! Machines are noisy, so that the cost of a batch is taken within it: the CPU time of the whole
//! process less what its runs have measured of themselves.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cpu_time::ProcessTime;
use sudoga::lab::plan::Source;
use sudoga::lab::session::{Opening, Session};
use sudoga::lab::{Claim, Plan, Shard};
use sudoga::solver::{Unobserved, run};

const PASSES: usize = 15;

const RUNS_OF_10_MS: &str = "repeats = 100\npuzzles = ['@twodoku/hard-1']\n\
    methods = ['baseline']\nbudget.generations = 2000\n";

const RUNS_OF_5_US: &str = "repeats = 50000\npuzzles = ['@9x9/easy-1']\nmethods = ['exact']\n";

fn plan(text: &str) -> Plan {
    let source = Source::parse("bench", Path::new(""), text, false).expect("a plan");
    Plan::resolve(&source, 1).expect("a plan")
}

/// The runs of a plan one after the other, and nothing else.
fn bare(plan: &Plan) {
    for number in 0..plan.len() {
        let planned = plan.run(number);
        let (arm, puzzle) = (planned.arm, &planned.planned.puzzle);
        let outcome = run(&*arm.solver, puzzle, planned.seed, arm.budget, &mut Unobserved);
        assert!(outcome.error.is_none());
    }
}

/// A batch with its journal: CPU seconds of the process, and of its runs alone.
fn batch(plan: &Plan, folder: &Path, threads: usize) -> (f64, f64) {
    let start = ProcessTime::now();
    let opening = Opening { claim: Claim::Force, allow_changes: false, threads };
    let mut session = Session::open(plan, Shard::WHOLE, folder, opening).expect("a folder");
    let (mut count, mut seconds) = (0, 0.0);
    let ran = session.run(|finished| {
        count += finished.len();
        seconds += finished.iter().map(|finished| finished.record.seconds).sum::<f64>();
        ControlFlow::Continue(())
    });
    ran.expect("a batch");
    assert_eq!(count, plan.len());
    (start.elapsed().as_secs_f64(), seconds)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn measure(name: &str, text: &str, folder: &Path) {
    let plan = plan(text);
    let pass = |_| (batch(&plan, folder, 1), batch(&plan, folder, 2));
    let passes: Vec<_> = (0..PASSES).map(pass).collect();
    let each = median(passes.iter().map(|(one, _)| one.1 / plan.len() as f64).collect());
    let beside = median(passes.iter().map(|(one, _)| (one.0 - one.1) / one.1).collect());
    let threads = median(passes.iter().map(|(one, two)| two.1 / one.1).collect());
    println!("| {name} | {:.3} | {:.2} % | {threads:.3} |", each * 1e3, beside * 100.0);
}

/// Without a word the table; with `bare` or `batch` the longer runs so and alone, for a tool that
/// counts instructions.
fn main() {
    let folder: PathBuf = std::env::temp_dir().join(format!("sudoga-bench-{}", std::process::id()));
    match std::env::args().nth(1).as_deref() {
        Some("bare") => bare(&plan(RUNS_OF_10_MS)),
        Some("batch") => drop(batch(&plan(RUNS_OF_10_MS), &folder, 1)),
        _ => {
            println!("| runs | CPU ms each | cost beside them | CPU of a run, 2 threads / 1 |");
            println!("|---|--:|--:|--:|");
            measure("baseline, a hard Twodoku, 2000 generations", RUNS_OF_10_MS, &folder);
            measure("exact, an easy 9x9", RUNS_OF_5_US, &folder);
        }
    }
    std::fs::remove_dir_all(&folder).ok();
}
