//! The loop of a search: suggest some points, race them with the best so far, and again, until the
//! runs are spent.

use super::adjusted::adjusted;
use super::gaussian::Seen;
use super::measure::{Halt, Measure};
use super::race::{FIRST_TEST, Track};
pub use super::race::{Tried, TriedState};
use super::space::{Point, Space};
use super::suggest::{Search, design};
use crate::rng::{Rng, derived_seed};

/// Points of the first race at least.
const FEWEST: usize = 4;

/// New points of every later race.
const NEW_POINTS: usize = 4;

/// The smallest budget that pays for one race.
pub const SMALLEST_BUDGET: u64 = (FEWEST * FIRST_TEST) as u64;

/// What a search may spend, and where its draws begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Runs at most.
    pub runs: u64,
    /// The master seed.
    pub seed: u64,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    /// How points were suggested.
    pub search: Search,
    /// All points, in the order in which they were suggested.
    pub tried: Vec<Tried>,
    /// The mean score of each as if it had seen all blocks.
    pub adjusted: Vec<f64>,
    /// Runs that were asked for.
    pub runs: u64,
}

impl Tuning {
    /// The place of the best point.
    pub fn best(&self) -> Option<usize> {
        self.tried.iter().position(|tried| tried.state == TriedState::Best)
    }
}

/// Searches a space; the points of `start` are in the first race.
pub fn tune<M: Measure>(
    space: &Space,
    search: Search,
    start: &[Point],
    limits: Limits,
    measure: &mut M,
) -> Result<Tuning, Halt> {
    let mut track = Track::new(measure, limits.runs, limits.seed);
    let mut alive: Vec<usize> = Vec::new();
    for iteration in 1.. {
        let fresh = match iteration {
            1 => first_points(space, search, start, limits, &track),
            _ => next_points(space, search, limits, &track, iteration),
        };
        if fresh.is_empty() {
            break;
        }
        let allotment = match search {
            Search::Listed => track.left,
            // Half of the runs are for what is learnt from the first race.
            _ if iteration == 1 => allotment(fresh.len(), &[], &track).min(limits.runs / 2),
            _ => allotment(fresh.len(), &alive, &track),
        };
        for point in fresh {
            alive.push(track.tried.len());
            let (samples, state) = (Vec::new(), TriedState::Alive);
            track.tried.push(Tried { point, iteration, samples, state });
        }
        alive = track.race(&alive, allotment)?;
    }
    alive = track.finish(alive)?;
    let Track { mut tried, left, .. } = track;
    if let Some(&best) = alive.first() {
        tried[best].state = TriedState::Best;
    }
    let scores: Vec<Vec<f64>> = tried.iter().map(Tried::scores).collect();
    let adjusted = adjusted(&scores).means;
    Ok(Tuning { search, tried, adjusted, runs: limits.runs - left })
}

/// The points of the first race: the same for every search, so that they differ in what they make
/// of them.
fn first_points<M: Measure>(
    space: &Space,
    search: Search,
    start: &[Point],
    limits: Limits,
    track: &Track<'_, M>,
) -> Vec<Point> {
    let mut points = start.to_vec();
    if search == Search::Listed {
        return points;
    }
    let affordable = limits.runs as usize / (2 * FIRST_TEST);
    let count = (FEWEST + 2 * space.axes.len()).min(affordable).max(FEWEST);
    let mut rng = Rng::from_seed(derived_seed(limits.seed, "tune design", 0));
    let is_wanted = |point: &Point| track.is_new(point) && !start.contains(point);
    points.extend(design(space, count.saturating_sub(start.len()), &mut rng, is_wanted));
    points
}

fn next_points<M: Measure>(
    space: &Space,
    search: Search,
    limits: Limits,
    track: &Track<'_, M>,
    iteration: usize,
) -> Vec<Point> {
    let affordable = track.left as usize / FIRST_TEST;
    let count = NEW_POINTS.min(affordable);
    if count == 0 {
        return Vec::new();
    }
    let seed = derived_seed(limits.seed, &format!("tune {}", search.word()), iteration as u64);
    let seen = seen(space, &track.tried);
    search.suggest(space, &seen, count, &mut Rng::from_seed(seed), |point| track.is_new(point))
}

/// What the points so far tell to whoever suggests the next.
fn seen(space: &Space, tried: &[Tried]) -> Seen {
    let scores: Vec<Vec<f64>> = tried.iter().map(Tried::scores).collect();
    let adjusted = adjusted(&scores);
    let noise = |scores: &Vec<f64>| adjusted.variance / scores.len().max(1) as f64;
    Seen {
        points: tried.iter().map(|tried| space.units(&tried.point)).collect(),
        noises: scores.iter().map(noise).collect(),
        values: adjusted.means,
    }
}

/// Runs of one race: the first test, as much again to go on, and what two new points need to see all
/// that the best has seen.
fn allotment<M>(fresh: usize, alive: &[usize], track: &Track<'_, M>) -> u64 {
    let seen = alive.iter().map(|&place| track.tried[place].samples.len()).max().unwrap_or(0);
    let catching_up = 2 * seen.saturating_sub(FIRST_TEST);
    (2 * fresh * FIRST_TEST + catching_up) as u64
}
