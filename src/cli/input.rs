//! Which sources of puzzles the command line names.

use std::iter::once;
use std::path::{Path, PathBuf};

use anyhow::bail;
use toml::{Table, Value};

use super::args::{Digits, InputArguments, ReadingArguments};
use crate::board::source::{self, Puzzles};
use crate::board::text::ReadOptions;
use crate::lab::plan::puzzle_written_out;

/// All puzzles of the command line, each source opened when its turn comes.
pub fn puzzles(arguments: &InputArguments) -> anyhow::Result<Puzzles> {
    let options = options(&arguments.reading)?;
    let sources = arguments.puzzles.clone().into_iter();
    Ok(Box::new(sources.flat_map(move |source| {
        source::open(&source, &options).unwrap_or_else(|error| Box::new(once(Err(error))))
    })))
}

fn options(reading: &ReadingArguments) -> anyhow::Result<ReadOptions> {
    let layout = reading.layout.as_deref().map(source::layout).transpose()?;
    Ok(ReadOptions { layout, digits: reading.digits.into() })
}

/// The puzzles of the command line as a plan names them; those of standard input are written out.
pub fn plan_entries(paths: &[PathBuf], reading: &ReadingArguments) -> anyhow::Result<Vec<Value>> {
    let mut entries = Vec::new();
    for path in paths {
        if path == Path::new("-") {
            for puzzle in source::open(path, &options(reading)?)? {
                entries.push(puzzle_written_out(&puzzle?));
            }
            continue;
        }
        let Some(file) = path.to_str() else {
            bail!("{}: a plan can only name files whose names are UTF-8", path.display());
        };
        entries.push(entry(file, reading));
    }
    Ok(entries)
}

fn entry(file: &str, reading: &ReadingArguments) -> Value {
    let mut table = Table::from_iter([("file".to_owned(), Value::from(file))]);
    if let Some(layout) = &reading.layout {
        table.insert("layout".to_owned(), Value::from(layout.as_str()));
    }
    if matches!(reading.digits, Digits::Hex) {
        table.insert("digits".to_owned(), Value::from("hex"));
    }
    if table.len() == 1 { Value::from(file) } else { Value::Table(table) }
}
