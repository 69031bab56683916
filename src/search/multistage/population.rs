//! Members and newcomers in one flat array, and who of them stays.

use std::ops::ControlFlow;

use super::counts::{Counts, Price};
use crate::board::digit::Digit;
use crate::solver::{Meter, Stop};

/// Members between two pauses of a step that takes them one by one.
const MEMBERS_A_PAUSE: usize = 16;

/// Lets a run be broken off after one of the many members that a step goes through.
pub(super) fn pause_after(member: usize, meter: &mut Meter<'_>) -> ControlFlow<Stop> {
    match member.is_multiple_of(MEMBERS_A_PAUSE) {
        true => meter.pause(),
        false => ControlFlow::Continue(()),
    }
}

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
            ranks: Vec::with_capacity(slots),
        }
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

    /// Takes back the newcomer that was added last.
    pub fn drop_last(&mut self) {
        self.newcomers -= 1;
    }

    /// The genomes of two different places.
    pub fn two_genomes_mut(&mut self, one: usize, other: usize) -> Option<[&mut [Digit]; 2]> {
        let ranges = [self.start(one), self.start(other)].map(|start| start..start + self.cells);
        self.genomes.get_disjoint_mut(ranges).ok()
    }

    /// Prices the newcomers until the meter says stop, and tells the place of the best of those; what
    /// is not priced is given back.
    pub fn price_newcomers(
        &mut self,
        counts: &mut Counts,
        meter: &mut Meter<'_>,
    ) -> (Option<usize>, ControlFlow<Stop>) {
        let mut newcomers = self.members..self.members + self.newcomers;
        let mut flow = ControlFlow::Continue(());
        for place in newcomers.clone() {
            let price = counts.load(self.genome(place));
            self.set_price(place, price);
            flow = pause_after(place, meter);
            if flow.is_break() {
                meter.give_back((newcomers.end - place - 1) as u64);
                newcomers.end = place + 1;
                break;
            }
        }
        (newcomers.min_by_key(|&place| self.price(place)), flow)
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
