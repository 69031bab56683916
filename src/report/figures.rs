//! Figures and names as tables show them.

/// The sign for what is missing.
pub const MISSING: &str = "-";

pub use crate::board::plain::one_line;

/// A count of things with their name, which is that of several unless there is one.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// What is larger is told in powers of ten.
pub const LARGEST_PLAIN: f64 = 1e15;

/// A mean of counts.
pub fn mean_count(mean: Option<f64>) -> String {
    match mean {
        None => MISSING.to_owned(),
        Some(mean) if mean.abs() >= LARGEST_PLAIN => format!("{mean:.2e}"),
        Some(mean) => format!("{mean:.1}"),
    }
}

/// Seconds to three digits.
pub fn seconds(seconds: Option<f64>) -> String {
    match seconds {
        None => MISSING.to_owned(),
        Some(seconds) if seconds >= LARGEST_PLAIN => format!("{seconds:.2e}"),
        Some(seconds) if seconds >= 99.95 => format!("{seconds:.0}"),
        Some(seconds) if seconds >= 9.995 => format!("{seconds:.1}"),
        Some(seconds) if seconds >= 0.9995 => format!("{seconds:.2}"),
        Some(seconds) if seconds >= 0.0005 => format!("{seconds:.3}"),
        Some(_) => "<0.001".to_owned(),
    }
}

/// The value of a swept key, if the method varies it.
pub fn swept(value: Option<&str>) -> String {
    value.map_or(MISSING.to_owned(), one_line)
}

/// A number of a CSV file with six significant digits and no idle zeros: plain, or with an exponent
/// where it is below 0.00001 or has more than 15 places. Nothing where it is no finite number.
pub fn six_digits(number: f64) -> String {
    let rounded: f64 = format!("{number:.5e}").parse().unwrap_or(number);
    match rounded.abs() {
        0.0 => "0".to_owned(),
        1e-5..LARGEST_PLAIN => format!("{rounded}"),
        size if size.is_finite() => format!("{rounded:e}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn six_digits_are_plain_where_that_is_readable() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (0.1 + 0.2, "0.3"),
            (1.0 / 3.0, "0.333333"),
            (-2.0 / 3.0, "-0.666667"),
            (123_456.7, "123457"),
            (1_234_567.0, "1234570"),
            (999_999.5, "1000000"),
            (0.000_012_345_678, "0.0000123457"),
            (0.000_009_999_999_9, "0.00001"),
            (0.000_001_5, "1.5e-6"),
            (9.5e14, "950000000000000"),
            (1e15, "1e15"),
            (f64::MAX, "1.79769e308"),
            (5e-324, "5e-324"),
            (f64::NAN, ""),
            (f64::INFINITY, ""),
            (f64::NEG_INFINITY, ""),
        ] {
            assert_eq!(six_digits(number), expected, "{number}");
        }
    }

    proptest! {
        #[test]
        fn six_digits_read_back_as_nearly_the_number(number in any::<f64>()) {
            let read: f64 = six_digits(number).parse().expect("a number");
            prop_assert!((read - number).abs() <= number.abs() * 5.000_001e-6 + 5e-324);
        }
    }

    #[test]
    fn figures_are_short_and_never_a_false_zero() {
        for (number, expected) in [
            (0.0, "<0.001"),
            (4e-4, "<0.001"),
            (6e-4, "0.001"),
            (0.9996, "1.00"),
            (1.0, "1.00"),
            (9.996, "10.0"),
            (12.34, "12.3"),
            (99.96, "100"),
            (1234.5, "1234"),
            (1e308, "1.00e308"),
        ] {
            assert_eq!(seconds(Some(number)), expected);
        }
        assert_eq!([seconds(None), mean_count(None), swept(None)], ["-"; 3]);
        assert_eq!([2.25, -1e15].map(|mean| mean_count(Some(mean))), ["2.2", "-1.00e15"]);
        assert_eq!(one_line("a\r\nb\u{1b}[1m\u{85}\u{2028}c"), "a  b [1m  c");
    }
}
