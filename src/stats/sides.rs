//! The probabilities of a test in both directions. Knows no test.

use super::tails::normal_upper;

/// The probability of what was observed, or something farther, when there is no difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides {
    /// Farther in either direction.
    pub two_sided: f64,
    /// Lower: small when the first is smaller than the second.
    pub less: f64,
    /// Higher: small when the first is larger than the second.
    pub greater: f64,
}

impl Sides {
    /// Of a statistic whose law is symmetric about 0, with its upper tail.
    pub(super) fn symmetric(statistic: f64, upper: impl Fn(f64) -> Option<f64>) -> Option<Self> {
        Some(Self {
            two_sided: (2.0 * upper(statistic.abs())?).min(1.0),
            less: upper(-statistic)?,
            greater: upper(statistic)?,
        })
    }

    /// Of a statistic that lies this far from its mean, by the normal law; the correction for
    /// continuity brings it nearer.
    pub(super) fn normal(distance: f64, correction: f64, error: f64) -> Option<Self> {
        let beyond = |distance: f64| normal_upper((distance - correction) / error);
        Some(Self {
            two_sided: (2.0 * beyond(distance.abs())?).min(1.0),
            less: beyond(-distance)?,
            greater: beyond(distance)?,
        })
    }
}

#[cfg(test)]
impl Sides {
    /// Whether these are the three probabilities: two-sided, less, greater.
    pub(super) fn are(self, expected: [f64; 3]) -> bool {
        let found = [self.two_sided, self.less, self.greater];
        found.iter().zip(expected).all(|(&found, expected)| super::agree(found, expected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_pulls_towards_the_middle_and_never_past_one() {
        let plain = Sides::normal(1.5, 0.0, 2.0).expect("an answer");
        let corrected = Sides::normal(1.5, 0.5, 2.0).expect("an answer");
        assert_eq!(plain, Sides::symmetric(0.75, normal_upper).expect("an answer"));
        assert!(corrected.two_sided > plain.two_sided && corrected.greater > plain.greater);
        assert!(corrected.less > plain.less);
        assert_eq!(Sides::normal(0.0, 0.5, 2.0).map(|sides| sides.two_sided), Some(1.0));
    }
}
