use super::*;
use crate::search::tests::{assert_exact_evaluations, assert_solves, puzzle, run_once};
use crate::solver::{Budget, Event, Observer, Unobserved};

const ROUND: AntColony = AntColony {
    prepare: Prepare::Off,
    ants: 3,
    q0: Rate::HALF,
    local_decay: Rate::HALF,
    replacement: Rate::HALF,
    deposit: Deposit::Round,
};

#[test]
fn puzzles_are_solved() {
    let budget = Budget { generations: Some(2000), ..Budget::default() };
    for deposit in [AntColony::default().deposit, Deposit::Round] {
        let colony = AntColony { deposit, ..AntColony::default() };
        for address in ["9x9/ai-escargot", "twodoku-minimal/minimal-1"] {
            assert_solves(&colony, address, budget);
        }
    }
}

#[test]
fn logic_alone_may_do() {
    for address in ["9x9/easy-1", "twodoku/easy-1"] {
        for prepare in [Prepare::Off, Prepare::Singles] {
            let colony = AntColony { prepare, ..AntColony::default() };
            let puzzle = puzzle(address);
            let outcome = run_once(&colony, &puzzle, Budget::default());
            assert_eq!((outcome.stop, outcome.effort.evaluations), (Stop::Singles, Some(0)));
            let free = puzzle.givens().len() - puzzle.given_count();
            assert_eq!(outcome.trace.prepared, Some(free as u32));
        }
    }
}

#[test]
fn budgets_are_exact() {
    for address in ["16x16/hard-1", "25x25/hard-1", "samurai"] {
        assert_exact_evaluations(&AntColony::default(), address, &[1, 9, 10, 11]);
    }
    let budget = Budget { generations: Some(3), ..Budget::default() };
    let outcome = run_once(&AntColony::default(), &puzzle("25x25/hard-1"), budget);
    assert_eq!(outcome.stop, Stop::Generations);
    assert_eq!(outcome.effort.evaluations, Some(30));
    assert_eq!(outcome.grid, None, "an incomplete board is no grid");
    assert!(outcome.trace.fitness > Some(0.0) && outcome.trace.mean_fitness.is_some());
}

#[test]
fn digits_are_chosen_by_pheromone() {
    let pheromone = [0.5, 2.0, 1.0, 2.0];
    for (mask, expected) in [(0b1111, 1), (0b1101, 3), (0b0101, 2), (0b0001, 0)] {
        assert_eq!(strongest(&pheromone, mask), expected, "{mask:b}");
    }
    let cases = [(0b1111, 0.0, 0), (0b1111, 0.1, 1), (0b1111, 0.5, 2), (0b1111, 0.99, 3)];
    for (mask, turn, expected) in cases {
        assert_eq!(roulette(&pheromone, mask, turn), expected, "{mask:b} {turn}");
    }
    assert_eq!(roulette(&pheromone, 0b0101, 0.3), 0);
    assert_eq!(roulette(&pheromone, 0b0101, 0.34), 2);
}

/// A colony whose ants have their boards.
fn with_boards<'a>(settings: &'a AntColony, puzzle: &Puzzle) -> Colony<'a> {
    let mut observer = Unobserved;
    let mut meter = Meter::new(Budget::default(), &mut observer);
    let mut colony = Colony::new(settings, puzzle);
    assert!(colony.hand_out_boards(&mut meter).is_continue());
    colony
}

/// Lets the first ant end with so many open cells, and tells the value that lays pheromone.
fn kept_values(colony: &AntColony, rounds: &[u32]) -> Vec<f64> {
    let puzzle = puzzle("9x9/ai-escargot");
    let mut colony = with_boards(colony, &puzzle);
    let value = |&open: &u32| {
        colony.keep(0, open);
        let value = colony.laid_value;
        colony.lay();
        value
    };
    rounds.iter().map(value).collect()
}

#[test]
fn a_kept_board_evaporates_until_another_exceeds_it() {
    let value = |open: u32| 81.0 / f64::from(open);
    assert_eq!(kept_values(&ROUND, &[27, 9, 27]), [value(27), value(9), value(27)]);
    let deposit = Deposit::BestSoFar { evaporation: Rate::HALF };
    let kept = kept_values(&AntColony { deposit, ..ROUND }, &[9, 27, 27, 27]);
    assert_eq!(kept, [9.0, 4.5, 3.0, 3.0]);
}

#[test]
fn pheromone_is_laid_where_a_digit_stands() {
    let puzzle = puzzle("9x9/ai-escargot");
    let mut colony = with_boards(&ROUND, &puzzle);
    colony.keep(0, 27);
    colony.lay();
    for (cell, pheromone) in colony.pheromone.chunks(9).enumerate() {
        let digit = colony.boards[0].digit(cell);
        for (bit, &level) in pheromone.iter().enumerate() {
            let is_laid = bit + 1 == digit as usize;
            let expected = if is_laid { (1.0 / 81.0) * 0.5 + 0.5 * 3.0 } else { 1.0 / 81.0 };
            assert_eq!(level, expected, "{cell} {bit}");
        }
    }
}

#[test]
fn medians() {
    assert_eq!(median(&mut [3, 1, 2]), 2.0);
    assert_eq!(median(&mut [4, 1, 2, 3]), 2.5);
}

#[test]
fn a_colony_has_ants_and_not_too_many() {
    assert_eq!(ROUND.check(), Ok(()));
    for ants in [0, MAX_ANTS + 1] {
        let message = AntColony { ants, ..ROUND }.check().expect_err("refused");
        assert!(message.starts_with("`ants`"), "{message}");
    }
}

/// Stops a run at its first look, or never.
struct Stopping(bool);

impl Observer for Stopping {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        if self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn time_is_kept_back_for_what_boards_hold_and_no_more() {
    let (seconds, ants) = (1e3, 50);
    let puzzle = puzzle("25x25/hard-1");
    let colony = AntColony { ants, ..AntColony::default() };
    let kept_back = |stops_at_once: bool| {
        let budget = Budget { generations: Some(2), seconds: Some(seconds), ..Budget::default() };
        let mut observer = Stopping(stops_at_once);
        let mut meter = Meter::new(budget, &mut observer).looking_always();
        colony.solve(&puzzle, &mut Rng::from_seed(3), &mut meter);
        meter.bytes_kept_back(seconds)
    };
    let masks = bytes_of_masks(puzzle.layout());
    assert!(kept_back(true).abs_diff(masks) < 100, "one board, {masks}: {}", kept_back(true));
    let trails = kept_back(false) - ants as usize * masks;
    let cells = puzzle.givens().len() - puzzle.given_count();
    assert!(trails > 4 * ants as usize * cells, "{trails}");
    assert!(trails < 4 * ants as usize * cells * puzzle.layout().side(), "{trails}");
}
