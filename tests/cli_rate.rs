//! `rate` as users type it.

mod support;

use std::fs;

use support::{Folder, HOPELESS, MODERATE, run};

const RATE: &str = "rate @9x9/easy-1 @9x9/easy-2 @9x9/easy-3 @9x9/hard-2 @9x9/ai-escargot --generations 60 \
     --repeats 7 --seed 10";

/// The puzzle of figure 3 without one of its givens, and one without a clash or a solution.
fn loose() -> String {
    format!("# name: loose\n{}\n# name: hopeless\n{HOPELESS}\n", MODERATE.replacen('1', "0", 2))
}

#[test]
fn views_stand_beside_each_other_in_every_form() {
    let folder = Folder::new("rate-forms");
    let out = folder.path("out");
    let (code, text, errors) = run(&format!("{RATE} --threads 1 -o {out}"), "");
    assert_eq!(code, 0, "{errors}");
    for word in
        ["naked singles", "probing", "guess", "RMST", "7 runs a puzzle", "up to 60 generations"]
    {
        assert!(text.contains(word), "{word}:\n{text}");
    }
    assert!(text.contains("logic and baseline") && !text.contains("study 004"), "{text}");
    let files = ["ratings.csv", "correlations.csv", "plots/rating-logic-9x9.svg"];
    let first = files.map(|name| folder.read(&format!("out/{name}")));
    assert_eq!((first[0].lines().count(), first[1].lines().count()), (1 + 5, 1 + 6 * 2));
    // A finished folder is only looked at again, in any form.
    let again = |flags: &str| {
        let (code, text, errors) = run(&format!("{RATE} -o {out} --resume -q {flags}"), "");
        assert_eq!((code, errors.as_str()), (0, ""), "{flags}");
        text
    };
    assert_eq!(again(""), text);
    assert_eq!(again("--format csv"), first[0]);
    assert_eq!(again("--format correlations-csv"), first[1]);
    let json: serde_json::Value = serde_json::from_str(&again("--format json")).expect("JSON");
    assert_eq!((&json["unit"], &json["cap"]), (&"generations".into(), &60.0.into()));
    assert_eq!(json["puzzles"][4]["logic"], "guess");
    assert!(json["puzzles"][4]["nodes"].as_u64() > Some(0) && json["uniqueness"].is_null());
    // Threads change nothing, and pictures survive a report.
    let other = folder.path("other");
    let (code, ..) = run(&format!("{RATE} -q --threads 2 --report -o {other}"), "");
    assert_eq!(code, 0);
    assert_eq!(files.map(|name| folder.read(&format!("other/{name}"))), first);
    assert_eq!(folder.bare_runs("other"), folder.bare_runs("out"));
}

#[test]
fn a_guess_of_uniqueness_is_held_to_the_proof() {
    let folder = Folder::new("rate-unique");
    let (out, puzzles) = (folder.path("out"), folder.write("loose.txt", &loose()));
    let command = format!("rate @9x9/easy-1 {puzzles} -m exact --seed 3 --ga-unique -o {out}");
    let (code, text, errors) = run(&command, "");
    assert_eq!(code, 0, "{errors}");
    let row = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).expect("a row");
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(row("easy-1").ends_with(&["unique".to_owned(), "6/6".to_owned()]), "{text}");
    assert!(row("loose").contains(&"several".to_owned()), "{text}");
    assert!(row("hopeless").ends_with(&["undecided".to_owned(), "0/10".to_owned()]), "{text}");
    assert!(text.contains("one solution, called unique: 1 of 1"), "{text}");
    let rows = folder.read("out/ratings.csv");
    let hopeless = rows.lines().find(|row| row.starts_with("hopeless")).expect("a row");
    assert!(hopeless.contains(",none,,,") && hopeless.ends_with(",undecided,10,0"), "{hopeless}");
    // What solution a run found survives a kill: the last lines are lost, and made again.
    let journal = folder.read("out/journal.jsonl");
    let solutions = |text: &str| text.matches("\"solution\"").count();
    assert_eq!(solutions(&journal), 20);
    let cut: String = journal.lines().take(9).map(|line| format!("{line}\n")).collect();
    folder.write("out/journal.jsonl", &format!("{cut}{{\"run"));
    let (code, again, errors) = run(&format!("{command} --resume"), "");
    assert_eq!((code, again), (0, text), "{errors}");
    assert_eq!(solutions(&folder.read("out/journal.jsonl")), 20);
}

#[test]
fn runs_without_their_solutions_are_done_again_for_a_guess() {
    let folder = Folder::new("rate-again");
    let out = folder.path("out");
    let command = format!("rate @9x9/easy-1 -m exact --seed 3 --repeats 6 -q -o {out}");
    assert_eq!(run(&command, "").0, 0);
    assert!(!folder.read("out/journal.jsonl").contains("\"solution\""));
    let (code, _, errors) = run(&format!("{command} --ga-unique --resume"), "");
    assert!(code == 2 && errors.contains("--allow-changes"), "{errors}");
    let (code, text, errors) = run(&format!("{command} --ga-unique --resume --allow-changes"), "");
    assert!(code == 0 && text.contains("unique"), "{errors}");
    assert_eq!(folder.read("out/runs.csv").lines().count(), 1 + 6);
}

#[test]
fn every_layout_is_rated_and_misfits_are_refused() {
    let folder = Folder::new("rate-layouts");
    let out = folder.path("out");
    let (code, text, errors) = run(
        &format!(
            "rate @twodoku/easy-1 @16x16/easy-1 @samurai/minimal-1 --generations 2 --repeats 2 --seed 1 -o {out}"
        ),
        "",
    );
    assert_eq!(code, 0, "{errors}");
    assert!(text.contains("samurai") && text.contains("0/2"), "{text}");
    assert!(text.contains("None is defined"), "{text}");
    let (code, _, errors) = run("rate @twodoku/easy-1 -m row-restart --seed 1 --dry-run", "");
    assert!(code == 2 && errors.contains("row-restart"), "{errors}");
    let (code, _, errors) = run("rate @9x9/easy-1 --ga-unique --repeats 5 --seed 1", "");
    assert!(code == 2 && errors.contains("at least --repeats 6"), "{errors}");
    let (code, _, errors) = run("rate @9x9/easy-1 -m basline --seed 1", "");
    assert!(code == 2 && errors.contains("baseline"), "{errors}");
    assert!(fs::metadata("results/rate").is_err());
}

#[test]
fn a_proof_that_does_not_end_is_told() {
    let folder = Folder::new("rate-unknown");
    let out = folder.path("out");
    let (code, text, errors) = run(
        &format!("rate - --generations 1 --repeats 1 --seed 1 --proof-nodes 1 -o {out}"),
        &".".repeat(81),
    );
    assert!(code == 3 && errors.contains("--proof-nodes"), "{errors}");
    assert!(text.contains("unknown"), "{text}");
    assert!(folder.read("out/ratings.csv").contains(",unknown,,,,"));
}
