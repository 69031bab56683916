//! The backtracking search of the study on constraint satisfaction: AC-3 before the search and
//! after each assignment, the cell with the fewest digits first, ties in reading order.
//!
//! The study's listing has a loop over all cells around the loop over the digits, so that a cell
//! whose digits have all failed, which proves that there is no solution below, is followed by
//! the next cell: [`OnFailure::NextCell`] repeats that.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::domains::{Domains, Propagate};
use crate::board::Puzzle;
use crate::board::digit::Digit;
use crate::rng::Rng;
use crate::solver::{Finding, Meter, Solver, Stop};

/// In which order the digits of a cell are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// From the smallest to the largest.
    #[default]
    Ascending,
    /// In a random order, drawn anew for each cell.
    Random,
}

/// What is done when all digits of a cell have failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFailure {
    /// Return to the assignment before.
    #[default]
    Return,
    /// Try the next unassigned cell, as the listing is printed: correct and hugely redundant.
    NextCell,
}

/// The backtracking search; each digit assigned is a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Backtrack {
    /// How much is drawn from an assignment.
    pub propagate: Propagate,
    /// In which order the digits of a cell are tried.
    pub order: Order,
    /// What is done when all digits of a cell have failed.
    pub on_failure: OnFailure,
}

impl Solver for Backtrack {
    fn solve(&self, puzzle: &Puzzle, rng: &mut Rng, meter: &mut Meter<'_>) -> Finding {
        let mut domains = Domains::new(puzzle);
        let stop = match domains.propagate(self.propagate) {
            Err(_) => Stop::NoSolution,
            Ok(()) => self.search(&mut domains, rng, meter),
        };
        let grid = (stop == Stop::Solved).then(|| domains.grid());
        Finding::new(stop, grid)
    }
}

/// A cell on the path and the digits that are still to be tried there.
struct Choice {
    /// Size of the domain and cell: the place in the order of cells.
    place: (u32, usize),
    /// The next digit stands last.
    untried: Vec<Digit>,
    /// The state of the domains before the choice.
    mark: usize,
}

impl Backtrack {
    /// The recursion of the listing with a stack of its own: a path may be as long as a layout
    /// has cells.
    fn search(&self, domains: &mut Domains<'_>, rng: &mut Rng, meter: &mut Meter<'_>) -> Stop {
        let mut path: Vec<Choice> = Vec::new();
        loop {
            let Some(place) = domains.unassigned().min() else { return Stop::Solved };
            path.push(self.choice(place, domains, rng));
            match self.next_assignment(&mut path, domains, rng, meter) {
                ControlFlow::Break(stop) => return stop,
                ControlFlow::Continue(()) => {}
            }
        }
    }

    fn choice(&self, place: (u32, usize), domains: &Domains<'_>, rng: &mut Rng) -> Choice {
        let mut untried = domains.digits_of(place.1);
        match self.order {
            Order::Ascending => untried.reverse(),
            Order::Random => rng.shuffle(&mut untried),
        }
        Choice { place, untried, mark: domains.mark() }
    }

    /// Goes to the next assignment that propagation does not refute, back along the path if
    /// need be; breaks when there is none.
    fn next_assignment(
        &self,
        path: &mut Vec<Choice>,
        domains: &mut Domains<'_>,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop> {
        while let Some(choice) = path.last_mut() {
            domains.undo_to(choice.mark);
            let Some(digit) = choice.untried.pop() else {
                let after = choice.place;
                path.pop();
                if self.on_failure == OnFailure::NextCell {
                    let next = domains.unassigned().filter(|&place| place > after).min();
                    path.extend(next.map(|place| self.choice(place, domains, rng)));
                }
                continue;
            };
            meter.node()?;
            let cell = choice.place.1;
            if domains.assign(cell, digit).and_then(|()| domains.propagate(self.propagate)).is_ok()
            {
                return ControlFlow::Continue(());
            }
        }
        ControlFlow::Break(Stop::NoSolution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::digit::EMPTY;
    use crate::board::{Grid, Layout};
    use crate::solver::{Budget, Outcome, Unobserved, run};

    const INKALA_2012: &str =
        "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

    fn puzzle(text: &str) -> Puzzle {
        let givens = text.bytes().map(|symbol| symbol - b'0').collect();
        Puzzle::new("test", Layout::named("9x9").expect("built in"), givens).expect("no clash")
    }

    fn solve(method: Backtrack, puzzle: &Puzzle, nodes: Option<u64>) -> Outcome {
        run(&method, puzzle, 7, Budget { nodes, ..Budget::default() }, &mut Unobserved)
    }

    /// The listing as it is printed, with lists for domains, every arc revised again and again,
    /// and recursion; without `next_cell` it returns after the first cell.
    fn listing(
        layout: &Layout,
        mut board: Vec<Vec<Digit>>,
        next_cell: bool,
        nodes: &mut u64,
    ) -> Option<Vec<Vec<Digit>>> {
        while let Some((cell, digit)) = inconsistency(layout, &board) {
            board[cell].retain(|&held| held != digit);
        }
        if board.iter().any(Vec::is_empty) {
            return None;
        }
        let mut cells: Vec<usize> =
            (0..board.len()).filter(|&cell| board[cell].len() > 1).collect();
        if cells.is_empty() {
            return Some(board);
        }
        cells.sort_by_key(|&cell| board[cell].len());
        for cell in cells.into_iter().take(if next_cell { usize::MAX } else { 1 }) {
            for digit in board[cell].clone() {
                *nodes += 1;
                let mut assigned = board.clone();
                assigned[cell] = vec![digit];
                if let Some(solved) = listing(layout, assigned, next_cell, nodes) {
                    return Some(solved);
                }
            }
        }
        None
    }

    /// A digit of a cell for which some peer has no other digit.
    fn inconsistency(layout: &Layout, board: &[Vec<Digit>]) -> Option<(usize, Digit)> {
        (0..board.len()).find_map(|cell| {
            let clashes = |&digit: &Digit| {
                layout.peers(cell).iter().any(|&peer| board[peer as usize] == [digit])
            };
            board[cell].iter().copied().find(clashes).map(|digit| (cell, digit))
        })
    }

    fn agrees_with_the_listing(layout: &str, given_count: usize, on_failure: OnFailure) {
        let layout = Layout::named(layout).expect("built in");
        let side = layout.side();
        let mut rng = Rng::from_seed(6);
        let (mut solvable, mut unsolvable) = (0, 0);
        for _ in 0..150 {
            let mut givens = vec![EMPTY; side * side];
            for _ in 0..given_count {
                givens[rng.index(side * side)] = 1 + rng.below(side as u32) as Digit;
            }
            let Ok(puzzle) = Puzzle::new("random", layout.clone(), givens.clone()) else {
                continue;
            };
            let all: Vec<Digit> = (1..=side as Digit).collect();
            let domain = |&given: &Digit| if given == EMPTY { all.clone() } else { vec![given] };
            let mut nodes = 0;
            let next_cell = on_failure == OnFailure::NextCell;
            let board = givens.iter().map(domain).collect();
            let expected = listing(&layout, board, next_cell, &mut nodes)
                .map(|board| Grid::new(board.into_iter().flatten().collect()));
            let outcome = solve(Backtrack { on_failure, ..Backtrack::default() }, &puzzle, None);
            let stop = if expected.is_some() { Stop::Solved } else { Stop::NoSolution };
            *(if expected.is_some() { &mut solvable } else { &mut unsolvable }) += 1;
            assert_eq!((outcome.stop, outcome.effort.nodes), (stop, Some(nodes)), "{givens:?}");
            assert_eq!(outcome.grid, expected);
        }
        assert!(solvable > 5 && unsolvable > 5, "{solvable} solvable, {unsolvable} not");
    }

    #[test]
    fn walks_the_tree_of_the_listing() {
        agrees_with_the_listing("4x4", 5, OnFailure::Return);
        agrees_with_the_listing("4x4", 5, OnFailure::NextCell);
    }

    #[test]
    fn going_on_to_the_next_cell_only_adds_nodes() {
        let first = solve(Backtrack::default(), &puzzle(INKALA_2012), Some(100_000));
        assert_eq!(first.stop, Stop::Solved);
        let printed = Backtrack { on_failure: OnFailure::NextCell, ..Backtrack::default() };
        let outcome = solve(printed, &puzzle(INKALA_2012), first.effort.nodes);
        assert_eq!((outcome.stop, outcome.effort.nodes), (Stop::Nodes, first.effort.nodes));
    }

    #[test]
    fn every_setting_finds_the_same_single_solution() {
        let expected = solve(Backtrack::default(), &puzzle(INKALA_2012), None).grid;
        let mut nodes = Vec::new();
        for propagate in [Propagate::Ac3, Propagate::HiddenSingles, Propagate::Pairs] {
            for order in [Order::Ascending, Order::Random] {
                let method = Backtrack { propagate, order, ..Backtrack::default() };
                let outcome = solve(method, &puzzle(INKALA_2012), None);
                assert_eq!((outcome.stop, &outcome.grid), (Stop::Solved, &expected));
                assert_eq!(
                    outcome.effort.nodes,
                    solve(method, &puzzle(INKALA_2012), None).effort.nodes
                );
                nodes.push(outcome.effort.nodes);
            }
        }
        nodes.dedup();
        assert_eq!(nodes.len(), 6, "each setting walks its own tree: {nodes:?}");
    }

    #[test]
    fn the_budget_of_nodes_is_exact() {
        let all = solve(Backtrack::default(), &puzzle(INKALA_2012), None).effort.nodes;
        let all = all.expect("counted");
        assert_eq!(solve(Backtrack::default(), &puzzle(INKALA_2012), Some(all)).stop, Stop::Solved);
        for limit in [0, 1, all - 1] {
            let outcome = solve(Backtrack::default(), &puzzle(INKALA_2012), Some(limit));
            assert_eq!((outcome.stop, outcome.effort.nodes), (Stop::Nodes, Some(limit)));
        }
    }

    #[test]
    fn the_largest_layout_needs_no_deep_recursion() {
        let layout = Layout::named("49x49").expect("built in");
        let empty = Puzzle::new("empty", layout, vec![EMPTY; 2401]).expect("no clash");
        let outcome = solve(Backtrack::default(), &empty, Some(3000));
        assert_eq!((outcome.stop, outcome.effort.nodes), (Stop::Nodes, Some(3000)));
    }

    #[test]
    fn settings_are_words_and_a_wrong_key_is_an_error() {
        let printed: Backtrack =
            toml::from_str("propagate = \"hidden-singles\"\non-failure = \"next-cell\"")
                .expect("valid");
        let expected = Backtrack {
            propagate: Propagate::HiddenSingles,
            on_failure: OnFailure::NextCell,
            order: Order::Ascending,
        };
        assert_eq!(printed, expected);
        assert!(toml::from_str::<Backtrack>("propogate = \"ac3\"").is_err());
    }
}
