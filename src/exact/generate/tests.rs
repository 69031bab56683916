use super::*;
use crate::board::text::{Form, print};
use crate::board::{Grid, Layout, flaw};
use crate::solver::Unobserved;

fn recipe(layout: &str, givens: Givens) -> Recipe {
    Recipe {
        shared: None,
        layout: Layout::named(layout).expect("a built-in layout"),
        givens,
        solutions: Solutions::One,
        symmetry: Symmetry::None,
        logic: Logic::Any,
        attempts: 20,
        nodes: 1_000_000,
    }
}

fn made(recipe: &Recipe, seed: u64) -> Generated {
    generate(recipe, &mut Rng::from_seed(seed), &mut Unobserved).expect("a puzzle")
}

fn solutions(puzzle: &Puzzle) -> Count {
    count(puzzle, &mut Meter::new(Budget::default(), &mut Unobserved))
}

fn without(puzzle: &Puzzle, cell: usize) -> Puzzle {
    let mut givens = puzzle.givens().to_vec();
    givens[cell] = EMPTY;
    Puzzle::new("", Arc::clone(puzzle.layout()), givens).expect("fewer givens")
}

#[test]
fn full_grids_solve_the_empty_puzzle_of_every_layout() {
    for name in ["4x4", "9x9", "16x16", "25x25", "36x36", "twodoku", "samurai"] {
        let layout = Layout::named(name).expect("a built-in layout");
        let empty = Puzzle::new("", Arc::clone(&layout), vec![EMPTY; layout.cell_count()]);
        let empty = empty.expect("no givens");
        let mut searcher = Searcher::new(&layout);
        let grids: Vec<Vec<Digit>> = (0..2)
            .map(|seed| {
                let mut rng = Rng::from_seed(seed);
                let grid = random_grid(&layout, &mut searcher, &mut rng, &mut Unobserved);
                grid.continue_value().flatten().expect("a grid")
            })
            .collect();
        for grid in &grids {
            assert_eq!(flaw(&empty, &Grid::new(grid.clone())), None, "{name}");
        }
        assert_ne!(grids[0], grids[1], "{name}");
    }
}

/// In uniform grids the digit of the first cell is any digit, and stands anywhere in a box that
/// shares no line with that cell.
#[test]
fn grids_look_uniform() {
    for name in ["9x9", "twodoku"] {
        let layout = Layout::named(name).expect("a built-in layout");
        let mut searcher = Searcher::new(&layout);
        let mut rng = Rng::from_seed(5);
        let mut counts = [[0u32; 9]; 2];
        for _ in 0..9000 {
            let grid = random_grid(&layout, &mut searcher, &mut rng, &mut Unobserved);
            let grid = grid.continue_value().flatten().expect("a grid");
            counts[0][grid[0] as usize - 1] += 1;
            let far_box = layout.box_cells(4).iter();
            let place = far_box.map(|&cell| grid[cell as usize]).position(|digit| digit == grid[0]);
            counts[1][place.expect("every box has every digit")] += 1;
        }
        for counts in counts {
            let distances = counts.iter().map(|&count| f64::from(count.abs_diff(1000)));
            let statistic: f64 = distances.map(|distance| distance * distance / 1000.0).sum();
            assert!(statistic < 26.12, "{name}: chi-squared, 8 degrees, 0.001: {statistic}");
        }
    }
}

#[test]
fn a_minimal_puzzle_needs_every_given() {
    for (layout, seeds) in [("4x4", 0..20), ("9x9", 0..20), ("twodoku", 0..3), ("16x16", 0..1)] {
        for seed in seeds {
            let Generated { puzzle, shortfall, .. } = made(&recipe(layout, Givens::Minimal), seed);
            assert_eq!(shortfall, None);
            assert_eq!(solutions(&puzzle), Count::One, "{layout} {seed}");
            for cell in (0..puzzle.givens().len()).filter(|&cell| puzzle.givens()[cell] != EMPTY) {
                assert_eq!(solutions(&without(&puzzle, cell)), Count::Several, "{layout} {seed}");
            }
        }
    }
}

#[test]
fn the_number_of_givens_is_kept() {
    for (layout, low, high) in [
        ("9x9", 25, 29),
        ("9x9", 81, 81),
        ("twodoku", 65, 69),
        ("16x16", 98, 110),
        ("25x25", 312, 312),
    ] {
        let made = made(&recipe(layout, Givens::Between(low, high)), 7);
        assert_eq!(made.shortfall, None, "{layout}");
        assert!((low..=high).contains(&made.puzzle.given_count()), "{layout}");
        assert_eq!(solutions(&made.puzzle), Count::One, "{layout}");
    }
}

#[test]
fn what_is_out_of_reach_is_said_and_the_nearest_kept() {
    let recipe = Recipe { attempts: 2, ..recipe("9x9", Givens::Between(17, 17)) };
    let made = made(&recipe, 1);
    let reached = made.puzzle.given_count();
    assert_eq!(made.shortfall, Some(format!("17 givens wanted, {reached} reached")));
    assert_eq!(solutions(&made.puzzle), Count::One);
}

#[test]
fn any_number_of_solutions_is_counted_honestly() {
    for (givens, expected) in [(0, Count::Several), (10, Count::Several), (81, Count::One)] {
        let recipe =
            Recipe { solutions: Solutions::Any, ..recipe("9x9", Givens::Between(givens, givens)) };
        let made = made(&recipe, 3);
        assert_eq!(made.puzzle.given_count(), givens);
        assert_eq!(made.solutions, expected);
    }
}

#[test]
fn patterns_are_symmetric() {
    for (layout, symmetry) in
        [("9x9", Symmetry::Rotate180), ("9x9", Symmetry::Mirror), ("twodoku", Symmetry::Rotate180)]
    {
        for givens in [Givens::Minimal, Givens::Between(70, 70)] {
            let recipe = Recipe { symmetry, ..recipe(layout, givens) };
            let puzzle = made(&recipe, 2).puzzle;
            assert_eq!(solutions(&puzzle), Count::One);
            for orbit in symmetry::orbits(puzzle.layout(), symmetry).expect("symmetric") {
                let kept = orbit.iter().filter(|&&cell| puzzle.givens()[cell] != EMPTY).count();
                assert!(kept == 0 || kept == orbit.len(), "{layout} {symmetry:?}");
            }
        }
    }
}

#[test]
fn the_promised_logic_is_kept() {
    let singles = Recipe { logic: Logic::Singles, ..recipe("twodoku", Givens::Between(48, 49)) };
    assert_eq!(made(&singles, 1).technique, Some(Technique::Singles));
    let beyond = Recipe { logic: Logic::BeyondSingles, ..recipe("9x9", Givens::Minimal) };
    for seed in 0..5 {
        let made = made(&beyond, seed);
        assert_eq!(made.shortfall, None);
        assert!(made.technique > Some(Technique::Singles));
    }
}

#[test]
fn so_many_givens_lie_in_shared_boxes() {
    let ordinary = recipe("twodoku", Givens::Between(67, 67));
    for shared in [0, 4, 9] {
        let singles = Recipe { logic: Logic::Singles, ..ordinary.clone() };
        let any = Recipe { solutions: Solutions::Any, ..ordinary.clone() };
        for recipe in [singles, any] {
            let made = made(&Recipe { shared: Some(shared), ..recipe }, 3);
            let cells = shared_cells(made.puzzle.layout());
            let givens = cells.iter().filter(|&&cell| made.puzzle.givens()[cell] != EMPTY);
            assert_eq!((made.shortfall, cells.len(), givens.count()), (None, 9, shared));
            assert_eq!(made.puzzle.given_count(), 67);
        }
    }
    let many = Recipe { shared: Some(10), ..ordinary };
    assert!(many.check().expect_err("refused").to_string().contains("they have 9 cells"));
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |recipe: Recipe| recipe.check().expect_err("refused").to_string();
    let any = |layout, givens| Recipe { solutions: Solutions::Any, ..recipe(layout, givens) };
    assert!(refused(recipe("36x36", Givens::Minimal)).contains("side of 36"));
    assert!(refused(recipe("9x9", Givens::Between(16, 16))).contains("it takes 17"));
    assert!(refused(recipe("16x16", Givens::Between(3, 14))).contains("it takes 15"));
    assert!(refused(recipe("9x9", Givens::Between(82, 90))).contains("82 givens for the 81"));
    assert!(refused(recipe("9x9", Givens::Between(30, 20))).contains("ends before it begins"));
    assert!(refused(any("9x9", Givens::Minimal)).contains("one solution"));
    let mirrored = Recipe { symmetry: Symmetry::Mirror, ..recipe("twodoku", Givens::Minimal) };
    assert!(refused(mirrored).contains("symmetry"));
    let logical = Recipe { logic: Logic::Singles, ..any("9x9", Givens::Between(30, 30)) };
    assert!(refused(logical).contains("one solution"));
}

#[test]
fn levels_are_ranges_of_givens() {
    let range = |layout: &str, level: Level| {
        level.givens(&Layout::named(layout).expect("a built-in layout"))
    };
    assert_eq!(range("9x9", Level::Hard), Some(Givens::Between(25, 29)));
    assert_eq!(range("twodoku", Level::Easy), Some(Givens::Between(95, 99)));
    assert_eq!(range("16x16", Level::Hard), Some(Givens::Between(98, 110)));
    assert_eq!(range("25x25", Level::Hard), Some(Givens::Between(300, 318)));
    assert_eq!(range("samurai", Level::Easy), None);
}

#[test]
fn no_grid_is_tried_after_the_nodes_are_spent() {
    let patient = Recipe { attempts: 3, ..recipe("16x16", Givens::Between(60, 60)) };
    let impatient = Recipe { nodes: 1, ..patient.clone() };
    let first_grid_only = Recipe { attempts: 1, ..patient.clone() };
    let givens = |recipe: &Recipe| made(recipe, 1).puzzle.givens().to_vec();
    assert_eq!(givens(&impatient), givens(&first_grid_only));
    assert_ne!(givens(&patient), givens(&first_grid_only), "a later grid comes nearer");
}

#[test]
fn symmetric_givens_without_proofs_reach_their_number_where_it_can_be() {
    let any = |layout, givens| Recipe {
        solutions: Solutions::Any,
        symmetry: Symmetry::Rotate180,
        ..recipe(layout, Givens::Between(givens, givens))
    };
    for seed in 0..10 {
        for givens in [30, 31] {
            assert_eq!(made(&any("9x9", givens), seed).shortfall, None, "{givens} {seed}");
        }
        // No cell of a 16x16 is its own image.
        assert_eq!(made(&any("16x16", 100), seed).shortfall, None);
        let odd = made(&any("16x16", 101), seed);
        assert_eq!(odd.shortfall.as_deref(), Some("101 givens wanted, 100 reached"));
    }
}

#[test]
fn a_number_of_a_series_is_always_the_same_puzzle() {
    let recipe = recipe("4x4", Givens::Between(6, 6));
    for (number, expected) in [(2, "412.......3...12\n"), (1, "...242..3..1...4\n")] {
        let made = generate_numbered(&recipe, 5, number, &mut Unobserved).expect("a puzzle");
        assert_eq!(print(made.puzzle.layout(), made.puzzle.givens(), Form::Line), expected);
    }
}

#[test]
fn choices_are_words_of_a_file() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Choices(Solutions, Symmetry, Logic, Level);
    let read = |text: &str| text.parse::<toml::Value>().expect("TOML").try_into::<Choices>();
    let expected = Choices(Solutions::Any, Symmetry::Rotate180, Logic::BeyondSingles, Level::Hard);
    assert_eq!(read("['any', 'rotate180', 'beyond-singles', 'hard']"), Ok(expected));
    assert!(read("['Any', 'none', 'any', 'easy']").is_err());
}
