//! Where the runs of a comparison come from: result folders and files of runs, several of them
//! united.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::dataset::{Dataset, PuzzleFacts};
use super::observation::Observation;
use super::runs_file::{RunsFileError, read_runs};
use crate::board::plain::plain_name;
use crate::lab::{
    FolderError, JournalError, Pairing, Primary, Record, Results, Run, Seen, Stored, StoredError,
};

/// Why runs cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A folder cannot be read.
    #[error(transparent)]
    Stored(#[from] StoredError),
    /// It cannot be looked at once more.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Its journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file of runs cannot be used.
    #[error(transparent)]
    RunsFile(#[from] RunsFileError),
}

impl SourceError {
    /// Whether the disk, and not the user, may be to blame.
    pub fn is_of_disk(&self) -> bool {
        match self {
            Self::Stored(error) => error.is_of_disk(),
            Self::Folder(error) => error.is_of_disk(),
            Self::Journal(error) => error.is_of_disk(),
            Self::RunsFile(_) => false,
        }
    }
}

/// What paths hold together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The runs.
    pub dataset: Dataset,
    /// The question that was named before the runs, where all of them were made for the same one.
    pub primary: Option<Primary>,
    /// Whether methods share their seeds, where all plans say the same.
    pub pairing: Option<Pairing>,
    /// What the batch is called, where all are of one name.
    pub name: Option<String>,
    /// Runs of the whole plan, where that is told; a shard has some of them.
    pub planned: Option<usize>,
    /// Runs that are here.
    pub finished: usize,
    /// The one folder that they come from, if it is one.
    pub seen: Option<Seen>,
}

/// Whether a path is taken for results: a folder, or a file by its name.
pub fn is_results(path: &Path) -> bool {
    path.is_dir() || is_csv(path)
}

fn is_csv(path: &Path) -> bool {
    !path.is_dir()
        && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
}

/// Reads result folders and files of runs. A method that several of them have is one for each,
/// called after its source: `name@source`.
pub fn open(paths: &[PathBuf]) -> Result<Found, SourceError> {
    let mut found = paths.iter().map(|path| open_one(path)).collect::<Result<Vec<_>, _>>()?;
    if found.len() == 1 {
        return Ok(found.remove(0));
    }
    let datasets = found.iter_mut().map(|source| std::mem::take(&mut source.dataset));
    let dataset = unite(stems(paths).into_iter().zip(datasets).collect());
    Ok(Found {
        dataset,
        primary: agreed(found.iter().map(|source| source.primary)),
        pairing: agreed(found.iter().map(|source| source.pairing)),
        name: agreed(found.iter().map(|source| source.name.clone())),
        planned: found.iter().map(|source| source.planned).sum(),
        finished: found.iter().map(|source| source.finished).sum(),
        seen: None,
    })
}

fn open_one(path: &Path) -> Result<Found, SourceError> {
    if is_csv(path) {
        let dataset = read_runs(path)?;
        return Ok(Found { finished: dataset.len(), dataset, ..Found::default() });
    }
    read(&Stored::open(path)?)
}

/// Reads a result folder.
pub fn read(stored: &Stored) -> Result<Found, SourceError> {
    let (agenda, plan) = (stored.agenda(), stored.plan());
    let dataset = from_results(&mut stored.results(&agenda)?)?;
    Ok(Found {
        finished: dataset.len(),
        dataset,
        primary: Some(plan.primary),
        pairing: Some(plan.pairing),
        name: Some(plan.name.clone()),
        planned: Some(plan.len()),
        seen: Some(stored.seen()?),
    })
}

/// The finished runs of a plan.
pub fn from_results(results: &mut Results<'_, '_>) -> Result<Dataset, JournalError> {
    let mut dataset = Dataset::default();
    placed(results, &mut dataset, |dataset, (puzzle, method), run, record| {
        dataset.add(puzzle, method, Observation::new(run, record));
    })?;
    Ok(dataset)
}

/// Goes through the finished runs of a plan with the places of their puzzle and method in a dataset,
/// which takes in those that are new.
pub fn placed(
    results: &mut Results<'_, '_>,
    dataset: &mut Dataset,
    mut each: impl FnMut(&mut Dataset, (usize, usize), &Run<'_>, &Record),
) -> Result<(), JournalError> {
    let plan = results.plan();
    let samples = plan.puzzles.len() * plan.arms.len();
    let expected = results.planned().div_ceil(samples.max(1));
    let mut last: Option<(usize, (usize, usize))> = None;
    results.each(|run, record| {
        // The runs of an arm on a puzzle come one after another.
        let sample = run.number / plan.repeats as usize;
        let places = match last {
            Some((known, places)) if known == sample => places,
            _ => {
                let facts = PuzzleFacts::of(&run.planned.puzzle);
                let puzzle = dataset.puzzle(&facts);
                let method = dataset.method(&run.arm.label(&plan.keys));
                dataset.expect(puzzle, method, expected);
                (puzzle, method)
            }
        };
        last = Some((sample, places));
        each(dataset, places, run, record);
        Ok(())
    })
}

/// What all say, if they say the same.
fn agreed<T: PartialEq>(mut told: impl Iterator<Item = Option<T>>) -> Option<T> {
    let first = told.next()??;
    told.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

/// What to call each of several sources: the name of the folder or file, no two alike.
fn stems(paths: &[PathBuf]) -> Vec<String> {
    let mut stems: Vec<String> = Vec::new();
    for path in paths {
        let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
        let name = if is_csv(path) { path.file_stem() } else { whole.file_name() };
        let stem = plain_name(&name.unwrap_or(path.as_os_str()).to_string_lossy());
        stems.push(unused(&stem, |other| stems.iter().any(|known| known == other)));
    }
    stems
}

/// A name that nobody has yet: itself, or with a number behind it.
fn unused(name: &str, is_used: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number: u64| format!("{name}#{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !is_used(name)).unwrap_or_default()
}

/// One dataset of several, each with what it is called.
fn unite(sources: Vec<(String, Dataset)>) -> Dataset {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for method in sources.iter().flat_map(|(_, dataset)| dataset.methods()) {
        *counts.entry(method.clone()).or_default() += 1;
    }
    let mut united = Dataset::default();
    for (stem, dataset) in sources {
        let name = |method: &String| match counts[method.as_str()] {
            1 => method.clone(),
            _ => unused(&format!("{method}@{stem}"), |other| counts.contains_key(other)),
        };
        let names: Vec<String> = dataset.methods().iter().map(name).collect();
        united.unite(dataset, &names);
    }
    united
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::parse_runs;

    fn dataset(rows: &str) -> Dataset {
        let text = format!("puzzle,method,solved,generations\n{rows}");
        parse_runs("f.csv", text.as_bytes()).expect("runs")
    }

    #[test]
    fn methods_of_one_name_are_told_apart_by_their_source() {
        let one = dataset("p,a,1,1\np,b,1,2\np,b@y,1,3\n");
        let two = dataset("q,b,0,4\np,b,1,5\np,c,1,6\n");
        let united = unite(vec![("x".to_owned(), one), ("y".to_owned(), two)]);
        assert_eq!(united.methods(), ["a", "b@x", "b@y", "b@y#2", "c"]);
        let names: Vec<&str> = united.puzzles().iter().map(|facts| facts.name.as_str()).collect();
        assert_eq!(names, ["p", "q"]);
        let spent =
            |puzzle, method| united.runs(puzzle, method).first().and_then(|run| run.generations);
        let all = [0, 1].map(|puzzle| [0, 1, 2, 3, 4].map(|method| spent(puzzle, method)));
        assert_eq!(all[0], [Some(1), Some(2), Some(3), Some(5), Some(6)]);
        assert_eq!(all[1], [None, None, None, Some(4), None]);
    }

    #[test]
    fn sources_have_names_of_their_own() {
        let paths = ["a/out", "b/out/", "c/out.csv", "runs.CSV", "d/out#2", "o\u{202e}dd.csv"];
        let paths = paths.map(PathBuf::from);
        assert_eq!(stems(&paths), ["out", "out#2", "out#3", "runs", "out#2#2", "o dd"]);
        assert!(is_results(&paths[3]) && !is_results(&paths[0]));
    }

    #[test]
    fn what_not_all_say_is_not_said() {
        assert_eq!(agreed([Some(1), Some(1)].into_iter()), Some(1));
        for told in [vec![Some(1), Some(2)], vec![Some(1), None], vec![None, Some(1)], vec![]] {
            assert_eq!(agreed(told.into_iter()), None);
        }
    }
}
