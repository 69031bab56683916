//! The shipped collection: what its README says of it is true.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use support::{Folder, run};

const README: &str = include_str!("../puzzles/README.md");

fn shipped(path: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(path).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(shipped(&path));
        } else {
            let text = fs::read_to_string(&path).expect("text");
            files.insert(path.display().to_string(), text);
        }
    }
    files
}

/// A file without the line that names the version that made it.
fn timeless(text: &str) -> String {
    text.lines()
        .filter(|line| !line.starts_with("# made by:"))
        .fold(String::new(), |all, line| all + line + "\n")
}

#[test]
fn the_commands_of_the_readme_make_the_generated_puzzles() {
    let folder = Folder::new("collection");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let commands: Vec<&str> = README.lines().filter(|line| line.starts_with("sudoga ")).collect();
    assert_eq!(commands.len(), 14);
    for command in commands {
        let command = command.trim_start_matches("sudoga ");
        let (words, target) =
            command.split_once(" > ").or(command.split_once(" -o ")).expect(command);
        let target = target.trim();
        if command.contains(" > ") {
            let (code, out, err) = run(&format!("{words} -q"), "");
            assert_eq!((code, err.as_str()), (0, ""), "{command}");
            let expected = fs::read_to_string(root.join(target)).expect(target);
            assert_eq!(timeless(&out), timeless(&expected), "{command}");
        } else {
            let copy = folder.0.join(target);
            let (code, _, err) = run(&format!("{words} -q -o {}", copy.display()), "");
            assert_eq!((code, err.as_str()), (0, ""), "{command}");
            for (path, made) in shipped(&copy) {
                let name = Path::new(&path).file_name().expect("a file");
                let expected = fs::read_to_string(root.join(target).join(name)).expect(&path);
                assert_eq!(timeless(&made), timeless(&expected), "{command}");
            }
        }
    }
}

#[test]
fn every_puzzle_has_one_solution_and_says_so() {
    for (set, puzzles) in [
        ("9x9", 71),
        ("16x16", 15),
        ("25x25", 15),
        ("twodoku", 7),
        ("twodoku-minimal", 6),
        ("samurai", 3),
    ] {
        let (code, out, err) = run(&format!("check -q @{set}"), "");
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert_eq!(out.matches("one solution").count(), puzzles, "{set}");
        let singles = out.matches("one solution, singles").count();
        match set {
            "twodoku" => assert_eq!(singles, 7, "{out}"),
            "twodoku-minimal" => assert_eq!(singles, 0, "{out}"),
            _ => {}
        }
    }
}

#[test]
fn no_set_is_left_unchecked() {
    let (_, list, _) = run("list puzzles", "");
    let addresses: Vec<&str> =
        list.split_whitespace().filter(|word| word.starts_with('@')).collect();
    let (code, out, err) = run(&format!("check {}", addresses.join(" ")), "");
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(out.lines().count(), 117);
}

#[test]
fn the_twodoku_have_the_givens_of_the_study() {
    let (_, out, _) = run("check -q @twodoku", "");
    let givens: Vec<&str> = out.lines().filter_map(|line| line.split(", ").nth(1)).collect();
    let expected = [99, 99, 99, 48, 49, 67, 68].map(|count| format!("{count} givens"));
    assert_eq!(givens, expected);
}
