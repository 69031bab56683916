//! The search for the exponential curve whose errors have the least squares: steps of Gauss and
//! Newton, damped where they fail (Levenberg 1944, Marquardt 1963).
//!
//! Knows no scale and no reason: its caller scales the points and gives a start.

/// So many steps are tried.
const STEPS: usize = 1000;

/// A relative step that is shorter moves little but rounding.
const SHORT: f64 = 1e-11;

/// y = height exp(growth x).
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve {
    /// y where x is 0.
    pub height: f64,
    /// The logarithm of what y is multiplied with when x grows by 1.
    pub growth: f64,
}

impl Curve {
    fn at(self, x: f64) -> f64 {
        self.height * libm::exp(self.growth * x)
    }

    /// The sum of the squares of the errors.
    pub fn errors(self, points: &[(f64, f64)]) -> f64 {
        points.iter().map(|&(x, y)| y - self.at(x)).map(|error| error * error).sum()
    }

    /// The step that the normal equations propose when their diagonal is damped.
    fn step(self, points: &[(f64, f64)], damping: f64) -> (f64, f64) {
        let (mut hh, mut hg, mut gg, mut h, mut g) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for &(x, y) in points {
            let by_height = libm::exp(self.growth * x);
            let by_growth = self.height * x * by_height;
            let error = y - self.height * by_height;
            hh += by_height * by_height;
            hg += by_height * by_growth;
            gg += by_growth * by_growth;
            h += by_height * error;
            g += by_growth * error;
        }
        let (hh, gg) = (hh * (1.0 + damping), gg * (1.0 + damping));
        let determinant = hh * gg - hg * hg;
        ((h * gg - g * hg) / determinant, (g * hh - h * hg) / determinant)
    }
}

/// Damped steps downhill until they are too short to matter; `None` when that takes too long.
pub(super) fn settle(points: &[(f64, f64)], mut curve: Curve) -> Option<Curve> {
    let reach = points.iter().map(|point| point.0.abs()).fold(0.0, f64::max);
    let (mut errors, mut damping) = (curve.errors(points), 1e-3);
    for _ in 0..STEPS {
        let (height, growth) = curve.step(points, damping);
        let next = Curve { height: curve.height + height, growth: curve.growth + growth };
        let next_errors = next.errors(points);
        let is_short = height.abs() <= SHORT * curve.height.abs()
            && growth.abs() * reach <= SHORT * (1.0 + curve.growth.abs() * reach);
        if is_short {
            return Some(curve);
        }
        // A comparison with NaN is false: such a step is refused like one uphill.
        if next_errors <= errors {
            (curve, errors, damping) = (next, next_errors, damping * 0.1);
        } else {
            damping = (damping * 10.0).max(1e-12);
        }
    }
    None
}
