//! Curves of growth through points: y = a exp(b x) and y = a x^b.
//!
//! Least squares on the logarithm of y, as a spreadsheet's trend line does, and for the exponential
//! also on y itself (Levenberg 1944, Marquardt 1963). The two answer unlike questions: the first
//! weighs relative errors, the second is ruled by the largest y; hence every fit names its scale.

use super::bootstrap::{percentile_interval, resampled};
use super::exponential::{Curve, settle};
use super::moments::mean;
use super::proportion::Interval;

/// The scale on which the squares of the errors are least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Errors of ln y.
    Logarithmic,
    /// Errors of y.
    Raw,
}

/// A curve through points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The factor a.
    pub a: f64,
    /// The exponent b.
    pub b: f64,
    /// R2, the share of the variation of y, on the scale of the fit, that the curve explains;
    /// `None` when all y are equal. On the raw scale it may be below 0.
    pub r_squared: Option<f64>,
    /// The scale of the fit and of its R2.
    pub scale: Scale,
}

/// Why there is no curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoFit {
    /// Any curve goes through so few.
    #[error("{0} points, expected at least 3")]
    TooFew(usize),
    /// NaN or infinite.
    #[error("a number is not finite")]
    NotFinite,
    /// There is nothing to grow with.
    #[error("all x are equal")]
    ConstantX,
    /// It has no logarithm.
    #[error("a y is not above 0 and has no logarithm")]
    NotPositiveY,
    /// It has no logarithm.
    #[error("an x is not above 0 and has no logarithm")]
    NotPositiveX,
    /// The numbers are too large or too far from each other.
    #[error("a or b leaves the range of numbers")]
    OutOfRange,
    /// The search on the raw scale did not settle.
    #[error("the search for the least squares does not settle")]
    Unsettled,
}

/// The curve y = a exp(b x) through points (x, y) on the given scale.
pub fn exponential_fit(points: &[(f64, f64)], scale: Scale) -> Result<Fit, NoFit> {
    check(points)?;
    let logarithms: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x, libm::log(y))).collect();
    let line = Line::through(&logarithms)?;
    match scale {
        Scale::Logarithmic => line.fit(),
        Scale::Raw => raw_fit(points, line),
    }
}

/// The curve y = a x^b through points (x, y), by the logarithms of both.
pub fn power_fit(points: &[(f64, f64)]) -> Result<Fit, NoFit> {
    check(points)?;
    if points.iter().any(|&(x, _)| x <= 0.0) {
        return Err(NoFit::NotPositiveX);
    }
    let logarithm = |&(x, y): &(f64, f64)| (libm::log(x), libm::log(y));
    Line::through(&points.iter().map(logarithm).collect::<Vec<_>>())?.fit()
}

fn check(points: &[(f64, f64)]) -> Result<(), NoFit> {
    if points.len() < 3 {
        Err(NoFit::TooFew(points.len()))
    } else if !points.iter().all(|(x, y)| x.is_finite() && y.is_finite()) {
        Err(NoFit::NotFinite)
    } else if points.iter().all(|&(x, _)| x == points[0].0) {
        Err(NoFit::ConstantX)
    } else if points.iter().any(|&(_, y)| y <= 0.0) {
        Err(NoFit::NotPositiveY)
    } else {
        Ok(())
    }
}

/// The line of least squares.
struct Line {
    centre: (f64, f64),
    slope: f64,
    r_squared: Option<f64>,
}

impl Line {
    fn through(points: &[(f64, f64)]) -> Result<Self, NoFit> {
        let mean_of = |values: Vec<f64>| mean(&values).filter(|mean| mean.is_finite());
        let x_mean = mean_of(points.iter().map(|point| point.0).collect());
        let y_mean = mean_of(points.iter().map(|point| point.1).collect());
        let centre = x_mean.zip(y_mean).ok_or(NoFit::OutOfRange)?;
        let sum = |term: fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|&(x, y)| term(x - centre.0, y - centre.1)).sum()
        };
        // The mean of equal numbers may differ from them by rounding; a level line has no slope.
        let is_constant = points.iter().all(|point| point.1 == points[0].1);
        let slope = if is_constant { 0.0 } else { sum(|x, y| x * y) / sum(|x, _| x * x) };
        let left = |&(x, y): &(f64, f64)| y - centre.1 - slope * (x - centre.0);
        let errors: f64 = points.iter().map(left).map(|error| error * error).sum();
        let r_squared = (!is_constant).then(|| 1.0 - errors / sum(|_, y| y * y));
        Ok(Self { centre, slope, r_squared })
    }

    fn fit(self) -> Result<Fit, NoFit> {
        let a = libm::exp(self.centre.1 - self.slope * self.centre.0);
        in_range(Fit { a, b: self.slope, r_squared: self.r_squared, scale: Scale::Logarithmic })
    }
}

fn in_range(fit: Fit) -> Result<Fit, NoFit> {
    let is_inside = fit.a > 0.0 && fit.a.is_finite() && fit.b.is_finite();
    let is_explained = fit.r_squared.is_none_or(f64::is_finite);
    if is_inside && is_explained { Ok(fit) } else { Err(NoFit::OutOfRange) }
}

/// The search on the raw scale, from the curve of the logarithms. Its y are shares of the largest
/// one, so that nothing overflows, and its x are counted from where large y lie, so that the two
/// parameters hardly depend on each other.
fn raw_fit(points: &[(f64, f64)], start: Line) -> Result<Fit, NoFit> {
    let largest = points.iter().map(|point| point.1).fold(0.0, f64::max);
    let weight = |y: f64| (y / largest) * (y / largest);
    let weights: f64 = points.iter().map(|&(_, y)| weight(y)).sum();
    let middle: f64 = points.iter().map(|&(x, y)| x * (weight(y) / weights)).sum();
    let scaled: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x - middle, y / largest)).collect();
    let logarithm = start.centre.1 + start.slope * (middle - start.centre.0);
    let height = libm::exp(logarithm - libm::log(largest));
    let curve = settle(&scaled, Curve { height, growth: start.slope }).ok_or(NoFit::Unsettled)?;
    let shares: Vec<f64> = scaled.iter().map(|point| point.1).collect();
    let average = mean(&shares).ok_or(NoFit::OutOfRange)?;
    let total: f64 = shares.iter().map(|share| (share - average) * (share - average)).sum();
    let is_constant = shares.iter().all(|&share| share == shares[0]);
    let r_squared = (!is_constant).then(|| 1.0 - curve.errors(&scaled) / total);
    let a = largest * curve.height * libm::exp(-curve.growth * middle);
    in_range(Fit { a, b: curve.growth, r_squared, scale: Scale::Raw })
}

/// How far a and b vary when the points are drawn anew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitIntervals {
    /// The 95 % interval of a.
    pub a: Interval,
    /// The 95 % interval of b.
    pub b: Interval,
    /// How many of the resamples had a curve; the intervals are of these.
    pub fitted: usize,
}

/// 95 % percentile intervals of a and b from `count` seeded resamples of the points, each fitted by
/// `fit`; `None` when no resample has a curve.
pub fn fit_intervals(
    points: &[(f64, f64)],
    count: usize,
    seed: u64,
    fit: impl Fn(&[(f64, f64)]) -> Result<Fit, NoFit>,
) -> Option<FitIntervals> {
    let fits = resampled(points, count, seed, |drawn| fit(drawn).ok());
    let fits: Vec<Fit> = fits.into_iter().flatten().collect();
    let interval =
        |of: fn(&Fit) -> f64| percentile_interval(&fits.iter().map(of).collect::<Vec<_>>(), 0.95);
    Some(FitIntervals { a: interval(|fit| fit.a)?, b: interval(|fit| fit.b)?, fitted: fits.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;
    use proptest::prelude::*;

    /// Points, then a, b and R2 of the exponential on the logarithm, on y itself, of the power.
    type Case = (&'static [(f64, f64)], [f64; 3], [f64; 3], [f64; 3]);

    /// b, c = numpy.polyfit(x - m, log(y), 1), m = x.mean(), a = exp(c - b * m); for the power
    /// log(x) in place of x; on y itself with 50 digits, a(b) = (y * exp(b * x)).sum() /
    /// exp(2 * b * x).sum(), b = mpmath.findroot(lambda b: ((y - a(b) * exp(b * x)) * x *
    /// exp(b * x)).sum(), the b of scipy.optimize.curve_fit, which has six digits); R2 = 1 - ((y - f) ** 2).sum() /
    /// ((y - y.mean()) ** 2).sum() on the scale of the fit.
    const CASES: [Case; 5] = [
        (
            &[
                (17.0, 900.0),
                (20.0, 610.0),
                (22.0, 400.0),
                (25.0, 260.0),
                (28.0, 120.0),
                (30.0, 95.0),
                (30.0, 130.0),
            ],
            [16583.407733849013, -0.16881513139040352, 0.976119249905761],
            [14119.363019043263, -0.16080149865344412, 0.9921140911972931],
            [71635909.71965238, -3.934405961952551, 0.9691739476927475],
        ),
        (
            &[(1.0, 2.0), (2.0, 5.0), (3.0, 7.0)],
            [1.1775100856595881, 0.6263814842476838, 0.9333543775359853],
            [1.5412413368952185, 0.51412879345295, 0.932700217314172],
            [2.061489378388059, 1.1598705715794593, 0.9877147867795877],
        ),
        (
            &[(1.0, 1.0), (1.0, 2.0), (2.0, 2.0), (2.0, 4.0), (3.0, 9.0), (3.0, 5.0)],
            [0.6311474380704235, 0.7783788273025936, 0.7852223225593924],
            [0.6150678223692799, 0.8095290504031873, 0.7536723074842232],
            [1.3192207035928987, 1.372116118068615, 0.753071291345446],
        ),
        (
            &[(0.1, 1e-3), (0.5, 4e-3), (1.0, 2e-2), (2.0, 0.3), (4.0, 60.0), (8.0, 2e6)],
            [0.0011146667647003328, 2.6828839103218876, 0.9990970104404084],
            [0.001799985663563984, 2.603579289665329, 0.9999999999999998],
            [0.5043623117838854, 4.440140203782873, 0.7519717089260922],
        ),
        (
            &[(1.0, 5.0), (2.0, 1.0), (3.0, 9.0), (4.0, 2.0), (5.0, 7.0), (6.0, 3.0)],
            [2.943019783702125, 0.05084356947313477, 0.013282463858171223],
            [4.409983889332935, 0.0057608329319794845, 0.00027292531249083153],
            [3.1781523325606926, 0.09218862236862675, 0.005478391442638952],
        ),
    ];

    #[test]
    fn curves_are_those_of_numpy_and_scipy() {
        for (points, on_logarithm, on_raw, power) in CASES {
            let fits = [
                (exponential_fit(points, Scale::Logarithmic), on_logarithm),
                (exponential_fit(points, Scale::Raw), on_raw),
                (power_fit(points), power),
            ];
            for (fit, [a, b, r_squared]) in fits {
                let fit = fit.expect("a curve");
                let is_right = agree(fit.a, a)
                    && agree(fit.b, b)
                    && fit.r_squared.is_some_and(|found| agree(found, r_squared));
                assert!(is_right, "{points:?}: {fit:?}");
            }
        }
    }

    #[test]
    fn a_level_curve_explains_nothing() {
        let points = [(10.0, 3.0), (20.0, 3.0), (30.0, 3.0), (50.0, 3.0)];
        for scale in [Scale::Logarithmic, Scale::Raw] {
            let fit = exponential_fit(&points, scale).expect("a curve");
            assert!(agree(fit.a, 3.0) && fit.b.abs() < 1e-12, "{fit:?}");
            assert_eq!((fit.r_squared, fit.scale), (None, scale));
        }
    }

    #[test]
    fn what_is_undefined_says_why() {
        let cases: [(&[(f64, f64)], NoFit); 6] = [
            (&[], NoFit::TooFew(0)),
            (&[(1.0, 1.0), (2.0, 2.0)], NoFit::TooFew(2)),
            (&[(1.0, 1.0), (2.0, f64::NAN), (3.0, 3.0)], NoFit::NotFinite),
            (&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)], NoFit::ConstantX),
            (&[(1.0, 1.0), (2.0, 0.0), (3.0, 3.0)], NoFit::NotPositiveY),
            (&[(1e6, 1.0), (1e6 + 1.0, 1e2), (1e6 + 2.0, 1e4)], NoFit::OutOfRange),
        ];
        for (points, why) in cases {
            for scale in [Scale::Logarithmic, Scale::Raw] {
                assert_eq!(exponential_fit(points, scale), Err(why), "{points:?}");
            }
        }
        let points = [(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)];
        assert_eq!(power_fit(&points), Err(NoFit::NotPositiveX));
    }

    #[test]
    fn intervals_hold_the_curve_and_follow_the_seed() {
        for (points, ..) in CASES {
            let on_logarithm = |drawn: &[(f64, f64)]| exponential_fit(drawn, Scale::Logarithmic);
            let fit = on_logarithm(points).expect("a curve");
            let intervals = |seed| fit_intervals(points, 400, seed, on_logarithm);
            let found = intervals(1).expect("intervals");
            assert!(found.a.low < fit.a && fit.a < found.a.high, "{fit:?} {found:?}");
            assert!(found.b.low < fit.b && fit.b < found.b.high, "{fit:?} {found:?}");
            assert!((300..=400).contains(&found.fitted), "{found:?}");
            assert_eq!(intervals(1), Some(found));
            assert_ne!(intervals(2), Some(found));
        }
        assert_eq!(fit_intervals(&[(1.0, 1.0); 5], 99, 1, power_fit), None);
        assert_eq!(fit_intervals(&[], 99, 1, power_fit), None);
    }

    /// Any number above 0, small, large or extreme.
    fn positive() -> impl Strategy<Value = f64> {
        prop_oneof![1.0..9.0, 1e-9..1e9, Just(1.0), Just(1e-300), Just(1e300), Just(f64::MAX)]
    }

    proptest! {
        #[test]
        fn no_fit_is_nan(points in proptest::collection::vec((positive(), positive()), 0..9)) {
            let on = |scale| exponential_fit(&points, scale);
            for fit in [on(Scale::Logarithmic), on(Scale::Raw), power_fit(&points)] {
                let Ok(fit) = fit else { continue };
                let numbers = [fit.a, fit.b, fit.r_squared.unwrap_or(0.0)];
                prop_assert!(numbers.iter().all(|number| number.is_finite()), "{:?}", fit);
            }
        }

        #[test]
        fn points_on_a_curve_give_it_back(a in 0.1..1e3f64, b in -2.0..2.0f64) {
            let points: Vec<(f64, f64)> =
                (1..7).map(f64::from).map(|x| (x, a * libm::exp(b * x))).collect();
            for scale in [Scale::Logarithmic, Scale::Raw] {
                let fit = exponential_fit(&points, scale).expect("a curve");
                let is_near = (fit.a / a - 1.0).abs() < 1e-8 && (fit.b - b).abs() < 1e-8;
                prop_assert!(is_near, "{:?}", fit);
            }
        }

        #[test]
        fn on_its_own_scale_each_curve_is_the_better_one(
            points in proptest::collection::vec((0.0..9.0f64, 0.1..9.0f64), 4..9)
        ) {
            let on = |scale| exponential_fit(&points, scale);
            let (Ok(first), Ok(raw)) = (on(Scale::Logarithmic), on(Scale::Raw)) else {
                return Ok(());
            };
            let errors = |fit: Fit| Curve { height: fit.a, growth: fit.b }.errors(&points);
            prop_assert!(errors(raw) <= errors(first) * (1.0 + 1e-9));
        }
    }
}
