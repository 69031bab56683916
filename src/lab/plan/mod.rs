//! A plan, resolved: which runs there are, in which order, with which ids and seeds.
//!
//! A run is one puzzle, one arm and one repeat. Runs are numbered puzzle by puzzle, arm by arm,
//! repeat by repeat, and made when they are asked for, so that a plan of a million stays small.

mod error;
mod file;
mod json;
mod methods;
mod puzzles;
mod sizes;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

pub use error::PlanError;
pub use file::{PlanFile, Source};
pub use methods::method_written_out;
pub use puzzles::puzzle_written_out;

use toml::{Table, Value};

use super::record::{Extras, RunId};
use crate::ENGINE;
use crate::board::plain::{is_odd, plain_name};
use crate::board::{Grid, Puzzle};
use crate::exact::Searcher;
use crate::exact::generate::LARGEST_PROVED_SIDE;
use crate::method::Method;
use crate::rng::{Rng, run_seed};
use crate::solver::{Budget, Meter, Observer, Solver, Stop};

/// Whether the methods of a plan share their seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// The method enters the seed: for unpaired tests.
    #[default]
    Independent,
    /// All methods get the same seeds: for paired tests.
    Common,
}

/// The question that a comparison of the methods is to answer, named before there are results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Primary {
    /// Which method solves more runs? For puzzles of which fewer than 80 % are expected to be.
    #[default]
    Solved,
    /// Which method has the smaller mean of min(effort to a solution, cap)?
    Rmst,
}

/// A puzzle of a plan.
#[derive(Debug)]
pub struct Planned {
    /// The puzzle; no other one of the plan has its name.
    pub puzzle: Puzzle,
    digest: [u8; 32],
    /// The only solution, once somebody has asked; `None` inside when there is none or several.
    solution: OnceLock<Option<Grid>>,
}

/// A method at one point of the grid, with its budget.
pub struct Arm {
    /// The method with the values of this point set.
    pub method: Method,
    /// A value for each swept key of the plan; `None` where the method does not vary it.
    pub values: Vec<Option<String>>,
    /// What ends a run.
    pub budget: Budget,
    /// The method, ready to solve.
    pub solver: Box<dyn Solver>,
}

/// Everything that decides the results of a batch.
pub struct Plan {
    /// What the batch is called; decides nothing.
    pub name: String,
    /// The master seed.
    pub seed: u64,
    /// Runs of each arm on each puzzle.
    pub repeats: u64,
    /// Whether methods share their seeds.
    pub pairing: Pairing,
    /// The question of a comparison; decides no run.
    pub primary: Primary,
    /// Whether runs keep the course of their fitness.
    pub history: bool,
    /// Whether runs keep which solution they found.
    pub solutions: bool,
    /// The swept keys: a column each.
    pub keys: Vec<String>,
    /// The puzzles.
    pub puzzles: Vec<Planned>,
    /// The methods, each at each point of its grid.
    pub arms: Vec<Arm>,
    /// The plan as a plan file, with nothing left to a default, but for its puzzles: a hundred thousand
    /// of them need not be in memory twice.
    pub outline: PlanFile,
    /// The digest of it, without what decides no run.
    pub digest: blake3::Hash,
}

/// One run of a plan.
#[derive(Clone, Copy)]
pub struct Run<'p> {
    /// Its place in the plan, from 0.
    pub number: usize,
    /// The puzzle.
    pub planned: &'p Planned,
    /// The method.
    pub arm: &'p Arm,
    /// Which repeat, from 0.
    pub repeat: u64,
    /// The seed.
    pub seed: u64,
    /// The digest of all that decides its result.
    pub id: RunId,
}

/// Nodes after which the number of a puzzle's solutions stays unknown.
const NODES_A_COUNT: u64 = 20_000;

impl Planned {
    /// A puzzle of a plan.
    pub fn new(puzzle: Puzzle) -> Self {
        Self { digest: puzzle.digest(), puzzle, solution: OnceLock::new() }
    }

    /// In how many cells a grid differs from the only solution; `None` unless exactly one
    /// solution is proved within a fixed effort, so that the answer is the same everywhere.
    ///
    /// The proof is made once; what comes after the observer has broken it off means nothing.
    pub fn wrong_cells(&self, grid: &Grid, observer: &mut dyn Observer) -> Option<u32> {
        let solution = self.solution.get_or_init(|| only_solution(&self.puzzle, observer));
        let pairs = solution.as_ref()?.digits().iter().zip(grid.digits());
        Some(pairs.filter(|(right, found)| right != found).count() as u32)
    }
}

fn only_solution(puzzle: &Puzzle, observer: &mut dyn Observer) -> Option<Grid> {
    if puzzle.layout().side() > LARGEST_PROVED_SIDE {
        return None;
    }
    let budget = Budget { nodes: Some(NODES_A_COUNT), ..Budget::default() };
    let mut searcher = Searcher::new(puzzle.layout());
    let mut search = || -> ControlFlow<Stop, Option<Grid>> {
        if searcher.count(puzzle.givens(), 2, &mut Meter::new(budget, observer))? != 1 {
            return ControlFlow::Continue(None);
        }
        let mut meter = Meter::new(budget, observer);
        searcher.find_random(puzzle.givens(), &mut Rng::from_seed(0), &mut meter)
    };
    search().continue_value().flatten()
}

/// What a plan is for may take several lines.
fn in_plain_lines(text: &str) -> String {
    text.replace(|symbol| is_odd(symbol) && symbol != '\n', " ")
}

fn written_out(puzzles: &[Planned]) -> impl Iterator<Item = Value> {
    puzzles.iter().map(|planned| puzzle_written_out(&planned.puzzle))
}

impl Plan {
    /// Looks up everything that a plan file names; `seed` is the master where it names none.
    pub fn resolve(source: &Source, seed: u64) -> Result<Self, PlanError> {
        let file = &source.plan;
        let seed = file.seed.unwrap_or(seed);
        let (repeats, pairing) = (file.repeats.unwrap_or(1), file.pairing.unwrap_or_default());
        let history = file.history.unwrap_or(false);
        let solutions = file.solutions.unwrap_or(false);
        let primary = file.primary.unwrap_or_default();
        sizes::refuse_methods(source)?;
        let entries = methods::entries(source)?;
        let arms = methods::count(&entries);
        sizes::refuse(source, seed, arms)?;
        let keys = methods::keys(&entries);
        sizes::refuse_grid(source, arms, keys.len())?;
        let puzzles = puzzles::resolve(source, seed, arms)?;
        sizes::refuse_runs(source, puzzles.len() as u128, arms)?;
        sizes::refuse_written(source, &puzzles)?;
        let arms = methods::arms(&entries, &keys, file.budget)?;
        methods::refuse_misfits(source, &puzzles, &arms)?;
        let name = plain_name(file.name.as_deref().unwrap_or("plan"));
        // What the plan is called, what it is for and what is asked of the results decides no run.
        let bare = PlanFile {
            name: None,
            about: None,
            primary: None,
            seed: Some(seed),
            repeats: Some(repeats),
            pairing: Some(pairing),
            history: Some(history),
            // Left out where it is off, so that the digests of earlier plans stay what they are.
            solutions: solutions.then_some(true),
            puzzles: Vec::new(),
            methods: entries.iter().map(methods::written_out).collect(),
            budget: file.budget,
            set: Vec::new(),
            vary: Table::new(),
        };
        let digest = bare.digest_with(written_out(&puzzles));
        let outline = PlanFile {
            name: Some(name.clone()),
            about: file.about.as_deref().map(in_plain_lines),
            primary: Some(primary),
            ..bare
        };
        Ok(Self {
            name,
            seed,
            repeats,
            pairing,
            primary,
            history,
            solutions,
            keys,
            puzzles,
            arms,
            outline,
            digest,
        })
    }

    /// The plan as a plan file that needs no other file, with nothing left to a default.
    pub fn resolved(&self) -> PlanFile {
        PlanFile { puzzles: written_out(&self.puzzles).collect(), ..self.outline.clone() }
    }

    /// The digest of everything that decides the results; what the plan is called, what it is for
    /// and what is asked of the results is no part of it.
    pub fn digest(&self) -> blake3::Hash {
        self.digest
    }

    /// What the user should know of methods on some of the layouts.
    pub fn cautions(&self) -> Vec<String> {
        let mut found = Vec::new();
        for planned in methods::layouts(&self.puzzles) {
            let layout = planned.puzzle.layout();
            for arm in &self.arms {
                let caution = arm.solver.caution(layout);
                found.extend(caution.map(|caution| {
                    format!("warning: {} on {}: {caution}", arm.method.name(), layout.name())
                }));
            }
        }
        found.dedup();
        found
    }

    /// What is kept of its runs beside their figures.
    pub fn extras(&self) -> Extras {
        Extras { history: self.history, solutions: self.solutions }
    }

    /// Number of runs.
    pub fn len(&self) -> usize {
        self.puzzles.len() * self.arms.len() * self.repeats as usize
    }

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The run of a number below [`Plan::len`].
    pub fn run(&self, number: usize) -> Run<'_> {
        let repeats = self.repeats as usize;
        let planned = &self.puzzles[number / repeats / self.arms.len()];
        let arm = self.arm(number);
        let repeat = (number % repeats) as u64;
        let seed = self.run_seed(planned, arm, repeat);
        let id = self.run_id(planned, arm, repeat, seed);
        Run { number, planned, arm, repeat, seed, id }
    }

    /// The arm of a run.
    pub fn arm(&self, number: usize) -> &Arm {
        &self.arms[self.arm_place(number)]
    }

    /// The place of the arm of a run.
    pub fn arm_place(&self, number: usize) -> usize {
        number / self.repeats as usize % self.arms.len()
    }

    fn run_seed(&self, planned: &Planned, arm: &Arm, repeat: u64) -> u64 {
        let method = match self.pairing {
            Pairing::Independent => arm.method.identity(),
            Pairing::Common => "",
        };
        run_seed(self.seed, &planned.digest, repeat, method)
    }

    fn run_id(&self, planned: &Planned, arm: &Arm, repeat: u64, seed: u64) -> RunId {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"sudoga run 1");
        hasher.update(&ENGINE.to_le_bytes());
        hasher.update(&planned.digest);
        let Budget { generations, evaluations, nodes, seconds } = arm.budget;
        for limit in [generations, evaluations, nodes, seconds.map(f64::to_bits)] {
            hasher.update(&[u8::from(limit.is_some())]);
            hasher.update(&limit.unwrap_or(0).to_le_bytes());
        }
        for number in [self.seed, repeat, seed] {
            hasher.update(&number.to_le_bytes());
        }
        hasher.update(arm.method.digest());
        let mut word = [0; 8];
        word.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        RunId(u64::from_be_bytes(word))
    }
}

impl Arm {
    /// The method's name, with the values of the swept keys.
    pub fn label(&self, keys: &[String]) -> String {
        let values = keys.iter().zip(&self.values);
        let told = values.filter_map(|(key, value)| Some(format!("{key}={}", value.as_ref()?)));
        let told: Vec<String> = told.collect();
        match told.is_empty() {
            true => self.method.name().to_owned(),
            false => format!("{} ({})", self.method.name(), told.join(", ")),
        }
    }
}
