//! Layouts as the TOML table of a layout file; knows no files.

use serde::Deserialize;
use toml::{Table, Value};

use super::{Layout, LayoutError};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct LayoutFile {
    name: Option<String>,
    box_side: usize,
    grids: Vec<(usize, usize)>,
}

impl LayoutFile {
    fn build(self, fallback_name: &str) -> Result<Layout, LayoutError> {
        let name = self.name.as_deref().unwrap_or(fallback_name);
        Layout::new(name, self.box_side, &self.grids)
    }
}

impl Layout {
    /// A layout written as TOML: `box-side = 3`, `grids = [[0, 0], [2, 2]]` (box row and box
    /// column of each), `name` optional (else `fallback_name`).
    pub fn from_toml(text: &str, fallback_name: &str) -> Result<Self, LayoutError> {
        let file: LayoutFile = toml::from_str(text).map_err(|error| {
            let place = error.span().map(|span| place_of(text, span.start));
            LayoutError::Syntax { place, message: told(&error) }
        })?;
        file.build(fallback_name)
    }

    /// A layout written as the table that a layout file holds; for files that carry one inside.
    pub fn from_table(table: Table, fallback_name: &str) -> Result<Self, LayoutError> {
        let file: LayoutFile = table.try_into().map_err(|error: toml::de::Error| {
            LayoutError::Syntax { place: None, message: in_one_line(&error) }
        })?;
        file.build(fallback_name)
    }

    /// The table of a layout file; [`Layout::from_table`] reads it back.
    pub fn to_table(&self) -> Table {
        let number = |number: usize| Value::from(number as i64);
        let origin = |&(row, column): &(usize, usize)| [number(row), number(column)].to_vec();
        let grids = self.origins.iter().map(origin).map(Value::from).collect();
        Table::from_iter([
            ("name".to_owned(), Value::from(self.name.as_str())),
            ("box-side".to_owned(), number(self.box_side)),
            ("grids".to_owned(), Value::Array(grids)),
        ])
    }
}

/// Line and column of a byte, both from 1.
fn place_of(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (1 + before.matches('\n').count(), 1 + before[start..].chars().count())
}

/// What is wrong, and for what is missing the cure.
fn told(error: &toml::de::Error) -> String {
    let message = error.message().replace("expected usize", "expected a whole number from 0 on");
    let lacks = message.starts_with("missing field");
    let cure = "; a layout has at least box-side = 3 and grids = [[0, 0]]";
    format!("{message}{}", if lacks { cure } else { "" })
}

/// The lines of an error of a table: what is wrong, and the key it is in.
fn in_one_line(error: &toml::de::Error) -> String {
    error.to_string().lines().collect::<Vec<_>>().join(" ")
}
