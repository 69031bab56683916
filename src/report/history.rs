//! `history.csv`: a row a kept generation of a run, in the order of the plan.

use std::io::{self, Write};

use super::csv_line::{set_line, values};
use crate::analysis::cell_text::guarded;
use crate::lab::{Plan, Record, Run};

/// Writes `history.csv` run by run.
pub struct HistoryWriter<W: Write> {
    writer: W,
    keys: usize,
    line: Vec<u8>,
}

impl<W: Write> HistoryWriter<W> {
    /// Begins the file with its header.
    pub fn new(plan: &Plan, writer: W) -> io::Result<Self> {
        let mut history = Self { writer, keys: plan.keys.len(), line: Vec::new() };
        let mut header = ["run_id", "puzzle", "method"].map(str::to_owned).to_vec();
        header.extend(plan.keys.iter().map(|key| guarded(key)));
        header.extend(["repeat", "generation", "best", "mean", "median"].map(str::to_owned));
        history.write(&header)?;
        Ok(history)
    }

    /// Writes the rows of the next run; none when it kept no history.
    pub fn rows(&mut self, run: &Run<'_>, record: &Record) -> io::Result<()> {
        let Some(points) = &record.history else { return Ok(()) };
        let puzzle = guarded(run.planned.puzzle.name());
        let mut fields = vec![run.id.to_string(), puzzle, guarded(run.arm.method.name())];
        fields.extend(values(run.arm, self.keys));
        fields.push(run.repeat.to_string());
        let head = fields.len();
        for point in points {
            fields.truncate(head);
            fields.push(point.generation.to_string());
            fields
                .extend([point.best, point.mean, point.median].map(|fitness| fitness.to_string()));
            self.write(&fields)?;
        }
        Ok(())
    }

    /// Ends the file.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }

    fn write(&mut self, fields: &[String]) -> io::Result<()> {
        set_line(&mut self.line, fields)?;
        self.writer.write_all(&self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::samples::{arm, generations, plan, solved};
    use crate::solver::Point;

    #[test]
    fn a_row_a_generation() {
        let arms = vec![arm("baseline", &[Some("0.5"), None], generations(9))];
        let plan = plan(&["9x9/easy-1"], &["rate", "size"], arms, 2);
        let mut file = Vec::new();
        let mut writer = HistoryWriter::new(&plan, &mut file).expect("a header");
        let (first, second) = (plan.run(0), plan.run(1));
        writer.rows(&first, &solved(&first, 2, 1.0)).expect("no history, no rows");
        let mut record = solved(&second, 2, 1.0);
        let point = |generation, best| Point { generation, best, mean: 12.5, median: 0.1 + 0.2 };
        record.history = Some(vec![point(0, 3.0), point(2, 0.0)]);
        writer.rows(&second, &record).expect("rows");
        writer.finish().expect("an end");
        let id = second.id;
        let expected = format!(
            "run_id,puzzle,method,rate,size,repeat,generation,best,mean,median\n\
             {id},easy-1,baseline,0.5,,1,0,3,12.5,0.30000000000000004\n\
             {id},easy-1,baseline,0.5,,1,2,0,12.5,0.30000000000000004\n"
        );
        assert_eq!(String::from_utf8(file).expect("UTF-8"), expected);
    }
}
