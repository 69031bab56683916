//! From the gathered lines of one puzzle to the puzzle.
//!
//! Knows everything about one puzzle's content; where it begins and ends is the reader's business.

use std::sync::Arc;

use super::DigitStyle;
use super::error::{ClashReport, Fault, Place, Trouble};
use super::misfit::explain;
use super::scan::{self, Item, Notation, Tally, Value};
use super::shape::{Layouts, Order, Rows, fit};
use crate::board::digit::{Digit, EMPTY, symbol};
use crate::board::layout::Layout;
use crate::board::puzzle::{Clash, Puzzle, PuzzleError};

/// The lines of a puzzle that is under way.
#[derive(Debug, Default)]
pub(super) struct Block {
    text: String,
    lines: Vec<(usize, usize)>,
    tally: Option<Tally>,
    /// Whether lines of separators alone stand in it, as in a framed grid.
    pub is_ruled: bool,
    has_other_than_sixteen: bool,
}

impl Block {
    pub(super) fn push(&mut self, text: &str, line: usize, tally: Tally) {
        self.text.push_str(text);
        self.lines.push((line, self.text.len()));
        self.has_other_than_sixteen |= tally.count() != 16;
        self.tally = Some(self.tally.map_or(tally, |before| before.and(tally)));
    }

    pub(super) fn of_line(text: &str, line: usize, tally: Tally) -> Self {
        let mut block = Self::default();
        block.push(text, line, tally);
        block
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether it holds two integers and no more, as the order and the flag before a grid.
    pub(super) fn is_order_and_flag(&self) -> bool {
        self.tally.is_some_and(|tally| tally.tokens == 2 && !tally.has_words)
    }

    /// Whether every line has 16 items, so that it may be a 4x4 puzzle or a row of a 16x16.
    pub(super) fn is_all_sixteen(&self) -> bool {
        !self.has_other_than_sixteen
    }

    /// Whether sixteen lines of sixteen are rows: not when they are symbols of small digits only.
    pub(super) fn is_sixteen_square(&self, style: DigitStyle) -> bool {
        let notation = self.tally.unwrap_or_default().notation();
        let items = self.rows(notation, style).items;
        let is_small = |item: &Item| matches!(item.value, Value::Empty | Value::Digit(1..=4));
        let has_given = items.iter().any(|item| item.value != Value::Empty);
        let is_small_puzzles = has_given && items.iter().all(is_small);
        self.is_ruled || notation == Notation::Integers || !is_small_puzzles
    }

    /// Number and text of each line.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let starts = std::iter::once(0).chain(self.lines.iter().map(|line| line.1));
        self.lines
            .iter()
            .zip(starts)
            .map(|(&(number, end), start)| (number, &self.text[start..end]))
    }

    fn rows(&self, notation: Notation, style: DigitStyle) -> Rows {
        let mut rows = Rows::new(notation);
        for (number, text) in self.lines() {
            match notation {
                Notation::Symbols => rows.push(scan::symbols(text, number, style)),
                Notation::Integers => rows.push(scan::integers(text, number)),
            }
        }
        rows
    }

    /// The puzzle of the lines, still without a name. `is_alone` says that it is one line that
    /// can only be a whole puzzle.
    pub(super) fn puzzle(
        &self,
        asked: Option<&Arc<Layout>>,
        style: DigitStyle,
        is_alone: bool,
        layouts: &mut Layouts,
    ) -> Result<Puzzle, Fault> {
        let tally = self.tally.unwrap_or_default();
        let mut readings: Vec<Rows> =
            notations(&tally).iter().map(|&notation| self.rows(notation, style)).collect();
        for rows in &readings {
            if let Some(fault) = unknown_symbol(rows, style) {
                return Err(fault);
            }
            if let Some((layout, order)) = fit(rows, asked, layouts) {
                return Filling::read(rows, &layout, order, style)?.puzzle(layout);
            }
        }
        let is_long = tally.tokens > self.len() * crate::board::digit::MAX_SYMBOL_SIDE;
        let likely = match tally.notation() {
            Notation::Integers if tally.longest <= 1 && !is_long => Notation::Symbols,
            notation => notation,
        };
        readings.sort_by_key(|rows| rows.notation != likely);
        Err(explain(&readings[0], asked.map(Arc::as_ref), is_alone, layouts))
    }
}

/// The ways to read the tokens, the likelier first.
fn notations(tally: &Tally) -> &'static [Notation] {
    if tally.has_words {
        &[Notation::Symbols]
    } else if tally.has_negatives {
        &[Notation::Integers]
    } else if tally.longest > 1 {
        &[Notation::Integers, Notation::Symbols]
    } else {
        &[Notation::Symbols, Notation::Integers]
    }
}

fn unknown_symbol(rows: &Rows, style: DigitStyle) -> Option<Fault> {
    rows.items.iter().find_map(|item| match item.value {
        Value::Unknown(found) => {
            let (digits, empty) = match style {
                DigitStyle::Standard => ("a digit (1-9, A-P)", ". 0 _ *"),
                DigitStyle::Hex => ("a hexadecimal digit (0-9, A-F)", ". _ *"),
            };
            Some(Fault::at(item.place, Trouble::UnknownSymbol { found, digits, empty }))
        }
        _ => None,
    })
}

/// Digits of the cells of a layout and where each is written.
struct Filling {
    digits: Vec<Digit>,
    places: Vec<Place>,
    notation: Notation,
    style: DigitStyle,
}

impl Filling {
    fn read(rows: &Rows, layout: &Layout, order: Order, style: DigitStyle) -> Result<Self, Fault> {
        let side = layout.side();
        if style == DigitStyle::Hex && rows.notation == Notation::Symbols && side != 16 {
            let trouble = Trouble::HexSide { layout: layout.name().to_owned(), side };
            return Err(Fault::at(rows.items[0].place, trouble));
        }
        let cells = layout.cell_count();
        let mut filling = Self {
            digits: vec![EMPTY; cells],
            places: vec![Place::default(); cells],
            notation: rows.notation,
            style,
        };
        match order {
            Order::Cells => filling.enter(layout, rows.items.iter().zip(0..cells))?,
            Order::Grids { skip } => {
                let of_grids = (0..layout.grid_count()).flat_map(|grid| layout.grid_cells(grid));
                let of_grids = of_grids.map(|&cell| cell as usize);
                filling.enter(layout, rows.items.iter().skip(skip).zip(of_grids))?;
            }
            Order::Canvas => {
                let items = rows.items.iter().filter(|item| item.value != Value::Hole);
                filling.enter(layout, items.zip(0..cells))?;
            }
        }
        Ok(filling)
    }

    fn enter<'i>(
        &mut self,
        layout: &Layout,
        items: impl Iterator<Item = (&'i Item, usize)>,
    ) -> Result<(), Fault> {
        for (item, cell) in items {
            let Value::Digit(number) = item.value else { continue };
            let digit = self.digit(number, layout, item.place)?;
            let before = self.digits[cell];
            if before == EMPTY {
                (self.digits[cell], self.places[cell]) = (digit, item.place);
            } else if before != digit {
                let (found, other) = (self.written(digit), self.written(before));
                let place = self.places[cell];
                let trouble = Trouble::CopiesDisagree { found, other, place };
                return Err(Fault::at(item.place, trouble));
            }
        }
        Ok(())
    }

    fn digit(&self, number: i32, layout: &Layout, place: Place) -> Result<Digit, Fault> {
        let side = layout.side();
        let in_range =
            Digit::try_from(number).ok().filter(|&digit| (1..=side).contains(&digit.into()));
        in_range.ok_or_else(|| {
            let layout = layout.name().to_owned();
            let letter = |number: i32| Digit::try_from(number).ok().and_then(symbol).unwrap_or('?');
            Fault::at(
                place,
                match self.notation {
                    Notation::Integers => Trouble::IntegerRange { found: number, side, layout },
                    Notation::Symbols => Trouble::DigitRange {
                        found: letter(number),
                        last: letter(side as i32),
                        layout,
                    },
                },
            )
        })
    }

    /// A digit as the file writes it.
    fn written(&self, digit: Digit) -> String {
        match (self.notation, self.style) {
            (Notation::Integers, _) => digit.to_string(),
            (Notation::Symbols, DigitStyle::Standard) => {
                symbol(digit).map_or_else(String::new, String::from)
            }
            (Notation::Symbols, DigitStyle::Hex) => format!("{:X}", digit - 1),
        }
    }

    fn puzzle(self, layout: Arc<Layout>) -> Result<Puzzle, Fault> {
        let places_and_style = Self { digits: Vec::new(), ..self };
        let givens = self.digits.iter().filter(|&&digit| digit != EMPTY).count();
        Puzzle::new("", Arc::clone(&layout), self.digits).map_err(|error| match error {
            PuzzleError::Clash(clash) => places_and_style.clash(&clash, &layout, givens),
            other => unreachable!("a filling has the layout's size and range: {other}"),
        })
    }

    fn clash(&self, clash: &Clash, layout: &Layout, givens: usize) -> Fault {
        let (first, second) = (self.places[clash.first], self.places[clash.second]);
        let places = if first.line == second.line {
            format!("line {}, columns {} and {}", first.line, first.column, second.column)
        } else {
            format!(
                "line {}, column {} and line {}, column {}",
                first.line, first.column, second.line, second.column
            )
        };
        let (digit, unit) = (self.written(clash.digit), layout.unit_name(clash.unit));
        let report = ClashReport {
            puzzle: String::new(),
            layout: layout.name().to_owned(),
            givens,
            text: format!("{digit} twice in {unit}: {places}"),
        };
        Fault::at(second, Trouble::Clash(Box::new(report)))
    }
}
