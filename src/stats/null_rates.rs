//! Tests reject a true hypothesis about as often as they say: exponential times, 50 a sample,
//! half of them cut off at a cap.

use super::power::binomial;
use super::tails::normal_quantile;
use super::*;
use crate::rng::Rng;

const REPETITIONS: usize = 500;
const SIZE: usize = 50;
const LEVEL: f64 = 0.05;
const SEED: u64 = 20;
const MEDIAN: f64 = std::f64::consts::LN_2;

fn normal(rng: &mut Rng) -> f64 {
    normal_quantile(rng.unit()).unwrap_or(0.0)
}

/// Run times with a heavy tail: Weibull's law of shape 1/2.
fn heavy(rng: &mut Rng) -> f64 {
    let time = exponential(rng);
    time * time
}

fn exponential(rng: &mut Rng) -> f64 {
    -libm::log(1.0 - rng.unit())
}

/// Exponential times, watched until their median.
fn times(rng: &mut Rng) -> Vec<Time> {
    let watched = |time: f64| Time { value: time.min(MEDIAN), is_event: time < MEDIAN };
    (0..SIZE).map(|_| watched(exponential(rng))).collect()
}

/// The share of repetitions with four alike samples in which a test rejects.
fn rejected(test: impl Fn([&[Time]; 4]) -> Option<f64>) -> f64 {
    let mut rng = Rng::from_seed(SEED);
    let mut is_rejected = || {
        let samples: [Vec<Time>; 4] = std::array::from_fn(|_| times(&mut rng));
        test(samples.each_ref().map(Vec::as_slice)).is_some_and(|p| p <= LEVEL)
    };
    (0..REPETITIONS).filter(|_| is_rejected()).count() as f64 / REPETITIONS as f64
}

/// The same for a test of the first two, by the times up to the cap.
fn of_capped(test: impl Fn(&[f64], &[f64]) -> Option<f64>) -> f64 {
    let values = |times: &[Time]| times.iter().map(|time| time.value).collect::<Vec<_>>();
    rejected(|[first, second, ..]| test(&values(first), &values(second)))
}

/// The same for a test of the first two, whose numbers are drawn one by one.
fn of_drawn(
    draw: fn(&mut Rng) -> f64,
    test: fn(&[&[f64]]) -> Result<SpreadTest, Undefined>,
) -> f64 {
    let mut rng = Rng::from_seed(SEED);
    let mut sample = || (0..SIZE).map(|_| draw(&mut rng)).collect::<Vec<_>>();
    let mut is_rejected =
        || test(&[&sample(), &sample()]).is_ok_and(|found| found.probability <= LEVEL);
    (0..REPETITIONS).filter(|_| is_rejected()).count() as f64 / REPETITIONS as f64
}

fn differences(first: &[f64], second: &[f64]) -> Vec<f64> {
    first.iter().zip(second).map(|(one, other)| one - other).collect()
}

fn correlated(measure: RankMeasure, first: &[f64], second: &[f64]) -> Option<f64> {
    let pairs: Vec<(f64, f64)> = first.iter().copied().zip(second.iter().copied()).collect();
    Some(measure.of(&pairs).ok()?.sides.two_sided)
}

fn solved(times: &[Time]) -> Proportion {
    let solved = times.iter().filter(|time| time.is_event).count();
    Proportion::new(solved as u64, times.len() as u64)
}

fn restricted(first: &[Time], second: &[Time]) -> Option<f64> {
    let mean = |times| restricted_mean(times, MEDIAN);
    Some(mean(first)?.less(mean(second)?)?.test()?.1.two_sided)
}

/// Pairs in which the first alone and in which the second alone was solved.
fn discordant(first: &[Time], second: &[Time]) -> (u64, u64) {
    let pairs = || first.iter().zip(second);
    let count = |is_one: fn(&Time, &Time) -> bool| {
        pairs().filter(|(one, other)| is_one(one, other)).count() as u64
    };
    (
        count(|one, other| one.is_event && !other.is_event),
        count(|one, other| !one.is_event && other.is_event),
    )
}

/// How often Fisher's test rejects when both samples solve half: the sum over all tables.
fn fisher_size() -> f64 {
    let law = binomial(SIZE as u64, 0.5);
    let side = |count: usize| Proportion::new(count as u64, SIZE as u64);
    let mut size = 0.0;
    for (one, weight) in law.iter().enumerate() {
        for (other, other_weight) in law.iter().enumerate() {
            let is_rejected = fisher_two_sided(side(one), side(other)) <= LEVEL;
            size += if is_rejected { weight * other_weight } else { 0.0 };
        }
    }
    size
}

/// How often McNemar's test rejects when half of the pairs disagree, each way as often.
fn mcnemar_size() -> f64 {
    let mut size = 0.0;
    for (pairs, weight) in binomial(SIZE as u64, 0.5).iter().enumerate() {
        for (first, share) in binomial(pairs as u64, 0.5).iter().enumerate() {
            let found = mcnemar(first as u64, (pairs - first) as u64);
            size += if found.exact <= LEVEL { weight * share } else { 0.0 };
        }
    }
    size
}

#[test]
fn tests_hold_their_level() {
    let two_sided = |found: Result<PermutedMean, Undefined>| Some(found.ok()?.sides.two_sided);
    let rates = [
        ("log-rank", rejected(|[one, two, ..]| Some(log_rank(&[one, two])?.probability))),
        (
            "stratified log-rank",
            rejected(|[one, two, three, four]| {
                Some(stratified_log_rank(&[vec![one, two], vec![three, four]])?.probability)
            }),
        ),
        ("restricted mean", rejected(|[one, two, ..]| restricted(one, two))),
        ("student", of_capped(|a, b| Some(student(a, b).ok()?.sides.two_sided))),
        ("welch", of_capped(|a, b| Some(welch(a, b).ok()?.sides.two_sided))),
        ("mann-whitney", of_capped(|a, b| Some(mann_whitney(a, b).ok()?.sides.two_sided))),
        ("kruskal-wallis", of_capped(|a, b| Some(kruskal_wallis(&[a, b]).ok()?.probability))),
        (
            "signed rank",
            of_capped(|a, b| Some(signed_rank(&differences(a, b), true).ok()?.sides.two_sided)),
        ),
        (
            "mantel-haenszel",
            rejected(|[one, two, three, four]| {
                let strata = [(solved(one), solved(two)), (solved(three), solved(four))];
                Some(mantel_haenszel(&strata, false)?.probability)
            }),
        ),
        ("spearman", of_capped(|a, b| correlated(RankMeasure::Spearman, a, b))),
        ("kendall", of_capped(|a, b| correlated(RankMeasure::Kendall, a, b))),
        ("sign flip", of_capped(|a, b| two_sided(sign_flip(&differences(a, b), 199, 3)))),
        ("dealt means", of_capped(|a, b| two_sided(dealt_means(a, b, 199, 3)))),
        (
            "blocked range",
            rejected(|samples| {
                let block = |place: usize| samples.map(|times| times[place].value);
                let blocks: Vec<[f64; 4]> = (0..SIZE).map(block).collect();
                let blocks: Vec<&[f64]> = blocks.iter().map(<[f64; 4]>::as_slice).collect();
                blocked_range(&blocks, 199, 3).ok()
            }),
        ),
    ];
    for (test, rate) in rates {
        assert!((0.035..=0.065).contains(&rate), "{test}: {rate}");
    }
    let brown = of_capped(|a, b| Some(brown_forsythe(&[a, b]).ok()?.probability));
    assert!(brown <= 0.065, "brown-forsythe: {brown}");
}

#[test]
fn counts_are_rejected_no_more_often_than_promised() {
    let fisher = rejected(|[one, two, ..]| Some(fisher_two_sided(solved(one), solved(two))));
    let paired = rejected(|[one, two, ..]| {
        let (first, second) = discordant(one, two);
        Some(mcnemar(first, second).exact)
    });
    for (test, rate, size) in
        [("fisher", fisher, fisher_size()), ("mcnemar", paired, mcnemar_size())]
    {
        let is_right = rate <= 0.055 && size <= LEVEL && (rate - size).abs() <= 0.015;
        assert!(is_right, "{test}: {rate} instead of {size}");
    }
    let stratified = rejected(|[one, two, three, four]| {
        let strata = [(solved(one), solved(two)), (solved(three), solved(four))];
        Some(mantel_haenszel(&strata, true)?.probability)
    });
    assert!(stratified <= 0.055, "mantel-haenszel: {stratified}");
}

#[test]
fn the_mean_centred_test_of_spread_holds_its_level_on_normal_numbers_only() {
    let on_normal = of_drawn(normal, levene);
    assert!((0.035..=0.065).contains(&on_normal), "{on_normal}");
    for (law, draw, least) in
        [("exponential", exponential as fn(&mut Rng) -> f64, 0.1), ("heavy", heavy, 0.15)]
    {
        let (by_mean, by_median) = (of_drawn(draw, levene), of_drawn(draw, brown_forsythe));
        assert!(by_mean > least && by_median <= 0.065, "{law}: {by_mean} {by_median}");
    }
}
