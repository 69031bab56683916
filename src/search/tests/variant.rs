//! What does not go together is refused, with the key named.

use super::super::fitness::{Entropy, Fitness};
use super::super::operators::{
    Accept, Adaptive, ArchiveRule, Breeding, CountLimit, Crossover, Encoding, Improvement, Inject,
    Learning, Lines, Mate, Mutation, OneSwap, ParentAndChild, Partners, Purge, Rank, Redraw,
    Restart, Selection, Stagnation, Stale, Swap, Tournament, Truncation, Uniform,
};
use super::super::variant::Variant;
use super::{rate, variants};

#[test]
fn variants_that_go_together_are_accepted() {
    for (name, variant) in variants() {
        assert_eq!(variant.check(), Ok(()), "{name}");
    }
    assert_eq!(Variant::default().check(), Ok(()));
}

fn base() -> Variant {
    Variant { population: 10, ..Variant::default() }
}

fn tournament(size: usize, replacement: bool) -> Variant {
    let selection = Selection::Tournament(Tournament { size, replacement });
    Variant { selection, ..base() }
}

fn one_swap(swap: OneSwap) -> Variant {
    Variant { mutation: Mutation::OneSwap(swap), ..base() }
}

fn adaptive(after: u64, factor: f64) -> Variant {
    Variant { adaptive: Adaptive::Stale(Stale { after, factor, ..Stale::default() }), ..base() }
}

fn entropy(weight: f64) -> Variant {
    Variant { fitness: Fitness::Entropy(Entropy { weight }), ..base() }
}

fn restart(patience: u64, every: u64, keep: usize) -> Variant {
    let restart = Restart { patience, every, keep, limit: 0 };
    Variant { stagnation: Stagnation::Restart(restart), ..base() }
}

fn breeding(breeding: Breeding) -> Variant {
    Variant { breeding, ..base() }
}

fn uniform() -> Crossover {
    Crossover::Uniform(Uniform::default())
}

/// Variants that are refused, with what the message must name.
fn refused() -> Vec<(Variant, &'static [&'static str])> {
    let cells = Variant { encoding: Encoding::Cells, crossover: Crossover::None, ..base() };
    let learning = Learning { replace: 11, ..Learning::default() };
    let mate = Variant { crossover: uniform(), ..breeding(Breeding::Mate) };
    vec![
        (Variant { population: 1, ..base() }, &["population is 1", "2 to"]),
        (Variant { population: 10_000_000, ..base() }, &["population is 10000000"]),
        (Variant { elite: 10, ..base() }, &["elite is 10", "at most 9"]),
        (Variant { learning, ..base() }, &["learning.replace is 11", "at most 10"]),
        (
            Variant { inject: Inject { each: 11, ..Inject::default() }, ..base() },
            &["inject.each is 11"],
        ),
        (restart(1, 0, 11), &["stagnation.restart.keep is 11"]),
        (restart(0, 0, 1), &["stagnation.restart", "patience", "every"]),
        (
            Variant { stagnation: Stagnation::Purge(Purge { patience: 0 }), ..base() },
            &["stagnation.purge.patience is 0"],
        ),
        (tournament(0, false), &["selection.tournament.size is 0"]),
        (tournament(11, false), &["selection.tournament.size is 11", "at most 10"]),
        (
            Variant { selection: Selection::Rank(Rank { pressure: 2.5 }), ..base() },
            &["selection.rank.pressure is 2.5"],
        ),
        (
            Variant { selection: Selection::Rank(Rank { pressure: f64::NAN }), ..base() },
            &["selection.rank.pressure"],
        ),
        (Variant { encoding: Encoding::Rows, ..base() }, &["crossover.bands", "encoding"]),
        (
            Variant {
                encoding: Encoding::Rows,
                crossover: Crossover::None,
                improvement: Improvement::Lines(Lines::default()),
                ..base()
            },
            &["improvement.lines", "encoding = \"boxes\""],
        ),
        (
            Variant { improvement: Improvement::Partners(Partners::default()), ..base() },
            &["improvement.partners", "encoding = \"rows\""],
        ),
        (
            Variant { mutation: Mutation::Redraw(Redraw::default()), ..base() },
            &["mutation.redraw", "encoding = \"cells\""],
        ),
        (cells.clone(), &["encoding", "mutation.redraw"]),
        (
            Variant {
                mutation: Mutation::None,
                stagnation: Stagnation::Purge(Purge::default()),
                ..cells
            },
            &["stagnation.purge", "encoding"],
        ),
        (breeding(Breeding::Truncation(Truncation::default())), &["truncation", "selection"]),
        (breeding(Breeding::Sorted), &["sorted", "selection = \"uniform\""]),
        (breeding(Breeding::Mate), &["breeding = \"mate\"", "crossover.uniform"]),
        (Variant { mate: Mate::RandomNew, ..mate.clone() }, &["mate = \"random-new\""]),
        (Variant { elite: 9, ..mate }, &["breeding = \"mate\"", "elite"]),
        (
            breeding(Breeding::ParentAndChild(ParentAndChild::default())),
            &["breeding.parent-and-child", "mutation.one-swap"],
        ),
        (
            Variant {
                breeding: Breeding::ParentAndChild(ParentAndChild::default()),
                ..one_swap(OneSwap { accept: Accept::NotWorse, ..OneSwap::default() })
            },
            &["breeding.parent-and-child", "accept"],
        ),
        (Variant { ageing: 1, ..base() }, &["ageing", "elite"]),
        (
            Variant { ageing: 1, elite: 1, fitness: Fitness::Product, ..base() },
            &["ageing", "fitness"],
        ),
        (
            Variant {
                learning: Learning { replace: 1, ..Learning::default() },
                archive: ArchiveRule { size: 0, ..ArchiveRule::default() },
                ..base()
            },
            &["learning.replace", "archive.size"],
        ),
        (
            Variant { archive: ArchiveRule { size: 10_001, ..ArchiveRule::default() }, ..base() },
            &["archive.size is 10001, expected at most 10000"],
        ),
        (adaptive(0, 1.5), &["adaptive.stale", "after"]),
        (adaptive(1, 0.5), &["adaptive.stale", "factor"]),
        (adaptive(1, f64::NAN), &["adaptive.stale", "factor"]),
        (Variant { mutation: Mutation::None, ..adaptive(1, 1.5) }, &["adaptive.stale", "mutation"]),
        (entropy(-0.1), &["fitness.entropy.weight is -0.1"]),
        (entropy(f64::NAN), &["fitness.entropy.weight"]),
        (entropy(f64::INFINITY), &["fitness.entropy.weight"]),
        (one_swap(OneSwap { swaps: 0, ..OneSwap::default() }), &["mutation.one-swap.swaps is 0"]),
        (
            one_swap(OneSwap { swaps: 10_001, ..OneSwap::default() }),
            &["mutation.one-swap.swaps is 10001, expected 1 to 10000"],
        ),
        (
            Variant {
                encoding: Encoding::Cells,
                crossover: Crossover::None,
                mutation: Mutation::Redraw(Redraw { amount: 10_001 }),
                ..base()
            },
            &["mutation.redraw.amount is 10001, expected at most 10000"],
        ),
        (
            Variant {
                population: 20_000,
                stagnation: Stagnation::Restart(Restart { keep: 10_001, ..Restart::default() }),
                ..base()
            },
            &["stagnation.restart.keep is 10001, expected at most 10000"],
        ),
        (
            one_swap(OneSwap { count_limit: CountLimit::Times(0), ..OneSwap::default() }),
            &["mutation.one-swap.count-limit.times is 0"],
        ),
        (
            Variant {
                mutation: Mutation::Swap(Swap {
                    count_limit: CountLimit::Times(0),
                    ..Swap::default()
                }),
                ..base()
            },
            &["mutation.swap.count-limit.times is 0"],
        ),
        (
            Variant {
                mutation: Mutation::Swap(Swap {
                    accept: Accept::NotWorse,
                    reshuffle: rate(0.1),
                    ..Swap::default()
                }),
                ..base()
            },
            &["mutation.swap.accept", "reshuffle"],
        ),
    ]
}

#[test]
fn what_does_not_go_together_is_refused_with_its_key() {
    for (variant, expected) in refused() {
        let message = variant.check().expect_err(expected[0]);
        for part in expected {
            assert!(message.contains(part), "{part}: {message}");
        }
    }
    assert_eq!(tournament(11, true).check(), Ok(()), "with replacement it may be larger");
}
