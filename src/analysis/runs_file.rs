//! A `runs.csv`, ours or somebody else's, as a dataset.
//!
//! What a comparison would stumble over is refused here, with the line and the field. Must not
//! know what a folder of results is.

mod columns;
mod foreign;
mod row;
#[cfg(test)]
mod tests;

pub use columns::KNOWN as RUN_COLUMNS;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use csv::{ReaderBuilder, StringRecord};

use super::dataset::{Dataset, PuzzleFacts};
use crate::board::{Layout, whole};
use columns::Columns;
use foreign::{open_quote, shown};
use row::{Row, has_effort};

/// The sign with which some programs begin a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The most bytes of a file of runs; a run takes some 150.
const MOST_BYTES: u64 = 1 << 30;

/// Why a file of runs cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunsFileError {
    /// The system does not let us.
    #[error("{file}: {error}; expected a CSV file with a row a run")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// A line of it is wrong.
    #[error("{file}:{line}: {what}")]
    Wrong {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u64,
        /// What was found, what was expected, and the cure.
        what: String,
    },
}

/// Reads the runs of a file.
pub fn read_runs(path: &Path) -> Result<Dataset, RunsFileError> {
    let label = path.display().to_string();
    match File::open(path) {
        Ok(file) => parse_runs(&label, file),
        Err(error) => Err(RunsFileError::Unreadable { file: label, error }),
    }
}

/// Reads runs from anywhere; `label` is what errors call it.
pub fn parse_runs(label: &str, reader: impl Read) -> Result<Dataset, RunsFileError> {
    let unreadable = |error| RunsFileError::Unreadable { file: label.to_owned(), error };
    let bytes = whole::read_from(reader, MOST_BYTES).map_err(unreadable)?;
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
    let wrong = |(line, what)| RunsFileError::Wrong { file: label.to_owned(), line, what };
    parse(text).map_err(wrong)
}

/// A line and what is wrong with it.
type Wrong = (u64, String);

fn parse(text: &[u8]) -> Result<Dataset, Wrong> {
    if let Err(error) = str::from_utf8(text) {
        let what = "found bytes that are no UTF-8, expected text; save the file as CSV in UTF-8";
        return Err((Lines::default().at(text, error.valid_up_to()), what.to_owned()));
    }
    let mut rows = Rows::new(text);
    let Some((line, header)) = rows.next()? else {
        let what = format!("found an empty file, expected {}", columns::NEEDED);
        return Err((1, what));
    };
    let columns = Columns::new(&header).map_err(|what| (line, what))?;
    let mut runs = Runs::default();
    while let Some((line, record)) = rows.next()? {
        runs.add(line, &Row::new(&columns, &record).map_err(|what| (line, what))?)?;
    }
    if runs.lines.is_empty() {
        let what = "found the names of the columns and no run, expected a row a run below them";
        return Err((line, what.to_owned()));
    }
    runs.refuse_without_effort(&columns)?;
    Ok(runs.dataset)
}

/// The records of a text with the lines on which they begin.
struct Rows<'t> {
    text: &'t [u8],
    reader: csv::Reader<&'t [u8]>,
    lines: Lines,
}

impl<'t> Rows<'t> {
    fn new(text: &'t [u8]) -> Self {
        let reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
        Self { text, reader, lines: Lines::default() }
    }

    /// The next record that is no blank line.
    fn next(&mut self) -> Result<Option<(u64, StringRecord)>, Wrong> {
        let mut record = StringRecord::new();
        loop {
            let begin = self.reader.position().byte() as usize;
            let read = self.reader.read_record(&mut record);
            self.refuse_open_quote(begin)?;
            match read {
                Ok(false) => return Ok(None),
                Ok(true) if record.len() == 1 && record[0].trim().is_empty() => {}
                Ok(true) => return Ok(Some((self.lines.at(self.text, begin), record))),
                Err(error) => return Err((self.lines.at(self.text, begin), error.to_string())),
            }
        }
    }

    /// Refuses a last record, which begins there, that ends inside a quote.
    fn refuse_open_quote(&mut self, begin: usize) -> Result<(), Wrong> {
        let is_last = self.reader.position().byte() as usize >= self.text.len();
        let rest = self.text.get(begin..).filter(|_| is_last).unwrap_or_default();
        let Some(place) = open_quote(rest) else { return Ok(()) };
        let line = self.lines.at(self.text, begin + place);
        let what = format!(
            "found a quote that begins on line {line} and is not closed before the file ends, \
             expected a second one behind the field; close it, or double a quote that is part of a \
             quoted field"
        );
        Err((line, what))
    }
}

/// Tells the lines of places in a text that come in order. The reader of CSV has a count of its
/// own, which lags behind after blank lines and where lines end in CR LF.
#[derive(Default)]
struct Lines {
    place: usize,
    breaks: u64,
}

impl Lines {
    /// The line of a place, or of the first thing behind it where lines end there.
    fn at(&mut self, text: &[u8], place: usize) -> u64 {
        let ends = text[place..].iter().take_while(|byte| b"\r\n".contains(byte)).count();
        let passed = &text[self.place..place + ends];
        self.breaks += passed.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.place = place + ends;
        self.breaks + 1
    }
}

/// The runs so far.
#[derive(Default)]
struct Runs {
    dataset: Dataset,
    /// The line of every run by puzzle, method and repeat.
    lines: HashMap<(usize, usize, u64), u64>,
    /// Cells of the layouts that were met.
    cells: HashMap<String, Option<u32>>,
    /// The line and the givens with which each puzzle, by its other facts, was met first.
    givens: HashMap<PuzzleFacts, (u64, Option<u32>)>,
    /// The first line of a run that tells no effort although it did not break off.
    without_effort: Option<u64>,
    /// Whether some run tells its effort.
    has_effort: bool,
}

impl Runs {
    fn add(&mut self, line: u64, row: &Row<'_>) -> Result<(), Wrong> {
        let facts = self.facts(row).map_err(|what| (line, what))?;
        self.refuse_other_givens(line, &facts).map_err(|what| (line, what))?;
        let label = row.label().map_err(|what| (line, what))?;
        let (puzzle, method) = (self.dataset.puzzle(&facts), self.dataset.method(&label));
        let count = self.dataset.runs(puzzle, method).len() as u64;
        let observation = row.observation(count).map_err(|what| (line, what))?;
        let repeat = observation.repeat;
        if let Some(earlier) = self.lines.insert((puzzle, method, repeat), line) {
            let what = format!(
                "repeat {repeat} of `{}` on `{}` stands on line {earlier} already, expected each \
                 run once; remove one of them or correct its repeat",
                shown(&label),
                shown(&facts.name)
            );
            return Err((line, what));
        }
        let is_told = has_effort(&observation);
        self.has_effort |= is_told;
        if !is_told && !observation.is_error() {
            self.without_effort.get_or_insert(line);
        }
        self.dataset.add(puzzle, method, observation);
        Ok(())
    }

    /// A puzzle has as many givens on every line.
    fn refuse_other_givens(&mut self, line: u64, facts: &PuzzleFacts) -> Result<(), String> {
        if self.dataset.puzzles().last() == Some(facts) {
            return Ok(());
        }
        let puzzle = PuzzleFacts { givens: None, ..facts.clone() };
        let (earlier, givens) = *self.givens.entry(puzzle).or_insert((line, facts.givens));
        if givens == facts.givens {
            return Ok(());
        }
        let told = |givens: Option<u32>| match givens {
            Some(count) => count.to_string(),
            None => "no number of givens".to_owned(),
        };
        let first = givens.map_or_else(|| told(None), |count| format!("{count} givens"));
        Err(format!(
            "puzzle `{}` has {first} on line {earlier} and {} on line {line}, expected one number; \
             correct the givens, or give two puzzles two names",
            shown(&facts.name),
            told(facts.givens)
        ))
    }

    /// Where some runs tell what they spent, all must that did not break off.
    fn refuse_without_effort(&self, columns: &Columns) -> Result<(), Wrong> {
        let Some(line) = self.without_effort.filter(|_| self.has_effort) else { return Ok(()) };
        let what = format!(
            "found a run that did not solve without its effort, expected a number in {} as in other \
             rows; fill in what it spent until it gave up, or `error` as its stop if it broke off",
            columns.efforts()
        );
        Err((line, what))
    }

    fn facts(&mut self, row: &Row<'_>) -> Result<PuzzleFacts, String> {
        let layout = row.layout()?.into_owned();
        let cells = match self.cells.get(&layout) {
            Some(&cells) => cells,
            None => {
                let cells = Layout::named(&layout).map(|layout| layout.cell_count() as u32);
                *self.cells.entry(layout.clone()).or_insert(cells)
            }
        };
        let (name, givens) = (row.puzzle()?.into_owned(), row.givens(cells)?);
        Ok(PuzzleFacts { name, layout, givens, cells })
    }
}
