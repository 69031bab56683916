//! A genetic algorithm as data: one set of operators, every study a choice among them.
//!
//! What does not go together is refused here, with the key and the cure named: a parameter that
//! has no effect would be a false result.

use serde::{Deserialize, Serialize};

use super::fitness::Fitness;
use super::operators::{
    Accept, Adaptive, ArchiveRule, Bands, Breeding, CountLimit, Crossover, Encoding, Fresh,
    Improvement, Inject, Keep, Learning, Look, Mate, Mutation, OneSwap, Pairs, Selection,
    Stagnation, Swap, Tournament,
};
use super::prepare::Prepare;
use crate::board::Layout;
use crate::rng::Rate;

/// A genetic algorithm as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Variant {
    /// Which groups of cells are genes.
    pub encoding: Encoding,
    /// What logic fills in first.
    pub prepare: Prepare,
    /// Members.
    pub population: usize,
    /// How a fresh member is made.
    pub fresh: Fresh,
    /// What guides the search.
    pub fitness: Fitness,
    /// Who becomes a parent.
    pub selection: Selection,
    /// Who mates, and who survives.
    pub breeding: Breeding,
    /// With whom a parent mates.
    pub mate: Mate,
    /// How two parents make a child.
    pub crossover: Crossover,
    /// How a child changes.
    pub mutation: Mutation,
    /// Whether the mutation rate follows the course of the run.
    pub adaptive: Adaptive,
    /// Local search on each child.
    pub improvement: Improvement,
    /// The best members, carried over untouched.
    pub elite: usize,
    /// What the carried-over best member's penalty gains a generation in the eyes of selection.
    pub ageing: u32,
    /// The memory of good members.
    pub archive: ArchiveRule,
    /// Bad members replaced out of the archive.
    pub learning: Learning,
    /// What follows when the best does not become better.
    pub stagnation: Stagnation,
    /// Fresh members among the old.
    pub inject: Inject,
    /// Which populations are looked at.
    pub look: Look,
}

impl Default for Variant {
    /// The baseline of study 000.
    fn default() -> Self {
        Self {
            encoding: Encoding::Boxes,
            prepare: Prepare::Off,
            population: 150,
            fresh: Fresh::Shuffled,
            fitness: Fitness::Missing,
            selection: Selection::Tournament(Tournament::default()),
            breeding: Breeding::Pairs(Pairs::default()),
            mate: Mate::Selected,
            crossover: Crossover::Bands(Bands::default()),
            mutation: Mutation::Swap(Swap::default()),
            adaptive: Adaptive::Off,
            improvement: Improvement::None,
            elite: 0,
            ageing: 0,
            archive: ArchiveRule::default(),
            learning: Learning::default(),
            stagnation: Stagnation::None,
            inject: Inject::default(),
            look: Look::Every,
        }
    }
}

impl Variant {
    /// Probability that a pair crosses; `None` when no pair does.
    pub(super) fn crossover_rate(&self) -> Option<Rate> {
        let rate = match self.crossover {
            Crossover::None => Rate::ZERO,
            Crossover::Bands(bands) => bands.rate,
            Crossover::Uniform(uniform) => uniform.rate,
            Crossover::OnePoint(point) => point.rate,
        };
        (rate > Rate::ZERO).then_some(rate)
    }

    /// Whether a mutant lives only if it is not worse.
    pub(super) fn mutants_prove_themselves(&self) -> bool {
        let accept = match self.mutation {
            Mutation::Swap(swap) => swap.accept,
            Mutation::OneSwap(swap) => swap.accept,
            Mutation::None | Mutation::Redraw(_) => Accept::Always,
        };
        accept == Accept::NotWorse
    }

    /// Children made beyond those that live.
    pub(super) fn brood_size(&self) -> usize {
        match self.breeding {
            Breeding::Pairs(Pairs { keep: Keep::Better }) | Breeding::ParentAndChild(_) => {
                2 * self.population + 2
            }
            _ => 0,
        }
    }

    /// Random new members that are mated with in a generation.
    pub(super) fn stranger_count(&self) -> usize {
        if self.mate == Mate::RandomNew { self.population } else { 0 }
    }

    /// Why it cannot work on a layout.
    pub(super) fn objection_to(&self, layout: &Layout) -> Option<String> {
        if self.encoding == Encoding::Rows && layout.grid_count() > 1 {
            let name = layout.name();
            return Some(format!(
                "rows of different grids of a {name} share cells, so they cannot each be a \
                 permutation; use a method with encoding = \"boxes\", such as `baseline` or \
                 `local-search`"
            ));
        }
        None
    }

    /// Refuses what does not go together.
    pub fn check(&self) -> Result<(), String> {
        self.check_sizes()?;
        self.check_encoding()?;
        self.check_breeding()?;
        self.check_mutation()?;
        self.check_stagnation()
    }

    fn check_sizes(&self) -> Result<(), String> {
        let members = self.population;
        if !(2..=MOST_MEMBERS).contains(&members) {
            return Err(format!("population is {members}, expected 2 to {MOST_MEMBERS}"));
        }
        let below = |key: &str, number: usize, most: usize| match number > most {
            true => Err(format!(
                "{key} is {number}, but the population is {members}; expected at most {most}"
            )),
            false => Ok(()),
        };
        below("elite", self.elite, members - 1)?;
        below("learning.replace", self.learning.replace, members)?;
        below("inject.each", self.inject.each, members)?;
        if let Stagnation::Restart(restart) = self.stagnation {
            below("stagnation.restart.keep", restart.keep, members)?;
        }
        if self.archive.size > MOST_MEMBERS {
            let size = self.archive.size;
            return Err(format!("archive.size is {size}, expected at most {MOST_MEMBERS}"));
        }
        match self.selection {
            Selection::Tournament(Tournament { size, replacement }) => {
                if size == 0 {
                    return Err("selection.tournament.size is 0, expected at least 1".to_owned());
                }
                let others =
                    members - usize::from(matches!(self.breeding, Breeding::ParentAndChild(_)));
                let most = if replacement { MOST_MEMBERS } else { others };
                below("selection.tournament.size", size, most)
            }
            Selection::Rank(rank) if !(1.0..=2.0).contains(&rank.pressure) => {
                Err(format!("selection.rank.pressure is {}, expected 1 to 2", rank.pressure))
            }
            _ => Ok(()),
        }
    }

    fn check_encoding(&self) -> Result<(), String> {
        let needs = |wanted: Encoding, key: &str| match self.encoding == wanted {
            true => Ok(()),
            false => Err(format!("{key} needs encoding = \"{}\"", wanted.word())),
        };
        if matches!(self.crossover, Crossover::Bands(_)) {
            needs(Encoding::Boxes, "crossover.bands")?;
        }
        match self.improvement {
            Improvement::None => {}
            Improvement::Lines(_) => needs(Encoding::Boxes, "improvement.lines")?,
            Improvement::AsCoded(_) => needs(Encoding::Boxes, "improvement.as-coded")?,
            Improvement::Partners(_) => needs(Encoding::Rows, "improvement.partners")?,
        }
        match (self.mutation, self.encoding) {
            (Mutation::Redraw(_), _) => needs(Encoding::Cells, "mutation.redraw"),
            (Mutation::Swap(_) | Mutation::OneSwap(_), Encoding::Cells) => {
                Err("encoding = \"cells\" has nothing to swap; use mutation.redraw or \"none\""
                    .to_owned())
            }
            _ => Ok(()),
        }?;
        match self.stagnation {
            Stagnation::Purge(_) if self.encoding == Encoding::Cells => {
                Err("stagnation.purge swaps within a gene and needs encoding boxes or rows"
                    .to_owned())
            }
            _ => Ok(()),
        }
    }

    fn check_breeding(&self) -> Result<(), String> {
        let is_uniform = self.selection == Selection::Uniform;
        match self.breeding {
            Breeding::Truncation(_) if !is_uniform => Err(drawn_uniformly("truncation")),
            Breeding::Sorted if !is_uniform => Err(drawn_uniformly("sorted")),
            Breeding::Mate if !matches!(self.crossover, Crossover::Uniform(_)) => {
                Err("breeding = \"mate\" exchanges genes and needs crossover.uniform".to_owned())
            }
            Breeding::Mate if self.population - self.elite < 2 => {
                Err("breeding = \"mate\" needs two members beside the elite; lower elite"
                    .to_owned())
            }
            Breeding::Mate if self.mate == Mate::RandomNew => {
                Err("mate = \"random-new\" has no meaning with breeding = \"mate\"".to_owned())
            }
            Breeding::ParentAndChild(_) => match self.mutation {
                Mutation::OneSwap(swap) if swap.accept == Accept::Always => Ok(()),
                _ => Err("breeding.parent-and-child needs mutation.one-swap with accept = \
                          \"always\""
                    .to_owned()),
            },
            _ => Ok(()),
        }?;
        if self.ageing > 0 && (self.elite == 0 || !self.fitness.is_whole()) {
            return Err(
                "ageing needs elite of at least 1 and a fitness in whole numbers".to_owned()
            );
        }
        if self.learning.replace > 0 && self.archive.size == 0 {
            return Err("learning.replace needs archive.size of at least 1".to_owned());
        }
        Ok(())
    }

    fn check_mutation(&self) -> Result<(), String> {
        let (key, count_limit) = match self.mutation {
            Mutation::OneSwap(OneSwap { swaps: 0, .. }) => {
                return Err("mutation.one-swap.swaps is 0, expected at least 1".to_owned());
            }
            Mutation::OneSwap(swap) => ("one-swap", swap.count_limit),
            Mutation::Swap(swap) => ("swap", swap.count_limit),
            Mutation::None | Mutation::Redraw(_) => ("none", CountLimit::Off),
        };
        if count_limit == CountLimit::Times(0) {
            return Err(format!("mutation.{key}.count-limit.times is 0, expected at least 1"));
        }
        match (self.adaptive, self.fitness) {
            (Adaptive::Stale(stale), _) if stale.after == 0 || !is_within(stale.factor, 1.0) => {
                Err("adaptive.stale needs after of at least 1 and factor of at least 1".to_owned())
            }
            (Adaptive::Stale(_), _)
                if matches!(self.mutation, Mutation::None | Mutation::Redraw(_)) =>
            {
                Err("adaptive.stale needs a mutation with a rate".to_owned())
            }
            (_, Fitness::Entropy(entropy)) if !is_within(entropy.weight, 0.0) => Err(format!(
                "fitness.entropy.weight is {}, expected a number from 0 on",
                entropy.weight
            )),
            _ => Ok(()),
        }
    }

    fn check_stagnation(&self) -> Result<(), String> {
        match self.stagnation {
            Stagnation::Purge(purge) if purge.patience == 0 => {
                Err("stagnation.purge.patience is 0, expected at least 1".to_owned())
            }
            Stagnation::Restart(restart) if restart.patience == 0 && restart.every == 0 => {
                Err("stagnation.restart needs patience or every".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// Whether a number is one, finite, and at least so large.
fn is_within(number: f64, least: f64) -> bool {
    (least..=f64::MAX).contains(&number)
}

/// The largest population: member numbers fit 32 bits with room for a brood.
const MOST_MEMBERS: usize = 1_000_000;

fn drawn_uniformly(breeding: &str) -> String {
    format!(
        "breeding {breeding} draws parents uniformly from those it names; set selection = \"uniform\""
    )
}
