//! Tests of the room that need plans made by hand.

mod ledger;
mod plan;
mod runner;

use super::plan::{Arm, Plan};
use super::samples;
use crate::solver::Solver;

/// An arm of a preset, ended after some generations.
pub fn arm(preset: &str, generations: u64) -> Arm {
    let mut arm = samples::arm(preset, &[], samples::generations(generations));
    arm.budget = arm.method.budget_or(arm.budget);
    arm
}

/// An arm of which everything is a preset's but what it does.
pub fn arm_of(solver: impl Solver + 'static) -> Arm {
    Arm { solver: Box::new(solver), ..arm("dfs", 1) }
}

/// A plan on embedded puzzles.
pub fn plan(addresses: &[&str], arms: Vec<Arm>, repeats: u64) -> Plan {
    samples::plan(addresses, &[], arms, repeats)
}
