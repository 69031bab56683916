//! How fast puzzles are read: puzzles a second and megabytes a second of CPU time.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod timing;

use sudoga::board::Layout;
use sudoga::board::text::{Form, ReadOptions, Reader, print};
use sudoga::rng::Rng;
use timing::fastest;

const REPETITIONS: usize = 7;

/// Random givens of a shifted pattern, or of whatever fits in an overlay; about one cell in three.
fn givens(layout: &Layout, rng: &mut Rng) -> Vec<u8> {
    let mut digits = vec![0; layout.cell_count()];
    for cell in 0..digits.len() {
        let digit = 1 + rng.below(layout.side() as u32) as u8;
        let is_free = layout.peers(cell).iter().all(|&peer| digits[peer as usize] != digit);
        if is_free && rng.below(5) < 2 {
            digits[cell] = digit;
        }
    }
    digits
}

/// `count` puzzles as text; a few hundred different ones, again and again.
fn text(
    name: &str,
    count: usize,
    separator: &str,
    form: impl Fn(&Layout, &[u8]) -> String,
) -> String {
    let layout = Layout::named(name).expect("a built-in layout");
    let mut rng = Rng::from_seed(1);
    let puzzles: Vec<String> =
        (0..200).map(|_| form(&layout, &givens(&layout, &mut rng))).collect();
    puzzles.iter().cycle().take(count).map(|puzzle| format!("{puzzle}{separator}")).collect()
}

/// Order, flag and integers with -1 for empty, tabs and carriage returns.
fn instance(layout: &Layout, digits: &[u8]) -> String {
    let rows = digits.chunks(layout.side()).map(|row| {
        let cell = |&digit: &u8| if digit == 0 { "-1\t".to_owned() } else { format!("{digit}\t") };
        row.iter().map(cell).collect::<String>() + "\r\n"
    });
    format!("{}\r\n1\r\n{}", layout.box_side(), rows.collect::<String>())
}

fn measure(what: &str, text: &str, count: usize) {
    let mut read = || {
        let reader = Reader::new(text.as_bytes(), "bench", ReadOptions::default());
        assert_eq!(reader.filter(Result::is_ok).count(), count, "{what}");
    };
    let seconds = fastest(REPETITIONS, &mut [Box::new(&mut read)])[0];
    let (puzzles, megabytes) = (count as f64 / seconds, text.len() as f64 / 1e6 / seconds);
    println!("{what:<28} {puzzles:>12.0} puzzles/s {megabytes:>8.1} MB/s");
}

fn main() {
    let line = |layout: &Layout, digits: &[u8]| print(layout, digits, Form::Line);
    let grid = |layout: &Layout, digits: &[u8]| print(layout, digits, Form::Grid);
    let int = |layout: &Layout, digits: &[u8]| print(layout, digits, Form::Int);
    measure("9x9 lines", &text("9x9", 100_000, "", line), 100_000);
    measure("9x9 framed grids", &text("9x9", 20_000, "---\n", grid), 20_000);
    measure("16x16 order and integers", &text("16x16", 10_000, "---\n", instance), 10_000);
    measure("twodoku grids", &text("twodoku", 10_000, "---\n", int), 10_000);
    measure("samurai canvas", &text("samurai", 5_000, "---\n", grid), 5_000);
}
