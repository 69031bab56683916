//! The fault campaign: batches that are killed, starved of disk, raced, sent through time and
//! damaged, again and again, and must come to the bytes of a run that nothing has happened to.
//!
//! `cargo test --release --test faults -- --help` tells what can be asked for. All that is decided
//! here comes from the seed; what depends on the moment, such as how far a batch has come when a
//! signal hits it, differs from run to run. A violation tells the command that repeats its case.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the campaign prints its table")]

#[cfg(target_os = "linux")]
mod campaign;
#[cfg(target_os = "linux")]
mod child;
#[cfg(target_os = "linux")]
mod clock;
#[cfg(target_os = "linux")]
mod crafted;
#[cfg(target_os = "linux")]
mod damage;
#[cfg(target_os = "linux")]
mod disk;
mod held;
#[cfg(target_os = "linux")]
mod journals;
#[cfg(target_os = "linux")]
mod kills;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod shim;
#[cfg(target_os = "linux")]
mod signals;
#[cfg(target_os = "linux")]
mod small_disk;
#[path = "../support/mod.rs"]
mod support;
#[cfg(target_os = "linux")]
mod truth;
#[cfg(target_os = "linux")]
mod work;

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    use clap::Parser;
    campaign::Campaign::new(campaign::Options::parse()).run()
}

/// The shim and the signals are those of Linux.
#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    println!("the fault campaign needs Linux");
    ExitCode::SUCCESS
}
