//! What runs have come to, whoever has asked for them: how many there are, and which went wrong.

use super::super::console::{Messages, plain};
use super::super::{DONE, INCOMPLETE};
use crate::lab::Record;
use crate::lab::session::Closing;
use crate::solver::Stop;

/// What runs have come to.
#[derive(Default)]
pub struct Tally {
    /// Runs that are finished.
    pub finished: usize,
    /// Those of them that ended with an error.
    pub errors: usize,
    /// The first of these errors.
    first_error: Option<String>,
    /// Runs that the clock has stopped.
    timed: usize,
}

impl Tally {
    /// Counts a run.
    pub fn add(&mut self, record: &Record) {
        self.finished += 1;
        self.timed += usize::from(record.stop == Stop::Seconds);
        if record.stop == Stop::Error {
            self.errors += 1;
            self.first_error = self.first_error.take().or_else(|| record.error.clone());
        }
    }

    /// The end of a session with these runs, whose results have such a digest.
    pub fn closing(&self, digest: String) -> Closing {
        Closing { errors: self.errors, is_reproducible: self.timed == 0, digest }
    }

    /// Tells of runs that ended with an error; the exit code tells whether there are any.
    pub fn tell(&self, messages: Messages) -> u8 {
        if let Some(error) = &self.first_error {
            let (errors, error) = (self.errors, plain(error));
            messages.error(format_args!("{errors} runs ended with an error; the first: {error}"));
        }
        if self.errors > 0 { INCOMPLETE } else { DONE }
    }
}
