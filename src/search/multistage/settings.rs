//! The settings of the multistage genetic algorithm, and which of them cannot work.

use serde::{Deserialize, Serialize};

use super::Annealing;
use crate::rng::Rate;
use crate::search::{Prepare, rate};

/// The most members and children together, so that a wrong number does not take all memory.
pub const MAX_ROOM: u64 = 1_000_000;

/// The multistage genetic algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Multistage {
    /// What logic fills in first.
    pub prepare: Prepare,
    /// Members in the first cycle; cycle c has the c-th part, rounded down.
    pub population: u32,
    /// Children of an iteration, for each member.
    pub offspring: u32,
    /// Cycles before the group table is as at first again.
    pub cycles: u32,
    /// Iterations of a cycle.
    pub iterations: u32,
    /// How often two children exchange a cell.
    pub exchange: Rate,
    /// How the best members are mutated at the end of a cycle.
    pub mutation: Mutation,
    /// Which cells are fixed at the end of a cycle.
    pub fixing: Fixing,
    /// What takes the place of mutation when the run does not get better.
    pub stagnation: Stagnation,
}

/// How the best members are mutated at the end of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mutation {
    /// The best members of which a copy is mutated, as a part of all.
    pub share: Rate,
    /// How often a free cell of a copy gets another digit of its first group.
    pub rate: Rate,
}

/// Which cells are fixed at the end of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fixing {
    /// The part of the members that must agree with the best on a cell.
    pub agreement: Rate,
    /// The same in populations below `small`.
    pub small_agreement: Rate,
    /// The size from which a population is not small.
    pub small: u32,
    /// How often a cell that is agreed on is fixed.
    pub rate: Rate,
}

/// What takes the place of mutation when the run does not get better.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stagnation {
    /// Nothing does.
    None,
    /// Annealing of every member.
    Anneal(Annealing),
}

impl Default for Multistage {
    fn default() -> Self {
        Self {
            prepare: Prepare::Off,
            population: 1000,
            offspring: 4,
            cycles: 10,
            iterations: 20,
            exchange: Rate::HALF,
            mutation: Mutation::default(),
            fixing: Fixing::default(),
            stagnation: Stagnation::None,
        }
    }
}

impl Default for Mutation {
    fn default() -> Self {
        Self { share: rate(0.1), rate: rate(0.1) }
    }
}

impl Default for Fixing {
    fn default() -> Self {
        Self { agreement: rate(0.8), small_agreement: rate(0.9), small: 50, rate: Rate::HALF }
    }
}

impl Multistage {
    /// Members and their children.
    pub(super) fn room(&self) -> usize {
        self.population as usize * (1 + self.offspring as usize)
    }

    /// Refuses values that cannot work, naming the key.
    pub fn check(&self) -> Result<(), String> {
        let Self { population, offspring, cycles, iterations, .. } = *self;
        for (key, number) in
            [("offspring", offspring), ("cycles", cycles), ("iterations", iterations)]
        {
            if number == 0 {
                return Err(format!("`{key}` is 0, expected 1 or more"));
            }
        }
        let needed = cycles.saturating_mul(2);
        if population < needed {
            return Err(format!(
                "`population` is {population}, expected {needed} or more: \
                 the last of {cycles} cycles must have two members"
            ));
        }
        let room = u64::from(population) * (1 + u64::from(offspring));
        if room > MAX_ROOM {
            return Err(format!(
                "`population` is {population} and `offspring` {offspring}: that is {room} genomes, \
                 expected at most {MAX_ROOM}"
            ));
        }
        match self.stagnation {
            Stagnation::None => Ok(()),
            Stagnation::Anneal(annealing) => annealing.check(),
        }
    }
}
