//! What a batch tells of itself while it is under way: runs done, and solved by method.

use std::collections::HashMap;

use super::super::console::plain;
use super::super::progress::{Progress, Telling};
use crate::lab::runner::Finished;
use crate::lab::{Arm, Plan};

/// More methods than these are not told one by one.
const METHODS_TOLD: usize = 6;

/// The progress of a batch.
pub struct Watch<'p> {
    plan: &'p Plan,
    progress: Progress,
    tallies: Vec<Tally<'p>>,
    /// Where the tally of each arm is.
    places: Vec<usize>,
}

struct Tally<'p> {
    method: &'p str,
    solved: u64,
    runs: u64,
}

impl<'p> Watch<'p> {
    /// A batch of so many runs, of which some are finished.
    pub fn new(plan: &'p Plan, finished: usize, planned: usize, telling: Telling) -> Self {
        let mut tallies: Vec<Tally<'_>> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        let place = |arm: &'p Arm| {
            let method = arm.method.name();
            *known.entry(method).or_insert_with(|| {
                tallies.push(Tally { method, solved: 0, runs: 0 });
                tallies.len() - 1
            })
        };
        let places = plan.arms.iter().map(place).collect();
        let progress = Progress::resumed(finished as u64, planned as u64, "runs", telling);
        Self { plan, progress, tallies, places }
    }

    /// Counts finished runs and tells of them when it is time.
    pub fn tell(&mut self, finished: &[Finished]) {
        for Finished { number, record } in finished {
            let tally = &mut self.tallies[self.places[self.plan.arm_place(*number)]];
            tally.runs += 1;
            tally.solved += u64::from(record.solved());
        }
        let tallies = &self.tallies;
        self.progress.advance(finished.len() as u64, || remarks(tallies));
    }

    /// No run is under way any more, and the results are written.
    pub fn write(&self) {
        self.progress.then("writing the results");
    }

    /// The batch is over, or stopped.
    pub fn finish(self) {
        self.progress.finish();
    }
}

/// How many of the runs of this session are solved: by method while these are few, and in short.
fn remarks(tallies: &[Tally<'_>]) -> Vec<String> {
    let sum = |count: fn(&Tally<'_>) -> u64| tallies.iter().map(count).sum::<u64>();
    let (solved, runs) = (sum(|tally| tally.solved), sum(|tally| tally.runs));
    if runs == 0 {
        return Vec::new();
    }
    let mut remarks = vec![format!("; solved {solved}/{runs}")];
    if tallies.len() <= METHODS_TOLD {
        let each =
            |tally: &Tally<'_>| format!("{} {}/{}", plain(tally.method), tally.solved, tally.runs);
        let begun = tallies.iter().filter(|tally| tally.runs > 0);
        let all = begun.map(each).collect::<Vec<_>>().join(", ");
        remarks.insert(0, format!("; solved: {all}"));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_runs_are_told_by_method_while_there_are_few() {
        let tally = |method, solved| Tally { method, solved, runs: 9 };
        let few = remarks(&[tally("a", 3), tally("b", 0)]);
        assert_eq!(few, ["; solved: a 3/9, b 0/9", "; solved 3/18"]);
        let many: Vec<Tally<'_>> = (0..7).map(|solved| tally("a", solved)).collect();
        assert_eq!(remarks(&many), ["; solved 21/63"]);
        let none = || Tally { runs: 0, ..tally("c", 0) };
        assert_eq!(remarks(&[tally("a", 3), none()])[0], "; solved: a 3/9");
        assert!(remarks(&[none()]).is_empty());
    }
}
