//! Bad puzzle files on the program itself: each has its message, exit code 2 and no panic, and
//! memory stays small whatever comes.

mod support;

use std::fs::File;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Stdio};

use support::{Folder, MODERATE, process, run, told};

/// A Twodoku in two grids whose copies of the shared box hold 1 and 2 in their first cells.
fn disagreeing() -> String {
    let mut rows = vec![".........".to_owned(); 18];
    rows[6].replace_range(6..7, "1");
    rows[9].replace_range(0..1, "2");
    rows.join("\n")
}

/// The program with an input that the test writes as it runs.
fn fed(words: &str) -> (Child, ChildStdin) {
    let mut child = process(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let input = child.stdin.take().expect("a pipe");
    (child, input)
}

#[test]
fn each_fault_has_its_message() {
    let symbols = |changes: &[(usize, &str)]| {
        let mut line = MODERATE.to_owned();
        for &(place, symbol) in changes {
            line.replace_range(place..=place, symbol);
        }
        line
    };
    let rows = MODERATE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned());
    let rows: Vec<String> = rows.collect();
    for (what, text, expected) in [
        ("too short", MODERATE[..80].to_owned(), "bad.txt:1:81: found 80 symbols"),
        ("too long", format!("{MODERATE}1"), "bad.txt:1:83: found 82 symbols"),
        ("unknown character", symbols(&[(4, "x")]), "bad.txt:1:5: found 'x'"),
        ("digit out of range", symbols(&[(4, "A")]), "bad.txt:1:5: found"),
        ("integer out of range", vec!["12"; 81].join(" "), "bad.txt:1:1: found integer 12"),
        ("a row too few", rows[..8].join("\n"), "found 8 rows of 9 symbols"),
        ("a short row", rows.join("\n").replace("000000000", "00000000"), "bad.txt:5:9: found 8"),
        ("a clash in a row", symbols(&[(0, "1")]), "1 twice in row 1"),
        ("a clash in a column", symbols(&[(0, "4")]), "4 twice in column 1"),
        ("a clash in a box", symbols(&[(9, "1")]), "1 twice in box 1"),
        ("copies that disagree", disagreeing(), "in one copy of a shared cell"),
        ("nothing", String::new(), "bad.txt: no puzzle found"),
        ("a control character", "12\u{1}".to_owned(), "bad.txt:1:3: found byte 0x01"),
        ("an unknown layout", "# layout: 9x8\n1".to_owned(), "unknown layout"),
        ("too much for one puzzle", "12\n".repeat(30_000), "at most 64 KB"),
    ] {
        let folder = Folder::new("fault");
        let path = folder.write("bad.txt", &text);
        let (code, out, err) = run(&format!("solve -q {path}"), "");
        assert_eq!((code, out.as_str()), (2, ""), "{what}: {err}");
        assert!(err.starts_with("error: ") && err.contains(expected), "{what}: {err}");
        assert!(err.contains("expected") && err.contains("; "), "{what} has no cure: {err}");
    }
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let folder = Folder::new("noise");
    let path = folder.0.join("noise.txt");
    std::fs::write(&path, [b'1', 0xAD, 0x00]).expect("a file");
    let (code, _, err) = run(&format!("solve -q {}", path.display()), "");
    assert_eq!(code, 2);
    assert!(err.contains("noise.txt:1:2: found byte 0xAD"), "{err}");
}

#[test]
fn a_sparse_file_of_two_gigabytes_is_refused_at_once() {
    let folder = Folder::new("sparse");
    let path = folder.0.join("sparse.txt");
    File::create(&path).and_then(|file| file.set_len(2 << 30)).expect("a sparse file");
    let (code, _, err) = run(&format!("solve -q {}", path.display()), "");
    assert_eq!(code, 2);
    assert!(err.contains("sparse.txt:1:1: found byte 0x00"), "{err}");
}

/// Good puzzles without end must be solved in constant memory: this is more than any limit of
/// the reader would let through if it held on to what it has read.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_small_on_a_long_stream() {
    let (child, mut input) = fed("solve - -q --format line");
    let block = format!("{MODERATE}\n").repeat(1000);
    for _ in 0..300 {
        input.write_all(block.as_bytes()).expect("it reads");
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it lives");
    let peak = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    let kilobytes: u64 = peak.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("kB");
    assert!(kilobytes < 50 << 10, "{peak}");
    drop(input);
    let (code, _, err) = told(&child.wait_with_output().expect("an end"));
    assert_eq!((code, err.as_str()), (0, ""));
}

/// An input that never ends nor makes a puzzle is refused while it is still coming.
#[test]
fn an_endless_input_is_refused() {
    let (child, mut input) = fed("solve - -q");
    let refused = loop {
        if let Err(error) = input.write_all(&[b'1'; 4096]) {
            break error;
        }
    };
    assert_eq!(refused.kind(), io::ErrorKind::BrokenPipe);
    let (code, _, err) = told(&child.wait_with_output().expect("an end"));
    assert_eq!(code, 2);
    assert!(err.contains("stdin:1:65537: found a puzzle of more than 65536 bytes"), "{err}");
}
