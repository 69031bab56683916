//! The one counter of effort, which knows the budget and says stop.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use super::history::History;
use super::{Budget, Effort, Event, Glimpse, Observer, Point, Stop, Units};

/// Nodes or evaluations between two looks at the clock and the observer, at most.
const WORK_A_LOOK: u64 = 512;

/// The same at the beginning, when nobody knows yet how long they take.
const FIRST_WORK: u64 = 8;

/// The time between two looks that is not to be exceeded: of a fifth of a second it is 0.1 %.
const MOMENT: Duration = Duration::from_micros(250);

/// Short steps between two pauses of a loop: a pause reads a clock, which takes as long as one of them.
const STEPS_A_PAUSE: usize = 16;

/// CPU seconds that it takes to give back a byte of memory.
const SECONDS_A_BYTE: f64 = 7e-11;

/// Counts the effort of one run and says when its budget is spent.
pub struct Meter<'a> {
    budget: Budget,
    generations: u64,
    evaluations: u64,
    nodes: u64,
    next_look: u64,
    /// Nodes or evaluations until the next look.
    stride: u64,
    looked: Instant,
    /// The time after which a pause looks.
    moment: Duration,
    started: ThreadTime,
    history: Option<History>,
    /// Whether the observer waits to be shown the search.
    is_glimpse_due: bool,
    observer: &'a mut dyn Observer,
}

impl<'a> Meter<'a> {
    /// A meter at zero; its clock is the CPU time of the calling thread.
    pub fn new(budget: Budget, observer: &'a mut dyn Observer) -> Self {
        Self {
            budget,
            generations: 0,
            evaluations: 0,
            nodes: 0,
            next_look: 0,
            stride: FIRST_WORK,
            looked: Instant::now(),
            moment: MOMENT,
            started: ThreadTime::now(),
            history: observer.wants_history().then(History::default),
            is_glimpse_due: false,
            observer,
        }
    }

    /// A meter that looks at every pause, so that a test can break a run off anywhere.
    #[cfg(test)]
    pub fn looking_always(self) -> Self {
        Self { moment: Duration::ZERO, ..self }
    }

    /// Counts one node, or breaks with the reason why it may not be tried.
    #[inline]
    pub fn node(&mut self) -> ControlFlow<Stop> {
        if self.budget.nodes.is_some_and(|limit| self.nodes >= limit) {
            return ControlFlow::Break(Stop::Nodes);
        }
        self.look_if_due()?;
        self.nodes += 1;
        ControlFlow::Continue(())
    }

    /// Counts one evaluation, or breaks with the reason why it may not be made.
    #[inline]
    pub fn evaluation(&mut self) -> ControlFlow<Stop> {
        if self.evaluations_left() == 0 {
            return ControlFlow::Break(Stop::Evaluations);
        }
        self.look_if_due()?;
        self.evaluations += 1;
        ControlFlow::Continue(())
    }

    /// Counts one evaluation that takes long, and looks at the clock and the observer first.
    pub fn costly_evaluation(&mut self) -> ControlFlow<Stop> {
        if self.evaluations_left() == 0 {
            return ControlFlow::Break(Stop::Evaluations);
        }
        self.look()?;
        self.evaluations += 1;
        ControlFlow::Continue(())
    }

    /// A place where a long step that counts nothing may be broken off: looks at the clock and the
    /// observer when a moment has passed.
    #[inline]
    pub fn pause(&mut self) -> ControlFlow<Stop> {
        if self.looked.elapsed() < self.moment { CONTINUE } else { self.look() }
    }

    /// The same after one of many short steps, told by their number.
    #[inline]
    pub fn pause_after(&mut self, step: usize) -> ControlFlow<Stop> {
        if step.is_multiple_of(STEPS_A_PAUSE) { self.pause() } else { CONTINUE }
    }

    /// Bytes for which time was kept back of this limit.
    #[cfg(test)]
    pub fn bytes_kept_back(&self, limit: f64) -> usize {
        ((limit - self.budget.seconds.unwrap_or(limit)) / SECONDS_A_BYTE).round() as usize
    }

    /// Keeps back the time that a run needs at its end for so many bytes of memory, which is a part of
    /// it: tens of megabytes are given back in milliseconds.
    pub fn keep_back(&mut self, bytes: usize) {
        if let Some(limit) = self.budget.seconds.as_mut() {
            *limit = (*limit - SECONDS_A_BYTE * bytes as f64).max(0.0);
        }
    }

    /// Counts one generation, or breaks with the reason why it may not begin.
    pub fn generation(&mut self) -> ControlFlow<Stop> {
        if self.budget.generations.is_some_and(|limit| self.generations >= limit) {
            return ControlFlow::Break(Stop::Generations);
        }
        if self.evaluations_left() == 0 {
            return ControlFlow::Break(Stop::Evaluations);
        }
        self.look_if_due()?;
        self.generations += 1;
        ControlFlow::Continue(())
    }

    /// Counts as many of the `wanted` evaluations as the budget still has, and tells how many.
    /// Whoever gets fewer makes those, looks at them, and stops.
    #[inline]
    pub fn grant(&mut self, wanted: u64) -> u64 {
        let granted = wanted.min(self.evaluations_left());
        self.evaluations += granted;
        granted
    }

    /// Counts as many of the `wanted` evaluations as may be made before the next look at the
    /// clock, and tells how many; breaks where there are none. For loops to which the count of
    /// each is too dear; what they do not use they give back.
    #[inline]
    pub fn stretch(&mut self, wanted: u64) -> ControlFlow<Stop, u64> {
        if self.evaluations_left() == 0 {
            return ControlFlow::Break(Stop::Evaluations);
        }
        self.look_if_due()?;
        let until_look = self.next_look - (self.nodes + self.evaluations);
        ControlFlow::Continue(self.grant(wanted.min(until_look)))
    }

    /// Takes back evaluations that were counted but not made.
    #[inline]
    pub fn give_back(&mut self, unused: u64) {
        self.evaluations -= unused;
    }

    /// Evaluations that the budget still has.
    #[inline]
    pub fn evaluations_left(&self) -> u64 {
        self.budget.evaluations.map_or(u64::MAX, |limit| limit.saturating_sub(self.evaluations))
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Generations counted so far.
    pub fn generations(&self) -> u64 {
        self.generations
    }

    /// Whether this generation is the last one of the budget.
    pub fn is_last_generation(&self) -> bool {
        self.budget.generations.is_some_and(|limit| self.generations >= limit)
    }

    /// CPU seconds since the meter was made.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Keeps a point of the history, if there is one to keep: `point` is told (best, mean,
    /// median) fitness of the population and is not called otherwise.
    pub fn record(&mut self, point: impl FnOnce() -> [f64; 3]) {
        let generation = self.generations;
        if let Some(history) = self.history.as_mut() {
            let [best, mean, median] = point();
            history.add(Point { generation, best, mean, median });
        }
    }

    /// Whether the observer waits to be shown the search; asked for before a glimpse is made, so
    /// that none is made in vain.
    #[inline]
    pub fn is_glimpse_due(&self) -> bool {
        self.is_glimpse_due
    }

    /// Shows the search to the observer.
    pub fn show(&mut self, glimpse: Glimpse) {
        self.is_glimpse_due = false;
        self.observer.glimpse(glimpse);
    }

    /// What was spent, in the units that a method counts.
    pub fn effort(&self, units: Units) -> Effort {
        Effort {
            generations: units.generations.then_some(self.generations),
            evaluations: units.evaluations.then_some(self.evaluations),
            nodes: units.nodes.then_some(self.nodes),
            seconds: self.seconds(),
        }
    }

    /// The history that was kept.
    pub fn into_history(self) -> Vec<Point> {
        self.history.map(History::into_points).unwrap_or_default()
    }

    #[inline]
    fn look_if_due(&mut self) -> ControlFlow<Stop> {
        if self.nodes + self.evaluations >= self.next_look { self.look() } else { CONTINUE }
    }

    fn look(&mut self) -> ControlFlow<Stop> {
        let now = Instant::now();
        self.stride = paced(self.stride, now - self.looked);
        self.looked = now;
        self.next_look = self.nodes + self.evaluations + self.stride;
        if self.budget.seconds.is_some_and(|limit| self.seconds() >= limit) {
            return ControlFlow::Break(Stop::Seconds);
        }
        let effort = Effort {
            generations: Some(self.generations),
            evaluations: Some(self.evaluations),
            nodes: Some(self.nodes),
            seconds: 0.0,
        };
        let verdict = self.observer.observe(&Event::Progress(effort));
        self.is_glimpse_due = self.observer.wants_glimpse();
        match verdict {
            ControlFlow::Continue(()) => CONTINUE,
            ControlFlow::Break(()) => ControlFlow::Break(Stop::Interrupted),
        }
    }
}

/// How much work there is to be until the next look, when the last stretch took so long. It depends
/// on the clock, and nothing but looks depends on it.
fn paced(stride: u64, took: Duration) -> u64 {
    if took <= MOMENT {
        return (2 * stride).min(WORK_A_LOOK);
    }
    let share = MOMENT.as_secs_f64() / took.as_secs_f64();
    ((stride as f64 * share) as u64).max(1)
}

const CONTINUE: ControlFlow<Stop> = ControlFlow::Continue(());

#[cfg(test)]
mod tests {
    use super::super::Unobserved;
    use super::*;

    fn budget(generations: u64, evaluations: u64) -> Budget {
        Budget {
            generations: Some(generations),
            evaluations: Some(evaluations),
            ..Budget::default()
        }
    }

    #[test]
    fn budgets_are_exact() {
        let mut observer = Unobserved;
        let mut meter = Meter::new(budget(2, 100), &mut observer);
        assert_eq!(meter.grant(60), 60);
        assert!(meter.generation().is_continue());
        assert_eq!(meter.grant(60), 40);
        assert_eq!(meter.generation(), ControlFlow::Break(Stop::Evaluations));
        assert_eq!(meter.evaluation(), ControlFlow::Break(Stop::Evaluations));

        let mut meter = Meter::new(budget(2, 1100), &mut observer);
        assert_eq!(meter.stretch(3), ControlFlow::Continue(3));
        meter.give_back(2);
        let mut made = 1;
        while let ControlFlow::Continue(granted) = meter.stretch(1000) {
            assert!((1..=WORK_A_LOOK).contains(&granted), "{granted}");
            made += granted;
        }
        assert_eq!(made, 1100);
        assert_eq!(meter.stretch(1000), ControlFlow::Break(Stop::Evaluations));

        let mut meter = Meter::new(budget(1, 100), &mut observer);
        assert!(meter.generation().is_continue());
        assert!(meter.is_last_generation());
        assert_eq!(meter.generation(), ControlFlow::Break(Stop::Generations));
        let effort = meter.effort(Units::POPULATION);
        assert_eq!((effort.generations, effort.nodes), (Some(1), None));
    }

    #[test]
    fn looks_come_closer_where_work_takes_long_and_farther_apart_where_it_does_not() {
        let slow = |stride| paced(stride, 100 * MOMENT);
        assert_eq!((slow(WORK_A_LOOK), slow(200), slow(1)), (WORK_A_LOOK / 100, 2, 1));
        assert_eq!(paced(100, Duration::from_secs(3600)), 1);
        let mut strides = vec![1];
        while strides.last() < Some(&WORK_A_LOOK) {
            strides.push(paced(strides[strides.len() - 1], MOMENT));
        }
        assert_eq!(strides, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
        assert_eq!(paced(WORK_A_LOOK, Duration::ZERO), WORK_A_LOOK);
    }

    #[test]
    fn a_pause_looks_when_a_moment_has_passed() {
        struct Stopping;
        impl Observer for Stopping {
            fn observe(&mut self, _: &Event) -> ControlFlow<()> {
                ControlFlow::Break(())
            }
        }
        let mut observer = Stopping;
        let mut meter = Meter::new(Budget::default(), &mut observer);
        meter.looked = Instant::now() + Duration::from_secs(3600);
        assert!(meter.pause().is_continue(), "none has");
        meter.looked = Instant::now() - MOMENT;
        assert_eq!(meter.pause(), ControlFlow::Break(Stop::Interrupted));
    }

    #[test]
    fn time_is_kept_back_for_memory_and_no_limit_falls_below_zero() {
        let limit = |seconds, bytes| {
            let (mut observer, budget) = (Unobserved, Budget { seconds, ..Budget::default() });
            let mut meter = Meter::new(budget, &mut observer);
            meter.keep_back(bytes);
            meter.budget.seconds
        };
        let kept_back = 1.0 - limit(Some(1.0), 40_000_000).expect("a limit");
        assert!((0.001..0.01).contains(&kept_back), "{kept_back}");
        assert_eq!(limit(Some(0.001), 1 << 30), Some(0.0));
        assert_eq!(limit(None, 1 << 30), None);
    }

    #[test]
    fn a_glimpse_is_due_when_a_look_says_so_and_until_it_is_shown() {
        struct Watching(Vec<f64>);
        impl Observer for Watching {
            fn observe(&mut self, _: &Event) -> ControlFlow<()> {
                ControlFlow::Continue(())
            }
            fn wants_glimpse(&self) -> bool {
                self.0.len() < 2
            }
            fn glimpse(&mut self, glimpse: Glimpse) {
                self.0.push(glimpse.fitness);
            }
        }
        let glimpse = |fitness| Glimpse {
            digits: Vec::new(),
            fitness,
            present_fitness: fitness,
            mean_fitness: None,
        };
        let mut observer = Watching(Vec::new());
        let mut meter = Meter::new(Budget::default(), &mut observer);
        assert!(!meter.is_glimpse_due(), "nobody has looked yet");
        for round in 0..4 {
            assert!(meter.costly_evaluation().is_continue());
            assert_eq!(meter.is_glimpse_due(), round < 2);
            if meter.is_glimpse_due() {
                meter.show(glimpse(f64::from(round)));
            }
            assert!(!meter.is_glimpse_due());
        }
        assert_eq!(observer.0, [0.0, 1.0]);
    }

    #[test]
    fn costly_evaluations_are_exact_and_looked_at_each() {
        struct Counting(u64);
        impl Observer for Counting {
            fn observe(&mut self, _: &Event) -> ControlFlow<()> {
                self.0 += 1;
                if self.0 > 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
        }
        let mut observer = Counting(0);
        let mut meter = Meter::new(budget(1, 3), &mut observer);
        assert!((0..3).all(|_| meter.costly_evaluation().is_continue()));
        assert_eq!(meter.costly_evaluation(), ControlFlow::Break(Stop::Evaluations));
        let mut meter = Meter::new(budget(1, 100), &mut observer);
        assert!((0..2).all(|_| meter.costly_evaluation().is_continue()));
        assert_eq!(meter.costly_evaluation(), ControlFlow::Break(Stop::Interrupted));
        assert_eq!(meter.effort(Units::POPULATION).evaluations, Some(2));
    }
}
