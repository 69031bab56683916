//! What kind of puzzle is wanted, and whether there can be one.

use std::sync::Arc;

use super::symmetry::{Symmetry, orbits};
use crate::board::Layout;

/// How many givens a puzzle shall have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Givens {
    /// A number drawn from this range, both ends included.
    Between(usize, usize),
    /// As many as it takes: without any one of them the promise about the solution, or about
    /// the singles that suffice for it, is broken.
    Minimal,
}

/// What is promised about solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solutions {
    /// Exactly one, proved.
    #[default]
    One,
    /// At least one.
    Any,
}

/// What is promised about the logic that a puzzle needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logic {
    /// Nothing.
    #[default]
    Any,
    /// Naked and hidden singles suffice.
    Singles,
    /// Naked and hidden singles do not suffice.
    BeyondSingles,
}

/// The kind of puzzle that is wanted.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The layout.
    pub layout: Arc<Layout>,
    /// How many givens.
    pub givens: Givens,
    /// How many solutions.
    pub solutions: Solutions,
    /// The symmetry of the givens.
    pub symmetry: Symmetry,
    /// The logic it needs.
    pub logic: Logic,
    /// Full grids to try before the best puzzle so far is given out as "not reached".
    pub attempts: usize,
    /// Nodes of proofs after which no further grid is tried.
    pub nodes: u64,
}

/// Why there can be no such puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecipeError {
    /// A range that ends before it begins.
    #[error("givens {0}-{1}: the range ends before it begins")]
    EmptyRange(usize, usize),
    /// More givens than cells.
    #[error("{givens} givens for the {cells} cells of {layout}")]
    TooMany {
        /// Givens wanted.
        givens: usize,
        /// Cells there are.
        cells: usize,
        /// Name of the layout.
        layout: String,
    },
    /// Too few givens for one solution.
    #[error(
        "with {givens} givens a {layout} never has one solution (it takes {fewest}); \
         ask for more, or for any number of solutions"
    )]
    TooFew {
        /// Givens wanted.
        givens: usize,
        /// Givens it takes.
        fewest: usize,
        /// Name of the layout.
        layout: String,
    },
    /// Proofs of uniqueness are out of reach on so large a layout.
    #[error("one solution cannot be proved on a side of {0}; ask for any number of solutions")]
    TooLarge(usize),
    /// The layout is not symmetric.
    #[error("the layout {0} does not have this symmetry; ask for none")]
    NoSymmetry(String),
    /// A promise that only puzzles with one solution can keep.
    #[error("{0} needs a puzzle with one solution")]
    NeedsOneSolution(&'static str),
}

/// The largest side on which uniqueness is proved.
const LARGEST_PROVED_SIDE: usize = 25;

/// Fewest givens of a 9x9 with one solution (McGuire, Tugemann and Civario 2012).
const FEWEST_9X9: usize = 17;

impl Recipe {
    /// Everything that is wanted, as text: puzzles of two recipes have nothing in common even
    /// under one master seed.
    pub fn identity(&self) -> String {
        let Self { layout, givens, solutions, symmetry, logic, .. } = self;
        let (box_side, origins) = (layout.box_side(), layout.origins());
        format!("{box_side} {origins:?} {givens:?} {solutions:?} {symmetry:?} {logic:?}")
    }

    /// Finds out whether there can be such a puzzle.
    pub fn check(&self) -> Result<(), RecipeError> {
        let layout = || self.layout.name().to_owned();
        let cells = self.layout.cell_count();
        self.orbits()?;
        if let Givens::Between(low, high) = self.givens {
            if low > high {
                return Err(RecipeError::EmptyRange(low, high));
            }
            if low > cells {
                return Err(RecipeError::TooMany { givens: low, cells, layout: layout() });
            }
        }
        match self.solutions {
            Solutions::One => self.check_one(),
            Solutions::Any if self.givens == Givens::Minimal => {
                Err(RecipeError::NeedsOneSolution("a minimal puzzle"))
            }
            Solutions::Any if self.logic != Logic::Any => {
                Err(RecipeError::NeedsOneSolution("a choice of logic"))
            }
            Solutions::Any => Ok(()),
        }
    }

    /// The groups of cells that are kept or emptied together.
    pub(super) fn orbits(&self) -> Result<Vec<Vec<usize>>, RecipeError> {
        orbits(&self.layout, self.symmetry)
            .ok_or_else(|| RecipeError::NoSymmetry(self.layout.name().to_owned()))
    }

    fn check_one(&self) -> Result<(), RecipeError> {
        let side = self.layout.side();
        if side > LARGEST_PROVED_SIDE {
            return Err(RecipeError::TooLarge(side));
        }
        // Two digits that are both absent could change places.
        let is_ordinary = side == 9 && self.layout.grid_count() == 1;
        let fewest = if is_ordinary { FEWEST_9X9 } else { side - 1 };
        match self.givens {
            Givens::Between(_, high) if high < fewest => {
                let layout = self.layout.name().to_owned();
                Err(RecipeError::TooFew { givens: high, fewest, layout })
            }
            _ => Ok(()),
        }
    }
}

/// A level of difficulty by the number of givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Many givens.
    Easy,
    /// Fewer.
    Medium,
    /// Few.
    Hard,
}

impl Level {
    /// The range of givens that a level means on a layout; `None` where nobody has said.
    ///
    /// 9x9 as in the comparison of genetic algorithms with depth-first search, Twodoku after the
    /// puzzles of the Twodoku study, the larger ones ours.
    pub fn givens(self, layout: &Layout) -> Option<Givens> {
        let percent = |low: usize, high: usize| {
            let cells = layout.cell_count();
            Some(Givens::Between((low * cells).div_ceil(100), high * cells / 100))
        };
        let between = |low, high| Some(Givens::Between(low, high));
        match (layout.name(), self) {
            ("9x9", Self::Easy) => between(40, 50),
            ("9x9", Self::Medium) => between(30, 39),
            ("9x9", Self::Hard) => between(25, 29),
            ("twodoku", Self::Easy) => between(95, 99),
            ("twodoku", Self::Medium) => between(65, 69),
            ("twodoku", Self::Hard) => between(47, 50),
            ("16x16", Self::Easy) => percent(55, 62),
            ("16x16", Self::Medium) => percent(45, 52),
            ("16x16", Self::Hard) => percent(38, 43),
            ("25x25", Self::Easy) => percent(60, 65),
            ("25x25", Self::Medium) => percent(53, 58),
            ("25x25", Self::Hard) => percent(48, 51),
            _ => None,
        }
    }
}
