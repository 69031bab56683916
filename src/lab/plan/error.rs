//! Why a plan cannot be run.

use std::io;
use std::path::PathBuf;

use crate::method::MethodError;

/// Why a plan cannot be run, with the place in its file.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The file cannot be read.
    #[error("{}: {error}; expected a plan: a TOML file, or JSON by its ending", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Something is wrong at a place of the file.
    #[error("{place}: {message}")]
    Wrong {
        /// File and line, or the option.
        place: String,
        /// What is wrong there.
        message: String,
    },
    /// A method that is written out is wrong; the error names the place.
    #[error(transparent)]
    Method(#[from] MethodError),
}

impl PlanError {
    /// Something is wrong at a place.
    pub(super) fn wrong(place: &str, message: impl Into<String>) -> Self {
        Self::Wrong { place: place.to_owned(), message: message.into() }
    }
}
