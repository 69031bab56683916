//! The nearest known word to a misspelt one, for error messages.
//!
//! Knows no domain: words in, a word out. The distance counts inserted, deleted and replaced
//! characters (Levenshtein 1966).

/// No right word is longer, and a wrong one may be endless.
const LONGEST_WORD: usize = 100;

/// The candidate with the smallest edit distance to `word`, letters in either case; the first of
/// equals; `None` when there are no candidates.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let end = word.char_indices().nth(LONGEST_WORD).map_or(word.len(), |(end, _)| end);
    candidates.into_iter().min_by_key(|candidate| distance(&word[..end], candidate))
}

fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().flat_map(char::to_lowercase).collect();
    let mut costs: Vec<usize> = (0..=to.len()).collect();
    for (row, from_letter) in from.chars().flat_map(char::to_lowercase).enumerate() {
        let mut diagonal = costs[0];
        costs[0] = row + 1;
        for (column, &to_letter) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(from_letter != to_letter);
            diagonal = costs[column + 1];
            costs[column + 1] = replaced.min(diagonal + 1).min(costs[column] + 1);
        }
    }
    costs[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_single_edits() {
        for (from, to, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("Abc", "aBC", 0),
            ("ab", "ba", 2),
        ] {
            assert_eq!(distance(from, to), expected, "{from} {to}");
            assert_eq!(distance(to, from), expected, "{to} {from}");
        }
    }

    #[test]
    fn the_first_of_equals_wins() {
        assert_eq!(nearest("twodoko", ["9x9", "twodoku", "samurai"]), Some("twodoku"));
        assert_eq!(nearest("x", ["a", "b"]), Some("a"));
        assert_eq!(nearest("x", []), None);
    }
}
