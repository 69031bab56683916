//! What a batch tells of itself while it is under way: runs done, and solved by method.

use super::super::progress::Progress;
use crate::lab::Plan;
use crate::lab::runner::Finished;

/// More methods than these are not told one by one.
const METHODS_TOLD: usize = 6;

/// The progress of a batch.
pub struct Watch<'p> {
    plan: &'p Plan,
    progress: Progress,
    tallies: Vec<Tally<'p>>,
}

struct Tally<'p> {
    method: &'p str,
    solved: u64,
    runs: u64,
}

impl<'p> Watch<'p> {
    /// A batch of which so many runs are still to be done.
    pub fn new(plan: &'p Plan, pending: usize, quiet: bool) -> Self {
        let mut tallies: Vec<Tally<'_>> = Vec::new();
        for arm in &plan.arms {
            let method = arm.method.name();
            if tallies.iter().all(|tally| tally.method != method) {
                tallies.push(Tally { method, solved: 0, runs: 0 });
            }
        }
        Self { plan, progress: Progress::new(pending as u64, "runs", quiet), tallies }
    }

    /// Counts finished runs and tells of them when it is time.
    pub fn tell(&mut self, finished: &[Finished]) {
        for Finished { number, record } in finished {
            let method = self.plan.arm(*number).method.name();
            if let Some(tally) = self.tallies.iter_mut().find(|tally| tally.method == method) {
                tally.runs += 1;
                tally.solved += u64::from(record.solved());
            }
        }
        let tallies = &self.tallies;
        self.progress.advance(finished.len() as u64, || remark(tallies));
    }

    /// The batch is over, or stopped.
    pub fn finish(self) {
        self.progress.finish();
    }
}

fn remark(tallies: &[Tally<'_>]) -> String {
    if tallies.len() > METHODS_TOLD {
        let sum = |count: fn(&Tally<'_>) -> u64| tallies.iter().map(count).sum::<u64>();
        return format!("; solved {}/{}", sum(|tally| tally.solved), sum(|tally| tally.runs));
    }
    let each = |tally: &Tally<'_>| format!("{} {}/{}", tally.method, tally.solved, tally.runs);
    format!("; solved: {}", tallies.iter().map(each).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_runs_are_told_by_method_while_there_are_few() {
        let tally = |method, solved| Tally { method, solved, runs: 9 };
        assert_eq!(remark(&[tally("a", 3), tally("b", 0)]), "; solved: a 3/9, b 0/9");
        let many: Vec<Tally<'_>> = (0..7).map(|solved| tally("a", solved)).collect();
        assert_eq!(remark(&many), "; solved 21/63");
    }
}
