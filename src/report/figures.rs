//! Figures and names as tables show them.

use crate::analysis::EffortUnit;
use crate::stats::Interval;

/// The sign for what is missing.
pub const MISSING: &str = "-";

/// A text that stays on its line: whatever controls a terminal or ends a line becomes a space.
pub fn one_line(text: &str) -> String {
    let breaks = |symbol: char| symbol.is_control() || matches!(symbol, '\u{2028}' | '\u{2029}');
    text.replace(breaks, " ")
}

/// A count of things with their name, which is that of several unless there is one.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// A mean of counts.
pub fn mean_count(mean: Option<f64>) -> String {
    mean.map_or(MISSING.to_owned(), |mean| format!("{mean:.1}"))
}

/// Seconds to three digits.
pub fn seconds(seconds: Option<f64>) -> String {
    match seconds {
        None => MISSING.to_owned(),
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
        1e-5..1e15 => format!("{rounded}"),
        size if size.is_finite() => format!("{rounded:e}"),
        _ => String::new(),
    }
}

/// A mean or median effort; missing too where it is no finite number.
pub fn effort(effort: Option<f64>, unit: EffortUnit) -> String {
    let effort = effort.filter(|effort| effort.is_finite());
    if unit == EffortUnit::Seconds { seconds(effort) } else { mean_count(effort) }
}

/// The interval of a share, in per cent.
pub fn percent(interval: Interval) -> String {
    format!("{:.1}-{:.1} %", interval.low * 100.0, interval.high * 100.0)
}

/// A number of a table: three digits, more before the point where it is large; missing too where
/// it is no finite number.
pub fn short(number: Option<f64>) -> String {
    let Some(number) = number.filter(|number| number.is_finite()) else {
        return MISSING.to_owned();
    };
    match number.abs() {
        0.0 => "0".to_owned(),
        size if !(0.0005..1e12).contains(&size) => format!("{number:.2e}"),
        size if size < 9.995 => format!("{number:.*}", if size < 0.9995 { 3 } else { 2 }),
        size => format!("{number:.*}", if size < 99.95 { 1 } else { 0 }),
    }
}

/// The limits of an interval, each of which may be missing.
pub fn limits(low: Option<f64>, high: Option<f64>, text: impl Fn(Option<f64>) -> String) -> String {
    let finite = |limit: Option<f64>| limit.filter(|limit| limit.is_finite());
    match (finite(low), finite(high)) {
        (None, None) => MISSING.to_owned(),
        (low, None) => format!("at least {}", text(low)),
        (None, high) => format!("at most {}", text(high)),
        (low, high) => format!("{} to {}", text(low), text(high)),
    }
}

/// A probability, if there is one.
pub fn probability(p: Option<f64>) -> Option<String> {
    let p = p.filter(|p| p.is_finite())?;
    Some(match p {
        ..0.0001 => "<0.0001".to_owned(),
        // Nobody should have to guess on which side of 0.05 a number was rounded.
        ..0.001 | 0.0495..0.0505 => format!("{p:.4}"),
        _ => format!("{p:.3}"),
    })
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
        let cases = [0.0, 4e-4, 6e-4, 0.9996, 1.0, 9.996, 12.34, 99.96, 1234.5];
        let texts = cases.map(|number| seconds(Some(number)));
        let expected = ["<0.001", "<0.001", "0.001", "1.00", "1.00", "10.0", "12.3", "100", "1234"];
        assert_eq!(texts, expected);
        assert_eq!([seconds(None), mean_count(None), swept(None)], ["-"; 3]);
        assert_eq!(mean_count(Some(2.25)), "2.2");
        assert_eq!(one_line("a\r\nb\u{1b}[1m\u{85}\u{2028}c"), "a  b [1m  c");
    }

    #[test]
    fn numbers_of_a_test_are_short_and_undefined_ones_are_missing() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.5, "0.500"),
            (-0.112_34, "-0.112"),
            (0.9996, "1.00"),
            (9.996, "10.0"),
            (-99.96, "-100"),
            (12_345.6, "12346"),
            (0.000_123_4, "1.23e-4"),
            (1e300, "1.00e300"),
            (f64::NAN, "-"),
            (f64::NEG_INFINITY, "-"),
        ] {
            assert_eq!(short(Some(number)), expected, "{number}");
        }
        let cases = [0.0, 0.000_099, 0.0001, 0.000_96, 0.0342, 0.0499, 0.0501, 0.051, 1.0];
        let texts = cases.map(|p| probability(Some(p)).expect("a probability"));
        let expected = [
            "<0.0001", "<0.0001", "0.0001", "0.0010", "0.034", "0.0499", "0.0501", "0.051", "1.000",
        ];
        assert_eq!(texts, expected);
        assert_eq!([None, Some(f64::NAN)].map(probability), [None, None]);
        let infinite = Some(f64::INFINITY);
        for (low, high, expected) in [
            (Some(-1.0), Some(2.0), "-1.00 to 2.00"),
            (Some(1.0), infinite, "at least 1.00"),
            (None, Some(1.0), "at most 1.00"),
            (Some(f64::NAN), None, "-"),
        ] {
            assert_eq!(limits(low, high, short), expected);
        }
        assert_eq!(effort(infinite, EffortUnit::Nodes), "-");
        assert_eq!(effort(Some(0.25), EffortUnit::Seconds), "0.250");
        assert_eq!(effort(Some(0.25), EffortUnit::Nodes), "0.2");
    }
}
