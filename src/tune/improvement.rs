//! Where to look next by a Gaussian process: the point with the largest expected improvement
//! (Mockus 1975; Jones, Schonlau and Welch 1998).
//!
//! The score to improve on is the least that the process expects at a point that was seen, since the
//! least score that was seen may be luck. For several points at once each is taken to come out as
//! expected before the next is chosen (the believer of Ginsbourger, Le Riche and Carraro 2010).

use super::gaussian::{GaussianProcess, Seen};
use super::space::{Point, Space};
use crate::rng::Rng;

/// Points at random of which the best is taken.
const ANYWHERE: usize = 384;

/// Points near each of the best that were seen.
const NEARBY: usize = 32;

/// How many of the best are looked around.
const CENTRES: usize = 4;

/// How far around, in units of a range.
const REACH: f64 = 0.1;

/// The most points that the process is fitted to; more would take seconds.
const MOST_SEEN: usize = 240;

/// The expected improvement on a score where a mean and a standard deviation are expected.
pub fn expected_improvement(best: f64, mean: f64, deviation: f64) -> f64 {
    let gain = best - mean;
    if deviation <= 0.0 {
        return gain.max(0.0);
    }
    let z = gain / deviation;
    let density = libm::exp(-z * z / 2.0) / (2.0 * std::f64::consts::PI).sqrt();
    let below = libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0;
    (gain * below + deviation * density).max(0.0)
}

/// The points with the largest expected improvement among those that are wanted.
pub fn improving(
    space: &Space,
    seen: &Seen,
    count: usize,
    rng: &mut Rng,
    mut is_wanted: impl FnMut(&Point) -> bool,
) -> Vec<Point> {
    let mut seen = worth_knowing(seen);
    let Some(fitted) = GaussianProcess::fitted(&seen, &space.are_categories()) else {
        return Vec::new();
    };
    let kernel = fitted.kernel().clone();
    let mut process = fitted;
    let mut chosen: Vec<Point> = Vec::new();
    while chosen.len() < count {
        let expected = |units: &[f64]| process.predict(units);
        let means = seen.points.iter().map(|units| expected(units).0);
        let best = means.fold(f64::INFINITY, f64::min);
        let mut pool: Vec<(f64, Point)> = candidates(space, &seen, rng)
            .into_iter()
            .map(|point| {
                let (mean, variance) = expected(&space.units(&point));
                (expected_improvement(best, mean, variance.sqrt()), point)
            })
            .collect();
        pool.sort_by(|one, other| other.0.total_cmp(&one.0));
        let next = pool.into_iter().map(|(_, point)| point);
        let mut next = next.filter(|point| !chosen.contains(point));
        let Some(next) = next.find(|point| is_wanted(point)) else { break };
        let units = space.units(&next);
        let (mean, variance) = expected(&units);
        seen.points.push(units);
        seen.values.push(mean);
        seen.noises.push(1e-6 * kernel.variance + 1e-3 * variance);
        chosen.push(next);
        match GaussianProcess::with_kernel(&seen, kernel.clone()) {
            Some(believed) => process = believed,
            None => break,
        }
    }
    chosen
}

/// Points anywhere, and around the best that were seen.
fn candidates(space: &Space, seen: &Seen, rng: &mut Rng) -> Vec<Point> {
    let mut found: Vec<Point> = (0..ANYWHERE).map(|_| space.draw(rng)).collect();
    for &centre in by_value(&seen.values).iter().take(CENTRES) {
        for _ in 0..NEARBY {
            let near = space.axes.iter().zip(&seen.points[centre]).map(|(axis, &unit)| {
                match axis.categories() {
                    // Mostly the same, or a neighbour would be no neighbour.
                    Some(_) if rng.unit() < 0.75 => unit,
                    Some(count) => rng.index(count) as f64,
                    None => (unit + REACH * (2.0 * rng.unit() - 1.0)).clamp(0.0, 1.0),
                }
            });
            let near: Vec<f64> = near.collect();
            found.push(space.point(&near));
        }
    }
    found
}

/// The places of values, the least first.
fn by_value(values: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    places
}

/// The best and the latest points, where there are too many.
fn worth_knowing(seen: &Seen) -> Seen {
    let count = seen.points.len();
    if count <= MOST_SEEN {
        return seen.clone();
    }
    let mut places: Vec<usize> = by_value(&seen.values)[..MOST_SEEN / 2].to_vec();
    places.extend(count - MOST_SEEN / 2..count);
    places.sort_unstable();
    places.dedup();
    let pick = |numbers: &[f64]| places.iter().map(|&place| numbers[place]).collect();
    Seen {
        points: places.iter().map(|&place| seen.points[place].clone()).collect(),
        values: pick(&seen.values),
        noises: pick(&seen.noises),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::space::{Axis, Range, Scale};

    #[test]
    fn the_formula_is_that_of_scipy() {
        // z = (best - mu) / s; (best - mu) * scipy.stats.norm.cdf(z) + s * scipy.stats.norm.pdf(z)
        for (best, mean, deviation, expected) in [
            (0.5, 0.4, 0.2, 0.13955931148026118),
            (0.5, 0.9, 0.2, 0.0016981405233659364),
            (0.0, 3.0, 0.5, 7.817848979855953e-11),
            (1.0, 0.2, 1e-3, 0.8),
            (0.5, 0.5, 1.0, 0.3989422804014327),
            (0.5, 0.4, 0.0, 0.1 - 1e-17),
            (0.5, 0.6, 0.0, 0.0),
        ] {
            let found = expected_improvement(best, mean, deviation);
            assert!((found - expected).abs() <= 1e-9 * expected, "{found} {expected}");
        }
    }

    fn line() -> Space {
        let range = Range::Numbers { low: 0.0, high: 1.0, scale: Scale::Linear, is_whole: false };
        Space { axes: vec![Axis { key: "x".to_owned(), range }] }
    }

    #[test]
    fn it_looks_in_the_valley_and_then_elsewhere() {
        let points: Vec<Vec<f64>> = [0.0, 0.2, 0.4, 0.8, 1.0].iter().map(|&x| vec![x]).collect();
        let values = points.iter().map(|x| (x[0] - 0.55) * (x[0] - 0.55)).collect();
        let seen = Seen { noises: vec![1e-6; points.len()], points, values };
        let found = improving(&line(), &seen, 3, &mut Rng::from_seed(1), |_| true);
        assert_eq!(found.len(), 3);
        assert!((found[0].0[0] - 0.55).abs() < 0.1, "{found:?}");
        assert!(found[0] != found[1] && found[1] != found[2] && found[0] != found[2]);
    }

    #[test]
    fn what_is_not_wanted_is_not_chosen() {
        let seen = Seen { points: vec![vec![0.2]], values: vec![1.0], noises: vec![0.1] };
        let found = improving(&line(), &seen, 2, &mut Rng::from_seed(1), |point| point.0[0] > 0.9);
        assert!(found.len() == 2 && found.iter().all(|point| point.0[0] > 0.9), "{found:?}");
        assert!(improving(&line(), &seen, 2, &mut Rng::from_seed(1), |_| false).is_empty());
    }
}
