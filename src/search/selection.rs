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
    /// In proportion to merit, by running sums.
    Roulette(Vec<f64>),
    Uniform,
}

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
            Selection::Roulette => Self::Roulette(Vec::with_capacity(members)),
            Selection::Uniform => Self::Uniform,
        }
    }

    /// Whether it draws by rank.
    pub fn needs_ranking(&self) -> bool {
        matches!(self, Self::Law(..))
    }

    /// Takes in the keys of a new generation.
    pub fn prepare(&mut self, keys: &[u64], fitness: Fitness, full: u32) {
        if let Self::Roulette(sums) = self {
            let mut sum = 0.0;
            sums.clear();
            sums.extend(keys.iter().map(|&key| {
                sum += fitness.merit(key, full);
                sum
            }));
        }
    }

    /// A parent.
    pub fn select(&self, rng: &mut Rng, keys: &[u64], ranking: &Ranking) -> usize {
        match self {
            Self::Trio(trio) => best_of(trio.draw(rng), keys),
            Self::Law(law, _) => {
                ranking.drawer(law).draw_member(halves(rng.next_u64()).into()) as usize
            }
            Self::Roulette(sums) => spin(sums, rng),
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
            Self::Uniform => shifted(rng.index(keys.len() - 1)),
            Self::Law(..) | Self::Roulette(_) => loop {
                let other = self.select(rng, keys, ranking);
                if other != one {
                    break other;
                }
            },
        };
        [one, other]
    }
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
