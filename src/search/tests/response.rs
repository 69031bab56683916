//! Patience, restarts, learning and injection, and what each of them costs.

use super::super::ga::generation;
use super::super::operators::{
    Breeding, Crossover, Effect, Improvement, Inject, Keep, Learning, Lines, OneSwap, Pairs,
    ParentAndChild, Purge, Restart, RowSearch, Stagnation, Uniform,
};
use super::super::operators::{Mutation, Selection};
use super::super::variant::Variant;
use super::{copying, evolve, members, puzzle, rate};
use crate::board::{Layout, Puzzle, cost};
use crate::solver::{Budget, Outcome, Stop, Unobserved, run};

const HARD: &str = "9x9/ai-escargot";

fn outcome(variant: &Variant, generations: u64) -> Outcome {
    variant.check().expect("a variant that goes together");
    let budget = Budget { generations: Some(generations), ..Budget::default() };
    run(variant, &puzzle(HARD), 1, budget, &mut Unobserved)
}

fn evaluations(variant: &Variant, generations: u64) -> u64 {
    outcome(variant, generations).effort.evaluations.expect("it counts them")
}

#[test]
fn a_purge_comes_when_patience_is_over() {
    // Nothing but a purge makes anything new, so that each comes `patience` generations after the
    // one before.
    for (patience, generations, expected) in [
        (1, 1, 0),
        (1, 2, 1),
        (1, 4, 2),
        (3, 3, 0),
        (3, 4, 1),
        (3, 7, 1),
        (3, 8, 2),
        (200, 200, 0),
        (200, 201, 1),
        (200, 402, 2),
    ] {
        let stagnation = Stagnation::Purge(Purge { patience });
        let variant = Variant { stagnation, ..copying(10) };
        let outcome = outcome(&variant, generations);
        let name = format!("{patience} in {generations}");
        assert_eq!(outcome.trace.purges, Some(expected), "{name}");
        assert_eq!(outcome.trace.restarts, Some(0), "{name}");
        assert_eq!(outcome.effort.evaluations, Some(10 * (generations + 1)), "{name}");
        let last = outcome.trace.last_improvement.expect("a generation");
        assert!(last.is_multiple_of(patience + 1), "{name}: better only by a purge, not in {last}");
    }
}

#[test]
fn restarts_keep_to_patience_every_and_limit() {
    let cases = [
        // patience, every, limit, generations, restarts
        (3, 0, 0, 3, 0),
        (3, 0, 0, 4, 1),
        (3, 0, 0, 12, 3),
        (3, 0, 2, 40, 2),
        (0, 5, 0, 5, 0),
        (0, 5, 0, 6, 1),
        (0, 5, 0, 12, 2),
        (0, 5, 1, 40, 1),
        (3, 5, 0, 8, 2),
        (9, 5, 0, 12, 2),
    ];
    for (patience, every, limit, generations, expected) in cases {
        for keep in [0, 4] {
            let restart = Restart { patience, every, keep, limit };
            let variant = Variant { stagnation: Stagnation::Restart(restart), ..copying(10) };
            let outcome = outcome(&variant, generations);
            assert_eq!(outcome.trace.restarts, Some(expected), "{restart:?} in {generations}");
            assert_eq!(outcome.trace.purges, Some(0));
            assert_eq!(outcome.effort.evaluations, Some(10 * (generations + 1)));
        }
    }
}

#[test]
fn a_restart_keeps_the_best_different_members_seen() {
    for keep in [0, 1, 5, 10] {
        let restart = Restart { patience: 0, every: 3, keep, limit: 0 };
        let variant = Variant {
            stagnation: Stagnation::Restart(restart),
            population: 10,
            ..Variant::default()
        };
        evolve(&variant, &puzzle(HARD), 1, Budget::default(), |evolution| {
            assert!(evolution.remember().is_continue());
            assert!(evolution.look().is_continue());
            let mut seen = members(evolution);
            for _ in 0..3 {
                assert!(generation(evolution).is_continue());
                seen.extend(members(evolution));
            }
            let price = |genome: &Vec<u8>| cost(&evolution.tables.layout, genome);
            let mut best: Vec<(u32, Vec<u8>)> =
                seen.into_iter().map(|genome| (price(&genome), genome)).collect();
            best.sort();
            best.dedup();
            assert!(generation(evolution).is_continue());
            let after = members(evolution);
            let costs: Vec<u32> = after[..keep].iter().map(price).collect();
            let expected: Vec<u32> = best[..keep].iter().map(|(cost, _)| *cost).collect();
            assert_eq!(costs, expected, "the costs of the {keep} best");
            let known = |genome: &&Vec<u8>| best.iter().any(|(_, seen)| seen == *genome);
            assert!(after[..keep].iter().all(|genome| known(&genome)), "all of them seen");
            assert_eq!(after[keep..].iter().filter(known).count(), 0, "and the rest is fresh");
            let mut different = after[..keep].to_vec();
            different.sort();
            different.dedup();
            assert_eq!(different.len(), keep);
        });
    }
}

#[test]
fn a_purge_crosses_everyone_with_the_best_and_moves_the_best_a_little() {
    let variant = Variant { stagnation: Stagnation::Purge(Purge { patience: 1 }), ..copying(20) };
    evolve(&variant, &puzzle(HARD), 1, Budget::default(), |evolution| {
        assert!(evolution.remember().is_continue());
        assert!(evolution.look().is_continue());
        assert!(generation(evolution).is_continue());
        let before = members(evolution);
        let best = evolution.best_of(evolution.current()).expect("someone");
        let best = best - evolution.slots.current;
        assert!(generation(evolution).is_continue());
        assert_eq!(evolution.course.purges, 1);
        let layout = &evolution.tables.layout;
        let differing = |one: &[u8], other: &[u8]| -> Vec<usize> {
            (0..one.len()).filter(|&cell| one[cell] != other[cell]).collect()
        };
        let mut taken = 0;
        for (member, child) in members(evolution).iter().enumerate() {
            if member == best {
                let moved = differing(child, &before[best]);
                assert_eq!(moved.len(), 2, "one swap");
                assert_eq!(layout.box_of(moved[0]), layout.box_of(moved[1]), "in one box");
                continue;
            }
            for number in 0..layout.box_count() {
                let cells = layout.box_cells(number);
                let of = |genome: &[u8]| -> Vec<u8> {
                    cells.iter().map(|&cell| genome[cell as usize]).collect()
                };
                let is_own = of(child) == of(&before[member]);
                let is_of_best = of(child) == of(&before[best]);
                assert!(is_own || is_of_best, "each box from either");
                taken += usize::from(is_of_best && !is_own);
            }
        }
        assert!((40..130).contains(&taken), "{taken} of 171 boxes come from the best");
    });
}

#[test]
fn every_breeding_counts_the_members_it_makes() {
    let base = || Variant { population: 31, ..Variant::default() };
    let uniform = Crossover::Uniform(Uniform::default());
    let gerges = Variant {
        breeding: Breeding::ParentAndChild(ParentAndChild::default()),
        mutation: Mutation::OneSwap(OneSwap::default()),
        crossover: uniform,
        ..base()
    };
    let better = Breeding::Pairs(Pairs { keep: Keep::Better });
    let learning = Learning { replace: 7, ..Learning::default() };
    let lost = Learning { effect: Effect::AsCoded, ..learning };
    let inject = Inject { each: 3, every: 5, share: rate(0.5) };
    // Evaluations of a generation; of ten of them where they differ.
    let cases = [
        ("pairs", base(), 310),
        ("pairs with an elite", Variant { elite: 4, ..base() }, 310),
        ("one child", Variant { breeding: Breeding::OneChild, ..base() }, 310),
        ("better of two", Variant { breeding: better, elite: 1, ..base() }, 10 * (1 + 60)),
        // 15 pairs give two members each for three evaluations, and one pair the 31st for two.
        ("parent and child", gerges.clone(), 10 * (15 * 3 + 2)),
        ("the same with an elite", Variant { elite: 1, ..gerges }, 10 * (15 * 3 + 1)),
        ("learning", Variant { learning, ..base() }, 10 * (31 + 7)),
        ("learning that is lost", Variant { learning: lost, ..base() }, 310),
        ("injection", Variant { inject, ..base() }, 310 + 10 * 3 + 2 * 15),
        (
            "sorted",
            Variant {
                breeding: Breeding::Sorted,
                selection: Selection::Uniform,
                elite: 1,
                ..base()
            },
            310,
        ),
        ("mate", Variant { breeding: Breeding::Mate, crossover: uniform, ..base() }, 310),
    ];
    for (name, variant, expected) in cases {
        assert_eq!(evaluations(&variant, 10), 31 + expected, "{name}");
    }
    let lines = Improvement::Lines(Lines::default());
    let swaps = evaluations(&Variant { improvement: lines, ..base() }, 10) - 31 - 310;
    assert!((310..31_000).contains(&swaps), "each swap of local search is one: {swaps}");
}

/// Two free cells in one box: half of all fresh members solve it, and every swap of one that does
/// not.
fn nearly_solved() -> Puzzle {
    let solved =
        "914235786753186492286479153349612578628754931571398624435867219192543867867921345";
    let mut digits: Vec<u8> = solved.bytes().map(|symbol| symbol - b'0').collect();
    (digits[0], digits[1]) = (0, 0);
    Puzzle::new("two", Layout::named("9x9").expect("a layout"), digits).expect("no clash")
}

#[test]
fn what_is_paid_for_is_looked_at_wherever_the_budget_ends() {
    let swap = Mutation::OneSwap(OneSwap { rate: rate(1.0), ..OneSwap::default() });
    let bred = Variant { mutation: swap, ..copying(2) };
    let restart = Stagnation::Restart(Restart { patience: 1, keep: 0, ..Restart::default() });
    let fresh = Variant { stagnation: restart, ..copying(2) };
    let learning = Learning { replace: 2, ..Learning::default() };
    let inject = Inject { each: 2, ..Inject::default() };
    // A variant, the same with a step more, and evaluations that are spent before that step.
    let cases = [
        ("learning", &bred, Variant { learning, ..bred.clone() }, 4),
        ("injection", &bred, Variant { inject, ..bred.clone() }, 4),
        (
            "local search",
            &fresh,
            // One that finds nothing to do here, since no row is illegal.
            Variant { improvement: Improvement::AsCoded(RowSearch::default()), ..fresh.clone() },
            6,
        ),
    ];
    for (name, plain, more, spent) in cases {
        let mut later = 0;
        for seed in 0..40 {
            let stop = |variant: &Variant, evaluations| {
                let budget = Budget { evaluations: Some(evaluations), ..Budget::default() };
                run(variant, &nearly_solved(), seed, budget, &mut Unobserved).stop
            };
            let expected = stop(plain, spent);
            later += u32::from(expected == Stop::Solved && stop(plain, 2) != Stop::Solved);
            assert_eq!(stop(&more, spent), expected, "{name}, seed {seed}");
            if expected == Stop::Solved {
                assert_eq!(stop(&more, spent + 1), expected, "{name}, seed {seed}");
            }
        }
        assert!(later > 3, "{name}: {later} are solved after the first population");
    }
}

#[test]
fn the_mean_is_that_of_members_that_were_priced() {
    for evaluations in [1, 7, 10, 11, 25] {
        let variant =
            Variant { stagnation: Stagnation::Purge(Purge { patience: 1 }), ..copying(10) };
        let budget = Budget { evaluations: Some(evaluations), ..Budget::default() };
        let outcome = run(&variant, &puzzle(HARD), 1, budget, &mut Unobserved);
        let (best, mean) = (outcome.trace.fitness, outcome.trace.mean_fitness);
        assert!(mean >= best && mean > Some(20.0), "{evaluations}: {best:?} {mean:?}");
    }
}
