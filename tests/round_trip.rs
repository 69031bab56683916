//! What prints reads back, on every layout and in every form.

use std::sync::Arc;

use proptest::prelude::*;
use sudoga::board::digit::Digit;
use sudoga::board::layout::LAYOUT_NAMES;
use sudoga::board::text::{Form, ReadError, ReadOptions, Reader, print, print_with_header};
use sudoga::board::{Layout, Puzzle};
use sudoga::rng::Rng;

fn read_with(text: &str, options: ReadOptions) -> Vec<Result<Puzzle, ReadError>> {
    Reader::new(text.as_bytes(), "file.txt", options).collect()
}

/// Random givens without a clash: digits of a shifted pattern in a single grid, else whatever fits.
fn random_givens(layout: &Layout, rng: &mut Rng) -> Vec<Digit> {
    let (side, box_side) = (layout.side(), layout.box_side());
    let mut names: Vec<Digit> = (1..=side as Digit).collect();
    rng.shuffle(&mut names);
    let share = rng.below(101);
    let mut givens = vec![0; layout.cell_count()];
    for cell in 0..givens.len() {
        if rng.below(100) >= share {
            continue;
        }
        let (row, column) = layout.position(cell);
        givens[cell] = if layout.grid_count() == 1 {
            names[(row * box_side + row / box_side + column) % side]
        } else {
            let digit = rng.below(side as u32) as Digit + 1;
            let is_free = layout.peers(cell).iter().all(|&peer| givens[peer as usize] != digit);
            if is_free { digit } else { 0 }
        };
    }
    givens
}

fn overlay() -> Arc<Layout> {
    Arc::new(Layout::new("mine", 3, &[(0, 1), (1, 0), (5, 2)]).expect("an overlay with holes"))
}

fn large_overlay() -> Arc<Layout> {
    Arc::new(Layout::new("large", 6, &[(0, 0), (4, 5)]).expect("an overlay of integers"))
}

fn assert_reads_back(puzzle: &Puzzle, options: &ReadOptions, form: Form) {
    let header = [("source".to_owned(), "a test".to_owned())];
    let bare = print(puzzle.layout(), puzzle.givens(), form);
    for text in [bare, print_with_header(puzzle, &header, form)] {
        let found = read_with(&text, options.clone());
        assert_eq!(found.len(), 1, "{form:?}\n{text}");
        let found = found[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(found.layout(), puzzle.layout(), "{text}");
        assert_eq!(found.givens(), puzzle.givens(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_prints_reads_back(seed in any::<u64>()) {
        let mut rng = Rng::from_seed(seed);
        let built_in = LAYOUT_NAMES.map(|name| Layout::named(name).expect("built in"));
        let users = [overlay(), large_overlay()];
        for layout in built_in.iter().chain(&users) {
            let givens = random_givens(layout, &mut rng);
            let puzzle = Puzzle::new("one", Arc::clone(layout), givens).expect("no clash");
            let asked = ReadOptions { layout: Some(Arc::clone(layout)), ..ReadOptions::default() };
            for form in [Form::Line, Form::Grid, Form::Int] {
                assert_reads_back(&puzzle, &asked, form);
                if users.iter().all(|user| user.name() != layout.name()) {
                    assert_reads_back(&puzzle, &ReadOptions::default(), form);
                }
            }
        }
    }
}

#[test]
fn several_printed_with_headers_read_back_in_order() {
    let mut text = String::new();
    let mut expected = Vec::new();
    let mut rng = Rng::from_seed(1);
    for name in LAYOUT_NAMES {
        for form in [Form::Line, Form::Grid, Form::Int] {
            let layout = Layout::named(name).expect("built in");
            let givens = random_givens(&layout, &mut rng);
            let puzzle = Puzzle::new(&format!("{name} {form:?}"), layout, givens);
            expected.push(puzzle.expect("no clash"));
            text += &print_with_header(&expected[expected.len() - 1], &[], form);
        }
    }
    let found: Result<Vec<Puzzle>, ReadError> =
        read_with(&text, ReadOptions::default()).into_iter().collect();
    assert_eq!(found.expect("all good"), expected);
}
