//! Where in a file a key or a word stands.
//!
//! A place is a path of keys with, for a value that is a word, the word as its last part:
//! `encoding = "boxes"` stands at `encoding`, `boxes`. What serde tells of a place leaves out the
//! tags of operators, so that a path matches when its parts come in that order.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Something found in a file.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::method) struct Found {
    /// The line, from 1.
    pub line: usize,
    /// The keys that lead to it and, last, itself.
    pub path: Vec<String>,
}

/// The key of exactly that path, else the first place whose path ends with the last part and has
/// the others before it, in order.
pub(in crate::method) fn find(text: &str, parts: &[&str]) -> Option<Found> {
    let table = DeTable::parse(text).ok()?;
    let exact = find_in(table.get_ref(), parts, &mut Vec::new(), &|path, parts| path == parts);
    let loose = || find_in(table.get_ref(), parts, &mut Vec::new(), &is_match);
    let (offset, path) = exact.or_else(loose)?;
    Some(Found { line: line_of_offset(text, offset), path })
}

/// The line, from 1, of a byte.
pub fn line_of_offset(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

/// The keys that lead to the entry at a byte; lists count as what they hold. `None` where the text
/// is no TOML.
pub(in crate::method) fn path_at(text: &str, offset: usize) -> Option<Vec<String>> {
    let table = DeTable::parse(text).ok()?;
    let mut path = Vec::new();
    descend(table.get_ref(), offset, &mut path);
    Some(path)
}

/// Extends the path by the keys below a table, if the byte lies in one of its entries.
fn descend(table: &DeTable<'_>, offset: usize, path: &mut Vec<String>) -> bool {
    table.iter().any(|(key, value)| {
        path.push(key.get_ref().to_string());
        let is_here = lies_in(value, offset, path) || key.span().contains(&offset);
        if !is_here {
            path.pop();
        }
        is_here
    })
}

fn lies_in(value: &Spanned<DeValue<'_>>, offset: usize, path: &mut Vec<String>) -> bool {
    let is_below = match value.get_ref() {
        DeValue::Table(inner) => descend(inner, offset, path),
        DeValue::Array(items) => items.iter().any(|item| lies_in(item, offset, path)),
        _ => false,
    };
    is_below || value.span().contains(&offset)
}

fn find_in(
    table: &DeTable<'_>,
    parts: &[&str],
    before: &mut Vec<String>,
    is_it: &dyn Fn(&[String], &[&str]) -> bool,
) -> Option<(usize, Vec<String>)> {
    for (key, value) in table {
        before.push(key.get_ref().to_string());
        if is_it(before, parts) {
            return Some((key.span().start, before.clone()));
        }
        let found = match value.get_ref() {
            DeValue::Table(inner) => find_in(inner, parts, before, is_it),
            DeValue::String(word) => {
                before.push(word.to_string());
                let here = is_it(before, parts).then(|| (value.span().start, before.clone()));
                before.pop();
                here
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        before.pop();
    }
    None
}

fn is_match(path: &[String], parts: &[&str]) -> bool {
    let ([before @ .., last], [earlier @ .., wanted]) = (path, parts) else { return false };
    let mut rest = before.iter();
    last == wanted && earlier.iter().all(|part| rest.any(|key| key == part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts of a path, and line and path of what they find.
    type Case = (&'static [&'static str], Option<(usize, &'static str)>);

    #[test]
    fn keys_words_and_tags_are_found() {
        let text = "crossover.bands.rate = 0.2\n\
                    mutation.swap = { rate = 1.5, filter = 'off' }\n\
                    [stagnation.restart]\n\
                    rate = 'rate'\n";
        let cases: [Case; 8] = [
            (&["rate"], Some((1, "crossover.bands.rate"))),
            (&["mutation", "rate"], Some((2, "mutation.swap.rate"))),
            (&["mutation", "swap"], Some((2, "mutation.swap"))),
            (&["mutation", "off"], Some((2, "mutation.swap.filter.off"))),
            (&["stagnation", "rate"], Some((4, "stagnation.restart.rate"))),
            (&["rate", "rate"], Some((4, "stagnation.restart.rate.rate"))),
            (&["swap", "mutation"], None),
            (&[], None),
        ];
        for (parts, expected) in cases {
            let found = find(text, parts).map(|found| (found.line, found.path.join(".")));
            assert_eq!(found, expected.map(|(line, path)| (line, path.to_owned())), "{parts:?}");
        }
    }
}
