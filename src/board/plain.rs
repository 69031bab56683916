//! Names and texts of somebody else as they are kept and shown: on one line, and commanding nothing.
//!
//! Knows no domain: text in, text out.

/// The most characters of a name: room for a method with the values of many swept keys.
pub const LONGEST_NAME: usize = 1000;

/// Whether a character breaks a line, commands a terminal, turns the order of reading round or is a
/// space that nobody sees, behind which a spreadsheet may find a formula.
pub fn is_odd(symbol: char) -> bool {
    let turns = matches!(
        symbol,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let is_unseen = matches!(symbol, '\u{200b}' | '\u{2060}' | '\u{feff}');
    symbol.is_control() || turns || is_unseen || matches!(symbol, '\u{2028}' | '\u{2029}')
}

/// A text that stays on its line: whatever is odd becomes a space.
pub fn one_line(text: &str) -> String {
    text.replace(is_odd, " ")
}

/// A name as everything is called: on one line, without spaces around it, cut where it is longer than
/// any name need be.
pub fn plain_name(name: &str) -> String {
    let name = one_line(name);
    let end = name.char_indices().nth(LONGEST_NAME).map_or(name.len(), |(end, _)| end);
    name[..end].trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_break_no_line_and_command_nothing() {
        assert_eq!(plain_name("a\r\nb\u{1b}[1m\u{9b}\u{2028}c\u{202e}d"), "a  b [1m  c d");
        assert_eq!(plain_name("\u{feff}\u{200b}=1+1"), "=1+1");
        assert_eq!(plain_name("größer, 数独"), "größer, 数独");
        assert_eq!([plain_name(""), plain_name(" \t\u{202e}"), plain_name(" a ")], ["", "", "a"]);
    }

    #[test]
    fn names_are_cut_between_characters() {
        let long = "数".repeat(LONGEST_NAME + 1);
        assert_eq!(plain_name(&long).chars().count(), LONGEST_NAME);
        assert_eq!(plain_name(&long[..long.len() - 3]).chars().count(), LONGEST_NAME);
    }
}
