//! The batches that faults happen to, and what comes of them when nothing happens.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use sudoga::lab::Manifest;

use crate::child::run;
use crate::shim::{Shim, letters};
use crate::support::{Folder, many, process};
use crate::truth::{Table, tables};

/// Some ten milliseconds of work in short runs.
const PLAN: &str = "
seed = 10
repeats = 12
history = true
puzzles = ['@twodoku/easy-1', '@9x9/hard-1']
methods = ['baseline', 'local-search']
budget.generations = 120
";

/// The length of runs that can be lengthened.
const SHORT: &str = "--generations 10";

/// The length of runs that take minutes.
const LONG: &str = "--generations 10000000";

/// What a batch of another plan has in place of `--seed `.
const ANOTHER_SEED: &str = "--seed 9";

/// Batches that take a folder for themselves, each with the name of one of another plan.
const RIVALS: [(&str, &str); 3] =
    [("run", "another-run"), ("sweep", "another-sweep"), ("compare", "another-compare")];

/// What is compared: files by name, less what may differ.
pub type Bytes = BTreeMap<String, String>;

/// A batch.
#[derive(Clone)]
pub struct Work {
    /// Its verb.
    pub name: &'static str,
    /// The command without its target.
    words: String,
    /// The flag under which it is begun or gone on with.
    pub again: &'static str,
    /// Where it lies when nothing has happened to it.
    pub whole: PathBuf,
    /// What comes of it.
    pub bytes: Bytes,
    /// The same as the library reads it, by folder.
    pub tables: BTreeMap<String, Table>,
    /// The runs in its journals, by folder.
    ids: BTreeMap<String, BTreeSet<String>>,
    /// Its system calls on files, a letter each as in `shim.c`.
    calls: String,
    /// The same when it goes on with half of its journal.
    calls_again: String,
    /// How long it takes, about.
    pub time: Duration,
}

/// All batches, done once each.
pub fn all_works(folder: &Folder, shim: &Shim) -> Vec<Work> {
    let plan = folder.write("plan.toml", PLAN);
    let puzzles = folder.write("puzzles.txt", &many(6));
    let shards = [1, 2, 3].map(|index| {
        let out = folder.path(&format!("part-{index}"));
        let shard = process(&format!("run {plan} -q --shard {index}/3 -o {out}"));
        assert_eq!(run(shard).code, Some(0));
        out
    });
    let works = [
        ("run", format!("run {plan} --seed 10"), "--resume"),
        (
            "sweep",
            "sweep @9x9/easy-1 -m baseline --mutation 0.1,0.3 --crossover 0.2,0.4 --repeats 8 \
             --generations 120 --seed 2 --confirm 3"
                .to_owned(),
            "--resume",
        ),
        (
            "compare",
            "compare @9x9/easy-1 @9x9/hard-1 --methods baseline,local-search --repeats 12 \
             --generations 120 --seed 3"
                .to_owned(),
            "--resume",
        ),
        ("merge", format!("merge {}", shards.join(" ")), "--force"),
        (
            "tune",
            format!(
                "tune {puzzles} -m row-elitist --vary population=12..60 --evaluations 1000 \
                 --runs 40 --seed 5 --check-repeats 2"
            ),
            "--resume",
        ),
    ];
    works.map(|(name, words, again)| Work::new(name, words, again, folder, shim)).into()
}

/// Pairs of batches that may want the same folder: their seeds make them two plans.
pub fn all_rivals(works: &[Work], folder: &Folder, shim: &Shim) -> Vec<[Work; 2]> {
    let rivals = RIVALS.map(|(name, other)| {
        let work = works.iter().find(|work| work.name == name).expect("a work").clone();
        let words = work.words.replace("--seed ", ANOTHER_SEED);
        let other = Work::new(other, words, work.again, folder, shim);
        [work, other]
    });
    rivals.into()
}

/// A batch that is over soon, unless it is lengthened.
pub fn long_work(folder: &Folder, shim: &Shim) -> Work {
    let words = format!(
        "sweep @twodoku/hard-1 -m baseline --mutation 0.1,0.2 --repeats 20 --seed 1 {SHORT}"
    );
    Work::new("long", words, "--resume --allow-changes", folder, shim)
}

impl Work {
    fn new(
        name: &'static str,
        words: String,
        again: &'static str,
        folder: &Folder,
        shim: &Shim,
    ) -> Self {
        let (bytes, tables, ids) = (Bytes::new(), BTreeMap::new(), BTreeMap::new());
        let whole = folder.0.join(format!("whole-{name}"));
        let out = whole.clone();
        let (calls, calls_again, time) = (String::new(), String::new(), Duration::ZERO);
        let mut work =
            Self { name, words, again, whole, bytes, tables, ids, calls, calls_again, time };
        let began = Instant::now();
        let ended = run(work.command("", &out));
        assert_eq!(ended.code, Some(0), "{name}: {ended}");
        work.time = began.elapsed();
        work.bytes = bytes_of(&out);
        work.tables = self::tables(&out);
        work.ids = ids_of(&out).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        work.calls = work.counted("--threads 1", &folder.0.join(format!("again-{name}")), shim);
        let halved = folder.0.join(format!("halved-{name}"));
        work.copy_to(&halved);
        let journal = halved.join("journal.jsonl");
        let length = fs::metadata(&journal).expect("a journal").len();
        cut(&journal, length / 2);
        work.calls_again = work.counted(&format!("--threads 1 {again}"), &halved, shim);
        work
    }

    /// The calls that a command makes, which must lead to the same results.
    fn counted(&self, flags: &str, out: &Path, shim: &Shim) -> String {
        let log = out.with_extension("log");
        let mut command = self.command(flags, out);
        shim.count(&mut command, out, &log);
        assert_eq!(run(command).code, Some(0));
        assert_eq!(bytes_of(out), self.bytes, "{} does not repeat", self.name);
        letters(&log)
    }

    /// How many system calls of these kinds it makes, about, when it begins or goes on.
    pub fn calls(&self, kinds: &str, is_begun: bool) -> u32 {
        let calls = if is_begun { &self.calls_again } else { &self.calls };
        calls.chars().filter(|&call| kinds.contains(call)).count() as u32
    }

    /// Copies what has come of it.
    pub fn copy_to(&self, out: &Path) {
        copy(&self.whole, out);
    }

    /// The command with some flags, into a folder.
    pub fn command(&self, flags: &str, out: &Path) -> Command {
        process(&format!("{} -q {flags} -o {}", self.words, out.display()))
    }

    /// The command that begins the batch or goes on with it.
    pub fn go_on(&self, out: &Path) -> Command {
        self.command(self.again, out)
    }

    /// The same with runs that take minutes, which is another plan.
    pub fn lengthened(&self, out: &Path) -> Command {
        let words = self.words.replace(SHORT, LONG);
        process(&format!("{words} -q --resume -o {}", out.display()))
    }

    /// What its plan is known by.
    pub fn plan_digest(&self) -> String {
        let manifest = Manifest::read(&self.whole.join("manifest.json"));
        manifest.expect("a manifest").plan_digest
    }

    /// Whether it ends with a comparison.
    pub fn compares(&self) -> bool {
        self.words.starts_with("compare ")
    }

    /// Whether it begins anew each time.
    pub fn starts_over(&self) -> bool {
        self.again == "--force"
    }

    /// Ends the batch with nothing in its way, and tells what is wrong with its results.
    pub fn heal(&self, out: &Path) -> Result<(), String> {
        let ended = run(self.go_on(out));
        if ended.code != Some(0) {
            return Err(format!("{} cannot be gone on with: {ended}", self.name));
        }
        self.check(out)
    }

    /// What is wrong with finished results.
    pub fn check(&self, out: &Path) -> Result<(), String> {
        self.check_files(out)?;
        match ids_of(out)? == self.ids {
            true => Ok(()),
            false => Err(format!("{}: its journal holds other runs", self.name)),
        }
    }

    /// The same, whatever else its journal may hold.
    pub fn check_files(&self, out: &Path) -> Result<(), String> {
        let found = bytes_of(out);
        for name in self.bytes.keys().chain(found.keys()) {
            if self.bytes.get(name) != found.get(name) {
                return Err(format!("{}: {name} is not what it is undisturbed", self.name));
            }
        }
        Ok(())
    }
}

/// The files of a folder, less what may differ from run to run.
pub fn bytes_of(out: &Path) -> Bytes {
    let bare = |(name, bytes): (String, Vec<u8>)| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let bare = match name.rsplit('/').next().unwrap_or_default() {
            "runs.csv" => without_columns(&text, 1),
            "summary.csv" => without_columns(&text, 2),
            "manifest.json" => without_times(&text),
            ".lock" | "journal.jsonl" => return None,
            _ => text,
        };
        Some((name, bare))
    };
    files_of(out).into_iter().filter_map(bare).collect()
}

/// All files of a folder and of those below it.
pub fn files_of(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![out.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(out).expect("below").to_string_lossy().into_owned();
            files.insert(name, fs::read(&path).unwrap_or_default());
        }
    }
    files
}

/// Copies all files of a folder and of those below it.
pub fn copy(from: &Path, to: &Path) {
    for (name, bytes) in files_of(from) {
        let path = to.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
}

/// Cuts a file.
pub fn cut(path: &Path, length: u64) {
    let file = fs::File::options().write(true).open(path).expect("a file");
    file.set_len(length).expect("a file");
}

/// Lines without their last columns.
pub fn without_columns(text: &str, count: usize) -> String {
    let bare = |line: &str| line.rsplitn(count + 1, ',').last().unwrap_or_default().to_owned();
    text.lines().map(|line| bare(line) + "\n").collect()
}

/// A manifest without times, and without the number of runs in its journal, which may hold some of
/// another plan: what it should hold is compared run by run.
fn without_times(text: &str) -> String {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else {
        return format!("no manifest: {text}");
    };
    for name in
        ["host", "threads", "started", "ended", "wall_seconds", "sessions", "journalled", "sum"]
    {
        fields.remove(name);
    }
    Value::Object(fields).to_string()
}

/// The runs in the journals of a folder and of those below it; each must be there once.
fn ids_of(out: &Path) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let mut found = BTreeMap::new();
    for (name, bytes) in files_of(out).into_iter().filter(|(name, _)| name.ends_with(".jsonl")) {
        let text = String::from_utf8_lossy(&bytes);
        let id = |line: &str| {
            let value: Option<Value> = serde_json::from_str(line).ok();
            value.and_then(|value| Some(value.get("run_id")?.as_str()?.to_owned()))
        };
        let ids: BTreeSet<String> = text.lines().skip(1).filter_map(id).collect();
        if ids.len() + 1 != text.lines().count() {
            return Err(format!("{name}: a run comes twice, or a line is no record"));
        }
        found.insert(name, ids);
    }
    Ok(found)
}
