use std::time::Duration;

use super::*;
use crate::board::{Layout, collection, cost};
use crate::search::memetic::{Improvement, Memetic};
use crate::search::tests::{assert_solves, puzzle, run_once};
use crate::solver::{Budget, Event, Observer, Unobserved};

const BOARDS: [&str; 5] =
    ["9x9/ai-escargot", "twodoku-minimal/minimal-1", "samurai/minimal", "16x16/hard", "25x25/hard"];

fn decoding(decode: Decode) -> Memetic {
    Memetic { improvement: Improvement::Decode(decode), ..Memetic::default() }
}

/// Pairs of peers with the same digit, counted one by one.
fn naive_conflicts(puzzle: &Puzzle, genome: &[Digit]) -> u32 {
    let layout = puzzle.layout();
    let ends =
        (0..genome.len()).flat_map(|cell| layout.peers(cell).iter().map(move |&p| (cell, p)));
    ends.filter(|&(cell, peer)| genome[cell] == genome[peer as usize]).count() as u32 / 2
}

/// Improves fresh genomes and genomes full of arbitrary wishes; shows each result.
fn each_decoded(decode: Decode, mut look: impl FnMut(&Puzzle, &[Digit], u32)) {
    for address in BOARDS {
        let puzzle = puzzle(address);
        let mut rng = Rng::from_seed(9);
        let mut decoder = Decoder::new(decode, &puzzle, Prepare::Off).expect("solvable");
        let mut observer = Unobserved;
        let mut meter = Meter::new(Budget::default(), &mut observer);
        for turn in 0..20 {
            let mut genome = puzzle.givens().to_vec();
            decoder.randomise(&mut genome, &mut rng);
            for cell in (0..genome.len()).filter(|&cell| puzzle.givens()[cell] == EMPTY) {
                if turn % 2 == 1 {
                    genome[cell] = 1 + rng.index(puzzle.layout().side()) as Digit;
                }
            }
            let Improved { fitness, stopped } = decoder.improve(&mut genome, &mut rng, &mut meter);
            assert_eq!(stopped, None);
            look(&puzzle, &genome, fitness);
        }
    }
}

#[test]
fn fitness_agrees_with_a_naive_count_and_givens_stay() {
    let (mut solved, mut unsolved) = (0, 0);
    for logic in [Strength::Singles, Strength::Locked, Strength::Pairs] {
        each_decoded(Decode { logic, ..Decode::default() }, |puzzle, genome, fitness| {
            let kept = |(given, digit): (&Digit, &Digit)| *given == EMPTY || given == digit;
            assert!(puzzle.givens().iter().zip(genome).all(kept), "{}", puzzle.name());
            assert!(
                genome
                    .iter()
                    .all(|&digit| (1..=puzzle.layout().side()).contains(&(digit as usize)))
            );
            assert_eq!(fitness, naive_conflicts(puzzle, genome), "{}", puzzle.name());
            assert_eq!(fitness == 0, cost(puzzle.layout(), genome) == 0, "{}", puzzle.name());
            *(if fitness == 0 { &mut solved } else { &mut unsolved }) += 1;
        });
    }
    assert!(solved > 20 && unsolved > 20, "{solved} solved, {unsolved} not");
}

#[test]
fn a_decode_that_is_broken_off_leaves_a_whole_filling_with_its_fitness() {
    struct Stopping;
    impl Observer for Stopping {
        fn observe(&mut self, _: &Event) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let layout = Layout::named("16x16").expect("built in");
    let puzzle = Puzzle::new("empty", layout, vec![EMPTY; 256]).expect("no clash");
    let mut decoder = Decoder::new(Decode::default(), &puzzle, Prepare::Off).expect("solvable");
    let mut observer = Stopping;
    let mut meter = Meter::new(Budget::default(), &mut observer);
    // One that begins a moment later is broken off at its first pause.
    std::thread::sleep(Duration::from_millis(1));
    let mut genome = puzzle.givens().to_vec();
    let Improved { fitness, stopped } =
        decoder.improve(&mut genome, &mut Rng::from_seed(9), &mut meter);
    assert_eq!(stopped, Some(Stop::Interrupted));
    assert!(!genome.contains(&EMPTY));
    assert_eq!(fitness, naive_conflicts(&puzzle, &genome));
    assert!(fitness > 0, "most of it is filled softly");
}

#[test]
fn a_solution_is_decoded_to_itself() {
    each_decoded(Decode { tries: 200, ..Decode::default() }, |puzzle, genome, fitness| {
        if fitness > 0 {
            return;
        }
        let mut again = genome.to_vec();
        let mut decoder =
            Decoder::new(Decode::default(), puzzle, Prepare::Pairs).expect("solvable");
        let mut observer = Unobserved;
        let mut meter = Meter::new(Budget::default(), &mut observer);
        let improved = decoder.improve(&mut again, &mut Rng::from_seed(1), &mut meter);
        assert_eq!((improved.fitness, again.as_slice()), (0, genome));
    });
}

#[test]
fn puzzles_of_every_layout_are_solved() {
    let budget = Budget { evaluations: Some(5000), ..Budget::default() };
    for tries in [1, 5] {
        let method = decoding(Decode { tries, ..Decode::default() });
        for address in BOARDS {
            assert_solves(&method, address, budget);
        }
    }
}

/// Of some the solution never has the scarcest digit where it matters.
#[test]
fn every_famous_puzzle_is_solved() {
    let budget = Budget { evaluations: Some(20_000), ..Budget::default() };
    for puzzle in collection::find("9x9/famous").expect("embedded") {
        let outcome = run_once(&decoding(Decode::default()), &puzzle, budget);
        assert!(outcome.stop.is_solved(), "{}", puzzle.name());
    }
}

/// AI Escargot with a second digit that its solution does not have; pairs do not prove it.
const NO_SOLUTION: &str =
    "120007090030020008009600500005300900010080002600004000300000010040000007007000300";

fn board(text: &str) -> Puzzle {
    let givens = text.bytes().map(|symbol| symbol - b'0').collect();
    Puzzle::new("none", Layout::named("9x9").expect("built in"), givens).expect("no clash")
}

#[test]
fn budgets_are_exact_and_what_has_no_solution_ends() {
    for tries in [1, 7] {
        let method = decoding(Decode { tries, ..Decode::default() });
        for evaluations in [1, 6, 10, 11, 300] {
            let budget = Budget { evaluations: Some(evaluations), ..Budget::default() };
            let outcome = run_once(&method, &board(NO_SOLUTION), budget);
            assert_eq!(outcome.stop, Stop::Evaluations);
            assert_eq!(outcome.effort.evaluations, Some(evaluations));
            assert!(outcome.cost > Some(0) && outcome.trace.fitness > Some(0.0));
        }
    }
}

#[test]
fn what_propagation_refutes_has_no_solution() {
    // The first cell has no digit left.
    let refuted = board(&format!("012345678900000000{}", "0".repeat(63)));
    let outcome = run_once(&decoding(Decode::default()), &refuted, Budget::default());
    assert_eq!((outcome.stop, outcome.effort.evaluations), (Stop::NoSolution, Some(0)));
}

#[test]
fn a_wrong_setting_is_refused_by_its_key() {
    let refused = decoding(Decode { tries: 0, ..Decode::default() }).check();
    assert!(refused.expect_err("no tries").contains("`improvement.decode.tries`"));
    let wrong = toml::from_str::<Decode>("trys = 3").expect_err("misspelt");
    assert!(wrong.to_string().contains("trys"));
    assert!(toml::from_str::<Decode>("logic = \"guess\"").is_err());
}
