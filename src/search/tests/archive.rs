//! The memory of good members.

use super::super::Tables;
use super::super::archive::Archive;
use super::super::genomes::Genomes;
use super::super::operators::{ArchiveOf, ArchiveRule, Ties};
use super::super::plain::Plain;
use super::super::variant::Variant;
use crate::board::{Layout, Puzzle};

/// Slots of the archive begin here; the population lies before.
const BASE: usize = 20;

fn tables() -> Tables {
    let layout = Layout::named("4x4").expect("a layout");
    let puzzle = Puzzle::new("empty", layout, vec![0; 16]).expect("no clash");
    Tables::new(&puzzle, &Variant::default())
}

/// A genome that a small number names.
fn name(genomes: &mut Plain, tables: &Tables, slot: usize, number: usize) {
    let orders = [[1, 2, 3, 4], [2, 1, 3, 4], [3, 1, 2, 4], [4, 1, 2, 3], [1, 2, 4, 3]];
    for gene in 0..4 {
        let order = orders[number / [1, 5, 25, 125][gene] % 5];
        genomes.write(tables, slot, gene, &order);
    }
}

/// Merges populations of (key, number) and tells what the archive holds, as (key, number).
fn merged(rule: ArchiveRule, populations: &[&[(u64, usize)]]) -> Vec<(u64, usize)> {
    let tables = tables();
    let mut genomes = Plain::new(&tables, BASE + rule.size + 1);
    let mut archive = Archive::new(rule, BASE);
    for population in populations {
        for (slot, &(_, number)) in population.iter().enumerate() {
            name(&mut genomes, &tables, slot, number);
        }
        let keys: Vec<u64> = population.iter().map(|&(key, _)| key).collect();
        archive.merge(&mut genomes, &keys, 0);
    }
    // What the population does afterwards is no concern of the archive's.
    for slot in 0..BASE {
        name(&mut genomes, &tables, slot, 624);
    }
    let spare = BASE + rule.size;
    (0..archive.len())
        .map(|place| {
            let (slot, key) = archive.entry(place);
            assert!((BASE..spare).contains(&slot), "a slot of its own");
            let number = (0..624).find(|&number| {
                name(&mut genomes, &tables, spare, number);
                genomes.is_same(slot, spare)
            });
            (key, number.expect("a genome that was merged"))
        })
        .collect()
}

fn rule(size: usize, of: ArchiveOf, ties: Ties) -> ArchiveRule {
    ArchiveRule { size, of, ties }
}

#[test]
fn the_best_different_members_are_kept() {
    let first: &[(u64, usize)] = &[(9, 1), (5, 2), (7, 3), (5, 2), (5, 4)];
    for ties in [Ties::Newer, Ties::Older] {
        let kept = merged(rule(4, ArchiveOf::All, ties), &[first]);
        let mut sorted = kept.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [(5, 2), (5, 4), (7, 3), (9, 1)], "one of the equals, best first");
        assert!(kept.is_sorted_by_key(|&(key, _)| key));
        let kept = merged(rule(2, ArchiveOf::All, ties), &[first, &[(6, 5), (4, 6)]]);
        assert_eq!(kept[0], (4, 6));
        assert_eq!(kept[1].0, 5);
        assert_eq!(merged(rule(0, ArchiveOf::All, ties), &[first]), []);
    }
}

#[test]
fn ties_go_to_the_newer_or_to_the_older() {
    let populations: [&[(u64, usize)]; 3] =
        [&[(5, 1), (5, 2), (3, 3)], &[(5, 4), (6, 5)], &[(5, 4), (5, 1), (5, 6)]];
    let newer = merged(rule(3, ArchiveOf::All, Ties::Newer), &populations);
    // 4 pushes 1 out, and comes back itself in vain; 1 pushes 2 out, then 6 pushes 4 out.
    assert_eq!(newer, [(3, 3), (5, 6), (5, 1)]);
    let older = merged(rule(3, ArchiveOf::All, Ties::Older), &populations);
    assert_eq!(older, [(3, 3), (5, 1), (5, 2)]);
    // A better one takes the place of the last among equals, whatever the rule.
    let better: [&[(u64, usize)]; 2] = [&[(5, 1), (5, 2)], &[(4, 3)]];
    assert_eq!(merged(rule(2, ArchiveOf::All, Ties::Older), &better), [(4, 3), (5, 1)]);
    assert_eq!(merged(rule(2, ArchiveOf::All, Ties::Newer), &better), [(4, 3), (5, 2)]);
}

#[test]
fn a_queue_holds_the_best_of_each_of_the_last_generations() {
    let populations: [&[(u64, usize)]; 4] =
        [&[(9, 1), (8, 2)], &[(3, 3), (3, 4)], &[(7, 5), (9, 6)], &[(7, 5), (8, 7)]];
    let queue = |size| merged(rule(size, ArchiveOf::GenerationBest, Ties::Newer), &populations);
    assert_eq!(queue(9), [(8, 2), (3, 3), (7, 5), (7, 5)], "oldest first, equals too");
    assert_eq!(queue(3), [(3, 3), (7, 5), (7, 5)]);
    assert_eq!(queue(1), [(7, 5)]);
}
