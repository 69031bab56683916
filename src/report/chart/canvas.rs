//! What pictures are drawn on: lines, shapes and text in pixels, as SVG by plotters.
//!
//! plotters counts in whole numbers, so that everything is drawn twice as large as it is shown:
//! half a pixel is fine enough for a curve. Must not know what is drawn.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::super::palette::{self, INK, NO_XML};

/// Units of the drawing in a pixel.
const FINENESS: f64 = 2.0;

/// The size of all text but titles, in pixels.
pub const TEXT: f64 = 13.0;
/// The size of titles.
pub const TITLE: f64 = 15.0;

/// plotters takes the size of a font for the height of its line, and writes it smaller.
const LINE_HEIGHT: f64 = 1.24;

/// How wide a text is about, in its own size: no font is at hand to ask.
const WIDTH_OF_A_SYMBOL: f64 = 0.56;

/// Where a text stands beside its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The text begins at the point.
    Right,
    /// The text ends at the point.
    Left,
    /// The point is its middle.
    Around,
    /// The point is its middle, and it is read from below.
    Upwards,
}

/// A mark of a datum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A disc.
    Disc,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A square on its corner.
    Diamond,
}

impl Mark {
    /// The mark of a method by its place; beside the colour, so that grey will do.
    pub fn of(place: usize) -> Self {
        [Self::Disc, Self::Square, Self::Triangle, Self::Diamond][place % 4]
    }
}

/// How a shape is painted.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    /// Its colour, one of the palette or between two of them.
    pub color: RGBColor,
    /// How much of what is behind it is hidden, 0 to 1.
    pub opacity: f64,
}

impl Paint {
    /// A colour of the palette, `#RRGGBB`.
    pub fn of(color: &str) -> Self {
        let part = |from: usize| {
            color.get(from..from + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok())
        };
        let [red, green, blue] = [1, 3, 5].map(|from| part(from).unwrap_or(0));
        Self { color: RGBColor(red, green, blue), opacity: 1.0 }
    }

    /// The same, through which what is behind it shows.
    pub fn faint(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }

    fn fill(self) -> ShapeStyle {
        self.color.mix(self.opacity).filled()
    }

    fn stroke(self, width: f64) -> ShapeStyle {
        self.color.mix(self.opacity).stroke_width(units(width) as u32)
    }
}

/// A drawing of some size.
pub struct Canvas<'s> {
    area: DrawingArea<SVGBackend<'s>, Shift>,
}

/// Draws a picture of that size in pixels and gives it as SVG; `title` is for those who cannot
/// see it.
pub fn draw(width: f64, height: f64, title: &str, body: impl FnOnce(&Canvas<'_>)) -> String {
    let size = (units(width) as u32, units(height) as u32);
    let mut drawing = String::new();
    {
        let area = SVGBackend::with_string(&mut drawing, size).into_drawing_area();
        let canvas = Canvas { area };
        canvas.rectangle((0.0, 0.0), (width, height), Paint::of(palette::PAPER));
        body(&canvas);
        // A string takes whatever is written to it.
        canvas.area.present().ok();
    }
    let content = drawing.split_once('>').map_or("", |(_, content)| content);
    let title = palette::escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" role=\"img\">\n<title>{title}</title>{content}",
        size.0, size.1
    )
}

fn units(pixels: f64) -> i32 {
    (pixels * FINENESS).round() as i32
}

fn point((x, y): (f64, f64)) -> (i32, i32) {
    (units(x), units(y))
}

/// How wide a text is about, in pixels.
pub fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * WIDTH_OF_A_SYMBOL
}

/// A text that is no wider than that: its middle is left out where need be.
pub fn fitted(text: &str, size: f64, width: f64) -> String {
    let most = ((width / (size * WIDTH_OF_A_SYMBOL)) as usize).max(3);
    let symbols: Vec<char> = text.chars().collect();
    if symbols.len() <= most {
        return text.to_owned();
    }
    let head = (most - 1).div_ceil(2);
    let tail = most - 1 - head;
    let head = symbols[..head].iter();
    head.chain(&['…']).chain(&symbols[symbols.len() - tail..]).collect()
}

impl Canvas<'_> {
    /// A line through points.
    pub fn line(&self, points: &[(f64, f64)], paint: Paint, width: f64) {
        let mut points: Vec<(i32, i32)> = points.iter().copied().map(point).collect();
        // Of many steps within a pixel one is seen: a curve is never longer than its picture.
        points.dedup();
        self.area.draw(&PathElement::new(points, paint.stroke(width))).ok();
    }

    /// A filled rectangle between two corners.
    pub fn rectangle(&self, from: (f64, f64), to: (f64, f64), paint: Paint) {
        self.area.draw(&Rectangle::new([point(from), point(to)], paint.fill())).ok();
    }

    /// The edge of a rectangle.
    pub fn edge(&self, from: (f64, f64), to: (f64, f64), paint: Paint, width: f64) {
        // A rectangle of plotters has an edge of one width only.
        let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
        self.line(&corners, paint, width);
    }

    /// A filled shape with these corners.
    pub fn polygon(&self, corners: &[(f64, f64)], paint: Paint) {
        let corners: Vec<(i32, i32)> = corners.iter().copied().map(point).collect();
        self.area.draw(&Polygon::new(corners, paint.fill())).ok();
    }

    /// A mark at a point, so large in all.
    pub fn mark(&self, mark: Mark, (x, y): (f64, f64), size: f64, paint: Paint) {
        let half = size / 2.0;
        match mark {
            Mark::Disc => {
                self.area.draw(&Circle::new(point((x, y)), units(half), paint.fill())).ok();
            }
            Mark::Square => {
                let half = half * 0.88;
                self.rectangle((x - half, y - half), (x + half, y + half), paint);
            }
            Mark::Triangle => {
                self.polygon(&[(x, y - half), (x + half, y + half), (x - half, y + half)], paint);
            }
            Mark::Diamond => {
                let half = half * 1.2;
                self.polygon(&[(x, y - half), (x + half, y), (x, y + half), (x - half, y)], paint);
            }
        }
    }

    /// A text beside a point, with its middle at the point's height.
    pub fn text(&self, text: &str, at: (f64, f64), beside: Beside, size: f64) {
        self.painted_text(text, at, beside, size, INK);
    }

    /// The same in a colour of the palette.
    pub fn painted_text(&self, text: &str, at: (f64, f64), beside: Beside, size: f64, color: &str) {
        let side = match beside {
            Beside::Right => HPos::Left,
            Beside::Left => HPos::Right,
            Beside::Around | Beside::Upwards => HPos::Center,
        };
        let font = ("sans-serif", size * FINENESS * LINE_HEIGHT).into_font();
        let font =
            if beside == Beside::Upwards { font.transform(FontTransform::Rotate270) } else { font };
        let style = font.color(&Paint::of(color).color).pos(Pos::new(side, VPos::Center));
        self.area.draw(&Text::new(drawable(text), point(at), style)).ok();
    }
}

/// A text without what no SVG may hold; the rest is escaped where it is written.
fn drawable(text: &str) -> String {
    text.replace(NO_XML, " ")
}
