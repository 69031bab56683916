//! Texts of somebody else: how errors quote them, how near two names are, quotes left open.

/// The most characters of a foreign text in an error.
const LONGEST_SHOWN: usize = 60;

/// Names of fewer letters are near with one edit only.
const SHORT_NAME: usize = 8;

/// A text of somebody else on one line, cut where it is long.
pub fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST_SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST_SHOWN).is_some() {
        shown.push_str("...");
    }
    shown
}

/// Whether one name is likely a misspelling of the other: they differ in case, signs or a plural
/// only, or, where both are long, in at most two letters. Short words have honest neighbours.
pub fn are_near(first: &str, second: &str) -> bool {
    if first.len().abs_diff(second.len()) > 8 {
        return false;
    }
    let letters = |name: &str| {
        let symbols = name.chars().filter(|symbol| symbol.is_alphanumeric());
        let mut letters: Vec<char> = symbols.flat_map(char::to_lowercase).collect();
        if letters.last() == Some(&'s') {
            letters.pop();
        }
        letters
    };
    let (first, second) = (letters(first), letters(second));
    let is_short = first.len().min(second.len()) < SHORT_NAME;
    are_within(&first, &second, if is_short { 0 } else { 2 })
}

fn are_within(first: &[char], second: &[char], edits: usize) -> bool {
    let common = first.iter().zip(second).take_while(|(one, other)| one == other).count();
    let (first, second) = (&first[common..], &second[common..]);
    let ([_, first_rest @ ..], [_, second_rest @ ..]) = (first, second) else {
        return first.len().max(second.len()) <= edits;
    };
    edits > 0
        && [(first_rest, second_rest), (first_rest, second), (first, second_rest)]
            .iter()
            .any(|(first, second)| are_within(first, second, edits - 1))
}

/// Where in a field of CSV a sign stands.
#[derive(Clone, Copy)]
enum Field {
    Begin,
    Plain,
    Quoted,
    Closed,
}

/// The place of the quote inside which a record of CSV ends.
pub fn open_quote(record: &[u8]) -> Option<usize> {
    let (mut field, mut opened) = (Field::Begin, 0);
    for (place, &byte) in record.iter().enumerate() {
        field = match (field, byte) {
            (Field::Begin, b'"') => {
                opened = place;
                Field::Quoted
            }
            // Two quotes in a quoted field stand for one.
            (Field::Closed, b'"') => Field::Quoted,
            (Field::Quoted, b'"') => Field::Closed,
            (Field::Quoted, _) => Field::Quoted,
            (_, b',' | b'\r' | b'\n') => Field::Begin,
            _ => Field::Plain,
        };
    }
    matches!(field, Field::Quoted).then_some(opened)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_near_within_two_edits() {
        for (first, second, expected) in [
            ("cap_generation", "cap_generations", true),
            ("Repeat", "repeat", true),
            ("genratoins", "generations", false),
            ("genrations", "generations", true),
            ("run-seeds", "run_seed", true),
            ("stops", "stop", true),
            ("note", "nodes", false),
            ("modes", "nodes", false),
            ("host", "cost", false),
            ("Cap Generation", "cap_generations", true),
            ("size", "stop", false),
            ("", "cost", false),
            ("seed", "run_seed", false),
        ] {
            assert_eq!(are_near(first, second), expected, "{first} {second}");
            assert_eq!(are_near(second, first), expected, "{second} {first}");
        }
    }

    #[test]
    fn a_quote_is_open_until_it_is_closed() {
        for (record, expected) in [
            ("a,b", None),
            ("a,\"b\"", None),
            ("a,\"b", Some(2)),
            ("\"a\"\"b\",c", None),
            ("\"a\"\"b,c\n", Some(0)),
            ("a\"b,c", None),
            ("\"a\"b\",c", None),
            ("a\n\"", Some(2)),
        ] {
            assert_eq!(open_quote(record.as_bytes()), expected, "{record:?}");
        }
    }
}
