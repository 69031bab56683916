//! Tests of the room that need plans made by hand.

mod estimate;
mod plan;
mod runner;

use super::plan::{Arm, Pairing, Plan, PlanFile, Planned};
use crate::board::collection;
use crate::method::Method;
use crate::solver::{Budget, Solver};

/// An arm of a preset, ended after some generations.
pub fn arm(preset: &str, generations: u64) -> Arm {
    let method = Method::resolve(preset, &[]).expect(preset);
    let budget = Budget { generations: Some(generations), ..Budget::default() };
    Arm { solver: method.solver(), budget: method.budget_or(budget), method, values: Vec::new() }
}

/// An arm of which everything is a preset's but what it does.
pub fn arm_of(solver: impl Solver + 'static) -> Arm {
    Arm { solver: Box::new(solver), ..arm("dfs", 1) }
}

/// A plan on embedded puzzles.
pub fn plan(addresses: &[&str], arms: Vec<Arm>, repeats: u64) -> Plan {
    let puzzles = addresses.iter().flat_map(|address| collection::find(address).expect(address));
    Plan {
        name: "test".to_owned(),
        seed: 10,
        repeats,
        pairing: Pairing::Independent,
        history: false,
        keys: Vec::new(),
        puzzles: puzzles.map(Planned::new).collect(),
        arms,
        resolved: PlanFile::default(),
    }
}
