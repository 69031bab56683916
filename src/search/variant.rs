//! A genetic algorithm as data: one set of operators, every study a choice among them.
//!
//! What does not go together is refused, with the key and the cure named: a parameter that has no
//! effect would be a false result.

mod check;

use serde::{Deserialize, Serialize};

use super::evolution::Slots;
use super::fitness::Fitness;
use super::genomes::{Crossing, MIXED, Mixing};
use super::operators::{
    Accept, Adaptive, ArchiveRule, Bands, Breeding, Crossover, Encoding, Fresh, Improvement,
    Inject, Keep, Learning, Look, Mate, Mutation, Pairs, Selection, Stagnation, Swap, Tournament,
};
use super::prepare::Prepare;
use super::representation::Representation;
use super::room;
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
        room::objection("population", self.population, self.bytes(layout), layout)
    }

    /// Bytes that a run holds on a layout, at most.
    fn bytes(&self, layout: &Layout) -> u64 {
        let slots = Slots::new(self).spare + 1;
        let children = self.population.max(self.brood_size());
        let genes = match self.encoding {
            Encoding::Boxes => layout.box_count(),
            Encoding::Rows => layout.side(),
            Encoding::Cells => layout.cell_count(),
        };
        let shuffled = match self.mutation {
            Mutation::Swap(swap) if swap.reshuffle > Rate::ZERO => genes,
            _ => 0,
        };
        room::bytes_of([
            (slots, Representation::of(self, layout).slot_bytes(layout) + BYTES_A_SLOT),
            (children, genes.div_ceil(MIXED) * size_of::<Mixing>() + size_of::<Crossing>()),
            (children.saturating_mul(shuffled), size_of::<u64>()),
            (self.population, BYTES_A_MEMBER),
        ])
    }
}

/// Bytes beside a genome in its slot: key and cost.
const BYTES_A_SLOT: usize = 12;

/// Bytes that each member takes elsewhere: its ranks, its place in the laws of selection, its parents.
const BYTES_A_MEMBER: usize = 48;
