//! Two numbers of each thing against each other: a mark a thing, with its interval.

use super::canvas::{Beside, Canvas, Mark, Paint, TEXT, fitted};
use super::frame::{Frame, Name, framed};
use super::scale::{Scale, label};
use crate::report::palette::{self, INK, RULE};

/// Powers of ten from which on an axis has equal factors.
const POWERS: i32 = 2;

/// How far apart marks stand that would lie on each other, in pixels.
const APART: f64 = 7.0;

/// A picture of marks.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// What is shown.
    pub heading: String,
    /// What stands at the x axis.
    pub x_title: String,
    /// What stands at the y axis.
    pub y_title: String,
    /// What the numbers 1, 2, ... of the x axis are called, where they are steps and no measure.
    pub steps: Vec<String>,
    /// The things, group by group, each with its name.
    pub groups: Vec<(Name, Vec<Marked>)>,
    /// The number of the y axis at which runs were given up.
    pub cap: Option<f64>,
}

/// One thing; both numbers are at least 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marked {
    /// Its place on the x axis.
    pub x: f64,
    /// Its place on the y axis.
    pub y: f64,
    /// The interval of `y`.
    pub interval: Option<(f64, f64)>,
}

/// Draws marks; an axis has equal factors where its numbers reach over more than two powers of ten.
pub fn scatter(plot: &Scatter) -> String {
    let names: Vec<Name> = plot.groups.iter().map(|(name, _)| name.clone()).collect();
    let marked = || plot.groups.iter().flat_map(|(_, marked)| marked);
    let x = match plot.steps.len() {
        0 => Scale::by_reach(marked().flat_map(|one| [one.x, one.x * 1.05]), POWERS),
        steps => Scale::linear(0.5, steps as f64 + 0.5),
    };
    let highest = |one: &Marked| one.interval.map_or(one.y, |(_, high)| high.max(one.y)) * 1.05;
    let ends = marked().flat_map(|one| [one.y, highest(one)]);
    let y = Scale::by_reach(ends.chain(plot.cap), POWERS);
    framed(&plot.heading, &names, (x, y), 0.0, |canvas, frame| {
        let cap = plot.cap.map_or(String::new(), |cap| format!(", cap {}", label(cap)));
        frame.y_axis(canvas, &format!("{}{cap}", plot.y_title));
        match plot.steps.is_empty() {
            true => frame.x_axis(canvas, &plot.x_title),
            false => step_axis(canvas, frame, plot),
        }
        if let Some(cap) = plot.cap {
            let height = frame.y(cap);
            canvas.line(&[(frame.left, height), (frame.right, height)], Paint::of(INK), 0.5);
        }
        for (name, marked) in &plot.groups {
            draw_group(canvas, frame, name, marked);
        }
        frame.sides(canvas);
    })
}

fn step_axis(canvas: &Canvas<'_>, frame: &Frame, plot: &Scatter) {
    let room = frame.x(2.0) - frame.x(1.0);
    for (place, step) in plot.steps.iter().enumerate() {
        let x = frame.x(place as f64 + 1.0);
        canvas.line(&[(x, frame.top), (x, frame.bottom)], Paint::of(RULE), 0.5);
        let text = fitted(step, TEXT - 2.0, room);
        canvas.text(&text, (x, frame.bottom + 13.0), Beside::Around, TEXT - 2.0);
    }
    frame.x_title(canvas, &plot.x_title, frame.bottom + 33.0);
}

fn draw_group(canvas: &Canvas<'_>, frame: &Frame, name: &Name, marked: &[Marked]) {
    let paint = Paint::of(palette::method(name.place));
    let mut drawn: Vec<(f64, f64)> = Vec::new();
    for one in marked {
        let at = aside(frame.at((one.x, one.y)), &drawn, frame);
        drawn.push(at);
        if let Some((low, high)) = one.interval {
            let ends = [(at.0, frame.y(low)), (at.0, frame.y(high))];
            canvas.line(&ends, paint.faint(0.6), 1.0);
        }
        canvas.mark(Mark::of(name.place), at, 8.0, paint);
    }
}

/// Where a mark stands that lies on none of those drawn: beside them, to the right and left by
/// turns, within the frame.
fn aside((x, y): (f64, f64), drawn: &[(f64, f64)], frame: &Frame) -> (f64, f64) {
    let is_free = |x: f64| {
        let lies_on =
            |other: &(f64, f64)| (other.0 - x).abs() < APART && (other.1 - y).abs() < APART;
        !drawn.iter().any(lies_on)
    };
    let turns = (0..=2 * drawn.len()).map(|turn| {
        let steps = turn.div_ceil(2) as f64;
        if turn % 2 == 0 { x - steps * APART } else { x + steps * APART }
    });
    let mut within = turns.filter(|x| (frame.left..=frame.right).contains(x));
    (within.find(|&x| is_free(x)).unwrap_or(x), y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(steps: &[&str], marked: Vec<Marked>) -> Scatter {
        Scatter {
            heading: "A & B".to_owned(),
            x_title: "logic".to_owned(),
            y_title: "generations".to_owned(),
            steps: steps.iter().map(|&step| step.to_owned()).collect(),
            groups: vec![(Name { text: "9x9".to_owned(), place: 0 }, marked)],
            cap: Some(5000.0),
        }
    }

    #[test]
    fn marks_axes_and_cap_are_drawn() {
        let one = |x, y| Marked { x, y, interval: Some((y / 2.0, y * 2.0)) };
        let svg = scatter(&plot(&["singles", "guess"], vec![one(1.0, 3.0), one(2.0, 4000.0)]));
        assert!(svg.contains("<title>A &amp; B</title>") && svg.contains("singles"), "{svg}");
        // One more in the legend.
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("cap 5000") && svg.contains("guess"));
        let measured = scatter(&plot(&[], vec![one(0.0, 3.0), one(2000.0, 4000.0)]));
        assert!(measured.contains("1000") && !measured.contains("NaN"), "{measured}");
        assert!(!scatter(&plot(&[], Vec::new())).contains("NaN"));
    }

    #[test]
    fn marks_do_not_hide_each_other() {
        let frame = Frame {
            left: 0.0,
            top: 0.0,
            right: 100.0,
            bottom: 100.0,
            x: Scale::linear(0.0, 1.0),
            y: Scale::linear(0.0, 1.0),
        };
        let mut drawn = Vec::new();
        for _ in 0..5 {
            let at = aside((50.0, 10.0), &drawn, &frame);
            drawn.push(at);
        }
        let places: Vec<f64> = drawn.iter().map(|at| at.0).collect();
        assert_eq!(places, [50.0, 57.0, 43.0, 64.0, 36.0]);
        assert_eq!(aside((50.0, 90.0), &drawn, &frame), (50.0, 90.0));
    }
}
