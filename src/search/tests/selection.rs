//! Who becomes a parent, against direct draws.

use super::super::fitness::Fitness;
use super::super::operators::{Rank, Selection, Tournament};
use super::super::ranking::Ranking;
use super::super::selection::Selector;
use super::{assert_law, assert_same_law};
use crate::rng::Rng;

const DRAWS: usize = 60_000;

/// Members with many equals, the best in the middle.
const TIED: [u64; 12] = [7, 3, 3, 9, 1, 1, 3, 9, 9, 2, 1, 7];

/// A tournament as it is described: draw, and keep the first of the best.
fn direct(rng: &mut Rng, keys: &[u64], tournament: Tournament, excluded: Option<usize>) -> usize {
    let mut pool: Vec<usize> = (0..keys.len()).filter(|&member| Some(member) != excluded).collect();
    let mut best: Option<usize> = None;
    for _ in 0..tournament.size {
        let place = rng.index(pool.len());
        let drawn = if tournament.replacement { pool[place] } else { pool.remove(place) };
        if best.is_none_or(|best| keys[drawn] < keys[best]) {
            best = Some(drawn);
        }
    }
    best.expect("someone is drawn")
}

struct Prepared {
    selector: Selector,
    ranking: Ranking,
}

fn prepared(selection: Selection, keys: &[u64]) -> Prepared {
    let mut selector = Selector::new(selection, keys.len());
    let mut ranking = Ranking::default();
    ranking.sort(keys);
    ranking.spread();
    selector.prepare(keys, Fitness::Missing, 0);
    Prepared { selector, ranking }
}

fn count(members: usize, mut draw: impl FnMut() -> usize) -> Vec<u64> {
    let mut counts = vec![0; members];
    for _ in 0..DRAWS {
        counts[draw()] += 1;
    }
    counts
}

fn tournaments() -> impl Iterator<Item = Tournament> {
    let sizes = [1, 2, 3, 5, 11];
    sizes
        .into_iter()
        .flat_map(|size| [false, true].map(|replacement| Tournament { size, replacement }))
}

#[test]
fn tournaments_among_equals_are_as_direct_ones() {
    let (mut rng, mut own) = (Rng::from_seed(1), Rng::from_seed(2));
    let different: Vec<u64> = (0..12).rev().collect();
    for keys in [&TIED[..], &different, &[5; 12]] {
        for tournament in tournaments() {
            let Prepared { selector, ranking } = prepared(Selection::Tournament(tournament), keys);
            let found = count(keys.len(), || selector.select(&mut rng, keys, &ranking));
            let twin = count(keys.len(), || direct(&mut own, keys, tournament, None));
            assert_same_law(&format!("{tournament:?}"), &found, &twin);
        }
    }
}

#[test]
fn a_second_parent_is_drawn_among_the_others() {
    let (mut rng, mut own) = (Rng::from_seed(3), Rng::from_seed(4));
    let keys = &TIED[..];
    let couple = |[one, other]: [usize; 2]| one * keys.len() + other;
    for tournament in tournaments() {
        let prepared = prepared(Selection::Tournament(tournament), keys);
        let cells = keys.len() * keys.len();
        let found = count(cells, || {
            couple(prepared.selector.select_two(&mut rng, keys, &prepared.ranking))
        });
        let twin = count(cells, || {
            let one = direct(&mut own, keys, tournament, None);
            couple([one, direct(&mut own, keys, tournament, Some(one))])
        });
        for member in 0..keys.len() {
            assert_eq!(found[couple([member, member])], 0, "{tournament:?} {member}");
        }
        assert_same_law(&format!("couples by {tournament:?}"), &found, &twin);
    }
}

#[test]
fn ranks_and_roulettes_have_their_exact_laws() {
    let mut rng = Rng::from_seed(5);
    let keys = &TIED[..];
    // Linear ranking gives each of equals the mean of what their ranks get.
    let pressure = 1.8;
    let of_rank = |rank: usize| (pressure - 2.0 * (pressure - 1.0) * rank as f64 / 11.0) / 12.0;
    let by_rank: Vec<f64> = keys
        .iter()
        .map(|key| {
            let first = keys.iter().filter(|other| *other < key).count();
            let equals = keys.iter().filter(|other| *other == key).count();
            (first..first + equals).map(of_rank).sum::<f64>() / equals as f64
        })
        .collect();
    let total: f64 = keys.iter().map(|&key| 1.0 / (1.0 + key as f64)).sum();
    let by_merit: Vec<f64> = keys.iter().map(|&key| 1.0 / (1.0 + key as f64) / total).collect();
    for (selection, law) in [
        (Selection::Rank(Rank { pressure }), by_rank),
        (Selection::Roulette, by_merit),
        (Selection::Uniform, vec![1.0 / 12.0; 12]),
    ] {
        let prepared = prepared(selection, keys);
        let Prepared { selector, ranking } = &prepared;
        let found = count(keys.len(), || selector.select(&mut rng, keys, ranking));
        assert_law(&format!("{selection:?}"), &found, &law);
        if let Selection::Rank(_) = selection {
            continue;
        }
        let couples: Vec<f64> = (0..144)
            .map(|couple| (couple / 12, couple % 12))
            .map(|(one, other)| match one == other {
                true => 0.0,
                false => law[one] * law[other] / (1.0 - law[one]),
            })
            .collect();
        let found = count(144, || {
            let [one, other] = prepared.selector.select_two(&mut rng, keys, &prepared.ranking);
            12 * one + other
        });
        assert!((0..12).all(|member| found[13 * member] == 0));
        assert_law(&format!("couples by {selection:?}"), &found, &couples);
    }
}

/// Nobody but one has any merit to speak of, or nobody at all: drawing until it is another would
/// not come to an end.
#[test]
fn a_second_parent_is_found_beside_a_giant() {
    let mut rng = Rng::from_seed(7);
    let product = |value: f64| value.to_bits();
    for (values, law) in [
        ([1e300, 1.0, 2e300, 1e300], [0.4, 0.0, 0.2, 0.4]),
        ([1.0, 1e250, 4e250, f64::INFINITY], [0.0, 0.8, 0.2, 0.0]),
        (
            [f64::INFINITY, f64::INFINITY, f64::INFINITY, 1.0],
            [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0],
        ),
        ([f64::INFINITY; 4], [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]),
    ] {
        let keys = values.map(product);
        let mut prepared = prepared(Selection::Roulette, &keys);
        prepared.selector.prepare(&keys, Fitness::Product, 0);
        let giant = values.iter().position(|&value| value == 1.0).unwrap_or(3);
        let found = count(4, || {
            let [one, other] = prepared.selector.select_two(&mut rng, &keys, &prepared.ranking);
            assert_eq!(one, giant, "{values:?}");
            other
        });
        assert_law(&format!("others than {values:?}"), &found, &law);
    }
}

#[test]
fn members_are_ranked_best_first_and_of_equals_the_earlier_first() {
    let mut rng = Rng::from_seed(6);
    // Narrow keys are counted, wide ones compared.
    for width in [1, 5, 4096, 1 << 40] {
        let keys: Vec<u64> = (0..200).map(|_| rng.next_u64() % width).collect();
        let mut ranking = Ranking::default();
        ranking.sort(&[1, 2, 3]);
        ranking.sort(&keys);
        let mut expected: Vec<usize> = (0..200).collect();
        expected.sort_by_key(|&member| keys[member]);
        let found: Vec<usize> = (0..200).map(|rank| ranking.member(rank)).collect();
        assert_eq!(found, expected, "{width}");
    }
}
