//! With what odds a temperature accepts a rise of the cost (Metropolis et al. 1953), in integers,
//! so that they are the same on every machine.

/// The number of words of 32 bits.
const WORDS: f64 = (1u64 << 32) as f64;

/// Of 2^32 random words, how many accept a rise of the cost.
#[derive(Clone)]
pub(super) struct Odds {
    /// A rise of 1, 2, 3 and 4: all that a single grid knows.
    small: [u64; 4],
    /// A rise of 5, 6 and so on.
    large: Vec<u64>,
}

impl Odds {
    /// The odds of rises up to the largest one at a temperature, which may have become too small
    /// to divide by.
    pub fn at(temperature: f64, largest_rise: usize) -> Self {
        let mut odds = Self { small: [0; 4], large: vec![0; largest_rise.saturating_sub(4)] };
        odds.set(temperature);
        odds
    }

    /// Goes over to another temperature.
    pub fn set(&mut self, temperature: f64) {
        for (before, odds) in self.small.iter_mut().chain(&mut self.large).enumerate() {
            *odds = (libm::exp(-(before as f64 + 1.0) / temperature) * WORDS) as u64;
        }
    }

    /// The largest rise that a random word accepts.
    #[inline(always)]
    pub fn largest_rise(&self, word: u32) -> i32 {
        // The odds fall with the rise, and those of large ones are seldom asked for.
        let accepts = |odds: &u64| i32::from(u64::from(word) < *odds);
        match self.small.iter().map(accepts).sum() {
            4 => 4 + self.large.iter().map(accepts).sum::<i32>(),
            small => small,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rise_is_accepted_as_often_as_it_should() {
        let odds = Odds::at(0.5, 8);
        for (rise, expected) in [(1, 0.135_335_283), (2, 0.018_315_639), (4, 0.000_335_463)] {
            let words = odds.small.iter().chain(&odds.large).nth(rise - 1).expect("8 rises");
            let share = *words as f64 / WORDS;
            assert!((share - expected).abs() < 1e-8, "{rise}: {share}");
        }
        for (word, largest) in [(0, 8), (1 << 28, 1), (1 << 29, 1), (1 << 30, 0), (u32::MAX, 0)] {
            assert_eq!(odds.largest_rise(word), largest, "{word}");
        }
        assert_eq!(Odds::at(0.0, 4).largest_rise(0), 0, "what is no rise is always accepted");
    }
}
