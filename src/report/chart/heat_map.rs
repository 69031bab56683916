//! A grid of shares as a heat map: the darker, the more runs solved; the numbers stand in it.

use plotters::style::RGBColor;

use super::WIDTH;
use super::canvas::{Beside, Paint, TEXT, draw, fitted, width_of};
use super::frame::{LINE, MARGIN, title};
use crate::analysis::Sheet;
use crate::report::figures::swept;
use crate::report::palette::{INK, ON_DARK, ON_LIGHT};

/// The colour of a share of 0 and of 1: one hue, so that grey and the colour-blind see the same.
const NONE: RGBColor = RGBColor(0xEA, 0xF2, 0xF8);
const ALL: RGBColor = RGBColor(0x00, 0x4A, 0x7C);

const ROW: f64 = 44.0;

/// Draws the solved shares of a sheet; a frame stands around those not shown to be worse than the
/// best.
pub fn heat_map(sheet: &Sheet<'_>, heading: &str) -> String {
    let values = |of: &[Option<&str>]| of.iter().map(|value| swept(*value)).collect::<Vec<_>>();
    let (rows, columns) = (values(&sheet.rows), values(&sheet.columns));
    let widest = rows.iter().map(|row| width_of(row, TEXT)).fold(20.0, f64::max).min(140.0);
    let (left, top) = (MARGIN + 26.0 + widest + 8.0, 2.0 * MARGIN + LINE + 4.0);
    let column = ((WIDTH - left - 16.0) / columns.len().max(1) as f64).min(140.0);
    let bottom = top + ROW * rows.len() as f64;
    draw(WIDTH, bottom + 4.0 * LINE + MARGIN, heading, |canvas| {
        title(canvas, heading, WIDTH);
        for (place, row) in rows.iter().enumerate() {
            let y = top + ROW * (place as f64 + 0.5);
            canvas.text(&fitted(row, TEXT, widest), (left - 8.0, y), Beside::Left, TEXT);
            for across in 0..columns.len() {
                let Some(cell) = sheet.cell(place, across) else { continue };
                let share = cell.solved.share().unwrap_or(0.0);
                let from = (left + column * across as f64 + 3.5, top + ROW * place as f64 + 3.5);
                let to = (from.0 + column - 7.0, from.1 + ROW - 7.0);
                canvas.rectangle(from, to, Paint { color: between(share), opacity: 1.0 });
                if !cell.is_worse && sheet.best().is_some() {
                    // Outside, so that it shows beside a dark cell as well.
                    let outer = ((from.0 - 2.5, from.1 - 2.5), (to.0 + 2.5, to.1 + 2.5));
                    canvas.edge(outer.0, outer.1, Paint::of(INK), 2.0);
                }
                let text = format!("{}/{}", cell.solved.successes, cell.solved.trials);
                let size = (column / (text.len() as f64 * 0.62)).clamp(7.0, TEXT);
                let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
                canvas.painted_text(&text, middle, Beside::Around, size, ink_on(share));
            }
        }
        for (place, value) in columns.iter().enumerate().filter(|_| sheet.column_key.is_some()) {
            let x = left + column * (place as f64 + 0.5);
            let text = fitted(value, TEXT, column - 4.0);
            canvas.text(&text, (x, bottom + LINE * 0.8), Beside::Around, TEXT);
        }
        let middle = left + column * columns.len() as f64 / 2.0;
        if let Some(key) = sheet.column_key {
            canvas.text(key, (middle, bottom + LINE * 1.9), Beside::Around, TEXT);
        }
        canvas.text(sheet.row_key, (MARGIN + 4.0, (top + bottom) / 2.0), Beside::Upwards, TEXT);
        let note = "runs solved; framed: not shown to be worse than the best";
        canvas.text(note, (left, bottom + LINE * 3.2), Beside::Right, TEXT - 1.0);
    })
}

fn between(share: f64) -> RGBColor {
    let mix =
        |none: u8, all: u8| (f64::from(none) + share * (f64::from(all) - f64::from(none))) as u8;
    RGBColor(mix(NONE.0, ALL.0), mix(NONE.1, ALL.1), mix(NONE.2, ALL.2))
}

fn ink_on(share: f64) -> &'static str {
    if share > 0.5 { ON_DARK } else { ON_LIGHT }
}
