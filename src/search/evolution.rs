//! The state of a run of the genetic algorithm, and the steps that every variant takes.
//!
//! Genomes lie in slots of one store: the current population, the next one, the brood where
//! breeding makes more children than live, the archives, and a few of their own.

mod pricing;

use std::ops::{ControlFlow, Range};

use super::Tables;
use super::archive::Archive;
use super::as_coded;
use super::draws::{Crossings, scaled};
use super::genomes::{Crossing, Genomes, Mixing, SwapAt};
use super::mutation::Mutator;
use super::operators::{
    ArchiveOf, ArchiveRule, Encoding, Fresh, Improvement, Look, Stagnation, Ties,
};
use super::ranking::Ranking;
use super::selection::Selector;
use super::variant::Variant;
use crate::rng::Rng;
use crate::solver::{Glimpse, Meter, Stop, Trace};

/// A population under way.
pub(super) struct Evolution<'a, 'm, G> {
    pub tables: &'a Tables,
    pub rng: &'a mut Rng,
    pub meter: &'a mut Meter<'m>,
    pub genomes: G,
    /// The key of each slot.
    pub keys: Vec<u64>,
    /// The cost of each slot; empty where the key is the cost.
    pub costs: Vec<u32>,
    pub slots: Slots,
    pub selector: Selector,
    pub mutator: Mutator,
    pub ranking: Ranking,
    /// Which pairs cross.
    pub crossings: Crossings,
    pub course: Course,
    /// Children to be made by blocks or gene by gene, and swaps to be made, gathered and done in one go.
    pub crossing: Vec<Crossing>,
    pub mixing: Vec<Mixing>,
    pub swaps: Vec<SwapAt>,
    /// Slots whose keys are still to be found.
    pub renewed: Vec<u32>,
    /// The slots of parents, two a pair.
    pub couples: Vec<u32>,
    archive: Archive,
    kept: Archive,
    scratch: Vec<u8>,
    is_slow_to_remember: bool,
    /// Members that a step takes at a time.
    pub part: usize,
}

/// Cells of all members that a step takes at a time, so that a run can be broken off within a
/// generation that takes long; a usual population is one part and is not broken off.
const CELLS_A_PART: usize = 1 << 17;

/// Visits to cells of all members that a step takes at a time where there is local search, which
/// visits each cell of a member about as often as a line has cells.
const VISITS_A_PART: usize = 1 << 18;

/// An archive of so many takes members in without a pause, each of which may move all entries.
const QUICK_ARCHIVE: usize = 1000;

/// Where things lie.
pub(super) struct Slots {
    pub members: usize,
    pub current: usize,
    pub next: usize,
    pub brood: usize,
    /// Random new members to mate with.
    pub strangers: usize,
    pub archive: usize,
    pub kept: usize,
    pub best: usize,
    /// A slot for whatever a step needs for a moment.
    pub spare: usize,
}

/// How the run has gone so far.
#[derive(Default)]
pub(super) struct Course {
    /// Key and cost of the best member seen.
    best: Option<(u64, u32)>,
    last_improvement: u64,
    /// The best key since the last restart.
    mark: Option<u64>,
    /// Generations without a better best since the last response.
    pub stale: u64,
    /// Generations since the last response.
    pub since_response: u64,
    pub restarts: u64,
    pub purges: u64,
    pub has_responded: bool,
    /// Whether the children are counted and their keys are left to local search to find.
    pub owes_keys: bool,
    /// The last members of the population, that were made fresh in this generation.
    pub fresh: usize,
    /// Generations that the first member has been carried over as the best.
    pub age: u64,
    /// The last population that was looked at whole, or as much of the first one as was priced.
    looked_at: Range<usize>,
}

impl<'a, 'm, G: Genomes> Evolution<'a, 'm, G> {
    pub fn new(tables: &'a Tables, rng: &'a mut Rng, meter: &'a mut Meter<'m>) -> Self {
        let variant = &tables.variant;
        let slots = Slots::new(variant);
        let count = slots.spare + 1;
        let keep = match variant.stagnation {
            Stagnation::Restart(restart) => restart.keep,
            _ => 0,
        };
        let kept = ArchiveRule { size: keep, of: ArchiveOf::All, ties: Ties::Newer };
        let archived = ArchiveRule {
            size: if variant.learning.replace == 0 { 0 } else { variant.archive.size },
            ..variant.archive
        };
        Self {
            rng,
            meter,
            genomes: G::with_room(tables, count),
            keys: vec![0; count],
            costs: vec![0; if variant.fitness.is_cost() { 0 } else { count }],
            selector: Selector::new(variant.selection, slots.members),
            mutator: Mutator::new(variant),
            ranking: Ranking::default(),
            crossings: Crossings::new(variant.crossover_rate()),
            course: Course::default(),
            crossing: Vec::with_capacity(slots.members),
            mixing: Vec::new(),
            renewed: Vec::new(),
            swaps: Vec::new(),
            couples: Vec::with_capacity(2 * slots.members),
            archive: Archive::new(archived, slots.archive),
            kept: Archive::new(kept, slots.kept),
            scratch: Vec::with_capacity(tables.layout.side()),
            is_slow_to_remember: archived.size.max(keep) > QUICK_ARCHIVE,
            part: part(tables),
            tables,
            slots,
        }
    }

    /// The slots of the current population.
    pub fn current(&self) -> Range<usize> {
        self.slots.current..self.slots.current + self.slots.members
    }

    /// Makes the next population the current one.
    pub fn turn(&mut self) {
        std::mem::swap(&mut self.slots.current, &mut self.slots.next);
    }

    /// Makes the slots, and keeps back the time to give back what they take.
    fn make_slots(&mut self) -> ControlFlow<Stop> {
        let bytes = G::slot_bytes(&self.tables.layout) + size_of::<u64>();
        for slots in parts(0..self.keys.len(), self.part) {
            self.genomes.add(self.tables, slots.len());
            self.meter.keep_back(slots.len() * bytes);
            self.pause()?;
        }
        CONTINUE
    }

    /// Everyone is fresh.
    pub fn first_population(&mut self) -> ControlFlow<Stop> {
        self.make_slots()?;
        for slot in self.current() {
            self.make_fresh(slot);
            self.pause_after(slot)?;
        }
        self.course.has_responded = true;
        self.price(self.current())
    }

    /// Begins a generation, if the budget has another one.
    pub fn begin_generation(&mut self) -> ControlFlow<Stop> {
        self.course.fresh = 0;
        self.course.has_responded = false;
        self.course.owes_keys = false;
        self.meter.generation()?;
        let stale = self.meter.generations() - 1 - self.course.last_improvement;
        self.mutator.adapt(self.tables.variant.adaptive, stale);
        ControlFlow::Continue(())
    }

    /// Makes a random new member.
    pub fn make_fresh(&mut self, slot: usize) {
        let Self { tables, rng, genomes, scratch, .. } = self;
        let genes = &tables.genes;
        if tables.variant.fresh == Fresh::Shuffled && genes.encoding() != Encoding::Cells {
            genomes.shuffle(tables, slot, rng, scratch);
            return;
        }
        for number in (0..genes.count()).filter(|&gene| !genes.gene(gene).free.is_empty()) {
            match tables.variant.fresh {
                Fresh::AsCoded => as_coded::fresh_gene(tables, number, rng, scratch),
                Fresh::Shuffled => {
                    let digits = &genes.gene(number).digits;
                    scratch.clear();
                    scratch.push(digits[rng.index(digits.len())]);
                }
            }
            genomes.write(tables, slot, number, scratch);
        }
    }

    /// Copies members with their keys into slots one after another from `first` on.
    pub fn copy_all(&mut self, from: &[u32], first: usize) {
        self.genomes.copy_all(from, first);
        for (place, &slot) in from.iter().enumerate() {
            self.keys[first + place] = self.keys[slot as usize];
        }
        if !self.costs.is_empty() {
            for (place, &slot) in from.iter().enumerate() {
                self.costs[first + place] = self.costs[slot as usize];
            }
        }
    }

    /// Copies a member with its key.
    pub fn copy(&mut self, from: usize, to: usize) {
        self.genomes.copy(from, to);
        self.keys[to] = self.keys[from];
        if !self.costs.is_empty() {
            self.costs[to] = self.costs[from];
        }
    }

    /// Local search on every member but the elite and the fresh ones.
    pub fn improve(&mut self) -> ControlFlow<Stop> {
        if self.tables.variant.improvement == Improvement::None {
            return ControlFlow::Continue(());
        }
        let Range { start, end } = self.current();
        let elite = if self.course.has_responded { 0 } else { self.tables.variant.elite };
        let improved = start + elite..end - self.course.fresh;
        // It takes longest of all steps.
        let part = self.part.div_ceil(2);
        for members in parts(improved.clone(), part) {
            let left = self.meter.evaluations_left();
            let swaps = self.genomes.improve(self.tables, members.clone(), self.rng, left);
            self.meter.grant(swaps);
            self.evaluate(members.clone());
            self.pause_within_improvement(members.end..improved.end)?;
        }
        if self.meter.evaluations_left() == 0 { self.run_out(self.current()) } else { CONTINUE }
    }

    /// Lets a run be broken off before local search comes to the members that are left.
    fn pause_within_improvement(&mut self, left: Range<usize>) -> ControlFlow<Stop> {
        let paused = self.pause();
        if paused.is_break() && self.course.owes_keys {
            self.meter.give_back(left.len() as u64);
            return self.end_among_if_broken(paused, self.current().start..left.start);
        }
        self.end_among_if_broken(paused, self.current())
    }

    /// Takes the population into the archives.
    #[inline]
    pub fn remember(&mut self) -> ControlFlow<Stop> {
        if self.is_slow_to_remember {
            return self.remember_by_parts();
        }
        let current = self.current();
        let keys = &self.keys[current.clone()];
        self.archive.merge(&mut self.genomes, keys, current.start);
        self.kept.merge(&mut self.genomes, keys, current.start);
        CONTINUE
    }

    /// The same in parts, between which the run may be broken off.
    #[cold]
    fn remember_by_parts(&mut self) -> ControlFlow<Stop> {
        let current = self.current();
        let keys = &self.keys[current.clone()];
        let paused = [&mut self.archive, &mut self.kept].into_iter().try_for_each(|archive| {
            archive.merge_by_parts(&mut self.genomes, keys, current.start, self.meter)
        });
        self.end_among_if_broken(paused, current)
    }

    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    pub fn kept(&self) -> &Archive {
        &self.kept
    }

    /// Looks at the population: is it solved, is it better?
    pub fn look(&mut self) -> ControlFlow<Stop> {
        let variant = &self.tables.variant;
        if variant.look == Look::AsCoded && self.meter.is_last_generation() {
            return ControlFlow::Continue(());
        }
        self.take_best(self.current());
        self.course.looked_at = self.current();
        let full = self.tables.genes.full();
        let keys = &self.keys[self.slots.current..self.slots.current + self.slots.members];
        self.meter.record(|| {
            let value = |key: u64| variant.fitness.value(key, full);
            let mut sorted = keys.to_vec();
            sorted.sort_unstable();
            let middle = sorted.len() / 2;
            let median = match sorted.len() % 2 {
                0 => (value(sorted[middle - 1]) + value(sorted[middle])) / 2.0,
                _ => value(sorted[middle]),
            };
            let mean = sorted.iter().map(|&key| value(key)).sum::<f64>() / sorted.len() as f64;
            [value(sorted[0]), mean, median]
        });
        self.show();
        if self.is_solved() { ControlFlow::Break(Stop::Solved) } else { CONTINUE }
    }

    fn show(&mut self) {
        if !self.meter.is_glimpse_due() {
            return;
        }
        let Trace { fitness, mean_fitness, .. } = self.trace();
        if let (Some(fitness), Some(slot)) = (fitness, self.best_of(self.current())) {
            let (rule, full) = (self.tables.variant.fitness, self.tables.genes.full());
            let present_fitness = rule.value(self.keys[slot], full);
            let digits = self.best_digits();
            self.meter.show(Glimpse { digits, fitness, present_fitness, mean_fitness });
        }
    }

    /// Keeps the best of these members if it is better than all before.
    fn take_best(&mut self, slots: Range<usize>) {
        if self.is_nobody_better(slots.clone()) {
            self.course.count(u64::MAX);
            return;
        }
        let Some(slot) = self.best_of(slots) else { return };
        let (key, cost) = (self.keys[slot], self.cost(slot));
        let is_better = self.course.best.is_none_or(|best| (key, cost) < best);
        let is_fitter = self.course.best.is_none_or(|(best, _)| key < best);
        if is_better {
            self.genomes.copy(slot, self.slots.best);
            self.course.best = Some((key, cost));
        }
        if is_fitter {
            self.course.last_improvement = self.meter.generations();
        }
        self.course.count(key);
    }

    /// Whether nobody is better than before. A plain search, since it is done every generation
    /// and the lowest key itself is of no interest then.
    fn is_nobody_better(&self, slots: Range<usize>) -> bool {
        let (Some(mark), Some((best, best_cost))) = (self.course.mark, self.course.best) else {
            return false;
        };
        let keys = &self.keys[slots.clone()];
        if keys.iter().any(|&key| key < mark) {
            return false;
        }
        let mut costs = keys.iter().zip(self.costs.get(slots).unwrap_or_default());
        !costs.any(|(&key, &cost)| key == best && cost < best_cost)
    }

    /// The first of the best by key, then by cost.
    pub fn best_of(&self, slots: Range<usize>) -> Option<usize> {
        if self.costs.is_empty() {
            let keys = &self.keys[slots.clone()];
            let lowest = keys.iter().copied().min()?;
            return keys.iter().position(|&key| key == lowest).map(|place| slots.start + place);
        }
        slots.min_by_key(|&slot| (self.keys[slot], self.costs[slot]))
    }

    fn cost(&self, slot: usize) -> u32 {
        if self.costs.is_empty() { self.keys[slot] as u32 } else { self.costs[slot] }
    }

    fn is_solved(&self) -> bool {
        self.course.best.is_some_and(|(_, cost)| cost == 0)
    }

    /// A number below `bound`.
    pub fn draw_index(&mut self, bound: usize) -> usize {
        scaled((self.rng.next_u64() >> 32) as u32, bound as u32) as usize
    }

    /// The digits of the best member seen.
    pub fn best_digits(&self) -> Vec<u8> {
        let mut digits = vec![0; self.tables.layout.cell_count()];
        self.genomes.digits(self.tables, self.slots.best, &mut digits);
        digits
    }

    /// How the search went.
    pub fn trace(&self) -> Trace {
        let (fitness, full) = (self.tables.variant.fitness, self.tables.genes.full());
        let keys = &self.keys[self.course.looked_at.clone()];
        let sum: f64 = keys.iter().map(|&key| fitness.value(key, full)).sum();
        Trace {
            fitness: self.course.best.map(|(key, _)| fitness.value(key, full)),
            mean_fitness: (!keys.is_empty()).then(|| sum / keys.len() as f64),
            last_improvement: self.course.best.map(|_| self.course.last_improvement),
            restarts: Some(self.course.restarts),
            purges: Some(self.course.purges),
            prepared: None,
        }
    }
}

pub(super) const CONTINUE: ControlFlow<Stop> = ControlFlow::Continue(());

/// A range in parts of so many.
pub(super) fn parts(whole: Range<usize>, part: usize) -> impl Iterator<Item = Range<usize>> {
    let end = whole.end;
    whole.step_by(part).map(move |first| first..end.min(first + part))
}

/// Members that a step takes at a time.
fn part(tables: &Tables) -> usize {
    let cells = tables.layout.cell_count();
    let members = match tables.variant.improvement {
        Improvement::None => CELLS_A_PART / cells,
        _ => VISITS_A_PART / (cells * tables.layout.side()),
    };
    members.max(1)
}

impl Slots {
    pub fn new(variant: &Variant) -> Self {
        let members = variant.population;
        let brood = 2 * members;
        let strangers = brood + variant.brood_size();
        let archive = strangers + variant.stranger_count();
        let kept = archive + variant.archive.size;
        let keep = match variant.stagnation {
            Stagnation::Restart(restart) => restart.keep,
            _ => 0,
        };
        let best = kept + keep;
        Self {
            members,
            current: 0,
            next: members,
            brood,
            strangers,
            archive,
            kept,
            best,
            spare: best + 1,
        }
    }
}

impl Course {
    /// Counts a generation whose best has this key.
    fn count(&mut self, key: u64) {
        self.since_response += 1;
        self.stale += 1;
        if self.mark.is_none_or(|mark| key < mark) {
            self.mark = Some(key);
            self.stale = 0;
        }
        if self.has_responded {
            self.stale = 0;
            self.since_response = 0;
        }
    }

    /// From now on everything is better.
    pub fn forget_mark(&mut self) {
        self.mark = None;
    }
}
