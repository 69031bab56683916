//! Whether two means differ: the tests of Student (1908) and Welch (1947).
//!
//! Every sample is measured from its first number, so that an offset common to all costs no
//! digits and a constant sample has a variance of exactly 0.

use super::proportion::Interval;
use super::sides::Sides;
use super::tails::{student_quantile, student_upper};
use super::undefined::Undefined;

/// A test of two means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TTest {
    /// The difference by its standard error.
    pub statistic: f64,
    /// Degrees of freedom.
    pub freedom: f64,
    /// The mean of the first less that of the second.
    pub difference: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// The probabilities.
    pub sides: Sides,
}

impl TTest {
    fn new(difference: f64, error: f64, freedom: f64) -> Result<Self, Undefined> {
        if error == 0.0 {
            return Err(Undefined::Constant);
        }
        let statistic = difference / error;
        let is_finite = [difference, error, statistic].iter().all(|number| number.is_finite());
        Sides::symmetric(statistic, |t| student_upper(t, freedom))
            .filter(|_| is_finite)
            .map(|sides| Self { statistic, freedom, difference, error, sides })
            .ok_or(Undefined::NotFinite)
    }

    /// The interval of the difference at a level between 0 and 1, such as 0.95.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let reach = self.error * student_quantile((1.0 + level) / 2.0, self.freedom)?;
        let interval = Interval { low: self.difference - reach, high: self.difference + reach };
        let is_one = level > 0.0 && interval.low.is_finite() && interval.high.is_finite();
        is_one.then_some(interval)
    }
}

/// Student's test, which takes both variances to be equal.
pub fn student(first: &[f64], second: &[f64]) -> Result<TTest, Undefined> {
    let (one, other) = (Centred::new(first)?, Centred::new(second)?);
    let freedom = one.freedom() + other.freedom();
    let pooled = (one.squares + other.squares) / freedom;
    let error = (pooled * (1.0 / one.size + 1.0 / other.size)).sqrt();
    TTest::new(one.above(&other), error, freedom)
}

/// Welch's test, which takes no variances to be equal.
pub fn welch(first: &[f64], second: &[f64]) -> Result<TTest, Undefined> {
    let (one, other) = (Centred::new(first)?, Centred::new(second)?);
    let variance = one.variance_of_mean() + other.variance_of_mean();
    if variance == 0.0 {
        return Err(Undefined::Constant);
    }
    let share = one.variance_of_mean() / variance;
    let rest = 1.0 - share;
    let freedom = 1.0 / (share * share / one.freedom() + rest * rest / other.freedom());
    TTest::new(one.above(&other), variance.sqrt(), freedom)
}

/// A sample measured from its first number.
struct Centred {
    size: f64,
    origin: f64,
    /// The mean less the origin.
    mean: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
}

impl Centred {
    fn new(sample: &[f64]) -> Result<Self, Undefined> {
        let &[origin, _, ..] = sample else { return Err(Undefined::TooFew) };
        let size = sample.len() as f64;
        let mean = sample.iter().map(|number| number - origin).sum::<f64>() / size;
        let distances = sample.iter().map(|number| number - origin - mean);
        let squares: f64 = distances.map(|distance| distance * distance).sum();
        if !squares.is_finite() {
            return Err(Undefined::NotFinite);
        }
        Ok(Self { size, origin, mean, squares })
    }

    fn freedom(&self) -> f64 {
        self.size - 1.0
    }

    fn variance_of_mean(&self) -> f64 {
        self.squares / self.freedom() / self.size
    }

    /// How far this mean lies above the other one.
    fn above(&self, other: &Self) -> f64 {
        (self.origin - other.origin) + (self.mean - other.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::agree;
    use crate::stats::samples::pairs;

    /// Statistic, freedom, two-sided, less, greater, low and high at 0.9.
    type Oracle = [f64; 7];

    fn check(test: fn(&[f64], &[f64]) -> Result<TTest, Undefined>, oracles: [Oracle; 7]) {
        for ([first, second], oracle) in pairs().into_iter().zip(oracles) {
            let found = test(&first, &second).expect("an answer");
            let interval = found.interval(0.9).expect("an interval");
            let [statistic, freedom, two_sided, less, greater, low, high] = oracle;
            let is_right = agree(found.statistic, statistic)
                && agree(found.freedom, freedom)
                && found.sides.are([two_sided, less, greater])
                && agree(interval.low, low)
                && agree(interval.high, high);
            assert!(is_right, "{first:?} {second:?}: {found:?} {interval:?}");
        }
    }

    #[test]
    fn student_is_that_of_scipy() {
        // r = scipy.stats.ttest_ind(a, b): r.statistic, r.df, r.pvalue, that with
        // alternative="less" and "greater", r.confidence_interval(0.9).low and .high; the pair
        // with the offset less its offset, where SciPy has lost digits
        check(
            student,
            [
                [
                    -1.3562127236489319,
                    15.0,
                    0.19509627350124387,
                    0.09754813675062193,
                    0.9024518632493781,
                    -4.10758793219785,
                    0.5242545988645149,
                ],
                [
                    0.15237206797127928,
                    7.0,
                    0.883192389098507,
                    0.5584038054507465,
                    0.4415961945492535,
                    -2.286779408214265,
                    2.6867794082142646,
                ],
                [
                    -3.1304951684997055,
                    2.0,
                    0.08867762313423293,
                    0.044338811567116464,
                    0.9556611884328835,
                    -6.764643125495054,
                    -0.2353568745049488,
                ],
                [
                    -1.3894537104590579,
                    7.0,
                    0.20728614118604557,
                    0.10364307059302279,
                    0.8963569294069772,
                    -7.445157558046174,
                    1.1451575580461721,
                ],
                [
                    -49.91043476953429,
                    108.0,
                    1.9867671936382287e-76,
                    9.933835968191144e-77,
                    1.0,
                    -20.01904918141067,
                    -18.73095081858933,
                ],
                [
                    0.9070015441751629,
                    8.0,
                    0.39090708603785623,
                    0.8045464569810719,
                    0.19545354301892812,
                    -15.429406548156898,
                    44.81273988149022,
                ],
                [
                    -0.6181968957427147,
                    9.0,
                    0.5517668270503232,
                    0.2758834135251616,
                    0.7241165864748385,
                    -689.029564498819,
                    341.4962311654855,
                ],
            ],
        );
    }

    #[test]
    fn welch_is_that_of_scipy() {
        // as above with equal_var=False
        check(
            welch,
            [
                [
                    -1.3544686782739686,
                    14.685981302108221,
                    0.19606040730677288,
                    0.09803020365338644,
                    0.9019697963466136,
                    -4.113830348987042,
                    0.5304970156537072,
                ],
                [
                    0.17277368511627217,
                    4.0,
                    0.8712193191878357,
                    0.5643903404060822,
                    0.43560965959391784,
                    -2.2677910700254795,
                    2.667791070025478,
                ],
                [
                    -3.1304951684997055,
                    1.4705882352941178,
                    0.12904783554828334,
                    0.06452391777414167,
                    0.9354760822258583,
                    -7.725979956426927,
                    0.7259799564269231,
                ],
                [
                    -1.414986210576773,
                    6.915002255350517,
                    0.20048958069501888,
                    0.10024479034750944,
                    0.8997552096524906,
                    -7.375466972286725,
                    1.0754669722867227,
                ],
                [
                    -50.73565947986823,
                    107.99880877220149,
                    3.6369661374401754e-77,
                    1.8184830687200877e-77,
                    1.0,
                    -20.00857366504021,
                    -18.74142633495979,
                ],
                [
                    1.1337308318013322,
                    5.000620332459217,
                    0.3083162474683191,
                    0.8458418762658404,
                    0.15415812373415955,
                    -11.420005492718094,
                    40.803338826051416,
                ],
                [
                    -0.6008976615377125,
                    7.338247896071882,
                    0.5659993736570148,
                    0.2829996868285074,
                    0.7170003131714926,
                    -717.8623856933918,
                    370.3290523600582,
                ],
            ],
        );
    }

    #[test]
    fn an_offset_changes_nothing() {
        let (first, second) = ([0.5, 1.5, 1.0, 2.25], [2.5, 3.25, 2.0]);
        let moved = |sample: &[f64]| sample.iter().map(|number| number + 1e9).collect::<Vec<_>>();
        for test in [student, welch] {
            assert_eq!(test(&first, &second), test(&moved(&first), &moved(&second)));
        }
    }

    #[test]
    fn what_is_undefined_says_why() {
        for test in [student, welch] {
            assert_eq!(test(&[], &[1.0, 2.0]), Err(Undefined::TooFew));
            assert_eq!(test(&[1.0, 2.0], &[1.0]), Err(Undefined::TooFew));
            assert_eq!(test(&[0.1; 3], &[0.7; 5]), Err(Undefined::Constant));
            assert_eq!(test(&[1.0, f64::NAN], &[1.0, 2.0]), Err(Undefined::NotFinite));
            assert_eq!(test(&[1.0, f64::INFINITY], &[1.0, 2.0]), Err(Undefined::NotFinite));
            assert_eq!(test(&[1e308, -1e308], &[1.0, 2.0]), Err(Undefined::NotFinite));
            let defined = test(&[1.0, 2.0], &[3.0, 5.0]).expect("an answer");
            let of_no_level = [-0.5, 0.0, 1.0, f64::NAN].map(|level| defined.interval(level));
            assert_eq!(of_no_level, [None; 4]);
        }
    }
}
