//! One test or estimate, as files and tables hold it.

/// In which company a test was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The primary test over all puzzles, adjusted for the number of methods.
    Overall,
    /// The primary test on one puzzle, adjusted for the number of methods and puzzles.
    Puzzle,
    /// A test that nobody announced: its p is not adjusted and proves nothing.
    Exploratory,
    /// As one of the studies tested.
    Study,
    /// An estimate without a test.
    Estimate,
}

impl Family {
    /// The word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Overall => "overall",
            Self::Puzzle => "puzzle",
            Self::Exploratory => "exploratory",
            Self::Study => "study",
            Self::Estimate => "estimate",
        }
    }
}

/// One test or estimate. What is undefined is `None`, with the reason in `note`.
#[derive(Clone, Debug, PartialEq)]
pub struct TestRow {
    /// The family.
    pub family: Family,
    /// The puzzle; `None` over all puzzles.
    pub puzzle: Option<String>,
    /// The method; `None` where all take part.
    pub a: Option<String>,
    /// The method it is compared with.
    pub b: Option<String>,
    /// Name of the test, such as `fisher`.
    pub test: &'static str,
    /// The statistic.
    pub statistic: Option<f64>,
    /// Degrees of freedom, as many as the law has.
    pub freedom: Vec<f64>,
    /// The probability, two-sided.
    pub p: Option<f64>,
    /// The probability adjusted by Holm; `None` outside the families of the primary test.
    pub p_holm: Option<f64>,
    /// The effect: `a` less `b`, unless the note says otherwise.
    pub effect: Option<f64>,
    /// Lower end of the effect's 95 % interval.
    pub low: Option<f64>,
    /// Upper end of it.
    pub high: Option<f64>,
    /// Runs of `a`, or of all.
    pub n_a: Option<u64>,
    /// Runs of `b`.
    pub n_b: Option<u64>,
    /// What the effect is, how the data were treated, or why a number is missing.
    pub note: String,
}
