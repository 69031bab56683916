//! Naive depth-first search, the yardstick of the row-permutation study: the first empty cell in
//! reading order, the digits ascending, a check, the next cell; back when no digit is left.
//!
//! It reasons about nothing and must stay that way. The cells tried so far are the stack, so that
//! the largest layout needs no recursion.

use std::ops::ControlFlow;

use crate::board::digit::{Digit, EMPTY};
use crate::board::{Grid, Layout, Puzzle};
use crate::rng::Rng;
use crate::solver::{Finding, Meter, Solver, Stop};

/// The naive search; every digit that is put to the check is a node, also one that fails it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dfs;

impl Solver for Dfs {
    fn solve(&self, puzzle: &Puzzle, _: &mut Rng, meter: &mut Meter<'_>) -> Finding {
        let mut board = Board::new(puzzle);
        let free: Vec<usize> =
            (0..board.digits.len()).filter(|&cell| board.digits[cell] == EMPTY).collect();
        let mut depth = 0;
        while depth < free.len() {
            match board.advance(free[depth], meter) {
                ControlFlow::Break(stop) => return Finding::new(stop, None),
                ControlFlow::Continue(true) => depth += 1,
                ControlFlow::Continue(false) if depth == 0 => {
                    return Finding::new(Stop::NoSolution, None);
                }
                ControlFlow::Continue(false) => depth -= 1,
            }
        }
        Finding::new(Stop::Solved, Some(Grid::new(board.digits)))
    }
}

/// A partial filling without clashes.
struct Board<'a> {
    layout: &'a Layout,
    digits: Vec<Digit>,
    /// For each unit the digits it holds, a bit each.
    held: Vec<u64>,
}

impl<'a> Board<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let layout = puzzle.layout();
        let mut board =
            Self { layout, digits: puzzle.givens().to_vec(), held: vec![0; layout.units().len()] };
        for cell in 0..board.digits.len() {
            board.toggle(cell);
        }
        board
    }

    /// Replaces the digit of a cell by the next larger one that fits; without one empties the
    /// cell and says `false`.
    fn advance(&mut self, cell: usize, meter: &mut Meter<'_>) -> ControlFlow<Stop, bool> {
        self.toggle(cell);
        let tried = self.digits[cell];
        self.digits[cell] = EMPTY;
        for digit in tried + 1..=self.layout.side() as Digit {
            meter.node()?;
            if self.fits(cell, digit) {
                self.digits[cell] = digit;
                self.toggle(cell);
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    fn fits(&self, cell: usize, digit: Digit) -> bool {
        let units = self.layout.units_of(cell);
        units.iter().all(|&unit| self.held[unit as usize] & (1 << digit) == 0)
    }

    /// Adds the digit of a cell to its units, or takes it out again; nothing for an empty cell.
    fn toggle(&mut self, cell: usize) {
        if self.digits[cell] != EMPTY {
            for &unit in self.layout.units_of(cell) {
                self.held[unit as usize] ^= 1 << self.digits[cell];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Budget, Outcome, Unobserved, run};

    fn puzzle(layout: &str, givens: Vec<Digit>) -> Puzzle {
        Puzzle::new("test", Layout::named(layout).expect("built in"), givens).expect("no clash")
    }

    fn solve(puzzle: &Puzzle, nodes: Option<u64>) -> Outcome {
        run(&Dfs, puzzle, 0, Budget { nodes, ..Budget::default() }, &mut Unobserved)
    }

    /// The recursive twin: checks a digit against the peers' digits, counts every digit tried.
    fn recurse(layout: &Layout, digits: &mut [Digit], nodes: &mut u64) -> bool {
        let Some(cell) = digits.iter().position(|&digit| digit == EMPTY) else { return true };
        for digit in 1..=layout.side() as Digit {
            *nodes += 1;
            if layout.peers(cell).iter().all(|&peer| digits[peer as usize] != digit) {
                digits[cell] = digit;
                if recurse(layout, digits, nodes) {
                    return true;
                }
                digits[cell] = EMPTY;
            }
        }
        false
    }

    #[test]
    fn walks_the_same_tree_as_the_recursive_twin() {
        let mut rng = Rng::from_seed(5);
        let mut unsolvable = 0;
        for _ in 0..300 {
            let mut givens = vec![EMPTY; 16];
            for _ in 0..6 {
                givens[rng.index(16)] = rng.below(5) as Digit;
            }
            let layout = Layout::named("4x4").expect("built in");
            let Ok(puzzle) = Puzzle::new("random", layout, givens.clone()) else { continue };
            let mut nodes = 0;
            let solvable = recurse(puzzle.layout(), &mut givens, &mut nodes);
            let outcome = solve(&puzzle, None);
            assert_eq!(outcome.stop, if solvable { Stop::Solved } else { Stop::NoSolution });
            assert_eq!(outcome.effort.nodes, Some(nodes));
            assert_eq!(outcome.grid, solvable.then_some(Grid::new(givens)));
            unsolvable += u32::from(!solvable);
        }
        assert!(unsolvable > 10, "only {unsolvable} puzzles without solution");
    }

    #[test]
    fn the_empty_grid_is_filled_without_recursion() {
        let outcome = solve(&puzzle("9x9", vec![EMPTY; 81]), None);
        assert_eq!(outcome.stop, Stop::Solved);
        let large = solve(&puzzle("49x49", vec![EMPTY; 2401]), Some(100_000));
        assert_eq!((large.stop, large.effort.nodes), (Stop::Nodes, Some(100_000)));
    }

    #[test]
    fn the_budget_of_nodes_is_exact() {
        let empty = puzzle("4x4", vec![EMPTY; 16]);
        let all = solve(&empty, None).effort.nodes.expect("counted");
        assert_eq!(solve(&empty, Some(all)).stop, Stop::Solved);
        for limit in [0, 1, all - 1] {
            let outcome = solve(&empty, Some(limit));
            assert_eq!((outcome.stop, outcome.effort.nodes), (Stop::Nodes, Some(limit)));
        }
    }
}
