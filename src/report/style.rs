//! How text for people is written: with what a terminal can show, or for those who read line by
//! line.

/// How text for people is written. Files and pipes get [`Style::BARE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Headers are bold and words show their tone.
    pub colour: bool,
    /// Columns of a terminal on which shares are also drawn as bars, where these fit.
    pub bars: Option<usize>,
    /// A line a row, a name before each value, and no drawing.
    pub is_plain: bool,
}

impl Style {
    /// Aligned text and nothing else.
    pub const BARE: Self = Self { colour: false, bars: None, is_plain: false };

    /// With colour.
    pub const COLOURED: Self = Self { colour: true, ..Self::BARE };

    /// For screen readers and logs.
    pub const PLAIN: Self = Self { is_plain: true, ..Self::BARE };
}
