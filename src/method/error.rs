//! Why a method cannot be had, told with the place and the nearest right word.

use super::merge::SetError;
use super::rates::RateName;
use super::wire::did_you_mean;

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
    #[error(
        "{place}{path}: {error}; expected a method file or one of the names of `sudoga list methods`"
    )]
    Unreadable {
        /// The file that names it, or nothing.
        place: String,
        /// The file.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// Something is wrong at a place of a file.
    #[error("{place}: {message}")]
    Wrong {
        /// File and line, or what the setting came by.
        place: String,
        /// What is wrong there.
        message: String,
    },
    /// Files that extend each other.
    #[error("`extends` goes round in a circle: {}", .0.join(" extends "))]
    Cycle(Vec<String>),
    /// A setting without a key and a value.
    #[error("{origin} {setting}: expected KEY=VALUE, such as order=random")]
    NoPair {
        /// What it came by, such as `--set`.
        origin: String,
        /// The setting as written.
        setting: String,
    },
    /// A setting of a key that is no parameter.
    #[error(
        "{origin} {key}: `{key}` is no parameter; write a method file, or choose another with -m"
    )]
    NoParameter {
        /// What it came by, such as `--set`.
        origin: String,
        /// The first part of the key.
        key: String,
    },
    /// A setting that does not fit the method.
    #[error("{origin} {setting}: {error}")]
    Set {
        /// What it came by, such as `--set`.
        origin: String,
        /// The setting as written.
        setting: String,
        /// Why it does not fit.
        error: Box<SetError>,
    },
    /// The method does not declare such a rate.
    #[error(
        "the method {method} declares no {rate} rate; name the parameter instead, as --vary KEY=..., or declare it in a method file: [rates] {rate} = \"KEY\""
    )]
    NoRate {
        /// The method's name.
        method: String,
        /// The rate.
        rate: RateName,
    },
    /// What the method declares as the rate is none of its parameters.
    #[error(
        "the method {method} declares `{key}` as its {rate} rate, but has no such number; \
         name the parameter instead, as --vary KEY=..."
    )]
    LostRate {
        /// The method's name.
        method: String,
        /// The rate.
        rate: RateName,
        /// The key declared.
        key: String,
    },
}
