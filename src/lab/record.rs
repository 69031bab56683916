//! What is kept of one run: a line of the journal.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::solution_digest::SolutionDigest;
use crate::solver::{Outcome, Point, Stop};

/// The digest of all that decides a run's result, 64 bits of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunId(pub u64);

/// A text that is no run id.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no run id, expected sixteen hexadecimal digits")]
pub struct NoRunId(String);

impl fmt::Display for RunId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

impl FromStr for RunId {
    type Err = NoRunId;

    fn from_str(text: &str) -> Result<Self, NoRunId> {
        let is_whole = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_whole);
        number.map(Self).ok_or_else(|| NoRunId(text.to_owned()))
    }
}

impl TryFrom<String> for RunId {
    type Error = NoRunId;

    fn try_from(text: String) -> Result<Self, NoRunId> {
        text.parse()
    }
}

impl From<RunId> for String {
    fn from(id: RunId) -> Self {
        id.to_string()
    }
}

/// What is kept of runs beside their figures, where a plan asks for it; no part of a run's id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// The course of fitness.
    pub history: bool,
    /// Which solution was found.
    pub solutions: bool,
}

/// The result of one run; what the run was is told by the plan, under the same id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Which run of the plan.
    pub run_id: RunId,
    /// Why it ended.
    pub stop: Stop,
    /// Missing digits of the best grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// Fitness of the best member, in the terms of the method's own rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fitness: Option<f64>,
    /// Mean fitness of the last population.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_fitness: Option<f64>,
    /// Evolve steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// Genomes or neighbours priced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// Values tried by a tree search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Generation in which the best member became better for the last time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_improvement: Option<u64>,
    /// New populations made on the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restarts: Option<u64>,
    /// Purges made on the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purges: Option<u64>,
    /// Cells that logic filled before the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prepared: Option<u32>,
    /// Cells of the best grid that differ from the only solution; unknown where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong_cells: Option<u32>,
    /// Which solution was found, when that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<SolutionDigest>,
    /// What went wrong, when `stop` is an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// CPU seconds of the run's thread; the one field that differs from machine to machine.
    pub seconds: f64,
    /// The course of fitness, when it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<Point>>,
}

impl Record {
    /// What is kept of an outcome; of extras only those that were asked for. What is no number is
    /// left out: JSON could not hold it.
    pub fn new(run_id: RunId, outcome: Outcome, wrong_cells: Option<u32>, extras: Extras) -> Self {
        let Outcome { stop, cost, effort, trace, grid, error, history, .. } = outcome;
        let solution = grid.filter(|_| extras.solutions && stop.is_solved());
        Self {
            run_id,
            stop,
            cost,
            fitness: trace.fitness.filter(|fitness| fitness.is_finite()),
            mean_fitness: trace.mean_fitness.filter(|fitness| fitness.is_finite()),
            generations: effort.generations,
            evaluations: effort.evaluations,
            nodes: effort.nodes,
            last_improvement: trace.last_improvement,
            restarts: trace.restarts,
            purges: trace.purges,
            prepared: trace.prepared,
            wrong_cells,
            solution: solution.as_ref().map(SolutionDigest::of),
            error,
            seconds: effort.seconds,
            history: extras.history.then(|| history.into_iter().filter(is_finite).collect()),
        }
    }

    /// Whether a solution was found.
    pub fn solved(&self) -> bool {
        self.stop.is_solved()
    }

    /// Generations since the best member became better for the last time.
    pub fn stagnant(&self) -> Option<u64> {
        self.generations?.checked_sub(self.last_improvement?)
    }

    /// Whether it tells which solution it found, if it found one.
    pub fn tells_solution(&self) -> bool {
        self.solution.is_some() || !self.solved()
    }

    /// Whether it holds what is wanted beside the figures.
    pub fn holds(&self, extras: Extras) -> bool {
        (self.history.is_some() || !extras.history) && (self.tells_solution() || !extras.solutions)
    }

    /// Whether two records tell the same result; how long it took, and which extras were kept, is
    /// no part of it.
    pub fn agrees_with(&self, other: &Self) -> bool {
        let bare =
            |record: &Self| Self { seconds: 0.0, solution: None, history: None, ..record.clone() };
        let histories = self.history.as_ref().zip(other.history.as_ref());
        let solutions = self.solution.zip(other.solution);
        bare(self) == bare(other)
            && histories.is_none_or(|(one, other)| one == other)
            && solutions.is_none_or(|(one, other)| one == other)
    }

    /// Whether two records of one run cannot both be true. Where the clock has stopped one of
    /// them they may differ in everything.
    pub fn contradicts(&self, other: &Self) -> bool {
        let by_clock = [self, other].iter().any(|record| record.stop == Stop::Seconds);
        !by_clock && !self.agrees_with(other)
    }
}

fn is_finite(point: &Point) -> bool {
    [point.best, point.mean, point.median].iter().all(|fitness| fitness.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let mut record =
            Record::new(RunId(0xabc), Outcome::broken("no".to_owned()), None, Extras::default());
        record.fitness = Some(0.1 + 0.2);
        record.seconds = 1e-7;
        record
    }

    #[test]
    fn a_record_comes_back_from_its_line() {
        let line = serde_json::to_string(&record()).expect("JSON");
        assert_eq!(
            line,
            r#"{"run_id":"0000000000000abc","stop":"error","fitness":0.30000000000000004,"error":"no","seconds":1e-7}"#
        );
        assert_eq!(serde_json::from_str::<Record>(&line).expect("a record"), record());
        for wrong in [r#"{"run_id":"abc","#, r#""run_id":"+000000000000abc""#, r#"{"x":1,"#] {
            let line = line.replacen(r#"{"run_id":"0000000000000abc","#, wrong, 1);
            assert!(serde_json::from_str::<Record>(&line).is_err(), "{line}");
        }
    }

    #[test]
    fn time_and_extras_are_no_part_of_a_result() {
        let later = Record { seconds: 2.0, history: Some(Vec::new()), ..record() };
        assert!(record().agrees_with(&later));
        assert!(!record().agrees_with(&Record { cost: Some(2), ..record() }));
        let point = Point { generation: 1, best: 0.0, mean: 0.0, median: 0.0 };
        assert!(!later.agrees_with(&Record { history: Some(vec![point]), ..record() }));
        let found = |digest| Record { solution: Some(SolutionDigest(digest)), ..record() };
        assert!(record().agrees_with(&found(1)) && found(1).agrees_with(&found(1)));
        assert!(!found(1).agrees_with(&found(2)));
        assert!(!record().contradicts(&later));
        assert!(record().contradicts(&Record { cost: Some(2), ..record() }));
        let timed = Record { cost: Some(2), stop: Stop::Seconds, ..record() };
        assert!(!record().contradicts(&timed) && !timed.contradicts(&record()));
    }
}
