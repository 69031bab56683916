//! The table at the end of a batch.

use super::estimates::percent;
use super::figures::{MISSING, mean_count, seconds, swept};
use super::style::Style;
use super::table::{Align, Table, share_texts};
use crate::analysis::{EffortUnit, Figures, Overview, Summary, Total};
use crate::lab::Arm;

/// A line for each puzzle and arm, or, when these are many, for each arm and layout; `keys` are
/// the swept keys of the plan.
pub fn summary_table(overview: &Overview<'_>, keys: &[String], style: Style) -> String {
    let parts = summary_parts(overview, keys);
    parts.map_or("No run is finished.\n".to_owned(), |(table, note)| table.text(style) + &note)
}

/// The table and what is to be said below it; `None` where no run is finished.
pub fn summary_parts(overview: &Overview<'_>, keys: &[String]) -> Option<(Table, String)> {
    match overview.summaries() {
        Some([]) => None,
        Some(summaries) => Some(near(summaries, keys)),
        None => Some(far(overview.totals(), keys)),
    }
}

fn near(summaries: &[Summary<'_>], keys: &[String]) -> (Table, String) {
    let first = summaries.first().map_or(EffortUnit::Generations, |summary| summary.figures.unit);
    let unit = Some(first).filter(|&unit| summaries.iter().all(|other| other.figures.unit == unit));
    let word = unit.map_or("effort", EffortUnit::word);
    let has_errors = summaries.iter().any(|summary| summary.figures.errors > 0);
    let mut table = Table::default();
    table.column("puzzle", Align::Left);
    arm_columns(&mut table, keys);
    table.share_columns("solved");
    for name in ["95 % interval", &format!("mean {word}"), "mean seconds"] {
        table.column(name, Align::Right);
    }
    error_column(&mut table, has_errors);
    for summary in summaries {
        let figures = &summary.figures;
        let mut texts = vec![summary.planned.puzzle.name().to_owned()];
        texts.extend(arm_texts(summary.arm, keys));
        texts.extend(share_texts(figures.solved.successes, figures.solved.trials));
        texts.push(figures.solved.wilson().map_or(MISSING.to_owned(), percent));
        texts.push(effort(figures, unit.is_some()));
        texts.push(seconds(figures.mean_seconds));
        texts.extend(has_errors.then(|| figures.errors.to_string()));
        table.row(texts);
    }
    let means = format!("Mean {word} of the runs that solved, mean CPU seconds of all runs.\n");
    (table, means + error_note(has_errors))
}

fn far(totals: &[Total<'_>], keys: &[String]) -> (Table, String) {
    let has_errors = totals.iter().any(|total| total.errors > 0);
    let mut table = Table::default();
    arm_columns(&mut table, keys);
    table.column("layout", Align::Left);
    table.column("puzzles", Align::Right);
    table.share_columns("solved runs");
    for name in ["always solved", "never solved", "mean seconds"] {
        table.column(name, Align::Right);
    }
    error_column(&mut table, has_errors);
    for total in totals {
        let mut texts: Vec<String> = arm_texts(total.arm, keys).collect();
        texts.extend([total.layout.to_owned(), total.puzzles.to_string()]);
        texts.extend(share_texts(total.solved, total.runs));
        texts.extend([total.always.to_string(), total.never.to_string()]);
        texts.push(seconds(total.mean_seconds()));
        texts.extend(has_errors.then(|| total.errors.to_string()));
        table.row(texts);
    }
    let note = "Counts over puzzles that are not alike, and so without intervals; \
                runs.csv has every run.\n";
    (table, note.to_owned() + error_note(has_errors))
}

fn arm_columns(table: &mut Table, keys: &[String]) {
    table.column("method", Align::Left);
    for key in keys {
        table.column(key, Align::Right);
    }
}

fn arm_texts(arm: &Arm, keys: &[String]) -> impl Iterator<Item = String> {
    let values = (0..keys.len()).map(|key| swept(arm.values.get(key).and_then(Option::as_deref)));
    [arm.method.name().to_owned()].into_iter().chain(values)
}

fn error_column(table: &mut Table, has_errors: bool) {
    if has_errors {
        table.column("errors", Align::Right);
    }
}

/// What is to be said where runs broke off.
pub fn error_note(has_errors: bool) -> &'static str {
    if has_errors {
        "A run that ended in an error counts as not solved; runs.csv has its message.\n"
    } else {
        ""
    }
}

/// The mean effort; with its unit where lines differ in it.
fn effort(figures: &Figures, is_named_above: bool) -> String {
    let mean = mean_count(figures.mean_effort);
    if is_named_above || figures.mean_effort.is_none() {
        return mean;
    }
    format!("{mean} {}", figures.unit.word())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Summaries;
    use crate::lab::samples::{arm, broken, failed, generations, plan, solved};
    use crate::lab::{Plan, Record, Run};
    use crate::solver::Budget;

    fn table(plan: &Plan, record: impl Fn(&Run<'_>) -> Record) -> String {
        let mut overview = Overview::default();
        let mut summaries = Summaries::default();
        for number in 0..plan.len() {
            let run = plan.run(number);
            summaries.add(&run, &record(&run)).into_iter().for_each(|new| overview.add(new));
        }
        summaries.finish().into_iter().for_each(|last| overview.add(last));
        summary_table(&overview, &plan.keys, Style::BARE)
    }

    #[test]
    fn a_line_a_puzzle_and_arm() {
        let arms = vec![
            arm("baseline", &[Some("0.05")], generations(1000)),
            arm("purge", &[None], generations(1000)),
        ];
        let plan = plan(&["9x9/easy-1", "9x9/easy-2"], &["rate"], arms, 4);
        let text = table(&plan, |run| match (run.number, run.repeat) {
            (4..12, _) => failed(run, 8, 0.25),
            (_, 0 | 1) => solved(run, 10 + 30 * run.repeat, 123.4),
            _ => failed(run, 6, 0.0),
        });
        let expected = "\
            puzzle  method    rate  solved  95 % interval  mean generations  mean seconds\n\
            ------  --------  ----  ------  -------------  ----------------  ------------\n\
            easy-1  baseline  0.05     2/4    15.0-85.0 %              25.0          61.7\n\
            easy-1  purge        -     0/4     0.0-49.0 %                 -         0.250\n\
            easy-2  baseline  0.05     0/4     0.0-49.0 %                 -         0.250\n\
            easy-2  purge        -     2/4    15.0-85.0 %              25.0          61.7\n\
            Mean generations of the runs that solved, mean CPU seconds of all runs.\n";
        assert_eq!(text, expected, "\n{text}");
    }

    #[test]
    fn without_a_run_there_is_no_table() {
        assert_eq!(summary_table(&Overview::default(), &[], Style::BARE), "No run is finished.\n");
    }

    #[test]
    fn units_and_errors_are_named_where_they_matter() {
        let nodes = Budget { nodes: Some(9), ..Budget::default() };
        let arms = vec![arm("baseline", &[], generations(1000)), arm("exact", &[], nodes)];
        let plan = plan(&["9x9/easy-1"], &[], arms, 1);
        let text = table(&plan, |run| match run.number {
            0 => solved(run, 12, 0.5),
            _ => broken(run, "no"),
        });
        let expected = "\
            puzzle  method    solved  95 % interval       mean effort  mean seconds  errors\n\
            ------  --------  ------  -------------  ----------------  ------------  ------\n\
            easy-1  baseline     1/1   20.7-100.0 %  12.0 generations         0.500       0\n\
            easy-1  exact        0/1     0.0-79.3 %                 -             -       1\n\
            Mean effort of the runs that solved, mean CPU seconds of all runs.\n\
            A run that ended in an error counts as not solved; runs.csv has its message.\n";
        assert_eq!(text, expected, "\n{text}");
    }

    #[test]
    fn many_lines_become_a_line_a_method_and_layout() {
        let arms = ["1", "2"].map(|value| arm("baseline", &[Some(value)], generations(1000)));
        let mut puzzles = vec!["9x9/easy-1"; 20];
        puzzles.push("twodoku/easy-1");
        let plan = plan(&puzzles, &["rate"], arms.into(), 3);
        let text = table(&plan, |run| match (run.number / 6, run.repeat) {
            (0, _) => solved(run, 5, 1.0),
            (1..5, 0) => solved(run, 5, 1.0),
            _ => failed(run, 4, 1.0),
        });
        let expected = "\
            method    rate  layout   puzzles  solved runs  always solved  never solved  mean seconds\n\
            --------  ----  -------  -------  -----------  -------------  ------------  ------------\n\
            baseline     1  9x9           20         7/60              1            15          1.00\n\
            baseline     2  9x9           20         7/60              1            15          1.00\n\
            baseline     1  twodoku        1          0/3              0             1          1.00\n\
            baseline     2  twodoku        1          0/3              0             1          1.00\n\
            Counts over puzzles that are not alike, and so without intervals; runs.csv has every run.\n";
        assert_eq!(text, expected, "\n{text}");
    }
}
