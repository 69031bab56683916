//! Box plots in groups: quartiles, whiskers from the smallest to the largest number, and how many
//! runs solved above each box.

use super::WIDTH;
use super::canvas::{Beside, Canvas, Paint, TEXT, draw, fitted};
use super::frame::{Frame, LINE, MARGIN, Name, legend, legend_height, title};
use super::scale::{Scale, label};
use crate::analysis::Spread;
use crate::report::palette::{self, INK, RULE};

const HEIGHT: f64 = 320.0;
const LEFT: f64 = 74.0;

/// A picture of boxes.
#[derive(Clone, Debug)]
pub struct BoxPlot {
    /// What is shown.
    pub heading: String,
    /// What the groups are.
    pub x_title: String,
    /// What the numbers are.
    pub y_title: String,
    /// The groups, from left to right.
    pub groups: Vec<BoxGroup>,
    /// What the boxes of each group are, in their order.
    pub names: Vec<Name>,
    /// The number at which runs were given up.
    pub cap: Option<f64>,
}

/// Boxes side by side.
#[derive(Clone, Debug)]
pub struct BoxGroup {
    /// What stands below them.
    pub label: String,
    /// A box for each name, or nothing.
    pub boxes: Vec<Option<Boxed>>,
}

/// One box.
#[derive(Clone, Debug)]
pub struct Boxed {
    /// Its numbers.
    pub spread: Spread,
    /// What stands above it.
    pub note: String,
}

/// Draws boxes.
pub fn box_plot(plot: &BoxPlot) -> String {
    let top = 2.0 * MARGIN + LINE + legend_height(&plot.names, WIDTH) + LINE;
    let boxes = || plot.groups.iter().flat_map(|group| group.boxes.iter().flatten());
    let highs = boxes().map(|boxed| boxed.spread.high).chain(plot.cap);
    let high = highs.max_by(f64::total_cmp).unwrap_or(1.0);
    let low = boxes().map(|boxed| boxed.spread.low).min_by(f64::total_cmp).unwrap_or(0.0);
    draw(WIDTH, top + HEIGHT + 46.0 + MARGIN, &plot.heading, |canvas| {
        title(canvas, &plot.heading, WIDTH);
        legend(canvas, &plot.names, WIDTH, MARGIN + LINE + 4.0);
        let frame = Frame {
            left: LEFT,
            top,
            right: WIDTH - 16.0,
            bottom: top + HEIGHT,
            x: Scale::linear(0.0, plot.groups.len() as f64),
            y: Scale::linear(low.min(0.0), high),
        };
        let cap = plot.cap.map_or(String::new(), |cap| format!(", cap {}", label(cap)));
        frame.y_axis(canvas, &format!("{}{cap}", plot.y_title));
        frame.x_title(canvas, &plot.x_title, frame.bottom + 33.0);
        for (place, group) in plot.groups.iter().enumerate() {
            draw_group(canvas, &frame, plot, place, group);
        }
        if let Some(cap) = plot.cap {
            let y = frame.y(cap);
            canvas.line(&[(frame.left, y), (frame.right, y)], Paint::of(INK), 0.5);
        }
        frame.sides(canvas);
    })
}

fn draw_group(canvas: &Canvas<'_>, frame: &Frame, plot: &BoxPlot, place: usize, group: &BoxGroup) {
    let room = frame.x(1.0) - frame.x(0.0);
    let left = frame.x(place as f64);
    if place > 0 {
        canvas.line(&[(left, frame.top), (left, frame.bottom)], Paint::of(RULE), 0.5);
    }
    let text = fitted(&group.label, TEXT, room - 6.0);
    canvas.text(&text, (left + room / 2.0, frame.bottom + 13.0), Beside::Around, TEXT);
    let slot = (room - 12.0) / group.boxes.len().max(1) as f64;
    for (number, boxed) in group.boxes.iter().enumerate() {
        let Some(boxed) = boxed else { continue };
        let middle = left + 6.0 + slot * (number as f64 + 0.5);
        let color = palette::method(plot.names.get(number).map_or(number, |name| name.place));
        draw_box(canvas, frame, &boxed.spread, middle, (slot * 0.36).min(24.0), Paint::of(color));
        let at = (middle, frame.top - LINE / 2.0);
        canvas.text(&boxed.note, at, Beside::Around, note_size(plot, slot));
    }
}

/// The size at which the longest note fits above its box; one for all.
fn note_size(plot: &BoxPlot, slot: f64) -> f64 {
    let notes = plot.groups.iter().flat_map(|group| group.boxes.iter().flatten());
    let longest = notes.map(|boxed| boxed.note.chars().count()).max().unwrap_or(1).max(1);
    (slot / (longest as f64 * 0.6)).clamp(7.0, TEXT - 1.0)
}

fn draw_box(
    canvas: &Canvas<'_>,
    frame: &Frame,
    spread: &Spread,
    middle: f64,
    half: f64,
    paint: Paint,
) {
    let [low, first, median, third, high] =
        [spread.low, spread.first, spread.median, spread.third, spread.high].map(|y| frame.y(y));
    canvas.line(&[(middle, low), (middle, high)], paint, 1.0);
    for end in [low, high] {
        canvas.line(&[(middle - half / 2.0, end), (middle + half / 2.0, end)], paint, 1.0);
    }
    canvas.rectangle((middle - half, third), (middle + half, first), paint.faint(0.35));
    canvas.edge((middle - half, third), (middle + half, first), paint, 1.0);
    canvas.line(&[(middle - half, median), (middle + half, median)], Paint::of(INK), 2.0);
}
