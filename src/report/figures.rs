//! Figures and names as tables show them.

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
