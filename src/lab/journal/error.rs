//! Why a journal cannot be read or written, told with the place and the cure.

use std::io;
use std::path::{Path, PathBuf};

use super::header::VERSION;
use crate::lab::record::RunId;

/// Why a journal cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system does not let us read, make or cut it.
    #[error("{}: {error}; see that it can be read and written, and that the disk has room", .path.display())]
    Unreadable {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is something else.
    #[error("{}: the first line is {found}, expected the header of a sudoga journal; name another folder with -o", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// How it begins.
        found: String,
    },
    /// A later program has written it.
    #[error("{}: a journal of version {version}, expected at most {VERSION}; use the newer sudoga that made it, or another folder", .path.display())]
    Newer {
        /// The journal.
        path: PathBuf,
        /// Its version.
        version: u64,
    },
    /// A header that lacks something or was changed.
    #[error("{}:1: no header of a sudoga journal: {reason}; --resume --allow-changes writes it anew and keeps the runs that are planned, --force starts over, or use another folder", .path.display())]
    BadHeader {
        /// The journal.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A whole line that is no record.
    #[error("{}:{line}: no record of a run: {reason}; something else has changed the journal: delete that line, and --resume does its run again", .path.display())]
    BadLine {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: u32,
        /// What is wrong with it.
        reason: String,
    },
    /// One run, two results.
    #[error("{}:{second}: run {run_id} ended otherwise than in line {first}, expected the same result of the same run; delete the line that is wrong, or both, and --resume does the run again", .path.display())]
    Conflict {
        /// The journal.
        path: PathBuf,
        /// The run.
        run_id: RunId,
        /// The line of the one result, from 1.
        first: u32,
        /// The line of the other.
        second: u32,
    },
    /// Another engine has made it.
    #[error("{}: made by engine {found}, this is engine {expected}: results of two engines never mix; --force starts over, or use another folder", .path.display())]
    OtherEngine {
        /// The journal.
        path: PathBuf,
        /// The engine that made it.
        found: u32,
        /// The engine of this program.
        expected: u32,
    },
    /// It belongs to another plan.
    #[error("{}: made for another plan ({}, this one is {}); --resume --allow-changes keeps the runs that are still planned and does only those that changed, --force starts over, or use another folder", .path.display(), short(.found), short(.expected))]
    OtherPlan {
        /// The journal.
        path: PathBuf,
        /// The digest of the plan it was made for.
        found: String,
        /// The digest of the plan at hand.
        expected: String,
    },
    /// A line could not be written, mostly since the disk is full.
    #[error("{}: cannot write: {error}; {}", .path.display(), after_failure(.uncut.as_ref()))]
    Failed {
        /// The journal.
        path: PathBuf,
        /// Why it could not be written.
        error: io::Error,
        /// Why the journal could not be cut to its last whole line, if it could not.
        uncut: Option<io::Error>,
    },
    /// An earlier write has failed.
    #[error("{}: closed after a write that failed; --resume goes on", .path.display())]
    Closed {
        /// The journal.
        path: PathBuf,
    },
}

impl JournalError {
    /// Whether the disk, and not the user, may be to blame.
    pub fn is_of_disk(&self) -> bool {
        matches!(self, Self::Failed { .. } | Self::Unreadable { .. })
    }

    /// For `map_err` on what the system says about a path.
    pub(super) fn unreadable(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Unreadable { path: path.to_owned(), error }
    }
}

/// As many digits of a digest as names of folders show.
fn short(digest: &str) -> &str {
    digest.get(..8).unwrap_or(digest)
}

fn after_failure(uncut: Option<&io::Error>) -> String {
    let Some(error) = uncut else {
        return "the journal ends with its last whole line and no finished line is lost".to_owned();
    };
    format!("it could not be cut to its last whole line either ({error}), which --resume does")
}

/// What serde says of a line, with the column and without a line number of its own.
pub(super) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let (message, column) = (text.split(" at line ").next().unwrap_or(&text), error.column());
    if column == 0 { message.to_owned() } else { format!("{message} at column {column}") }
}
