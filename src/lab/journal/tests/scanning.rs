//! What a scan finds, passes over and refuses.

use super::*;

#[test]
fn a_whole_journal_is_found_whole() {
    for count in [0, 1, 2, 50] {
        let records = records(0..count);
        let text = journal(&records);
        let scanned = scanned(&text).expect("a journal");
        assert_eq!(scanned.header, Some(header()));
        assert_eq!(scanned.length, text.len() as u64);
        assert_eq!(found(text.as_bytes(), &scanned), records);
        assert!(scanned.entries.is_sorted_by_key(|entry| entry.run_id));
        for record in &records {
            let entry = scanned.find(record.run_id, Extras::default()).expect("an entry");
            assert_eq!(entry.line as u64, record.generations.expect("generations") + 2);
        }
        assert_eq!(scanned.find(RunId(1), Extras::default()), None);
    }
}

#[test]
fn a_cut_at_any_byte_loses_only_the_line_it_is_in() {
    let records = records(0..12);
    let text = journal(&records);
    let ends: Vec<usize> =
        text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1).collect();
    for cut in (0..ends[0]).chain(ends[9]..=text.len()) {
        let bytes = &text.as_bytes()[..cut];
        let scanned = scanned(bytes).expect("a journal");
        let whole = ends.iter().filter(|&&end| end <= cut).count();
        assert_eq!(scanned.header, (whole > 0).then(header), "{cut}");
        assert_eq!(scanned.length as usize, whole.checked_sub(1).map_or(0, |last| ends[last]));
        assert_eq!(found(bytes, &scanned), records[..whole.saturating_sub(1)], "{cut}");
    }
}

#[test]
fn a_bad_line_is_named() {
    let (whole, old) = (journal(&records(0..5)), old_journal(&records(0..5)));
    let (third, other) = (line(&record(1)), line(&record(2)));
    let bare = serde_json::to_string(&record(1)).expect("JSON");
    let exchanged = bare.clone() + &other[other.len() - 27..];
    for (journal, bad, message) in [
        (&whole, "", "its sum is missing; something"),
        (&whole, &bare, "its sum is missing"),
        (&whole, &third[..third.len() / 2], "its sum is missing"),
        (&whole, &third.replace("no 1", "no 2"), "its sum is wrong"),
        (
            &whole,
            &(exchanged[..bare.len() - 1].to_owned() + &exchanged[bare.len()..]),
            "its sum is wrong",
        ),
        (&whole, &sealed("{}"), "missing field `run_id`"),
        (&whole, &sealed(&bare.replace("stop", "stopp")), "unknown field `stopp`, expected"),
        (&whole, header_line().trim_end(), "unknown field `format`"),
        (&old, "", "EOF while parsing a value; something"),
        (&old, &bare[..bare.len() / 2], "EOF while parsing a string at column "),
        (&old, "\u{0}\u{0}", "expected value at column 1"),
        (&old, &(bare.clone() + "x"), "trailing characters at column"),
        (&old, &third, "unknown field `sum`"),
    ] {
        let mut lines: Vec<&str> = journal.lines().collect();
        lines[2] = bad.trim_end_matches('\n');
        let text = lines.join("\n") + "\n";
        assert_ne!(text, *journal);
        let error = scanned(&text).expect_err("a bad line").to_string();
        assert!(error.starts_with(&format!("j:3: no record of a run: {message}")), "{error}");
        assert!(error.ends_with("delete that line, and --resume does its run again"), "{error}");
        assert!(!error.contains("at line 1"), "{error}");
    }
    let cured = scanned(whole.replacen(&third, "", 1)).expect("a journal");
    assert_eq!(cured.entries.len(), 4);
}

#[test]
fn a_line_without_an_end_takes_no_endless_memory() {
    let text = journal(&records(0..1)) + &"x".repeat(1 << 24);
    let error = scanned(&text).expect_err("too long").to_string();
    assert!(
        error.starts_with("j:3: no record of a run: a line of more than 16777216 bytes"),
        "{error}"
    );
}

#[test]
fn what_is_no_journal_is_refused() {
    for foreign in ["run_id,puzzle\n1,2\n", "x", "\n", "{}\n", "\u{feff}{\"format\":"] {
        let error = scanned(foreign).expect_err("foreign");
        assert!(matches!(error, JournalError::Foreign { .. }), "{error}");
    }
    let header = r#"{"format":"sudoga journal","version":3,"later":true}"#;
    for newer in [header.to_owned() + "\n", sealed(header)] {
        let error = scanned(newer + "a line of the future\n").expect_err("newer");
        assert!(matches!(error, JournalError::Newer { version: 3, .. }), "{error}");
    }
    let damaged = journal(&[]).replacen(":2,", ":3,", 1);
    assert!(matches!(scanned(damaged), Err(JournalError::BadHeader { .. })));
}

#[test]
fn no_bit_of_a_journal_may_differ() {
    let records = records(0..4);
    let text = journal(&records);
    for bit in 0..8 * text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        match scanned(&bytes) {
            // The last line has lost its end, and counts as torn.
            Ok(scanned) => {
                assert_eq!(bit / 8, text.len() - 1);
                assert_eq!(found(&bytes, &scanned), records[..3]);
            }
            Err(error) => assert!(error.to_string().starts_with("j"), "{error}"),
        }
    }
}

#[test]
fn a_journal_without_sums_is_read() {
    let records = records(0..5);
    let text = old_journal(&records);
    let scanned = scanned(&text).expect("a journal");
    assert_eq!(scanned.header, Some(old_header()));
    assert_eq!(found(text.as_bytes(), &scanned), records);
}

#[test]
fn line_ends_of_another_system_change_nothing() {
    let records = records(0..5);
    let text = journal(&records).replace('\n', "\r\n");
    let scanned = scanned(&text).expect("a journal");
    assert_eq!(found(text.as_bytes(), &scanned), records);
}

#[test]
fn records_of_one_run_that_agree_are_one() {
    let bare = record(1);
    let full = Record { history: Some(Vec::new()), seconds: 9.0, ..record(1) };
    let fuller = Record { seconds: 7.0, ..full.clone() };
    let timed = Record { cost: Some(1), stop: Stop::Seconds, ..record(1) };
    for (doubled, kept) in [
        (vec![&bare, &bare], 0),
        (vec![&bare, &full], 1),
        (vec![&full, &bare], 0),
        (vec![&bare, &full, &bare, &fuller], 1),
        (vec![&bare, &timed], 0),
        (vec![&timed, &full], 1),
    ] {
        let mut all = records(5..9);
        all.extend(doubled.iter().copied().cloned());
        all.push(record(20));
        let text = journal(&all);
        let scanned = scanned(&text).expect("they agree");
        let expected: Vec<Record> =
            records(5..9).into_iter().chain([doubled[kept].clone(), record(20)]).collect();
        assert_eq!(found(text.as_bytes(), &scanned), expected);
        assert_eq!(scanned.length, text.len() as u64);
    }
}

#[test]
fn records_of_one_run_that_differ_are_both_named() {
    let other = Record { cost: Some(5), ..record(1) };
    let full = Record { history: Some(Vec::new()), ..record(1) };
    let point = Point { generation: 0, best: 1.0, mean: 1.0, median: 1.0 };
    let fuller = Record { history: Some(vec![point]), ..record(1) };
    for (doubled, lines) in [
        (vec![&record(1), &other], (4, 5)),
        (vec![&record(1), &record(1), &other], (4, 6)),
        (vec![&other, &full], (4, 5)),
        (vec![&record(1), &full, &fuller], (5, 6)),
    ] {
        let mut all = records(5..7);
        all.extend(doubled.into_iter().cloned());
        let error = scanned(journal(&all)).expect_err("they differ").to_string();
        let (first, second) = lines;
        let expected =
            format!("j:{second}: run {} ended otherwise than in line {first}, ", record(1).run_id);
        assert!(error.starts_with(&expected), "{error}");
    }
}

#[test]
fn what_is_pending_is_planned_and_not_finished() {
    let scanned = scanned(journal(&records([1, 3, 4, 6, 40]))).expect("a journal");
    let planned = |numbers: std::ops::Range<u64>| {
        numbers.map(|number| (number as usize, record(number).run_id))
    };
    let cases: [(std::ops::Range<u64>, bool, &[usize]); 5] = [
        (0..8, false, &[0, 2, 5, 7]),
        (0..8, true, &[0, 1, 2, 4, 5, 7]),
        (3..5, false, &[]),
        (3..5, true, &[4]),
        (0..0, true, &[]),
    ];
    for (numbers, history, expected) in cases {
        let extras = Extras { history, solutions: true };
        let left = pending(planned(numbers), &scanned.entries, extras);
        assert_eq!(left, expected, "{history}");
    }
    assert_eq!(pending(planned(0..3), &[], Extras::default()), [0, 1, 2]);
}

#[test]
fn a_run_is_pending_until_one_record_holds_all_that_is_wanted() {
    let solved = Record { stop: Stop::Solved, history: None, ..record(1) };
    let found = Record { solution: Some(SolutionDigest(7)), ..solved.clone() };
    let full = Record { history: Some(Vec::new()), ..solved.clone() };
    let whole = Record { history: Some(Vec::new()), ..found.clone() };
    let other = Record { solution: Some(SolutionDigest(8)), ..solved.clone() };
    let wants = |history, solutions| Extras { history, solutions };
    let [history, solution, both] = [wants(true, false), wants(false, true), wants(true, true)];
    for (kept, entries, finished) in [
        (vec![&solved], 1, vec![]),
        (vec![&solved, &found], 1, vec![solution]),
        (vec![&full, &found, &solved], 2, vec![history, solution]),
        (vec![&full, &found, &whole], 1, vec![history, solution, both]),
    ] {
        let lines: Vec<Record> = kept.into_iter().cloned().collect();
        let scanned = scanned(journal(&lines)).expect("they agree");
        assert_eq!(scanned.entries.len(), entries);
        let planned = || [(0, solved.run_id)].into_iter();
        assert!(pending(planned(), &scanned.entries, Extras::default()).is_empty());
        for extras in [history, solution, both] {
            let is_pending = !pending(planned(), &scanned.entries, extras).is_empty();
            assert_eq!(is_pending, !finished.contains(&extras), "{extras:?}");
            assert!(scanned.find(solved.run_id, extras).is_some());
        }
    }
    assert!(scanned(journal(&[found, other])).is_err());
}

/// Counts the bytes that are read.
struct Counted<'a>(Cursor<&'a [u8]>, &'a std::cell::Cell<usize>);

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1.set(self.1.get() + read);
        Ok(read)
    }
}

impl Seek for Counted<'_> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.0.seek(place)
    }
}

#[test]
fn to_compare_doubles_takes_little_more_than_their_lines() {
    let records = records(0..3000);
    let text = journal(&[records.clone(), records].concat());
    let read = std::cell::Cell::new(0);
    let scanned = scan(Path::new("j"), Counted(Cursor::new(text.as_bytes()), &read));
    assert_eq!(scanned.expect("a journal").entries.len(), 3000);
    let most = text.len() + 6000 * 2048;
    assert!(read.get() < most, "{} bytes of {}", read.get(), text.len());
}
