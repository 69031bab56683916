//! Tests reject a true hypothesis about as often as they say: exponential times, 50 a sample,
//! half of them cut off at a cap.

use super::*;
use crate::rng::Rng;

const REPETITIONS: usize = 500;
const SIZE: usize = 50;
const MEDIAN: f64 = std::f64::consts::LN_2;

/// Exponential times cut off at their median.
fn capped(rng: &mut Rng) -> Vec<f64> {
    (0..SIZE).map(|_| (-libm::log(1.0 - rng.unit())).min(MEDIAN)).collect()
}

/// The share of pairs of equal samples that a test rejects at 0.05.
fn rejected(test: impl Fn(&[f64], &[f64]) -> Option<f64>) -> f64 {
    let mut rng = Rng::from_seed(20);
    let mut is_rejected = || {
        let (first, second) = (capped(&mut rng), capped(&mut rng));
        test(&first, &second).is_some_and(|probability| probability <= 0.05)
    };
    (0..REPETITIONS).filter(|_| is_rejected()).count() as f64 / REPETITIONS as f64
}

fn differences(first: &[f64], second: &[f64]) -> Vec<f64> {
    first.iter().zip(second).map(|(one, other)| one - other).collect()
}

#[test]
fn tests_hold_their_level() {
    let rates = [
        ("student", rejected(|a, b| Some(student(a, b).ok()?.sides.two_sided))),
        ("welch", rejected(|a, b| Some(welch(a, b).ok()?.sides.two_sided))),
        ("mann-whitney", rejected(|a, b| Some(mann_whitney(a, b).ok()?.sides.two_sided))),
        ("kruskal-wallis", rejected(|a, b| Some(kruskal_wallis(&[a, b]).ok()?.probability))),
        (
            "signed rank",
            rejected(|a, b| Some(signed_rank(&differences(a, b), true).ok()?.sides.two_sided)),
        ),
        (
            "sign flip",
            rejected(|a, b| Some(sign_flip(&differences(a, b), 199, 3).ok()?.sides.two_sided)),
        ),
        ("dealt means", rejected(|a, b| Some(dealt_means(a, b, 199, 3).ok()?.sides.two_sided))),
    ];
    for (test, rate) in rates {
        assert!((0.03..=0.07).contains(&rate), "{test}: {rate}");
    }
    let brown = rejected(|a, b| Some(brown_forsythe(&[a, b]).ok()?.probability));
    assert!(brown <= 0.07, "brown-forsythe: {brown}");
}
