//! `sudoga completions`: what a shell needs to complete commands.

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::DONE;
use super::args::Arguments;
use super::console::Output;

/// Prints the script.
pub fn completions(shell: Shell) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    generate(shell, &mut Arguments::command(), "sudoga", &mut script);
    let mut output = Output::new();
    output.text(&String::from_utf8_lossy(&script))?;
    output.flush()?;
    Ok(DONE)
}
