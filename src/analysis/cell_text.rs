//! Texts as cells of CSV files: a spreadsheet must not take one for a formula.
//!
//! A text that begins like a formula and is no number gets an apostrophe before it when it is
//! written, and loses it when it is read. Texts that have apostrophes there by themselves get one
//! more, so that every text reads back as itself. Where the decimal sign is a comma, spreadsheets part
//! cells at semicolons too, so that each piece between them is a text of its own.

use std::borrow::Cow;

use crate::board::plain::one_line;

const GUARD: char = '\'';

/// At what a spreadsheet may part a cell that has no comma.
const PART: char = ';';

/// A text on one line, as it stands in a cell.
pub fn guarded(text: &str) -> String {
    let guard = |piece: &str| {
        let sign = if needs_guard(piece) { Some(GUARD) } else { None };
        sign.into_iter().chain(piece.chars()).collect()
    };
    one_line(text).split(PART).map(guard).collect::<Vec<String>>().join(";")
}

/// The text of a cell.
pub fn unguarded(cell: &str) -> Cow<'_, str> {
    if !cell.contains(GUARD) {
        return Cow::Borrowed(cell);
    }
    let bare = |piece| bare_of(piece).unwrap_or(piece);
    Cow::Owned(cell.split(PART).map(bare).collect::<Vec<_>>().join(";"))
}

fn bare_of(piece: &str) -> Option<&str> {
    piece.strip_prefix(GUARD).filter(|text| needs_guard(text))
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
            ("x;=1+1", "x;'=1+1"),
            ("x; =1;-3;'+a", "x;' =1;-3;''+a"),
            ("", ""),
        ] {
            assert_eq!(guarded(text), cell, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_text_reads_back_as_itself(text in "['=+@; 3e.a-]{0,8}") {
            let cell = guarded(&text);
            prop_assert_eq!(unguarded(&cell), text.as_str());
            for piece in cell.split(';') {
                let is_formula = piece.starts_with(['=', '+', '-', '@']);
                prop_assert!(piece.trim().parse::<f64>().is_ok() || !is_formula, "{}", cell);
            }
        }
    }
}
