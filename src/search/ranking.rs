//! Members in the order of their fitness, and who is equal to whom.

use super::draws::{Law, scaled};

/// The order of a population, best first, of equals the earlier ones first.
#[derive(Default)]
pub(super) struct Ranking {
    order: Vec<u32>,
    /// For each rank, where its class of equals begins and how many are in it.
    classes: Vec<(u32, u32)>,
    /// The rank of each member.
    ranks: Vec<u32>,
    counts: Vec<u32>,
}

/// Whole keys that spread no wider than this are counted instead of compared.
const WIDEST_COUNT: u64 = 4096;

impl Ranking {
    /// Sorts anew.
    pub fn sort(&mut self, keys: &[u64]) {
        let lowest = keys.iter().copied().min().unwrap_or(0);
        let highest = keys.iter().copied().max().unwrap_or(0);
        self.order.resize(keys.len(), 0);
        if highest - lowest < WIDEST_COUNT {
            self.sort_by_counting(keys, lowest, highest);
        } else {
            self.order.clear();
            self.order.extend(0..keys.len() as u32);
            self.order.sort_unstable_by_key(|&member| (keys[member as usize], member));
        }
        self.find_classes(keys);
        self.ranks.resize(keys.len(), 0);
        for (rank, &member) in self.order.iter().enumerate() {
            self.ranks[member as usize] = rank as u32;
        }
    }

    fn sort_by_counting(&mut self, keys: &[u64], lowest: u64, highest: u64) {
        self.counts.clear();
        self.counts.resize((highest - lowest) as usize + 1, 0);
        for &key in keys {
            self.counts[(key - lowest) as usize] += 1;
        }
        let mut start = 0;
        for count in &mut self.counts {
            start += std::mem::replace(count, start);
        }
        for (member, &key) in keys.iter().enumerate() {
            let place = &mut self.counts[(key - lowest) as usize];
            self.order[*place as usize] = member as u32;
            *place += 1;
        }
    }

    fn find_classes(&mut self, keys: &[u64]) {
        let key = |&member: &u32| keys[member as usize];
        self.classes.clear();
        for class in self.order.chunk_by(|one, other| key(one) == key(other)) {
            let (start, length) = (self.classes.len() as u32, class.len() as u32);
            self.classes.extend(std::iter::repeat_n((start, length), class.len()));
        }
    }

    /// The member at a rank.
    pub fn member(&self, rank: usize) -> usize {
        self.order[rank] as usize
    }

    /// The member that a law over ranks draws, each of its equals as likely.
    #[inline]
    pub fn draw(&self, law: &Law, [rank_bits, equal_bits]: [u32; 2]) -> usize {
        let (start, length) = self.classes[law.draw(rank_bits)];
        self.order[(start + scaled(equal_bits, length)) as usize] as usize
    }

    /// The same among all members but one; the law is one over as many.
    pub fn draw_other(&self, law: &Law, bits: [u32; 2], excluded: usize) -> usize {
        let [rank_bits, equal_bits] = bits;
        let gap = self.ranks[excluded] as usize;
        let rank = law.draw(rank_bits);
        let (start, length) = self.classes[rank + usize::from(rank >= gap)];
        let (start, length) = (start as usize, length as usize);
        let is_inside = (start..start + length).contains(&gap);
        let place = start + scaled(equal_bits, (length - usize::from(is_inside)) as u32) as usize;
        self.order[place + usize::from(is_inside && place >= gap)] as usize
    }
}
