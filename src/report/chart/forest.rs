//! Effects with their intervals, one below the other: a forest plot.

use super::WIDTH;
use super::canvas::{Beside, Mark, Paint, TEXT, draw, fitted};
use super::frame::{Frame, LINE, MARGIN, title};
use super::scale::Scale;
use crate::report::palette::{self, INK, MUTED};

const ROW: f64 = 22.0;
/// Room for what is compared, and for the numbers beside it.
const NAMES: f64 = 220.0;
const NUMBERS: f64 = 196.0;

/// One effect.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What was compared.
    pub text: String,
    /// The place of the method, for its colour.
    pub place: usize,
    /// The effect.
    pub effect: f64,
    /// Its interval; `None` where there is none.
    pub interval: Option<(f64, f64)>,
    /// The effect and its interval as text.
    pub numbers: String,
    /// Whether it stands for all puzzles.
    pub is_overall: bool,
}

/// Draws effects; `axis` says what they are and which side is better.
pub fn forest(effects: &[Effect], axis: &str, heading: &str) -> String {
    let ends = effects.iter().flat_map(|effect| {
        let (low, high) = effect.interval.unwrap_or((effect.effect, effect.effect));
        [low, high, effect.effect]
    });
    let reach = ends.map(f64::abs).max_by(f64::total_cmp).unwrap_or(1.0).max(1e-9) * 1.05;
    let top = 2.0 * MARGIN + LINE;
    let bottom = top + ROW * effects.len() as f64 + 6.0;
    draw(WIDTH, bottom + 46.0 + MARGIN, heading, |canvas| {
        title(canvas, heading, WIDTH);
        let frame = Frame {
            left: MARGIN + NAMES,
            top,
            right: WIDTH - NUMBERS,
            bottom,
            x: Scale::linear(-reach, reach),
            y: Scale::linear(0.0, 1.0),
        };
        frame.x_axis(canvas, axis);
        let zero = frame.x(0.0);
        canvas.line(&[(zero, top), (zero, bottom)], Paint::of(INK), 1.0);
        for (place, effect) in effects.iter().enumerate() {
            let y = top + ROW * (place as f64 + 0.5) + 3.0;
            let paint = Paint::of(palette::method(effect.place));
            let text = fitted(&effect.text, TEXT, NAMES - 14.0);
            canvas.text(&text, (MARGIN, y), Beside::Right, TEXT);
            let (mark, size) = match effect.is_overall {
                true => (Mark::Diamond, 12.0),
                false => (Mark::Square, 8.0),
            };
            if let Some((low, high)) = effect.interval {
                canvas.line(&[(frame.x(low), y), (frame.x(high), y)], paint, 1.5);
                for end in [low, high] {
                    let x = frame.x(end);
                    canvas.line(&[(x, y - 4.0), (x, y + 4.0)], paint, 1.5);
                }
            }
            canvas.mark(mark, (frame.x(effect.effect), y), size, paint);
            let at = (frame.right + 10.0, y);
            let numbers = fitted(&effect.numbers, TEXT - 1.0, NUMBERS - 14.0);
            canvas.painted_text(&numbers, at, Beside::Right, TEXT - 1.0, MUTED);
        }
        canvas.line(&[(frame.left, bottom), (frame.right, bottom)], Paint::of(INK), 0.5);
    })
}
