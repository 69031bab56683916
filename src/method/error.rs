//! Why a method cannot be had, told with the place and the nearest right word.

use toml::de::{DeTable, DeValue};

use super::merge::SetError;
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

/// An error of a settings table in words, and the word in the file that it is about.
pub(super) struct Explained {
    pub message: String,
    pub culprit: Option<String>,
}

/// Adds the nearest right word to what serde says; `others` are right words that it does not know.
pub(super) fn explain(error: &toml::de::Error, others: &[&str]) -> Explained {
    let message = error.message().to_owned();
    let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    if message.starts_with("unknown ")
        && let [culprit, known @ ..] = words.as_slice()
    {
        let hint = nearest(culprit, known.iter().chain(others).copied());
        let culprit = Some((*culprit).to_owned());
        return Explained { message: format!("{message}{}", did_you_mean(hint)), culprit };
    }
    if message.starts_with('`') {
        let culprit = words.first().and_then(|key| key.rsplit('.').next()).map(str::to_owned);
        return Explained { message, culprit };
    }
    let culprit = path_of(error).and_then(|path| path.rsplit('.').next().map(str::to_owned));
    match &culprit {
        Some(key) => Explained { message: format!("{key}: {message}"), culprit },
        None => Explained { message, culprit },
    }
}

/// The dotted path that toml appends to an error of a table, as ``in `a.b` ``.
fn path_of(error: &toml::de::Error) -> Option<String> {
    let text = error.to_string();
    let last = text.trim_end().lines().last()?;
    Some(last.strip_prefix("in `")?.strip_suffix('`')?.to_owned())
}

/// The line, from 1, on which a word stands as a key or as a value.
pub(super) fn line_of_word(text: &str, word: &str) -> Option<usize> {
    let table = DeTable::parse(text).ok()?;
    offset_of_word(table.get_ref(), word).map(|offset| line_of_offset(text, offset))
}

/// The line, from 1, of a byte.
pub(super) fn line_of_offset(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

fn offset_of_word(table: &DeTable<'_>, word: &str) -> Option<usize> {
    table.iter().find_map(|(key, value)| {
        if key.get_ref() == word {
            return Some(key.span().start);
        }
        match value.get_ref() {
            DeValue::String(held) if held == word => Some(value.span().start),
            DeValue::Table(inner) => offset_of_word(inner, word),
            _ => None,
        }
    })
}
