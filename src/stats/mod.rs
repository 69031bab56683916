//! Numbers in, estimates out. Knows no puzzle, no run and no text.
//!
//! What is undefined is `None` or a reason, never NaN and never 0. Every estimate is held to another
//! program's figure, whose call stands beside it in the tests.

pub mod correction;
#[cfg(test)]
mod degenerate;
pub mod friedman;
pub mod kruskal_wallis;
pub mod levene;
pub mod mann_whitney;
pub mod moments;
#[cfg(test)]
mod null_rates;
pub mod permutation;
pub mod permuted_mean;
pub mod proportion;
pub mod ranks;
#[cfg(test)]
mod samples;
pub mod sides;
pub mod signed_rank;
pub mod superiority;
pub mod t_test;
pub mod tails;
pub mod undefined;

pub use correction::holm;
pub use friedman::{Friedman, friedman};
pub use kruskal_wallis::kruskal_wallis;
pub use levene::{SpreadTest, brown_forsythe, levene};
pub use mann_whitney::{MannWhitney, mann_whitney};
pub use moments::{mean, median, standard_deviation};
pub use permutation::shuffled_range;
pub use permuted_mean::{PermutedMean, dealt_means, sign_flip};
pub use proportion::{Interval, Proportion, fisher_less, fisher_two_sided};
pub use ranks::{RankTest, Ranks, average_ranks};
pub use sides::Sides;
pub use signed_rank::{SignedRank, signed_rank};
pub use superiority::{Superiority, superiority};
pub use t_test::{TTest, student, welch};
pub use undefined::Undefined;

/// Whether two numbers agree to nine digits.
#[cfg(test)]
fn agree(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * expected.abs()
}
