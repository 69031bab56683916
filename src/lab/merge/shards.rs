//! Which shards of a race are there. Its runs are no product that could be counted out, so that
//! manifests and journals are asked.

use std::fmt;
use std::path::PathBuf;

use super::Parts;
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
    /// The parts that are whole in it: itself, or those that were united before.
    pub(super) holds: Vec<Shard>,
}

impl Standing {
    pub(super) fn of(manifest: &Manifest, finished: usize) -> Self {
        let shard = manifest.shard.unwrap_or(Shard::WHOLE);
        // A journal that was copied while it grew has less than its manifest tells.
        let is_told = manifest.is_true_of(finished);
        let own = (manifest.complete && is_told).then_some(shard);
        let united = manifest.united.iter().copied().filter(|_| is_told);
        Self {
            shard,
            planned: manifest.runs.planned,
            finished,
            holds: own.into_iter().chain(united).collect(),
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
    /// A race that was stopped, parts of which some were unfinished when they were united, or a shard
    /// that lacks some of its runs and holds others of an earlier request: what it lacks it alone can
    /// tell.
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
    /// The parts that are whole in some folder, in order.
    pub fn finished_shards(&self) -> Vec<Shard> {
        let mut shards: Vec<Shard> =
            self.parts.iter().flat_map(|part| part.standing.holds.iter().copied()).collect();
        shards.sort_unstable_by_key(|shard| (shard.of, shard.index));
        shards.dedup();
        shards
    }

    /// What the parts of a race lack, as many gaps at most.
    pub fn gaps(&self, most: usize) -> Vec<Gap> {
        let finished = self.finished_shards();
        if finished.contains(&Shard::WHOLE) {
            return Vec::new();
        }
        let standings = self.parts.iter().map(|part| &part.standing);
        let named = standings.flat_map(|standing| standing.holds.iter().chain([&standing.shard]));
        let mut numbers: Vec<u32> = named.map(|shard| shard.of).filter(|&of| of > 1).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let each = numbers
            .into_iter()
            .map(|of| self.gaps_of(of, &finished).take(most).collect::<Vec<_>>());
        let unknown = || self.parts.iter().map(|part| Gap::Unknown(part.folder.path().to_owned()));
        each.min_by_key(Vec::len).unwrap_or_else(|| unknown().take(most).collect())
    }

    /// What there is not of so many parts.
    fn gaps_of(&self, of: u32, finished: &[Shard]) -> impl Iterator<Item = Gap> {
        let is_finished = |shard: &Shard| finished.contains(shard);
        let lacking = (1..=of).map(move |index| Shard { index, of });
        lacking.filter(move |shard| !is_finished(shard)).map(|shard| {
            let mut same = self.parts.iter().filter(|part| part.standing.shard == shard);
            let Some(part) = same.next() else { return Gap::Missing(shard) };
            let Standing { finished, planned, .. } = part.standing;
            let folder = part.folder.path().to_owned();
            match finished < planned {
                true => Gap::Unfinished { folder, shard, finished, planned },
                false => Gap::Unknown(folder),
            }
        })
    }
}

/// The runs that parts of a race are to have together: a shard that is there twice counts once.
pub(super) fn planned<'a>(standings: impl Iterator<Item = &'a Standing>) -> usize {
    let mut standings: Vec<&Standing> = standings.collect();
    standings.sort_by_key(|standing| std::cmp::Reverse(standing.holds.len()));
    let mut known: Vec<Shard> = Vec::new();
    let mut runs = 0;
    for standing in standings {
        let shards = match standing.shard {
            Shard::WHOLE => standing.holds.clone(),
            shard => vec![shard],
        };
        if shards.is_empty() || shards.iter().any(|shard| !known.contains(shard)) {
            runs += standing.planned;
            known.extend(shards);
        }
    }
    runs
}
