//! How fast puzzles are made, each with the proof that it has one solution.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod timing;

use sudoga::board::Layout;
use sudoga::exact::generate::{Givens, Logic, Recipe, Solutions, Symmetry, generate};
use sudoga::rng::Rng;
use sudoga::solver::Unobserved;
use timing::fastest;

const PASSES: usize = 3;

/// Makes puzzles of the seeds from 0 on; tells how many givens they have in all.
fn make(recipe: &Recipe, count: u64) -> usize {
    (0..count)
        .map(|seed| {
            let made = generate(recipe, &mut Rng::from_seed(seed), &mut Unobserved);
            let made = made.expect("a puzzle");
            assert_eq!(made.shortfall, None);
            made.puzzle.given_count()
        })
        .sum()
}

fn measure(layout: &str, target: &str, givens: Givens, count: u64) {
    let recipe = Recipe {
        shared: None,
        layout: Layout::named(layout).expect("a built-in layout"),
        givens,
        solutions: Solutions::One,
        symmetry: Symmetry::None,
        logic: Logic::Any,
        attempts: 10,
        nodes: 1_000_000,
    };
    let mut givens = 0;
    let seconds = fastest(PASSES, &mut [Box::new(|| givens = make(&recipe, count))])[0];
    let (rate, mean) = (count as f64 / seconds, givens as f64 / count as f64);
    println!("| {layout} | {target} | {rate:.0} | {mean:.1} |");
}

fn main() {
    println!("| layout | target | puzzles a CPU second | givens on average |\n|---|---|--:|--:|");
    measure("9x9", "minimal", Givens::Minimal, 1000);
    measure("twodoku", "minimal", Givens::Minimal, 200);
    measure("samurai", "minimal", Givens::Minimal, 20);
    measure("16x16", "minimal", Givens::Minimal, 20);
    measure("25x25", "50 %", Givens::Between(312, 312), 20);
}
