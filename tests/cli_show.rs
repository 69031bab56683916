//! What is shown to people: pictures in files, a run that is watched, plain text, bars.

mod support;

use std::fs;
use std::ops::ControlFlow;

use serde_json::Value;
use sudoga::board::collection;
use sudoga::method::Method;
use sudoga::solver::{self, Budget, Event, Glimpse, Observer, Unobserved};
use support::{CLASH, Folder, HOPELESS, MODERATE, many, run, sudoga, told};

/// A run of several generations that ends unsolved.
const UNSOLVED: &str = "solve @9x9/ai-escargot -m baseline --generations 300 --seed 1";

#[test]
fn a_picture_holds_the_puzzle_and_its_solution_and_changes_nothing_else() {
    let folder = Folder::new("svg");
    let path = folder.path("board.svg");
    let words = "solve - --seed 1 --format line";
    let (code, out, err) = run(words, MODERATE);
    let (drawn_code, drawn_out, drawn_err) = run(&format!("{words} --svg {path}"), MODERATE);
    assert_eq!((code, out, err), (drawn_code, drawn_out, drawn_err));
    let svg = folder.read("board.svg");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{svg:.200}");
    assert!(svg.contains(">stdin#1, 28 givens<") && svg.contains(">Solution<"), "{svg:.2000}");
    // The givens twice, the found digits once.
    assert_eq!(svg.matches("<text ").count(), 2 + 28 + 81);
    run(&format!("{words} --svg {path}"), MODERATE);
    assert_eq!(folder.read("board.svg"), svg, "the same bytes again");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1, "no draft is left");
}

#[test]
fn an_unsolved_run_draws_its_best_grid_and_says_so() {
    let folder = Folder::new("svg-unsolved");
    let path = folder.path("best.svg");
    let (code, out, _) = run(&format!("{UNSOLVED} -q --format json --svg {path}"), "");
    assert_eq!(code, 1);
    let record: Value = serde_json::from_str(&out).expect("one object");
    let caption = format!(">Unsolved: the best grid, cost {}<", record["cost"]);
    assert!(folder.read("best.svg").contains(&caption));
    let (code, _, _) = run(&format!("solve - -m dfs --nodes 5 -q --svg {path}"), HOPELESS);
    assert_eq!(code, 1);
    let svg = folder.read("best.svg");
    assert_eq!(svg.matches("<g transform").count(), 1, "a tree search has no best grid");
}

#[test]
fn further_pictures_have_the_numbers_of_their_puzzles() {
    let folder = Folder::new("svg-many");
    let path = folder.path("board.svg");
    let input = format!("{}---\n{CLASH}\n---\n{}", many(2), many(1));
    let (code, out, _) = run(&format!("solve - -q --format line --svg {path}"), &input);
    assert_eq!((code, out.lines().count()), (2, 3));
    let mut names: Vec<String> = fs::read_dir(&folder.0)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["board-2.svg", "board-4.svg", "board.svg"]);
}

#[test]
fn a_picture_that_cannot_be_written_is_refused_before_anything_is_solved() {
    let folder = Folder::new("svg-refused");
    let puzzle = folder.write("puzzle.txt", MODERATE);
    fs::create_dir(folder.0.join("taken.svg")).expect("a folder");
    let missing = folder.path("none/board.svg");
    for (path, expected) in [
        (missing.as_str(), "none/board.svg"),
        (&folder.path("taken.svg"), "taken.svg"),
        (&puzzle, "ends in .svg"),
        ("-", "ends in .svg"),
    ] {
        let (code, out, err) = run(&format!("solve {puzzle} -q --svg {path}"), "");
        assert_eq!((code, out.as_str()), (2, ""), "{path}");
        assert!(err.starts_with("error: --svg") && err.contains(expected), "{err}");
    }
    let (_, _, err) = run(&format!("solve {puzzle} -q --svg {missing}"), "");
    assert!(err.contains("name a file in a folder that is there"), "{err}");
    assert_eq!(folder.read("puzzle.txt"), MODERATE, "nothing is overwritten");
}

/// The result without its time.
fn timeless(out: &str) -> Value {
    let mut record: Value = serde_json::from_str(out).expect("one object");
    record["seconds"] = Value::Null;
    record
}

#[test]
fn to_watch_changes_no_result() {
    for method in ["baseline", "multistage", "anneal", "ant-colony", "memetic-pure", "dfs"] {
        let words = format!(
            "solve @9x9/ai-escargot -m {method} --seed 3 --evaluations 60000 --nodes 60000 --format json"
        );
        let (code, out, _) = run(&words, "");
        let (watched_code, watched, err) = run(&format!("{words} --watch"), "");
        assert_eq!((code, timeless(&out)), (watched_code, timeless(&watched)), "{method}");
        assert!(err.contains("--watch draws on a terminal only"), "{err}");
        let (_, _, err) = run(&format!("{words} --watch -q"), "");
        assert_eq!(err, "", "quiet is quiet");
    }
}

/// Wants a glimpse whenever it is asked.
#[derive(Default)]
struct Curious(Vec<Glimpse>);

impl Observer for Curious {
    fn observe(&mut self, _: &Event) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_glimpse(&self) -> bool {
        true
    }

    fn glimpse(&mut self, glimpse: Glimpse) {
        self.0.push(glimpse);
    }
}

#[test]
fn every_search_shows_its_best_and_goes_its_way() {
    let escargot = collection::find("9x9/ai-escargot").expect("embedded");
    let puzzle = escargot.first().expect("a puzzle");
    let methods = ["baseline", "row-elitist", "multistage", "anneal", "ant-colony", "memetic-pure"];
    for name in methods {
        let solver = Method::resolve(name, &[]).expect(name).solver();
        let budget = Budget { evaluations: Some(300_000), ..Budget::default() };
        let mut observer = Curious::default();
        let seen = solver::run(&*solver, puzzle, 5, budget, &mut observer);
        let unseen = solver::run(&*solver, puzzle, 5, budget, &mut Unobserved);
        assert_eq!((seen.stop, seen.cost, seen.trace), (unseen.stop, unseen.cost, unseen.trace));
        assert_eq!(seen.effort.evaluations, unseen.effort.evaluations, "{name}");
        assert!(observer.0.len() > 1, "{name}: {}", observer.0.len());
        for glimpse in &observer.0 {
            assert_eq!(glimpse.digits.len(), 81, "{name}");
            let keeps = |(&given, &digit): (&u8, &u8)| given == 0 || given == digit;
            assert!(puzzle.givens().iter().zip(&glimpse.digits).all(keeps), "{name}");
            assert!(glimpse.fitness.is_finite() && glimpse.present_fitness.is_finite());
        }
    }
}

/// The program on a terminal of its own, by `script`; what the terminal got, if there is a `script`.
#[cfg(target_os = "linux")]
fn on_terminal(words: &str, variables: &[(&str, &str)]) -> Option<String> {
    let program = format!("stty rows 30 cols 100; {} {words}", env!("CARGO_BIN_EXE_sudoga"));
    let mut command = std::process::Command::new("script");
    command.args(["-qec", &program, "/dev/null"]).env("TERM", "xterm").env_remove("NO_COLOR");
    command.env("LC_ALL", "C.UTF-8").envs(variables.iter().copied());
    let output = command.stdin(std::process::Stdio::null()).output().ok()?;
    String::from_utf8(output.stdout).ok().filter(|text| !text.is_empty())
}

#[cfg(target_os = "linux")]
#[test]
fn a_watched_run_draws_frames_and_leaves_the_terminal_as_it_was() {
    let words = "solve @9x9/ai-escargot -m baseline --seconds 0.6 --seed 1 --watch";
    let Some(text) = on_terminal(words, &[]) else { return };
    assert!(text.contains("fitness of each population, "), "{text}");
    assert!(text.contains("by baseline: "), "{text}");
    assert!(text.matches("\u{1b}[J").count() >= 3, "several frames: {text}");
    assert!(text.contains("\u{1b}[36m"), "found digits are coloured: {text}");
    assert!(!text.contains("\u{1b}[?"), "no mode of the terminal is changed: {text}");
    assert!(text.contains("# unsolved by baseline"), "{text}");
    let text = on_terminal(words, &[("NO_COLOR", "1")]).expect("a terminal");
    assert!(text.contains("best fitness") && !text.contains("\u{1b}[36m"), "{text}");
    let text = on_terminal(&format!("{words} --plain"), &[]).expect("a terminal");
    assert!(!text.contains('\u{1b}'), "{text:?}");
}

const PLAN: &str = "seed = 10\nrepeats = 4\nmethods = ['baseline', 'exact']\n\
                    puzzles = ['@9x9/easy-1', '@9x9/easy-2']\nbudget.generations = 50\n";

#[test]
fn plain_tables_are_a_line_a_row() {
    let folder = Folder::new("plain");
    let plan = folder.write("plan.toml", PLAN);
    let batch = |words: &str, out: &str| {
        let (_, text, err) = run(&format!("{words} -o {}", folder.path(out)), "");
        assert!(!text.is_empty(), "{err}");
        text
    };
    let text = batch(&format!("run {plan} -q --plain --color always"), "run");
    let row = text.lines().next().expect("a row");
    assert!(row.starts_with("puzzle: easy-1; method: baseline; solved: "), "{text}");
    assert!(row.contains("/4; 95 % interval: ") && row.contains("; mean seconds: "), "{text}");
    assert_eq!(text.matches("puzzle: ").count(), 4, "{text}");
    assert!(!text.contains("---") && !text.contains('\u{1b}') && !text.contains("  "), "{text}");
    let bare = batch(&format!("run {plan} -q"), "bare");
    assert!(bare.contains("------") && !bare.contains('█') && !bare.contains("share"), "{bare}");
    assert_eq!(folder.bare_runs("run"), folder.bare_runs("bare"));

    let compared =
        batch("compare @9x9/easy-1 --methods exact,dfs --repeats 2 --seed 1 -q --plain", "c");
    let named = |line: &&str| line.starts_with("puzzle: easy-1; method: ");
    assert!(compared.lines().filter(named).count() >= 2, "a name for every row: {compared}");
    assert!(!compared.contains("---"), "{compared}");
    let again = run(&format!("compare {} --plain", folder.path("c")), "").1;
    assert_eq!(again, compared);
    let summary = folder.read("c/summary.md");
    assert!(summary.contains("| ---") && !summary.contains("share |"), "{summary}");
}

#[test]
fn a_plain_board_is_rows_of_numbers_and_reads_back() {
    let (code, out, _) = run("solve @twodoku/easy-1 -q --plain --seed 1", "");
    assert_eq!(code, 0);
    assert!(!out.contains(['|', '+', '\u{1b}']), "{out}");
    let (code, line, _) = run("solve - -q --format line", &out);
    let direct = run("solve @twodoku/easy-1 -q --seed 1 --format line", "").1;
    assert_eq!((code, line), (0, direct));
    let mut command = sudoga("solve @twodoku/easy-1 -q --seed 1");
    let by_variable = told(&command.env("SUDOGA_PLAIN", "1").output().expect("it runs")).1;
    assert_eq!(by_variable.lines().last(), out.lines().last());
}

#[cfg(target_os = "linux")]
#[test]
fn bars_are_for_a_terminal_that_can_show_them() {
    let folder = Folder::new("bars");
    let plan = folder.write("plan.toml", PLAN);
    let words = format!("run {plan} -q --force -o {}", folder.path("out"));
    let Some(text) = on_terminal(&words, &[]) else { return };
    assert!(text.contains("share") && text.contains("████████"), "{text}");
    for variable in [("NO_COLOR", "1"), ("LC_ALL", "C"), ("TERM", "dumb"), ("SUDOGA_PLAIN", "1")] {
        let text = on_terminal(&words, &[variable]).expect("a terminal");
        assert!(!text.contains('█') && text.contains("solved"), "{variable:?}: {text}");
    }
    assert!(!folder.read("out/summary.csv").contains('█'));
}
