//! Which representation holds the genomes of a run.
//!
//! The choice is a pure function of variant and layout, never of the machine; either gives the
//! same course, generation by generation.

use super::fitness::Fitness;
use super::genomes::Genomes;
use super::operators::{Encoding, Improvement, Lines, Mutation, RowSearch, SwapTest};
use super::packed::{Overlay, Packed, PackedRows, Single, Twodoku};
use super::plain::Plain;
use super::variant::Variant;
use crate::board::Layout;

/// How genomes are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Representation {
    /// A byte a cell.
    Plain,
    /// Masks a box.
    Packed,
    /// Masks a row of one 9x9 grid.
    PackedRows,
}

/// The most boxes that a packed genome of an overlay holds.
const MOST_BOXES: usize = 64;

impl Representation {
    /// Packed for boxes and rows with operators that masks are good at.
    pub fn of(variant: &Variant, layout: &Layout) -> Self {
        let holds_boxes = layout.box_side() <= 5 && layout.box_count() <= MOST_BOXES;
        let holds_rows = layout.box_side() == 3 && layout.grid_count() == 1;
        match variant.encoding {
            Encoding::Boxes if holds_boxes && suits_masks(variant) => Self::Packed,
            Encoding::Rows if holds_rows && suits_row_masks(variant) => Self::PackedRows,
            _ => Self::Plain,
        }
    }

    /// Does a task with genomes held this way.
    pub fn run<T: Task>(self, layout: &Layout, task: T) -> T::Output {
        let grids = layout.origins();
        match (self, layout.box_side(), layout.box_count()) {
            (Self::Packed, 2, _) => task.run::<Packed<u32, 2, MOST_BOXES, Overlay<2>>>(),
            (Self::Packed, 3, 9) => task.run::<Packed<u32, 3, 9, Single>>(),
            (Self::Packed, 3, 17) if grids == [(0, 0), (2, 2)] => {
                task.run::<Packed<u32, 3, 17, Twodoku>>()
            }
            (Self::Packed, 3, ..=32) => task.run::<Packed<u32, 3, 32, Overlay<3>>>(),
            (Self::Packed, 3, _) => task.run::<Packed<u32, 3, MOST_BOXES, Overlay<3>>>(),
            (Self::Packed, 4, 16) => task.run::<Packed<u64, 4, 16, Single>>(),
            (Self::Packed, 4, _) => task.run::<Packed<u64, 4, MOST_BOXES, Overlay<4>>>(),
            (Self::Packed, 5, 25) => task.run::<Packed<u128, 5, 25, Single>>(),
            (Self::Packed, 5, _) => task.run::<Packed<u128, 5, MOST_BOXES, Overlay<5>>>(),
            (Self::PackedRows, ..) => task.run::<PackedRows>(),
            _ => task.run::<Plain>(),
        }
    }
}

impl Representation {
    /// Bytes that a genome takes.
    pub fn slot_bytes(self, layout: &Layout) -> usize {
        self.run(layout, Weighing(layout))
    }
}

/// Finds out what a genome takes.
struct Weighing<'a>(&'a Layout);

impl Task for Weighing<'_> {
    type Output = usize;

    fn run<G: Genomes>(self) -> usize {
        G::slot_bytes(self.0)
    }
}

/// Something to do with genomes, however they are held.
pub(super) trait Task {
    type Output;

    fn run<G: Genomes>(self) -> Self::Output;
}

fn suits_masks(variant: &Variant) -> bool {
    let is_scored =
        matches!(variant.fitness, Fitness::Missing | Fitness::Distinct | Fitness::EqualPairs);
    let is_improved = match variant.improvement {
        Improvement::None => true,
        Improvement::Lines(lines) => lines == Lines::default(),
        Improvement::AsCoded(faults) => faults == RowSearch::default(),
        Improvement::Partners(_) => false,
    };
    let test = match variant.mutation {
        Mutation::Swap(swap) => swap.test(),
        Mutation::OneSwap(swap) => swap.test(),
        Mutation::None | Mutation::Redraw(_) => SwapTest::default(),
    };
    is_scored && is_improved && test == SwapTest::default()
}

fn suits_row_masks(variant: &Variant) -> bool {
    let is_scored = matches!(
        variant.fitness,
        Fitness::Missing | Fitness::Distinct | Fitness::Product | Fitness::IllegalUnits
    );
    is_scored && variant.improvement == Improvement::None
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::board::{Puzzle, collection};
    use crate::rng::Rng;
    use crate::search::evolution::Evolution;
    use crate::search::{Tables, ga};
    use crate::solver::{Budget, Meter, Unobserved};

    /// The keys of every population of a run.
    struct Course<'a> {
        tables: &'a Tables,
        budget: Budget,
        seed: u64,
    }

    impl Task for Course<'_> {
        type Output = Vec<Vec<u64>>;

        fn run<G: Genomes>(self) -> Self::Output {
            let mut observer = Unobserved;
            let mut rng = Rng::from_seed(self.seed);
            let mut meter = Meter::new(self.budget, &mut observer);
            let mut evolution = Evolution::<G>::new(self.tables, &mut rng, &mut meter);
            let mut course = Vec::new();
            let mut step = ga::begin(&mut evolution);
            loop {
                course.push(evolution.keys[evolution.current()].to_vec());
                if let ControlFlow::Break(_) = step {
                    return course;
                }
                step = ga::generation(&mut evolution);
            }
        }
    }

    fn puzzle(address: &str) -> Puzzle {
        collection::find(address).expect("an embedded puzzle").remove(0)
    }

    fn variant(text: &str) -> Variant {
        toml::from_str(text).expect("a variant")
    }

    #[test]
    fn packed_and_plain_take_the_same_course() {
        let variants = [
            "",
            "improvement.lines = {}",
            "learning.replace = 50",
            "stagnation.purge.patience = 5",
            "stagnation.restart = { patience = 5, keep = 15 }",
            "improvement.lines = {}\nlearning.replace = 20\nstagnation.purge.patience = 3",
            "population = 51\nfitness = 'equal-pairs'\nselection.tournament.size = 7\nelite = 1\n\
             breeding.parent-and-child = {}\ncrossover.uniform = {}\nmutation.one-swap.rate = 0.5\n\
             stagnation.purge.patience = 4",
            "population = 21\nelite = 1\nselection = 'uniform'\nbreeding = 'sorted'\nageing = 1\n\
             crossover.uniform = {}\nmutation.one-swap.rate = 1.0",
            "breeding.pairs.keep = 'better'\nselection = 'roulette'\nmate = 'random-new'",
            "selection.rank = {}\nelite = 3\ninject.each = 2\nmutation.swap.accept = 'not-worse'",
            "crossover.one-point = {}\nbreeding = 'one-child'\nmutation.swap.reshuffle = 0.1",
            "crossover.bands = { rate = 0.5, stack-score = 'as-coded' }",
            "improvement.as-coded = {}",
            "crossover.bands = { rate = 0.5, stack-score = 'as-coded' }\n\
             improvement.as-coded = {}\nlook = 'as-coded'",
        ];
        let puzzles = [
            puzzle("9x9/hard-1"),
            puzzle("twodoku/hard-1"),
            puzzle("samurai/minimal"),
            puzzle("16x16/hard-1"),
            puzzle("25x25/hard-1"),
            odd_overlay(),
        ];
        for puzzle in &puzzles {
            for text in variants {
                assert_same_course(puzzle, text, Representation::Packed);
            }
        }
    }

    #[test]
    fn packed_rows_and_plain_take_the_same_course() {
        let elitist = "population = 60\nelite = 5\nselection.tournament.size = 5\n\
                       crossover.uniform.rate = 1.0\nmutation.swap.rate = 0.2";
        let restart = "population = 300\nelite = 20\nfitness = 'product'\n\
                       selection.tournament.size = 20\nbreeding = 'one-child'\n\
                       crossover.one-point = {}\nmutation.one-swap.count-limit = 'box-side'\n\
                       stagnation.restart = { patience = 0, every = 4, keep = 20, limit = 1 }";
        let as_coded = "population = 300\nelite = 20\nfitness = 'product'\nfresh = 'as-coded'\n\
                        selection.tournament = { size = 10, replacement = true }\n\
                        breeding = 'elite-and-pool'\n\
                        crossover.one-point = { rate = 1.0, cut = 'as-coded' }\n\
                        mutation.one-swap = { places = 'as-coded', accept = 'not-worse' }";
        let variants = [
            elitist.to_owned(),
            format!("{elitist}\nadaptive.stale = {{ after = 2 }}"),
            format!("{elitist}\ninject = {{ every = 3, each = 2 }}\nlearning.replace = 20"),
            format!("{elitist}\nfitness = 'distinct'\nmutation.swap.reshuffle = 0.1"),
            format!("{elitist}\nmutation.swap.filter = 'admissible'\nbreeding = 'mate'"),
            format!("{elitist}\nbreeding.pairs.keep = 'better'\nstagnation.purge.patience = 3"),
            format!("{elitist}\ncrossover.uniform.share = 0.3\nmutation.swap.accept = 'not-worse'"),
            restart.to_owned(),
            format!(
                "{restart}\nmutation.one-swap.swaps = 5\nselection.tournament.replacement = true"
            ),
            format!("{restart}\nmutation.one-swap.accept = 'not-worse'\nmate = 'random-new'"),
            format!("{restart}\nmutation.one-swap.filter = 'admissible'"),
            as_coded.to_owned(),
            as_coded.replace("product", "illegal-units"),
            as_coded.replace("product", "missing"),
            as_coded.replace("one-swap = { places", "one-swap = { swaps = 3, places"),
        ];
        for address in ["9x9/hard-1", "9x9/golden-nugget"] {
            for text in &variants {
                let text = format!("encoding = 'rows'\n{text}");
                assert_same_course(&puzzle(address), &text, Representation::PackedRows);
            }
        }
    }

    fn assert_same_course(puzzle: &Puzzle, text: &str, packed: Representation) {
        let variant = variant(text);
        variant.check().expect("a sound variant");
        let layout = puzzle.layout();
        assert_eq!(Representation::of(&variant, layout), packed, "{text}");
        let tables = Tables::new(puzzle, &variant);
        let budget =
            Budget { generations: Some(12), evaluations: Some(12_345), ..Budget::default() };
        let course =
            |how: Representation| how.run(layout, Course { tables: &tables, budget, seed: 7 });
        let plain = course(Representation::Plain);
        assert!(plain.len() > 1, "{text}: {}", plain.len());
        assert_eq!(plain, course(packed), "{} {text}", layout.name());
    }

    /// Three grids of which two share whole columns.
    fn odd_overlay() -> Puzzle {
        let layout = Layout::new("odd", 3, &[(0, 0), (1, 0), (2, 2)]).expect("a layout");
        let cells = layout.cell_count();
        let mut givens = vec![0; cells];
        givens[0] = 5;
        givens[cells - 1] = 3;
        Puzzle::new("odd", std::sync::Arc::new(layout), givens).expect("a puzzle")
    }
}
