//! The settings of the memetic algorithm, and which of them cannot work.

use serde::{Deserialize, Serialize};

use super::annealed_swaps::Annealing;
use super::decoder::Decode;
use super::tabu::Tabu;
use crate::rng::Rate;
use crate::search::{Prepare, rate};

/// The most members, so that a wrong number does not take all memory.
pub const MAX_POPULATION: u32 = 10_000;

/// A genetic algorithm whose every child is improved by a local search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Memetic {
    /// What logic fills in and rules out first.
    pub prepare: Prepare,
    /// Members.
    pub population: u32,
    /// Whose place a child takes. Not written where it is the default, so that runs from before
    /// there was a choice keep their numbers.
    #[serde(skip_serializing_if = "is_default")]
    pub pool: PoolRule,
    /// Into how many parts the members are divided; mates live on one, and with each generation
    /// the best of one goes over to the next. Not written where it is 1, for the same reason.
    #[serde(skip_serializing_if = "is_one")]
    pub islands: u32,
    /// How a child is made of two parents.
    pub crossover: Crossover,
    /// How a child is made of one parent.
    pub mutation: Mutation,
    /// The local search that improves a child.
    pub improvement: Improvement,
    /// When a new population takes the place of this one.
    pub restart: Restart,
}

/// Whose place a child takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PoolRule {
    /// Its worse parent's unless it is worse, else the worst member's if it is better.
    #[default]
    Parents,
    /// That of whoever is worst by fitness and by nearness to another.
    Distance,
}

/// How a child is made of two parents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Crossover {
    /// How often a child has two parents.
    pub rate: Rate,
    /// What is inherited whole.
    pub by: Inherited,
    /// What part comes from the second parent, gene by gene.
    pub share: Rate,
    /// Who the second parent is.
    pub mate: Mate,
}

/// What a child inherits whole from one of its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Inherited {
    /// The digits of a box.
    Boxes,
    /// The places of a digit; where two digits meet in a cell or none comes, a parent's cell.
    Digits,
    /// The digit of a cell.
    Cells,
    /// The first parent, led towards the second cell by cell, each time by the cell whose change
    /// leaves the fewest conflicts (path relinking).
    Path,
    /// One of the other ways, the more often the more of its children came into the pool.
    Adaptive,
}

/// Who the second parent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mate {
    /// Another member.
    Member,
    /// A random new one, not improved: the headless chicken of Jones (1995), a control.
    Fresh,
}

/// How a child is made of one parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mutation {
    /// What part of the boxes is redrawn, at least one.
    pub share: Rate,
}

/// The local search that improves a child.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Improvement {
    /// Tabu search for fewer conflicts between peers, on candidates.
    Tabu(Tabu),
    /// Annealed swaps within boxes for fewer digits that lines miss, without candidates.
    Anneal(Annealing),
    /// Decoding with propagation: a genome is a digit wished for in each cell.
    Decode(Decode),
}

/// When a new population takes the place of this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Restart {
    /// Children in a row that were no better than the best member.
    pub patience: u32,
}

impl Default for Memetic {
    fn default() -> Self {
        Self {
            prepare: Prepare::Pairs,
            population: 10,
            pool: PoolRule::default(),
            islands: 1,
            crossover: Crossover::default(),
            mutation: Mutation::default(),
            improvement: Improvement::Tabu(Tabu::default()),
            restart: Restart::default(),
        }
    }
}

impl Default for Crossover {
    fn default() -> Self {
        Self { rate: rate(0.5), by: Inherited::Boxes, share: rate(0.5), mate: Mate::Member }
    }
}

impl Default for Mutation {
    fn default() -> Self {
        Self { share: rate(0.2) }
    }
}

impl Default for Restart {
    fn default() -> Self {
        Self { patience: 100 }
    }
}

impl Memetic {
    /// Refuses values that cannot work, naming the key.
    pub fn check(&self) -> Result<(), String> {
        let Self { population, islands, crossover, improvement, restart, .. } = self;
        if !(1..=MAX_POPULATION).contains(population) {
            return Err(format!("`population` is {population}, expected 1 to {MAX_POPULATION}"));
        }
        if *islands == 0 || population % islands != 0 {
            return Err(format!("`islands` is {islands}, expected a divisor of `population`"));
        }
        if population == islands && crossover.mate == Mate::Member && crossover.rate != Rate::ZERO {
            let place = if *islands == 1 { "" } else { " on each of the islands" };
            return Err(format!(
                "`population` is {population}, but a child of two members needs 2 or \
                 more{place}; or set `crossover.rate` to 0"
            ));
        }
        if restart.patience == 0 {
            return Err("`restart.patience` is 0, expected 1 or more".to_owned());
        }
        match improvement {
            Improvement::Tabu(tabu) => tabu.check(),
            Improvement::Anneal(_) if crossover.by != Inherited::Boxes => {
                Err("`crossover.by` must be `boxes` with `improvement.anneal`, whose swaps keep \
                     boxes whole"
                    .to_owned())
            }
            Improvement::Anneal(annealing) => annealing.check(),
            Improvement::Decode(decode) => decode.check(),
        }
    }
}

fn is_default(rule: &PoolRule) -> bool {
    *rule == PoolRule::default()
}

fn is_one(count: &u32) -> bool {
    *count == 1
}
