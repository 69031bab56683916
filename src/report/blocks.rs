//! Bars and curves of block characters, for a terminal.
//!
//! Must not know what is drawn. Eighths of a character make both finer than its cells.

/// A bar by eighths, growing to the right.
const ACROSS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// A column by eighths, growing upwards.
const UPWARDS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A share of a whole as a bar of so many characters. Only nothing is drawn as nothing, and only
/// the whole as the whole. Nothing is drawn of no whole.
pub fn bar(part: u64, whole: u64, characters: usize) -> String {
    let most = 8 * characters as u64;
    let eighths = match part {
        _ if whole == 0 => return String::new(),
        0 => 0,
        part if part >= whole => most,
        part => ((part as f64 / whole as f64 * most as f64).round() as u64).clamp(1, most - 1),
    };
    let (full, rest) = ((eighths / 8) as usize, (eighths % 8) as usize);
    let mut bar = "█".repeat(full);
    if rest > 0 {
        bar.push(ACROSS[rest]);
    }
    bar + &"░".repeat(characters - full - usize::from(rest > 0))
}

/// Numbers from left to right as filled columns, in lines from top to bottom; `low` stands on the
/// ground, `high` fills the height, and what is beyond them is drawn as they are. More numbers
/// than columns are thinned. Without `blocks` the columns are of plain characters.
pub fn curve(
    numbers: &[f64],
    (low, high): (f64, f64),
    (columns, lines): (usize, usize),
    blocks: bool,
) -> Vec<String> {
    let steps = if blocks { 8 } else { 1 };
    let height = |number: f64| match high - low {
        span if span > 0.0 => {
            let share = ((number - low) / span).clamp(0.0, 1.0);
            // The lowest one is to be seen too.
            1 + (share * (lines * steps - 1) as f64).round() as usize
        }
        _ => 1,
    };
    let heights: Vec<usize> = thinned(numbers, columns).map(height).collect();
    let line = |line: usize| {
        let below = (lines - 1 - line) * steps;
        let text: String = heights
            .iter()
            .map(|height| match height.saturating_sub(below).min(steps) {
                0 => ' ',
                part if blocks => UPWARDS[part],
                _ => '#',
            })
            .collect();
        text.trim_end().to_owned()
    };
    (0..lines).map(line).collect()
}

/// The lowest and the highest number.
pub fn range(numbers: &[f64]) -> (f64, f64) {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (least, most)
}

/// At most so many of the numbers, evenly spread, the last one always among them.
fn thinned(numbers: &[f64], most: usize) -> impl Iterator<Item = f64> {
    let count = numbers.len().min(most);
    (1..=count).map(move |place| numbers[place * numbers.len() / count - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nothing_is_empty_and_only_all_is_full() {
        for (part, whole, expected) in [
            (0, 30, "░░░░░░░░"),
            (1, 1000, "▏░░░░░░░"),
            (1, 2, "████░░░░"),
            (7, 30, "█▉░░░░░░"),
            (999, 1000, "███████▉"),
            (30, 30, "████████"),
            (0, 0, ""),
        ] {
            assert_eq!(bar(part, whole, 8), expected, "{part}/{whole}");
        }
    }

    #[test]
    fn a_curve_falls_from_left_to_right() {
        let falling = [9.0, 5.0, 1.0];
        assert_eq!(curve(&falling, (1.0, 9.0), (10, 2), true), ["█▁", "██▁"]);
        assert_eq!(curve(&falling, (1.0, 9.0), (10, 3), false), ["#", "##", "###"]);
        assert_eq!(curve(&falling, (4.0, 5.0), (10, 2), true), ["██", "██▁"], "kept in bounds");
        assert_eq!(curve(&[4.0, 4.0], (4.0, 4.0), (10, 2), true), ["", "▁▁"], "level ground");
        assert_eq!(curve(&[], range(&[]), (10, 2), true), ["", ""]);
        assert_eq!(curve(&[1.0], (1.0, 1.0), (0, 1), true), [""]);
    }

    #[test]
    fn many_numbers_are_thinned_to_the_columns() {
        let numbers: Vec<f64> = (0..1000).map(f64::from).collect();
        let kept: Vec<f64> = thinned(&numbers, 4).collect();
        assert_eq!(kept, [249.0, 499.0, 749.0, 999.0]);
        let lines = curve(&numbers, range(&numbers), (40, 5), true);
        assert!(lines.iter().all(|line| line.chars().count() <= 40));
    }
}
