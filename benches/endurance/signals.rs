//! How soon the program ends after a signal. What is started in the background of a shell does not hear
//! SIGINT, so that this bench belongs in the foreground.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use super::program::{spend, sudoga};
use super::{Site, methods};
use sudoga::rng::Rng;

/// The longest time that is allowed.
const LIMIT: Duration = Duration::from_secs(2);

/// Moments at which a verb is stopped, and how many there are where there is less to do.
const MOMENTS: [usize; 2] = [6, 2];

/// Runs of the folder that is read, likewise.
const RUNS: [usize; 2] = [300_000, 50_000];

/// A verb with so much to do that a signal finds it at work; what is made of a folder `out` is removed
/// before. The number is about the time that it takes, in seconds, or less.
const VERBS: [(&str, &str, f64); 16] = [
    ("solve", "solve -m memetic-pure --seconds 100 /49x49.txt", 5.0),
    ("check", "check /49x49.txt", 5.0),
    ("generate", "generate --layout 25x25 --minimal --count 1000", 5.0),
    ("run", "run /long.toml -o /out", 5.0),
    ("run, while puzzles are made", "run /made.toml -o /out", 5.0),
    ("run, a million runs", "run /million.toml -o /out", 10.0),
    ("run --resume, all done", "run /plan.toml -o /whole --resume", 4.0),
    ("run --dry-run", "run /long.toml --dry-run", 0.5),
    ("sweep", "sweep @twodoku/hard-1 --mutation 0.1,0.2 --repeats 1000 -o /out", 5.0),
    (
        "compare PUZZLE",
        "compare @twodoku/hard-1 --methods baseline,purge --repeats 500 -o /out",
        5.0,
    ),
    ("compare DIR", "compare /whole", 2.0),
    ("report DIR", "report /whole -o /page", 3.0),
    ("merge", "merge /shard-1 /shard-2 -o /out", 4.0),
    ("tune", "tune @9x9/hard-1 -m baseline --vary population=10..300 --runs 5000 -o /out", 5.0),
    ("rate", "rate /25x25.txt @25x25/hard-1 --repeats 100 -o /out", 4.0),
    ("reproduce", "reproduce twodoku-ga --quick -o /out", 5.0),
];

/// Prints the table, and tells what was too late, ended otherwise or was never stopped.
pub fn print(site: &Site) -> Vec<String> {
    prepare(site);
    let mut faults = Vec::new();
    let mut rng = Rng::from_seed(1);
    println!("| at work | stopped | longest answer, ms | exit codes | |");
    println!("|---|--:|--:|---|---|");
    for (name, words, seconds) in VERBS {
        let stops = (0..MOMENTS[usize::from(site.is_quick)])
            .map(|_| stop_at_work(site, words, rng.unit() * seconds, &mut rng));
        faults.extend(tell(name, &stops.collect::<Vec<_>>()));
    }
    let stops = methods().into_iter().map(|method| {
        let words = format!("solve -m {method} --seconds 100 /49x49.txt");
        let stopped = stop(site, &words, 0.2 + rng.unit(), &mut rng);
        (method, stopped)
    });
    let mut stops: Vec<(String, Stopped)> = stops.collect();
    stops.sort_by_key(|(_, stopped)| stopped.latency);
    let slowest = stops.last().map(|(method, _)| method.clone()).unwrap_or_default();
    let stops: Vec<Stopped> = stops.into_iter().map(|(_, stopped)| stopped).collect();
    let name = format!("solve by each method on 49x49; the last is {slowest}");
    faults.extend(tell(&name, &stops));
    faults
}

fn prepare(site: &Site) {
    let write = |name: &str, text: String| fs::write(site.path(name), text).expect("a file");
    let quick = |runs: usize| {
        format!(
            "seed = 1\nrepeats = {}\npuzzles = ['@9x9/golden-nugget']\nmethods = ['exact', 'dfs']\n\
             budget.nodes = 60\n",
            runs / 2
        )
    };
    write("plan.toml", quick(RUNS[usize::from(site.is_quick)]));
    write("million.toml", quick(1_000_000));
    write(
        "long.toml",
        "repeats = 1000\nseed = 1\npuzzles = ['@25x25/hard-1']\n\
         methods = ['memetic-pure', 'local-search', 'ant-colony']\n"
            .to_owned(),
    );
    write(
        "made.toml",
        "seed = 1\nmethods = ['exact']\n[[puzzles]]\ngenerate = '25x25'\nminimal = true\ncount = 1000\n"
            .to_owned(),
    );
    for words in [
        "run /plan.toml -o /whole -q",
        "run /plan.toml -o /shard-1 -q --shard 1/2",
        "run /plan.toml -o /shard-2 -q --shard 2/2",
    ] {
        spend(site.words(words).iter().map(String::as_str));
    }
}

struct Stopped {
    latency: Duration,
    /// `None` when it was done before the signal.
    code: Option<String>,
    is_right: bool,
}

/// How often a verb is stopped sooner at most.
const SOONER: u32 = 5;

/// Stops a verb after some seconds, or sooner where it was done by then: how long it takes depends on
/// the machine, and on how much there is to do.
fn stop_at_work(site: &Site, words: &str, seconds: f64, rng: &mut Rng) -> Stopped {
    let mut stopped = stop(site, words, seconds, rng);
    for sooner in 1..=SOONER {
        if stopped.code.is_some() || !stopped.is_right {
            break;
        }
        stopped = stop(site, words, seconds / f64::from(1 << sooner), rng);
    }
    stopped
}

/// Starts the program, sends it a signal after some seconds, and waits for its end.
fn stop(site: &Site, words: &str, seconds: f64, rng: &mut Rng) -> Stopped {
    fs::remove_dir_all(site.path("out")).ok();
    let words = site.words(words);
    let mut child = sudoga(words.iter().map(String::as_str)).spawn().expect("the program starts");
    thread::sleep(Duration::from_secs_f64(seconds));
    let is_done = child.try_wait().expect("a process").is_some();
    let (signal, number) = if rng.unit() < 0.5 { ("-INT", 2) } else { ("-TERM", 15) };
    let sent = Instant::now();
    let kill = || Command::new("kill").args([signal, &child.id().to_string()]).status();
    if !is_done {
        kill().expect("a signal is sent");
    }
    let status = child.wait().expect("an end");
    let latency = sent.elapsed();
    let (code, is_right) = read(status, number, is_done);
    Stopped { latency, code: (!is_done).then_some(code), is_right }
}

/// How a process ended, and whether that is how it should after a signal of this number, or before it.
fn read(status: ExitStatus, number: i32, is_done: bool) -> (String, bool) {
    match (status.code(), status.signal()) {
        // 2 would be bad words.
        (Some(code), _) if is_done => (code.to_string(), [0, 1, 3].contains(&code)),
        (Some(code), _) => (code.to_string(), code == 128 + number),
        (_, Some(signal)) => (format!("signal {signal}"), signal == number && !is_done),
        _ => ("-".to_owned(), false),
    }
}

/// Prints the row of a verb, and tells what is wrong with it.
fn tell(name: &str, stops: &[Stopped]) -> Option<String> {
    let stopped = || stops.iter().filter(|stopped| stopped.code.is_some());
    let longest = stopped().map(|stopped| stopped.latency).max().unwrap_or_default();
    let mut codes: Vec<&str> = stopped().filter_map(|stopped| stopped.code.as_deref()).collect();
    codes.sort_unstable();
    codes.dedup();
    let hit = stopped().count();
    let is_right = longest <= LIMIT && stops.iter().all(|stopped| stopped.is_right);
    let verdict = match (hit, is_right) {
        (0, _) => "nothing was stopped",
        (_, true) => "",
        (_, false) => "too late, or another code",
    };
    let mark = if verdict.is_empty() { "" } else { "**" };
    let (tries, longest) = (stops.len(), longest.as_millis());
    let codes = codes.join(", ");
    println!("| {name} | {hit} of {tries} | {longest} | {codes} | {mark}{verdict}{mark} |");
    (!verdict.is_empty()).then(|| format!("{name}: {verdict} ({longest} ms, {codes})"))
}
