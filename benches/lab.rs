//! What the laboratory costs beside the runs themselves: CPU time of the same runs done in a bare
//! loop, and as a batch with its journal on one thread and on two.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod timing;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use sudoga::lab::folder::Claim;
use sudoga::lab::plan::Source;
use sudoga::lab::session::{Opening, Session};
use sudoga::lab::{Plan, Shard};
use sudoga::solver::{Unobserved, run};
use timing::fastest;

const PASSES: usize = 7;

fn plan(text: &str) -> Plan {
    let source = Source::parse("bench", Path::new(""), text, false).expect("a plan");
    Plan::resolve(&source, 1).expect("a plan")
}

fn bare(plan: &Plan) {
    for number in 0..plan.len() {
        let planned = plan.run(number);
        let arm = planned.arm;
        let puzzle = &planned.planned.puzzle;
        let outcome = run(&*arm.solver, puzzle, planned.seed, arm.budget, &mut Unobserved);
        assert!(outcome.error.is_none());
    }
}

fn batch(plan: &Plan, folder: &Path, threads: usize) {
    let opening = Opening { claim: Claim::Force, allow_changes: false, threads };
    let mut session = Session::open(plan, Shard::WHOLE, folder, opening).expect("a folder");
    let mut count = 0;
    let ran = session.run(|finished| {
        count += finished.len();
        ControlFlow::Continue(())
    });
    ran.expect("a batch");
    assert_eq!(count, plan.len());
}

fn measure(name: &str, text: &str, folder: &Path) {
    let plan = plan(text);
    let seconds = fastest(
        PASSES,
        &mut [
            Box::new(|| bare(&plan)),
            Box::new(|| batch(&plan, folder, 1)),
            Box::new(|| batch(&plan, folder, 2)),
        ],
    );
    let each = seconds[0] / plan.len() as f64 * 1e3;
    let (one, two) = (seconds[1] / seconds[0], seconds[2] / seconds[1]);
    println!("| {name} | {each:.3} | {one:.3} | {two:.3} |");
}

fn main() {
    let folder: PathBuf = std::env::temp_dir().join(format!("sudoga-bench-{}", std::process::id()));
    println!(
        "| runs | CPU ms each | batch / bare loop | 2 threads / 1 thread |\n|---|--:|--:|--:|"
    );
    measure(
        "baseline, a hard Twodoku, 2000 generations",
        "repeats = 100\npuzzles = ['@twodoku/hard-1']\nmethods = ['baseline']\n\
         budget.generations = 2000\n",
        &folder,
    );
    measure(
        "exact, an easy 9x9",
        "repeats = 20000\npuzzles = ['@9x9/easy-1']\nmethods = ['exact']\n",
        &folder,
    );
    std::fs::remove_dir_all(&folder).ok();
}
