//! `sudoga man`: manual pages, made from the same definition as `--help`.

use anyhow::anyhow;
use clap::{Command, CommandFactory};

use super::DONE;
use super::args::Arguments;
use super::console::Output;
use crate::board::nearest::nearest;

/// Prints the page of the program, or of one verb.
pub fn man(verb: Option<&str>) -> anyhow::Result<u8> {
    let mut program = Arguments::command();
    program.build();
    let command = match verb {
        None => program,
        Some(verb) => page_of(&program, verb)?,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    let mut output = Output::new();
    output.text(&String::from_utf8_lossy(&page))?;
    output.flush()?;
    Ok(DONE)
}

fn page_of(program: &Command, verb: &str) -> anyhow::Result<Command> {
    let command = program.find_subcommand(verb).ok_or_else(|| {
        let hint = nearest(verb, program.get_subcommands().map(Command::get_name));
        anyhow!("no verb `{verb}`; did you mean `{}`?", hint.unwrap_or("solve"))
    })?;
    Ok(command.clone())
}
