//! From the characters of a line to its tokens, symbols and integers.
//!
//! Knows single lines; which puzzle they make together is decided elsewhere.

use super::DigitStyle;
use super::error::Place;
use crate::board::digit::from_symbol;

/// What stands in one place of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// An empty cell.
    Empty,
    /// A digit as written, in range or not.
    Digit(i32),
    /// `~`: no cell is here.
    Hole,
    /// A character that means nothing.
    Unknown(char),
}

/// A value and where it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub value: Value,
    pub place: Place,
    /// Characters it takes.
    pub width: usize,
}

/// What one item of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// One character.
    Symbols,
    /// A whole number between separators.
    Integers,
}

impl Notation {
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Symbols => "symbols",
            Self::Integers => "integers",
        }
    }
}

/// Characters between separators.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    text: &'t str,
    is_negative: bool,
    column: usize,
}

/// The tokens of a line. A `-` is a separator unless it begins a negative integer.
struct Tokens<'t> {
    text: &'t str,
    start: usize,
    column: usize,
    may_be_negative: bool,
}

impl<'t> Tokens<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, start: 0, column: 1, may_be_negative: true }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let mut is_negative = false;
        let mut first = None;
        let mut end = self.text.len();
        let mut length = 0;
        for (offset, character) in self.text[self.start..].char_indices() {
            let position = self.start + offset;
            match (is_separator(character), first) {
                (true, Some(_)) => {
                    end = position;
                    break;
                }
                (true, None) => {
                    is_negative = character == '-' && self.may_be_negative;
                    self.may_be_negative = character != '-';
                    self.column += 1;
                }
                (false, _) => {
                    first.get_or_insert(position);
                    length += 1;
                }
            }
        }
        let text = &self.text[first?..end];
        let is_negative = is_negative && text.starts_with(|c: char| c.is_ascii_digit());
        let token = Token { text, is_negative, column: self.column };
        (self.start, self.column, self.may_be_negative) = (end, self.column + length, false);
        Some(token)
    }
}

/// Whether a character parts cells and means nothing else.
fn is_separator(character: char) -> bool {
    match character {
        '|' | '+' | '-' | '=' | ',' => true,
        '\u{2500}'..='\u{257F}' => true,
        _ => character.is_whitespace(),
    }
}

impl Token<'_> {
    /// Whether it reads as an integer; lone marks of an empty cell or a hole do too.
    fn is_integer(&self) -> bool {
        let bytes = self.text.as_bytes();
        match bytes {
            [b'.' | b'_' | b'*' | b'~'] => !self.is_negative,
            _ => bytes.len() <= 3 && bytes.iter().all(u8::is_ascii_digit),
        }
    }

    fn integer(&self, line: usize) -> Item {
        let value = match (self.text.parse::<i32>(), self.is_negative) {
            (Ok(0), _) | (Ok(1), true) => Value::Empty,
            (Ok(number), true) => Value::Digit(-number),
            (Ok(number), false) => Value::Digit(number),
            (Err(_), _) => self.text.chars().next().map_or(Value::Empty, |mark| match mark {
                '.' | '_' | '*' => Value::Empty,
                '~' => Value::Hole,
                other => Value::Unknown(other),
            }),
        };
        let sign = usize::from(self.is_negative);
        let place = Place { line, column: self.column - sign };
        Item { value, place, width: sign + self.text.chars().count() }
    }
}

/// The symbols of a line.
pub(super) fn symbols(
    text: &str,
    line: usize,
    style: DigitStyle,
) -> impl Iterator<Item = Item> + '_ {
    Tokens::of(text).flat_map(move |token| {
        token.text.chars().enumerate().map(move |(index, character)| Item {
            value: symbol_value(character, style),
            place: Place { line, column: token.column + index },
            width: 1,
        })
    })
}

/// The integers of a line.
pub(super) fn integers(text: &str, line: usize) -> impl Iterator<Item = Item> + '_ {
    Tokens::of(text).map(move |token| token.integer(line))
}

fn symbol_value(character: char, style: DigitStyle) -> Value {
    if character == '~' {
        return Value::Hole;
    }
    let digit = match style {
        DigitStyle::Standard => from_symbol(character).map(i32::from),
        DigitStyle::Hex => match character {
            '.' | '_' | '*' => Some(0),
            _ => character.to_digit(16).map(|digit| digit as i32 + 1),
        },
    };
    match digit {
        None => Value::Unknown(character),
        Some(0) => Value::Empty,
        Some(digit) => Value::Digit(digit),
    }
}

/// Counts over one or more lines, enough to tell integers from symbols.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    /// Characters that are no separators.
    pub symbols: usize,
    /// Groups of them between separators.
    pub tokens: usize,
    /// Whether some token is no integer.
    pub has_words: bool,
    /// Whether some token is a negative integer.
    pub has_negatives: bool,
    /// The longest token.
    pub longest: usize,
    shortest: usize,
}

impl Tally {
    pub(super) fn of(text: &str) -> Self {
        let mut tally = Self { shortest: usize::MAX, ..Self::default() };
        for token in Tokens::of(text) {
            let length = token.text.chars().count();
            tally.symbols += length;
            tally.tokens += 1;
            tally.has_words |= !token.is_integer();
            tally.has_negatives |= token.is_negative;
            tally.longest = tally.longest.max(length);
            tally.shortest = tally.shortest.min(length);
        }
        tally
    }

    /// The counts of both together.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            symbols: self.symbols + other.symbols,
            tokens: self.tokens + other.tokens,
            has_words: self.has_words | other.has_words,
            has_negatives: self.has_negatives | other.has_negatives,
            longest: self.longest.max(other.longest),
            shortest: self.shortest.min(other.shortest),
        }
    }

    /// How the line is most likely meant. Tokens of one length above 1 are groups of symbols
    /// (`530 070 000`); a row of integers mixes lengths.
    pub(super) fn notation(&self) -> Notation {
        let is_grouped = self.longest == self.shortest && self.longest > 1;
        if self.has_words || (is_grouped && !self.has_negatives) {
            Notation::Symbols
        } else {
            Notation::Integers
        }
    }

    /// Number of items in the notation that is most likely meant.
    pub(super) fn count(&self) -> usize {
        match self.notation() {
            Notation::Symbols => self.symbols,
            Notation::Integers => self.tokens,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(items: impl Iterator<Item = Item>) -> Vec<(Value, usize)> {
        items.map(|item| (item.value, item.place.column)).collect()
    }

    #[test]
    fn separators_part_symbols() {
        let found = values(symbols("| 5 .-a │ ~!|", 1, DigitStyle::Standard));
        let expected = [
            (Value::Digit(5), 3),
            (Value::Empty, 5),
            (Value::Digit(10), 7),
            (Value::Hole, 11),
            (Value::Unknown('!'), 12),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn hex_digits_start_at_zero() {
        let found = values(symbols("0fF.g", 1, DigitStyle::Hex));
        let digits = [Value::Digit(1), Value::Digit(16), Value::Digit(16)];
        assert_eq!(found[..3].iter().map(|pair| pair.0).collect::<Vec<_>>(), digits);
        assert_eq!(found[3].0, Value::Empty);
        assert_eq!(found[4].0, Value::Unknown('g'));
    }

    #[test]
    fn integers_know_their_sign() {
        let found = values(integers("-1\t12,0|-2 . 5-3 --4", 1));
        let expected = [
            (Value::Empty, 1),
            (Value::Digit(12), 4),
            (Value::Empty, 7),
            (Value::Digit(-2), 9),
            (Value::Empty, 12),
            (Value::Digit(5), 14),
            (Value::Digit(3), 16),
            (Value::Digit(4), 20),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_tell_their_notation() {
        for (text, notation, count) in [
            ("530070000", Notation::Symbols, 9),
            ("530 070 000", Notation::Symbols, 9),
            ("5 3 . | . 7 .", Notation::Integers, 6),
            ("10 -1 3", Notation::Integers, 3),
            ("-1 -1", Notation::Integers, 2),
            ("A 1 2", Notation::Symbols, 3),
            ("12 34", Notation::Symbols, 4),
            ("+---+", Notation::Integers, 0),
        ] {
            let tally = Tally::of(text);
            assert_eq!((tally.notation(), tally.count()), (notation, count), "{text}");
        }
    }
}
