//! How effort grows with the givens or the empty cells of a board: figures at each number of them
//! and curves through them, for each method.
//!
//! A board of which a run did not solve has no mean effort: it enters the counts and the quantiles,
//! where its limit is a censored time, but no mean and no fit. Such boards are the hard ones, so
//! that means and fits are too low where some are left out.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::dataset::{Dataset, PuzzleFacts};
use super::figures::{CONFIDENCE, times};
use super::observation::Observation;
use super::unit::EffortUnit;
use crate::solver::Stop;
use crate::stats::{
    Fit, FitIntervals, Interval, KaplanMeier, NoFit, Scale, exponential_fit, fit_intervals, mean,
    percentile_interval, power_fit, resampled,
};

/// So many resamples of the boards make an interval.
pub const RESAMPLES: usize = 1000;

/// The seed of these resamples, so that the same boards always have the same intervals.
pub const FIT_SEED: u64 = 1;

/// What effort is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveAxis {
    /// Given cells.
    Givens,
    /// Cells that are not given.
    Empty,
}

impl CurveAxis {
    /// Its number for a puzzle, where that is told.
    pub fn of(self, facts: &PuzzleFacts) -> Option<u32> {
        match self {
            Self::Givens => facts.givens,
            Self::Empty => facts.empty(),
        }
    }

    /// The words for it in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Givens => "givens",
            Self::Empty => "empty cells",
        }
    }
}

/// The boards with one number of givens or empty cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// That number.
    pub x: u32,
    /// Boards of which there are runs.
    pub boards: usize,
    /// Runs of these boards.
    pub runs: usize,
    /// Runs that solved.
    pub solved: usize,
    /// The mean of the boards' mean efforts, over the boards whose runs all solved.
    pub mean: Option<f64>,
    /// The effort within which a tenth of all runs solve (Kaplan and Meier); `None` where they do
    /// not within their limits.
    pub tenth: Option<f64>,
    /// The effort within which half of all runs solve.
    pub median: Option<f64>,
    /// The effort within which nine tenths of all runs solve.
    pub ninetieth: Option<f64>,
    /// Whether a run was stopped by a limit.
    pub meets_limits: bool,
}

/// What a curve goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// A point for each board: its mean effort.
    Boards,
    /// A point for each number of givens or empty cells: the mean of the boards' mean efforts, as in
    /// a spreadsheet's trend line over averages.
    Means,
}

impl Through {
    /// The points of a curve from one point a board.
    fn points(self, boards: &[(f64, f64)]) -> Cow<'_, [(f64, f64)]> {
        match self {
            Self::Boards => Cow::Borrowed(boards),
            Self::Means => Cow::Owned(means_by_x(boards)),
        }
    }
}

/// The shape of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveForm {
    /// y = a exp(b x), the squares of the errors being least on this scale.
    Exponential(Scale),
    /// y = a x^b, by the logarithms of both.
    Power,
}

impl CurveForm {
    /// All forms.
    pub const ALL: [Self; 3] =
        [Self::Exponential(Scale::Logarithmic), Self::Exponential(Scale::Raw), Self::Power];

    fn fit(self, points: &[(f64, f64)]) -> Result<Fit, NoFit> {
        match self {
            Self::Exponential(scale) => exponential_fit(points, scale),
            Self::Power => power_fit(points),
        }
    }
}

/// One curve through boards or means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveFit {
    /// What it goes through.
    pub through: Through,
    /// Its shape.
    pub form: CurveForm,
    /// How many points it goes through.
    pub points: usize,
    /// The curve, or why there is none.
    pub fit: Result<Fit, NoFit>,
    /// 95 % intervals from resampled boards; `None` without a curve, and where fewer than half of the
    /// resamples have one: the others are much like the whole, and would make it look sure.
    pub intervals: Option<FitIntervals>,
}

/// The effort of a method against givens or empty cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub method: String,
    /// What effort is held against.
    pub axis: CurveAxis,
    /// The unit of effort.
    pub unit: EffortUnit,
    /// The figures, in order of their number of givens or empty cells.
    pub points: Vec<CurvePoint>,
    /// Every form through boards, then every form through means.
    pub fits: Vec<CurveFit>,
    /// Boards in the points.
    pub boards: usize,
    /// Boards among them that are in no mean and no fit since a run did not solve.
    pub left_out: usize,
    /// Boards that are nowhere since their givens or cells, or the effort of a run that solved, are
    /// not told.
    pub unknown: usize,
}

/// The curve of each method, with intervals from seeded resamples of the boards.
pub fn curves(dataset: &Dataset, axis: CurveAxis, unit: EffortUnit, seed: u64) -> Vec<Curve> {
    resampled_curves(dataset, axis, unit, RESAMPLES, seed)
}

/// How much better an exponential describes the mean efforts of a method than a power law does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FormLead {
    /// R2 of the exponential, by the logarithms.
    pub exponential: f64,
    /// R2 of the power law.
    pub power: f64,
    /// The 95 % interval of their difference, from seeded resamples of the boards.
    pub interval: Interval,
}

/// Which of both forms describes the means of a method better; `None` where either has no curve.
pub fn lead_of_exponential(
    dataset: &Dataset,
    method: usize,
    axis: CurveAxis,
    unit: EffortUnit,
) -> Option<FormLead> {
    let boards = Boards::new(dataset, method, axis, unit).means();
    let squared = |boards: &[(f64, f64)], form: CurveForm| {
        form.fit(&Through::Means.points(boards)).ok()?.r_squared
    };
    let both = |boards: &[(f64, f64)]| {
        let exponential = squared(boards, CurveForm::Exponential(Scale::Logarithmic))?;
        Some((exponential, squared(boards, CurveForm::Power)?))
    };
    let (exponential, power) = both(&boards)?;
    let drawn = resampled(&boards, RESAMPLES, FIT_SEED, both);
    let leads: Vec<f64> =
        drawn.into_iter().flatten().map(|(exponential, power)| exponential - power).collect();
    let interval =
        percentile_interval(&leads, CONFIDENCE).filter(|_| 2 * leads.len() >= RESAMPLES)?;
    Some(FormLead { exponential, power, interval })
}

fn resampled_curves(
    dataset: &Dataset,
    axis: CurveAxis,
    unit: EffortUnit,
    resamples: usize,
    seed: u64,
) -> Vec<Curve> {
    let of_method = |(place, method): (usize, &String)| {
        let boards = Boards::new(dataset, place, axis, unit);
        let all = || boards.by_x.values().flatten();
        Curve {
            method: method.clone(),
            axis,
            unit,
            points: boards.by_x.iter().map(|(&x, boards)| point(x, boards, unit)).collect(),
            fits: fits(&boards.means(), resamples, seed),
            boards: all().count(),
            left_out: all().filter(|board| board.mean.is_none()).count(),
            unknown: boards.unknown,
        }
    };
    dataset.methods().iter().enumerate().map(of_method).collect()
}

/// A board's runs by one method.
struct Board<'a> {
    runs: &'a [Observation],
    /// The mean effort, if all runs solved.
    mean: Option<f64>,
}

/// The boards of one method.
struct Boards<'a> {
    by_x: BTreeMap<u32, Vec<Board<'a>>>,
    unknown: usize,
}

impl<'a> Boards<'a> {
    fn new(dataset: &'a Dataset, method: usize, axis: CurveAxis, unit: EffortUnit) -> Self {
        let mut boards = Self { by_x: BTreeMap::new(), unknown: 0 };
        for (puzzle, facts) in dataset.puzzles().iter().enumerate() {
            let runs = dataset.runs(puzzle, method);
            match (axis.of(facts), board(runs, unit)) {
                _ if runs.is_empty() => {}
                (Some(x), Some(board)) => boards.by_x.entry(x).or_default().push(board),
                _ => boards.unknown += 1,
            }
        }
        boards
    }

    /// A point for each board that has a mean.
    fn means(&self) -> Vec<(f64, f64)> {
        let of_x = |(&x, boards): (&u32, &Vec<Board<'_>>)| {
            let means = boards.iter().filter_map(|board| board.mean);
            means.map(|mean| (f64::from(x), mean)).collect::<Vec<_>>()
        };
        self.by_x.iter().flat_map(of_x).collect()
    }
}

/// A board; `None` where a run that solved does not tell its effort.
fn board(runs: &[Observation], unit: EffortUnit) -> Option<Board<'_>> {
    let solved = runs.iter().filter(|run| run.is_solved);
    let efforts: Vec<f64> = solved.map(|run| run.spent(unit)).collect::<Option<_>>()?;
    let all = (efforts.len() == runs.len()).then(|| mean(&efforts)).flatten();
    let is_told = efforts.iter().sum::<f64>().is_finite();
    is_told.then_some(Board { runs, mean: all })
}

fn point(x: u32, boards: &[Board<'_>], unit: EffortUnit) -> CurvePoint {
    let runs: Vec<Observation> = boards.iter().flat_map(|board| board.runs).copied().collect();
    let means: Vec<f64> = boards.iter().filter_map(|board| board.mean).collect();
    let curve = kaplan_meier(&runs, unit);
    let quantile = |share: f64| curve.as_ref().and_then(|curve| curve.quantile(share));
    CurvePoint {
        x,
        boards: boards.len(),
        runs: runs.len(),
        solved: runs.iter().filter(|run| run.is_solved).count(),
        mean: mean(&means).filter(|mean| mean.is_finite()),
        tenth: quantile(0.1),
        median: quantile(0.5),
        ninetieth: quantile(0.9),
        meets_limits: runs.iter().any(is_limited),
    }
}

/// Whether a limit stopped a run; one that broke off or gave up would not have solved without it.
fn is_limited(run: &Observation) -> bool {
    let has_ended = matches!(run.stop, Some(Stop::Error | Stop::Unknown | Stop::NoSolution));
    !run.is_solved && !has_ended
}

/// The times of all runs, each up to its own limit; what gave up counts as watched for as long as
/// any run was or might have been.
fn kaplan_meier(runs: &[Observation], unit: EffortUnit) -> Option<KaplanMeier> {
    let longest = |run: &Observation| [run.spent(unit), run.cap(unit)];
    let cap = runs.iter().flat_map(longest).flatten().max_by(f64::total_cmp)?;
    KaplanMeier::new(&times(runs.iter().copied(), unit, cap)?)
}

/// All curves through one point a board; intervals resample boards, whatever the curve goes through.
fn fits(boards: &[(f64, f64)], resamples: usize, seed: u64) -> Vec<CurveFit> {
    let of = |through: Through, form: CurveForm| {
        let curve = |boards: &[(f64, f64)]| form.fit(&through.points(boards));
        let fit = curve(boards);
        let intervals = fit.ok().and_then(|_| fit_intervals(boards, resamples, seed, curve));
        let intervals = intervals.filter(|found| 2 * found.fitted >= resamples);
        CurveFit { through, form, points: through.points(boards).len(), fit, intervals }
    };
    let both = [Through::Boards, Through::Means];
    both.iter().flat_map(|&through| CurveForm::ALL.map(|form| of(through, form))).collect()
}

/// The mean of y at each x, which are whole numbers.
fn means_by_x(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
    for &(x, y) in points {
        let (sum, count) = sums.entry(x as u32).or_default();
        *sum += y;
        *count += 1.0;
    }
    sums.iter().map(|(&x, (sum, count))| (f64::from(x), sum / count)).collect()
}

#[cfg(test)]
mod tests;
