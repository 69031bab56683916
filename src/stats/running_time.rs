//! The expected running time of a search that is started again until it solves: total effort by
//! runs solved (Price 1997; Hansen et al. 2010), with the interval of an exponential law's mean
//! and one by resampling (Efron 1979).

use super::bootstrap::resampled;
use super::tails::chi_squared_quantile;

/// The expected running time and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunningTime {
    /// Effort by solution; none where nothing was solved.
    pub estimate: Option<f64>,
    /// Its lower limit; none where it is beyond all numbers.
    pub low: Option<f64>,
    /// Its upper limit; none where there is none.
    pub high: Option<f64>,
}

/// The expected running time from the effort of all runs and how many of them solved, with the
/// interval that holds with the confidence `level` when solutions come at a constant rate: twice
/// the effort by the quantiles of chi-squared with 2 `solved` + 2 degrees of freedom (low) and
/// with 2 `solved` (high). Nothing solved: a lower limit only.
///
/// None where the effort is no finite number from 0 on or the level is not between 0 and 1.
pub fn running_time(effort: f64, solved: u64, level: f64) -> Option<RunningTime> {
    let is_sound = effort.is_finite() && effort >= 0.0 && 0.0 < level && level < 1.0;
    let tail = is_sound.then_some((1.0 - level) / 2.0)?;
    let solutions = solved as f64;
    let limit = |probability, freedom| {
        chi_squared_quantile(probability, freedom).map(|quantile| 2.0 * effort / quantile)
    };
    Some(RunningTime {
        estimate: (solved > 0).then(|| effort / solutions),
        low: limit(1.0 - tail, 2.0 * solutions + 2.0).filter(|low| low.is_finite()),
        high: limit(tail, 2.0 * solutions).filter(|high| high.is_finite()),
    })
}

/// The expected running time of runs given as effort and whether they solved, with the interval
/// between the quantiles of so many resamples. A resample in which nothing is solved counts as
/// infinite, so that the upper limit, and even the lower one, may be missing.
///
/// None where no run solved, an effort is no finite number from 0 on, there are no resamples or
/// the level is not between 0 and 1.
pub fn bootstrap_running_time(
    runs: &[(f64, bool)],
    level: f64,
    resamples: usize,
    seed: u64,
) -> Option<RunningTime> {
    let is_sound = runs.iter().all(|&(effort, _)| effort.is_finite() && effort >= 0.0)
        && 0.0 < level
        && level < 1.0;
    let estimate = ratio(runs.iter().copied());
    if !is_sound || resamples == 0 || estimate.is_infinite() {
        return None;
    }
    let mut drawn = resampled(runs, resamples, seed, |drawn| ratio(drawn.iter().copied()));
    drawn.sort_by(f64::total_cmp);
    let from_end = ((1.0 - level) / 2.0 * resamples as f64) as usize;
    let finite = |place: usize| Some(drawn[place]).filter(|time| time.is_finite());
    Some(RunningTime {
        estimate: Some(estimate),
        low: finite(from_end),
        high: finite(resamples - 1 - from_end),
    })
}

/// Effort by solution, infinite without one.
fn ratio(runs: impl Iterator<Item = (f64, bool)>) -> f64 {
    let (mut effort, mut solved) = (0.0, 0u64);
    for (cost, is_solved) in runs {
        effort += cost;
        solved += u64::from(is_solved);
    }
    if solved == 0 { f64::INFINITY } else { effort / solved as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;
    use proptest::prelude::*;

    #[test]
    fn the_interval_is_that_of_scipy() {
        // 2 * s / scipy.stats.chi2.ppf(1 - a, 2 * k + 2), 2 * s / scipy.stats.chi2.ppf(a, 2 * k)
        // where a = (1 - level) / 2
        for (effort, solved, level, low, high) in [
            (10000.0, 10, 0.95, 543.7632625030355, Some(2085.336691906785)),
            (1500.0, 15, 0.95, 60.63002141540526, Some(178.66956638749704)),
            (15000.0, 1, 0.95, 2692.2038880654736, Some(592468.3530781077)),
            (15000.0, 0, 0.95, 4066.275460227253, None),
            (123456.5, 1000, 0.9, 117.17552597037617, Some(130.15151345507482)),
            (7.0, 2, 0.95, 0.9689000164356247, Some(28.90062693749935)),
        ] {
            let found = running_time(effort, solved, level).expect("an interval");
            assert!(agree(found.low.expect("a limit"), low), "{effort} {solved}: {found:?}");
            assert_eq!(found.high.is_some(), high.is_some());
            let is_right = found.high.zip(high).is_none_or(|(found, high)| agree(found, high));
            assert!(is_right, "{effort} {solved}: {found:?}");
            assert_eq!(found.estimate, (solved > 0).then(|| effort / solved as f64));
        }
    }

    #[test]
    fn resamples_keep_their_law() {
        // One solved of two runs: a quarter of the resamples solve nothing, a half are the runs
        // themselves (4 by 1), a quarter solve twice (2 by 2).
        let runs = [(1.0, true), (3.0, false)];
        for (level, low, high) in [(0.95, Some(1.0), None), (0.4, Some(4.0), Some(4.0))] {
            let found = bootstrap_running_time(&runs, level, 2000, 7).expect("an interval");
            assert_eq!(found, RunningTime { estimate: Some(4.0), low, high }, "{level}");
        }
        // The law of three runs and more by all resamples: v = [e[i].sum() / k[i].sum() for i in
        // itertools.product(range(n), repeat=n)] with e effort, k solved; the quantiles of v at
        // (1 - level) / 2 and (1 + level) / 2, numpy.quantile(v, q, method="inverted_cdf").
        type Runs = &'static [(f64, bool)];
        let cases: [(Runs, f64, f64, Option<f64>); 4] = [
            (&[(2.0, true), (5.0, true)], 0.9, 2.0, Some(5.0)),
            (&[(1.0, true), (2.0, true), (9.0, false)], 0.8, 4.0 / 3.0, Some(20.0)),
            (&[(4.0, false), (4.0, true), (4.0, true)], 0.7, 4.0, Some(12.0)),
            (&[(1.0, true), (10.0, false), (10.0, false), (10.0, false)], 0.7, 11.0, None),
        ];
        for (runs, level, low, high) in cases {
            let found = bootstrap_running_time(runs, level, 2000, 7).expect("an interval");
            assert_eq!((found.low, found.high), (Some(low), high), "{runs:?} {level}");
        }
        let constant = bootstrap_running_time(&[(5.0, true); 9], 0.95, 100, 1).expect("runs");
        let five = Some(5.0);
        assert_eq!(constant, RunningTime { estimate: five, low: five, high: five });
    }

    #[test]
    fn what_is_undefined_is_none() {
        assert_eq!(bootstrap_running_time(&[(1.0, false); 4], 0.95, 100, 1), None);
        assert_eq!(bootstrap_running_time(&[], 0.95, 100, 1), None);
        assert_eq!(bootstrap_running_time(&[(1.0, true)], 0.95, 0, 1), None);
        assert_eq!(running_time(f64::NAN, 1, 0.95), None);
        assert_eq!(running_time(1.0, 1, 1.0), None);
    }

    proptest! {
        #[test]
        fn limits_are_in_order(
            runs in proptest::collection::vec((0.0..1e9f64, any::<bool>()), 0..30),
            seed in any::<u64>(),
        ) {
            let again = bootstrap_running_time(&runs, 0.9, 200, seed);
            prop_assert_eq!(bootstrap_running_time(&runs, 0.9, 200, seed), again);
            prop_assert_eq!(again.is_some(), runs.iter().any(|run| run.1));
            if let Some(RunningTime { low: Some(low), high: Some(high), .. }) = again {
                prop_assert!(low <= high);
            }
        }
    }
}
