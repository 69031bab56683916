//! How often which solve times come: a histogram for each method, one below the other.

use super::WIDTH;
use super::canvas::{Beside, Paint, TEXT, draw, fitted};
use super::frame::{Frame, LINE, MARGIN, Name, title};
use super::scale::Scale;
use crate::analysis::Waits;
use crate::report::palette;

const HEIGHT: f64 = 96.0;
const GAP: f64 = 34.0;
const BINS: usize = 30;
const LEFT: f64 = 66.0;

/// Draws the times of the runs that solved.
pub fn histogram(waits: &Waits, names: &[Name], heading: &str) -> String {
    let solved = |place: usize| {
        let times = waits.methods[place].times.iter().filter(|time| time.is_event);
        times.map(|time| time.value)
    };
    let all = (0..waits.methods.len()).flat_map(solved);
    let scale = Scale::by_reach(all, 2);
    let top = 2.0 * MARGIN + LINE;
    let height = top + (HEIGHT + GAP) * waits.methods.len() as f64 + 30.0;
    draw(WIDTH, height, heading, |canvas| {
        title(canvas, heading, WIDTH);
        for (place, wait) in waits.methods.iter().enumerate() {
            let Some(name) = names.get(wait.method) else { continue };
            let bins = counted(&scale, solved(place));
            let most = bins.iter().copied().max().unwrap_or(0).max(1);
            let above = top + (HEIGHT + GAP) * place as f64 + LINE;
            let y = Scale::linear(0.0, f64::from(most));
            let frame = Frame {
                left: LEFT,
                top: above,
                right: WIDTH - 24.0,
                bottom: above + HEIGHT - LINE,
                x: scale,
                y,
            };
            let text = format!("{}: {} of {} runs solved", name.text, wait.solved(), wait.runs());
            let text = fitted(&text, TEXT, WIDTH - LEFT);
            canvas.text(&text, (LEFT, above - LINE / 2.0), Beside::Right, TEXT);
            canvas.text(&most.to_string(), (LEFT - 7.0, above), Beside::Left, TEXT);
            let is_last = place + 1 == waits.methods.len();
            frame.x_axis(canvas, if is_last { waits.unit.word() } else { "" });
            let slot = (frame.right - frame.left) / BINS as f64;
            for (bin, &count) in bins.iter().enumerate().filter(|(_, count)| **count > 0) {
                let from = frame.left + slot * bin as f64;
                let paint = Paint::of(palette::method(name.place));
                canvas.rectangle(
                    (from + 0.5, frame.y(f64::from(count))),
                    (from + slot - 0.5, frame.bottom),
                    paint,
                );
            }
            frame.sides(canvas);
        }
    })
}

fn counted(scale: &Scale, times: impl Iterator<Item = f64>) -> Vec<u32> {
    let mut bins = vec![0; BINS];
    for time in times {
        let bin = (scale.place(time) * BINS as f64) as usize;
        bins[bin.min(BINS - 1)] += 1;
    }
    bins
}
