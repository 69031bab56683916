use super::*;
use crate::board::{Layout, Puzzle, flaw};
use crate::solver::{Budget, Unobserved};

const HARD: [&str; 8] = [
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    "005300000800000020070010500400005300010070006003200080060500009004000030000009700",
    "000000039000010005003005800008009006070020000100400000009008050020000600400700000",
    "100000002090400050006000700050903000000070000000850040700000600030009080002000001",
    "000000012000000003002300400001800005060070800000009000008500000900040500470006000",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
];

fn parse(text: &str) -> Vec<Digit> {
    text.bytes().map(|symbol| symbol - b'0').collect()
}

/// The nodes of a full count of each: propagation that misses a step needs more.
const HARD_NODES: [u64; 8] = [82, 102, 44, 365, 183, 325, 0, 0];

fn count(givens: &[Digit], excluded: Option<(usize, Digit)>, limit: u64) -> (u64, Option<Grid>) {
    let mut observer = Unobserved;
    let mut meter = Meter::new(Budget::default(), &mut observer);
    let mut solution = None;
    match search(Quest { excluded, ..Quest::counting(givens, limit) }, &mut meter, &mut solution) {
        ControlFlow::Continue(found) => (found, solution),
        ControlFlow::Break(stop) => panic!("stopped without a budget: {stop:?}"),
    }
}

fn random_grid(seed: u64) -> Vec<Digit> {
    let mut observer = Unobserved;
    let mut meter = Meter::new(Budget::default(), &mut observer);
    let mut solution = None;
    let mut rng = Rng::from_seed(seed);
    let quest = Quest { random_order: Some(&mut rng), ..Quest::counting(&[EMPTY; 81], 1) };
    let _ = search(quest, &mut meter, &mut solution);
    solution.expect("the empty grid has solutions").digits().to_vec()
}

/// A random grid with `free` cells emptied, and one given changed when `spoilt`.
fn random_puzzle(rng: &mut Rng, free: usize, spoilt: bool) -> Vec<Digit> {
    let mut digits = random_grid(rng.next_u64());
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    for &cell in &cells[..free] {
        digits[cell] = EMPTY;
    }
    if spoilt {
        digits[cells[free]] = 1 + rng.below(9) as Digit;
    }
    digits
}

fn may_stand(digits: &[Digit], cell: usize, digit: Digit) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    (0..9).all(|i| {
        let of_box = (row / 3 * 3 + i / 3) * 9 + column / 3 * 3 + i % 3;
        [row * 9 + i, i * 9 + column, of_box]
            .iter()
            .all(|&peer| peer == cell || digits[peer] != digit)
    })
}

/// The naive twin: counts by trying every digit in the cell that has the fewest.
fn naive_count(digits: &mut [Digit], excluded: Option<(usize, Digit)>) -> u64 {
    let fitting = |digits: &[Digit], cell: usize| -> Vec<Digit> {
        let allowed = |&digit: &Digit| excluded != Some((cell, digit));
        (1..=9).filter(allowed).filter(|&digit| may_stand(digits, cell, digit)).collect()
    };
    let empty = (0..81).filter(|&cell| digits[cell] == EMPTY);
    let Some(cell) = empty.min_by_key(|&cell| fitting(digits, cell).len()) else { return 1 };
    let mut total = 0;
    for digit in fitting(digits, cell) {
        digits[cell] = digit;
        total += naive_count(digits, excluded);
    }
    digits[cell] = EMPTY;
    total
}

#[test]
fn counts_like_the_naive_twin() {
    let mut rng = Rng::from_seed(3);
    let mut kinds = [0; 3];
    for round in 0..150 {
        let free = 40 + rng.index(12);
        let mut digits = random_puzzle(&mut rng, free, round % 3 == 0);
        let consistent =
            (0..81).all(|cell| digits[cell] == EMPTY || may_stand(&digits, cell, digits[cell]));
        let expected = if consistent { naive_count(&mut digits, None) } else { 0 };
        kinds[expected.min(2) as usize] += 1;
        assert_eq!(count(&digits, None, u64::MAX).0, expected, "{digits:?}");
        assert_eq!(count(&digits, None, 1).0, expected.min(1));
        assert_eq!(count(&digits, None, 2).0, expected.min(2));
    }
    assert!(kinds.iter().all(|&puzzles| puzzles > 15), "none, one, several: {kinds:?}");
}

#[test]
fn an_excluded_digit_is_not_used() {
    let mut rng = Rng::from_seed(4);
    for _ in 0..60 {
        let mut digits = random_puzzle(&mut rng, 48, false);
        let excluded = Some((rng.index(81), 1 + rng.below(9) as Digit));
        let given = excluded.is_some_and(|(cell, digit)| digits[cell] == digit);
        let expected = if given { 0 } else { naive_count(&mut digits, excluded) };
        let (found, solution) = count(&digits, excluded, u64::MAX);
        assert_eq!(found, expected, "{digits:?} without {excluded:?}");
        if let (Some(grid), Some((cell, digit))) = (solution, excluded) {
            assert_ne!(grid.digits()[cell], digit);
        }
    }
}

#[test]
fn hard_puzzles_have_one_solution() {
    for text in HARD {
        let givens = parse(text);
        let (found, solution) = count(&givens, None, u64::MAX);
        assert_eq!(found, 1, "{text}");
        let layout = Layout::named("9x9").expect("built in");
        let puzzle = Puzzle::new("hard", layout, givens).expect("no clash");
        assert_eq!(flaw(&puzzle, &solution.expect("found")), None, "{text}");
    }
}

#[test]
fn hard_puzzles_take_the_same_nodes_everywhere() {
    let nodes = HARD.map(|text| {
        let mut observer = Unobserved;
        let mut meter = Meter::new(Budget::default(), &mut observer);
        let _ = search(Quest::counting(&parse(text), 2), &mut meter, &mut None);
        meter.nodes()
    });
    assert_eq!(nodes, HARD_NODES);
}

#[test]
fn givens_that_clash_have_no_solution() {
    for second in [1, 2, 8, 9, 10, 20, 27, 72] {
        let mut givens = [EMPTY; 81];
        (givens[0], givens[second]) = (5, 5);
        assert_eq!(count(&givens, None, 1).0, 0, "cells 0 and {second}");
    }
}

#[test]
fn the_limit_ends_the_count() {
    assert_eq!(count(&[EMPTY; 81], None, 1000).0, 1000);
    assert_eq!(count(&[EMPTY; 81], None, 0), (0, None));
}

#[test]
fn a_seed_decides_the_grid() {
    let layout = Layout::named("9x9").expect("built in");
    let puzzle = Puzzle::new("empty", layout, vec![EMPTY; 81]).expect("no clash");
    for seed in 0..50 {
        let digits = random_grid(seed);
        assert_eq!(digits, random_grid(seed));
        assert_ne!(digits, random_grid(seed + 1));
        assert_eq!(flaw(&puzzle, &Grid::new(digits)), None);
    }
}

#[test]
fn the_budget_of_nodes_is_exact() {
    let givens = parse(HARD[3]);
    let nodes_under = |limit: Option<u64>| {
        let mut observer = Unobserved;
        let budget = Budget { nodes: limit, ..Budget::default() };
        let mut meter = Meter::new(budget, &mut observer);
        (search(Quest::counting(&givens, 2), &mut meter, &mut None), meter.nodes())
    };
    let (all, nodes) = nodes_under(None);
    assert_eq!(all, ControlFlow::Continue(1));
    assert_eq!(nodes_under(Some(nodes)), (ControlFlow::Continue(1), nodes));
    for limit in [0, 1, 17, nodes - 1] {
        assert_eq!(nodes_under(Some(limit)), (ControlFlow::Break(Stop::Nodes), limit));
    }
}
