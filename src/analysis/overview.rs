//! The summaries of a batch for somebody who reads them: each while they are few, and beyond
//! that one total for each arm and layout, so that a batch of any size fits a screen and memory.

use std::collections::HashMap;

use super::summary::Summary;
use crate::lab::Arm;

/// The most summaries that are kept one by one.
pub const MOST_LINES: usize = 40;

/// A batch, seen from far or near.
#[derive(Default)]
pub struct Overview<'p> {
    summaries: Vec<Summary<'p>>,
    totals: Vec<Total<'p>>,
    /// Where the total of an arm, by its address, and a layout stands.
    places: HashMap<(*const Arm, &'p str), usize>,
    count: usize,
}

/// One arm on all puzzles of one layout. Puzzles are not alike, so that there is no interval and
/// no mean effort: it is a count and nothing else.
#[derive(Clone)]
pub struct Total<'p> {
    /// The method with its values.
    pub arm: &'p Arm,
    /// Name of the layout.
    pub layout: &'p str,
    /// Puzzles.
    pub puzzles: u64,
    /// Puzzles that were solved by every run.
    pub always: u64,
    /// Puzzles that were solved by no run.
    pub never: u64,
    /// All runs.
    pub runs: u64,
    /// Runs that solved.
    pub solved: u64,
    /// Runs that broke off.
    pub errors: u64,
    seconds: f64,
}

impl<'p> Overview<'p> {
    /// Takes the next summary, in the order of the plan.
    pub fn add(&mut self, summary: Summary<'p>) {
        let layout = summary.planned.puzzle.layout().name();
        let place = *self.places.entry((summary.arm, layout)).or_insert_with(|| {
            self.totals.push(Total::new(summary.arm, layout));
            self.totals.len() - 1
        });
        self.totals[place].add(&summary);
        self.count += 1;
        if self.count <= MOST_LINES {
            self.summaries.push(summary);
        } else {
            self.summaries = Vec::new();
        }
    }

    /// Every summary, when they are few.
    pub fn summaries(&self) -> Option<&[Summary<'p>]> {
        (self.count <= MOST_LINES).then_some(&self.summaries)
    }

    /// One total for each arm and layout.
    pub fn totals(&self) -> &[Total<'p>] {
        &self.totals
    }
}

impl<'p> Total<'p> {
    fn new(arm: &'p Arm, layout: &'p str) -> Self {
        let [puzzles, always, never, runs, solved, errors] = [0; 6];
        Self { arm, layout, puzzles, always, never, runs, solved, errors, seconds: 0.0 }
    }

    fn add(&mut self, summary: &Summary<'_>) {
        let figures = &summary.figures;
        let solved = figures.solved;
        self.puzzles += 1;
        self.always += u64::from(solved.successes == solved.trials);
        self.never += u64::from(solved.successes == 0);
        self.runs += solved.trials;
        self.solved += solved.successes;
        self.errors += figures.errors;
        let whole = solved.trials - figures.errors;
        self.seconds += figures.mean_seconds.unwrap_or(0.0) * whole as f64;
    }

    /// Mean CPU seconds of all runs that did not break off.
    pub fn mean_seconds(&self) -> Option<f64> {
        let whole = self.runs - self.errors;
        (whole > 0).then(|| self.seconds / whole as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Summaries;
    use crate::lab::samples::{arm, broken, failed, generations, plan, solved};

    #[test]
    fn many_summaries_become_totals() {
        let arms = (0..21).map(|more| arm("baseline", &[], generations(1000 + more))).collect();
        let plan = plan(&["9x9/easy-1", "9x9/easy-2", "twodoku/easy-1"], &[], arms, 2);
        let mut overview = Overview::default();
        let mut summaries = Summaries::default();
        for number in 0..plan.len() {
            let run = plan.run(number);
            let record = match (run.planned.puzzle.name(), run.repeat) {
                ("easy-1", _) => solved(&run, 5, 1.0),
                (_, 0) => broken(&run, "no"),
                _ => failed(&run, 4, 4.0),
            };
            if let Some(summary) = summaries.add(&run, &record) {
                let few = overview.count < MOST_LINES;
                overview.add(summary);
                assert_eq!(overview.summaries().is_some(), few, "{number}");
            }
        }
        summaries.finish().into_iter().for_each(|summary| overview.add(summary));
        assert_eq!(overview.totals().len(), 2 * 21);
        let total = &overview.totals()[0];
        assert_eq!((total.layout, total.puzzles, total.always, total.never), ("9x9", 2, 1, 1));
        assert_eq!((total.runs, total.solved, total.errors), (4, 2, 1));
        assert_eq!(total.mean_seconds(), Some(2.0));
        assert_eq!(overview.totals()[41].layout, "twodoku");
    }
}
