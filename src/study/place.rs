//! Where printed counts stand among our runs.

use super::evidence::Evidence;
use super::file::PublishedCell;
use crate::analysis::{EffortUnit, Sheet};
use crate::stats::{Prediction, Proportion};

/// The confidence of a prediction.
const CONFIDENCE: f64 = 0.95;

/// A printed count beside the runs on the puzzles that stand in for it, or on the puzzle itself.
#[derive(Clone, Debug)]
pub struct CellPlace {
    /// Our runs that solved.
    pub solved: Proportion,
    /// The mean effort of these.
    pub mean_effort: Option<f64>,
    /// The smallest and the largest solved share of a puzzle.
    pub range: (f64, f64),
    /// Puzzles that stand in; 1 where it may be the study's own.
    pub puzzles: usize,
    /// Where the printed count falls in what runs on one of the puzzles lead to expect, from 0 to 1.
    pub place: f64,
    /// The fewest and the most solved runs that are expected of as many as were printed, where the
    /// puzzle is the study's own.
    pub expected: Option<(u64, u64)>,
}

/// Where a printed count falls among our runs of a method.
pub fn cell_place(
    cell: &PublishedCell,
    runs: u64,
    method: &str,
    evidence: &Evidence<'_>,
    is_own: bool,
) -> Option<CellPlace> {
    let method = evidence.method(method)?;
    let name = if is_own { &cell.file } else { &cell.class };
    let class = evidence.classes.iter().find(|class| class.name == *name)?;
    let unit = evidence.survey.unit.unwrap_or(EffortUnit::Seconds);
    let found = class.figures(&evidence.survey.dataset, method, unit)?;
    let shares = || found.by_puzzle.iter().filter_map(|solved| solved.share());
    let places = found.by_puzzle.iter().map(|&seen| Prediction::new(seen, runs).place(cell.solved));
    Some(CellPlace {
        solved: found.figures.solved,
        mean_effort: found.figures.mean_effort,
        range: (shares().fold(1.0, f64::min), shares().fold(0.0, f64::max)),
        puzzles: found.by_puzzle.len(),
        place: places.sum::<f64>() / found.by_puzzle.len() as f64,
        expected: is_own.then(|| Prediction::new(found.figures.solved, runs).interval(CONFIDENCE)),
    })
}

/// Row and column of two values.
pub fn sheet_place(sheet: &Sheet<'_>, at: &[String]) -> Option<(usize, usize)> {
    let place = |values: &[Option<&str>], wanted: &str| {
        let wanted: f64 = wanted.parse().ok()?;
        let is_it = |value: &Option<&str>| value.and_then(|text| text.parse().ok()) == Some(wanted);
        values.iter().position(is_it)
    };
    Some((place(&sheet.rows, at.first()?)?, place(&sheet.columns, at.get(1)?)?))
}
