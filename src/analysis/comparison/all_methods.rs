//! Tests in which more than two methods take part at a time.

use super::duel::Sample;
use super::puzzle_tests::Depth;
use super::terms::Terms;
use super::test_row::TestRow;
use crate::analysis::dataset::Dataset;
use crate::analysis::figures::Cap;
use crate::lab::Pairing;
use crate::stats::{Undefined, friedman, kruskal_wallis};

/// All methods on one puzzle, up to the cap that they have in common.
struct Field {
    samples: Vec<Sample>,
    cap: f64,
}

impl Field {
    /// `None` where a method has no run or there is no cap above 0.
    fn new(dataset: &Dataset, puzzle: usize, cap: Option<Cap>, terms: Terms) -> Option<Self> {
        let methods = 0..dataset.methods().len();
        let cap = cap.filter(|cap| cap.value > 0.0)?;
        let sample = |method| Sample::new(dataset.runs(puzzle, method), terms.unit, Some(cap));
        let samples: Vec<Sample> = methods.map(sample).collect();
        let is_whole = samples.iter().all(|sample| sample.runs() > 0);
        is_whole.then_some(Self { samples, cap: cap.value })
    }

    /// The mean of min(time, cap) of each method.
    fn restricted_means(&self) -> Option<Vec<f64>> {
        let mean = |sample: &Sample| Some(sample.restricted(self.cap)?.mean);
        self.samples.iter().map(mean).collect()
    }
}

/// Kruskal and Wallis on each puzzle, Friedman over the puzzles.
pub fn tests(dataset: &Dataset, caps: &[Option<Cap>], terms: Terms, depth: Depth) -> Vec<TestRow> {
    let fields = caps.iter().enumerate();
    let fields: Vec<Option<Field>> =
        fields.map(|(puzzle, &cap)| Field::new(dataset, puzzle, cap, terms)).collect();
    let mut rows = Vec::new();
    // Its samples must be independent.
    if terms.pairing == Pairing::Independent && depth == Depth::Everything {
        for (facts, field) in dataset.puzzles().iter().zip(&fields) {
            rows.extend(field.as_ref().map(|field| ranks(field, &facts.name)));
        }
    }
    if dataset.puzzles().len() > 1 {
        rows.push(blocks(dataset, &fields));
    }
    rows
}

fn ranks(field: &Field, puzzle: &str) -> TestRow {
    let row = TestRow::of_all("kruskal-wallis", Some(puzzle.into()));
    let row = TestRow { n_a: Some(field.samples.iter().map(Sample::runs).sum()), ..row };
    let worst = 2.0 * field.cap + 1.0;
    let times: Option<Vec<Vec<f64>>> =
        field.samples.iter().map(|sample| sample.with_failures_at(worst)).collect();
    let times = times.unwrap_or_default();
    let groups: Vec<&[f64]> = times.iter().map(Vec::as_slice).collect();
    match kruskal_wallis(&groups) {
        Ok(found) => TestRow {
            statistic: Some(found.statistic),
            freedom: vec![found.freedom],
            p: Some(found.probability),
            ..row
        }
        .noted("all methods; failures tied worst"),
        Err(reason) => row.undefined(reason),
    }
}

fn blocks(dataset: &Dataset, fields: &[Option<Field>]) -> TestRow {
    let blocks: Vec<Vec<f64>> =
        fields.iter().flatten().filter_map(Field::restricted_means).collect();
    let slices: Vec<&[f64]> = blocks.iter().map(Vec::as_slice).collect();
    let row = TestRow { n_a: Some(blocks.len() as u64), ..TestRow::of_all("friedman", None) };
    let found = if blocks.len() < 2 { Err(Undefined::TooFew) } else { friedman(&slices) };
    let found = match found {
        Ok(found) => found,
        Err(reason) => {
            return row.undefined(format!("{reason}; a block is a puzzle with RMST of all"));
        }
    };
    let named = dataset.methods().iter().zip(&found.average_ranks);
    let ranks: Vec<String> = named.map(|(method, rank)| format!("{method} {rank:.2}")).collect();
    let note = format!("RMST; n counts puzzles; average ranks, 1 is best: {}", ranks.join(", "));
    match found.test {
        Ok(test) => TestRow {
            statistic: Some(test.statistic),
            freedom: vec![test.freedom],
            p: Some(test.probability),
            ..row
        }
        .noted(note),
        Err(reason) => row.undefined(format!("{reason}; {note}")),
    }
}
