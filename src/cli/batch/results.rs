//! The files of a result folder and the table that is shown, all from the journal.

use std::fs;
use std::io::{self, Write};

use super::tally::Tally;
use crate::analysis::{Axes, Overview, PuzzleFacts, Sheet, Summaries, Summary, sheets};
use crate::lab::journal::JournalError;
use crate::lab::session::{Session, SessionError};
use crate::lab::{Arm, Folder, Plan, Results};
use crate::report::{HistoryWriter, RunsWriter, Style, SummaryWriter, summary_table, sweep_tables};

/// Tables of a grid that are shown; a plan with more of them is summed up.
const MOST_SHEETS: usize = 12;

/// What a batch came to.
pub struct Told<'p> {
    /// The runs that are finished.
    pub tally: Tally,
    /// The numbers of those that are not.
    pub missing: Vec<usize>,
    /// The table for people.
    pub table: String,
    /// The best arm of each table of a grid.
    pub best: Vec<&'p Arm>,
    /// Where it lies.
    pub folder: Folder,
}

/// Writes the files of the folder and ends the session; the style is that of the table.
pub fn save(session: Session<'_>, style: Style) -> Result<Told<'_>, SessionError> {
    let mut results = session.results()?;
    let plan = results.plan();
    let (missing, mut tally) = (results.missing(), Tally::default());
    let mut shown = Shown::new(plan);
    let (mut digest, mut summary_file) = (String::new(), Vec::new());
    let folder = session.folder();
    folder.write_whole("runs.csv", |target| {
        let mut rows = SummaryWriter::new(&plan.keys, &mut summary_file)?;
        digest = write_runs(&mut results, target, &mut tally, |summary| {
            let Summary { planned, arm, figures } = &summary;
            rows.row(&PuzzleFacts::of(&planned.puzzle), arm.method.name(), &arm.values, figures)?;
            shown.add(summary);
            Ok(())
        })?;
        rows.finish().map(drop)
    })?;
    folder.write_whole("summary.csv", |target| target.write_all(&summary_file))?;
    if plan.history {
        folder.write_whole("history.csv", |target| write_history(&mut results, target))?;
    } else {
        // One of an earlier plan would tell of runs that are no longer here.
        fs::remove_file(folder.file("history.csv")).ok();
    }
    let (table, best) = shown.table(plan, style);
    let folder = session.close(missing.len(), tally.closing(digest))?;
    Ok(Told { tally, missing, table, best, folder })
}

/// Writes `runs.csv` and tells its digest; `tell` hears of every arm on every puzzle.
fn write_runs<'p>(
    results: &mut Results<'_, 'p>,
    target: &mut dyn Write,
    tally: &mut Tally,
    mut tell: impl FnMut(Summary<'p>) -> io::Result<()>,
) -> io::Result<String> {
    let mut writer = RunsWriter::new(results.plan(), target)?;
    let mut summaries = Summaries::default();
    results.each(|run, record| -> Result<(), Fault> {
        tally.add(record);
        summaries.add(run, record).map_or(Ok(()), &mut tell)?;
        Ok(writer.row(run, record)?)
    })?;
    summaries.finish().map_or(Ok(()), tell)?;
    writer.finish()
}

fn write_history(results: &mut Results<'_, '_>, target: &mut dyn Write) -> io::Result<()> {
    let mut writer = HistoryWriter::new(results.plan(), target)?;
    results.each(|run, record| -> Result<(), Fault> { Ok(writer.rows(run, record)?) })?;
    writer.finish()
}

/// What may go wrong between the journal and a file; in a file being written all is one.
struct Fault(io::Error);

impl From<JournalError> for Fault {
    fn from(error: JournalError) -> Self {
        Self(io::Error::other(error))
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self(error)
    }
}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> Self {
        fault.0
    }
}

/// What is shown of a batch: its grid, or a line for each puzzle and method.
struct Shown<'p> {
    overview: Overview<'p>,
    grid: Option<Vec<Summary<'p>>>,
}

impl<'p> Shown<'p> {
    fn new(plan: &Plan) -> Self {
        let has_grid = !plan.keys.is_empty();
        Self { overview: Overview::default(), grid: has_grid.then(Vec::new) }
    }

    fn add(&mut self, summary: Summary<'p>) {
        if let Some(grid) = &mut self.grid {
            grid.push(summary.clone());
        }
        self.overview.add(summary);
    }

    fn table(self, plan: &'p Plan, style: Style) -> (String, Vec<&'p Arm>) {
        let sheets = match (&self.grid, Axes::usual(plan)) {
            (Some(grid), Some(axes)) => sheets(plan, axes, grid),
            _ => Vec::new(),
        };
        if (1..=MOST_SHEETS).contains(&sheets.len()) {
            let text = sweep_tables(&sheets, style);
            return (text, sheets.iter().filter_map(Sheet::best_arm).collect());
        }
        (summary_table(&self.overview, &plan.keys, style), Vec::new())
    }
}
