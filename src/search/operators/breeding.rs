//! Who becomes a parent, who mates with whom, and who lives.

use serde::{Deserialize, Serialize};

use crate::rng::Rate;
use crate::search::rate;

/// Who becomes a parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// The best of some drawn at random.
    Tournament(Tournament),
    /// In linear proportion to the rank (Baker 1985).
    Rank(Rank),
    /// In proportion to fitness.
    Roulette,
    /// Anyone.
    Uniform,
}

/// The best of `size` members drawn at random, ties to the first drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tournament {
    /// Members in a tournament.
    pub size: usize,
    /// Whether one member may be drawn twice.
    pub replacement: bool,
}

impl Default for Tournament {
    fn default() -> Self {
        Self { size: 3, replacement: false }
    }
}

/// Linear ranking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rank {
    /// How often the best is drawn in as many draws as there are members, from 1 to 2.
    pub pressure: f64,
}

impl Default for Rank {
    fn default() -> Self {
        Self { pressure: 2.0 }
    }
}

/// Who mates, and who survives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Breeding {
    /// Two parents, two children, until the next generation is full.
    Pairs(Pairs),
    /// Two parents, one child.
    OneChild,
    /// Two parents, one child, and the better of the mutated copies of both (Gerges et al. 2018).
    ParentAndChild(ParentAndChild),
    /// Most parents from the best, some from anywhere (study 001, 80/20).
    Truncation(Truncation),
    /// Parents from a pool of the elite and of winners of the selection (listing of study 004).
    EliteAndPool,
    /// Members are selected, then each may exchange genes with a random one (Wang et al. 2023).
    Mate,
    /// The child for place i has both parents among the i best (Mantere and Koljonen 2007).
    Sorted,
}

/// Two parents, two children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pairs {
    /// Which of the two children live.
    pub keep: Keep,
}

/// Which of two children live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// Both.
    #[default]
    Both,
    /// The better one; both are evaluated.
    Better,
}

/// The breeding step of Gerges et al.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ParentAndChild {
    /// Mutation rate of the child; that of the copies is the mutation's own.
    pub child_mutation: Rate,
}

impl Default for ParentAndChild {
    fn default() -> Self {
        Self { child_mutation: rate(0.05) }
    }
}

/// The breeding step of study 001's first implementation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Truncation {
    /// The share of the population that counts as the best.
    pub best: Rate,
    /// The share of children whose parents are among them.
    pub share: Rate,
}

impl Default for Truncation {
    fn default() -> Self {
        Self { best: rate(0.2), share: rate(0.8) }
    }
}

/// With whom a parent mates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mate {
    /// With another selected member.
    Selected,
    /// With a random new member: the headless chicken, the control for claims about recombination
    /// (Jones 1995).
    RandomNew,
}
