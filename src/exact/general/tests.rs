use super::*;
use crate::board::digit::EMPTY;
use crate::board::{Puzzle, flaw};
use crate::exact::packed9;
use crate::solver::{Budget, Unobserved};

const STRENGTHS: [Strength; 3] = [Strength::Singles, Strength::Locked, Strength::Pairs];

const HARD: [&str; 4] = [
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    "000000039000010005003005800008009006070020000100400000009008050020000600400700000",
    "000000012000000003002300400001800005060070800000009000008500000900040500470006000",
];

/// The nodes of a count to two of each, singles first, pairs last.
const HARD_NODES: [[u64; 4]; 3] = [[50, 79, 168, 146], [60, 42, 100, 135], [40, 36, 108, 63]];

/// The nodes of a random grid from nothing, seeds 1 to 3.
const GRID_NODES: [(&str, [u64; 3]); 4] = [
    ("twodoku", [84, 87, 84]),
    ("samurai", [211, 193, 209]),
    ("16x16", [176, 188, 200]),
    ("25x25", [1279, 526, 503]),
];

fn named(name: &str) -> Arc<Layout> {
    Layout::named(name).expect("built in")
}

fn parse(text: &str) -> Vec<Digit> {
    text.bytes().map(|symbol| symbol - b'0').collect()
}

/// The answer, the first solution and the nodes.
fn search(
    general: &mut General,
    quest: Quest<'_>,
    nodes: Option<u64>,
) -> (ControlFlow<Stop, u64>, Option<Grid>, u64) {
    let mut observer = Unobserved;
    let mut meter = Meter::new(Budget { nodes, ..Budget::default() }, &mut observer);
    let mut solution = None;
    let found = general.search(quest, &mut meter, &mut solution);
    (found, solution, meter.nodes())
}

fn random_grid(general: &mut General, cells: usize, seed: u64) -> (Grid, u64) {
    let empty = vec![EMPTY; cells];
    let mut rng = Rng::from_seed(seed);
    let quest = Quest { random_order: Some(&mut rng), ..Quest::counting(&empty, 1) };
    let (_, grid, nodes) = search(general, quest, None);
    (grid.expect("an empty puzzle has a solution"), nodes)
}

/// A random 9x9 grid with about two thirds of its cells emptied, and one given changed when
/// `spoilt`.
fn random_puzzle(general: &mut General, rng: &mut Rng, spoilt: bool) -> Vec<Digit> {
    let mut digits = random_grid(general, 81, rng.next_u64()).0.digits().to_vec();
    for digit in &mut digits {
        if rng.below(100) < 68 {
            *digit = EMPTY;
        }
    }
    if spoilt {
        digits[rng.index(81)] = 1 + rng.below(9) as Digit;
    }
    digits
}

#[test]
fn the_sequence_of_restarts() {
    let start: Vec<u64> = (1..=15).map(luby).collect();
    assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}

#[test]
fn counts_like_the_packed_kernel() {
    let mut rng = Rng::from_seed(6);
    let mut kinds = [0; 3];
    for strength in STRENGTHS {
        let mut general = General::new(&named("9x9"), strength);
        for round in 0..60 {
            let givens = random_puzzle(&mut general, &mut rng, round % 3 == 0);
            let excluded = (round % 2 == 0).then(|| (rng.index(81), 1 + rng.below(9) as Digit));
            for limit in [1, 2, 500] {
                let quest = || Quest { excluded, ..Quest::counting(&givens, limit) };
                let mut observer = Unobserved;
                let mut meter = Meter::new(Budget::default(), &mut observer);
                let expected = packed9::search(quest(), &mut meter, &mut None);
                let (found, solution, _) = search(&mut general, quest(), None);
                assert_eq!(found, expected, "{givens:?} without {excluded:?}");
                let holds = |(cell, digit)| {
                    solution.as_ref().is_some_and(|grid: &Grid| grid.digits()[cell] == digit)
                };
                assert!(!excluded.is_some_and(holds));
                if let ControlFlow::Continue(found) = found {
                    kinds[found.min(2) as usize] += 1;
                }
            }
        }
    }
    assert!(kinds.iter().all(|&times| times > 30), "none, one, several: {kinds:?}");
}

#[test]
fn hard_puzzles_take_the_same_nodes_everywhere() {
    let nodes = STRENGTHS.map(|strength| {
        let mut general = General::new(&named("9x9"), strength);
        HARD.map(|text| search(&mut general, Quest::counting(&parse(text), 2), None).2)
    });
    assert_eq!(nodes, HARD_NODES);
}

#[test]
fn random_grids_take_the_same_nodes_everywhere() {
    let nodes = GRID_NODES.map(|(name, _)| {
        let layout = named(name);
        let mut general = General::new(&layout, Strength::Pairs);
        let empty = vec![EMPTY; layout.cell_count()];
        let empty = Puzzle::new("empty", layout.clone(), empty).expect("no clash");
        let of_seed = |seed| {
            let (grid, nodes) = random_grid(&mut general, layout.cell_count(), seed);
            assert_eq!(flaw(&empty, &grid), None);
            nodes
        };
        (name, [1, 2, 3].map(of_seed))
    });
    assert_eq!(nodes, GRID_NODES);
}

#[test]
fn a_search_does_not_depend_on_the_one_before() {
    let mut used = General::new(&named("9x9"), Strength::Singles);
    for text in HARD {
        let mut fresh = General::new(&named("9x9"), Strength::Singles);
        let givens = parse(text);
        for limit in [1, 2] {
            let again = search(&mut used, Quest::counting(&givens, limit), None);
            assert_eq!(again, search(&mut fresh, Quest::counting(&givens, limit), None));
        }
    }
}

#[test]
fn the_budget_of_nodes_is_exact() {
    let mut general = General::new(&named("9x9"), Strength::Singles);
    let givens = parse(HARD[2]);
    let (found, _, all) = search(&mut general, Quest::counting(&givens, 2), None);
    assert_eq!(found, ControlFlow::Continue(1));
    let mut under = |limit| {
        let (found, _, nodes) = search(&mut general, Quest::counting(&givens, 2), Some(limit));
        (found, nodes)
    };
    assert_eq!(under(all), (ControlFlow::Continue(1), all));
    for limit in [0, 1, 17, all - 1] {
        assert_eq!(under(limit), (ControlFlow::Break(Stop::Nodes), limit));
    }
}

/// A 25x25 grid from nothing, of which about 45 % of the cells stay.
fn sparse_puzzle(general: &mut General, seed: u64) -> Vec<Digit> {
    let (grid, _) = random_grid(general, 625, seed);
    let mut rng = Rng::from_seed(seed);
    grid.digits().iter().map(|&digit| if rng.below(100) < 45 { digit } else { EMPTY }).collect()
}

#[test]
fn two_finds_shorten_a_count_that_loses_itself() {
    let mut general = General::new(&named("25x25"), Strength::Pairs);
    let counts: Vec<(ControlFlow<Stop, u64>, u64)> = (1..=6)
        .map(|seed| {
            let givens = sparse_puzzle(&mut general, seed);
            let mut observer = Unobserved;
            let mut meter = Meter::new(Budget::default(), &mut observer);
            (general.count_to_two(&givens, &mut meter), meter.nodes())
        })
        .collect();
    let golden = [887, 270, 285, 654, 13573, 224].map(|nodes| (ControlFlow::Continue(2), nodes));
    assert_eq!(counts, golden);
}

#[test]
fn a_long_proof_is_still_a_proof() {
    let mut longest = 0;
    for puzzle in crate::board::collection::find("25x25/hard").expect("embedded") {
        let mut general = General::new(puzzle.layout(), Strength::Singles);
        let mut observer = Unobserved;
        let mut meter = Meter::new(Budget::default(), &mut observer);
        let counted = general.count_to_two(puzzle.givens(), &mut meter);
        assert_eq!(counted, ControlFlow::Continue(1), "{}", puzzle.name());
        longest = longest.max(meter.nodes());
    }
    assert!(longest > FIRST_PATIENCE, "{longest}");
}
