//! Where to look next by two densities: that of the good points against that of all others (the
//! tree of Parzen estimators of Bergstra, Bardenet, Bengio and Kégl 2011).
//!
//! Each axis has densities of its own. A number's density is a mixture of normal laws on the
//! points, as wide as the way to the farther neighbour, with a wide one in the middle; a category's
//! is its share with one more for each. All are cut off at the ends of the range.

use super::gaussian::Seen;
use super::space::{Point, Space};
use crate::rng::Rng;

/// The share of the points that are good.
const GOOD: f64 = 0.2;

/// Points drawn from the good density, of which the best is taken.
const DRAWN: usize = 32;

/// How often a draw beyond the ends is repeated.
const TRIES: usize = 64;

/// The width of the law in the middle.
const WIDE: f64 = 1.0;

/// The points whose density is largest among good points against all others.
pub fn likelier_good(
    space: &Space,
    seen: &Seen,
    count: usize,
    rng: &mut Rng,
    mut is_wanted: impl FnMut(&Point) -> bool,
) -> Vec<Point> {
    let (good, rest) = parted(space, seen);
    let mut chosen: Vec<Point> = Vec::new();
    while chosen.len() < count {
        let mut pool: Vec<(f64, Point)> = (0..DRAWN)
            .map(|_| {
                let drawn: Vec<f64> = good.iter().map(|axis| axis.draw(rng)).collect();
                let point = space.point(&drawn);
                (advantage(&good, &rest, &space.units(&point)), point)
            })
            .collect();
        pool.sort_by(|one, other| other.0.total_cmp(&one.0));
        let next = pool.into_iter().map(|(_, point)| point);
        let mut next = next.filter(|point| !chosen.contains(point));
        let Some(next) = next.find(|point| is_wanted(point)) else { break };
        chosen.push(next);
    }
    chosen
}

/// The logarithm of the good density by the other.
fn advantage(good: &[Density], rest: &[Density], units: &[f64]) -> f64 {
    let axes = good.iter().zip(rest).zip(units);
    axes.map(|((good, rest), &unit)| libm::log(good.at(unit) / rest.at(unit))).sum()
}

/// The densities of each axis, of good points and of all others.
fn parted(space: &Space, seen: &Seen) -> (Vec<Density>, Vec<Density>) {
    let count = seen.values.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| seen.values[one].total_cmp(&seen.values[other]));
    let (good, rest) = order.split_at(((count as f64 * GOOD).ceil() as usize).clamp(1, count));
    let densities = |places: &[usize]| -> Vec<Density> {
        let axis = |(number, axis): (usize, &super::space::Axis)| {
            let units = places.iter().map(|&place| seen.points[place][number]).collect();
            Density::of(units, axis.categories())
        };
        space.axes.iter().enumerate().map(axis).collect()
    };
    (densities(good), densities(rest))
}

/// A density on one axis.
#[derive(Clone, Debug, PartialEq)]
enum Density {
    /// Middle and width of normal laws of equal weight.
    Mixture(Vec<(f64, f64)>),
    /// The weight of each category.
    Weights(Vec<f64>),
}

impl Density {
    fn of(mut units: Vec<f64>, categories: Option<usize>) -> Self {
        if let Some(count) = categories {
            let mut weights = vec![1.0; count];
            for unit in &units {
                weights[*unit as usize] += 1.0;
            }
            let sum: f64 = weights.iter().sum();
            return Self::Weights(weights.iter().map(|weight| weight / sum).collect());
        }
        units.sort_by(f64::total_cmp);
        let least = 1.0 / (units.len() + 1).min(100) as f64;
        let laws = units.iter().enumerate().map(|(place, &unit)| {
            let below = if place == 0 { 0.0 } else { units[place - 1] };
            let above = units.get(place + 1).copied().unwrap_or(1.0);
            (unit, (unit - below).max(above - unit).clamp(least, 1.0))
        });
        Self::Mixture(laws.chain([(0.5, WIDE)]).collect())
    }

    fn at(&self, unit: f64) -> f64 {
        match self {
            Self::Weights(weights) => weights[unit as usize],
            Self::Mixture(laws) => {
                let law = |&(middle, width): &(f64, f64)| {
                    let z = (unit - middle) / width;
                    let inside = below((1.0 - middle) / width) - below(-middle / width);
                    libm::exp(-z * z / 2.0) / (width * inside)
                };
                let constant = (2.0 * std::f64::consts::PI).sqrt() * laws.len() as f64;
                laws.iter().map(law).sum::<f64>() / constant
            }
        }
    }

    fn draw(&self, rng: &mut Rng) -> f64 {
        match self {
            Self::Weights(weights) => {
                let mut left = rng.unit();
                let is_it = |weight: &f64| {
                    left -= weight;
                    left < 0.0
                };
                weights.iter().position(is_it).unwrap_or(weights.len() - 1) as f64
            }
            Self::Mixture(laws) => {
                let (middle, width) = laws[rng.index(laws.len())];
                let draws = (0..TRIES).map(|_| middle + width * normal(rng));
                let inside = draws.into_iter().find(|unit| (0.0..=1.0).contains(unit));
                inside.unwrap_or(middle)
            }
        }
    }
}

/// The share of the standard normal law below a number.
fn below(z: f64) -> f64 {
    libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

/// A number of the standard normal law (Box and Muller 1958).
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - rng.unit())).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * rng.unit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn densities_are_those_of_scipy_and_sum_to_one() {
        // sum(scipy.stats.truncnorm.pdf(x, -m / w, (1 - m) / w, m, w) for m, w in laws) / 4 with
        // laws = (.1, .5), (.6, .5), (.7, .3), (.5, 1)
        let density = Density::of(vec![0.6, 0.1, 0.7], None);
        let Density::Mixture(laws) = &density else { panic!("a mixture") };
        let expected = [(0.1, 0.5), (0.6, 0.5), (0.7, 0.3), (0.5, 1.0)];
        for (found, wanted) in laws.iter().zip(expected) {
            assert!((found.0 - wanted.0).abs() < 1e-12 && (found.1 - wanted.1).abs() < 1e-12);
        }
        for (unit, expected) in EXPECTED {
            assert!((density.at(unit) - expected).abs() < 1e-9, "{unit}: {}", density.at(unit));
        }
        let steps = 10_000;
        let area: f64 =
            (0..steps).map(|step| density.at((f64::from(step) + 0.5) / f64::from(steps))).sum();
        assert!((area / f64::from(steps) - 1.0).abs() < 1e-6);
    }

    const EXPECTED: [(f64, f64); 3] =
        [(0.0, 0.7602422623354974), (0.33, 1.0300143198411935), (1.0, 0.7602024892020891)];

    #[test]
    fn categories_are_smoothed_shares() {
        let density = Density::of(vec![2.0, 2.0, 0.0], Some(3));
        assert_eq!(density, Density::Weights(vec![2.0 / 6.0, 1.0 / 6.0, 3.0 / 6.0]));
        let mut rng = Rng::from_seed(4);
        let drawn = (0..6000).filter(|_| density.draw(&mut rng) == 2.0).count();
        assert!((2800..3200).contains(&drawn), "{drawn}");
    }

    #[test]
    fn draws_follow_the_density() {
        let density = Density::of(vec![0.05, 0.9], None);
        let mut rng = Rng::from_seed(5);
        let drawn: Vec<f64> = (0..20_000).map(|_| density.draw(&mut rng)).collect();
        assert!(drawn.iter().all(|unit| (0.0..=1.0).contains(unit)));
        for tenth in 0..10 {
            let (low, high) = (f64::from(tenth) / 10.0, f64::from(tenth + 1) / 10.0);
            let share =
                drawn.iter().filter(|unit| (low..high).contains(*unit)).count() as f64 / 2e4;
            let steps = 100;
            let area: f64 = (0..steps)
                .map(|step| density.at(low + (f64::from(step) + 0.5) / f64::from(steps * 10)))
                .sum::<f64>()
                / f64::from(steps * 10);
            assert!((share - area).abs() < 0.012, "{tenth}: {share} {area}");
        }
    }
}
