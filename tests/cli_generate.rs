//! `sudoga generate` as a user runs it.

mod support;

use std::fs;

use support::{Folder, run};

#[test]
fn the_same_seed_gives_the_same_puzzles_with_any_number_of_threads() {
    let command = "generate --layout 9x9 --minimal --count 40 --seed 7 --format line -q";
    let (code, one, err) = run(&format!("{command} --threads 1"), "");
    assert_eq!((code, err.as_str()), (0, ""));
    let (_, four, _) = run(&format!("{command} --threads 4"), "");
    assert_eq!(one, four);
    let (_, other, _) = run(&command.replace("--seed 7", "--seed 8"), "");
    assert_ne!(one, other);
    assert_eq!(one.lines().count(), 40);
    assert!(one.lines().all(|line| line.len() == 81));
}

#[test]
fn minimal_puzzles_have_one_solution_and_several_without_a_given() {
    let (_, lines, _) =
        run("generate --layout 9x9 --minimal --count 100 --seed 3 --format line -q", "");
    let (code, checked, _) = run("check - -q", &lines);
    assert_eq!(code, 0, "{checked}");
    assert_eq!(checked.matches("one solution").count(), 100);
    let loosened: String = lines
        .lines()
        .map(|line| {
            let given = line.find(|symbol| symbol != '.').expect("a given");
            format!("{}.{}\n", &line[..given], &line[given + 1..])
        })
        .collect();
    let (code, checked, _) = run("check - -q", &loosened);
    assert_eq!(code, 1);
    assert_eq!(checked.matches("several solutions").count(), 100);
}

#[test]
fn a_file_tells_what_it_is_and_reads_back() {
    let folder = Folder::new("generated");
    let target = folder.write("x", "").replace("/x", "/made");
    let command =
        format!("generate --layout twodoku --difficulty hard --logic singles --seed 1 -o {target}");
    let (code, out, _) = run(&command, "");
    assert_eq!((code, out.as_str()), (0, ""));
    let path = format!("{target}/twodoku-hard-1.txt");
    let text = fs::read_to_string(&path).expect("a file");
    for line in
        ["# name: twodoku-hard-1", "# layout: twodoku", "# solutions: 1", "# logic: singles"]
    {
        assert!(text.contains(&format!("{line}\n")), "{line}: {text}");
    }
    assert!(text.contains("seed 1, number 1"), "{text}");
    let (code, checked, _) = run(&format!("check {path}"), "");
    assert_eq!(code, 0);
    assert!(
        checked.contains("twodoku-hard-1: twodoku") && checked.contains("one solution, singles")
    );

    let (code, _, err) = run(&command, "");
    assert_eq!(code, 2);
    assert!(err.contains("is there already; use --force"), "{err}");
    let (code, _, _) = run(&format!("{command} --force"), "");
    assert_eq!(code, 0);
    assert_eq!(fs::read_to_string(&path).expect("a file"), text);
    assert_eq!(fs::read_dir(&target).expect("a folder").count(), 1, "no draft is left behind");
}

#[test]
fn what_is_not_reached_is_kept_and_told() {
    let (code, out, err) = run("generate --layout 9x9 --givens 17 --attempts 2 --seed 1", "");
    assert_eq!(code, 3);
    assert!(out.contains("# not reached: 17 givens wanted, "), "{out}");
    assert!(err.contains("9x9-17-givens-1: not reached: 17 givens wanted"), "{err}");
}

#[test]
fn random_givens_come_without_a_promise() {
    let command = "generate --layout 9x9 --givens 0-20 --solutions any --count 5 --seed 2 -q";
    let (code, out, _) = run(command, "");
    assert_eq!(code, 0);
    assert_eq!(out.matches("# solutions: 2+").count(), 5, "{out}");
    let (code, out, _) =
        run("generate --layout 36x36 --givens 50% --solutions any --seed 2 --format int -q", "");
    assert_eq!(code, 0);
    assert!(out.contains("# givens: 648\n"), "{out}");
}

#[test]
fn what_cannot_be_is_refused_with_the_cure() {
    let folder = Folder::new("refused");
    let file = folder.write("file", "");
    for (command, message) in [
        ("--layout 36x36 --minimal".to_owned(), "ask for any number of solutions"),
        ("--layout 9x9 --givens 16".to_owned(), "it takes 17"),
        ("--layout 9x9 --givens 90".to_owned(), "90 givens for the 81 cells"),
        ("--layout 9x9 --givens many".to_owned(), "expected a number such as 30"),
        ("--layout twodoku --minimal --symmetry mirror".to_owned(), "does not have this symmetry"),
        ("--layout samurai --difficulty easy".to_owned(), "use --givens"),
        ("--layout twodoko --minimal".to_owned(), "did you mean `twodoku`?"),
        ("--layout 9x9 --minimal --name a/b".to_owned(), "without slashes"),
        ("--layout 9x9".to_owned(), "--minimal"),
        (format!("--layout 9x9 --minimal -o {file}/below"), "cannot make the folder"),
    ] {
        let (code, out, err) = run(&format!("generate {command} --seed 1"), "");
        assert_eq!(code, 2, "{command}: {err}");
        assert_eq!(out, "", "{command}");
        assert!(err.contains(message), "{command}: {err}");
    }
}
