//! Figures of small samples by hand, and of all samples that they are numbers.

use proptest::prelude::*;

use super::*;
use crate::solver::{Budget, Stop};

const NO_CAPS: Budget = Budget { generations: None, evaluations: None, nodes: None, seconds: None };
const CAP: Budget = Budget { generations: Some(100), ..NO_CAPS };

fn solved(generations: u64, caps: Budget) -> Observation {
    Observation {
        is_solved: true,
        stop: Some(Stop::Solved),
        generations: Some(generations),
        seconds: Some(0.5),
        caps,
        cost: Some(0),
        ..Observation::default()
    }
}

fn failed(cost: u32, generations: u64, stop: Stop) -> Observation {
    Observation {
        is_solved: false,
        stop: Some(stop),
        seconds: Some(2.0),
        cost: Some(cost),
        stagnant: Some(u64::from(cost) * 3),
        ..solved(generations, CAP)
    }
}

fn broken() -> Observation {
    Observation { stop: Some(Stop::Error), seconds: Some(0.0), caps: CAP, ..Observation::default() }
}

/// All figures that may be missing, from the cap on.
fn figures(of: &Figures) -> [Option<f64>; 16] {
    let interval = of.restricted_interval;
    let time = of.running_time;
    [
        of.cap,
        of.mean_effort,
        of.median_effort,
        of.effort_deviation,
        of.median_time,
        of.restricted_mean,
        interval.map(|interval| interval.low),
        interval.map(|interval| interval.high),
        time.and_then(|time| time.estimate),
        time.and_then(|time| time.low),
        time.and_then(|time| time.high),
        of.best_failed_cost.map(f64::from),
        of.mean_failed_cost,
        of.mean_stagnant,
        of.mean_seconds,
        of.generations_a_second,
    ]
}

/// A sample: its name, its runs, its unit, how many solved and broke off, its figures.
type Case = (&'static str, Vec<Observation>, EffortUnit, (u64, u64), [Option<f64>; 16]);

/// Quantiles are SciPy's: `t.ppf(.975, n - 1)`, `norm.ppf(.975)`, with the cap as the largest end, and
/// for the expected running time `2 * S / chi2.ppf(.975, 2 * k + 2)` and `2 * S / chi2.ppf(.025, 2 * k)`.
#[rustfmt::skip]
fn cases() -> Vec<Case> {
    let n = None;
    let s = Some::<f64>;
    let by_cap = |cost| failed(cost, 100, Stop::Generations);
    vec![
        ("all solved", vec![solved(10, CAP), solved(60, CAP), solved(20, CAP)], EffortUnit::Generations, (3, 0),
            [s(100.0), s(30.0), s(20.0), s(700f64.sqrt()), s(20.0), s(30.0), s(0.0), s(95.72410607728428),
            s(30.0), s(10.265449619746493), s(145.47285495711137), n, n, n, s(0.5), s(60.0)]),
        ("none solved", vec![by_cap(4), by_cap(6)], EffortUnit::Generations, (0, 0),
            [s(100.0), n, n, n, n, s(100.0), n, n,
            n, s(54.21700613636337), n, s(4.0), s(5.0), s(15.0), s(2.0), s(50.0)]),
        ("an error", vec![broken(), solved(10, CAP)], EffortUnit::Generations, (1, 1),
            [s(100.0), s(10.0), s(10.0), n, s(10.0), s(55.0), s(0.0), s(100.0),
            s(10.0), s(1.794802592043649), s(394.9789020520721), n, n, n, s(0.5), s(20.0)]),
        ("errors only", vec![broken(), broken()], EffortUnit::Generations, (0, 2),
            [s(100.0), n, n, n, n, s(100.0), n, n, n, n, n, n, n, n, n, n]),
        ("one run", vec![solved(7, CAP)], EffortUnit::Generations, (1, 0),
            [s(100.0), s(7.0), s(7.0), n, s(7.0), s(7.0), n, n,
            s(7.0), s(1.2563618144305542), s(276.4852314364505), n, n, n, s(0.5), s(14.0)]),
        // The curve falls to 2/3 at 10: 10 + 90 * 2/3, with the variance 60^2 / (3 * 2).
        ("another limit came first", vec![solved(10, CAP), failed(2, 40, Stop::Seconds), by_cap(5)],
            EffortUnit::Generations, (1, 0),
            [s(100.0), s(10.0), s(10.0), n, n, s(70.0), s(21.990883236446905), s(100.0),
            s(150.0), s(26.922038880654735), s(5924.683530781082), s(2.0), s(3.5), s(10.5), s(1.5), s(150.0 / 4.5)]),
        ("seconds", vec![solved(10, CAP), by_cap(4)], EffortUnit::Seconds, (1, 0),
            [s(2.0), s(0.5), s(0.5), n, s(0.5), s(1.25), s(0.0), s(2.0),
            s(2.5), s(0.44870064801091225), s(98.74472551301803), s(4.0), s(4.0), s(12.0), s(1.25), s(44.0)]),
        ("no caps", vec![solved(3, NO_CAPS), solved(9, NO_CAPS)], EffortUnit::Generations, (2, 0),
            [s(9.0), s(6.0), s(6.0), s(18f64.sqrt()), s(3.0), s(6.0), s(0.0), s(9.0),
            s(6.0), s(1.6609714567467853), s(49.54393189285605), n, n, n, s(0.5), s(12.0)]),
        ("a unit that nobody counted", vec![solved(3, CAP)], EffortUnit::Nodes, (1, 0),
            [n, n, n, n, n, n, n, n, n, n, n, n, n, n, s(0.5), s(6.0)]),
        ("nothing", vec![], EffortUnit::Generations, (0, 0), [n; 16]),
    ]
}

#[test]
fn figures_are_those_of_a_hand_count() {
    for (name, runs, unit, counts, expected) in cases() {
        let of = Figures::of(&runs, unit);
        assert_eq!((of.unit, of.solved.trials), (unit, runs.len() as u64), "{name}");
        assert_eq!((of.solved.successes, of.errors), counts, "{name}");
        for (place, (found, expected)) in figures(&of).into_iter().zip(expected).enumerate() {
            let agrees = match (found, expected) {
                (Some(found), Some(expected)) => (found - expected).abs() <= 1e-9 * expected.abs(),
                (found, expected) => found == expected,
            };
            assert!(agrees, "{name}: figure {place} is {found:?}, expected {expected:?}");
        }
    }
}

#[test]
fn all_units_are_told_of_all_runs() {
    let counted = |evaluations, run| Observation { evaluations: Some(evaluations), ..run };
    let runs = [
        counted(300, solved(10, CAP)),
        counted(900, failed(4, 100, Stop::Generations)),
        counted(7, broken()),
    ];
    let of = Figures::of(&runs, EffortUnit::Generations);
    let units = [
        (EffortUnit::Generations, Some(55.0)),
        (EffortUnit::Evaluations, Some(600.0)),
        (EffortUnit::Nodes, None),
        (EffortUnit::Seconds, of.mean_seconds),
    ];
    for (unit, expected) in units {
        assert_eq!(of.mean_spent(unit), expected, "{unit:?}");
    }
}

fn any_run() -> impl Strategy<Value = Observation> {
    let seconds = prop_oneof![Just(0.0), 0.0..10.0, Just(5e-324), Just(f64::MAX)];
    let count = || proptest::option::of(prop_oneof![Just(0), 0..1000u64, Just(u64::MAX)]);
    let stop = prop_oneof![Just(None), Just(Some(Stop::Error)), Just(Some(Stop::Seconds))];
    let caps = (count(), proptest::option::of(seconds.clone()));
    (
        any::<bool>(),
        stop,
        count(),
        proptest::option::of(seconds),
        caps,
        any::<Option<u32>>(),
        count(),
    )
        .prop_map(|(is_solved, stop, generations, seconds, caps, cost, stagnant)| {
            Observation {
                is_solved,
                stop: stop.filter(|_| !is_solved),
                generations,
                seconds,
                caps: Budget { generations: caps.0, seconds: caps.1, ..Budget::default() },
                cost,
                stagnant,
                ..Observation::default()
            }
        })
}

proptest! {
    #[test]
    fn every_figure_is_a_number(runs in proptest::collection::vec(any_run(), 0..12)) {
        for unit in [EffortUnit::Generations, EffortUnit::Seconds, EffortUnit::Nodes] {
            for (place, figure) in figures(&Figures::of(&runs, unit)).into_iter().enumerate() {
                prop_assert!(figure.is_none_or(|figure| figure.is_finite() && figure >= 0.0), "{place}");
            }
        }
    }
}
