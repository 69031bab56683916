//! Makes puzzles: a random full grid, from which givens are taken away with a proof at every
//! step, or a random choice of givens without any.

mod carve;
mod fill;
mod recipe;
mod symmetry;
mod target;

use std::ops::ControlFlow;
use std::sync::Arc;

pub use fill::random_grid;
use recipe::shared_cells;
pub use recipe::{
    DEFAULT_ATTEMPTS, DEFAULT_NODES, Givens, LARGEST_PROVED_SIDE, Logic, Recipe, RecipeError,
    Solutions,
};
pub use symmetry::Symmetry;
pub use target::{GivenRange, GivenRangeError, Level, Target};

use super::{Count, Searcher, count};
use crate::board::digit::{Digit, EMPTY};
use crate::board::{Puzzle, PuzzleError};
use crate::logic::{Technique, technique_needed};
use crate::rng::{Rng, derived_seed};
use crate::solver::{Budget, Meter, Observer, Stop};
use carve::Carver;

/// Nodes after which the number of solutions of a puzzle made without proofs stays unknown.
const NODES_A_COUNT: u64 = 20_000;

/// A puzzle as it came out.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzle, not yet named.
    pub puzzle: Puzzle,
    /// What is proved about its solutions.
    pub solutions: Count,
    /// The logic it needs, where it has one solution.
    pub technique: Option<Technique>,
    /// What was wanted and not reached, in words.
    pub shortfall: Option<String>,
}

/// Why nothing came out.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The recipe asks for what cannot be.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// No full grid was found.
    #[error("no full grid of this layout was found within the effort allowed")]
    NoGrid,
    /// The observer stopped the work.
    #[error("stopped: {}", .0.word())]
    Stopped(Stop),
    /// A grid of our own making was refused.
    #[error("a generated grid is no puzzle: {0}")]
    NoPuzzle(#[from] PuzzleError),
}

/// Makes one puzzle. The same generator state gives the same puzzle on every machine.
pub fn generate(
    recipe: &Recipe,
    rng: &mut Rng,
    observer: &mut dyn Observer,
) -> Result<Generated, GenerateError> {
    recipe.check()?;
    let orbits = recipe.orbits()?;
    let cells = recipe.layout.cell_count();
    let wanted = match recipe.givens {
        Givens::Minimal => None,
        Givens::Between(low, high) => Some(low + rng.index(high.min(cells) - low + 1)),
    };
    let mut maker = Maker {
        recipe,
        orbits,
        wanted,
        searcher: Searcher::new(&recipe.layout),
        observer,
        nodes: 0,
    };
    let mut best: Option<Draft> = None;
    for _ in 0..recipe.attempts.max(1) {
        let draft = match maker.draft(rng) {
            Err(GenerateError::NoGrid) if best.is_some() => break,
            draft => draft?,
        };
        let is_good = draft.shortfall.is_none();
        if best.as_ref().is_none_or(|best| is_good || draft.distance < best.distance) {
            best = Some(draft);
        }
        // Without proofs another grid is as good as this one.
        let is_last = recipe.solutions == Solutions::Any || maker.nodes >= recipe.nodes;
        if is_good || is_last {
            break;
        }
    }
    best.ok_or(GenerateError::NoGrid).and_then(|draft| maker.finish(draft))
}

/// Makes the puzzle of a number in the series that a master seed and a recipe begin; whatever
/// other puzzles of it are made, and when, changes nothing.
pub fn generate_numbered(
    recipe: &Recipe,
    master: u64,
    number: u64,
    observer: &mut dyn Observer,
) -> Result<Generated, GenerateError> {
    let label = format!("generate {}", recipe.identity());
    generate(recipe, &mut Rng::from_seed(derived_seed(master, &label, number)), observer)
}

struct Maker<'a> {
    recipe: &'a Recipe,
    orbits: Vec<Vec<usize>>,
    wanted: Option<usize>,
    searcher: Searcher,
    observer: &'a mut dyn Observer,
    /// Nodes that proofs have taken so far.
    nodes: u64,
}

/// The outcome of one full grid.
struct Draft {
    givens: Vec<Digit>,
    distance: usize,
    shortfall: Option<String>,
}

impl Maker<'_> {
    fn draft(&mut self, rng: &mut Rng) -> Result<Draft, GenerateError> {
        let grid =
            or_stopped(random_grid(&self.recipe.layout, &mut self.searcher, rng, self.observer))?;
        let grid = grid.ok_or(GenerateError::NoGrid)?;
        rng.shuffle(&mut self.orbits);
        self.favour_shared();
        match self.recipe.solutions {
            Solutions::Any => Ok(self.choose(&grid, rng)),
            Solutions::One => self.carve(&grid),
        }
    }

    /// Where so many givens shall lie in shared boxes, as many cells there come where they are kept,
    /// and the others where they are left out.
    fn favour_shared(&mut self) {
        let Some(wanted) = self.recipe.shared else { return };
        let shared = shared_cells(&self.recipe.layout);
        let is_shared = |orbit: &Vec<usize>| orbit.iter().any(|cell| shared.contains(cell));
        let (mut inside, outside): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.orbits).into_iter().partition(is_shared);
        let left_out = inside.split_off(wanted.min(inside.len()));
        self.orbits = match self.recipe.solutions {
            Solutions::Any => [inside, outside, left_out].concat(),
            Solutions::One => [left_out, outside, inside].concat(),
        };
    }

    fn shared_shortfall(&self, givens: &[Digit]) -> Option<String> {
        let wanted = self.recipe.shared?;
        let shared = shared_cells(&self.recipe.layout);
        let count = shared.iter().filter(|&&cell| givens[cell] != EMPTY).count();
        (count != wanted)
            .then(|| format!("{wanted} givens in shared boxes wanted, {count} reached"))
    }

    /// Keeps groups of cells that fit the number wanted. Where groups differ in size, some orders
    /// of them miss it by one.
    fn choose(&mut self, grid: &[Digit], rng: &mut Rng) -> Draft {
        let mut draft = self.keep_first(grid);
        for _ in 1..self.recipe.attempts {
            if draft.shortfall.is_none() {
                break;
            }
            rng.shuffle(&mut self.orbits);
            self.favour_shared();
            draft = self.keep_first(grid);
        }
        draft
    }

    fn keep_first(&self, grid: &[Digit]) -> Draft {
        let wanted = self.wanted.unwrap_or(grid.len());
        let mut givens = vec![EMPTY; grid.len()];
        let mut count = 0;
        for orbit in &self.orbits {
            if count + orbit.len() <= wanted {
                orbit.iter().for_each(|&cell| givens[cell] = grid[cell]);
                count += orbit.len();
            }
        }
        self.judge(givens, count, None)
    }

    fn carve(&mut self, grid: &[Digit]) -> Result<Draft, GenerateError> {
        let mut carver = Carver::new(self.recipe, &mut self.searcher, self.observer);
        let carved = carver.carve(grid, &self.orbits, self.wanted.unwrap_or(0));
        self.nodes += carver.nodes;
        let carved = or_stopped(carved)?;
        let count = carved.givens.iter().filter(|&&digit| digit != EMPTY).count();
        let unproved = self.wanted.is_none() && !carved.is_minimal;
        let shortfall = unproved.then(|| "not every given was proved necessary".to_owned());
        let shortfall = shortfall.or_else(|| self.logic_shortfall(&carved.givens));
        Ok(self.judge(carved.givens, count, shortfall))
    }

    fn logic_shortfall(&self, givens: &[Digit]) -> Option<String> {
        if self.recipe.logic != Logic::BeyondSingles {
            return None;
        }
        let puzzle = Puzzle::new("", Arc::clone(&self.recipe.layout), givens.to_vec()).ok()?;
        let too_easy = technique_needed(&puzzle) == Technique::Singles;
        too_easy.then(|| "singles suffice".to_owned())
    }

    fn judge(&self, givens: Vec<Digit>, count: usize, shortfall: Option<String>) -> Draft {
        let distance = self.wanted.map_or(count, |wanted| wanted.abs_diff(count));
        let missed = match self.recipe.givens {
            Givens::Between(low, high) if !(low..=high).contains(&count) => {
                let range = if low == high { low.to_string() } else { format!("{low}-{high}") };
                Some(format!("{range} givens wanted, {count} reached"))
            }
            _ => None,
        };
        let missed = missed.or_else(|| self.shared_shortfall(&givens));
        Draft { givens, distance, shortfall: missed.or(shortfall) }
    }

    fn finish(&mut self, draft: Draft) -> Result<Generated, GenerateError> {
        let puzzle = Puzzle::new("", Arc::clone(&self.recipe.layout), draft.givens)?;
        let solutions = match self.recipe.solutions {
            Solutions::One => Count::One,
            Solutions::Any => {
                let budget = Budget { nodes: Some(NODES_A_COUNT), ..Budget::default() };
                count(&puzzle, &mut Meter::new(budget, self.observer))
            }
        };
        let technique = (solutions == Count::One).then(|| technique_needed(&puzzle));
        Ok(Generated { puzzle, solutions, technique, shortfall: draft.shortfall })
    }
}

fn or_stopped<T>(flow: ControlFlow<Stop, T>) -> Result<T, GenerateError> {
    match flow {
        ControlFlow::Continue(value) => Ok(value),
        ControlFlow::Break(stop) => Err(GenerateError::Stopped(stop)),
    }
}

#[cfg(test)]
mod tests;
