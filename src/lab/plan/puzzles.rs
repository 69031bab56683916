//! The puzzles that a plan names: files, globs, @addresses, recipes, and puzzles written out.

use std::collections::{BTreeMap, HashMap};
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle, available_parallelism};

use serde::Deserialize;
use toml::{Table, Value};

use super::Planned;
use super::error::PlanError;
use super::file::Source;
use super::sizes::Tally;
use crate::board::source::{self, SourceError};
use crate::board::text::{DigitStyle, Form, ReadOptions, Reader, print};
use crate::board::{Layout, Puzzle};
use crate::exact::generate::{
    DEFAULT_ATTEMPTS, DEFAULT_NODES, GivenRange, Level, Logic, Recipe, Solutions, Symmetry, Target,
    generate_numbered,
};
use crate::solver::Unobserved;

/// The most layouts of a plan.
const MOST_LAYOUTS: usize = 100;

/// The most cells of all of them: the tables of the largest take seconds each.
const MOST_CELLS: usize = 200_000;

/// Puzzles that lie in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FileEntry {
    file: String,
    /// What to call the puzzle, or with a number each of them.
    name: Option<String>,
    layout: Option<String>,
    #[serde(default)]
    digits: DigitStyle,
}

/// Puzzles that are made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RecipeEntry {
    /// The layout.
    generate: String,
    /// A number or range, or a list of them.
    givens: Option<Value>,
    difficulty: Option<Level>,
    #[serde(default)]
    minimal: bool,
    #[serde(default)]
    solutions: Solutions,
    #[serde(default)]
    symmetry: Symmetry,
    #[serde(default)]
    logic: Logic,
    shared: Option<usize>,
    #[serde(default = "one")]
    count: u64,
    /// The master seed of the puzzles; absent: that of the plan.
    seed: Option<u64>,
    name: Option<String>,
    #[serde(default = "attempts")]
    attempts: usize,
    #[serde(default = "nodes")]
    nodes: u64,
}

/// A puzzle that is written out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CellsEntry {
    cells: String,
    name: Option<String>,
    /// A name, a file or a layout written out; absent: detected.
    layout: Option<Value>,
}

fn one() -> u64 {
    1
}

fn attempts() -> usize {
    DEFAULT_ATTEMPTS
}

fn nodes() -> u64 {
    DEFAULT_NODES
}

/// All puzzles of a plan for so many points of methods, in its order, under names of their own.
pub(super) fn resolve(plan: &Source, seed: u64, arms: u128) -> Result<Vec<Planned>, PlanError> {
    let mut puzzles: Vec<Planned> = Vec::new();
    let mut places: Vec<usize> = Vec::new();
    let (met, tally) = (Met::default(), Mutex::default());
    for (index, entry) in plan.plan.puzzles.iter().enumerate() {
        let place = plan.place("puzzles", Some(index));
        let shelf = Shelf { plan, seed, arms, place, met: &met, tally: &tally };
        let found = shelf.puzzles(entry)?;
        places.extend(found.iter().map(|_| index));
        puzzles.extend(found.into_iter().map(Planned::new));
    }
    if puzzles.is_empty() {
        let place = plan.place("puzzles", None);
        return Err(PlanError::wrong(&place, "no puzzle; expected at least one in `puzzles`"));
    }
    refuse_twins(plan, &puzzles, &places)?;
    name_apart(plan, &mut puzzles, &places)?;
    Ok(puzzles)
}

/// A puzzle as an entry of a plan that needs no other file.
pub fn puzzle_written_out(puzzle: &Puzzle) -> Value {
    let layout = puzzle.layout();
    let is_known = Layout::named(layout.name()).is_some_and(|known| known == *layout);
    let form = if layout.side() <= 25 { Form::Line } else { Form::Int };
    let cells = print(layout, puzzle.givens(), form);
    let layout = match is_known {
        true => Value::from(layout.name()),
        false => Value::Table(layout.to_table()),
    };
    Value::Table(Table::from_iter([
        ("name".to_owned(), Value::from(puzzle.name())),
        ("layout".to_owned(), layout),
        ("cells".to_owned(), Value::from(cells.trim_end())),
    ]))
}

/// Layouts that were met, by their name, file or table.
type Met = Mutex<HashMap<String, Arc<Layout>>>;

/// One entry of the list of puzzles.
struct Shelf<'a> {
    plan: &'a Source,
    seed: u64,
    arms: u128,
    place: String,
    met: &'a Met,
    /// What was read from files.
    tally: &'a Mutex<Tally>,
}

impl Shelf<'_> {
    fn puzzles(&self, entry: &Value) -> Result<Vec<Puzzle>, PlanError> {
        match entry {
            Value::String(path) => self.files(path, &ReadOptions::default()),
            Value::Table(table) if table.contains_key("file") => self.file(self.read(table)?),
            Value::Table(table) if table.contains_key("generate") => self.made(&self.read(table)?),
            Value::Table(table) if table.contains_key("cells") => self.cells(self.read(table)?),
            _ => Err(self.wrong(
                "expected a file, a glob, an @address, or a table with `file`, `generate` or `cells`",
            )),
        }
    }

    fn read<T: for<'de> Deserialize<'de>>(&self, table: &Table) -> Result<T, PlanError> {
        table.clone().try_into().map_err(|error| self.plan.misspelt(&self.place, &error))
    }

    fn wrong(&self, message: impl Into<String>) -> PlanError {
        PlanError::wrong(&self.place, message)
    }

    fn file(&self, entry: FileEntry) -> Result<Vec<Puzzle>, PlanError> {
        let layout = entry.layout.map(|name| self.layout(&name)).transpose()?;
        let puzzles = self.files(&entry.file, &ReadOptions { layout, digits: entry.digits })?;
        Ok(match entry.name {
            None => puzzles,
            Some(name) if puzzles.len() == 1 => {
                puzzles.into_iter().map(|puzzle| puzzle.renamed(&name)).collect()
            }
            Some(name) => {
                let numbered = puzzles.into_iter().zip(1..);
                numbered
                    .map(|(puzzle, number)| puzzle.renamed(&format!("{name}-{number}")))
                    .collect()
            }
        })
    }

    fn layout(&self, name: &str) -> Result<Arc<Layout>, PlanError> {
        self.meet(name, || {
            let found = source::layout_in(name, &self.plan.folder);
            found.map_err(|error| self.wrong(error.to_string()))
        })
    }

    fn layout_of(&self, table: Table) -> Result<Arc<Layout>, PlanError> {
        self.meet(&table.to_string(), || {
            let layout = Layout::from_table(table, "own");
            layout.map(Arc::new).map_err(|error| self.wrong(error.to_string()))
        })
    }

    /// The layout that is called so in the plan, made when it is met first: its tables may take megabytes.
    fn meet(
        &self,
        key: &str,
        make: impl FnOnce() -> Result<Arc<Layout>, PlanError>,
    ) -> Result<Arc<Layout>, PlanError> {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = met.get(key) {
            return Ok(Arc::clone(known));
        }
        if met.len() >= MOST_LAYOUTS {
            return Err(self.wrong(format!(
                "a plan with more than {MOST_LAYOUTS} different layouts; split the plan"
            )));
        }
        let made = make()?;
        let cells: usize = met.values().chain([&made]).map(|layout| layout.cell_count()).sum();
        if cells > MOST_CELLS {
            return Err(self.wrong(format!(
                "a plan with layouts of {cells} cells together, expected at most {MOST_CELLS}; split \
                 the plan"
            )));
        }
        met.insert(key.to_owned(), Arc::clone(&made));
        Ok(made)
    }

    /// The puzzles of a file, of all files that a glob finds (sorted), or of an @address.
    fn files(&self, path: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, PlanError> {
        if path == "-" {
            return Err(self.wrong("a plan cannot read puzzles from standard input; name a file"));
        }
        let target = match path.starts_with('@') {
            true => path.into(),
            false => self.plan.folder.join(path),
        };
        if path.starts_with('@') || !path.contains(['*', '?', '[']) || target.exists() {
            return self.collect(source::open(&target, options));
        }
        let found = glob::glob(&target.to_string_lossy())
            .map_err(|error| self.wrong(format!("`{path}` is no pattern: {error}")))?;
        let mut files: Vec<_> = found
            .collect::<Result<_, _>>()
            .map_err(|error| self.wrong(format!("`{path}`: {error}")))?;
        files.sort_unstable();
        if files.is_empty() {
            return Err(self.wrong(format!("`{path}` fits no file")));
        }
        let each = files.iter().map(|file| self.collect(source::open(file, options)));
        Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// All puzzles of a file, which are counted as they come: it may be a pipe without an end.
    fn collect(
        &self,
        puzzles: Result<source::Puzzles, SourceError>,
    ) -> Result<Vec<Puzzle>, PlanError> {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = Vec::new();
        for puzzle in puzzles.map_err(|error| self.wrong(error.to_string()))? {
            let puzzle = puzzle.map_err(|error| self.wrong(error.to_string()))?;
            tally.add_read(self.plan, &puzzle, self.arms)?;
            found.push(puzzle);
        }
        Ok(found)
    }

    fn cells(&self, entry: CellsEntry) -> Result<Vec<Puzzle>, PlanError> {
        let layout = match entry.layout {
            None => None,
            Some(Value::String(name)) => Some(self.layout(&name)?),
            Some(Value::Table(table)) => Some(self.layout_of(table)?),
            Some(_) => return Err(self.wrong("layout: expected a name, a file or a table")),
        };
        let options = ReadOptions { layout, digits: DigitStyle::Standard };
        let name = entry.name.as_deref().unwrap_or("cells");
        let read =
            Reader::new(entry.cells.as_bytes(), name, options).collect::<Result<Vec<_>, _>>();
        match read.map_err(|error| self.wrong(error.to_string()))? {
            puzzles if puzzles.len() == 1 => {
                Ok(puzzles.into_iter().map(|puzzle| puzzle.renamed(name)).collect())
            }
            puzzles => {
                Err(self.wrong(format!("`cells` holds {} puzzles, expected one", puzzles.len())))
            }
        }
    }

    fn made(&self, entry: &RecipeEntry) -> Result<Vec<Puzzle>, PlanError> {
        let layout = self.layout(&entry.generate)?;
        let targets = self.targets(entry)?;
        let mut puzzles = Vec::new();
        for target in &targets {
            let prefix = match &entry.name {
                None => target.prefix(&layout),
                Some(name) if targets.len() == 1 => name.clone(),
                Some(name) => format!("{name}-{}", target.name()),
            };
            let recipe = Recipe {
                shared: entry.shared,
                layout: Arc::clone(&layout),
                givens: target.givens(&layout).map_err(|error| self.wrong(error.to_string()))?,
                solutions: entry.solutions,
                symmetry: entry.symmetry,
                logic: entry.logic,
                attempts: entry.attempts,
                nodes: entry.nodes,
            };
            for (puzzle, number) in self.make_all(&recipe, entry)?.into_iter().zip(1..) {
                puzzles.push(puzzle.renamed(&format!("{prefix}-{number}")));
            }
        }
        Ok(puzzles)
    }

    /// Makes the puzzles of a recipe on all cores; each has a seed of its own.
    fn make_all(&self, recipe: &Recipe, entry: &RecipeEntry) -> Result<Vec<Puzzle>, PlanError> {
        let numbers: Vec<u64> = (1..=entry.count).collect();
        let cores = available_parallelism().map_or(1, usize::from);
        let parts = numbers.chunks(numbers.len().div_ceil(cores).max(1));
        let make = |part: &[u64]| -> Result<Vec<Puzzle>, PlanError> {
            part.iter().map(|&number| self.make(recipe, entry, number)).collect()
        };
        let made = thread::scope(|scope| {
            let workers: Vec<_> = parts.map(|part| scope.spawn(|| make(part))).collect();
            let join = |worker: ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            workers.into_iter().map(join).collect::<Result<Vec<_>, _>>()
        })?;
        Ok(made.concat())
    }

    fn make(&self, recipe: &Recipe, entry: &RecipeEntry, number: u64) -> Result<Puzzle, PlanError> {
        let master = entry.seed.unwrap_or(self.seed);
        let made = generate_numbered(recipe, master, number, &mut Unobserved)
            .map_err(|error| self.wrong(error.to_string()))?;
        match made.shortfall {
            None => Ok(made.puzzle),
            Some(shortfall) => Err(self.wrong(format!(
                "puzzle {number}: not reached: {shortfall}; ask for more givens, for more `attempts`, \
                 or for solutions = \"any\""
            ))),
        }
    }

    fn targets(&self, entry: &RecipeEntry) -> Result<Vec<Target>, PlanError> {
        match (&entry.givens, entry.difficulty, entry.minimal) {
            (Some(Value::Array(list)), None, false) => {
                list.iter().map(|givens| self.range(givens).map(Target::Range)).collect()
            }
            (Some(givens), None, false) => Ok(vec![Target::Range(self.range(givens)?)]),
            (None, Some(level), false) => Ok(vec![Target::Level(level)]),
            (None, None, true) => Ok(vec![Target::Minimal]),
            _ => {
                Err(self
                    .wrong("expected exactly one of `givens`, `difficulty` and `minimal = true`"))
            }
        }
    }

    fn range(&self, givens: &Value) -> Result<GivenRange, PlanError> {
        let text = match givens {
            Value::Integer(number) => number.to_string(),
            Value::String(range) => range.clone(),
            other => other.to_string(),
        };
        text.parse().map_err(|error| self.wrong(format!("givens = {givens}: {error}")))
    }
}

/// Two equal puzzles would be the same runs twice.
fn refuse_twins(plan: &Source, puzzles: &[Planned], entries: &[usize]) -> Result<(), PlanError> {
    let mut seen: HashMap<[u8; 32], usize> = HashMap::new();
    for (index, planned) in puzzles.iter().enumerate() {
        if let Some(first) = seen.insert(planned.digest, index) {
            let (one, other) = (puzzles[first].puzzle.name(), planned.puzzle.name());
            let place = plan.place("puzzles", Some(entries[index]));
            let earlier = plan.place("puzzles", Some(entries[first]));
            let message = format!(
                "`{other}` is the same puzzle as `{one}` ({earlier}): its runs would be the same; \
                 leave one of them out"
            );
            return Err(PlanError::wrong(&place, message));
        }
    }
    Ok(())
}

/// Puzzles of one name are told apart by their layouts; when that does not help, it is an error.
fn name_apart(plan: &Source, puzzles: &mut [Planned], entries: &[usize]) -> Result<(), PlanError> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for planned in puzzles.iter() {
        *counts.entry(planned.puzzle.name().to_owned()).or_default() += 1;
    }
    for planned in puzzles.iter_mut().filter(|planned| counts[planned.puzzle.name()] > 1) {
        let name = format!("{}/{}", planned.puzzle.layout().name(), planned.puzzle.name());
        planned.puzzle = planned.puzzle.clone().renamed(&name);
    }
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, planned) in puzzles.iter().enumerate() {
        let name = planned.puzzle.name();
        if let Some(first) = seen.insert(name, index) {
            let earlier = plan.place("puzzles", Some(entries[first]));
            let message = format!(
                "another puzzle is called `{name}` too ({earlier}); name one of them by `# name:` in \
                 its file, or as {{ file = \"...\", name = \"...\" }}"
            );
            return Err(PlanError::wrong(&plan.place("puzzles", Some(entries[index])), message));
        }
    }
    Ok(())
}
