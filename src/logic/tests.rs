use std::sync::Arc;

use super::*;
use crate::board::Layout;
use crate::board::digit::{Digit, EMPTY};
use crate::rng::Rng;

const STRENGTHS: [Strength; 3] = [Strength::Singles, Strength::Locked, Strength::Pairs];

/// Two grids that share two thirds of their boxes; their rows meet in six cells.
fn shifted() -> Arc<Layout> {
    Arc::new(Layout::new("shifted", 3, &[(0, 0), (0, 1)]).expect("a layout"))
}

fn named(name: &str) -> Arc<Layout> {
    Layout::named(name).expect("built in")
}

/// The naive twin: digits of each cell as a mask and nothing else, rules as people state them.
#[derive(Clone, PartialEq, Debug)]
struct Twin {
    layout: Arc<Layout>,
    cells: Vec<u64>,
}

impl Twin {
    fn new(layout: &Arc<Layout>, givens: &[Digit]) -> Self {
        let full = (1 << layout.side()) - 1;
        let mask = |&digit: &Digit| if digit == EMPTY { full } else { 1 << (digit - 1) };
        Self { layout: Arc::clone(layout), cells: givens.iter().map(mask).collect() }
    }

    /// The places of a digit among the cells of a unit.
    fn places(&self, unit: usize, bit: usize) -> u64 {
        let cells = self.layout.unit_cells(unit).iter().enumerate();
        cells.fold(0, |mask, (i, &cell)| mask | (self.cells[cell as usize] >> bit & 1) << i)
    }

    fn demands(&self) -> Vec<u64> {
        let units = self.layout.units();
        let bits = |unit| (0..self.layout.side()).map(move |bit| (unit, bit));
        units.flat_map(bits).map(|(unit, bit)| self.places(unit, bit)).collect()
    }

    fn is_dead(&self) -> bool {
        self.cells.contains(&0) || self.demands().contains(&0)
    }

    fn cells_at(&self, unit: usize, places: u64) -> Vec<usize> {
        let cells = self.layout.unit_cells(unit).iter().enumerate();
        cells.filter(|&(i, _)| places >> i & 1 == 1).map(|(_, &cell)| cell as usize).collect()
    }

    /// Applies the rules until they change nothing; says whether there is no contradiction.
    fn settle(&mut self, strength: Strength) -> bool {
        loop {
            let before = self.cells.clone();
            for unit in self.layout.units() {
                self.singles(unit);
                if strength >= Strength::Locked {
                    self.locked(unit);
                }
                if strength >= Strength::Pairs {
                    self.pairs(unit);
                }
            }
            if self.is_dead() {
                return false;
            }
            if before == self.cells {
                return true;
            }
        }
    }

    fn singles(&mut self, unit: usize) {
        for cell in self.cells_at(unit, u64::MAX) {
            let mask = self.cells[cell];
            if mask.count_ones() == 1 {
                let members = self.cells_at(unit, u64::MAX).into_iter();
                members.filter(|&peer| peer != cell).for_each(|peer| self.cells[peer] &= !mask);
            }
        }
        for bit in 0..self.layout.side() {
            let places = self.places(unit, bit);
            if places.count_ones() == 1 {
                let cell = self.cells_at(unit, places)[0];
                self.cells[cell] &= 1 << bit;
            }
        }
    }

    fn locked(&mut self, unit: usize) {
        for bit in 0..self.layout.side() {
            let holders = self.cells_at(unit, self.places(unit, bit));
            for other in self.layout.units().filter(|&other| other != unit) {
                let members = self.cells_at(other, u64::MAX);
                if !holders.is_empty() && holders.iter().all(|cell| members.contains(cell)) {
                    for cell in members.into_iter().filter(|cell| !holders.contains(cell)) {
                        self.cells[cell] &= !(1 << bit);
                    }
                }
            }
        }
    }

    fn pairs(&mut self, unit: usize) {
        let members = self.cells_at(unit, u64::MAX);
        for (i, &first) in members.iter().enumerate() {
            for &second in &members[i + 1..] {
                let mask = self.cells[first];
                if mask.count_ones() == 2 && mask == self.cells[second] {
                    for &cell in members.iter().filter(|&&cell| cell != first && cell != second) {
                        self.cells[cell] &= !mask;
                    }
                }
            }
        }
        for first in 0..self.layout.side() {
            for second in first + 1..self.layout.side() {
                let places = self.places(unit, first);
                if places.count_ones() == 2 && places == self.places(unit, second) {
                    for cell in self.cells_at(unit, places) {
                        self.cells[cell] &= 1 << first | 1 << second;
                    }
                }
            }
        }
    }
}

fn random_digit(mask: u64, rng: &mut Rng) -> Digit {
    let digits: Vec<Digit> = (1..=64).filter(|digit| mask >> (digit - 1) & 1 == 1).collect();
    digits[rng.index(digits.len())]
}

fn random_candidate(candidates: &Candidates, rng: &mut Rng) -> Option<(usize, Digit)> {
    let cells = 0..candidates.cell_masks().len();
    let open: Vec<usize> = cells.filter(|&cell| candidates.digit(cell) == EMPTY).collect();
    let cell = *open.get(rng.index(open.len().max(1)))?;
    Some((cell, random_digit(candidates.cell(cell), rng)))
}

/// A complete grid by random guesses in the cell with the fewest digits.
fn random_grid(layout: &Arc<Layout>, rng: &mut Rng) -> Vec<Digit> {
    loop {
        let mut candidates = Candidates::new(layout);
        for _ in 0..layout.cell_count() {
            let cells = 0..layout.cell_count();
            let open = cells.filter(|&cell| candidates.digit(cell) == EMPTY);
            let fewest = open.min_by_key(|&cell| candidates.cell(cell).count_ones());
            let Some(cell) = fewest else { return candidates.digits() };
            let digit = random_digit(candidates.cell(cell), rng);
            let before = candidates.mark();
            if candidates.assign(cell, digit).and_then(|()| candidates.propagate()).is_err() {
                candidates.undo(before);
                let opposite = candidates.eliminate(cell, digit);
                if opposite.and_then(|()| candidates.propagate()).is_err() {
                    break;
                }
            }
        }
    }
}

fn random_puzzle(grid: &[Digit], keep_percent: u32, rng: &mut Rng) -> Vec<Digit> {
    grid.iter().map(|&digit| if rng.below(100) < keep_percent { digit } else { EMPTY }).collect()
}

fn assert_in_step(candidates: &Candidates) {
    let twin =
        Twin { layout: candidates.layout().clone(), cells: candidates.cell_masks().to_vec() };
    assert_eq!(candidates.demand_masks(), twin.demands());
}

/// Guesses and retreats at random as a search does, with the twin at its side.
fn walk(layout: &Arc<Layout>, strength: Strength, keep_percent: u32, rng: &mut Rng) -> [u32; 2] {
    let givens = random_puzzle(&random_grid(layout, rng), keep_percent, rng);
    let mut candidates = Candidates::new(layout);
    candidates.set_strength(strength);
    candidates.load(&givens).and_then(|()| candidates.propagate()).expect("a solution");
    let mut twin = Twin::new(layout, &givens);
    assert!(twin.settle(strength));
    let mut marks = vec![(candidates.mark(), twin.clone())];
    let mut verdicts = [0; 2];
    for _ in 0..30 {
        assert_eq!(candidates.cell_masks(), twin.cells);
        assert_in_step(&candidates);
        let step = random_candidate(&candidates, rng).map(|(cell, digit)| {
            let is_guess = rng.below(4) > 0;
            let keep = if is_guess { 1 << (digit - 1) } else { !(1 << (digit - 1)) };
            twin.cells[cell] &= keep;
            if is_guess {
                candidates.assign(cell, digit)
            } else {
                candidates.eliminate(cell, digit)
            }
        });
        let outcome = step.unwrap_or(Ok(())).and_then(|()| candidates.propagate());
        assert_in_step(&candidates);
        assert_eq!(outcome.is_ok(), twin.settle(strength));
        verdicts[usize::from(outcome.is_ok())] += 1;
        if outcome.is_err() || candidates.is_complete() || rng.below(12) == 0 {
            marks.truncate(1 + rng.index(marks.len()));
            let (mark, before) = marks.last().expect("the root stays");
            candidates.undo(*mark);
            twin = before.clone();
        } else {
            marks.push((candidates.mark(), twin.clone()));
        }
    }
    verdicts
}

#[test]
fn the_rules_reach_what_the_naive_twin_reaches() {
    let mut rng = Rng::from_seed(1);
    for strength in STRENGTHS {
        let mut verdicts = [0; 2];
        let layouts = [(named("4x4"), 20, 20), (named("9x9"), 28, 14), (shifted(), 28, 6)];
        for (layout, keep_percent, rounds) in layouts {
            for _ in 0..rounds {
                let of_walk = walk(&layout, strength, keep_percent, &mut rng);
                verdicts = [verdicts[0] + of_walk[0], verdicts[1] + of_walk[1]];
            }
        }
        assert!(verdicts.iter().all(|&times| times > 10), "contradictions, none: {verdicts:?}");
    }
}

#[test]
fn single_steps_keep_cells_and_demands_in_step() {
    let mut rng = Rng::from_seed(2);
    for layout in [named("9x9"), named("twodoku"), shifted()] {
        let mut candidates = Candidates::new(&layout);
        let mut marks = vec![(candidates.mark(), candidates.cell_masks().to_vec())];
        for _ in 0..400 {
            let Some((cell, digit)) = random_candidate(&candidates, &mut rng) else { break };
            let dead_end = match rng.below(8) {
                0 => candidates.assign(cell, digit).is_err(),
                _ => candidates.eliminate(cell, digit).is_err(),
            };
            assert_in_step(&candidates);
            if dead_end || rng.below(20) == 0 {
                marks.truncate(1 + rng.index(marks.len()));
                let (mark, cells) = marks.last().expect("the root stays");
                candidates.undo(*mark);
                assert_eq!(candidates.cell_masks(), cells);
                assert_in_step(&candidates);
            } else if rng.below(5) == 0 {
                marks.push((candidates.mark(), candidates.cell_masks().to_vec()));
            }
        }
    }
}

#[test]
fn a_step_that_empties_a_variable_names_it() {
    let mut candidates = Candidates::new(&named("4x4"));
    for digit in 1..=3 {
        candidates.eliminate(5, digit).expect("a digit is left");
    }
    assert_eq!(candidates.eliminate(5, 4), Err(Contradiction::Cell(5)));
    let mut candidates = Candidates::new(&named("4x4"));
    for cell in 0..3 {
        candidates.eliminate(cell, 2).expect("a place is left");
    }
    assert_eq!(candidates.eliminate(3, 2), Err(Contradiction::Demand(1)));
}

#[test]
fn givens_that_clash_do_not_load() {
    let mut candidates = Candidates::new(&named("twodoku"));
    let layout = candidates.layout().clone();
    let shared = layout.cell_at(7, 7).expect("the middle");
    for peer in [layout.cell_at(7, 0), layout.cell_at(14, 7)] {
        let mut givens = vec![EMPTY; layout.cell_count()];
        givens[shared] = 3;
        assert_eq!(candidates.load(&givens), Ok(()));
        givens[peer.expect("a cell")] = 3;
        assert!(candidates.load(&givens).is_err());
    }
}

#[test]
fn no_rule_removes_a_digit_of_a_solution() {
    let mut rng = Rng::from_seed(3);
    let layouts = [named("9x9"), named("16x16"), named("twodoku"), named("samurai"), shifted()];
    for layout in layouts {
        for keep_percent in [15, 25, 30, 35, 45] {
            let grid = random_grid(&layout, &mut rng);
            let givens = random_puzzle(&grid, keep_percent, &mut rng);
            let mut open = Vec::new();
            for strength in STRENGTHS {
                let mut candidates = Candidates::new(&layout);
                candidates.set_strength(strength);
                let outcome = candidates.load(&givens).and_then(|()| candidates.propagate());
                assert_eq!(outcome, Ok(()), "{layout:?}");
                let keeps = |cell: usize| candidates.cell(cell) >> (grid[cell] - 1) & 1 == 1;
                assert!((0..grid.len()).all(keeps), "{layout:?} {strength:?} {givens:?}");
                open.push(
                    candidates.cell_masks().iter().map(|mask| mask.count_ones()).sum::<u32>(),
                );
            }
            assert!(open.is_sorted_by(|weaker, stronger| weaker >= stronger), "{open:?}");
        }
    }
}

#[test]
fn known_puzzles_need_what_they_need() {
    let puzzles = [
        (
            ".1...9....6..3...9...5..3...94.....8..1.9.7....7.826..7...2...4.3...61.......3...",
            Technique::Singles,
        ),
        (
            ".4..6....8..14...6...9..54.......79....852.3.......4.8..6......734...........3..5",
            Technique::LockedCandidates,
        ),
        (
            "....94..7.385......6....4...1.3.....6......2...49..8..3............7.65...9.5...2",
            Technique::Pairs,
        ),
        (
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            Technique::Guess,
        ),
    ];
    for (text, technique) in puzzles {
        let digit = |symbol: u8| if symbol == b'.' { EMPTY } else { symbol - b'0' };
        let givens = text.bytes().map(digit).collect();
        let puzzle = Puzzle::new("known", named("9x9"), givens).expect("no clash");
        assert_eq!(technique_needed(&puzzle), technique, "{text}");
    }
}

#[test]
fn past_contradictions_digits_that_stand_never_clash() {
    let mut rng = Rng::from_seed(8);
    let mut failed = 0;
    for layout in [named("9x9"), named("twodoku"), shifted()] {
        for _ in 0..20 {
            let givens = random_puzzle(&random_grid(&layout, &mut rng), 15, &mut rng);
            let mut candidates = Candidates::new(&layout);
            candidates.load(&givens).and_then(|()| candidates.propagate()).expect("a solution");
            let (mark, before) = (candidates.mark(), candidates.cell_masks().to_vec());
            let mut plain = candidates.clone();
            let mut is_sound = true;
            for cell in 0..layout.cell_count() {
                if candidates.cell(cell).count_ones() < 2 {
                    continue;
                }
                let digit = random_digit(candidates.cell(cell), &mut rng);
                candidates.assign_regardless(cell, digit);
                is_sound =
                    is_sound && plain.assign(cell, digit).and_then(|()| plain.propagate()).is_ok();
                if is_sound {
                    assert_eq!(candidates.cell_masks(), plain.cell_masks());
                }
                assert_in_step(&candidates);
                assert!(Puzzle::new("", layout.clone(), candidates.digits()).is_ok());
            }
            failed += usize::from(!candidates.is_complete());
            candidates.undo(mark);
            assert_eq!(candidates.cell_masks(), before);
            assert_in_step(&candidates);
        }
    }
    assert!(failed > 10, "{failed}");
}
