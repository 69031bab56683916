//! Made-up plans and records for tests, of this room and of those above it.

use super::plan::{Arm, Pairing, Plan, PlanFile, Planned, Primary, Run};
use super::record::{Extras, Record};
use crate::board::collection;
use crate::method::Method;
use crate::solver::{Budget, Outcome, Stop};

/// A method at a point of a grid.
pub fn arm(method: &str, values: &[Option<&str>], budget: Budget) -> Arm {
    let method = Method::resolve(method, &[]).expect("a preset");
    let values = values.iter().map(|value| value.map(str::to_owned)).collect();
    Arm { solver: method.solver(), method, values, budget }
}

/// A plan on puzzles of the collection.
pub fn plan(puzzles: &[&str], keys: &[&str], arms: Vec<Arm>, repeats: u64) -> Plan {
    let find = |address: &&str| collection::find(address).expect("an address").remove(0);
    Plan {
        name: "made-up".to_owned(),
        seed: 1,
        repeats,
        pairing: Pairing::Independent,
        primary: Primary::Solved,
        history: false,
        solutions: false,
        keys: keys.iter().map(|&key| key.to_owned()).collect(),
        puzzles: puzzles.iter().map(find).map(Planned::new).collect(),
        arms,
        digest: PlanFile::default().digest_with(std::iter::empty()),
        outline: PlanFile::default(),
    }
}

/// Arms of the baseline over all pairs of values, under a cap of 1000 generations.
pub fn cross(rows: &[&str], columns: &[&str]) -> Vec<Arm> {
    let pair = |row, column| arm("baseline", &[Some(row), Some(column)], generations(1000));
    rows.iter().flat_map(|row| columns.iter().map(move |column| pair(*row, *column))).collect()
}

/// A budget of generations.
pub fn generations(limit: u64) -> Budget {
    Budget { generations: Some(limit), ..Budget::default() }
}

/// A run that was solved after some generations.
pub fn solved(run: &Run<'_>, generations: u64, seconds: f64) -> Record {
    let mut record = failed(run, 0, seconds);
    record.stop = Stop::Solved;
    record.generations = Some(generations);
    record
}

/// A run that spent its 1000 generations.
pub fn failed(run: &Run<'_>, cost: u32, seconds: f64) -> Record {
    let mut record = broken(run, "");
    record.stop = Stop::Generations;
    record.cost = Some(cost);
    record.generations = Some(1000);
    record.seconds = seconds;
    record.error = None;
    record
}

/// A run that broke off.
pub fn broken(run: &Run<'_>, message: &str) -> Record {
    Record::new(run.id, Outcome::broken(message.to_owned()), None, Extras::default())
}
