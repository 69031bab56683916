//! Files that are read whole, up to a limit: whatever is named, memory stays within reason.
//!
//! Knows no format: a path and a limit in, text or bytes out.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes that are looked at before more are read: a device or a program is told from text by then.
const FIRST_LOOK: u64 = 1 << 16;

/// Reads a file of at most so many bytes.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_from(File::open(path)?, limit)
}

/// The same as text.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    as_text(read(path, limit)?)
}

/// Reads a source of at most so many bytes to its end.
pub fn read_from(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut source = source.take(limit + 1);
    let mut bytes = Vec::new();
    source.by_ref().take(FIRST_LOOK).read_to_end(&mut bytes)?;
    // In a short file whoever reads it can tell the place.
    if bytes.len() as u64 == FIRST_LOOK && bytes.contains(&0) {
        let message = "found byte 0x00, expected text; is it the right file?";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    source.read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => Err(io::Error::new(io::ErrorKind::FileTooLarge, too_large(limit))),
        false => Ok(bytes),
    }
}

/// Bytes that must be text.
pub fn as_text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count();
        let message = format!("line {line} is no UTF-8; save the file as plain UTF-8 text");
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

fn too_large(limit: u64) -> String {
    let (size, unit) = match limit >> 20 {
        0 => (limit, "bytes"),
        megabytes => (megabytes, "MB"),
    };
    format!("more than {size} {unit}, which is the most that is read of such a file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_exact_and_no_more_is_read() {
        assert_eq!(read_from(&b"1234"[..], 4).expect("at the limit"), b"1234");
        let error = read_from(io::repeat(b'y'), 4).expect_err("endless");
        let told = "more than 4 bytes, which is the most that is read of such a file";
        assert_eq!(error.to_string(), told);
        let error = read_from(io::repeat(b'y'), 2 << 20).expect_err("endless");
        assert!(error.to_string().contains("2 MB"), "{error}");
        let error = read_from(io::repeat(0), u64::MAX - 1).expect_err("no text");
        assert!(error.to_string().contains("0x00"), "{error}");
    }

    #[test]
    fn what_is_no_text_is_told_by_its_line() {
        let error = as_text(b"a\nb\xff".to_vec()).expect_err("no UTF-8").to_string();
        assert_eq!(error, "line 2 is no UTF-8; save the file as plain UTF-8 text");
    }
}
