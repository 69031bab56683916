//! Points that are listed in a file instead of being searched: CSV with a column a key.

use std::collections::HashSet;

use csv::StringRecord;
use toml::Value;

use super::space::{Axis, Point, Range, Scale, Space, SpaceError, refuse_budget, value_at};
use crate::analysis::cell_text::unguarded;
use crate::method::wire::line_of_offset;
use crate::method::{Method, MethodError, value_list};

/// Columns of `points.csv` that are no keys, so that such a file can be given back.
const OTHERS: [&str; 10] = [
    "number",
    "search",
    "iteration",
    "runs",
    "solved",
    "mean_score",
    "low",
    "high",
    "adjusted_score",
    "state",
];

/// The most points of a list.
const MOST_POINTS: usize = 10_000;

/// Why a list cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// It is no table.
    #[error("--points-from {label}: {error}; expected CSV with a column a key")]
    Unreadable {
        /// The file.
        label: String,
        /// What is wrong.
        error: csv::Error,
    },
    /// It has no key or no point.
    #[error("--points-from {0}: no point in it; expected a header of keys and a line a point")]
    Empty(String),
    /// It has more points than a race can take.
    #[error("--points-from {0}: more than {MOST_POINTS} points; leave some out")]
    TooMany(String),
    /// A key cannot be varied.
    #[error("--points-from {label}:{line}: {error}")]
    Space {
        /// The file.
        label: String,
        /// The line of the keys, from 1.
        line: usize,
        /// Why not.
        error: SpaceError,
    },
    /// A cap is varied, told with its place.
    #[error(transparent)]
    Budget(SpaceError),
    /// The method refuses a line.
    #[error("--points-from {label}:{line}: {error}")]
    Refused {
        /// The file.
        label: String,
        /// The line, from 1.
        line: usize,
        /// What the method says.
        error: MethodError,
    },
}

/// The points of a file, and the space that holds them: every key has the values of its column.
/// Lines that say the same, in whatever words (0.1 and 0.10), are one point.
pub fn listed_points(
    method: &Method,
    label: &str,
    text: &str,
) -> Result<(Space, Vec<Point>), ListError> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let unreadable = |error| ListError::Unreadable { label: label.to_owned(), error };
    let header = reader.headers().map_err(unreadable)?.clone();
    let columns: Vec<usize> =
        (0..header.len()).filter(|&column| !OTHERS.contains(&&header[column])).collect();
    let refused_key =
        |error| ListError::Space { label: label.to_owned(), line: line_of(text, &header), error };
    let origin = format!("--points-from {label}:{}", line_of(text, &header));
    columns
        .iter()
        .try_for_each(|&column| refuse_budget(&header[column], &origin))
        .map_err(ListError::Budget)?;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut seen = HashSet::new();
    for record in reader.records() {
        let record = record.map_err(unreadable)?;
        let row: Vec<String> =
            columns.iter().map(|&column| as_shown(&unguarded(&record[column]))).collect();
        if !seen.insert(row.clone()) {
            continue;
        }
        if rows.len() == MOST_POINTS {
            return Err(ListError::TooMany(label.to_owned()));
        }
        let pairs = columns.iter().zip(&row);
        let settings: Vec<(String, Value)> =
            pairs.map(|(&column, text)| (header[column].to_owned(), one_value(text))).collect();
        let line = || line_of(text, &record);
        let refused = |error| ListError::Refused { label: label.to_owned(), line: line(), error };
        method.clone().with_settings(&settings, "points").map_err(refused)?;
        rows.push(row);
    }
    if columns.is_empty() || rows.is_empty() {
        return Err(ListError::Empty(label.to_owned()));
    }
    let axes = columns.iter().enumerate().map(|(place, &column)| {
        let texts: Vec<&str> = rows.iter().map(|row| row[place].as_str()).collect();
        Axis { key: header[column].to_owned(), range: range_of(method, &header[column], &texts) }
    });
    let axes: Vec<Axis> = axes.collect();
    let order: Vec<String> = axes.iter().map(|axis| axis.key.clone()).collect();
    let space = Space::new(axes).map_err(refused_key)?;
    let point = |row: &Vec<String>| {
        let text = |axis: &Axis| {
            order.iter().position(|key| *key == axis.key).map_or("", |place| row[place].as_str())
        };
        space.read(&space.axes.iter().map(text).collect::<Vec<_>>())
    };
    let read = rows.iter().map(point).collect::<Result<Vec<_>, _>>();
    let mut points = read.map_err(|_| ListError::Empty(label.to_owned()))?;
    let mut known = HashSet::new();
    points.retain(|point| known.insert(point.key()));
    Ok((space, points))
}

/// The line of a record, from 1. Its position is that of the blank lines before it, which are no
/// records.
fn line_of(text: &str, record: &StringRecord) -> usize {
    let begin = record.position().map_or(0, |position| position.byte() as usize);
    let blank = text.as_bytes()[begin..].iter().take_while(|byte| b"\r\n".contains(byte)).count();
    line_of_offset(text, begin + blank)
}

/// A number as [`Space::texts`] writes it, whichever way of several it is written in: 50_000 is 50000.
fn as_shown(text: &str) -> String {
    match one_value(text) {
        number @ (Value::Integer(_) | Value::Float(_)) => number.to_string(),
        _ => text.to_owned(),
    }
}

/// The value of a cell; several with commas between them are a word, which no method knows.
fn one_value(text: &str) -> Value {
    match value_list(text).as_slice() {
        [value] => value.clone(),
        _ => Value::from(text),
    }
}

/// Numbers where the whole column is numbers, else categories.
fn range_of(method: &Method, key: &str, texts: &[&str]) -> Range {
    let numbers: Option<Vec<f64>> = texts.iter().map(|text| text.parse().ok()).collect();
    match numbers {
        Some(numbers) => {
            let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let is_whole = value_at(method, key).is_some_and(|value| value.is_integer());
            Range::Numbers { low, high, scale: Scale::Linear, is_whole }
        }
        None => {
            let mut values: Vec<Value> = Vec::new();
            for value in texts.iter().map(|text| one_value(text)) {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            Range::Categories(values)
        }
    }
}
