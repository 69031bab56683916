//! Mean, spread and middle of a sample.

/// The mean; of nothing there is none.
pub fn mean(sample: &[f64]) -> Option<f64> {
    (!sample.is_empty()).then(|| sample.iter().sum::<f64>() / sample.len() as f64)
}

/// The standard deviation of the population that the sample was drawn from (divided by one less
/// than the size); of fewer than two numbers, and beyond the range of numbers, there is none.
pub fn standard_deviation(sample: &[f64]) -> Option<f64> {
    let &[origin, _, ..] = sample else { return None };
    // Measured from the first number equal ones have no distance, which rounding of their mean
    // would give them.
    let moved: Vec<f64> = sample.iter().map(|number| number - origin).collect();
    let mean = mean(&moved)?;
    let squares: f64 = moved.iter().map(|number| (number - mean) * (number - mean)).sum();
    let deviation = (squares / (sample.len() - 1) as f64).sqrt();
    deviation.is_finite().then_some(deviation)
}

/// The number in the middle, or the mean of the two there; of nothing there is none.
pub fn median(sample: &[f64]) -> Option<f64> {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    let lower = sorted[(sorted.len() - 1) / 2];
    Some(lower + (upper - lower) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;

    #[test]
    fn moments_are_those_of_numpy() {
        // numpy.mean(x), numpy.std(x, ddof=1), numpy.median(x)
        let cases: [(&[f64], f64, f64, f64); 6] = [
            (&[3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0], 3.875, 2.748376143938713, 3.5),
            (&[1e9 + 1.0, 1e9 + 2.0, 1e9 + 4.0], 1000000002.3333334, 1.5275252316519474, 1e9 + 2.0),
            (&[2.0, 2.0], 2.0, 0.0, 2.0),
            (&[1.0, 2.5], 1.75, 1.0606601717798212, 1.75),
            (&[-1e-3, 2e-3, 0.0, 5e5], 125000.00025, 249999.99983333334, 0.001),
            (&[7.0; 5], 7.0, 0.0, 7.0),
        ];
        for (sample, average, deviation, middle) in cases {
            let found = (mean(sample), standard_deviation(sample), median(sample));
            let is_right = found.0.is_some_and(|found| agree(found, average))
                && found.1.is_some_and(|found| agree(found, deviation))
                && found.2 == Some(middle);
            assert!(is_right, "{sample:?}: {found:?}");
        }
    }

    #[test]
    fn what_is_undefined_is_none() {
        assert_eq!((mean(&[]), standard_deviation(&[]), median(&[])), (None, None, None));
        assert_eq!(
            (mean(&[7.0]), standard_deviation(&[7.0]), median(&[7.0])),
            (Some(7.0), None, Some(7.0))
        );
        assert_eq!(standard_deviation(&[-1e308, 1e308]), None);
        assert_eq!(standard_deviation(&[0.1; 3]), Some(0.0));
    }
}
