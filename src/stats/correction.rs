//! Several tests at once: what each probability becomes when all of them had their chance.

/// Holm's adjustment (1979): the probability that any true hypothesis is rejected stays below the
/// level, whatever the tests have to do with each other. In the order of the input.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&one, &other| probabilities[one].total_cmp(&probabilities[other]));
    let mut adjusted = vec![0.0; probabilities.len()];
    let mut largest: f64 = 0.0;
    for (rank, place) in order.into_iter().enumerate() {
        let left = (probabilities.len() - rank) as f64;
        largest = largest.max((probabilities[place] * left).min(1.0));
        adjusted[place] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;

    #[test]
    fn holm_is_that_of_statsmodels() {
        // statsmodels.stats.multitest.multipletests(p, method="holm")[1]
        let cases: [(&[f64], &[f64]); 7] = [
            (&[0.01, 0.04, 0.03, 0.005], &[0.03, 0.06, 0.06, 0.02]),
            (&[0.02, 0.02, 0.5], &[0.06, 0.06, 0.5]),
            (&[0.9, 0.9], &[1.0, 1.0]),
            (&[0.04], &[0.04]),
            (&[], &[]),
            (&[0.0, 1.0, 0.5], &[0.0, 1.0, 1.0]),
            (&[0.011, 0.2, 0.011, 0.011, 0.03], &[0.055, 0.2, 0.055, 0.055, 0.06]),
        ];
        for (raw, expected) in cases {
            let found = holm(raw);
            let is_right = found.iter().zip(expected).all(|(&one, &other)| agree(one, other));
            assert!(is_right && found.len() == expected.len(), "{raw:?}: {found:?}");
        }
    }
}
