//! The memory of good members: slots beside the population.

use super::genomes::Genomes;
use super::operators::{ArchiveOf, ArchiveRule, Ties};

/// Different members, best first; or the best of the last generations, oldest first.
pub(super) struct Archive {
    rule: ArchiveRule,
    entries: Vec<Entry>,
    /// The first of its slots.
    base: usize,
}

struct Entry {
    key: u64,
    hash: u64,
    slot: usize,
}

impl Archive {
    pub fn new(rule: ArchiveRule, base: usize) -> Self {
        Self { rule, entries: Vec::with_capacity(rule.size), base }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Slot and key of an entry.
    pub fn entry(&self, place: usize) -> (usize, u64) {
        (self.entries[place].slot, self.entries[place].key)
    }

    /// Takes in a population that lies from slot `first` on.
    pub fn merge(&mut self, genomes: &mut impl Genomes, keys: &[u64], first: usize) {
        if self.rule.size == 0 {
            return;
        }
        match self.rule.of {
            ArchiveOf::All => {
                for (member, &key) in keys.iter().enumerate() {
                    if self.may_enter(key) {
                        self.enter(genomes, key, first + member);
                    }
                }
            }
            ArchiveOf::GenerationBest => {
                let best = (0..keys.len()).min_by_key(|&member| keys[member]).unwrap_or(0);
                self.push(genomes, keys[best], first + best);
            }
        }
    }

    #[inline]
    fn may_enter(&self, key: u64) -> bool {
        if self.entries.len() < self.rule.size {
            return true;
        }
        let last = self.entries[self.entries.len() - 1].key;
        match self.rule.ties {
            Ties::Newer => key <= last,
            Ties::Older => key < last,
        }
    }

    fn enter(&mut self, genomes: &mut impl Genomes, key: u64, from: usize) {
        let start = self.entries.partition_point(|entry| entry.key < key);
        let end = start + self.entries[start..].partition_point(|entry| entry.key == key);
        let hash = genomes.hash(from);
        let is_known = self.entries[start..end]
            .iter()
            .any(|entry| entry.hash == hash && genomes.is_same(entry.slot, from));
        if is_known {
            return;
        }
        let slot = match self.entries.len() < self.rule.size {
            true => self.base + self.entries.len(),
            false => self.entries.pop().map_or(self.base, |last| last.slot),
        };
        genomes.copy(from, slot);
        let place = match self.rule.ties {
            Ties::Newer => start,
            Ties::Older => end.min(self.entries.len()),
        };
        self.entries.insert(place, Entry { key, hash, slot });
    }

    /// Takes in the best of a generation; the oldest goes when there is no room.
    fn push(&mut self, genomes: &mut impl Genomes, key: u64, from: usize) {
        let slot = match self.entries.len() < self.rule.size {
            true => self.base + self.entries.len(),
            false => self.entries.remove(0).slot,
        };
        genomes.copy(from, slot);
        self.entries.push(Entry { key, hash: 0, slot });
    }
}
