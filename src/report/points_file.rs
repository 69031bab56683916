//! `points.csv`: a row a point of every search, in the order in which they were suggested.

use std::io::{self, Write};

use super::csv_line::{field, set_line};
use super::figures::six_digits;
use crate::analysis::cell_text::guarded;
use crate::tune::{Space, Tried, Tuning};

const BEFORE_KEYS: [&str; 3] = ["number", "search", "iteration"];
const AFTER_KEYS: [&str; 7] =
    ["runs", "solved", "mean_score", "low", "high", "adjusted_score", "state"];

/// How sure the intervals are.
pub const CONFIDENCE: f64 = 0.95;

/// Writes the whole file.
pub fn points_csv(space: &Space, tunings: &[Tuning], target: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::new();
    let mut write = |fields: &[String]| {
        set_line(&mut line, fields)?;
        target.write_all(&line)
    };
    let keys = space.keys().iter().map(|key| guarded(key)).collect::<Vec<_>>();
    let [before, after] =
        [&BEFORE_KEYS[..], &AFTER_KEYS].map(|names| names.iter().map(|&name| name.to_owned()));
    write(&before.chain(keys).chain(after).collect::<Vec<_>>())?;
    let mut number = 0;
    for tuning in tunings {
        for (tried, &adjusted) in tuning.tried.iter().zip(&tuning.adjusted) {
            number += 1;
            let head =
                [number.to_string(), tuning.search.word().to_owned(), tried.iteration.to_string()];
            let values =
                space.texts(&tried.point).iter().map(|text| guarded(text)).collect::<Vec<_>>();
            write(&[&head[..], &values, &result(tried, adjusted)].concat())?;
        }
    }
    Ok(())
}

fn result(tried: &Tried, adjusted: f64) -> [String; 7] {
    let interval = tried.interval(CONFIDENCE);
    [
        tried.samples.len().to_string(),
        tried.solved().to_string(),
        field(tried.mean().map(six_digits)),
        field(interval.map(|interval| six_digits(interval.low))),
        field(interval.map(|interval| six_digits(interval.high))),
        six_digits(adjusted),
        tried.state.word().to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tuning_text::samples::{space, tuning};

    #[test]
    fn a_row_a_point() {
        let mut file = Vec::new();
        points_csv(&space(), &[tuning()], &mut file).expect("a file");
        // scipy.stats.t.interval(0.95, 2, numpy.mean(x), scipy.stats.sem(x))
        let expected = "\
number,search,iteration,population,runs,solved,mean_score,low,high,adjusted_score,state
1,bayes,1,100,3,2,0.6,-0.714482,1.91448,0.6,alive
2,bayes,1,50,2,2,0.25,-0.38531,0.88531,0.25,best
3,bayes,2,200,1,0,1.5,,,1.4,dropped
";
        assert_eq!(String::from_utf8(file).expect("UTF-8"), expected);
    }
}
