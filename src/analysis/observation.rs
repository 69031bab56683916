//! One run as analysis sees it, whether it comes from a journal or from a table of somebody else.

use super::unit::EffortUnit;
use crate::lab::{Record, Run};
use crate::solver::{Budget, Stop};
use crate::stats::Time;

/// What one run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Observation {
    /// Which repeat of its method on its puzzle.
    pub repeat: u64,
    /// The seed it had, where that is told.
    pub seed: Option<u64>,
    /// Whether it found a solution.
    pub is_solved: bool,
    /// Why it ended, where that is told.
    pub stop: Option<Stop>,
    /// Evolve steps.
    pub generations: Option<u64>,
    /// Genomes or neighbours priced.
    pub evaluations: Option<u64>,
    /// Values tried by a tree search.
    pub nodes: Option<u64>,
    /// CPU seconds.
    pub seconds: Option<f64>,
    /// What would have ended it.
    pub caps: Budget,
    /// Missing digits of its best grid.
    pub cost: Option<u32>,
    /// Its best fitness at the end, by the method's own rule.
    pub fitness: Option<f64>,
    /// The mean fitness of its last population.
    pub mean_fitness: Option<f64>,
    /// Generations since its best member became better for the last time.
    pub stagnant: Option<u64>,
}

impl Observation {
    /// A run of a plan with its record.
    pub fn new(run: &Run<'_>, record: &Record) -> Self {
        Self {
            repeat: run.repeat,
            seed: Some(run.seed),
            is_solved: record.solved(),
            stop: Some(record.stop),
            generations: record.generations,
            evaluations: record.evaluations,
            nodes: record.nodes,
            seconds: Some(record.seconds),
            caps: run.arm.budget,
            cost: record.cost,
            fitness: record.fitness,
            mean_fitness: record.mean_fitness,
            stagnant: record.stagnant(),
        }
    }

    /// Whether it broke off.
    pub fn is_error(&self) -> bool {
        self.stop == Some(Stop::Error)
    }

    /// Whether it ended before any limit, and would never have solved.
    pub fn has_given_up(&self) -> bool {
        matches!(self.stop, Some(Stop::Error | Stop::Unknown | Stop::NoSolution))
    }

    /// The same run under a smaller cap.
    pub fn up_to(&self, unit: EffortUnit, cap: f64) -> Self {
        let is_beyond = self.spent(unit).is_some_and(|spent| spent > cap);
        let mut cut = *self;
        if is_beyond {
            cut.is_solved = false;
            cut.stop = if self.is_solved { None } else { self.stop };
            match unit {
                EffortUnit::Generations => cut.generations = Some(cap as u64),
                EffortUnit::Evaluations => cut.evaluations = Some(cap as u64),
                EffortUnit::Nodes => cut.nodes = Some(cap as u64),
                EffortUnit::Seconds => cut.seconds = Some(cap),
            }
        }
        cut
    }

    /// What it spent of a unit.
    pub fn spent(&self, unit: EffortUnit) -> Option<f64> {
        match unit {
            EffortUnit::Generations => self.generations.map(|count| count as f64),
            EffortUnit::Evaluations => self.evaluations.map(|count| count as f64),
            EffortUnit::Nodes => self.nodes.map(|count| count as f64),
            EffortUnit::Seconds => self.seconds,
        }
    }

    /// How much of a unit it was given.
    pub fn cap(&self, unit: EffortUnit) -> Option<f64> {
        match unit {
            EffortUnit::Generations => self.caps.generations.map(|count| count as f64),
            EffortUnit::Evaluations => self.caps.evaluations.map(|count| count as f64),
            EffortUnit::Nodes => self.caps.nodes.map(|count| count as f64),
            EffortUnit::Seconds => self.caps.seconds,
        }
    }

    /// The time to its solution up to a cap; `None` when it solved and the unit was not counted.
    ///
    /// A run that another limit has stopped before the cap was only watched so long. One that
    /// broke off or gave up would never have solved, which is to say not before the cap.
    pub fn time(&self, unit: EffortUnit, cap: f64) -> Option<Time> {
        let spent = self.spent(unit);
        if self.is_solved {
            let spent = spent?;
            let is_in_time = spent <= cap;
            return Some(if is_in_time { Time::event(spent) } else { Time::censored(cap) });
        }
        let watched = self.watched(unit).filter(|_| !self.has_given_up()).unwrap_or(cap);
        Some(Time::censored(watched.min(cap)))
    }

    /// How long it was watched. A run that the clock has stopped was watched up to its limit, although
    /// it may end a little before: what it takes to give its memory back is kept back.
    pub fn watched(&self, unit: EffortUnit) -> Option<f64> {
        let spent = self.spent(unit)?;
        let is_timed = unit == EffortUnit::Seconds && self.stop == Some(Stop::Seconds);
        Some(self.cap(unit).filter(|_| is_timed).map_or(spent, |cap| cap.max(spent)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_the_clock_has_stopped_was_watched_up_to_its_limit() {
        let caps = Budget { seconds: Some(0.1), ..Budget::default() };
        let stopped = |stop, seconds| {
            let seconds = Some(seconds);
            Observation { stop: Some(stop), seconds, caps, ..Observation::default() }
        };
        for (stop, seconds, cap, expected) in [
            (Stop::Seconds, 0.0999, 0.1, 0.1),
            (Stop::Seconds, 0.1001, 0.1, 0.1),
            (Stop::Seconds, 0.0999, 0.05, 0.05),
            (Stop::Seconds, 0.0999, 0.2, 0.1),
            (Stop::Generations, 0.0999, 0.1, 0.0999),
        ] {
            let found = stopped(stop, seconds).time(EffortUnit::Seconds, cap);
            assert_eq!(found, Some(Time::censored(expected)), "{stop:?} {seconds} {cap}");
        }
    }

    #[test]
    fn a_time_is_an_event_only_up_to_the_cap() {
        let solved = |generations| Observation {
            is_solved: true,
            generations: Some(generations),
            ..Observation::default()
        };
        let failed = |stop, generations| Observation {
            stop: Some(stop),
            generations,
            ..Observation::default()
        };
        for (observation, expected) in [
            (solved(0), Some(Time::event(0.0))),
            (solved(100), Some(Time::event(100.0))),
            (solved(101), Some(Time::censored(100.0))),
            (Observation { is_solved: true, ..Observation::default() }, None),
            (failed(Stop::Generations, Some(100)), Some(Time::censored(100.0))),
            (failed(Stop::Generations, Some(200)), Some(Time::censored(100.0))),
            (failed(Stop::Evaluations, Some(60)), Some(Time::censored(60.0))),
            (failed(Stop::Unknown, Some(60)), Some(Time::censored(100.0))),
            (failed(Stop::Error, None), Some(Time::censored(100.0))),
        ] {
            let found = observation.time(EffortUnit::Generations, 100.0);
            assert_eq!(found, expected, "{observation:?}");
        }
    }
}
