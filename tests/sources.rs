//! Runs for a comparison: result folders whole and broken, and the files that they come from.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use sudoga::analysis::source::{Found, open};
use sudoga::analysis::{is_results, read_runs};
use sudoga::lab::{Pairing, Primary};
use support::{Folder, run};

const PLAN: &str = "
name = 'sourced'
seed = 10
repeats = 3
pairing = 'common'
primary = 'rmst'
puzzles = ['@9x9/easy-1', '@twodoku/easy-1', 'small.txt']
methods = ['baseline']
budget.generations = 30
vary = { 'mutation.swap.rate' = [0.05, 0.1] }
";

/// A folder in which a plan was run into `out`.
fn batch(name: &str, flags: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("small.txt", "1..4......2..3..\n");
    let plan = folder.write("plan.toml", PLAN);
    let (code, _, errors) = run(&format!("run {plan} -q -o {} {flags}", folder.path("out")), "");
    assert_eq!(code, 0, "{errors}");
    folder
}

fn found(paths: &[&Path]) -> Result<Found, String> {
    let paths: Vec<PathBuf> = paths.iter().map(|path| path.to_path_buf()).collect();
    open(&paths).map_err(|error| error.to_string())
}

#[test]
fn a_folder_and_its_runs_file_tell_the_same() {
    let folder = batch("sources-same", "");
    let out = folder.0.join("out");
    let whole = found(&[&out]).expect("a folder");
    assert_eq!((whole.planned, whole.finished), (Some(18), 18));
    assert_eq!((whole.primary, whole.pairing), (Some(Primary::Rmst), Some(Pairing::Common)));
    assert_eq!(whole.name.as_deref(), Some("sourced"));
    let methods = ["baseline (mutation.swap.rate=0.05)", "baseline (mutation.swap.rate=0.1)"];
    assert_eq!(whole.dataset.methods(), methods);
    assert_eq!(whole.dataset.puzzles()[1].cells, Some(153));
    assert_eq!(read_runs(&out.join("runs.csv")).expect("a file"), whole.dataset);
    let file = found(&[&out.join("runs.csv")]).expect("a file");
    assert_eq!((&file.dataset, file.planned, file.primary), (&whole.dataset, None, None));
}

#[test]
fn the_journal_is_the_truth() {
    let folder = batch("sources-journal", "");
    let out = folder.0.join("out");
    let whole = found(&[&out]).expect("a folder");
    fs::write(out.join("runs.csv"), "stale").expect("a file");
    assert_eq!(found(&[&out]).expect("a folder"), whole);
    fs::remove_file(out.join("runs.csv")).expect("a file");
    let journal = folder.read("out/journal.jsonl");
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    // Killed in the midst of the seventh run.
    folder.write("out/journal.jsonl", &(lines[..7].concat() + &lines[7][..20]));
    let torn = found(&[&out]).expect("a folder");
    assert_eq!((torn.planned, torn.finished, torn.dataset.len()), (Some(18), 6, 6));
    folder.write("out/journal.jsonl", &(lines[..7].concat() + "nonsense\n" + lines[7]));
    let error = found(&[&out]).expect_err("a bad line");
    assert!(error.contains("journal.jsonl:8"), "{error}");
    fs::remove_file(out.join("manifest.json")).expect("a file");
    let error = found(&[&out]).expect_err("no plan");
    assert!(error.contains("its manifest is missing") && error.contains("--resume"), "{error}");
}

#[test]
fn several_sources_are_one() {
    let folder = batch("sources-several", "--shard 1/2");
    let out = folder.0.join("out");
    let other = folder.write("other.csv", "puzzle,method,solved,seconds\nx,mine,1,0.5\n");
    let alone = found(&[&out]).expect("a folder");
    assert_eq!((alone.planned, alone.finished), (Some(18), 9), "the others are missing");
    let both = found(&[&out, Path::new(&other)]).expect("both");
    assert_eq!((both.planned, both.finished, both.primary), (None, 10, None));
    assert_eq!(both.dataset.methods().last().map(String::as_str), Some("mine"));
    let twice = found(&[&out, &out.join("runs.csv")]).expect("both");
    let expected = [0.05, 0.1].map(|rate| format!("baseline (mutation.swap.rate={rate})@out"));
    assert_eq!(twice.dataset.methods()[..2], expected);
    assert!(twice.dataset.methods()[2].ends_with("@runs"), "{:?}", twice.dataset.methods());
    assert_eq!(twice.dataset.puzzles(), alone.dataset.puzzles());
    let thrice = found(&[&out, &out]).expect("both");
    assert_eq!((thrice.primary, thrice.planned), (Some(Primary::Rmst), Some(36)));
}

#[test]
fn what_is_no_source_is_told() {
    let folder = Folder::new("sources-none");
    let missing = folder.0.join("nowhere.csv");
    assert!(is_results(&missing) && is_results(&folder.0) && !is_results(Path::new("baseline")));
    let error = found(&[&missing]).expect_err("no file");
    assert!(error.starts_with(&missing.display().to_string()), "{error}");
    assert!(found(&[&folder.0]).expect_err("no results").contains("is no result folder"));
}

/// `summary.csv` without its last two columns, which are time.
fn bare_summary(folder: &Folder, name: &str) -> Vec<String> {
    let text = folder.read(&format!("{name}/summary.csv"));
    let bare = |line: &str| line.rsplitn(3, ',').last().expect("columns").to_owned();
    text.lines().map(bare).collect()
}

#[test]
fn a_summary_is_the_same_however_its_runs_were_made() {
    let folder = batch("sources-summary", "--threads 1");
    let expected = bare_summary(&folder, "out");
    assert_eq!(expected.len(), 1 + 3 * 2);
    let start = "puzzle,layout,givens,method,mutation.swap.rate,runs,solved,errors,";
    assert!(expected[0].starts_with(start), "{}", expected[0]);
    assert!(expected[0].ends_with(",mean_nodes"), "{}", expected[0]);
    assert!(expected[6].starts_with("small,4x4,4,baseline,0.1,3,3,0,1,"), "{}", expected[6]);
    let plan = folder.path("plan.toml");
    let parts = [1, 2].map(|index| (index, folder.path(&format!("part-{index}"))));
    for (index, part) in &parts {
        let (code, _, errors) = run(&format!("run {plan} -q --shard {index}/2 -o {part}"), "");
        assert_eq!(code, 0, "{errors}");
    }
    let [(_, one), (_, two)] = &parts;
    let united = folder.path("united");
    let (code, _, errors) = run(&format!("merge {one} {two} -q -o {united}"), "");
    assert_eq!(code, 0, "{errors}");
    assert_eq!(bare_summary(&folder, "united"), expected);
    fs::remove_file(folder.0.join("united/summary.csv")).expect("a file");
    let (code, _, errors) = run(&format!("run {plan} -q --resume -o {united}"), "");
    assert_eq!(code, 0, "{errors}");
    assert_eq!(bare_summary(&folder, "united"), expected);
}
