//! Texts as cells of CSV files: a spreadsheet must not take one for a formula.
//!
//! A text that begins like a formula and is no number gets an apostrophe before it when it is
//! written, and loses it when it is read. Texts that have apostrophes there by themselves get one
//! more, so that every text reads back as itself.

use crate::board::plain::one_line;

const GUARD: char = '\'';

/// A text on one line, as it stands in a cell.
pub fn guarded(text: &str) -> String {
    let mut text = one_line(text);
    if needs_guard(&text) {
        text.insert(0, GUARD);
    }
    text
}

/// The text of a cell.
pub fn unguarded(cell: &str) -> &str {
    cell.strip_prefix(GUARD).filter(|text| needs_guard(text)).unwrap_or(cell)
}

/// Whether a text, behind its spaces and apostrophes, begins as formulas do.
fn needs_guard(text: &str) -> bool {
    let begins = |text: &str| text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let bare = text.trim_start_matches(GUARD);
    let is_number = bare.len() == text.len() && bare.trim().parse().is_ok_and(f64::is_finite);
    begins(bare.trim_start()) && !is_number
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_get_an_apostrophe_and_numbers_none() {
        for (text, cell) in [
            ("easy-1", "easy-1"),
            ("=1+1", "'=1+1"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("-2+3", "'-2+3"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "' =1"),
            ("\r=1", "' =1"),
            ("'=1", "''=1"),
            ("'easy'", "'easy'"),
            ("-3", "-3"),
            ("+1e5", "+1e5"),
            ("-inf", "'-inf"),
            ("'-3", "''-3"),
            ("-", "'-"),
            ("", ""),
        ] {
            assert_eq!(guarded(text), cell, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_text_reads_back_as_itself(text in "['=+@ 3e.a-]{0,8}") {
            let cell = guarded(&text);
            prop_assert_eq!(unguarded(&cell), &text);
            prop_assert!(cell.trim().parse::<f64>().is_ok() || !cell.starts_with(['=', '+', '-', '@']), "{}", cell);
        }
    }
}
