//! A text table: aligned columns, a header, a rule.
//!
//! Widths are those on a terminal, where some characters take two columns; no line ends in
//! spaces.

use console::measure_text_width;

use super::figures::one_line;

const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";
const GAP: &str = "  ";

/// To which side a column is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// A table that grows row by row.
#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Adds a column; to be done before the first row.
    pub fn column(&mut self, name: &str, align: Align) {
        self.columns.push((one_line(name), align));
    }

    /// Adds a row: a text for each column.
    pub fn row(&mut self, texts: Vec<String>) {
        debug_assert_eq!(texts.len(), self.columns.len(), "{texts:?}");
        self.rows.push(texts.iter().map(|text| one_line(text)).collect());
    }

    /// The whole table, every line ended; with `colour` the header is bold.
    pub fn text(&self, colour: bool) -> String {
        let header: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let widths: Vec<usize> = (0..header.len())
            .map(|column| {
                let lines = self.rows.iter().chain([&header]);
                let texts = lines.filter_map(|line| line.get(column));
                texts.map(|text| measure_text_width(text)).max().unwrap_or(0)
            })
            .collect();
        let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        let head = self.line(&header, &widths);
        let mut text = if colour { format!("{BOLD}{head}{PLAIN}\n") } else { head + "\n" };
        for line in [&rule].into_iter().chain(&self.rows) {
            text += &self.line(line, &widths);
            text.push('\n');
        }
        text
    }

    fn line(&self, texts: &[String], widths: &[usize]) -> String {
        let pad = |((text, &width), (_, align)): ((&String, &usize), &(String, Align))| {
            let space = " ".repeat(width - measure_text_width(text));
            match align {
                Align::Left => text.clone() + &space,
                Align::Right => space + text,
            }
        };
        let cells: Vec<String> = texts.iter().zip(widths).zip(&self.columns).map(pad).collect();
        cells.join(GAP).trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::default();
        table.column("näme", Align::Left);
        table.column("n", Align::Right);
        table.column("note", Align::Left);
        for (name, number, note) in [("äöü-1", "5", ""), ("数独", "1234", "x\ny")] {
            table.row([name, number, note].map(str::to_owned).to_vec());
        }
        table
    }

    #[test]
    fn columns_are_aligned_as_they_are_seen() {
        let expected = "\
            näme      n  note\n\
            -----  ----  ----\n\
            äöü-1     5\n\
            数独   1234  x y\n";
        assert_eq!(table().text(false), expected);
        let coloured = table().text(true);
        assert!(coloured.starts_with("\u{1b}[1mnäme      n  note\u{1b}[0m\n-----"), "{coloured:?}");
        assert_eq!(coloured.replace(BOLD, "").replace(PLAIN, ""), expected);
    }

    #[test]
    fn a_table_may_have_no_rows() {
        let mut table = Table::default();
        table.column("puzzle", Align::Left);
        assert_eq!(table.text(false), "puzzle\n------\n");
    }
}
