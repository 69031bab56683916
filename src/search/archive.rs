//! The memory of good members: slots beside the population.

use std::ops::ControlFlow;

use super::genomes::Genomes;
use super::operators::{ArchiveOf, ArchiveRule, Ties};
use crate::solver::{Meter, Stop};

/// Different members, best first; or the best of the last generations, oldest first.
pub(super) struct Archive {
    rule: ArchiveRule,
    entries: Vec<Entry>,
    /// The first of its slots.
    base: usize,
    /// By hash: what is known of the entries there.
    buckets: Vec<Bucket>,
    /// The hash in each slot.
    hashes: Vec<u64>,
}

struct Entry {
    key: u64,
    slot: usize,
}

/// So many that most entries have a bucket of their own.
const BUCKETS_AN_ENTRY: usize = 32;

/// Members that are taken in between two pauses.
const MEMBERS_A_PART: usize = 16;

/// The entries whose hashes agree in the lower bits: so many, the newest of them in this slot.
#[derive(Clone, Copy, Default)]
struct Bucket {
    entries: u32,
    newest: u32,
}

impl Archive {
    pub fn new(rule: ArchiveRule, base: usize) -> Self {
        Self {
            rule,
            entries: Vec::with_capacity(rule.size),
            base,
            buckets: vec![Bucket::default(); (BUCKETS_AN_ENTRY * rule.size).next_power_of_two()],
            hashes: vec![0; rule.size],
        }
    }

    /// The bucket of a hash, by its lower bits: they depend on every gene.
    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    /// Whether a genome is among the entries; genomes that are the same have the same key.
    fn knows(&self, genomes: &impl Genomes, hash: u64, from: usize) -> bool {
        let place = self.bucket(hash);
        let Bucket { entries, newest } = self.buckets[place];
        let is_here =
            |slot: usize| self.hashes[slot - self.base] == hash && genomes.is_same(slot, from);
        if entries == 0 {
            return false;
        }
        if is_here(self.base + newest as usize) {
            return true;
        }
        // The newest may have gone since.
        let is_alone = entries == 1 && self.bucket(self.hashes[newest as usize]) == place;
        !is_alone && self.entries.iter().any(|entry| is_here(entry.slot))
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

    /// The same in parts, between which the run may be broken off.
    pub fn merge_by_parts(
        &mut self,
        genomes: &mut impl Genomes,
        keys: &[u64],
        first: usize,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop> {
        if self.rule.size == 0 || self.rule.of != ArchiveOf::All {
            self.merge(genomes, keys, first);
            return ControlFlow::Continue(());
        }
        for (number, part) in keys.chunks(MEMBERS_A_PART).enumerate() {
            self.merge(genomes, part, first + number * MEMBERS_A_PART);
            meter.pause()?;
        }
        ControlFlow::Continue(())
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
        let hash = genomes.hash(from);
        if self.knows(genomes, hash, from) {
            return;
        }
        let slot = match self.entries.len() < self.rule.size {
            true => self.base + self.entries.len(),
            false => self.leave(),
        };
        genomes.copy(from, slot);
        let place = match self.rule.ties {
            Ties::Newer => self.entries.partition_point(|entry| entry.key < key),
            Ties::Older => self.entries.partition_point(|entry| entry.key <= key),
        };
        self.entries.insert(place, Entry { key, slot });
        let bucket = self.bucket(hash);
        self.buckets[bucket].entries += 1;
        self.buckets[bucket].newest = (slot - self.base) as u32;
        self.hashes[slot - self.base] = hash;
    }

    /// Takes out the last entry; tells its slot.
    fn leave(&mut self) -> usize {
        let slot = self.entries.pop().map_or(self.base, |last| last.slot);
        let bucket = self.bucket(self.hashes[slot - self.base]);
        self.buckets[bucket].entries -= 1;
        slot
    }

    /// Takes in the best of a generation; the oldest goes when there is no room.
    fn push(&mut self, genomes: &mut impl Genomes, key: u64, from: usize) {
        let slot = match self.entries.len() < self.rule.size {
            true => self.base + self.entries.len(),
            false => self.entries.remove(0).slot,
        };
        genomes.copy(from, slot);
        self.entries.push(Entry { key, slot });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::search::Tables;
    use crate::search::plain::Plain;
    use crate::search::tests::puzzle;
    use crate::search::variant::Variant;

    const KINDS: usize = 60;
    const MEMBERS: usize = 30;

    /// Enters a kind into different kinds with their keys, best first.
    fn enter_naively(kept: &mut Vec<(u64, usize)>, rule: ArchiveRule, key: u64, kind: usize) {
        if kept.iter().any(|&(_, known)| known == kind) {
            return;
        }
        let place = match rule.ties {
            Ties::Newer => kept.iter().filter(|&&(known, _)| known < key).count(),
            Ties::Older => kept.iter().filter(|&&(known, _)| known <= key).count(),
        };
        // One that is refused goes at once; of newer equals the oldest does.
        kept.insert(place, (key, kind));
        kept.truncate(rule.size);
    }

    #[test]
    fn the_archive_is_that_of_a_plain_list() {
        let tables = Tables::new(&puzzle("9x9/hard-1"), &Variant::default());
        let mut rng = Rng::from_seed(6);
        for (size, ties) in
            [(1, Ties::Newer), (7, Ties::Newer), (7, Ties::Older), (50, Ties::Newer)]
        {
            let rule = ArchiveRule { size, of: ArchiveOf::All, ties };
            let mut genomes = Plain::new(&tables, KINDS + MEMBERS + size);
            (0..KINDS).for_each(|kind| genomes.shuffle(&tables, kind, &mut rng, &mut Vec::new()));
            let mut archive = Archive::new(rule, KINDS + MEMBERS);
            let mut naive = Vec::new();
            for round in 0..40 {
                let mut keys = [0; MEMBERS];
                for (member, key) in keys.iter_mut().enumerate() {
                    // Better kinds come later, so that entries also leave.
                    let kind = rng.index((KINDS / 2 + round).min(KINDS));
                    *key = 9 - kind as u64 / 7;
                    genomes.copy(kind, KINDS + member);
                    enter_naively(&mut naive, rule, *key, kind);
                }
                archive.merge(&mut genomes, &keys, KINDS);
                assert_eq!(archive.len(), naive.len());
                for (place, &(key, kind)) in naive.iter().enumerate() {
                    let (slot, known) = archive.entry(place);
                    assert!(known == key && genomes.is_same(slot, kind), "{size} {ties:?}");
                }
            }
        }
    }
}
