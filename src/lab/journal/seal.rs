//! The sum at the end of a line, by which damage is found: 64 bits of the BLAKE3 digest of all
//! that stands before it. The line stays a JSON object, whose last field it is.

/// What stands between the content of a line and its sum.
const MARK: &[u8] = br#","sum":""#;

/// Hexadecimal digits of a sum.
const DIGITS: usize = 16;

/// What stands after them.
const END: &[u8] = br#""}"#;

/// Puts a sum into the object that `buffer` holds from `start` on.
pub(super) fn seal(buffer: &mut Vec<u8>, start: usize) {
    buffer.truncate(buffer.len() - 1);
    let sum = sum(&buffer[start..]);
    buffer.extend_from_slice(MARK);
    buffer.extend_from_slice(&sum);
    buffer.extend_from_slice(END);
}

/// The object as it was before its sum was put into it, or why it is not that object any more. A
/// line end of another system is no damage.
pub(super) fn unseal(line: &[u8]) -> Result<Vec<u8>, &'static str> {
    let (content, found) = parts(line.trim_ascii_end()).ok_or("its sum is missing")?;
    if sum(content) != found {
        return Err("its sum is wrong");
    }
    Ok([content, b"}"].concat())
}

/// Whether a line ends as one with a sum.
pub(super) fn is_sealed(line: &[u8]) -> bool {
    parts(line.trim_ascii_end()).is_some()
}

fn parts(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (before, sum) = line.strip_suffix(END)?.split_last_chunk::<DIGITS>()?;
    Some((before.strip_suffix(MARK)?, sum))
}

fn sum(content: &[u8]) -> [u8; DIGITS] {
    let digest = blake3::hash(content).to_hex();
    let mut digits = [0; DIGITS];
    digits.copy_from_slice(&digest.as_bytes()[..DIGITS]);
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(content: &str) -> Vec<u8> {
        let mut buffer = b"before\n".to_vec();
        buffer.extend_from_slice(content.as_bytes());
        seal(&mut buffer, 7);
        buffer.split_off(7)
    }

    #[test]
    fn what_is_sealed_comes_back() {
        let line = sealed(r#"{"cost":12}"#);
        let sum = blake3::hash(br#"{"cost":12"#).to_hex();
        let expected = format!(r#"{{"cost":12,"sum":"{}"}}"#, &sum[..16]);
        assert_eq!(line, expected.as_bytes());
        assert!(serde_json::from_slice::<serde_json::Value>(&line).is_ok());
        for end in ["", "\n", "\r\n"] {
            let line = [&line, end.as_bytes()].concat();
            assert_eq!(unseal(&line).as_deref(), Ok(&br#"{"cost":12}"#[..]));
            assert!(is_sealed(&line));
        }
    }

    #[test]
    fn no_bit_may_differ() {
        let line = sealed(r#"{"cost":12,"error":"no"}"#);
        for bit in 0..8 * line.len() {
            let mut damaged = line.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(unseal(&damaged).is_err(), "{}", String::from_utf8_lossy(&damaged));
        }
        for end in 0..line.len() {
            assert!(unseal(&line[..end]).is_err(), "{end}");
        }
    }
}
