//! Input that is endless, broken, random or edited.

use std::io::{self, BufReader, Read};

use proptest::prelude::*;

use super::*;

/// Counts what is read from it.
struct Counted<R> {
    inner: R,
    bytes: std::rc::Rc<std::cell::Cell<usize>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes.set(self.bytes.get() + read);
        Ok(read)
    }
}

/// The same bytes again and again.
struct Cycle(&'static [u8], usize);

impl Read for Cycle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = self.0[self.1 % self.0.len()];
            self.1 += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
fn endless_input_ends_at_the_limit() {
    let endless: [(&'static [u8], &str); 8] = [
        (b"1", "file:1:65537: found a puzzle of more than 65536 bytes"),
        (b"1\n", "file:32769:1: found a puzzle of more than 65536 bytes"),
        (b"\0", "file:1:1: found byte 0x00"),
        (b"\n", "file:65537:1: found a puzzle"),
        (b"# a comment\n", "file:5462:5: found a puzzle"),
        (b"---\n", "file:16385:1: found a puzzle"),
        (b"123456789\n", "file:6554:7: found a puzzle"),
        ("é".as_bytes(), "file:1:32769: found a puzzle"),
    ];
    for (bytes, expected) in endless {
        let read = std::rc::Rc::default();
        let input = Counted { inner: Cycle(bytes, 0), bytes: std::rc::Rc::clone(&read) };
        let buffered = BufReader::with_capacity(8192, input);
        let found: Vec<_> = Reader::new(buffered, "file", ReadOptions::default()).collect();
        assert_eq!(found.len(), 1, "{bytes:?}");
        let message = found[0].as_ref().expect_err("endless").to_string();
        assert!(message.starts_with(expected), "{message}");
        assert!(read.get() <= lines::MAX_PUZZLE_BYTES + 8192, "{bytes:?} {}", read.get());
    }
}

#[test]
fn endless_puzzles_stream() {
    let line = nine_line(&[(0, '1')]) + "\n";
    let input = BufReader::new(Cycle(Box::leak(line.into_boxed_str()).as_bytes(), 0));
    let puzzles = Reader::new(input, "file", ReadOptions::default());
    assert!(puzzles.take(5000).all(|found| found.is_ok()));
}

/// Fails after its bytes.
struct Broken<'b>(&'b [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Err(io::Error::other("the disk is gone"));
        }
        self.0.read(buffer)
    }
}

#[test]
fn an_error_of_the_source_is_the_last_item() {
    let line = nine_line(&[]) + "\n";
    let input = BufReader::new(Broken(line.as_bytes()));
    let found: Vec<_> = Reader::new(input, "file", ReadOptions::default()).collect();
    assert_eq!(found.len(), 2);
    assert!(found[0].is_ok());
    assert_eq!(
        found[1].as_ref().expect_err("broken").to_string(),
        "file:2:1: reading failed: the disk is gone; see that the source can be read to its end"
    );
}

fn option_sets() -> Vec<ReadOptions> {
    let pair = Layout::new("pair", 2, &[(0, 0), (1, 1)]).expect("an overlay");
    vec![
        ReadOptions::default(),
        ReadOptions { digits: DigitStyle::Hex, ..ReadOptions::default() },
        asking_for("4x4"),
        asking_for("twodoku"),
        ReadOptions { layout: Some(Arc::new(pair)), digits: DigitStyle::Hex },
    ]
}

fn exhaust(bytes: &[u8]) {
    for options in option_sets() {
        let found: Vec<_> = Reader::new(bytes, "file", options).collect();
        assert!(!found.is_empty(), "an empty source is an error too");
        for error in found.into_iter().filter_map(Result::err) {
            assert!(error.to_string().starts_with("file"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        exhaust(&bytes);
    }

    #[test]
    fn random_puzzle_characters_never_panic(
        text in "([0-9.]{1,20}|[-+|=~#;, \n]{1,3}|---\n|# layout: (4x4|samurai|x)\n|# name: a\n|[A-Pa-p~*_]{1,5}|-?[0-9]{1,2} |é){0,80}"
    ) {
        exhaust(text.as_bytes());
    }

    #[test]
    fn edited_files_never_panic(
        which in 0usize..6,
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0u8..3, any::<u8>()), 1..6)
    ) {
        let mut bytes = sample(which).into_bytes();
        for (place, kind, byte) in edits {
            let place = place.index(bytes.len());
            match kind {
                0 => { bytes.remove(place); }
                1 => bytes.insert(place, byte),
                _ => bytes[place] = byte,
            }
        }
        exhaust(&bytes);
    }
}

fn sample(which: usize) -> String {
    let name = ["4x4", "9x9", "16x16", "25x25", "twodoku", "samurai"][which];
    let layout = Layout::named(name).expect("built in");
    let puzzle = Puzzle::new(name, Arc::clone(&layout), vec![0; layout.cell_count()]);
    let puzzle = puzzle.expect("an empty puzzle");
    [Form::Line, Form::Grid, Form::Int].map(|form| print_with_header(&puzzle, &[], form)).concat()
}
