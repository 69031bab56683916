//! `sudoga list`, `completions`, `man`, `--help` and `--version` as a user runs them.

mod support;

use support::{Folder, MODERATE, run};

#[test]
fn everything_is_listed_with_its_source() {
    let (code, out, err) = run("list", "");
    assert_eq!((code, err.as_str()), (0, ""));
    for expected in ["Methods: exact search", "backtrack-as-printed", "Ertugrul, Iorga", "Puzzles"]
    {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    assert!(out.contains("twodoku   153 cells   53 units  17 boxes, canvas 15x15"), "{out}");
    let (_, layouts, _) = run("list layouts", "");
    assert!(out.contains(&layouts) && !layouts.contains("Methods"), "{layouts}");
}

#[test]
fn methods_come_in_groups_each_with_its_line_and_its_source() {
    let (_, out, _) = run("list methods", "");
    let groups: Vec<&str> = out.lines().filter_map(|line| line.strip_prefix("Methods: ")).collect();
    let known = [
        "the family",
        "from the studies",
        "from the literature",
        "as coded and as printed",
        "exact search",
    ];
    let order: Vec<&str> = groups.iter().copied().filter(|group| known.contains(group)).collect();
    assert_eq!(order, known, "{groups:?}");
    for name in sudoga::method::names() {
        let method = sudoga::method::Method::resolve(name, &[]).expect(name);
        let line = |line: &&str| {
            line.trim_start().strip_prefix(name).is_some_and(|rest| rest.trim() == method.about())
        };
        let place = out.lines().position(|told| line(&told)).expect(name);
        let source = out.lines().nth(place + 1).map(str::trim);
        assert_eq!(source, Some(format!("({})", method.source()).as_str()), "{name}");
    }
}

#[test]
fn a_shown_method_is_a_method_file() {
    let folder = Folder::new("shown");
    let (code, shown, _) = run("list --show backtrack-as-printed", "");
    assert_eq!(code, 0);
    assert!(shown.contains("on-failure = \"next-cell\"") && shown.contains("[budget]"), "{shown}");
    let path = folder.write("copy.toml", &shown);
    assert_eq!(run(&format!("list --show {path}"), "").1, shown);
    let set = run("list --show backtrack --set on-failure=next-cell", "").1;
    let settings = |text: &str| text.split_once("kind = ").expect("a kind").1.to_owned();
    assert_eq!(settings(&set), settings(&shown));
}

#[test]
fn a_shown_layout_and_puzzle_can_be_used() {
    let folder = Folder::new("shown-layout");
    let (code, shown, _) = run("list --show 9x9", "");
    assert_eq!(code, 0);
    let path = folder.write("mine.toml", &shown);
    assert_eq!(run(&format!("solve - --layout {path} -q"), MODERATE).0, 0);
    let (_, list, _) = run("list puzzles", "");
    let address = list.split_whitespace().find(|word| word.starts_with('@')).expect("a puzzle");
    let (code, board, _) = run(&format!("list --show {address}"), "");
    assert_eq!(code, 0);
    assert_eq!(run("check -", &board).0, 0, "{board}");
}

#[test]
fn names_that_are_not_there_are_errors() {
    for (words, expected) in [
        ("list --show exat", "did you mean `exact`"),
        ("list layouts --show 9x", "did you mean `9x9`"),
        ("list --show @no/such", "no/such"),
        ("man slove", "did you mean `solve`"),
        ("list method", "'methods'"),
    ] {
        let (code, out, err) = run(words, "");
        assert_eq!((code, out.as_str()), (2, ""), "{words}");
        assert!(err.contains(expected), "{words}: {err}");
    }
}

#[test]
fn the_program_documents_itself() {
    let (code, version, _) = run("--version", "");
    assert_eq!(code, 0);
    assert!(version.contains("engine ") && version.contains("ChaCha8"), "{version}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, script, _) = run(&format!("completions {shell}"), "");
        assert!(code == 0 && script.contains("run-seed"), "{shell}");
    }
    let (code, page, _) = run("man", "");
    assert!(code == 0 && page.contains(".TH") && page.contains("solve"), "{page}");
    let (code, page, _) = run("man solve", "");
    assert!(code == 0 && page.contains("sudoga\\-solve") && page.contains("run\\-seed"), "{page}");
    let (code, help, _) = run("--help", "");
    assert!(code == 0 && help.contains("Examples:") && help.contains("Exit:"), "{help}");
}
