//! Standard output and standard error: results go to the one, everything else to the other.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};

use super::args::Color;

/// Why results cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Whoever read them has gone, which is no fault: `sudoga ... | head -1`.
    #[error("standard output is closed")]
    Closed,
    /// The disk is full, or worse.
    #[error("cannot write the results: {0}")]
    Failed(io::Error),
}

impl From<io::Error> for OutputError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Failed(error),
        }
    }
}

/// Standard output, buffered.
pub struct Output(BufWriter<io::Stdout>);

impl Output {
    /// Standard output.
    pub fn new() -> Self {
        Self(BufWriter::new(io::stdout()))
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) -> Result<(), OutputError> {
        Ok(self.0.write_all(text.as_bytes())?)
    }

    /// Hands on what is written so far.
    pub fn flush(&mut self) -> Result<(), OutputError> {
        Ok(self.0.flush()?)
    }
}

/// Standard error, with or without what is not an error.
#[derive(Clone, Copy)]
pub struct Messages {
    quiet: bool,
}

impl Messages {
    /// Messages; `quiet` drops all but errors.
    pub fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Tells something that is good to know.
    pub fn note(self, text: impl Display) {
        if !self.quiet {
            line(&text);
        }
    }

    /// Tells an error.
    pub fn error(self, text: impl Display) {
        line(&format_args!("error: {text}"));
    }
}

/// A closed standard error must not end the program, so that its errors are let go.
fn line(text: &dyn Display) {
    writeln!(io::stderr().lock(), "{text}").ok();
}

/// A name from a file, without what could break a line or command a terminal.
pub fn plain(name: &str) -> String {
    name.replace(char::is_control, " ")
}

/// Whether results are coloured.
pub fn colours(choice: Color) -> bool {
    let forbidden = || {
        std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb")
    };
    match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stdout().is_terminal() && !forbidden(),
    }
}
