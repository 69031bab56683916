//! `summary.md`: all of a comparison, for a reader who wants to check it.
//!
//! Nothing in it depends on the speed of a machine unless the unit of effort does.

use super::comparison_tables::{
    estimate_table, has_errors, other_units_table, puzzle_table, reason_table,
};
use super::comparison_words::{
    NOT_EQUAL, NOTHING, heading, legend, of_family, question, seeds, verdicts,
};
use super::figures::{counted, one_line};
use super::summary_table::error_note;
use super::table::{Table, escape_markdown};
use super::test_table::{Detail, shared_note, test_table};
use crate::analysis::{Comparison, Family, TestRow};

const READING: &str = "\
A run that stops at its cap says only that it would have taken longer. The mean of the solved runs \
alone therefore flatters a method that fails often; the solved rate, the median over all runs and \
the RMST (the mean of min(effort, cap)) count every run. \
ERT (expected running time) is the effort of all runs divided by the number of solutions.

One question was primary. Its p are adjusted by Holm for the number of comparisons, and the \
verdicts rest on them. All other tests explore: among many, some p are small by chance. \"No \
difference shown\" does not say that methods are equal; the reason beside it says which difference \
so many runs could have shown. Puzzles are strata and are never pooled.";

/// Rows of a table; a text of more lines opens in no editor, and other formats have every one.
pub const MOST_ROWS: usize = 10_000;

const TITLE: &str = "# Comparison of methods\n";

/// The whole file.
pub fn comparison_markdown(comparison: &Comparison) -> String {
    if comparison.puzzles.is_empty() {
        return format!("{TITLE}\n{NOTHING}");
    }
    let mut sections = vec![TITLE.to_owned(), subject(comparison)];
    sections.extend(warnings(comparison));
    sections.push(figures(comparison));
    sections.extend(reasons(comparison));
    for family in [Family::Overall, Family::Puzzle, Family::Study] {
        sections.extend(tests(comparison, family));
    }
    sections.push(estimates(comparison));
    sections.extend(other_units(comparison));
    sections.extend(exploratory(comparison));
    sections.push(section("How to read this", [READING.to_owned() + "\n"]));
    sections.join("\n")
}

/// What was compared.
fn subject(comparison: &Comparison) -> String {
    let others = comparison.methods.iter().skip(1).map(String::as_str);
    let reference = comparison.methods.first().map(|name| format!("{name} (the reference)"));
    let methods: Vec<&str> = reference.as_deref().into_iter().chain(others).collect();
    let facts = [
        format!("Methods: {}", methods.join(", ")),
        format!("Puzzles: {}{}", comparison.puzzles.len(), layouts(comparison)),
        format!("Unit of effort: {}", comparison.unit.word()),
        format!("Seeds: {}", seeds(comparison.pairing)),
        format!("Primary question: {}", question(comparison.primary)),
    ];
    list(&facts)
}

/// The layouts of all puzzles in brackets; nothing where none is told.
fn layouts(comparison: &Comparison) -> String {
    let layouts = comparison.puzzles.iter().map(|puzzle| puzzle.facts.layout.as_str());
    let mut layouts: Vec<&str> = layouts.filter(|layout| !layout.is_empty()).collect();
    layouts.sort_unstable();
    layouts.dedup();
    if layouts.is_empty() { String::new() } else { format!(" ({})", layouts.join(", ")) }
}

fn warnings(comparison: &Comparison) -> Option<String> {
    let warnings = &comparison.warnings;
    (!warnings.is_empty()).then(|| section("Warnings", [list(warnings)]))
}

fn figures(comparison: &Comparison) -> String {
    let errors = error_note(has_errors(comparison));
    let legend = format!("{} {NOT_EQUAL} {errors}", legend(comparison));
    let [table, rest] = told(&puzzle_table(comparison, MOST_ROWS));
    section("Puzzle by puzzle", [table, rest, prose(&legend)])
}

/// The verdicts with what they rest on, where there is more than one method.
fn reasons(comparison: &Comparison) -> Option<String> {
    let parts = || {
        let [table, rest] = told(&reason_table(comparison, MOST_ROWS));
        [list(&verdicts(comparison, false)), table, rest]
    };
    (comparison.methods.len() > 1).then(|| section("Verdicts", parts()))
}

/// The tests of a family, if there are any.
fn tests(comparison: &Comparison, family: Family) -> Option<String> {
    let rows = of_family(comparison, family);
    let title = heading(family, comparison);
    (!rows.is_empty()).then(|| section(&title, table(comparison, &rows)))
}

/// A table of tests, what it leaves out, and the note that they share.
fn table(comparison: &Comparison, rows: &[&TestRow]) -> [String; 3] {
    let reference = comparison.methods.first().map(String::as_str);
    let [table, rest] = told(&test_table(rows, reference, Detail::Full, MOST_ROWS));
    [table, rest, shared_note(rows).map(|note| prose(&note)).unwrap_or_default()]
}

/// A table, and a line on the rows that it leaves out.
fn told(table: &Table) -> [String; 2] {
    [table.markdown(), left_out(table.left_out())]
}

/// Where the rows are that a table leaves out.
fn left_out(rows: usize) -> String {
    match rows as u64 {
        0 => String::new(),
        rows => prose(&format!("{} more; --format json has all.", counted(rows, "row"))),
    }
}

fn estimates(comparison: &Comparison) -> String {
    let rows = of_family(comparison, Family::Estimate);
    let mut parts = told(&estimate_table(comparison, MOST_ROWS)).to_vec();
    if !rows.is_empty() {
        parts.extend(table(comparison, &rows));
    }
    section(&heading(Family::Estimate, comparison), parts)
}

/// What runs spent in units that are not tested.
fn other_units(comparison: &Comparison) -> Option<String> {
    let note = "Mean of all runs, solved or not, each to its own end; not tested.";
    let [table, rest] = told(&other_units_table(comparison, MOST_ROWS)?);
    Some(section("Other units of effort", [table, rest, prose(note)]))
}

/// The exploratory tests, a table for each run of rows on one puzzle.
fn exploratory(comparison: &Comparison) -> Option<String> {
    let rows = of_family(comparison, Family::Exploratory);
    let mut parts = vec![prose("Nobody announced these tests; their p are not adjusted.")];
    // A short table a puzzle, so that all of them together are held to what one may have.
    let shown = &rows[..rows.len().min(MOST_ROWS)];
    for group in shown.chunk_by(|first, second| first.puzzle == second.puzzle) {
        let place = group[0].puzzle.as_deref().unwrap_or("Over all puzzles");
        parts.push(prose(&format!("### {place}")));
        // The heading names the puzzle already.
        let rows: Vec<TestRow> =
            group.iter().map(|&row| TestRow { puzzle: None, ..row.clone() }).collect();
        parts.extend(table(comparison, &rows.iter().collect::<Vec<_>>()));
    }
    parts.push(left_out(rows.len() - shown.len()));
    (!rows.is_empty()).then(|| section(&heading(Family::Exploratory, comparison), parts))
}

/// A heading and paragraphs, each ended; empty ones are left out.
fn section(title: &str, parts: impl IntoIterator<Item = String>) -> String {
    let title = prose(&format!("## {title}"));
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    [title].into_iter().chain(parts).collect::<Vec<_>>().join("\n")
}

fn list(texts: &[String]) -> String {
    texts.iter().map(|text| prose(&format!("- {text}"))).collect()
}

/// A text on one line, ended, that means nothing but itself.
pub fn prose(text: &str) -> String {
    escape_markdown(one_line(text).trim()) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Verdict;
    use crate::report::comparison_samples::{any_comparison, comparison, full, row};
    use proptest::prelude::*;

    #[test]
    fn one_puzzle_is_told_whole() {
        let mut one = comparison(&[("p|1", Verdict::Better)]);
        one.warnings = full().warnings;
        one.tests = vec![row(Family::Exploratory, Some("p|1"), "welch")];
        let expected = "\
            # Comparison of methods\n\
            \n\
            - Methods: baseline (the reference), purge\n\
            - Puzzles: 1 (9x9)\n\
            - Unit of effort: generations\n\
            - Seeds: each method has its own (independent), unpaired tests\n\
            - Primary question: which method solves more runs?\n\
            \n\
            ## Warnings\n\
            \n\
            - Fewer than 30 runs.\n\
            \n\
            ## Puzzle by puzzle\n\
            \n\
            | puzzle | method   | solved | 95 % interval | mean generations | median |  RMST | verdict |\n\
            | ------ | -------- | -----: | ------------: | ---------------: | -----: | ----: | --------- |\n\
            | p\\|1   | baseline |    1/4 |    4.6-69.9 % |            100.0 |      - | 775.0 | reference |\n\
            |        | purge    |    3/4 |   30.1-95.4 % |            300.0 |  300.0 | 475.0 | better |\n\
            \n\
            Mean of the solved runs; median over all runs, where half of them solve; RMST = mean of \
            min(generations, cap); 95 % interval of the solved rate. \
            \"No difference shown\" does not say that methods are equal.\n\
            \n\
            ## Verdicts\n\
            \n\
            - purge against baseline on p\\|1: better; 4 runs would tell 50 % from 100 %\n\
            \n\
            | puzzle | method | against  | verdict | because |\n\
            | ------ | ------ | -------- | ------- | --------------------------------- |\n\
            | p\\|1   | purge  | baseline | better  | 4 runs would tell 50 % from 100 % |\n\
            \n\
            ## Estimates\n\
            \n\
            | puzzle | method   |    cap |  RMST |  95 % interval |    ERT |     95 % interval |\n\
            | ------ | -------- | -----: | ----: | -------------: | -----: | ----------------: |\n\
            | p\\|1   | baseline | 1000.0 | 775.0 | 58.9 to 1000.0 | 3100.0 | 556.4 to 122443.5 |\n\
            |        | purge    | 1000.0 | 475.0 |  0.0 to 1000.0 |  633.3 |   216.7 to 3071.1 |\n\
            \n\
            ## Exploratory tests\n\
            \n\
            Nobody announced these tests; their p are not adjusted.\n\
            \n\
            ### p\\|1\n\
            \n\
            | method | test  |   runs | statistic | effect |   95 % interval |     p |\n\
            | ------ | ----- | -----: | --------: | -----: | --------------: | ----: |\n\
            | purge  | welch | 30, 30 |      2.50 |  0.250 | -0.050 to 0.500 | 0.012 |\n\
            \n\
            Note: difference of the solved rates\n\
            \n\
            ## How to read this\n\
            \n";
        let text = comparison_markdown(&one);
        assert_eq!(text, format!("{expected}{READING}\n"), "\n{text}");
    }

    #[test]
    fn puzzles_without_a_layout_have_no_empty_brackets() {
        let mut two = comparison(&[("p", Verdict::Better), ("q", Verdict::Better)]);
        for (layouts, expected) in [
            (["", ""], "- Puzzles: 2\n"),
            (["", "9x9"], "- Puzzles: 2 (9x9)\n"),
            (["9x9", "4x4"], "- Puzzles: 2 (4x4, 9x9)\n"),
        ] {
            for (puzzle, layout) in two.puzzles.iter_mut().zip(layouts) {
                puzzle.facts.layout = layout.to_owned();
            }
            let text = comparison_markdown(&two);
            assert!(text.contains(expected), "{text}");
        }
    }

    #[test]
    fn there_is_a_section_for_what_there_is() {
        let titles =
            ["Warnings", "Primary test over", "Primary test puzzle", "As the study", "Explo"];
        let all = comparison_markdown(&full());
        let bare = comparison_markdown(&comparison(&[("p", Verdict::Better)]));
        for title in titles.map(|title| format!("\n## {title}")) {
            assert!(all.contains(&title) && !bare.contains(&title), "{title}\n{all}\n{bare}");
        }
        assert!(all.contains("| ert-bootstrap |"), "{all}");
        assert!(all.contains("\n### Over all puzzles\n"), "{all}");
        let none = comparison_markdown(&comparison(&[]));
        assert_eq!(none, "# Comparison of methods\n\nThere is no run to compare.\n");
    }

    proptest! {
        #[test]
        fn whatever_it_holds_stays_in_its_lines(comparison in any_comparison()) {
            let text = comparison_markdown(&comparison);
            prop_assert!(!text.contains(|symbol: char| symbol.is_control() && symbol != '\n'));
            prop_assert!(text.lines().all(|line| !line.ends_with(char::is_whitespace)), "{}", text);
            let words = text.split(|symbol: char| !symbol.is_alphanumeric());
            prop_assert!(words.into_iter().all(|word| word != "NaN" && word != "inf"), "{}", text);
            prop_assert!(!text.contains("\n\n\n") && text.ends_with('\n'), "{}", text);
        }
    }
}
