//! The runs of one arm on one puzzle, in figures.

use super::figures::Figures;
use super::observation::Observation;
use super::unit::EffortUnit;
use crate::lab::{Arm, Planned, Record, Run};

/// What the runs of one arm on one puzzle came to.
#[derive(Clone)]
pub struct Summary<'p> {
    /// The puzzle.
    pub planned: &'p Planned,
    /// The method with its values.
    pub arm: &'p Arm,
    /// The figures, in the unit of the arm.
    pub figures: Figures,
}

/// Turns runs, in the order of their plan, into a [`Summary`] for each arm on each puzzle.
#[derive(Default)]
pub struct Summaries<'p> {
    open: Option<Sample<'p>>,
}

/// The runs of one arm on one puzzle while they come in.
struct Sample<'p> {
    planned: &'p Planned,
    arm: &'p Arm,
    runs: Vec<Observation>,
}

impl<'p> Summaries<'p> {
    /// Takes the next run; when it begins another arm or puzzle, gives the summary of the last.
    pub fn add(&mut self, run: &Run<'p>, record: &Record) -> Option<Summary<'p>> {
        let is_same = self.open.as_ref().is_some_and(|open| {
            std::ptr::eq(open.planned, run.planned) && std::ptr::eq(open.arm, run.arm)
        });
        let finished = if is_same { None } else { self.open.take() };
        let Run { planned, arm, .. } = *run;
        let open = self.open.get_or_insert_with(|| Sample { planned, arm, runs: Vec::new() });
        open.runs.push(Observation::new(run, record));
        finished.map(Sample::summary)
    }

    /// The summary of the last arm and puzzle.
    pub fn finish(self) -> Option<Summary<'p>> {
        self.open.map(Sample::summary)
    }
}

impl<'p> Sample<'p> {
    fn summary(self) -> Summary<'p> {
        let Self { planned, arm, runs } = self;
        Summary { planned, arm, figures: Figures::of(&runs, EffortUnit::of(arm)) }
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
            .map(|Summary { figures: of, .. }| {
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
        assert!(found.iter().all(|of| of.figures.solved.trials == 4));
        let deviations: Vec<_> = found.iter().map(|of| of.figures.effort_deviation).collect();
        assert_eq!(deviations, [Some(450f64.sqrt()), None, Some(0.0), None]);
        assert!(std::ptr::eq(found[2].planned, &plan.puzzles[1]));
        assert!(std::ptr::eq(found[3].arm, &plan.arms[1]));
    }

    #[test]
    fn of_no_runs_there_is_no_summary() {
        assert!(Summaries::default().finish().is_none());
    }
}
