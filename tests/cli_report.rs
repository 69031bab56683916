//! `report` as users type it: which pictures there are, that the same results give the same bytes,
//! that no name does harm, and that many runs stay a small page.

mod support;

use std::collections::BTreeMap;
use std::fs;

use support::{Folder, MODERATE, run};

/// A comparison with histories, on a puzzle whose name is a script.
const HOSTILE: &str = "<script>alert('&')</script>";

fn comparison(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    folder.write("hostile.txt", &format!("# name: {HOSTILE}\n{MODERATE}\n"));
    let plan = "
        name = '<b>plan</b>'
        seed = 3
        repeats = 4
        history = true
        puzzles = ['hostile.txt', '@9x9/easy-1', '@9x9/medium-1']
        methods = ['baseline', 'local-search', {name = '\"><i>x', extends = 'baseline', population = 80}]
        budget.generations = 40
    ";
    let plan = folder.write("plan.toml", plan);
    let out = folder.path("out");
    let (code, _, errors) = run(&format!("run {plan} -q -o {out}"), "");
    assert_eq!(code, 0, "{errors}");
    (folder, out)
}

fn report(words: &str) -> String {
    let (code, output, errors) = run(&format!("report {words}"), "");
    assert_eq!((code, output.as_str()), (0, ""), "{errors}");
    errors
}

/// The pictures of a result folder by their names.
fn pictures(folder: &Folder, out: &str) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder.path(&format!("{out}/plots"))).expect("pictures");
    files
        .map(|file| {
            let file = file.expect("a file");
            let name = file.file_name().to_string_lossy().into_owned();
            let text = fs::read_to_string(file.path()).expect("text");
            (name, text)
        })
        .collect()
}

/// The tags of a text one after another; panics where they do not close as they open.
fn assert_well_formed(name: &str, text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').unwrap_or_else(|| panic!("{name}: open tag"));
        let tag = &rest[start + 1..end];
        let word = tag.split(|symbol: char| symbol.is_whitespace()).next().unwrap_or_default();
        match word.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "{name}"),
            None if tag.ends_with('/') || tag.starts_with(['!', '?']) => {}
            None => open.push(word),
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{name}: {open:?}");
}

#[test]
fn a_comparison_has_its_pictures_and_no_name_does_harm() {
    let (folder, out) = comparison("report-comparison");
    let told = report(&out);
    assert!(told.contains("report.html"), "{told}");
    let pictures = pictures(&folder, "out");
    for name in [
        "effects.svg",
        "solved-over-time.svg",
        "survival-1.svg",
        "survival-3.svg",
        "solve-times.svg",
        "fitness-2.svg",
        "fitness-carried-2.svg",
        "best-at-end.svg",
        "mean-at-end.svg",
        "solved-by-givens.svg",
    ] {
        assert!(pictures.contains_key(name), "{name} in {:?}", pictures.keys());
    }
    for (name, picture) in &pictures {
        assert_well_formed(name, picture);
        assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{name}");
        assert!(!picture.contains("<script") && !picture.contains("<i>"), "{name}");
    }
    let page = folder.read("out/report.html");
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert_eq!(page.matches("<script").count(), 1, "its own script alone");
    assert!(!page.contains("<i>x") && !page.contains("<b>plan"), "names are text");
    assert!(
        page.contains("&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;"),
        "the puzzle's name"
    );
    for forbidden in ["http://", "https://", "@import", "url("] {
        let foreign = page.replace("http://www.w3.org/2000/svg", "").contains(forbidden);
        assert!(!foreign, "a page asks nobody: {forbidden}");
    }
    for needed in ["What was found", "Warnings", "sudoga run plan.toml --seed 3", "baseline"] {
        assert!(page.contains(needed), "{needed}");
    }
}

#[test]
fn the_same_results_give_the_same_bytes() {
    let (folder, out) = comparison("report-bytes");
    report(&out);
    let (page, first) = (folder.read("out/report.html"), pictures(&folder, "out"));
    report(&out);
    assert_eq!(
        (folder.read("out/report.html"), pictures(&folder, "out")),
        (page.clone(), first.clone())
    );
    let elsewhere = folder.path("elsewhere");
    report(&format!("{out} -o {elsewhere} --threads 1"));
    assert_eq!(
        (folder.read("elsewhere/report.html"), pictures(&folder, "elsewhere")),
        (page, first.clone())
    );
    // Runs made again on one thread differ in their seconds alone.
    let plan = folder.path("plan.toml");
    let again = folder.path("again");
    let (code, _, errors) = run(&format!("run {plan} -q --threads 1 -o {again} --report"), "");
    assert_eq!(code, 0, "{errors}");
    let mut second = pictures(&folder, "again");
    for (name, picture) in first.into_iter().filter(|(name, _)| name != "solve-times.svg") {
        assert_eq!(second.remove(&name), Some(picture), "{name}");
    }
}

#[test]
fn a_sweep_has_a_map_and_boxes_and_old_pictures_go() {
    let folder = Folder::new("report-sweep");
    let out = folder.path("out");
    let words = format!(
        "sweep @twodoku/easy-1 --mutation 0.05,0.2 --crossover 0.1,0.9 --generations 60 --repeats 3 \
         --seed 1 -q -o {out} --report"
    );
    let (code, _, errors) = run(&words, "");
    assert_eq!(code, 0, "{errors}");
    fs::write(folder.0.join("out/plots/heat-map-9.svg"), "old").expect("a file");
    fs::write(folder.0.join("out/plots/mine.txt"), "not ours").expect("a file");
    report(&out);
    let found = pictures(&folder, "out");
    assert!(found["heat-map-1.svg"].contains("mutation.swap.rate"), "{found:?}");
    assert!(found["boxes-1.svg"].contains("crossover.bands.rate 0.9"), "{found:?}");
    assert!(!found.contains_key("heat-map-9.svg") && found.contains_key("mine.txt"));
}

#[test]
fn givens_have_a_curve_where_boards_are_solved() {
    let folder = Folder::new("report-givens");
    let plan = "
        seed = 1
        puzzles = [{ generate = '9x9', givens = ['26', '30', '34', '38'], count = 3 }]
        methods = ['dfs']
        budget.nodes = 10000000
    ";
    let plan = folder.write("plan.toml", plan);
    let (code, _, errors) = run(&format!("run {plan} -q -o {} --report", folder.path("out")), "");
    assert_eq!(code, 0, "{errors}");
    let found = pictures(&folder, "out");
    let curve = &found["effort-by-givens.svg"];
    assert!(curve.contains("a given, R²"), "{curve}");
    assert_well_formed("effort-by-givens", curve);
    assert!(folder.read("out/report.html").contains("dfs solved 12 of 12 runs on 12 puzzles"));
}

#[test]
fn a_part_of_a_plan_is_told_as_one() {
    let (folder, _) = comparison("report-part");
    let (plan, out) = (folder.path("plan.toml"), folder.path("part"));
    let (code, _, errors) = run(&format!("run {plan} -q --shard 1/3 -o {out} --report"), "");
    assert_eq!(code, 0, "{errors}");
    let journal = folder.path("out/journal.jsonl");
    let text = fs::read_to_string(&journal).expect("a journal");
    let short: Vec<&str> = text.lines().take(8).collect();
    fs::write(&journal, short.join("\n") + "\n").expect("a file");
    report(&folder.path("out"));
    let page = folder.read("out/report.html");
    assert!(page.contains("29 of 36 planned runs are not finished"), "{page}");
    fs::write(&journal, format!("{}\n", short[0])).expect("a file");
    report(&folder.path("out"));
    assert!(folder.read("out/report.html").contains("No run is finished."));
    assert!(pictures(&folder, "out").is_empty(), "nothing to see");
}

#[test]
fn ten_thousand_runs_are_a_small_page() {
    let folder = Folder::new("report-many");
    let plan = "
        seed = 1
        repeats = 500
        puzzles = ['@9x9/easy-1', '@9x9/easy-2', '@9x9/medium-1', '@9x9/hard-1', '@9x9/ai-escargot']
        methods = ['baseline', 'purge', 'local-search', 'singles']
        set = []
        budget.generations = 2
    ";
    let plan = folder.write("plan.toml", plan);
    let out = folder.path("out");
    let (code, _, errors) = run(&format!("run {plan} -q -o {out} --report"), "");
    assert_eq!(code, 0, "{errors}");
    let size = folder.read("out/report.html").len();
    assert!(size < 3_000_000, "{size} bytes");
}

#[test]
fn what_is_no_result_is_refused_with_a_cure() {
    let folder = Folder::new("report-refused");
    let file = folder.write("runs.csv", "puzzle,method,solved\n");
    for (words, cure) in [
        (folder.path("nowhere"), "is no result folder"),
        (file.clone(), "is no result folder"),
        (folder.0.display().to_string(), "is no result folder"),
    ] {
        let (code, output, errors) = run(&format!("report {words}"), "");
        assert_eq!((code, output.as_str()), (2, ""), "{errors}");
        assert!(errors.contains(cure), "{errors}");
    }
    let (code, _, errors) = run(&format!("compare {file} --report"), "");
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("--report"), "{errors}");
    let (_kept, out) = comparison("report-target");
    let (code, _, errors) = run(&format!("report {out} -o {file}"), "");
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("runs.csv"), "{errors}");
    report(&format!("{out} -o {out}/../out"));
    let (_kept_too, other) = comparison("report-other");
    let (code, _, errors) = run(&format!("report {out} -o {other}"), "");
    assert!(code == 2 && errors.contains("holds results; name another folder"), "{errors}");
}
