//! Parts made on several machines and united: a race over listed points, a sweep, and the studies. What
//! comes of them is what one machine would have found.
#![cfg(unix)]

mod support;

use std::fs;

use sudoga::lab::journal::{Reader, scan_file};
use sudoga::lab::{Journal, Manifest, Record};
use support::{Folder, kill_again_and_again, many, run};

/// Seven points, of which a race drops most.
const POINTS: &str = "population,mutation.swap.rate\n\
    15,0.05\n20,0.1\n30,0.2\n40,0.3\n60,0.5\n80,0.7\n12,0.9\n";

/// Runs of the rectangle: seven points, 100 / 7 blocks.
const RECTANGLE: usize = 98;

/// A folder with puzzles and points.
fn prepared(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("puzzles.txt", &many(9));
    folder.write("points.csv", POINTS);
    folder
}

/// A race over the listed points; `flags` come on top.
fn race(folder: &Folder, out: &str, flags: &str) -> String {
    format!(
        "tune {} -m row-elitist --points-from {} --evaluations 3000 --runs 100 --seed 5 \
         --check-repeats 2 -q {flags} -o {}",
        folder.path("puzzles.txt"),
        folder.path("points.csv"),
        folder.path(out)
    )
}

fn merge(folder: &Folder, parts: &[&str], out: &str, flags: &str) -> (i32, String) {
    let parts: Vec<String> = parts.iter().map(|part| folder.path(part)).collect();
    let command = format!("merge {} -o {} {flags}", parts.join(" "), folder.path(out));
    let (code, _, errors) = run(&command, "");
    (code, errors)
}

fn done(command: &str) {
    let (code, _, errors) = run(command, "");
    assert_eq!((code, errors.as_str()), (0, ""), "{command}");
}

/// All that must be the same whenever the same is raced.
fn bytes(folder: &Folder, out: &str) -> [String; 5] {
    [
        folder.read(&format!("{out}/points.csv")),
        folder.read(&format!("{out}/best.toml")),
        folder.bare_runs(out),
        folder.bare_runs(&format!("{out}/check")),
        folder.read(&format!("{out}/check/tests.csv")),
    ]
}

fn journalled(folder: &Folder, out: &str) -> usize {
    folder.read(&format!("{out}/journal.jsonl")).lines().count().saturating_sub(1)
}

fn exists(folder: &Folder, name: &str) -> bool {
    folder.0.join(name).exists()
}

#[test]
fn a_race_of_united_shards_ends_with_the_bytes_of_the_whole() {
    let folder = prepared("shards-race");
    let race = |out: &str, flags: &str| {
        race(&folder, out, flags).replace("--evaluations 3000", "--evaluations 100000")
    };
    done(&race("whole", ""));
    done(&race("part-1", "--shard 1/3 --threads 1"));
    let killed = race("part-2", "--shard 2/3 --threads 1 --resume");
    kill_again_and_again(&folder, "part-2", &killed, 3);
    done(&killed);
    done(&race("part-3", "--shard 3/3"));
    let parts = ["part-1", "part-2", "part-3"];
    for part in parts {
        assert!(exists(&folder, &format!("{part}/runs.csv")), "{part}");
        for file in ["points.csv", "best.toml", "check"] {
            assert!(!exists(&folder, &format!("{part}/{file}")), "{part}/{file}");
        }
    }
    let runs: usize = parts.iter().map(|part| journalled(&folder, part)).sum();
    assert_eq!(runs, RECTANGLE, "nothing is done twice");
    let (code, errors) = merge(&folder, &parts, "all", "--require-complete");
    assert_eq!(code, 0, "{errors}");
    assert!(errors.contains("--resume -o") && errors.contains("races"), "{errors}");
    assert_eq!(journalled(&folder, "all"), RECTANGLE);
    done(&race("all", "--resume"));
    assert!(bytes(&folder, "all") == bytes(&folder, "whole"));
    // Survivors see more blocks than the rectangle has, which is left to the race.
    let asked = folder.bare_runs("whole").lines().count() - 1;
    let added = journalled(&folder, "all") - RECTANGLE;
    assert!(0 < added && added < asked, "{asked} asked for, {added} added");
}

#[test]
fn a_race_goes_on_from_any_part_of_its_shards() {
    let folder = prepared("shards-few");
    done(&race(&folder, "whole", ""));
    done(&race(&folder, "part-1", "--shard 1/2"));
    done(&race(&folder, "part-2", "--shard 2/2"));
    // As if it had been copied while it grew.
    let journal = folder.read("part-2/journal.jsonl");
    let lines: Vec<&str> = journal.lines().take(21).collect();
    folder.write("part-2/journal.jsonl", &(lines.join("\n") + "\n"));
    let (code, errors) = merge(&folder, &["part-1"], "one", "--require-complete");
    assert!(code == 3 && errors.contains("shard 2/2 is in none of the folders"), "{errors}");
    let (code, errors) = merge(&folder, &["part-1", "part-2"], "two", "--require-complete");
    let part = folder.path("part-2");
    let told = format!("shard 2/2 in {part} is unfinished, with 20 of 49 runs\n");
    assert!(code == 3 && errors.contains(&told), "{errors}");
    for out in ["one", "two"] {
        done(&race(&folder, out, "--resume"));
        assert!(bytes(&folder, out) == bytes(&folder, "whole"), "{out}");
    }
    let (code, errors) = merge(&folder, &["whole", "part-1"], "over", "--require-complete");
    assert_eq!(code, 0, "a race that is over lacks nothing: {errors}");
}

#[test]
fn shards_of_a_race_may_be_united_in_steps() {
    let folder = prepared("shards-steps");
    for part in 1..=3 {
        done(&race(&folder, &format!("part-{part}"), &format!("--shard {part}/3")));
    }
    let (code, errors) = merge(&folder, &["part-1", "part-2"], "half", "--require-complete");
    assert!(code == 3 && errors.contains("shard 3/3 is in none of the folders"), "{errors}");
    let steps = ["half", "part-2", "part-3"];
    let (code, errors) = merge(&folder, &steps, "all", "--require-complete");
    assert_eq!(code, 0, "{errors}");
    let manifest = Manifest::read(&folder.0.join("all/manifest.json")).expect("a manifest");
    assert_eq!((manifest.runs.planned, manifest.runs.finished), (RECTANGLE, RECTANGLE));
    let (code, errors) = merge(&folder, &["all"], "again", "--require-complete");
    assert_eq!(code, 0, "{errors}");
}

#[test]
fn a_race_of_united_shards_that_is_over_lacks_nothing() {
    let folder = prepared("shards-over");
    let parts = ["part-1", "part-2", "part-3"];
    for (part, number) in parts.iter().zip(1..) {
        done(&race(&folder, part, &format!("--shard {number}/3")));
    }
    assert_eq!(merge(&folder, &parts, "all", "").0, 0);
    done(&race(&folder, "all", "--resume"));
    let manifest =
        |out: &str| Manifest::read(&folder.0.join(out).join("manifest.json")).expect("a manifest");
    let (over, held) = (manifest("all"), journalled(&folder, "all"));
    assert!(over.runs.finished < held, "a point was dropped early: {:?}", over.runs);
    assert_eq!((over.journalled, over.united.len()), (Some(held), 3));
    for (named, out) in [(&["all"][..], "again"), (&["all", "part-1"][..], "both")] {
        let (code, errors) = merge(&folder, named, out, "--require-complete");
        assert!(
            code == 0 && !errors.contains("in none of") && !errors.contains("not over"),
            "{errors}"
        );
        // The three shards, and the whole race.
        assert_eq!((manifest(out).united.len(), journalled(&folder, out)), (4, held), "{out}");
    }
    let (code, errors) = merge(&folder, &["again"], "once-more", "--require-complete");
    assert_eq!(code, 0, "{errors}");
    done(&race(&folder, "never-parted", ""));
    for (part, out) in [("never-parted", "merged"), ("merged", "merged-again")] {
        let (code, errors) = merge(&folder, &[part], out, "--require-complete");
        assert_eq!(code, 0, "{errors}");
    }
    // As if it had been copied while it grew.
    let journal = folder.read("all/journal.jsonl");
    let lines: Vec<&str> = journal.lines().take(held).collect();
    folder.write("all/journal.jsonl", &(lines.join("\n") + "\n"));
    let (code, errors) = merge(&folder, &["all"], "cut", "--require-complete");
    assert!(code == 3 && errors.contains("is known only to the race"), "{errors}");
}

#[test]
fn what_was_united_is_known_as_long_as_the_request_is_the_same() {
    let folder = prepared("shards-resumed");
    for part in 1..=2 {
        done(&race(&folder, &format!("part-{part}"), &format!("--shard {part}/2")));
    }
    assert_eq!(merge(&folder, &["part-1", "part-2"], "all", "").0, 0);
    let resumed = |flags: &str| {
        run(&race(&folder, "all", &format!("--resume {flags}")), "");
        let path = folder.0.join("all/manifest.json");
        Manifest::read(&path).expect("a manifest")
    };
    let stopped = resumed("--wall-seconds 0.000001");
    assert!(!stopped.complete && stopped.united.len() == 2, "{:?}", stopped.united);
    let (code, errors) = merge(&folder, &["all"], "again", "--require-complete");
    assert_eq!(code, 0, "{errors}");
    let other = resumed("--allow-changes --wall-seconds 0.000001 --set elite=5");
    assert!(other.plan_digest != stopped.plan_digest && other.united.is_empty());
}

#[test]
fn a_shard_with_runs_of_an_earlier_request_is_not_taken_for_whole() {
    let folder = prepared("shards-strangers");
    done(&race(&folder, "part-1", "--shard 1/2"));
    let other = |part: u32, flags: &str| {
        let flags = format!("--shard {part}/2 {flags}");
        done(&race(&folder, &format!("part-{part}"), &flags).replace("--seed 5", "--seed 6"));
    };
    other(1, "--resume --allow-changes");
    other(2, "");
    let parts = ["part-1", "part-2"];
    let (code, errors) = merge(&folder, &parts, "all", "--require-complete");
    assert_eq!(code, 0, "it has all of its own runs: {errors}");
    let path = folder.0.join("part-1/manifest.json");
    let mut manifest = Manifest::read(&path).expect("a manifest");
    assert_eq!(manifest.journalled.take(), Some(2 * manifest.runs.finished));
    // As programs wrote it that did not tell.
    manifest.write(&mut fs::File::create(&path).expect("a file")).expect("room");
    let (code, errors) = merge(&folder, &parts, "old", "--require-complete");
    assert!(code == 3 && errors.contains("is known only to the race"), "{errors}");
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let folder = prepared("shards-refused");
    done(&race(&folder, "part-1", "--shard 1/3"));
    done(&race(&folder, "part-2", "--shard 2/3"));
    for (flags, cure) in [
        ("--shard 2/3", "holds shard 1/3 of the plan: --shard 1/3 goes on with it; for shard 2/3"),
        ("", "holds shard 1/3 of the plan: --shard 1/3 goes on with it; for the whole plan"),
    ] {
        let (code, _, errors) = run(&race(&folder, "part-1", &format!("--resume {flags}")), "");
        assert!(code == 2 && errors.contains(cure), "{errors}");
    }
    done(&race(&folder, "other", "--shard 2/3").replace("--seed 5", "--seed 6"));
    let (code, errors) = merge(&folder, &["part-1", "other"], "all", "");
    assert!(code == 2 && errors.contains("another plan"), "{errors}");
    assert!(errors.contains("they differ in puzzles, seed (5 and 6)"), "{errors}");
    let record = first_record(&folder, "part-1");
    append(&folder, "part-2", &Record { cost: Some(1000), ..record.clone() });
    let (code, errors) = merge(&folder, &["part-1", "part-2"], "all", "");
    let told = format!("run {} has one result in", record.run_id);
    assert!(code == 2 && errors.contains(&told), "{errors}");
    assert!(!exists(&folder, "all"), "nothing is left behind");
}

fn first_record(folder: &Folder, part: &str) -> Record {
    let path = folder.0.join(part).join("journal.jsonl");
    let entry = scan_file(&path).expect("a journal").entries[0];
    Reader::open(&path).expect("a journal").read(&entry).expect("a record")
}

fn append(folder: &Folder, part: &str, record: &Record) {
    let path = folder.0.join(part).join("journal.jsonl");
    let header = scan_file(&path).expect("a journal").header.expect("a header");
    let (mut journal, _) = Journal::open(&path, &header).expect("a journal");
    journal.append([record]).expect("room");
    journal.finish().expect("room");
}

#[test]
fn what_cannot_be_parted_is_said() {
    let folder = prepared("shards-wrong");
    let base = race(&folder, "out", "--shard 1/2");
    let listed = format!("--points-from {}", folder.path("points.csv"));
    for (command, expected) in [
        (base.replace(&listed, "--vary population=20..60"), "--shard needs --points-from FILE"),
        (base.replace("--seed 5", ""), "--shard needs --seed: all parts must have the same"),
        (base.replace("--runs 100", "--runs 9999999999"), "expected at most 10000000"),
        (base.replace("--runs 100", "--runs 34"), "one race takes at least 35 runs"),
    ] {
        let (code, _, errors) = run(&command, "");
        assert!(code == 2 && errors.contains(expected), "{command}: {errors}");
    }
    let (code, text, _) = run(&race(&folder, "out", "--shard 3/3 --dry-run"), "");
    assert_eq!(code, 0);
    assert!(text.starts_with("32 runs: shard 3/3 of 7 points on 14 blocks, 98 runs; "), "{text}");
    assert!(!exists(&folder, "out"));
}

#[test]
fn a_sweep_in_shards_becomes_the_same_table() {
    const SWEEP: &str = "sweep @9x9/easy-1 @9x9/hard-1 -m row-elitist --mutation 0.05,0.2 \
        --vary population=20,30 --generations 30 --repeats 5 --seed 5 -q";
    let folder = Folder::new("shards-sweep");
    done(&format!("{SWEEP} -o {}", folder.path("whole")));
    let parts = ["part-1", "part-2", "part-3"];
    for (part, number) in parts.iter().zip(1..) {
        done(&format!("{SWEEP} --shard {number}/3 -o {}", folder.path(part)));
    }
    let runs: usize = parts.iter().map(|part| journalled(&folder, part)).sum();
    assert_eq!(runs, 2 * 2 * 2 * 5, "nothing is done twice");
    let (code, errors) = merge(&folder, &parts[..2], "half", "--require-complete");
    assert_eq!(code, 3, "{errors}");
    let (code, errors) = merge(&folder, &parts, "all", "--require-complete");
    assert_eq!(code, 0, "{errors}");
    assert_eq!(folder.bare_runs("all"), folder.bare_runs("whole"));
    let results = |out: &str| {
        let path = folder.0.join(out).join("manifest.json");
        Manifest::read(&path).expect("a manifest").results
    };
    assert!(results("all").is_some() && results("all") == results("whole"));
}

/// A page without the CPU seconds that stand last in some of its tables.
fn timeless(page: &str) -> String {
    let mut is_timed = false;
    let mut text = String::new();
    for line in page.lines() {
        is_timed = line.starts_with('|') && (is_timed || line.contains("CPU seconds"));
        let cells = line.trim_end_matches('|').rsplit_once('|').filter(|_| is_timed);
        text += cells.map_or(line, |(cells, _)| cells);
        text.push('\n');
    }
    text
}

#[test]
fn studies_in_shards_become_the_same_pages() {
    const QUICK: &str = "reproduce purge-ga --quick -q";
    let folder = Folder::new("shards-study");
    done(&format!("{QUICK} -o {}", folder.path("whole")));
    for part in 1..=2 {
        let out = folder.path(&format!("part-{part}"));
        done(&format!("{QUICK} --shard {part}/2 -o {out}"));
        assert!(!exists(&folder, &format!("part-{part}/README.md")), "a part has no pages");
    }
    let (code, errors) = merge(&folder, &["part-1", "part-2"], "all", "--require-complete");
    assert_eq!(code, 0, "{errors}");
    assert!(errors.contains("`sudoga reproduce --resume -o "), "{errors}");
    let plans = ["givens", "hard", "mixed"].map(|plan| format!("purge-ga/{plan}"));
    let journals = || plans.each_ref().map(|plan| journalled(&folder, &format!("all/{plan}")));
    let before = journals();
    done(&format!("{QUICK} --resume -o {}", folder.path("all")));
    assert_eq!(journals(), before, "no run is new");
    for plan in &plans {
        let runs = |out: &str| folder.bare_runs(&format!("{out}/{plan}"));
        assert_eq!(runs("all"), runs("whole"), "{plan}");
        let tests = |out: &str| folder.read(&format!("{out}/{plan}/tests.csv"));
        assert_eq!(tests("all"), tests("whole"), "{plan}");
    }
    for page in ["README.md", "purge-ga.md"] {
        let page = |out: &str| timeless(&folder.read(&format!("{out}/{page}")));
        assert_eq!(page("all"), page("whole"));
    }
    assert_eq!(folder.read("all/README.html"), folder.read("whole/README.html"));
    let pictures = fs::read_dir(folder.0.join("whole/purge-ga")).expect("a folder");
    let names = pictures.map(|entry| entry.expect("an entry").file_name());
    let names: Vec<_> = names.filter(|name| name.to_string_lossy().ends_with(".svg")).collect();
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        let picture = |out: &str| folder.read(&format!("{out}/purge-ga/{}", name.display()));
        assert!(picture("all") == picture("whole"), "{}", name.display());
    }
}
