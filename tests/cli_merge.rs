//! `merge` as users type it: what goes wrong is told with its cure.

mod support;

use std::fs;
#[cfg(unix)]
use std::process::Command;

#[cfg(unix)]
use support::told;
use support::{Folder, run};

const PLAN: &str = "
seed = 10
repeats = 3
puzzles = ['@9x9/easy-1']
methods = ['baseline']
budget.generations = 40
";

/// A folder with a plan and its shards `part-1` to `part-3`; tells where the plan is.
fn shards(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let plan = folder.write("plan.toml", PLAN);
    for index in 1..=3 {
        let out = folder.path(&format!("part-{index}"));
        let (code, _, errors) = run(&format!("run {plan} -q --shard {index}/3 -o {out}"), "");
        assert_eq!(code, 0, "{errors}");
    }
    (folder, plan)
}

fn merge(folder: &Folder, parts: &[&str], out: &str, flags: &str) -> (i32, String) {
    let parts: Vec<String> = parts.iter().map(|part| folder.path(part)).collect();
    let command = format!("merge {} -o {} {flags}", parts.join(" "), folder.path(out));
    let (code, _, errors) = run(&command, "");
    (code, errors)
}

fn manifest(folder: &Folder, name: &str) -> serde_json::Value {
    serde_json::from_str(&folder.read(&format!("{name}/manifest.json"))).expect("JSON")
}

#[test]
fn a_wrong_target_is_told_as_what_it_is() {
    let (folder, _) = shards("merge-target");
    let before = folder.read("part-1/runs.csv");
    for (flags, out) in [("", "part-1"), ("--force", "part-1"), ("--force", "part-2/../part-1/")] {
        let (code, errors) = merge(&folder, &["part-1", "part-2"], out, flags);
        assert_eq!(code, 2, "{errors}");
        let expected = "part-1 is one of the folders to unite; name another with -o\n";
        assert!(errors.ends_with(expected), "{errors}");
    }
    assert_eq!(folder.read("part-1/runs.csv"), before);
    let (code, errors) = merge(&folder, &["part-1", "part-2"], "part-3", "");
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("--force") && !errors.contains("--resume"), "{errors}");
}

#[test]
fn a_wrong_part_is_told_as_what_it_is() {
    let (folder, plan) = shards("merge-part");
    for name in ["plan.toml", "nowhere"] {
        let (code, errors) = merge(&folder, &["part-1", name], "out", "");
        assert_eq!(code, 2, "{errors}");
        let expected = format!("error: {} is no result folder", folder.path(name));
        assert!(errors.starts_with(&expected), "{errors}");
    }
    fs::remove_file(folder.0.join("part-2/manifest.json")).expect("a file");
    let (code, errors) = merge(&folder, &["part-1", "part-2"], "out", "");
    assert_eq!(code, 2, "{errors}");
    let cure = format!("`sudoga run PLAN --resume -o {}`", folder.path("part-2"));
    assert!(errors.contains("its manifest is missing") && errors.contains(&cure), "{errors}");
    fs::remove_file(folder.0.join("part-3/journal.jsonl")).expect("a file");
    let (code, errors) = merge(&folder, &["part-1", "part-3"], "out", "");
    assert_eq!(code, 2, "{errors}");
    let gone = format!("error: {}: the journal, from which", folder.path("part-3"));
    assert!(errors.starts_with(&gone) && errors.contains("--resume"), "{errors}");
    assert!(!folder.0.join("out").exists());
    let remade = format!("run {plan} -q --resume -o {} --shard 3/3", folder.path("part-3"));
    assert_eq!(run(&remade, "").0, 0);
    let cure = format!("run {plan} -q --resume -o {} --shard 2/3", folder.path("part-2"));
    assert_eq!(run(&cure, "").0, 0);
    assert_eq!(merge(&folder, &["part-1", "part-2", "part-3"], "out", "--require-complete").0, 0);
}

/// The usual limit of open files is met by a few hundred shards, a lower one by these.
#[test]
#[cfg(unix)]
fn more_folders_than_files_may_be_open() {
    let folder = Folder::new("merge-many");
    let plan = folder.write("plan.toml", PLAN);
    let parts: Vec<String> = (1..=24).map(|index| folder.path(&format!("part-{index}"))).collect();
    for (index, out) in parts.iter().enumerate() {
        let shard = format!("--repeats 24 --shard {}/24", index + 1);
        assert_eq!(run(&format!("run {plan} -q {shard} -o {out}"), "").0, 0);
    }
    let merge = |limit: &str| {
        let words =
            format!("merge {} -o {} --require-complete", parts.join(" "), folder.path("out"));
        let text = format!("ulimit {limit} 32; exec \"$0\" {words}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &text, env!("CARGO_BIN_EXE_sudoga")]);
        told(&shell.output().expect("a shell"))
    };
    let (code, _, errors) = merge("-n");
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("allows 32; unite some of them first"), "{errors}");
    assert!(!folder.0.join("out").exists());
    let (code, _, errors) = merge("-S -n");
    assert_eq!(code, 0, "{errors}");
    assert_eq!(folder.bare_runs("out").lines().count(), 25);
}

#[test]
fn what_is_missing_is_told_with_its_cure() {
    let (folder, plan) = shards("merge-missing");
    let (code, errors) = merge(&folder, &["part-1", "part-3"], "out", "");
    assert_eq!(code, 0, "{errors}");
    let out = folder.path("out");
    assert!(errors.contains("1 of 3 runs are missing"), "{errors}");
    assert!(errors.contains(&format!("`sudoga run PLAN --resume -o {out}`, or")), "{errors}");
    assert_eq!(run(&format!("run {plan} -q --resume -o {out}"), "").0, 0);
    assert_eq!(folder.bare_runs("out").lines().count(), 4);
}

#[test]
fn time_and_sessions_are_those_of_all_parts() {
    let (folder, plan) = shards("merge-work");
    let again = format!("run {plan} -q --resume --shard 1/3 -o {}", folder.path("part-1"));
    assert_eq!(run(&again, "").0, 0);
    let parts = ["part-1", "part-2", "part-3"];
    let named = ["part-1", "part-2", "part-3", "part-1"];
    assert_eq!(merge(&folder, &named, "out", "--require-complete").0, 0);
    let united = manifest(&folder, "out");
    assert_eq!(united["sessions"], 4, "a folder that is named twice counts once");
    let seconds = |manifest: &serde_json::Value| manifest["wall_seconds"].as_f64().expect("time");
    let sum: f64 = parts.iter().map(|part| seconds(&manifest(&folder, part))).sum();
    assert!(seconds(&united) >= sum, "{united}");
}
