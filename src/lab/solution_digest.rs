//! A solution known by a digest of its digits: enough to tell whether two runs found the same one.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::board::Grid;

/// 64 bits of the digest of a solution's digits, in cell order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SolutionDigest(pub u64);

/// A text that is no digest of a solution.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no digest of a solution, expected sixteen hexadecimal digits")]
pub struct NoSolutionDigest(String);

impl SolutionDigest {
    /// The digest of a grid.
    pub fn of(grid: &Grid) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"sudoga solution 1");
        hasher.update(grid.digits());
        let mut word = [0; 8];
        word.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        Self(u64::from_be_bytes(word))
    }
}

impl fmt::Display for SolutionDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

impl FromStr for SolutionDigest {
    type Err = NoSolutionDigest;

    fn from_str(text: &str) -> Result<Self, NoSolutionDigest> {
        let is_whole = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_whole);
        number.map(Self).ok_or_else(|| NoSolutionDigest(text.to_owned()))
    }
}

impl TryFrom<String> for SolutionDigest {
    type Error = NoSolutionDigest;

    fn try_from(text: String) -> Result<Self, NoSolutionDigest> {
        text.parse()
    }
}

impl From<SolutionDigest> for String {
    fn from(digest: SolutionDigest) -> Self {
        digest.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_tell_grids_apart_and_come_back_from_their_text() {
        let digest = |digits: &[u8]| SolutionDigest::of(&Grid::new(digits.to_vec()));
        assert_eq!(digest(&[1, 2, 3]), digest(&[1, 2, 3]));
        assert_ne!(digest(&[1, 2, 3]), digest(&[1, 3, 2]));
        let text = digest(&[1, 2, 3]).to_string();
        assert_eq!(text.parse::<SolutionDigest>().ok(), Some(digest(&[1, 2, 3])));
        assert_eq!(SolutionDigest(0xabc).to_string(), "0000000000000abc");
        for wrong in ["", "abc", "+000000000000abc", "0000000000000abg"] {
            assert!(wrong.parse::<SolutionDigest>().is_err(), "{wrong}");
        }
    }
}
