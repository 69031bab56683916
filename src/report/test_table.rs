//! Tests as a table: only the columns in which there is something to see.

use super::estimates::{limits, probability, short, short_beside};
use super::figures::{MISSING, one_line};
use super::table::{Align, Table};
use crate::analysis::{Family, TestRow};

/// How much of a test a table tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Effect and probability.
    Short,
    /// Statistic, degrees of freedom and numbers of runs as well.
    Full,
}

type Text = fn(&TestRow) -> String;

struct Shown {
    name: &'static str,
    align: Align,
    text: Text,
}

/// A row for each test, the first so many; `reference` is the method of which all readers know that it is the one
/// compared with.
pub fn test_table(
    rows: &[&TestRow],
    reference: Option<&str>,
    detail: Detail,
    most: usize,
) -> Table {
    let columns = columns(rows, reference, detail);
    let mut table = Table::of_at_most(most);
    for column in &columns {
        table.column(column.name, column.align);
    }
    for row in rows {
        if table.skips() {
            continue;
        }
        table.row(columns.iter().map(|column| (column.text)(row)).collect());
    }
    table
}

/// The note that all tests have in common, to stand below their table; the notes are a column
/// where they differ.
pub fn shared_note(rows: &[&TestRow]) -> Option<String> {
    let first = one_line(&rows.first()?.note);
    let is_shared = rows.iter().all(|row| one_line(&row.note) == first);
    (is_shared && !first.trim().is_empty()).then(|| format!("Note: {}", first.trim()))
}

fn columns(rows: &[&TestRow], reference: Option<&str>, detail: Detail) -> Vec<Shown> {
    let any = |has: fn(&TestRow) -> bool| rows.iter().any(|row| has(row));
    let is_full = detail == Detail::Full;
    let is_other = |row: &&TestRow| row.b.is_some() && row.b.as_deref() != reference;
    let has_notes = any(|row| !row.note.is_empty()) && shared_note(rows).is_none();
    use Align::{Left, Right};
    let candidates: [(bool, &str, Align, Text); 12] = [
        (any(|row| row.puzzle.is_some()), "puzzle", Left, |row| name(row.puzzle.as_deref(), "all")),
        (any(|row| row.a.is_some()), "method", Left, |row| name(row.a.as_deref(), "all")),
        (rows.iter().any(is_other), "against", Left, |row| name(row.b.as_deref(), MISSING)),
        (true, "test", Left, |row| row.test.to_owned()),
        (is_full && any(|row| row.n_a.is_some()), "runs", Right, runs),
        (is_full && any(|row| row.statistic.is_some()), "statistic", Right, |row| {
            short(row.statistic)
        }),
        (is_full && any(|row| !row.freedom.is_empty()), "df", Right, freedom),
        (any(|row| row.effect.is_some()), "effect", Right, |row| {
            short_beside(row.effect, size(row))
        }),
        (any(|row| row.low.or(row.high).is_some()), "95 % interval", Right, |row| {
            limits(row.low, row.high, |limit| short_beside(limit, size(row)))
        }),
        (any(|row| row.family != Family::Estimate), "p", Right, p),
        (any(|row| row.p_holm.is_some()), "Holm p", Right, |row| {
            probability(row.p_holm).unwrap_or(MISSING.to_owned())
        }),
        (has_notes, "note", Left, |row| row.note.clone()),
    ];
    let shown = candidates.into_iter().filter(|(is_shown, ..)| *is_shown);
    shown.map(|(_, name, align, text)| Shown { name, align, text }).collect()
}

/// The size of an effect and its limits; differences of shares are as large as shares.
fn size(row: &TestRow) -> f64 {
    if ["fisher", "mcnemar", "mantel"].iter().any(|test| row.test.starts_with(test)) {
        return 1.0;
    }
    let numbers = [row.effect, row.low, row.high].into_iter().flatten();
    numbers.filter(|number| number.is_finite()).fold(0.0, |size, number| size.max(number.abs()))
}

fn name(name: Option<&str>, otherwise: &str) -> String {
    name.unwrap_or(otherwise).to_owned()
}

fn runs(row: &TestRow) -> String {
    let counts: Vec<String> = row.n_a.iter().chain(&row.n_b).map(u64::to_string).collect();
    if counts.is_empty() { MISSING.to_owned() } else { counts.join(", ") }
}

fn freedom(row: &TestRow) -> String {
    let text = |&degrees: &f64| match degrees {
        whole if whole.fract() == 0.0 && whole < 1e12 => format!("{whole:.0}"),
        broken => short(Some(broken)),
    };
    let degrees: Vec<String> = row.freedom.iter().map(text).collect();
    if degrees.is_empty() { MISSING.to_owned() } else { degrees.join(", ") }
}

fn p(row: &TestRow) -> String {
    let none = if row.family == Family::Estimate { MISSING } else { "undefined" };
    probability(row.p).unwrap_or(none.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Style;
    use crate::report::comparison_samples::row;

    #[test]
    fn columns_without_content_are_left_out() {
        let reference = Some("baseline");
        let mut bare = row(Family::Overall, None, "mantel-haenszel");
        let text = test_table(&[&bare], reference, Detail::Short, usize::MAX).text(Style::BARE);
        let header = "method  test             effect    95 % interval      p  Holm p\n";
        assert!(text.starts_with(header), "{text}");
        assert!(
            text.ends_with("purge   mantel-haenszel   0.250  -0.050 to 0.500  0.012   0.025\n")
        );
        assert_eq!(shared_note(&[&bare]), Some("Note: difference of the solved rates".to_owned()));
        (bare.a, bare.b, bare.effect, bare.p) = (None, Some("exact".into()), None, None);
        (bare.low, bare.high, bare.p_holm, bare.freedom) = (None, None, None, vec![1.0, 9.5]);
        let text = test_table(&[&bare], reference, Detail::Full, usize::MAX).text(Style::BARE);
        let expected = "\
            against  test               runs  statistic       df          p\n\
            -------  ---------------  ------  ---------  -------  ---------\n\
            exact    mantel-haenszel  30, 30       2.50  1, 9.50  undefined\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn notes_are_a_column_where_they_differ() {
        let mut rows = ["a", "b"].map(|puzzle| row(Family::Puzzle, Some(puzzle), "fisher"));
        rows[1].note = "no run solved".to_owned();
        let rows = [&rows[0], &rows[1]];
        assert_eq!(shared_note(&rows), None);
        let text = test_table(&rows, None, Detail::Short, usize::MAX).text(Style::BARE);
        assert!(text.contains("Holm p  note\n") && text.contains("  no run solved\n"), "{text}");
        assert_eq!(shared_note(&[]), None);
    }

    #[test]
    fn small_effects_are_none_beside_large_ones() {
        for (test, numbers, expected) in [
            ("fisher", [4.65e-5, -1e-9, 1e-9], "0.000  0.000 to 0.000 "),
            ("rmst", [4.65e-5, -0.5, 0.5], " 0.000  -0.500 to 0.500 "),
            ("rmst", [4.65e-5, -1e-4, 1e-4], " 4.65e-5  -1.00e-4 to 1.00e-4 "),
        ] {
            let mut row = row(Family::Puzzle, None, test);
            [row.effect, row.low, row.high] = numbers.map(Some);
            let text = test_table(&[&row], None, Detail::Short, usize::MAX).text(Style::BARE);
            assert!(text.contains(expected), "{text}");
        }
    }

    #[test]
    fn an_estimate_has_no_probability() {
        let estimate = row(Family::Estimate, None, "ert-bootstrap");
        let text = test_table(&[&estimate], None, Detail::Full, usize::MAX).text(Style::BARE);
        assert!(!text.contains("  p") && !text.contains("undefined"), "{text}");
    }
}
