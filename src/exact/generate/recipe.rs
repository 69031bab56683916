//! What kind of puzzle is wanted, and whether there can be one.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Solutions {
    /// Exactly one, proved.
    #[default]
    One,
    /// At least one.
    Any,
}

/// What is promised about the logic that a puzzle needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Logic {
    /// Nothing.
    #[default]
    Any,
    /// Naked and hidden singles suffice.
    Singles,
    /// Naked and hidden singles do not suffice.
    BeyondSingles,
}

/// Full grids that are tried for a puzzle unless told otherwise.
pub const DEFAULT_ATTEMPTS: usize = 100;

/// Nodes of proofs that a puzzle may take unless told otherwise.
pub const DEFAULT_NODES: u64 = 1_000_000;

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
    /// Givens among the cells that lie in more than one grid; `None`: as it comes.
    pub shared: Option<usize>,
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
    /// More givens in shared boxes than these have cells.
    #[error("{wanted} givens in shared boxes wanted; in {layout} they have {cells} cells")]
    TooManyShared {
        /// Givens wanted there.
        wanted: usize,
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
    /// Nobody has said what the levels of this layout are.
    #[error("no levels are defined for the layout {0}; use --givens, such as --givens 45%")]
    NoLevels(String),
}

/// The largest side on which uniqueness is proved.
pub const LARGEST_PROVED_SIDE: usize = 25;

/// Fewest givens of a 9x9 with one solution (McGuire, Tugemann and Civario 2012).
const FEWEST_9X9: usize = 17;

/// The cells that lie in more than one grid.
pub(super) fn shared_cells(layout: &Layout) -> Vec<usize> {
    let mut grids = vec![0; layout.cell_count()];
    for grid in 0..layout.grid_count() {
        layout.grid_cells(grid).iter().for_each(|&cell| grids[cell as usize] += 1);
    }
    (0..grids.len()).filter(|&cell| grids[cell] > 1).collect()
}

impl Recipe {
    /// Everything that is wanted, as text: puzzles of two recipes have nothing in common even
    /// under one master seed.
    pub fn identity(&self) -> String {
        let Self { layout, givens, solutions, symmetry, logic, .. } = self;
        let (box_side, origins) = (layout.box_side(), layout.origins());
        // What was made before there was such a wish keeps its name.
        let shared = self.shared.map_or(String::new(), |shared| format!(" shared {shared}"));
        format!("{box_side} {origins:?} {givens:?} {solutions:?} {symmetry:?} {logic:?}{shared}")
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
        if let Some(wanted) = self.shared {
            let cells = shared_cells(&self.layout).len();
            if wanted > cells {
                return Err(RecipeError::TooManyShared { wanted, cells, layout: layout() });
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
