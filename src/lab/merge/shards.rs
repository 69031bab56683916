//! Which shards of a race are there. Its runs are no product that could be counted out, so that
//! manifests and journals are asked.

use std::fmt;
use std::path::PathBuf;

use super::{Part, Parts};
use crate::lab::manifest::Manifest;
use crate::lab::shard::Shard;

/// How far a folder has come.
pub(super) struct Standing {
    /// Its part of the whole.
    shard: Shard,
    /// Runs that it is to have.
    pub(super) planned: usize,
    /// Runs that its journal has.
    finished: usize,
    is_complete: bool,
}

impl Standing {
    pub(super) fn of(manifest: &Manifest, finished: usize) -> Self {
        Self {
            shard: manifest.shard.unwrap_or(Shard::WHOLE),
            planned: manifest.runs.planned,
            finished,
            // A journal that was copied while it grew has less than its manifest tells.
            is_complete: manifest.complete && finished >= manifest.runs.finished,
        }
    }
}

/// What a race lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// A part that no folder has.
    Missing(Shard),
    /// A part that is not done.
    Unfinished {
        /// Its folder.
        folder: PathBuf,
        /// Which part.
        shard: Shard,
        /// Runs that are done.
        finished: usize,
        /// Runs that there are.
        planned: usize,
    },
    /// A race that was stopped, or parts that were united before: what it lacks it alone can tell.
    Unknown(PathBuf),
}

impl fmt::Display for Gap {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(shard) => write!(formatter, "shard {shard} is in none of the folders"),
            Self::Unfinished { folder, shard, finished, planned } => write!(
                formatter,
                "shard {shard} in {} is unfinished, with {finished} of {planned} runs",
                folder.display()
            ),
            Self::Unknown(folder) => write!(
                formatter,
                "what {} lacks is known only to the race, which is not over",
                folder.display()
            ),
        }
    }
}

impl Parts {
    /// What the parts of a race lack, as many gaps at most.
    pub fn gaps(&self, most: usize) -> Vec<Gap> {
        let is_over =
            |part: &Part| part.standing.shard == Shard::WHOLE && part.standing.is_complete;
        if self.parts.iter().any(is_over) {
            return Vec::new();
        }
        let mut numbers: Vec<u32> = self.parts.iter().map(|part| part.standing.shard.of).collect();
        numbers.retain(|&of| of > 1);
        numbers.sort_unstable();
        numbers.dedup();
        let each = numbers.into_iter().map(|of| self.gaps_of(of).take(most).collect::<Vec<_>>());
        let unknown = || self.parts.iter().map(|part| Gap::Unknown(part.folder.path().to_owned()));
        each.min_by_key(Vec::len).unwrap_or_else(|| unknown().take(most).collect())
    }

    /// What there is not of so many parts.
    fn gaps_of(&self, of: u32) -> impl Iterator<Item = Gap> {
        (1..=of).filter_map(move |index| {
            let shard = Shard { index, of };
            let mut same = self.parts.iter().filter(|part| part.standing.shard == shard);
            if same.clone().any(|part| part.standing.is_complete) {
                return None;
            }
            let Some(part) = same.next() else { return Some(Gap::Missing(shard)) };
            let Standing { finished, planned, .. } = part.standing;
            let folder = part.folder.path().to_owned();
            Some(Gap::Unfinished { folder, shard, finished, planned })
        })
    }
}
