//! Racing: points run on the same blocks, and those that are shown to be worse are dropped before
//! they cost much (Maron and Moore 1994; Birattari 2002; irace, López-Ibáñez et al. 2016).
//!
//! The test is that of the range of mean scores with the scores of each block dealt out anew; while
//! it says that the points differ, the worst one leaves. Those that have won earlier races are not
//! dropped before the others have seen as many blocks (the elitist race of irace), and what they
//! have done counts without being run again.

use super::measure::{Halt, Measure, Sample};
use super::space::Point;
use crate::rng::derived_seed;
use crate::stats::tails::student_quantile;
use crate::stats::{Interval, blocked_range, mean, standard_deviation};

/// Blocks that every point of a race sees before the first one is dropped.
pub const FIRST_TEST: usize = 5;

/// A race is over when no more than these are left.
pub const SURVIVORS: usize = 3;

/// How sure it must be that points differ.
const LEVEL: f64 = 0.05;

/// Deals of a test.
const ROUNDS: u32 = 999;

/// What has become of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriedState {
    /// It was not shown to be worse.
    Alive,
    /// It was shown to be worse.
    Dropped,
    /// It came out best.
    Best,
}

impl TriedState {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Dropped => "dropped",
            Self::Best => "best",
        }
    }
}

/// A point that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The point.
    pub point: Point,
    /// In which iteration it was suggested, from 1.
    pub iteration: usize,
    /// What came of it on the first blocks.
    pub samples: Vec<Sample>,
    /// What has become of it.
    pub state: TriedState,
}

impl Tried {
    /// The scores on its blocks.
    pub fn scores(&self) -> Vec<f64> {
        self.samples.iter().map(|sample| sample.score).collect()
    }

    /// The mean score over its blocks.
    pub fn mean(&self) -> Option<f64> {
        mean(&self.scores())
    }

    /// The interval of the mean score by Student's law; none of fewer than two runs.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let scores = self.scores();
        let (middle, count) = (mean(&scores)?, scores.len() as f64);
        let quantile = student_quantile((1.0 + level) / 2.0, count - 1.0)?;
        let reach = quantile * standard_deviation(&scores)? / count.sqrt();
        Some(Interval { low: middle - reach, high: middle + reach })
    }

    /// How many runs were solved.
    pub fn solved(&self) -> usize {
        self.samples.iter().filter(|sample| sample.is_solved).count()
    }

    /// The mean score over the first blocks, of which it must have seen so many and at least one.
    pub fn mean_of_first(&self, blocks: usize) -> f64 {
        self.samples[..blocks].iter().map(|sample| sample.score).sum::<f64>() / blocks as f64
    }
}

/// Where races are held: all points that were tried, and the runs that may still be asked for.
pub struct Track<'m, M> {
    measure: &'m mut M,
    /// All points, in the order in which they were suggested.
    pub tried: Vec<Tried>,
    /// Runs left of the whole budget.
    pub left: u64,
    seed: u64,
    tests: u64,
}

impl<'m, M: Measure> Track<'m, M> {
    /// An empty track with so many runs.
    pub fn new(measure: &'m mut M, runs: u64, seed: u64) -> Self {
        Self { measure, tried: Vec::new(), left: runs, seed, tests: 0 }
    }

    /// Whether the method takes a point that was not tried.
    pub fn is_new(&self, point: &Point) -> bool {
        self.tried.iter().all(|tried| tried.point != *point) && self.measure.allows(point)
    }

    /// Races the points of these places with at most so many runs, of which those for the first
    /// test must be there; the places of the survivors, the best first.
    pub fn race(&mut self, places: &[usize], runs: u64) -> Result<Vec<usize>, Halt> {
        let floor = self.left.saturating_sub(runs);
        let mut alive = places.to_vec();
        let known = alive.iter().map(|&place| self.tried[place].samples.len()).max().unwrap_or(0);
        // Whoever has won before is to show it on something new.
        let goal = if known == 0 { FIRST_TEST } else { known + 1 };
        let mut blocks = FIRST_TEST;
        self.bring_to(&alive, blocks)?;
        loop {
            self.drop_worse(&mut alive, blocks)?;
            let is_decided = alive.len() <= SURVIVORS && blocks >= goal;
            let cost = self.cost(&alive, blocks + 1);
            if alive.len() == 1 || is_decided || self.left < floor + cost {
                break;
            }
            blocks += 1;
            self.bring_to(&alive, blocks)?;
        }
        self.rank(&mut alive);
        alive.truncate(SURVIVORS);
        Ok(alive)
    }

    /// Goes on with the survivors of the last race until one is left or the runs are spent.
    pub fn finish(&mut self, mut alive: Vec<usize>) -> Result<Vec<usize>, Halt> {
        while alive.len() > 1 {
            let seen = |place: &usize| self.tried[*place].samples.len();
            let blocks = alive.iter().map(seen).min().unwrap_or(0) + 1;
            if self.cost(&alive, blocks) > self.left {
                break;
            }
            self.bring_to(&alive, blocks)?;
            self.drop_worse(&mut alive, blocks)?;
        }
        self.rank(&mut alive);
        Ok(alive)
    }

    /// Who has seen most comes first, then who has the least mean: a lucky few blocks are no proof.
    fn rank(&self, places: &mut [usize]) {
        let key = |place: usize| {
            let tried = &self.tried[place];
            (tried.samples.len(), tried.mean_of_first(tried.samples.len()))
        };
        places.sort_by(|&one, &other| {
            let ((seen, score), (other_seen, other_score)) = (key(one), key(other));
            other_seen.cmp(&seen).then(score.total_cmp(&other_score))
        });
    }

    /// Runs that it takes until all have seen so many blocks.
    fn cost(&self, places: &[usize], blocks: usize) -> u64 {
        let missing =
            |&place: &usize| blocks.saturating_sub(self.tried[place].samples.len()) as u64;
        places.iter().map(missing).sum()
    }

    fn bring_to(&mut self, places: &[usize], blocks: usize) -> Result<(), Halt> {
        let asked: Vec<(usize, usize)> = places
            .iter()
            .flat_map(|&place| (self.tried[place].samples.len()..blocks).map(move |b| (place, b)))
            .collect();
        let runs: Vec<(&Point, usize)> =
            asked.iter().map(|&(place, block)| (&self.tried[place].point, block)).collect();
        let samples = self.measure.measure(&runs)?;
        self.left = self.left.saturating_sub(asked.len() as u64);
        for ((place, _), sample) in asked.into_iter().zip(samples) {
            self.tried[place].samples.push(sample);
        }
        Ok(())
    }

    /// Drops the worst, one by one, as long as the scores on these blocks say that they differ. Of
    /// thousands of points that takes minutes, in which it must be possible to stop it.
    fn drop_worse(&mut self, alive: &mut Vec<usize>, blocks: usize) -> Result<(), Halt> {
        while alive.len() > 1 && self.differ(alive, blocks) {
            self.measure.go_on()?;
            let score = |place: usize| self.tried[place].mean_of_first(blocks);
            let worst = (0..alive.len())
                .max_by(|&one, &other| score(alive[one]).total_cmp(&score(alive[other])));
            let Some(worst) = worst else { break };
            if self.tried[alive[worst]].samples.len() > blocks {
                break;
            }
            self.tried[alive.remove(worst)].state = TriedState::Dropped;
        }
        Ok(())
    }

    fn differ(&mut self, alive: &[usize], blocks: usize) -> bool {
        let row = |block: usize| {
            alive.iter().map(|&place| self.tried[place].samples[block].score).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<f64>> = (0..blocks).map(row).collect();
        let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let seed = derived_seed(self.seed, "tune race", self.tests);
        self.tests += 1;
        blocked_range(&rows, ROUNDS, seed).is_ok_and(|probability| probability <= LEVEL)
    }
}
