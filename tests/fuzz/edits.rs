//! How an input comes from a valid thing: what is edited, drawn by proptest, which can then take
//! edits back one by one.

use std::ops::Range;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// Numbers at the ends of what programs hold.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1e308",
    "-0.0",
    "nan",
    "inf",
    "255",
    "256",
    "65536",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "1000000000000000000000",
    "0.1e-320",
];

/// One change of a text.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Bits of a byte turned round.
    Flip(Index, u8),
    /// A byte put in.
    Insert(Index, u8),
    /// Some bytes taken out.
    Cut(Index, usize),
    /// A line taken out.
    DropLine(Index),
    /// A line so many times more.
    RepeatLine(Index, usize),
    /// Two lines in each other's place.
    SwapLines(Index, Index),
    /// Two words, numbers or signs in each other's place.
    SwapTokens(Index, Index),
    /// A word, number or sign replaced by a number.
    Number(Index, Index),
    /// A word of the target's language put in the place of a token, or before it.
    Word(Index, Index, bool),
    /// A piece of another valid thing put in.
    Splice(Index, Index, Index, usize),
}

/// Inputs of a target that has such samples and such words.
pub fn inputs(samples: Vec<Vec<u8>>, words: &'static [&'static str]) -> BoxedStrategy<Vec<u8>> {
    let count = samples.len();
    let edited = (0..count, vec(edit(), 0..6)).prop_map(move |(place, edits)| {
        let mut bytes = samples[place].clone();
        for edit in &edits {
            edit.apply(&mut bytes, &samples, words);
        }
        bytes
    });
    let glue = prop_oneof![Just(""), Just(" "), Just("\n"), Just(","), Just("="), Just(".")];
    let sentence = vec((proptest::sample::select(words), glue), 0..40);
    let spoken = sentence.prop_map(|parts| {
        parts.iter().flat_map(|(word, glue)| [*word, *glue]).collect::<String>().into_bytes()
    });
    prop_oneof![
        12 => edited,
        2 => spoken,
        1 => vec(any::<u8>(), 0..300),
    ]
    .boxed()
}

fn edit() -> impl Strategy<Value = Edit> {
    let place = any::<Index>;
    prop_oneof![
        (place(), any::<u8>()).prop_map(|(at, mask)| Edit::Flip(at, mask)),
        (place(), any::<u8>()).prop_map(|(at, byte)| Edit::Insert(at, byte)),
        (place(), 1_usize..40).prop_map(|(at, length)| Edit::Cut(at, length)),
        place().prop_map(Edit::DropLine),
        (place(), 1_usize..20).prop_map(|(at, times)| Edit::RepeatLine(at, times)),
        (place(), place()).prop_map(|(one, other)| Edit::SwapLines(one, other)),
        (place(), place()).prop_map(|(one, other)| Edit::SwapTokens(one, other)),
        (place(), place()).prop_map(|(at, number)| Edit::Number(at, number)),
        (place(), place(), any::<bool>()).prop_map(|(at, word, over)| Edit::Word(at, word, over)),
        (place(), place(), place(), 1_usize..60)
            .prop_map(|(at, other, from, length)| Edit::Splice(at, other, from, length)),
    ]
}

impl Edit {
    /// Does the change; on nothing there is nothing to change.
    fn apply(&self, bytes: &mut Vec<u8>, samples: &[Vec<u8>], words: &[&str]) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Self::Flip(at, mask) => {
                let at = at.index(bytes.len());
                bytes[at] ^= mask;
            }
            Self::Insert(at, byte) => bytes.insert(at.index(bytes.len()), *byte),
            Self::Cut(at, length) => {
                let at = at.index(bytes.len());
                bytes.drain(at..(at + length).min(bytes.len()));
            }
            Self::DropLine(at) => drop(bytes.drain(pick(&lines(bytes), at))),
            Self::RepeatLine(at, times) => {
                let line = pick(&lines(bytes), at);
                let more = bytes[line.clone()].repeat(*times);
                bytes.splice(line.start..line.start, more);
            }
            Self::SwapLines(one, other) => swap(bytes, &lines(bytes), one, other),
            Self::SwapTokens(one, other) => swap(bytes, &tokens(bytes), one, other),
            Self::Number(at, number) => {
                let token = pick(&tokens(bytes), at);
                let number = NUMBERS[number.index(NUMBERS.len())];
                bytes.splice(token, number.bytes());
            }
            Self::Word(at, word, is_over) => {
                let token = pick(&tokens(bytes), at);
                let end = if *is_over { token.end } else { token.start };
                bytes.splice(token.start..end, words[word.index(words.len())].bytes());
            }
            Self::Splice(at, other, from, length) => {
                let other = &samples[other.index(samples.len())];
                let from = from.index(other.len());
                let piece = &other[from..(from + length).min(other.len())];
                let at = at.index(bytes.len());
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
}

fn pick(parts: &[Range<usize>], at: &Index) -> Range<usize> {
    parts[at.index(parts.len())].clone()
}

fn swap(bytes: &mut Vec<u8>, parts: &[Range<usize>], one: &Index, other: &Index) {
    let (one, other) = (pick(parts, one), pick(parts, other));
    let (first, second) = if one.start <= other.start { (one, other) } else { (other, one) };
    if first.end > second.start {
        return;
    }
    let swapped =
        [&bytes[second.clone()], &bytes[first.end..second.start], &bytes[first.clone()]].concat();
    bytes.splice(first.start..second.end, swapped);
}

/// Lines with their ends; at least one.
fn lines(bytes: &[u8]) -> Vec<Range<usize>> {
    parts(bytes, |before, _| before != b'\n')
}

/// Words and numbers, and every other byte by itself; at least one.
fn tokens(bytes: &[u8]) -> Vec<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    parts(bytes, |before, byte| is_word(before) && is_word(byte))
}

/// The bytes in parts; `belongs` tells whether a byte belongs to the part of the one before it.
fn parts(bytes: &[u8], belongs: impl Fn(u8, u8) -> bool) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut found = Vec::new();
    for place in 1..bytes.len() {
        if !belongs(bytes[place - 1], bytes[place]) {
            found.push(start..place);
            start = place;
        }
    }
    found.push(start..bytes.len());
    found
}
