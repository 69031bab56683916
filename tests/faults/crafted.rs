//! Kinds of damage to the files of a folder.

use std::fs;
use std::path::Path;

use sudoga::rng::Rng;

use crate::campaign::Case;
use crate::support::sealed;

/// The journal.
pub const JOURNAL: &str = "journal.jsonl";
/// The manifest.
pub const MANIFEST: &str = "manifest.json";

/// What can be done to the bytes of a file; the second bytes are the journal of another plan.
type Harm = fn(&mut Rng, &[u8], &[u8]) -> Vec<u8>;

const TO_JOURNALS: [(&str, Harm); 22] = [
    ("a flipped bit", |rng, bytes, _| flip(rng, bytes).0),
    ("cut", |rng, bytes, _| bytes[..rng.index(bytes.len())].to_vec()),
    ("cut in the header", |rng, bytes, _| bytes[..rng.index(60)].to_vec()),
    ("cut, and zeros", |rng, bytes, _| [&bytes[..rng.index(bytes.len())], &[0; 4096]].concat()),
    ("zeros appended", |_, bytes, _| [bytes, &[0; 5000]].concat()),
    ("zeros inside", |rng, bytes, _| {
        let at = rng.index(bytes.len() - 512);
        [&bytes[..at], &[0; 512], &bytes[at + 512..]].concat()
    }),
    ("a block twice", |rng, bytes, _| {
        let at = rng.index(bytes.len() - 512);
        [&bytes[..at + 512], &bytes[at..]].concat()
    }),
    ("a block lost", |rng, bytes, _| {
        let at = rng.index(bytes.len() - 512);
        [&bytes[..at], &bytes[at + 512..]].concat()
    }),
    ("a line doubled", |rng, bytes, _| {
        let mut lines = lines(bytes);
        let at = 1 + rng.index(lines.len() - 1);
        lines.insert(1 + rng.index(lines.len() - 1), lines[at]);
        lines.concat()
    }),
    ("two lines exchanged", |rng, bytes, _| {
        let mut lines = lines(bytes);
        let length = lines.len();
        lines.swap(1 + rng.index(length - 1), 1 + rng.index(length - 1));
        lines.concat()
    }),
    ("lines of another plan", |rng, bytes, foreign| {
        let (mut lines, foreign) = (lines(bytes), lines(foreign));
        for _ in 0..3 {
            let at = 1 + rng.index(lines.len());
            lines.insert(at.min(lines.len()), foreign[1 + rng.index(foreign.len() - 1)]);
        }
        lines.concat()
    }),
    ("the header of another plan", |_, bytes, foreign| {
        let mut lines = lines(bytes);
        lines[0] = self::lines(foreign)[0];
        lines.concat()
    }),
    ("another result under an id", |rng, bytes, _| renamed(rng, bytes, false)),
    ("another result under an id, with its sum", |rng, bytes, _| renamed(rng, bytes, true)),
    ("a digit changed", |rng, bytes, _| {
        let mut bytes = bytes.to_vec();
        let digits: Vec<usize> =
            (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
        let at = digits[rng.index(digits.len())];
        bytes[at] = b'0' + (bytes[at] - b'0' + 1 + rng.below(9) as u8) % 10;
        bytes
    }),
    ("CRLF", |_, bytes, _| String::from_utf8_lossy(bytes).replace('\n', "\r\n").into_bytes()),
    ("emptied", |_, _, _| Vec::new()),
    ("words at the end", |_, bytes, _| [bytes, b"the end"].concat()),
    ("a line of words", |rng, bytes, _| {
        let mut lines = lines(bytes);
        lines.insert(1 + rng.index(lines.len() - 1), b"dear diary\n");
        lines.concat()
    }),
    ("no header", |_, bytes, _| without_lines(bytes, &[1])),
    ("two headers", |_, bytes, _| {
        let mut lines = lines(bytes);
        lines.insert(1, lines[0]);
        lines.concat()
    }),
    ("a byte order mark", |_, bytes, _| ["\u{feff}".as_bytes(), bytes].concat()),
];

const TO_MANIFESTS: [(&str, Harm); 5] = [
    ("a flipped bit", |rng, bytes, _| flip(rng, bytes).0),
    ("cut", |rng, bytes, _| bytes[..rng.index(bytes.len() - 2)].to_vec()),
    ("emptied", |_, _, _| Vec::new()),
    ("zeros", |_, bytes, _| vec![0; bytes.len()]),
    ("another seed", |_, bytes, _| {
        let text = String::from_utf8_lossy(bytes);
        text.replacen("\"seed\": ", "\"seed\": 1", 1).into_bytes()
    }),
];

/// Damages a file of a folder; tells which, and how.
pub fn damage(case: &mut Case, out: &Path, foreign: &[u8]) -> (&'static str, &'static str) {
    let kinds = TO_JOURNALS.len() + TO_MANIFESTS.len() + 2;
    let kind = case.rng.index(kinds);
    let (name, what, harm) = match kind.checked_sub(TO_JOURNALS.len()) {
        None => (JOURNAL, TO_JOURNALS[kind].0, Some(TO_JOURNALS[kind].1)),
        Some(kind) if kind < TO_MANIFESTS.len() => {
            (MANIFEST, TO_MANIFESTS[kind].0, Some(TO_MANIFESTS[kind].1))
        }
        Some(kind) => ([JOURNAL, MANIFEST][kind - TO_MANIFESTS.len()], "removed", None),
    };
    let path = out.join(name);
    match harm {
        Some(harm) => {
            let bytes = fs::read(&path).expect("a file");
            fs::write(&path, harm(&mut case.rng, &bytes, foreign)).expect("a file");
        }
        None => fs::remove_file(&path).expect("a file"),
    }
    (name, what)
}

/// One bit flipped, and where.
pub fn flip(rng: &mut Rng, bytes: &[u8]) -> (Vec<u8>, String) {
    let (at, bit) = (rng.index(bytes.len()), rng.below(8));
    let mut damaged = bytes.to_vec();
    damaged[at] ^= 1 << bit;
    (damaged, format!("bit {bit} of byte {at}"))
}

/// Bytes without some of their lines, counted from 1.
pub fn without_lines(bytes: &[u8], numbers: &[usize]) -> Vec<u8> {
    let kept = lines(bytes).into_iter().enumerate();
    let kept = kept.filter(|(index, _)| !numbers.contains(&(index + 1)));
    kept.flat_map(|(_, line)| line.to_vec()).collect()
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').collect()
}

/// A line that gets the id of another one.
fn renamed(rng: &mut Rng, bytes: &[u8], is_sealed: bool) -> Vec<u8> {
    const ID: std::ops::Range<usize> = 11..27;
    let mut lines: Vec<Vec<u8>> = lines(bytes).into_iter().map(<[u8]>::to_vec).collect();
    let (one, other) = (1 + rng.index(lines.len() - 1), 1 + rng.index(lines.len() - 1));
    let id = lines[other][ID].to_vec();
    lines[one][ID].copy_from_slice(&id);
    if is_sealed {
        lines[one] = sealed(&String::from_utf8_lossy(&lines[one])).into_bytes();
    }
    lines.concat()
}
