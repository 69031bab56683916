//! Every rule of fitness against a recomputation from its words.

use super::super::fitness::{Entropy, Fitness};
use super::super::operators::Encoding;
use super::super::score::product_of;
use super::super::variant::Variant;
use super::super::{Tables, operators};
use super::{layouts, random_genome, scattered};
use crate::board::{Layout, Puzzle, UnitKind, cost};
use crate::exact::Exact;
use crate::rng::Rng;
use crate::solver::{Budget, Unobserved, run};

const RULES: [Fitness; 6] = [
    Fitness::Missing,
    Fitness::Distinct,
    Fitness::EqualPairs,
    Fitness::Product,
    Fitness::IllegalUnits,
    Fitness::Entropy(Entropy { weight: 0.25 }),
];

fn tables(puzzle: &Puzzle, encoding: Encoding, fitness: Fitness) -> Tables {
    let crossover = operators::Crossover::None;
    Tables::new(puzzle, &Variant { encoding, fitness, crossover, ..Variant::default() })
}

/// The units that an encoding leaves open, each as how often every digit stands in it.
fn tallies(layout: &Layout, encoding: Encoding, digits: &[u8]) -> Vec<Vec<u32>> {
    let filled = match encoding {
        Encoding::Boxes => Some(UnitKind::Box),
        Encoding::Rows => Some(UnitKind::Row),
        Encoding::Cells => None,
    };
    let open = layout.units().filter(|&unit| Some(layout.unit(unit).kind) != filled);
    open.map(|unit| {
        let mut tally = vec![0; layout.side()];
        for &cell in layout.unit_cells(unit) {
            tally[digits[cell as usize] as usize - 1] += 1;
        }
        tally
    })
    .collect()
}

/// Bits of choice of the free cells: digits that no peer has.
fn uncertainty(puzzle: &Puzzle, digits: &[u8]) -> f64 {
    let layout = puzzle.layout();
    let free = (0..layout.cell_count()).filter(|&cell| puzzle.givens()[cell] == 0);
    free.map(|cell| {
        let fits =
            |digit: &u8| layout.peers(cell).iter().all(|&peer| digits[peer as usize] != *digit);
        let choices = (1..=layout.side() as u8).filter(fits).count();
        if choices > 1 { libm::log2(choices as f64) } else { 0.0 }
    })
    .sum()
}

/// The fitness as its authors state it.
fn stated(rule: Fitness, puzzle: &Puzzle, encoding: Encoding, digits: &[u8]) -> f64 {
    let side = puzzle.layout().side() as f64;
    let tallies = tallies(puzzle.layout(), encoding, digits);
    let distinct = |tally: &Vec<u32>| tally.iter().filter(|&&count| count > 0).count() as f64;
    match rule {
        Fitness::Missing => tallies.iter().map(|tally| side - distinct(tally)).sum(),
        Fitness::Distinct => tallies.iter().map(distinct).sum(),
        Fitness::EqualPairs => {
            let pairs = tallies.iter().flatten().map(|&count| count * count.max(1) - count);
            1.0 / (1.0 + f64::from(pairs.sum::<u32>() / 2))
        }
        Fitness::Product => tallies.iter().map(|tally| side / distinct(tally)).product(),
        Fitness::IllegalUnits => {
            tallies.iter().filter(|tally| tally.iter().any(|&count| count > 1)).count() as f64
        }
        Fitness::Entropy(entropy) => {
            let missing: f64 = tallies.iter().map(|tally| side - distinct(tally)).sum();
            missing + entropy.weight * uncertainty(puzzle, digits)
        }
    }
}

/// The fitness of a solution, and of nothing else.
fn perfect(rule: Fitness, units: usize, side: usize) -> f64 {
    match rule {
        Fitness::Missing | Fitness::IllegalUnits | Fitness::Entropy(_) => 0.0,
        Fitness::Distinct => (units * side) as f64,
        Fitness::EqualPairs | Fitness::Product => 1.0,
    }
}

fn solution(puzzle: &Puzzle) -> Vec<u8> {
    let outcome = run(&Exact::default(), puzzle, 1, Budget::default(), &mut Unobserved);
    outcome.grid.expect("an empty board has solutions").digits().to_vec()
}

#[test]
fn every_rule_is_what_it_says() {
    let mut rng = Rng::from_seed(1);
    for layout in layouts() {
        let puzzle = scattered(&layout, layout.cell_count() / 5, &mut rng);
        for encoding in [Encoding::Boxes, Encoding::Rows, Encoding::Cells] {
            if encoding == Encoding::Rows && layout.grid_count() > 1 {
                continue;
            }
            for rule in RULES {
                let tables = tables(&puzzle, encoding, rule);
                for _ in 0..5 {
                    let genome = random_genome(&tables, &mut rng);
                    let (key, found) = tables.scorer.score(&genome);
                    let value = rule.value(key, tables.genes.full());
                    let expected = stated(rule, &puzzle, encoding, &genome);
                    let name = format!("{rule:?} {encoding:?} {layout:?}");
                    assert!((value / expected - 1.0).abs() < 1e-12, "{name}: {value} {expected}");
                    assert_eq!(found, cost(&layout, &genome), "{name}");
                    assert_eq!(rule.is_cost(), key == u64::from(found) && rule.is_cost(), "{name}");
                }
            }
        }
    }
}

#[test]
fn only_a_solution_is_perfect() {
    let mut rng = Rng::from_seed(2);
    for layout in layouts() {
        let empty = vec![0; layout.cell_count()];
        let puzzle = Puzzle::new("empty", layout.clone(), empty).expect("no clash");
        let solution = solution(&puzzle);
        for encoding in [Encoding::Boxes, Encoding::Cells] {
            for rule in RULES {
                let tables = tables(&puzzle, encoding, rule);
                let perfect = perfect(rule, tables.genes.scored().len(), layout.side());
                let value = |digits: &[u8]| {
                    let (key, cost) = tables.scorer.score(digits);
                    (rule.value(key, tables.genes.full()), cost, rule.penalty(key))
                };
                assert_eq!(value(&solution), (perfect, 0, 0.0), "{rule:?} {layout:?}");
                // One swap away from a solution, within a box.
                let mut near = solution.clone();
                let cells = layout.box_cells(rng.index(layout.box_count()));
                near.swap(cells[0] as usize, cells[layout.side() - 1] as usize);
                let (near, cost, penalty) = value(&near);
                assert!(near != perfect && cost > 0 && penalty > 0.0, "{rule:?} {layout:?}");
                let merit =
                    |digits: &[u8]| rule.merit(tables.scorer.score(digits).0, tables.genes.full());
                let other = random_genome(&tables, &mut rng);
                assert!(merit(&other) > 0.0 && merit(&other) < merit(&solution), "{rule:?}");
            }
        }
    }
}

#[test]
fn equal_histograms_are_equal_products() {
    let mut rng = Rng::from_seed(3);
    let layout = Layout::named("9x9").expect("a layout");
    let puzzle = Puzzle::new("empty", layout, vec![0; 81]).expect("no clash");
    let tables = tables(&puzzle, Encoding::Cells, Fitness::Product);
    for _ in 0..200 {
        let genome = random_genome(&tables, &mut rng);
        let mut names: Vec<u8> = (1..=9).collect();
        rng.shuffle(&mut names);
        let renamed: Vec<u8> = genome.iter().map(|&digit| names[digit as usize - 1]).collect();
        let turned: Vec<u8> = (0..81).map(|cell| genome[cell % 9 * 9 + cell / 9]).collect();
        let (key, _) = tables.scorer.score(&genome);
        assert_eq!(tables.scorer.score(&renamed).0, key);
        assert_eq!(tables.scorer.score(&turned).0, key);
    }
    let ratios: Vec<f64> = (0..=9).map(|distinct| 9.0 / f64::from(distinct.max(1))).collect();
    let mut histogram = [0; 10];
    (histogram[9], histogram[8]) = (16, 2);
    assert_eq!(product_of(&histogram, &ratios), 9.0 / 8.0 * (9.0 / 8.0), "study 004: 1.2656");
}

#[test]
fn keys_are_ordered_as_fitness_is() {
    let mut rng = Rng::from_seed(4);
    let layout = Layout::named("9x9").expect("a layout");
    let puzzle = scattered(&layout, 20, &mut rng);
    for rule in RULES {
        let tables = tables(&puzzle, Encoding::Boxes, rule);
        let is_maximised = matches!(rule, Fitness::Distinct | Fitness::EqualPairs);
        let mut scored: Vec<(u64, f64)> = (0..100)
            .map(|_| tables.scorer.score(&random_genome(&tables, &mut rng)).0)
            .map(|key| (key, rule.value(key, tables.genes.full())))
            .collect();
        scored.sort_unstable_by_key(|&(key, _)| key);
        let in_order = scored.windows(2).all(|pair| match is_maximised {
            true => pair[0].1 >= pair[1].1,
            false => pair[0].1 <= pair[1].1,
        });
        assert!(in_order, "{rule:?}");
    }
}
