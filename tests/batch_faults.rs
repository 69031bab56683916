//! Whatever happens to a batch: nothing finished is lost, nothing is doubled, and the folder
//! resumes to the same bytes.
#![cfg(unix)]

mod support;

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use sudoga::lab::Manifest;
use support::{Folder, kill_again_and_again, many, process, run, sealed, told};

/// Some hundred milliseconds of work in many short runs.
const PLAN: &str = "
seed = 10
repeats = 60
history = true
puzzles = ['@twodoku/easy-1', '@9x9/hard-1']
methods = ['baseline', 'local-search']
budget.generations = 150
";

/// A run that takes minutes.
const LONG: &str = "
seed = 1
repeats = 100
puzzles = ['@twodoku/hard-1']
methods = ['baseline']
budget.generations = 1_000_000
";

fn bytes(folder: &Folder, name: &str) -> (String, String) {
    (folder.bare_runs(name), folder.read(&format!("{name}/history.csv")))
}

/// A folder with the plan, and the bytes of its results when nothing happens.
fn whole(name: &str) -> (Folder, String, (String, String)) {
    let folder = Folder::new(name);
    let plan = folder.write("plan.toml", PLAN);
    let command = format!("run {plan} -q -o {}", folder.path("whole"));
    assert_eq!(run(&command, "").0, 0);
    let expected = bytes(&folder, "whole");
    assert_eq!(expected.0.lines().count(), 241);
    (folder, plan, expected)
}

fn start(command: &str) -> Child {
    process(command).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs")
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("kill").success());
}

fn wait_for_lines(folder: &Folder, journal: &str, lines: usize) {
    let started = Instant::now();
    let count = || fs::read_to_string(folder.0.join(journal)).unwrap_or_default().lines().count();
    while count() < lines {
        assert!(started.elapsed() < Duration::from_secs(60), "the journal does not grow");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn killed_again_and_again() {
    let (folder, plan, expected) = whole("killed");
    let command = format!("run {plan} -q --resume --threads 1 -o {}", folder.path("out"));
    kill_again_and_again(&folder, "out", &command, 12);
    let (code, _, errors) = run(&command, "");
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(bytes(&folder, "out") == expected);
    let journal = folder.read("out/journal.jsonl");
    assert_eq!(journal.lines().count(), 241, "nothing is done twice");
}

/// Whether this process, and so what it starts, would be ended by a SIGHUP, which is signal 1.
fn hears_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 0)
}

#[test]
fn signals_leave_a_folder_that_resumes() {
    let (folder, plan, expected) = whole("signals");
    // Elsewhere a hang-up ends the program at once, and under `nohup` nobody hears it.
    let hangup = (cfg!(target_os = "linux") && hears_hangup()).then_some(("-HUP", 129));
    for (name, code) in [("-INT", 130), ("-TERM", 143)].into_iter().chain(hangup) {
        let out = format!("out{name}");
        let command = format!("run {plan} -q --resume --threads 1 -o {}", folder.path(&out));
        let mut child = start(&command);
        wait_for_lines(&folder, &format!("{out}/journal.jsonl"), 20);
        let sent = Instant::now();
        signal(&child, name);
        let ended = child.wait().expect("a child").code();
        assert!(sent.elapsed() < Duration::from_secs(30));
        assert!(ended == Some(code) || ended == Some(0), "{name}: {ended:?}");
        let kept = folder.read(&format!("{out}/journal.jsonl"));
        assert_eq!(run(&command, "").0, 0);
        assert!(bytes(&folder, &out) == expected, "{name}");
        let journal = folder.read(&format!("{out}/journal.jsonl"));
        assert!(journal.starts_with(&kept) && journal.lines().count() == 241, "{name}");
    }
}

#[test]
fn signals_are_heard_amid_runs_that_take_minutes() {
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = Folder::new(&format!("amid{name}"));
        let plan = folder.write("plan.toml", LONG);
        let mut child = start(&format!("run {plan} -o {}", folder.path("out")));
        wait_for_lines(&folder, "out/journal.jsonl", 1);
        signal(&child, name);
        assert_eq!(child.wait().expect("a child").code(), Some(code));
        // A smaller cap is another plan; here it stands for the rest of the long one.
        let resume = format!(
            "run {plan} -q --resume --allow-changes --generations 20 -o {}",
            folder.path("out")
        );
        assert_eq!(run(&resume, "").0, 0);
        assert_eq!(folder.bare_runs("out").lines().count(), 101);
    }
}

#[test]
fn what_ignores_a_hangup_goes_on() {
    let (folder, plan, expected) = whole("nohup");
    let mut shell = Command::new("sh");
    let text = format!("trap '' HUP; exec \"$0\" run {plan} -q -o {}", folder.path("out"));
    shell.args(["-c", &text, env!("CARGO_BIN_EXE_sudoga")]).stdout(Stdio::null());
    let mut child = shell.spawn().expect("a shell");
    wait_for_lines(&folder, "out/journal.jsonl", 1);
    signal(&child, "-HUP");
    assert_eq!(child.wait().expect("a child").code(), Some(0));
    assert!(bytes(&folder, "out") == expected);
}

#[test]
fn a_file_size_limit_ends_the_batch_with_whole_lines() {
    let (folder, plan, expected) = whole("limit");
    let out = folder.path("out");
    for blocks in [1, 16, 64] {
        let mut shell = Command::new("sh");
        let text = format!("ulimit -f {blocks}; exec \"$0\" run {plan} --resume -o {out}");
        shell.args(["-c", &text, env!("CARGO_BIN_EXE_sudoga")]);
        let (code, _, errors) = told(&shell.output().expect("a shell"));
        assert_eq!(code, 3, "{errors}");
        assert_eq!(errors.matches("make room, then --resume goes on").count(), 1, "{errors}");
        let journal = fs::read(folder.0.join("out/journal.jsonl")).unwrap_or_default();
        assert!(journal.is_empty() || journal.ends_with(b"\n"));
        assert!(!folder.0.join("out/runs.csv").exists());
    }
    assert_eq!(run(&format!("run {plan} -q --resume -o {out}"), "").0, 0);
    assert!(bytes(&folder, "out") == expected);
    assert_eq!(folder.read("out/journal.jsonl").lines().count(), 241);
}

#[test]
fn a_full_output_is_incomplete_and_loses_nothing() {
    let (folder, plan, expected) = whole("full");
    let full = fs::File::options().write(true).open("/dev/full").expect("a full device");
    let mut batch = process(&format!("run {plan} -q -o {}", folder.path("out")));
    let output = batch.stdout(full).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(bytes(&folder, "out") == expected);
}

#[test]
fn help_that_finds_no_room_is_no_help() {
    for words in ["--help", "--version", "run --help", "list", "man", "completions bash"] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a full device");
        let output = process(words).stdout(full).output().expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{words}: {errors}");
        assert!(errors.contains("cannot write the results"), "{words}: {errors}");
    }
}

#[test]
fn a_disk_that_fails_after_the_runs_is_incomplete_and_no_bad_input() {
    let folder = Folder::new("late");
    folder.write("puzzles.txt", &many(6));
    let sweep = format!(
        "sweep @9x9/easy-1 -m baseline --mutation 0.1,0.3 --repeats 8 --generations 120 --seed 1 -q -o {}",
        folder.path("sweep")
    );
    let tune = format!(
        "tune {} -m row-elitist --vary population=12..60 --evaluations 1000 --runs 40 --seed 5 \
         --check-repeats 2 -q -o {}",
        folder.path("puzzles.txt"),
        folder.path("tune")
    );
    let reproduce = format!("reproduce purge-ga --quick -q -o {}", folder.path("study"));
    for (command, second, flags) in [
        (sweep, "sweep/confirmed", "--resume --confirm 2"),
        (tune, "tune/check", "--resume"),
        (reproduce, "study/purge-ga/mixed", "--resume"),
    ] {
        assert_eq!(run(&command, "").0, 0);
        fs::remove_dir_all(folder.0.join(second)).ok();
        // Nothing can be written where the folder is tried.
        fs::create_dir_all(folder.0.join(second).join(".sudoga-probe")).expect("a folder");
        let (code, _, errors) = run(&format!("{command} {flags}"), "");
        assert_eq!(code, 3, "{errors}");
        assert!(errors.contains(second) && errors.contains("--resume goes on"), "{errors}");
        fs::remove_dir(folder.0.join(second).join(".sudoga-probe")).expect("a folder");
        assert_eq!(run(&format!("{command} {flags}"), "").0, 0);
    }
}

#[test]
fn files_that_find_no_room_are_incomplete_whatever_the_verb() {
    let folder = Folder::new("no-room");
    let plan = folder.write("plan.toml", PLAN);
    let whole = folder.path("whole");
    assert_eq!(run(&format!("run {plan} -q -o {whole}"), "").0, 0);
    for (words, cure) in [
        ("reproduce twodoku-ga --quick".to_owned(), "--resume goes on"),
        (format!("compare {whole}"), "tests.csv"),
        (format!("report {whole}"), "cannot write"),
    ] {
        let mut shell = Command::new("sh");
        let out = folder.path("out");
        let text = format!("trap '' XFSZ; ulimit -f 1; exec \"$0\" {words} -q -o {out}");
        shell.args(["-c", &text, env!("CARGO_BIN_EXE_sudoga")]);
        let (code, _, errors) = told(&shell.output().expect("a shell"));
        assert_eq!(code, 3, "{words}: {errors}");
        assert!(errors.contains(cure), "{words}: {errors}");
        fs::remove_dir_all(&out).expect("a folder");
    }
}

#[test]
fn a_comparison_that_cannot_be_written_is_incomplete() {
    let folder = Folder::new("unwritten");
    let command = format!(
        "compare @9x9/easy-1 --methods baseline,local-search --repeats 4 --generations 60 --seed 1 -q -o {}",
        folder.path("out")
    );
    assert_eq!(run(&command, "").0, 0);
    fs::remove_file(folder.0.join("out/summary.md")).expect("a file");
    // A folder in the place of the file lets nothing be moved there.
    fs::create_dir_all(folder.0.join("out/summary.md/in-the-way")).expect("a folder");
    let (code, table, errors) = run(&format!("{command} --resume"), "");
    assert_eq!(code, 3, "{errors}");
    assert!(table.contains("local-search"), "what was found is told: {table}");
    assert!(errors.contains("out/summary.md") && errors.contains("--resume goes on"), "{errors}");
    // Of results that exist the comparison is printed, wherever they lie.
    assert_eq!(run(&format!("compare {}", folder.path("out")), "").0, 0);
    fs::remove_dir_all(folder.0.join("out/summary.md")).expect("a folder");
    assert_eq!(run(&format!("{command} --resume"), "").0, 0);
    assert!(folder.read("out/summary.md").contains("local-search"));
}

#[test]
fn a_target_that_cannot_be_written_is_found_out_before_the_first_run() {
    let folder = Folder::new("below-a-file");
    let plan = folder.write("plan.toml", LONG);
    folder.write("file", "kept");
    for flags in ["", "--resume", "--force"] {
        let (code, _, errors) =
            run(&format!("run {plan} {flags} -o {}", folder.path("file/out")), "");
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains("file/out"), "{errors}");
    }
    let (code, _, errors) = run(&format!("run {plan} --force -o {}", folder.path("file")), "");
    assert_eq!(code, 2, "{errors}");
    assert_eq!(folder.read("file"), "kept");
}

#[test]
fn one_process_a_folder() {
    let folder = Folder::new("locked");
    let plan = folder.write("plan.toml", LONG);
    let mut child = start(&format!("run {plan} -o {}", folder.path("out")));
    wait_for_lines(&folder, "out/journal.jsonl", 1);
    for flags in ["--resume", "--force"] {
        let (code, _, errors) = run(&format!("run {plan} {flags} -o {}", folder.path("out")), "");
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains("in use"), "{errors}");
    }
    let merge = format!("merge {} -o {}", folder.path("out"), folder.path("merged"));
    assert_eq!(run(&merge, "").0, 2);
    child.kill().expect("a kill");
    child.wait().expect("a child");
}

#[test]
fn a_torn_line_is_cut_and_a_bad_one_is_named() {
    let (folder, plan, expected) = whole("torn");
    let journal = folder.0.join("whole/journal.jsonl");
    let text = fs::read_to_string(&journal).expect("a journal");
    let resume = format!("run {plan} -q --resume -o {}", folder.path("whole"));
    for cut in [1, 2, 40, 700, text.len() / 2, text.len() - 3] {
        fs::write(&journal, &text.as_bytes()[..text.len() - cut]).expect("a file");
        let (code, _, errors) = run(&resume, "");
        assert_eq!(code, 0, "{cut}: {errors}");
        assert!(bytes(&folder, "whole") == expected, "{cut}");
        assert_eq!(folder.read("whole/journal.jsonl").lines().count(), 241);
    }
    let mut lines: Vec<&str> = text.lines().collect();
    lines[4] = "{\"run_id\":\"00";
    fs::write(&journal, lines.join("\n") + "\n").expect("a file");
    let (code, _, errors) = run(&resume, "");
    assert_eq!(code, 2);
    assert!(errors.contains("journal.jsonl:5:"), "{errors}");
}

#[test]
fn other_engines_and_other_plans_do_not_mix() {
    let (folder, plan, _) = whole("others");
    let out = folder.path("whole");
    let changed = format!("run {plan} -q --resume -o {out} --repeats 61");
    let (code, _, errors) = run(&changed, "");
    assert_eq!(code, 2);
    assert!(errors.contains("another plan") && errors.contains("--allow-changes"), "{errors}");
    assert_eq!(run(&format!("{changed} --allow-changes"), "").0, 0);
    assert_eq!(folder.bare_runs("whole").lines().count(), 245);
    assert_eq!(folder.read("whole/journal.jsonl").lines().count(), 245, "only what changed is run");

    let ours = format!("\"engine\":{}", sudoga::ENGINE);
    let journal = folder.read("whole/journal.jsonl");
    let (header, body) = journal.split_once('\n').expect("a line");
    let header = sealed(&header.replacen(&ours, "\"engine\":0", 1));
    folder.write("whole/journal.jsonl", &format!("{header}{body}"));
    for flags in ["", "--allow-changes"] {
        let (code, _, errors) = run(&format!("{changed} {flags}"), "");
        assert_eq!(code, 2);
        assert!(errors.contains("engine 0"), "{errors}");
    }
}

#[test]
fn a_changed_digit_in_the_journal_is_no_result() {
    let (folder, plan, expected) = whole("digit");
    let out = folder.path("whole");
    let resume = format!("run {plan} -q --resume -o {out}");
    let journal = folder.read("whole/journal.jsonl");
    let mut lines: Vec<&str> = journal.lines().collect();
    let changed = lines[7].replacen("\"cost\":", "\"cost\":1", 1);
    assert_ne!(changed, lines[7]);
    lines[7] = &changed;
    let damaged = lines.join("\n") + "\n";
    folder.write("whole/journal.jsonl", &damaged);
    for command in [&resume, &format!("merge {out} -o {out}-merged"), &format!("compare {out}")] {
        let (code, _, errors) = run(command, "");
        assert_eq!(code, 2, "{errors}");
        assert!(
            errors.contains("journal.jsonl:8: no record of a run: its sum is wrong"),
            "{errors}"
        );
    }
    assert_eq!(folder.read("whole/journal.jsonl"), damaged);
    lines.remove(7);
    folder.write("whole/journal.jsonl", &(lines.join("\n") + "\n"));
    assert_eq!(run(&resume, "").0, 0);
    assert!(bytes(&folder, "whole") == expected);
}

#[test]
fn a_damaged_header_costs_no_run() {
    let (folder, plan, expected) = whole("header");
    let resume = format!("run {plan} -q --resume -o {}", folder.path("whole"));
    let journal = folder.read("whole/journal.jsonl");
    folder.write("whole/journal.jsonl", &journal.replacen("\"plan\":\"", "\"plan\":\"0", 1));
    let (code, _, errors) = run(&resume, "");
    assert_eq!(code, 2);
    assert!(errors.contains("journal.jsonl:1:") && errors.contains("--allow-changes"), "{errors}");
    assert_eq!(run(&format!("{resume} --allow-changes"), "").0, 0);
    assert!(bytes(&folder, "whole") == expected);
    assert_eq!(folder.read("whole/journal.jsonl"), journal);
}

#[test]
fn runs_of_another_plan_are_passed_over_and_told() {
    let (folder, plan, expected) = whole("strangers");
    let out = folder.path("whole");
    let more = format!("run {plan} --resume --allow-changes --repeats 61 -o {out}");
    assert_eq!(run(&more, "").0, 0);
    let back = format!("run {plan} --resume --allow-changes -o {out}");
    let (code, _, errors) = run(&back, "");
    assert_eq!(code, 0, "{errors}");
    assert!(errors.contains("4 runs in "), "{errors}");
    assert!(errors.contains("are not of this plan and are passed over"), "{errors}");
    assert!(bytes(&folder, "whole") == expected);
}

#[test]
fn an_existing_folder_is_never_overwritten() {
    let (folder, plan, expected) = whole("existing");
    let out = folder.path("whole");
    let before = folder.read("whole/runs.csv");
    let (code, _, errors) = run(&format!("run {plan} -o {out}"), "");
    assert_eq!(code, 2);
    assert!(errors.contains("--resume") && errors.contains("--force"), "{errors}");
    assert_eq!(folder.read("whole/runs.csv"), before);

    folder.write("whole/notes.txt", "mine");
    assert_eq!(run(&format!("run {plan} -q --force -o {out}"), "").0, 0);
    assert!(bytes(&folder, "whole") == expected);
    assert_eq!(folder.read("whole/notes.txt"), "mine");

    fs::create_dir(folder.0.join("foreign")).expect("a folder");
    folder.write("foreign/thesis.txt", "mine");
    for flags in ["--force", "--resume"] {
        let (code, _, errors) =
            run(&format!("run {plan} {flags} -o {}", folder.path("foreign")), "");
        assert_eq!(code, 2, "{errors}");
    }
    assert_eq!(fs::read_dir(folder.0.join("foreign")).expect("a folder").count(), 1);
}

#[test]
fn a_damaged_manifest_is_written_anew() {
    let (folder, plan, expected) = whole("manifest");
    let resume = format!("run {plan} -q --resume -o {}", folder.path("whole"));
    let text = folder.read("whole/manifest.json");
    let path = folder.write("whole/manifest.json", &text[..text.len() / 2]);
    let (code, _, errors) = run(&resume, "");
    assert_eq!(code, 2);
    let cure = format!("delete it, and `sudoga run PLAN --resume -o {}`", folder.path("whole"));
    assert!(errors.contains(&path) && errors.contains(&cure), "{errors}");
    for (from, to) in [
        ("\"shard\": null", "\"shard\": {\"index\": 0, \"of\": 0}"),
        ("\"shard\": null", "\"shard\": {\"index\": 1, \"of\": 3}"),
        ("\"seed\": 10,\n  \"shard\"", "\"seed\": 11,\n  \"shard\""),
        ("\"primary\": \"solved\"", "\"primary\": \"rmst\""),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        folder.write("whole/manifest.json", &changed);
        let out = folder.path("whole");
        for command in [&resume, &format!("merge {out} -o {out}-merged"), &format!("compare {out}")]
        {
            let (code, _, errors) = run(command, "");
            assert_eq!(code, 2, "{to}: {errors}");
            assert!(errors.contains("manifest.json: no manifest of a result folder: "), "{errors}");
        }
    }
    fs::remove_file(path).expect("a file");
    assert_eq!(run(&resume, "").0, 0);
    assert!(bytes(&folder, "whole") == expected);
    assert!(folder.read("whole/manifest.json").contains("\"complete\": true"));
}

#[test]
fn a_folder_of_another_shard_says_how_to_go_on() {
    let folder = Folder::new("shards");
    let plan = folder.write("plan.toml", &PLAN.replace("repeats = 60", "repeats = 1"));
    let batch = |out: &str, flags: &str| run(&format!("run {plan} {flags} -q -o {out}"), "");
    let (whole, part) = (folder.path("whole"), folder.path("part"));
    assert_eq!((batch(&whole, "").0, batch(&part, "--shard 1/3").0), (0, 0));
    for (out, flags, cure) in [
        (&part, "", "holds shard 1/3 of the plan: --shard 1/3 goes on with it; for the whole plan"),
        (&part, "--shard 2/3", "shard 1/3 of the plan: --shard 1/3 goes on with it; for shard 2/3"),
        (&whole, "--shard 2/3", "holds the whole plan: leave --shard out to go on with it; for"),
    ] {
        let (code, _, errors) = batch(out, &format!("--resume {flags}"));
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains(cure), "{errors}");
    }
    assert_eq!(batch(&part, "--resume --shard 1/3").0, 0);
}

#[test]
fn a_wall_limit_leaves_a_folder_that_resumes() {
    let (folder, plan, expected) = whole("wall");
    let command = format!("run {plan} --threads 1 -o {}", folder.path("out"));
    let (code, _, errors) = run(&format!("{command} --wall-seconds 0.03"), "");
    assert_eq!(code, 3, "{errors}");
    assert!(errors.contains("--resume"), "{errors}");
    assert!(folder.read("out/manifest.json").contains("\"complete\": false"));
    assert_eq!(run(&format!("{command} --resume"), "").0, 0);
    assert!(bytes(&folder, "out") == expected);
    assert_eq!(folder.read("out/journal.jsonl").lines().count(), 241);
}

#[test]
fn a_closed_pipe_loses_nothing() {
    let (folder, plan, expected) = whole("pipe");
    let mut child = process(&format!("run {plan} -q -o {}", folder.path("out")))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("a child").code(), Some(0));
    assert!(bytes(&folder, "out") == expected);
}

/// The same without a seed.
const UNSEEDED: &str = "
repeats = 5
puzzles = ['@9x9/easy-1', '@9x9/hard-1']
methods = ['baseline', 'local-search']
budget.generations = 20
";

/// The numbers that a message tells behind `--seed`.
fn told_seeds(errors: &str) -> Vec<&str> {
    let words: Vec<&str> = errors.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == "--seed");
    pairs.map(|pair| pair[1]).filter(|word| word.parse::<u64>().is_ok()).collect()
}

#[test]
fn a_seed_that_was_drawn_is_told_by_a_damaged_manifest() {
    let folder = Folder::new("unseeded");
    let command = format!("run {} -q -o {}", folder.write("plan.toml", UNSEEDED), folder.path("z"));
    assert_eq!(run(&command, "").0, 0);
    let (runs, journal) = (folder.bare_runs("z"), folder.read("z/journal.jsonl"));
    let whole = folder.read("z/manifest.json");
    let seed = Manifest::read(&folder.0.join("z/manifest.json")).expect("a manifest").seed;
    let of_top = whole.rfind(&format!("\"seed\": {seed}")).expect("a seed");
    let rest = whole[of_top..].replacen(&seed.to_string(), "7", 1);
    let hit = format!("{}{rest}", &whole[..of_top]);
    for (damaged, seeds) in [
        // It is JSON still, it is none, it ends early, and one of its two seeds is hit.
        (whole.replacen("plan", "qlan", 1), vec![seed]),
        (whole.replacen('{', "\0", 1), vec![seed]),
        (whole[..of_top].to_owned(), vec![seed]),
        (hit, vec![7, seed]),
    ] {
        let path = folder.write("z/manifest.json", &damaged);
        let (code, output, errors) = run(&format!("{command} --resume"), "");
        assert_eq!((code, output.as_str()), (2, ""), "{errors}");
        let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
        assert_eq!(told_seeds(&errors), seeds, "{errors}");
        assert!(errors.contains("delete it, and "), "{errors}");
        // The cure, to the letter; a seed that the damage has made is found out.
        fs::remove_file(path).expect("a file");
        for seed in seeds {
            let (code, _, errors) = run(&format!("{command} --resume --seed {seed}"), "");
            assert!(code == 0 || seed == "7", "{errors}");
        }
        assert_eq!(folder.bare_runs("z"), runs);
        assert_eq!(folder.read("z/journal.jsonl"), journal, "nothing is done twice");
    }
}

#[test]
fn no_seed_is_drawn_for_results_whose_manifest_is_gone() {
    let folder = Folder::new("unmanifested");
    let command = format!("run {} -q -o {}", folder.write("plan.toml", UNSEEDED), folder.path("z"));
    // Where there is nothing yet, --resume begins.
    assert_eq!(run(&format!("{command} --resume"), "").0, 0);
    let (runs, journal) = (folder.bare_runs("z"), folder.read("z/journal.jsonl"));
    let path = folder.0.join("z/manifest.json");
    let seed = Manifest::read(&path).expect("a manifest").seed;
    fs::remove_file(&path).expect("a file");
    for flags in ["--resume", "--resume --allow-changes", "--resume --dry-run"] {
        let (code, _, errors) = run(&format!("{command} {flags}"), "");
        assert_eq!(code, 2, "{flags}: {errors}");
        assert!(errors.contains("in which the seed stood; --resume --seed N"), "{flags}: {errors}");
        assert!(!path.exists(), "{flags}");
    }
    assert_eq!(run(&format!("{command} --resume --seed {seed}"), "").0, 0);
    assert_eq!((folder.bare_runs("z"), folder.read("z/journal.jsonl")), (runs, journal));
}
