//! What is dropped, and what is not.

use super::super::measure::Halt;
use super::super::race::{FIRST_TEST, SURVIVORS, Track, Tried, TriedState};
use super::super::space::Point;
use super::MadeUp;

fn tried(number: f64) -> Tried {
    let point = Point(vec![number]);
    Tried { point, iteration: 1, samples: Vec::new(), state: TriedState::Alive }
}

/// The states after a race of eight points, and the place of the winner.
fn raced(truth: fn(&[f64]) -> f64, noise: f64, seed: u64) -> (Vec<TriedState>, usize, u64) {
    let mut measure = MadeUp::new(truth, noise, seed);
    let mut track = Track::new(&mut measure, 1000, seed);
    track.tried = (0..8).map(|number| tried(f64::from(number) / 10.0)).collect();
    let alive = track.race(&[0, 1, 2, 3, 4, 5, 6, 7], 80).expect("a race");
    let states = track.tried.iter().map(|tried| tried.state).collect();
    (states, alive[0], 1000 - track.left)
}

fn dropped(states: &[TriedState]) -> usize {
    states.iter().filter(|state| **state == TriedState::Dropped).count()
}

#[test]
fn equal_points_are_rarely_dropped() {
    let seeds = 200;
    let races: Vec<_> = (0..seeds).map(|seed| raced(|_| 0.0, 0.5, seed)).collect();
    let with_a_loss = races.iter().filter(|race| dropped(&race.0) > 0).count();
    let all: usize = races.iter().map(|race| dropped(&race.0)).sum();
    // Six looks at a level of 5 % each, which overlap.
    assert!(with_a_loss < 36, "{with_a_loss} of {seeds} races");
    assert!(all < seeds as usize * 8 / 30, "{all} of {} points", seeds * 8);
}

#[test]
fn points_that_are_worse_are_dropped_early() {
    for seed in 0..30 {
        let (states, best, runs) = raced(|point| (point[0] * 10.0).round() / 2.0, 0.3, seed);
        assert_eq!((best, states[0]), (0, TriedState::Alive), "seed {seed}");
        assert!(dropped(&states) >= 8 - SURVIVORS, "seed {seed}: {states:?}");
        assert!(runs < 60, "seed {seed}: {runs} runs");
    }
}

#[test]
fn a_race_is_stopped_between_two_points_that_are_dropped() {
    let mut measure = MadeUp::new(|point| point[0], 0.0, 3);
    measure.patience = Some(2);
    let mut track = Track::new(&mut measure, 1000, 3);
    track.tried = (0..8).map(|number| tried(f64::from(number) / 10.0)).collect();
    let halt = track.race(&[0, 1, 2, 3, 4, 5, 6, 7], 80).expect_err("a race without patience");
    assert!(matches!(halt, Halt::Stopped), "{halt}");
    let states: Vec<TriedState> = track.tried.iter().map(|tried| tried.state).collect();
    assert_eq!(dropped(&states), 2, "{states:?}");
}

#[test]
fn a_race_keeps_to_its_runs_and_to_the_order_of_blocks() {
    let mut measure = MadeUp::new(|_| 0.0, 1.0, 3);
    let mut track = Track::new(&mut measure, 1000, 3);
    track.tried = (0..6).map(|number| tried(f64::from(number) / 10.0)).collect();
    track.race(&[0, 1, 2, 3, 4, 5], 47).expect("a race");
    let spent = 1000 - track.left;
    assert!((30..=47).contains(&spent), "{spent}");
    assert_eq!(track.tried.iter().map(|tried| tried.samples.len() as u64).sum::<u64>(), spent);
    for point in 0..6 {
        let number = f64::from(point) / 10.0;
        let blocks = measure.asked.iter().filter(|(asked, _)| asked.0[0] == number);
        assert!(blocks.enumerate().all(|(place, (_, block))| place == *block));
    }
}

#[test]
fn whoever_has_won_before_is_not_dropped_by_fewer_blocks() {
    let mut measure = MadeUp::new(|point| if point[0] == 0.0 { 1.0 } else { 0.0 }, 0.01, 1);
    let mut track = Track::new(&mut measure, 1000, 1);
    track.tried = (0..5).map(|number| tried(f64::from(number) / 10.0)).collect();
    track.race(&[0], 20).expect("a race of one");
    let known = track.tried[0].samples.len();
    assert_eq!(known, FIRST_TEST);
    let alive = track.race(&[0, 1, 2, 3, 4], 200).expect("a race");
    assert!(!alive.contains(&0), "after as many blocks it goes");
    assert_eq!(track.tried[0].state, TriedState::Dropped);
}
