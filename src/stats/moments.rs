//! Mean, spread and middle of a sample.

/// The mean; of nothing there is none.
pub fn mean(sample: &[f64]) -> Option<f64> {
    (!sample.is_empty()).then(|| sample.iter().sum::<f64>() / sample.len() as f64)
}

/// The standard deviation of the population that the sample was drawn from (divided by one less
/// than the size); of fewer than two numbers there is none.
pub fn standard_deviation(sample: &[f64]) -> Option<f64> {
    let mean = mean(sample).filter(|_| sample.len() > 1)?;
    let squares: f64 = sample.iter().map(|number| (number - mean) * (number - mean)).sum();
    Some((squares / (sample.len() - 1) as f64).sqrt())
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
        let cases: [(&[f64], f64, f64, f64); 3] = [
            (&[3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0], 3.875, 2.748376143938713, 3.5),
            (&[1e9 + 1.0, 1e9 + 2.0, 1e9 + 4.0], 1000000002.3333334, 1.5275252316519474, 1e9 + 2.0),
            (&[2.0, 2.0], 2.0, 0.0, 2.0),
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
    }
}
