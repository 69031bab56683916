//! The runs of one arm on one puzzle, in figures.

use super::unit::EffortUnit;
use crate::lab::{Arm, Planned, Record, Run};
use crate::solver::Stop;
use crate::stats::{Proportion, mean, median, standard_deviation};

/// What the runs of one arm on one puzzle came to. A run that broke off counts as a run that did
/// not solve; of its effort, cost and time nothing enters a mean.
#[derive(Clone)]
pub struct Summary<'p> {
    /// The puzzle.
    pub planned: &'p Planned,
    /// The method with its values.
    pub arm: &'p Arm,
    /// Runs that solved, of all runs.
    pub solved: Proportion,
    /// Runs that broke off.
    pub errors: u64,
    /// The unit of the efforts below.
    pub unit: EffortUnit,
    /// Mean effort of the runs that solved.
    pub mean_effort: Option<f64>,
    /// Median effort of the runs that solved.
    pub median_effort: Option<f64>,
    /// Sample standard deviation of the effort of the runs that solved.
    pub effort_deviation: Option<f64>,
    /// Mean CPU seconds of all runs that did not break off.
    pub mean_seconds: Option<f64>,
    /// Lowest cost among the failed runs.
    pub best_failed_cost: Option<u32>,
    /// Mean cost of the failed runs.
    pub mean_failed_cost: Option<f64>,
}

/// Turns runs, in the order of their plan, into a [`Summary`] for each arm on each puzzle.
#[derive(Default)]
pub struct Summaries<'p> {
    open: Option<Tally<'p>>,
}

/// What is kept of the runs of one arm on one puzzle while they come in.
struct Tally<'p> {
    planned: &'p Planned,
    arm: &'p Arm,
    unit: EffortUnit,
    runs: u64,
    solved: u64,
    errors: u64,
    efforts: Vec<u64>,
    seconds: f64,
    costs: u64,
    cost_sum: u64,
    best_cost: Option<u32>,
}

impl<'p> Summaries<'p> {
    /// Takes the next run; when it begins another arm or puzzle, gives the summary of the last.
    pub fn add(&mut self, run: &Run<'p>, record: &Record) -> Option<Summary<'p>> {
        let is_same = self.open.as_ref().is_some_and(|open| {
            std::ptr::eq(open.planned, run.planned) && std::ptr::eq(open.arm, run.arm)
        });
        let finished = if is_same { None } else { self.open.take() };
        self.open.get_or_insert_with(|| Tally::new(run)).add(record);
        finished.map(Tally::summary)
    }

    /// The summary of the last arm and puzzle.
    pub fn finish(self) -> Option<Summary<'p>> {
        self.open.map(Tally::summary)
    }
}

impl<'p> Tally<'p> {
    fn new(run: &Run<'p>) -> Self {
        Self {
            planned: run.planned,
            arm: run.arm,
            unit: EffortUnit::of(run.arm),
            runs: 0,
            solved: 0,
            errors: 0,
            efforts: Vec::new(),
            seconds: 0.0,
            costs: 0,
            cost_sum: 0,
            best_cost: None,
        }
    }

    fn add(&mut self, record: &Record) {
        self.runs += 1;
        if record.stop == Stop::Error {
            self.errors += 1;
            return;
        }
        self.seconds += record.seconds;
        if record.solved() {
            self.solved += 1;
            self.efforts.extend(self.unit.spent(record));
        } else if let Some(cost) = record.cost {
            self.costs += 1;
            self.cost_sum += u64::from(cost);
            self.best_cost = Some(self.best_cost.map_or(cost, |best| best.min(cost)));
        }
    }

    fn summary(self) -> Summary<'p> {
        let efforts: Vec<f64> = self.efforts.iter().map(|&effort| effort as f64).collect();
        let over = |sum: f64, count: u64| (count > 0).then(|| sum / count as f64);
        Summary {
            planned: self.planned,
            arm: self.arm,
            solved: Proportion::new(self.solved, self.runs),
            errors: self.errors,
            unit: self.unit,
            mean_effort: mean(&efforts),
            median_effort: median(&efforts),
            effort_deviation: standard_deviation(&efforts),
            mean_seconds: over(self.seconds, self.runs - self.errors),
            best_failed_cost: self.best_cost,
            mean_failed_cost: over(self.cost_sum as f64, self.costs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::samples::{arm, broken, failed, generations, plan, solved};

    #[test]
    fn every_arm_on_every_puzzle_has_its_figures() {
        let arms =
            vec![arm("baseline", &[], generations(1000)), arm("baseline", &[], generations(1001))];
        let plan = plan(&["9x9/easy-1", "9x9/easy-2"], &[], arms, 4);
        let mut summaries = Summaries::default();
        let mut found = Vec::new();
        for number in 0..plan.len() {
            let run = plan.run(number);
            let record = match number {
                0 => solved(&run, 10, 1.0),
                1 => solved(&run, 40, 2.0),
                2 => failed(&run, 6, 3.0),
                3 => broken(&run, "no"),
                4..8 => failed(&run, number as u32, 0.5),
                8..12 => solved(&run, 7, 0.0),
                _ => broken(&run, "no"),
            };
            found.extend(summaries.add(&run, &record));
        }
        found.extend(summaries.finish());
        let figures: Vec<_> = found
            .iter()
            .map(|of| {
                let effort = (of.mean_effort, of.median_effort);
                let costs = (of.best_failed_cost, of.mean_failed_cost);
                (of.solved.successes, of.errors, effort, of.mean_seconds, costs)
            })
            .collect();
        assert_eq!(
            figures,
            [
                (2, 1, (Some(25.0), Some(25.0)), Some(2.0), (Some(6), Some(6.0))),
                (0, 0, (None, None), Some(0.5), (Some(4), Some(5.5))),
                (4, 0, (Some(7.0), Some(7.0)), Some(0.0), (None, None)),
                (0, 4, (None, None), None, (None, None)),
            ]
        );
        assert!(found.iter().all(|of| of.solved.trials == 4));
        let deviations: Vec<_> = found.iter().map(|of| of.effort_deviation).collect();
        assert_eq!(deviations, [Some(450f64.sqrt()), None, Some(0.0), None]);
        assert!(std::ptr::eq(found[2].planned, &plan.puzzles[1]));
        assert!(std::ptr::eq(found[3].arm, &plan.arms[1]));
    }

    #[test]
    fn of_no_runs_there_is_no_summary() {
        assert!(Summaries::default().finish().is_none());
    }
}
