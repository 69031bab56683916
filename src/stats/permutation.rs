//! Chance itself as the reference: what happens when the outcomes are dealt out anew.

use super::proportion::Proportion;
use crate::rng::Rng;

/// How often outcomes are dealt out; with the one observed it makes a round number.
const SHUFFLES: u32 = 1999;

/// Differences of shares that are closer are equal but for rounding.
const TIE: f64 = 1e-9;

/// Whether some of several groups differ, by the range of their shares: the probability that the
/// largest share is as far above the smallest one as observed, or farther, when the successes of
/// all groups are dealt out among all trials at random.
///
/// An exact test for any number and sizes of groups, since what was observed counts as one of the
/// deals (Phipson & Smyth 2010). The deals come from a fixed seed: equal input, equal answer.
/// `None` when fewer than two groups have trials.
pub fn shuffled_range(groups: &[Proportion]) -> Option<f64> {
    let groups: Vec<Proportion> = groups.iter().copied().filter(|group| group.trials > 0).collect();
    let observed = range(&groups).filter(|_| groups.len() > 1)?;
    let mut dealer = Dealer::new(&groups);
    let mut rng = Rng::from_seed(0);
    let mut as_far = 1;
    for _ in 0..SHUFFLES {
        let dealt = range(dealer.deal(&mut rng)).unwrap_or(0.0);
        as_far += u32::from(dealt >= observed - TIE);
    }
    Some(f64::from(as_far) / f64::from(SHUFFLES + 1))
}

/// The largest share less the smallest one.
fn range(groups: &[Proportion]) -> Option<f64> {
    let shares = || groups.iter().filter_map(|group| group.share());
    Some(shares().max_by(f64::total_cmp)? - shares().min_by(f64::total_cmp)?)
}

/// Deals the rarer outcome out among the trials of all groups.
struct Dealer {
    /// The group of each trial, in an order that every deal stirs further.
    trials: Vec<u32>,
    rarer: usize,
    rarer_is_success: bool,
    dealt: Vec<Proportion>,
}

impl Dealer {
    fn new(groups: &[Proportion]) -> Self {
        let trials_of = |(place, group): (usize, &Proportion)| {
            std::iter::repeat_n(place as u32, group.trials as usize)
        };
        let trials: Vec<u32> = groups.iter().enumerate().flat_map(trials_of).collect();
        let successes = groups.iter().map(|group| group.successes as usize).sum::<usize>();
        let failures = trials.len() - successes;
        Self {
            trials,
            rarer: successes.min(failures),
            rarer_is_success: successes <= failures,
            dealt: groups.to_vec(),
        }
    }

    fn deal(&mut self, rng: &mut Rng) -> &[Proportion] {
        for group in &mut self.dealt {
            group.successes = if self.rarer_is_success { 0 } else { group.trials };
        }
        for place in 0..self.rarer {
            let drawn = place + rng.index(self.trials.len() - place);
            self.trials.swap(place, drawn);
            let group = &mut self.dealt[self.trials[place] as usize];
            if self.rarer_is_success {
                group.successes += 1;
            } else {
                group.successes -= 1;
            }
        }
        &self.dealt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::fisher_two_sided;

    fn groups(successes: &[u64], trials: u64) -> Vec<Proportion> {
        successes.iter().map(|&successes| Proportion::new(successes, trials)).collect()
    }

    #[test]
    fn with_two_groups_it_is_the_test_of_fisher() {
        for (a, n, b, m) in [(8, 15, 2, 15), (12, 15, 4, 15), (30, 50, 20, 50), (7, 10, 6, 10)] {
            let (first, second) = (Proportion::new(a, n), Proportion::new(b, m));
            let exact = fisher_two_sided(first, second);
            let found = shuffled_range(&[first, second]).expect("two groups");
            let error = (exact * (1.0 - exact) / f64::from(SHUFFLES)).sqrt();
            assert!((found - exact).abs() < 4.0 * error + 1e-3, "{a}/{n} {b}/{m}: {found} {exact}");
        }
    }

    #[test]
    fn with_more_groups_it_is_what_counting_gives() {
        // Of the C(6, 2) = 15 ways to deal 2 successes to 3 groups of 2 trials, 3 give (2, 0, 0)
        // in some order; all others have range 1/2.
        // The others likewise: over all itertools.combinations(range(trials), successes), the share
        // whose max(k / n) - min(k / n) is that observed or more.
        let cases: [(&[(u64, u64)], f64); 6] = [
            (&[(2, 2), (0, 2), (0, 2)], 0.2),
            (&[(3, 3), (1, 3), (1, 4)], 0.2857142857142857),
            (&[(4, 4), (2, 4), (0, 4)], 0.03896103896103896),
            (&[(5, 6), (1, 2), (0, 3), (1, 3)], 0.26573426573426573),
            (&[(1, 5), (3, 5), (4, 5)], 0.3006993006993007),
            (&[(2, 4), (2, 4), (3, 4), (0, 4)], 0.2951048951048951),
        ];
        for (counts, exact) in cases {
            let groups: Vec<Proportion> =
                counts.iter().map(|&(some, all)| Proportion::new(some, all)).collect();
            let found = shuffled_range(&groups).expect("three groups");
            let error = (exact * (1.0 - exact) / f64::from(SHUFFLES)).sqrt();
            assert!((found - exact).abs() < 4.0 * error + 1e-3, "{counts:?}: {found} {exact}");
        }
        assert_eq!(shuffled_range(&groups(&[1, 1, 0], 2)), Some(1.0));
    }

    #[test]
    fn what_cannot_differ_does_not() {
        assert_eq!(shuffled_range(&groups(&[0, 0, 0], 9)), Some(1.0));
        assert_eq!(shuffled_range(&groups(&[9, 9, 9], 9)), Some(1.0));
        assert_eq!(shuffled_range(&groups(&[3], 9)), None);
        assert_eq!(shuffled_range(&[]), None);
        assert_eq!(shuffled_range(&[Proportion::new(1, 2), Proportion::default()]), None);
    }
}
