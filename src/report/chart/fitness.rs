//! Mean fitness by generation, with the 95 % interval of the mean as a band.

use super::canvas::{Canvas, Mark, Paint};
use super::frame::{Frame, Name, framed, risk_height};
use super::scale::Scale;
use crate::analysis::{Course, Courses, Level};
use crate::report::palette;

/// Marks along a curve.
const MARKS: usize = 8;

/// What becomes of runs that have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// They leave the mean; how many are left stands below.
    Leave,
    /// Their last value is carried on.
    Stay,
}

/// Draws the courses of all methods that kept histories.
pub fn fitness_courses(courses: &Courses, names: &[Name], ended: Ended, heading: &str) -> String {
    let with_history =
        |name: &&Name| courses.methods.get(name.place).is_some_and(Course::has_history);
    let names: Vec<Name> = names.iter().filter(with_history).cloned().collect();
    let lines: Vec<Vec<(f64, Level)>> =
        names.iter().map(|name| levels(courses, name, ended)).collect();
    // A band of few runs may be immense: it is cut where it leaves the picture.
    let means = || lines.iter().flatten().map(|(_, level)| level.mean);
    let high = means().max_by(f64::total_cmp).unwrap_or(1.0) * 1.05;
    let low = means().min_by(f64::total_cmp).unwrap_or(0.0).min(0.0);
    let scales = (generations(courses), Scale::linear(low, high));
    let below = if ended == Ended::Leave { risk_height(names.len()) } else { 0.0 };
    framed(heading, &names, scales, below, |canvas, frame| {
        frame.x_axis(canvas, "generation");
        frame.y_axis(canvas, "mean fitness");
        for (name, line) in names.iter().zip(&lines) {
            course(canvas, frame, name, line);
        }
        frame.sides(canvas);
        if ended == Ended::Leave {
            frame.at_risk(canvas, &names, |line, at| {
                let place = courses.generations.iter().position(|&told| told as f64 >= at);
                place.map_or(0, |place| courses.methods[names[line].place].still_running(place))
            });
        }
    })
}

fn generations(courses: &Courses) -> Scale {
    let ends = (courses.generations.first(), courses.generations.last());
    let [first, last] = [ends.0, ends.1].map(|end| end.copied().unwrap_or(0) as f64);
    // Generations that are told in equal factors begin with 1.
    if first > 0.0 { Scale::logarithmic(first, last) } else { Scale::linear(0.0, last) }
}

fn levels(courses: &Courses, name: &Name, ended: Ended) -> Vec<(f64, Level)> {
    let course = &courses.methods[name.place];
    let levels = match ended {
        Ended::Leave => course.running(),
        Ended::Stay => course.carried(),
    };
    let told = courses.generations.iter().zip(levels);
    told.filter_map(|(&generation, level)| Some((generation as f64, level?))).collect()
}

fn course(canvas: &Canvas<'_>, frame: &Frame, name: &Name, line: &[(f64, Level)]) {
    let paint = Paint::of(palette::method(name.place));
    let side = |of: fn(&Level) -> f64| line.iter().map(move |(x, level)| frame.at((*x, of(level))));
    let band: Vec<(f64, f64)> =
        side(|level| level.high).chain(side(|level| level.low).rev()).collect();
    if band.len() > 2 {
        canvas.polygon(&band, paint.faint(0.18));
    }
    let middle: Vec<(f64, f64)> = side(|level| level.mean).collect();
    canvas.line(&middle, paint, 2.0);
    let stride = middle.len().div_ceil(MARKS).max(1);
    for &point in middle.iter().skip((name.place * 3) % stride).step_by(stride) {
        canvas.mark(Mark::of(name.place), point, 8.0, paint);
    }
}
