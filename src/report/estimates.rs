//! Estimates, their limits and probabilities as tables show them; what is no finite number is
//! missing.

use super::figures::{LARGEST_PLAIN, MISSING, mean_count};
use crate::analysis::EffortUnit;
use crate::stats::Interval;

/// A mean or median effort; missing too where it is no finite number.
pub fn effort(effort: Option<f64>, unit: EffortUnit) -> String {
    let effort = effort.filter(|effort| effort.is_finite());
    match effort.filter(|_| unit == EffortUnit::Seconds) {
        Some(seconds) => duration(seconds),
        None => mean_count(effort),
    }
}

/// Seconds with three digits, in the unit in which they are easily read.
fn duration(seconds: f64) -> String {
    let (number, unit) = match seconds.abs() {
        0.0 => return "0 s".to_owned(),
        ..0.000_000_01 | LARGEST_PLAIN.. => return format!("{seconds:.2e} s"),
        ..0.000_999_5 => (seconds * 1e6, "µs"),
        ..0.999_5 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    let digits = match number.abs() {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{number:.digits$} {unit}")
}

/// What is smaller has no digit left when three are written behind the point.
const SMALLEST_PLAIN: f64 = 0.0005;

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
        size if !(SMALLEST_PLAIN..1e12).contains(&size) => format!("{number:.2e}"),
        size if size < 9.995 => format!("{number:.*}", if size < 0.9995 { 3 } else { 2 }),
        size => format!("{number:.*}", if size < 99.95 { 1 } else { 0 }),
    }
}

/// The same beside numbers of such a size, where one that is far smaller is as good as none.
pub fn short_beside(number: Option<f64>, size: f64) -> String {
    match number {
        Some(number) if size >= SMALLEST_PLAIN && number.abs() < SMALLEST_PLAIN => {
            "0.000".to_owned()
        }
        number => short(number),
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
        for (seconds, expected) in [
            (0.0, "0 s"),
            (3e-12, "3.00e-12 s"),
            (0.000_037_04, "37.0 µs"),
            (0.000_999_6, "1.00 ms"),
            (0.001_239, "1.24 ms"),
            (0.25, "250 ms"),
            (0.9996, "1.00 s"),
            (12.345, "12.3 s"),
            (1234.5, "1234 s"),
            (1e308, "1.00e308 s"),
        ] {
            assert_eq!(effort(Some(seconds), EffortUnit::Seconds), expected, "{seconds}");
        }
        for (number, size, expected) in [
            (0.0, 1.0, "0.000"),
            (-4.65e-5, 1.0, "0.000"),
            (-4.65e-5, 1e-4, "-4.65e-5"),
            (0.0005, 1.0, "0.001"),
            (0.25, 1e-4, "0.250"),
        ] {
            assert_eq!(short_beside(Some(number), size), expected, "{number} {size}");
        }
        assert_eq!(effort(Some(0.25), EffortUnit::Nodes), "0.2");
    }
}
