//! Puzzles as text: reading every form that people use, and printing.
//!
//! Reading streams and trusts nothing: memory stays small whatever comes, a bad puzzle is an
//! error with its place and the reading goes on. Knows no files: a source is a name and bytes.

mod block;
mod error;
mod lines;
mod misfit;
mod print;
mod scan;
mod shape;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use block::Block;
use error::{Fault, Place, Trouble};
use lines::Lines;
use scan::{Notation, Tally};
use shape::{KNOWN, Layouts, Plan};

use super::digit::{MAX_SYMBOL_SIDE, from_symbol};
use super::layout::{LAYOUT_NAMES, Layout, MAX_BOX_SIDE};
use super::puzzle::Puzzle;
use crate::board::nearest::nearest;
use crate::board::plain::plain_name;

pub use error::{ClashReport, ReadError};
pub use print::{Form, print, print_with_header};

/// Which characters are digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DigitStyle {
    /// 1-9, then A, B, ...; `.` `0` `_` `*` are empty.
    #[default]
    Standard,
    /// 0-F are the sixteen digits 1 to 16; `.` `_` `*` are empty.
    Hex,
}

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The layout of every puzzle; `None` to go by `# layout:` and the content.
    pub layout: Option<Arc<Layout>>,
    /// Which characters are digits.
    pub digits: DigitStyle,
}

/// What the comments before a puzzle say of it.
#[derive(Debug, Default)]
struct Header {
    name: Option<String>,
    layout: Option<Result<Arc<Layout>, Fault>>,
    has_been_used: bool,
}

impl Header {
    /// A new puzzle begins: what was said of one that has been read no longer holds.
    fn renew(&mut self) {
        if self.has_been_used {
            *self = Self::default();
        }
    }
}

/// A puzzle or an error on its way out, with the name that the source gives it.
struct Found {
    name: Option<String>,
    result: Result<Puzzle, ReadError>,
}

/// Reads the puzzles of a source one by one, the bad ones as errors.
pub struct Reader<R> {
    lines: Lines<R>,
    buffer: Vec<u8>,
    source: String,
    stem: String,
    options: ReadOptions,
    layouts: Layouts,
    header: Header,
    block: Block,
    ready: VecDeque<Found>,
    /// The second item, read before the first one is named.
    held: Option<Found>,
    returned: usize,
    is_several: bool,
    has_one_liners: bool,
    has_found_any: bool,
    has_ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of `input`; `source` is its path for messages and names, `-` for standard input.
    pub fn new(input: R, source: &str, mut options: ReadOptions) -> Self {
        let mut layouts = Layouts::default();
        if options.digits == DigitStyle::Hex && options.layout.is_none() {
            options.layout = layouts.named("16x16");
        }
        // One cannot wait on standard input to learn whether a second puzzle comes.
        let is_several = source == "-";
        let source = if is_several { "stdin" } else { source };
        let stem = Path::new(source).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Self {
            lines: Lines::new(input),
            buffer: Vec::new(),
            source: source.to_owned(),
            stem: stem.unwrap_or_else(|| source.to_owned()),
            options,
            layouts,
            header: Header::default(),
            block: Block::default(),
            ready: VecDeque::new(),
            held: None,
            returned: 0,
            is_several,
            has_one_liners: false,
            has_found_any: false,
            has_ended: false,
        }
    }

    /// The next puzzle or error, not yet named.
    fn advance(&mut self) -> Option<Found> {
        loop {
            if let Some(found) = self.ready.pop_front() {
                return Some(found);
            }
            if self.has_ended {
                return None;
            }
            let mut buffer = std::mem::take(&mut self.buffer);
            match self.lines.next(&mut buffer) {
                Ok(Some(text)) => self.take_line(text),
                Ok(None) => self.end(),
                Err(fault) => {
                    self.has_ended = true;
                    self.deliver(Err(fault));
                }
            }
            self.buffer = buffer;
        }
    }

    fn end(&mut self) {
        self.has_ended = true;
        self.finish_block();
        if !self.has_found_any {
            let result = Err(ReadError::no_puzzle(&self.source));
            self.ready.push_back(Found { name: None, result });
        }
    }

    fn take_line(&mut self, text: &str) {
        if let Some(puzzle) = self.packed_puzzle(text) {
            self.has_one_liners = true;
            return self.deliver(Ok(puzzle));
        }
        let (content, comment) = match text.find(['#', ';']) {
            Some(start) => (&text[..start], &text[start + 1..]),
            None => (text, ""),
        };
        self.take_comment(comment, content);
        if content.trim() == "---" {
            return self.start_puzzle();
        }
        let tally = Tally::of(content);
        if tally.tokens > 0 {
            self.take_content(content, tally);
        } else if !content.trim().is_empty() {
            self.block.is_ruled = true;
        }
    }

    /// The quick way for the most frequent form: a line of nothing but the symbols of a puzzle.
    fn packed_puzzle(&mut self, text: &str) -> Option<Puzzle> {
        if !self.block.is_empty() || self.options.digits != DigitStyle::Standard {
            return None;
        }
        let symbols = text.trim_ascii().as_bytes();
        let layout = match self.asked() {
            Some(Ok(layout)) => Arc::clone(layout),
            Some(Err(_)) => return None,
            None => {
                let mut streamed = KNOWN.iter().filter(|(_, plan)| plan.cells > 16);
                let (name, _) = streamed
                    .find(|(_, plan)| plan.is_complete(symbols.len(), Notation::Symbols))?;
                self.layouts.named(name)?
            }
        };
        if symbols.len() != layout.cell_count() || layout.side() > MAX_SYMBOL_SIDE {
            return None;
        }
        let mut givens = Vec::with_capacity(symbols.len());
        for &symbol in symbols {
            givens.push(from_symbol(symbol as char)?);
        }
        Puzzle::new("", layout, givens).ok()
    }

    fn take_comment(&mut self, comment: &str, content: &str) {
        let Some((key, value)) = comment.split_once(':') else { return };
        let value = value.trim();
        match key
            .trim_matches(|c: char| c.is_whitespace() || c == '#')
            .to_ascii_lowercase()
            .as_str()
        {
            "name" => {
                self.start_puzzle();
                self.header.name = Some(plain_name(value)).filter(|name| !name.is_empty());
            }
            "layout" => {
                let column = content.chars().count() + 1;
                self.header.layout = Some(self.layout_named(value, column));
                self.header.has_been_used = false;
            }
            _ => {}
        }
    }

    fn layout_named(&mut self, name: &str, column: usize) -> Result<Arc<Layout>, Fault> {
        self.layouts.named(name).ok_or_else(|| Fault {
            place: Place { line: self.lines.number(), column },
            trouble: Trouble::UnknownLayout {
                found: name.to_owned(),
                nearest: nearest(name, LAYOUT_NAMES).unwrap_or_default(),
            },
        })
    }

    fn take_content(&mut self, content: &str, tally: Tally) {
        let line = self.lines.number();
        let follows_order =
            self.block.is_order_and_flag() && tally.notation() == Notation::Integers;
        if self.is_whole_puzzle(&tally) && !follows_order {
            self.finish_block();
            return self.take_alone(content, line, tally);
        }
        self.block.push(content, line, tally);
        if self.block.len() > 16 && self.may_be_small_puzzles() {
            self.finish_block();
        }
    }

    /// The layout that the caller or the file asks for; the caller's wins.
    fn asked(&self) -> Option<Result<&Arc<Layout>, &Fault>> {
        match &self.options.layout {
            Some(layout) => Some(Ok(layout)),
            None => self.header.layout.as_ref().map(Result::as_ref),
        }
    }

    /// Whether a line can only be a puzzle of its own, good or bad.
    fn is_whole_puzzle(&self, tally: &Tally) -> bool {
        let (count, notation) = (tally.count(), tally.notation());
        let (is_complete, canvas_columns) = match self.asked() {
            Some(Ok(layout)) => {
                let plan = Plan::of(layout);
                (plan.is_complete(count, notation), Some(plan.canvas_columns))
            }
            _ => {
                let mut known = KNOWN.iter().filter(|(_, plan)| plan.cells > 16);
                (known.any(|(_, plan)| plan.is_complete(count, notation)), None)
            }
        };
        let longest_row = match notation {
            Notation::Symbols => canvas_columns.unwrap_or(MAX_SYMBOL_SIDE),
            Notation::Integers => canvas_columns.unwrap_or(0).max(MAX_BOX_SIDE * MAX_BOX_SIDE),
        };
        is_complete || count > longest_row || (self.has_one_liners && self.block.is_empty())
    }

    /// Whether the lines under way may be 4x4 puzzles of one line each.
    fn may_be_small_puzzles(&self) -> bool {
        self.asked().is_none() && self.block.is_all_sixteen() && !self.block.is_ruled
    }

    fn take_alone(&mut self, content: &str, line: usize, tally: Tally) {
        let result = self.puzzle_of(&Block::of_line(content, line, tally), None, true);
        self.has_one_liners |= result.is_ok();
        self.deliver(result);
    }

    fn puzzle_of(
        &mut self,
        block: &Block,
        decided: Option<&Arc<Layout>>,
        is_alone: bool,
    ) -> Result<Puzzle, Fault> {
        let asked = match self.asked() {
            Some(Err(fault)) => return Err(fault.clone()),
            Some(Ok(layout)) => Some(Arc::clone(layout)),
            None => decided.cloned(),
        };
        block.puzzle(asked.as_ref(), self.options.digits, is_alone, &mut self.layouts)
    }

    /// A line that parts puzzles.
    fn start_puzzle(&mut self) {
        self.finish_block();
        self.header.renew();
        self.has_one_liners = false;
    }

    /// Ends the puzzle under way, if there is one.
    fn finish_block(&mut self) {
        if self.block.is_empty() {
            self.block.is_ruled = false;
            return;
        }
        let is_undecided = self.asked().is_none() && self.block.is_all_sixteen();
        let is_square = is_undecided
            && self.block.len() == 16
            && self.block.is_sixteen_square(self.options.digits);
        let is_small = !is_square && self.may_be_small_puzzles();
        let block = std::mem::take(&mut self.block);
        if is_small {
            return self.take_small_puzzles(&block);
        }
        let decided = if is_square { self.layouts.named("16x16") } else { None };
        let result = self.puzzle_of(&block, decided.as_ref(), false);
        self.deliver(result);
    }

    fn take_small_puzzles(&mut self, block: &Block) {
        let layout = self.layouts.named("4x4");
        for (line, text) in block.lines() {
            let single = Block::of_line(text, line, Tally::of(text));
            let result = self.puzzle_of(&single, layout.as_ref(), true);
            self.deliver(result);
        }
        self.has_one_liners = true;
    }

    fn deliver(&mut self, result: Result<Puzzle, Fault>) {
        self.lines.puzzle_ended();
        self.has_found_any = true;
        self.header.has_been_used = true;
        self.block.is_ruled = false;
        let result = result.map_err(|fault| ReadError::new(&self.source, fault));
        self.ready.push_back(Found { name: self.header.name.take(), result });
    }

    fn fallback_name(&self) -> String {
        let stem = &self.stem;
        if self.is_several { format!("{stem}#{}", self.returned) } else { stem.clone() }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Puzzle, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.held.take().or_else(|| self.advance())?;
        if self.returned == 0 && !self.is_several {
            self.held = self.advance();
            self.is_several = self.held.is_some();
        }
        self.returned += 1;
        let name = found.name.unwrap_or_else(|| self.fallback_name());
        Some(match found.result {
            Ok(puzzle) => Ok(puzzle.renamed(&name)),
            Err(error) => Err(error.named(name)),
        })
    }
}
