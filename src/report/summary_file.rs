//! `summary.csv`: a row for each puzzle and method.
//!
//! The last two columns tell of time and differ from machine to machine.

use std::io::{self, Write};

use super::csv_line::{field, set_line};
use super::figures::six_digits;
use crate::analysis::cell_text::guarded;
use crate::analysis::{Figures, PuzzleFacts};

const BEFORE_KEYS: [&str; 4] = ["puzzle", "layout", "givens", "method"];
const AFTER_KEYS: [&str; 26] = [
    "runs",
    "solved",
    "errors",
    "solved_share",
    "solved_low",
    "solved_high",
    "unit",
    "cap",
    "mean",
    "median",
    "sd",
    "median_all",
    "rmst",
    "rmst_low",
    "rmst_high",
    "ert",
    "ert_low",
    "ert_high",
    "failed_best_cost",
    "failed_mean_cost",
    "failed_stagnant",
    "mean_generations",
    "mean_evaluations",
    "mean_nodes",
    "mean_seconds",
    "generations_per_second",
];

/// Writes `summary.csv` row by row.
pub struct SummaryWriter<W: Write> {
    writer: W,
    keys: usize,
    line: Vec<u8>,
}

impl<W: Write> SummaryWriter<W> {
    /// Begins the file with its header; `keys` are the swept keys.
    pub fn new(keys: &[String], writer: W) -> io::Result<Self> {
        let mut summary = Self { writer, keys: keys.len(), line: Vec::new() };
        let mut header: Vec<String> = BEFORE_KEYS.map(str::to_owned).to_vec();
        header.extend(keys.iter().map(|key| guarded(key)));
        header.extend(AFTER_KEYS.map(str::to_owned));
        summary.write(&header)?;
        Ok(summary)
    }

    /// Writes the next row: a method, with its value for each swept key, on a puzzle.
    pub fn row(
        &mut self,
        puzzle: &PuzzleFacts,
        method: &str,
        values: &[Option<String>],
        figures: &Figures,
    ) -> io::Result<()> {
        let mut fields = vec![
            guarded(&puzzle.name),
            guarded(&puzzle.layout),
            field(puzzle.givens),
            guarded(method),
        ];
        let value = |key: usize| values.get(key).and_then(Option::as_deref);
        fields.extend((0..self.keys).map(|key| value(key).map(guarded).unwrap_or_default()));
        fields.extend(told(figures));
        self.write(&fields)
    }

    /// Ends the file.
    pub fn finish(mut self) -> io::Result<W> {
        self.writer.flush()?;
        Ok(self.writer)
    }

    fn write(&mut self, fields: &[String]) -> io::Result<()> {
        set_line(&mut self.line, fields)?;
        self.writer.write_all(&self.line)
    }
}

/// The fields from `runs` on.
fn told(figures: &Figures) -> [String; 26] {
    let number = |figure: Option<f64>| figure.map(six_digits).unwrap_or_default();
    let solved = figures.solved;
    let (wilson, restricted) = (solved.wilson(), figures.restricted_interval);
    let time = figures.running_time;
    [
        solved.trials.to_string(),
        solved.successes.to_string(),
        figures.errors.to_string(),
        number(solved.share()),
        number(wilson.map(|interval| interval.low)),
        number(wilson.map(|interval| interval.high)),
        figures.unit.word().to_owned(),
        number(figures.cap),
        number(figures.mean_effort),
        number(figures.median_effort),
        number(figures.effort_deviation),
        number(figures.median_time),
        number(figures.restricted_mean),
        number(restricted.map(|interval| interval.low)),
        number(restricted.map(|interval| interval.high)),
        number(time.and_then(|time| time.estimate)),
        number(time.and_then(|time| time.low)),
        number(time.and_then(|time| time.high)),
        field(figures.best_failed_cost),
        number(figures.mean_failed_cost),
        number(figures.mean_stagnant),
        number(figures.mean_generations),
        number(figures.mean_evaluations),
        number(figures.mean_nodes),
        number(figures.mean_seconds),
        number(figures.generations_a_second),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Summaries;
    use crate::lab::samples::{arm, broken, failed, generations, plan, solved};

    #[test]
    fn a_row_a_puzzle_and_arm() {
        let arms = vec![
            arm("baseline", &[Some("0.1,\n2"), None], generations(1000)),
            arm("purge", &[None, Some("x")], generations(1000)),
        ];
        let plan = plan(&["9x9/easy-1"], &["a,b", "c"], arms, 3);
        let mut writer = SummaryWriter::new(&plan.keys, Vec::new()).expect("a header");
        let mut summaries = Summaries::default();
        let mut found = Vec::new();
        for number in 0..plan.len() {
            let run = plan.run(number);
            let record = match number {
                0 => solved(&run, 10, 0.25),
                1 => solved(&run, 30, 0.75),
                2 => failed(&run, 4, 1.0),
                _ => broken(&run, "no"),
            };
            found.extend(summaries.add(&run, &record));
        }
        found.extend(summaries.finish());
        for of in &found {
            let facts = PuzzleFacts::of(&of.planned.puzzle);
            writer.row(&facts, of.arm.method.name(), &of.arm.values, &of.figures).expect("a row");
        }
        let text = String::from_utf8(writer.finish().expect("a file")).expect("UTF-8");
        let givens = plan.puzzles[0].puzzle.given_count();
        let expected = [
            "puzzle,layout,givens,method,\"a,b\",c,runs,solved,errors,solved_share,solved_low,\
             solved_high,unit,cap,mean,median,sd,median_all,rmst,rmst_low,rmst_high,ert,ert_low,\
             ert_high,failed_best_cost,failed_mean_cost,failed_stagnant,\
             mean_generations,mean_evaluations,mean_nodes,mean_seconds,generations_per_second"
                .to_owned(),
            format!(
                "easy-1,9x9,{givens},baseline,\"0.1, 2\",,3,2,0,0.666667,0.20766,0.938508,generations,\
                 1000,20,20,14.1421,30,346.667,0,1000,520,143.951,4293.81,4,4,,346.667,,,0.666667,520"
            ),
            format!(
                "easy-1,9x9,{givens},purge,,x,3,0,3,0,0,0.561497,generations,1000,,,,,1000,,,,,,,,,,,,,"
            ),
        ];
        assert_eq!(text.split_terminator('\n').collect::<Vec<_>>(), expected);
        assert!(text.ends_with('\n'));
    }
}
