//! Watching a run: an observer that ends it after a signal and, with `--watch`, shows how it goes.
//!
//! Whatever is shown goes to standard error and decides nothing. The cursor is never hidden and no
//! mode of the terminal is changed, so that there is nothing to restore, whatever ends the program.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use console::Term;

use super::super::args::CommonArguments;
use super::super::console::{Messages, can_redraw, colours_errors, plain, shows_blocks};
use super::super::progress::{BLINK, INTERVAL};
use super::super::signals::Signals;
use super::printer::counted_effort;
use crate::board::digit::Digit;
use crate::board::{Puzzle, cost};
use crate::report::frame::number;
use crate::report::{Scene, frame, picture};
use crate::solver::{Effort, Event, Glimpse, Observer, Outcome, Units};

/// The most points of a course; when there are more, every second goes.
const POINTS: usize = 512;

/// Where and how runs are shown, one after another.
pub(super) struct Screen {
    /// Whether frames are drawn; else a line is told now and then.
    is_drawn: bool,
    colour: bool,
    blocks: bool,
    messages: Messages,
    /// Lines of the frame that stands on the terminal.
    standing: Mutex<usize>,
}

impl Screen {
    /// A screen as the options say, if one is asked for.
    pub fn open(is_asked: bool, common: &CommonArguments) -> Option<Self> {
        if !is_asked || common.quiet {
            return None;
        }
        let messages = Messages::new(false);
        let is_drawn = !common.plain && can_redraw();
        if !is_drawn && !common.plain {
            let seconds = INTERVAL.as_secs();
            messages.note(format_args!(
                "--watch draws on a terminal only, and standard error is none: a line every \
                 {seconds} seconds instead"
            ));
        }
        let (colour, blocks) = (colours_errors(common), shows_blocks());
        Some(Self { is_drawn, colour, blocks, messages, standing: Mutex::default() })
    }

    /// Whether there is room for one run at a time only.
    pub fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// Writes something else without hurting the frame, which is drawn again below.
    pub fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut standing = self.standing.lock().unwrap_or_else(PoisonError::into_inner);
        if *standing > 0 {
            send(&format!("{}\x1b[J", back(*standing)));
            *standing = 0;
        }
        write()
    }

    /// Draws a frame over the one before, in one piece, so that nothing flickers.
    fn draw(&self, scene: &Scene<'_>) {
        let mut standing = self.standing.lock().unwrap_or_else(PoisonError::into_inner);
        let (rows, columns) = Term::stderr().size();
        let lines = frame(scene, (rows.into(), columns.into()));
        let mut text = back(*standing);
        for line in &lines {
            writeln!(text, "{line}\x1b[K").ok();
        }
        text.push_str("\x1b[J");
        *standing = lines.len();
        send(&text);
    }

    /// Leaves the last frame where it is; the next one begins below.
    fn leave(&self) {
        *self.standing.lock().unwrap_or_else(PoisonError::into_inner) = 0;
    }
}

/// Moves the cursor up so many lines.
fn back(lines: usize) -> String {
    if lines == 0 { String::new() } else { format!("\r\x1b[{lines}A") }
}

/// A closed standard error must not end the program, so that its errors are let go.
fn send(text: &str) {
    let mut errors = io::stderr().lock();
    errors.write_all(text.as_bytes()).and_then(|()| errors.flush()).ok();
}

/// Ends a run after a signal, has its history kept where it is asked for, and shows it.
pub(super) struct Watch<'a> {
    pub signals: Signals,
    pub history: bool,
    pub view: Option<View<'a>>,
}

impl Watch<'_> {
    /// The run is over.
    pub fn finish(self, outcome: &Outcome) {
        if let Some(view) = self.view {
            view.finish(outcome);
        }
    }
}

impl Observer for Watch<'_> {
    fn observe(&mut self, event: &Event) -> ControlFlow<()> {
        let Event::Progress(effort) = event;
        if let Some(view) = &mut self.view {
            view.show_if_due(*effort);
        }
        self.signals.observe(event)
    }

    fn wants_history(&self) -> bool {
        self.history
    }

    fn wants_glimpse(&self) -> bool {
        self.view.as_ref().is_some_and(View::wants_glimpse)
    }

    fn glimpse(&mut self, glimpse: Glimpse) {
        if let Some(view) = &mut self.view {
            view.take(glimpse);
        }
    }
}

/// One run on the screen.
pub(super) struct View<'a> {
    screen: &'a Screen,
    puzzle: &'a Puzzle,
    method: &'a str,
    units: Units,
    started: Instant,
    shown: Instant,
    is_shown: bool,
    looked: Option<Instant>,
    latest: Option<Glimpse>,
    course: Course,
}

impl<'a> View<'a> {
    /// A run that begins now. One that is over within the time of a frame is not shown.
    pub fn new(screen: &'a Screen, puzzle: &'a Puzzle, method: &'a str, units: Units) -> Self {
        let now = Instant::now();
        Self {
            screen,
            puzzle,
            method,
            units,
            started: now,
            shown: now,
            is_shown: false,
            looked: None,
            latest: None,
            course: Course::default(),
        }
    }

    fn interval(&self) -> Duration {
        if self.screen.is_drawn { BLINK } else { INTERVAL }
    }

    fn wants_glimpse(&self) -> bool {
        self.looked.is_none_or(|looked| looked.elapsed() >= BLINK)
    }

    fn take(&mut self, glimpse: Glimpse) {
        self.looked = Some(Instant::now());
        self.course.add(glimpse.present_fitness);
        self.latest = Some(glimpse);
    }

    fn show_if_due(&mut self, effort: Effort) {
        if self.shown.elapsed() >= self.interval() {
            self.show(effort);
            self.shown = Instant::now();
            self.is_shown = true;
        }
    }

    /// Shows how the run has ended, if it was shown before, and leaves that standing.
    fn finish(mut self, outcome: &Outcome) {
        if !self.is_shown || !self.screen.is_drawn {
            return;
        }
        if let (Some(grid), Some(fitness)) = (&outcome.grid, outcome.trace.fitness) {
            self.take(Glimpse {
                digits: grid.digits().to_vec(),
                fitness,
                present_fitness: self.present(outcome.stop.is_solved(), fitness),
                mean_fitness: outcome.trace.mean_fitness,
            });
        }
        self.show(outcome.effort);
        self.screen.leave();
    }

    /// What the last population was worth: what solved, or else what was seen of it last.
    fn present(&self, is_solved: bool, fitness: f64) -> f64 {
        let seen = self.latest.as_ref().map(|latest| latest.present_fitness);
        seen.filter(|_| !is_solved).unwrap_or(fitness)
    }

    fn show(&self, effort: Effort) {
        let effort = Effort {
            generations: effort.generations.filter(|_| self.units.generations),
            evaluations: effort.evaluations.filter(|_| self.units.evaluations),
            nodes: effort.nodes.filter(|_| self.units.nodes),
            ..effort
        };
        let title = format!(
            "{} by {}: {}, {:.1} s",
            plain(self.puzzle.name()),
            self.method,
            counted_effort(&effort).join(", "),
            self.started.elapsed().as_secs_f64()
        );
        let state = self.latest.as_ref().map(|latest| self.state(latest)).unwrap_or_default();
        if !self.screen.is_drawn {
            let gap = if state.is_empty() { "" } else { "; " };
            self.screen.messages.note(format_args!("{title}{gap}{state}"));
            return;
        }
        let digits = self.latest.as_ref().map(|latest| latest.digits.as_slice());
        let board = digits.map(|digits| picture(self.puzzle, digits, self.screen.colour));
        self.screen.draw(&Scene {
            title: &title,
            state: &state,
            board: board.as_deref().unwrap_or_default(),
            course: &self.course.numbers,
            blocks: self.screen.blocks,
        });
    }

    fn state(&self, latest: &Glimpse) -> String {
        let cost = self.missing(&latest.digits);
        let mean = latest.mean_fitness.map(|mean| format!(", mean fitness {mean:.1}"));
        let best = number(latest.fitness);
        format!("best fitness {best}, its cost {cost}{}", mean.unwrap_or_default())
    }

    fn missing(&self, digits: &[Digit]) -> u32 {
        cost(self.puzzle.layout(), digits)
    }
}

/// Numbers taken at even intervals, thinned evenly when they become many.
struct Course {
    numbers: Vec<f64>,
    /// How many numbers come for one that is kept.
    stride: usize,
    come: usize,
}

impl Default for Course {
    fn default() -> Self {
        Self { numbers: Vec::new(), stride: 1, come: 0 }
    }
}

impl Course {
    fn add(&mut self, number: f64) {
        self.come += 1;
        if !self.come.is_multiple_of(self.stride) {
            return;
        }
        self.numbers.push(number);
        if self.numbers.len() >= POINTS {
            let mut place = 0;
            self.numbers.retain(|_| {
                place += 1;
                place % 2 == 0
            });
            self.stride *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_course_keeps_its_ends_and_its_shape() {
        let mut course = Course::default();
        for step in 1..=100_000 {
            course.add(f64::from(step));
            assert!(course.numbers.len() < POINTS);
        }
        assert!(course.numbers.len() >= POINTS / 2 - 1);
        let gaps: Vec<f64> = course.numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.iter().all(|&gap| gap == course.stride as f64), "{gaps:?}");
        assert!(course.numbers[0] == course.stride as f64);
    }
}
