//! A sweep in the manner of a paper: solved runs and mean effort, one key down, one across.

use super::figures::{MISSING, counted, mean_count, one_line, swept};
use super::style::Style;
use super::table::{Align, Table};
use crate::analysis::sweep::LEVEL;
use crate::analysis::{Cell, Sheet};

/// Below so many runs a cell, the best of a table is likely chance.
const FEW_RUNS: u64 = 30;

/// The tables of all sheets, and what is to be said of them together.
pub fn sweep_tables(sheets: &[Sheet<'_>], style: Style) -> String {
    let mut texts: Vec<String> = sheets.iter().map(|sheet| sweep_table(sheet, style)).collect();
    let fewest = |sheet: &Sheet<'_>| sheet.cells().map(|cell| cell.solved.trials).min();
    if sheets.iter().any(|sheet| has_marks(sheet) && fewest(sheet) < Some(FEW_RUNS)) {
        let note = format!("Fewer than {FEW_RUNS} runs a cell: the best of several equal cells");
        texts.push(note + " is likely chance.\n");
    }
    texts.join("\n")
}

/// Whether there is something to choose from.
fn has_marks(sheet: &Sheet<'_>) -> bool {
    sheet.best().is_some() && sheet.cells().count() > 1
}

/// The two tables of a sheet, with their title and what the mark means.
fn sweep_table(sheet: &Sheet<'_>, style: Style) -> String {
    let has_marks = has_marks(sheet);
    let solved = |cell: &Cell| {
        let mark = if has_marks && !cell.is_worse { '*' } else { ' ' };
        format!("{}/{}{mark}", cell.solved.successes, cell.solved.trials)
    };
    let effort = |cell: &Cell| mean_count(cell.mean_effort);
    let word = sheet.unit.word();
    if style.is_plain {
        let table = list(sheet, &format!("mean {word}"), solved, effort);
        return format!("{}\n\n{}\n{}", title(sheet), table.text(style), legend(sheet));
    }
    let text = format!(
        "{}\n\n{}\nMean {word} of the runs that solved\n\n{}",
        title(sheet),
        grid(sheet, "solved", style, solved),
        grid(sheet, &format!("mean {word}"), style, effort),
    );
    let legend = legend(sheet);
    if legend.is_empty() { text } else { format!("{text}\n{legend}") }
}

fn title(sheet: &Sheet<'_>) -> String {
    let puzzle = &sheet.planned.puzzle;
    let fixed: String =
        sheet.fixed.iter().map(|(key, value)| format!(", {key} = {value}")).collect();
    let text = format!(
        "{} ({}, {}), {}{fixed}: solved runs",
        puzzle.name(),
        puzzle.layout().name(),
        counted(puzzle.given_count() as u64, "given"),
        sheet.method.name()
    );
    one_line(&text)
}

/// One table; `name` heads the only column of a sheet with one key.
fn grid(sheet: &Sheet<'_>, name: &str, style: Style, text: impl Fn(&Cell) -> String) -> String {
    let mut table = Table::default();
    match sheet.column_key {
        Some(key) => table.column(&format!("{} \\ {key}", sheet.row_key), Align::Right),
        None => table.column(sheet.row_key, Align::Right),
    }
    for &column in &sheet.columns {
        let value = swept(column);
        table.column(if sheet.column_key.is_some() { &value } else { name }, Align::Right);
    }
    for (row, &value) in sheet.rows.iter().enumerate() {
        let cells = (0..sheet.columns.len()).map(|column| sheet.cell(row, column));
        let texts = cells.map(|cell| cell.map_or(MISSING.to_owned(), &text));
        table.row([swept(value)].into_iter().chain(texts).collect());
    }
    table.text(style)
}

/// Both tables as one with a row a cell: a column that is headed by a value says nothing where it
/// is read out alone.
fn list(
    sheet: &Sheet<'_>,
    mean: &str,
    solved: impl Fn(&Cell) -> String,
    effort: impl Fn(&Cell) -> String,
) -> Table {
    let mut table = Table::default();
    for name in [Some(sheet.row_key), sheet.column_key].into_iter().flatten() {
        table.column(name, Align::Right);
    }
    table.column("solved", Align::Right);
    table.column(mean, Align::Right);
    for (row, &down) in sheet.rows.iter().enumerate() {
        for (column, &across) in sheet.columns.iter().enumerate() {
            let Some(cell) = sheet.cell(row, column) else { continue };
            let mut texts = vec![swept(down)];
            texts.extend(sheet.column_key.map(|_| swept(across)));
            texts.extend([solved(cell), effort(cell)]);
            table.row(texts);
        }
    }
    table
}

fn legend(sheet: &Sheet<'_>) -> String {
    let mut text = match sheet.best() {
        _ if sheet.cells().count() == 1 => String::new(),
        None => format!("No run was solved, so that no cell is marked; {} a cell.\n", runs(sheet)),
        Some(best) => format!(
            "* not shown to be worse than the best cell ({}/{}): permutation test of the range of \
             the\n  solved shares, step by step, p < {LEVEL}; {} a cell.\n",
            best.solved.successes,
            best.solved.trials,
            runs(sheet)
        ),
    };
    let errors: u64 = sheet.cells().map(|cell| cell.errors).sum();
    if errors > 0 {
        text += &format!("Runs that ended in an error count as not solved; here {errors}.\n");
    }
    text
}

/// How many runs a cell has.
fn runs(sheet: &Sheet<'_>) -> String {
    let runs = || sheet.cells().map(|cell| cell.solved.trials);
    match (runs().min().unwrap_or(0), runs().max().unwrap_or(0)) {
        (fewest, most) if fewest == most => counted(most, "run"),
        (fewest, most) => format!("{fewest} to {most} runs"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Axes, Summaries, sheets};
    use crate::lab::samples::{arm, broken, cross, failed, generations, plan, solved};
    use crate::lab::{Plan, Record, Run};

    fn tables(plan: &Plan, record: impl Fn(usize, &Run<'_>) -> Record) -> String {
        styled(plan, Style::BARE, record)
    }

    fn styled(plan: &Plan, style: Style, record: impl Fn(usize, &Run<'_>) -> Record) -> String {
        let mut summaries = Summaries::default();
        let mut found = Vec::new();
        for number in 0..plan.len() {
            let run = plan.run(number);
            found.extend(summaries.add(&run, &record(number / plan.repeats as usize, &run)));
        }
        found.extend(summaries.finish());
        let axes = Axes::new(plan, None, None).expect("axes");
        sweep_tables(&sheets(plan, axes, &found), style)
    }

    #[test]
    fn two_keys_make_a_table_with_marks() {
        let mut arms = cross(&["0.05", "0.1"], &["0.1", "0.25", "0.5"]);
        arms.pop();
        for arm in &mut arms {
            arm.values.push(Some("7".to_owned()));
        }
        let plan = plan(&["9x9/easy-1"], &["mutation", "crossover", "size"], arms, 15);
        let solved_of = [12, 8, 0, 1, 15];
        let text = tables(&plan, |arm, run| match run.repeat < solved_of[arm] {
            true => solved(run, 100 * (arm as u64 + 1) + run.repeat % 2, 1.0),
            false => failed(run, 2, 1.0),
        });
        let givens = plan.puzzles[0].puzzle.given_count();
        let expected = format!(
            "easy-1 (9x9, {givens} givens), baseline, size = 7: solved runs\n\n\
             mutation \\ crossover     0.1    0.25    0.5\n\
             --------------------  ------  ------  -----\n\
            \x20               0.05  12/15*   8/15   0/15\n\
            \x20                0.1   1/15   15/15*      -\n\
             \nMean generations of the runs that solved\n\n\
             mutation \\ crossover    0.1   0.25  0.5\n\
             --------------------  -----  -----  ---\n\
            \x20               0.05  100.5  200.5    -\n\
            \x20                0.1  400.0  500.5    -\n\
             \n\
             * not shown to be worse than the best cell (15/15): permutation test of the range of the\n\
            \x20 solved shares, step by step, p < 0.05; 15 runs a cell.\n\
             \nFewer than 30 runs a cell: the best of several equal cells is likely chance.\n"
        );
        assert_eq!(text, expected, "\n{text}");
    }

    #[test]
    fn a_plain_sweep_is_a_line_a_cell() {
        let plan =
            plan(&["9x9/easy-1"], &["mutation", "crossover"], cross(&["0.1"], &["1", "2"]), 2);
        let text = styled(&plan, Style::PLAIN, |arm, run| match arm {
            0 => solved(run, 7, 1.0),
            _ => failed(run, 2, 1.0),
        });
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with("baseline: solved runs"), "{text}");
        let first = "mutation: 0.1; crossover: 1; solved: 2/2*; mean generations: 7.0";
        let second = "mutation: 0.1; crossover: 2; solved: 0/2*; mean generations: -";
        assert_eq!(lines[2..4], [first, second], "{text}");
    }

    #[test]
    fn one_key_makes_one_column() {
        let values = [Some("2"), Some("4"), None];
        let arms = values.map(|value| arm("baseline", &[value], generations(1000))).into();
        let plan = plan(&["9x9/easy-1"], &["size"], arms, 30);
        let text = tables(&plan, |arm, run| match (arm, run.repeat) {
            (1, 0) => broken(run, "no"),
            _ => failed(run, 2, 1.0),
        });
        let givens = plan.puzzles[0].puzzle.given_count();
        let expected = format!(
            "easy-1 (9x9, {givens} givens), baseline: solved runs\n\n\
             size  solved\n\
             ----  ------\n\
            \x20  2   0/30\n\
            \x20  4   0/30\n\
            \x20  -   0/30\n\
             \nMean generations of the runs that solved\n\n\
             size  mean generations\n\
             ----  ----------------\n\
            \x20  2                 -\n\
            \x20  4                 -\n\
            \x20  -                 -\n\
             \n\
             No run was solved, so that no cell is marked; 30 runs a cell.\n\
             Runs that ended in an error count as not solved; here 1.\n"
        );
        assert_eq!(text, expected, "\n{text}");
    }

    #[test]
    fn what_is_told_of_the_cells_fits_them() {
        let few = "Fewer than 30 runs a cell";
        for (columns, repeats, solves, expected, is_few) in [
            (2, 1, true, Some("; 1 run a cell.\n"), true),
            (2, 30, true, Some("; 30 runs a cell.\n"), false),
            (
                2,
                1,
                false,
                Some("No run was solved, so that no cell is marked; 1 run a cell."),
                false,
            ),
            (1, 15, true, None, false),
            (1, 15, false, None, false),
        ] {
            let arms = cross(&["1"], &["a", "b"][..columns]);
            let plan = plan(&["9x9/easy-1", "9x9/easy-2"], &["row", "column"], arms, repeats);
            let text = tables(&plan, |_, run| match solves {
                true => solved(run, 9, 1.0),
                false => failed(run, 2, 1.0),
            });
            let case = format!("{columns} {repeats} {solves}\n{text}");
            let told = expected.map_or(0, |expected| text.matches(expected).count());
            assert_eq!(told, if expected.is_some() { 2 } else { 0 }, "{case}");
            assert_eq!(text.matches('*').count() > 0, solves && columns > 1, "{case}");
            assert_eq!(text.matches(few).count(), usize::from(is_few), "{case}");
            assert_eq!(text.lines().last().is_some_and(|line| line.contains(few)), is_few);
            assert!(!text.contains("\n\n\n") && !text.ends_with("\n\n"), "{case}");
        }
    }
}
