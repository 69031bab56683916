//! Tests of the genetic algorithm from inside: laws of the draws, twins of the operators, steps.

mod archive;
mod as_coded;
mod breaking_off;
mod breeding;
mod draws;
mod improve;
mod parts;
mod population;
mod response;
mod runs;
mod score;
mod selection;
mod variant;

use std::sync::Arc;

use super::Tables;
use super::evolution::Evolution;
use super::operators::{
    Accept, Adaptive, Bands, Breeding, CountLimit, Crossover, Encoding, Filter, Improvement,
    Inject, Keep, Learning, Lines, Mate, Mutation, OnePoint, OneSwap, Pairs, ParentAndChild,
    Partners, Places, Purge, Rank, Redraw, Restart, RowSearch, Selection, Stagnation, Stale, Swap,
    Tournament, Truncation, Uniform,
};
use super::plain::Plain;
use super::variant::Variant;
use crate::board::{Layout, Puzzle, collection};
use crate::rng::{Rate, Rng};
use crate::solver::{Budget, Meter, Unobserved};
pub(super) use runs::{
    Curious, assert_exact_evaluations, assert_givens_stay, assert_solves, run_once,
};

/// An embedded puzzle.
pub(in crate::search) fn puzzle(address: &str) -> Puzzle {
    collection::find(address).expect(address).swap_remove(0)
}

/// A layout of that name with random givens: some of the digits of each box.
fn scattered(layout: &Arc<Layout>, givens: usize, rng: &mut Rng) -> Puzzle {
    let mut digits = vec![0; layout.cell_count()];
    let mut left = givens;
    while left > 0 {
        let (cell, digit) = (rng.index(digits.len()), 1 + rng.index(layout.side()) as u8);
        let clashes = layout.peers(cell).iter().any(|&peer| digits[peer as usize] == digit);
        if digits[cell] == 0 && !clashes {
            digits[cell] = digit;
        }
        left -= 1;
    }
    Puzzle::new("scattered", layout.clone(), digits).expect("no clash")
}

/// Random digits that keep the genes' permutations and the givens.
fn random_genome(tables: &Tables, rng: &mut Rng) -> Vec<u8> {
    let mut genome = tables.genes.givens().to_vec();
    for gene in 0..tables.genes.count() {
        let gene = tables.genes.gene(gene);
        let mut digits = gene.digits.clone();
        rng.shuffle(&mut digits);
        for (&cell, &digit) in gene.free.iter().zip(&digits) {
            genome[cell as usize] = digit;
        }
    }
    genome
}

/// What keeps a genome from being one: a given that moved, a gene that is no permutation.
fn damage(tables: &Tables, genome: &[u8]) -> Option<String> {
    let side = tables.layout.side() as u8;
    for (cell, (&digit, &given)) in genome.iter().zip(tables.genes.givens()).enumerate() {
        if !(1..=side).contains(&digit) || (given != 0 && digit != given) {
            return Some(format!("cell {cell} holds {digit}, given {given}"));
        }
    }
    if tables.variant.encoding == Encoding::Cells {
        return None;
    }
    (0..tables.genes.count()).find_map(|gene| {
        let cells = tables.genes.gene(gene).cells.iter();
        let mut held: Vec<u8> = cells.map(|&cell| genome[cell as usize]).collect();
        held.sort_unstable();
        (held != (1..=side).collect::<Vec<u8>>()).then(|| format!("gene {gene} holds {held:?}"))
    })
}

/// Runs `body` on an evolution that has its first population.
fn evolve<T>(
    variant: &Variant,
    puzzle: &Puzzle,
    seed: u64,
    budget: Budget,
    body: impl FnOnce(&mut Evolution<'_, '_, Plain>) -> T,
) -> T {
    variant.check().expect("a variant that goes together");
    let tables = Tables::new(puzzle, variant);
    let (mut rng, mut observer) = (Rng::from_seed(seed), Unobserved);
    let mut meter = Meter::new(budget, &mut observer);
    let mut evolution = Evolution::<Plain>::new(&tables, &mut rng, &mut meter);
    assert!(evolution.first_population().is_continue(), "the budget has the first population");
    body(&mut evolution)
}

/// The digits of the current population.
fn members(evolution: &Evolution<'_, '_, Plain>) -> Vec<Vec<u8>> {
    use super::genomes::Genomes;
    let digits = |slot: usize| {
        let mut digits = vec![0; evolution.tables.layout.cell_count()];
        evolution.genomes.digits(evolution.tables, slot, &mut digits);
        digits
    };
    evolution.current().map(digits).collect()
}

fn rate(number: f64) -> Rate {
    Rate::constant(number)
}

/// A population that only copies itself: nothing in it can become better.
fn copying(population: usize) -> Variant {
    Variant {
        population,
        selection: Selection::Uniform,
        crossover: Crossover::None,
        mutation: Mutation::None,
        ..Variant::default()
    }
}

/// Variants that have every operator among them, by name.
fn variants() -> Vec<(&'static str, Variant)> {
    let small = || Variant { population: 31, ..Variant::default() };
    let rows = || Variant {
        encoding: Encoding::Rows,
        crossover: Crossover::Uniform(Uniform::default()),
        ..small()
    };
    let one_swap = |swap: OneSwap| Mutation::OneSwap(OneSwap { rate: rate(0.9), ..swap });
    let purge = Stagnation::Purge(Purge { patience: 2 });
    vec![
        ("baseline", small()),
        ("busy bands", busy(small())),
        ("lines", Variant { improvement: Improvement::Lines(Lines::default()), ..small() }),
        (
            "lines that are asked",
            Variant {
                improvement: Improvement::Lines(Lines {
                    accept: Accept::NotWorse,
                    ..Lines::default()
                }),
                elite: 2,
                ..small()
            },
        ),
        (
            "as coded",
            Variant { improvement: Improvement::AsCoded(RowSearch::default()), ..small() },
        ),
        (
            "learning",
            Variant { learning: Learning { replace: 9, ..Learning::default() }, ..small() },
        ),
        ("purge", Variant { stagnation: purge, ..small() }),
        (
            "restart",
            Variant {
                stagnation: Stagnation::Restart(Restart {
                    every: 2,
                    keep: 4,
                    ..Restart::default()
                }),
                improvement: Improvement::Lines(Lines::default()),
                ..small()
            },
        ),
        (
            "parent and child",
            Variant {
                breeding: Breeding::ParentAndChild(ParentAndChild::default()),
                mutation: one_swap(OneSwap::default()),
                crossover: Crossover::Uniform(Uniform::default()),
                fitness: super::fitness::Fitness::EqualPairs,
                elite: 1,
                ..small()
            },
        ),
        (
            "better of two",
            Variant {
                breeding: Breeding::Pairs(Pairs { keep: Keep::Better }),
                selection: Selection::Rank(Rank::default()),
                mate: Mate::RandomNew,
                ..small()
            },
        ),
        (
            "cells",
            Variant {
                encoding: Encoding::Cells,
                breeding: Breeding::Truncation(Truncation::default()),
                selection: Selection::Uniform,
                mutation: Mutation::Redraw(Redraw { amount: 9 }),
                crossover: Crossover::Uniform(Uniform::default()),
                inject: Inject { each: 3, every: 2, ..Inject::default() },
                ..small()
            },
        ),
        (
            "rows with an elite and a rate that adapts",
            Variant {
                elite: 3,
                selection: Selection::Tournament(Tournament { size: 5, replacement: false }),
                mutation: Mutation::Swap(Swap { reshuffle: rate(0.2), ..Swap::default() }),
                adaptive: Adaptive::Stale(Stale { after: 1, ..Stale::default() }),
                ..rows()
            },
        ),
        (
            "rows from a pool, mutants that prove themselves",
            Variant {
                breeding: Breeding::EliteAndPool,
                elite: 4,
                fitness: super::fitness::Fitness::Product,
                selection: Selection::Tournament(Tournament { size: 4, replacement: true }),
                crossover: Crossover::OnePoint(OnePoint::default()),
                mutation: one_swap(OneSwap {
                    places: Places::AsCoded,
                    accept: Accept::NotWorse,
                    ..OneSwap::default()
                }),
                fresh: super::operators::Fresh::AsCoded,
                ..rows()
            },
        ),
        (
            "mates and partners",
            Variant {
                breeding: Breeding::Mate,
                fitness: super::fitness::Fitness::IllegalUnits,
                improvement: Improvement::Partners(Partners::default()),
                ..rows()
            },
        ),
        (
            "sorted, filtered, ageing",
            Variant {
                breeding: Breeding::Sorted,
                selection: Selection::Uniform,
                crossover: Crossover::Uniform(Uniform { share: rate(0.3), ..Uniform::default() }),
                mutation: one_swap(OneSwap {
                    swaps: 3,
                    filter: Filter::Admissible,
                    count_limit: CountLimit::Times(2),
                    ..OneSwap::default()
                }),
                elite: 1,
                ageing: 1,
                ..small()
            },
        ),
        (
            "one child by roulette",
            Variant {
                breeding: Breeding::OneChild,
                selection: Selection::Roulette,
                fitness: super::fitness::Fitness::Entropy(super::fitness::Entropy::default()),
                ..small()
            },
        ),
    ]
}

fn busy(variant: Variant) -> Variant {
    Variant {
        crossover: Crossover::Bands(Bands { rate: Rate::ONE, ..Bands::default() }),
        mutation: Mutation::Swap(Swap { rate: Rate::HALF, ..Swap::default() }),
        ..variant
    }
}

/// Layouts for properties: single grids, overlays, and one that shares more than corners.
fn layouts() -> Vec<Arc<Layout>> {
    let odd = Layout::new("odd", 3, &[(0, 0), (1, 2), (3, 1)]).expect("an overlay");
    let named = ["4x4", "9x9", "16x16", "twodoku", "samurai"];
    let named = named.map(|name| Layout::named(name).expect(name));
    named.into_iter().chain([Arc::new(odd)]).collect()
}

/// Pearson's statistic of counts against the probabilities of their cells. Cells that expect
/// fewer than five are taken together. Tells the statistic and the degrees of freedom.
fn chi_squared(counts: &[u64], probabilities: &[f64]) -> (f64, f64) {
    assert_eq!(counts.len(), probabilities.len());
    let total: f64 = counts.iter().sum::<u64>() as f64;
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let (mut rare_count, mut rare_expected) = (0.0, 0.0);
    for (&count, &probability) in counts.iter().zip(probabilities) {
        let expected = total * probability;
        if expected < 5.0 {
            rare_count += count as f64;
            rare_expected += expected;
        } else {
            cells.push((count as f64, expected));
        }
    }
    if rare_expected >= 5.0 {
        cells.push((rare_count, rare_expected));
    } else {
        assert!(rare_count <= 25.0, "{rare_count} in cells that expect {rare_expected}");
    }
    let statistic = cells.iter().map(|(count, expected)| {
        let difference = count - expected;
        difference * difference / expected
    });
    (statistic.sum(), cells.len() as f64 - 1.0)
}

/// The value that chi-squared exceeds with probability 10^-4, after Wilson and Hilferty 1931.
fn critical(freedom: f64) -> f64 {
    let ninth = 2.0 / (9.0 * freedom);
    let root = 1.0 - ninth + 3.719 * ninth.sqrt();
    freedom * root * root * root
}

/// Fails when counts are not drawn from the probabilities of their cells.
fn assert_law(name: &str, counts: &[u64], probabilities: &[f64]) {
    let sum: f64 = probabilities.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "{name}: probabilities sum to {sum}");
    let (statistic, freedom) = chi_squared(counts, probabilities);
    assert!(
        statistic < critical(freedom),
        "{name}: chi-squared {statistic} of {freedom}, critical {}: {counts:?}",
        critical(freedom)
    );
}

fn assert_uniform(name: &str, counts: &[u64]) {
    assert_law(name, counts, &vec![1.0 / counts.len() as f64; counts.len()]);
}

/// Fails when two samples of equal size are not drawn from one law.
fn assert_same_law(name: &str, one: &[u64], other: &[u64]) {
    let cells = one.iter().zip(other).filter(|(one, other)| *one + *other >= 10);
    let cells: Vec<(f64, f64)> = cells.map(|(&one, &other)| (one as f64, other as f64)).collect();
    let difference = |(one, other): &(f64, f64)| (one - other) * (one - other) / (one + other);
    let statistic: f64 = cells.iter().map(difference).sum();
    let freedom = cells.len() as f64 - 1.0;
    assert!(
        statistic < critical(freedom),
        "{name}: chi-squared {statistic} of {freedom}, critical {}: {one:?} {other:?}",
        critical(freedom)
    );
}

#[test]
fn the_test_of_laws_can_fail() {
    // Tables of chi-squared at 10^-4; for one degree of freedom the formula is a little lenient.
    for (freedom, expected) in [(1.0, 15.14), (8.0, 31.83), (80.0, 137.2)] {
        let found = critical(freedom);
        assert!((0.98..1.08).contains(&(found / expected)), "{freedom}: {found}");
    }
    assert!(chi_squared(&[600, 400], &[0.5, 0.5]).0 > critical(1.0));
    assert!(chi_squared(&[520, 480], &[0.5, 0.5]).0 < critical(1.0));
}
