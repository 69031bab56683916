//! Times of which some are known only to be longer: the curve of Kaplan and Meier (1958).
//!
//! A run that stops at its cap says "more than the cap" (right-censored). At equal times events
//! come before censorings. What is undefined (no times, a negative or infinite one) is `None`.

/// A survival that is closer to a level has reached it but for rounding.
const TIE: f64 = 1e-12;

/// How long it took, or how long it was watched in vain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Time {
    /// The time; from 0, finite.
    pub value: f64,
    /// Whether it ended then; otherwise it would have taken longer (censored).
    pub is_event: bool,
}

impl Time {
    /// It ended then.
    pub fn event(value: f64) -> Self {
        Self { value, is_event: true }
    }

    /// It was watched until then and had not ended.
    pub fn censored(value: f64) -> Self {
        Self { value, is_event: false }
    }
}

/// Whether all times are finite and none is negative.
pub(super) fn are_valid(times: &[Time]) -> bool {
    times.iter().all(|time| time.value.is_finite() && time.value >= 0.0)
}

/// One fall of the curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// When.
    pub time: f64,
    /// How many had neither ended nor left before.
    pub at_risk: usize,
    /// How many ended then; above 0.
    pub events: usize,
    /// The probability to take longer than this.
    pub survival: f64,
}

/// The estimated probability to take longer than each time.
#[derive(Clone, Debug, PartialEq)]
pub struct KaplanMeier {
    steps: Vec<Step>,
    last: f64,
}

impl KaplanMeier {
    /// The curve of a sample; `None` when it is empty or holds a negative or infinite time.
    pub fn new(times: &[Time]) -> Option<Self> {
        let mut sorted = times.to_vec();
        sorted.sort_by(|one, other| one.value.total_cmp(&other.value));
        let last = sorted.last().filter(|_| are_valid(times))?.value;
        let (mut at_risk, mut survival) = (sorted.len(), 1.0);
        let mut steps = Vec::new();
        for tied in sorted.chunk_by(|one, other| one.value == other.value) {
            let events = tied.iter().filter(|time| time.is_event).count();
            if events > 0 {
                survival *= (at_risk - events) as f64 / at_risk as f64;
                steps.push(Step { time: tied[0].value, at_risk, events, survival });
            }
            at_risk -= tied.len();
        }
        Some(Self { steps, last })
    }

    /// The falls of the curve in order of time.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The longest time watched. The curve says nothing beyond, unless it ended at 0.
    pub fn last(&self) -> f64 {
        self.last
    }

    /// Whether the curve is known up to this time.
    pub fn reaches(&self, time: f64) -> bool {
        time <= self.last
            || self.steps.last().is_some_and(|step| step.survival == 0.0 && time > step.time)
    }

    /// The probability to take longer than this time; `None` beyond the last time watched.
    pub fn survival_at(&self, time: f64) -> Option<f64> {
        let passed = self.steps.partition_point(|step| step.time <= time);
        let survival = passed.checked_sub(1).map_or(1.0, |place| self.steps[place].survival);
        self.reaches(time).then_some(survival)
    }

    /// The first time by which this share has ended, as the curve says; `None` when the curve
    /// stays above, and for a share that is not above 0 and at most 1.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let is_share = 0.0 < share && share <= 1.0;
        let level = if share == 1.0 { 0.0 } else { 1.0 - share + TIE };
        let reached = self.steps.iter().find(|step| step.survival <= level);
        reached.filter(|_| is_share).map(|step| step.time)
    }

    /// The first time by which half has ended; `None` when the curve stays above a half.
    pub fn median(&self) -> Option<f64> {
        self.quantile(0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::super::survival_samples::{any_times, sample};
    use super::*;
    use crate::stats::agree;
    use proptest::prelude::*;

    #[test]
    fn the_curve_is_that_of_lifelines() {
        // f = lifelines.KaplanMeierFitter().fit(t, e): f.predict(5), f.predict(6.5),
        // f.median_survival_time_, f.percentile(0.75). Where a level is met exactly, lifelines may
        // miss it by rounding: in A it has S(5) = 0.5000000000000001, hence the median 10, and
        // for the quarter 5; in B 2 for the quarter. Those three are by hand.
        for (name, at_5, at_6_5, median, quarter) in [
            ('A', 0.5, 0.5, Some(5.0), Some(3.0)),
            ('B', 0.0, 0.0, Some(2.0), Some(1.0)),
            ('C', 1.0, 1.0, None, None),
            ('D', 0.0, 0.0, Some(4.0), Some(4.0)),
            ('E', 1.0, 1.0, Some(7.0), Some(7.0)),
            ('F', 0.825, 0.7333333333333331, Some(12.0), Some(6.0)),
        ] {
            let curve = KaplanMeier::new(&sample(name)).expect("a curve");
            let is_near = |time, survival| {
                curve.survival_at(time).is_some_and(|found| agree(found, survival))
            };
            assert!(is_near(5.0, at_5) && is_near(6.5, at_6_5), "{name}: {curve:?}");
            assert_eq!((curve.median(), curve.quantile(0.25)), (median, quarter), "{name}");
        }
    }

    #[test]
    fn steps_are_those_of_lifelines() {
        // f as above: f.event_table of the times with observed > 0, f.predict(time)
        type Steps = &'static [(f64, usize, usize, f64)];
        let cases: [(char, Steps); 6] = [
            (
                'A',
                &[(2.0, 8, 1, 0.875), (3.0, 7, 1, 0.75), (5.0, 6, 2, 0.5), (10.0, 3, 1, 1.0 / 3.0)],
            ),
            ('B', &[(1.0, 4, 1, 0.75), (2.0, 3, 1, 0.5), (3.0, 2, 1, 0.25), (4.0, 1, 1, 0.0)]),
            ('C', &[]),
            ('D', &[(4.0, 5, 5, 0.0)]),
            ('E', &[(7.0, 2, 1, 0.5)]),
            (
                'F',
                &[
                    (1.0, 12, 1, 0.9166666666666667),
                    (2.0, 10, 1, 0.8250000000000001),
                    (6.0, 9, 1, 0.7333333333333331),
                    (7.0, 7, 1, 0.6285714285714283),
                    (12.0, 6, 2, 0.41904761904761895),
                    (20.0, 3, 1, 0.2793650793650792),
                ],
            ),
        ];
        for (name, expected) in cases {
            let curve = KaplanMeier::new(&sample(name)).expect("a curve");
            let is_right = |(step, &(time, at_risk, events, survival)): (&Step, &_)| {
                (step.time, step.at_risk, step.events) == (time, at_risk, events)
                    && agree(step.survival, survival)
            };
            let are_right = curve.steps().iter().zip(expected).all(is_right);
            assert!(are_right && curve.steps().len() == expected.len(), "{name}: {curve:?}");
        }
    }

    #[test]
    fn the_curve_ends_with_the_last_time() {
        let curve = KaplanMeier::new(&sample('F')).expect("a curve");
        assert_eq!((curve.last(), curve.survival_at(20.5)), (20.0, None));
    }

    #[test]
    fn what_is_undefined_is_none() {
        assert_eq!(KaplanMeier::new(&[]), None);
        for wrong in [f64::NAN, f64::INFINITY, -1.0] {
            assert_eq!(KaplanMeier::new(&[Time::event(1.0), Time::event(wrong)]), None);
        }
        let curve = KaplanMeier::new(&[Time::event(1.0)]).expect("a curve");
        for wrong in [f64::NAN, 0.0, -0.5, 1.5] {
            assert_eq!(curve.quantile(wrong), None);
        }
        assert_eq!(curve.survival_at(f64::NAN), None);
        assert_eq!(curve.quantile(1.0), Some(1.0));
    }

    proptest! {
        #[test]
        fn the_curve_falls_from_1_towards_0(times in any_times()) {
            let Some(curve) = KaplanMeier::new(&times) else {
                prop_assert!(times.is_empty());
                return Ok(());
            };
            let survivals: Vec<f64> = curve.steps().iter().map(|step| step.survival).collect();
            prop_assert!(survivals.iter().all(|survival| (0.0..1.0).contains(survival)));
            prop_assert!(survivals.is_sorted_by(|one, other| one > other));
            let events: usize = curve.steps().iter().map(|step| step.events).sum();
            prop_assert_eq!(events, times.iter().filter(|time| time.is_event).count());
        }
    }
}
