//! Effort against givens or empty cells: the figures at each number of them, the curves through
//! them, and what both leave out.

use super::figures::{MISSING, counted, mean_count, one_line, seconds};
use super::style::Style;
use super::table::{Align, Table, escape_markdown};
use crate::analysis::{Curve, CurveFit, CurveForm, CurvePoint, EffortUnit, Through};
use crate::stats::{Interval, NoFit, Scale};

/// How the figures are meant.
const MEANING: &str = "The mean is that of the boards' means; quantiles are of all runs, a limit \
    being a time known only\nto be longer. Intervals come from resampled boards, where half of these have a curve.\n";

/// The tables of every method, for a terminal.
pub fn curve_tables(curves: &[Curve], style: Style) -> String {
    let texts: Vec<String> =
        curves.iter().map(|curve| curve_text(curve, |table| table.text(style))).collect();
    if texts.is_empty() { "No run is finished.\n".to_owned() } else { texts.join("\n") }
}

/// The same as a part of a Markdown file.
pub fn curve_markdown(curves: &[Curve]) -> String {
    let part = |curve: &Curve| {
        let curve =
            Curve { method: format!("## {}", escape_markdown(&curve.method)), ..curve.clone() };
        curve_text(&curve, Table::markdown)
    };
    curves.iter().map(part).collect::<Vec<_>>().join("\n")
}

/// The title, the two tables and the notes of one method.
fn curve_text(curve: &Curve, written: impl Fn(&Table) -> String) -> String {
    let (unit, axis) = (curve.unit.word(), curve.axis.word());
    let title = one_line(&format!("{}: {unit} against {axis}", curve.method));
    let notes = notes(curve);
    if curve.points.is_empty() {
        return format!("{title}\n\nNo board has runs with known {axis} and {unit}.\n{notes}");
    }
    let (points, fits) = (written(&point_table(curve)), written(&fit_table(curve)));
    format!("{title}\n\n{points}\n{fits}\n{notes}")
}

fn point_table(curve: &Curve) -> Table {
    let meets_limits = curve.points.iter().any(|point| point.meets_limits);
    let mean = format!("mean {}", curve.unit.word());
    let mut table = Table::default();
    for name in [curve.axis.word(), "boards", "solved", &mean, "10 %", "median", "90 %"] {
        table.column(name, Align::Right);
    }
    if meets_limits {
        table.column("limits", Align::Left);
    }
    for point in &curve.points {
        let mut texts = point_texts(point, curve.unit);
        texts.extend(meets_limits.then(|| limits(point).to_owned()));
        table.row(texts);
    }
    table
}

fn point_texts(point: &CurvePoint, unit: EffortUnit) -> Vec<String> {
    let effort = if unit == EffortUnit::Seconds { seconds } else { mean_count };
    let counts = [point.x.to_string(), point.boards.to_string()];
    let solved = format!("{}/{}", point.solved, point.runs);
    let efforts = [point.mean, point.tenth, point.median, point.ninetieth].map(effort);
    counts.into_iter().chain([solved]).chain(efforts).collect()
}

fn limits(point: &CurvePoint) -> &'static str {
    if point.meets_limits { "met" } else { "" }
}

pub(super) fn fit_table(curve: &Curve) -> Table {
    let lacks_some = curve.fits.iter().any(|fit| fit.fit.is_err());
    let mut table = Table::default();
    for name in ["curve", "through", "least squares of"] {
        table.column(name, Align::Left);
    }
    for name in ["points", "a", "95 % interval", "b", "95 % interval", "R2"] {
        table.column(name, Align::Right);
    }
    if lacks_some {
        table.column("no curve since", Align::Left);
    }
    for fit in &curve.fits {
        let mut texts = fit_texts(fit);
        texts.extend(lacks_some.then(|| fit.fit.err().map_or(String::new(), no_curve)));
        table.row(texts);
    }
    table
}

fn fit_texts(fit: &CurveFit) -> Vec<String> {
    let [form, through, errors] = names(fit);
    let (found, intervals) = (fit.fit.ok(), fit.intervals);
    let explained = found.and_then(|found| found.r_squared);
    vec![
        form.to_owned(),
        through.to_owned(),
        errors.to_owned(),
        fit.points.to_string(),
        found.map_or(MISSING.to_owned(), |found| four_digits(found.a)),
        span(intervals.map(|ends| ends.a)),
        found.map_or(MISSING.to_owned(), |found| four_digits(found.b)),
        span(intervals.map(|ends| ends.b)),
        explained.map_or(MISSING.to_owned(), |share| format!("{share:.3}")),
    ]
}

/// The formula of a curve, what it goes through, and whose squared errors are least.
pub(super) fn names(fit: &CurveFit) -> [&'static str; 3] {
    let (form, errors) = match fit.form {
        CurveForm::Exponential(Scale::Logarithmic) => ("a exp(b x)", "ln y"),
        CurveForm::Exponential(Scale::Raw) => ("a exp(b x)", "y"),
        CurveForm::Power => ("a x^b", "ln y"),
    };
    let through = match fit.through {
        Through::Boards => "boards",
        Through::Means => "means",
    };
    [form, through, errors]
}

/// Why there is no curve.
pub(super) fn no_curve(why: NoFit) -> String {
    match why {
        NoFit::TooFew(1) => "1 point, expected at least 3".to_owned(),
        other => other.to_string(),
    }
}

fn span(interval: Option<Interval>) -> String {
    interval.map_or(MISSING.to_owned(), |Interval { low, high }| {
        format!("{} to {}", four_digits(low), four_digits(high))
    })
}

/// A number with four digits that count, in powers of ten where it is very large or small.
fn four_digits(number: f64) -> String {
    let text = format!("{number:.3e}");
    let exponent = text.rsplit('e').next().and_then(|digits| digits.parse::<i32>().ok());
    match exponent {
        Some(exponent @ -4..6) => format!("{number:.*}", (3 - exponent).max(0) as usize),
        _ => text,
    }
}

/// How the figures are meant, and what was left out.
fn notes(curve: &Curve) -> String {
    let (unit, axis) = (curve.unit.word(), curve.axis.word());
    let mut text = String::new();
    if !curve.points.is_empty() {
        text += MEANING;
    }
    if curve.left_out > 0 {
        text += &format!(
            "{} of {} with a run that did not solve: in no mean and no curve, which are too low.\n",
            curve.left_out,
            counted(curve.boards as u64, "board")
        );
    }
    if curve.unknown > 0 {
        let boards = counted(curve.unknown as u64, "board");
        text += &format!("{boards} left out: the {axis}, or the {unit} of a run, are not told.\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::CurveAxis;
    use crate::stats::{Fit, FitIntervals};

    fn point(x: u32, meets_limits: bool) -> CurvePoint {
        CurvePoint {
            x,
            boards: 2,
            runs: 4,
            solved: if meets_limits { 2 } else { 4 },
            mean: Some(1234.25),
            tenth: Some(9.0),
            median: Some(100.5),
            ninetieth: (!meets_limits).then_some(5000.0),
            meets_limits,
        }
    }

    fn fit(through: Through, form: CurveForm, is_found: bool) -> CurveFit {
        let found = Fit { a: 16583.4, b: -0.168815, r_squared: Some(0.97612), scale: Scale::Raw };
        let interval = |low, high| Interval { low, high };
        let ends =
            FitIntervals { a: interval(9.5, 2.5e7), b: interval(-0.2, -1.5e-5), fitted: 1000 };
        CurveFit {
            through,
            form,
            points: 3,
            fit: if is_found { Ok(found) } else { Err(NoFit::NotPositiveY) },
            intervals: is_found.then_some(ends),
        }
    }

    fn curve(points: Vec<CurvePoint>, fits: Vec<CurveFit>) -> Curve {
        Curve {
            method: "hgasa".to_owned(),
            axis: CurveAxis::Empty,
            unit: EffortUnit::Generations,
            boards: 2 * points.len(),
            points,
            fits,
            left_out: 0,
            unknown: 0,
        }
    }

    #[test]
    fn figures_come_first_and_curves_after() {
        let raw = CurveForm::Exponential(Scale::Raw);
        let fits = vec![
            fit(Through::Boards, CurveForm::Exponential(Scale::Logarithmic), true),
            fit(Through::Means, raw, true),
        ];
        let text =
            curve_tables(&[curve(vec![point(40, false), point(50, false)], fits)], Style::BARE);
        let expected = [
            "hgasa: generations against empty cells",
            "",
            "empty cells  boards  solved  mean generations  10 %  median    90 %",
            "-----------  ------  ------  ----------------  ----  ------  ------",
            "         40       2     4/4            1234.2   9.0   100.5  5000.0",
            "         50       2     4/4            1234.2   9.0   100.5  5000.0",
            "",
            "curve       through  least squares of  points      a     95 % interval        b         95 % interval     R2",
            "----------  -------  ----------------  ------  -----  ----------------  -------  --------------------  -----",
            "a exp(b x)  boards   ln y                   3  16583  9.500 to 2.500e7  -0.1688  -0.2000 to -1.500e-5  0.976",
            "a exp(b x)  means    y                      3  16583  9.500 to 2.500e7  -0.1688  -0.2000 to -1.500e-5  0.976",
            "",
            "The mean is that of the boards' means; quantiles are of all runs, a limit being a time known only",
            "to be longer. Intervals come from resampled boards, where half of these have a curve.",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected, "\n{text}");
    }

    #[test]
    fn what_is_missing_is_said() {
        let fits = vec![fit(Through::Boards, CurveForm::Power, false)];
        let part = Curve {
            left_out: 2,
            unknown: 1,
            ..curve(vec![point(40, true), point(50, false)], fits)
        };
        let text = curve_tables(&[part], Style::BARE);
        for expected in [
            "90 %  limits\n",
            "  100.5       -  met\n",
            "  100.5  5000.0\n",
            "R2  no curve since\n",
            "-  a y is not above 0 and has no logarithm\n",
            "\n2 of 4 boards with a run that did not solve: in no mean and no curve, which are too \
             low.\n",
            "\n1 board left out: the empty cells, or the generations of a run, are not told.\n",
        ] {
            assert!(text.contains(expected), "{expected}\n{text}");
        }
        let none = Curve { unknown: 3, ..curve(vec![], vec![]) };
        let text = curve_tables(&[none.clone(), none], Style::COLOURED);
        let expected = "hgasa: generations against empty cells\n\n\
            No board has runs with known empty cells and generations.\n\
            3 boards left out: the empty cells, or the generations of a run, are not told.\n";
        assert_eq!(text, format!("{expected}\n{expected}"));
        assert_eq!(curve_tables(&[], Style::BARE), "No run is finished.\n");
    }

    #[test]
    fn one_point_is_no_points() {
        let texts = [0, 1, 2].map(|count| no_curve(NoFit::TooFew(count)));
        let rest = "expected at least 3";
        assert_eq!(texts, ["0 points", "1 point", "2 points"].map(|few| format!("{few}, {rest}")));
    }

    #[test]
    fn numbers_have_four_digits() {
        for (number, expected) in [
            (0.0, "0.000"),
            (16583.4, "16583"),
            (1.0, "1.000"),
            (-0.168815, "-0.1688"),
            (9.9996, "10.00"),
            (0.00012346, "0.0001235"),
            (1.5e-5, "1.500e-5"),
            (2.5e7, "2.500e7"),
        ] {
            assert_eq!(four_digits(number), expected);
        }
    }
}
