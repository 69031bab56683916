use super::*;
use crate::board::cost;
use crate::search::tests::{
    assert_exact_evaluations, assert_givens_stay, assert_solves, puzzle, run_once,
};
use crate::solver::Budget;

#[test]
fn easy_puzzles_are_solved() {
    let budget = Budget { evaluations: Some(5_000_000), ..Budget::default() };
    for address in ["9x9/easy-1", "9x9/medium-1", "twodoku/easy-1"] {
        assert_solves(&Anneal::default(), address, budget);
    }
}

#[test]
fn budgets_are_exact_and_givens_stay() {
    for address in ["9x9/ai-escargot", "16x16/hard-1", "twodoku-minimal/minimal-1", "samurai"] {
        assert_exact_evaluations(&Anneal::default(), address, &[1, 2, 100, 101, 102, 5000]);
        assert_givens_stay(&Anneal::default(), address);
    }
}

#[test]
fn the_price_is_kept_in_step() {
    let layouts = ["9x9/ai-escargot", "16x16/hard-1", "25x25/hard-1", "samurai"];
    let puzzles = layouts.iter().map(|address| puzzle(address)).chain([shifted()]);
    for puzzle in puzzles {
        let mut rng = Rng::from_seed(5);
        let mut filling = Filling::random(&puzzle, &mut rng);
        let full = |filling: &Filling| cost(puzzle.layout(), &filling.digits());
        assert_eq!(filling.cost(), full(&filling));
        for _ in 0..2000 {
            let swap = filling.draw(rng.next_u64() as u32);
            let delta = filling.delta(swap);
            assert!(delta <= filling.largest_rise() as i32);
            filling.make(swap, delta);
            assert_eq!(filling.cost(), full(&filling), "{}", puzzle.layout().name());
        }
    }
}

/// Two grids that share two thirds of their boxes, and with them whole columns.
fn shifted() -> Puzzle {
    let layout = crate::board::Layout::new("shifted", 3, &[(0, 0), (0, 1)]).expect("a layout");
    let cells = layout.cell_count();
    Puzzle::new("empty", layout.into(), vec![EMPTY; cells]).expect("no clash")
}

#[test]
fn every_swap_within_a_box_is_drawn() {
    let puzzle = puzzle("9x9/ai-escargot");
    let mut rng = Rng::from_seed(6);
    let filling = Filling::random(&puzzle, &mut rng);
    let is_free = |cell: usize| puzzle.givens()[cell] == EMPTY;
    let mut drawn = std::collections::BTreeSet::new();
    for _ in 0..20_000 {
        let (first, second) = filling.cells(filling.draw(rng.next_u64() as u32));
        assert_ne!(first, second);
        assert!(is_free(first) && is_free(second));
        assert_eq!(puzzle.layout().box_of(first), puzzle.layout().box_of(second));
        drawn.insert((first, second));
    }
    let boxes = (0..9).map(|number| puzzle.layout().box_cells(number).iter());
    let pairs: usize = boxes
        .map(|cells| cells.filter(|&&cell| is_free(cell as usize)).count())
        .map(|free| free * (free - 1))
        .sum();
    assert_eq!(drawn.len(), pairs);
}

#[test]
fn forced_fillings_are_judged_at_once() {
    let layout = crate::board::Layout::named("4x4").expect("built in");
    let cases = [
        ([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0], Stop::Solved),
        ([1, 2, 3, 0, 3, 0, 4, 1, 2, 1, 0, 3, 4, 3, 1, 2], Stop::NoSolution),
    ];
    for (givens, stop) in cases {
        let puzzle = Puzzle::new("forced", layout.clone(), givens.to_vec()).expect("no clash");
        let outcome = run_once(&Anneal::default(), &puzzle, Budget::default());
        assert_eq!((outcome.stop, outcome.effort.evaluations), (stop, Some(1)));
    }
}

#[test]
fn impossible_values_are_refused_by_name() {
    let good = Anneal::default();
    assert_eq!(good.check(), Ok(()));
    let cases = [
        (Anneal { samples: 1, ..good }, "`samples`"),
        (Anneal { chain: Chain::Fixed { length: 0 }, ..good }, "`chain.fixed.length`"),
        (Anneal { cooling: 1.0, ..good }, "`cooling`"),
        (Anneal { cooling: f64::NAN, ..good }, "`cooling`"),
        (Anneal { reheat: Reheat { patience: 0, ..good.reheat }, ..good }, "`reheat.patience`"),
    ];
    for (settings, key) in cases {
        let message = settings.check().expect_err(key);
        assert!(message.starts_with(key), "{message}");
    }
}
