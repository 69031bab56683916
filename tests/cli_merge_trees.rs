//! `merge` on folders that hold result folders: what belongs together is united by place, and
//! what does not is refused before anything is written.

mod support;

use std::fs;

use support::{Folder, run, sealed};

const PLAN: &str = "
seed = 10
repeats = 3
puzzles = ['@9x9/easy-1']
methods = ['baseline']
budget.generations = 40
";

/// Does a part of the plan, with some flags, into a folder.
fn part(folder: &Folder, out: &str, flags: &str) {
    let plan = folder.write("plan.toml", PLAN);
    let (code, _, errors) = run(&format!("run {plan} -q {flags} -o {}", folder.path(out)), "");
    assert_eq!(code, 0, "{errors}");
}

/// Two trees with two places, at each of them a shard of a plan.
fn trees(name: &str) -> Folder {
    let folder = Folder::new(name);
    for shard in 1..=2 {
        part(&folder, &format!("tree-{shard}/deep/er/one"), &format!("--shard {shard}/2"));
        part(&folder, &format!("tree-{shard}/two"), &format!("--shard {shard}/2 --repeats 4"));
    }
    folder
}

fn merge(folder: &Folder, parts: &[&str], out: &str, flags: &str) -> (i32, String, String) {
    let parts: Vec<String> = parts.iter().map(|part| folder.path(part)).collect();
    run(&format!("merge {} -o {} {flags}", parts.join(" "), folder.path(out)), "")
}

/// Merging ends with exit code 2 and words like these, and leaves nothing behind.
fn refused(folder: &Folder, parts: &[&str], out: &str, expected: &str) {
    let had_target = folder.0.join(out).exists();
    for flags in ["", "--force"] {
        let (code, text, errors) = merge(folder, parts, out, flags);
        assert!(code == 2 && errors.contains(expected), "{errors}");
        assert_eq!(text, "");
    }
    assert_eq!(folder.0.join(out).exists(), had_target);
}

#[test]
fn trees_are_united_by_place() {
    let folder = trees("trees-whole");
    folder.write("tree-1/notes.txt", "mine");
    let (code, text, errors) =
        merge(&folder, &["tree-1", "tree-2"], "all", "--require-complete --plain");
    assert_eq!(code, 0, "{errors}");
    assert_eq!(text, "folder: deep/er/one; runs: 3\nfolder: two; runs: 4\n");
    part(&folder, "one", "");
    part(&folder, "two", "--repeats 4");
    assert_eq!(folder.bare_runs("all/deep/er/one"), folder.bare_runs("one"));
    assert_eq!(folder.bare_runs("all/two"), folder.bare_runs("two"));
    let (code, _, errors) = merge(&folder, &["tree-1", "tree-2"], "all", "");
    assert!(code == 2 && errors.contains("--force") && !errors.contains("--resume"), "{errors}");
    assert_eq!(merge(&folder, &["tree-1", "tree-2"], "all", "--force").0, 0);
}

#[test]
fn a_place_that_cannot_be_written_is_no_bad_input_once_another_one_is() {
    let folder = trees("trees-disk");
    let probe = folder.0.join("all/two/.sudoga-probe");
    fs::create_dir_all(&probe).expect("a folder");
    let (code, _, errors) = merge(&folder, &["tree-1", "tree-2"], "all", "");
    assert_eq!(code, 3, "{errors}");
    assert!(errors.contains("all/two") && errors.contains("again with --force"), "{errors}");
    fs::remove_dir(probe).expect("a folder");
    assert_eq!(merge(&folder, &["tree-1", "tree-2"], "all", "--force").0, 0);
}

#[test]
fn runs_that_ended_with_an_error_are_told() {
    let folder = Folder::new("merge-errors");
    part(&folder, "part", "");
    let mut lines: Vec<String> =
        folder.read("part/journal.jsonl").lines().map(|line| format!("{line}\n")).collect();
    let broken = "\"stop\":\"error\",\"error\":\"it fell over\"";
    lines[2] = sealed(&lines[2].replacen("\"stop\":\"generations\"", broken, 1));
    folder.write("part/journal.jsonl", &lines.concat());
    for flags in ["--require-complete", "--force"] {
        let (code, _, errors) = merge(&folder, &["part"], "united", flags);
        assert_eq!(code, 3, "{errors}");
        assert!(errors.contains("1 runs ended with an error; the first: it fell over"), "{errors}");
    }
}

#[test]
fn a_place_that_some_trees_lack_is_told() {
    let folder = trees("trees-short");
    fs::remove_dir_all(folder.0.join("tree-2/two")).expect("a folder");
    let (code, text, errors) = merge(&folder, &["tree-1", "tree-2"], "all", "--plain");
    assert_eq!((code, text.lines().count()), (0, 2), "{errors}");
    assert!(errors.contains(&format!("two: not in {}\n", folder.path("tree-2"))), "{errors}");
    assert!(errors.contains("two: 2 of 4 runs are missing\n"), "{errors}");
    let (code, _, errors) =
        merge(&folder, &["tree-1", "tree-2"], "strict", "--require-complete -q");
    assert_eq!((code, errors.as_str()), (3, ""));
}

#[test]
fn what_does_not_belong_together_is_refused_before_anything_is_written() {
    let folder = trees("trees-refused");
    let both = ["tree-1", "tree-2"];
    part(&folder, "single", "");
    fs::create_dir_all(folder.0.join("barren/of/results")).expect("a folder");
    refused(&folder, &["tree-1", "single"], "all", "is a result folder and");
    refused(&folder, &["tree-1", "barren"], "all", "barren is no result folder and holds none");
    refused(&folder, &both, "tree-1", "tree-1 is one of the folders to unite");
    refused(&folder, &both, "tree-1/all", "/tree-1, one of the folders to unite");
    refused(&folder, &both, "single", "single is a result folder itself");
    // The place that is looked at last is of another scale.
    part(&folder, "scaled/deep/er/one", "--shard 2/2");
    part(&folder, "scaled/two", "--shard 2/2 --repeats 100");
    refused(
        &folder,
        &["tree-1", "scaled"],
        "all",
        "they differ in repeats (4 and 100); only parts",
    );
    part(&folder, "nested/two/inner", "--shard 2/2");
    refused(&folder, &["tree-1", "nested"], "all", "/two a folder of result folders");
    folder.write("thesis.txt", "mine");
    refused(&folder, &["tree-1", "thesis.txt"], "all", "thesis.txt is no result folder");
}

#[test]
fn no_place_of_a_tree_is_written_over_what_another_one_comes_from() {
    let folder = Folder::new("trees-over");
    part(&folder, "up/p/q", "--shard 1/2");
    part(&folder, "other/p/q", "--shard 2/2");
    let before = folder.bare_runs("up/p/q");
    let (code, _, errors) = merge(&folder, &["up/p", "other"], "up", "--force");
    assert!(code == 2 && errors.contains("/up/p/q, one of the folders to unite"), "{errors}");
    assert_eq!(folder.bare_runs("up/p/q"), before);
    assert!(!folder.0.join("up/q").exists());
}

#[cfg(unix)]
#[test]
fn links_in_a_tree_lead_nowhere() {
    let folder = trees("trees-links");
    std::os::unix::fs::symlink(folder.0.join("tree-1"), folder.0.join("tree-1/deep/circle"))
        .expect("a link");
    let (code, text, errors) = merge(&folder, &["tree-1", "tree-2"], "all", "--plain");
    assert_eq!((code, text.lines().count()), (0, 2), "{errors}");
}
