//! Members and newcomers in one flat array, and who of them stays.

use std::ops::ControlFlow;

use super::counts::{Counts, Price};
use crate::board::digit::Digit;
use crate::solver::{Meter, Stop};

/// Members, ordered from the best on after [`Population::survive`], and newcomers behind them.
pub(super) struct Population {
    cells: usize,
    genomes: Vec<Digit>,
    /// By slot, like the genomes.
    prices: Vec<Price>,
    /// The slots of the members, then of the newcomers, then free ones.
    order: Vec<u32>,
    members: usize,
    newcomers: usize,
    /// Slots that have ever held anybody.
    used: usize,
    /// Fitness, place before and slot of everybody, for ranking.
    ranks: Vec<(u32, u32, u32)>,
}

impl Population {
    /// Room for so many members and newcomers, and one more for a child that is dropped.
    pub fn new(cells: usize, room: usize) -> Self {
        let slots = room + 1;
        Self {
            cells,
            genomes: vec![0; cells * slots],
            prices: vec![Price { fitness: u32::MAX, cost: u32::MAX }; slots],
            order: (0..slots as u32).collect(),
            members: 0,
            newcomers: 0,
            used: 0,
            ranks: Vec::with_capacity(slots),
        }
    }

    /// Bytes that a member or a newcomer takes.
    pub fn slot_bytes(cells: usize) -> usize {
        cells + size_of::<Price>() + size_of::<u32>() + size_of::<(u32, u32, u32)>()
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.members
    }

    /// Sends all members away.
    pub fn clear(&mut self) {
        self.members = 0;
    }

    /// A member, or a newcomer behind the members.
    pub fn genome(&self, place: usize) -> &[Digit] {
        &self.genomes[self.start(place)..][..self.cells]
    }

    pub fn genome_mut(&mut self, place: usize) -> &mut [Digit] {
        let start = self.start(place);
        &mut self.genomes[start..][..self.cells]
    }

    pub fn price(&self, place: usize) -> Price {
        self.prices[self.order[place] as usize]
    }

    pub fn set_price(&mut self, place: usize, price: Price) {
        self.prices[self.order[place] as usize] = price;
    }

    /// Prices of the members.
    pub fn prices(&self) -> impl ExactSizeIterator<Item = Price> {
        (0..self.members).map(|place| self.price(place))
    }

    /// Adds a newcomer of these digits and tells its place.
    pub fn add(&mut self, digits: &[Digit]) -> usize {
        let place = self.members + self.newcomers;
        self.genome_mut(place).copy_from_slice(digits);
        self.newcomers += 1;
        place
    }

    /// Adds a copy of a member as a newcomer and tells its place.
    pub fn add_copy(&mut self, member: usize) -> usize {
        let place = self.members + self.newcomers;
        let (from, to) = (self.start(member), self.start(place));
        self.genomes.copy_within(from..from + self.cells, to);
        self.newcomers += 1;
        place
    }

    /// Bytes of genomes that are held in slots which nobody was in before; told once.
    pub fn use_more(&mut self) -> usize {
        let used = self.used.max(self.members + self.newcomers);
        let more = used - self.used;
        self.used = used;
        more * self.cells
    }

    /// Takes back the newcomer that was added last.
    pub fn drop_last(&mut self) {
        self.newcomers -= 1;
    }

    /// The genomes of two different places.
    pub fn two_genomes_mut(&mut self, one: usize, other: usize) -> Option<[&mut [Digit]; 2]> {
        let ranges = [self.start(one), self.start(other)].map(|start| start..start + self.cells);
        self.genomes.get_disjoint_mut(ranges).ok()
    }

    /// Prices the newcomers in turn until the meter says stop, and tells how many it priced.
    pub fn price_newcomers(
        &mut self,
        counts: &mut Counts,
        meter: &mut Meter<'_>,
    ) -> (usize, ControlFlow<Stop>) {
        for number in 0..self.newcomers {
            let place = self.members + number;
            let price = counts.load(self.genome(place));
            self.set_price(place, price);
            let paused = meter.pause_after(number);
            if paused.is_break() {
                return (number + 1, paused);
            }
        }
        (self.newcomers, ControlFlow::Continue(()))
    }

    /// The place of the best of the newcomers that were priced.
    pub fn best_newcomer(&self, priced: usize) -> Option<usize> {
        (self.members..self.members + priced).min_by_key(|&place| self.price(place))
    }

    /// Keeps the best of members and newcomers, at most `size`, ordered; of equals those that
    /// stood before stay before.
    pub fn survive(&mut self, size: usize) {
        let all = self.members + self.newcomers;
        let slots = self.order[..all].iter().enumerate();
        let rank = |(place, &slot): (usize, &u32)| {
            (self.prices[slot as usize].fitness, place as u32, slot)
        };
        self.ranks.clear();
        self.ranks.extend(slots.map(rank));
        let kept = size.min(all);
        if kept < all {
            self.ranks.select_nth_unstable(kept);
        }
        self.ranks[..kept].sort_unstable();
        self.order.iter_mut().zip(&self.ranks).for_each(|(slot, rank)| *slot = rank.2);
        (self.members, self.newcomers) = (kept, 0);
    }

    fn start(&self, place: usize) -> usize {
        self.order[place] as usize * self.cells
    }
}
