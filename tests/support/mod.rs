//! What the tests of the binary share: the program in a clean environment, and puzzles.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::PathBuf;
use std::process::{Command as Process, ExitStatus, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use std::{env, fs};

use assert_cmd::Command;

/// Figure 3 of study 004: 28 givens, one solution.
pub const MODERATE: &str =
    "010205080003000400200070003040612070000000000070398020400060009002000800060901040";

/// The solution of [`MODERATE`].
pub const SOLVED: &str =
    "914235786753186492286479153349612578628754931571398624435867219192543867867921345";

/// No clash, and yet no digit is left for the last cell; a naive search looks there last.
pub const HOPELESS: &str =
    "........9...............................................................12345678.";

/// 5 twice in row 2.
pub const CLASH: &str =
    "...........5...5.................................................................";

const VARIABLES: [&str; 14] = [
    "NO_COLOR",
    "SUDOGA_COLOR",
    "SUDOGA_DIGITS",
    "SUDOGA_EVALUATIONS",
    "SUDOGA_GENERATIONS",
    "SUDOGA_LAYOUT",
    "SUDOGA_METHOD",
    "SUDOGA_NODES",
    "SUDOGA_PLAIN",
    "SUDOGA_QUIET",
    "SUDOGA_REPEATS",
    "SUDOGA_SECONDS",
    "SUDOGA_SEED",
    "SUDOGA_THREADS",
];

/// The program, free of the variables of whoever runs the tests.
pub fn process(words: &str) -> Process {
    let mut process = Process::new(env!("CARGO_BIN_EXE_sudoga"));
    for variable in VARIABLES {
        process.env_remove(variable);
    }
    process.args(words.split_whitespace());
    process
}

/// The same for a run to its end.
pub fn sudoga(words: &str) -> Command {
    Command::from_std(process(words))
}

/// Runs the program on an input: exit code, standard output, standard error.
pub fn run(words: &str, input: &str) -> (i32, String, String) {
    told(&sudoga(words).write_stdin(input).output().expect("the program runs"))
}

/// Exit code, standard output, standard error.
pub fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let code = output.status.code().expect("an exit code");
    (code, text(&output.stdout), text(&output.stderr))
}

/// [`MODERATE`] with its digits renamed in `count` different ways, one a line.
pub fn many(count: usize) -> String {
    let line = |number: usize| {
        let mut digits = *b"123456789";
        digits.rotate_left(number % 9);
        digits.swap(number / 9 % 9, number / 81 % 9);
        let rename = |symbol: char| match symbol.to_digit(10) {
            Some(digit @ 1..) => digits[digit as usize - 1] as char,
            _ => '.',
        };
        MODERATE.chars().map(rename).chain(['\n']).collect::<String>()
    };
    (0..count).map(line).collect()
}

/// A line of a journal with its sum put right.
pub fn sealed(line: &str) -> String {
    let (content, _) = line.rsplit_once(",\"sum\"").expect("a sum");
    let sum = &blake3::hash(content.as_bytes()).to_hex()[..16];
    format!("{content},\"sum\":\"{sum}\"}}\n")
}

/// How often a command is started at most until it was killed as often as asked for.
const MOST_STARTS: u32 = 1000;

/// Starts a command, which resumes the folder `out`, and kills it some milliseconds after its journal
/// has grown, so many times. A fast machine may end it before that: then the folder is started over.
pub fn kill_again_and_again(folder: &Folder, out: &str, command: &str, kills: u32) {
    let out = folder.0.join(out);
    let length = || fs::metadata(out.join("journal.jsonl")).map_or(0, |found| found.len());
    let mut hit = 0;
    for start in 0..MOST_STARTS {
        let before = length();
        let quiet = || Stdio::null();
        let started = process(command).stdout(quiet()).stderr(quiet()).spawn();
        let mut child = started.expect("the program runs");
        let mut ended = || child.try_wait().expect("a child");
        while length() == before && ended().is_none() {
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_millis((start * 37 % 8).into()));
        if let Some(status) = ended() {
            assert!(status.success(), "{command}: {status}");
            fs::remove_dir_all(&out).expect("a folder");
            continue;
        }
        child.kill().expect("a kill");
        let status = child.wait().expect("a child");
        // It may have come to its end just before the kill.
        hit += u32::from(is_killed(status));
        if hit == kills {
            return;
        }
    }
    panic!("only {hit} kills of {MOST_STARTS} have hit {command}");
}

/// Whether a kill has ended a process.
#[cfg(unix)]
fn is_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(9)
}

/// The same where a process that was killed tells no signal.
#[cfg(not(unix))]
fn is_killed(status: ExitStatus) -> bool {
    !status.success()
}

/// A folder for the files of one test, gone afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A folder of that name.
    pub fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("sudoga-cli-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    /// The path of something in it.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Reads a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The runs of a result folder without their last column, which is time.
    pub fn bare_runs(&self, name: &str) -> String {
        let text = self.read(&format!("{name}/runs.csv"));
        text.lines()
            .map(|line| format!("{}\n", line.rsplit_once(',').expect("a column").0))
            .collect()
    }

    /// Writes a file and tells its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}
