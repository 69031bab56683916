//! The targets of the fuzzer under libFuzzer, which looks for inputs that reach new code.
//!
//! The variable `SUDOGA_FUZZ_TARGET` names the target; `docs/reliability.md` tells the commands.

#![no_main]

#[path = "../targets/mod.rs"]
mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use targets::{Target, named};

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("SUDOGA_FUZZ_TARGET").unwrap_or_default();
    named(&name).unwrap_or_else(|message| panic!("SUDOGA_FUZZ_TARGET: {message}"))
});

fuzz_target!(|input: &[u8]| {
    if let Err(what) = (TARGET.check)(input) {
        panic!("{what}");
    }
});
