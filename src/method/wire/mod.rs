//! What is wrong in a TOML file, in the words of the file: line, key and the nearest right word.
//!
//! Knows no method: whoever reads a file of settings can tell its errors this way.

pub(super) mod place;

use crate::board::nearest::nearest;
use place::Found;
pub use place::line_of_offset;

/// The line of an error, from 1, and what is wrong there, with the key and the nearest right word.
///
/// The error is one of the text itself, of reading types from it, or of reading them from the
/// table that the text holds; the last kind knows its line only where the key stands once and in
/// no list. `others` are right words that the types do not know.
pub fn locate(text: &str, error: &toml::de::Error, others: &[&str]) -> (Option<usize>, String) {
    if let Some(span) = error.span() {
        let line = line_of_offset(text, span.start);
        let Some(path) = place::path_at(text, span.start) else {
            return (Some(line), error.message().to_owned());
        };
        let explained = explain_at(Some(path), error.message(), others);
        return (Some(line), explained.message(None));
    }
    let explained = explain(error, others);
    let found = explained.find_in(text);
    (found.as_ref().map(|found| found.line), explained.message(found.as_ref()))
}

/// The line of a key, from 1: the first place whose path ends with the last part and has the
/// others before it, in order.
pub fn line_of(text: &str, path: &[&str]) -> Option<usize> {
    place::find(text, path).map(|found| found.line)
}

/// The end of a message that offers a right word.
pub fn did_you_mean(word: Option<&str>) -> String {
    word.map(|word| format!("; did you mean `{word}`?")).unwrap_or_default()
}

/// An error of a settings table in words, and what in the file it is about.
#[derive(Debug)]
pub(super) struct Explained {
    message: String,
    /// Paths to look for in a file, the most telling first.
    suspects: Vec<Vec<String>>,
    /// What of the suspect's path the message does not name by itself.
    naming: Naming,
}

#[derive(Debug, PartialEq, Eq)]
enum Naming {
    /// The message names the keys.
    Complete,
    /// The message names the last part: a misspelt key, tag or word.
    Last,
    /// The message names no key.
    Nothing,
}

impl Explained {
    /// The first suspect that stands in the text.
    pub fn find_in(&self, text: &str) -> Option<Found> {
        self.find_outside("", text)
    }

    /// The first suspect that stands in the text, outside of a table that the error is not about.
    pub fn find_outside(&self, table: &str, text: &str) -> Option<Found> {
        self.suspects.iter().find_map(|suspect| {
            let parts: Vec<&str> = suspect.iter().map(String::as_str).collect();
            let is_inside = |found: &Found| found.path[0] == table && parts[0] != table;
            place::find(text, &parts).filter(|found| !is_inside(found))
        })
    }

    /// The message, with the key that it is about.
    pub fn message(&self, found: Option<&Found>) -> String {
        let path = match (found, self.suspects.first()) {
            (Some(found), _) => &found.path,
            (None, Some(suspect)) => suspect,
            (None, None) => return self.message.clone(),
        };
        let key = match self.naming {
            Naming::Complete => &[],
            Naming::Last => &path[..path.len() - 1],
            Naming::Nothing => &path[..],
        };
        if key.is_empty() {
            return self.message.clone();
        }
        format!("{}: {}", key.join("."), self.message)
    }
}

/// Says what serde says of a table in the words of a file, with the nearest right word; `others`
/// are right words that serde does not know.
pub(super) fn explain(error: &toml::de::Error, others: &[&str]) -> Explained {
    explain_at(path_of(error), error.message(), others)
}

/// The same, of an error at a path of keys.
fn explain_at(path: Option<Vec<String>>, told: &str, others: &[&str]) -> Explained {
    if told.starts_with("unknown ")
        && let Some((culprit, known)) = culprit_and_known(told)
    {
        let hint = nearest(culprit, known.chain(others.iter().copied()));
        let message = told.replacen("unknown variant", "unknown word", 1) + &did_you_mean(hint);
        let alone = vec![culprit.to_owned()];
        let mut before = path.unwrap_or_default();
        // A place in a text includes the misspelt key, a path that serde tells does not.
        before.pop_if(|last| last == culprit);
        let whole = [before, alone.clone()].concat();
        return Explained { message, suspects: vec![whole, alone], naming: Naming::Last };
    }
    let Some(path) = path else {
        let suspects = keys_in(told);
        return Explained { message: told.to_owned(), suspects, naming: Naming::Complete };
    };
    Explained { message: in_plain_words(told), suspects: vec![path], naming: Naming::Nothing }
}

/// The word that serde does not know, in which anything may stand, and those that it does.
fn culprit_and_known(told: &str) -> Option<(&str, impl Iterator<Item = &str>)> {
    let (_, quoted) = told.split_once('`')?;
    let end = quoted.rfind("`, expected ").or_else(|| quoted.rfind('`'))?;
    Some((&quoted[..end], quoted[end + 1..].split('`').skip(1).step_by(2)))
}

/// Everything in a message that may be a key, as paths.
fn keys_in(message: &str) -> Vec<Vec<String>> {
    let is_of_key = |symbol: char| symbol.is_ascii_lowercase() || ".-".contains(symbol);
    message
        .split(|symbol| !is_of_key(symbol))
        .map(|word| word.trim_matches(['.', '-']))
        .filter(|word| !word.is_empty())
        .map(|word| word.split('.').map(str::to_owned).collect())
        .collect()
}

/// What serde calls by the names of types, in the words of a file.
fn in_plain_words(message: &str) -> String {
    let Some((found, wanted)) = message.rsplit_once(", expected ") else {
        return message.to_owned();
    };
    let found = found.replace("unit variant", "no word");
    let wanted = match wanted {
        "f64" => "a number",
        "usize" | "u64" | "u32" => "a whole number from 0 on",
        name if name.starts_with("struct ") => "a table of settings",
        "string only" => "a word in quotes",
        other => other,
    };
    format!("{found}, expected {wanted}")
}

/// The path that toml appends to an error of a table, as ``in `a.b` ``.
fn path_of(error: &toml::de::Error) -> Option<Vec<String>> {
    let text = error.to_string();
    let last = text.trim_end().lines().last()?;
    let path = last.strip_prefix("in `")?.strip_suffix('`')?;
    Some(path.split('.').map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Batch {
        repeats: u64,
        #[serde(default)]
        runs: Vec<Entry>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "kebab-case")]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Entry {
        rate: f64,
        seeds: Seeds,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Seeds {
        Common,
        Independent,
    }

    #[test]
    fn errors_of_a_text_have_line_key_and_nearest_word() {
        let good = "rate = 0.1\nseeds = 'common'\n";
        let second = |text: &str| format!("repeats = 3\n[[runs]]\n{good}\n[[runs]]\n{text}");
        for (text, line, expected) in [
            ("repeats = ".to_owned(), 1, "string values must be quoted, expected literal string"),
            ("\nrepeets = 3".to_owned(), 2, "did you mean `repeats`?"),
            (
                "repeats = 'x'".to_owned(),
                1,
                "repeats: invalid type: string \"x\", expected a whole",
            ),
            (second("rat = 1.0"), 7, "runs: unknown field `rat`"),
            (
                second("rate = 0.1\n'rate`' = 1.0"),
                8,
                "runs: unknown field `rate``, expected `rate` or `seeds`; did you mean `rate`?",
            ),
            (second("rate = 'x'\nseeds = 'common'"), 7, "runs.rate: invalid type: string \"x\""),
            (second("rate = 0.1\nseeds = 'comon'"), 8, "runs.seeds: unknown word `comon`"),
            (second("rate = 0.1\nseeds = 'independant'"), 8, "did you mean `independent`?"),
        ] {
            let error = toml::from_str::<Batch>(&text).expect_err("wrong");
            let (found, message) = locate(&text, &error, &[]);
            assert_eq!(found, Some(line), "{text}: {message}");
            assert!(message.contains(expected), "{text}: {message}");
        }
    }

    #[test]
    fn errors_of_a_table_are_looked_for_in_its_text() {
        let text = "# a comment\nwrods = 3\n";
        let table: toml::Table = text.parse().expect("TOML");
        let error = table.try_into::<Batch>().expect_err("wrong");
        let (line, message) = locate(text, &error, &["words"]);
        assert_eq!(line, Some(2));
        assert!(message.ends_with("did you mean `words`?"), "{message}");
    }
}
