//! Seeded batches: a plan says which runs there are, the runner does them, the journal keeps
//! them, and results are read from the journal alone.
//!
//! Everything that decides a result is in the plan, so that threads, shards, kills and resumes
//! change nothing. Must not print, and must not know how results are shown.

mod desk;
pub mod estimate;
pub mod files;
pub mod folder;
pub mod journal;
pub mod ledger;
pub mod manifest;
pub mod merge;
pub mod plan;
pub mod record;
pub mod results;
pub mod runner;
pub mod session;
mod shard;
mod solution_digest;
pub mod stored;
mod utc;

pub use folder::{Claim, Folder, FolderError, Seen};
pub use journal::{Header, Journal, JournalError};
pub use ledger::Ledger;
pub use manifest::{Manifest, ManifestError};
pub use plan::{Arm, Pairing, Plan, Planned, Primary, Run};
pub use record::{Extras, Record, RunId};
pub use results::Results;
pub use shard::Shard;
pub use solution_digest::SolutionDigest;
pub use stored::{Stored, StoredError};

#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;
