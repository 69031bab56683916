//! The colours of every picture, and text made safe for SVG and HTML.
//!
//! Methods have the colours of Okabe and Ito (2008), which the colour-blind can tell apart, in an
//! order in which neighbours also differ in grey; where there are more methods than colours, they
//! come again and the shape of the mark tells them apart. The page of a report exchanges the
//! colours named here for others in the dark, so that pictures must use no others.

use crate::board::plain::is_odd;

/// What is drawn on.
pub const PAPER: &str = "#FFFFFF";
/// Text, axes and frames.
pub const INK: &str = "#1A1A1A";
/// Text of less weight.
pub const MUTED: &str = "#5F5F5F";
/// Lines behind the data.
pub const RULE: &str = "#DCDCDC";
/// The ground of a given cell.
pub const GROUND: &str = "#EDEDED";
/// A digit that was found.
pub const FOUND: &str = "#0B5CAD";

/// Text on a light and on a dark ground that both stay as they are in the dark.
pub const ON_LIGHT: &str = "#111111";
/// The same on a dark ground.
pub const ON_DARK: &str = "#FAFAFA";

/// One colour a method.
pub const METHODS: [&str; 7] =
    ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#8A8A00"];

/// The colour of a method by its place.
pub fn method(place: usize) -> &'static str {
    METHODS[place % METHODS.len()]
}

/// Characters that no XML may hold, beside those that are odd in every file.
pub const NO_XML: [char; 2] = ['\u{FFFE}', '\u{FFFF}'];

/// Text as it may stand between tags and in quoted attributes; control characters, which XML
/// cannot hold, and those that turn the order of reading round become spaces.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            odd if is_odd(odd) || NO_XML.contains(&odd) => {
                safe.push(' ');
            }
            plain => safe.push(plain),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_becomes_a_tag() {
        assert_eq!(
            escape("<script>\"a\" & 'b'\u{1b}\n"),
            "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;  "
        );
        assert_eq!(escape("größer, 数独"), "größer, 数独");
    }
}
