//! Every form gives the same puzzle; names, layouts and streaming.

use super::*;

#[test]
fn every_form_of_a_nine_gives_the_same_puzzle() {
    let line = nine_line(&[(0, '5'), (1, '3'), (4, '7'), (80, '9')]);
    let packed: Vec<&str> = (0..9).map(|row| &line[row * 9..][..9]).collect();
    let spaced = |row: &&str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let boxed = |row: &&str| format!("| {} | {} | {} |", &row[..3], &row[3..6], &row[6..]);
    let drawn = |row: &&str| format!("║{}│{}│{}║", &row[..3], &row[3..6], &row[6..]);
    let rows = |form: &dyn Fn(&&str) -> String| packed.iter().map(form).collect::<Vec<_>>();
    let framed = |rule: &str, rows: Vec<String>| {
        let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
        format!("{rule}\n{}\n{rule}\n", bands.join(&format!("\n{rule}\n")))
    };
    let zeros = line.replace('.', "0");
    let integers: String = zeros.chars().map(|digit| format!("{digit}, ")).collect();
    let negative: String = zeros.chars().map(|digit| format!("{digit}\t")).collect();
    let forms = [
        line.clone(),
        format!("  {line}\t\r\n"),
        zeros.clone(),
        zeros.replace('0', "*"),
        packed.join("\n"),
        packed.join("\r\n\r\n"),
        rows(&spaced).join(" \t\n"),
        framed("+-----+-----+-----+", rows(&boxed)),
        framed("======", rows(&boxed)),
        framed("╔═══╤═══╗", rows(&drawn)),
        packed.iter().map(|row| format!("{row} # a row\n")).collect(),
        integers,
        negative.replace("0\t", "-1\t"),
        format!("3\r\n1\r\n{}", negative.replace("0\t", "-1\t")),
        format!("3\n1\n{}", rows(&spaced).join("\n").replace('.', "0")),
        negative.replace('\t', "\n"),
        packed.iter().map(|row| format!("{} {} {}\n", &row[..3], &row[3..6], &row[6..])).collect(),
        line.as_bytes()
            .chunks(3)
            .map(|group| format!("{} ", String::from_utf8_lossy(group)))
            .collect(),
    ];
    for form in forms {
        let puzzle = single(&form);
        assert_eq!(print(puzzle.layout(), puzzle.givens(), Form::Line).trim(), line, "{form}");
        assert_eq!(puzzle.layout().name(), "9x9");
    }
}

#[test]
fn names_come_from_the_file_or_its_stem() {
    let line = nine_line(&[]);
    assert_eq!(outline(&line), ["file 9x9 0"]);
    assert_eq!(outline(&format!("{line}\n{line}")), ["file#1 9x9 0", "file#2 9x9 0"]);
    let grid = empty_rows(9, 9);
    let text = format!(
        "{grid}---\n# name: second\n{grid}# Name: third\n# source: a book\n{grid}---\n{grid}---\n"
    );
    assert_eq!(outline(&text), ["file#1 9x9 0", "second 9x9 0", "third 9x9 0", "file#4 9x9 0"]);
    assert_eq!(outline(&format!("{line} ; name: mine")), ["mine 9x9 0"]);
    let from_stdin: Vec<_> = Reader::new(line.as_bytes(), "-", ReadOptions::default()).collect();
    assert_eq!(from_stdin[0].as_ref().expect("good").name(), "stdin#1");
}

#[test]
fn a_layout_comment_decides_until_the_next_puzzle_is_parted() {
    let small = "1...............\n";
    let text = format!("# layout: 4x4\n{}", small.repeat(16));
    assert_eq!(read(&text).len(), 16);
    let text = format!("# layout: 16x16\n{}", empty_rows(16, 16));
    assert_eq!(outline(&text), ["file 16x16 0"]);
    let text = format!("# layout: 16x16\n{}---\n{}", empty_rows(16, 16), empty_rows(4, 4));
    assert_eq!(outline(&text), ["file#1 16x16 0", "file#2 4x4 0"]);
}

#[test]
fn sixteen_symbols_are_a_small_puzzle_or_a_row() {
    let row = "1...............\n";
    assert_eq!(outline(row), ["file 4x4 1"]);
    assert_eq!(read(&row.repeat(15)).len(), 15);
    assert_eq!(read(&row.repeat(16)).len(), 16);
    assert_eq!(read(&row.repeat(40)).len(), 40);
    assert!(read(&row.repeat(40)).iter().all(Result::is_ok));
    assert_eq!(outline(&empty_rows(16, 16)), ["file 16x16 0"]);
    let large = format!("G...............\n{}", empty_rows(15, 16));
    assert_eq!(outline(&large), ["file 16x16 1"]);
    let framed = format!("+--+\n1...............\n{}+--+\n", empty_rows(15, 16));
    assert_eq!(outline(&framed), ["file 16x16 1"]);
    let integers = "-1 ".repeat(15) + "16\n" + &("-1 ".repeat(16) + "\n").repeat(15);
    assert_eq!(outline(&integers), ["file 16x16 1"]);
}

#[test]
fn overlays_read_as_grids_canvas_line_and_integers() {
    let twodoku = Layout::named("twodoku").expect("built in");
    let upper = format!("{}........5\n", empty_rows(8, 9));
    let lower = format!("{}..5......\n{}", empty_rows(2, 9), empty_rows(6, 9));
    let expected = twodoku.cell_at(8, 8).expect("shared");
    let shared = |puzzle: &Puzzle| puzzle.givens()[expected];
    let puzzle = single(&format!("{upper}\n{lower}"));
    assert_eq!((puzzle.layout().name(), puzzle.given_count(), shared(&puzzle)), ("twodoku", 1, 5));
    let one_copy = single(&format!("{upper}{}", empty_rows(9, 9)));
    assert_eq!(one_copy, puzzle);
    let mut canvas = vec![vec!['~'; 15]; 15];
    for cell in 0..twodoku.cell_count() {
        let (row, column) = twodoku.position(cell);
        canvas[row][column] = if cell == expected { '5' } else { '.' };
    }
    let text: Vec<String> = canvas.iter().map(|row| row.iter().collect()).collect();
    assert_eq!(single(&text.join("\n")), puzzle);
    assert_eq!(single(&text.join("\n").replace('~', " ")), puzzle);
    assert_eq!(single(&text.concat().replace('~', "")), puzzle);
    let integers = upper.clone() + &lower;
    let integers: String = integers
        .chars()
        .filter(|symbol| *symbol != '\n')
        .map(|symbol| {
            format!("{} ", if symbol == '.' { "-1".to_owned() } else { symbol.to_string() })
        })
        .collect();
    assert_eq!(single(&integers), puzzle);
    assert_eq!(outline(&empty_rows(45, 9)), ["file samurai 0"]);
    assert_eq!(outline(&".".repeat(369)), ["file samurai 0"]);
    assert_eq!(outline(&"0 ".repeat(405)), ["file samurai 0"]);
}

#[test]
fn hex_digits_make_sixteens() {
    let options = || ReadOptions { digits: DigitStyle::Hex, ..ReadOptions::default() };
    let text = format!("0..............F\n{}", empty_rows(15, 16));
    let found = read_with(&text, options());
    let puzzle = found[0].as_ref().expect("good");
    assert_eq!((puzzle.givens()[0], puzzle.givens()[15]), (1, 16));
    assert_eq!(
        read_with(&format!("f{}", ".".repeat(255)), options())[0].as_ref().expect("good").givens()
            [0],
        16
    );
    let clash = read_with(&format!("00..............\n{}", empty_rows(15, 16)), options());
    let report = clash[0].as_ref().expect_err("clash").clash().expect("a clash");
    assert_eq!(report.text, "0 twice in row 1: line 1, columns 1 and 2");
}

#[test]
fn an_asked_layout_reads_user_overlays_and_wins_over_comments() {
    let pair = Arc::new(Layout::new("pair", 2, &[(0, 0), (1, 1)]).expect("an overlay"));
    let options = || ReadOptions { layout: Some(Arc::clone(&pair)), ..ReadOptions::default() };
    for text in
        [".".repeat(28), empty_rows(8, 4), "# layout: pair\n".to_owned() + &empty_rows(8, 4)]
    {
        let found = read_with(&text, options());
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].as_ref().expect("good").layout(), &pair);
    }
}

#[test]
fn one_line_puzzles_stream_past_bad_ones() {
    let line = nine_line(&[(0, '1')]);
    let short = &line[..80];
    let found = read(&format!("{line}\n{short}\n{line}\nabc\n12!\n{line}"));
    let good: Vec<bool> = found.iter().map(Result::is_ok).collect();
    assert_eq!(good, [true, false, true, false, false, true]);
    assert_eq!(found[5].as_ref().expect("good").name(), "file#6");
}

#[test]
fn an_incomplete_block_does_not_swallow_the_line_behind_it() {
    let line = nine_line(&[]);
    let found = read(&format!("12.\n{line}\n"));
    assert!(found[0].is_err() && found[1].is_ok() && found.len() == 2);
}

#[test]
fn a_bad_grid_in_the_middle_leaves_the_others() {
    let grid = empty_rows(9, 9);
    let text = format!("\u{FEFF}{grid}---\n{}---\n{grid}", empty_rows(8, 9)).replace('\n', "\r\n");
    let found = read(&text);
    let good: Vec<bool> = found.iter().map(Result::is_ok).collect();
    assert_eq!(good, [true, false, true]);
}
