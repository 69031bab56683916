//! `sudoga sweep`: a plan written from flags, over a grid of settings.

use std::path::Path;

use anyhow::bail;
use toml::{Table, Value};

use super::args::{Digits, InputArguments, SweepArguments};
use super::batch;
use crate::board::source;
use crate::board::text::ReadOptions;
use crate::lab::plan::{PlanFile, Source, puzzle_written_out};
use crate::method::{Method, RateName, split_setting, value_list};

/// Runs the grid and shows it as a table.
pub fn sweep(arguments: &SweepArguments) -> anyhow::Result<u8> {
    let method = Method::resolve(&arguments.method, &arguments.sets)?;
    let mut vary = Table::new();
    for (name, values) in
        [(RateName::Mutation, &arguments.mutation), (RateName::Crossover, &arguments.crossover)]
    {
        if let Some(values) = values {
            let key = method.rate_key(name)?.to_owned();
            add(&mut vary, key, values)?;
        }
    }
    for text in &arguments.vary {
        let (key, values) = split_setting(text, "--vary")?;
        add(&mut vary, key.to_owned(), values)?;
    }
    if vary.is_empty() {
        bail!("nothing to sweep; give --mutation, --crossover or --vary KEY=VALUE,...");
    }
    let plan = PlanFile {
        name: Some("sweep".to_owned()),
        puzzles: puzzles(&arguments.input)?,
        methods: vec![Value::from(arguments.method.as_str())],
        set: arguments.sets.clone(),
        vary,
        ..PlanFile::default()
    };
    batch::execute(Source::made("sweep", plan), &arguments.batch, arguments.confirm)
}

fn add(vary: &mut Table, key: String, values: &str) -> anyhow::Result<()> {
    if vary.contains_key(&key) {
        bail!("`{key}` is varied twice; give its values in one list");
    }
    vary.insert(key, Value::Array(value_list(values)));
    Ok(())
}

/// The puzzles of the command line as a plan names them; those of standard input are written out.
fn puzzles(input: &InputArguments) -> anyhow::Result<Vec<Value>> {
    let mut entries = Vec::new();
    for path in &input.puzzles {
        if path == Path::new("-") {
            let layout = input.layout.as_deref().map(source::layout).transpose()?;
            let options = ReadOptions { layout, digits: input.digits.into() };
            for puzzle in source::open(path, &options)? {
                entries.push(puzzle_written_out(&puzzle?));
            }
            continue;
        }
        let Some(file) = path.to_str() else {
            bail!("{}: a plan can only name files whose names are UTF-8", path.display());
        };
        entries.push(entry(file, input));
    }
    Ok(entries)
}

fn entry(file: &str, input: &InputArguments) -> Value {
    let mut table = Table::from_iter([("file".to_owned(), Value::from(file))]);
    if let Some(layout) = &input.layout {
        table.insert("layout".to_owned(), Value::from(layout.as_str()));
    }
    if matches!(input.digits, Digits::Hex) {
        table.insert("digits".to_owned(), Value::from("hex"));
    }
    if table.len() == 1 { Value::from(file) } else { Value::Table(table) }
}
