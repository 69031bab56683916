//! A step that is made in parts does the same as one that is made in one go.

use super::super::ga::generation;
use super::super::operators::{
    Accept, ArchiveRule, CountLimit, Learning, Mutation, OneSwap, Restart, Stagnation, Swap,
};
use super::super::variant::Variant;
use super::{evolve, members, puzzle, rate, variants};
use crate::solver::Budget;

/// The populations of a few generations.
fn course(variant: &Variant, part: Option<usize>) -> Vec<Vec<Vec<u8>>> {
    evolve(variant, &puzzle("9x9/ai-escargot"), 11, Budget::default(), |evolution| {
        evolution.part = part.unwrap_or(evolution.part);
        assert!(evolution.remember().is_continue());
        let mut populations = Vec::new();
        while populations.len() < 6 && generation(evolution).is_continue() {
            populations.push(members(evolution));
        }
        populations
    })
}

/// Variants whose steps gather much, or go through much.
fn gathering() -> Vec<(&'static str, Variant)> {
    let base = || Variant { population: 30, ..Variant::default() };
    let mutating = |mutation| Variant { mutation, ..base() };
    let one_swap = OneSwap { rate: rate(0.8), swaps: 9, ..OneSwap::default() };
    let swap = Swap { rate: rate(0.7), ..Swap::default() };
    let count_limit = CountLimit::Times(2);
    let learning = Learning { replace: 10, ..Learning::default() };
    let restart = Restart { patience: 2, keep: 20, ..Restart::default() };
    vec![
        ("swaps", mutating(Mutation::OneSwap(one_swap))),
        (
            "asked swaps",
            mutating(Mutation::OneSwap(OneSwap { accept: Accept::NotWorse, ..one_swap })),
        ),
        ("fit swaps", mutating(Mutation::Swap(Swap { count_limit, ..swap }))),
        ("reshuffling", mutating(Mutation::Swap(Swap { reshuffle: rate(0.5), ..swap }))),
        (
            "a large archive",
            Variant {
                learning,
                archive: ArchiveRule { size: 5000, ..ArchiveRule::default() },
                ..base()
            },
        ),
        ("restarts", Variant { stagnation: Stagnation::Restart(restart), ..base() }),
    ]
}

#[test]
fn parts_of_a_step_make_no_difference() {
    for (name, variant) in variants().into_iter().chain(gathering()) {
        assert_eq!(course(&variant, Some(4)), course(&variant, None), "{name}");
    }
}

#[test]
fn mutations_of_very_many_genes_are_those_of_few() {
    for (name, variant) in gathering() {
        let Mutation::Swap(swap) = variant.mutation else { continue };
        let mutated = |in_parts: bool| {
            evolve(&variant, &puzzle("9x9/ai-escargot"), 12, Budget::default(), |evolution| {
                evolution.part = 7;
                let children = evolution.current();
                let made = match in_parts {
                    true => evolution.swap_in_many_genes(children, swap),
                    false => {
                        evolution.swap_in_genes(children, Swap { reshuffle: rate(0.0), ..swap })
                    }
                };
                assert!(made.is_continue());
                (members(evolution), evolution.rng.next_u64())
            })
        };
        assert_eq!(mutated(true), mutated(false), "{name}");
    }
}

/// So many that they are mutated part by part.
#[test]
fn very_many_genes_are_all_mutated_in_their_places() {
    let variant = Variant {
        population: 40_000,
        mutation: Mutation::Swap(Swap { rate: rate(1.0), ..Swap::default() }),
        ..Variant::default()
    };
    evolve(&variant, &puzzle("9x9/ai-escargot"), 13, Budget::default(), |evolution| {
        let before = members(evolution);
        let children = evolution.current();
        let Mutation::Swap(swap) = variant.mutation else { return };
        assert!(evolution.swap_in_genes(children, swap).is_continue());
        let after = members(evolution);
        let changed = |(one, other): (&Vec<u8>, &Vec<u8>)| {
            one.iter().zip(other).filter(|(one, other)| one != other).count()
        };
        let genes = evolution.tables.genes.movable().len();
        assert!(before.iter().zip(&after).map(changed).all(|cells| cells == 2 * genes));
    });
}
