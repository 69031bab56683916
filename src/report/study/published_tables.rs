//! Published counts beside ours.

use crate::analysis::Sheet;
use crate::analysis::figures::CONFIDENCE;
use crate::report::figures::{MISSING, mean_count, swept};
use crate::report::table::{Align, Table};
use crate::stats::{Prediction, Proportion};
use crate::study::file::Published;
use crate::study::{CellPlace, Evidence, cell_place, sheet_place};

/// A grid with what the study prints; on its own puzzle also whether that is what our runs of its
/// program lead to expect.
pub fn sweep_table(sheet: &Sheet<'_>, published: Option<&Published>, is_own: bool) -> Table {
    let mut table = Table::default();
    table.column(sheet.row_key, Align::Left);
    for value in &sheet.columns {
        let key = sheet.column_key.unwrap_or_default();
        table.column(&format!("{key} {}", swept(*value)), Align::Right);
    }
    let printed = |row: usize, column: usize| {
        let published = published?;
        let is_here = |at: &[String]| sheet_place(sheet, at) == Some((row, column));
        let cell = published.cells.iter().find(|cell| is_here(&cell.at))?;
        let ours = sheet.cell(row, column).filter(|_| is_own && sheet.method.name() == cell.coded);
        let expected = ours.map_or("", |ours| expected(ours.solved, cell.solved, published.runs));
        Some(format!(" ({}/{}{expected})", cell.solved, published.runs))
    };
    for (row, value) in sheet.rows.iter().enumerate() {
        let mut texts = vec![swept(*value)];
        for column in 0..sheet.columns.len() {
            let text = sheet.cell(row, column).map_or(MISSING.to_owned(), |cell| {
                let mark = if cell.is_worse { "" } else { "*" };
                format!("{}/{}{mark}", cell.solved.successes, cell.solved.trials)
            });
            texts.push(text + &printed(row, column).unwrap_or_default());
        }
        table.row(texts);
    }
    table
}

/// Whether a count lies in what other runs lead to expect.
fn expected(ours: Proportion, published: u64, runs: u64) -> &'static str {
    let (low, high) = Prediction::new(ours, runs).interval(CONFIDENCE);
    if (low..=high).contains(&published) { ", inside" } else { ", outside" }
}

pub fn published_table(published: &Published, evidence: &Evidence<'_>, is_own: bool) -> Table {
    let mut table = Table::default();
    table.group_column("puzzle");
    table.column("method", Align::Left);
    table.column("published", Align::Right);
    table.column("mean", Align::Right);
    for name in ["as coded", "as described"] {
        table.column(&format!("ours, {name}"), Align::Right);
        table.column("mean", Align::Right);
    }
    table.column("stand-ins, from - to", Align::Right);
    table.column(if is_own { "expected" } else { "place" }, Align::Right);
    for cell in &published.cells {
        let place = |method| cell_place(cell, published.runs, method, evidence, is_own);
        let (coded, described) = (place(&cell.coded), place(&cell.described));
        let mut texts = vec![
            cell.puzzle.clone(),
            cell.described.clone(),
            format!("{}/{}", cell.solved, published.runs),
            mean_count(cell.generations),
        ];
        for found in [&coded, &described] {
            texts.extend(our_texts(found.as_ref()));
        }
        let range = |found: &CellPlace| {
            format!("{:.0}-{:.0} %", 100.0 * found.range.0, 100.0 * found.range.1)
        };
        texts.push(coded.as_ref().map_or(MISSING.to_owned(), range));
        texts.push(coded.as_ref().map_or(MISSING.to_owned(), |found| verdict(found, cell.solved)));
        table.row(texts);
    }
    table
}

fn our_texts(found: Option<&CellPlace>) -> [String; 2] {
    found.map_or([MISSING; 2].map(str::to_owned), |found| {
        let Proportion { successes, trials } = found.solved;
        [format!("{successes}/{trials}"), mean_count(found.mean_effort)]
    })
}

fn verdict(found: &CellPlace, published: u64) -> String {
    match found.expected {
        Some((low, high)) => {
            let is_inside = (low..=high).contains(&published);
            format!("{low}-{high}: {}", if is_inside { "inside" } else { "outside" })
        }
        None => format!("{:.2}", found.place),
    }
}

pub fn published_note(published: &Published, is_own: bool) -> String {
    let how = match is_own {
        true => {
            "Expected: as many runs as were published lie within these numbers with 95 % (beta-binomial \
             prediction from our runs of the program as coded)."
        }
        false => {
            "Place: where the published count falls in what our runs of the program as coded lead to \
             expect on a puzzle of the kind, from 0 (below all) to 1 (above all); it is another puzzle, \
             so that this is no verdict."
        }
    };
    format!("{how} {}", published.note)
}
