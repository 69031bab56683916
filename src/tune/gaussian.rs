//! A Gaussian process: what scores are to be expected at a point, and how sure that is, from the
//! scores of other points (Rasmussen and Williams 2006, chapters 2 and 5).
//!
//! The kernel is that of Matern with 5/2 and a length scale for each axis, chosen with its variance
//! on a grid by the marginal likelihood; every score comes with the variance of its noise. Two
//! categories are as far from each other as the ends of a range. Must not know what scores mean.

/// The length scales that are tried, in units of a whole range.
const LENGTHS: [f64; 6] = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2];

/// The variances of the kernel that are tried, in units of the variance of the scores.
const VARIANCES: [f64; 3] = [0.4, 1.0, 2.5];

/// Times that the length scale of each axis is chosen anew.
const PASSES: usize = 2;

/// How much two points have to do with each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// The variance of scores far from all others.
    pub variance: f64,
    /// The length scale of each axis.
    pub lengths: Vec<f64>,
    /// Which axes have no order.
    pub are_categories: Vec<bool>,
}

impl Kernel {
    /// The covariance of the scores at two points.
    pub fn between(&self, one: &[f64], other: &[f64]) -> f64 {
        let mut squares = 0.0;
        for axis in 0..self.lengths.len() {
            let apart = match self.are_categories[axis] {
                true => f64::from(u8::from(one[axis] != other[axis])),
                false => one[axis] - other[axis],
            };
            squares += apart * apart / (self.lengths[axis] * self.lengths[axis]);
        }
        let distance = (5.0 * squares).sqrt();
        self.variance * (1.0 + distance + 5.0 * squares / 3.0) * libm::exp(-distance)
    }
}

/// Scores that were seen: the points from 0 to 1 on each axis, what was found there, and the
/// variance of its noise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// The points.
    pub points: Vec<Vec<f64>>,
    /// What was found.
    pub values: Vec<f64>,
    /// The variance of the noise of each value.
    pub noises: Vec<f64>,
}

/// A process that knows some scores.
#[derive(Clone, Debug)]
pub struct GaussianProcess {
    kernel: Kernel,
    points: Vec<Vec<f64>>,
    /// What is expected far from all points.
    level: f64,
    factor: Factor,
    /// The inverse covariance times the values.
    weights: Vec<f64>,
    likelihood: f64,
}

/// The lower triangle of a covariance's Cholesky factor, row by row.
#[derive(Clone, Debug)]
struct Factor {
    rows: Vec<Vec<f64>>,
}

impl GaussianProcess {
    /// The process of a kernel; `None` when the numbers are beyond computing.
    pub fn with_kernel(seen: &Seen, kernel: Kernel) -> Option<Self> {
        let count = seen.points.len();
        let level = seen.values.iter().sum::<f64>() / count.max(1) as f64;
        let centred: Vec<f64> = seen.values.iter().map(|value| value - level).collect();
        let factor = Factor::of(count, |row, column| {
            let noise = if row == column { seen.noises[row] } else { 0.0 };
            kernel.between(&seen.points[row], &seen.points[column]) + noise
        })?;
        let half = factor.forward(&centred);
        let weights = factor.backward(&half);
        let fit: f64 = half.iter().map(|number| number * number).sum();
        let determinant: f64 =
            factor.rows.iter().zip(0..).map(|(row, place): (_, usize)| libm::log(row[place])).sum();
        let constant = count as f64 / 2.0 * libm::log(2.0 * std::f64::consts::PI);
        let likelihood = -fit / 2.0 - determinant - constant;
        let points = seen.points.clone();
        let process = Self { kernel, points, level, factor, weights, likelihood };
        likelihood.is_finite().then_some(process)
    }

    /// The process whose kernel makes the scores likeliest among those on the grid.
    pub fn fitted(seen: &Seen, are_categories: &[bool]) -> Option<Self> {
        let spread = spread(&seen.values);
        let axes = are_categories.len();
        let kernel = |variance: f64, lengths: Vec<f64>| Kernel {
            variance: variance * spread,
            lengths,
            are_categories: are_categories.to_vec(),
        };
        let mut best: Option<Self> = None;
        for variance in VARIANCES {
            for length in LENGTHS {
                best = likelier(best, seen, kernel(variance, vec![length; axes]));
            }
        }
        for axis in (0..axes).cycle().take(if axes > 1 { axes * PASSES } else { 0 }) {
            let known = best.as_ref()?.kernel.clone();
            for length in LENGTHS {
                let mut tried = known.clone();
                tried.lengths[axis] = length;
                best = likelier(best, seen, tried);
            }
        }
        best
    }

    /// The mean and the variance of the score, without noise, at a point.
    pub fn predict(&self, point: &[f64]) -> (f64, f64) {
        let shared: Vec<f64> =
            self.points.iter().map(|known| self.kernel.between(known, point)).collect();
        let products = shared.iter().zip(&self.weights).map(|(one, other)| one * other);
        let half = self.factor.forward(&shared);
        let told: f64 = half.iter().map(|number| number * number).sum();
        (self.level + products.sum::<f64>(), (self.kernel.variance - told).max(0.0))
    }

    /// The logarithm of the marginal likelihood.
    pub fn likelihood(&self) -> f64 {
        self.likelihood
    }

    /// The kernel.
    pub fn kernel(&self) -> &Kernel {
        &self.kernel
    }
}

fn likelier(best: Option<GaussianProcess>, seen: &Seen, kernel: Kernel) -> Option<GaussianProcess> {
    let tried = GaussianProcess::with_kernel(seen, kernel);
    match (best, tried) {
        (Some(best), Some(tried)) if tried.likelihood > best.likelihood => Some(tried),
        (None, tried) => tried,
        (best, _) => best,
    }
}

/// The variance of the values; 1 where nothing varies.
fn spread(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let spread = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
    if spread > 1e-12 { spread } else { 1.0 }
}

impl Factor {
    /// The factor of a symmetric matrix; `None` when it is not positive.
    fn of(count: usize, entry: impl Fn(usize, usize) -> f64) -> Option<Self> {
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(count);
        for row in 0..count {
            let mut line: Vec<f64> = Vec::with_capacity(row + 1);
            for (column, above) in rows.iter().enumerate() {
                let rest = entry(row, column) - product(&line, above, column);
                line.push(rest / above[column]);
            }
            let rest = entry(row, row) - product(&line, &line, row);
            if !(rest > 0.0 && rest.is_finite()) {
                return None;
            }
            line.push(rest.sqrt());
            rows.push(line);
        }
        Some(Self { rows })
    }

    /// Solves L x = b.
    fn forward(&self, right: &[f64]) -> Vec<f64> {
        let mut solved: Vec<f64> = Vec::with_capacity(right.len());
        for (row, line) in self.rows.iter().enumerate() {
            solved.push((right[row] - product(line, &solved, row)) / line[row]);
        }
        solved
    }

    /// Solves Lᵀ x = b.
    fn backward(&self, right: &[f64]) -> Vec<f64> {
        let mut solved = right.to_vec();
        for row in (0..right.len()).rev() {
            solved[row] /= self.rows[row][row];
            let known = solved[row];
            for (rest, entry) in solved.iter_mut().zip(&self.rows[row]).take(row) {
                *rest -= entry * known;
            }
        }
        solved
    }
}

/// The sum of products of the first numbers of two rows.
fn product(one: &[f64], other: &[f64], count: usize) -> f64 {
    one[..count].iter().zip(&other[..count]).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests;
