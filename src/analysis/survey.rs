//! All that a report tells of a result folder, from three passes over its journal: runs, sums, courses.

use std::collections::BTreeMap;

use super::comparison::{Comparison, Options, common_unit, compare};
use super::courses::Courses;
use super::curve::{Curve, CurveAxis, FIT_SEED, curves};
use super::dataset::Dataset;
use super::observation::Observation;
use super::overview::Overview;
use super::source::placed;
use super::summary::{Summaries, Summary};
use super::sweep::{Axes, Sheet, sheets};
use super::unit::EffortUnit;
use crate::lab::{JournalError, Plan, Results};

/// Puzzles that have pictures of their own; those of further ones are like them.
pub const MOST_PUZZLES: usize = 12;

/// Methods that can be told apart in one picture; beyond them there are no courses.
pub const MOST_METHODS: usize = 12;

/// Numbers of givens from which on there is something to see.
const FEWEST_GIVENS: usize = 3;

/// What a result folder holds, worked out.
pub struct Survey<'p> {
    /// The plan.
    pub plan: &'p Plan,
    /// Runs that are not there.
    pub missing: usize,
    /// Every run.
    pub dataset: Dataset,
    /// The unit in which all runs tell their effort.
    pub unit: Option<EffortUnit>,
    /// The methods compared; `None` for a sweep and where there is nothing to compare.
    pub comparison: Option<Comparison>,
    /// The tables of a sweep.
    pub sheets: Vec<Sheet<'p>>,
    /// Each arm on each puzzle, or in totals.
    pub overview: Overview<'p>,
    /// How fitness went on each of the first puzzles, where methods are few.
    pub courses: Vec<Courses>,
    /// Effort against givens, where puzzles have several numbers of them.
    pub curves: Vec<Curve>,
    /// Of each puzzle that was solved, the run that took the least time: its number and its seconds.
    pub quickest: Vec<(usize, f64)>,
}

/// Works out what results say.
pub fn survey<'p>(results: &mut Results<'_, 'p>) -> Result<Survey<'p>, JournalError> {
    Ok(gather(results)?.compared())
}

/// Reads what results say, which is all that takes the results. Of a million runs these fill memory
/// that a comparison needs.
pub fn gather<'p>(results: &mut Results<'_, 'p>) -> Result<Survey<'p>, JournalError> {
    let plan = results.plan();
    let mut dataset = Dataset::default();
    let mut quickest: BTreeMap<usize, (usize, f64)> = BTreeMap::new();
    placed(results, &mut dataset, |dataset, (puzzle, method), run, record| {
        dataset.add(puzzle, method, Observation::new(run, record));
        let known = quickest.get(&puzzle).map_or(f64::INFINITY, |(_, seconds)| *seconds);
        if record.solved() && record.seconds < known {
            quickest.insert(puzzle, (run.number, record.seconds));
        }
    })?;
    let (overview, sheets) = summed_up(results)?;
    let courses = courses(results, &mut dataset)?;
    let unit = common_unit(&dataset).ok();
    Ok(Survey {
        plan,
        missing: results.missing().len(),
        unit,
        comparison: None,
        sheets,
        overview,
        courses,
        curves: unit.map(|unit| by_givens(&dataset, unit)).unwrap_or_default(),
        quickest: quickest.into_values().collect(),
        dataset,
    })
}

impl Survey<'_> {
    /// The same with its methods compared, where there is something to compare.
    pub fn compared(mut self) -> Self {
        if self.plan.keys.is_empty() {
            let options = Options { primary: self.plan.primary, ..Options::default() };
            self.comparison = compare(&self.dataset, &options).ok();
        }
        self
    }
}

fn summed_up<'p>(
    results: &mut Results<'_, 'p>,
) -> Result<(Overview<'p>, Vec<Sheet<'p>>), JournalError> {
    let plan = results.plan();
    let axes = Axes::usual(plan);
    let (mut overview, mut grid) = (Overview::default(), Vec::new());
    let mut summaries = Summaries::default();
    let mut take = |summary: Summary<'p>| {
        if axes.is_some() {
            grid.push(summary.clone());
        }
        overview.add(summary);
    };
    results.each(|run, record| {
        summaries.add(run, record).into_iter().for_each(&mut take);
        Ok::<(), JournalError>(())
    })?;
    summaries.finish().into_iter().for_each(take);
    let sheets = axes.map(|axes| sheets(plan, axes, &grid)).unwrap_or_default();
    Ok((overview, sheets))
}

fn courses(
    results: &mut Results<'_, '_>,
    dataset: &mut Dataset,
) -> Result<Vec<Courses>, JournalError> {
    let is_shown = dataset.methods().len() <= MOST_METHODS;
    let shown = if is_shown { dataset.puzzles().len().min(MOST_PUZZLES) } else { 0 };
    let mut found: Vec<Courses> = (0..shown).map(|puzzle| Courses::new(dataset, puzzle)).collect();
    if found.is_empty() {
        return Ok(found);
    }
    placed(results, dataset, |_, (puzzle, method), _, record| {
        if let Some(courses) = found.get_mut(puzzle) {
            courses.add(method, record);
        }
    })?;
    Ok(found)
}

/// Effort against givens: nothing where the puzzles have few numbers of givens or several layouts.
fn by_givens(dataset: &Dataset, unit: EffortUnit) -> Vec<Curve> {
    let mut givens: Vec<u32> = dataset.puzzles().iter().filter_map(|facts| facts.givens).collect();
    givens.sort_unstable();
    givens.dedup();
    let mut layouts = dataset.puzzles().iter().map(|facts| &facts.layout);
    let is_one_layout = layouts.next().is_some_and(|first| layouts.all(|other| other == first));
    if givens.len() < FEWEST_GIVENS || !is_one_layout {
        return Vec::new();
    }
    curves(dataset, CurveAxis::Givens, unit, FIT_SEED)
}
