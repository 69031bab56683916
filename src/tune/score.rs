//! The score of a run, after study 001 (Ertugrul, Iorga, Schlitter and Liu 2025): the part of its
//! budget that a solution took, else 1 and how far the best grid is from a solution.
//!
//! The study tunes by seconds; here the unit is that of the budget, so that a score is the same on
//! every machine. Smaller is better, from 0 to about 2.

use crate::analysis::EffortUnit;
use crate::board::digit::{Digit, EMPTY};
use crate::board::{Puzzle, cost};
use crate::lab::Record;
use crate::rng::Rng;
use crate::solver::Budget;

/// Grids at random whose mean cost is the measure of a failure.
const GRIDS: u32 = 32;

/// The score of a run that broke off, or that has no grid to show.
const LOST: f64 = 2.0;

/// How runs are scored.
#[derive(Clone, Debug, PartialEq)]
pub struct Scoring {
    /// The unit of effort.
    pub unit: EffortUnit,
    cap: f64,
    /// The cost of a grid at random, for each puzzle.
    random_costs: Vec<f64>,
}

impl Scoring {
    /// The scores of runs under a budget, which must limit something. Evaluations come first:
    /// what a generation costs depends on the size of the population.
    pub fn new(budget: Budget, puzzles: &[&Puzzle]) -> Option<Self> {
        let count = |limit: Option<u64>| limit.map(|limit| limit as f64);
        let caps = [
            (EffortUnit::Evaluations, count(budget.evaluations)),
            (EffortUnit::Generations, count(budget.generations)),
            (EffortUnit::Nodes, count(budget.nodes)),
            (EffortUnit::Seconds, budget.seconds),
        ];
        let (unit, cap) = caps.into_iter().find_map(|(unit, cap)| Some((unit, cap?)))?;
        let random_costs = puzzles.iter().map(|puzzle| random_cost(puzzle)).collect();
        Some(Self { unit, cap, random_costs })
    }

    /// The score of a run on the puzzle of that place.
    pub fn score(&self, record: &Record, puzzle: usize) -> f64 {
        if record.solved() {
            let spent = match self.unit {
                EffortUnit::Generations => record.generations.unwrap_or(0) as f64,
                EffortUnit::Evaluations => record.evaluations.unwrap_or(0) as f64,
                EffortUnit::Nodes => record.nodes.unwrap_or(0) as f64,
                EffortUnit::Seconds => record.seconds,
            };
            return if self.cap > 0.0 { (spent / self.cap).min(1.0) } else { 0.0 };
        }
        let cost = record.cost.filter(|_| record.error.is_none());
        cost.map_or(LOST, |cost| 1.0 + f64::from(cost) / self.random_costs[puzzle])
    }
}

/// The mean cost of grids in whose boxes the missing digits stand in any order: what every method
/// could begin with, whatever its own genomes are. At least 1.
fn random_cost(puzzle: &Puzzle) -> f64 {
    let layout = puzzle.layout();
    let mut rng = Rng::from_seed(0);
    let mut sum = 0;
    for _ in 0..GRIDS {
        let mut digits = puzzle.givens().to_vec();
        for number in 0..layout.box_count() {
            let cells = layout.box_cells(number);
            let is_missing =
                |digit: &Digit| cells.iter().all(|&cell| puzzle.givens()[cell as usize] != *digit);
            let mut missing: Vec<Digit> = (1..=layout.side() as Digit).filter(is_missing).collect();
            rng.shuffle(&mut missing);
            let free = cells.iter().filter(|&&cell| puzzle.givens()[cell as usize] == EMPTY);
            for (&cell, digit) in free.zip(missing) {
                digits[cell as usize] = digit;
            }
        }
        sum += cost(layout, &digits);
    }
    (f64::from(sum) / f64::from(GRIDS)).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::collection;
    use crate::lab::samples::{arm, broken, failed, generations, plan, solved};

    fn budget(evaluations: Option<u64>) -> Budget {
        Budget { evaluations, ..generations(1000) }
    }

    #[test]
    fn a_solution_counts_by_effort_and_a_failure_by_cost() {
        let plan = plan(&["9x9/hard-1"], &[], vec![arm("baseline", &[], budget(None))], 1);
        let (run, puzzle) = (plan.run(0), &plan.puzzles[0].puzzle);
        let scoring = Scoring::new(budget(None), &[puzzle]).expect("a budget");
        assert_eq!(scoring.unit, EffortUnit::Generations);
        assert_eq!(scoring.score(&solved(&run, 250, 0.1), 0), 0.25);
        let random = scoring.random_costs[0];
        assert!((40.0..90.0).contains(&random), "{random}");
        assert_eq!(scoring.score(&failed(&run, 10, 0.1), 0), 1.0 + 10.0 / random);
        assert_eq!(scoring.score(&broken(&run, "no"), 0), LOST);
    }

    #[test]
    fn evaluations_come_first_and_no_budget_is_no_score() {
        let puzzle = collection::find("9x9/easy-1").expect("a puzzle").remove(0);
        let unit = |budget| Scoring::new(budget, &[&puzzle]).map(|scoring| scoring.unit);
        assert_eq!(unit(budget(Some(9))), Some(EffortUnit::Evaluations));
        let seconds = Budget { seconds: Some(1.0), ..Budget::default() };
        assert_eq!(unit(seconds), Some(EffortUnit::Seconds));
        assert_eq!(unit(Budget::default()), None);
    }
}
