//! How fast the flagship searches: evaluations a second of CPU time, which are moves of tabu search,
//! swaps proposed, or boards decoded.
//!
//! `cargo bench --bench memetic -- WORD` measures the rows whose names hold the word.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod timing;

use sudoga::board::{Layout, Puzzle, collection};
use sudoga::exact::generate::{Givens, Logic, Recipe, Solutions, Symmetry, generate};
use sudoga::method::Method;
use sudoga::rng::Rng;
use sudoga::solver::{Budget, Unobserved, run};
use timing::fastest;

const PASSES: usize = 5;

/// A method on a puzzle, and the evaluations of a run.
struct Row {
    name: &'static str,
    method: &'static str,
    puzzle: Puzzle,
    evaluations: u64,
}

fn embedded(address: &str) -> Puzzle {
    collection::find(address).expect("comes with the program").remove(0)
}

/// Half of a random full grid.
fn half_given(layout: &str) -> Puzzle {
    let layout = Layout::named(layout).expect("built in");
    let half = layout.cell_count() / 2;
    let recipe = Recipe {
        shared: None,
        layout,
        givens: Givens::Between(half, half),
        solutions: Solutions::Any,
        symmetry: Symmetry::None,
        logic: Logic::Any,
        attempts: 1,
        nodes: 10_000_000,
    };
    generate(&recipe, &mut Rng::from_seed(1), &mut Unobserved).expect("a puzzle").puzzle
}

fn rows() -> Vec<Row> {
    let row = |name, method, puzzle, evaluations| Row { name, method, puzzle, evaluations };
    let nugget = || embedded("9x9/golden-nugget");
    let half = half_given("36x36");
    vec![
        row("9x9", "memetic", nugget(), 20_000),
        row("samurai", "memetic", embedded("samurai/minimal-1"), 20_000),
        row("25x25", "memetic", embedded("25x25/hard-1"), 500_000),
        row("36x36", "memetic", half.clone(), 1_000_000),
        row("9x9", "memetic-pure", nugget(), 200_000),
        row("twodoku", "memetic-pure", embedded("twodoku-minimal/minimal-1"), 200_000),
        row("25x25", "memetic-pure", embedded("25x25/hard-1"), 5_000_000),
        row("25x25", "decoder", embedded("25x25/hard-1"), 500),
        row("36x36", "decoder", half, 200),
    ]
}

/// Runs on the seeds from 1 on, most of which do not end before their budget; tells the evaluations.
fn work(row: &Row) -> u64 {
    let solver = Method::resolve(row.method, &[]).expect("a preset").solver();
    let budget = Budget { evaluations: Some(row.evaluations), ..Budget::default() };
    (1..=3)
        .map(|seed| run(&*solver, &row.puzzle, seed, budget, &mut Unobserved).effort.evaluations)
        .map(|evaluations| evaluations.expect("a population counts evaluations"))
        .sum()
}

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let title = |row: &Row| format!("{}/{}", row.name, row.method);
    let is_asked = |row: &Row| words.iter().all(|word| title(row).contains(word.as_str()));
    let rows: Vec<Row> = rows().into_iter().filter(is_asked).collect();
    let mut evaluations = vec![0; rows.len()];
    let mut tasks: Vec<Box<dyn FnMut() + '_>> = Vec::new();
    for (row, evaluations) in rows.iter().zip(&mut evaluations) {
        tasks.push(Box::new(move || *evaluations = work(row)));
    }
    let seconds = fastest(PASSES, &mut tasks);
    drop(tasks);
    println!("| puzzle/method | evaluations a second | ns each |");
    println!("|---|--:|--:|");
    for ((row, evaluations), seconds) in rows.iter().zip(evaluations).zip(seconds) {
        let rate = evaluations as f64 / seconds;
        println!("| {} | {rate:.0} | {:.1} |", title(row), 1e9 / rate);
    }
}
