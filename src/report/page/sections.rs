//! The sections of the page, each as HTML; empty where there is nothing to say.

use super::Page;
use crate::analysis::{Comparison, Family, Sheet, Survey};
use crate::report::comparison_tables::{count_table, estimate_table, puzzle_table};
use crate::report::comparison_words::{
    NOT_EQUAL, heading, legend, of_family, question, seeds, verdicts,
};
use crate::report::figures::{counted, seconds, swept};
use crate::report::gallery::Picture;
use crate::report::palette::escape;
use crate::report::summary_table::summary_parts;
use crate::report::table::Table;
use crate::report::test_table::{Detail, shared_note, test_table};

/// Rows of a table; who wants all has the files.
const MOST_ROWS: usize = 400;

/// Cells of a sweep that are named one by one.
const MOST_CELLS: usize = 6;

/// A plan that is longer than this is not written into the page.
const LONGEST_PLAN: usize = 100_000;

/// Characters that a puzzle takes in a plan, at the least.
const SHORTEST_PUZZLE: usize = 50;

/// What the plan says of itself.
pub fn about(survey: &Survey<'_>) -> String {
    let about = survey.plan.outline.about.as_deref().unwrap_or_default();
    if about.is_empty() { String::new() } else { paragraph(about) }
}

/// What was found, in words.
pub fn verdict(survey: &Survey<'_>) -> String {
    match &survey.comparison {
        _ if survey.dataset.is_empty() => paragraph("No run is finished."),
        Some(comparison) if comparison.methods.len() > 1 => {
            let question = paragraph(&format!("The question: {}", question(comparison.primary)));
            question + &first(verdicts(comparison, false)) + &paragraph(NOT_EQUAL)
        }
        _ if !survey.sheets.is_empty() => first(survey.sheets.iter().map(best_cells).collect()),
        _ => first(totals(survey)),
    }
}

/// Which cells of a sweep may be the best.
fn best_cells(sheet: &Sheet<'_>) -> String {
    let subject = format!("{} on {}", sheet.method.name(), sheet.planned.puzzle.name());
    let Some(best) = sheet.best() else {
        return format!("{subject}: no run was solved.");
    };
    let places = (0..sheet.rows.len())
        .flat_map(|row| (0..sheet.columns.len()).map(move |column| (row, column)));
    let alike =
        places.filter(|&(row, column)| sheet.cell(row, column).is_some_and(|cell| !cell.is_worse));
    let alike: Vec<String> = alike.map(|(row, column)| point(sheet, row, column)).collect();
    let (solved, all) = (best.solved, sheet.cells().count());
    let best = format!("the best cell solves {} of {} runs", solved.successes, solved.trials);
    if alike.len() == all {
        return format!("{subject}: {best}; no cell is shown to be worse than another.");
    }
    let which =
        if alike.len() <= MOST_CELLS { format!(" ({})", alike.join("; ")) } else { String::new() };
    let count = alike.len();
    format!("{subject}: {best}; {count} of {all} cells are not shown to be worse than it{which}.")
}

fn point(sheet: &Sheet<'_>, row: usize, column: usize) -> String {
    let down = format!("{} {}", sheet.row_key, swept(sheet.rows[row]));
    match sheet.column_key {
        Some(key) => format!("{down}, {key} {}", swept(sheet.columns[column])),
        None => down,
    }
}

/// What each method solved, where nothing is compared.
fn totals(survey: &Survey<'_>) -> Vec<String> {
    let total = |total: &crate::analysis::Total<'_>| {
        let puzzles = counted(total.puzzles, "puzzle");
        format!(
            "{} solved {} of {} runs on {puzzles} ({}); {} CPU seconds a run on average.",
            total.arm.label(&survey.plan.keys),
            total.solved,
            total.runs,
            total.layout,
            seconds(total.mean_seconds())
        )
    };
    survey.overview.totals().iter().map(total).collect()
}

/// Everything that the reader must know before believing it.
pub fn warnings(page: &Page<'_>) -> String {
    let Page { survey, manifest, .. } = page;
    let mut found = Vec::new();
    if survey.missing > 0 {
        let planned = manifest.runs.planned;
        found.push(format!("{} of {planned} planned runs are not finished.", survey.missing));
    }
    if manifest.runs.errors > 0 {
        let errors = counted(manifest.runs.errors as u64, "run");
        found.push(format!(
            "{errors} ended in an error and count as not solved; runs.csv has the messages."
        ));
    }
    if !manifest.reproducible {
        found
            .push("The clock has stopped runs: another machine may find other results.".to_owned());
    }
    found.extend(survey.plan.cautions());
    found.extend(survey.comparison.iter().flat_map(|comparison| comparison.warnings.clone()));
    if found.is_empty() {
        String::new()
    } else {
        format!("<ul class=\"warnings\">\n{}</ul>\n", items(&found))
    }
}

/// The plan, the seed, the program and the machine.
pub fn run(page: &Page<'_>) -> String {
    let Page { survey, manifest, .. } = page;
    let plan = survey.plan;
    let host = &manifest.host;
    let machine = host.name.as_deref().map_or(String::new(), |name| format!("{name}, "));
    let budget = plan.arms.first().map_or(String::new(), |arm| {
        let budget = arm.budget;
        let limits = [
            budget.generations.map(|limit| counted(limit, "generation")),
            budget.evaluations.map(|limit| counted(limit, "evaluation")),
            budget.nodes.map(|limit| counted(limit, "node")),
            budget.seconds.map(|limit| format!("{limit} CPU seconds")),
        ];
        limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
    });
    let mut facts = vec![
        ("runs", format!("{} of {}", manifest.runs.finished, manifest.runs.planned)),
        ("puzzles", survey.dataset.puzzles().len().to_string()),
        ("methods", method_names(survey)),
        ("repeats", plan.repeats.to_string()),
        ("limit of a run", budget),
        ("master seed", manifest.seed.to_string()),
        ("seeds", seeds(plan.pairing).to_owned()),
        (
            "program",
            format!(
                "{} {}, engine {}, {}",
                manifest.program, manifest.version, manifest.engine, manifest.generator
            ),
        ),
        (
            "machine",
            format!(
                "{machine}{} {}, {}",
                host.os,
                host.arch,
                counted(manifest.threads as u64, "thread")
            ),
        ),
        ("begun", manifest.started.clone()),
        (
            "time",
            format!(
                "{} s on the wall in {}",
                seconds(Some(manifest.wall_seconds)),
                counted(u64::from(manifest.sessions), "session")
            ),
        ),
        ("plan digest", manifest.plan_digest.clone()),
    ];
    facts.extend(manifest.results.clone().map(|digest| ("results digest", digest)));
    let fact =
        |(name, text): &(&str, String)| format!("<dt>{name}</dt><dd>{}</dd>\n", escape(text));
    format!("<dl>\n{}</dl>\n", facts.iter().map(fact).collect::<String>())
}

fn method_names(survey: &Survey<'_>) -> String {
    let mut names: Vec<&str> = survey.plan.arms.iter().map(|arm| arm.method.name()).collect();
    names.dedup();
    let settings = survey.plan.arms.len();
    match settings == names.len() {
        true => names.join(", "),
        false => format!("{} in {settings} settings", names.join(", ")),
    }
}

/// The tables, those of the comparison or of the batch.
pub fn tables(survey: &Survey<'_>) -> String {
    let Some(comparison) = survey.comparison.as_ref().filter(|found| found.methods.len() > 1)
    else {
        let parts = summary_parts(&survey.overview, &survey.plan.keys);
        return parts
            .map_or(String::new(), |(table, note)| titled("Runs", table) + &paragraph(&note));
    };
    let mut text = titled("Methods", count_table(comparison));
    text += &titled("Puzzle by puzzle", puzzle_table(comparison, MOST_ROWS));
    text += &paragraph(&legend(comparison));
    for family in [Family::Overall, Family::Puzzle] {
        text += &tests(comparison, family);
    }
    text + &titled("Estimates", estimate_table(comparison, MOST_ROWS))
}

fn tests(comparison: &Comparison, family: Family) -> String {
    let rows = of_family(comparison, family);
    if rows.is_empty() {
        return String::new();
    }
    let reference = comparison.methods.first().map(String::as_str);
    let table = test_table(&rows, reference, Detail::Full, MOST_ROWS);
    titled(&heading(family, comparison), table)
        + &shared_note(&rows).map(|note| paragraph(&note)).unwrap_or_default()
}

fn titled(title: &str, table: Table) -> String {
    let earlier = table.left_out();
    let (table, left_out) = table.first_rows(MOST_ROWS);
    let left_out = earlier + left_out;
    let more = match left_out {
        0 => String::new(),
        _ => paragraph(&format!(
            "{} more are in the files of the folder.",
            counted(left_out as u64, "row")
        )),
    };
    format!("<h3>{}</h3>\n{}{more}", escape(title), table.html())
}

/// The pictures with what to see in them.
pub fn pictures(pictures: &[Picture]) -> String {
    let figure = |picture: &Picture| {
        let Picture { name, caption, svg } = picture;
        let caption = escape(caption);
        format!("<figure id=\"{name}\">\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n")
    };
    pictures.iter().map(figure).collect()
}

/// Boards that were solved.
pub fn boards(boards: &[(String, String)]) -> String {
    let figure = |(caption, svg): &(String, String)| {
        format!("<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>\n", escape(caption))
    };
    if boards.is_empty() {
        return String::new();
    }
    let note = paragraph("Givens are bold on grey.");
    format!(
        "<div class=\"boards\">\n{}</div>\n{note}",
        boards.iter().map(figure).collect::<String>()
    )
}

/// The commands that make the same results and this page again.
pub fn again(page: &Page<'_>) -> String {
    let Page { survey, manifest, folder, .. } = page;
    let folder = quoted(folder);
    let seed = manifest.seed;
    // A plan of so many puzzles is not even written to see how long it is.
    let is_small = survey.plan.puzzles.len() <= LONGEST_PLAN / SHORTEST_PUZZLE;
    let plan = if is_small { survey.plan.resolved().to_toml() } else { String::new() };
    let is_short = is_small && plan.len() <= LONGEST_PLAN;
    let (file, made) = match is_short {
        true => ("plan.toml", String::new()),
        false => ("plan.json", format!("jq .plan {folder}/manifest.json > plan.json\n")),
    };
    let commands = format!("{made}sudoga run {file} --seed {seed} -o again\nsudoga report again");
    let text = format!(
        "<pre>{}</pre>\n{}",
        escape_lines(&commands),
        paragraph(
            "On any machine and with any number of threads, runs.csv is the same but for \
             its last column, the seconds, unless the clock has stopped runs."
        )
    );
    match is_short {
        true => format!(
            "{text}<details>\n<summary>plan.toml</summary>\n<pre>{}</pre>\n</details>\n",
            escape_lines(&plan)
        ),
        false => text,
    }
}

/// A text of several lines; what cannot stand in a page goes line by line.
fn escape_lines(text: &str) -> String {
    text.lines().map(|line| escape(line) + "\n").collect()
}

/// A path as a shell takes it.
fn quoted(path: &str) -> String {
    let is_plain = |symbol: char| symbol.is_ascii_alphanumeric() || "-_./".contains(symbol);
    if path.chars().all(is_plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

fn paragraph(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { format!("<p>{}</p>\n", escape(text.trim())) }
}

/// A list of the first texts, and how many there are beyond.
fn first(mut texts: Vec<String>) -> String {
    let more = texts.len().saturating_sub(MOST_ROWS) as u64;
    texts.truncate(MOST_ROWS);
    let rest = match more {
        0 => String::new(),
        _ => paragraph(&format!("{} more are in the files of the folder.", counted(more, "line"))),
    };
    list(&texts) + &rest
}

fn list(texts: &[String]) -> String {
    if texts.is_empty() { String::new() } else { format!("<ul>\n{}</ul>\n", items(texts)) }
}

fn items(texts: &[String]) -> String {
    texts.iter().map(|text| format!("<li>{}</li>\n", escape(text))).collect()
}
