//! A table, as text with aligned columns or in Markdown: a header, a rule, rows; or plain, a line
//! a row that says the name of each column, for those who hear a table instead of seeing it.
//!
//! Widths are those on a terminal, where some characters take two columns; no line ends in
//! spaces.

use std::collections::BTreeSet;

use console::measure_text_width;

use super::blocks::bar;
use super::figures::one_line;
use super::palette::escape;
use super::style::Style;

const BOLD: &str = "\x1b[1m";
const GREEN: &str = "\x1b[32m";
const RED: &str = "\x1b[31m";
const PLAIN: &str = "\x1b[0m";
const GAP: &str = "  ";

/// The most characters of a text that is shortened.
const LONGEST: usize = 40;

/// Characters of a bar.
const BAR: usize = 8;

/// What stands for the middle of such a text.
const DOTS: &str = "...";

/// To which side a column is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// What the colour of a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Green.
    Good,
    /// Red.
    Bad,
    /// No colour.
    Neutral,
}

impl Tone {
    /// A text between the signs for its colour.
    pub fn paint(self, text: &str) -> String {
        match self {
            Self::Good => format!("{GREEN}{text}{PLAIN}"),
            Self::Bad => format!("{RED}{text}{PLAIN}"),
            Self::Neutral => text.to_owned(),
        }
    }
}

#[derive(Clone, Debug)]
struct Column {
    name: String,
    align: Align,
    /// The tone of a text in it.
    tone: fn(&str) -> Tone,
    role: Role,
}

/// What the texts of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Texts as they are.
    Text,
    /// The same, where an empty one stands for the one above it.
    Group,
    /// Drawings that say again what another column says.
    Bar,
}

/// A table that grows row by row.
#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    /// The most rows that are kept.
    most: Option<usize>,
    /// Rows that came after those.
    left_out: usize,
}

impl Table {
    /// A table that keeps its first rows and counts the others.
    pub fn of_at_most(rows: usize) -> Self {
        Self { most: Some(rows), ..Self::default() }
    }

    /// Rows that were not kept.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Whether the next row would not be kept; it is then counted and need not be made.
    pub fn skips(&mut self) -> bool {
        let is_full = self.most.is_some_and(|most| self.rows.len() >= most);
        self.left_out += usize::from(is_full);
        is_full
    }

    /// Adds a column; to be done before the first row.
    pub fn column(&mut self, name: &str, align: Align) {
        self.toned_column(name, align, |_| Tone::Neutral);
    }

    /// Adds a column in which texts have a tone; to be done before the first row.
    pub fn toned_column(&mut self, name: &str, align: Align, tone: fn(&str) -> Tone) {
        self.columns.push(Column { name: one_line(name), align, tone, role: Role::Text });
    }

    /// Adds a column of words in which an empty text stands for the one above it; to be done
    /// before the first row.
    pub fn group_column(&mut self, name: &str) {
        self.column(name, Align::Left);
        self.set_role(Role::Group);
    }

    /// Adds two columns for the [`share_texts`] of counts, the second of which is only seen on a
    /// terminal that has room for it; to be done before the first row.
    pub fn share_columns(&mut self, name: &str) {
        self.column(name, Align::Right);
        self.column("share", Align::Left);
        self.set_role(Role::Bar);
    }

    fn set_role(&mut self, role: Role) {
        if let Some(last) = self.columns.last_mut() {
            last.role = role;
        }
    }

    /// Adds a row: a text for each column.
    pub fn row(&mut self, texts: Vec<String>) {
        debug_assert_eq!(texts.len(), self.columns.len(), "{texts:?}");
        self.rows.push(texts.iter().map(|text| one_line(text)).collect());
    }

    /// The table with texts of the columns of these names cut in the middle where they are long,
    /// unless two that differ would then look the same.
    pub fn shortened(mut self, names: &[&str]) -> Self {
        for column in 0..self.columns.len() {
            if names.contains(&self.columns[column].name.as_str()) && self.can_shorten(column) {
                self.rows.iter_mut().for_each(|row| row[column] = shortened(&row[column]));
            }
        }
        self
    }

    fn can_shorten(&self, column: usize) -> bool {
        let long: BTreeSet<&String> = self.rows.iter().map(|row| &row[column]).collect();
        let short: BTreeSet<String> = long.iter().map(|text| shortened(text)).collect();
        long.len() == short.len()
    }

    /// The whole table in a style, every line ended.
    pub fn text(&self, style: Style) -> String {
        if style.is_plain {
            return self.plain();
        }
        let is_narrow = |columns: usize| {
            let widths = self.widths(|_| 0);
            widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1) <= columns
        };
        match style.bars.is_some_and(is_narrow) {
            true => self.aligned(style.colour),
            false => self.without_bars().aligned(style.colour),
        }
    }

    /// A line a row: each text with the name of its column.
    fn plain(&self) -> String {
        let table = self.without_bars().filled_down();
        let part = |(column, text): (&Column, &String)| match text.trim() {
            "" => None,
            told => Some(format!("{}: {told}", column.name)),
        };
        let line = |row: &Vec<String>| {
            let parts: Vec<String> = table.columns.iter().zip(row).filter_map(part).collect();
            parts.join("; ") + "\n"
        };
        table.rows.iter().map(line).collect()
    }

    fn without_bars(&self) -> Self {
        let is_kept: Vec<bool> = self.columns.iter().map(|one| one.role != Role::Bar).collect();
        let mut table = self.clone();
        let mut kept = is_kept.iter();
        table.columns.retain(|_| *kept.next().unwrap_or(&true));
        for row in &mut table.rows {
            let mut kept = is_kept.iter();
            row.retain(|_| *kept.next().unwrap_or(&true));
        }
        table
    }

    /// Aligned columns; with `colour` the header is bold and texts show their tone.
    fn aligned(&self, colour: bool) -> String {
        let widths = self.widths(|_| 0);
        let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
        let line = |texts: &[String], colour| self.line(texts, &widths, GAP, colour);
        let head = line(&self.header(), false);
        let mut text = if colour { format!("{BOLD}{head}{PLAIN}\n") } else { head + "\n" };
        text += &line(&rule, false);
        text.push('\n');
        for row in &self.rows {
            text += &line(row, colour);
            text.push('\n');
        }
        text
    }

    /// The whole table in Markdown, every line ended.
    pub fn markdown(&self) -> String {
        let table = self.without_bars().escaped();
        let widths = table.widths(|align| if align == Align::Right { 4 } else { 3 });
        let rules = widths.iter().zip(&table.columns).map(|(&width, column)| match column.align {
            Align::Left => "-".repeat(width),
            Align::Right => "-".repeat(width - 1) + ":",
        });
        let (header, rule) = (table.header(), rules.collect());
        let lines = [&header, &rule].into_iter().chain(&table.rows);
        lines.map(|texts| format!("| {} |\n", table.line(texts, &widths, " | ", false))).collect()
    }

    /// The whole table in HTML; a script of the page sorts it by a click on a column's name.
    pub fn html(&self) -> String {
        let table = self.without_bars().filled_down();
        let class = |align| if align == Align::Right { " class=\"number\"" } else { "" };
        let heads = table.columns.iter().map(|column| {
            let name = escape(&column.name);
            format!(
                "<th{} scope=\"col\"><button type=\"button\">{name}</button></th>",
                class(column.align)
            )
        });
        let cell = |(text, column): (&String, &Column)| {
            let tone = match (column.tone)(text) {
                Tone::Good => " data-tone=\"good\"",
                Tone::Bad => " data-tone=\"bad\"",
                Tone::Neutral => "",
            };
            format!("<td{}{tone}>{}</td>", class(column.align), escape(text))
        };
        let row = |texts: &Vec<String>| {
            format!("<tr>{}</tr>\n", texts.iter().zip(&table.columns).map(cell).collect::<String>())
        };
        format!(
            "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n",
            heads.collect::<String>(),
            table.rows.iter().map(row).collect::<String>()
        )
    }

    /// The table with the text above in place of an empty one that stands for it.
    fn filled_down(mut self) -> Self {
        let is_group = |column: &usize| self.columns[*column].role == Role::Group;
        for column in (0..self.columns.len()).filter(is_group) {
            for row in 1..self.rows.len() {
                if self.rows[row][column].is_empty() {
                    self.rows[row][column] = self.rows[row - 1][column].clone();
                }
            }
        }
        self
    }

    /// The table with at most so many rows, and how many were left out.
    pub fn first_rows(mut self, most: usize) -> (Self, usize) {
        let left_out = self.rows.len().saturating_sub(most);
        self.rows.truncate(most);
        (self, left_out)
    }

    /// The table with texts that mean nothing but themselves in Markdown.
    fn escaped(&self) -> Self {
        let mut table = self.clone();
        let names = table.columns.iter_mut().map(|column| &mut column.name);
        for text in names.chain(table.rows.iter_mut().flatten()) {
            *text = escape_markdown(text);
        }
        table
    }

    fn header(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// The widths of the columns, none of which is smaller than `least` says.
    fn widths(&self, least: impl Fn(Align) -> usize) -> Vec<usize> {
        let width = |(place, column): (usize, &Column)| {
            let texts = self.rows.iter().filter_map(|row| row.get(place)).chain([&column.name]);
            let widest = texts.map(|text| measure_text_width(text)).max().unwrap_or(0);
            widest.max(least(column.align))
        };
        self.columns.iter().enumerate().map(width).collect()
    }

    fn line(&self, texts: &[String], widths: &[usize], gap: &str, colour: bool) -> String {
        let pad = |((text, &width), column): ((&String, &usize), &Column)| {
            let space = " ".repeat(width.saturating_sub(measure_text_width(text)));
            let painted = if colour { (column.tone)(text).paint(text) } else { text.clone() };
            match column.align {
                Align::Left => painted + &space,
                Align::Right => space + &painted,
            }
        };
        let cells: Vec<String> = texts.iter().zip(widths).zip(&self.columns).map(pad).collect();
        cells.join(gap).trim_end().to_owned()
    }
}

/// How many of how many, and the same as a bar.
pub fn share_texts(part: u64, whole: u64) -> [String; 2] {
    [format!("{part}/{whole}"), bar(part, whole, BAR)]
}

/// A text of at most [`LONGEST`] characters, with its begin and its end.
pub(super) fn shortened(text: &str) -> String {
    let symbols: Vec<char> = text.chars().collect();
    if symbols.len() <= LONGEST {
        return text.to_owned();
    }
    let end = (LONGEST - DOTS.len()) / 2;
    let begin = LONGEST - DOTS.len() - end;
    let part = |symbols: &[char]| symbols.iter().collect::<String>();
    part(&symbols[..begin]) + DOTS + &part(&symbols[symbols.len() - end..])
}

/// A text that means nothing but itself in Markdown, in a table or outside.
pub fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut symbols = text.chars().peekable();
    while let Some(symbol) = symbols.next() {
        // Before a number or a space, "less than" begins no tag.
        let is_tag = symbol == '<'
            && symbols.peek().is_some_and(|next| !next.is_ascii_digit() && !next.is_whitespace());
        if is_tag || matches!(symbol, '\\' | '|' | '`' | '*' | '[' | ']') {
            escaped.push('\\');
        }
        escaped.push(symbol);
    }
    escaped
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
        assert_eq!(table().text(Style::BARE), expected);
        let coloured = table().text(Style::COLOURED);
        assert!(coloured.starts_with("\u{1b}[1mnäme      n  note\u{1b}[0m\n-----"), "{coloured:?}");
        assert_eq!(coloured.replace(BOLD, "").replace(PLAIN, ""), expected);
    }

    #[test]
    fn long_texts_lose_their_middle_where_that_is_asked_for() {
        let long = format!("baseline ({}rate=0.05)", "mutation.".repeat(5));
        let mut table = Table::default();
        table.column("method", Align::Left);
        table.column("note", Align::Left);
        table.row(vec![long.clone(), long.clone()]);
        table.row(vec!["ü".repeat(40), String::new()]);
        let text = table.shortened(&["method"]).text(Style::BARE);
        let lines: Vec<&str> = text.lines().skip(2).collect();
        let short = format!("{}...{}", &long[..19], &long[long.len() - 18..]);
        assert_eq!(lines, [format!("{short}  {long}"), "ü".repeat(40)]);
        let mut alike = Table::default();
        alike.column("method", Align::Left);
        let other =
            long.replacen("mutation.", "crossing.", 3).replacen("crossing.", "mutation.", 2);
        [&long, &other].into_iter().for_each(|text| alike.row(vec![text.clone()]));
        let text = alike.shortened(&["method"]).text(Style::BARE);
        assert!(text.contains(&long) && text.contains(&other), "{text}");
    }

    #[test]
    fn plain_tables_name_every_value_and_draw_nothing() {
        let mut table = Table::default();
        table.group_column("puzzle");
        table.share_columns("solved");
        table.column("note", Align::Left);
        for (puzzle, solved, note) in [("easy-1", 2, ""), ("", 4, "x\ty"), ("hard-1", 0, "-")] {
            let [counts, bar] = share_texts(solved, 4);
            table.row(vec![puzzle.to_owned(), counts, bar, note.to_owned()]);
        }
        let expected = "\
            puzzle: easy-1; solved: 2/4\n\
            puzzle: easy-1; solved: 4/4; note: x y\n\
            puzzle: hard-1; solved: 0/4; note: -\n";
        assert_eq!(table.text(Style::PLAIN), expected);
    }

    #[test]
    fn bars_are_seen_on_a_terminal_with_room_for_them_alone() {
        let mut table = Table::default();
        table.share_columns("solved");
        table.column("n", Align::Right);
        table.row(share_texts(1, 2).into_iter().chain(["7".to_owned()]).collect());
        let seen = |bars| table.text(Style { bars, ..Style::BARE });
        let with_bars = "solved  share     n\n------  --------  -\n   1/2  ████░░░░  7\n";
        assert_eq!(seen(Some(19)), with_bars);
        let without = "solved  n\n------  -\n   1/2  7\n";
        assert_eq!([seen(Some(18)), seen(None)], [without; 2]);
        assert!(!table.markdown().contains("share"));
    }

    #[test]
    fn a_table_may_have_no_rows() {
        let mut table = Table::default();
        table.column("puzzle", Align::Left);
        assert_eq!(table.text(Style::BARE), "puzzle\n------\n");
    }

    #[test]
    fn markdown_aligns_numbers_and_escapes_what_it_would_read() {
        let mut table = table();
        table.row(["a|b\\|", "<0.1", "<b>*[x]"].map(str::to_owned).to_vec());
        let expected = "\
            | näme     |    n | note |\n\
            | -------- | ---: | ----------- |\n\
            | äöü-1    |    5 | |\n\
            | 数独     | 1234 | x y |\n\
            | a\\|b\\\\\\| | <0.1 | \\<b>\\*\\[x\\] |\n";
        assert_eq!(table.markdown(), expected);
    }

    #[test]
    fn rows_beyond_the_most_are_counted() {
        let mut table = Table::of_at_most(2);
        table.column("n", Align::Right);
        for number in 0..5 {
            if !table.skips() {
                table.row(vec![number.to_string()]);
            }
        }
        assert_eq!(table.left_out(), 3);
        assert_eq!(table.markdown(), "|    n |\n| ---: |\n|    0 |\n|    1 |\n");
        let mut whole = Table::default();
        assert!(!whole.skips() && whole.left_out() == 0);
    }

    #[test]
    fn a_tone_colours_a_text_and_not_the_space_around_it() {
        let mut table = Table::default();
        let tone = |text: &str| match text {
            "up" => Tone::Good,
            "down" => Tone::Bad,
            _ => Tone::Neutral,
        };
        table.toned_column("n", Align::Right, tone);
        table.toned_column("up", Align::Left, tone);
        for text in ["up", "down", "-"] {
            table.row(vec![text.to_owned(), text.to_owned()]);
        }
        let expected = "\
            ----  ----\n  \u{1b}[32mup\u{1b}[0m  \u{1b}[32mup\u{1b}[0m\n\
            \u{1b}[31mdown\u{1b}[0m  \u{1b}[31mdown\u{1b}[0m\n   -  -\n";
        let text = table.text(Style::COLOURED);
        assert_eq!(text.split_once('\n').expect("a header").1, expected);
        assert!(!table.text(Style::BARE).contains('\u{1b}'));
    }
}
