//! How far the work has come: a bar on a terminal, else a plain line now and then.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::console::Messages;

/// Time between two plain lines.
const INTERVAL: Duration = Duration::from_secs(30);

/// Work that is under way, told on standard error.
pub struct Progress {
    bar: ProgressBar,
    messages: Messages,
    things: &'static str,
    total: u64,
    done: u64,
    told: Instant,
}

impl Progress {
    /// Work on so many things; nothing is told of it when `quiet`.
    pub fn new(total: u64, things: &'static str, quiet: bool) -> Self {
        let is_drawn = !quiet && total > 1 && io::stderr().is_terminal();
        let bar = if is_drawn { ProgressBar::new(total) } else { ProgressBar::hidden() };
        let template = format!("{{bar:30}} {{pos}}/{{len}} {things}, {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        let messages = Messages::new(quiet || is_drawn);
        Self { bar, messages, things, total, done: 0, told: Instant::now() }
    }

    /// Writes something without hurting the bar.
    pub fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// One more is done.
    pub fn advance(&mut self) {
        self.done += 1;
        self.bar.inc(1);
        if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            let Self { things, total, done, .. } = self;
            self.messages.note(format_args!("{done} of {total} {things}"));
        }
    }

    /// All is done; the bar goes away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
