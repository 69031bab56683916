//! Everything that reads something, under edited and random input.
//!
//! `cargo test --release --test fuzz -- --inputs 1000000` gives each target its share of the
//! inputs and prints a table. An input is a valid thing of its target that was edited, words of
//! its language in a row, or bytes at random; its number and the seed alone decide it. A finding
//! is a panic, something accepted that does not read back as itself, an error without its place,
//! an input that takes too much memory or time, or aborts the process; the input goes into a
//! folder, and the program ends with 1.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints a table")]

mod edits;
mod engine;
mod guard;
mod note;
mod options;
mod targets;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use engine::{Tally, fuzz};
use options::Options;
use targets::{TARGETS, Target, named};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let ended = Options::parse(&words).and_then(|options| match options.notes {
        None => guard::run(&words, &options),
        Some(_) => run(&options).map(|findings| u8::from(findings > 0)),
    });
    ended.map_or_else(
        |message| {
            eprintln!("error: {message}");
            ExitCode::from(2)
        },
        ExitCode::from,
    )
}

/// Does what was asked for and tells how many findings there are.
fn run(options: &Options) -> Result<usize, String> {
    let asked = match &options.target {
        Some(name) => vec![named(name)?],
        None => TARGETS.iter().collect(),
    };
    if let Some(folder) = &options.corpus {
        return write_corpus(&asked, folder).map(|()| 0);
    }
    guard::bound_memory();
    engine::silence_panics();
    match &options.input {
        Some(path) => replay(asked[0], path, options),
        None => fuzz_all(&asked, options),
    }
}

fn fuzz_all(asked: &[&Target], options: &Options) -> Result<usize, String> {
    println!(
        "| target | inputs | accepted | refused | skipped | findings | inputs/s | largest memory |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut total = Tally::default();
    for target in asked {
        let tally = fuzz(target, &options.share(asked.len()));
        println!("{}", tally.row(target.name));
        keep(target, &tally, options)?;
        total.add(tally);
    }
    println!("{}", total.row("all"));
    Ok(total.findings.len())
}

/// One input again.
fn replay(target: &Target, path: &Path, options: &Options) -> Result<usize, String> {
    let input = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let checked = engine::check_one(target, &input, options);
    match &checked {
        Ok(verdict) => println!("{}: {verdict:?}", path.display()),
        Err(what) => eprintln!("{}: {what}", path.display()),
    }
    Ok(usize::from(checked.is_err()))
}

/// Writes the inputs of the findings, and tells them.
fn keep(target: &Target, tally: &Tally, options: &Options) -> Result<(), String> {
    let failed = |error| format!("{}: {error}", options.findings.display());
    for finding in &tally.findings {
        let path = options.findings.join(format!("{}-{}", target.name, finding.name));
        fs::create_dir_all(&options.findings).map_err(failed)?;
        fs::write(&path, &finding.input).map_err(failed)?;
        eprintln!("{}: {}", path.display(), finding.what);
    }
    Ok(())
}

/// Writes the valid things of targets, a folder each, for a fuzzer that wants some to begin with.
fn write_corpus(asked: &[&Target], folder: &Path) -> Result<(), String> {
    for target in asked {
        let own = folder.join(target.name);
        let failed = |error| format!("{}: {error}", own.display());
        fs::create_dir_all(&own).map_err(failed)?;
        for (number, sample) in (target.samples)().iter().enumerate() {
            fs::write(own.join(format!("sample-{number}")), sample).map_err(failed)?;
        }
    }
    Ok(())
}
