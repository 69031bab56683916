//! What is remembered, and what follows when the best does not become better.

use serde::{Deserialize, Serialize};

use crate::rng::Rate;
use crate::search::rate;

/// The memory of good members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ArchiveRule {
    /// Members it holds.
    pub size: usize,
    /// Whom it remembers.
    pub of: ArchiveOf,
    /// Who stays among equals.
    pub ties: Ties,
}

impl Default for ArchiveRule {
    fn default() -> Self {
        Self { size: 50, of: ArchiveOf::All, ties: Ties::Newer }
    }
}

/// Whom an archive remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArchiveOf {
    /// The best different members seen.
    All,
    /// The best of each of the last generations.
    GenerationBest,
}

/// Who stays in a full archive among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The newer.
    Newer,
    /// The older.
    Older,
}

/// Bad members replaced out of the archive (Wang et al. 2023; study 000).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Learning {
    /// Members replaced a generation; 0 = no learning.
    pub replace: usize,
    /// Whose fitness the archive's member is measured by.
    pub worst: Worst,
    /// What becomes of the replacements.
    pub effect: Effect,
}

impl Default for Learning {
    fn default() -> Self {
        Self { replace: 0, worst: Worst::Population, effect: Effect::Replaces }
    }
}

/// Whose fitness an archive's member is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Worst {
    /// The worst member of the population.
    Population,
    /// The member to be replaced.
    Own,
}

/// What becomes of replacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// They take their places.
    Replaces,
    /// They are made in a copy of the population that is thrown away (program of study 000).
    AsCoded,
}

/// What follows when the best does not become better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stagnation {
    /// Nothing.
    None,
    /// Everyone mates with the best, which is moved a little (Gerges et al. 2018).
    Purge(Purge),
    /// A new population.
    Restart(Restart),
}

/// Everyone mates with the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Purge {
    /// Generations without a better best.
    pub patience: u64,
}

impl Default for Purge {
    fn default() -> Self {
        Self { patience: 200 }
    }
}

/// A new population that keeps some of the best seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Restart {
    /// Generations without a best better than since the last restart; 0 = never for this reason.
    pub patience: u64,
    /// Generations between two restarts whatever happens; 0 = never for this reason.
    pub every: u64,
    /// The best different members seen that stay.
    pub keep: usize,
    /// The most restarts in a run; 0 = no limit.
    pub limit: u64,
}

impl Default for Restart {
    fn default() -> Self {
        Self { patience: 200, every: 0, keep: 15, limit: 0 }
    }
}

/// Fresh members in place of the worst.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Inject {
    /// Members in every generation; 0 = none.
    pub each: usize,
    /// Generations between two large injections; 0 = none.
    pub every: u64,
    /// The share of the population in a large one.
    pub share: Rate,
}

impl Default for Inject {
    fn default() -> Self {
        Self { each: 0, every: 0, share: rate(0.8) }
    }
}
