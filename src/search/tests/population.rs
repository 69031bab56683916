//! What holds in every variant, on every layout, in every generation.

use super::super::Tables;
use super::super::evolution::Evolution;
use super::super::ga::generation;
use super::super::operators::{Encoding, Improvement, RowSearch};
use super::super::plain::Plain;
use super::super::variant::Variant;
use super::{damage, evolve, layouts, members, scattered, variants};
use crate::board::cost;
use crate::rng::Rng;
use crate::solver::Budget;

/// Every member is whole and has the key and the cost that it is said to have.
fn assert_sound(evolution: &Evolution<'_, '_, Plain>, name: &str) {
    let tables: &Tables = evolution.tables;
    for (slot, genome) in evolution.current().zip(members(evolution)) {
        assert_eq!(damage(tables, &genome), None, "{name}");
        let (key, found) = tables.scorer.score(&genome);
        assert_eq!(evolution.keys[slot], key, "{name}: member {slot}");
        assert_eq!(found, cost(&tables.layout, &genome), "{name}");
        if let Some(&known) = evolution.costs.get(slot) {
            assert_eq!(known, found, "{name}: member {slot}");
        }
    }
}

/// The trace and the best member say the same.
fn assert_told(evolution: &Evolution<'_, '_, Plain>, name: &str) {
    let tables: &Tables = evolution.tables;
    let best = evolution.best_digits();
    assert_eq!(damage(tables, &best), None, "{name}");
    let fitness = tables.variant.fitness;
    let (key, _) = tables.scorer.score(&best);
    let trace = evolution.trace();
    assert_eq!(trace.fitness, Some(fitness.value(key, tables.genes.full())), "{name}");
    assert!(evolution.keys[evolution.current()].iter().all(|&member| member >= key), "{name}");
    assert!(trace.last_improvement.is_some_and(|last| last <= evolution.meter.generations()));
}

#[test]
fn members_stay_whole_and_rightly_priced() {
    let mut rng = Rng::from_seed(1);
    for layout in layouts() {
        let puzzle = scattered(&layout, layout.cell_count() / 4, &mut rng);
        for (name, variant) in variants() {
            if variant.encoding == Encoding::Rows && layout.grid_count() > 1 {
                continue;
            }
            let name = format!("{name} on {}", layout.name());
            evolve(&variant, &puzzle, 5, Budget::default(), |evolution| {
                assert!(evolution.remember().is_continue());
                let mut flow = evolution.look();
                for _ in 0..6 {
                    if flow.is_break() {
                        break;
                    }
                    assert_sound(evolution, &name);
                    assert_told(evolution, &name);
                    flow = generation(evolution);
                }
            });
        }
    }
}

#[test]
fn the_elite_is_carried_over_untouched() {
    let mut rng = Rng::from_seed(2);
    let layout = layouts().swap_remove(1);
    let puzzle = scattered(&layout, 20, &mut rng);
    for (name, variant) in variants() {
        if variant.elite == 0 || variant.ageing > 0 {
            continue;
        }
        evolve(&variant, &puzzle, 6, Budget::default(), |evolution| {
            assert!(evolution.remember().is_continue());
            assert!(evolution.look().is_continue());
            for _ in 0..4 {
                let before = members(evolution);
                evolution.rank();
                let ranks = 0..variant.elite;
                let elite: Vec<Vec<u8>> =
                    ranks.map(|rank| before[evolution.ranking.member(rank)].clone()).collect();
                assert!(generation(evolution).is_continue());
                assert_eq!(members(evolution)[..variant.elite], elite, "{name}");
            }
        });
    }
}

#[test]
fn the_same_seed_gives_the_same_course() {
    let mut rng = Rng::from_seed(3);
    let layout = layouts().swap_remove(3);
    let puzzle = scattered(&layout, 30, &mut rng);
    let coded = Improvement::AsCoded(RowSearch::default());
    let variant = Variant { improvement: coded, population: 20, ..Variant::default() };
    let course = |seed| {
        evolve(&variant, &puzzle, seed, Budget::default(), |evolution| {
            assert!(evolution.remember().is_continue());
            assert!(evolution.look().is_continue());
            (0..5).for_each(|_| assert!(generation(evolution).is_continue()));
            members(evolution)
        })
    };
    assert_eq!(course(1), course(1));
    assert_ne!(course(1), course(2));
}
