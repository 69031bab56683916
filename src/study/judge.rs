//! What results say to a claim: it holds, it is refuted, or neither is shown.

use super::evidence::Evidence;
use super::file::{
    AtLeast, Axis, BestCell, Claim, Difference, Expectation, ExponentialIn, Rank, RankedView,
    ShareRange, Test, Versus,
};
use super::place::sheet_place;
use super::sides::{SizeRatio, side_ratios};
use crate::analysis::rating::View;
use crate::analysis::{
    Comparison, CurveAxis, EffortUnit, Family, Options, TestRow, UniquenessTally, Verdict, compare,
    lead_of_exponential,
};
use crate::lab::Primary;
use crate::stats::Interval;

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
    let standing = against(test.expects, verdict);
    let row = primary_row(&comparison)?;
    Some((standing, format!("{}: {}", verdict.word(), told(row, &comparison))))
}

/// What a verdict says to an expectation.
fn against(expects: Expectation, verdict: Verdict) -> Standing {
    match (expects, verdict) {
        (Expectation::None, Verdict::NoDifference) => Standing::NotContradicted,
        (_, Verdict::NoDifference | Verdict::Undefined) => Standing::Open,
        (Expectation::None, _) => Standing::Refuted,
        (Expectation::Better, Verdict::Better) | (Expectation::Worse, Verdict::Worse) => {
            Standing::Holds
        }
        (Expectation::Better, Verdict::Worse) | (Expectation::Worse, Verdict::Better) => {
            Standing::Refuted
        }
        _ => Standing::Open,
    }
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
    let interval = interval.unwrap_or(Interval { low: 0.0, high: 1.0 });
    Some((within(interval, test.low, test.high), because))
}

/// Whether all that an interval holds lies in a range, or nothing of it.
fn within(interval: Interval, low: f64, high: f64) -> Standing {
    if interval.low >= low && interval.high <= high {
        Standing::Holds
    } else if interval.high < low || interval.low > high {
        Standing::Refuted
    } else {
        Standing::Open
    }
}

/// Whether all that an interval holds is above 0.
fn positive(interval: Interval) -> Standing {
    match (interval.low > 0.0, interval.high < 0.0) {
        (true, _) => Standing::Holds,
        (_, true) => Standing::Refuted,
        _ => Standing::Open,
    }
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

fn exponential(test: &ExponentialIn, evidence: &Evidence<'_>) -> Judged {
    let axis = match test.axis {
        Axis::Givens => CurveAxis::Givens,
        Axis::Empty => CurveAxis::Empty,
    };
    let (dataset, unit) = (&evidence.survey.dataset, evidence.survey.unit?);
    let lead = lead_of_exponential(dataset, evidence.method(&test.method)?, axis, unit)?;
    let Interval { low, high } = lead.interval;
    let standing = positive(lead.interval);
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
    let steps: Option<Vec<(f64, bool)>> =
        ratios.iter().map(|size| Some((size.ratio?, size.is_limit))).collect();
    Some((falling(&steps?), because))
}

/// Whether ratios fall from step to step, or end higher than they begin. One that is a limit from below
/// can show a rise, and never a fall.
fn falling(steps: &[(f64, bool)]) -> Standing {
    let falls = steps.windows(2).all(|pair| !pair[1].1 && pair[1].0 < pair[0].0);
    match (steps.first(), steps.last()) {
        (Some(_), Some(_)) if steps.len() > 1 && falls => Standing::Holds,
        (Some(&(first, false)), Some(&(last, _))) if last > first => Standing::Refuted,
        _ => Standing::Open,
    }
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
    let standing = within(Interval { low, high }, 0.0, 1.0 - test.at_least);
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
    let upward = match test.falling {
        false => interval,
        true => Interval { low: -interval.high, high: -interval.low },
    };
    Some((positive(upward), because))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_difference_shown_contradicts_nothing_and_proves_nothing() {
        use Expectation::{Better, None, Worse};
        let trade_off = Verdict::TradeOff { better_at_cap: true };
        for (expects, verdict, expected) in [
            (None, Verdict::NoDifference, Standing::NotContradicted),
            (None, Verdict::Better, Standing::Refuted),
            (None, trade_off, Standing::Refuted),
            (None, Verdict::Undefined, Standing::Open),
            (Better, Verdict::NoDifference, Standing::Open),
            (Better, Verdict::Better, Standing::Holds),
            (Better, Verdict::Worse, Standing::Refuted),
            (Better, trade_off, Standing::Open),
            (Worse, Verdict::Worse, Standing::Holds),
            (Worse, Verdict::Better, Standing::Refuted),
        ] {
            assert_eq!(against(expects, verdict), expected, "{expects:?} {verdict:?}");
        }
    }

    #[test]
    fn a_range_holds_only_what_lies_in_it_whole() {
        let standing = |low, high| within(Interval { low, high }, 0.3, 0.7);
        assert_eq!(standing(0.4, 0.6), Standing::Holds);
        assert_eq!(standing(0.2, 0.6), Standing::Open);
        assert_eq!(standing(0.71, 0.9), Standing::Refuted);
        assert_eq!(positive(Interval { low: -0.1, high: 0.2 }), Standing::Open);
    }

    #[test]
    fn limits_show_rises_only() {
        assert_eq!(falling(&[(9.0, false), (5.0, false), (2.0, false)]), Standing::Holds);
        assert_eq!(falling(&[(9.0, false), (5.0, false), (7.0, false)]), Standing::Open);
        assert_eq!(falling(&[(9.0, false), (90.0, true)]), Standing::Refuted);
        assert_eq!(falling(&[(9.0, false), (5.0, true)]), Standing::Open);
        assert_eq!(falling(&[(9.0, true), (20.0, false)]), Standing::Open);
        assert_eq!(falling(&[(9.0, false)]), Standing::Open);
    }
}
