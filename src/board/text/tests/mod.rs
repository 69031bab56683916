//! What the reader promises, seen from outside: forms, names, messages, limits.

mod forms;
mod hostile;
mod messages;

use super::*;

/// Everything that reading `text` gives.
fn read_with(text: &str, options: ReadOptions) -> Vec<Result<Puzzle, ReadError>> {
    Reader::new(text.as_bytes(), "file.txt", options).collect()
}

fn read(text: &str) -> Vec<Result<Puzzle, ReadError>> {
    read_with(text, ReadOptions::default())
}

/// The only puzzle of `text`.
fn single(text: &str) -> Puzzle {
    let mut found = read(text);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0).expect("a good puzzle")
}

fn asking_for(name: &str) -> ReadOptions {
    ReadOptions { layout: Layout::named(name), ..ReadOptions::default() }
}

/// What each puzzle is called and laid out as, or the message of the error.
fn outline(text: &str) -> Vec<String> {
    read(text)
        .into_iter()
        .map(|found| match found {
            Ok(puzzle) => {
                format!("{} {} {}", puzzle.name(), puzzle.layout().name(), puzzle.given_count())
            }
            Err(error) => error.to_string(),
        })
        .collect()
}

/// A 9x9 line with the givens `(cell, symbol)`.
fn nine_line(givens: &[(usize, char)]) -> String {
    let mut symbols = vec!['.'; 81];
    for &(cell, symbol) in givens {
        symbols[cell] = symbol;
    }
    symbols.into_iter().collect()
}

/// `count` rows of `width` empty cells.
fn empty_rows(count: usize, width: usize) -> String {
    format!("{}\n", ".".repeat(width)).repeat(count)
}
