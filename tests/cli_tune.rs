//! `sudoga tune` as a user runs it: what it finds and writes, what it refuses, that it repeats on any
//! number of threads, and that a kill costs nothing but the runs under way.
#![cfg(unix)]

mod support;

use std::fs;

use support::{Folder, kill_again_and_again, many, run};

/// A file of so many puzzles.
fn puzzles(folder: &Folder, count: usize) -> String {
    folder.write("puzzles.txt", &many(count))
}

/// A short search; `flags` come on top.
fn command(folder: &Folder, out: &str, flags: &str) -> String {
    let out = folder.path(out);
    format!(
        "tune {} -m row-elitist --vary population=12..60 --mutation 0.01..0.6,log \
         --evaluations 2000 --runs 70 --seed 5 --check-repeats 2 -q {flags} -o {out}",
        folder.path("puzzles.txt")
    )
}

/// All that must be the same whenever the same is searched.
fn bytes(folder: &Folder, out: &str) -> [String; 5] {
    [
        folder.read(&format!("{out}/points.csv")),
        folder.read(&format!("{out}/best.toml")),
        folder.bare_runs(out),
        folder.bare_runs(&format!("{out}/check")),
        folder.read(&format!("{out}/check/tests.csv")),
    ]
}

#[test]
fn a_search_writes_its_points_its_best_and_a_check() {
    let folder = Folder::new("tune-whole");
    puzzles(&folder, 9);
    let (code, text, errors) = run(&command(&folder, "out", "--search bayes,tpe,random"), "");
    assert_eq!((code, errors.as_str()), (0, ""));
    let points = folder.read("out/points.csv");
    let header = points.lines().next().expect("a header");
    assert_eq!(
        header,
        "number,search,iteration,mutation.swap.rate,population,runs,solved,mean_score,low,high,\
         adjusted_score,state"
    );
    for search in ["bayes", "tpe", "random"] {
        let rows = points.lines().filter(|line| line.split(',').nth(1) == Some(search));
        let rows: Vec<Vec<&str>> = rows.map(|line| line.split(',').collect()).collect();
        let runs: u64 = rows.iter().map(|row| row[5].parse::<u64>().expect("a count")).sum();
        assert!(rows.len() >= 8 && (50..=70).contains(&runs), "{search}: {runs} runs\n{points}");
        assert_eq!(rows.iter().filter(|row| row[11] == "best").count(), 1, "{points}");
        assert!(rows.iter().all(|row| {
            let rate: f64 = row[3].parse().expect("a rate");
            let population: u64 = row[4].parse().expect("a whole number");
            (0.01..=0.6).contains(&rate) && (12..=60).contains(&population)
        }));
        assert!(text.contains(&format!("\n{search}: best of {} points", rows.len())), "{text}");
        let best = folder.path(&format!("out/best-{search}.toml"));
        assert_eq!(run(&format!("list --show {best}"), "").0, 0);
    }
    assert!(text.contains("Check on 3 puzzles that were held out:"), "{text}");
    let solve = format!("solve @9x9/easy-1 -m {} --seed 1 -q", folder.path("out/best.toml"));
    assert!(run(&solve, "").0 <= 1);
    assert_eq!(run(&format!("compare {}", folder.path("out/check")), "").0, 0);
    let (code, _, errors) = run(&format!("compare {}", folder.path("out")), "");
    assert!(code == 2 && errors.contains("the folder of a search for settings"), "{errors}");
    let runs = folder.path("out/runs.csv");
    assert_eq!(run(&format!("compare {runs} --format csv"), "").0, 0);
}

#[test]
fn threads_change_nothing() {
    let folder = Folder::new("tune-threads");
    puzzles(&folder, 6);
    for threads in ["1", "2"] {
        let flags = format!("--threads {threads}");
        assert_eq!(run(&command(&folder, threads, &flags), "").0, 0);
    }
    assert!(bytes(&folder, "1") == bytes(&folder, "2"));
}

#[test]
fn killed_again_and_again_it_ends_with_the_same_bytes() {
    let folder = Folder::new("tune-killed");
    puzzles(&folder, 6);
    assert_eq!(run(&command(&folder, "whole", ""), "").0, 0);
    let expected = bytes(&folder, "whole");
    let resumed = command(&folder, "out", "--resume --threads 1");
    kill_again_and_again(&folder, "out", &resumed, 12);
    let (code, _, errors) = run(&resumed, "");
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(bytes(&folder, "out") == expected);
    let lines = |out: &str| folder.read(&format!("{out}/journal.jsonl")).lines().count();
    assert_eq!(lines("out"), lines("whole"), "nothing is done twice");
    // A torn last line costs its run and nothing else.
    let journal = folder.read("out/journal.jsonl");
    fs::write(folder.0.join("out/journal.jsonl"), &journal[..journal.len() - 9]).expect("a file");
    assert_eq!(run(&resumed, "").0, 0);
    assert!(bytes(&folder, "out") == expected);
}

#[test]
fn a_folder_is_gone_on_with_only_when_asked() {
    let folder = Folder::new("tune-folder");
    puzzles(&folder, 6);
    assert_eq!(run(&command(&folder, "out", ""), "").0, 0);
    let journal = folder.read("out/journal.jsonl");
    let (code, _, errors) = run(&command(&folder, "out", ""), "");
    assert!(code == 2 && errors.contains("--resume") && errors.contains("--force"), "{errors}");
    let more = command(&folder, "out", "--resume").replace("--runs 70", "--runs 100");
    let (code, _, errors) = run(&more, "");
    assert!(code == 2 && errors.contains("--allow-changes"), "{errors}");
    let (code, _, errors) = run(&(more + " --allow-changes"), "");
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(folder.read("out/journal.jsonl").lines().count() > journal.lines().count());
    assert_eq!(run(&command(&folder, "out", "--force"), "").0, 0);
    let sorted = |text: &str| {
        let id = |line: &str| line.split("\"seconds\"").next().unwrap_or_default().to_owned();
        let mut lines: Vec<String> = text.lines().map(id).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&folder.read("out/journal.jsonl")), sorted(&journal));
}

#[test]
fn a_seed_that_was_drawn_is_told_by_a_damaged_manifest() {
    let folder = Folder::new("tune-unseeded");
    puzzles(&folder, 9);
    let unseeded = command(&folder, "out", "--resume").replace("--seed 5 ", "");
    assert_eq!(run(&unseeded, "").0, 0);
    let expected = bytes(&folder, "out");
    let whole = folder.read("out/manifest.json");
    let seed = serde_json::from_str::<serde_json::Value>(&whole).expect("JSON")["seed"].clone();
    let path = folder.write("out/manifest.json", &whole.replacen("population", "qopulation", 1));
    let (code, _, errors) = run(&unseeded, "");
    assert!(code == 2 && errors.contains(&format!(" --seed {seed}\n")), "{errors}");
    fs::remove_file(path).expect("a file");
    let (code, _, errors) = run(&unseeded, "");
    assert!(code == 2 && errors.contains("in which the seed stood"), "{errors}");
    let (code, _, errors) = run(&format!("{unseeded} --seed {seed}"), "");
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(bytes(&folder, "out") == expected);
}

#[test]
fn what_is_wrong_is_told_before_anything_is_run() {
    let folder = Folder::new("tune-wrong");
    let path = puzzles(&folder, 6);
    let other = folder.write("others.txt", &many(8).lines().skip(5).collect::<Vec<_>>().join("\n"));
    let base = format!("tune {path} -m row-elitist --seed 1 -o {}", folder.path("out"));
    for (flags, expected) in [
        ("", "nothing to tune; give --vary KEY=LOW..HIGH"),
        ("--vary populaton=20..30", "did you mean `population`?"),
        ("--vary population=30..20", "30..20 is reversed"),
        ("--vary population=30..30", "30..30 is empty"),
        ("--vary population=20..30,cubic", "is no range, expected LOW..HIGH"),
        ("--vary encoding=rows,rowz", "unknown word `rowz`"),
        ("--vary population=50", "one value alone leaves nothing to search"),
        ("--mutation 0.1..1.5", "1.5 is no rate"),
        ("--mutation 0.1..0.5 --vary mutation.swap.rate=0.1..0.2", "is varied twice"),
        ("--mutation 0.1..0.5 --runs 19", "one race takes at least 20 runs"),
        ("--mutation 0.1..0.5 --search bayes,bayes", "`bayes` is named twice"),
        ("--mutation 0.1..0.5 --check-repeats 0 --held-out @9x9/easy-1", "contradict each other"),
        ("--mutation 0.1..0.5 --resume --allow-changes --threads 0", "0 is not in"),
    ] {
        let (code, _, errors) = run(&format!("{base} {flags}"), "");
        assert_eq!(code, 2, "{flags}: {errors}");
        assert!(errors.contains(expected), "{flags}: {errors}");
    }
    let (code, _, errors) = run(&format!("{base} --mutation 0.1..0.5 --held-out {other}"), "");
    assert_eq!(code, 2);
    assert!(
        errors.contains("is the same puzzle as") && errors.contains("hold out others"),
        "{errors}"
    );
    assert!(!folder.0.join("out").exists(), "nothing is left behind");
}

#[test]
fn puzzles_that_are_held_out_are_named_or_split_or_missed() {
    let folder = Folder::new("tune-parts");
    puzzles(&folder, 3);
    let flags = |flags: &str| command(&folder, "out", flags).replace(" -q", "") + " --dry-run";
    let (code, text, _) = run(&flags(""), "");
    assert_eq!(code, 0);
    assert!(text.contains("3 puzzles, too few to hold some out"), "{text}");
    let (_, text, _) = run(&flags("--held-out @9x9/easy-1 @9x9/hard-1"), "");
    assert!(text.contains("tuned on 3 puzzles, checked on 2 others"), "{text}");
    puzzles(&folder, 7);
    let (_, text, _) = run(&flags(""), "");
    assert!(text.contains("tuned on 5 puzzles, 2 held out for the check: puzzles#"), "{text}");
    assert!(text.contains("  population: 12 to 60, whole numbers\n"), "{text}");
    assert!(!folder.0.join("out").exists());
}

#[test]
fn listed_points_are_raced() {
    let folder = Folder::new("tune-listed");
    let path = puzzles(&folder, 3);
    let list = "population,mutation.swap.rate\n20,0.1\n60,0.3\n20,0.1\n20,0.10\n";
    let list = folder.write("list.csv", list);
    let base = format!("tune {path} -m row-elitist --evaluations 2000 --seed 5 -q");
    let listed = format!("{base} --points-from {list} --runs 30 -o {}", folder.path("out"));
    let (code, _, errors) = run(&listed, "");
    assert_eq!((code, errors.as_str()), (0, ""));
    let points = folder.read("out/points.csv");
    assert_eq!(points.lines().count(), 3, "what says the same is one point: {points}");
    let again = folder.path("out/points.csv");
    let again = format!("{base} --points-from {again} --runs 30 -o {}", folder.path("again"));
    assert_eq!(run(&again, "").0, 0);
    assert_eq!(folder.read("again/points.csv"), points, "its own file is a list");
    let wrong = folder.write("wrong.csv", "population\n20\nmany\n");
    let (code, _, errors) = run(&format!("{base} --points-from {wrong} --runs 30"), "");
    assert!(code == 2 && errors.contains("wrong.csv:3:"), "{errors}");
}

#[test]
fn a_search_of_short_runs_hears_its_limit() {
    let folder = Folder::new("tune-limit");
    let (code, _, errors) = run(
        &format!(
            "tune @9x9/easy-1 -m baseline --vary population=5..500 --runs 1000000 --generations 1 \
             --seed 1 --check-repeats 0 --wall-seconds 0.5 -q -o {}",
            folder.path("out")
        ),
        "",
    );
    assert_eq!(code, 3, "{errors}");
}
