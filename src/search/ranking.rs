//! Members in the order of their fitness, and who is equal to whom.
//!
//! A population has few different keys, so that it is sorted by counting: first the keys are
//! numbered, then the members of each number are put behind one another.

use super::draws::{Law, LawView, scaled};

/// The order of a population, best first, of equals the earlier ones first.
#[derive(Default)]
pub(super) struct Ranking {
    order: Vec<u32>,
    /// For each rank its class of equals; see [`Ranking::spread`].
    classes: Vec<Class>,
    /// The classes, in order; some may be empty.
    numbered: Vec<Class>,
    interned: Interned,
}

/// Equals: where they begin in the order, and how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Class {
    start: u32,
    length: u32,
}

impl Class {
    /// Begins a class of known length, which is counted anew as members come; tells its end.
    fn begin(&mut self, start: u32) -> u32 {
        self.start = start;
        start + std::mem::take(&mut self.length)
    }

    /// Puts the next member of the class into the order.
    #[inline(always)]
    fn place(&mut self, member: usize, order: &mut [u32]) {
        order[(self.start + self.length) as usize] = member as u32;
        self.length += 1;
    }
}

/// Whole keys that spread no wider than this are their own numbers.
const WIDEST_COUNT: u64 = 4096;

/// From here on a key is the bits of a float.
const LEAST_FLOAT: u64 = 1 << 52;

impl Ranking {
    /// Sorts anew.
    pub fn sort(&mut self, keys: &[u64]) {
        self.order.resize(keys.len(), 0);
        self.numbered.clear();
        let is_float = keys.first().is_some_and(|&key| key >= LEAST_FLOAT);
        if !is_float && self.sort_by_counting(keys) {
            return;
        }
        if !self.interned.sort(keys, &mut self.order, &mut self.numbered) {
            self.sort_by_comparing(keys);
        }
    }

    /// Sorts whole keys that do not spread wide; false when they do.
    fn sort_by_counting(&mut self, keys: &[u64]) -> bool {
        let (lowest, highest) = keys
            .iter()
            .fold((u64::MAX, 0), |(lowest, highest), &key| (key.min(lowest), key.max(highest)));
        let spread = highest.saturating_sub(lowest);
        if spread >= WIDEST_COUNT {
            return false;
        }
        self.numbered.resize(spread as usize + 1, Class::default());
        for &key in keys {
            self.numbered[(key - lowest) as usize].length += 1;
        }
        self.numbered.iter_mut().fold(0, |start, class| class.begin(start));
        for (member, &key) in keys.iter().enumerate() {
            self.numbered[(key - lowest) as usize].place(member, &mut self.order);
        }
        true
    }

    fn sort_by_comparing(&mut self, keys: &[u64]) {
        self.order.clear();
        self.order.extend(0..keys.len() as u32);
        self.order.sort_unstable_by_key(|&member| (keys[member as usize], member));
        let key = |&member: &u32| keys[member as usize];
        let mut start = 0;
        for class in self.order.chunk_by(|one, other| key(one) == key(other)) {
            let length = class.len() as u32;
            self.numbered.push(Class { start, length });
            start += length;
        }
    }

    /// Makes ready for draws by rank.
    pub fn spread(&mut self) {
        self.classes.clear();
        for &class in &self.numbered {
            self.classes.extend(std::iter::repeat_n(class, class.length as usize));
        }
    }

    /// The member at a rank.
    pub fn member(&self, rank: usize) -> usize {
        self.order[rank] as usize
    }

    /// Ready to draw by a law over ranks.
    pub fn drawer<'a>(&'a self, law: &'a Law) -> Drawer<'a> {
        Drawer { law: law.view(), classes: &self.classes, order: &self.order }
    }
}

/// Draws members by a law over ranks, each of equals as likely.
#[derive(Clone, Copy)]
pub(super) struct Drawer<'a> {
    law: LawView<'a>,
    classes: &'a [Class],
    order: &'a [u32],
}

impl Drawer<'_> {
    /// A rank.
    #[inline(always)]
    pub fn draw(self, [rank_bits, equal_bits]: [u32; 2]) -> usize {
        let Class { start, length } = self.classes[self.law.draw(rank_bits)];
        (start + scaled(equal_bits, length)) as usize
    }

    /// A member.
    #[inline(always)]
    pub fn draw_member(self, bits: [u32; 2]) -> u32 {
        self.order[self.draw(bits)]
    }

    /// A rank among all but one; the law is one over as many.
    #[inline(always)]
    pub fn draw_other(self, [rank_bits, equal_bits]: [u32; 2], excluded: usize) -> usize {
        let rank = self.law.draw(rank_bits);
        let Class { start, length } = self.classes[rank + usize::from(rank >= excluded)];
        let is_inside = (excluded as u32).wrapping_sub(start) < length;
        let place = (start + scaled(equal_bits, length - u32::from(is_inside))) as usize;
        place + usize::from(is_inside && place >= excluded)
    }
}

/// The different keys of a population, numbered as they are found.
#[derive(Default)]
struct Interned {
    known: Vec<Known>,
    /// By hash: one more than a number; 0 where there is none.
    table: Vec<u16>,
    /// The number of each member's key.
    numbers: Vec<u16>,
    /// All numbers in the order of their keys.
    ascending: Vec<u16>,
}

struct Known {
    key: u64,
    class: Class,
}

const TABLE_BITS: u32 = 12;

/// Beyond so many different keys, comparing is no worse.
const MOST_KEYS: usize = 1 << (TABLE_BITS - 1);

impl Interned {
    /// Sorts members by their keys; false when too many are different.
    fn sort(&mut self, keys: &[u64], order: &mut [u32], classes: &mut Vec<Class>) -> bool {
        if !self.number(keys) {
            return false;
        }
        let Self { known, ascending, numbers, .. } = self;
        ascending.clear();
        ascending.extend(0..known.len() as u16);
        ascending.sort_unstable_by_key(|&number| known[number as usize].key);
        let (known, numbers) = (&mut known[..], &numbers[..]);
        let mut start = 0;
        for &number in &*ascending {
            start = known[number as usize].class.begin(start);
        }
        for (member, &number) in numbers.iter().enumerate() {
            known[number as usize].class.place(member, order);
        }
        classes.extend(ascending.iter().map(|&number| known[number as usize].class));
        true
    }

    /// Numbers the keys and counts them.
    fn number(&mut self, keys: &[u64]) -> bool {
        self.known.clear();
        self.table.clear();
        self.table.resize(1 << TABLE_BITS, 0);
        self.numbers.resize(keys.len(), 0);
        let Some(table) = self.table.first_chunk_mut() else { return false };
        for (&key, number) in keys.iter().zip(&mut self.numbers) {
            let Some(found) = find(table, &mut self.known, key) else { return false };
            *number = found;
            self.known[found as usize].class.length += 1;
        }
        true
    }
}

/// The number of a key, a new one where it is new; none when there are too many.
#[inline(always)]
fn find(table: &mut [u16; 1 << TABLE_BITS], known: &mut Vec<Known>, key: u64) -> Option<u16> {
    let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - TABLE_BITS);
    let mut place = hash as usize;
    loop {
        let entry = &mut table[place % (1 << TABLE_BITS)];
        if *entry == 0 {
            if known.len() == MOST_KEYS {
                return None;
            }
            known.push(Known { key, class: Class::default() });
            *entry = known.len() as u16;
            return Some(*entry - 1);
        }
        if known[*entry as usize - 1].key == key {
            return Some(*entry - 1);
        }
        place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn random_keys(different: u32, members: usize, key: impl Fn(u32) -> u64) -> Vec<u64> {
        let mut rng = Rng::from_seed(u64::from(different));
        (0..members).map(|_| key(rng.below(different))).collect()
    }

    #[test]
    fn every_way_to_sort_is_that_by_comparing() {
        let float = |number: u32| (1.0 + f64::from(number) / 7.0).to_bits();
        let tables = [
            vec![],
            vec![3],
            random_keys(9, 200, u64::from),
            random_keys(4000, 300, u64::from),
            random_keys(9, 200, float),
            random_keys(1000, 5000, float),
            random_keys(1_000_000, 5000, float),
            random_keys(3, 50, |number| u64::MAX - u64::from(number) * 10_000),
        ];
        let mut ranking = Ranking::default();
        for keys in tables {
            ranking.sort(&keys);
            ranking.spread();
            let mut naive: Vec<u32> = (0..keys.len() as u32).collect();
            naive.sort_by_key(|&member| keys[member as usize]);
            assert_eq!(ranking.order, naive);
            for (rank, class) in ranking.classes.iter().enumerate() {
                let key = |rank: usize| keys[naive[rank] as usize];
                let equals = (0..keys.len()).filter(|&other| key(other) == key(rank));
                let naive = Class {
                    start: equals.clone().next().expect("itself") as u32,
                    length: equals.count() as u32,
                };
                assert_eq!(*class, naive);
                if keys.len() > 1000 {
                    break;
                }
            }
        }
    }
}
