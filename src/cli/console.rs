//! Standard output and standard error: results go to the one, everything else to the other.

use std::env;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};

use console::Term;
use serde::Serialize;

use super::args::{Color, CommonArguments};
use crate::report::Style;

/// The most characters of a message.
const LONGEST_MESSAGE: usize = 4000;

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

    /// Writes something as JSON for people, over many lines.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), OutputError> {
        serde_json::to_writer_pretty(&mut self.0, value).map_err(io::Error::from)?;
        self.text("\n")
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

/// A closed standard error must not end the program, so that its errors are let go. What a message
/// quotes may come from anywhere: it is cut where it is long, and commands no terminal.
fn line(text: &dyn Display) {
    let text = text.to_string();
    let end = text.char_indices().nth(LONGEST_MESSAGE).map(|(end, _)| end);
    let (shown, rest) = end.map_or((text.as_str(), ""), |end| (&text[..end], " ..."));
    writeln!(io::stderr().lock(), "{}{rest}", plain(shown)).ok();
}

pub use crate::board::plain::one_line as plain;

/// How results are written on standard output.
pub fn style(common: &CommonArguments) -> Style {
    if common.plain {
        return Style::PLAIN;
    }
    let is_terminal = io::stdout().is_terminal();
    let has_bars = is_terminal && common.color != Color::Never && !is_forbidden() && shows_blocks();
    let columns = || usize::from(Term::stdout().size().1);
    Style {
        colour: is_coloured(common.color, is_terminal),
        bars: has_bars.then(columns),
        ..Style::BARE
    }
}

/// Whether what is drawn on standard error is coloured.
pub fn colours_errors(common: &CommonArguments) -> bool {
    is_coloured(common.color, io::stderr().is_terminal())
}

/// Whether standard error is a terminal on which a picture can be drawn over the one before.
pub fn can_redraw() -> bool {
    io::stderr().is_terminal() && !is_dumb()
}

fn is_coloured(choice: Color, is_terminal: bool) -> bool {
    match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => is_terminal && !is_forbidden(),
    }
}

/// Whether the environment wants text and nothing else.
fn is_forbidden() -> bool {
    env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || is_dumb()
}

fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|value| value == "dumb")
}

/// Whether block characters can be shown: not where the locale names another encoding than UTF-8.
pub fn shows_blocks() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    set.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}
