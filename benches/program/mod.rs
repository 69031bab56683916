//! What the benches of the whole program share: the program as a process, and what it has spent.
#![allow(dead_code, reason = "each bench uses its own part")]

use std::process::{Command, Stdio};

use wait4::Wait4;

/// What a process has spent.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    /// CPU seconds of all its threads, those of the system for it included.
    pub seconds: f64,
    /// The most memory that it has held, in bytes.
    pub memory: u64,
}

/// The program with some words, silent.
pub fn sudoga<'w>(words: impl IntoIterator<Item = &'w str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoga"));
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Runs the program to its end, which must be a good one.
pub fn spend<'w>(words: impl IntoIterator<Item = &'w str>) -> Spent {
    let mut command = sudoga(words);
    let child = command.stderr(Stdio::inherit()).spawn().expect("the program starts");
    let used = child.wait4().expect("the program ends");
    assert!(used.status.success(), "{command:?}: {}", used.status);
    let seconds = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    Spent { seconds, memory: used.rusage.maxrss }
}
