//! The `sudoga` program: everything lives in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    sudoga::cli::main()
}
