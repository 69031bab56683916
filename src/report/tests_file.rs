//! `tests.csv`: a row a test or estimate, in the order of the comparison.

use std::io::{self, Write};
use std::sync::Arc;

use super::csv_line::{field, set_line};
use super::figures::six_digits;
use crate::analysis::TestRow;
use crate::analysis::cell_text::guarded;

const HEADER: [&str; 15] = [
    "family",
    "puzzle",
    "a",
    "b",
    "test",
    "statistic",
    "df",
    "p",
    "p_holm",
    "effect",
    "low",
    "high",
    "n_a",
    "n_b",
    "note",
];

/// Writes the whole file. What is missing, infinite or no number is an empty field.
pub fn tests_csv(tests: &[TestRow], target: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::new();
    for fields in [HEADER.map(str::to_owned)].into_iter().chain(tests.iter().map(fields)) {
        set_line(&mut line, &fields)?;
        target.write_all(&line)?;
    }
    Ok(())
}

fn fields(row: &TestRow) -> [String; 15] {
    let name = |name: &Option<Arc<str>>| field(name.as_deref().map(guarded));
    let number = |number: Option<f64>| field(number.map(six_digits));
    [
        row.family.word().to_owned(),
        name(&row.puzzle),
        name(&row.a),
        name(&row.b),
        row.test.to_owned(),
        number(row.statistic),
        freedom(&row.freedom),
        number(row.p),
        number(row.p_holm),
        number(row.effect),
        number(row.low),
        number(row.high),
        field(row.n_a),
        field(row.n_b),
        guarded(&row.note),
    ]
}

/// All degrees of freedom; none of them where one is infinite, as the others would change places.
fn freedom(freedom: &[f64]) -> String {
    if !freedom.iter().all(|degrees| degrees.is_finite()) {
        return String::new();
    }
    freedom.iter().map(|&degrees| six_digits(degrees)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Family;
    use crate::report::comparison_samples::{any_row, row};
    use proptest::prelude::*;

    fn written(tests: &[TestRow]) -> String {
        let mut file = Vec::new();
        tests_csv(tests, &mut file).expect("a file in memory");
        String::from_utf8(file).expect("UTF-8")
    }

    #[test]
    fn a_row_a_test() {
        let mut levene = row(Family::Exploratory, Some("a,\n\"b\""), "levene");
        levene.freedom = vec![1.0, 57.123_456_78];
        let mut nothing = row(Family::Puzzle, None, "fisher");
        (nothing.a, nothing.b, nothing.n_a, nothing.n_b) = (None, None, None, None);
        (nothing.p, nothing.low) = (None, Some(f64::NEG_INFINITY));
        nothing.freedom = vec![1.0, f64::INFINITY];
        let expected = "\
            family,puzzle,a,b,test,statistic,df,p,p_holm,effect,low,high,n_a,n_b,note\n\
            exploratory,\"a, \"\"b\"\"\",purge,baseline,levene,2.5,1 57.1235,0.0123457,,0.25,-0.05,0.5,30,30,difference of the solved rates\n\
            puzzle,,,,fisher,2.5,,,0.0246914,0.25,,0.5,,,difference of the solved rates\n";
        assert_eq!(written(&[levene, nothing]), expected);
        assert_eq!(written(&[]).lines().count(), 1);
    }

    proptest! {
        #[test]
        fn every_row_reads_back_and_holds_finite_numbers(
            tests in proptest::collection::vec(any_row(), 0..8),
        ) {
            let text = written(&tests);
            prop_assert_eq!(text.lines().count(), tests.len() + 1);
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let mut count = 0;
            for record in reader.records() {
                let record = record.expect("as many fields as the header");
                let numbers = [5, 7, 8, 9, 10, 11].map(|place| &record[place]).into_iter();
                for number in numbers.chain(record[6].split_whitespace()).filter(|n| !n.is_empty()) {
                    let read: f64 = number.parse().expect("a number");
                    prop_assert!(read.is_finite(), "{}", number);
                }
                count += 1;
            }
            prop_assert_eq!(count, tests.len());
        }
    }
}
