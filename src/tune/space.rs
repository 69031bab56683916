//! What may be varied: a range or a list of values for each key, and the points between them.
//!
//! A point has a number for each key: the value itself, or the place of a category in its list.
//! Numbers have four significant digits, so that a point can be read and written again.

use toml::Value;

use crate::method::{Method, MethodError, split_setting, value_list};
use crate::rng::Rng;

/// Why a key cannot be varied so.
#[derive(Debug, thiserror::Error)]
pub enum SpaceError {
    /// The method refuses the key or a value of it.
    #[error(transparent)]
    Refused(#[from] MethodError),
    /// There is no range to be read.
    #[error(
        "{origin}: `{text}` is no range, expected LOW..HIGH with two numbers, such as 0.01..0.5, and `,log` behind it for a logarithmic scale"
    )]
    NoRange {
        /// The option and the key.
        origin: String,
        /// What stands there.
        text: String,
    },
    /// Low and high are not in their order.
    #[error("{origin}: the range {low}..{high} is {}; expected the smaller number first", if low == high { "empty" } else { "reversed" })]
    NotAscending {
        /// The option and the key.
        origin: String,
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// A fraction of a setting that counts.
    #[error(
        "{origin}: the setting is a whole number, and so must both ends of its range be; found {low}..{high}"
    )]
    NotWhole {
        /// The option and the key.
        origin: String,
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// A logarithm of nothing.
    #[error("{origin}: a logarithmic scale needs a range above 0, found {low} as its lower end")]
    NoLogarithm {
        /// The option and the key.
        origin: String,
        /// The lower end.
        low: f64,
    },
    /// One value is nothing to choose from.
    #[error(
        "{origin}: one value alone leaves nothing to search; fix it with --set {key}={value}, or give LOW..HIGH or several values"
    )]
    OneValue {
        /// The option and the key.
        origin: String,
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A key in two options.
    #[error("`{0}` is varied twice; keep one of them")]
    Twice(String),
    /// A cap is no setting of a search.
    #[error(
        "{origin}: `{key}` is a budget: under a larger one every setting looks better; give --evaluations or another budget to all points"
    )]
    Budget {
        /// Where it is varied, such as an option.
        origin: String,
        /// The key.
        key: String,
    },
    /// Nothing is varied.
    #[error(
        "nothing to tune; give --vary KEY=LOW..HIGH, --mutation LOW..HIGH or --crossover LOW..HIGH"
    )]
    Empty,
}

/// How a range is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// By differences.
    Linear,
    /// By ratios.
    Log,
}

/// The values of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    /// Numbers from low to high, whole ones or all.
    Numbers {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
        /// How it is walked.
        scale: Scale,
        /// Whether only whole numbers are meant.
        is_whole: bool,
    },
    /// Values without an order.
    Categories(Vec<Value>),
}

/// A key with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The dotted key.
    pub key: String,
    /// Its values.
    pub range: Range,
}

/// A number for each key of a space.
#[derive(Clone, Debug, PartialEq)]
pub struct Point(pub Vec<f64>);

impl Point {
    /// Equal exactly where points are, to look them up by.
    pub fn key(&self) -> Vec<u64> {
        // -0 and 0 are one number.
        self.0.iter().map(|number| (number + 0.0).to_bits()).collect()
    }
}

/// All keys that are varied.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// The keys, in the order of their names.
    pub axes: Vec<Axis>,
}

impl Axis {
    /// The values of `KEY=LOW..HIGH`, `KEY=LOW..HIGH,log` or `KEY=a,b,c` for a method, which must
    /// take the ends or every category.
    pub fn parse(method: &Method, text: &str, option: &str) -> Result<Self, SpaceError> {
        let (key, values) = split_setting(text, option)?;
        Self::of(method, key, values, option)
    }

    /// The same of a key and what stands behind its sign.
    pub fn of(method: &Method, key: &str, text: &str, option: &str) -> Result<Self, SpaceError> {
        refuse_budget(key, option)?;
        let origin = format!("{option} {key}");
        let range = match text.contains("..") && !text.contains(['"', '\'', '{', '[']) {
            true => numbers(method, key, text, &origin)?,
            false => categories(key, text, &origin)?,
        };
        let axis = Self { key: key.to_owned(), range };
        for end in axis.ends() {
            method.clone().with_settings(&[(key.to_owned(), axis.value(end))], option)?;
        }
        Ok(axis)
    }

    /// The values that must be right for all others to be.
    fn ends(&self) -> Vec<f64> {
        match &self.range {
            Range::Numbers { low, high, .. } => vec![*low, *high],
            Range::Categories(values) => (0..values.len()).map(|place| place as f64).collect(),
        }
    }

    /// The setting of a number.
    pub fn value(&self, number: f64) -> Value {
        match &self.range {
            Range::Numbers { is_whole: true, .. } => Value::from(number as i64),
            Range::Numbers { .. } => Value::from(number),
            Range::Categories(values) => {
                values.get(number as usize).cloned().unwrap_or(Value::Boolean(false))
            }
        }
    }

    /// How many categories there are, if it has some.
    pub fn categories(&self) -> Option<usize> {
        match &self.range {
            Range::Numbers { .. } => None,
            Range::Categories(values) => Some(values.len()),
        }
    }

    /// Where a number lies between the ends, from 0 to 1; the place of a category.
    pub fn unit(&self, number: f64) -> f64 {
        match &self.range {
            Range::Numbers { low, high, scale: Scale::Linear, .. } => (number - low) / (high - low),
            Range::Numbers { low, high, scale: Scale::Log, .. } => {
                libm::log(number / low) / libm::log(high / low)
            }
            Range::Categories(_) => number,
        }
    }

    /// The number that lies there, rounded as this axis does.
    pub fn number(&self, unit: f64) -> f64 {
        let Range::Numbers { low, high, scale, is_whole } = &self.range else { return unit };
        let exact = match scale {
            Scale::Linear => low + unit * (high - low),
            Scale::Log => low * libm::exp(unit * libm::log(high / low)),
        };
        let rounded = if *is_whole { exact.round() } else { four_digits(exact) };
        rounded.clamp(*low, *high)
    }

    /// A number of the axis at random.
    pub fn draw(&self, rng: &mut Rng) -> f64 {
        match self.categories() {
            Some(count) => rng.index(count) as f64,
            None => self.number(rng.unit()),
        }
    }

    /// The number that a method has, where it lies on the axis.
    fn current(&self, method: &Method) -> Option<f64> {
        match &self.range {
            Range::Numbers { low, high, .. } => {
                let value = value_at(method, &self.key)?;
                let number = value.as_float().or(value.as_integer().map(|whole| whole as f64))?;
                (*low..=*high).contains(&number).then_some(number)
            }
            Range::Categories(values) => {
                let is_current = |value: &Value| {
                    let setting = [(self.key.clone(), value.clone())];
                    let changed = method.clone().with_settings(&setting, "--vary");
                    changed.is_ok_and(|changed| changed.identity() == method.identity())
                };
                values.iter().position(is_current).map(|place| place as f64)
            }
        }
    }
}

impl Space {
    /// A space of these axes.
    pub fn new(mut axes: Vec<Axis>) -> Result<Self, SpaceError> {
        axes.sort_by(|one, other| one.key.cmp(&other.key));
        if let Some(pair) = axes.windows(2).find(|pair| pair[0].key == pair[1].key) {
            return Err(SpaceError::Twice(pair[0].key.clone()));
        }
        if axes.is_empty() { Err(SpaceError::Empty) } else { Ok(Self { axes }) }
    }

    /// The keys.
    pub fn keys(&self) -> Vec<String> {
        self.axes.iter().map(|axis| axis.key.clone()).collect()
    }

    /// The settings of a point.
    pub fn settings(&self, point: &Point) -> Vec<(String, Value)> {
        let pairs = self.axes.iter().zip(&point.0);
        pairs.map(|(axis, &number)| (axis.key.clone(), axis.value(number))).collect()
    }

    /// The values of a point as tables show them.
    pub fn texts(&self, point: &Point) -> Vec<String> {
        let text = |(_, value): &(String, Value)| {
            value.as_str().map_or_else(|| value.to_string(), str::to_owned)
        };
        self.settings(point).iter().map(text).collect()
    }

    /// A point with each number where it lies between its ends.
    pub fn units(&self, point: &Point) -> Vec<f64> {
        self.axes.iter().zip(&point.0).map(|(axis, &number)| axis.unit(number)).collect()
    }

    /// The point that lies there.
    pub fn point(&self, units: &[f64]) -> Point {
        Point(self.axes.iter().zip(units).map(|(axis, &unit)| axis.number(unit)).collect())
    }

    /// A point at random.
    pub fn draw(&self, rng: &mut Rng) -> Point {
        Point(self.axes.iter().map(|axis| axis.draw(rng)).collect())
    }

    /// Which axes have no order.
    pub fn are_categories(&self) -> Vec<bool> {
        self.axes.iter().map(|axis| axis.categories().is_some()).collect()
    }

    /// The point of the method as it is, if it lies in the space.
    pub fn current(&self, method: &Method) -> Option<Point> {
        self.axes.iter().map(|axis| axis.current(method)).collect::<Option<_>>().map(Point)
    }

    /// The point of texts as [`Space::texts`] writes them; what lies outside is told by its key.
    pub fn read(&self, texts: &[&str]) -> Result<Point, String> {
        let pairs = self.axes.iter().zip(texts);
        let numbers = pairs.map(|(axis, text)| match &axis.range {
            Range::Numbers { .. } => text.trim().parse().map_err(|_| axis.key.clone()),
            Range::Categories(values) => {
                let wanted = value_list(text);
                let place = values.iter().position(|value| wanted.first() == Some(value));
                place.map(|place| place as f64).ok_or_else(|| axis.key.clone())
            }
        });
        numbers.collect::<Result<_, _>>().map(Point)
    }
}

/// Refuses to vary a cap.
pub fn refuse_budget(key: &str, origin: &str) -> Result<(), SpaceError> {
    match key == "budget" || key.starts_with("budget.") {
        true => Err(SpaceError::Budget { origin: origin.to_owned(), key: key.to_owned() }),
        false => Ok(()),
    }
}

/// The setting of a dotted key.
pub fn value_at(method: &Method, key: &str) -> Option<Value> {
    let mut value = Value::Table(method.to_table());
    for part in key.split('.') {
        value = value.get(part)?.clone();
    }
    Some(value)
}

fn numbers(method: &Method, key: &str, text: &str, origin: &str) -> Result<Range, SpaceError> {
    let origin = || origin.to_owned();
    let no_range = || SpaceError::NoRange { origin: origin(), text: text.to_owned() };
    let (ends, scale) = match text.rsplit_once(',') {
        None => (text, Scale::Linear),
        Some((ends, word)) => match word.trim() {
            "log" => (ends, Scale::Log),
            "linear" => (ends, Scale::Linear),
            _ => return Err(no_range()),
        },
    };
    let (low_text, high_text) = ends.split_once("..").ok_or_else(no_range)?;
    let number = |text: &str| -> Option<f64> {
        text.trim().replace('_', "").parse().ok().filter(|number: &f64| number.is_finite())
    };
    let low = number(low_text).ok_or_else(no_range)?;
    let high = number(high_text).ok_or_else(no_range)?;
    if low >= high {
        return Err(SpaceError::NotAscending { origin: origin(), low, high });
    }
    if scale == Scale::Log && low <= 0.0 {
        return Err(SpaceError::NoLogarithm { origin: origin(), low });
    }
    let are_whole = low.fract() == 0.0 && high.fract() == 0.0;
    let is_whole = match value_at(method, key) {
        Some(value) if value.is_integer() => {
            if !are_whole {
                return Err(SpaceError::NotWhole { origin: origin(), low, high });
            }
            true
        }
        Some(_) => false,
        // What the method leaves open is told by the way the ends are written.
        None => are_whole && !ends.replace("..", " ").contains('.'),
    };
    Ok(Range::Numbers { low, high, scale, is_whole })
}

fn categories(key: &str, text: &str, origin: &str) -> Result<Range, SpaceError> {
    let mut values: Vec<Value> = Vec::new();
    for value in value_list(text) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    match values.as_slice() {
        [one] => Err(SpaceError::OneValue {
            origin: origin.to_owned(),
            key: key.to_owned(),
            value: one.as_str().map_or_else(|| one.to_string(), str::to_owned),
        }),
        _ => Ok(Range::Categories(values)),
    }
}

/// A number to four significant digits, as it is written.
fn four_digits(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}
