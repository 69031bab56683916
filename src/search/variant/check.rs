//! What does not go together in a variant.

use super::Variant;
use crate::rng::Rate;
use crate::search::fitness::Fitness;
use crate::search::operators::{
    Accept, Adaptive, ArchiveRule, Breeding, CountLimit, Crossover, Encoding, Improvement, Mate,
    Mutation, OneSwap, Redraw, Selection, Stagnation, Tournament,
};

impl Variant {
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
            let keep = restart.keep;
            below("stagnation.restart.keep", keep, members)?;
            if keep > MOST_KEPT {
                return Err(format!(
                    "stagnation.restart.keep is {keep}, expected at most {MOST_KEPT}"
                ));
            }
        }
        if self.archive.size > MOST_KEPT {
            let size = self.archive.size;
            return Err(format!("archive.size is {size}, expected at most {MOST_KEPT}"));
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
        match (self.learning.replace, self.archive) {
            (1.., ArchiveRule { size: 0, .. }) => {
                Err("learning.replace needs archive.size of at least 1".to_owned())
            }
            (0, archive) if archive != ArchiveRule::default() => {
                Err("archive has no effect without learning.replace of at least 1".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn check_mutation(&self) -> Result<(), String> {
        let (key, count_limit) = match self.mutation {
            Mutation::OneSwap(OneSwap { swaps, .. }) if !(1..=MOST_DRAWS).contains(&swaps) => {
                return Err(format!(
                    "mutation.one-swap.swaps is {swaps}, expected 1 to {MOST_DRAWS}"
                ));
            }
            Mutation::Redraw(Redraw { amount }) if amount > MOST_DRAWS => {
                return Err(format!(
                    "mutation.redraw.amount is {amount}, expected at most {MOST_DRAWS}"
                ));
            }
            Mutation::OneSwap(swap) => ("one-swap", swap.count_limit),
            Mutation::Swap(swap) => ("swap", swap.count_limit),
            Mutation::None | Mutation::Redraw(_) => ("none", CountLimit::Off),
        };
        if count_limit == CountLimit::Times(0) {
            return Err(format!("mutation.{key}.count-limit.times is 0, expected at least 1"));
        }
        if let Mutation::Swap(swap) = self.mutation
            && swap.reshuffle > Rate::ZERO
            && swap.accept == Accept::NotWorse
        {
            return Err(
                "mutation.swap.accept = \"not-worse\" asks of swaps alone, and a gene that is \
                        shuffled anew is asked nothing; set reshuffle to 0 or accept to \"always\""
                    .to_owned(),
            );
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

/// The most changes to one child: no layout has more than twice as many cells.
const MOST_DRAWS: u32 = 10_000;

/// The most members that are kept beside the population: taking one in goes through all of them.
const MOST_KEPT: usize = 10_000;

fn drawn_uniformly(breeding: &str) -> String {
    format!(
        "breeding {breeding} draws parents uniformly from those it names; set selection = \"uniform\""
    )
}
