//! What stands on the disk when a process has ended, whatever has ended it: files that are whole
//! and rows that are known, of which not all need to be there.

use std::collections::BTreeMap;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use sudoga::lab::{JournalError, Manifest, Stored};
use sudoga::report::RunsWriter;

use crate::child::Ended;
use crate::work::{Bytes, Work, bytes_of, files_of, without_columns};

/// What the library may say of a folder whose batch has not come far, or is no product.
const NOTHING_YET: [&str; 4] = [
    "is no result folder",
    "its manifest is missing",
    "No such file or directory",
    "the folder of a search for settings",
];

/// What is told of a folder.
#[derive(Clone, PartialEq)]
pub struct Table {
    rows: Vec<String>,
    missing: usize,
    /// The name and the question of the plan.
    plan: String,
}

impl Table {
    /// Reads a folder as any program would by the library.
    pub fn read(out: &Path) -> Result<Self, String> {
        catch_unwind(|| table(out)).unwrap_or_else(|_| Err("a panic".to_owned()))
    }

    /// Whether it says nothing that the whole one does not say, and of the rest that it is missing.
    pub fn is_part_of(&self, whole: &Self) -> bool {
        are_among(&self.rows, &whole.rows)
            && self.rows.len() + self.missing == whole.rows.len()
            && self.plan == whole.plan
    }
}

/// The tables of a folder and of those below it, by folder.
pub fn tables(out: &Path) -> BTreeMap<String, Table> {
    let read = |folder: String| Some((folder.clone(), Table::read(&out.join(folder)).ok()?));
    folders(out).into_iter().filter_map(read).collect()
}

/// What is wrong with what a process has left behind. One that calls itself done is taken at its
/// word, before anybody goes on with it.
pub fn judge(work: &Work, out: &Path, ended: &Ended, may_be_torn: bool) -> Result<(), String> {
    if ended.code == Some(0) {
        work.check(out).map_err(|wrong| format!("called done, and yet {wrong}"))?;
    }
    whole_files(out, may_be_torn)?;
    known_files(work, out)?;
    folders(out).iter().try_for_each(|folder| known_table(work, out, folder))
}

/// Whether no file is half written, but for the last line of a journal where it may be.
pub fn whole_files(out: &Path, may_be_torn: bool) -> Result<(), String> {
    for (name, bytes) in files_of(out) {
        let is_empty_by_nature = name.ends_with(".lock") || name.ends_with(".sudoga-probe");
        let may_be_half =
            name.ends_with(".draft") || name.ends_with("journal.jsonl") && may_be_torn;
        if !bytes.ends_with(b"\n") && !may_be_half && !is_empty_by_nature {
            return Err(format!("{name} is without its end"));
        }
        if name.ends_with("manifest.json") {
            Manifest::read(&out.join(&name)).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// Whether tables hold rows of the undisturbed ones only, and other files are what they are there.
fn known_files(work: &Work, out: &Path) -> Result<(), String> {
    let found = bytes_of(out);
    for (name, text) in &found {
        let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
        let is_known = match file {
            "runs.csv" | "history.csv" => work.bytes.get(name).is_some_and(|whole| {
                are_among(&text.lines().collect::<Vec<_>>(), &whole.lines().collect::<Vec<_>>())
            }),
            "manifest.json" => keeps_its_word(work, out, folder, &found),
            // It sums up the runs that were done, however few.
            "summary.csv" => true,
            _ if file.ends_with(".draft") || file == ".sudoga-probe" => true,
            _ => work.bytes.get(name) == Some(text),
        };
        if !is_known {
            return Err(format!("{name} tells what was never found"));
        }
    }
    Ok(())
}

/// Whether a manifest that calls its folder complete stands in one.
fn keeps_its_word(work: &Work, out: &Path, folder: &str, found: &Bytes) -> bool {
    let is_complete = |path| Manifest::read(path).is_ok_and(|manifest| manifest.complete);
    let name =
        |file: &str| if folder.is_empty() { file.into() } else { format!("{folder}/{file}") };
    !is_complete(&out.join(folder).join("manifest.json"))
        || ["manifest.json", "runs.csv", "summary.csv", "history.csv"].iter().all(|file| {
            let (there, whole) = (found.get(&name(file)), work.bytes.get(&name(file)));
            // Whoever starts over removes the manifest last.
            there == whole || there.is_none() && work.starts_over()
        })
}

fn known_table(work: &Work, out: &Path, folder: &str) -> Result<(), String> {
    match (Table::read(&out.join(folder)), work.tables.get(folder)) {
        (Ok(table), Some(whole)) if table.is_part_of(whole) => Ok(()),
        (Ok(_), _) => Err(format!("`{folder}` is read as what was never found")),
        (Err(message), _) if NOTHING_YET.iter().any(|words| message.contains(words)) => Ok(()),
        (Err(message), _) => Err(format!("`{folder}` cannot be read: {message}")),
    }
}

/// The folder and those below it, by name.
fn folders(out: &Path) -> Vec<String> {
    let below = fs::read_dir(out).into_iter().flatten().flatten();
    let below = below.filter(|entry| entry.path().is_dir());
    let below = below.map(|entry| entry.file_name().to_string_lossy().into_owned());
    [String::new()].into_iter().chain(below).collect()
}

/// Whether lines are some of those known, in their order.
fn are_among<T: PartialEq>(lines: &[T], known: &[T]) -> bool {
    let mut known = known.iter();
    lines.iter().all(|line| known.any(|other| other == line))
}

fn table(out: &Path) -> Result<Table, String> {
    let told = |error: &dyn ToString| error.to_string();
    let stored = Stored::open(out).map_err(|error| told(&error))?;
    let agenda = stored.agenda();
    let mut results = stored.results(&agenda).map_err(|error| told(&error))?;
    let mut text = Vec::new();
    let mut rows = RunsWriter::new(results.plan(), &mut text).map_err(|error| told(&error))?;
    results
        .each(|run, record| {
            rows.row(run, record).expect("memory");
            Ok::<(), JournalError>(())
        })
        .map_err(|error| told(&error))?;
    let missing = results.missing().len();
    let plan = format!("{} {:?}", stored.plan().name, stored.plan().primary);
    let rows = without_columns(&String::from_utf8_lossy(&text), 1);
    Ok(Table { rows: rows.lines().map(str::to_owned).collect(), missing, plan })
}
