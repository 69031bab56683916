//! What results say to a claim: it holds, it is refuted, or neither is shown.

use super::evidence::Evidence;
use super::file::{
    AtLeast, Axis, BestCell, Claim, Difference, Expectation, ExponentialIn, PublishedCell, Rank,
    RankedView, ShareRange, Test, Versus,
};
use crate::analysis::rating::View;
use crate::analysis::{
    Class, Comparison, CurveAxis, EffortUnit, Family, Options, Sheet, TestRow, UniquenessTally,
    Verdict, compare, lead_of_exponential,
};
use crate::lab::Primary;
use crate::stats::{Interval, Prediction, Proportion, running_time};

/// The confidence of every interval.
const CONFIDENCE: f64 = 0.95;

/// What results say to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// They show it.
    Holds,
    /// It claims that nothing differs, and nothing was shown to differ.
    NotContradicted,
    /// They show the contrary.
    Refuted,
    /// They show neither.
    Open,
}

impl Standing {
    /// The words for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::NotContradicted => "not contradicted",
            Self::Refuted => "refuted",
            Self::Open => "not settled",
        }
    }
}

/// A claim with what results say to it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is claimed.
    pub claim: String,
    /// Whether it stands.
    pub standing: Standing,
    /// The numbers that it rests on.
    pub because: String,
}

impl Finding {
    /// Holds a claim to results.
    pub fn of(claim: &Claim, evidence: &Evidence<'_>) -> Self {
        let judged = match &claim.test {
            Test::Difference(test) => difference(test, evidence),
            Test::Share(test) => share(test, evidence),
            Test::BestCell(test) => best_cell(test, evidence),
            Test::Exponential(test) => exponential(test, evidence),
            Test::FallingRatio(test) => falling_ratio(test, evidence),
            Test::Beats(test) => beats(test, evidence),
            Test::UniqueRule(test) => unique_rule(*test, evidence),
            Test::Rank(test) => rank(test, evidence),
        };
        let (standing, because) =
            judged.unwrap_or((Standing::Open, "the results do not tell".to_owned()));
        Self { claim: claim.says.clone(), standing, because }
    }
}

type Judged = Option<(Standing, String)>;

fn difference(test: &Difference, evidence: &Evidence<'_>) -> Judged {
    let methods = [evidence.method(&test.against)?, evidence.method(&test.method)?];
    let puzzles = evidence.class(&test.class).puzzles;
    let dataset = evidence.survey.dataset.with_puzzles(&puzzles).with_methods(&methods);
    let options = Options { primary: test.by, ..Options::default() };
    let comparison = compare(&dataset, &options).ok()?;
    let verdict = verdict(&comparison)?;
    let standing = match (test.expects, verdict) {
        (Expectation::None, Verdict::NoDifference) => Standing::NotContradicted,
        (Expectation::None, Verdict::Better | Verdict::Worse) => Standing::Refuted,
        (Expectation::None, Verdict::TradeOff { .. } | Verdict::Mixed { .. }) => Standing::Refuted,
        (Expectation::Better, Verdict::Better) => Standing::Holds,
        (Expectation::Better, Verdict::Worse) => Standing::Refuted,
        (Expectation::Worse, Verdict::Worse) => Standing::Holds,
        (Expectation::Worse, Verdict::Better) => Standing::Refuted,
        _ => Standing::Open,
    };
    let row = primary_row(&comparison)?;
    Some((standing, format!("{}: {}", verdict.word(), told(row, &comparison))))
}

fn verdict(comparison: &Comparison) -> Option<Verdict> {
    let alone = || comparison.puzzles.first().and_then(|puzzle| puzzle.judgements.first());
    comparison.overall.first().or_else(alone).map(|judgement| judgement.verdict)
}

fn primary_row(comparison: &Comparison) -> Option<&TestRow> {
    let of = |family: Family| comparison.tests.iter().find(move |row| row.family == family);
    of(Family::Overall).or_else(|| of(Family::Puzzle))
}

/// An effect with its interval and probability.
fn told(row: &TestRow, comparison: &Comparison) -> String {
    let (what, digits) = match comparison.primary {
        Primary::Solved => ("solved share".to_owned(), 3),
        Primary::Rmst => (format!("mean {} up to the cap", comparison.unit.word()), 0),
    };
    let Some(effect) = row.effect else {
        return format!("no difference of the {what} can be told ({})", row.note);
    };
    let digits = if digits == 0 && effect.abs() < 10.0 { 2 } else { digits };
    let range = row
        .low
        .zip(row.high)
        .map_or(String::new(), |(low, high)| format!(" ({low:+.digits$} to {high:+.digits$})"));
    let p = row.p_holm.or(row.p).map_or(String::new(), |p| match p {
        ..0.0001 => ", p < 0.0001".to_owned(),
        p => format!(", p = {p:.4}"),
    });
    let puzzles = comparison.puzzles.len();
    let on = if puzzles == 1 { "one puzzle".to_owned() } else { format!("{puzzles} puzzles") };
    let runs = row.n_a.map_or(String::new(), |runs| format!(", {runs} runs each"));
    format!("difference of the {what} {effect:+.digits$}{range}{p}; {on}{runs}")
}

fn share(test: &ShareRange, evidence: &Evidence<'_>) -> Judged {
    let class = evidence.class(&test.class);
    let dataset = &evidence.survey.dataset;
    let found = class.figures(dataset, evidence.method(&test.method)?, EffortUnit::Seconds)?;
    let (share, interval) = (found.share?, found.interval);
    let solved = found.figures.solved;
    let range = interval.map_or(String::new(), |Interval { low, high }| {
        format!(" ({:.1} to {:.1} %)", 100.0 * low, 100.0 * high)
    });
    let because = format!(
        "{} of {} runs on {} puzzles, {:.1} %{range}",
        solved.successes,
        solved.trials,
        found.by_puzzle.len(),
        100.0 * share
    );
    let Interval { low, high } = interval.unwrap_or(Interval { low: 0.0, high: 1.0 });
    let standing = if low >= test.low && high <= test.high {
        Standing::Holds
    } else if high < test.low || low > test.high {
        Standing::Refuted
    } else {
        Standing::Open
    };
    Some((standing, because))
}

fn best_cell(test: &BestCell, evidence: &Evidence<'_>) -> Judged {
    let sheet = evidence.survey.sheets.iter().find(|sheet| sheet.method.name() == test.method)?;
    let (row, column) = sheet_place(sheet, &test.at)?;
    let cell = sheet.cell(row, column)?;
    let best = sheet.best()?;
    let alike = sheet.cells().filter(|cell| !cell.is_worse).count();
    let because = format!(
        "{} of {} runs there, {} of {} in the best cell; {alike} of {} cells are not shown to be worse \
         than the best",
        cell.solved.successes,
        cell.solved.trials,
        best.solved.successes,
        best.solved.trials,
        sheet.cells().count()
    );
    let is_choice = alike < sheet.cells().count();
    let standing = match (cell.is_worse, is_choice) {
        (true, _) => Standing::Refuted,
        (false, true) => Standing::NotContradicted,
        (false, false) => Standing::Open,
    };
    Some((standing, because))
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

fn exponential(test: &ExponentialIn, evidence: &Evidence<'_>) -> Judged {
    let axis = match test.axis {
        Axis::Givens => CurveAxis::Givens,
        Axis::Empty => CurveAxis::Empty,
    };
    let (dataset, unit) = (&evidence.survey.dataset, evidence.survey.unit?);
    let lead = lead_of_exponential(dataset, evidence.method(&test.method)?, axis, unit)?;
    let Interval { low, high } = lead.interval;
    let standing = match (low > 0.0, high < 0.0) {
        (true, _) => Standing::Holds,
        (_, true) => Standing::Refuted,
        _ => Standing::Open,
    };
    let because = format!(
        "R2 {:.3} of the exponential, {:.3} of the power law, by the logarithms of the mean {} at each \
         number of {}; difference {:+.3} ({low:+.3} to {high:+.3})",
        lead.exponential,
        lead.power,
        unit.word(),
        axis.word(),
        lead.exponential - lead.power
    );
    Some((standing, because))
}

/// The times of two methods on the boards of one side.
#[derive(Clone, Debug)]
pub struct SizeRatio {
    /// Name of the layout.
    pub layout: String,
    /// Runs that the method solved.
    pub solved: Proportion,
    /// Runs that the other one solved.
    pub other_solved: Proportion,
    /// CPU seconds a solution of the method; a lower limit where it has none.
    pub seconds: Option<f64>,
    /// CPU seconds a solution of the other one.
    pub other_seconds: Option<f64>,
    /// The one by the other.
    pub ratio: Option<f64>,
    /// Whether the method solved nothing, so that the ratio is at least so large.
    pub is_limit: bool,
}

/// The times of two methods, layout by layout.
pub fn side_ratios(evidence: &Evidence<'_>, method: &str, against: &str) -> Option<Vec<SizeRatio>> {
    let places = [evidence.method(method)?, evidence.method(against)?];
    let dataset = &evidence.survey.dataset;
    let mut layouts: Vec<&str> = Vec::new();
    for facts in dataset.puzzles() {
        if !layouts.contains(&facts.layout.as_str()) {
            layouts.push(&facts.layout);
        }
    }
    let ratio = |layout: &str| {
        let puzzles = dataset.puzzles().iter().enumerate();
        let puzzles = puzzles.filter(|(_, facts)| facts.layout == layout).map(|(place, _)| place);
        let class = Class { name: layout.to_owned(), puzzles: puzzles.collect() };
        let [one, other] = places.map(|place| {
            let runs = class.runs(dataset, place);
            let seconds: f64 = runs.iter().filter_map(|run| run.seconds).sum();
            let solved = runs.iter().filter(|run| run.is_solved).count() as u64;
            (seconds, Proportion::new(solved, runs.len() as u64))
        });
        let time = |(seconds, solved): (f64, Proportion)| {
            let time = running_time(seconds, solved.successes, CONFIDENCE)?;
            time.estimate.or(time.low)
        };
        let (seconds, other_seconds) = (time(one), time(other));
        SizeRatio {
            layout: layout.to_owned(),
            solved: one.1,
            other_solved: other.1,
            ratio: seconds.zip(other_seconds).map(|(one, other)| one / other),
            seconds,
            other_seconds,
            is_limit: one.1.successes == 0,
        }
    };
    Some(layouts.into_iter().map(ratio).collect())
}

fn falling_ratio(test: &Versus, evidence: &Evidence<'_>) -> Judged {
    let ratios = side_ratios(evidence, &test.method, &test.against)?;
    let told = |size: &SizeRatio| {
        let at_least = if size.is_limit { "at least " } else { "" };
        let ratio = size.ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.0}"));
        format!("{at_least}{ratio} at {}", size.layout)
    };
    let because = format!(
        "CPU seconds a solution, {} by {}: {}",
        test.method,
        test.against,
        ratios.iter().map(told).collect::<Vec<_>>().join(", ")
    );
    let steps = || {
        ratios
            .windows(2)
            .filter_map(|pair| Some((&pair[0], pair[0].ratio?, &pair[1], pair[1].ratio?)))
    };
    // A limit from below can show a rise, and never a fall.
    let rises = steps().all(|(before, one, _, other)| !before.is_limit && other > one);
    let falls = steps().all(|(_, one, after, other)| !after.is_limit && other < one);
    let last = steps().last();
    let ends_higher = ratios.first().zip(last).is_some_and(|(first, (_, _, _, end))| {
        !first.is_limit && first.ratio.is_some_and(|ratio| end > ratio)
    });
    let standing = match steps().count() {
        0 => Standing::Open,
        _ if falls => Standing::Holds,
        _ if rises || ends_higher => Standing::Refuted,
        _ => Standing::Open,
    };
    Some((standing, because))
}

fn beats(test: &Versus, evidence: &Evidence<'_>) -> Judged {
    let (method, against) = (evidence.method(&test.method)?, evidence.method(&test.against)?);
    let dataset = &evidence.survey.dataset;
    let solves =
        |puzzle: usize, place: usize| dataset.runs(puzzle, place).iter().any(|run| run.is_solved);
    let boards = dataset.puzzles().len();
    let (mut won, mut lost) = (0, 0);
    for puzzle in 0..boards {
        match (solves(puzzle, method), solves(puzzle, against)) {
            (true, false) => won += 1,
            (false, true) => lost += 1,
            _ => {}
        }
    }
    let because = format!(
        "of {boards} boards {won} are solved by {} alone and {lost} by {} alone, each within its cap",
        test.method, test.against
    );
    // That none was found among some does not say that there is none.
    Some((if won > 0 { Standing::Holds } else { Standing::Open }, because))
}

fn unique_rule(test: AtLeast, evidence: &Evidence<'_>) -> Judged {
    let tally =
        UniquenessTally::of(evidence.guesses.iter().map(|&(_, guess, proof)| (guess, proof)));
    let wrong = tally.wrong_when_unique();
    let Interval { low, high } = wrong.wilson()?;
    let standing = match 1.0 - test.at_least {
        most if high <= most => Standing::Holds,
        most if low > most => Standing::Refuted,
        _ => Standing::Open,
    };
    let because = format!(
        "of {} puzzles called unique {} have several solutions, {:.1} % ({:.1} to {:.1} %); {} of {} \
         puzzles were called nothing",
        wrong.trials,
        wrong.successes,
        100.0 * wrong.share()?,
        100.0 * low,
        100.0 * high,
        tally.undecided().successes,
        tally.undecided().trials
    );
    Some((standing, because))
}

fn rank(test: &Rank, evidence: &Evidence<'_>) -> Judged {
    let wanted = [test.one, test.other].map(|view| match view {
        RankedView::Givens => View::Givens,
        RankedView::Logic => View::Logic,
        RankedView::Nodes => View::Nodes,
        RankedView::Generations => View::Effort,
    });
    let correlations = evidence.ratings.as_ref()?.correlations();
    let found = correlations
        .iter()
        .find(|found| wanted.contains(&found.first) && wanted.contains(&found.second))?;
    let correlation = found.spearman.found.ok()?;
    let interval = found.spearman.resampled?;
    let range = format!("({:+.2} to {:+.2})", interval.low, interval.high);
    let because = format!(
        "Spearman's rank correlation {:+.2} {range} over {} puzzles",
        correlation.coefficient, found.puzzles
    );
    let standing = match test.falling {
        false if interval.low > 0.0 => Standing::Holds,
        true if interval.high < 0.0 => Standing::Holds,
        false if interval.high < 0.0 => Standing::Refuted,
        true if interval.low > 0.0 => Standing::Refuted,
        _ => Standing::Open,
    };
    Some((standing, because))
}

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
