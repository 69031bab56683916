//! How far the work has come: a bar on a terminal, else a plain line now and then.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

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
    started: Instant,
    told: Instant,
}

impl Progress {
    /// Work on so many things; nothing is told of it when `quiet`.
    pub fn new(total: u64, things: &'static str, quiet: bool) -> Self {
        let is_drawn = !quiet && total > 1 && io::stderr().is_terminal();
        let bar = if is_drawn { ProgressBar::new(total) } else { ProgressBar::hidden() };
        let template =
            format!("{{bar:30}} {{pos}}/{{len}} {things}, {{per_sec:0}}, {{eta}} left{{wide_msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        let messages = Messages::new(quiet || is_drawn);
        let now = Instant::now();
        Self { bar, messages, things, total, done: 0, started: now, told: now }
    }

    /// Writes something without hurting the bar.
    pub fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Some more are done; `remark` says what else there is to say of them all.
    pub fn advance(&mut self, count: u64, remark: impl FnOnce() -> String) {
        self.done += count;
        self.bar.inc(count);
        if !self.bar.is_hidden() {
            if count > 0 {
                self.bar.set_message(remark());
            }
            self.bar.tick();
        } else if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            let (rate, left) = (self.rate(), self.left());
            let Self { things, total, done, .. } = self;
            self.messages.note(format_args!("{done} of {total} {things}{rate}{left}{}", remark()));
        }
    }

    fn rate(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = self.done as f64 / seconds;
        if rate >= 1.0 { format!(", {rate:.0}/s") } else { format!(", {:.1}/min", rate * 60.0) }
    }

    fn left(&self) -> String {
        if self.done == 0 {
            return String::new();
        }
        let each = self.started.elapsed().as_secs_f64() / self.done as f64;
        let left = Duration::try_from_secs_f64(each * (self.total - self.done) as f64);
        left.map_or(String::new(), |left| format!(", about {} left", HumanDuration(left)))
    }

    /// All is done; the bar goes away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
