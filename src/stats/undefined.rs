//! Why a test has no answer. Knows no test.

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undefined {
    /// A sample has too few numbers.
    #[error("too few numbers")]
    TooFew,
    /// There are fewer than two groups to compare.
    #[error("fewer than two groups")]
    TooFewGroups,
    /// The blocks do not have one number for each method.
    #[error("blocks of unlike lengths")]
    Ragged,
    /// All that the test compares is equal: nothing varies, so that no difference can be measured.
    #[error("nothing varies")]
    Constant,
    /// A time is known only to be longer than some number.
    #[error("a time is known only to be longer than where it was watched to")]
    Censored,
    /// Every difference is zero.
    #[error("all differences are zero")]
    AllZero,
    /// A number is infinite, or too large to compute with.
    #[error("numbers that are not finite or too large")]
    NotFinite,
    /// A number is no number and has no rank.
    #[error("not a number")]
    NotANumber,
}
