//! Paired outcomes: McNemar's test (1947) in its exact form, with the mid-p (Fagerland, Lydersen
//! & Laake 2013).

/// The two probabilities of the exact test, both two-sided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNemar {
    /// That of the exact test.
    pub exact: f64,
    /// The mid-p, in which outcomes as likely as the one observed count half.
    pub mid_p: f64,
}

/// Whether the first of a pair succeeds as often as the second, from the pairs that disagree:
/// those where the first alone and where the second alone succeeded.
///
/// Without such pairs nothing speaks against it: 1, and a mid-p of 1/2.
pub fn mcnemar(first_alone: u64, second_alone: u64) -> McNemar {
    let pairs = first_alone.saturating_add(second_alone);
    let tail = Tail::new(pairs, first_alone.min(second_alone));
    if first_alone == second_alone {
        McNemar { exact: 1.0, mid_p: 1.0 - tail.last / 2.0 }
    } else {
        McNemar { exact: (2.0 * tail.sum).min(1.0), mid_p: 2.0 * tail.sum - tail.last }
    }
}

/// The lower tail of the number of heads of a fair coin.
struct Tail {
    /// The probability of so many heads or fewer.
    sum: f64,
    /// The probability of exactly so many.
    last: f64,
}

impl Tail {
    /// The tail up to `number`, at most half of the tosses. The weights run from the middle down
    /// until they vanish, so that a small probability is a small sum.
    fn new(tosses: u64, number: u64) -> Self {
        let middle = tosses / 2;
        let (mut weight, mut below, mut tail, mut last) = (1.0, 0.0, 0.0, 0.0);
        for heads in (0..=middle).rev() {
            below += if heads < middle { weight } else { 0.0 };
            tail += if heads <= number { weight } else { 0.0 };
            last = if heads == number { weight } else { last };
            weight *= heads as f64 / (tosses - heads + 1) as f64;
            if weight == 0.0 {
                break;
            }
        }
        let all = 2.0 * below + if tosses.is_multiple_of(2) { 1.0 } else { 2.0 };
        Self { sum: tail / all, last: last / all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;
    use proptest::prelude::*;

    #[test]
    fn it_is_the_binomial_test_of_scipy() {
        // p = scipy.stats.binomtest(b, b + c).pvalue; o = scipy.stats.binom.pmf(b, b + c, 0.5)
        // p, p - o; where b == c: 1, 1 - o / 2
        for (b, c, exact, mid_p) in [
            (10, 2, 0.03857421875, 0.022460937500000007),
            (2, 10, 0.03857421875, 0.022460937499999976),
            (0, 0, 1.0, 0.5),
            (5, 5, 1.0, 0.876953125),
            (0, 1, 1.0, 0.5),
            (0, 20, 1.9073486328125e-06, 9.536743164062494e-07),
            (30, 45, 0.10534226887460482, 0.08464609267083582),
            (300, 200, 8.940066542253288e-06, 7.395811531029793e-06),
        ] {
            let found = mcnemar(b, c);
            assert!(agree(found.exact, exact) && agree(found.mid_p, mid_p), "{b} {c}: {found:?}");
        }
    }

    proptest! {
        #[test]
        fn they_are_probabilities_and_know_no_side(b in 0u64..1_000_000, c in 0u64..1000) {
            let found = mcnemar(b, c);
            prop_assert_eq!(found, mcnemar(c, b));
            prop_assert!(0.0 <= found.mid_p && found.mid_p <= found.exact && found.exact <= 1.0);
        }
    }
}
