//! One part of a plan, for one of several machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Every `of`-th run of a plan, from the `index`-th on, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub index: u32,
    /// How many parts there are.
    pub of: u32,
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
        match numbers {
            Some((index, of)) if 1 <= index && index <= of => Ok(Self { index, of }),
            _ => Err("expected I/N with I from 1 to N, such as 2/3".to_owned()),
        }
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
}
