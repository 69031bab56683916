//! Who becomes a parent.

use std::hint::select_unpredictable;

use super::draws::{Law, Trio, halves, ranking_law, tournament_law};
use super::fitness::Fitness;
use super::operators::{Selection, Tournament};
use super::ranking::Ranking;
use crate::rng::Rng;

/// A selection made ready for one size of population.
pub(super) enum Selector {
    /// Tournaments of three, drawn one by one.
    Trio(Trio),
    /// Tournaments and rankings by the rank of the winner, without and with one member left out.
    Law(Box<Law>, Box<Law>),
    /// In proportion to merit.
    Roulette(Wheel),
    Uniform,
}

/// Merits as running sums.
pub(super) struct Wheel {
    sums: Vec<f64>,
    /// Who has nearly all the merit, and the sums without it.
    giant: Option<(usize, Vec<f64>)>,
}

/// The part of all merit below which the others are drawn by sums of their own. Above it they come
/// up among all draws, however many that takes: seeded runs rest on that.
const LITTLE_MERIT: f64 = 1.0 / 1_048_576.0;

/// Draws for another parent after which the run may be broken off.
const MANY_SPINS: usize = 256;

impl Selector {
    pub fn new(selection: Selection, members: usize) -> Self {
        match selection {
            Selection::Tournament(Tournament { size: 3, replacement: false })
                if members <= Trio::LARGEST =>
            {
                Self::Trio(Trio::new(members))
            }
            Selection::Tournament(Tournament { size, replacement }) => {
                let law = |members| Box::new(tournament_law(members, size, replacement));
                Self::Law(law(members), law(members - 1))
            }
            Selection::Rank(rank) => {
                let law = |members| Box::new(ranking_law(members, rank.pressure));
                Self::Law(law(members), law(members - 1))
            }
            Selection::Roulette => {
                Self::Roulette(Wheel { sums: Vec::with_capacity(members), giant: None })
            }
            Selection::Uniform => Self::Uniform,
        }
    }

    /// Whether it draws by rank.
    pub fn needs_ranking(&self) -> bool {
        matches!(self, Self::Law(..))
    }

    /// Takes in the keys of a new generation.
    pub fn prepare(&mut self, keys: &[u64], fitness: Fitness, full: u32) {
        if let Self::Roulette(wheel) = self {
            wheel.prepare(keys.iter().map(|&key| fitness.merit(key, full)));
        }
    }

    /// A parent.
    pub fn select(&self, rng: &mut Rng, keys: &[u64], ranking: &Ranking) -> usize {
        match self {
            Self::Trio(trio) => best_of(trio.draw(rng), keys),
            Self::Law(law, _) => {
                ranking.drawer(law).draw_member(halves(rng.next_u64()).into()) as usize
            }
            Self::Roulette(wheel) => wheel.spin(rng),
            Self::Uniform => rng.index(keys.len()),
        }
    }

    /// So many more parents, one after the other.
    pub fn select_all(
        &self,
        rng: &mut Rng,
        keys: &[u64],
        ranking: &Ranking,
        count: usize,
        parents: &mut Vec<u32>,
    ) {
        match self {
            // The common case apart, so that its loop holds nothing else.
            Self::Trio(trio) => {
                parents.extend((0..count).map(|_| best_of(trio.draw(rng), keys) as u32));
            }
            Self::Law(law, _) => {
                let drawer = ranking.drawer(law);
                let draw = |_| drawer.draw_member(halves(rng.next_u64()).into());
                parents.extend((0..count).map(draw));
            }
            _ => parents.extend((0..count).map(|_| self.select(rng, keys, ranking) as u32)),
        }
    }

    /// Two different parents.
    #[inline]
    pub fn select_two(&self, rng: &mut Rng, keys: &[u64], ranking: &Ranking) -> [usize; 2] {
        if let Self::Law(law, law_of_others) = self {
            let one = ranking.drawer(law).draw(halves(rng.next_u64()).into());
            let others = ranking.drawer(law_of_others);
            let other = others.draw_other(halves(rng.next_u64()).into(), one);
            return [ranking.member(one), ranking.member(other)];
        }
        let one = self.select(rng, keys, ranking);
        let shifted = |member: usize| member + usize::from(member >= one);
        let other = match self {
            Self::Trio(_) => {
                let trio = Trio::new(keys.len() - 1).draw(rng);
                best_of(trio.map(shifted), keys)
            }
            Self::Law(..) | Self::Uniform => shifted(rng.index(keys.len() - 1)),
            Self::Roulette(wheel) => loop {
                if let Some(other) = wheel.try_other(one, rng) {
                    break other;
                }
            },
        };
        [one, other]
    }
}

impl Wheel {
    fn prepare(&mut self, merits: impl Iterator<Item = f64> + Clone) {
        let mut largest = 0.0f64;
        add_up(&mut self.sums, merits.clone().inspect(|&merit| largest = largest.max(merit)));
        let total = self.sums.last().copied().unwrap_or(0.0);
        // All merits may be 0, and then whoever is drawn is drawn always.
        self.giant = (total - largest <= total * LITTLE_MERIT).then(|| {
            let places = merits.clone().enumerate();
            let giant = places.filter(|&(_, merit)| merit == largest).map(|(place, _)| place);
            let giant = giant.last().unwrap_or(0);
            let mut others = Vec::with_capacity(self.sums.len());
            let merits = merits.enumerate();
            add_up(
                &mut others,
                merits.map(|(place, merit)| if place == giant { 0.0 } else { merit }),
            );
            (giant, others)
        });
    }

    /// A member.
    pub fn spin(&self, rng: &mut Rng) -> usize {
        spin(&self.sums, rng)
    }

    /// Another than this one: drawn until it is another, or from the sums of the others where that
    /// might not come to an end; none when many draws have not been enough.
    pub fn try_other(&self, one: usize, rng: &mut Rng) -> Option<usize> {
        match self.giant.as_ref().filter(|(giant, _)| *giant == one) {
            Some((_, others)) => Some(spin_others(others, one, rng)),
            None => (0..MANY_SPINS).map(|_| self.spin(rng)).find(|&other| other != one),
        }
    }
}

/// Running sums.
fn add_up(sums: &mut Vec<f64>, merits: impl Iterator<Item = f64>) {
    let mut sum = 0.0;
    sums.clear();
    sums.extend(merits.map(|merit| {
        sum += merit;
        sum
    }));
}

/// A member by the sums in which `one` has no part; any other where nobody has.
fn spin_others(sums: &[f64], one: usize, rng: &mut Rng) -> usize {
    let drawn = if sums.last() > Some(&0.0) { spin(sums, rng) } else { one };
    // Also where rounding leads to the end.
    if drawn != one {
        return drawn;
    }
    let other = rng.index(sums.len() - 1);
    other + usize::from(other >= one)
}

/// The best of three, ties to the first.
#[inline(always)]
fn best_of([first, second, third]: [usize; 3], keys: &[u64]) -> usize {
    let best = select_unpredictable(keys[second] < keys[first], second, first);
    select_unpredictable(keys[third] < keys[best], third, best)
}

fn spin(sums: &[f64], rng: &mut Rng) -> usize {
    let total = sums.last().copied().unwrap_or(0.0);
    let mark = rng.unit() * total;
    sums.partition_point(|&sum| sum <= mark).min(sums.len() - 1)
}
