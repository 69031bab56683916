//! The exact wording of every error.

use super::*;

fn message_with(text: &str, options: ReadOptions) -> String {
    let found = read_with(text, options);
    let mut errors = found.iter().filter_map(|found| found.as_ref().err().map(ToString::to_string));
    let message = errors.next().unwrap_or_else(|| panic!("no error in\n{text}"));
    assert_eq!(errors.next(), None, "a second error in\n{text}");
    message
}

fn assert_messages(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(message_with(text, ReadOptions::default()), *expected, "{text}");
    }
}

const NO_PUZZLE: &str = "file.txt: no puzzle found, expected a line of 16, 81, 256 or 625 \
    symbols, a grid in lines, or integers; write a puzzle into it";

#[test]
fn sources_that_hold_no_text_or_no_puzzle() {
    assert_messages(&[
        ("", NO_PUZZLE),
        ("\n# nothing\n---\n+---+\n", NO_PUZZLE),
        (
            "12\n3\u{0}4",
            "file.txt:2:2: found byte 0x00, expected text; save the puzzles as plain UTF-8 text",
        ),
        (
            "Dear reader,\nhow are you?",
            "file.txt:1:4: found 'r', expected a digit (1-9, A-P), an empty cell (. 0 _ *), `~` \
             or a separator; replace it, or put `#` before a comment",
        ),
    ]);
}

#[test]
fn lines_of_a_wrong_size() {
    let solution = format!("{},{}", ".".repeat(81), "1".repeat(81));
    assert_messages(&[
        (
            &".".repeat(80),
            "file.txt:1:81: found 80 symbols on the line, expected 16, 81, 153, 256, 369 or 625; \
             make the line as long as its layout has cells",
        ),
        (
            &solution,
            "file.txt:1:164: found 162 symbols on the line, expected 16, 81, 153, 256, 369 or \
             625; make the line as long as its layout has cells",
        ),
        (
            &"0 ".repeat(82),
            "file.txt:1:164: found 82 integers on the line, expected 16, 81, 153, 256, 369, 625, \
             1296 or 2401; make the line as long as its layout has cells",
        ),
    ]);
}

#[test]
fn rows_of_a_wrong_size_or_number() {
    let grid = empty_rows(9, 9);
    let mend_row = "; add what is missing (an empty cell is `.` or `0`) or remove what is too much";
    let mend_count = "; complete the grid, or part puzzles with a line `---`";
    let nine = "expected 9 rows (18 for twodoku, 45 for samurai)";
    let row = |place: &str, found: &str| format!("file.txt:{place}: found {found}{mend_row}");
    let count = |place: &str, found: &str| format!("file.txt:{place}: found {found}{mend_count}");
    assert_messages(&[
        (&grid.replacen('\n', ".\n", 1), &row("1:10", "10 symbols in this row, expected 9")),
        (&grid.replacen(".\n", "\n", 1), &row("1:9", "8 symbols in this row, expected 9")),
        (&empty_rows(8, 9), &count("8:1", &format!("8 rows of 9 symbols, {nine}"))),
        (&empty_rows(10, 9), &count("10:1", &format!("10 rows of 9 symbols, {nine}"))),
        ("-1 2 30 4 -1 5 6 7 8", &count("1:1", &format!("1 row of 9 integers, {nine}"))),
        (
            &empty_rows(27, 9),
            "file.txt:10:1: found 3 grids of 9 rows in one puzzle, expected 1 (2 for twodoku, 5 \
             for samurai); part puzzles with a line `---`",
        ),
        (
            &empty_rows(5, 10),
            "file.txt:1:1: found rows of 10 symbols, expected 4, 9, 16 or 25; make the rows as \
             long as one of these",
        ),
        (
            "-1 2 -1\n4 5 6\n",
            "file.txt:2:6: found 6 integers, expected 16, 81, 153, 256, 369, 625, 1296 or 2401; \
             add what is missing or remove what is too much",
        ),
    ]);
    let instance = |rows: usize| format!("4\r\n1\r\n{}", ("-1\t".repeat(16) + "\r\n").repeat(rows));
    let after = "expected 16 rows after the order 4 and the flag";
    assert_messages(&[
        (&instance(15), &count("17:1", &format!("15 rows of 16 integers, {after}"))),
        (&(instance(15) + "-1 16\r\n"), &row("18:6", "2 integers in this row, expected 16")),
    ]);
}

#[test]
fn digits_out_of_range() {
    let mend = "; correct it, or name the layout that is meant in a line `# layout: ...`";
    let hole =
        "file.txt:2:1: found `~`, expected a cell of layout 9x9 here; write `.` for an empty cell";
    let grid = empty_rows(9, 9);
    let digit = |rest: &str| format!("file.txt:1:1: found {rest}{mend}");
    assert_messages(&[
        (&grid.replacen('.', "A", 1), &digit("digit A, expected 1 to 9 in layout 9x9")),
        ("A...............", &digit("digit A, expected 1 to 4 in layout 4x4")),
        (
            &format!("-5 {}", "0 ".repeat(80)),
            &digit("integer -5, expected 1 to 9 (or 0 or -1 for an empty cell) in layout 9x9"),
        ),
        (
            &format!("17 {}", "-1 ".repeat(255)),
            &digit("integer 17, expected 1 to 16 (or 0 or -1 for an empty cell) in layout 16x16"),
        ),
        (&format!("# layout: 9x9\n~{}", &grid[1..]), hole),
    ]);
    let hex = |layout| ReadOptions { digits: DigitStyle::Hex, layout: Layout::named(layout) };
    assert_eq!(
        message_with(&nine_line(&[]), hex("9x9")),
        "file.txt:1:1: found hexadecimal digits in layout 9x9 of side 9, expected side 16; read it \
         with standard digits"
    );
    assert_eq!(
        message_with(&format!("G{}", ".".repeat(255)), hex("16x16")),
        "file.txt:1:1: found 'G', expected a hexadecimal digit (0-9, A-F), an empty cell (. _ *), \
         `~` or a separator; replace it, or put `#` before a comment"
    );
}

#[test]
fn clashes_name_both_places_and_report_themselves() {
    let mend = ", expected each digit once; remove or change one of the two";
    let in_row = nine_line(&[(11, '5'), (15, '5')]);
    let in_column = nine_line(&[(2, '5'), (38, '5')]);
    let rows = |line: &str| {
        line.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect()
    };
    let (in_row_grid, in_column_grid): (String, String) = (rows(&in_row), rows(&in_column));
    let integers = format!("10 10 {}\n{}", "0 ".repeat(14), ("0 ".repeat(16) + "\n").repeat(15));
    for (text, place, expected) in [
        (&in_row, "1:16", "5 twice in row 2: line 1, columns 12 and 16"),
        (&in_row_grid, "2:7", "5 twice in row 2: line 2, columns 3 and 7"),
        (&in_column_grid, "5:3", "5 twice in column 3: line 1, column 3 and line 5, column 3"),
        (&integers, "1:4", "10 twice in row 1: line 1, columns 1 and 4"),
    ] {
        let found = read(text);
        let error = found[0].as_ref().expect_err("a clash");
        assert_eq!(error.to_string(), format!("file.txt:{place}: found {expected}{mend}"));
        let report = error.clash().expect("a report");
        assert_eq!((report.puzzle.as_str(), report.givens), ("file", 2));
        assert_eq!(report.text, expected);
    }
    let found = read(&format!("{in_row}\n# name: mine\n{in_column}"));
    let names: Vec<String> = found
        .iter()
        .map(|found| found.as_ref().expect_err("a clash").clash())
        .map(|report| report.expect("a report").puzzle)
        .collect();
    assert_eq!(names, ["file#1", "mine"]);
}

#[test]
fn overlays_that_do_not_fit_together() {
    let upper = format!("{}........5\n", empty_rows(8, 9));
    let lower = format!("{}..4......\n{}", empty_rows(2, 9), empty_rows(6, 9));
    let disagreeing = upper + &lower;
    assert_messages(&[
        (
            &disagreeing,
            "file.txt:12:3: found 4 in one copy of a shared cell and 5 in the other (line 9, \
             column 9), expected the same digit; make them equal or one of them empty",
        ),
        (
            &empty_rows(14, 15).replacen('.', "~", 1),
            "file.txt:14:1: found 14 rows of 15 symbols, expected 15 (twodoku) or 21 (samurai) \
             rows of a canvas with `~`; complete the grid, or part puzzles with a line `---`",
        ),
        (
            &empty_rows(15, 15),
            "file.txt:1:10: found a cell, expected `~` where layout twodoku has none; move the \
             row's cells to their columns",
        ),
    ]);
    assert!(read(&disagreeing)[0].as_ref().expect_err("bad").clash().is_none());
}

#[test]
fn layouts_unknown_or_unfit() {
    let grid = empty_rows(9, 9);
    assert_messages(&[
        (
            &format!("# layout: twodoko\n{grid}"),
            "file.txt:1:1: found unknown layout \"twodoko\", expected 4x4, 9x9, 16x16, 25x25, \
             36x36, 49x49, twodoku, samurai; the nearest is twodoku (a layout of your own is asked \
             for by its file)",
        ),
        (
            &format!("# layout: twodoku\n{grid}"),
            "file.txt:2:1: found 9 rows of 9 symbols, expected layout twodoku (one line of 153, 2 \
             grids of 9 rows of 9, or the canvas of 15 rows and 15 columns); ask for another \
             layout, or for none to have it detected",
        ),
    ]);
    assert_eq!(
        message_with(&nine_line(&[]), asking_for("16x16")),
        "file.txt:1:82: found 81 symbols on the line, expected 256 for layout 16x16; make the line \
         as long as its layout has cells"
    );
    assert_eq!(
        message_with(&grid, asking_for("16x16")),
        "file.txt:1:1: found 9 rows of 9 symbols, expected layout 16x16 (one line of 256, or 16 \
         rows of 16); ask for another layout, or for none to have it detected"
    );
}
