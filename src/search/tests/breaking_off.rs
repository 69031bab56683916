//! Runs that are broken off at each of their looks: what they counted is what they priced, and
//! the best that they tell is the best they priced.

use std::ops::{ControlFlow, Range};

use super::super::Tables;
use super::super::evolution::Evolution;
use super::super::ga::{begin, generation};
use super::super::genomes::{Crossing, Genomes, Mixing, SwapAt};
use super::super::operators::{
    Accept, ArchiveRule, Breeding, Crossover, Improvement, Inject, Keep, Learning, Lines, Mutation,
    OneSwap, Pairs, ParentAndChild, Purge, Stagnation, Swap, Uniform,
};
use super::super::plain::Plain;
use super::super::variant::Variant;
use super::{puzzle, rate};
use crate::board::Layout;
use crate::rng::Rng;
use crate::search::{AntColony, Multistage};
use crate::solver::{Budget, Event, Meter, Observer, Solver, Stop, Units};

/// Breaks a run off after so many looks.
struct BreaksAfter(u32);

impl Observer for BreaksAfter {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        if self.0 == 0 {
            return ControlFlow::Break(());
        }
        self.0 -= 1;
        ControlFlow::Continue(())
    }
}

/// Plain genomes that notice what is priced.
struct Noticing {
    plain: Plain,
    /// Genomes priced, and swaps of local search.
    priced: u64,
    lowest: Option<u64>,
}

impl Noticing {
    fn notice(&mut self, keys: impl Iterator<Item = u64>) {
        self.lowest = self.lowest.into_iter().chain(keys).min();
    }
}

impl Genomes for Noticing {
    fn with_room(tables: &Tables, slots: usize) -> Self {
        Self { plain: Plain::with_room(tables, slots), priced: 0, lowest: None }
    }

    fn add(&mut self, tables: &Tables, slots: usize) {
        self.plain.add(tables, slots);
    }

    fn slot_bytes(layout: &Layout) -> usize {
        Plain::slot_bytes(layout)
    }

    fn evaluate(
        &mut self,
        tables: &Tables,
        slots: Range<usize>,
        keys: &mut [u64],
        costs: &mut [u32],
    ) {
        self.priced += slots.len() as u64;
        self.plain.evaluate(tables, slots, keys, costs);
        self.notice(keys.iter().copied());
    }

    fn swap_if_no_worse(
        &mut self,
        tables: &Tables,
        swaps: &[SwapAt],
        keys: &mut [u64],
        costs: &mut [u32],
    ) {
        self.plain.swap_if_no_worse(tables, swaps, keys, costs);
        self.notice(swaps.iter().map(|swap| keys[swap.slot as usize]));
    }

    fn improve(&mut self, tables: &Tables, slots: Range<usize>, rng: &mut Rng, most: u64) -> u64 {
        let swaps = self.plain.improve(tables, slots, rng, most);
        self.priced += swaps;
        swaps
    }

    fn write(&mut self, tables: &Tables, slot: usize, gene: usize, digits: &[u8]) {
        self.plain.write(tables, slot, gene, digits);
    }

    fn copy(&mut self, from: usize, to: usize) {
        self.plain.copy(from, to);
    }

    fn copy_all(&mut self, from: &[u32], first: usize) {
        self.plain.copy_all(from, first);
    }

    fn mix(&mut self, tables: &Tables, mixings: &[Mixing]) {
        self.plain.mix(tables, mixings);
    }

    fn copy_gene(&mut self, tables: &Tables, from: usize, to: usize, gene: usize) {
        self.plain.copy_gene(tables, from, to, gene);
    }

    fn cross(&mut self, tables: &Tables, crossings: &[Crossing]) {
        self.plain.cross(tables, crossings);
    }

    fn swap(&mut self, tables: &Tables, swaps: impl Iterator<Item = SwapAt>) {
        self.plain.swap(tables, swaps);
    }

    fn digit(&self, tables: &Tables, slot: usize, cell: usize) -> u8 {
        self.plain.digit(tables, slot, cell)
    }

    fn digits(&self, tables: &Tables, slot: usize, digits: &mut [u8]) {
        self.plain.digits(tables, slot, digits);
    }

    fn is_same(&self, one: usize, other: usize) -> bool {
        self.plain.is_same(one, other)
    }

    fn hash(&self, slot: usize) -> u64 {
        self.plain.hash(slot)
    }
}

/// Runs a few generations, in parts of a few members; tells whether that was broken off, and
/// how many evaluations were counted and made.
fn breaks_off(name: &str, variant: &Variant, looks: u32) -> (bool, [u64; 2]) {
    let tables = Tables::new(&puzzle("9x9/ai-escargot"), variant);
    let budget = Budget { generations: Some(4), ..Budget::default() };
    let (mut rng, mut observer) = (Rng::from_seed(5), BreaksAfter(looks));
    let mut meter = Meter::new(budget, &mut observer).looking_always();
    let mut evolution = Evolution::<Noticing>::new(&tables, &mut rng, &mut meter);
    evolution.part = 4;
    let mut step = begin(&mut evolution);
    while step.is_continue() {
        step = generation(&mut evolution);
    }
    let lowest = evolution.genomes.lowest;
    let best = lowest.map(|key| variant.fitness.value(key, tables.genes.full()));
    let trace = evolution.trace();
    assert_eq!(trace.fitness, best, "{name}, {looks} looks");
    assert_eq!(trace.last_improvement.is_some(), best.is_some(), "{name}, {looks} looks");
    let counted = evolution.meter.effort(Units::POPULATION).evaluations.expect("it counts them");
    (step == ControlFlow::Break(Stop::Interrupted), [counted, evolution.genomes.priced])
}

fn small() -> Variant {
    Variant { population: 31, ..Variant::default() }
}

fn asked_lines() -> Improvement {
    Improvement::Lines(Lines { accept: Accept::NotWorse, ..Lines::default() })
}

fn proven() -> Mutation {
    Mutation::Swap(Swap { rate: rate(0.3), accept: Accept::NotWorse, ..Swap::default() })
}

/// Breaks off at every look there is.
fn assert_breaks_well(name: &str, variant: &Variant, check: impl Fn([u64; 2])) {
    variant.check().expect(name);
    let broken = (0..).map(|looks| breaks_off(name, variant, looks));
    let broken: Vec<_> = broken.take_while(|(is_broken, _)| *is_broken).collect();
    assert!(broken.len() > 40, "{name}: {} looks", broken.len());
    broken.into_iter().for_each(|(_, evaluations)| check(evaluations));
}

#[test]
fn what_is_counted_is_priced_and_the_best_of_it_is_told() {
    let parent_and_child = Variant {
        breeding: Breeding::ParentAndChild(ParentAndChild::default()),
        mutation: Mutation::OneSwap(OneSwap { rate: rate(0.9), ..OneSwap::default() }),
        crossover: Crossover::Uniform(Uniform::default()),
        ..small()
    };
    let better = Breeding::Pairs(Pairs { keep: Keep::Better });
    let purge = Stagnation::Purge(Purge { patience: 1 });
    let many_swaps = Mutation::OneSwap(OneSwap { rate: rate(0.9), swaps: 9, ..OneSwap::default() });
    for (name, variant) in [
        ("baseline", small()),
        ("lines", Variant { improvement: Improvement::Lines(Lines::default()), ..small() }),
        ("mutants that prove themselves", Variant { mutation: proven(), ..small() }),
        ("injection", Variant { inject: Inject { each: 13, ..Inject::default() }, ..small() }),
        ("better of two", Variant { breeding: better, ..small() }),
        ("many swaps", Variant { mutation: many_swaps, ..small() }),
        ("parent and child", parent_and_child),
        ("purge", Variant { stagnation: purge, ..small() }),
    ] {
        assert_breaks_well(name, &variant, |[counted, priced]| {
            assert_eq!(counted, priced, "{name}");
        });
    }
}

#[test]
fn where_keys_are_found_twice_or_copied_the_best_is_told() {
    let better = Breeding::Pairs(Pairs { keep: Keep::Better });
    let learning = Learning { replace: 13, ..Learning::default() };
    let improvement = asked_lines();
    let archive = ArchiveRule { size: 5000, ..ArchiveRule::default() };
    for (name, variant) in [
        ("proven and improved", Variant { mutation: proven(), improvement, ..small() }),
        ("better and improved", Variant { breeding: better, improvement, ..small() }),
        ("elite", Variant { elite: 5, improvement, ..small() }),
        ("learning", Variant { learning, ..small() }),
        ("a large archive", Variant { learning, archive, ..small() }),
    ] {
        assert_breaks_well(name, &variant, |_| {});
    }
}

/// Breaks a run off; its best fitness and its evaluations.
fn broken(solver: &dyn Solver, evaluations: Option<u64>, looks: u32) -> (Stop, Option<f64>, u64) {
    let budget = Budget { generations: Some(5), evaluations, ..Budget::default() };
    let (mut rng, mut observer) = (Rng::from_seed(5), BreaksAfter(looks));
    let mut meter = Meter::new(budget, &mut observer).looking_always();
    let finding = solver.solve(&puzzle("16x16/hard-1"), &mut rng, &mut meter);
    let counted = meter.effort(solver.units()).evaluations.expect("it counts them");
    (finding.stop, finding.trace.fitness, counted)
}

#[test]
fn a_run_that_is_broken_off_tells_what_one_of_so_many_evaluations_tells() {
    let multistage =
        Multistage { population: 40, cycles: 3, iterations: 2, ..Multistage::default() };
    let colony = AntColony { ants: 5, ..AntColony::default() };
    // The ants of a round that is cut short walk beside fewer others.
    let solvers: [(&dyn Solver, u64); 2] = [(&multistage, 1), (&colony, 5)];
    for (solver, round) in solvers {
        let mut compared = 0;
        for looks in 0.. {
            let (stop, fitness, counted) = broken(solver, None, looks);
            if stop != Stop::Interrupted {
                break;
            }
            if counted.is_multiple_of(round) {
                let (_, expected, same) = broken(solver, Some(counted), u32::MAX);
                assert_eq!((fitness, counted), (expected, same), "{looks} looks");
                compared += 1;
            }
        }
        assert!(compared > 40, "{compared}");
    }
}
