use super::*;
use crate::board::{cost, flaw};
use crate::search::Prepare;
use crate::search::memetic::{Crossover, Improvement, Inherited, Memetic};
use crate::search::tests::{
    assert_exact_evaluations, assert_givens_stay, assert_solves, puzzle, run_once,
};
use crate::solver::{Budget, Unobserved, run};

const ADDRESSES: [&str; 5] =
    ["9x9/ai-escargot", "16x16/hard-1", "25x25/hard-1", "twodoku/hard-1", "samurai"];

fn method() -> Memetic {
    let improvement = Improvement::Anneal(Annealing::default());
    Memetic { prepare: Prepare::Off, improvement, ..Memetic::default() }
}

fn search(puzzle: &Puzzle, draw: Draw) -> AnnealedSwaps {
    let few = Annealing { draw, swaps: 3000, ..Annealing::default() };
    AnnealedSwaps::new(few, puzzle).expect("some box has two free cells")
}

fn random(search: &mut AnnealedSwaps, puzzle: &Puzzle, rng: &mut Rng) -> Vec<Digit> {
    let mut genome = puzzle.givens().to_vec();
    search.randomise(&mut genome, rng);
    genome
}

/// Givens stay where they are, and boxes hold every digit once.
fn assert_genome(puzzle: &Puzzle, genome: &[Digit]) {
    let layout = puzzle.layout();
    let stays = |(given, digit): (&Digit, &Digit)| *given == 0 || given == digit;
    assert!(puzzle.givens().iter().zip(genome).all(stays), "{}", layout.name());
    for number in 0..layout.box_count() {
        let cells = layout.box_cells(number).iter();
        let seen = cells.fold(0u64, |seen, &cell| seen | 1 << genome[cell as usize]);
        assert_eq!(seen, (2 << layout.side()) - 2, "{} box {number}", layout.name());
    }
}

#[test]
fn an_improved_genome_is_whole_and_its_fitness_its_cost() {
    let draws = [Draw::Anywhere, Draw::Clashing].into_iter();
    for (address, draw) in draws.flat_map(|draw| ADDRESSES.map(|address| (address, draw))) {
        let puzzle = puzzle(address);
        let (mut search, mut rng) = (search(&puzzle, draw), Rng::from_seed(11));
        let mut observer = Unobserved;
        let mut meter = Meter::new(Budget::default(), &mut observer);
        for _ in 0..5 {
            let mut genome = random(&mut search, &puzzle, &mut rng);
            assert_genome(&puzzle, &genome);
            let before = cost(puzzle.layout(), &genome);
            let Improved { fitness, .. } = search.improve(&mut genome, &mut rng, &mut meter);
            assert_genome(&puzzle, &genome);
            assert_eq!(fitness, cost(puzzle.layout(), &genome), "{address}");
            assert!(fitness < before, "{address}: {before} to {fitness}");
        }
    }
}

/// The same search on bare digits: every swap is priced by a full count before and after.
fn naive(
    puzzle: &Puzzle,
    settings: Annealing,
    genome: &[Digit],
    rng: &mut Rng,
) -> (Vec<Digit>, u32) {
    let layout = puzzle.layout();
    let drawer = Filling::random(puzzle, &mut Rng::from_seed(1));
    let mut digits = genome.to_vec();
    let (mut best, mut best_cost) = (digits.clone(), cost(layout, &digits));
    for swap in 0..settings.swaps {
        let number = swap * u64::from(settings.temperatures) / settings.swaps;
        let temperature = settings.temperature(number as u32);
        let word = rng.next_u64();
        let (one, other) = drawer.cells(drawer.draw((word >> 32) as u32));
        let before = cost(layout, &digits);
        digits.swap(one, other);
        let after = cost(layout, &digits);
        let rise = f64::from(after) - f64::from(before);
        let accepting_words = libm::exp(-rise.max(0.0) / temperature) * (1u64 << 32) as f64;
        if word as u32 as u64 >= accepting_words as u64 {
            digits.swap(one, other);
        } else if after < best_cost {
            (best, best_cost) = (digits.clone(), after);
            if after == 0 {
                break;
            }
        }
    }
    (best, best_cost)
}

#[test]
fn a_naive_twin_comes_to_the_same_genome() {
    let settings =
        Annealing { draw: Draw::Anywhere, swaps: 2000, temperatures: 8, ..Annealing::default() };
    for address in ADDRESSES {
        let puzzle = puzzle(address);
        let mut search = AnnealedSwaps::new(settings, &puzzle).expect("free cells");
        let mut rng = Rng::from_seed(12);
        let mut genome = random(&mut search, &puzzle, &mut rng);
        let (best, best_cost) = naive(&puzzle, settings, &genome, &mut rng.clone());
        let mut observer = Unobserved;
        let mut meter = Meter::new(Budget::default(), &mut observer);
        let improved = search.improve(&mut genome, &mut rng, &mut meter);
        assert_eq!((improved.fitness, genome), (best_cost, best), "{address}");
    }
}

#[test]
fn a_hard_twodoku_is_solved() {
    let puzzle = puzzle("twodoku/hard-1");
    let budget = Budget { evaluations: Some(50_000_000), ..Budget::default() };
    for seed in 0..4 {
        let outcome = run(&method(), &puzzle, seed, budget, &mut Unobserved);
        assert_eq!(outcome.stop, Stop::Solved, "seed {seed}: cost {:?}", outcome.cost);
        assert_eq!(flaw(&puzzle, &outcome.grid.expect("a grid")), None);
    }
}

#[test]
fn every_layout_can_be_worked_on() {
    for address in ADDRESSES {
        assert_exact_evaluations(&method(), address, &[1, 2, 511, 512, 513, 20_001]);
        assert_givens_stay(&method(), address);
    }
    let budget = Budget { evaluations: Some(20_000_000), ..Budget::default() };
    assert_solves(&method(), "16x16/easy-1", budget);
}

#[test]
fn a_puzzle_without_solution_ends_by_its_budget() {
    // The first row can hold its last digit nowhere, but no two givens clash.
    let layout = Layout::named("4x4").expect("built in");
    let mut givens = vec![0; 16];
    (givens[0], givens[1], givens[2], givens[7]) = (1, 2, 3, 4);
    let puzzle = Puzzle::new("unsolvable", layout, givens).expect("no clash");
    let budget = Budget { evaluations: Some(100_000), ..Budget::default() };
    let outcome = run_once(&method(), &puzzle, budget);
    assert_eq!((outcome.stop, outcome.effort.evaluations), (Stop::Evaluations, Some(100_000)));
}

#[test]
fn forced_fillings_are_judged_at_once() {
    let layout = Layout::named("4x4").expect("built in");
    let cases = [
        ([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0], Stop::Solved, 1),
        ([1, 2, 3, 0, 3, 0, 4, 1, 2, 1, 0, 3, 4, 3, 1, 2], Stop::NoSolution, 0),
    ];
    for (givens, stop, evaluations) in cases {
        let puzzle = Puzzle::new("forced", layout.clone(), givens.to_vec()).expect("no clash");
        let outcome = run_once(&method(), &puzzle, Budget::default());
        assert_eq!((outcome.stop, outcome.effort.evaluations), (stop, Some(evaluations)));
    }
}

#[test]
fn impossible_values_are_refused_by_name() {
    let good = Annealing::default();
    let with = |annealing| Memetic { improvement: Improvement::Anneal(annealing), ..method() };
    let by = |by| Memetic { crossover: Crossover { by, ..Crossover::default() }, ..method() };
    let anneal = |key: &str| format!("`improvement.anneal.{key}`");
    let cases = [
        (with(Annealing { swaps: 0, ..good }), anneal("swaps")),
        (with(Annealing { swaps: u64::MAX, ..good }), anneal("swaps")),
        (with(Annealing { first_temperature: 0.0, ..good }), anneal("first-temperature")),
        (with(Annealing { first_temperature: f64::NAN, ..good }), anneal("first-temperature")),
        (with(Annealing { last_temperature: -0.1, ..good }), anneal("last-temperature")),
        (with(Annealing { last_temperature: 0.7, ..good }), anneal("last-temperature")),
        (with(Annealing { temperatures: 0, ..good }), anneal("temperatures")),
        (with(Annealing { swaps: 10, temperatures: 11, ..good }), anneal("temperatures")),
        (by(Inherited::Digits), "`crossover.by`".to_owned()),
        (by(Inherited::Cells), "`crossover.by`".to_owned()),
    ];
    assert_eq!(method().check(), Ok(()));
    for (settings, key) in cases {
        let message = settings.check().expect_err(&key);
        assert!(message.starts_with(&key), "{message}");
    }
    let one = Annealing { swaps: 1, temperatures: 1, ..good };
    assert_eq!(with(one).check(), Ok(()));
    assert_eq!(one.temperature(0), good.first_temperature);
    assert!((good.temperature(good.temperatures - 1) - good.last_temperature).abs() < 1e-12);
}
