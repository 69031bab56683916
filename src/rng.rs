//! The one random generator, probabilities, and how seeds are derived.
//!
//! ChaCha8 gives the same numbers on every machine; the ways to draw from it are written here
//! and not taken from a library, so that an upgrade cannot change a result in silence.

use rand_chacha::ChaCha8Core;
use rand_chacha::rand_core::SeedableRng;
use rand_chacha::rand_core::block::Generator;
use serde::{Deserialize, Serialize};

/// Seeds have 53 bits, so that every program that reads JSON keeps them exactly.
pub const SEED_BITS: u32 = 53;

/// The name of the generator, for `--version` and manifests.
pub const GENERATOR: &str = "ChaCha8";

/// A probability; its unit is told where it is used.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Rate(f64);

/// A number that is no probability.
#[derive(Debug, thiserror::Error)]
#[error("{0} is no rate, expected a number from 0 to 1")]
pub struct NoRate(f64);

impl Rate {
    /// Never.
    pub const ZERO: Self = Self(0.0);
    /// One time in two.
    pub const HALF: Self = Self(0.5);
    /// Always.
    pub const ONE: Self = Self(1.0);

    /// A rate that is written in the program.
    ///
    /// # Panics
    /// When the number is no rate, at compile time if the caller is a constant.
    pub const fn constant(number: f64) -> Self {
        assert!(number >= 0.0 && number <= 1.0, "no rate");
        Self(number)
    }

    /// The number, from 0 to 1.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Rate {
    type Error = NoRate;

    fn try_from(number: f64) -> Result<Self, NoRate> {
        if (0.0..=1.0).contains(&number) { Ok(Self(number)) } else { Err(NoRate(number)) }
    }
}

impl From<Rate> for f64 {
    fn from(rate: Rate) -> Self {
        rate.0
    }
}

/// Words drawn from the generator at a time.
const BLOCK: usize = 64;

/// A seeded source of random numbers: the stream of 32-bit words of the generator.
#[derive(Clone, Debug)]
pub struct Rng {
    generator: ChaCha8Core,
    /// Words in hand; kept here since a hot loop reads them in a few instructions.
    block: [u32; BLOCK],
    next: usize,
}

impl Rng {
    /// The stream of a seed.
    pub fn from_seed(seed: u64) -> Self {
        Self { generator: ChaCha8Core::seed_from_u64(seed), block: [0; BLOCK], next: BLOCK }
    }

    /// 64 random bits: the next two words, the first one lowest.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        if let Some(&[low, high]) =
            self.block.get(self.next..self.next.wrapping_add(2)).and_then(|two| two.first_chunk())
        {
            self.next += 2;
            return u64::from(low) | u64::from(high) << 32;
        }
        let low = self.next_u32();
        u64::from(low) | u64::from(self.next_u32()) << 32
    }

    /// 32 random bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if self.next >= BLOCK {
            self.refill();
        }
        let word = self.block[self.next % BLOCK];
        self.next += 1;
        word
    }

    #[cold]
    fn refill(&mut self) {
        self.generator.generate(&mut self.block);
        self.next = 0;
    }

    /// A uniform number below `bound`, which must not be 0 (Lemire 2019).
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        loop {
            let product = u64::from(self.next_u32()) * u64::from(bound);
            let low = product as u32;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// A uniform index below `length`, which must not be 0.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u32) as usize
    }

    /// A uniform number from 0 to below 1, a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with the given probability.
    pub fn chance(&mut self, rate: Rate) -> bool {
        self.unit() < rate.0
    }

    /// Puts the items into a uniformly random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// The seed of one run: 53 bits of a digest of everything that may decide it.
///
/// `method` is the resolved method as text, or empty where methods share their seeds.
pub fn run_seed(master: u64, puzzle_digest: &[u8; 32], repeat: u64, method: &str) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"sudoga run seed 1");
    hasher.update(&master.to_le_bytes());
    hasher.update(puzzle_digest);
    hasher.update(&repeat.to_le_bytes());
    hasher.update(method.as_bytes());
    truncate(hasher.finalize().as_bytes())
}

/// The seed of the `index`-th thing made under a master seed, for a purpose named by `label`.
pub fn derived_seed(master: u64, label: &str, index: u64) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"sudoga derived seed 1");
    hasher.update(&master.to_le_bytes());
    hasher.update(&index.to_le_bytes());
    hasher.update(label.as_bytes());
    truncate(hasher.finalize().as_bytes())
}

fn truncate(digest: &[u8; 32]) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(word) >> (64 - SEED_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_golden() {
        let mut rng = Rng::from_seed(10);
        let drawn: Vec<u32> = (0..8).map(|_| rng.below(1000)).collect();
        assert_eq!(drawn, GOLDEN_BELOW_1000);
        assert_eq!(run_seed(10, &[7; 32], 3, "exact"), GOLDEN_RUN_SEED);
    }

    const GOLDEN_BELOW_1000: [u32; 8] = [338, 559, 217, 8, 269, 538, 559, 862];
    const GOLDEN_RUN_SEED: u64 = 313_248_624_653_846;

    #[test]
    fn below_is_uniform() {
        let mut rng = Rng::from_seed(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.index(7)] += 1;
        }
        let statistic: f64 = counts
            .iter()
            .map(|&count| f64::from(count.abs_diff(10_000)))
            .map(|d| d * d / 1e4)
            .sum();
        assert!(statistic < 22.46, "chi-squared with 6 degrees at 0.001: {statistic}");
    }

    #[test]
    fn chances_keep_their_rate() {
        let mut rng = Rng::from_seed(3);
        let rate = Rate::try_from(0.1).expect("a rate");
        let hits = (0..100_000).filter(|_| rng.chance(rate)).count();
        assert!((9_600..10_400).contains(&hits), "{hits}");
        assert!((0..1000).all(|_| rng.chance(Rate::ONE) && !rng.chance(Rate::ZERO)));
        for wrong in [-0.1, 1.1, f64::NAN] {
            assert!(Rate::try_from(wrong).is_err());
        }
    }

    #[test]
    fn every_order_is_as_likely() {
        let mut rng = Rng::from_seed(2);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|&count| (850..1150).contains(&count)), "{counts:?}");
    }
}
