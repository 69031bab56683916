//! Time to a solution: who is not solved yet (Kaplan and Meier), and how many of all runs solve
//! within an effort (ECDF).

use super::canvas::{Canvas, Mark, Paint};
use super::frame::{Frame, Name, framed, risk_height};
use super::scale::Scale;
use crate::analysis::{Wait, Waits};
use crate::report::palette;

/// Marks along a curve.
const MARKS: usize = 7;

/// The share of runs that are not solved yet, with the runs given up marked and the number of runs
/// still going below.
pub fn survival(waits: &Waits, names: &[Name], heading: &str) -> String {
    let names = of_waits(waits, names);
    let times = || waits.methods.iter().flat_map(|wait| &wait.times);
    let is_unsolved = times().any(|time| !time.is_event);
    let last = times().map(|time| time.value).fold(0.0, f64::max);
    // After the last solution of all there is nothing to see.
    let end = if is_unsolved { waits.cap } else { last * 1.05 };
    let scales = (Scale::linear(0.0, end), Scale::linear(0.0, 1.0));
    framed(heading, &names, scales, risk_height(names.len()), |canvas, frame| {
        frame.x_axis(canvas, waits.unit.word());
        frame.y_axis(canvas, "share not solved yet");
        for (wait, name) in waits.methods.iter().zip(&names) {
            curve(canvas, frame, wait, name, |share| 1.0 - share);
        }
        frame.sides(canvas);
        frame.at_risk(canvas, &names, |method, at| waits.methods[method].still_running(at));
    })
}

/// The share of all runs that solve within an effort, on a scale of factors where efforts reach
/// far.
pub fn solved_over_time(waits: &Waits, names: &[Name], heading: &str) -> String {
    let names = of_waits(waits, names);
    let solved = waits.methods.iter().flat_map(|wait| &wait.times).filter(|time| time.is_event);
    let efforts = solved.map(|time| time.value).chain([waits.cap]);
    let scales = (Scale::by_reach(efforts, 2), Scale::linear(0.0, 1.0));
    framed(heading, &names, scales, 0.0, |canvas, frame| {
        frame.x_axis(canvas, waits.unit.word());
        frame.y_axis(canvas, "share of all runs solved");
        for (wait, name) in waits.methods.iter().zip(&names) {
            curve(canvas, frame, wait, name, |share| share);
        }
        frame.sides(canvas);
    })
}

/// The names of the methods that have times.
fn of_waits(waits: &Waits, names: &[Name]) -> Vec<Name> {
    waits.methods.iter().filter_map(|wait| names.get(wait.method).cloned()).collect()
}

/// Steps from time to time, marks along them, and a tick where runs were given up.
fn curve(canvas: &Canvas<'_>, frame: &Frame, wait: &Wait, name: &Name, y: impl Fn(f64) -> f64) {
    let paint = Paint::of(palette::method(name.place));
    let mut points = vec![(frame.x.low(), y(0.0))];
    let mut share = 0.0;
    for (time, next) in wait.solved_shares() {
        points.extend([(time, y(share)), (time, y(next))]);
        share = next;
    }
    let end = wait.times.last().map_or(0.0, |time| time.value);
    points.push((end, y(share)));
    let points: Vec<(f64, f64)> = points.into_iter().map(|point| frame.at(point)).collect();
    canvas.line(&points, paint, 2.0);
    let stride = points.len().div_ceil(MARKS).max(1);
    for &point in points.iter().skip(1 + name.place % stride).step_by(stride) {
        canvas.mark(Mark::of(name.place), point, 8.0, paint);
    }
    for (time, share) in wait.given_up() {
        let (x, y) = frame.at((time, y(share)));
        canvas.line(&[(x, y - 6.0), (x, y + 6.0)], paint, 1.5);
    }
}
