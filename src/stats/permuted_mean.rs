//! Chance itself as the reference for means: signs flipped (Fisher 1935) and samples dealt out
//! anew (Pitman 1937).
//!
//! Small samples are enumerated, larger ones drawn from a seed. What was observed counts as one
//! of the drawn ones (Phipson & Smyth 2010), so that both give tests that hold their level.

use super::sides::Sides;
use super::undefined::Undefined;
use crate::rng::Rng;

/// At most so many arrangements are enumerated: the signs of 12 numbers.
const ENUMERATED: u64 = 1 << 12;

/// Sums that are closer, in proportion to the sum of all sizes, are equal but for rounding.
const TIE: f64 = 1e-12;

/// A permutation test of a mean or of a difference of means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PermutedMean {
    /// The mean of the differences, or the mean of the first sample less that of the second.
    pub difference: f64,
    /// The probabilities; 1 when nothing varies.
    pub sides: Sides,
    /// Whether every arrangement was counted, so that seed and rounds do not matter.
    pub is_exact: bool,
}

/// Whether differences of pairs have mean 0: their signs are flipped at random.
pub fn sign_flip(differences: &[f64], rounds: u32, seed: u64) -> Result<PermutedMean, Undefined> {
    if differences.is_empty() {
        return Err(Undefined::TooFew);
    }
    let observed: f64 = differences.iter().sum();
    let mut tally = Tally::new(observed, differences)?;
    let is_exact = differences.len() <= ENUMERATED.ilog2() as usize;
    if is_exact {
        for signs in 0..1u64 << differences.len() {
            tally.count(flipped(differences, |place| signs >> place & 1));
        }
    } else {
        let mut rng = Rng::from_seed(seed);
        tally.count(observed);
        for _ in 0..rounds {
            let mut signs = 0;
            tally.count(flipped(differences, |place| {
                signs = if place % 64 == 0 { rng.next_u64() } else { signs >> 1 };
                signs & 1
            }));
        }
    }
    let difference = observed / differences.len() as f64;
    Ok(PermutedMean { difference, sides: tally.sides(), is_exact })
}

/// The sum of the numbers, those with sign 1 turned round.
fn flipped(numbers: &[f64], mut sign: impl FnMut(usize) -> u64) -> f64 {
    let turned = |(place, &number): (usize, &f64)| if sign(place) == 1 { -number } else { number };
    numbers.iter().enumerate().map(turned).sum()
}

/// Whether two samples have one mean: their numbers are dealt out anew, as many to each.
pub fn dealt_means(
    first: &[f64],
    second: &[f64],
    rounds: u32,
    seed: u64,
) -> Result<PermutedMean, Undefined> {
    if first.is_empty() || second.is_empty() {
        return Err(Undefined::TooFew);
    }
    if let Some(found) = constant_samples(first, second) {
        return Ok(found);
    }
    let mut pool = centred(first, second);
    // The smaller sample is dealt; its sum tells the other's, since all sum to 0.
    let is_first = first.len() <= second.len();
    let dealt = first.len().min(second.len());
    if !is_first {
        pool.rotate_left(first.len());
    }
    let sign = if is_first { 1.0 } else { -1.0 };
    let observed = sign * pool[..dealt].iter().sum::<f64>();
    let mut tally = Tally::new(observed, &pool)?;
    let is_exact = are_few(pool.len(), dealt);
    if is_exact {
        enumerate(&pool, dealt, |sum| tally.count(sign * sum));
    } else {
        let mut rng = Rng::from_seed(seed);
        tally.count(observed);
        for _ in 0..rounds {
            tally.count(sign * deal(&mut pool, dealt, &mut rng));
        }
    }
    let difference = observed * (1.0 / first.len() as f64 + 1.0 / second.len() as f64);
    Ok(PermutedMean { difference, sides: tally.sides(), is_exact })
}

/// Two samples of which neither varies: of all ways to deal, one keeps them apart as they are, and
/// when they are of one size another one turns them round.
fn constant_samples(first: &[f64], second: &[f64]) -> Option<PermutedMean> {
    let is_constant = |sample: &[f64]| sample.iter().all(|&number| number == sample[0]);
    let difference = first[0] - second[0];
    let is_plain = difference != 0.0 && difference.is_finite();
    if !is_plain || !is_constant(first) || !is_constant(second) {
        return None;
    }
    let (a, b) = (first.len() as f64, second.len() as f64);
    let ways = libm::lgamma(a + b + 1.0) - libm::lgamma(a + 1.0) - libm::lgamma(b + 1.0);
    let one = libm::exp(-ways);
    let two_sided = if first.len() == second.len() { 2.0 * one } else { one };
    let (less, greater) = if difference < 0.0 { (one, 1.0) } else { (1.0, one) };
    let sides = Sides { two_sided: two_sided.min(1.0), less, greater };
    Some(PermutedMean { difference, sides, is_exact: true })
}

/// Whether two samples have one mean in every stratum: numbers are dealt out anew within strata. The
/// difference is the mean of those of the strata.
pub fn dealt_strata(
    strata: &[(&[f64], &[f64])],
    rounds: u32,
    seed: u64,
) -> Result<PermutedMean, Undefined> {
    if strata.is_empty() || strata.iter().any(|(a, b)| a.is_empty() || b.is_empty()) {
        return Err(Undefined::TooFew);
    }
    let each = 1.0 / strata.len() as f64;
    let mut pools: Vec<(Vec<f64>, usize, f64)> = strata
        .iter()
        .map(|(a, b)| {
            let scale = each * (1.0 / a.len() as f64 + 1.0 / b.len() as f64);
            (centred(a, b).iter().map(|number| number * scale).collect(), a.len(), scale)
        })
        .collect();
    let sum = |pool: &[f64], count: usize| pool[..count].iter().sum::<f64>();
    let observed: f64 = pools.iter().map(|(pool, count, _)| sum(pool, *count)).sum();
    let numbers: Vec<f64> = pools.iter().flat_map(|(pool, ..)| pool.iter().copied()).collect();
    let mut tally = Tally::new(observed, &numbers)?;
    let mut rng = Rng::from_seed(seed);
    tally.count(observed);
    for _ in 0..rounds {
        tally.count(pools.iter_mut().map(|(pool, count, _)| deal(pool, *count, &mut rng)).sum());
    }
    Ok(PermutedMean { difference: observed, sides: tally.sides(), is_exact: false })
}

/// All numbers less their mean, from the first number on so that an offset costs no digits.
fn centred(first: &[f64], second: &[f64]) -> Vec<f64> {
    let moved = first.iter().chain(second).map(|number| number - first[0]);
    let pool: Vec<f64> = moved.collect();
    let mean = pool.iter().sum::<f64>() / pool.len() as f64;
    pool.iter().map(|number| number - mean).collect()
}

/// Whether so many, at most half of all, can be chosen in few enough ways to enumerate them.
fn are_few(numbers: usize, chosen: usize) -> bool {
    let mut ways: u64 = 1;
    (0..chosen).all(|place| {
        ways = ways * (numbers - place) as u64 / (place + 1) as u64;
        ways <= ENUMERATED
    })
}

/// Visits the sum of every choice of so many numbers.
fn enumerate(pool: &[f64], chosen: usize, mut visit: impl FnMut(f64)) {
    let mut places: Vec<usize> = (0..chosen).collect();
    loop {
        visit(places.iter().map(|&place| pool[place]).sum());
        let is_movable = |&at: &usize| places[at] < pool.len() - chosen + at;
        let Some(moved) = (0..chosen).rev().find(is_movable) else { return };
        let next = places[moved] + 1;
        for (step, place) in places[moved..].iter_mut().enumerate() {
            *place = next + step;
        }
    }
}

/// Stirs so many random numbers to the front and sums them.
fn deal(pool: &mut [f64], chosen: usize, rng: &mut Rng) -> f64 {
    for place in 0..chosen {
        let drawn = place + rng.index(pool.len() - place);
        pool.swap(place, drawn);
    }
    pool[..chosen].iter().sum()
}

/// Counts sums that are as far as the observed one, or farther.
struct Tally {
    observed: f64,
    tie: f64,
    all: u64,
    two_sided: u64,
    less: u64,
    greater: u64,
}

impl Tally {
    fn new(observed: f64, numbers: &[f64]) -> Result<Self, Undefined> {
        let sizes: f64 = numbers.iter().map(|number| number.abs()).sum();
        let tie = TIE * sizes;
        let tally = Self { observed, tie, all: 0, two_sided: 0, less: 0, greater: 0 };
        if sizes.is_finite() { Ok(tally) } else { Err(Undefined::NotFinite) }
    }

    fn count(&mut self, sum: f64) {
        self.all += 1;
        self.two_sided += u64::from(sum.abs() >= self.observed.abs() - self.tie);
        self.less += u64::from(sum <= self.observed + self.tie);
        self.greater += u64::from(sum >= self.observed - self.tie);
    }

    fn sides(&self) -> Sides {
        let share = |count: u64| count as f64 / self.all as f64;
        Sides {
            two_sided: share(self.two_sided),
            less: share(self.less),
            greater: share(self.greater),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_that_do_not_vary_are_counted() {
        for (first, second, sides) in [
            // 1 / scipy.special.comb(60, 30), 1 / comb(7, 2), 1 / comb(2, 1)
            (vec![1.0; 30], vec![2.0; 30], [2.0 * COMB_60_30, COMB_60_30, 1.0]),
            (vec![5.0; 2], vec![3.0; 5], [1.0 / 21.0, 1.0, 1.0 / 21.0]),
            (vec![5.0], vec![3.0], [1.0, 1.0, 0.5]),
        ] {
            let found = dealt_means(&first, &second, 99, 1).expect("an answer");
            let near = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-9;
            assert!(near(found.sides.two_sided, sides[0]), "{found:?}");
            assert!(near(found.sides.less, sides[1]) && near(found.sides.greater, sides[2]));
        }
    }

    const COMB_60_30: f64 = 1.0 / 118264581564861424.0;

    type Strata<'a> = (&'a [(&'a [f64], &'a [f64])], f64, [f64; 3]);

    #[test]
    fn strata_are_dealt_one_by_one() {
        // d = the differences of means of each stratum as for dealt means below, by the number of
        // strata; s = sums of one of each stratum, by itertools.product, o = that of the d[0]
        // o, (abs(s) >= abs(o)).mean(), (s <= o).mean(), (s >= o).mean()
        let cases: [Strata; 6] = [
            (
                &[(&[1.0, 2.0], &[5.0, 9.0]), (&[1.0, 4.0], &[3.0, 3.0])],
                -3.0,
                [6.0 / 36.0, 3.0 / 36.0, 34.0 / 36.0],
            ),
            (&[(&[1.0, 2.0], &[4.0, 6.0])], -3.5, [2.0 / 6.0, 1.0 / 6.0, 1.0]),
            (
                &[(&[7.0; 4], &[5.0, 6.0, 9.0, 10.0, 4.0]), (&[1.0; 2], &[2.0; 2])],
                -0.4,
                [424.0 / 756.0, 218.0 / 756.0, 556.0 / 756.0],
            ),
            (
                &[
                    (&[1.0, 1.0, 1.0, 12.0, 40.0], &[1.0, 1.0, 5.0, 700.0]),
                    (&[3.0], &[8.0]),
                    (&[5.0; 2], &[5.0; 3]),
                ],
                -683.0 / 12.0,
                [670.0 / 2520.0, 670.0 / 2520.0, 1950.0 / 2520.0],
            ),
            // Most of them stopped at a cap.
            (
                &[
                    (&[1e3, 1e3, 12.0], &[1e3, 5.0, 700.0, 1e3]),
                    (&[1e3, 40.0, 1e3], &[1e3, 1e3, 30.0]),
                ],
                -1.125,
                [1.0, 444.0 / 700.0, 292.0 / 700.0],
            ),
            (&[(&[6.0; 2], &[6.0; 3]), (&[2.0; 2], &[2.0; 2])], 0.0, [1.0; 3]),
        ];
        for (strata, difference, [two_sided, less, greater]) in cases {
            let found = dealt_strata(strata, 20_000, 1).expect("an answer");
            let near = |found: f64, expected: f64| (found - expected).abs() < 0.01;
            let is_right = (found.difference - difference).abs() < 1e-9
                && near(found.sides.two_sided, two_sided)
                && near(found.sides.less, less)
                && near(found.sides.greater, greater);
            assert!(is_right, "{strata:?}: {found:?}");
        }
        // Strata of single numbers are pairs, whose signs are flipped.
        let (a, b) = ([3.0, 5.0, 1.0, 8.0], [1.0, 4.0, 4.0, 2.0]);
        let singles: Vec<(&[f64], &[f64])> =
            (0..4).map(|place| (&a[place..=place], &b[place..=place])).collect();
        let dealt = dealt_strata(&singles, 20_000, 1).expect("an answer");
        let flipped = sign_flip(&[2.0, 1.0, -3.0, 6.0], 1, 1).expect("an answer");
        assert!((dealt.sides.two_sided - flipped.sides.two_sided).abs() < 0.01);
        assert_eq!(dealt_strata(&[], 9, 1), Err(Undefined::TooFew));
    }

    fn is(found: &PermutedMean, difference: f64, sides: [f64; 3]) -> bool {
        (found.difference - difference).abs() < 1e-12 && found.is_exact && found.sides.are(sides)
    }

    #[test]
    fn flipped_signs_are_those_of_numpy() {
        // s = numpy.array([d @ x for x in itertools.product((1, -1), repeat=len(d))])
        // d.mean(), (abs(s) >= abs(d.sum())).mean(), (s <= d.sum()).mean(), (s >= d.sum()).mean()
        let cases: [(&[f64], f64, [f64; 3]); 7] = [
            (&[1., -2., 3., 4., -5., 6., 7., 8.5], 2.8125, [0.1484375, 0.9453125, 0.07421875]),
            (&[0., 0., 1., 1., -1., 2., 3., -4., 5., 0.], 0.7, [0.453125, 0.84375, 0.2265625]),
            (&[2.0; 4], 2.0, [0.125, 1.0, 0.0625]),
            (&[1.0, -1.0], 0.0, [1.0, 0.75, 0.75]),
            (&[3.0], 3.0, [1.0, 1.0, 0.5]),
            (&[0.1, 0.2, 0.3, -0.6, 0.7], 0.14, [0.5625, 0.78125, 0.28125]),
            (&[0.0; 3], 0.0, [1.0; 3]),
        ];
        for (differences, mean, sides) in cases {
            let found = sign_flip(differences, 0, 0).expect("an answer");
            assert!(is(&found, mean, sides), "{differences:?}: {found:?}");
        }
    }

    type TwoSamples<'a> = (&'a [f64], &'a [f64], f64, [f64; 3]);

    #[test]
    fn dealt_means_are_those_of_numpy() {
        // p = numpy.concatenate([a, b]); d = the difference of means for the first sample being
        // p[c] for c in itertools.combinations(range(len(p)), len(a)), d[0] the observed one
        // d[0], (abs(d) >= abs(d[0])).mean(), (d <= d[0]).mean(), (d >= d[0]).mean()
        let third = 1.0 / 3.0;
        let offset = |rest: &[f64]| rest.iter().map(|rest| 1e9 + rest).collect::<Vec<_>>();
        let large = (offset(&[1.0, 2.0, 4.0, 8.0]), offset(&[3.0, 5.0, 5.5, 9.0, 12.0]));
        let cases: [TwoSamples; 7] = [
            (&[1.0, 2.0], &[4.0, 6.0], -3.5, [third, third / 2.0, 1.0]),
            (&[7.0; 4], &[5., 6., 9., 10., 4.], 0.2, [1.0, 80.0 / 126.0, 64.0 / 126.0]),
            (&large.0, &large.1, -3.15, [28.0 / 126.0, 14.0 / 126.0, 114.0 / 126.0]),
            (
                &[1., 1., 1., 12., 40.],
                &[1., 1., 5., 700.],
                -165.75,
                [46.0 / 126.0, 46.0 / 126.0, 90.0 / 126.0],
            ),
            (&[0.1, 0.2, 0.7], &[0.3, 0.6, 0.1], 0.0, [1.0, 0.6, 0.6]),
            (
                &[0.1, 0.25, 0.3, 12.5, 80.25, 3.75],
                &[1.5, 1.25, 1.75, 1.5],
                14.691666666666666,
                [131.0 / 210.0, 164.0 / 210.0, 47.0 / 210.0],
            ),
            (&[5.0; 2], &[5.0; 3], 0.0, [1.0; 3]),
        ];
        for (first, second, difference, sides) in cases {
            let found = dealt_means(first, second, 0, 0).expect("an answer");
            assert!(is(&found, difference, sides), "{first:?} {second:?}: {found:?}");
        }
    }

    #[test]
    fn what_is_drawn_is_near_what_all_arrangements_give() {
        // As above over all 2**16 signs and all C(18, 9) choices.
        let wave = |place: i32| f64::from(place * 37 % 17) - 6.0;
        let numbers: Vec<f64> = (0..18).map(wave).collect();
        let flipped = sign_flip(&numbers[..16], 19_999, 7).expect("an answer");
        let dealt = dealt_means(&numbers[..9], &numbers[9..], 19_999, 7).expect("an answer");
        for (found, exact) in
            [(flipped, [0.226807, 0.904846, 0.113403]), (dealt, [0.354299, 0.177149, 0.845125])]
        {
            let sides = [found.sides.two_sided, found.sides.less, found.sides.greater];
            let is_near =
                sides.iter().zip(exact).all(|(side, exact): (_, f64)| (side - exact).abs() < 0.015);
            assert!(is_near && !found.is_exact, "{found:?}");
        }
        assert_eq!(sign_flip(&numbers[..16], 19_999, 7), Ok(flipped));
        assert_ne!(sign_flip(&numbers[..16], 19_999, 8), Ok(flipped));
    }

    #[test]
    fn what_is_undefined_says_why() {
        assert_eq!(sign_flip(&[], 9, 0), Err(Undefined::TooFew));
        assert_eq!(sign_flip(&[1.0, f64::NAN], 9, 0), Err(Undefined::NotFinite));
        assert_eq!(dealt_means(&[], &[1.0], 9, 0), Err(Undefined::TooFew));
        assert_eq!(dealt_means(&[1.0], &[], 9, 0), Err(Undefined::TooFew));
        assert_eq!(dealt_means(&[1e308; 2], &[-1e308; 2], 9, 0), Err(Undefined::NotFinite));
        assert_eq!(dealt_means(&[f64::INFINITY], &[1.0], 9, 0), Err(Undefined::NotFinite));
    }
}
