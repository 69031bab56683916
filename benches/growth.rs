//! How what the program spends grows with the number of runs: plans of a thousand to a million of
//! them, each taken through every verb that reads or writes a result folder.
//!
//! Runs are as short as they can be, so that what is measured is the laboratory around them. Three
//! shapes of plans, since what is quadratic in one of them need not be in another.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "program/mod.rs"]
mod program;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use program::{Spent, spend};
use sudoga::rng::Rng;

const SMALLEST: usize = 1_000;
const LARGEST: usize = 1_000_000;
const SHARDS: usize = 8;

/// The most memory that a million runs may take where they are read, in bytes.
const MOST_MEMORY: u64 = 500_000_000;

/// Exponents are of times on a shared machine, and larger lists find less room in its caches.
const MOST_EXPONENT: f64 = 1.2;

/// A puzzle for which `exact` needs more nodes with some seeds than with others.
const HARD: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// Which of the numbers of a plan is large.
#[derive(Clone, Copy)]
enum Shape {
    /// Two methods on one puzzle.
    Repeats,
    /// Two methods, five times on each puzzle.
    Puzzles,
    /// One method at so many points, a hundred times each.
    Points,
}

impl Shape {
    fn name(self) -> &'static str {
        match self {
            Self::Repeats => "repeats",
            Self::Puzzles => "puzzles",
            Self::Points => "points",
        }
    }

    /// A plan of so many runs.
    fn plan(self, runs: usize, folder: &Path) -> String {
        match self {
            Self::Repeats => format!(
                "seed = 1\nrepeats = {}\npuzzles = ['@9x9/golden-nugget']\n\
                 methods = ['exact', 'dfs']\nbudget.nodes = 60\n",
                runs / 2
            ),
            Self::Puzzles => {
                fs::write(folder.join("puzzles.txt"), puzzles(runs / 10)).expect("a file");
                "seed = 1\nrepeats = 5\npuzzles = ['puzzles.txt']\nmethods = ['exact', 'dfs']\n\
                 budget.nodes = 60\n"
                    .to_owned()
            }
            Self::Points => {
                let rates: Vec<String> =
                    (1..=runs / 1000).map(|step| format!("{step}e-6")).collect();
                format!(
                    "seed = 1\nrepeats = 100\npuzzles = ['@9x9/easy-1']\nmethods = ['baseline']\n\
                     set = ['population=10']\nbudget.generations = 1\n\
                     vary.'mutation.swap.rate' = [{}]\n\
                     vary.'crossover.bands.rate' = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]\n",
                    rates.join(", ")
                )
            }
        }
    }
}

/// So many puzzles, each a line: the hard one with digits renamed, and rows of a band and columns of
/// a stack exchanged.
fn puzzles(count: usize) -> String {
    let mut rng = Rng::from_seed(1);
    let mut lines = BTreeSet::new();
    while lines.len() < count {
        let mut digits = *b"123456789";
        rng.shuffle(&mut digits);
        let [mut rows, mut columns] = [[0, 1, 2, 3, 4, 5, 6, 7, 8]; 2];
        for lines in [&mut rows, &mut columns] {
            lines.chunks_mut(3).for_each(|three| rng.shuffle(three));
        }
        let symbol = |row: usize, column: usize| match HARD.as_bytes()[9 * row + column] {
            b'.' => '.',
            digit => digits[(digit - b'1') as usize] as char,
        };
        let cells = rows.iter().flat_map(|&row| columns.map(|column| symbol(row, column)));
        lines.insert(cells.collect::<String>());
    }
    lines.into_iter().fold(String::new(), |text, line| text + &line + "\n")
}

/// What is measured of a plan: a row of the table with a cell a size.
struct Row {
    name: &'static str,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy)]
enum Cell {
    Spent(Spent),
    Bytes(u64),
}

impl Cell {
    /// What the exponent is of.
    fn size(self) -> f64 {
        match self {
            Self::Spent(spent) => spent.seconds,
            Self::Bytes(bytes) => bytes as f64,
        }
    }

    fn text(self) -> String {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        match self {
            Self::Spent(Spent { seconds, memory }) => {
                format!("{seconds:.2} s, {:.0} MB", megabytes(memory))
            }
            Self::Bytes(bytes) => format!("{:.2} MB", megabytes(bytes)),
        }
    }
}

/// The folder of a plan of one size, and what was measured in it.
struct Site {
    folder: PathBuf,
    cells: Vec<(&'static str, Cell)>,
}

impl Site {
    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Runs the program and keeps what it spent.
    fn measure(&mut self, name: &'static str, words: &str) {
        let spent = self.run(words);
        self.cells.push((name, Cell::Spent(spent)));
    }

    /// Runs the program; a word with a slash in front is a file of the site.
    fn run(&self, words: &str) -> Spent {
        let word = |word: &str| match word.strip_prefix('/') {
            Some(name) => self.path(name),
            None => word.to_owned(),
        };
        let words: Vec<String> = words.split_whitespace().map(word).collect();
        spend(words.iter().map(String::as_str))
    }

    /// Keeps how large files are together.
    fn weigh(&mut self, name: &'static str, files: &[&str]) {
        let bytes = files.iter().map(|file| size(&self.folder.join(file))).sum();
        self.cells.push((name, Cell::Bytes(bytes)));
    }

    /// A folder with the first half of the records of another.
    fn halve(&self, whole: &str, half: &str, runs: usize) {
        let (whole, half) = (self.folder.join(whole), self.folder.join(half));
        fs::create_dir_all(&half).expect("a folder");
        fs::copy(whole.join("manifest.json"), half.join("manifest.json")).expect("a manifest");
        let journal = File::open(whole.join("journal.jsonl")).expect("a journal");
        let target = File::create(half.join("journal.jsonl")).expect("a journal");
        let mut target = BufWriter::new(target);
        for line in BufReader::new(journal).lines().take(1 + runs / 2) {
            writeln!(target, "{}", line.expect("a line")).expect("a disk with room");
        }
        target.flush().expect("a disk with room");
    }
}

/// The bytes of a file, or of all files in a folder.
fn size(path: &Path) -> u64 {
    match fs::read_dir(path) {
        Ok(entries) => entries.map(|entry| size(&entry.expect("an entry").path())).sum(),
        Err(_) => fs::metadata(path).map_or(0, |found| found.len()),
    }
}

/// Takes a plan of one size through all verbs.
fn visit(shape: Shape, runs: usize, folder: PathBuf) -> Vec<(&'static str, Cell)> {
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("plan.toml"), shape.plan(runs, &folder)).expect("a plan");
    let mut site = Site { folder, cells: Vec::new() };
    site.measure("`run --dry-run`", "run /plan.toml --dry-run -q");
    site.measure("`run`", "run /plan.toml -o /whole -q --threads 1");
    site.weigh("journal", &["whole/journal.jsonl"]);
    site.weigh("runs.csv", &["whole/runs.csv"]);
    site.weigh("other files", &["whole/manifest.json", "whole/summary.csv"]);
    site.measure("`--resume`, all done", "run /plan.toml -o /whole -q --threads 1 --resume");
    site.halve("whole", "half", runs);
    site.measure("`--resume`, half done", "run /plan.toml -o /half -q --threads 1 --resume");
    let mut merge = "merge -o /merged -q --threads 1".to_owned();
    for index in 1..=SHARDS {
        let shard = format!("--shard {index}/{SHARDS}");
        site.run(&format!("run /plan.toml {shard} -o /shard-{index} -q --threads 1"));
        write!(merge, " /shard-{index}").expect("memory");
    }
    site.measure("`merge` of 8 shards", &merge);
    if !matches!(shape, Shape::Points) {
        site.measure("`compare DIR`", "compare /whole -q");
        site.weigh("summary.md and tests.csv", &["whole/summary.md", "whole/tests.csv"]);
    }
    site.measure("`report DIR`", "report /whole -q");
    site.weigh("page and pictures", &["whole/report.html", "whole/plots"]);
    fs::remove_dir_all(&site.folder).ok();
    site.cells
}

/// The slope of the logarithm over the last two decades, or over what there is of them.
fn exponent(cells: &[Cell]) -> Option<f64> {
    let last = cells.last()?.size();
    let decades = cells.len().saturating_sub(1).min(2);
    let first = cells[cells.len() - 1 - decades].size();
    (decades > 0 && first > 0.0).then(|| libm::log10(last / first) / decades as f64)
}

fn print(shape: Shape, rows: &[Row]) {
    for Row { name, cells } in rows {
        let told: Vec<String> = cells.iter().map(|cell| cell.text()).collect();
        let slope = exponent(cells).map_or("-".to_owned(), |slope| format!("{slope:.2}"));
        println!("| {} | {name} | {} | {slope} |", shape.name(), told.join(" | "));
    }
}

/// What grows faster than the runs, or takes more memory than it may.
fn faults(shape: Shape, rows: &[Row]) -> Vec<String> {
    let mut faults = Vec::new();
    for Row { name, cells } in rows {
        if exponent(cells).is_some_and(|slope| slope > MOST_EXPONENT) {
            faults.push(format!("{}, {name}: faster than linear", shape.name()));
        }
        let is_large =
            |cell: &Cell| matches!(cell, Cell::Spent(spent) if spent.memory > MOST_MEMORY);
        if cells.iter().any(is_large) {
            faults.push(format!("{}, {name}: more than {MOST_MEMORY} bytes", shape.name()));
        }
    }
    faults
}

/// Without a word up to a million runs of each shape; with a number up to that many; with the name
/// of a shape that one alone. The exit code tells whether growth and memory are within their bounds.
fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let largest = words.iter().find_map(|word| word.parse().ok()).unwrap_or(LARGEST);
    let shapes = [Shape::Repeats, Shape::Puzzles, Shape::Points];
    let is_named = |shape: &Shape| words.iter().any(|word| word == shape.name());
    let is_asked = |shape: &Shape| is_named(shape) || !shapes.iter().any(is_named);
    let sizes: Vec<usize> = std::iter::successors(Some(SMALLEST), |size| Some(size * 10))
        .take_while(|&size| size <= largest)
        .collect();
    let folder = std::env::temp_dir().join(format!("sudoga-growth-{}", std::process::id()));
    let heads: Vec<String> = sizes.iter().map(|size| format!("{size} runs")).collect();
    println!("| plan | | {} | exponent |", heads.join(" | "));
    println!("|---|---|{}--:|", "--:|".repeat(sizes.len()));
    let mut found = Vec::new();
    for shape in shapes.into_iter().filter(is_asked) {
        let mut rows: Vec<Row> = Vec::new();
        for &size in &sizes {
            for (index, (name, cell)) in
                visit(shape, size, folder.join("site")).into_iter().enumerate()
            {
                if rows.len() == index {
                    rows.push(Row { name, cells: Vec::new() });
                }
                rows[index].cells.push(cell);
            }
        }
        print(shape, &rows);
        found.extend(faults(shape, &rows));
    }
    fs::remove_dir_all(&folder).ok();
    found.iter().for_each(|fault| println!("{fault}"));
    if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
