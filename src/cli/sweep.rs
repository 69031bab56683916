//! `sudoga sweep`: a plan written from flags, over a grid of settings.

use anyhow::bail;
use toml::{Table, Value};

use super::args::SweepArguments;
use super::batch::{self, Then};
use super::input::plan_entries;
use crate::lab::plan::{PlanFile, Source};
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
        puzzles: plan_entries(&arguments.input.puzzles, &arguments.input.reading)?,
        methods: vec![Value::from(arguments.method.as_str())],
        set: arguments.sets.clone(),
        vary,
        ..PlanFile::default()
    };
    let then = arguments.confirm.map_or(Then::Show, Then::Confirm);
    batch::execute(Source::made("sweep", plan), &arguments.batch, then)
}

fn add(vary: &mut Table, key: String, values: &str) -> anyhow::Result<()> {
    if vary.contains_key(&key) {
        bail!("`{key}` is varied twice; give its values in one list");
    }
    vary.insert(key, Value::Array(value_list(values)));
    Ok(())
}
