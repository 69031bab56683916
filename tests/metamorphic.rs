//! Renaming digits or turning the board changes a puzzle and not how hard it is: the results of a
//! method must have the same distribution.
//!
//! The two samples are compared by a permutation test of the difference of mean costs. Seeds
//! are fixed; a method that keeps the symmetry fails for one choice of seeds in a thousand.

use sudoga::board::{Puzzle, collection};
use sudoga::method::Method;
use sudoga::rng::Rng;
use sudoga::solver::{Budget, Unobserved, run};

const RUNS: u64 = 200;

/// What is done to a puzzle.
#[derive(Clone, Copy, Debug)]
enum Change {
    Renamed,
    Transposed,
    TurnedRound,
}

fn changed(puzzle: &Puzzle, change: Change) -> Puzzle {
    let layout = puzzle.layout();
    let (rows, columns) = layout.canvas();
    assert_eq!(rows, columns);
    let digits = (0..layout.cell_count()).map(|cell| {
        let (row, column) = layout.position(cell);
        let (row, column) = match change {
            Change::Renamed => (row, column),
            Change::Transposed => (column, row),
            Change::TurnedRound => (rows - 1 - row, columns - 1 - column),
        };
        let digit = puzzle.givens()[layout.cell_at(row, column).expect("a layout that is even")];
        match (change, digit) {
            (_, 0) => 0,
            (Change::Renamed, digit) => digit * 7 % 10,
            (_, digit) => digit,
        }
    });
    Puzzle::new("changed", layout.clone(), digits.collect()).expect("no clash")
}

/// Costs at the end of runs with different seeds.
fn costs(method: &Method, puzzle: &Puzzle, generations: u64, first_seed: u64) -> Vec<f64> {
    let solver = method.solver();
    let budget = Budget { generations: Some(generations), ..Budget::default() };
    let cost = |seed| run(&*solver, puzzle, seed, budget, &mut Unobserved).cost.expect("a grid");
    (first_seed..first_seed + RUNS).map(|seed| f64::from(cost(seed))).collect()
}

/// How many of a thousand random divisions of both samples differ as much in their means.
fn as_extreme(one: &[f64], other: &[f64]) -> u32 {
    let mut all: Vec<f64> = one.iter().chain(other).copied().collect();
    let half = one.len();
    let total: f64 = all.iter().sum();
    let difference = |all: &[f64]| (2.0 * all[..half].iter().sum::<f64>() - total).abs();
    let found = difference(&all);
    let mut rng = Rng::from_seed(1);
    let is_extreme = |_: &u32| {
        rng.shuffle(&mut all);
        difference(&all) >= found
    };
    (0..1000).filter(is_extreme).count() as u32
}

/// The methods, how they are made small, generations, and the symmetries that they have: local
/// search goes through columns first and in reading order, and keeps only the names of digits.
const CASES: [(&str, &[&str], u64, &[Change]); 3] = [
    (
        "baseline",
        &["population=20"],
        30,
        &[Change::Renamed, Change::Transposed, Change::TurnedRound],
    ),
    ("local-search", &["population=12"], 4, &[Change::Renamed]),
    (
        "gerges-purge",
        &["population=24", "stagnation.purge.patience=4"],
        15,
        &[Change::Renamed, Change::Transposed, Change::TurnedRound],
    ),
];

#[test]
fn symmetric_puzzles_are_as_hard() {
    for (name, sets, generations, changes) in CASES {
        let sets: Vec<String> = sets.iter().map(ToString::to_string).collect();
        let method = Method::resolve(name, &sets).expect(name);
        for address in ["9x9/easy-1", "twodoku/easy-1"] {
            let puzzle = collection::find(address).expect(address).swap_remove(0);
            let original = costs(&method, &puzzle, generations, 0);
            let is_mixed = original.iter().any(|&cost| cost != original[0]);
            assert!(is_mixed, "{name} on {address}: all runs end alike, nothing is compared");
            for &change in changes {
                let other = costs(&method, &changed(&puzzle, change), generations, 1000);
                let extreme = as_extreme(&original, &other);
                assert!(extreme > 0, "{name} on {address}, {change:?}: {extreme} of 1000");
            }
        }
    }
}

#[test]
fn the_comparison_finds_a_difference() {
    let name = "baseline";
    let method = Method::resolve(name, &["population=30".to_owned()]).expect(name);
    let puzzle = collection::find("twodoku/easy-1").expect("a puzzle").swap_remove(0);
    let (short, long) = (costs(&method, &puzzle, 20, 0), costs(&method, &puzzle, 30, 1000));
    assert_eq!(as_extreme(&short, &long), 0);
}
