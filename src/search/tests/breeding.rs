//! Crossover, mutation and who mates, against their words and laws.

use super::super::Tables;
use super::super::genomes::{Blocks, Crossing, Genomes};
use super::super::mutation::Kin;
use super::super::operators::{
    Accept, Adaptive, Breeding, CountLimit, Crossover, Cut, Encoding, Filter, Keep, Mate, Mutation,
    OnePoint, OneSwap, Pairs, Redraw, Selection, Stale, Swap, Truncation, Uniform,
};
use super::super::plain::Plain;
use super::super::variant::Variant;
use super::{assert_law, assert_uniform, copying, evolve, members, puzzle, random_genome, rate};
use crate::board::UnitKind;
use crate::rng::{Rate, Rng};
use crate::solver::Budget;

const HARD: &str = "9x9/ai-escargot";

/// The population before and after `mutate`, member by member.
fn mutated(variant: &Variant, address: &str, seed: u64) -> Vec<(Vec<u8>, Vec<u8>)> {
    evolve(variant, &puzzle(address), seed, Budget::default(), |evolution| {
        let before = members(evolution);
        assert!(evolution.mutate(evolution.current(), Kin::Usual).is_continue());
        before.into_iter().zip(members(evolution)).collect()
    })
}

/// The population before and after `breed`.
fn bred(variant: &Variant, seed: u64) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    evolve(variant, &puzzle(HARD), seed, Budget::default(), |evolution| {
        let before = members(evolution);
        assert!(evolution.begin_generation().is_continue() && evolution.breed().is_continue());
        (before, members(evolution))
    })
}

fn differing(one: &[u8], other: &[u8]) -> Vec<usize> {
    (0..one.len()).filter(|&cell| one[cell] != other[cell]).collect()
}

fn binomial(trials: usize, hit: f64, cells: usize) -> Vec<f64> {
    let mut law = vec![libm::pow(1.0 - hit, trials as f64)];
    for hits in 0..cells - 1 {
        let odds = hit / (1.0 - hit) * (trials - hits) as f64 / (hits + 1) as f64;
        law.push(law[hits] * odds);
    }
    law
}

#[test]
fn a_child_takes_each_band_from_the_parent_with_more_digits() {
    let mut rng = Rng::from_seed(1);
    for address in [HARD, "twodoku/medium-1", "16x16/hard"] {
        let puzzle = puzzle(address);
        let tables = Tables::new(&puzzle, &Variant::default());
        let layout = puzzle.layout();
        let k = layout.box_side();
        // Distinct digits of the rows (or columns) that cross a block-row of the canvas.
        let score = |genome: &[u8], block: usize, by: Blocks| -> usize {
            let kind = if by == Blocks::Bands { UnitKind::Row } else { UnitKind::Column };
            let place = |cell: u16| match by {
                Blocks::Bands => layout.position(cell as usize).0 / k,
                Blocks::Stacks => layout.position(cell as usize).1 / k,
            };
            let lines = layout.units().filter(|&unit| layout.unit(unit).kind == kind);
            let lines =
                lines.map(|unit| layout.unit_cells(unit)).filter(|cells| place(cells[0]) == block);
            lines
                .map(|cells| {
                    let mut held: Vec<u8> =
                        cells.iter().map(|&cell| genome[cell as usize]).collect();
                    held.sort_unstable();
                    held.dedup();
                    held.len()
                })
                .sum()
        };
        let mut genomes = Plain::new(&tables, 3);
        let mut ties = 0;
        for _ in 0..100 {
            let parents = [random_genome(&tables, &mut rng), random_genome(&tables, &mut rng)];
            for (slot, genome) in parents.iter().enumerate() {
                for gene in 0..tables.genes.count() {
                    let free = tables.genes.gene(gene).free.iter();
                    let digits: Vec<u8> = free.map(|&cell| genome[cell as usize]).collect();
                    genomes.write(&tables, slot, gene, &digits);
                }
            }
            for by in [Blocks::Bands, Blocks::Stacks] {
                genomes.cross(&tables, &[Crossing { parents: [0, 1], child: 2, by }]);
                let mut child = vec![0; layout.cell_count()];
                genomes.digits(&tables, 2, &mut child);
                let expected: Vec<u8> = (0..layout.cell_count())
                    .map(|cell| {
                        let (row, column) = layout.position(cell);
                        let block = if by == Blocks::Bands { row / k } else { column / k };
                        let [one, other] = [0, 1].map(|parent| score(&parents[parent], block, by));
                        ties += u32::from(one == other);
                        parents[usize::from(other > one)][cell]
                    })
                    .collect();
                assert_eq!(child, expected, "{address} {by:?}");
            }
        }
        assert!(ties > 0, "{address}: ties go to the first parent, and some came up");
    }
}

#[test]
fn pairs_cross_with_their_rate_and_both_children_do() {
    let crossover = Crossover::Uniform(Uniform { rate: rate(0.1), ..Uniform::default() });
    let (parents, children) = bred(&Variant { crossover, ..copying(2000) }, 1);
    let is_copy = |child: &Vec<u8>| parents.contains(child);
    let crossed: Vec<usize> = children
        .chunks(2)
        .map(|pair| pair.iter().filter(|child| !is_copy(child)).count())
        .collect();
    let pairs = crossed.iter().filter(|&&children| children > 0).count();
    // 100 of 1000 pairs, with a standard deviation of 9.5.
    assert!((62..=138).contains(&pairs), "{pairs} pairs cross");
    let halved = crossed.iter().filter(|&&children| children == 1).count();
    // A child by coins is a copy of a parent twice in 512.
    assert!(halved <= 4, "{halved} of {pairs} pairs with one crossed child");
    let never = Crossover::Uniform(Uniform { rate: Rate::ZERO, ..Uniform::default() });
    let (parents, children) = bred(&Variant { crossover: never, ..copying(200) }, 1);
    assert!(children.iter().all(|child| parents.contains(child)));
}

#[test]
fn genes_come_from_the_other_parent_with_their_share() {
    for share in [0.5, 0.1, 0.9] {
        let crossover = Crossover::Uniform(Uniform { rate: Rate::ONE, share: rate(share) });
        let variant = Variant {
            crossover,
            encoding: Encoding::Rows,
            breeding: Breeding::OneChild,
            ..copying(1500)
        };
        let (parents, children) = bred(&variant, 2);
        // Rows are told apart by the parents that have them; the rarest row names a parent.
        let mut counts = [0; 10];
        for child in &children {
            let takes = |parent: &&Vec<u8>| {
                (0..9).filter(|row| child[row * 9..][..9] == parent[row * 9..][..9]).count()
            };
            let most = parents.iter().map(|parent| takes(&parent)).max().unwrap_or(0);
            counts[most] += 1u64;
        }
        // The larger part of nine coins, shared rows of strangers aside.
        let law = binomial(9, share, 10);
        let mut expected = [0.0; 10];
        (0..10).for_each(|rows| expected[rows.max(9 - rows)] += law[rows]);
        let mean = |weights: &[f64]| -> f64 {
            weights.iter().enumerate().map(|(rows, weight)| rows as f64 * weight).sum()
        };
        let found: Vec<f64> = counts.iter().map(|&count| count as f64 / 1500.0).collect();
        let (found, expected) = (mean(&found), mean(&expected));
        assert!((found - expected).abs() < 0.15, "{share}: {found} rows, expected {expected}");
    }
}

#[test]
fn a_cut_lies_anywhere_between_the_rows() {
    let crossover = Crossover::OnePoint(OnePoint { rate: Rate::ONE, cut: Cut::Inner });
    let variant = Variant {
        crossover,
        encoding: Encoding::Rows,
        breeding: Breeding::OneChild,
        ..copying(3000)
    };
    let (parents, children) = bred(&variant, 3);
    let mut cuts = [0; 8];
    for child in &children {
        // The longest head that some parent has.
        let head = |parent: &Vec<u8>| {
            (0..9).take_while(|row| child[row * 9..][..9] == parent[row * 9..][..9]).count()
        };
        let longest = parents.iter().map(head).max().unwrap_or(0);
        if (1..9).contains(&longest) {
            cuts[longest - 1] += 1u64;
        }
    }
    assert_uniform("cuts", &cuts);
}

/// The pairs of free cells of a gene.
fn pairs_of(tables: &Tables, gene: u16) -> Vec<[u16; 2]> {
    let pairs = tables.genes.pairs().iter().filter(|pair| pair.gene == gene);
    pairs.map(|pair| pair.cells).collect()
}

#[test]
fn each_gene_swaps_with_the_rate() {
    for hit in [0.1, 0.5] {
        let mutation = Mutation::Swap(Swap { rate: rate(hit), ..Swap::default() });
        let variant = Variant { mutation, ..copying(3000) };
        let tables = Tables::new(&puzzle(HARD), &variant);
        let (mut a_member, mut by_gene) = (vec![0; 10], vec![0; 9]);
        let known_pairs = pairs_of(&tables, 0);
        let mut pairs = vec![0; known_pairs.len()];
        for (before, after) in mutated(&variant, HARD, 4) {
            let mut hits = 0;
            for (gene, swaps) in by_gene.iter_mut().enumerate() {
                let free = &tables.genes.gene(gene).free;
                let moved: Vec<usize> = (0..free.len())
                    .filter(|&place| before[free[place] as usize] != after[free[place] as usize])
                    .collect();
                assert!(moved.is_empty() || moved.len() == 2, "one swap of two");
                hits += usize::from(!moved.is_empty());
                *swaps += u64::from(!moved.is_empty());
                if let (0, [one, other]) = (gene, &moved[..]) {
                    let pair = [free[*one], free[*other]];
                    let known = known_pairs.iter().position(|&known| known == pair);
                    pairs[known.expect("a pair")] += 1;
                }
            }
            a_member[hits] += 1;
        }
        assert_law("swaps a member", &a_member, &binomial(9, hit, 10));
        assert_uniform("swaps by gene", &by_gene);
        assert_uniform("pairs of the first gene", &pairs);
    }
}

#[test]
fn one_gene_of_a_child_swaps_with_the_rate() {
    let mutation = Mutation::OneSwap(OneSwap { rate: rate(0.4), ..OneSwap::default() });
    let variant = Variant { mutation, ..copying(6000) };
    let tables = Tables::new(&puzzle(HARD), &variant);
    let (mut mutants, mut by_gene) = (vec![0; 2], vec![0; 9]);
    let known_pairs = pairs_of(&tables, 4);
    let mut by_pair = vec![0; known_pairs.len()];
    for (before, after) in mutated(&variant, HARD, 5) {
        let moved = differing(&before, &after);
        mutants[usize::from(!moved.is_empty())] += 1;
        if let [one, other] = moved[..] {
            let gene = tables.layout.box_of(one);
            assert_eq!(gene, tables.layout.box_of(other));
            by_gene[gene] += 1;
            let known = known_pairs.iter().position(|&known| known == [one as u16, other as u16]);
            if gene == 4 {
                by_pair[known.expect("a pair")] += 1;
            }
        } else {
            assert!(moved.is_empty(), "one swap and no more");
        }
    }
    assert_law("mutants", &mutants, &[0.6, 0.4]);
    assert_uniform("genes", &by_gene);
    assert_uniform("pairs of a gene", &by_pair);
}

#[test]
fn redrawn_cells_and_digits_are_uniform() {
    let base = Variant {
        encoding: Encoding::Cells,
        mutation: Mutation::Redraw(Redraw { amount: 1 }),
        ..copying(20_000)
    };
    let puzzle = puzzle(HARD);
    let free: Vec<usize> = (0..81).filter(|&cell| puzzle.givens()[cell] == 0).collect();
    let (mut cells, mut digits, mut unchanged) = (vec![0; free.len()], vec![0; 9], 0);
    for (before, after) in mutated(&base, HARD, 6) {
        match differing(&before, &after)[..] {
            [] => unchanged += 1,
            [cell] => {
                cells[free.iter().position(|&known| known == cell).expect("a free cell")] += 1;
                digits[after[cell] as usize - 1] += 1;
            }
            _ => panic!("one attempt"),
        }
    }
    assert_uniform("cells", &cells);
    assert_uniform("digits", &digits);
    // Wasted on a given, or on the digit that stands there.
    let wasted = 1.0 - free.len() as f64 / 81.0 * 8.0 / 9.0;
    assert_law("wasted", &[unchanged, 20_000 - unchanged], &[wasted, 1.0 - wasted]);
}

#[test]
fn swaps_that_a_rule_forbids_are_not_made() {
    let tables = Tables::new(&puzzle(HARD), &Variant::default());
    let layout = &tables.layout;
    let stands = |genome: &[u8], cell: usize| -> usize {
        let units = layout.units_of(cell).iter().map(|&unit| unit as usize);
        let lines = units.filter(|&unit| layout.unit(unit).kind != UnitKind::Box);
        let count = |unit: usize| {
            let cells = layout.unit_cells(unit).iter();
            cells.filter(|&&other| genome[other as usize] == genome[cell]).count()
        };
        lines.map(count).max().unwrap_or(0)
    };
    let clashes = |genome: &[u8], cell: usize| {
        layout.peers(cell).iter().any(|&peer| genome[peer as usize] == genome[cell])
    };
    let all = OneSwap { rate: Rate::ONE, ..OneSwap::default() };
    let limited = OneSwap { count_limit: CountLimit::Times(1), ..all };
    let filtered = OneSwap { filter: Filter::Admissible, ..all };
    for (name, swap) in [("limit", limited), ("filter", filtered), ("none", all)] {
        let variant = Variant { mutation: Mutation::OneSwap(swap), ..copying(800) };
        let (mut made, mut forbidden) = (0, 0);
        for (before, after) in mutated(&variant, HARD, 7) {
            let [one, other] = differing(&before, &after)[..] else { continue };
            made += 1;
            let is_forbidden = match name {
                "limit" => stands(&after, one).max(stands(&after, other)) > 1,
                _ => clashes(&after, one) && clashes(&after, other),
            };
            forbidden += usize::from(is_forbidden);
        }
        assert!(made > 5, "{name}: {made} swaps");
        assert_eq!(forbidden > 0, name == "none", "{name}: {forbidden} of {made}");
    }
    let proven = OneSwap { accept: Accept::NotWorse, ..all };
    let variant = Variant { mutation: Mutation::OneSwap(proven), ..copying(800) };
    let pairs = mutated(&variant, HARD, 8);
    let better = |(before, after): &(Vec<u8>, Vec<u8>)| {
        let [before, after] = [before, after].map(|genome| tables.scorer.score(genome).0);
        assert!(after <= before, "not worse");
        after < before
    };
    assert!(pairs.iter().filter(|pair| better(pair)).count() > 50);
}

#[test]
fn parents_come_from_where_the_breeding_says() {
    let truncation = Truncation { best: rate(0.2), share: rate(0.8) };
    let cases = [("truncation", Breeding::Truncation(truncation)), ("sorted", Breeding::Sorted)];
    for (name, breeding) in cases {
        let variant = Variant { breeding, elite: 1, ..copying(101) };
        let tables = Tables::new(&puzzle(HARD), &variant);
        let (mut parents, children) = bred(&variant, 9);
        // Best first, of equals the earlier first; children are copies.
        parents.sort_by_key(|genome| tables.scorer.score(genome).0);
        let mut beyond = 0;
        for (place, child) in children.iter().enumerate().skip(1) {
            let among = match name {
                "sorted" => place,
                _ if place <= 80 => 20,
                _ => 101,
            };
            assert!(parents[..among].contains(child), "{name}: place {place}");
            beyond += usize::from(!parents[..20].contains(child));
        }
        assert!(beyond > 3, "{name}: others have children too: {beyond}");
    }
}

#[test]
fn the_rate_grows_while_the_best_stays_the_same() {
    let rule = Stale { after: 2, factor: 2.0, limit: rate(0.5) };
    let mutation = Mutation::Swap(Swap { rate: rate(0.1), ..Swap::default() });
    let adaptive = Adaptive::Stale(rule);
    let variant = Variant { mutation, adaptive, ..copying(1000) };
    evolve(&variant, &puzzle(HARD), 12, Budget::default(), |evolution| {
        let course = [0, 1, 2, 3, 4, 5, 6, 8, 0, 1, 2];
        let rates = [0.1, 0.1, 0.2, 0.2, 0.4, 0.4, 0.5, 0.5, 0.1, 0.1, 0.2];
        for (stale, expected) in course.into_iter().zip(rates) {
            evolution.mutator.adapt(adaptive, stale);
            let before = members(evolution);
            assert!(evolution.mutate(evolution.current(), Kin::Usual).is_continue());
            let after = members(evolution);
            let moved: usize = before
                .iter()
                .zip(&after)
                .map(|(before, after)| differing(before, after).len())
                .sum();
            // Two cells a swap, 9000 genes; five standard deviations.
            let found = moved as f64 / 2.0 / 9000.0;
            assert!((found - expected).abs() < 0.027, "{stale}: {found}, expected {expected}");
        }
    });
}

#[test]
fn the_better_of_two_children_lives_and_strangers_may_be_mates() {
    let better = Breeding::Pairs(Pairs { keep: Keep::Better });
    let mutation = Mutation::Swap(Swap { rate: Rate::HALF, ..Swap::default() });
    let mean = |breeding: Breeding| -> f64 {
        let variant = Variant { breeding, mutation, ..copying(1000) };
        let tables = Tables::new(&puzzle(HARD), &variant);
        let (_, children) = bred(&variant, 10);
        children.iter().map(|child| tables.scorer.score(child).0 as f64).sum::<f64>() / 1000.0
    };
    let (both, one) = (mean(Breeding::Pairs(Pairs::default())), mean(better));
    assert!(one < both - 1.0, "{one} {both}");
    let crossover = Crossover::Uniform(Uniform::default());
    for (mate, is_known) in [(Mate::Selected, true), (Mate::RandomNew, false)] {
        let selection = Selection::Uniform;
        let variant = Variant { mate, crossover, selection, ..copying(300) };
        let (parents, children) = bred(&variant, 11);
        let layout = puzzle(HARD).layout().clone();
        let is_inherited = |child: &&Vec<u8>| {
            (0..9).all(|number| {
                let cells = layout.box_cells(number);
                parents.iter().any(|parent| {
                    cells.iter().all(|&cell| parent[cell as usize] == child[cell as usize])
                })
            })
        };
        let inherited = children.iter().filter(is_inherited).count();
        assert_eq!(inherited == 300, is_known, "{mate:?}: {inherited}");
    }
}
