//! Numbers in, estimates out. Knows no puzzle, no run and no text.
//!
//! What is undefined is `None`, never NaN and never 0. Every estimate is held to another
//! program's figure, whose call stands beside it in the tests.

pub mod bootstrap;
pub mod correction;
pub mod difference;
pub mod mcnemar;
mod exponential;
pub mod fit;
pub mod log_rank;
pub mod moments;
pub mod permutation;
pub mod power;
pub mod proportion;
pub mod running_time;
pub mod strata;
pub mod quantile;
pub mod restricted_mean;
pub mod survival;
#[cfg(test)]
mod survival_samples;
pub mod tails;

pub use bootstrap::{percentile_interval, resampled};
pub use correction::holm;
pub use difference::{newcombe, newcombe_one_sided};
pub use mcnemar::{McNemar, mcnemar};
pub use moments::{mean, median, standard_deviation};
pub use permutation::shuffled_range;
pub use power::smallest_share_shown;
pub use proportion::{Interval, Proportion, fisher_less, fisher_mid_p, fisher_two_sided};
pub use running_time::{RunningTime, bootstrap_running_time, running_time};
pub use strata::{
    CommonDifference, Heterogeneity, MantelHaenszel, common_odds_ratio, common_risk_difference,
    mantel_haenszel, risk_difference_heterogeneity,
};
pub use fit::{Fit, FitIntervals, NoFit, Scale, exponential_fit, fit_intervals, power_fit};
pub use log_rank::{LogRank, log_rank, stratified_log_rank};
pub use quantile::quantile;
pub use restricted_mean::{MeanDifference, RestrictedMean, restricted_mean};
pub use survival::{KaplanMeier, Step, Time};

/// Whether two numbers agree to nine digits.
#[cfg(test)]
fn agree(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * expected.abs()
}
