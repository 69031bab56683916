//! The library that is put between the program and its system: see `shim.c`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Folder;

/// All calls that can be hit.
pub const ALL_CALLS: &str = "oidwtsfrum";

/// Those by which files are changed.
pub const CHANGING: &str = "owtsfrum";

/// Those whose failure nobody may pass over and call himself done. Of the others a folder may be
/// there before it is made, a file gone before it is removed, and a folder be left without `fsync`.
pub const GRAVE: &str = "odwtsr";

/// What happens at which call.
#[derive(Clone, Copy)]
pub struct Fault {
    /// Which calls count.
    pub calls: &'static str,
    /// The call that is hit, from 1.
    pub at: u64,
    /// How many are hit from there on; 0: all.
    pub span: u64,
    /// What becomes of them.
    pub deed: &'static str,
    /// The error of those that fail.
    pub error: i32,
}

/// The library, compiled.
pub struct Shim(PathBuf);

impl Shim {
    /// Compiles it.
    pub fn build(folder: &Folder) -> Self {
        let path = folder.0.join("shim.so");
        let source = folder.write("shim.c", include_str!("shim.c"));
        let mut compiler = Command::new("cc");
        compiler.args(["-O2", "-shared", "-fPIC", "-o"]).arg(&path).args([&source, "-ldl"]);
        assert!(compiler.status().expect("a C compiler, cc").success());
        Self(path)
    }

    /// Puts a fault in the way of a command that works on a folder; `log` tells what was hit.
    pub fn fail(&self, command: &mut Command, folder: &Path, fault: Fault, log: &Path) {
        let Fault { calls, at, span, deed, error } = fault;
        command.env("LD_PRELOAD", &self.0);
        command.env("FAULTS_FOLDER", folder).env("FAULTS_LOG", log);
        command.env("FAULTS_CALLS", calls).env("FAULTS_DO", deed);
        command.env("FAULTS_AT", at.to_string()).env("FAULTS_SPAN", span.to_string());
        command.env("FAULTS_ERRNO", error.to_string());
    }

    /// Counts the calls of a command on a folder: a letter for each in `log`.
    pub fn count(&self, command: &mut Command, folder: &Path, log: &Path) {
        let fault = Fault { calls: ALL_CALLS, at: 0, span: 0, deed: "", error: 0 };
        self.fail(command, folder, fault, log);
    }

    /// Lets a clock jump; `log` tells whether it did.
    pub fn jump(&self, command: &mut Command, clock: &str, seed: u64, log: &Path) {
        command.env("LD_PRELOAD", &self.0).env("FAULTS_LOG", log);
        command.env("FAULTS_CLOCK", clock).env("FAULTS_SEED", seed.to_string());
    }
}

/// The letters in a log.
pub fn letters(log: &Path) -> String {
    fs::read_to_string(log).unwrap_or_default()
}
