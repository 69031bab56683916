//! `compare` as users type it.

mod support;

use std::fs;

use support::{Folder, run, sudoga, told};

const COMPARE: &str = "compare @twodoku/easy-1 @twodoku/medium-2 --methods baseline,local-search --repeats 4 \
     --generations 60 --seed 10";

/// A file of runs of the methods `old` and `new`: how many solved, at which times, of how many.
fn runs(old: (u64, u64, u64), new: (u64, u64, u64)) -> String {
    let mut text = "puzzle,method,repeat,solved,generations,cap_generations\n".to_owned();
    for (method, (solved, time, count)) in [("old", old), ("new", new)] {
        for repeat in 0..count {
            let is_solved = u64::from(repeat < solved);
            let spent = if repeat < solved { time + repeat % 7 } else { 1000 };
            text += &format!("p,{method},{repeat},{is_solved},{spent},1000\n");
        }
    }
    text
}

#[test]
fn a_gate_of_hostile_names_means_nothing_but_itself() {
    let folder = Folder::new("compare-hostile-gate");
    let evil = "<img src=x>";
    let named =
        |name: &str| runs((30, 200, 30), (20, 200, 30)).replace("p,new,", &format!("p,{name},"));
    let file = folder.write("odd.csv", &named("\u{202e}"));
    let (code, _, errors) = run(&format!("compare {file}"), "");
    assert!(code == 2 && errors.contains("without control characters"), "{errors}");
    let file = folder.write("runs.csv", &named(evil));
    for (format, expected) in [("text", "<img src=x> "), ("md", "\\<img src=x> ")] {
        let command = format!("compare {file} --against old --format {format} --gate");
        let mut command = sudoga(&command);
        let output = command.arg(evil).output().expect("the program runs");
        let (_, text, errors) = told(&output);
        let gate = text.lines().rfind(|line| !line.is_empty()).unwrap_or_default();
        assert!(gate.contains(expected), "{text}{errors}");
    }
}

#[test]
fn a_comparison_of_other_runs_does_not_stay_beside_these() {
    let folder = Folder::new("compare-derived");
    let out = folder.path("out");
    let sweep = |flags: &str| {
        let command = format!(
            "sweep @9x9/easy-1 -m baseline --mutation 0.1,0.3 --generations 20 --seed 1 -q {flags} -o {out}"
        );
        assert_eq!(run(&command, "").0, 0);
    };
    let derived = ["tests.csv", "summary.md", "report.html", "plots"];
    let are_there = || derived.map(|name| folder.0.join("out").join(name).exists());
    sweep("--repeats 3");
    for verb in ["compare", "report"] {
        assert_eq!(run(&format!("{verb} {out}"), "").0, 0);
    }
    assert_eq!(are_there(), [true; 4]);
    sweep("--repeats 3 --resume");
    assert_eq!(are_there(), [true; 4], "no run is new");
    folder.write("out/plots/mine.txt", "kept");
    sweep("--repeats 5 --resume --allow-changes");
    assert_eq!(are_there(), [false, false, false, true]);
    assert_eq!(fs::read_dir(folder.0.join("out/plots")).expect("a folder").count(), 1);
}

#[test]
fn what_was_run_can_be_compared_again_in_every_form() {
    let folder = Folder::new("compare-forms");
    let out = folder.path("out");
    let (code, text, errors) = run(&format!("{COMPARE} -o {out}"), "");
    assert_eq!(code, 0, "{errors}");
    for word in ["easy-1", "local-search", "95 % interval", "RMST", "reference", "mantel-haenszel"]
    {
        assert!(text.contains(word), "{word}:\n{text}");
    }
    let first: Vec<String> = ["tests.csv", "summary.md", "summary.csv"]
        .map(|name| folder.read(&format!("out/{name}")))
        .into();
    let again = |flags: &str| {
        let (code, text, errors) = run(&format!("compare {out} -q {flags}"), "");
        assert_eq!((code, errors.as_str()), (0, ""), "{flags}");
        text
    };
    assert_eq!(again(""), text);
    assert_eq!(again("--format tests-csv"), first[0]);
    assert_eq!(again("--format md"), first[1]);
    assert_eq!(again("--format csv"), first[2]);
    let json: serde_json::Value = serde_json::from_str(&again("--format json")).expect("JSON");
    assert_eq!((&json["unit"], &json["reference"]), (&"generations".into(), &"baseline".into()));
    assert_eq!(json["tests"].as_array().map(Vec::len), Some(first[0].lines().count() - 1));
    // The same from the table of runs alone, and with threads that do not matter.
    let (_, from_file, _) = run(&format!("compare {out}/runs.csv --format tests-csv"), "");
    assert_eq!(from_file, first[0]);
    let other = folder.path("other");
    let (code, ..) = run(&format!("{COMPARE} -q --threads 1 -o {other}"), "");
    assert_eq!((code, folder.read("other/tests.csv")), (0, first[0].clone()));
    assert_eq!(folder.read("other/summary.md"), first[1]);
}

#[test]
fn the_reference_and_the_methods_can_be_chosen() {
    let folder = Folder::new("compare-chosen");
    let out = folder.path("out");
    let methods = "--methods baseline,purge,local-search";
    let command = COMPARE.replace("--methods baseline,local-search", methods);
    assert_eq!(run(&format!("{command} -q -o {out}"), "").0, 0);
    let (code, text, errors) = run(&format!("compare {out} --methods local-search,baseline"), "");
    assert_eq!(code, 0, "{errors}");
    assert!(text.contains("baseline against local-search") && !text.contains("purge"), "{text}");
    let (_, tests, _) =
        run(&format!("compare {out} --methods local-search,baseline --format tests-csv"), "");
    assert!(!tests.contains("friedman") && folder.read("out/tests.csv").contains("friedman"));
    let (code, text, _) = run(&format!("compare {out} {out}/../out --format json"), "");
    assert_eq!(code, 0);
    assert!(text.contains("baseline@out") && text.contains("baseline@out#2"), "{text}");
}

#[test]
fn common_seeds_make_paired_tests() {
    let folder = Folder::new("compare-common");
    let out = folder.path("out");
    let (code, _, errors) =
        run(&format!("{COMPARE} -q --pairing common --primary rmst -o {out}"), "");
    assert_eq!(code, 0, "{errors}");
    let tests = folder.read("out/tests.csv");
    assert!(tests.contains(",sign-flip,") && tests.contains(",mcnemar,"), "{tests}");
    assert!(!tests.contains(",fisher,") && !tests.contains(",welch,"), "{tests}");
    let (_, text, _) = run(&format!("compare {out} --primary solved"), "");
    assert!(text.contains("chosen afterwards"), "{text}");
    assert_eq!(folder.read("out/tests.csv"), tests, "another look leaves the announced one");
    let resumed = format!("{COMPARE} -q --pairing common --primary solved --resume -o {out}");
    let (code, text, _) = run(&resumed, "");
    assert_eq!(code, 0);
    assert!(text.contains("chosen afterwards"), "{text}");
    let more = resumed.replace("--repeats 4", "--repeats 5 --allow-changes");
    assert_eq!(run(&more, "").0, 0);
    let rows = folder.read("out/tests.csv");
    let announced = rows.lines().find(|row| row.starts_with("puzzle,")).unwrap_or_default();
    assert!(announced.contains(",sign-flip,") && announced.contains(",5,5,"), "{announced}");
}

#[test]
fn shards_are_compared_when_they_are_united() {
    let folder = Folder::new("compare-shards");
    for part in 1..=2 {
        let out = folder.path(&format!("part-{part}"));
        let (code, text, errors) = run(&format!("{COMPARE} -q --shard {part}/2 -o {out}"), "");
        assert_eq!(code, 0, "{errors}");
        assert!(!text.contains("verdict"), "{text}");
        assert!(!folder.0.join(format!("part-{part}/tests.csv")).exists());
    }
    let parts = format!("{} {}", folder.path("part-1"), folder.path("part-2"));
    assert_eq!(run(&format!("merge {parts} -q -o {}", folder.path("all")), "").0, 0);
    assert_eq!(run(&format!("{COMPARE} -q -o {}", folder.path("whole")), "").0, 0);
    assert_eq!(run(&format!("compare -q {}", folder.path("all")), "").0, 0);
    assert_eq!(folder.read("all/tests.csv"), folder.read("whole/tests.csv"));
    let (code, text, _) = run(&format!("compare -q {}", folder.path("part-1")), "");
    assert_eq!(code, 0, "a part is compared when it is asked for: {text}");
    assert!(text.contains("8 of 16 planned runs"), "{text}");
}

#[test]
fn a_gate_speaks_by_its_exit_code() {
    let folder = Folder::new("compare-gate");
    for (old, new, flags, expected, word) in [
        ((300, 200, 300), (300, 200, 300), "", 0, "new is not worse than old"),
        ((300, 200, 300), (150, 200, 300), "", 1, "new is worse than old"),
        ((20, 200, 30), (20, 200, 30), "", 3, "inconclusive"),
        ((20, 200, 30), (20, 200, 30), "--margin 0.4", 0, "margin 0.4"),
        // Solved as often, with twice the effort.
        ((300, 200, 300), (300, 400, 300), "", 1, "RMST"),
        ((300, 200, 300), (300, 210, 300), "--primary rmst", 0, "RMST"),
        ((0, 0, 30), (0, 0, 30), "--primary rmst", 3, "inconclusive"),
    ] {
        let file = folder.write("runs.csv", &runs(old, new));
        let command = format!("compare {file} --gate new --against old {flags}");
        let (code, text, errors) = run(&command, "");
        assert_eq!(code, expected, "{old:?} {new:?} {flags}\n{text}{errors}");
        let last = text.lines().last().unwrap_or_default();
        assert!(last.starts_with("Gate: ") && last.contains(word), "{last}");
        let (code, text, _) = run(&format!("{command} --format json"), "");
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((code, json["gate"]["method"].as_str()), (expected, Some("new")));
    }
}

#[test]
fn files_go_where_they_are_asked_for_and_over_nothing() {
    let folder = Folder::new("compare-files");
    let file = folder.write("runs.csv", &runs((5, 20, 30), (9, 20, 30)));
    let out = folder.path("out");
    assert_eq!(run(&format!("compare {file} -q"), "").0, 0);
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1, "nothing is written unasked");
    assert_eq!(run(&format!("compare {file} -q -o {out}"), "").0, 0);
    let tests = folder.read("out/tests.csv");
    assert!(tests.starts_with(
        "family,puzzle,a,b,test,statistic,df,p,p_holm,effect,low,high,n_a,n_b,note\n"
    ));
    let (code, _, errors) = run(&format!("compare {file} -q -o {out}"), "");
    assert_eq!(code, 2);
    assert!(errors.contains("--force"), "{errors}");
    assert_eq!(run(&format!("compare {file} -q -o {out} --force"), "").0, 0);
    assert_eq!(folder.read("out/tests.csv"), tests);
}

#[test]
fn curves_go_with_the_givens() {
    let folder = Folder::new("compare-fit");
    let mut text =
        "puzzle,layout,givens,method,repeat,solved,generations,cap_generations,seconds\n"
            .to_owned();
    for (board, givens) in (20..40).step_by(2).enumerate() {
        for repeat in 0..3 {
            let time = (4000.0 * libm::exp(-0.1 * f64::from(givens))) as u64 + repeat;
            text += &format!("b{board},9x9,{givens},only,{repeat},1,{time},10000,0.5\n");
        }
    }
    let file = folder.write("runs.csv", &text);
    let (code, text, errors) = run(&format!("compare {file} --fit empty"), "");
    assert_eq!(code, 0, "{errors}");
    assert!(text.contains("generations against empty cells") && text.contains("R2"), "{text}");
    let (_, text, _) = run(&format!("compare {file} --fit givens --format json"), "");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let growth = json["curves"][0]["fits"][0]["b"].as_f64().expect("a number");
    assert!((growth + 0.1).abs() < 0.01, "{growth}");
}

#[test]
fn wrong_uses_are_told_with_their_cure() {
    let folder = Folder::new("compare-wrong");
    let file = folder.write("runs.csv", &runs((5, 20, 30), (9, 20, 30)));
    let header = folder.write("header.csv", "puzzle,metod,solved,generations\n");
    let torn = folder.write("torn.csv", "puzzle,method,solved,generations\np,a,1,5\np,b,1,x\n");
    fs::create_dir(folder.0.join("empty")).expect("a folder");
    let empty = folder.path("empty");
    for (command, words) in [
        ("compare @twodoku/easy-1".to_owned(), &["--methods", "list methods"][..]),
        ("compare @twodoku/easy-1 --methods baseline".to_owned(), &["at least two"]),
        ("compare @twodoku/easy-1 --methods baseline,purg".to_owned(), &["purg", "purge"]),
        ("compare @twodoku/easy-1 --methods baseline,baseline".to_owned(), &["baseline", "twice"]),
        (format!("compare {file} @twodoku/easy-1"), &["puzzles", "results"]),
        (format!("compare {file} --methods old,nwe"), &["`nwe`", "`new`"]),
        (format!("compare {file} --methods old,old"), &["twice"]),
        (format!("compare {file} --methods old"), &["`old`", "two methods"]),
        (
            "compare @9x9/easy-1 --methods baseline,purge --gate purg --against baseline".to_owned(),
            &["--gate", "`purge`"],
        ),
        ("compare @9x9/easy-1 --methods baseline,exact --metric nodes".to_owned(), &["baseline"]),
        (
            "compare @9x9/easy-1 --methods baseline,purge --gate purge --against baseline --shard 1/2"
                .to_owned(),
            &["--shard", "merged"],
        ),
        (format!("compare {file} --force"), &["--force"]),
        (format!("compare {file} --repeats 5"), &["--repeats", "leave it out"]),
        (format!("compare {file} --generations 5"), &["--generations"]),
        (format!("compare {file} --metric nodes"), &["nodes", "generations"]),
        (format!("compare {file} --gate new"), &["--against"]),
        (format!("compare {file} --gate new --against od"), &["`od`", "`old`"]),
        (format!("compare {file} --gate new --against new"), &["itself"]),
        (format!("compare {file} --gate new --against old --margin 2"), &["from 0"]),
        (format!("compare {header}"), &["header.csv:1", "metod", "method"]),
        (format!("compare {torn}"), &["torn.csv:3", "generations", "`x`"]),
        (format!("compare {empty}"), &["empty", "no result folder"]),
        (format!("compare {}", folder.path("no.csv")), &["no.csv"]),
        (format!("compare {}", folder.path("nowhere")), &["nowhere", "no such file or folder"]),
    ] {
        let (code, text, errors) = run(&command, "");
        assert_eq!((code, text.as_str()), (2, ""), "{command}\n{errors}");
        for word in words {
            assert!(errors.contains(word), "{command}: {word}\n{errors}");
        }
    }
}
