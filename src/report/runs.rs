//! `runs.csv`: a row a run, in the order of the plan.
//!
//! The last column is the one that differs from machine to machine, so that the digest of the
//! results is taken over every line up to the comma before it.

use std::io::{self, Write};

use super::csv_line::{field, set_line, values};
use crate::analysis::RUN_COLUMNS;
use crate::analysis::cell_text::guarded;
use crate::lab::{Plan, Record, Run};

/// How many columns stand before the swept keys.
const BEFORE_KEYS: usize = 5;

/// Writes `runs.csv` row by row and digests it on the way.
pub struct RunsWriter<W: Write> {
    writer: W,
    hasher: blake3::Hasher,
    keys: usize,
    line: Vec<u8>,
}

impl<W: Write> RunsWriter<W> {
    /// Begins the file with its header.
    pub fn new(plan: &Plan, writer: W) -> io::Result<Self> {
        let hasher = blake3::Hasher::new();
        let mut runs = Self { writer, hasher, keys: plan.keys.len(), line: Vec::new() };
        let (before, after) = RUN_COLUMNS.split_at(BEFORE_KEYS);
        let mut header: Vec<String> = before.iter().map(|&name| name.to_owned()).collect();
        header.extend(plan.keys.iter().map(|key| guarded(key)));
        header.extend(after.iter().map(|&name| name.to_owned()));
        let last = header.pop().unwrap_or_default();
        runs.write(&header, &last)?;
        Ok(runs)
    }

    /// Writes the next row.
    pub fn row(&mut self, run: &Run<'_>, record: &Record) -> io::Result<()> {
        let puzzle = &run.planned.puzzle;
        let mut fields = vec![
            run.id.to_string(),
            guarded(puzzle.name()),
            guarded(puzzle.layout().name()),
            puzzle.given_count().to_string(),
            guarded(run.arm.method.name()),
        ];
        fields.extend(values(run.arm, self.keys));
        fields.extend([run.repeat.to_string(), run.seed.to_string()]);
        fields.extend(result(run, record));
        self.write(&fields, &record.seconds.to_string())
    }

    /// Ends the file: the digest, in hexadecimal digits, of all that must be the same anywhere.
    pub fn finish(mut self) -> io::Result<String> {
        self.writer.flush()?;
        Ok(self.hasher.finalize().to_hex().to_string())
    }

    fn write(&mut self, fields: &[String], last: &str) -> io::Result<()> {
        set_line(&mut self.line, fields)?;
        self.hasher.update(&self.line);
        self.line.pop();
        writeln!(self.line, ",{last}")?;
        self.writer.write_all(&self.line)
    }
}

/// The fields from `solved` to `error`.
fn result(run: &Run<'_>, record: &Record) -> [String; 19] {
    let cap = run.arm.budget;
    [
        u8::from(record.solved()).to_string(),
        record.stop.word().to_owned(),
        field(record.cost),
        field(record.fitness),
        field(record.mean_fitness),
        field(record.generations),
        field(record.evaluations),
        field(record.nodes),
        field(cap.generations),
        field(cap.evaluations),
        field(cap.nodes),
        field(cap.seconds),
        field(record.last_improvement),
        field(record.stagnant()),
        field(record.restarts),
        field(record.purges),
        field(record.prepared),
        field(record.wrong_cells),
        field(record.error.as_deref().map(guarded)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Planned;
    use crate::lab::samples::{arm, broken, generations, plan, solved};

    /// A plan whose names hold whatever could break a line, and its file with the digest.
    fn written() -> (Plan, String, String) {
        let values = [Some("0.1,\u{2028}\"x\""), None];
        let mut plan = plan(&[], &["a,b", "c"], vec![arm("baseline", &values, generations(9))], 2);
        let puzzle = crate::board::collection::find("9x9/easy-1").expect("a puzzle").remove(0);
        plan.puzzles = vec![Planned::new(puzzle.renamed("one,\r\n\"two\"\u{1b}"))];
        let mut file = Vec::new();
        let mut writer = RunsWriter::new(&plan, &mut file).expect("a header");
        let run = plan.run(0);
        let mut record = solved(&run, 7, 1.5e-7);
        record.fitness = Some(0.1 + 0.2);
        record.mean_fitness = Some(140.0);
        record.last_improvement = Some(3);
        record.wrong_cells = Some(0);
        writer.row(&run, &record).expect("a row");
        let run = plan.run(1);
        writer.row(&run, &broken(&run, "line 1\nline, \"2\"")).expect("a row");
        let digest = writer.finish().expect("a digest");
        (plan, String::from_utf8(file).expect("UTF-8"), digest)
    }

    #[test]
    fn a_row_a_run() {
        let (plan, file, _) = written();
        let [first, second] = [plan.run(0), plan.run(1)];
        let givens = first.planned.puzzle.given_count();
        let head = format!(r#""one,  ""two""",9x9,{givens},baseline,"0.1, ""x""","#);
        let expected = [
            "run_id,puzzle,layout,givens,method,\"a,b\",c,repeat,run_seed,solved,stop,cost,fitness,\
             mean_fitness,generations,evaluations,nodes,cap_generations,cap_evaluations,cap_nodes,\
             cap_seconds,last_improvement,stagnant,restarts,purges,prepared,wrong_cells,error,seconds"
                .to_owned(),
            format!(
                "{},{head},0,{},1,solved,0,0.30000000000000004,140,7,,,9,,,,3,4,,,,0,,0.00000015",
                first.id, first.seed
            ),
            format!(
                "{},{head},1,{},0,error,,,,,,,9,,,,,,,,,,\"line 1 line, \"\"2\"\"\",0",
                second.id, second.seed
            ),
        ];
        assert_eq!(file.split_terminator('\n').collect::<Vec<_>>(), expected);
        assert!(file.ends_with('\n') && !file.contains('\r'));
    }

    #[test]
    fn the_digest_is_that_of_the_file_without_its_last_column() {
        let (_, file, digest) = written();
        let cut = |line: &str| line.rsplit_once(',').expect("two columns").0.to_owned() + "\n";
        let rest: String = file.lines().map(cut).collect();
        assert!(!rest.contains("seconds\n") && rest.contains(",error\n"));
        assert_eq!(digest, blake3::hash(rest.as_bytes()).to_hex().to_string());
    }

    #[test]
    fn every_row_reads_back_with_as_many_fields_as_the_header() {
        let (_, file, _) = written();
        let mut reader = csv::Reader::from_reader(file.as_bytes());
        let names = reader.headers().expect("a header").clone();
        assert_eq!((names.len(), &names[5]), (5 + 2 + 21 + 1, "a,b"));
        let rows: Vec<_> = reader.records().collect::<Result<_, _>>().expect("even rows");
        assert_eq!((rows.len(), &rows[1][names.len() - 2]), (2, "line 1 line, \"2\""));
    }
}
