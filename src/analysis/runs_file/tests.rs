//! Files of runs as they come, and what is said of those that cannot be used.

use proptest::prelude::*;

use super::parse_runs;
use crate::analysis::{Dataset, Observation};
use crate::solver::{Budget, Stop};

fn parse(text: &str) -> Result<Dataset, String> {
    parse_runs("f.csv", text.as_bytes()).map_err(|error| error.to_string())
}

fn runs(text: &str) -> Dataset {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_known_column_is_read() {
    let dataset = runs(
        "run_id,puzzle,layout,givens,method,rate,size,repeat,run_seed,solved,stop,cost,generations,\
         evaluations,nodes,cap_generations,cap_evaluations,cap_nodes,cap_seconds,stagnant,mine,seconds\n\
         x,p,9x9,30,ga,0.1,,3,77,1,solved,0,5,50,,9,90,,1.5,2,?,0.25\n\
         x,p,9x9,30,ga,,,3,78,0,error,,,,,9,90,,1.5,,?,0\n\
         x,q,mine,,ga,0.1,4,0,,0,seconds,7,,,12,,,20,,,?,\n",
    );
    assert_eq!(dataset.methods(), ["ga (rate=0.1)", "ga", "ga (rate=0.1, size=4)"]);
    let facts: Vec<_> =
        dataset.puzzles().iter().map(|puzzle| (puzzle.givens, puzzle.cells)).collect();
    assert_eq!(facts, [(Some(30), Some(81)), (None, None)]);
    let caps = Budget {
        generations: Some(9),
        evaluations: Some(90),
        seconds: Some(1.5),
        ..Budget::default()
    };
    let first = Observation {
        repeat: 3,
        seed: Some(77),
        is_solved: true,
        stop: Some(Stop::Solved),
        generations: Some(5),
        evaluations: Some(50),
        seconds: Some(0.25),
        caps,
        cost: Some(0),
        stagnant: Some(2),
        ..Observation::default()
    };
    assert_eq!(dataset.runs(0, 0), [first]);
    assert!(dataset.runs(0, 1)[0].is_error());
    let last = dataset.runs(1, 2)[0];
    assert_eq!((last.nodes, last.caps.nodes, last.cost), (Some(12), Some(20), Some(7)));
}

#[test]
fn files_of_all_kinds_of_programs_are_read() {
    let expected = runs("puzzle,method,solved,generations\np,a,1,5\np,a,0,9\n");
    let repeats: Vec<u64> = expected.runs(0, 0).iter().map(|run| run.repeat).collect();
    assert_eq!(repeats, [0, 1], "rows count up where no repeat is told");
    for text in [
        "puzzle,method,solved,generations\r\np,a,1,5\r\np,a,0,9\r\n",
        "\u{feff}puzzle,method,solved,generations\np,a,1,5\np,a,0,9",
        "\n\npuzzle,method,solved,generations\n\np,a,1,5\n  \n\np,a,0,9\n\n",
        "note,solved,method,,puzzle,generations,\n?,yes,a,,p,5.0,\n?,No,a,,p,9e0,\n",
        "puzzle, method, solved, generations\np, a, TRUE, 5\np, a, False, 9\n",
        "\"puzzle\",\"method\",\"solved\",\"generations\"\n\"p\",\"a\",\"1\",\"5\"\n\"p\",a,0,9\n",
        "puzzle,method,solved,generations,stop,repeat\np,a,1,5,,0\np,a,0,9,,1\n",
    ] {
        assert_eq!(runs(text), expected, "{text:?}");
    }
}

#[test]
fn what_cannot_be_used_is_named_with_its_line_and_its_cure() {
    const HEAD: &str = "puzzle,method,solved,generations";
    let needed = super::columns::NEEDED;
    let stops = "solved, singles, no-solution, unknown, generations, evaluations, nodes, seconds, \
                 interrupted, error";
    let mend = "correct the field or leave it empty";
    for (text, expected) in [
        (String::new(), format!("1: found an empty file, expected {needed}")),
        ("\n\n".to_owned(), format!("1: found an empty file, expected {needed}")),
        (
            format!("\n{HEAD}\n\n"),
            "2: found the names of the columns and no run, expected a row a run below them".to_owned(),
        ),
        (
            format!("{}\np;a;1;5\n", HEAD.replace(',', ";")),
            "1: found semicolons between the columns, expected commas; save the file as CSV with \
             commas, and a point in numbers"
                .to_owned(),
        ),
        (
            "puzzle,method,solvd,generations\np,a,1,5\n".to_owned(),
            format!(
                "1: found no column `solved`, expected {needed}; the nearest is `solvd`: rename it, \
                 or add the column"
            ),
        ),
        (
            "puzzle,method,solved\np,a,1\n".to_owned(),
            format!(
                "1: found none of the columns generations, evaluations, nodes, seconds, expected \
                 {needed}; add the column"
            ),
        ),
        (
            format!("{HEAD},puzzle\np,a,1,5,p\n"),
            "1: found `puzzle` as column 1 and as column 5, expected each column once; rename or \
             remove one"
                .to_owned(),
        ),
        (
            format!("{HEAD},mine\np,a,1,5,\"p\nq\"\r\n\n\np,a,1,abc,\n"),
            format!(
                "6: column 4 `generations`: found `abc`, expected a whole number from 0 on; {mend}"
            ),
        ),
        (
            format!("{HEAD}\r\np,a,1,5\r\np,a,1,-1\r\n"),
            format!(
                "3: column 4 `generations`: found `-1`, expected a whole number from 0 on; {mend}"
            ),
        ),
        (
            format!("{HEAD},seconds\np,a,1,5,NaN\n"),
            format!("2: column 5 `seconds`: found `NaN`, expected a number from 0 on; {mend}"),
        ),
        (
            format!("{HEAD},cost\np,a,0,5,4294967296\n"),
            format!(
                "2: column 5 `cost`: found `4294967296`, expected a whole number from 0 to \
                 4294967295; {mend}"
            ),
        ),
        (
            format!("{HEAD},stop\np,a,0,5,generation\n"),
            format!(
                "2: column 5 `stop`: found `generation`, expected one of {stops}; the nearest is \
                 `generations`; {mend}"
            ),
        ),
        (
            format!("{HEAD},stop\np,a,1,5,generations\n"),
            "2: column 3 `solved`: found `1` beside the stop `generations`, expected 1 with the stops \
             solved and singles and 0 with all others; correct one of the two"
                .to_owned(),
        ),
        (
            format!("{HEAD},seconds\np,a,1,,\n"),
            "2: column 3 `solved`: found a solved run without its effort, expected a number in \
             generations or seconds; fill one in"
                .to_owned(),
        ),
        (
            format!("{HEAD}\np,a,maybe,5\n"),
            "2: column 3 `solved`: found `maybe`, expected 1 or 0, true or false, yes or no; correct \
             the field"
                .to_owned(),
        ),
        (
            format!("{HEAD}\np,,1,5\n"),
            "2: column 2 `method`: found nothing, expected a name; fill it in".to_owned(),
        ),
        (
            format!("{HEAD},repeat\np,a,1,5,\n"),
            "2: column 5 `repeat`: found nothing, expected a whole number from 0 on; number the run, \
             or leave the column out of the file"
                .to_owned(),
        ),
        (
            format!("{HEAD}\np,a,1\n"),
            "2: found 3 fields, expected 4 as in the first line (column 4 `generations` is the first \
             without one); add or remove commas, and put a field with commas or quotes in quotes"
                .to_owned(),
        ),
        (
            format!("{HEAD}\np,a,1,5,6\n"),
            "2: found 5 fields, expected 4 as in the first line (`6` is the first too many); add or \
             remove commas, and put a field with commas or quotes in quotes"
                .to_owned(),
        ),
        (
            format!("{HEAD},repeat\np,a,1,5,0\np,b,1,5,0\np,a,0,7,0\n"),
            "4: repeat 0 of `a` on `p` stands on line 2 already, expected each run once; remove one \
             of them or correct its repeat"
                .to_owned(),
        ),
    ] {
        assert_eq!(parse(&text), Err(format!("f.csv:{expected}")), "{text:?}");
    }
}

#[test]
fn contradictions_are_named_with_both_sides() {
    const HEAD: &str = "puzzle,method,solved,generations";
    let misspelt = |column: usize, name: &str, known: &str| {
        format!(
            "1: found column {column} `{name}`, which would be passed over, expected `{known}` or a \
             name unlike it; rename it to `{known}`, or, if it is something else, to something unlike"
        )
    };
    let beyond = |line, whose: &str, spent: &str, cap: &str, [spent_at, cap_at]: [&str; 2]| {
        format!(
            "{line}: column {spent_at}: found `{spent}` of {whose} beside a cap of `{cap}` in column \
             {cap_at}, expected no more than its cap; correct one of the two, or leave the cap empty"
        )
    };
    let generations = ["4 `generations`", "5 `cap_generations`"];
    let seconds = ["4 `seconds`", "5 `cap_seconds`"];
    let givens = |first: &str, second: &str| {
        format!(
            "5: puzzle `p` has {first} on line 2 and {second} on line 5, expected one number; correct \
             the givens, or give two puzzles two names"
        )
    };
    for (text, expected) in [
        (format!("{HEAD},cap_generation\np,a,1,5,9\n"), misspelt(5, "cap_generation", "cap_generations")),
        ("puzzle,method,rate,repeats,solved,nodes\np,a,1,5,1,9\n".to_owned(), misspelt(4, "repeats", "repeat")),
        (format!("{HEAD},run_seeds\np,a,1,5,9\n"), misspelt(5, "run_seeds", "run_seed")),
        (format!("{HEAD},Stops\np,a,1,5,solved\n"), misspelt(5, "Stops", "stop")),
        (
            format!("{HEAD},cap_generations\np,a,0,11,10\np,a,1,11,10\n"),
            beyond(3, "a solved run", "11", "10", generations),
        ),
        (
            format!("{HEAD},cap_generations\np,a,0,11,0\n"),
            beyond(2, "a run", "11", "0", generations),
        ),
        (
            "puzzle,method,solved,seconds,cap_seconds\np,a,1,1.2,1\np,a,1,3.5,1\n".to_owned(),
            beyond(3, "a solved run", "3.5", "1", seconds),
        ),
        (
            format!("{HEAD},givens\np,a,1,5,30\nq,a,1,5,31\np,a,1,5,30\np,a,1,5,31\n"),
            givens("30 givens", "31"),
        ),
        (
            format!("{HEAD},givens\np,a,1,5,\nq,a,1,5,31\np,a,1,5,\np,a,1,5,31\n"),
            givens("no number of givens", "31"),
        ),
        (
            format!("{HEAD},layout,givens\np,a,1,5,4x4,16\nq,a,1,5,4x4,17\n"),
            "3: column 6 `givens`: found `17`, expected at most the 16 cells of `4x4`; correct the \
             givens or the layout"
                .to_owned(),
        ),
        (
            format!("{HEAD},seconds,stop\np,a,0,,,error\np,a,0,,,\np,a,0,,,\np,a,1,,0.5,\n"),
            "3: found a run that did not solve without its effort, expected a number in generations \
             or seconds as in other rows; fill in what it spent until it gave up, or `error` as its \
             stop if it broke off"
                .to_owned(),
        ),
        (
            format!("{HEAD}\np,a,1,5\n\np,\"a,1,5\np,a,1,5\n"),
            "4: found a quote that begins on line 4 and is not closed before the file ends, expected a \
             second one behind the field; close it, or double a quote that is part of a quoted field"
                .to_owned(),
        ),
        (
            format!("{HEAD}\np\0q,a,1,5\n"),
            "2: column 1 `puzzle`: found `p\\0q`, expected a name without control characters; correct \
             it"
                .to_owned(),
        ),
        (
            format!("{HEAD}\np\u{202e}q,a,1,5\n"),
            "2: column 1 `puzzle`: found `p\\u{202e}q`, expected a name without control characters; \
             correct it"
                .to_owned(),
        ),
        (
            format!("{HEAD},m\u{7}e\np,a,1,5,\n"),
            "1: found a control character in the name of column 5, `m\\u{7}e`, expected letters, digits \
             and signs; rename it"
                .to_owned(),
        ),
    ] {
        assert_eq!(parse(&text), Err(format!("f.csv:{expected}")), "{text:?}");
    }
}

#[test]
fn what_only_looks_wrong_is_read() {
    for text in [
        "puzzle,method,solved,generations,notes,step,size\np,a,1,5,,,\n",
        "puzzle,method,repeats,repeat,solved,nodes\np,a,1,5,1,9\n",
        "puzzle,method,solved,evaluations,cap_evaluations\np,a,0,120,100\np,a,1,100,100\n",
        "puzzle,method,solved,generations,cap_generations\np,a,1,0,0\np,a,0,0,0\n",
        "puzzle,method,solved,nodes,layout,givens\np,a,1,5,4x4,9\np,a,1,5,9x9,30\n",
        "puzzle,method,solved,nodes\np,a,0,\np,a,0,\n",
        "puzzle,method,solved,nodes\n\"p \"\"1\"\"\",a,0,\"7\"",
    ] {
        assert!(parse(text).is_ok(), "{text:?} {:?}", parse(text));
    }
}

#[test]
fn headers_beyond_all_measure_are_refused_in_short() {
    let many = "x,".repeat(3_000_000);
    let long = "y".repeat(2_000_000);
    let row = format!("puzzle,method,solved,nodes,{}\np,a,1,z,\n", "y".repeat(900_000));
    for (text, expected) in [
        (many, "found 3000001 columns, expected at most 10000; "),
        (long, "found names of columns of 2000000 bytes in all, expected at most 1000000; "),
        (row, "column 4 `nodes`: found `z`"),
        (
            format!("puzzle,method,solved,{}\n", "nodes".repeat(10_000)),
            "the nearest is `nodesnodes",
        ),
    ] {
        let error = parse(&text).expect_err("an error");
        assert!(
            error.contains(expected) && error.len() < 400,
            "{}",
            &error[..400.min(error.len())]
        );
    }
}

#[test]
fn numbers_are_whole_where_they_count() {
    for (field, is_right) in [
        ("0", true),
        ("18446744073709551615", true),
        ("12.0", true),
        ("1e3", true),
        ("-0", true),
        ("12.5", false),
        ("18446744073709551616", false),
        ("inf", false),
        ("-1", false),
        ("1,5", false),
        ("0x10", false),
        ("1_000", false),
    ] {
        let text = format!("puzzle,method,solved,generations\np,a,1,\"{field}\"\n");
        assert_eq!(parse(&text).is_ok(), is_right, "{field}");
    }
}

#[test]
fn bytes_that_are_no_text_are_named_with_their_line() {
    let text = b"puzzle,method,solved,generations\np,a,1,5\n\xff,a,1,5\n";
    let error = parse_runs("f.csv", text.as_slice()).expect_err("no UTF-8").to_string();
    let what = "found bytes that are no UTF-8, expected text; save the file as CSV in UTF-8";
    assert_eq!(error, format!("f.csv:3: {what}"));
}

#[test]
fn many_puzzles_and_methods_take_no_longer_than_few() {
    let rows = 20_000;
    let line = |row: usize| format!("p{},m{},1,{row}\n", row % (rows / 2), row / (rows / 2));
    let text: String = (0..rows).map(line).collect();
    let dataset = runs(&format!("puzzle,method,solved,generations\n{text}"));
    assert_eq!((dataset.puzzles().len(), dataset.methods().len()), (rows / 2, 2));
    assert_eq!(dataset.runs(1, 1)[0].generations, Some(rows as u64 / 2 + 1));
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        parse_runs("f.csv", bytes.as_slice()).ok();
    }

    #[test]
    fn no_fields_panic(text in "(puzzle|method|solved|generations|repeat|[0-9a,;\"\r\n]){0,40}") {
        let head = "puzzle,method,solved,generations\n";
        for text in [text.clone(), format!("{head}{text}")] {
            if let Ok(dataset) = parse(&text) {
                prop_assert!(!dataset.puzzles().is_empty() && !dataset.methods().is_empty());
            }
        }
    }
}
