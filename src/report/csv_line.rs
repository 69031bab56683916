//! One line of a CSV file.

use std::io;

use csv::{Terminator, WriterBuilder};

use crate::analysis::cell_text::guarded;
use crate::lab::Arm;

/// Writes fields as one line, with quotes where they are needed, over what `line` held.
pub fn set_line(line: &mut Vec<u8>, fields: &[String]) -> io::Result<()> {
    line.clear();
    let mut writer = WriterBuilder::new()
        .terminator(Terminator::Any(b'\n'))
        .buffer_capacity(512)
        .from_writer(std::mem::take(line));
    writer.write_record(fields)?;
    *line = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(())
}

/// A field that may be missing.
pub fn field(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The values of the swept keys, a field each.
pub fn values(arm: &Arm, keys: usize) -> impl Iterator<Item = String> {
    (0..keys)
        .map(|key| arm.values.get(key).and_then(Option::as_deref).map(guarded).unwrap_or_default())
}
