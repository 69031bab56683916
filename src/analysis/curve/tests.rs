//! Curves of hand-made runs, and what holds for all.

use super::*;
use crate::solver::Budget;
use proptest::prelude::*;

/// A run that solved in so many seconds.
fn solved(seconds: f64) -> Observation {
    let stop = Some(Stop::Solved);
    Observation { is_solved: true, seconds: Some(seconds), stop, ..Observation::default() }
}

/// A run that was stopped, or broke off, after so many seconds.
fn failed(stop: Stop, seconds: f64) -> Observation {
    let caps = Budget { seconds: Some(seconds), ..Budget::default() };
    Observation { seconds: Some(seconds), stop: Some(stop), caps, ..Observation::default() }
}

/// One method's runs of boards of 81 cells with so many givens.
fn dataset(boards: &[(Option<u32>, Vec<Observation>)]) -> Dataset {
    let mut dataset = Dataset::default();
    let method = dataset.method("backtrack");
    for (place, (givens, runs)) in boards.iter().enumerate() {
        let name = place.to_string();
        let facts = PuzzleFacts { name, givens: *givens, cells: Some(81), ..Default::default() };
        let puzzle = dataset.puzzle(&facts);
        runs.iter().for_each(|&run| dataset.add(puzzle, method, run));
    }
    dataset
}

fn curve(boards: &[(Option<u32>, Vec<Observation>)], axis: CurveAxis) -> Curve {
    let mut found = resampled_curves(&dataset(boards), axis, EffortUnit::Seconds, 50, 1);
    assert_eq!(found.len(), 1);
    found.remove(0)
}

/// A board for each (givens, seconds), which one run solved.
fn solved_boards(points: &[(u32, f64)]) -> Vec<(Option<u32>, Vec<Observation>)> {
    points.iter().map(|&(givens, seconds)| (Some(givens), vec![solved(seconds)])).collect()
}

#[test]
fn points_count_all_runs_and_average_whole_boards() {
    let limit = failed(Stop::Seconds, 1000.0);
    let boards = [
        (Some(22), vec![solved(100.0), limit]),
        (Some(20), vec![solved(10.0), solved(30.0)]),
        (Some(20), vec![solved(40.0)]),
        (None, vec![solved(1.0)]),
        (Some(22), vec![solved(50.0)]),
        (Some(25), vec![]),
        (Some(26), vec![Observation { seconds: None, ..solved(1.0) }]),
        (Some(27), vec![failed(Stop::Error, 5.0), solved(7.0)]),
    ];
    // Quantiles by hand: the curve falls by thirds; at 22 it stays at a third from 100 on.
    let point = |x, boards, runs, solved, mean, quantiles: [_; 3], meets_limits| {
        let [tenth, median, ninetieth] = quantiles;
        CurvePoint { x, boards, runs, solved, mean, tenth, median, ninetieth, meets_limits }
    };
    let at_20 = [10.0, 30.0, 40.0].map(Some);
    let at_22 = [Some(50.0), Some(100.0), None];
    let expected = |x: [u32; 3]| {
        let mut points = vec![
            point(x[0], 2, 3, 3, Some(30.0), at_20, false),
            point(x[1], 2, 3, 2, Some(50.0), at_22, true),
            point(x[2], 1, 2, 1, None, [Some(7.0), Some(7.0), None], false),
        ];
        points.sort_by_key(|point| point.x);
        points
    };
    for (axis, x) in [(CurveAxis::Givens, [20, 22, 27]), (CurveAxis::Empty, [61, 59, 54])] {
        let found = curve(&boards, axis);
        assert_eq!(found.points, expected(x));
        assert_eq!((found.boards, found.left_out, found.unknown), (5, 2, 2));
        assert_eq!((found.method.as_str(), found.axis), ("backtrack", axis));
    }
}

#[test]
fn curves_go_through_boards_and_through_means() {
    let boards = [(20, 900.0), (20, 100.0), (25, 300.0), (30, 50.0), (30, 60.0), (30, 70.0)];
    let through_boards = boards.map(|(x, y)| (f64::from(x), y));
    let through_means = [(20.0, 500.0), (25.0, 300.0), (30.0, 60.0)];
    let found = curve(&solved_boards(&boards), CurveAxis::Givens);
    let mut fits = found.fits.iter();
    for (through, points) in
        [(Through::Boards, &through_boards[..]), (Through::Means, &through_means)]
    {
        for form in CurveForm::ALL {
            let expected = match form {
                CurveForm::Exponential(scale) => exponential_fit(points, scale),
                CurveForm::Power => power_fit(points),
            };
            let fit = fits.next().expect("a curve");
            assert_eq!((fit.through, fit.form, fit.points), (through, form, points.len()));
            assert!(fit.fit == expected && expected.is_ok(), "{fit:?}");
            let b = expected.expect("a curve").b;
            let interval = fit.intervals.expect("intervals").b;
            assert!(interval.low <= b && b <= interval.high, "{fit:?}");
        }
    }
    assert_eq!(fits.next(), None);
}

#[test]
fn boards_on_a_curve_give_it_back_with_sure_intervals() {
    let of = |y: fn(f64) -> f64| {
        let points: Vec<_> = (17..30).flat_map(|x| [(x, y(f64::from(x))); 2]).collect();
        curve(&solved_boards(&points), CurveAxis::Givens).fits
    };
    let exponential = of(|x| 3.0 * libm::exp(-0.25 * x));
    let power = of(|x| 3.0 * x * x);
    for (fit, b, points) in [
        (exponential[0], -0.25, 26),
        (exponential[1], -0.25, 26),
        (power[2], 2.0, 26),
        (exponential[3], -0.25, 13),
        (exponential[4], -0.25, 13),
        (power[5], 2.0, 13),
    ] {
        let found = fit.fit.expect("a curve");
        let ends = fit.intervals.expect("intervals").b;
        let are_near = [found.b, ends.low, ends.high].iter().all(|end| (end - b).abs() < 1e-6);
        assert!(are_near && (found.a - 3.0).abs() < 1e-6, "{fit:?}");
        assert!(found.r_squared.is_some_and(|share| (share - 1.0).abs() < 1e-9), "{fit:?}");
        assert_eq!(fit.points, points);
    }
    let explained = |fit: CurveFit| fit.fit.expect("a curve").r_squared;
    assert!(explained(exponential[0]) > explained(exponential[2]));
}

#[test]
fn what_has_no_curve_says_why() {
    let unsolved = |x| (Some(x), vec![failed(Stop::Seconds, 9.0)]);
    let zero = solved_boards(&[(20, 1.0), (21, 0.0), (22, 3.0)]);
    let at_zero = solved_boards(&[(0, 1.0), (1, 2.0), (2, 3.0)]);
    for (boards, exponential, power) in [
        (vec![], Some(NoFit::TooFew(0)), Some(NoFit::TooFew(0))),
        (vec![unsolved(20), unsolved(21)], Some(NoFit::TooFew(0)), Some(NoFit::TooFew(0))),
        (zero, Some(NoFit::NotPositiveY), Some(NoFit::NotPositiveY)),
        (at_zero, None, Some(NoFit::NotPositiveX)),
        (solved_boards(&[(5, 1.0), (5, 2.0), (6, 3.0)]), None, None),
    ] {
        let found = curve(&boards, CurveAxis::Givens);
        let why = |place: usize| found.fits[place].fit.err();
        assert_eq!([why(0), why(1), why(2)], [exponential, exponential, power], "{boards:?}");
        assert!(found.fits.iter().all(|fit| fit.intervals.is_none() || fit.fit.is_ok()));
    }
    let two = curve(&solved_boards(&[(5, 1.0), (5, 2.0), (6, 3.0)]), CurveAxis::Givens);
    assert_eq!(two.fits[3].fit, Err(NoFit::TooFew(2)));
    assert_eq!(curves(&Dataset::default(), CurveAxis::Empty, EffortUnit::Nodes, 1), []);
}

#[test]
fn few_boards_have_curves_and_no_intervals() {
    let of = |boards: &[(u32, f64)]| curve(&solved_boards(boards), CurveAxis::Givens).fits[3];
    let three = of(&[(20, 90.0), (24, 30.0), (29, 6.0)]);
    assert!(three.fit.is_ok() && three.intervals.is_none(), "{three:?}");
    let eight: Vec<(u32, f64)> = (20..28).map(|x| (x, f64::from(x * x % 17 + 1))).collect();
    let intervals = of(&eight).intervals.expect("intervals");
    assert!(intervals.b.low < intervals.b.high, "{intervals:?}");
}

#[test]
fn equal_seeds_give_equal_intervals() {
    let boards = solved_boards(&[(20, 90.0), (21, 110.0), (24, 30.0), (26, 50.0), (29, 6.0)]);
    let of = |seed| curves(&dataset(&boards), CurveAxis::Givens, EffortUnit::Seconds, seed);
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

fn any_run() -> impl Strategy<Value = Observation> {
    let seconds =
        prop_oneof![Just(0.0), 0.0..9.0, Just(1e308), Just(1e-300), Just(f64::NAN), Just(-1.0)];
    let stop = prop_oneof![Just(Stop::Seconds), Just(Stop::Error), Just(Stop::Unknown)];
    (seconds, stop, 0..8).prop_map(|(seconds, stop, kind)| match kind {
        0 => failed(stop, seconds),
        1 => Observation { seconds: None, caps: Budget::default(), ..failed(stop, seconds) },
        2 => Observation { seconds: None, ..solved(0.0) },
        _ => solved(seconds),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_number_is_nan(
        boards in prop::collection::vec(
            (
                prop_oneof![Just(None), (0u32..81).prop_map(Some), Just(Some(u32::MAX))],
                prop::collection::vec(any_run(), 0..4),
            ),
            0..9,
        ),
        axis in prop_oneof![Just(CurveAxis::Givens), Just(CurveAxis::Empty)],
    ) {
        let dataset = dataset(&boards);
        for found in resampled_curves(&dataset, axis, EffortUnit::Seconds, 9, 1) {
            prop_assert!(found.points.is_sorted_by_key(|point| point.x));
            let all: usize = found.points.iter().map(|point| point.boards).sum();
            prop_assert_eq!(all, found.boards);
            let with_runs = boards.iter().filter(|(_, runs)| !runs.is_empty()).count();
            prop_assert_eq!(found.boards + found.unknown, with_runs);
            for point in &found.points {
                let numbers = [point.mean, point.tenth, point.median, point.ninetieth];
                prop_assert!(numbers.iter().flatten().all(|number| number.is_finite()));
            }
            for fit in &found.fits {
                let numbers = fit.fit.map_or([0.0; 2], |fit| [fit.a, fit.b]);
                prop_assert!(numbers.iter().all(|number| number.is_finite()));
                let ends = fit.intervals.map_or([0.0; 4], |ends| {
                    [ends.a.low, ends.a.high, ends.b.low, ends.b.high]
                });
                prop_assert!(ends.iter().all(|end| end.is_finite()));
            }
        }
    }
}

#[test]
fn the_form_that_made_the_efforts_leads() {
    let boards = |effort: &dyn Fn(f64) -> f64| {
        let points = (20..40).flat_map(|givens| [(givens, 0.9), (givens, 1.1), (givens, 1.05)]);
        let points: Vec<(u32, f64)> =
            points.map(|(givens, noise)| (givens, noise * effort(f64::from(givens)))).collect();
        dataset(&solved_boards(&points))
    };
    let lead = |dataset: &Dataset| {
        lead_of_exponential(dataset, 0, CurveAxis::Givens, EffortUnit::Seconds).expect("both forms")
    };
    let exponential = lead(&boards(&|x| libm::exp(-0.3 * x)));
    assert!(exponential.interval.low > 0.0 && exponential.exponential > 0.99, "{exponential:?}");
    let power = lead(&boards(&|x| libm::pow(x, -7.0)));
    assert!(power.interval.high < 0.0 && power.power > 0.99, "{power:?}");
    let flat = boards(&|_| 0.0);
    assert_eq!(lead_of_exponential(&flat, 0, CurveAxis::Givens, EffortUnit::Seconds), None);
}
