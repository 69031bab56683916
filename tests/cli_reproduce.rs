//! `reproduce` as users type it, on the smallest of the studies.

mod support;

use std::fs;

use support::{Folder, run};

const QUICK: &str = "reproduce purge-ga --quick";

#[test]
fn a_study_becomes_two_pages_with_pictures() {
    let folder = Folder::new("reproduce");
    let out = folder.path("out");
    let (code, text, errors) = run(&format!("{QUICK} -o {out}"), "");
    assert_eq!(code, 0, "{errors}");
    assert!(text.contains("Does the purge help?") && text.contains("verdict"), "{text}");
    let (markdown, html) = (folder.read("out/purge-ga.md"), folder.read("out/purge-ga.html"));
    for word in ["with the purge more runs solve", "configs/studies/purge-ga/hard.toml"] {
        assert!(markdown.contains(word) && html.contains(word), "{word}");
    }
    let pictures: Vec<&str> = markdown
        .lines()
        .filter(|line| line.starts_with("!["))
        .filter_map(|line| line.rsplit_once("](")?.1.strip_suffix(')'))
        .collect();
    assert!(pictures.len() >= 4, "{pictures:?}");
    for picture in pictures {
        assert!(folder.read(&format!("out/{picture}")).starts_with("<svg"), "{picture}");
    }
    assert!(html.starts_with("<!doctype html>") && !html.contains("http-equiv"));
    assert!(folder.read("out/README.md").contains("[purge-ga](purge-ga.md)"));
    assert!(folder.read("out/purge-ga/hard/tests.csv").lines().count() > 10);
    // What is there is not started over, and pages can be written again. What the user has put beside
    // the pictures stays; a picture that the earlier page shows and this one does not is removed.
    folder.write("out/purge-ga/my-figure.svg", "<svg/>");
    let stale = folder.write("out/purge-ga/hard-stale.svg", "<svg/>");
    let showing = markdown.clone() + "\n![stale](purge-ga/hard-stale.svg)\n";
    folder.write("out/purge-ga.md", &showing);
    let (code, _, errors) = run(&format!("{QUICK} -o {out}"), "");
    assert!(code == 2 && errors.contains("--resume"), "{errors}");
    let (code, _, errors) = run(&format!("{QUICK} -o {out} --resume -q"), "");
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_eq!(folder.read("out/purge-ga.md"), markdown, "the same pages from the same results");
    assert_eq!(folder.read("out/purge-ga/my-figure.svg"), "<svg/>");
    assert!(!fs::exists(stale).expect("a look"));
}

#[test]
fn files_of_others_in_the_place_of_pages_are_refused_before_any_run() {
    for name in
        ["README.md", "README.html", "purge-ga.md", "purge-ga.html", "purge-ga/purge-effects.svg"]
    {
        let folder = Folder::new("reproduce-foreign");
        fs::create_dir(folder.0.join("purge-ga")).expect("a folder");
        folder.write(name, "mine");
        for flags in ["", "--resume", "--force"] {
            let words = format!("{QUICK} -q {flags} -o {}", folder.path(""));
            let (code, output, errors) = run(&words, "");
            assert_eq!((code, output.as_str()), (2, ""), "{name} {flags}: {errors}");
            let says = errors.contains(name) && errors.contains("name another folder with -o");
            assert!(says, "{name} {flags}: {errors}");
            assert_eq!(folder.read(name), "mine", "{flags}");
            assert!(!fs::exists(folder.path("purge-ga/hard")).expect("a look"), "{name} {flags}");
        }
    }
}

#[test]
fn a_study_that_was_stopped_goes_on_and_ends_with_the_same_runs() {
    let folder = Folder::new("reproduce-stopped");
    let (code, _, errors) = run(&format!("{QUICK} --threads 1 -q -o {}", folder.path("whole")), "");
    assert_eq!(code, 0, "{errors}");
    let stopped = folder.path("stopped");
    let (code, _, _) = run(&format!("{QUICK} -q -o {stopped} --wall-seconds 0.2"), "");
    assert_eq!(code, 3);
    assert!(!fs::exists(folder.path("stopped/purge-ga.md")).expect("a look"), "no half page");
    let (code, _, errors) = run(&format!("{QUICK} -q -o {stopped} --resume"), "");
    assert_eq!(code, 0, "{errors}");
    for plan in ["givens", "hard", "mixed"] {
        let [whole, stopped] =
            ["whole", "stopped"].map(|name| folder.bare_runs(&format!("{name}/purge-ga/{plan}")));
        assert_eq!(whole, stopped, "{plan}");
    }
}

#[test]
fn what_cannot_be_repeated_is_said() {
    let folder = Folder::new("reproduce-wrong");
    let missing = folder.path("nowhere");
    for (words, expected) in [
        ("reproduce purge".to_owned(), "did you mean `purge-ga`?"),
        ("reproduce purge-ga purge-ga".to_owned(), "named twice"),
        (
            format!("reproduce twodoku-ga --quick --puzzles {missing} -o {missing}-out"),
            "easy_1.txt",
        ),
        ("reproduce purge-ga --puzzles .".to_owned(), "none has puzzles of its own"),
        ("reproduce --quick --full".to_owned(), "cannot be used with"),
    ] {
        let (code, _, errors) = run(&words, "");
        assert!(code == 2 && errors.contains(expected), "{words}: {errors}");
    }
}
