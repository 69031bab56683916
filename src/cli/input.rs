//! Which sources of puzzles the command line names.

use std::iter::once;

use super::args::InputArguments;
use crate::board::source::{self, Puzzles};
use crate::board::text::ReadOptions;

/// All puzzles of the command line, each source opened when its turn comes.
pub fn puzzles(arguments: &InputArguments) -> anyhow::Result<Puzzles> {
    let layout = arguments.layout.as_deref().map(source::layout).transpose()?;
    let options = ReadOptions { layout, digits: arguments.digits.into() };
    let sources = arguments.puzzles.clone().into_iter();
    Ok(Box::new(sources.flat_map(move |source| {
        source::open(&source, &options).unwrap_or_else(|error| Box::new(once(Err(error))))
    })))
}
