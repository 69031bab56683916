//! Whole searches: what they find, what they spend, and that they repeat.

use proptest::prelude::*;

use super::super::search::{Limits, SMALLEST_BUDGET, TriedState, Tuning, tune};
use super::super::space::{Axis, Point, Range, Scale, Space};
use super::super::suggest::Search;
use super::{MadeUp, cube};
use toml::Value;

const SEARCHES: [Search; 3] = [Search::Bayes, Search::Tpe, Search::Random];

/// A bowl with its bottom at 0.3 and 0.7.
fn bowl(point: &[f64]) -> f64 {
    let (x, y) = (point[0] - 0.3, point[1] - 0.7);
    4.0 * x * x + 2.0 * y * y
}

fn search(search: Search, space: &Space, truth: fn(&[f64]) -> f64, limits: Limits) -> Tuning {
    let mut measure = MadeUp::new(truth, 0.2, limits.seed);
    tune(space, search, &[], limits, &mut measure).expect("nobody stops it")
}

/// What the winner is really worth, on the average.
fn worth(way: Search, runs: u64) -> f64 {
    let seeds = 24;
    let one = |seed| {
        let found = search(way, &cube(2), bowl, Limits { runs, seed });
        bowl(&found.tried[found.best().expect("a winner")].point.0)
    };
    (0..seeds).map(one).sum::<f64>() / seeds as f64
}

#[test]
fn guided_searches_beat_chance_on_a_bowl() {
    let [bayes, tpe, random] = SEARCHES.map(|way| worth(way, 300));
    assert!(bayes < 0.6 * random, "bayes {bayes}, random {random}");
    assert!(tpe < random, "tpe {tpe}, random {random}");
}

#[test]
fn categories_and_whole_numbers_are_searched_too() {
    let words = ["a", "b", "c"].map(Value::from).to_vec();
    let whole = Range::Numbers { low: 1.0, high: 1000.0, scale: Scale::Log, is_whole: true };
    let space = Space {
        axes: vec![
            Axis { key: "k".to_owned(), range: Range::Categories(words) },
            Axis { key: "n".to_owned(), range: whole },
        ],
    };
    fn truth(point: &[f64]) -> f64 {
        let far = libm::log(point[1] / 30.0) / libm::log(1000.0);
        far * far * 4.0 + if point[0] == 0.0 { 0.0 } else { 0.6 }
    }
    for way in SEARCHES {
        let mut measure = MadeUp::new(truth, 0.2, 5);
        // The first category alone is allowed to MadeUp, which is what a method that refuses
        // combinations does.
        let found = tune(&space, way, &[], Limits { runs: 200, seed: 5 }, &mut measure).expect("");
        let best = &found.tried[found.best().expect("a winner")].point;
        assert_eq!(best.0[0], 0.0);
        assert!(found.tried.iter().all(|tried| tried.point.0[1].fract() == 0.0));
        assert!((5.0..200.0).contains(&best.0[1]), "{}: {best:?}", way.word());
    }
}

#[test]
fn an_exhausted_space_ends_the_search() {
    let words = Range::Categories(["a", "b"].map(Value::from).to_vec());
    let space = Space {
        axes: vec![
            Axis {
                key: "j".to_owned(),
                range: Range::Categories(vec![Value::from(1), Value::from(2)]),
            },
            Axis { key: "k".to_owned(), range: words },
        ],
    };
    for way in SEARCHES {
        let found = search(way, &space, |point| point[1], Limits { runs: 500, seed: 1 });
        assert_eq!(found.tried.len(), 2, "two of four are allowed");
        assert_eq!(found.tried[found.best().expect("a winner")].point.0, [0.0, 0.0]);
    }
}

#[test]
fn a_list_is_raced_and_nothing_else() {
    let points: Vec<Point> = [0.1, 0.3, 0.9].iter().map(|&x| Point(vec![x, 0.7])).collect();
    let mut measure = MadeUp::new(bowl, 0.2, 2);
    let limits = Limits { runs: 60, seed: 2 };
    let found = tune(&cube(2), Search::Listed, &points, limits, &mut measure).expect("a race");
    assert!(found.tried.iter().map(|tried| &tried.point).eq(&points));
    assert_eq!(found.best(), Some(1));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_budget_is_never_exceeded_and_a_search_repeats(
        runs in SMALLEST_BUDGET..160, seed in 0..1000u64, which in 0..3usize, axes in 2..4usize,
    ) {
        let limits = Limits { runs, seed };
        let mut measure = MadeUp::new(bowl, 0.5, seed);
        let found = tune(&cube(axes), SEARCHES[which], &[], limits, &mut measure).expect("an end");
        prop_assert!(found.runs <= runs);
        prop_assert_eq!(measure.asked.len() as u64, found.runs);
        let samples: usize = found.tried.iter().map(|tried| tried.samples.len()).sum();
        prop_assert_eq!(samples as u64, found.runs);
        let best = found.tried.iter().filter(|tried| tried.state == TriedState::Best).count();
        prop_assert_eq!(best, 1);
        prop_assert!(found.tried.iter().all(|tried| tried.point.0[0] < 0.99), "all are allowed");
        let again = search_again(&cube(axes), SEARCHES[which], limits);
        prop_assert_eq!(found, again);
    }
}

fn search_again(space: &Space, way: Search, limits: Limits) -> Tuning {
    let mut measure = MadeUp::new(bowl, 0.5, limits.seed);
    tune(space, way, &[], limits, &mut measure).expect("an end")
}
