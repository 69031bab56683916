//! One part of a plan, for one of several machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const EXPECTED: &str = "expected I/N with I from 1 to N, such as 2/3";

/// Every `of`-th run of a plan, from the `index`-th on, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Told")]
pub struct Shard {
    /// Which part, from 1.
    pub index: u32,
    /// How many parts there are.
    pub of: u32,
}

/// A shard as a manifest tells it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    index: u32,
    of: u32,
}

impl TryFrom<Told> for Shard {
    type Error = String;

    fn try_from(Told { index, of }: Told) -> Result<Self, String> {
        match 1 <= index && index <= of {
            true => Ok(Self { index, of }),
            false => Err(format!("{index}/{of} is no shard; {EXPECTED}")),
        }
    }
}

impl Shard {
    /// The whole plan.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// The numbers of its runs in a plan of that length.
    pub fn numbers(self, length: usize) -> impl ExactSizeIterator<Item = usize> {
        (self.index as usize - 1..length).step_by(self.of as usize)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            Some((index.trim().parse::<u32>().ok()?, of.trim().parse::<u32>().ok()?))
        });
        let told = numbers.map(|(index, of)| Told { index, of });
        told.and_then(|told| told.try_into().ok()).ok_or_else(|| EXPECTED.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_part_a_plan() {
        for of in 1..=5 {
            let mut all: Vec<usize> = (1..=of)
                .flat_map(|index| Shard { index, of }.numbers(13).collect::<Vec<_>>())
                .collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..13), "{of}");
        }
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "3", "a/b", "", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_manifest_cannot_tell_of_a_part_that_there_is_not() {
        let read = serde_json::from_str::<Shard>;
        assert_eq!(read(r#"{"index":2,"of":3}"#).expect("a shard"), Shard { index: 2, of: 3 });
        for wrong in [r#"{"index":0,"of":3}"#, r#"{"index":1,"of":0}"#, r#"{"index":4,"of":3}"#] {
            let error = read(wrong).expect_err(wrong).to_string();
            assert!(error.contains("is no shard; expected I/N with I from 1"), "{error}");
        }
    }
}
