use std::sync::Arc;

use super::*;
use crate::board::{Layout, cost};
use crate::rng::Rate;
use crate::search::tests::{
    assert_exact_evaluations, assert_givens_stay, assert_solves, puzzle, run_once,
};
use crate::solver::{Budget, Unobserved};

fn small() -> Multistage {
    Multistage { population: 40, cycles: 3, iterations: 2, offspring: 3, ..Multistage::default() }
}

fn small_hybrid() -> Multistage {
    let annealing = Annealing { patience: 1, ..Annealing::default() };
    Multistage { stagnation: Stagnation::Anneal(annealing), ..small() }
}

/// Two grids that share two thirds of their boxes.
fn shifted() -> Arc<Layout> {
    Arc::new(Layout::new("shifted", 3, &[(0, 0), (0, 1)]).expect("a layout"))
}

fn named(name: &str) -> Arc<Layout> {
    Layout::named(name).expect("built in")
}

#[test]
fn easy_puzzles_are_solved() {
    let budget = Budget { generations: Some(400), ..Budget::default() };
    for address in ["9x9/easy-1", "9x9/medium-2", "twodoku/easy-1"] {
        assert_solves(&Multistage::default(), address, budget);
    }
}

#[test]
fn budgets_are_exact_and_givens_stay() {
    // 40 members, 120 children, 120 and 4 mutants, then 20 members of the second cycle.
    let budgets = [1, 39, 40, 41, 159, 160, 280, 281, 284, 285, 304, 305, 1001, 4999];
    for address in ["9x9/ai-escargot", "16x16/hard-1", "samurai"] {
        for settings in [small(), small_hybrid()] {
            assert_exact_evaluations(&settings, address, &budgets);
            assert_givens_stay(&settings, address);
        }
    }
}

#[test]
fn an_iteration_is_a_generation() {
    // Of two iterations a cycle the first makes the population and the second mutates.
    let cases = [(0, 40, 0), (1, 160, 0), (2, 284, 0), (3, 364, 1), (4, 426, 1), (5, 478, 2)];
    for (generations, evaluations, restarts) in cases {
        let budget = Budget { generations: Some(generations), ..Budget::default() };
        let outcome = run_once(&small(), &puzzle("9x9/ai-escargot"), budget);
        assert_eq!(outcome.stop, Stop::Generations);
        assert_eq!(outcome.effort.generations, Some(generations));
        assert_eq!(outcome.effort.evaluations, Some(evaluations), "{generations}");
        assert_eq!(outcome.trace.restarts, Some(restarts));
        assert!(outcome.trace.last_improvement <= Some(generations));
        assert!(outcome.trace.mean_fitness >= outcome.trace.fitness);
    }
}

#[test]
fn a_puzzle_with_an_impossible_cell_is_refuted() {
    let mut givens = vec![0; 16];
    givens[..3].copy_from_slice(&[1, 2, 3]);
    givens[7] = 4;
    let puzzle = Puzzle::new("hopeless", named("4x4"), givens).expect("no clash");
    assert_eq!(run_once(&small(), &puzzle, Budget::default()).stop, Stop::NoSolution);
}

#[test]
fn groups_are_what_givens_leave() {
    let mut givens = vec![0; 16];
    givens[0] = 1;
    givens[7] = 3;
    let puzzle = Puzzle::new("two", named("4x4"), givens).expect("no clash");
    let table = GroupTable::new(&puzzle).expect("digits are left");
    let group = |cell: u16| table.groups.iter().find(|group| group.cell == cell).map(|g| g.initial);
    assert_eq!(table.groups.len(), 14);
    for (cell, expected) in [
        (0, None),
        (1, Some(0b1110)),
        (2, Some(0b1010)),
        (3, Some(0b1010)),
        (4, Some(0b1010)),
        (10, Some(0b1111)),
        (12, Some(0b1110)),
    ] {
        assert_eq!(group(cell), expected, "{cell}");
    }
}

#[test]
fn draws_stay_in_their_group() {
    let mut rng = Rng::from_seed(1);
    let mut seen = [0u64; 2];
    for _ in 0..200 {
        seen[0] |= 1 << draw(0b1_0010_1100, &mut rng);
        seen[1] |= 1 << draw_other(0b1_0010_1100, 4, &mut rng).expect("others");
    }
    assert_eq!(seen, [0b1_0010_1100 << 1, 0b1_0010_0100 << 1]);
    assert_eq!(draw_other(0b100, 3, &mut rng), None);
}

/// The fitness as the study writes it.
fn plain_price(layout: &Layout, digits: &[Digit]) -> Price {
    let count = |cells: &[u16], digit: Digit| {
        cells.iter().filter(|&&cell| digits[cell as usize] == digit).count() as i64
    };
    let mut fitness = 0;
    for digit in 1..=layout.side() as Digit {
        for unit in layout.units() {
            let distance = 1 - count(layout.unit_cells(unit), digit);
            fitness += distance * distance;
        }
        for grid in 0..layout.grid_count() {
            fitness += (count(layout.grid_cells(grid), digit) - layout.side() as i64).abs();
        }
    }
    Price { fitness: fitness as u32, cost: cost(layout, digits) }
}

#[test]
fn the_price_is_kept_in_step() {
    let mut rng = Rng::from_seed(2);
    for layout in [named("4x4"), named("9x9"), named("25x25"), named("samurai"), shifted()] {
        let side = layout.side();
        let mut digits: Vec<Digit> =
            (0..layout.cell_count()).map(|_| 1 + rng.index(side) as Digit).collect();
        let mut counts = Counts::new(&layout);
        assert_eq!(counts.load(&digits), plain_price(&layout, &digits));
        for _ in 0..100 {
            let cell = rng.index(digits.len());
            let new = 1 + rng.index(side) as Digit;
            if new != digits[cell] {
                counts.change(cell, digits[cell], new);
                digits[cell] = new;
            }
            assert_eq!(counts.price(), plain_price(&layout, &digits), "{layout:?}");
        }
    }
}

#[test]
fn the_best_survive_and_equals_keep_their_order() {
    let mut population = Population::new(1, 6);
    for (digit, fitness) in [(1, 5), (2, 3), (3, 5), (4, 2), (5, 3)] {
        let place = population.add(&[digit]);
        population.set_price(place, Price { fitness, cost: 9 - fitness });
    }
    population.survive(4);
    let digits = |population: &Population| -> Vec<Digit> {
        (0..population.len()).map(|place| population.genome(place)[0]).collect()
    };
    assert_eq!(digits(&population), [4, 2, 5, 1]);
    let copy = population.add_copy(1);
    population.set_price(copy, Price { fitness: 3, cost: 0 });
    let late = population.add(&[6]);
    population.set_price(late, Price { fitness: 3, cost: 0 });
    population.survive(4);
    assert_eq!(digits(&population), [4, 2, 5, 2]);
    population.clear();
    assert_eq!(population.len(), 0);
}

fn search_on<'a>(settings: &'a Multistage, puzzle: &'a Puzzle) -> Search<'a> {
    Search::new(settings, puzzle, GroupTable::new(puzzle).expect("digits are left"))
}

#[test]
fn children_are_complementary() {
    let (settings, puzzle) = (small(), puzzle("9x9/ai-escargot"));
    let mut search = search_on(&settings, &puzzle);
    let mut rng = Rng::from_seed(3);
    let parents = [1, 2].map(|digit| search.population.add(&[digit; 81]));
    search.population.survive(2);
    search.cross(parents[0], parents[1], &mut rng);
    let children = [2, 3].map(|place| search.population.genome(place));
    assert!(children[0].iter().zip(children[1]).all(|(one, other)| one + other == 3));
    let exchanged = children[0].iter().filter(|&&digit| digit == 2).count();
    assert!((10..50).contains(&exchanged), "{exchanged} of 58 free cells");
    for (cell, &given) in puzzle.givens().iter().enumerate() {
        assert!(given == 0 || children[0][cell] == 1, "a given's cell is not exchanged");
    }
}

#[test]
fn cells_are_fixed_by_agreement() {
    // Of so many members, so many agree with the best on the last free cell.
    let cases = [(100, 80, true), (100, 79, false), (40, 36, true), (40, 35, false)];
    for (size, agreeing, is_fixed) in cases {
        let fixing = Fixing { rate: Rate::ONE, ..Fixing::default() };
        let settings = Multistage { population: 100, fixing, ..Multistage::default() };
        let puzzle = Puzzle::new("empty", named("4x4"), vec![0; 16]).expect("no clash");
        let mut search = search_on(&settings, &puzzle);
        for member in 0..size {
            let mut digits = [2; 16];
            digits[15] = if member < agreeing { 3 } else { 4 };
            let place = search.population.add(&digits);
            search.population.set_price(place, Price { fitness: 1, cost: 1 });
        }
        search.population.survive(size);
        let mut observer = Unobserved;
        let mut meter = Meter::new(Budget::default(), &mut observer);
        assert!(search.fix_cells(&mut Rng::from_seed(4), &mut meter).is_continue());
        let groups: Vec<u64> = search.table.groups.iter().map(|group| group.current).collect();
        assert_eq!(groups[..15], [0b10; 15]);
        assert_eq!(groups[15], if is_fixed { 0b100 } else { 0b1111 }, "{agreeing} of {size}");
        search.table.reset();
        assert!(search.table.groups.iter().all(|group| group.current == 0b1111));
    }
}

#[test]
fn neighbours_differ_where_they_may() {
    let puzzle = Puzzle::new("empty", named("4x4"), vec![0; 16]).expect("no clash");
    let mut table = GroupTable::new(&puzzle).expect("digits are left");
    table.groups[..6].iter_mut().for_each(|group| group.fix(1));
    let cases = [
        (Redraw::Rate(Rate::ZERO), 0, 0),
        (Redraw::Rate(Rate::HALF), 1, 10),
        (Redraw::Rate(Rate::ONE), 1, 10),
        (Redraw::Cells(1), 1, 1),
        (Redraw::Cells(3), 1, 3),
        (Redraw::Cells(99), 1, 10),
    ];
    for (redraw, least, most) in cases {
        let mut counts = Counts::new(puzzle.layout());
        let annealing = Annealing { redraw, ..Annealing::default() };
        let changed = Annealer::new(annealing, &table, &mut counts).changed_cells(50);
        let largest = changed.iter().map(Vec::len).max();
        assert!((least..=most).contains(&largest.unwrap_or(0)), "{redraw:?}: {largest:?}");
        assert!(changed.iter().flatten().all(|&cell| cell >= 6), "{redraw:?}");
    }
}

#[test]
fn worse_neighbours_are_taken_by_temperature() {
    let mut rng = Rng::from_seed(5);
    let mut share = |acceptance: Acceptance, rise| {
        let taken = (0..4000).filter(|_| acceptance.accepts(rise, 2.0, &mut rng)).count();
        taken as f64 / 4000.0
    };
    for (rise, expected) in [(-1, 1.0), (0, 1.0), (1, 0.6065), (4, 0.1353)] {
        let taken = share(Acceptance::Metropolis, rise);
        assert!((taken - expected).abs() < 0.03, "{rise}: {taken}");
        assert_eq!(share(Acceptance::AsPrinted, rise), 1.0, "the fault takes everything");
    }
}

#[test]
fn annealing_comes_after_idle_cycles() {
    let puzzle = puzzle("9x9/ai-escargot");
    let settings = small_hybrid();
    let mut search = search_on(&settings, &puzzle);
    for (idle, is_due) in [(0, false), (1, true), (2, true)] {
        search.idle_cycles = idle;
        assert_eq!(search.is_annealing_due(), is_due);
    }
    // A cycle that anneals prices 98 neighbours of each member in place of the mutants.
    let evaluations = |settings: &Multistage| {
        let budget = Budget { generations: Some(60), ..Budget::default() };
        run_once(settings, &puzzle, budget).effort.evaluations
    };
    assert!(evaluations(&small_hybrid()) > evaluations(&small()).map(|count| count + 98 * 13));
}

#[test]
fn impossible_values_are_refused_by_name() {
    let good = Multistage::default();
    assert_eq!(good.check(), Ok(()));
    let anneal = |annealing| Multistage { stagnation: Stagnation::Anneal(annealing), ..good };
    let fine = Annealing::default();
    assert_eq!(anneal(fine).check(), Ok(()));
    let cases = [
        (Multistage { population: 19, ..good }, "`population`"),
        (Multistage { population: 0, cycles: 1, ..good }, "`population`"),
        (Multistage { population: u32::MAX, offspring: u32::MAX, ..good }, "`population`"),
        (Multistage { offspring: 0, ..good }, "`offspring`"),
        (Multistage { cycles: 0, ..good }, "`cycles`"),
        (Multistage { iterations: 0, ..good }, "`iterations`"),
        (anneal(Annealing { patience: 0, ..fine }), "`stagnation.anneal.patience`"),
        (
            anneal(Annealing { redraw: Redraw::Cells(0), ..fine }),
            "`stagnation.anneal.redraw.cells`",
        ),
        (anneal(Annealing { start: f64::INFINITY, ..fine }), "`stagnation.anneal.start`"),
        (anneal(Annealing { end: 0.0, ..fine }), "`stagnation.anneal.end`"),
        (anneal(Annealing { cooling: 1.0, ..fine }), "`stagnation.anneal.cooling`"),
    ];
    for (settings, key) in cases {
        let message = settings.check().expect_err(key);
        assert!(message.starts_with(key), "{message}");
    }
}
