//! A comparison for a terminal: what a person reads in ten seconds, and where the rest is.

use std::cmp::Ordering;

use super::comparison_markdown::MOST_ROWS;
use super::comparison_tables::{count_table, has_errors, puzzle_table};
use super::comparison_words::{NOT_EQUAL, NOTHING, heading, legend, of_family, verdicts};
use super::figures::{counted, one_line};
use super::style::Style;
use super::summary_table::error_note;
use super::table::Table;
use super::test_table::{Detail, shared_note, test_table};
use crate::analysis::comparison::LEVEL;
use crate::analysis::{Comparison, Family, TestRow};

/// Beyond so many puzzles only their number by verdict is shown.
const MANY_PUZZLES: usize = 20;

/// Beyond so many tests of a family only those with the smallest probabilities are shown.
const MANY_TESTS: usize = 40;

/// Beyond so many tests puzzle by puzzle only those that show a difference are shown.
const ALL_PUZZLE_TESTS: usize = 14;

/// The most of those.
const MOST_PUZZLE_TESTS: usize = 20;

/// Columns in which names may be as long as a swept method's.
const NAMED: [&str; 2] = ["method", "against"];

/// The comparison in paragraphs, every line ended; in colour headers are bold, better is green
/// and worse is red.
pub fn comparison_text(comparison: &Comparison, style: Style) -> String {
    if comparison.puzzles.is_empty() {
        return NOTHING.to_owned();
    }
    let mut paragraphs =
        vec![figures(comparison, style), lines(verdicts(comparison, style.colour))];
    for family in [Family::Overall, Family::Puzzle, Family::Study] {
        paragraphs.push(tests(comparison, family, style));
    }
    paragraphs.push(exploratory(comparison));
    paragraphs.push(warnings(comparison));
    let legend = Some(legend(comparison)).filter(|_| !has_many_puzzles(comparison));
    paragraphs.push(lines(legend.into_iter().chain([NOT_EQUAL.to_owned()])));
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs.join("\n")
}

fn warnings(comparison: &Comparison) -> String {
    let head = comparison.warnings.first().map(|_| "Warnings:".to_owned());
    let warnings = comparison.warnings.iter().map(|warning| format!("- {}", one_line(warning)));
    lines(head.into_iter().chain(warnings))
}

/// A table in which no name is so long that it pushes the figures out of sight.
fn shown(table: Table, style: Style) -> String {
    table.shortened(&NAMED).text(style)
}

fn has_many_puzzles(comparison: &Comparison) -> bool {
    comparison.puzzles.len() > MANY_PUZZLES
}

fn figures(comparison: &Comparison, style: Style) -> String {
    if !has_many_puzzles(comparison) {
        let table = puzzle_table(comparison, usize::MAX);
        return shown(table, style) + error_note(has_errors(comparison));
    }
    let pointer = format!(
        "Verdicts on {} puzzles; --format {} has every one.\n",
        comparison.puzzles.len(),
        match comparison.puzzles.len() > MOST_ROWS / comparison.methods.len().max(1) {
            true => "json",
            false => "md (summary.md of a result folder)",
        }
    );
    shown(count_table(comparison), style) + &pointer + error_note(has_errors(comparison))
}

/// The tests of a family with their heading; nothing where there are none.
fn tests(comparison: &Comparison, family: Family, style: Style) -> String {
    let (rows, rest) = chosen(of_family(comparison, family), family);
    if rows.is_empty() && rest.is_empty() {
        return String::new();
    }
    let detail = if family == Family::Study { Detail::Full } else { Detail::Short };
    let reference = comparison.methods.first().map(String::as_str);
    let mut text = heading(family, comparison) + "\n\n";
    if !rows.is_empty() {
        text += &shown(test_table(&rows, reference, detail, usize::MAX), style);
        text += &lines(shared_note(&rows));
    }
    text + &rest
}

/// The tests of a family that are shown, and a line on the others.
fn chosen(mut rows: Vec<&TestRow>, family: Family) -> (Vec<&TestRow>, String) {
    let count = rows.len();
    let is_puzzle = family == Family::Puzzle;
    if count <= if is_puzzle { ALL_PUZZLE_TESTS } else { MANY_TESTS } {
        return (rows, String::new());
    }
    rows.sort_by(|first, second| by_probability(first, second));
    if !is_puzzle {
        rows.truncate(MANY_TESTS);
        let all =
            format!("The {MANY_TESTS} smallest p of {count}; --format tests-csv prints all.\n");
        return (rows, all);
    }
    rows.retain(|row| shows_difference(row));
    let shown = rows.len().min(MOST_PUZZLE_TESTS);
    let what = match (rows.len() > shown, shown) {
        (true, _) => format!("and {} more: --format tests-csv prints all", count - shown),
        (_, 0) => format!("{count} tests, none with a Holm p below {LEVEL}"),
        _ if shown == count => return (rows, String::new()),
        _ => format!("and {} more, none with a Holm p below {LEVEL}", count - shown),
    };
    rows.truncate(shown);
    (rows, what + "\n")
}

fn shows_difference(row: &TestRow) -> bool {
    row.p_holm.is_some_and(|p| p < LEVEL)
}

/// By probability; what has none comes last.
fn by_probability(first: &TestRow, second: &TestRow) -> Ordering {
    let key = |row: &TestRow| row.p.filter(|p| p.is_finite()).unwrap_or(f64::INFINITY);
    key(first).total_cmp(&key(second))
}

fn exploratory(comparison: &Comparison) -> String {
    match of_family(comparison, Family::Exploratory).len() as u64 {
        0 => String::new(),
        count => format!(
            "{}, p not adjusted, a hint at best: --format tests-csv prints them.\n",
            counted(count, "exploratory test")
        ),
    }
}

fn lines(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().map(|text| text.trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Verdict;
    use crate::report::comparison_samples::{any_comparison, comparison, full, judgement, row};
    use proptest::prelude::*;

    #[test]
    fn two_puzzles_are_told_whole() {
        let text = comparison_text(&full(), Style::BARE);
        let expected = "\
            puzzle  method    solved  95 % interval  mean generations  median   RMST  verdict\n\
            ------  --------  ------  -------------  ----------------  ------  -----  -------------------\n\
            easy|1  baseline     1/4     4.6-69.9 %             100.0       -  775.0  reference\n\
           \x20       purge        3/4    30.1-95.4 %             300.0   300.0  475.0  better\n\
            hard-1  baseline     1/4     4.6-69.9 %             100.0       -  775.0  reference\n\
           \x20       purge        3/4    30.1-95.4 %             300.0   300.0  475.0  no difference shown\n\
            \n\
            purge against baseline, over 2 puzzles: worse; 4 runs would tell 50 % from 100 %\n\
            \n\
            Primary test over all puzzles, against baseline: which method solves more runs\n\
            \n\
            method  test             effect    95 % interval      p  Holm p\n\
            ------  ---------------  ------  ---------------  -----  ------\n\
            purge   mantel-haenszel   0.250  -0.050 to 0.500  0.012   0.025\n\
            Note: difference of the solved rates\n\
            \n\
            Primary test puzzle by puzzle, against baseline: which method solves more runs\n\
            \n\
            puzzle  method  test    effect    95 % interval          p  Holm p  note\n\
            ------  ------  ------  ------  ---------------  ---------  ------  ------------------------------\n\
            easy|1  purge   fisher   0.250  -0.050 to 0.500      0.012   0.025  difference of the solved rates\n\
            hard-1  purge   fisher       -                -  undefined       -  no run solved\n\
            \n\
            As the study tested\n\
            \n\
            puzzle  method  test       runs  statistic  effect    95 % interval      p\n\
            ------  ------  -------  ------  ---------  ------  ---------------  -----\n\
            easy|1  purge   student  30, 30       2.50   0.250  -0.050 to 0.500  0.012\n\
            Note: difference of the solved rates\n\
            \n\
            2 exploratory tests, p not adjusted, a hint at best: --format tests-csv prints them.\n\
            \n\
            Warnings:\n\
            - Fewer than 30 runs.\n\
            \n\
            Mean of the solved runs; median over all runs, where half of them solve; RMST = mean of \
            min(generations, cap); 95 % interval of the solved rate.\n\
            \"No difference shown\" does not say that methods are equal.\n";
        assert_eq!(text, expected, "\n{text}");
    }

    #[test]
    fn many_puzzles_and_tests_are_told_in_short() {
        let mut many = comparison(&[("p", Verdict::Better); MANY_PUZZLES + 1]);
        many.overall = vec![judgement(None, Verdict::Better)];
        many.tests = vec![row(Family::Study, Some("p"), "student"); MANY_TESTS + 2];
        many.tests[0].p = None;
        many.tests[MANY_TESTS + 1].puzzle = Some("least".into());
        many.tests[MANY_TESTS + 1].p = Some(0.001);
        let text = comparison_text(&many, Style::BARE);
        assert!(text.starts_with("method    solved runs  better"), "{text}");
        assert!(text.contains("Verdicts on 21 puzzles; --format md (summary.md"), "{text}");
        assert!(text.contains("\nThe 40 smallest p of 42; --format tests-csv prints"), "{text}");
        assert_eq!(text.matches("  student").count(), MANY_TESTS);
        assert_eq!(text.matches("undefined").count(), 1, "the head of a column only");
        assert!(text.contains("\nleast "), "{text}");
        many.puzzles.pop();
        many.tests.truncate(MANY_TESTS);
        let text = comparison_text(&many, Style::BARE);
        assert!(text.starts_with("puzzle  method") && text.contains("undefined"), "{text}");
        many.puzzles.clear();
        assert_eq!(comparison_text(&many, Style::COLOURED), NOTHING);
    }

    #[test]
    fn of_many_tests_by_puzzle_those_that_show_a_difference_are_told() {
        for (tests, showing, shown, rest) in [
            (14, 3, 14, ""),
            (15, 15, 15, ""),
            (15, 3, 3, "and 12 more, none with a Holm p below 0.05\n"),
            (15, 0, 0, "15 tests, none with a Holm p below 0.05\n"),
            (50, 21, 20, "and 30 more: --format tests-csv prints all\n"),
        ] {
            let mut many = comparison(&[("p", Verdict::Better)]);
            many.tests = vec![row(Family::Puzzle, Some("p"), "fisher"); tests];
            for (place, test) in many.tests.iter_mut().enumerate().skip(showing) {
                test.p_holm = (place % 2 == 0).then_some(0.05);
            }
            let text = comparison_text(&many, Style::BARE);
            assert_eq!(text.matches("  fisher").count(), shown, "{text}");
            assert!(text.contains(rest) && text.contains("Primary test puzzle by"), "{text}");
            assert_eq!(text.contains("\nand "), rest.starts_with("and "), "{text}");
        }
    }

    #[test]
    fn long_names_of_methods_are_cut_in_tables_only() {
        let mut long = full();
        let name = format!("purge ({}rate=0.05)", "mutation.".repeat(9));
        long.methods[1].clone_from(&name);
        long.overall[0].method = name.as_str().into();
        for test in &mut long.tests {
            test.a = Some(name.as_str().into());
        }
        let text = comparison_text(&long, Style::BARE);
        assert_eq!(text.matches(&name).count(), 1, "the sentence only: {text}");
        assert!(text.matches("...").count() > 3, "{text}");
    }

    #[test]
    fn better_is_green_and_worse_is_red() {
        let text = comparison_text(&full(), Style::COLOURED);
        assert!(text.contains("  \u{1b}[32mbetter\u{1b}[0m\n"), "{text}");
        assert!(text.contains(": \u{1b}[31mworse\u{1b}[0m; "), "{text}");
    }

    proptest! {
        #[test]
        fn whatever_it_holds_stays_in_its_lines(comparison in any_comparison()) {
            let text = comparison_text(&comparison, Style::BARE);
            prop_assert!(!text.contains(|symbol: char| symbol.is_control() && symbol != '\n'));
            prop_assert!(text.lines().all(|line| !line.ends_with(char::is_whitespace)), "{}", text);
            let words = text.split(|symbol: char| !symbol.is_alphanumeric());
            prop_assert!(words.into_iter().all(|word| word != "NaN" && word != "inf"), "{}", text);
            prop_assert!(!text.contains("\n\n\n") && text.ends_with('\n'));
            let coloured = comparison_text(&comparison, Style::COLOURED);
            let bare = ["\u{1b}[1m", "\u{1b}[31m", "\u{1b}[32m", "\u{1b}[0m"]
                .iter()
                .fold(coloured, |text, code| text.replace(code, ""));
            prop_assert_eq!(bare, text);
        }
    }
}
