//! What a comparison costs: reading a file of runs, and the tests on them.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

use std::fmt::Write;

use cpu_time::ProcessTime;
use sudoga::analysis::{Options, compare, parse_runs};
use sudoga::rng::Rng;

const CAP: f64 = 1000.0;
const PASSES: usize = 3;

/// A file of so many runs of methods on puzzles: exponential times, about two thirds solved.
fn file(puzzles: usize, methods: usize, runs: usize) -> String {
    let mut rng = Rng::from_seed(1);
    let mut text =
        "puzzle,layout,givens,method,repeat,solved,generations,cap_generations\n".to_owned();
    for puzzle in 0..puzzles {
        for method in 0..methods {
            for run in 0..runs {
                let time = (-900.0 * libm::log(1.0 - rng.unit())).ceil();
                let (solved, spent) = (u8::from(time <= CAP), time.min(CAP));
                let row = format!("p{puzzle},9x9,30,m{method},{run},{solved},{spent},{CAP}");
                writeln!(text, "{row}").expect("memory");
            }
        }
    }
    text
}

fn seconds<T>(work: impl Fn() -> T) -> f64 {
    let pass = |_| {
        let start = ProcessTime::now();
        std::hint::black_box(work());
        start.elapsed().as_secs_f64()
    };
    (0..PASSES).map(pass).fold(f64::INFINITY, f64::min)
}

fn main() {
    println!("| puzzles | methods | runs each | rows | reading, CPU s | comparing, CPU s |");
    println!("|--:|--:|--:|--:|--:|--:|");
    for (puzzles, methods, runs) in [(7, 3, 15), (7, 6, 100), (100, 4, 250), (1000, 4, 250)] {
        let text = file(puzzles, methods, runs);
        let dataset = parse_runs("bench", text.as_bytes()).expect("a dataset");
        let reading = seconds(|| parse_runs("bench", text.as_bytes()).expect("a dataset"));
        let comparing = seconds(|| compare(&dataset, &Options::default()).expect("a comparison"));
        let rows = puzzles * methods * runs;
        println!("| {puzzles} | {methods} | {runs} | {rows} | {reading:.3} | {comparing:.3} |");
    }
}
