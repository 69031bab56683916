//! The draws against their laws. Seeds are fixed; a right law fails once in 10,000 seeds.

use super::super::draws::{Gaps, Law, Trio, halves, ranking_law, scaled, shuffle, tournament_law};
use super::{assert_law, assert_uniform, chi_squared, critical, rate};
use crate::rng::Rng;

#[test]
fn numbers_below_a_bound_are_uniform() {
    let mut rng = Rng::from_seed(1);
    for bound in [1, 2, 3, 36, 100] {
        let mut counts = [vec![0; bound], vec![0; bound]];
        for _ in 0..bound * 1000 {
            let (high, low) = halves(rng.next_u64());
            counts[0][scaled(high, bound as u32) as usize] += 1;
            counts[1][scaled(low, bound as u32) as usize] += 1;
        }
        if bound > 1 {
            assert_uniform("high", &counts[0]);
            assert_uniform("low", &counts[1]);
        }
    }
    assert_eq!((scaled(0, 7), scaled(u32::MAX, 7)), (0, 6));
}

#[test]
fn a_trio_is_distinct_and_every_order_as_likely() {
    let mut rng = Rng::from_seed(2);
    for bound in [3usize, 5, 8] {
        let mut counts = vec![0u64; bound * bound * bound];
        let outcomes = bound * (bound - 1) * (bound - 2);
        for _ in 0..outcomes * 500 {
            let [first, second, third] = Trio::new(bound).draw(&mut rng);
            counts[(first * bound + second) * bound + third] += 1;
        }
        let drawn: Vec<u64> = (0..counts.len())
            .filter(|place| {
                let [first, second, third] =
                    [place / bound / bound, place / bound % bound, place % bound];
                first != second && first != third && second != third
            })
            .map(|place| counts[place])
            .collect();
        assert_eq!(drawn.len(), outcomes);
        assert_eq!(drawn.iter().sum::<u64>(), counts.iter().sum::<u64>(), "all are distinct");
        assert_uniform("trio", &drawn);
    }
}

#[test]
fn each_of_a_trio_is_uniform_in_large_populations() {
    let mut rng = Rng::from_seed(3);
    for bound in [150, 700, Trio::LARGEST] {
        let mut counts = vec![vec![0u64; bound]; 3];
        // How far the second lies above the first, round the circle: all distances are as likely.
        let mut distances = vec![0u64; bound - 1];
        for _ in 0..bound * 100 {
            let trio = Trio::new(bound).draw(&mut rng);
            for (place, &member) in trio.iter().enumerate() {
                counts[place][member] += 1;
            }
            distances[(trio[1] + bound - trio[0]) % bound - 1] += 1;
        }
        for counts in counts {
            assert_uniform("one of a trio", &counts);
        }
        assert_uniform("distance", &distances);
    }
}

#[test]
fn a_shuffle_is_uniform() {
    let mut rng = Rng::from_seed(4);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..24_000 {
        let mut items = [1, 2, 3, 4];
        shuffle(&mut rng, &mut items);
        *counts.entry(items).or_insert(0u64) += 1;
    }
    let counts: Vec<u64> = counts.into_values().collect();
    assert_eq!(counts.len(), 24);
    assert_uniform("order of four", &counts);
}

#[test]
fn a_shuffle_puts_every_digit_everywhere() {
    let mut rng = Rng::from_seed(5);
    // Up to twelve come from one half of a word, more from several.
    for size in [2usize, 4, 9, 12, 13, 16, 25, 49] {
        let rounds = 400 * size;
        let mut table = vec![0u64; size * size];
        let mut neighbours = vec![0u64; size * size];
        for _ in 0..rounds {
            let mut items: Vec<u8> = (0..size as u8).collect();
            shuffle(&mut rng, &mut items);
            for (place, &item) in items.iter().enumerate() {
                table[place * size + item as usize] += 1;
            }
            neighbours[items[0] as usize * size + items[size - 1] as usize] += 1;
        }
        // Rows and columns of the table are fixed: (n - 1)^2 degrees of freedom, and Pearson's
        // statistic is n / (n - 1) too large.
        let expected = rounds as f64 / size as f64;
        let square = |&count: &u64| (count as f64 - expected) * (count as f64 - expected);
        let statistic: f64 = table.iter().map(square).sum::<f64>() / expected;
        let statistic = statistic * (size as f64 - 1.0) / size as f64;
        let freedom = (size as f64 - 1.0) * (size as f64 - 1.0);
        assert!(statistic < critical(freedom), "{size}: {statistic} of {freedom}");
        if size <= 16 {
            let apart = (0..size * size).filter(|place| place / size != place % size);
            let counts: Vec<u64> = apart.map(|place| neighbours[place]).collect();
            assert_eq!(counts.iter().sum::<u64>(), rounds as u64, "a permutation");
            if size > 2 {
                assert_uniform("first and last", &counts);
            }
        }
    }
    for mut items in [vec![], vec![7]] {
        let before = items.clone();
        shuffle(&mut rng, &mut items);
        assert_eq!(items, before);
    }
}

/// Probabilities of a geometric law over cells that begin at `starts`, the last one open.
fn geometric(hit: f64, starts: &[usize]) -> Vec<f64> {
    let tail = |gap: usize| libm::pow(1.0 - hit, gap as f64);
    let closed = starts.windows(2).map(|pair| tail(pair[0]) - tail(pair[1]));
    closed.chain(starts.last().map(|&last| tail(last))).collect()
}

#[test]
fn gaps_are_geometric() {
    let mut rng = Rng::from_seed(6);
    for (hit, step, draws) in [
        (0.05, 4, 60_000),
        (0.1, 1, 60_000),
        (0.5, 1, 60_000),
        (0.01, 30, 30_000),
        (1e-4, 4000, 10_000),
    ] {
        let gaps = Gaps::new(rate(hit));
        let starts: Vec<usize> = (0..20).map(|cell| cell * step).collect();
        let mut counts = vec![0; starts.len()];
        let mut bits = vec![0; 16];
        for _ in 0..draws {
            let (gap, low) = gaps.draw(&mut rng, usize::MAX);
            counts[(gap / step).min(starts.len() - 1)] += 1;
            bits[(low >> 28) as usize] += 1;
        }
        assert_law(&format!("gaps of {hit}"), &counts, &geometric(hit, &starts));
        assert_uniform("bits beside a gap", &bits);
    }
    let always = Gaps::new(rate(1.0));
    assert!((0..1000).all(|_| always.draw(&mut rng, 10).0 == 0));
}

#[test]
fn gaps_hit_a_row_as_often_as_coins_do() {
    let mut rng = Rng::from_seed(7);
    // A row that ends within, at and beyond the longest piece of a gap.
    for (hit, length) in [(0.3, 5), (0.1, 17), (0.02, 64), (0.02, 65), (1e-4, 20_000), (1.0, 3)] {
        let gaps = Gaps::new(rate(hit));
        let mut counts = vec![0u64; 2 * length + 2];
        let rounds = 4000;
        for _ in 0..rounds {
            let (mut from, mut hits) = (0, 0);
            while from < length {
                let place = from + gaps.draw(&mut rng, length - from).0;
                hits += usize::from(place < length);
                from = place + 1;
            }
            counts[hits] += 1;
        }
        let mut probabilities = vec![0.0; counts.len()];
        probabilities[0] = libm::pow(1.0 - hit, length as f64);
        for hits in 0..length {
            let odds = hit / (1.0 - hit) * (length - hits) as f64 / (hits + 1) as f64;
            probabilities[hits + 1] = probabilities[hits] * odds;
        }
        if hit == 1.0 {
            assert_eq!(counts[length], rounds, "every place");
        } else {
            assert_law(&format!("hits of {hit} in {length}"), &counts, &probabilities);
        }
    }
}

/// The exact probability that a law draws more than `number`: the draw falls as the bits rise.
fn tail_of(law: &Law, number: usize) -> f64 {
    let (mut low, mut high) = (0u64, 1 << 32);
    while low < high {
        let middle = (low + high) / 2;
        if law.view().draw(middle as u32) > number { low = middle + 1 } else { high = middle }
    }
    low as f64 / 4_294_967_296.0
}

/// What a tail kept in 32 bits may be away from the real number.
const GRAIN: f64 = 2.0 / 4_294_967_296.0;

#[test]
fn tournaments_have_their_exact_law() {
    for (members, size) in [(3, 1), (4, 4), (10, 3), (150, 2), (150, 7), (700, 7), (8000, 100)] {
        let law = tournament_law(members, size, false);
        for rank in (0..members).step_by(1 + members / 97) {
            // All of the tournament come from the worse members.
            let worse = members - rank - 1;
            let exact = (0..size).fold(1.0, |product, drawn| {
                product * worse.saturating_sub(drawn) as f64 / (members - drawn) as f64
            });
            let found = tail_of(&law, rank);
            assert!((found - exact).abs() <= GRAIN, "{members} {size} {rank}: {found} {exact}");
        }
        let law = tournament_law(members, size, true);
        for rank in (0..members).step_by(1 + members / 97) {
            let share = (members - rank - 1) as f64 / members as f64;
            let (found, exact) = (tail_of(&law, rank), libm::pow(share, size as f64));
            assert!((found - exact).abs() <= GRAIN, "{members} {size} {rank}: {found} {exact}");
        }
        assert!(
            (0..=255).all(|top: u32| law.view().draw(top << 24) < members),
            "a rank that exists"
        );
    }
    // In one of this size with replacement the best is missing once in 10^21.
    let law = tournament_law(20_000, 1_000_000, true);
    assert!((0..=255).all(|top: u32| law.view().draw(top << 24) == 0));
}

#[test]
fn linear_ranking_has_its_exact_law() {
    for (members, pressure) in [(2, 2.0), (3, 1.0), (21, 1.5), (150, 2.0), (8000, 1.2)] {
        let law = ranking_law(members, pressure);
        let count = members as f64;
        let mut tail = 1.0;
        for rank in 0..members {
            // Baker 1985: from `pressure` for the best down to 2 - `pressure` for the worst.
            let fall = 2.0 * (pressure - 1.0) * rank as f64 / (count - 1.0);
            tail -= (pressure - fall) / count;
            if rank % (1 + members / 97) == 0 {
                let found = tail_of(&law, rank);
                assert!((found - tail).abs() < 1e-9, "{members} {pressure} {rank}: {found} {tail}");
            }
        }
        assert!(law.view().draw(0) < members, "a rank that exists");
    }
}

#[test]
fn a_law_draws_what_its_tails_say() {
    let mut rng = Rng::from_seed(8);
    let law = tournament_law(12, 3, false);
    let mut counts = vec![0; 12];
    for _ in 0..50_000 {
        counts[law.view().draw(halves(rng.next_u64()).0)] += 1;
    }
    let tails: Vec<f64> = (0..12).map(|rank| tail_of(&law, rank)).collect();
    let before = |rank: usize| if rank == 0 { 1.0 } else { tails[rank - 1] };
    let probabilities: Vec<f64> = (0..12).map(|rank| before(rank) - tails[rank]).collect();
    let (statistic, freedom) = chi_squared(&counts, &probabilities);
    assert!(statistic < critical(freedom), "{counts:?}");
    assert_eq!(counts[11] + counts[10], 0, "the two worst never win against two others");
}
