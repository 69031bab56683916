//! Journals on disk: begun, torn, gone on with, adopted by another plan, read in any order.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use sudoga::lab::journal::{Reader, pending, scan_file};
use sudoga::lab::{Extras, Header, Journal, JournalError, Record, RunId};
use sudoga::solver::{Outcome, Point};
use support::{Folder, sealed};

fn header(plan: &str) -> Header {
    Header::new(blake3::hash(plan.as_bytes()))
}

/// The record of a run; every fourth has a history longer than what is read at a time.
fn record(number: u64) -> Record {
    let outcome = Outcome::broken(format!("error {number}"));
    let mut record = Record::new(RunId(number << 32 | 7), outcome, None, Extras::default());
    record.seconds = number as f64 / 7.0;
    let point = |generation| Point { generation, best: 1.0 / 3.0, mean: 2.0 / 3.0, median: 1e-9 };
    record.history = number.is_multiple_of(4).then(|| (0..256).map(point).collect());
    record
}

fn records(numbers: impl IntoIterator<Item = u64>) -> Vec<Record> {
    numbers.into_iter().map(record).collect()
}

/// A journal of so many records, whole.
fn journal(folder: &Folder, count: u64) -> PathBuf {
    let path = folder.0.join("journal.jsonl");
    let mut journal = Journal::create(&path, &header("one")).expect("a journal");
    journal.append(&records(0..count)).expect("room");
    journal.finish().expect("room");
    path
}

fn read_all(path: &Path) -> Vec<Record> {
    let mut entries = scan_file(path).expect("a journal").entries;
    entries.sort_by_key(|entry| entry.line);
    let mut reader = Reader::open(path).expect("a journal");
    entries.iter().map(|entry| reader.read(entry).expect("a record")).collect()
}

#[test]
fn a_journal_begins_with_its_header_and_leaves_no_draft() {
    let folder = Folder::new("journal-begins");
    let path = journal(&folder, 0);
    let content = format!(
        "{{\"format\":\"sudoga journal\",\"version\":2,\"engine\":{},\"plan\":\"{}\"",
        sudoga::ENGINE,
        blake3::hash(b"one")
    );
    let sum = &blake3::hash(content.as_bytes()).to_hex()[..16];
    let expected = format!("{content},\"sum\":\"{sum}\"}}\n");
    assert_eq!(fs::read_to_string(&path).expect("a file"), expected);
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1);
}

#[test]
fn after_a_cut_at_any_byte_the_missing_runs_make_it_whole_again() {
    let folder = Folder::new("journal-cut");
    let count = 8;
    let path = journal(&folder, count);
    let whole = fs::read(&path).expect("a file");
    let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
    let last_three = ends[ends.len() - 4]..=whole.len();
    for cut in (0..=ends[0]).chain(last_three) {
        fs::write(&path, &whole[..cut]).expect("a file");
        let (mut journal, scanned) = Journal::open(&path, &header("one")).expect("a torn journal");
        let kept = ends.iter().filter(|&&end| end < cut).count().saturating_sub(1);
        assert_eq!(scanned.entries.len(), kept, "{cut}");
        let planned = (0..count).map(|number| (number as usize, record(number).run_id));
        let left = pending(planned, &scanned.entries, Extras::default());
        assert_eq!(left, (kept..count as usize).collect::<Vec<_>>(), "{cut}");
        for number in left {
            journal.append(&[record(number as u64)]).expect("room");
        }
        assert!(fs::read(&path).expect("a file") == whole, "{cut}");
    }
}

#[test]
fn zeros_after_a_power_cut_are_a_torn_line() {
    let folder = Folder::new("journal-zeros");
    let path = journal(&folder, 3);
    let whole = fs::read(&path).expect("a file");
    fs::write(&path, [&whole[..], &[0; 5000]].concat()).expect("a file");
    Journal::open(&path, &header("one")).expect("a torn journal");
    assert_eq!(fs::read(&path).expect("a file"), whole);
}

#[test]
fn a_journal_that_is_not_there_is_begun() {
    let folder = Folder::new("journal-not-there");
    let path = folder.0.join("journal.jsonl");
    let (mut journal, scanned) = Journal::open(&path, &header("one")).expect("a new journal");
    assert_eq!((scanned.entries.len(), scanned.header), (0, Some(header("one"))));
    journal.append(&records(0..2)).expect("room");
    assert_eq!(read_all(&path), records(0..2));
    assert!(matches!(scan_file(&folder.0.join("no")), Err(JournalError::Unreadable { .. })));
}

#[test]
fn another_plan_adopts_a_journal_with_all_its_records() {
    let folder = Folder::new("journal-adopt");
    let path = journal(&folder, 9);
    let before = fs::read(&path).expect("a file");
    let error = Journal::open(&path, &header("two")).err().expect("another plan");
    assert!(matches!(error, JournalError::OtherPlan { .. }), "{error}");
    assert_eq!(fs::read(&path).expect("a file"), before);

    // Torn, and with a damaged header that is longer than ours.
    let text = String::from_utf8(before).expect("UTF-8");
    let text = text.replacen(":2,", ": 2 ,  ", 1) + "{\"torn";
    fs::write(&path, text).expect("a file");
    let (mut journal, scanned) = Journal::adopt(&path, &header("two")).expect("adopted");
    assert_eq!(scanned, scan_file(&path).expect("a journal"));
    assert_eq!(scanned.header, Some(header("two")));
    journal.append(&records(9..11)).expect("room");
    assert_eq!(read_all(&path), records(0..11));

    let (_, back) = Journal::adopt(&path, &header("one")).expect("changed back");
    assert_eq!(back.entries.len(), 11);
    let (_, same) = Journal::adopt(&path, &header("one")).expect("no change");
    assert_eq!(same, back);
}

#[test]
fn a_damaged_header_is_named_and_written_anew_with_all_records_kept() {
    let folder = Folder::new("journal-header");
    let path = journal(&folder, 5);
    let whole = fs::read(&path).expect("a file");
    for at in [3, 40, 70, 120] {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&path, &damaged).expect("a file");
        let error = Journal::open(&path, &header("one")).err().expect("damaged").to_string();
        let start =
            format!("{}:1: no header of a sudoga journal: its sum is wrong", path.display());
        assert!(error.starts_with(&start), "{error}");
        assert_eq!(fs::read(&path).expect("a file"), damaged);
        Journal::adopt(&path, &header("one")).expect("written anew");
        assert_eq!(fs::read(&path).expect("a file"), whole);
    }
}

/// A journal as programs wrote it before lines had sums.
fn without_sums(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a file").replacen(":2,", ":1,", 1);
    let bare = |line: &str| line.split_once(",\"sum\"").expect("a sum").0.to_owned() + "}\n";
    text.lines().map(bare).collect()
}

#[test]
fn a_journal_without_sums_is_gone_on_with_as_it_is() {
    let folder = Folder::new("journal-old");
    let path = journal(&folder, 5);
    let old = without_sums(&path);
    fs::write(&path, &old).expect("a file");
    let (mut opened, scanned) = Journal::open(&path, &header("one")).expect("an old journal");
    assert_eq!(scanned.entries.len(), 5);
    opened.append(&records(5..7)).expect("room");
    assert_eq!(read_all(&path), records(0..7));
    assert!(!fs::read_to_string(&path).expect("a file").contains("\"sum\""));
    Journal::adopt(&path, &header("two")).expect("adopted");
    assert_eq!(read_all(&path), records(0..7));
}

#[test]
fn a_damaged_header_of_a_journal_without_sums_costs_no_run() {
    let folder = Folder::new("journal-old-header");
    let path = journal(&folder, 5);
    let text = fs::read_to_string(&path).expect("a file");
    let old = without_sums(&path);
    for (from, to) in [("\"plan\"", "\"pla\""), ("\"engine\":", "\"engine\";")] {
        for torn in ["", "{\"run_id\""] {
            fs::write(&path, old.replacen(from, to, 1) + torn).expect("a file");
            let error = Journal::open(&path, &header("one")).err().expect("damaged").to_string();
            assert!(error.contains("--resume --allow-changes writes it anew"), "{error}");
            Journal::adopt(&path, &header("one")).expect("written anew");
            assert_eq!(fs::read_to_string(&path).expect("a file"), old);
        }
    }
    // One line with a sum, and those without are damaged.
    let (bare, sealed): (Vec<&str>, Vec<&str>) = (old.lines().collect(), text.lines().collect());
    let mixed = format!("{}x\n{}\n{}\n", bare[0], bare[1], sealed[2]);
    fs::write(&path, mixed).expect("a file");
    let error = Journal::adopt(&path, &header("one")).err().expect("a line without").to_string();
    assert!(error.contains(":2: no record of a run: its sum is missing"), "{error}");
}

#[test]
fn an_engine_is_never_adopted() {
    let folder = Folder::new("journal-engine");
    let path = journal(&folder, 1);
    let text = fs::read_to_string(&path).expect("a file");
    let (header_line, body) = text.split_once('\n').expect("a line");
    let other =
        header_line.replacen(&format!("\"engine\":{}", sudoga::ENGINE), "\"engine\":999", 1);
    let other = sealed(&other) + body;
    fs::write(&path, &other).expect("a file");
    for opened in [Journal::open(&path, &header("one")), Journal::adopt(&path, &header("one"))] {
        let error = opened.err().expect("another engine").to_string();
        assert!(error.contains("made by engine 999"), "{error}");
    }
    assert_eq!(fs::read_to_string(&path).expect("a file"), other);
}

#[test]
fn records_are_read_in_any_order() {
    let folder = Folder::new("journal-order");
    let path = journal(&folder, 200);
    let scanned = scan_file(&path).expect("a journal");
    let mut reader = Reader::open(&path).expect("a journal");
    let orders: [Box<dyn Iterator<Item = u64>>; 3] =
        [Box::new(0..200), Box::new((0..200).rev()), Box::new((0..200).map(|n| n * 77 % 200))];
    for number in orders.into_iter().flatten() {
        let entry = scanned.find(record(number).run_id, Extras::default()).expect("an entry");
        assert_eq!(reader.read(entry).expect("a record"), record(number));
    }
}

#[test]
fn a_journal_that_changes_under_its_reader_is_noticed() {
    let folder = Folder::new("journal-changes");
    let path = journal(&folder, 4);
    let scanned = scan_file(&path).expect("a journal");
    let entry = scanned.find(record(2).run_id, Extras::default()).expect("an entry");
    let whole = fs::read(&path).expect("a file");
    let end = (entry.offset + u64::from(entry.length)) as usize;
    let mut damaged = whole.clone();
    damaged[entry.offset as usize + 12] ^= 1;
    let (before, line) = whole.split_at(entry.offset as usize);
    let line = String::from_utf8_lossy(&line[..entry.length as usize]).replacen("000", "001", 1);
    let other = String::from_utf8_lossy(before).into_owned() + &sealed(&line);
    for (bytes, message) in [
        (&whole[..end - 1], "the journal ends before it"),
        (&whole[..40], "the journal ends before it"),
        (&damaged[..], "its sum is wrong"),
        (other.as_bytes(), "another run"),
    ] {
        fs::write(&path, bytes).expect("a file");
        let mut reader = Reader::open(&path).expect("a journal");
        let error = reader.read(entry).expect_err("changed").to_string();
        assert!(
            error.contains(&format!(":{}: no record of a run: {message}", entry.line)),
            "{error}"
        );
    }
}
