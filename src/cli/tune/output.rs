//! The files of a search: every run, every point, and the best as a method file.

use std::io;

use super::super::batch::Tally;
use super::request::Request;
use crate::lab::manifest::RunCounts;
use crate::lab::session::SessionError;
use crate::lab::{Folder, Ledger, Plan};
use crate::report::{RunsWriter, points_csv};
use crate::tune::{Tried, Tuning, best_file};

/// Writes every point and the best.
pub fn save_points(request: &Request, tunings: &[Tuning], folder: &Folder) -> anyhow::Result<()> {
    folder.write_whole("points.csv", |target| points_csv(&request.space, tunings, target))?;
    let mut best: Vec<(&Tuning, &Tried)> = tunings.iter().filter_map(winner).collect();
    // Searches go through the same blocks, of which their winners may have seen unlike numbers.
    let blocks = best.iter().map(|(_, tried)| tried.samples.len()).min().unwrap_or(0);
    best.sort_by(|(_, one), (_, other)| {
        one.mean_of_first(blocks).total_cmp(&other.mean_of_first(blocks))
    });
    for (place, (tuning, tried)) in best.iter().enumerate() {
        let text = method_file(request, tuning, tried)?;
        let write =
            |name: &str| folder.write_whole(name, |target| target.write_all(text.as_bytes()));
        if place == 0 {
            write("best.toml")?;
        }
        if tunings.len() > 1 {
            write(&format!("best-{}.toml", tuning.search.word()))?;
        }
    }
    Ok(())
}

/// Writes every run and closes the folder, which nobody else has as long as it is in hand.
pub fn save_runs(
    plan: &Plan,
    numbers: &[usize],
    ledger: Ledger,
) -> Result<(Tally, Folder), SessionError> {
    let (digest, tally) = write_runs(plan, numbers, &ledger)?;
    let errors = tally.errors;
    let runs = RunCounts { planned: numbers.len(), finished: numbers.len(), errors };
    let folder = ledger.close(runs, Some(tally.closing(digest)))?;
    Ok((tally, folder))
}

/// The best point of a search with the search.
pub fn winner(tuning: &Tuning) -> Option<(&Tuning, &Tried)> {
    tuning.best().map(|place| (tuning, &tuning.tried[place]))
}

fn method_file(request: &Request, tuning: &Tuning, tried: &Tried) -> anyhow::Result<String> {
    let settings = request.space.settings(&tried.point);
    let method = request.method.clone().with_settings(&settings, "--vary")?;
    let about = format!(
        "{} with {} tuned by {}: mean score {:.3} over {} runs",
        request.method.name(),
        request.space.keys().join(" and "),
        tuning.search.word(),
        tried.mean_of_first(tried.samples.len()),
        tried.samples.len()
    );
    let all: Vec<_> = request.sets.iter().cloned().chain(settings).collect();
    Ok(best_file(&request.base, &method, &all, &about)?)
}

fn write_runs(
    plan: &Plan,
    numbers: &[usize],
    ledger: &Ledger,
) -> Result<(String, Tally), SessionError> {
    let (mut digest, mut tally) = (String::new(), Tally::default());
    ledger.folder().write_whole("runs.csv", |target| -> io::Result<()> {
        let mut writer = RunsWriter::new(plan, target)?;
        for &number in numbers {
            let run = plan.run(number);
            let Some(record) = ledger.record(run.id) else { continue };
            tally.add(record);
            writer.row(&run, record)?;
        }
        digest = writer.finish()?;
        Ok(())
    })?;
    Ok((digest, tally))
}
