//! Numbers in, estimates out. Knows no puzzle, no run and no text.
//!
//! What is undefined is `None` or a reason, never NaN and never 0. Every estimate is held to another
//! program's figure, whose call stands beside it in the tests.

pub mod beta_binomial;
pub mod blocked_range;
pub mod bootstrap;
pub mod combined_interval;
pub mod correction;
#[cfg(test)]
mod degenerate;
pub mod difference;
mod exponential;
pub mod fit;
pub mod friedman;
pub mod kruskal_wallis;
pub mod levene;
pub mod log_rank;
pub mod mann_whitney;
pub mod mcnemar;
pub mod moments;
#[cfg(test)]
mod null_rates;
pub mod permutation;
pub mod permuted_mean;
pub mod power;
pub mod proportion;
pub mod quantile;
pub mod rank_correlation;
pub mod ranks;
pub mod ratio;
pub mod restricted_mean;
pub mod running_time;
#[cfg(test)]
mod samples;
pub mod sides;
pub mod signed_rank;
pub mod strata;
pub mod superiority;
pub mod survival;
#[cfg(test)]
mod survival_samples;
pub mod t_test;
pub mod tails;
pub mod undefined;

pub use beta_binomial::Prediction;
pub use blocked_range::blocked_range;
pub use bootstrap::{percentile_interval, resampled};
pub use combined_interval::combined_interval;
pub use correction::holm;
pub use difference::{newcombe, newcombe_one_sided, newcombe_paired};
pub use fit::{Fit, FitIntervals, NoFit, Scale, exponential_fit, fit_intervals, power_fit};
pub use friedman::{Friedman, friedman};
pub use kruskal_wallis::kruskal_wallis;
pub use levene::{SpreadTest, brown_forsythe, levene};
pub use log_rank::{LogRank, log_rank, stratified_log_rank};
pub use mann_whitney::{MannWhitney, mann_whitney};
pub use mcnemar::{McNemar, mcnemar};
pub use moments::{mean, median, standard_deviation};
pub use permutation::shuffled_range;
pub use permuted_mean::{PermutedMean, dealt_means, dealt_strata, sign_flip};
pub use power::{smallest_share_shown, smallest_shift_shown};
pub use proportion::{Interval, Proportion, fisher_less, fisher_mid_p, fisher_two_sided};
pub use quantile::quantile;
pub use rank_correlation::{RankCorrelation, RankMeasure};
pub use ranks::{RankTest, Ranks, average_ranks};
pub use ratio::ratio_limits;
pub use restricted_mean::{MeanDifference, RestrictedMean, restricted_mean};
pub use running_time::{RunningTime, bootstrap_running_time, running_time};
pub use sides::Sides;
pub use signed_rank::{SignedRank, signed_rank};
pub use strata::{
    CommonDifference, Heterogeneity, MantelHaenszel, common_odds_ratio, common_risk_difference,
    mantel_haenszel, risk_difference_heterogeneity,
};
pub use superiority::{Superiority, superiority};
pub use survival::{KaplanMeier, Step, Time};
pub use t_test::{TTest, student, welch};
pub use undefined::Undefined;

/// Whether two numbers agree to nine digits.
#[cfg(test)]
fn agree(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * expected.abs()
}
