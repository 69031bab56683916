//! How far the work has come: a bar on a terminal, else a plain line now and then.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use console::{Term, measure_text_width};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::args::CommonArguments;
use super::console::Messages;

/// Time between two plain lines.
pub const INTERVAL: Duration = Duration::from_secs(30);

/// Time between two pictures of the bar: it is to be read, and must not slow down short work.
pub const BLINK: Duration = Duration::from_millis(100);

/// Columns of the bar, where there is room.
const BAR: usize = 30;

/// Below so many columns the bar makes room for words.
const SHORT_BAR: usize = 8;

/// How work under way is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// Not at all.
    Nothing,
    /// By a line now and then.
    Lines,
    /// By a bar where there is a terminal, else by lines.
    Bar,
}

impl From<&CommonArguments> for Telling {
    fn from(common: &CommonArguments) -> Self {
        match (common.quiet, common.plain) {
            (true, _) => Self::Nothing,
            (_, true) => Self::Lines,
            _ => Self::Bar,
        }
    }
}

/// Work that is under way, told on standard error.
pub struct Progress {
    bar: ProgressBar,
    messages: Messages,
    count: Count,
    started: Instant,
    told: Instant,
}

/// How many there are of what.
struct Count {
    things: &'static str,
    total: u64,
    done: u64,
    /// Those that were done before: nobody knows how long they have taken.
    before: u64,
}

impl Progress {
    /// Work on so many things.
    pub fn new(total: u64, things: &'static str, telling: Telling) -> Self {
        Self::resumed(0, total, things, telling)
    }

    /// Work of which a part was done before.
    pub fn resumed(before: u64, total: u64, things: &'static str, telling: Telling) -> Self {
        let is_drawn = telling == Telling::Bar && total > 1;
        let bar = if is_drawn { ProgressBar::new(total) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar.set_style(style);
        }
        let messages = Messages::new(telling == Telling::Nothing || !bar.is_hidden());
        let now = Instant::now();
        let count = Count { things, total, done: before, before };
        let progress = Self { bar, messages, count, started: now, told: now };
        progress.draw(&[]);
        progress
    }

    /// Writes something without hurting the bar.
    pub fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Some more are done; `remarks` are ways to say what else there is to say of them all, the
    /// longest first.
    pub fn advance(&mut self, count: u64, remarks: impl FnOnce() -> Vec<String>) {
        self.count.done += count;
        let is_drawn = !self.bar.is_hidden();
        if self.told.elapsed() < if is_drawn { BLINK } else { INTERVAL } {
            return;
        }
        self.told = Instant::now();
        if is_drawn {
            self.draw(&remarks());
        } else {
            let remark = remarks().into_iter().next().unwrap_or_default();
            let words = self.count.words(self.started.elapsed()).join(", ");
            self.messages.note(format_args!("{words}{remark}"));
        }
    }

    /// Some turn out to have been done before: they tell nothing of the rate.
    pub fn found(&mut self, count: u64) {
        self.count.before += count;
        self.advance(count, Vec::new);
    }

    /// The work is done, and something else still takes its time.
    pub fn then(&self, text: &'static str) {
        self.show(text);
    }

    /// All is done; the bar goes away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }

    fn draw(&self, remarks: &[String]) {
        if !self.bar.is_hidden() {
            let columns = usize::from(Term::stderr().size().1);
            self.show(self.count.line(self.started.elapsed(), remarks, columns));
        }
    }

    fn show(&self, text: impl Into<Cow<'static, str>>) {
        self.bar.set_message(text);
        self.bar.tick();
    }
}

impl Count {
    /// The count and, when there is something to tell it from, the rate and the time left.
    fn words(&self, elapsed: Duration) -> Vec<String> {
        let Self { things, total, done, before } = self;
        let mut words = vec![format!("{done}/{total} {things}")];
        let rate = (done - before) as f64 / elapsed.as_secs_f64();
        if rate > 0.0 && rate.is_finite() {
            words.push(match rate {
                10.0.. => format!("{rate:.0}/s"),
                1.0.. => format!("{rate:.1}/s"),
                _ => format!("{:.1}/min", rate * 60.0),
            });
            let left = Duration::try_from_secs_f64((total - done) as f64 / rate);
            words.extend(left.ok().map(|left| format!("{:#} left", HumanDuration(left))));
        }
        words
    }

    /// A line of fewer than so many columns: the bar, and as many words and as much of the
    /// remarks as there is room for.
    fn line(&self, elapsed: Duration, remarks: &[String], columns: usize) -> String {
        let width = columns.saturating_sub(1);
        let fits = |text: &str, bar: usize| measure_text_width(text) + bar < width;
        let mut text = String::new();
        for word in self.words(elapsed) {
            let longer = if text.is_empty() { word } else { format!("{text}, {word}") };
            if !text.is_empty() && !fits(&longer, SHORT_BAR) {
                break;
            }
            text = longer;
        }
        let longer = remarks.iter().map(|remark| format!("{text}{remark}"));
        text = longer.into_iter().find(|text| fits(text, SHORT_BAR)).unwrap_or(text);
        let room = width.saturating_sub(measure_text_width(&text) + 1);
        if room < SHORT_BAR {
            return text;
        }
        format!("{} {text}", self.bar(room.min(BAR)))
    }

    fn bar(&self, columns: usize) -> String {
        let full = (columns as u64 * self.done / self.total.max(1)) as usize;
        "█".repeat(full) + &"░".repeat(columns - full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(before: u64, done: u64, total: u64) -> Count {
        Count { things: "runs", total, done, before }
    }

    #[test]
    fn rate_and_time_left_are_those_of_this_session() {
        for (before, done, total, seconds, expected) in [
            (0, 0, 24, 5.0, "0/24 runs"),
            (4, 4, 24, 5.0, "4/24 runs"),
            (4, 5, 24, 10.0, "5/24 runs, 6.0/min, 3m left"),
            (4, 14, 24, 4.0, "14/24 runs, 2.5/s, 4s left"),
            (0, 500, 1000, 10.0, "500/1000 runs, 50/s, 10s left"),
            (0, 0, 24, 0.0, "0/24 runs"),
        ] {
            let elapsed = Duration::from_secs_f64(seconds);
            assert_eq!(count(before, done, total).words(elapsed).join(", "), expected);
        }
    }

    #[test]
    fn a_line_keeps_to_its_columns_and_to_whole_words() {
        let remarks = ["; solved: baseline 3/9, purge 1/9", "; solved 4/18"].map(str::to_owned);
        let count = count(4, 14, 24);
        let words = ["14/24 runs", "14/24 runs, 2.5/s", "14/24 runs, 2.5/s, 4s left"];
        let mut wanted: Vec<String> = words.map(str::to_owned).to_vec();
        wanted.extend(remarks.iter().rev().map(|remark| format!("{}{remark}", words[2])));
        let mut last = 0;
        for columns in 12..200 {
            let line = count.line(Duration::from_secs(4), &remarks, columns);
            assert!(measure_text_width(&line) < columns, "{columns}: {line}");
            let text = line.trim_start_matches(['█', '░']).trim_start();
            let rank = wanted.iter().position(|known| known == text).expect(text);
            assert!(rank >= last, "{columns}: {line}");
            last = rank;
        }
        assert_eq!(last, 4);
        let at = |columns| count.line(Duration::from_secs(4), &remarks, columns);
        assert_eq!(at(40), "███████░░░░░ 14/24 runs, 2.5/s, 4s left");
        assert!(at(80).ends_with("░ 14/24 runs, 2.5/s, 4s left; solved: baseline 3/9, purge 1/9"));
    }
}
