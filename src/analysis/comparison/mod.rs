//! Methods against the first of them: figures, tests, verdicts.
//!
//! One test is named beforehand (the primary one) and adjusted by Holm (1979) in two families: over
//! all puzzles, which are strata and never pooled, and puzzle by puzzle. Everything else explores.

mod all_methods;
mod duel;
mod estimates;
mod gate;
mod overall_tests;
mod protocol;
mod puzzle_tests;
mod round;
mod terms;
mod test_row;
mod verdict;
mod warnings;

pub use gate::{Gate, GateError, GateOutcome, GateRequest, gate};
pub use protocol::Protocol;
pub use test_row::{Family, TestRow};
pub use verdict::{Judgement, Verdict};

use super::dataset::{Dataset, PuzzleFacts};
use super::figures::{Cap, Figures};
use super::unit::EffortUnit;
use crate::lab::{Pairing, Primary};
use crate::stats::holm;
use duel::puzzle_cap;
use puzzle_tests::Depth;
use round::Round;
use terms::Terms;
use verdict::Showable;

/// A difference is shown when chance explains it this rarely.
pub const LEVEL: f64 = 0.05;

/// Arrangements and samples that are drawn where not all are counted.
const RESAMPLES: u32 = 1999;

/// Numbers that are drawn for one test, about: large samples are arranged less often.
const DRAWN: usize = 200_000;

/// The seed of all drawing, so that the same runs always give the same figures.
const SEED: u64 = 1;

/// Methods times puzzles, up to which there is more puzzle by puzzle than the two questions: beyond
/// them nobody reads a dozen rows of each, which would take most of the time and the memory.
const MOST_EXPLORED: usize = 10_000;

/// How often a sample of this size is arranged or drawn anew.
fn rounds(size: usize) -> u32 {
    ((DRAWN / size.max(1)) as u32).clamp(199, RESAMPLES)
}

/// What is asked of a dataset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The question that was named beforehand.
    pub primary: Primary,
    /// The unit of effort; else that of the budget.
    pub unit: Option<EffortUnit>,
    /// Whether runs are pairs; else told by their seeds.
    pub pairing: Option<Pairing>,
    /// Tests as a study made them, beside the others.
    pub protocol: Option<Protocol>,
}

/// Why there is nothing to compare.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotCompare {
    /// Nothing at all.
    #[error("no run is finished, so that there is nothing to compare")]
    NoRun,
    /// Methods that have never met.
    #[error(
        "no puzzle has runs of `{0}` and of another method; compare methods on the same puzzles"
    )]
    NoCommonPuzzle(String),
    /// Pairs that are none.
    #[error(
        "the methods do not share their seeds, so that no runs are pairs; leave --pairing common out"
    )]
    NoPairs,
    /// A unit that was asked for is missing.
    #[error("`{method}` counts no {unit}; units that every run counts: {counted}")]
    Uncounted {
        /// The method.
        method: String,
        /// The unit.
        unit: &'static str,
        /// What could be asked for.
        counted: String,
    },
    /// No unit is in every run.
    #[error(
        "no unit of effort is counted by every run; expected generations, evaluations, nodes or seconds"
    )]
    NoUnit,
}

/// All that is said about a dataset.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The unit of effort in which times to a solution are told.
    pub unit: EffortUnit,
    /// The question.
    pub primary: Primary,
    /// Whether the runs are pairs by their seeds.
    pub pairing: Pairing,
    /// The methods; the first is the one that all others are compared with.
    pub methods: Vec<String>,
    /// Puzzle by puzzle.
    pub puzzles: Vec<PuzzleComparison>,
    /// Each other method over all puzzles; empty where there is one puzzle only.
    pub overall: Vec<Judgement>,
    /// Every test and estimate.
    pub tests: Vec<TestRow>,
    /// What the reader must know before believing it; whole sentences.
    pub warnings: Vec<String>,
}

/// The methods on one puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleComparison {
    /// The puzzle.
    pub facts: PuzzleFacts,
    /// The cap that all methods have in common: times beyond it are not compared.
    pub cap: Option<f64>,
    /// The figures of each method up to that cap, in the order of the methods.
    pub figures: Vec<Figures>,
    /// The verdict on each method but the first.
    pub judgements: Vec<Judgement>,
}

/// The unit in which the runs of a dataset can be told together.
pub fn common_unit(dataset: &Dataset) -> Result<EffortUnit, CannotCompare> {
    terms::agreed_unit(dataset, None)
}

/// Compares all methods with the first; of one alone there are figures and no tests.
pub fn compare(dataset: &Dataset, options: &Options) -> Result<Comparison, CannotCompare> {
    let terms = terms::agreed(dataset, options.unit, options.pairing)?;
    let caps: Vec<Option<Cap>> = (0..dataset.puzzles().len())
        .map(|puzzle| puzzle_cap(dataset, puzzle, terms.unit))
        .collect();
    let depth = depth(dataset);
    let mut rounds: Vec<Round> = (1..dataset.methods().len())
        .map(|method| Round::new(dataset, method, terms, options.primary, (&caps, depth)))
        .collect();
    for family in [Family::Puzzle, Family::Overall] {
        adjust(rounds.iter_mut().flat_map(|round| round.answers(family)));
    }
    let mut known = Showable::default();
    let overall = rounds.iter().filter_map(|round| round.judge_overall(&mut known, rounds.len()));
    let overall = overall.collect();
    let comparisons = rounds.iter().map(Round::puzzles).sum();
    let puzzles = caps.iter().enumerate().map(|(puzzle, &cap)| {
        let mut judgements = Vec::with_capacity(rounds.len());
        let judge = |round: &Round| round.judge(puzzle, &mut known, comparisons);
        judgements.extend(rounds.iter().filter_map(judge));
        on_puzzle(dataset, puzzle, terms.unit, cap, judgements)
    });
    let puzzles: Vec<PuzzleComparison> = puzzles.collect();
    let mut rows = rounds.into_iter().map(Round::into_rows);
    let mut tests = rows.next().unwrap_or_default();
    tests.extend(rows.flatten());
    if dataset.methods().len() > 2 {
        tests.extend(all_methods::tests(dataset, &caps, terms, depth));
    }
    if depth == Depth::Everything {
        tests.extend(estimates::running_times(dataset, &caps, terms.unit));
    }
    let mut warnings = warnings::warnings(dataset, terms, options);
    warnings.extend(unexplored(dataset, depth));
    if let Some(protocol) = options.protocol {
        tests.extend(protocol::tests(protocol, dataset, &caps, terms));
        warnings.push(protocol::caution(protocol));
    }
    tests.iter_mut().for_each(TestRow::tidy);
    // Stable, and without a copy of half of the rows.
    tests.sort_by_cached_key(|row| row.family.rank());
    let methods = dataset.methods().to_vec();
    let Terms { unit, pairing } = terms;
    let primary = options.primary;
    Ok(Comparison { unit, primary, pairing, methods, puzzles, overall, tests, warnings })
}

/// How much a dataset of this size is asked puzzle by puzzle.
fn depth(dataset: &Dataset) -> Depth {
    match dataset.puzzles().len() * dataset.methods().len() > MOST_EXPLORED {
        true => Depth::Questions,
        false => Depth::Everything,
    }
}

/// What was left out, and how to have it.
fn unexplored(dataset: &Dataset, depth: Depth) -> Option<String> {
    let (puzzles, methods) = (dataset.puzzles().len(), dataset.methods().len());
    let fewer = if 2 * puzzles > MOST_EXPLORED {
        "a plan of fewer puzzles has all tests"
    } else {
        "compare fewer methods at a time (--methods) for all tests"
    };
    (depth == Depth::Questions).then(|| {
        format!(
            "{puzzles} puzzles times {methods} methods are more than {MOST_EXPLORED}: puzzle by puzzle \
             the two questions alone are tested; {fewer}"
        )
    })
}

fn on_puzzle(
    dataset: &Dataset,
    puzzle: usize,
    unit: EffortUnit,
    cap: Option<Cap>,
    judgements: Vec<Judgement>,
) -> PuzzleComparison {
    let samples = (0..dataset.methods().len()).map(|method| dataset.runs(puzzle, method));
    let figures = samples.map(|runs| Figures::up_to(runs, unit, cap)).collect();
    let cap = cap.map(|cap| cap.value);
    PuzzleComparison { facts: dataset.puzzles()[puzzle].clone(), cap, figures, judgements }
}

/// Adjusts the tests of one family by Holm; those without an answer are none.
fn adjust<'r>(family: impl Iterator<Item = &'r mut TestRow>) {
    let mut rows: Vec<(&mut TestRow, f64)> =
        family.filter_map(|row| row.p.map(|p| (row, p))).collect();
    let probabilities: Vec<f64> = rows.iter().map(|(_, p)| *p).collect();
    for ((row, _), adjusted) in rows.iter_mut().zip(holm(&probabilities)) {
        row.p_holm = Some(adjusted);
    }
}

#[cfg(test)]
mod tests;
