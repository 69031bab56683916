//! Searches on made-up objectives, whose best point is known.

mod races;
mod searches;
mod spaces;

use super::measure::{Halt, Measure, Sample};
use super::space::{Axis, Point, Range, Scale, Space};
use crate::rng::{Rng, derived_seed};

/// A score that is known but for its noise; counts what is asked of it.
pub struct MadeUp<F> {
    /// The score of a point without noise.
    pub truth: F,
    /// How far scores lie from it.
    pub noise: f64,
    /// Another seed, other scores.
    pub seed: u64,
    /// Points and blocks in the order in which they were asked for.
    pub asked: Vec<(Point, usize)>,
    /// How often it may be asked whether to go on, if that is limited.
    pub patience: Option<usize>,
}

impl<F: Fn(&[f64]) -> f64> MadeUp<F> {
    pub fn new(truth: F, noise: f64, seed: u64) -> Self {
        Self { truth, noise, seed, asked: Vec::new(), patience: None }
    }

    /// Noise of a point on a block, and what the block does to all points.
    fn score(&self, point: &Point, block: usize) -> f64 {
        let common = Rng::from_seed(derived_seed(self.seed, "block", block as u64)).unit();
        let label: String = point.0.iter().map(|number| format!("{number} ")).collect();
        let own = Rng::from_seed(derived_seed(self.seed, &label, block as u64)).unit();
        (self.truth)(&point.0) + common + self.noise * (2.0 * own - 1.0)
    }
}

impl<F: Fn(&[f64]) -> f64> Measure for MadeUp<F> {
    fn measure(&mut self, asked: &[(&Point, usize)]) -> Result<Vec<Sample>, Halt> {
        self.asked.extend(asked.iter().map(|&(point, block)| (point.clone(), block)));
        let sample = |&(point, block): &(&Point, usize)| Sample {
            score: self.score(point, block),
            is_solved: false,
        };
        Ok(asked.iter().map(sample).collect())
    }

    fn go_on(&mut self) -> Result<(), Halt> {
        match &mut self.patience {
            Some(0) => Err(Halt::Stopped),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn allows(&self, point: &Point) -> bool {
        point.0[0] < 0.99
    }
}

/// So many axes of numbers from 0 to 1.
pub fn cube(axes: usize) -> Space {
    let axis = |number: usize| Axis {
        key: format!("x{number}"),
        range: Range::Numbers { low: 0.0, high: 1.0, scale: Scale::Linear, is_whole: false },
    };
    Space { axes: (0..axes).map(axis).collect() }
}
