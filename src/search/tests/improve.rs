//! Local search: positions by hand, and a twin written from the words of the study.

use super::super::Tables;
use super::super::improve::improve;
use super::super::operators::{
    Accept, Crossover, Encoding, Improvement, Lines, Partners, RowSearch, Shared,
};
use super::super::variant::Variant;
use super::{damage, layouts, random_genome, scattered};
use crate::board::{Layout, Puzzle, cost};
use crate::rng::Rng;

fn tables(puzzle: &Puzzle, encoding: Encoding, improvement: Improvement) -> Tables {
    let crossover = Crossover::None;
    let variant = Variant { encoding, improvement, crossover, ..Variant::default() };
    variant.check().expect("a variant that goes together");
    Tables::new(puzzle, &variant)
}

fn digits(text: &str) -> Vec<u8> {
    text.bytes().filter(u8::is_ascii_digit).map(|symbol| symbol - b'0').collect()
}

fn small(givens: &str) -> Puzzle {
    let layout = Layout::named("4x4").expect("a layout");
    Puzzle::new("small", layout, digits(givens)).expect("no clash")
}

const FREE: &str = "0000 0000 0000 0000";

fn improved(tables: &Tables, genome: &str, most: u64) -> (Vec<u8>, u64) {
    let mut genome = digits(genome);
    let swaps = improve(tables, &mut genome, &mut Rng::from_seed(1), most);
    (genome, swaps)
}

#[test]
fn lines_exchange_what_each_has_twice_and_the_other_lacks() {
    let always = Lines::default();
    let same_line = Lines { same_line: true, ..always };
    // Givens, genome, rule, what becomes of it, swaps.
    let cases = [
        // Columns 1 and 2 hold 1 3 1 3 and 2 4 2 4: 1 goes for 2 and 3 for 4, and so it goes in
        // the right half and then in the rows.
        (FREE, "1212 3434 1212 3434", always, "4321 2143 3412 1234", 8),
        (FREE, "1212 3434 1212 3434", same_line, "4321 2143 3412 1234", 8),
        // A solution has no illegal line.
        (FREE, "1234 3412 2143 4321", always, "1234 3412 2143 4321", 0),
        // A given is not moved: 3 goes for 2 across the box, and 1 for 4 in the box below.
        ("1000 0000 0000 0000", "1212 3434 1212 3434", always, "1324 2413 4312 2134", 6),
        // In the same line 3 goes for 4, and 1 for 2 below.
        ("1000 0000 0000 0000", "1212 3434 1212 3434", same_line, "1321 4243 3412 2134", 7),
    ];
    for (givens, genome, rule, expected, swaps) in cases {
        let tables = tables(&small(givens), Encoding::Boxes, Improvement::Lines(rule));
        let found = improved(&tables, genome, u64::MAX);
        assert_eq!(found, (digits(expected), swaps), "{givens} {genome} {rule:?}");
    }
}

#[test]
fn partners_exchange_within_rows() {
    let both = Improvement::Partners(Partners::default());
    let columns = Improvement::Partners(Partners { columns: true, boxes: false });
    let boxes = Improvement::Partners(Partners { columns: false, boxes: true });
    let cases = [
        // Columns 1 and 2 are illegal, and each is the other's only partner: 1 and 2 of the first
        // row, then 3 and 4 of the second.
        (columns, FREE, "1234 3412 1243 3421", "2134 4312 1243 3421", 2),
        (boxes, FREE, "1234 3412 1243 3421", "1234 3412 1243 3421", 0),
        (both, FREE, "1234 3412 1243 3421", "2134 4312 1243 3421", 2),
        (columns, "1000 0000 0000 0000", "1234 3412 1243 3421", "1234 4312 2143 3421", 2),
        // Boxes 1 and 2 hold 1 2 1 2 and 3 4 3 4: 1 goes for 3, then 2 for 4.
        (boxes, FREE, "1234 1234 2143 3412", "3412 1234 2143 3412", 2),
        (columns, FREE, "1234 3412 2143 4321", "1234 3412 2143 4321", 0),
    ];
    for (rule, givens, genome, expected, swaps) in cases {
        let tables = tables(&small(givens), Encoding::Rows, rule);
        let found = improved(&tables, genome, u64::MAX);
        assert_eq!(found, (digits(expected), swaps), "{givens} {genome} {rule:?}");
    }
}

/// The search by lines from the words of study 000, by places on the canvas.
struct Twin<'a> {
    puzzle: &'a Puzzle,
    digits: Vec<u8>,
    rule: Lines,
    swaps: u64,
}

type Place = (usize, usize);

impl Twin<'_> {
    fn at(&self, (row, column): Place) -> u8 {
        self.digits[self.cell((row, column))]
    }

    fn cell(&self, (row, column): Place) -> usize {
        self.puzzle.layout().cell_at(row, column).expect("a cell")
    }

    fn line(&self, grid: usize, is_row: bool, number: usize) -> Vec<Place> {
        let layout = self.puzzle.layout();
        let (top, left) = layout.origins()[grid];
        let (top, left) = (top * layout.box_side(), left * layout.box_side());
        let place = |step| match is_row {
            true => (top + number, left + step),
            false => (top + step, left + number),
        };
        (0..layout.side()).map(place).collect()
    }

    fn times(&self, line: &[Place], digit: u8) -> usize {
        line.iter().filter(|&&place| self.at(place) == digit).count()
    }

    fn run(&mut self) {
        for grid in 0..self.puzzle.layout().grid_count() {
            self.pass(grid, false);
            self.pass(grid, true);
        }
    }

    fn pass(&mut self, grid: usize, is_row: bool) {
        let numbers = 0..self.puzzle.layout().side();
        let lines: Vec<Vec<Place>> = numbers.map(|n| self.line(grid, is_row, n)).collect();
        let illegal: Vec<&Vec<Place>> = lines
            .iter()
            .filter(|line| line.iter().any(|&place| self.times(line, self.at(place)) > 1))
            .collect();
        for p in 0..illegal.len() {
            for q in p + 1..illegal.len() {
                for &one in illegal[p] {
                    for &other in illegal[q] {
                        self.consider(one, other, is_row, [illegal[p], illegal[q]]);
                    }
                }
            }
        }
    }

    fn consider(&mut self, one: Place, other: Place, is_row: bool, lines: [&Vec<Place>; 2]) {
        let k = self.puzzle.layout().box_side();
        let is_free = |place| self.puzzle.givens()[self.cell(place)] == 0;
        let is_one_box = (one.0 / k, one.1 / k) == (other.0 / k, other.1 / k);
        let is_one_line = if is_row { one.1 == other.1 } else { one.0 == other.0 };
        if !is_free(one) || !is_free(other) || !is_one_box {
            return;
        }
        if self.rule.same_line && !is_one_line {
            return;
        }
        let fits = match self.rule.shared {
            Shared::OneGrid => self.fits(one, other, lines[0], lines[1]),
            Shared::BothGrids => self.lines_through(one, is_row).iter().all(|&(grid, number)| {
                let shift = if is_row {
                    other.0 as i64 - one.0 as i64
                } else {
                    other.1 as i64 - one.1 as i64
                };
                let beside = (number as i64 + shift) as usize;
                let (own, his) = (self.line(grid, is_row, number), self.line(grid, is_row, beside));
                self.fits(one, other, &own, &his)
            }),
        };
        if fits {
            self.swap(one, other);
        }
    }

    /// Grid and number of every line of that kind through a place.
    fn lines_through(&self, place: Place, is_row: bool) -> Vec<(usize, usize)> {
        let layout = self.puzzle.layout();
        let all = (0..layout.grid_count())
            .flat_map(|grid| (0..layout.side()).map(move |number| (grid, number)));
        all.filter(|&(grid, number)| self.line(grid, is_row, number).contains(&place)).collect()
    }

    fn fits(&self, one: Place, other: Place, own: &[Place], his: &[Place]) -> bool {
        let (leaving, coming) = (self.at(one), self.at(other));
        self.times(own, leaving) > 1
            && self.times(his, coming) > 1
            && self.times(own, coming) == 0
            && self.times(his, leaving) == 0
    }

    fn swap(&mut self, one: Place, other: Place) {
        let before = cost(self.puzzle.layout(), &self.digits);
        let (one, other) = (self.cell(one), self.cell(other));
        self.digits.swap(one, other);
        self.swaps += 1;
        if self.rule.accept == Accept::NotWorse && cost(self.puzzle.layout(), &self.digits) > before
        {
            self.digits.swap(one, other);
        }
    }
}

#[test]
fn lines_do_as_the_study_says() {
    let mut rng = Rng::from_seed(2);
    let mut told_apart = 0;
    for layout in layouts() {
        let puzzle = scattered(&layout, layout.cell_count() / 4, &mut rng);
        for case in 0..8 {
            let rule = Lines {
                same_line: case & 1 == 1,
                accept: if case & 2 == 0 { Accept::Always } else { Accept::NotWorse },
                shared: if case & 4 == 0 { Shared::OneGrid } else { Shared::BothGrids },
            };
            let tables = tables(&puzzle, Encoding::Boxes, Improvement::Lines(rule));
            for _ in 0..if layout.side() > 9 { 1 } else { 3 } {
                let mut genome = random_genome(&tables, &mut rng);
                let mut twin = Twin { puzzle: &puzzle, digits: genome.clone(), rule, swaps: 0 };
                twin.run();
                let swaps = improve(&tables, &mut genome, &mut rng, u64::MAX);
                assert_eq!((swaps, &genome), (twin.swaps, &twin.digits), "{layout:?} {rule:?}");
                let mut plain = Twin { rule: Lines::default(), ..twin };
                plain.run();
                told_apart += u32::from(plain.swaps > 0);
            }
        }
    }
    assert!(told_apart > 20, "the keys make a difference");
}

#[test]
fn the_limit_of_swaps_is_kept_exactly_and_genomes_stay_whole() {
    let mut rng = Rng::from_seed(3);
    let rules = [
        (Encoding::Boxes, Improvement::Lines(Lines::default())),
        (
            Encoding::Boxes,
            Improvement::Lines(Lines { accept: Accept::NotWorse, ..Lines::default() }),
        ),
        (Encoding::Rows, Improvement::Partners(Partners::default())),
        (Encoding::Boxes, Improvement::AsCoded(RowSearch::default())),
    ];
    for layout in layouts() {
        let puzzle = scattered(&layout, layout.cell_count() / 4, &mut rng);
        for (encoding, rule) in rules {
            if encoding == Encoding::Rows && layout.grid_count() > 1 {
                continue;
            }
            let tables = tables(&puzzle, encoding, rule);
            let genome = random_genome(&tables, &mut rng);
            let run = |most: u64| {
                let mut genome = genome.clone();
                let swaps = improve(&tables, &mut genome, &mut Rng::from_seed(9), most);
                assert_eq!(damage(&tables, &genome), None, "{layout:?} {rule:?}");
                (genome, swaps)
            };
            let (_, all) = run(u64::MAX);
            for most in [0, 1, 2, 3, all.saturating_sub(1), all, all + 1] {
                let (after, swaps) = run(most);
                assert_eq!(swaps, most.min(all), "{layout:?} {rule:?} {most}");
                assert!(most > 0 || after == genome);
            }
        }
    }
}
