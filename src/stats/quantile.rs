//! Quantiles of a sample: linear between the two nearest numbers (Hyndman & Fan 1996, type 7).

/// The number below which this share of the sample lies; infinite numbers are ordered like others.
///
/// `None` of an empty sample, of one with NaN, for a share outside 0..=1, and between the two
/// infinities.
pub fn quantile(sample: &[f64], share: f64) -> Option<f64> {
    let is_defined = (0.0..=1.0).contains(&share) && sample.iter().all(|number| !number.is_nan());
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = sorted.len().checked_sub(1).filter(|_| is_defined)? as f64 * share;
    let (lower, upper) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    let part = place - place.floor();
    // Weighing both ends cannot overflow where their difference would.
    let between = || (lower * (1.0 - part) + upper * part).clamp(lower, upper);
    let found = if lower == upper { lower } else { between() };
    (!found.is_nan()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;

    #[test]
    fn quantiles_are_those_of_numpy() {
        // numpy.quantile(x, q)
        let cases: [(&[f64], f64, f64); 7] = [
            (&[3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0], 0.25, 1.75),
            (&[3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0], 0.9, 6.8999999999999995),
            (&[2.0, 2.0, 2.0], 0.3, 2.0),
            (&[7.0, -1.0], 0.6, 3.8),
            (&[5.0], 0.5, 5.0),
            (&[1e300, -1e300, 0.0], 0.1, -8e299),
            (&[1.0, 1.0, 2.0, 2.0, 2.0, 8.0], 0.975, 7.25),
        ];
        for (sample, share, expected) in cases {
            let found = quantile(sample, share).expect("a quantile");
            assert!(agree(found, expected), "{sample:?} at {share}: {found}");
        }
    }

    #[test]
    fn what_is_undefined_is_none() {
        let infinite = f64::INFINITY;
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[1.0, f64::NAN], 0.5), None);
        assert_eq!((quantile(&[1.0], -0.1), quantile(&[1.0], 1.1)), (None, None));
        assert_eq!(quantile(&[-infinite, infinite], 0.5), None);
        assert_eq!(quantile(&[1.0, infinite, infinite], 0.25), Some(infinite));
        assert_eq!(quantile(&[1.0, 2.0, infinite], 0.5), Some(2.0));
        assert_eq!(quantile(&[-f64::MAX, f64::MAX], 0.5), Some(0.0));
    }
}
