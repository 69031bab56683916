//! The tables of a question, by its view.

use super::blocks::{Block, StudyPage};
use super::class_tables::{ending_table, failure_table, level_table, time_table};
use super::difficulty_tables::{correlation_table, tally_table, unique_table};
use super::published_tables::{published_note, published_table, sweep_table};
use super::{Experimented, Repeated};
use crate::analysis::{CurveAxis, EffortUnit, curve, curves};
use crate::report::comparison_tables::{count_table, puzzle_table};
use crate::report::curve_table::fit_table;
use crate::report::figures::{MISSING, seconds};
use crate::report::table::{Align, Table};
use crate::stats::Proportion;
use crate::study::file::{Axis, PrintedFit, Test, Versus};
use crate::study::{Evidence, Question, View, side_ratios};

/// Puzzles up to which a comparison is told puzzle by puzzle.
const FEW_PUZZLES: usize = 15;

/// Adds the tables of a question to a page.
pub fn add(
    page: &mut StudyPage,
    repeated: &Repeated<'_>,
    question: &Question,
    experimented: &Experimented<'_>,
) {
    let evidence = experimented.evidence;
    let mut table = |title: &str, table: Table| page.add(Block::Table(title.to_owned(), table));
    match question.view {
        View::Comparison => {
            table("By kind of puzzle", level_table(evidence, None));
            if let Some(cap) = question.cap {
                let title = format!("The same runs up to {cap} generations");
                table(&title, level_table(evidence, Some(cap)));
            }
            if let Some(comparison) = &evidence.survey.comparison {
                table("Against the first method", count_table(comparison));
                if comparison.puzzles.len() <= FEW_PUZZLES {
                    table("Puzzle by puzzle", puzzle_table(comparison, usize::MAX));
                }
            }
        }
        View::Levels => table("By kind of puzzle", level_table(evidence, None)),
        View::Times => table("CPU time by kind of puzzle", time_table(evidence)),
        View::Published => {
            if question.published.as_ref().is_none_or(|published| published.runs == 1) {
                table("By kind of puzzle", level_table(evidence, None));
            }
        }
        View::Sweep => {
            for sheet in &evidence.survey.sheets {
                let title = format!(
                    "{} on {}: solved runs",
                    sheet.method.name(),
                    sheet.planned.puzzle.name()
                );
                let printed = question.published.as_ref();
                table(&title, sweep_table(sheet, printed, repeated.has_originals));
            }
        }
        View::Curve => curve_tables(question, evidence, table),
        View::Failures => table("Runs that failed", failure_table(evidence)),
        View::Endings => table("Fitness at the end of the runs", ending_table(evidence)),
        View::Sizes => {
            for claim in &question.claims {
                if let Test::FallingRatio(versus) = &claim.test {
                    let title = format!("{} beside {}", versus.method, versus.against);
                    table(&title, size_table(evidence, versus));
                }
            }
            table("By kind of puzzle", level_table(evidence, None));
        }
        View::Long => table("By kind of puzzle", level_table(evidence, None)),
        View::Unique => {
            table("Guesses and proofs", tally_table(evidence));
            table("By givens", unique_table(evidence));
        }
        View::Rating => table("Do the views agree?", correlation_table(evidence)),
    }
    if question.view != View::Sweep
        && let Some(published) = &question.published
    {
        let title = format!("Published ({}) beside ours", published.source);
        page.add(Block::Table(title, published_table(published, evidence, repeated.has_originals)));
        page.add(Block::Text(published_note(published, repeated.has_originals)));
    }
    if question.view == View::Sweep {
        page.add(Block::Text(
            "In parentheses what the study prints, of 15 runs; a star marks every cell that is not shown to \
             be worse than the best. On the study's own puzzle: whether the count lies within the 95 % \
             prediction from our runs of its program."
                .to_owned(),
        ));
    }
}

fn size_table(evidence: &Evidence<'_>, versus: &Versus) -> Table {
    let mut table = Table::default();
    table.column("layout", Align::Left);
    for name in [versus.method.as_str(), versus.against.as_str()] {
        table.column(&format!("solved by {name}"), Align::Right);
        table.column(&format!("CPU seconds a solution, {name}"), Align::Right);
    }
    table.column("ratio", Align::Right);
    let share = |solved: Proportion| format!("{}/{}", solved.successes, solved.trials);
    for size in side_ratios(evidence, &versus.method, &versus.against).unwrap_or_default() {
        let limit = if size.is_limit { ">= " } else { "" };
        let ratio = size.ratio.map_or(MISSING.to_owned(), |ratio| format!("{limit}{ratio:.1}"));
        table.row(vec![
            size.layout,
            share(size.solved),
            format!("{limit}{}", seconds(size.seconds)),
            share(size.other_solved),
            seconds(size.other_seconds),
            ratio,
        ]);
    }
    table
}

fn curve_tables(question: &Question, evidence: &Evidence<'_>, mut table: impl FnMut(&str, Table)) {
    let axis = match question.axis {
        Axis::Givens => CurveAxis::Givens,
        Axis::Empty => CurveAxis::Empty,
    };
    if !question.fits.is_empty() {
        table("Printed fits", printed_fits(&question.fits));
    }
    let mut units = vec![EffortUnit::Seconds];
    units.extend(evidence.survey.unit.filter(|&unit| unit != EffortUnit::Seconds));
    for unit in units {
        for curve in curves(&evidence.survey.dataset, axis, unit, curve::FIT_SEED) {
            let title =
                format!("Our fits: {} of {} against {}", unit.word(), curve.method, axis.word());
            table(&title, fit_table(&curve));
        }
    }
}

fn printed_fits(fits: &[PrintedFit]) -> Table {
    let mut table = Table::default();
    table.column("where", Align::Left);
    table.column("method", Align::Left);
    table.column("R2 of an exponential", Align::Right);
    for fit in fits {
        table.row(vec![fit.source.clone(), fit.method.clone(), format!("{}", fit.squared)]);
    }
    table
}
