//! The course of fitness over a run, thinned so that a long run stays small.

use serde::{Deserialize, Serialize};

/// The most points a history keeps.
pub const HISTORY_POINTS: usize = 256;

/// Fitness of one population.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The generation, 0 for the first population.
    pub generation: u64,
    /// Its best fitness.
    pub best: f64,
    /// Its mean fitness.
    pub mean: f64,
    /// Its median fitness.
    pub median: f64,
}

/// Keeps every `stride`-th generation; when the points become too many, every second goes and
/// the stride doubles. The last generation is always kept.
#[derive(Debug)]
pub(super) struct History {
    points: Vec<Point>,
    last: Option<Point>,
    stride: u64,
}

impl Default for History {
    fn default() -> Self {
        Self { points: Vec::new(), last: None, stride: 1 }
    }
}

impl History {
    pub fn add(&mut self, point: Point) {
        self.last = Some(point);
        if !point.generation.is_multiple_of(self.stride) {
            return;
        }
        if self.points.len() + 1 >= HISTORY_POINTS {
            self.stride *= 2;
            self.points.retain(|point| point.generation.is_multiple_of(self.stride));
        }
        if point.generation.is_multiple_of(self.stride) {
            self.points.push(point);
        }
    }

    pub fn into_points(mut self) -> Vec<Point> {
        if self.points.last() != self.last.as_ref() {
            self.points.extend(self.last);
        }
        self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_are_thinned_evenly() {
        for length in [1, 2, 255, 256, 257, 5001, 100_000] {
            let mut history = History::default();
            for generation in 0..length {
                history.add(Point { generation, best: 0.0, mean: 0.0, median: 0.0 });
            }
            let points = history.into_points();
            assert!(points.len() <= HISTORY_POINTS, "{length}: {}", points.len());
            assert!(length < 256 || points.len() > HISTORY_POINTS / 2 - 2, "{length}");
            assert_eq!(points[0].generation, 0);
            assert_eq!(points[points.len() - 1].generation, length - 1);
            let stride = points.get(1).map_or(1, |point| point.generation);
            let even = points[..points.len() - 1]
                .iter()
                .enumerate()
                .all(|(place, point)| point.generation == place as u64 * stride);
            assert!(even, "{length}");
        }
    }
}
