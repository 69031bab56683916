//! From numbers to places along an axis, and the numbers that stand at it.

/// Ticks that an axis has about.
const TICKS: f64 = 6.0;

/// An axis of numbers, from one end to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    is_logarithmic: bool,
}

impl Scale {
    /// Equal steps. An axis without length gets some.
    pub fn linear(low: f64, high: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { low, high, is_logarithmic: false }
    }

    /// Equal factors; both ends are above 0.
    pub fn logarithmic(low: f64, high: f64) -> Self {
        let low = low.max(f64::MIN_POSITIVE);
        let high = if high > low { high } else { low * 10.0 };
        Self { low, high, is_logarithmic: true }
    }

    /// Equal factors where numbers reach over more than so many powers of ten, else equal steps
    /// from 0.
    pub fn by_reach(numbers: impl Iterator<Item = f64> + Clone, powers: i32) -> Self {
        let positive = numbers.clone().filter(|&number| number > 0.0);
        let low = positive.min_by(f64::total_cmp).unwrap_or(1.0);
        let high = numbers.max_by(f64::total_cmp).unwrap_or(1.0);
        if high / low > power_of_ten(powers) {
            Self::logarithmic(low, high)
        } else {
            Self::linear(0.0, high)
        }
    }

    /// The higher end.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// The lower end.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// Where a number stands between the ends, 0 to 1; those beyond stand at the end.
    pub fn place(&self, number: f64) -> f64 {
        let share = if self.is_logarithmic {
            libm::log(number.max(self.low) / self.low) / libm::log(self.high / self.low)
        } else {
            (number - self.low) / (self.high - self.low)
        };
        share.clamp(0.0, 1.0)
    }

    /// The numbers that stand at the axis.
    pub fn ticks(&self) -> Vec<f64> {
        if self.is_logarithmic { self.powers() } else { self.steps() }
    }

    fn steps(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / TICKS;
        let power = power_of_ten(libm::log10(rough).floor() as i32);
        let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough);
        let step = factor.unwrap_or(10.0) * power;
        let (first, last) = ((self.low / step - 1e-9).ceil(), (self.high / step + 1e-9).floor());
        (0..=(last - first) as usize).map(|tick| (first + tick as f64) * step).collect()
    }

    /// Powers of ten, with their halves and fifths between them while these are few.
    fn powers(&self) -> Vec<f64> {
        let (first, last) =
            (libm::log10(self.low).floor() as i32, libm::log10(self.high).ceil() as i32);
        let reach = libm::log10(self.high / self.low);
        let factors: &[f64] = if reach < 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let stride = ((reach / TICKS).ceil() as usize).max(1);
        let within = self.low * (1.0 - 1e-9)..=self.high * (1.0 + 1e-9);
        (first..=last)
            .step_by(stride)
            .flat_map(|power| factors.iter().map(move |factor| factor * power_of_ten(power)))
            .filter(|tick| within.contains(tick))
            .collect()
    }
}

/// Ten to a power, the same on every machine.
fn power_of_ten(power: i32) -> f64 {
    libm::pow(10.0, f64::from(power))
}

/// A number as it stands at an axis: short, and with a thousand as `k` and a million as `M`.
pub fn label(number: f64) -> String {
    let size = number.abs();
    let (scaled, suffix) = match size {
        1e9.. => (number / 1e9, "G"),
        1e6.. => (number / 1e6, "M"),
        1e4.. => (number / 1e3, "k"),
        _ => (number, ""),
    };
    if size != 0.0 && size < 1e-4 {
        return format!("{number:.0e}");
    }
    let digits = format!("{scaled:.4}");
    let short = digits.trim_end_matches('0').trim_end_matches('.');
    format!("{}{suffix}", if short == "-0" { "0" } else { short })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_within() {
        for (low, high, expected) in [
            (0.0, 1.0, vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
            (0.0, 5000.0, vec![0.0, 1000.0, 2000.0, 3000.0, 4000.0, 5000.0]),
            (-0.3, 0.31, vec![-0.2, 0.0, 0.2]),
        ] {
            let ticks = Scale::linear(low, high).ticks();
            let near = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-9;
            assert!(
                ticks.len() == expected.len() && ticks.iter().zip(&expected).all(near),
                "{ticks:?}"
            );
        }
    }

    #[test]
    fn powers_are_few_and_within() {
        assert_eq!(Scale::logarithmic(1.0, 1000.0).ticks(), [1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(Scale::logarithmic(3.0, 70.0).ticks(), [5.0, 10.0, 20.0, 50.0]);
        let wide = Scale::logarithmic(1e-6, 1e12).ticks();
        assert!((4..=8).contains(&wide.len()), "{wide:?}");
    }

    #[test]
    fn every_number_has_a_place() {
        for scale in
            [Scale::linear(2.0, 2.0), Scale::logarithmic(0.0, 0.0), Scale::linear(0.0, 9.0)]
        {
            for number in [-1.0, 0.0, 2.0, 1e300] {
                assert!((0.0..=1.0).contains(&scale.place(number)), "{scale:?} {number}");
            }
            assert!(!scale.ticks().is_empty() && scale.ticks().len() < 20, "{scale:?}");
        }
        assert_eq!(Scale::logarithmic(1.0, 100.0).place(10.0), 0.5);
        let reach = |numbers: &[f64]| Scale::by_reach(numbers.iter().copied(), 2).is_logarithmic;
        assert!(reach(&[1.0, 500.0]) && !reach(&[1.0, 50.0]) && !reach(&[0.0]) && !reach(&[]));
    }

    #[test]
    fn labels_are_short() {
        for (number, expected) in [
            (0.0, "0"),
            (0.2 * 3.0, "0.6"),
            (-0.05, "-0.05"),
            (5000.0, "5000"),
            (20_000.0, "20k"),
            (1_500_000.0, "1.5M"),
            (1e-6, "1e-6"),
            (0.001, "0.001"),
        ] {
            assert_eq!(label(number), expected);
        }
    }
}
