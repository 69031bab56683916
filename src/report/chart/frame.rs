//! The frame of a picture: title, axes with their titles and units, lines behind the data, legend.

use super::WIDTH;
use super::canvas::{Beside, Canvas, Mark, Paint, TEXT, TITLE, draw, fitted, width_of};
use super::scale::{Scale, label};
use crate::report::palette::{self, INK, MUTED, RULE};

/// Space around everything.
pub const MARGIN: f64 = 14.0;
/// From line to line of text.
pub const LINE: f64 = 19.0;
/// The height of a frame, and where its left side is.
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 66.0;
/// What an x axis needs with its numbers and its title.
pub const X_AXIS: f64 = 46.0;
/// The length of a line in the legend.
const SAMPLE: f64 = 22.0;

/// Who is in a picture, and under which place its colour and mark are known in all pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// What it is called.
    pub text: String,
    /// Its place among all.
    pub place: usize,
}

/// The space in which data are drawn, in pixels, and the scales of its sides.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Left side.
    pub left: f64,
    /// Upper side.
    pub top: f64,
    /// Right side.
    pub right: f64,
    /// Lower side.
    pub bottom: f64,
    /// The scale from left to right.
    pub x: Scale,
    /// The scale from below upwards.
    pub y: Scale,
}

impl Frame {
    /// Where a number of the x axis is.
    pub fn x(&self, number: f64) -> f64 {
        self.left + self.x.place(number) * (self.right - self.left)
    }

    /// Where a number of the y axis is.
    pub fn y(&self, number: f64) -> f64 {
        self.bottom - self.y.place(number) * (self.bottom - self.top)
    }

    /// Where a pair of numbers is.
    pub fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x(x), self.y(y))
    }

    /// The x axis with its numbers, lines behind the data and its title.
    pub fn x_axis(&self, canvas: &Canvas<'_>, title: &str) {
        for tick in self.x.ticks() {
            let x = self.x(tick);
            canvas.line(&[(x, self.top), (x, self.bottom)], Paint::of(RULE), 0.5);
            canvas.line(&[(x, self.bottom), (x, self.bottom + 4.0)], Paint::of(INK), 0.5);
            canvas.text(&label(tick), (x, self.bottom + 13.0), Beside::Around, TEXT);
        }
        self.x_title(canvas, title, self.bottom + 33.0);
    }

    /// The title of the x axis alone.
    pub fn x_title(&self, canvas: &Canvas<'_>, title: &str, y: f64) {
        canvas.text(title, ((self.left + self.right) / 2.0, y), Beside::Around, TEXT);
    }

    /// The y axis with its numbers, lines behind the data and its title.
    pub fn y_axis(&self, canvas: &Canvas<'_>, title: &str) {
        for tick in self.y.ticks() {
            let y = self.y(tick);
            canvas.line(&[(self.left, y), (self.right, y)], Paint::of(RULE), 0.5);
            canvas.text(&label(tick), (self.left - 7.0, y), Beside::Left, TEXT);
        }
        let middle = (self.top + self.bottom) / 2.0;
        canvas.text(title, (MARGIN + 4.0, middle), Beside::Upwards, TEXT);
    }

    /// The left and the lower side.
    pub fn sides(&self, canvas: &Canvas<'_>) {
        let corner = [(self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)];
        canvas.line(&corner, Paint::of(INK), 0.5);
    }

    /// How many are still watched at each number of the x axis, a line for each name, below it.
    pub fn at_risk(
        &self,
        canvas: &Canvas<'_>,
        names: &[Name],
        count: impl Fn(usize, f64) -> usize,
    ) {
        let (ticks, y) = (self.x.ticks(), self.bottom + X_AXIS + 8.0);
        canvas.painted_text("still running", (self.left, y), Beside::Right, TEXT - 1.0, MUTED);
        for (line, name) in names.iter().enumerate() {
            let y = y + LINE * (line + 1) as f64;
            let mark = (self.left - 30.0, y);
            canvas.mark(Mark::of(name.place), mark, 8.0, Paint::of(palette::method(name.place)));
            for &tick in &ticks {
                let text = count(line, tick).to_string();
                canvas.text(&text, (self.x(tick), y), Beside::Around, TEXT - 1.0);
            }
        }
    }
}

/// Draws a picture with its title, its legend and a frame of the usual size with these scales;
/// `below` is what it needs under the title of the x axis.
pub fn framed(
    heading: &str,
    names: &[Name],
    (x, y): (Scale, Scale),
    below: f64,
    body: impl FnOnce(&Canvas<'_>, &Frame),
) -> String {
    let top = 2.0 * MARGIN + LINE + legend_height(names, WIDTH);
    let bottom = top + HEIGHT;
    draw(WIDTH, bottom + X_AXIS + below + MARGIN, heading, |canvas| {
        title(canvas, heading, WIDTH);
        legend(canvas, names, WIDTH, MARGIN + LINE + 4.0);
        body(canvas, &Frame { left: LEFT, top, right: WIDTH - 24.0, bottom, x, y });
    })
}

/// What [`Frame::at_risk`] needs for so many names.
pub fn risk_height(names: usize) -> f64 {
    LINE * (names + 1) as f64
}

/// The title of a picture.
pub fn title(canvas: &Canvas<'_>, text: &str, width: f64) {
    let text = fitted(text, TITLE, width - 2.0 * MARGIN);
    canvas.text(&text, (MARGIN, MARGIN + TITLE / 2.0), Beside::Right, TITLE);
}

/// The height of a legend in a picture of that width.
pub fn legend_height(names: &[Name], width: f64) -> f64 {
    places(names, width).last().map_or(0.0, |(_, y)| y + LINE)
}

/// Draws the legend, whose upper side is at `top`.
pub fn legend(canvas: &Canvas<'_>, names: &[Name], width: f64, top: f64) {
    for (name, (x, y)) in names.iter().zip(places(names, width)) {
        let (y, paint) = (top + y + LINE / 2.0, Paint::of(palette::method(name.place)));
        canvas.line(&[(x, y), (x + SAMPLE, y)], paint, 2.0);
        canvas.mark(Mark::of(name.place), (x + SAMPLE / 2.0, y), 9.0, paint);
        canvas.text(&shown(name, width), (x + SAMPLE + 6.0, y), Beside::Right, TEXT);
    }
}

fn shown(name: &Name, width: f64) -> String {
    fitted(&name.text, TEXT, width - 2.0 * MARGIN - SAMPLE - 6.0)
}

/// Where each name of a legend begins, line by line.
fn places(names: &[Name], width: f64) -> Vec<(f64, f64)> {
    let (mut x, mut y) = (MARGIN, 0.0);
    let place = |name: &Name| {
        let needs = SAMPLE + 6.0 + width_of(&shown(name, width), TEXT) + 18.0;
        if x > MARGIN && x + needs > width {
            (x, y) = (MARGIN, y + LINE);
        }
        let found = (x, y);
        x += needs;
        found
    };
    names.iter().map(place).collect()
}
