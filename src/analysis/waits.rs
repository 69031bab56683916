//! Times to a solution as pictures show them: shares over time, who is still running, spreads.
//!
//! A run that did not solve is a time that was only watched so far; where it stands for a number,
//! as in a spread, it stands at the cap.

use std::ops::Range;

use super::dataset::Dataset;
use super::figures::{common_cap, cut, times};
use super::unit::EffortUnit;
use crate::stats::{KaplanMeier, Time, quantile};

/// The times of several methods on some puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct Waits {
    /// The unit.
    pub unit: EffortUnit,
    /// The largest cap of these puzzles.
    pub cap: f64,
    /// Each method that has runs.
    pub methods: Vec<Wait>,
}

/// The times of one method.
#[derive(Clone, Debug, PartialEq)]
pub struct Wait {
    /// Its place in the dataset.
    pub method: usize,
    /// The times, the shortest first.
    pub times: Vec<Time>,
}

/// Five numbers of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The smallest.
    pub low: f64,
    /// The first quartile.
    pub first: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub third: f64,
    /// The largest.
    pub high: f64,
}

impl Spread {
    /// The spread of numbers; `None` where there are none.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let at = |share| quantile(numbers, share);
        Some(Self {
            low: at(0.0)?,
            first: at(0.25)?,
            median: at(0.5)?,
            third: at(0.75)?,
            high: at(1.0)?,
        })
    }
}

/// The times on puzzles, named by their places, each up to the cap that all methods have there;
/// `None` where no run tells any.
pub fn waits(dataset: &Dataset, puzzles: &[usize], unit: EffortUnit) -> Option<Waits> {
    waits_of(dataset, 0..dataset.methods().len(), puzzles, unit)
}

/// The same of some methods alone.
pub fn waits_of(
    dataset: &Dataset,
    places: Range<usize>,
    puzzles: &[usize],
    unit: EffortUnit,
) -> Option<Waits> {
    let mut found: Vec<Wait> =
        places.clone().map(|method| Wait { method, times: Vec::new() }).collect();
    let mut longest: Option<f64> = None;
    for &puzzle in puzzles {
        let samples = places.clone().map(|method| dataset.runs(puzzle, method));
        let Some(cap) = common_cap(samples, unit) else { continue };
        longest = Some(longest.map_or(cap.value, |known| known.max(cap.value)));
        for wait in &mut found {
            let runs = cut(dataset.runs(puzzle, wait.method), unit, Some(cap));
            wait.times.extend(times(runs, unit, cap.value).unwrap_or_default());
        }
    }
    found.retain(|wait| !wait.times.is_empty());
    for wait in &mut found {
        wait.times.sort_by(|one, other| one.value.total_cmp(&other.value));
    }
    Some(Waits { unit, cap: longest?, methods: found }).filter(|waits| !waits.methods.is_empty())
}

impl Wait {
    /// Runs.
    pub fn runs(&self) -> usize {
        self.times.len()
    }

    /// Runs that solved.
    pub fn solved(&self) -> usize {
        self.times.iter().filter(|time| time.is_event).count()
    }

    /// Runs that were still watched at a time.
    pub fn still_running(&self, at: f64) -> usize {
        self.times.iter().filter(|time| time.value >= at).count()
    }

    /// The share that has solved from each time on (Kaplan and Meier).
    pub fn solved_shares(&self) -> Vec<(f64, f64)> {
        let Some(curve) = KaplanMeier::new(&self.times) else { return Vec::new() };
        curve.steps().iter().map(|step| (step.time, 1.0 - step.survival)).collect()
    }

    /// The times at which runs were given up, each once, with the share that had solved.
    pub fn given_up(&self) -> Vec<(f64, f64)> {
        let curve = KaplanMeier::new(&self.times);
        let mut times: Vec<f64> =
            self.times.iter().filter(|time| !time.is_event).map(|time| time.value).collect();
        times.dedup();
        let share = |time: f64| curve.as_ref().and_then(|curve| curve.survival_at(time));
        times.into_iter().filter_map(|time| Some((time, 1.0 - share(time)?))).collect()
    }

    /// The spread of all times; those that did not solve stand at the cap.
    pub fn spread(&self, cap: f64) -> Option<Spread> {
        let at = |time: &Time| if time.is_event { time.value } else { cap };
        Spread::of(&self.times.iter().map(at).collect::<Vec<f64>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::parse_runs;

    fn dataset() -> Dataset {
        let rows = "p,a,1,10,100\np,a,1,40,100\np,a,0,100,100\np,b,0,100,100\nq,a,1,70,200\n";
        let text = format!("puzzle,method,solved,generations,generations_cap\n{rows}");
        parse_runs("f.csv", text.as_bytes()).expect("runs")
    }

    #[test]
    fn times_are_those_of_the_puzzles_asked_for() {
        let unit = EffortUnit::Generations;
        let one = waits(&dataset(), &[0], unit).expect("times");
        assert_eq!(one.methods.iter().map(Wait::runs).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(one.methods[0].solved(), 2);
        assert_eq!(one.methods[0].still_running(40.0), 2);
        let shares = one.methods[0].solved_shares();
        assert!((shares[0].0 - 10.0).abs() < 1e-9 && (shares[0].1 - 1.0 / 3.0).abs() < 1e-9);
        assert_eq!(one.methods[0].given_up().len(), 1);
        let spread = one.methods[0].spread(one.cap).expect("three runs");
        assert_eq!((spread.low, spread.median, spread.high), (10.0, 40.0, one.cap));
        let both = waits(&dataset(), &[0, 1], unit).expect("times");
        assert_eq!(both.methods[0].runs(), 4);
        let other = waits(&dataset(), &[1], unit).expect("times");
        assert_eq!(other.methods.len(), 1, "a method without runs is not there");
        assert_eq!(waits(&dataset(), &[], unit), None);
    }
}
