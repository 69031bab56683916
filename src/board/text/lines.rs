//! Lines of text from a stream, with bounded memory and without trust.
//!
//! Knows bytes, lines and the limit of one puzzle; nothing of what the lines mean.

use std::io::{BufRead, Read};

use super::error::{Fault, Place, Trouble};

/// The most bytes one puzzle may take, comments and blank lines before it included.
pub(super) const MAX_PUZZLE_BYTES: usize = 64 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads checked lines one by one.
pub(super) struct Lines<R> {
    input: R,
    number: usize,
    used: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, number: 0, used: 0 }
    }

    /// Number of the line read last, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Says that a puzzle is over, so that the next one may be as long again.
    pub(super) fn puzzle_ended(&mut self) {
        self.used = 0;
    }

    /// The next line without its end, kept in `buffer`; `None` at the end of the input.
    pub(super) fn next<'b>(&mut self, buffer: &'b mut Vec<u8>) -> Result<Option<&'b str>, Fault> {
        buffer.clear();
        self.number += 1;
        let left = MAX_PUZZLE_BYTES - self.used;
        let read = (&mut self.input)
            .take(left as u64 + 1)
            .read_until(b'\n', buffer)
            .map_err(|error| self.fault(1, Trouble::Io(error.to_string())))?;
        if read == 0 {
            return Ok(None);
        }
        let start = if self.number == 1 && buffer.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        let too_long = read > left;
        let bytes = &buffer[start..];
        let text = self.checked(bytes, too_long)?;
        if too_long {
            let is_last_cut = text.len() < bytes.len();
            let column = text.chars().count() + usize::from(is_last_cut);
            return Err(self.fault(column, Trouble::TooLong));
        }
        self.used += read;
        let text = text.strip_suffix('\n').unwrap_or(text);
        Ok(Some(text.strip_suffix('\r').unwrap_or(text)))
    }

    /// The bytes as text; `is_cut` forgives a last character that the limit cut in two.
    fn checked<'b>(&self, bytes: &'b [u8], is_cut: bool) -> Result<&'b str, Fault> {
        let (text, rest) = match std::str::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let valid = error.valid_up_to();
                let forgiven = is_cut && error.error_len().is_none();
                let rest = (!forgiven).then_some(bytes[valid]);
                (std::str::from_utf8(&bytes[..valid]).unwrap_or_default(), rest)
            }
        };
        if let Some((column, byte)) = control_character(text) {
            return Err(self.fault(column, Trouble::Noise(byte)));
        }
        match rest {
            Some(byte) => Err(self.fault(text.chars().count() + 1, Trouble::Noise(byte))),
            None => Ok(text),
        }
    }

    fn fault(&self, column: usize, trouble: Trouble) -> Fault {
        Fault { place: Place { line: self.number, column }, trouble }
    }
}

/// Column and first byte of the first control character that no text has.
fn control_character(text: &str) -> Option<(usize, u8)> {
    let is_plain = |byte: u8| (b' '..0x7F).contains(&byte) || matches!(byte, b'\t' | b'\r' | b'\n');
    // A fold without an early end lets the compiler check many bytes at once.
    if text.bytes().fold(true, |plain, byte| plain & is_plain(byte)) {
        return None;
    }
    text.char_indices().enumerate().find_map(|(index, (start, character))| {
        let is_noise = character.is_control() && !matches!(character, '\t' | '\r' | '\n');
        is_noise.then(|| (index + 1, text.as_bytes()[start]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (Vec<String>, Option<Fault>) {
        let mut lines = Lines::new(bytes);
        let mut buffer = Vec::new();
        let mut texts = Vec::new();
        loop {
            match lines.next(&mut buffer) {
                Ok(Some(text)) => texts.push(text.to_owned()),
                Ok(None) => return (texts, None),
                Err(fault) => return (texts, Some(fault)),
            }
        }
    }

    #[test]
    fn line_ends_and_the_byte_order_mark_vanish() {
        let (texts, fault) = read(b"\xEF\xBB\xBFab\r\n\tc \n\nlast");
        assert_eq!(texts, ["ab", "\tc ", "", "last"]);
        assert!(fault.is_none());
    }

    #[test]
    fn noise_is_named_with_its_place() {
        for (bytes, line, column, byte) in [
            (&b"12\n3\x004"[..], 2, 2, 0),
            (b"\xFF\xFE1", 1, 1, 0xFF),
            (b"\xC3\xA9\x1B", 1, 2, 0x1B),
            (b"1\x7F", 1, 2, 0x7F),
            (b"# \xC2\x9B31m", 1, 3, 0xC2),
            (b"1\xC3", 1, 2, 0xC3),
        ] {
            let fault = read(bytes).1.expect("noise");
            assert_eq!(fault.place, Place { line, column }, "{bytes:?}");
            assert!(matches!(fault.trouble, Trouble::Noise(found) if found == byte), "{bytes:?}");
        }
    }

    #[test]
    fn the_limit_is_exact_and_ends_with_each_puzzle() {
        let (texts, fault) = read(&vec![b'1'; MAX_PUZZLE_BYTES]);
        assert_eq!(texts.len(), 1);
        assert!(fault.is_none());
        let fault = read(&vec![b'1'; MAX_PUZZLE_BYTES + 1]).1.expect("too long");
        assert_eq!(fault.place, Place { line: 1, column: MAX_PUZZLE_BYTES + 1 });
        assert!(matches!(fault.trouble, Trouble::TooLong));
        let bytes = b"12\n".repeat(MAX_PUZZLE_BYTES / 3 + 1);
        assert_eq!(read(&bytes).1.expect("too long").place.line, MAX_PUZZLE_BYTES / 3 + 1);
        let mut lines = Lines::new(&bytes[..]);
        let mut buffer = Vec::new();
        while lines.next(&mut buffer).expect("never too long").is_some() {
            lines.puzzle_ended();
        }
    }

    #[test]
    fn a_character_cut_by_the_limit_is_no_noise() {
        let mut bytes = vec![b'1'; MAX_PUZZLE_BYTES];
        bytes.extend("é".as_bytes());
        assert!(matches!(read(&bytes).1.expect("too long").trouble, Trouble::TooLong));
    }
}
