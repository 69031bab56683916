//! Curves as JSON, with all digits.

use serde_json::{Value, json};

use super::curve_table::{names, no_curve};
use crate::analysis::{Curve, CurveFit, CurvePoint};

/// A list of the curves of all methods.
pub fn curve_json(curves: &[Curve]) -> Value {
    curves.iter().map(curve).collect()
}

fn curve(curve: &Curve) -> Value {
    let points: Vec<Value> = curve.points.iter().map(point).collect();
    let fits: Vec<Value> = curve.fits.iter().map(fit).collect();
    json!({
        "method": curve.method,
        "x": curve.axis.word(),
        "unit": curve.unit.word(),
        "boards": curve.boards,
        "boards_left_out": curve.left_out,
        "boards_unknown": curve.unknown,
        "points": points,
        "fits": fits,
    })
}

fn point(point: &CurvePoint) -> Value {
    json!({
        "x": point.x,
        "boards": point.boards,
        "runs": point.runs,
        "solved": point.solved,
        "mean": point.mean,
        "quantile_10": point.tenth,
        "median": point.median,
        "quantile_90": point.ninetieth,
        "meets_limits": point.meets_limits,
    })
}

fn fit(fit: &CurveFit) -> Value {
    let [formula, through, errors] = names(fit);
    let (found, ends) = (fit.fit.ok(), fit.intervals);
    json!({
        "curve": formula,
        "through": through,
        "least_squares_of": errors,
        "points": fit.points,
        "a": found.map(|found| found.a),
        "a_low": ends.map(|ends| ends.a.low),
        "a_high": ends.map(|ends| ends.a.high),
        "b": found.map(|found| found.b),
        "b_low": ends.map(|ends| ends.b.low),
        "b_high": ends.map(|ends| ends.b.high),
        "r_squared": found.and_then(|found| found.r_squared),
        "reason": fit.fit.err().map(no_curve),
    })
}
