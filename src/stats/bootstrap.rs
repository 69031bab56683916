//! The bootstrap: how an estimate varies when the sample is drawn anew from itself, with the
//! interval between percentiles (Efron 1979).

use super::proportion::Interval;
use super::quantile::quantile;
use crate::rng::Rng;

/// The estimates of `count` samples, each of the size of the one given and drawn from it with
/// replacement; equal seeds, equal estimates. Nothing of an empty sample.
pub fn resampled<Item: Copy, Estimate>(
    sample: &[Item],
    count: usize,
    seed: u64,
    mut estimate: impl FnMut(&[Item]) -> Estimate,
) -> Vec<Estimate> {
    let mut rng = Rng::from_seed(seed);
    let mut drawn = sample.to_vec();
    let count = if sample.is_empty() { 0 } else { count };
    let draw = |_| {
        drawn.fill_with(|| sample[rng.index(sample.len())]);
        estimate(&drawn)
    };
    (0..count).map(draw).collect()
}

/// The interval that leaves out as many estimates on either side and holds this share of them
/// (0.95, say). Infinite estimates count; of none there is no interval.
pub fn percentile_interval(estimates: &[f64], share: f64) -> Option<Interval> {
    let side = (1.0 - share) / 2.0;
    let low = quantile(estimates, side)?;
    Some(Interval { low, high: quantile(estimates, 1.0 - side)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{agree, mean, standard_deviation};

    #[test]
    fn the_mean_varies_as_theory_says() {
        let sample: Vec<f64> = (0..40).map(f64::from).collect();
        let means = resampled(&sample, 4000, 7, |drawn| mean(drawn).unwrap_or(0.0));
        let interval = percentile_interval(&means, 0.95).expect("an interval");
        // numpy.mean(x) -+ 1.959964 * numpy.std(x) / 40 ** 0.5
        let near = |found: f64, expected: f64| (found - expected).abs() < 0.25;
        assert!(near(interval.low, 15.9227) && near(interval.high, 23.0773), "{interval:?}");
    }

    #[test]
    fn intervals_are_those_of_numpy() {
        // numpy.quantile(x, [(1 - share) / 2, 1 - (1 - share) / 2])
        let cases: [(&[f64], f64, f64, f64); 5] = [
            (&[3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0], 0.95, 1.0, 8.475000000000001),
            (&[2.0, 2.0, 2.0], 0.9, 2.0, 2.0),
            (&[1.0, 7.0], 0.5, 2.5, 5.5),
            (&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 100.0], 0.8, 2.0, 10.0),
            (&[0.1, -0.4, 12.0], 0.99, -0.395, 11.881),
        ];
        for (estimates, share, low, high) in cases {
            let found = percentile_interval(estimates, share).expect("an interval");
            assert!(agree(found.low, low) && agree(found.high, high), "{estimates:?}: {found:?}");
        }
    }

    #[test]
    fn resamples_keep_mean_and_spread() {
        // The mean of resampled means is that of the sample, their variance numpy.var(x) / len(x).
        let line: Vec<f64> = (0..30).map(f64::from).collect();
        for sample in [&[1.0, 2.0][..], &[3.0, 3.0, 3.0, 8.0], &[-5.0, 0.0, 5.0], &[0.0], &line] {
            let means = resampled(sample, 4000, 3, |drawn| mean(drawn).unwrap_or(0.0));
            let size = sample.len() as f64;
            let middle = mean(sample).expect("a mean");
            let distances = sample.iter().map(|number| (number - middle) * (number - middle));
            let error = (distances.sum::<f64>() / size / size).sqrt();
            let found = (mean(&means).expect("a mean"), standard_deviation(&means).expect("two"));
            assert!((found.0 - middle).abs() <= 4.0 * error / 4000f64.sqrt(), "{found:?}");
            assert!((found.1 - error).abs() <= 0.05 * error, "{found:?} {error}");
        }
    }

    #[test]
    fn equal_seeds_give_equal_estimates() {
        let drawn = |seed| resampled(&[1, 2, 3, 4, 5], 20, seed, <[i32]>::to_vec);
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        assert!(drawn(1).iter().all(|sample| sample.len() == 5));
    }

    #[test]
    fn what_is_undefined_is_none() {
        assert!(resampled(&[0.0; 0], 10, 1, <[f64]>::len).is_empty());
        assert_eq!(percentile_interval(&[], 0.95), None);
        assert_eq!(percentile_interval(&[1.0], 1.5), None);
        let endless = percentile_interval(&[1.0, f64::INFINITY, f64::INFINITY], 0.95);
        assert_eq!(endless.map(|interval| interval.high), Some(f64::INFINITY));
    }
}
