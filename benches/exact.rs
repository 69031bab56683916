//! How fast the exact searches are: puzzles a second of CPU time, on sets made from fixed seeds.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod timing;

use std::ops::ControlFlow;
use std::sync::Arc;

use sudoga::board::{Layout, Puzzle, collection};
use sudoga::exact::{Backtrack, Dfs, Exact, Searcher};
use sudoga::rng::Rng;
use sudoga::solver::{Budget, Meter, Solver, Stop, Unobserved, run};
use timing::fastest;

const PASSES: usize = 5;

/// Nodes a puzzle that the naive searches are given; ours has no limit.
const DFS_NODES: u64 = 2_000_000;
const BACKTRACK_NODES: u64 = 2_000;

struct Set {
    name: &'static str,
    puzzles: Vec<Puzzle>,
}

fn unlimited<T>(search: impl FnOnce(&mut Meter<'_>) -> ControlFlow<Stop, T>) -> T {
    match search(&mut Meter::new(Budget::default(), &mut Unobserved)) {
        ControlFlow::Continue(found) => found,
        ControlFlow::Break(stop) => panic!("stopped without a budget: {stop:?}"),
    }
}

/// Removes givens of a random grid in a random order while the solution stays the only one, down
/// to `givens`.
fn removed(layout: &Arc<Layout>, givens: usize, seed: u64) -> Puzzle {
    let mut searcher = Searcher::new(layout);
    let mut rng = Rng::from_seed(seed);
    let empty = vec![0; layout.cell_count()];
    let grid = unlimited(|meter| searcher.find_random(&empty, &mut rng, meter));
    let mut digits = grid.expect("an empty puzzle has a solution").digits().to_vec();
    let mut order: Vec<usize> = (0..digits.len()).collect();
    rng.shuffle(&mut order);
    let mut left = digits.len();
    for cell in order {
        if left == givens {
            break;
        }
        let digit = std::mem::replace(&mut digits[cell], 0);
        if unlimited(|meter| searcher.find_without(&digits, (cell, digit), meter)).is_some() {
            digits[cell] = digit;
        } else {
            left -= 1;
        }
    }
    Puzzle::new("removed", layout.clone(), digits).expect("no clash")
}

fn set(name: &'static str, layout: &str, givens: usize, count: u64) -> Set {
    let layout = Layout::named(layout).expect("built in");
    Set { name, puzzles: (0..count).map(|seed| removed(&layout, givens, seed)).collect() }
}

/// Solves all puzzles; says how many were solved.
fn solve_all(solver: &dyn Solver, puzzles: &[Puzzle], nodes: Option<u64>) -> usize {
    let budget = Budget { nodes, ..Budget::default() };
    let solve = |puzzle: &&Puzzle| run(solver, puzzle, 1, budget, &mut Unobserved).cost == Some(0);
    puzzles.iter().filter(solve).count()
}

/// Counts the solutions of all puzzles up to two; says how many have one.
fn count_all(puzzles: &[Puzzle]) -> usize {
    let mut searcher = Searcher::new(puzzles[0].layout());
    let mut is_unique =
        |puzzle: &&Puzzle| unlimited(|meter| searcher.count(puzzle.givens(), 2, meter)) == 1;
    puzzles.iter().filter(&mut is_unique).count()
}

fn measure(Set { name, puzzles }: &Set) {
    let mut solved = [0; 4];
    let [dfs, backtrack, find, count] = &mut solved;
    let exact = Exact::default();
    let seconds = fastest(
        PASSES,
        &mut [
            Box::new(|| *dfs = solve_all(&Dfs, puzzles, Some(DFS_NODES))),
            Box::new(|| {
                *backtrack = solve_all(&Backtrack::default(), puzzles, Some(BACKTRACK_NODES));
            }),
            Box::new(|| *find = solve_all(&exact, puzzles, None)),
            Box::new(|| *count = count_all(puzzles)),
        ],
    );
    let searches = [
        ("dfs", Some(DFS_NODES)),
        ("backtrack", Some(BACKTRACK_NODES)),
        ("exact find", None),
        ("exact count to two", None),
    ];
    let rate = |index: usize| solved[index] as f64 / seconds[index];
    for (index, (search, nodes)) in searches.into_iter().enumerate() {
        let all = puzzles.len();
        let note = match nodes {
            Some(nodes) if solved[index] < all => {
                format!("solved {} of {all} within {nodes} nodes each", solved[index])
            }
            _ => format!("solved {all}"),
        };
        let ratio =
            if solved[0] > 0 { format!("{:.3}", rate(index) / rate(0)) } else { "-".into() };
        println!("| {name} | {search} | {:.0} | {ratio} | {note} |", rate(index));
        if nodes.is_none() {
            assert_eq!(solved[index], all, "{name} {search}");
        }
    }
}

fn main() {
    let famous = collection::find("9x9/famous").expect("comes with the program");
    let sets = [
        Set { name: "9x9 famous", puzzles: famous },
        set("9x9 minimal", "9x9", 0, 500),
        set("16x16, 110 givens", "16x16", 110, 20),
        set("25x25, 320 givens", "25x25", 320, 10),
        set("Twodoku, 50 givens", "twodoku", 50, 100),
        set("Twodoku minimal", "twodoku", 0, 100),
        set("Samurai minimal", "samurai", 0, 10),
    ];
    println!("| puzzles | search | solved a CPU second | times dfs | solved |");
    println!("|---|---|--:|--:|---|");
    for set in &sets {
        measure(set);
    }
}
