//! Why a method cannot be had, told with the place and the nearest right word.

use super::merge::SetError;
use super::place::{self, Found};
use crate::board::nearest::nearest;

/// Why a method cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum MethodError {
    /// No preset has that name.
    #[error("{place}no method `{name}`{hint} (`sudoga list methods` names them all)", hint = did_you_mean(.nearest.as_deref()))]
    Unknown {
        /// The file that names it, or nothing.
        place: String,
        /// The name.
        name: String,
        /// The preset with the nearest name.
        nearest: Option<String>,
    },
    /// A method file cannot be read.
    #[error("{path}: {error}; expected a method file or one of the names of `sudoga list methods`")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// Something is wrong at a place of a file.
    #[error("{place}: {message}")]
    Wrong {
        /// File and line, or the `--set`.
        place: String,
        /// What is wrong there.
        message: String,
    },
    /// Files that extend each other.
    #[error("`extends` goes round in a circle: {}", .0.join(" extends "))]
    Cycle(Vec<String>),
    /// A `--set` without a key and a value.
    #[error("--set {0}: expected KEY=VALUE, such as order=random")]
    NoPair(String),
    /// A `--set` of a key that is no parameter.
    #[error("--set {0}: `{0}` is no parameter; write a method file, or choose another with -m")]
    NoParameter(String),
    /// A `--set` that does not fit the method.
    #[error("--set {setting}: {error}")]
    Set {
        /// The setting as written.
        setting: String,
        /// Why it does not fit.
        error: SetError,
    },
}

fn did_you_mean(word: Option<&str>) -> String {
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
        self.suspects.iter().find_map(|suspect| {
            let parts: Vec<&str> = suspect.iter().map(String::as_str).collect();
            place::find(text, &parts)
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

/// Says what serde says in the words of a method file, with the nearest right word; `others` are
/// right words that it does not know.
pub(super) fn explain(error: &toml::de::Error, others: &[&str]) -> Explained {
    let told = error.message();
    let path = path_of(error);
    let words: Vec<&str> = told.split('`').skip(1).step_by(2).collect();
    if told.starts_with("unknown ")
        && let [culprit, known @ ..] = words.as_slice()
    {
        let hint = nearest(culprit, known.iter().chain(others).copied());
        let message = told.replacen("unknown variant", "unknown word", 1) + &did_you_mean(hint);
        let alone = vec![(*culprit).to_owned()];
        let whole = path.iter().flatten().cloned().chain(alone.clone()).collect();
        return Explained { message, suspects: vec![whole, alone], naming: Naming::Last };
    }
    let Some(path) = path else {
        let suspects = keys_in(told);
        return Explained { message: told.to_owned(), suspects, naming: Naming::Complete };
    };
    Explained { message: in_plain_words(told), suspects: vec![path], naming: Naming::Nothing }
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
    let wanted = match wanted {
        "f64" => "a number",
        "usize" | "u64" | "u32" => "a whole number from 0 on",
        name if name.starts_with("struct ") => "a table of settings",
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
