//! `sudoga report`: the pictures and the page of a result folder.

use std::path::Path;

use super::DONE;
use super::args::ReportArguments;
use super::batch::{refuse_results, write_file};
use super::console::Messages;
use crate::analysis::{Survey, gather};
use crate::lab::files::prepare_folder;
use crate::lab::folder::PLOTS;
use crate::lab::{Folder, Seen, Stored};
use crate::report::{Page, Picture, board_svg, gallery, page};
use crate::solver::{Unobserved, run_guarded};

const PAGE: &str = "report.html";

/// Solved boards that are drawn.
const MOST_BOARDS: usize = 4;

/// CPU seconds for which runs are done again to draw them, about.
const PATIENCE: f64 = 2.0;

/// Writes the report of a folder.
pub fn report(arguments: &ReportArguments) -> anyhow::Result<u8> {
    let messages = Messages::new(arguments.common.quiet);
    write(&arguments.folder, arguments.output.as_deref(), messages)?;
    Ok(DONE)
}

/// Writes the report of a folder into it, or into another one.
pub fn write(folder: &Path, output: Option<&Path>, messages: Messages) -> anyhow::Result<()> {
    let real = |path: &Path| path.canonicalize().ok();
    let output = output.filter(|output| real(output) != real(folder));
    output.map_or(Ok(()), refuse_results)?;
    let report = Report::of(folder)?;
    let target = output.unwrap_or(folder);
    match output {
        None => report.save_beside()?,
        Some(output) => report.save_in(output)?,
    }
    let pictures = report.pictures.len();
    messages.note(format_args!("report: {}, {pictures} pictures", target.join(PAGE).display()));
    Ok(())
}

/// A report, not yet written.
struct Report {
    pictures: Vec<Picture>,
    page: String,
    seen: Seen,
}

/// Some puzzles with the grid that the quickest of their runs has found. Grids are not stored: the
/// run is done again, which its seed makes the same.
fn boards(survey: &Survey<'_>) -> Vec<(String, String)> {
    let mut boards = Vec::new();
    let mut seconds = 0.0;
    for &(number, took) in &survey.quickest {
        seconds += took;
        if boards.len() == MOST_BOARDS || seconds > PATIENCE {
            break;
        }
        let run = survey.plan.run(number);
        let (puzzle, arm) = (&run.planned.puzzle, run.arm);
        let again = run_guarded(&*arm.solver, puzzle, run.seed, arm.budget, &mut Unobserved);
        if let Some(grid) = again.grid.filter(|_| again.stop.is_solved()) {
            let caption =
                format!("{} by {}, seed {}", puzzle.name(), arm.label(&survey.plan.keys), run.seed);
            boards.push((caption, board_svg(puzzle, Some(grid.digits()))));
        }
    }
    boards
}

impl Report {
    fn of(folder: &Path) -> anyhow::Result<Self> {
        let stored = Stored::open(folder)?;
        // In two steps, so that what the reading held is given back before anything is compared.
        let gathered = gather(&mut stored.results(&stored.agenda())?)?;
        let survey = gathered.compared();
        let pictures = gallery(&survey);
        let page = page(&Page {
            survey: &survey,
            manifest: stored.manifest(),
            folder: &folder.display().to_string(),
            pictures: &pictures,
            boards: &boards(&survey),
        });
        let seen = stored.seen()?;
        Ok(Self { pictures, page, seen })
    }

    fn files(&self) -> impl Iterator<Item = (String, &str)> {
        let picture = |picture: &'_ Picture| format!("{PLOTS}/{}.svg", picture.name);
        let pictures = self.pictures.iter().map(move |found| (picture(found), found.svg.as_str()));
        pictures.chain([(PAGE.to_owned(), self.page.as_str())])
    }

    fn save_beside(&self) -> anyhow::Result<()> {
        let folder = Folder::add_to(&self.seen)?;
        let names: Vec<String> =
            self.pictures.iter().map(|picture| format!("{}.svg", picture.name)).collect();
        folder.keep_pictures(&names)?;
        for (name, text) in self.files() {
            folder.write_whole(&name, |target| target.write_all(text.as_bytes()))?;
        }
        Ok(())
    }

    fn save_in(&self, folder: &Path) -> anyhow::Result<()> {
        prepare_folder(&folder.join(PLOTS))?;
        for (name, text) in self.files() {
            write_file(&folder.join(name), |target| target.write_all(text.as_bytes()))?;
        }
        Ok(())
    }
}
