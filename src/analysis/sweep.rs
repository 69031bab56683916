//! A sweep as tables: one key down, one across, and which cells may be the best.
//!
//! The best of many cells is partly luck: of 16 cells that all solve 30 % of their runs, some cell
//! shows 8 or more of 15 in 56 % of sweeps. So every cell is marked that is not shown to be worse
//! than the best. Testing each cell against the best one does not do, since the best is picked
//! after the fact: with one-sided Fisher tests at 5 %, adjusted by Holm over the 15 others, up to
//! 20 % of sweeps over 16 equal cells call some cell worse.
//!
//! The rule here asks about the range, as Tukey's test of all pairs does (1953), going down step
//! by step as Newman (1939) and Keuls (1952): while the largest share is farther above the
//! smallest one than dealing the outcomes out at random explains (p < 0.05, [`shuffled_range`]),
//! the cells with the smallest share are called worse and leave; what stays is marked. What Newman
//! and Keuls are blamed for, errors in several clusters at once, hardly arises, since cells are
//! compared with the best only: when the first cell that is as good as the best one is called
//! worse, all others of its kind still stand in the reference.
//!
//! Simulated, at least one of 16 equal cells is wrongly called worse in (10 000 sweeps each):
//!
//! | probability of solving | 0.1 | 0.3 | 0.5 | 0.8 |
//! |---|---|---|---|---|
//! | 15 runs a cell | 2.0 % | 2.6 % | 2.9 % | 2.4 % |
//! | 50 runs a cell | 2.9 % | 3.4 % | 3.6 % | 3.6 % |
//!
//! With 2 to 64 equal cells, or with cells on several levels, it was at most 4.2 %. Holm over all
//! 120 pairs keeps to 1.5 % and tells less: of one cell at 0.9 beside fifteen at 0.1, 15 runs each,
//! it leaves 3.7 marked, this rule 1.1.

use std::collections::HashMap;

use super::figures::Figures;
use super::summary::Summary;
use super::unit::EffortUnit;
use crate::board::nearest::nearest;
use crate::lab::{Arm, Plan, Planned};
use crate::method::{Method, RateName};
use crate::stats::{Proportion, shuffled_range};

/// A cell is called worse when chance explains the range this rarely.
pub const LEVEL: f64 = 0.05;

/// Why a plan has no tables with these keys.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum AxesError {
    /// The plan sweeps nothing.
    #[error("the plan varies no parameter, so that there is no table of a sweep")]
    NothingSwept,
    /// The plan does not sweep that key.
    #[error("`{key}` is not varied in this plan; the nearest key that is varied is `{nearest}`")]
    Unknown {
        /// The key asked for.
        key: String,
        /// The nearest one that the plan sweeps.
        nearest: String,
    },
    /// One key for both.
    #[error("`{0}` cannot be both down and across; give two keys that are varied")]
    Twice(String),
}

/// Which swept keys go down and across: places in [`Plan::keys`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// The key whose values are rows.
    pub rows: usize,
    /// The key whose values are columns; `None` when there is one key only.
    pub columns: Option<usize>,
}

impl Axes {
    /// Mutation rates go down and crossover rates across, as in the studies; else the keys in
    /// order. `None` where the plan varies nothing.
    pub fn usual(plan: &Plan) -> Option<Self> {
        let declared = |name: RateName| {
            let mut keys = plan.arms.iter().filter_map(|arm| arm.method.rate_key(name).ok());
            let is_swept = |key: &&str| plan.keys.iter().any(|swept| swept == key);
            // The plan of a folder has its methods written out, without the names of their rates.
            let named = || plan.keys.iter().find(|key| key.starts_with(&name.to_string()));
            keys.find(is_swept).or_else(|| named().map(String::as_str))
        };
        Self::new(plan, declared(RateName::Mutation), declared(RateName::Crossover)).ok()
    }

    /// The axes asked for by their keys; what is not asked for is the first key left.
    pub fn new(plan: &Plan, rows: Option<&str>, columns: Option<&str>) -> Result<Self, AxesError> {
        if plan.keys.is_empty() {
            return Err(AxesError::NothingSwept);
        }
        let place = |key: Option<&str>| key.map(|key| place_of(plan, key)).transpose();
        let (rows, columns) = (place(rows)?, place(columns)?);
        let left = |taken: Option<usize>| (0..plan.keys.len()).find(|&place| Some(place) != taken);
        // A plan with one key has it as rows, also when it was asked for as columns.
        let rows = rows.or(left(columns)).unwrap_or(0);
        match columns.filter(|_| plan.keys.len() > 1).or(left(Some(rows))) {
            Some(columns) if columns == rows => Err(AxesError::Twice(plan.keys[rows].clone())),
            columns => Ok(Self { rows, columns }),
        }
    }
}

fn place_of(plan: &Plan, key: &str) -> Result<usize, AxesError> {
    plan.keys.iter().position(|known| known == key).ok_or_else(|| {
        let nearest = nearest(key, plan.keys.iter().map(String::as_str)).unwrap_or_default();
        AxesError::Unknown { key: key.to_owned(), nearest: nearest.to_owned() }
    })
}

/// One table: a method on a puzzle, at fixed values of the keys that are neither down nor across.
pub struct Sheet<'p> {
    /// The puzzle.
    pub planned: &'p Planned,
    /// The method, at some point of its grid.
    pub method: &'p Method,
    /// The unit of the efforts.
    pub unit: EffortUnit,
    /// The key whose values are rows.
    pub row_key: &'p str,
    /// The key whose values are columns.
    pub column_key: Option<&'p str>,
    /// The other swept keys with their values here.
    pub fixed: Vec<(&'p str, &'p str)>,
    /// The values down, as they came; `None` where the method does not vary the key.
    pub rows: Vec<Option<&'p str>>,
    /// The values across.
    pub columns: Vec<Option<&'p str>>,
    cells: Vec<Placed<'p>>,
    /// Where a value stands among the rows, and among the columns.
    row_places: HashMap<Option<&'p str>, usize>,
    column_places: HashMap<Option<&'p str>, usize>,
    /// Which cell stands at a row and a column.
    cell_places: HashMap<(usize, usize), usize>,
}

/// A cell with its arm.
struct Placed<'p> {
    arm: &'p Arm,
    cell: Cell,
}

/// The runs of one arm in a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Runs that solved, of all runs.
    pub solved: Proportion,
    /// Runs that broke off.
    pub errors: u64,
    /// Mean effort of the runs that solved.
    pub mean_effort: Option<f64>,
    /// Whether it is shown to be worse than the best cell of its table.
    pub is_worse: bool,
}

/// The tables of a sweep, in the order of the plan.
pub fn sheets<'p>(plan: &'p Plan, axes: Axes, summaries: &[Summary<'p>]) -> Vec<Sheet<'p>> {
    let mut sheets: Vec<Sheet<'p>> = Vec::new();
    for summary in summaries {
        let fresh = Sheet::new(plan, axes, summary);
        let row = value(summary, Some(axes.rows));
        let column = value(summary, axes.columns);
        // Summaries come puzzle by puzzle.
        let same = sheets.iter().rev().take_while(|sheet| sheet.is_on(summary.planned)).count();
        let others = sheets.len() - same;
        let takes = |sheet: &Sheet<'p>| sheet.takes(&fresh, row, column);
        let place = sheets[others..].iter().rposition(takes);
        let place = place.map_or(sheets.len(), |place| others + place);
        if place == sheets.len() {
            sheets.push(fresh);
        }
        sheets[place].put(row, column, summary);
    }
    for sheet in &mut sheets {
        sheet.judge();
    }
    sheets
}

fn value<'p>(summary: &Summary<'p>, key: Option<usize>) -> Option<&'p str> {
    summary.arm.values.get(key?)?.as_deref()
}

impl<'p> Sheet<'p> {
    fn new(plan: &'p Plan, axes: Axes, summary: &Summary<'p>) -> Self {
        let is_fixed = |place: &usize| *place != axes.rows && Some(*place) != axes.columns;
        let fixed = (0..plan.keys.len())
            .filter(is_fixed)
            .filter_map(|place| Some((plan.keys[place].as_str(), value(summary, Some(place))?)));
        Self {
            planned: summary.planned,
            method: &summary.arm.method,
            unit: summary.figures.unit,
            row_key: &plan.keys[axes.rows],
            column_key: axes.columns.map(|place| plan.keys[place].as_str()),
            fixed: fixed.collect(),
            rows: Vec::new(),
            columns: Vec::new(),
            cells: Vec::new(),
            row_places: HashMap::new(),
            column_places: HashMap::new(),
            cell_places: HashMap::new(),
        }
    }

    fn is_on(&self, planned: &Planned) -> bool {
        std::ptr::eq(self.planned, planned)
    }

    /// Whether a summary that would begin `fresh` belongs here, and its cell is still free: two
    /// methods may have one name.
    fn takes(&self, fresh: &Self, row: Option<&str>, column: Option<&str>) -> bool {
        self.is_on(fresh.planned)
            && self.method.name() == fresh.method.name()
            && self.unit == fresh.unit
            && self.fixed == fresh.fixed
            && self.find(row, column).is_none()
    }

    fn find(&self, row: Option<&str>, column: Option<&str>) -> Option<&Cell> {
        self.cell(*self.row_places.get(&row)?, *self.column_places.get(&column)?)
    }

    fn put(&mut self, row: Option<&'p str>, column: Option<&'p str>, summary: &Summary<'p>) {
        let row = place_or_push(&mut self.rows, &mut self.row_places, row);
        let column = place_or_push(&mut self.columns, &mut self.column_places, column);
        self.cell_places.insert((row, column), self.cells.len());
        let Figures { solved, errors, mean_effort, .. } = summary.figures;
        let cell = Cell { solved, errors, mean_effort, is_worse: false };
        self.cells.push(Placed { arm: summary.arm, cell });
    }

    /// The cell at a row and a column, if it was run.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        self.placed(row, column).map(|placed| &placed.cell)
    }

    /// The method at the point of a cell, if that was run.
    pub fn arm(&self, row: usize, column: usize) -> Option<&'p Arm> {
        self.placed(row, column).map(|placed| placed.arm)
    }

    fn placed(&self, row: usize, column: usize) -> Option<&Placed<'p>> {
        self.cell_places.get(&(row, column)).map(|&place| &self.cells[place])
    }

    /// All cells that were run.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().map(|placed| &placed.cell)
    }

    /// The cell with the highest solved share, among equals that with the smallest mean effort,
    /// and then the first; `None` when no run was solved.
    pub fn best(&self) -> Option<&Cell> {
        self.best_placed().map(|placed| &placed.cell)
    }

    /// The method at the point of the best cell.
    pub fn best_arm(&self) -> Option<&'p Arm> {
        self.best_placed().map(|placed| placed.arm)
    }

    fn best_placed(&self) -> Option<&Placed<'p>> {
        let rank = |placed: &Placed<'_>| {
            let Cell { solved, mean_effort, .. } = placed.cell;
            (solved.share(), mean_effort.map(|effort| -effort))
        };
        let mut best: Option<&Placed<'p>> = None;
        for placed in self.cells.iter().filter(|placed| placed.cell.solved.successes > 0) {
            if best.is_none_or(|best| rank(placed) > rank(best)) {
                best = Some(placed);
            }
        }
        best
    }

    fn judge(&mut self) {
        let shares: Vec<Proportion> = self.cells().map(|cell| cell.solved).collect();
        for (placed, is_worse) in self.cells.iter_mut().zip(worse_than_best(&shares)) {
            placed.cell.is_worse = is_worse;
        }
    }
}

fn place_or_push<'p>(
    values: &mut Vec<Option<&'p str>>,
    places: &mut HashMap<Option<&'p str>, usize>,
    value: Option<&'p str>,
) -> usize {
    *places.entry(value).or_insert_with(|| {
        values.push(value);
        values.len() - 1
    })
}

/// Which of several shares are shown to be below the largest one; the rule of the module's head.
pub fn worse_than_best(shares: &[Proportion]) -> Vec<bool> {
    let mut worse = vec![false; shares.len()];
    let mut left: Vec<usize> = (0..shares.len()).collect();
    loop {
        let groups: Vec<Proportion> = left.iter().map(|&place| shares[place]).collect();
        if shuffled_range(&groups).is_none_or(|probability| probability >= LEVEL) {
            return worse;
        }
        let smallest = groups.iter().filter_map(|group| group.share()).min_by(f64::total_cmp);
        for &place in &left {
            worse[place] = shares[place].share() == smallest;
        }
        left.retain(|&place| !worse[place]);
    }
}

#[cfg(test)]
mod tests;
