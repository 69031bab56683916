//! A comparison for a terminal: what a person reads in ten seconds, and where the rest is.

use std::cmp::Ordering;

use super::comparison_tables::{count_table, has_errors, puzzle_table};
use super::comparison_words::{NOT_EQUAL, NOTHING, heading, legend, of_family, verdicts};
use super::figures::{counted, one_line};
use super::summary_table::error_note;
use super::test_table::{Detail, shared_note, test_table};
use crate::analysis::{Comparison, Family, TestRow};

/// Beyond so many puzzles only their number by verdict is shown.
const MANY_PUZZLES: usize = 20;

/// Beyond so many tests of a family only those with the smallest probabilities are shown.
const MANY_TESTS: usize = 40;

/// The comparison in paragraphs, every line ended; with `colour` headers are bold, better is
/// green and worse is red.
pub fn comparison_text(comparison: &Comparison, colour: bool) -> String {
    if comparison.puzzles.is_empty() {
        return NOTHING.to_owned();
    }
    let mut paragraphs = vec![figures(comparison, colour), lines(verdicts(comparison, colour))];
    for family in [Family::Overall, Family::Puzzle, Family::Study] {
        paragraphs.push(tests(comparison, family, colour));
    }
    paragraphs.push(exploratory(comparison));
    let warnings = comparison.warnings.iter();
    paragraphs.push(lines(warnings.map(|warning| format!("Warning: {}", one_line(warning)))));
    let legend = Some(legend(comparison)).filter(|_| !has_many_puzzles(comparison));
    paragraphs.push(lines(legend.into_iter().chain([NOT_EQUAL.to_owned()])));
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs.join("\n")
}

fn has_many_puzzles(comparison: &Comparison) -> bool {
    comparison.puzzles.len() > MANY_PUZZLES
}

fn figures(comparison: &Comparison, colour: bool) -> String {
    if !has_many_puzzles(comparison) {
        return puzzle_table(comparison).text(colour) + error_note(has_errors(comparison));
    }
    let pointer = format!(
        "Verdicts on {} puzzles; summary.md and summary.csv have every one.\n",
        comparison.puzzles.len()
    );
    count_table(comparison).text(colour) + &pointer + error_note(has_errors(comparison))
}

/// The tests of a family with their heading; nothing where there are none.
fn tests(comparison: &Comparison, family: Family, colour: bool) -> String {
    let mut rows = of_family(comparison, family);
    if rows.is_empty() {
        return String::new();
    }
    let count = rows.len();
    if count > MANY_TESTS {
        rows.sort_by(|first, second| by_probability(first, second));
        rows.truncate(MANY_TESTS);
    }
    let detail = if family == Family::Study { Detail::Full } else { Detail::Short };
    let reference = comparison.methods.first().map(String::as_str);
    let mut text = heading(family, comparison) + "\n\n";
    text += &test_table(&rows, reference, detail).text(colour);
    text += &lines(shared_note(&rows));
    if count > MANY_TESTS {
        text += &format!("The {MANY_TESTS} smallest p of {count}; tests.csv has all.\n");
    }
    text
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
            "{} in tests.csv: p not adjusted, a hint at best.\n",
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
    use crate::report::comparison_samples::{any_comparison, comparison, full, row};
    use proptest::prelude::*;

    #[test]
    fn two_puzzles_are_told_whole() {
        let text = comparison_text(&full(), false);
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
            2 exploratory tests in tests.csv: p not adjusted, a hint at best.\n\
            \n\
            Warning: Fewer than 30 runs.\n\
            \n\
            Mean of the solved runs; median over all runs, where half of them solve; RMST = mean of \
            min(generations, cap); 95 % interval of the solved rate.\n\
            \"No difference shown\" does not say that methods are equal.\n";
        assert_eq!(text, expected, "\n{text}");
    }

    #[test]
    fn many_puzzles_and_tests_are_told_in_short() {
        let mut many = comparison(&[("p", Verdict::Better); MANY_PUZZLES + 1]);
        many.tests = vec![row(Family::Puzzle, Some("p"), "fisher"); MANY_TESTS + 2];
        many.tests[0].p = None;
        many.tests[MANY_TESTS + 1].puzzle = Some("least".to_owned());
        many.tests[MANY_TESTS + 1].p = Some(0.001);
        let text = comparison_text(&many, false);
        assert!(text.starts_with("method    solved runs  better"), "{text}");
        assert!(text.contains("Verdicts on 21 puzzles; summary.md"), "{text}");
        assert!(text.contains("\nThe 40 smallest p of 42; tests.csv has all.\n"), "{text}");
        assert_eq!(text.matches("  fisher").count(), MANY_TESTS);
        assert_eq!(text.matches("undefined").count(), 1, "the head of a column only");
        assert!(text.contains("\nleast "), "{text}");
        many.puzzles.pop();
        many.tests.truncate(MANY_TESTS);
        let text = comparison_text(&many, false);
        assert!(text.starts_with("puzzle  method") && text.contains("undefined"), "{text}");
        many.puzzles.clear();
        assert_eq!(comparison_text(&many, true), NOTHING);
    }

    #[test]
    fn better_is_green_and_worse_is_red() {
        let text = comparison_text(&full(), true);
        assert!(text.contains("  \u{1b}[32mbetter\u{1b}[0m\n"), "{text}");
        assert!(text.contains(": \u{1b}[31mworse\u{1b}[0m; "), "{text}");
    }

    proptest! {
        #[test]
        fn whatever_it_holds_stays_in_its_lines(comparison in any_comparison()) {
            let text = comparison_text(&comparison, false);
            prop_assert!(!text.contains(|symbol: char| symbol.is_control() && symbol != '\n'));
            prop_assert!(text.lines().all(|line| !line.ends_with(char::is_whitespace)), "{}", text);
            let words = text.split(|symbol: char| !symbol.is_alphanumeric());
            prop_assert!(words.into_iter().all(|word| word != "NaN" && word != "inf"), "{}", text);
            prop_assert!(!text.contains("\n\n\n") && text.ends_with('\n'));
            let coloured = comparison_text(&comparison, true);
            let bare = ["\u{1b}[1m", "\u{1b}[31m", "\u{1b}[32m", "\u{1b}[0m"]
                .iter()
                .fold(coloured, |text, code| text.replace(code, ""));
            prop_assert_eq!(bare, text);
        }
    }
}
