//! Every random decision of the genetic algorithm, apart from what executes it.
//!
//! Both representations of a population are driven from here, so that the same seed gives them
//! the same decisions. Several digits may come from one word while the product of their ranges
//! is at most 2^32; what that costs in evenness is below 2^-32 of a probability.

use std::ops::Range;

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

/// The factorial of this is at most 2^32.
const ITEMS_A_WORD: usize = 12;

/// The largest side to this power is at most 2^32.
const DIGITS_A_WORD: usize = 5;

/// Draws a uniformly random order of `count` items, up to twelve of them with one word: visits the
/// places from the last down to the second, each with the place whose item goes there, and the
/// item that was there takes its place (Fisher and Yates).
#[inline(always)]
pub(super) fn for_each_pick(rng: &mut Rng, count: usize, mut visit: impl FnMut(usize, usize)) {
    let mut pick = |word: &mut u64, last: usize| {
        let product = u128::from(*word) * (last as u128 + 1);
        *word = product as u64;
        visit(last, (product >> 64) as usize);
    };
    if (2..=ITEMS_A_WORD).contains(&count) {
        let mut word = rng.next_u64();
        (1..count).rev().for_each(|last| pick(&mut word, last));
        return;
    }
    let mut word = 0;
    for (step, last) in (1..count).rev().enumerate() {
        if step % DIGITS_A_WORD == 0 {
            word = rng.next_u64();
        }
        pick(&mut word, last);
    }
}

/// Puts the items into a uniformly random order.
pub(super) fn shuffle(rng: &mut Rng, items: &mut [u8]) {
    for_each_pick(rng, items.len(), |last, picked| items.swap(last, picked));
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
    #[inline(always)]
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
    /// 2^32 times the probability of more than i, falling, and a 0 at the end.
    tails: Vec<u32>,
    /// For the upper bits of a draw, where the search may begin.
    guide: Vec<u32>,
    /// The lower bits of a draw.
    shift: u32,
}

/// What is below is no tail of a law.
const LEAST_TAIL: f64 = 1.0 / 4_294_967_296.0;

/// Upper bits of a draw that the search for it begins by.
const GUIDE_BITS: u32 = 10;

/// The same for the longest tables.
const MOST_GUIDE_BITS: u32 = 14;

impl Law {
    /// The law with `tail(i)` = probability of a number above i, for i below `length`.
    fn new(tails: impl Iterator<Item = f64>) -> Self {
        let tails: Vec<u32> = tails
            .map(|tail| (tail * 4_294_967_296.0) as u64)
            .map(|tail| u32::try_from(tail).unwrap_or(u32::MAX))
            .chain(std::iter::once(0))
            .collect();
        let bits = tails.len().max(1).ilog2().clamp(GUIDE_BITS, MOST_GUIDE_BITS);
        let shift = u32::BITS - bits;
        let highest = |upper: u32| (upper << shift) | ((1 << shift) - 1);
        let start = |upper: u32| tails.partition_point(|&tail| tail > highest(upper)) as u32;
        let guide = (0..1 << bits).map(start).collect();
        Self { tails, guide, shift }
    }

    /// The law as slices, for loops that draw again and again.
    pub fn view(&self) -> LawView<'_> {
        LawView { tails: &self.tails, guide: &self.guide, shift: self.shift }
    }
}

/// A law as slices.
#[derive(Clone, Copy)]
pub(super) struct LawView<'a> {
    tails: &'a [u32],
    guide: &'a [u32],
    shift: u32,
}

impl LawView<'_> {
    /// How many tails lie above the draw; `length` of the table when all do.
    #[inline(always)]
    pub fn draw(self, bits: u32) -> usize {
        let mut number = self.guide[(bits >> self.shift) as usize] as usize;
        // The first step is as likely as not, so that it is no branch.
        number += usize::from(self.tails[number] > bits);
        while self.tails[number] > bits {
            number += 1;
        }
        number
    }
}

/// The gaps between hits, when each place of a long row is hit with the same probability.
pub(super) struct Gaps {
    /// 2^32 times the probability of a gap longer than i; the last one is 0.
    tails: [u32; GAPS],
    /// For the upper bits of a draw, where the search may begin.
    guide: [u8; 1 << GUIDE_BITS],
}

const GAPS: usize = 64;

/// Gaps from this length on are drawn in pieces; the law has no memory.
const LONG_GAP: usize = GAPS - 1;

impl Gaps {
    pub fn new(rate: Rate) -> Self {
        let miss = 1.0 - rate.get();
        let tails = std::iter::successors(Some(miss), |tail| Some(tail * miss)).take(LONG_GAP);
        let law = Law::new(tails);
        let mut tails = [0; GAPS];
        tails.copy_from_slice(&law.tails);
        let guide = std::array::from_fn(|upper| law.guide[upper] as u8);
        Self { tails, guide }
    }

    /// Misses before the next hit, and 32 random bits for what is done there. A gap that is over
    /// `most` may come out shorter, but is still over it.
    #[inline(always)]
    pub fn draw(&self, rng: &mut Rng, most: usize) -> (usize, u32) {
        let (high, low) = halves(rng.next_u64());
        let gap = self.piece(high);
        if gap < LONG_GAP { (gap, low) } else { self.draw_long(rng, most) }
    }

    #[inline(always)]
    fn piece(&self, bits: u32) -> usize {
        let mut gap = usize::from(self.guide[(bits >> (u32::BITS - GUIDE_BITS)) as usize]);
        while self.tails[gap % GAPS] > bits {
            gap += 1;
        }
        gap
    }

    #[cold]
    fn draw_long(&self, rng: &mut Rng, most: usize) -> (usize, u32) {
        let mut gap = LONG_GAP;
        while gap <= most {
            let (high, low) = halves(rng.next_u64());
            let more = self.piece(high);
            gap += more;
            if more < LONG_GAP {
                return (gap, low);
            }
        }
        (gap, 0)
    }
}

/// Which of a generation's pairs cross.
pub(super) struct Crossings {
    rate: CrossingRate,
    next: usize,
    pairs: usize,
}

enum CrossingRate {
    Never,
    Always,
    Sometimes(Box<Gaps>),
}

impl Crossings {
    pub fn new(rate: Option<Rate>) -> Self {
        let rate = match rate {
            None => CrossingRate::Never,
            Some(Rate::ONE) => CrossingRate::Always,
            Some(rate) => CrossingRate::Sometimes(Box::new(Gaps::new(rate))),
        };
        Self { rate, next: 0, pairs: 0 }
    }

    /// Begins a generation of so many pairs.
    pub fn begin(&mut self, pairs: usize) {
        (self.next, self.pairs) = (0, pairs);
    }

    /// The next pair that crosses, if any, and 32 random bits for how.
    #[inline(always)]
    pub fn next(&mut self, rng: &mut Rng) -> Option<(usize, u32)> {
        let (gap, bits) = match &self.rate {
            CrossingRate::Never => return None,
            CrossingRate::Always if self.next == self.pairs => return None,
            CrossingRate::Always => (0, rng.next_u32()),
            CrossingRate::Sometimes(gaps) => gaps.draw(rng, self.pairs),
        };
        let pair = self.next + gap;
        self.next = pair + 1;
        (pair < self.pairs).then_some((pair, bits))
    }
}

/// The genes of all children in one row, so that hits are drawn by their gaps.
pub(super) struct Row {
    first: usize,
    genes: usize,
    length: usize,
    /// 2^40 / genes, rounded up: exact as a division for every place of a row that is not long.
    reciprocal: u64,
}

/// A row of more places is long: it is gone through in parts, as [`LongHits`].
const LONG_ROW: usize = 1 << 18;

impl Row {
    /// Whether the genes of so many children are more than a step may go through without a pause.
    pub fn is_long(children: usize, genes: usize) -> bool {
        children * genes > LONG_ROW
    }

    pub fn new(children: Range<usize>, genes: usize) -> Self {
        let reciprocal = (1 << 40) / genes.max(1) as u64 + 1;
        Self { first: children.start, genes, length: children.len() * genes, reciprocal }
    }

    /// The slot of a place, and the number of the gene. The product is above 2^40 x place / genes by
    /// place at most, which is exact while place x genes is below 2^40: genes are numbered in 16 bits,
    /// and so the row must not be long.
    #[inline(always)]
    fn split(&self, place: usize) -> (usize, usize) {
        let child = ((place as u64 * self.reciprocal) >> 40) as usize;
        (self.first + child, place - child * self.genes)
    }

    /// The same for every place of any row, by division, which takes several times as long.
    fn divide(&self, place: usize) -> (usize, usize) {
        (self.first + place / self.genes, place % self.genes)
    }
}

/// Hits in a row of genes: slot, number of the gene, and 32 random bits for what is done there.
pub(super) struct Hits<'a> {
    pub rng: &'a mut Rng,
    pub gaps: &'a Gaps,
    pub row: Row,
    pub place: usize,
}

impl Hits<'_> {
    /// The place of the next hit.
    #[inline(always)]
    fn next_place(&mut self) -> Option<(usize, u32)> {
        let (gap, bits) = self.gaps.draw(self.rng, self.row.length);
        let place = self.place + gap;
        if place >= self.row.length {
            return None;
        }
        self.place = place + 1;
        Some((place, bits))
    }
}

impl Iterator for Hits<'_> {
    type Item = (usize, usize, u32);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (place, bits) = self.next_place()?;
        let (slot, gene) = self.row.split(place);
        Some((slot, gene, bits))
    }
}

/// The same in a row that may be long.
pub(super) struct LongHits<'a>(pub Hits<'a>);

impl Iterator for LongHits<'_> {
    type Item = (usize, usize, u32);

    fn next(&mut self) -> Option<Self::Item> {
        let (place, bits) = self.0.next_place()?;
        let (slot, gene) = self.0.row.divide(place);
        Some((slot, gene, bits))
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
            // A large tournament comes to nothing long before its end, at all but the best ranks.
            let power = |power: f64, _| (power >= LEAST_TAIL).then_some(power * share);
            (0..size).try_fold(1.0, power).unwrap_or(0.0)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_split_as_by_division() {
        for genes in (1..=100).chain([961, 1361, 4095, 4096, 4097, 19_999, 20_000, 65_535]) {
            let children = LONG_ROW / genes;
            assert!(!Row::is_long(children, genes) && Row::is_long(children + 1, genes));
            let row = Row::new(7..7 + children, genes);
            for child in (0..children.min(100)).chain([children / 2, children - 1]) {
                for place in [child * genes, child * genes + genes / 2, child * genes + genes - 1] {
                    let expected = (7 + place / genes, place % genes);
                    assert_eq!(row.split(place), expected, "{place} / {genes}");
                    assert_eq!(row.divide(place), expected, "{place} / {genes}");
                }
            }
        }
    }

    /// With a rate of one each place is hit, also where the product of a split would be inexact.
    #[test]
    fn hits_in_a_long_row_are_those_of_its_places() {
        let (genes, children) = (4096, 65_600);
        let (mut rng, gaps) = (Rng::from_seed(1), Gaps::new(Rate::ONE));
        let row = Row::new(0..children, genes);
        let place = (children - 2) * genes;
        let hits = LongHits(Hits { rng: &mut rng, gaps: &gaps, row, place });
        let places: Vec<usize> = hits.map(|(slot, gene, _)| slot * genes + gene).collect();
        assert!(places.iter().copied().eq(place..children * genes));
    }
}
