//! The tables of a comparison but for its tests.

use super::comparison_words::{reason, told, tone};
use super::estimates::{effort, limits, percent};
use super::figures::MISSING;
use super::table::{Align, Table, share_texts};
use crate::analysis::{Comparison, EffortUnit, Figures, Judgement, PuzzleComparison, Verdict};

/// What stands for a verdict in the rows of the first method.
const REFERENCE: &str = "reference";

/// Whether some run broke off.
pub fn has_errors(comparison: &Comparison) -> bool {
    comparison.puzzles.iter().flat_map(|puzzle| &puzzle.figures).any(|figures| figures.errors > 0)
}

/// A row for each puzzle and method, the first so many.
pub fn puzzle_table(comparison: &Comparison, most: usize) -> Table {
    let unit = comparison.unit;
    let has_errors = has_errors(comparison);
    let mut table = Table::of_at_most(most);
    table.group_column("puzzle");
    table.column("method", Align::Left);
    table.share_columns("solved");
    for name in ["95 % interval", &format!("mean {}", unit.word()), "median", "RMST"] {
        table.column(name, Align::Right);
    }
    if has_errors {
        table.column("errors", Align::Right);
    }
    table.toned_column("verdict", Align::Left, tone);
    for (puzzle, method, figures) in samples(comparison) {
        if table.skips() {
            continue;
        }
        let mut texts = names(comparison, puzzle, method);
        texts.extend(share_texts(figures.solved.successes, figures.solved.trials));
        texts.push(figures.solved.wilson().map_or(MISSING.to_owned(), percent));
        texts.extend(
            [figures.mean_effort, figures.median_time, figures.restricted_mean]
                .map(|number| effort(number, unit)),
        );
        texts.extend(has_errors.then(|| figures.errors.to_string()));
        texts.push(verdict(comparison, puzzle, method).to_owned());
        table.row(texts);
    }
    table
}

/// A row for each method: on how many puzzles which verdict was found.
pub fn count_table(comparison: &Comparison) -> Table {
    let mut table = Table::default();
    table.column("method", Align::Left);
    table.share_columns("solved runs");
    for name in ["better", "worse", "trade-off", "mixed", "no difference shown", "undefined"] {
        table.column(name, Align::Right);
    }
    for (place, method) in comparison.methods.iter().enumerate() {
        let mut texts = vec![method.clone()];
        texts.extend(solved_runs(comparison, place));
        match place {
            0 => texts.extend([MISSING; 6].map(str::to_owned)),
            _ => texts.extend(counts(comparison, place).map(|count| count.to_string())),
        }
        table.row(texts);
    }
    table
}

/// A row for each verdict on a puzzle, with what it rests on, the first so many.
pub fn reason_table(comparison: &Comparison, most: usize) -> Table {
    let mut table = Table::of_at_most(most);
    for name in ["puzzle", "method", "against", "verdict", "because"] {
        table.column(name, Align::Left);
    }
    for puzzle in &comparison.puzzles {
        for judgement in &puzzle.judgements {
            if table.skips() {
                continue;
            }
            let Judgement { method, against, verdict, .. } = judgement;
            table.row(
                [&*puzzle.facts.name, method, against, told(*verdict), reason(judgement)]
                    .map(str::to_owned)
                    .to_vec(),
            );
        }
    }
    table
}

/// A row for each puzzle and method: restricted mean and expected running time with their
/// intervals.
pub fn estimate_table(comparison: &Comparison, most: usize) -> Table {
    let text = |number| effort(number, comparison.unit);
    let mut table = Table::of_at_most(most);
    table.group_column("puzzle");
    table.column("method", Align::Left);
    for name in ["cap", "RMST", "95 % interval", "ERT", "95 % interval"] {
        table.column(name, Align::Right);
    }
    for (puzzle, method, figures) in samples(comparison) {
        if table.skips() {
            continue;
        }
        let mut texts = names(comparison, puzzle, method);
        let restricted = figures.restricted_interval;
        let (low, high) =
            (restricted.map(|limits| limits.low), restricted.map(|limits| limits.high));
        texts.extend([text(figures.cap), text(figures.restricted_mean), limits(low, high, text)]);
        let time = figures.running_time;
        texts.push(text(time.and_then(|time| time.estimate)));
        texts.push(time.map_or(MISSING.to_owned(), |time| limits(time.low, time.high, text)));
        table.row(texts);
    }
    table
}

/// A row for each puzzle and method: the mean effort of all runs in the units that are counted beside
/// that of the comparison. Nothing where there are none; seconds are those of one machine and stay
/// out.
pub fn other_units_table(comparison: &Comparison, most: usize) -> Option<Table> {
    let is_counted = |unit: &EffortUnit| {
        *unit != comparison.unit
            && samples(comparison).any(|(_, _, figures)| figures.mean_spent(*unit).is_some())
    };
    let units = [EffortUnit::Generations, EffortUnit::Evaluations, EffortUnit::Nodes];
    let units: Vec<EffortUnit> = units.into_iter().filter(is_counted).collect();
    let mut table = Table::of_at_most(most);
    table.group_column("puzzle");
    table.column("method", Align::Left);
    for unit in &units {
        table.column(&format!("mean {}", unit.word()), Align::Right);
    }
    for (puzzle, method, figures) in samples(comparison) {
        if table.skips() {
            continue;
        }
        let mut texts = names(comparison, puzzle, method);
        texts.extend(units.iter().map(|&unit| effort(figures.mean_spent(unit), unit)));
        table.row(texts);
    }
    (!units.is_empty()).then_some(table)
}

/// The figures of every puzzle and method that has runs of it, which is told by its place.
fn samples(comparison: &Comparison) -> impl Iterator<Item = (&PuzzleComparison, usize, &Figures)> {
    comparison.puzzles.iter().flat_map(|puzzle| {
        let places = 0..comparison.methods.len();
        let with_runs = places.zip(&puzzle.figures).filter(|(_, figures)| has_runs(figures));
        with_runs.map(move |(place, figures)| (puzzle, place, figures))
    })
}

/// Whether a method has runs of a puzzle.
pub fn has_runs(figures: &Figures) -> bool {
    figures.solved.trials > 0
}

/// The puzzle, in its first row only, and the method.
fn names(comparison: &Comparison, puzzle: &PuzzleComparison, method: usize) -> Vec<String> {
    let is_first = !puzzle.figures.iter().take(method).any(has_runs);
    let name = if is_first { puzzle.facts.name.clone() } else { String::new() };
    vec![name, comparison.methods[method].clone()]
}

fn verdict(comparison: &Comparison, puzzle: &PuzzleComparison, method: usize) -> &'static str {
    if method == 0 {
        return REFERENCE;
    }
    judged(puzzle, &comparison.methods, method).map_or(MISSING, |found| told(found.verdict))
}

/// What is said of a method, by its place, on a puzzle.
pub fn judged<'a>(
    puzzle: &'a PuzzleComparison,
    methods: &[String],
    method: usize,
) -> Option<&'a Judgement> {
    let is_of = |judgement: &&Judgement| *judgement.method == methods[method];
    // All but the first are judged in their order; only where some have no runs it is elsewhere.
    let usual = method.checked_sub(1).and_then(|place| puzzle.judgements.get(place));
    usual.filter(is_of).or_else(|| puzzle.judgements.iter().find(is_of))
}

fn solved_runs(comparison: &Comparison, method: usize) -> [String; 2] {
    let samples = || comparison.puzzles.iter().filter_map(|puzzle| puzzle.figures.get(method));
    let solved: u64 = samples().map(|figures| figures.solved.successes).sum();
    let runs: u64 = samples().map(|figures| figures.solved.trials).sum();
    share_texts(solved, runs)
}

/// Puzzles by verdict, in the order of the columns.
fn counts(comparison: &Comparison, method: usize) -> [usize; 6] {
    let mut counts = [0; 6];
    let on = |puzzle| judged(puzzle, &comparison.methods, method);
    for judgement in comparison.puzzles.iter().filter_map(on) {
        let column = match judgement.verdict {
            Verdict::Better => 0,
            Verdict::Worse => 1,
            Verdict::TradeOff { .. } => 2,
            Verdict::Mixed { .. } => 3,
            Verdict::NoDifference => 4,
            Verdict::Undefined => 5,
        };
        counts[column] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Style;
    use crate::report::comparison_samples::{comparison, figures};

    #[test]
    fn verdicts_are_counted_by_kind() {
        let mixed = Verdict::Mixed { better_by_primary: true };
        let kinds = [Verdict::Better, mixed, Verdict::Better, Verdict::Undefined];
        let puzzles = kinds.map(|verdict| ("p", verdict));
        let expected = "\
            method    solved runs  better  worse  trade-off  mixed  no difference shown  undefined\n\
            --------  -----------  ------  -----  ---------  -----  -------------------  ---------\n\
            baseline         4/16       -      -          -      -                    -          -\n\
            purge           12/16       2      0          0      1                    0          1\n";
        assert_eq!(count_table(&comparison(&puzzles)).text(Style::BARE), expected);
    }

    #[test]
    fn without_a_solution_there_is_a_lower_limit() {
        let mut comparison = comparison(&[("p", Verdict::Better)]);
        comparison.puzzles[0].figures[1] = figures(&[], 4);
        let expected = "\
            puzzle  method       cap    RMST   95 % interval     ERT      95 % interval\n\
            ------  --------  ------  ------  --------------  ------  -----------------\n\
            p       baseline  1000.0   775.0  58.9 to 1000.0  3100.0  556.4 to 122443.5\n\
           \x20       purge     1000.0  1000.0               -       -    at least 1084.3\n";
        assert_eq!(estimate_table(&comparison, usize::MAX).text(Style::BARE), expected);
    }

    #[test]
    fn other_units_are_shown_where_they_are_counted() {
        let mut comparison = comparison(&[("p", Verdict::Better)]);
        assert!(other_units_table(&comparison, usize::MAX).is_none());
        comparison.puzzles[0].figures[1].mean_evaluations = Some(71_250.5);
        let expected = "\
            puzzle  method    mean evaluations\n\
            ------  --------  ----------------\n\
            p       baseline                 -\n\
           \x20       purge              71250.5\n";
        let table = other_units_table(&comparison, usize::MAX).expect("a unit");
        assert_eq!(table.text(Style::BARE), expected);
        comparison.unit = EffortUnit::Evaluations;
        let text = other_units_table(&comparison, usize::MAX).expect("a unit").text(Style::BARE);
        assert!(text.contains("mean generations\n") && !text.contains("evaluations"), "{text}");
    }

    #[test]
    fn a_method_without_runs_of_a_puzzle_has_no_row() {
        let mut comparison = comparison(&[("p", Verdict::Better), ("q", Verdict::Better)]);
        comparison.puzzles[1].figures[0] = figures(&[], 0);
        comparison.puzzles[1].judgements.clear();
        let text = puzzle_table(&comparison, usize::MAX).text(Style::BARE);
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[2].starts_with("q       purge ") && lines[2].ends_with("  -"), "{text}");
        assert!(
            !estimate_table(&comparison, usize::MAX).markdown().contains("| q      | baseline")
        );
    }

    #[test]
    fn runs_that_broke_off_have_a_column() {
        let mut comparison = comparison(&[("p", Verdict::Better)]);
        assert!(!puzzle_table(&comparison, usize::MAX).text(Style::BARE).contains("errors"));
        comparison.puzzles[0].figures[1].errors = 7;
        let text = puzzle_table(&comparison, usize::MAX).text(Style::BARE);
        assert!(text.contains("  errors  verdict\n") && text.contains("  7  better\n"), "{text}");
    }
}
