//! `sudoga solve` as a user runs it.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value;
use support::{CLASH, Folder, HOPELESS, MODERATE, SOLVED, many, process, run, sudoga, told};

#[test]
fn a_solved_board_goes_to_stdout_and_all_else_to_stderr() {
    let (code, out, err) = run("solve - --seed 1", MODERATE);
    assert_eq!(code, 0);
    assert!(out.starts_with("# name: stdin"), "{out}");
    assert!(out.contains("# layout: 9x9\n# solved by memetic"), "{out}");
    assert!(err.contains("method: memetic, the default"), "{err}");
    assert!(!err.contains("seed:"), "a seed that was given is not told: {err}");
    let (code, again, err) = run("solve - --seed 1 --quiet", MODERATE);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(again.lines().last(), out.lines().last());
}

#[test]
fn what_prints_can_be_read_back() {
    let (_, out, _) = run("solve - -q", &many(3));
    let (code, line, _) = run("solve - -q --format line", &out);
    assert_eq!(code, 0);
    let (_, direct, _) = run("solve - -q --format line", &many(3));
    assert_eq!(line, direct);
    assert!(line.starts_with(SOLVED) && line.lines().count() == 3, "{line}");
}

#[test]
fn json_has_the_fields_of_the_contract_in_order() {
    let (code, out, _) = run("solve - --format json --seed 7 -m backtrack", MODERATE);
    assert_eq!(code, 0);
    let keys = "puzzle layout givens method seed run_seed status stop cost generations \
                evaluations nodes fitness last_improvement stagnant restarts purges prepared \
                seconds solution";
    let mut rest = out.as_str();
    for key in keys.split_whitespace() {
        let place = rest.find(&format!("\"{key}\":")).expect(key);
        rest = &rest[place..];
    }
    let record: Value = serde_json::from_str(&out).expect("one object");
    assert_eq!(record.as_object().expect("an object").len(), 20);
    assert_eq!(record["layout"], "9x9");
    assert_eq!(record["givens"], 28);
    assert_eq!(record["method"], "backtrack");
    assert_eq!(record["seed"], 7);
    assert_eq!(record["status"], "solved");
    assert_eq!(record["cost"], 0);
    assert_eq!(record["generations"], Value::Null);
    assert_eq!(record["fitness"], Value::Null);
    assert_eq!(record["prepared"], Value::Null);
    assert_eq!(record["solution"][0][0], serde_json::json!([9, 1, 4, 2, 3, 5, 7, 8, 6]));
    assert_eq!(record["solution"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_population_method_tells_how_its_search_went() {
    let words = "solve @9x9/ai-escargot --format json --seed 1 -q -m purge --generations 900 \
                 --set stagnation.purge.patience=20 --set population=20";
    let (code, out, _) = run(words, "");
    let record: Value = serde_json::from_str(&out).expect("one object");
    assert_eq!((code, &record["stop"]), (1, &"generations".into()));
    let number = |key: &str| record[key].as_u64().expect(key);
    assert_eq!(record["fitness"].as_f64(), Some(number("cost") as f64));
    assert_eq!(number("generations"), 900);
    assert_eq!(number("evaluations"), 901 * 20);
    assert_eq!(number("stagnant"), 900 - number("last_improvement"));
    assert_eq!((number("restarts"), number("prepared")), (0, 0));
    assert!((10..=900 / 21).contains(&number("purges")), "{out}");
    assert_eq!(record["solution"], Value::Null);

    let (_, out, _) = run(&words.replace("--format json", "--format grid"), "");
    let verdict = out.lines().find(|line| line.starts_with("# unsolved")).expect("a verdict");
    let best = format!("best cost {} (generation {})", record["cost"], record["last_improvement"]);
    let expected = format!(
        "# unsolved by purge: the budget of 900 generations is spent; {best}, 900 generations, \
         18020 evaluations, "
    );
    assert!(verdict.starts_with(&expected), "{verdict}");
}

#[test]
fn a_history_is_a_field_of_json() {
    let words = "solve @9x9/ai-escargot --format json --seed 1 -q -m baseline --generations 700 \
                 --set population=20 --history";
    let (_, out, _) = run(words, "");
    let record: Value = serde_json::from_str(&out).expect("one object");
    let history = record["history"].as_array().expect("a list");
    assert!((128..=256).contains(&history.len()), "{}", history.len());
    assert_eq!(
        (&history[0]["generation"], &history[history.len() - 1]["generation"]),
        (&0.into(), &700.into())
    );
    let best = |point: &Value| point["best"].as_f64().expect("a number");
    let lowest = history.iter().map(best).fold(f64::INFINITY, f64::min);
    assert!(record["fitness"].as_f64().is_some_and(|fitness| fitness <= lowest));
    for point in history {
        let [mean, median] = ["mean", "median"].map(|key| point[key].as_f64().expect(key));
        assert!(best(point) <= mean && best(point) <= median, "{point}");
    }
    let place = |key: &str| out.find(&format!("\"{key}\":")).expect(key);
    assert!(place("prepared") < place("history") && place("history") < place("seconds"));

    let (code, out, err) = run("solve - --history", MODERATE);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("--history") && err.contains("--format json"), "{err}");
    let (code, out, _) = run("solve - --history --format json -m dfs -q", MODERATE);
    assert!(code == 0 && out.contains("\"history\":[],\"seconds\""), "{out}");
}

#[test]
fn a_method_that_cannot_work_on_a_puzzle_says_why_and_runs_nothing() {
    let words = "solve @twodoku/easy-1 @9x9/easy-1 -m row-elitist --generations 1 --format json -q";
    let (code, out, err) = run(words, "");
    assert_eq!(code, 2);
    assert_eq!(out.lines().count(), 1, "the other puzzle is run: {out}");
    assert!(out.contains("\"layout\":\"9x9\""), "{out}");
    for expected in ["error: easy-1: row-elitist", "rows of different grids", "`baseline`"] {
        assert!(err.contains(expected), "{expected}: {err}");
    }
}

#[test]
fn seeds_are_derived_replayed_and_told() {
    let record = |words: &str| -> Value {
        let (_, out, _) = run(&format!("solve - -q --format json {words}"), MODERATE);
        serde_json::from_str(&out).expect("one object")
    };
    let first = record("--seed 3");
    assert_eq!(first["run_seed"], record("--seed 3")["run_seed"]);
    assert_ne!(first["run_seed"], record("--seed 4")["run_seed"]);
    assert_ne!(first["run_seed"], record("--seed 3 -m dfs")["run_seed"]);
    let replay = record("--run-seed 99");
    assert_eq!(replay["run_seed"], 99);
    assert_eq!(replay["seed"], Value::Null);
    let (_, out, err) = run("solve - --format json", MODERATE);
    let drawn: Value = serde_json::from_str(&out).expect("one object");
    assert!(err.contains(&format!("--seed {} repeats it", drawn["seed"])), "{err}");
}

#[test]
fn a_clean_no_is_one() {
    let (code, out, _) = run("solve - --format json -q", HOPELESS);
    let record: Value = serde_json::from_str(&out).expect("one object");
    assert_eq!(
        (code, &record["status"], &record["stop"]),
        (1, &"no-solution".into(), &"no-solution".into())
    );
    assert_eq!(record["solution"], Value::Null);
    let (code, out, _) = run("solve - -m dfs --nodes 1e3 -q", HOPELESS);
    assert_eq!(code, 1);
    assert!(out.contains("# unsolved by dfs: the budget of 1000 nodes is spent"), "{out}");
    let (code, out, err) = run("solve - -m dfs --nodes 1_000 --format line", HOPELESS);
    assert_eq!((code, out.trim_end()), (1, HOPELESS));
    assert!(err.contains("unsolved by dfs"), "{err}");
}

#[test]
fn a_budget_the_method_does_not_count_leaves_its_own_cap() {
    let (code, out, _) = run("solve - -m dfs --generations 5 -q --set budget.nodes=77", HOPELESS);
    assert_eq!(code, 1);
    assert!(out.contains("the budget of 77 nodes"), "{out}");
}

#[test]
fn a_bad_puzzle_does_not_stop_the_others() {
    let input = format!("{MODERATE}\n{CLASH}\n{HOPELESS}\n{MODERATE}\n");
    let (code, out, err) = run("solve - --format line -q", &input);
    assert_eq!(code, 2, "bad input is graver than a puzzle without solution");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines, [SOLVED, HOPELESS, SOLVED]);
    assert!(err.contains("stdin:2:") && err.contains("5 twice in row 2"), "{err}");
}

#[test]
fn sources_that_hold_no_puzzle_say_why() {
    let folder = Folder::new("sources");
    let empty = folder.write("empty.txt", "# nothing here\n");
    let place = folder.0.display();
    let cases = [
        (format!("{place}/none.txt"), "none.txt: no such file; expected a file"),
        (place.to_string(), "is a folder; name the files in it"),
        (empty, "empty.txt"),
        ("@no/such".to_owned(), "no/such"),
        (MODERATE.to_owned(), "pipe it in"),
    ];
    for (source, expected) in cases {
        let (code, out, err) = run(&format!("solve {source} -q"), "");
        assert_eq!((code, out.as_str()), (2, ""), "{source}");
        assert!(err.starts_with("error: ") && err.contains(expected), "{source}: {err}");
        let (code, out, _) = run(&format!("solve {source} - -q --format line"), MODERATE);
        assert_eq!((code, out.trim_end()), (2, SOLVED), "the rest is solved: {source}");
    }
}

#[test]
fn misspelt_words_name_the_nearest() {
    let cases = [
        ("solve - -m exat", "`exact`"),
        ("solve - --layout twodku", "`twodoku`"),
        ("solve - -m backtrack --set ordr=random", "`order`"),
        ("solve - --format jsn", "'json'"),
        ("slove -", "'solve'"),
    ];
    for (words, expected) in cases {
        let (code, out, err) = run(words, MODERATE);
        assert_eq!((code, out.as_str()), (2, ""), "{words}");
        assert!(err.contains(expected), "{words}: {err}");
    }
}

#[test]
fn method_and_layout_may_be_files() {
    let folder = Folder::new("files");
    let method = folder.write("mine.toml", "extends = 'backtrack'\norder = 'random'\n");
    let layout = folder.write("plain.toml", "box-side = 3\ngrids = [[0, 0]]\n");
    let (code, out, err) = run(&format!("solve - -m {method} --layout {layout}"), MODERATE);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("# solved by mine"), "{out}");
    let wrong = folder.write("wrong.toml", "extends = 'backtrack'\n\nordr = 'random'\n");
    let (code, _, err) = run(&format!("solve - -m {wrong}"), MODERATE);
    assert_eq!(code, 2);
    assert!(err.contains("wrong.toml:3: unknown field `ordr`"), "{err}");
}

#[test]
fn flags_stand_above_variables() {
    let solve = |words: &str, variables: &[(&str, &str)]| {
        let mut command = sudoga(words);
        command.envs(variables.iter().copied()).write_stdin(MODERATE);
        told(&command.output().expect("the program runs")).1
    };
    assert!(solve("solve -", &[("SUDOGA_METHOD", "dfs")]).contains("solved by dfs"));
    let both = solve("solve - -m backtrack", &[("SUDOGA_METHOD", "dfs")]);
    assert!(both.contains("solved by backtrack"), "{both}");
}

#[test]
fn colour_only_when_wanted() {
    let coloured = |words: &str, variables: &[(&str, &str)]| {
        let mut command = sudoga(words);
        command.envs(variables.iter().copied()).write_stdin(MODERATE);
        told(&command.output().expect("the program runs")).1.contains('\x1b')
    };
    assert!(!coloured("solve -", &[]), "no terminal, no colour");
    assert!(coloured("solve - --color always", &[]));
    assert!(coloured("solve - --color always", &[("NO_COLOR", "1")]), "a flag is asked for");
    assert!(coloured("solve -", &[("SUDOGA_COLOR", "always")]));
    assert!(!coloured("solve - --color never", &[("SUDOGA_COLOR", "always")]));
    assert!(!coloured("solve - --color always --format line", &[]), "lines are for programs");
}

#[test]
fn a_stream_keeps_its_order_whatever_the_threads() {
    let puzzles = many(500);
    let solve = |threads: usize| {
        let words = format!("solve - --format json --seed 5 -q --threads {threads}");
        let (code, out, _) = run(&words, &puzzles);
        assert_eq!(code, 0);
        let timeless = |line: &str| {
            let mut record: Value = serde_json::from_str(line).expect("an object");
            record["seconds"] = Value::Null;
            record.to_string()
        };
        out.lines().map(timeless).collect::<Vec<_>>()
    };
    let (one, two) = (solve(1), solve(2));
    assert_eq!(one, two);
    let names: BTreeSet<String> = one
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).expect("an object")["puzzle"].to_string())
        .collect();
    assert_eq!((one.len(), names.len()), (500, 500));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::new("pipe");
    let path = folder.write("many.txt", &many(3000));
    let mut child = process(&format!("solve {path} --format line -q"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut first = String::new();
    let mut reader = BufReader::with_capacity(64, child.stdout.take().expect("a pipe"));
    reader.read_line(&mut first).expect("a line");
    drop(reader);
    assert_eq!(first.trim_end(), SOLVED);
    let (code, _, err) = told(&child.wait_with_output().expect("an end"));
    assert_eq!((code, err.as_str()), (0, ""));
}

#[cfg(unix)]
fn signal(name: &str, id: u32) {
    let status = std::process::Command::new("kill").args([name, &id.to_string()]).status();
    assert!(status.expect("kill runs").success());
}

#[cfg(unix)]
#[test]
fn an_idle_input_holds_back_no_answer_and_a_signal_ends_it() {
    for (name, expected) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = process("solve - --format line -q")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut input = child.stdin.take().expect("a pipe");
        writeln!(input, "{MODERATE}").expect("it reads");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first = String::new();
        output.read_line(&mut first).expect("an answer while the input stays open");
        assert_eq!(first.trim_end(), SOLVED);
        signal(name, child.id());
        assert_eq!(child.wait().expect("an end").code(), Some(expected));
        drop(input);
    }
}

/// Waits until a process has spent a tenth of a second of CPU: then its long run is under way.
#[cfg(target_os = "linux")]
fn wait_until_busy(id: u32) {
    loop {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("the process lives");
        let after_name = stat.rsplit(')').next().expect("fields");
        let user_ticks = after_name.split_whitespace().nth(11).and_then(|ticks| ticks.parse().ok());
        if user_ticks.is_some_and(|ticks: u64| ticks >= 10) {
            return;
        }
        std::thread::yield_now();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_the_run_under_way_and_keeps_what_is_solved() {
    let folder = Folder::new("signal");
    let path = folder.write("two.txt", &format!("{SOLVED}\n{HOPELESS}\n"));
    let mut child = process(&format!("solve {path} -m dfs --seconds 600 --format json -q"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("the first answer");
    assert!(line.contains("\"status\":\"solved\""), "{line}");
    wait_until_busy(child.id());
    signal("-INT", child.id());
    line.clear();
    output.read_line(&mut line).expect("the second answer");
    assert!(line.contains("\"stop\":\"interrupted\""), "{line}");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

#[test]
fn files_and_addresses_mix() {
    let folder = Folder::new("mix");
    let path = folder.write("fig-3.txt", MODERATE);
    let (_, list, _) = run("list puzzles", "");
    let address = list.split_whitespace().find(|word| word.starts_with('@')).expect("a puzzle");
    let (code, out, err) = run(&format!("solve {path} {address} -q"), "");
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("# name: fig-3"), "{out}");
    assert_eq!(out.matches("# name: ").count(), 2);
    assert!(fs::exists(&path).expect("still there"));
}
