//! Digits and the characters that stand for them.

/// A digit of a cell: 1 to the side of the layout; [`EMPTY`] where there is none.
pub type Digit = u8;

/// The content of a cell without a digit.
pub const EMPTY: Digit = 0;

/// The largest side whose digits have one character each (1-9, then A to P).
pub const MAX_SYMBOL_SIDE: usize = 25;

/// The character of a digit: `.` for none, 1-9, then A, B, ...; `None` beyond [`MAX_SYMBOL_SIDE`].
pub fn symbol(digit: Digit) -> Option<char> {
    match digit {
        EMPTY => Some('.'),
        1..=9 => Some((b'0' + digit) as char),
        10..=25 => Some((b'A' + digit - 10) as char),
        _ => None,
    }
}

/// The digit a character stands for: `.` `0` `_` `*` are empty, letters in either case.
pub fn from_symbol(symbol: char) -> Option<Digit> {
    match symbol {
        '.' | '0' | '_' | '*' => Some(EMPTY),
        '1'..='9' => Some(symbol as u8 - b'0'),
        'A'..='P' => Some(symbol as u8 - b'A' + 10),
        'a'..='p' => Some(symbol as u8 - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_reads_back() {
        for digit in 0..=MAX_SYMBOL_SIDE as Digit {
            let written = symbol(digit).expect("has a symbol");
            assert_eq!(from_symbol(written), Some(digit));
            assert_eq!(from_symbol(written.to_ascii_lowercase()), Some(digit));
        }
        assert_eq!(symbol(26), None);
        assert_eq!(from_symbol('Q'), None);
    }
}
