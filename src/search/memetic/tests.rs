use super::*;
use crate::board::{Layout, cost};
use crate::rng::Rate;
use crate::search::Prepare;
use crate::search::tests::{
    Curious, assert_exact_evaluations, assert_givens_stay, assert_solves, puzzle, run_once,
};
use crate::solver::{Budget, Unobserved, run};

/// A memetic algorithm that gives up soon, so that everything happens within a small budget.
fn hasty() -> Memetic {
    let improvement = Improvement::Tabu(Tabu { patience: 20, ..Tabu::default() });
    Memetic { population: 4, restart: Restart { patience: 3 }, improvement, ..Memetic::default() }
}

const WAYS: [Inherited; 5] =
    [Inherited::Boxes, Inherited::Digits, Inherited::Cells, Inherited::Path, Inherited::Adaptive];

#[test]
fn hard_puzzles_are_solved() {
    let budget = Budget { evaluations: Some(2_000_000), ..Budget::default() };
    for address in ["9x9/ai-escargot", "16x16/hard-1", "25x25/medium-1", "samurai"] {
        assert_solves(&Memetic::default(), address, budget);
    }
    let without_logic = Memetic { prepare: Prepare::Off, ..Memetic::default() };
    for address in ["9x9/easy-1", "twodoku/medium-1"] {
        assert_solves(&without_logic, address, budget);
    }
}

#[test]
fn every_way_of_inheriting_solves() {
    let budget = Budget { evaluations: Some(2_000_000), ..Budget::default() };
    for by in WAYS {
        for mate in [Mate::Member, Mate::Fresh] {
            let crossover = Crossover { rate: Rate::ONE, by, mate, ..Crossover::default() };
            let settings = Memetic { crossover, ..hasty() };
            assert_solves(&settings, "9x9/inkala-2012", budget);
        }
    }
}

#[test]
fn logic_alone_may_do() {
    for prepare in [Prepare::Singles, Prepare::LockedCandidates, Prepare::Pairs] {
        let settings = Memetic { prepare, ..Memetic::default() };
        let outcome = run_once(&settings, &puzzle("twodoku/hard-1"), Budget::default());
        assert_eq!((outcome.stop, outcome.effort.evaluations), (Stop::Singles, Some(0)));
    }
}

#[test]
fn budgets_are_exact_and_givens_stay() {
    for address in ["9x9/golden-nugget", "16x16/hard-1", "25x25/hard-1", "samurai"] {
        assert_exact_evaluations(&hasty(), address, &[1, 2, 20, 21, 22, 1000]);
        assert_givens_stay(&hasty(), address);
    }
    let budget = Budget { generations: Some(5), ..Budget::default() };
    let outcome = run_once(&hasty(), &puzzle("25x25/hard-1"), budget);
    assert_eq!((outcome.stop, outcome.effort.generations), (Stop::Generations, Some(5)));
    assert!(outcome.trace.restarts > Some(0), "{:?}", outcome.trace);
}

#[test]
fn what_is_told_of_the_best_is_true() {
    let puzzle = puzzle("25x25/hard-1");
    let budget = Budget { evaluations: Some(500), ..Budget::default() };
    let outcome = run_once(&hasty(), &puzzle, budget);
    let digits = outcome.grid.expect("the best grid").digits().to_vec();
    let equal = |cell: usize| {
        let peers = puzzle.layout().peers(cell).iter();
        peers.filter(|&&peer| digits[peer as usize] == digits[cell]).count()
    };
    let conflicts = (0..digits.len()).map(equal).sum::<usize>() / 2;
    assert_eq!(outcome.trace.fitness, Some(conflicts as f64));
    assert_eq!(outcome.cost, Some(cost(puzzle.layout(), &digits)));
}

#[test]
fn a_puzzle_that_logic_refutes_has_no_solution() {
    let layout = Layout::named("4x4").expect("built in");
    let givens = [1, 2, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0].to_vec();
    let puzzle = Puzzle::new("none", layout, givens).expect("no clash");
    for prepare in [Prepare::Off, Prepare::Singles, Prepare::Pairs] {
        let settings = Memetic { prepare, ..Memetic::default() };
        assert_eq!(run_once(&settings, &puzzle, Budget::default()).stop, Stop::NoSolution);
    }
}

#[test]
fn an_empty_board_is_filled() {
    let layout = Layout::named("49x49").expect("built in");
    let puzzle = Puzzle::new("empty", layout, vec![0; 49 * 49]).expect("no clash");
    let budget = Budget { evaluations: Some(300), ..Budget::default() };
    let outcome = run_once(&Memetic::default(), &puzzle, budget);
    assert_eq!(outcome.stop, Stop::Evaluations, "rows of the widest kind are searched too");
    assert!(outcome.grid.expect("the best grid").digits().iter().all(|&digit| digit > 0));
}

#[test]
fn a_random_member_has_whole_boxes_of_candidates() {
    for address in ["9x9/golden-nugget", "16x16/hard-1", "samurai"] {
        let puzzle = puzzle(address);
        let graph = ConflictGraph::new(
            &puzzle,
            Prepare::Pairs,
            &mut Meter::new(Budget::default(), &mut Unobserved),
        )
        .expect("candidates");
        let mut genome = puzzle.givens().to_vec();
        graph.randomise(&mut genome, &mut Rng::from_seed(1));
        for number in 0..puzzle.layout().box_count() {
            let cells = puzzle.layout().box_cells(number);
            let held = cells.iter().fold(0u64, |mask, &cell| mask | 1 << genome[cell as usize]);
            assert_eq!(held.count_ones() as usize, puzzle.layout().side(), "{address}");
        }
    }
}

#[test]
fn children_hold_what_a_parent_held() {
    let puzzle = puzzle("9x9/golden-nugget");
    let mut genes = Genes::new(&puzzle);
    let mut rng = Rng::from_seed(8);
    let [first, second] = [1, 2].map(|digit| {
        let filled = |&given: &Digit| if given == 0 { digit } else { given };
        puzzle.givens().iter().map(filled).collect::<Vec<Digit>>()
    });
    for by in WAYS {
        let child = genes.cross(&first, &second, by, Rate::HALF, &mut rng);
        assert!((0..81).all(|cell| child[cell] == first[cell] || child[cell] == second[cell]));
        assert_eq!(genes.cross(&first, &second, by, Rate::ZERO, &mut rng), first);
        assert_eq!(genes.cross(&first, &second, by, Rate::ONE, &mut rng), second);
    }
    let child = genes.cross(&first, &second, Inherited::Boxes, Rate::HALF, &mut rng);
    assert_eq!(changed_boxes(&puzzle, &first, &child).1, 0, "boxes come whole");
    for (share, boxes) in [(0.0, 1), (0.2, 2), (1.0, 9)] {
        let share = Rate::constant(share);
        let child = genes.redraw(&first, &second, share, &mut rng);
        assert_eq!(changed_boxes(&puzzle, &first, &child), (boxes, 0), "{share:?}");
    }
}

/// Boxes whose free cells all differ, and boxes of which only some do.
fn changed_boxes(puzzle: &Puzzle, one: &[Digit], other: &[Digit]) -> (usize, usize) {
    let mut counts = (0, 0);
    for number in 0..puzzle.layout().box_count() {
        let cells = puzzle.layout().box_cells(number).iter().map(|&cell| cell as usize);
        let free: Vec<usize> = cells.filter(|&cell| puzzle.givens()[cell] == 0).collect();
        match free.iter().filter(|&&cell| one[cell] != other[cell]).count() {
            0 => {}
            all if all == free.len() => counts.0 += 1,
            _ => counts.1 += 1,
        }
    }
    counts
}

#[test]
fn a_digit_keeps_its_places_unless_another_one_claims_them() {
    let layout = Layout::named("4x4").expect("built in");
    let puzzle = Puzzle::new("empty", layout, vec![0; 16]).expect("no clash");
    let mut genes = Genes::new(&puzzle);
    let first = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let second = [2, 1, 3, 4, 3, 4, 2, 1, 1, 2, 4, 3, 4, 3, 1, 2];
    for seed in 0..20 {
        let mut rng = Rng::from_seed(seed);
        let child = genes.cross(&first, &second, Inherited::Digits, Rate::HALF, &mut rng);
        assert_eq!(child[2..6], first[2..6], "both parents agree there");
    }
}

#[test]
fn values_that_cannot_work_are_refused() {
    let tabu = |tabu| Memetic { improvement: Improvement::Tabu(tabu), ..Memetic::default() };
    let cases = [
        (Memetic { population: 0, ..Memetic::default() }, "`population`"),
        (Memetic { population: 1, ..Memetic::default() }, "`population`"),
        (Memetic { islands: 0, ..Memetic::default() }, "`islands`"),
        (Memetic { islands: 3, ..Memetic::default() }, "`islands`"),
        (Memetic { islands: 10, ..Memetic::default() }, "`population`"),
        (Memetic { restart: Restart { patience: 0 }, ..Memetic::default() }, "`restart.patience`"),
        (tabu(Tabu { patience: 0, ..Tabu::default() }), "`improvement.tabu.patience`"),
        (tabu(Tabu { tenure: 1 << 30, ..Tabu::default() }), "`improvement.tabu.tenure`"),
        (tabu(Tabu { tenure_by_conflict: -1.0, ..Tabu::default() }), "tenure-by-conflict`"),
        (tabu(Tabu { tenure_at_random: 0, ..Tabu::default() }), "tenure-at-random`"),
    ];
    for (settings, key) in cases {
        let message = settings.check().expect_err(key);
        assert!(message.contains(key), "{message}");
    }
    let crossover = Crossover { rate: Rate::ZERO, ..Crossover::default() };
    let lonely = Memetic { population: 1, crossover, ..Memetic::default() };
    assert_eq!(lonely.check(), Ok(()));
    assert_eq!(Memetic::default().check(), Ok(()));
}

#[test]
fn a_history_goes_on_through_restarts() {
    let budget = Budget { generations: Some(30), ..Budget::default() };
    let outcome = run(&hasty(), &puzzle("25x25/hard-1"), 7, budget, &mut Curious);
    assert!(outcome.trace.restarts > Some(10), "{:?}", outcome.trace);
    let generations: Vec<u64> = outcome.history.iter().map(|point| point.generation).collect();
    assert_eq!(generations, (0..=30).collect::<Vec<u64>>());
}

#[test]
fn every_pool_solves() {
    let budget = Budget { evaluations: Some(2_000_000), ..Budget::default() };
    for (pool, islands) in
        [(PoolRule::Distance, 1), (PoolRule::Parents, 2), (PoolRule::Distance, 2)]
    {
        let settings = Memetic { pool, islands, ..hasty() };
        assert_solves(&settings, "9x9/inkala-2012", budget);
        assert_givens_stay(&settings, "25x25/hard-1");
    }
}
