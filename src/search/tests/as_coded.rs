//! Each fault of the authors' programs, on and off.

use super::super::Tables;
use super::super::as_coded;
use super::super::ga::generation;
use super::super::improve::improve;
use super::super::operators::{
    Bands, Breeding, Crossover, Cut, Effect, Encoding, Fresh, Improvement, Learning, Lines, Look,
    Mutation, OnePoint, OneSwap, Places, RowSearch, Selection, StackScore, Worst,
};
use super::super::prepare::Prepare;
use super::super::variant::Variant;
use super::{
    assert_uniform, chi_squared, critical, damage, evolve, members, puzzle, random_genome,
};
use crate::board::{Layout, Puzzle, UnitKind, cost};
use crate::rng::{Rate, Rng};
use crate::solver::{Budget, Stop, Unobserved, run};

const ALL: RowSearch = RowSearch {
    idle_columns: true,
    first_rows: true,
    shifted_legality: true,
    stale_lists: true,
    box_as_column: true,
    lost_shared_box: true,
};

const NONE: RowSearch = RowSearch {
    idle_columns: false,
    first_rows: false,
    shifted_legality: false,
    stale_lists: false,
    box_as_column: false,
    lost_shared_box: false,
};

/// A fault by its key.
type Switch = (&'static str, fn(&mut RowSearch) -> &mut bool);

fn searching(improvement: Improvement) -> Variant {
    Variant { improvement, ..Variant::default() }
}

fn searched(tables: &Tables, genome: &[u8]) -> Vec<u8> {
    let mut genome = genome.to_vec();
    improve(tables, &mut genome, &mut Rng::from_seed(1), u64::MAX);
    genome
}

fn genomes(puzzle: &Puzzle, count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut rng = Rng::from_seed(seed);
    let tables = Tables::new(puzzle, &Variant::default());
    (0..count).map(|_| random_genome(&tables, &mut rng)).collect()
}

/// The row search of the program of study 000 from its description, on two grids of 9x9.
fn described(puzzle: &Puzzle, genome: &[u8]) -> Vec<u8> {
    let layout = puzzle.layout();
    let mut genome = genome.to_vec();
    for grid in 0..2 {
        let cell = |row: usize, column: usize| layout.grid_cells(grid)[row * 9 + column] as usize;
        let before = genome.clone();
        let holds = |genome: &[u8], row: usize, digit: u8| {
            (0..9).filter(|&column| genome[cell(row, column)] == digit).count()
        };
        let is_illegal = |row: &usize| {
            let row = row + 3 * grid;
            (0..9).any(|column| holds(&genome, row, genome[cell(row, column)]) > 1)
        };
        let illegal: Vec<usize> = (0..6).filter(is_illegal).collect();
        for (place, &p) in illegal.iter().enumerate() {
            for &q in &illegal[place + 1..] {
                let list = |row: usize| -> Vec<(u8, usize)> {
                    let digit = |column: usize| genome[cell(row, column)];
                    (0..9)
                        .filter(|&column| holds(&genome, row, digit(column)) > 1)
                        .map(|column| (digit(column), row / 3 * 3 + column / 3))
                        .collect()
                };
                let (of_p, of_q) = (list(p), list(q));
                for &(v, b) in &of_p {
                    for &(w, _) in of_q.iter().filter(|(_, other)| *other == b) {
                        let (one, other) = (cell(p, b), cell(q, b));
                        let is_free = puzzle.givens()[one] == 0 && puzzle.givens()[other] == 0;
                        if is_free && holds(&genome, q, v) == 0 && holds(&genome, p, w) == 0 {
                            genome.swap(one, other);
                        }
                    }
                }
            }
        }
        if grid == 1 {
            for &cell in layout.box_cells(8) {
                genome[cell as usize] = before[cell as usize];
            }
        }
    }
    genome
}

#[test]
fn the_row_search_does_as_the_program_does() {
    for address in ["twodoku/easy-1", "twodoku/medium-1", "twodoku/hard-1"] {
        let puzzle = puzzle(address);
        let tables = Tables::new(&puzzle, &searching(Improvement::AsCoded(ALL)));
        let mut changed = 0;
        for genome in genomes(&puzzle, 300, 1) {
            let after = searched(&tables, &genome);
            assert_eq!(after, described(&puzzle, &genome), "{address}");
            assert_eq!(damage(&tables, &after), None);
            changed += u32::from(after != genome);
            for cell in (0..after.len()).filter(|&cell| after[cell] != genome[cell]) {
                let number = tables.layout.box_of(cell);
                assert!([0, 4, 12].contains(&number), "{address}: box {number}");
            }
        }
        assert!(changed > 10, "{address}: {changed}");
    }
}

#[test]
fn without_its_faults_the_row_search_is_the_search_of_the_text() {
    for address in ["twodoku/medium-1", "9x9/ai-escargot"] {
        let puzzle = puzzle(address);
        let coded = Tables::new(&puzzle, &searching(Improvement::AsCoded(NONE)));
        let text = Tables::new(&puzzle, &searching(Improvement::Lines(Lines::default())));
        for genome in genomes(&puzzle, 100, 2) {
            assert_eq!(searched(&coded, &genome), searched(&text, &genome), "{address}");
        }
    }
}

#[test]
fn every_fault_makes_a_difference_by_itself() {
    let puzzle = puzzle("twodoku/hard-1");
    let layout = puzzle.layout().clone();
    let switches: [Switch; 6] = [
        ("idle-columns", |faults| &mut faults.idle_columns),
        ("first-rows", |faults| &mut faults.first_rows),
        ("shifted-legality", |faults| &mut faults.shifted_legality),
        ("stale-lists", |faults| &mut faults.stale_lists),
        ("box-as-column", |faults| &mut faults.box_as_column),
        ("lost-shared-box", |faults| &mut faults.lost_shared_box),
    ];
    let genomes = genomes(&puzzle, 300, 3);
    let tables = |faults| Tables::new(&puzzle, &searching(Improvement::AsCoded(faults)));
    for (name, switch) in switches {
        for base in [ALL, NONE] {
            let mut other = base;
            *switch(&mut other) = !*switch(&mut other);
            let (one, other) = (tables(base), tables(other));
            let differ = |genome: &&Vec<u8>| searched(&one, genome) != searched(&other, genome);
            let count = genomes.iter().filter(differ).count();
            // While the repeated cells themselves are swapped, what leaves a row is at once in
            // the other one and cannot be listed again.
            let is_harmless = name == "stale-lists" && base == NONE;
            assert_eq!(count == 0, is_harmless, "{name} on {base:?}: {count}");
        }
    }
    // What each of them forbids does not happen when it is the only one.
    let changed = |faults: RowSearch, genome: &[u8]| -> Vec<usize> {
        let after = searched(&tables(faults), genome);
        (0..after.len()).filter(|&cell| after[cell] != genome[cell]).collect()
    };
    let lower = layout.grid_cells(1);
    let mut below = 0;
    for genome in &genomes {
        let first = RowSearch { first_rows: true, idle_columns: true, ..NONE };
        let free = RowSearch { idle_columns: true, ..NONE };
        let is_low = |cell: &usize| lower[54..].contains(&(*cell as u16));
        assert!(!changed(first, genome).iter().any(is_low), "rows beyond the second band");
        below += usize::from(changed(free, genome).iter().any(is_low));
    }
    assert!(below > 0, "without the fault they are searched");
}

/// What the row search does to the members of the first generations on a Twodoku: the share it
/// changes, and of those the shares that become better and worse.
fn effect_of_row_search(address: &str, seeds: u64) -> [f64; 3] {
    let puzzle = puzzle(address);
    let stack_score = StackScore::AsCoded;
    let variant = Variant {
        crossover: Crossover::Bands(Bands { stack_score, ..Bands::default() }),
        ..searching(Improvement::AsCoded(ALL))
    };
    let (mut all, mut changed, mut better, mut worse) = (0.0, 0.0, 0.0, 0.0);
    for seed in 0..seeds {
        evolve(&variant, &puzzle, seed, Budget::default(), |evolution| {
            assert!(evolution.remember().is_continue());
            assert!(evolution.look().is_continue());
            for _ in 0..12 {
                assert!(evolution.begin_generation().is_continue());
                assert!(evolution.breed().is_continue());
                let before = members(evolution);
                assert!(evolution.improve().is_continue());
                for (old, new) in before.iter().zip(members(evolution)) {
                    let layout = puzzle.layout();
                    let (old_cost, new_cost) = (cost(layout, old), cost(layout, &new));
                    all += 1.0;
                    changed += f64::from(u8::from(*old != new));
                    better += f64::from(u8::from(new_cost < old_cost));
                    worse += f64::from(u8::from(new_cost > old_cost));
                    for cell in (0..old.len()).filter(|&cell| old[cell] != new[cell]) {
                        assert!([0, 4, 12].contains(&layout.box_of(cell)));
                    }
                }
                assert!(evolution.remember().is_continue());
                if evolution.look().is_break() {
                    break;
                }
            }
        });
    }
    [changed / all, better / changed, worse / changed]
}

#[test]
fn the_row_search_moves_most_members_to_little_good() {
    let [changed, better, worse] = effect_of_row_search("twodoku/medium-2", 3);
    let told = format!("changed {changed:.3}, of those better {better:.3}, worse {worse:.3}");
    assert!((0.60..0.78).contains(&changed), "{told}");
    assert!((0.25..0.38).contains(&better), "{told}");
    assert!((0.15..0.28).contains(&worse), "{told}");
}

#[test]
fn a_stack_is_scored_by_the_wrong_columns() {
    for name in ["9x9", "16x16", "twodoku"] {
        let layout = Layout::named(name).expect(name);
        let k = layout.box_side() as u16;
        for (stack, boxes) in as_coded::stacks(&layout).iter().zip(layout.stacks()) {
            assert_eq!(stack.genes, boxes);
            for &line in &stack.lines {
                let unit = layout.unit(line as usize);
                let box_of = |column: u16| {
                    let cell = layout.grid_cells(unit.grid as usize)[column as usize];
                    layout.box_of(cell as usize) as u16
                };
                assert_eq!(unit.kind, UnitKind::Column);
                assert!(boxes.contains(&box_of(unit.number % k * k)), "column s + ik for stack s");
            }
        }
    }
    let layout = Layout::named("9x9").expect("a layout");
    let columns = |block: &super::super::tables::Block| -> Vec<u16> {
        block.lines.iter().map(|&line| layout.unit(line as usize).number).collect()
    };
    let coded: Vec<Vec<u16>> = as_coded::stacks(&layout).iter().map(columns).collect();
    assert_eq!(coded, [[0, 3, 6], [1, 4, 7], [2, 5, 8]]);
    let right = Tables::new(&puzzle("9x9/ai-escargot"), &Variant::default());
    let right: Vec<Vec<u16>> = right.stacks.iter().map(columns).collect();
    assert_eq!(right, [[0, 1, 2], [3, 4, 5], [6, 7, 8]]);
}

#[test]
fn learning_of_the_program_changes_nobody() {
    let puzzle = puzzle("twodoku/medium-1");
    for (effect, is_changed) in [(Effect::AsCoded, false), (Effect::Replaces, true)] {
        let learning = Learning { replace: 20, worst: Worst::Own, effect };
        let variant = Variant { learning, population: 40, ..Variant::default() };
        let budget = Budget { evaluations: Some(1000), ..Budget::default() };
        evolve(&variant, &puzzle, 1, budget, |evolution| {
            assert!(evolution.remember().is_continue());
            assert!(evolution.look().is_continue() && generation(evolution).is_continue());
            let (before, left) = (members(evolution), evolution.meter.evaluations_left());
            let next = evolution.rng.clone().next_u64();
            assert!(evolution.learn().is_continue());
            assert_eq!(members(evolution) != before, is_changed, "{effect:?}");
            let spent = left - evolution.meter.evaluations_left();
            assert_eq!(spent, if is_changed { 20 } else { 0 }, "{effect:?}");
            assert_ne!(evolution.rng.clone().next_u64(), next, "it draws all the same");
        });
    }
}

#[test]
fn the_program_does_not_look_at_its_last_population() {
    let puzzle = puzzle("twodoku/easy-3");
    let solved_by = |look, generations| {
        let variant = Variant { look, ..Variant::default() };
        let budget = Budget { generations: Some(generations), ..Budget::default() };
        run(&variant, &puzzle, 1, budget, &mut Unobserved)
    };
    let first = solved_by(Look::Every, 1000);
    let last = first.effort.generations.expect("generations");
    assert!(first.stop == Stop::Solved && last > 0);
    assert_eq!(solved_by(Look::Every, last).stop, Stop::Solved);
    let missed = solved_by(Look::AsCoded, last);
    assert_eq!((missed.stop, missed.effort.generations), (Stop::Generations, Some(last)));
    let seen = solved_by(Look::AsCoded, last + 1);
    assert_eq!((seen.stop, seen.effort.generations), (Stop::Solved, Some(last)));
}

fn rows() -> Variant {
    Variant {
        encoding: Encoding::Rows,
        selection: Selection::Uniform,
        breeding: Breeding::OneChild,
        crossover: Crossover::None,
        mutation: Mutation::None,
        population: 2000,
        ..Variant::default()
    }
}

#[test]
fn a_cut_before_the_first_row_copies_the_second_parent() {
    let puzzle = puzzle("9x9/ai-escargot");
    for (cut, low, high) in [(Cut::Inner, 0, 12), (Cut::AsCoded, 170, 280)] {
        let crossover = Crossover::OnePoint(OnePoint { rate: Rate::ONE, cut });
        evolve(&Variant { crossover, ..rows() }, &puzzle, 1, Budget::default(), |evolution| {
            let parents = members(evolution);
            assert!(evolution.begin_generation().is_continue() && evolution.breed().is_continue());
            let copies = members(evolution).iter().filter(|child| parents.contains(child)).count();
            // One in nine, 222 of 2000, and the few that have one parent twice.
            assert!((low..=high).contains(&copies), "{cut:?}: {copies}");
        });
    }
}

#[test]
fn mutations_are_wasted_on_givens_and_on_equal_columns() {
    let puzzle = puzzle("9x9/ai-escargot");
    let tables = Tables::new(&puzzle, &rows());
    let fitting = 2 * tables.genes.pairs().len();
    let share = fitting as f64 / (9.0 * 81.0);
    for (places, expected) in [(Places::Free, 1.0), (Places::AsCoded, share)] {
        let swap = OneSwap { rate: Rate::ONE, places, ..OneSwap::default() };
        let variant = Variant { mutation: Mutation::OneSwap(swap), ..rows() };
        evolve(&variant, &puzzle, 1, Budget::default(), |evolution| {
            let parents = members(evolution);
            assert!(evolution.begin_generation().is_continue() && evolution.breed().is_continue());
            let children = members(evolution);
            let mutants = children.iter().filter(|child| !parents.contains(child)).count();
            let found = mutants as f64 / 2000.0;
            // Four standard deviations of 2000 coins.
            let spread = 4.0 * (expected * (1.0 - expected) / 2000.0).sqrt();
            assert!((found - expected).abs() <= spread + 1e-3, "{places:?}: {found} {expected}");
        });
    }
}

#[test]
fn fresh_members_of_the_listing_are_not_uniform() {
    let puzzle = puzzle("9x9/ai-escargot");
    let tables = Tables::new(&puzzle, &Variant { fresh: Fresh::AsCoded, ..rows() });
    let mut rng = Rng::from_seed(1);
    let mut digits = Vec::new();
    let gene = tables.genes.gene(0);
    let mut counts = vec![0u64; gene.digits.len()];
    for _ in 0..7000 {
        as_coded::fresh_gene(&tables, 0, &mut rng, &mut digits);
        let place = gene.digits.iter().position(|digit| *digit == digits[0]).expect("a digit");
        counts[place] += 1;
        let mut sorted = digits.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, gene.digits, "a permutation of what is missing");
    }
    let uniform = vec![1.0 / counts.len() as f64; counts.len()];
    let (statistic, freedom) = chi_squared(&counts, &uniform);
    assert!(statistic > 2.0 * critical(freedom), "candidates are preferred: {counts:?}");
    for (fresh, is_uniform) in [(Fresh::Shuffled, true), (Fresh::AsCoded, false)] {
        let variant = Variant { fresh, ..rows() };
        let first = gene.free[0] as usize;
        let counts = evolve(&variant, &puzzle, 1, Budget::default(), |evolution| {
            let mut counts = [0; 10];
            members(evolution).iter().for_each(|genome| counts[genome[first] as usize] += 1);
            gene.digits.iter().map(|&digit| counts[digit as usize]).collect::<Vec<u64>>()
        });
        match is_uniform {
            true => assert_uniform("fresh", &counts),
            false => {
                let (statistic, freedom) = chi_squared(&counts, &uniform);
                assert!(statistic > critical(freedom), "{counts:?}");
            }
        }
    }
}

#[test]
fn rounds_of_singles_end_where_they_are_told_to() {
    let puzzle = puzzle("twodoku/hard-1");
    let filled = |rounds: u32| {
        let digits = as_coded::singles(&puzzle, rounds);
        digits.iter().filter(|&&digit| digit != 0).count() - puzzle.given_count()
    };
    let cells = 153 - puzzle.given_count();
    assert_eq!(filled(0), 0);
    assert!(filled(1) > 0 && filled(1) < cells, "one round leaves something");
    assert!(filled(1) < filled(2));
    assert_eq!(filled(50), cells, "all seven fall to singles");
    let stop = |prepare| {
        let variant = Variant { prepare, ..Variant::default() };
        let budget = Budget { generations: Some(0), ..Budget::default() };
        let outcome = run(&variant, &puzzle, 1, budget, &mut Unobserved);
        (outcome.stop, outcome.trace.prepared)
    };
    assert_eq!(stop(Prepare::Singles), (Stop::Singles, Some(cells as u32)));
    assert_eq!(stop(Prepare::Rounds(1)), (Stop::Generations, Some(filled(1) as u32)));
    assert_eq!(stop(Prepare::Off), (Stop::Generations, Some(0)));
}
