//! Everything that reads something, under edited and random input.
//!
//! `cargo test --release --test fuzz -- --inputs 1000000` gives each target its share of the
//! inputs and prints a table. An input is a valid thing of its target that was edited, words of
//! its language in a row, or bytes at random; its number and the seed alone decide it. A finding
//! is a panic, something accepted that does not read back as itself, an error without its place,
//! or an input that takes too much memory; the input goes into a folder, and the program ends
//! with 1.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints a table")]

mod edits;
mod engine;
mod options;
mod targets;

use std::fs;
use std::process::ExitCode;

use engine::{Tally, fuzz};
use options::Options;
use targets::{TARGETS, Target};

fn main() -> ExitCode {
    match Options::parse(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Fuzzes what was asked for and tells how many findings there are.
fn run(options: &Options) -> Result<usize, String> {
    let is_asked =
        |target: &&Target| options.target.as_deref().is_none_or(|name| name == target.name);
    let asked: Vec<&Target> = TARGETS.iter().filter(is_asked).collect();
    if asked.is_empty() {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        return Err(format!("no such target; expected one of {}", names.join(", ")));
    }
    if let Some(folder) = &options.corpus {
        return write_corpus(&asked, folder).map(|()| 0);
    }
    engine::silence_panics();
    println!("| target | inputs | accepted | refused | findings | inputs/s | largest memory |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let mut total = Tally::default();
    for target in &asked {
        let tally = fuzz(target, &options.share(asked.len()));
        println!("{}", tally.row(target.name));
        keep(target, &tally, options)?;
        total.add(tally);
    }
    println!("{}", total.row("all"));
    targets::scratch::remove();
    Ok(total.findings.len())
}

/// Writes the inputs of the findings, and tells them.
fn keep(target: &Target, tally: &Tally, options: &Options) -> Result<(), String> {
    let failed = |error| format!("{}: {error}", options.findings.display());
    for finding in &tally.findings {
        let path = options.findings.join(format!("{}-{}", target.name, finding.number));
        fs::create_dir_all(&options.findings).map_err(failed)?;
        fs::write(&path, &finding.input).map_err(failed)?;
        eprintln!("{}: {}", path.display(), finding.what);
    }
    Ok(())
}

/// Writes the valid things of targets, a folder each, for a fuzzer that wants some to begin with.
fn write_corpus(asked: &[&Target], folder: &std::path::Path) -> Result<(), String> {
    for target in asked {
        let own = folder.join(target.name);
        let failed = |error| format!("{}: {error}", own.display());
        fs::create_dir_all(&own).map_err(failed)?;
        for (number, sample) in (target.samples)().iter().enumerate() {
            fs::write(own.join(format!("sample-{number}")), sample).map_err(failed)?;
        }
    }
    targets::scratch::remove();
    Ok(())
}
