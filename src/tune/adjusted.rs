//! Points that have seen unlike blocks made comparable: a score is the sum of what its point and
//! what its block contribute, fitted by least squares.
//!
//! Bad points are dropped early and have seen the first blocks only; should these be hard ones,
//! their means would look worse than they are. The fit of two-way tables with gaps (Yates 1934) by
//! turns, which ends since all points share the first blocks.

/// Turns of the fit; each makes the error smaller by a constant factor.
const TURNS: usize = 60;

/// The least variance of a single score: no measurement is without any doubt.
const LEAST_VARIANCE: f64 = 1e-6;

/// Points with what blocks contribute taken away.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjusted {
    /// The mean score of each point, as if it had seen all blocks.
    pub means: Vec<f64>,
    /// The variance of a single score around what point and block contribute.
    pub variance: f64,
}

/// Fits the scores of points, each on the first blocks of the same sequence.
pub fn adjusted(scores: &[Vec<f64>]) -> Adjusted {
    let blocks = scores.iter().map(Vec::len).max().unwrap_or(0);
    let mut effects = vec![0.0; blocks];
    let mut means = vec![0.0; scores.len()];
    for _ in 0..TURNS {
        for (mean, row) in means.iter_mut().zip(scores) {
            let rest: f64 = row.iter().zip(&effects).map(|(score, effect)| score - effect).sum();
            *mean = rest / row.len().max(1) as f64;
        }
        for (block, effect) in effects.iter_mut().enumerate() {
            let seen =
                scores.iter().zip(&means).filter_map(|(row, mean)| Some(row.get(block)? - mean));
            let (sum, count) =
                seen.fold((0.0, 0.0), |(sum, count), rest| (sum + rest, count + 1.0));
            *effect = if count > 0.0 { sum / count } else { 0.0 };
        }
    }
    let level = effects.iter().sum::<f64>() / blocks.max(1) as f64;
    for mean in &mut means {
        *mean += level;
    }
    effects.iter_mut().for_each(|effect| *effect -= level);
    let variance = variance(scores, &means, &effects);
    Adjusted { means, variance }
}

fn variance(scores: &[Vec<f64>], means: &[f64], effects: &[f64]) -> f64 {
    let cells: usize = scores.iter().map(Vec::len).sum();
    let freedom = cells.saturating_sub((scores.len() + effects.len()).saturating_sub(1));
    let squares: f64 = scores
        .iter()
        .zip(means)
        .flat_map(|(row, mean)| {
            row.iter().zip(effects).map(move |(score, effect)| score - effect - mean)
        })
        .map(|rest| rest * rest)
        .sum();
    (squares / freedom.max(1) as f64).max(LEAST_VARIANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_additive_table_with_gaps_is_found_again() {
        let (points, blocks) = ([0.3, 0.9, 0.5], [1.0, -0.5, 0.2, -0.7]);
        let score = |point: usize, seen: usize| {
            (0..seen).map(|block| points[point] + blocks[block]).collect::<Vec<f64>>()
        };
        let found = adjusted(&[score(0, 4), score(1, 2), score(2, 3)]);
        for (mean, expected) in found.means.iter().zip(points) {
            assert!((mean - expected).abs() < 1e-9, "{found:?}");
        }
        assert_eq!(found.variance, LEAST_VARIANCE);
    }

    #[test]
    fn it_is_least_squares() {
        // X = one column a point and one a block, the effects of the blocks summing to 0:
        // b = numpy.linalg.lstsq(X, y); means = b[:3]; residual sum of squares / (9 - 6)
        let rows = [vec![1.0, 2.0, 0.5, 0.7], vec![1.5, 2.5], vec![0.5, 2.5, 1.5]];
        let found = adjusted(&rows);
        for (mean, expected) in found.means.iter().zip(EXPECTED_MEANS) {
            assert!((mean - expected).abs() < 1e-9, "{found:?}");
        }
        assert!((found.variance - EXPECTED_VARIANCE).abs() < 1e-9, "{found:?}");
    }

    const EXPECTED_MEANS: [f64; 3] = [1.05, 1.7166666666666666, 1.3833333333333333];
    const EXPECTED_VARIANCE: f64 = 0.2222222222222222;

    #[test]
    fn nothing_and_a_single_score_are_no_fault() {
        assert_eq!(adjusted(&[]).means, [0.0; 0]);
        assert_eq!(adjusted(&[vec![0.5]]).means, [0.5]);
    }
}
