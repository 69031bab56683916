//! Puzzles as text: forms that are detected, hexadecimal digits, and layouts that are asked for.

use std::sync::{Arc, LazyLock};

use sudoga::board::text::{DigitStyle, Form, ReadOptions, Reader, print, print_with_header};
use sudoga::board::{Layout, Puzzle, collection};

use super::{Checked, Target, Verdict, refused, same};

const FILE: &str = "file.txt";

const WORDS: [&str; 34] = [
    "# name: a",
    "# name:",
    "# layout: twodoku",
    "# layout: 4x4",
    "# layout: 49x49",
    "# layout: x",
    "# source: y",
    "---",
    "#",
    ";",
    "~",
    ".",
    "0",
    "-1",
    "1",
    "9",
    "A",
    "P",
    "g",
    "16",
    "25",
    "999",
    "123456789",
    ".........",
    "................",
    "+---+---+",
    "| 1 . | 4 . |",
    "│",
    "é",
    "\u{202e}",
    "\r\n",
    "\t",
    "1..4......2..3..",
    "\u{feff}",
];

pub const DETECTED: Target = Target {
    name: "puzzles",
    samples: detected,
    words: &WORDS,
    check: |bytes| check(bytes, &PLAIN),
};
pub const HEX: Target = Target {
    name: "puzzles-hex",
    samples: hex,
    words: &WORDS,
    check: |bytes| check(bytes, &AS_HEX),
};
pub const TWODOKU: Target = Target {
    name: "puzzles-twodoku",
    samples: twodoku,
    words: &WORDS,
    check: |bytes| check(bytes, &AS_TWODOKU),
};
pub const OWN: Target = Target {
    name: "puzzles-own",
    samples: own,
    words: &WORDS,
    check: |bytes| check(bytes, &AS_OWN),
};

static PLAIN: LazyLock<ReadOptions> = LazyLock::new(ReadOptions::default);
static AS_HEX: LazyLock<ReadOptions> =
    LazyLock::new(|| ReadOptions { layout: Layout::named("16x16"), digits: DigitStyle::Hex });
static AS_TWODOKU: LazyLock<ReadOptions> =
    LazyLock::new(|| ReadOptions { layout: Layout::named("twodoku"), ..ReadOptions::default() });
static AS_OWN: LazyLock<ReadOptions> = LazyLock::new(|| {
    let layout = Layout::new("pair", 2, &[(0, 0), (1, 1)]).expect("an overlay");
    ReadOptions { layout: Some(Arc::new(layout)), ..ReadOptions::default() }
});

fn check(bytes: &[u8], options: &ReadOptions) -> Checked {
    let mut verdict = None;
    for found in Reader::new(bytes, FILE, options.clone()) {
        match found {
            Ok(puzzle) => {
                reads_back(&puzzle, options)?;
                verdict = Some(Verdict::Accepted);
            }
            Err(error) => {
                let message = error.to_string();
                refused(&message, FILE, !message.starts_with("file.txt: no puzzle found"))?;
                if !message.contains("expected") || !message.contains(';') {
                    return Err(format!("an error without a cure: {message}"));
                }
                verdict = verdict.or(Some(Verdict::Refused));
            }
        }
    }
    verdict.ok_or_else(|| "neither a puzzle nor an error".to_owned())
}

/// Whatever is printed reads back as the same puzzle under the same name.
fn reads_back(puzzle: &Puzzle, options: &ReadOptions) -> Result<(), String> {
    for form in [Form::Line, Form::Grid, Form::Int] {
        let text = print_with_header(puzzle, &[], form);
        // Hexadecimal digits are a way to write; what is printed has standard ones.
        let options = ReadOptions { layout: options.layout.clone(), ..ReadOptions::default() };
        let again: Vec<_> = Reader::new(text.as_bytes(), "again.txt", options).collect();
        let [Ok(again)] = again.as_slice() else {
            return Err(format!("{form:?}: printed and not read back: {again:?}"));
        };
        same("givens", &again.givens(), &puzzle.givens())?;
        same("layout", again.layout(), puzzle.layout())?;
        same("name", &again.name(), &puzzle.name())?;
    }
    Ok(())
}

/// A puzzle of a layout with some givens that do not clash.
fn puzzle(layout: &Arc<Layout>) -> Puzzle {
    let mut givens = vec![0; layout.cell_count()];
    for cell in (0..givens.len()).step_by(3) {
        let digit = 1 + (cell * 7 % layout.side()) as u8;
        if layout.peers(cell).iter().all(|&peer| givens[peer as usize] != digit) {
            givens[cell] = digit;
        }
    }
    Puzzle::new("sample", Arc::clone(layout), givens).expect("no clash")
}

/// A puzzle in every form, with and without its header.
fn printed(puzzle: &Puzzle) -> impl Iterator<Item = Vec<u8>> {
    [Form::Line, Form::Grid, Form::Int].into_iter().flat_map(|form| {
        let bare = print(puzzle.layout(), puzzle.givens(), form);
        [bare, print_with_header(puzzle, &[], form)].map(String::into_bytes)
    })
}

fn detected() -> Vec<Vec<u8>> {
    let mut samples = super::bytes(&[
        "1..4......2..3..\n2..4......3..1..\n",
        "1, 0, 0, 4\n0, 0, 0, 0\n0, 0, 2, 0\n0, 3, 0, 0\n",
        "2\r\n1\r\n1 -1 -1 4\t\r\n-1 -1 -1 -1\r\n-1 -1 2 -1\r\n-1 3 -1 -1\r\n",
        "# name: first\n# source: y\n1..4\n....\n..2.\n.3..\n# name: second\n2..4\n....\n..3.\n.1..\n---\n1..4......2..3..\n",
    ]);
    for name in ["4x4", "9x9", "16x16", "25x25", "twodoku", "samurai"] {
        samples.extend(printed(&puzzle(&Layout::named(name).expect("built in"))));
    }
    for address in ["9x9/ai-escargot", "16x16/hard", "twodoku/hard-1"] {
        samples.extend(printed(&collection::find(address).expect("an address")[0]));
    }
    samples.push(
        print(&Layout::named("36x36").expect("built in"), &[0; 1296], Form::Int).into_bytes(),
    );
    samples
}

fn hex() -> Vec<Vec<u8>> {
    let layout = Layout::named("16x16").expect("built in");
    let symbol = |&digit: &u8| match digit {
        0 => '.',
        digit => char::from_digit(u32::from(digit) - 1, 16).expect("at most sixteen"),
    };
    let line: String = puzzle(&layout).givens().iter().map(symbol).collect();
    let rows: Vec<&str> = (0..16).map(|row| &line[row * 16..][..16]).collect();
    vec![
        line.clone().into_bytes(),
        rows.join("\n").into_bytes(),
        format!("# name: x\n{line}\n").into(),
    ]
}

fn twodoku() -> Vec<Vec<u8>> {
    let grid = format!("1.3456789\n{}", ".........\n".repeat(8));
    let mut samples = vec![grid.repeat(2).into_bytes(), ".".repeat(153).into_bytes()];
    samples.extend(printed(&puzzle(&Layout::named("twodoku").expect("built in"))));
    samples
}

fn own() -> Vec<Vec<u8>> {
    let layout = AS_OWN.layout.as_ref().expect("an overlay");
    printed(&puzzle(layout)).collect()
}
