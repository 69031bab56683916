//! Numbers in, estimates out. Knows no puzzle, no run and no text.
//!
//! What is undefined is `None`, never NaN and never 0. Every estimate is held to another
//! program's figure, whose call stands beside it in the tests.

pub mod bootstrap;
pub mod correction;
mod exponential;
pub mod fit;
pub mod log_rank;
pub mod moments;
pub mod permutation;
pub mod proportion;
pub mod quantile;
pub mod restricted_mean;
pub mod survival;
#[cfg(test)]
mod survival_samples;
pub mod tails;

pub use bootstrap::{percentile_interval, resampled};
pub use correction::holm;
pub use fit::{Fit, FitIntervals, NoFit, Scale, exponential_fit, fit_intervals, power_fit};
pub use log_rank::{LogRank, log_rank, stratified_log_rank};
pub use moments::{mean, median, standard_deviation};
pub use permutation::shuffled_range;
pub use proportion::{Interval, Proportion, fisher_less, fisher_two_sided};
pub use quantile::quantile;
pub use restricted_mean::{MeanDifference, RestrictedMean, restricted_mean};
pub use survival::{KaplanMeier, Step, Time};

/// Whether two numbers agree to nine digits.
#[cfg(test)]
fn agree(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * expected.abs()
}
