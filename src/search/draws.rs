//! Every random decision of the genetic algorithm, apart from what executes it.
//!
//! Both representations of a population are driven from here, so that the same seed gives them
//! the same decisions. Several digits may come from one word while the product of their ranges
//! is at most 2^32; what that costs in evenness is below 2^-32 of a probability.

use crate::rng::{Rate, Rng};

/// A uniform number below `bound` out of 32 random bits.
#[inline]
pub(super) fn scaled(bits: u32, bound: u32) -> u32 {
    ((u64::from(bits) * u64::from(bound)) >> 32) as u32
}

/// The two halves of a word, each 32 random bits.
#[inline]
pub(super) fn halves(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

/// The factorial of this still fits 32 bits.
const ITEMS_A_HALF: usize = 12;

/// The largest side to this power still fits 32 bits.
const DIGITS_A_HALF: usize = 5;

/// Puts the items into a uniformly random order, up to twelve of them with one half of a word.
pub(super) fn shuffle(rng: &mut Rng, items: &mut [u8]) {
    let mut bits = 0;
    let mut spare = None;
    for (step, last) in (1..items.len()).rev().enumerate() {
        let is_worn =
            if items.len() <= ITEMS_A_HALF { step == 0 } else { step % DIGITS_A_HALF == 0 };
        if is_worn {
            let (fresh, other) = match spare.take() {
                Some(half) => (half, None),
                None => {
                    let (high, low) = halves(rng.next_u64());
                    (high, Some(low))
                }
            };
            (bits, spare) = (fresh, other);
        }
        let product = u64::from(bits) * (last as u64 + 1);
        bits = product as u32;
        items.swap(last, (product >> 32) as usize);
    }
}

/// Three different numbers below a bound of at most [`Trio::LARGEST`], in the order drawn.
#[derive(Clone, Copy)]
pub(super) struct Trio {
    bound: u64,
}

impl Trio {
    /// The cube of this fits 32 bits.
    pub const LARGEST: usize = 1625;

    pub fn new(bound: usize) -> Self {
        debug_assert!((3..=Self::LARGEST).contains(&bound));
        Self { bound: bound as u64 }
    }

    /// Draws from one word.
    #[inline]
    pub fn draw(self, rng: &mut Rng) -> [usize; 3] {
        let mut rest = rng.next_u64();
        let mut digit = |bound: u64| {
            let product = u128::from(rest) * u128::from(bound);
            rest = product as u64;
            (product >> 64) as usize
        };
        let first = digit(self.bound);
        let second = digit(self.bound - 1);
        let third = digit(self.bound - 2);
        // Each later digit counts the numbers that are still left.
        let second = second + usize::from(second >= first);
        let (low, high) = (first.min(second), first.max(second));
        let third = third + usize::from(third >= low);
        let third = third + usize::from(third >= high);
        [first, second, third]
    }
}

/// A law over 0, 1, 2, ... given by its tails, drawn from 32 random bits.
pub(super) struct Law {
    /// 2^32 times the probability of more than i, falling.
    tails: Vec<u32>,
    /// For the upper eight bits of a draw, where the search may begin.
    guide: [u32; 256],
}

impl Law {
    /// The law with `tail(i)` = probability of a number above i, for i below `length`.
    fn new(tails: impl Iterator<Item = f64>) -> Self {
        let tails: Vec<u32> = tails
            .map(|tail| (tail * 4_294_967_296.0) as u64)
            .map(|tail| u32::try_from(tail).unwrap_or(u32::MAX))
            .collect();
        let mut guide = [0; 256];
        for (upper, start) in guide.iter_mut().enumerate() {
            let highest = ((upper as u32) << 24) | 0x00ff_ffff;
            *start = tails.iter().take_while(|&&tail| tail > highest).count() as u32;
        }
        Self { tails, guide }
    }

    /// How many tails lie above the draw; `length` of the table when all do.
    #[inline]
    pub fn draw(&self, bits: u32) -> usize {
        let mut number = self.guide[(bits >> 24) as usize] as usize;
        while number < self.tails.len() && self.tails[number] > bits {
            number += 1;
        }
        number
    }
}

/// The gaps between hits, when each place of a long row is hit with the same probability.
pub(super) struct Gaps {
    law: Law,
    length: usize,
}

/// Gaps longer than this are drawn in pieces; the law has no memory.
const LONGEST_GAP: usize = 64;

impl Gaps {
    pub fn new(rate: Rate) -> Self {
        let miss = 1.0 - rate.get();
        let tails = std::iter::successors(Some(miss), |tail| Some(tail * miss)).take(LONGEST_GAP);
        Self { law: Law::new(tails), length: LONGEST_GAP }
    }

    /// Misses before the next hit, and 32 random bits for what is done there.
    #[inline]
    pub fn draw(&self, rng: &mut Rng, most: usize) -> (usize, u32) {
        let (high, low) = halves(rng.next_u64());
        let gap = self.law.draw(high);
        if gap < self.length { (gap, low) } else { self.draw_long(rng, most) }
    }

    /// The rest of a long gap, given up when it is over `most` anyhow.
    #[cold]
    fn draw_long(&self, rng: &mut Rng, most: usize) -> (usize, u32) {
        let mut gap = self.length;
        while gap < most {
            let (high, low) = halves(rng.next_u64());
            let more = self.law.draw(high);
            gap += more;
            if more < self.length {
                return (gap, low);
            }
        }
        (gap, 0)
    }
}

/// The rank of a tournament's winner among all members, best first.
///
/// Of equals each is as likely to win; whoever uses the rank has to draw among them.
pub(super) fn tournament_law(members: usize, size: usize, replacement: bool) -> Law {
    let mut tail = 1.0;
    Law::new((0..members).map(move |rank| {
        let (left, size_f) = ((members - rank) as f64, size as f64);
        if replacement {
            let share = (left - 1.0) / members as f64;
            (0..size).fold(1.0, |product, _| product * share)
        } else {
            tail *= ((left - size_f) / left).max(0.0);
            tail
        }
    }))
}

/// The rank that linear ranking draws: the best `pressure` times as often as the mean.
pub(super) fn ranking_law(members: usize, pressure: f64) -> Law {
    let count = members as f64;
    Law::new((0..members).map(move |rank| {
        let drawn = rank as f64 + 1.0;
        let fall = 2.0 * (pressure - 1.0) / (count * (count - 1.0)).max(1.0);
        1.0 - drawn * (pressure / count) + fall * drawn * (drawn - 1.0) / 2.0
    }))
}
