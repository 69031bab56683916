//! A SAT solver as the oracle: the exact searches and the counter must agree with it on random
//! puzzles of every kind of layout.

use std::sync::Arc;

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use sudoga::board::digit::{Digit, EMPTY};
use sudoga::board::{Grid, Layout, Puzzle};
use sudoga::exact::{Backtrack, Count, Dfs, Exact, Order, Propagate, Reasoning, count};
use sudoga::rng::Rng;
use sudoga::solver::{Budget, Meter, Solver, Stop, Unobserved, run};

/// The rules of a layout as clauses; a variable says that a cell holds a digit.
struct Oracle {
    side: usize,
    variables: Vec<Var>,
    solver: BasicSolver,
}

impl Oracle {
    fn new(layout: &Layout) -> Self {
        let mut solver = BasicSolver::default();
        let side = layout.side();
        let variables = (0..layout.cell_count() * side).map(|_| solver.new_var_default()).collect();
        let mut oracle = Self { side, variables, solver };
        let digits = 1..=side as Digit;
        for cell in 0..layout.cell_count() {
            oracle.require(digits.clone().map(|digit| (cell, digit, true)));
            for digit in digits.clone() {
                for other in 1..digit {
                    oracle.require([(cell, digit, false), (cell, other, false)]);
                }
                for &peer in layout.peers(cell).iter().filter(|&&peer| (peer as usize) < cell) {
                    oracle.require([(cell, digit, false), (peer as usize, digit, false)]);
                }
            }
        }
        oracle
    }

    /// Adds a clause: one of these cells holds its digit, or does not where it says `false`.
    fn require(&mut self, clause: impl IntoIterator<Item = (usize, Digit, bool)>) {
        let literal = |(cell, digit, holds)| self.holds(cell, digit).apply_sign(holds);
        let mut clause: Vec<Lit> = clause.into_iter().map(literal).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    fn holds(&self, cell: usize, digit: Digit) -> Lit {
        Lit::new(self.variables[cell * self.side + digit as usize - 1], true)
    }

    fn solution(&mut self, assumptions: &[Lit]) -> Option<Grid> {
        if self.solver.solve_limited(assumptions) != lbool::TRUE {
            return None;
        }
        let is_true = |variable: &Var| self.solver.value_var(*variable) == lbool::TRUE;
        let digit_of =
            |digits: &[Var]| digits.iter().position(is_true).map_or(0, |digit| digit + 1);
        let digits = self.variables.chunks(self.side).map(|digits| digit_of(digits) as Digit);
        Some(Grid::new(digits.collect()))
    }

    /// How many solutions there are, and the first.
    fn count(&mut self, givens: &[Digit]) -> (Count, Option<Grid>) {
        let fixed = givens.iter().enumerate().filter(|&(_, &digit)| digit != EMPTY);
        let mut assumptions: Vec<Lit> =
            fixed.map(|(cell, &digit)| self.holds(cell, digit)).collect();
        let Some(first) = self.solution(&assumptions) else { return (Count::None, None) };
        // Another solution differs somewhere; assumed only now, the clause is idle afterwards.
        let guard = Lit::new(self.solver.new_var_default(), true);
        let held = first.digits().iter().enumerate();
        let mut differs: Vec<Lit> = held.map(|(cell, &digit)| !self.holds(cell, digit)).collect();
        differs.push(!guard);
        self.solver.add_clause_reuse(&mut differs);
        assumptions.push(guard);
        let more = self.solution(&assumptions).is_some();
        (if more { Count::Several } else { Count::One }, Some(first))
    }
}

/// A random complete grid.
fn random_grid(layout: &Arc<Layout>, rng: &mut Rng) -> Vec<Digit> {
    if layout.grid_count() == 1 {
        return shuffled_pattern(layout, rng);
    }
    let empty = Puzzle::new("empty", layout.clone(), vec![EMPTY; layout.cell_count()]);
    let empty = empty.expect("an empty puzzle");
    let method = Backtrack {
        propagate: Propagate::HiddenSingles,
        order: Order::Random,
        ..Backtrack::default()
    };
    let budget = Budget { nodes: Some(2000), ..Budget::default() };
    let mut fill = || run(&method, &empty, rng.next_u64(), budget, &mut Unobserved);
    loop {
        let outcome = fill();
        if let (Stop::Solved, Some(grid)) = (outcome.stop, outcome.grid) {
            return grid.digits().to_vec();
        }
    }
}

/// The regular pattern with digits, lines within bands and stacks, and these themselves shuffled.
fn shuffled_pattern(layout: &Layout, rng: &mut Rng) -> Vec<Digit> {
    let (side, box_side) = (layout.side(), layout.box_side());
    let mut lines = || {
        let mut bands: Vec<usize> = (0..box_side).collect();
        rng.shuffle(&mut bands);
        let mut order = Vec::new();
        for band in bands {
            let mut within: Vec<usize> = (band * box_side..(band + 1) * box_side).collect();
            rng.shuffle(&mut within);
            order.extend(within);
        }
        order
    };
    let (rows, columns) = (lines(), lines());
    let mut digits: Vec<Digit> = (1..=side as Digit).collect();
    rng.shuffle(&mut digits);
    let pattern =
        |row: usize, column: usize| (row % box_side * box_side + row / box_side + column) % side;
    rows.iter()
        .flat_map(|&row| columns.iter().map(move |&column| (row, column)))
        .map(|(row, column)| digits[pattern(row, column)])
        .collect()
}

/// Keeps `given_count` random digits of a grid; a spoilt puzzle has one of them changed to
/// another that clashes with no given.
fn random_puzzle(layout: &Arc<Layout>, given_count: usize, spoilt: bool, rng: &mut Rng) -> Puzzle {
    let mut digits = random_grid(layout, rng);
    let mut cells: Vec<usize> = (0..digits.len()).collect();
    rng.shuffle(&mut cells);
    for &cell in &cells[given_count..] {
        digits[cell] = EMPTY;
    }
    if spoilt {
        let fits = |cell: usize, digit: Digit| {
            digit != digits[cell]
                && layout.peers(cell).iter().all(|&peer| digits[peer as usize] != digit)
        };
        let wrong = cells[..given_count].iter().find_map(|&cell| {
            (1..=layout.side() as Digit).find(|&digit| fits(cell, digit)).map(|digit| (cell, digit))
        });
        if let Some((cell, digit)) = wrong {
            digits[cell] = digit;
        }
    }
    Puzzle::new("random", layout.clone(), digits).expect("no clash")
}

/// What a layout's puzzles are like, and how many nodes a search may try on each.
struct Trial {
    layout: Arc<Layout>,
    puzzles: usize,
    givens: std::ops::Range<usize>,
    dfs_nodes: u64,
    backtrack_nodes: u64,
}

fn named(name: &str) -> Arc<Layout> {
    Layout::named(name).expect("a built-in layout")
}

fn agrees(trial: &Trial) {
    let layout = &trial.layout;
    let mut rng = Rng::from_seed(11);
    let mut oracle = Oracle::new(layout);
    let mut seen = [0; 3];
    let mut decided = [0; 9];
    for index in 0..trial.puzzles {
        let span = trial.givens.end - trial.givens.start;
        let given_count = trial.givens.start + rng.index(span);
        let puzzle = random_puzzle(layout, given_count, index % 3 == 0, &mut rng);
        let (expected, first) = oracle.count(puzzle.givens());
        seen[expected as usize] += 1;
        decided[0] += usize::from(counter_agrees(&puzzle, expected));
        let searches = searches(trial);
        for (slot, (solver, nodes)) in decided[1..].iter_mut().zip(&searches) {
            *slot +=
                usize::from(search_agrees(&**solver, *nodes, &puzzle, expected, first.as_ref()));
        }
    }
    assert!(seen.iter().all(|&puzzles| puzzles > 0), "none, one, several: {seen:?}");
    assert!(decided[2..].iter().all(|&puzzles| puzzles > 0), "decided by each: {decided:?}");
    assert_eq!(decided[0], trial.puzzles, "decided by the counter");
}

fn searches(trial: &Trial) -> Vec<(Box<dyn Solver>, u64)> {
    let mut searches: Vec<(Box<dyn Solver>, u64)> = vec![(Box::new(Dfs), trial.dfs_nodes)];
    for propagate in [Propagate::Ac3, Propagate::HiddenSingles, Propagate::Pairs] {
        let method = Backtrack { propagate, ..Backtrack::default() };
        searches.push((Box::new(method), trial.backtrack_nodes));
    }
    for propagate in
        [Reasoning::Auto, Reasoning::Singles, Reasoning::LockedCandidates, Reasoning::Pairs]
    {
        searches.push((Box::new(Exact { propagate, restarts: true }), 20_000));
    }
    searches
}

/// Whether the counter knows; it must not know better than the oracle.
fn counter_agrees(puzzle: &Puzzle, expected: Count) -> bool {
    let mut observer = Unobserved;
    let budget = Budget { nodes: Some(100_000), ..Budget::default() };
    let counted = count(puzzle, &mut Meter::new(budget, &mut observer));
    assert!(counted == expected || counted == Count::Unknown, "{counted:?}, not {expected:?}");
    counted != Count::Unknown
}

/// Whether the search came to an end; it must be the oracle's. The referee judges in `run`.
fn search_agrees(
    solver: &dyn Solver,
    nodes: u64,
    puzzle: &Puzzle,
    expected: Count,
    first: Option<&Grid>,
) -> bool {
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let outcome = run(solver, puzzle, 1, budget, &mut Unobserved);
    match outcome.stop {
        Stop::Solved => {
            assert_ne!(expected, Count::None);
            assert!(expected == Count::Several || outcome.grid.as_ref() == first);
        }
        Stop::NoSolution => assert_eq!(expected, Count::None),
        stop => assert_eq!(stop, Stop::Nodes, "{:?}", outcome.error),
    }
    outcome.stop != Stop::Nodes
}

#[test]
fn small_grids() {
    let layout = named("4x4");
    agrees(&Trial { layout, puzzles: 200, givens: 3..9, dfs_nodes: 10_000, backtrack_nodes: 1000 });
}

#[test]
fn ordinary_grids() {
    let layout = named("9x9");
    let (dfs_nodes, backtrack_nodes) = (100_000, 5000);
    let trial = Trial { layout, puzzles: 90, givens: 24..50, dfs_nodes, backtrack_nodes };
    agrees(&trial);
}

#[test]
fn large_grids() {
    let (dfs_nodes, backtrack_nodes) = (10_000, 1000);
    let layout = named("16x16");
    agrees(&Trial { layout, puzzles: 40, givens: 110..165, dfs_nodes, backtrack_nodes });
    let layout = named("25x25");
    agrees(&Trial { layout, puzzles: 15, givens: 330..420, dfs_nodes, backtrack_nodes });
}

#[test]
fn overlays() {
    let (dfs_nodes, backtrack_nodes) = (10_000, 1000);
    let layout = named("twodoku");
    agrees(&Trial { layout, puzzles: 40, givens: 50..90, dfs_nodes, backtrack_nodes });
    let layout = named("samurai");
    agrees(&Trial { layout, puzzles: 30, givens: 150..240, dfs_nodes, backtrack_nodes });
}

#[test]
fn overlays_of_ones_own() {
    let (dfs_nodes, backtrack_nodes) = (10_000, 1000);
    let chain = Layout::new("chain", 2, &[(0, 0), (1, 1), (2, 2)]).expect("three small grids");
    let layout = Arc::new(chain);
    agrees(&Trial { layout, puzzles: 100, givens: 8..20, dfs_nodes, backtrack_nodes });
    let shifted = Layout::new("shifted", 3, &[(0, 0), (0, 1)]).expect("two grids side by side");
    let layout = Arc::new(shifted);
    agrees(&Trial { layout, puzzles: 40, givens: 26..64, dfs_nodes, backtrack_nodes });
}
