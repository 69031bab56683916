//! What the number of givens does: the share of runs solved, and the effort with the curve through
//! it.

use super::canvas::{Canvas, Mark, Paint};
use super::frame::{Frame, Name, framed};
use super::scale::Scale;
use crate::analysis::{Curve, CurveAxis, CurveFit, CurveForm, CurvePoint, Through};
use crate::report::palette;
use crate::stats::{Proportion, Scale as FitScale};

/// Points of a drawn curve.
const FINENESS: u32 = 60;

/// The share of runs solved at each number of givens, with its 95 % interval.
pub fn solved_by_givens(curves: &[Curve], names: &[Name], heading: &str) -> String {
    shares_by_givens(curves, names, heading, "share of runs solved")
}

/// Shares of whatever at each number of givens, with their 95 % intervals.
pub fn shares_by_givens(curves: &[Curve], names: &[Name], heading: &str, of: &str) -> String {
    picture(curves, names, heading, Scale::linear(0.0, 1.0), |canvas, frame| {
        axes(canvas, frame, curves, of);
        for (curve, name) in with_names(curves, names) {
            let paint = Paint::of(palette::method(name.place));
            // Side by side, so that intervals do not hide each other.
            let aside = (name.place as f64 - (names.len() - 1) as f64 / 2.0) * 3.0;
            let place = |point: &CurvePoint| {
                let (x, y) = frame.at((f64::from(point.x), share(point)));
                (x + aside, y)
            };
            let line: Vec<(f64, f64)> = curve.points.iter().map(place).collect();
            canvas.line(&line, paint, 2.0);
            for (point, &at) in curve.points.iter().zip(&line) {
                if let Some(limits) = solved(point).wilson() {
                    let ends = [(at.0, frame.y(limits.low)), (at.0, frame.y(limits.high))];
                    canvas.line(&ends, paint, 1.0);
                }
                canvas.mark(Mark::of(name.place), at, 8.0, paint);
            }
        }
        frame.sides(canvas);
    })
}

/// The mean effort at each number of givens and the exponential curve through the boards; names
/// come with its R2.
pub fn effort_by_givens(curves: &[Curve], names: &[Name], heading: &str) -> String {
    let fitted =
        |(curve, name): (&Curve, &Name)| Name { text: fitted_name(curve, name), ..name.clone() };
    let named: Vec<Name> = curves.iter().zip(names).map(fitted).collect();
    let means = curves.iter().flat_map(|curve| curve.points.iter().filter_map(|point| point.mean));
    let scale = Scale::by_reach(means.map(|mean| mean * 1.05), 2);
    picture(curves, &named, heading, scale, |canvas, frame| {
        let unit = curves.first().map_or("effort", |curve| curve.unit.word());
        axes(canvas, frame, curves, &format!("mean {unit} of boards solved by all runs"));
        for (curve, name) in with_names(curves, &named) {
            let paint = Paint::of(palette::method(name.place));
            for point in &curve.points {
                let Some(mean) = point.mean else { continue };
                canvas.mark(Mark::of(name.place), frame.at((f64::from(point.x), mean)), 8.0, paint);
            }
            if let Some(fit) = exponential(curve).and_then(|found| found.fit.ok()) {
                let at = |step: u32| {
                    let share = f64::from(step) / f64::from(FINENESS);
                    let x = frame.x.low() + share * (frame.x.high() - frame.x.low());
                    frame.at((x, fit.a * libm::exp(fit.b * x)))
                };
                canvas.line(&(0..=FINENESS).map(at).collect::<Vec<_>>(), paint, 1.5);
            }
        }
        frame.sides(canvas);
    })
}

/// A picture over the numbers of givens.
fn picture(
    curves: &[Curve],
    names: &[Name],
    heading: &str,
    y: Scale,
    body: impl FnOnce(&Canvas<'_>, &Frame),
) -> String {
    let names: Vec<Name> = with_names(curves, names).map(|(_, name)| name.clone()).collect();
    let givens = || curves.iter().flat_map(|curve| &curve.points).map(|point| f64::from(point.x));
    let low = givens().min_by(f64::total_cmp).unwrap_or(0.0);
    let high = givens().max_by(f64::total_cmp).unwrap_or(1.0);
    let room = ((high - low) * 0.04).max(0.5);
    framed(heading, &names, (Scale::linear(low - room, high + room), y), 0.0, body)
}

fn axes(canvas: &Canvas<'_>, frame: &Frame, curves: &[Curve], title: &str) {
    frame.x_axis(canvas, curves.first().map_or("givens", |curve| curve.axis.word()));
    frame.y_axis(canvas, title);
}

/// Each curve that has points with the name of its method; both are in the order of the methods.
fn with_names<'c>(
    curves: &'c [Curve],
    names: &'c [Name],
) -> impl Iterator<Item = (&'c Curve, &'c Name)> {
    curves.iter().zip(names).filter(|(curve, _)| !curve.points.is_empty())
}

fn exponential(curve: &Curve) -> Option<&CurveFit> {
    let form = CurveForm::Exponential(FitScale::Logarithmic);
    curve.fits.iter().find(|fit| fit.through == Through::Boards && fit.form == form)
}

fn fitted_name(curve: &Curve, name: &Name) -> String {
    match exponential(curve).map(|found| found.fit) {
        Some(Ok(fit)) => {
            let squared = fit.r_squared.map_or(String::new(), |r| format!(", R² {r:.2}"));
            let each = match curve.axis {
                CurveAxis::Givens => "a given",
                CurveAxis::Empty => "an empty cell",
            };
            format!("{}: factor {:.3} {each}{squared}", name.text, libm::exp(fit.b))
        }
        _ => name.text.clone(),
    }
}

fn solved(point: &CurvePoint) -> Proportion {
    Proportion::new(point.solved as u64, point.runs as u64)
}

fn share(point: &CurvePoint) -> f64 {
    solved(point).share().unwrap_or(0.0)
}
