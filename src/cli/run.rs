//! `sudoga run`: a plan of seeded runs from a file.

use super::args::RunArguments;
use super::batch::{self, Then};
use crate::lab::plan::Source;

/// Runs the plan and shows a summary.
pub fn run(arguments: &RunArguments) -> anyhow::Result<u8> {
    let mut source = Source::read(&arguments.plan)?;
    source.plan.set.extend(arguments.sets.iter().cloned());
    batch::execute(source, &arguments.batch, Then::Show)
}
