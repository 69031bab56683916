//! A plan, resolved: which runs there are, in which order, with which ids and seeds.
//!
//! A run is one puzzle, one arm and one repeat. Runs are numbered puzzle by puzzle, arm by arm,
//! repeat by repeat, and made when they are asked for, so that a plan of a million stays small.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::record::RunId;
use crate::ENGINE;
use crate::board::{Grid, Puzzle};
use crate::exact::Searcher;
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
    /// Whether runs keep the course of their fitness.
    pub history: bool,
    /// The swept keys: a column each.
    pub keys: Vec<String>,
    /// The puzzles.
    pub puzzles: Vec<Planned>,
    /// The methods, each at each point of its grid.
    pub arms: Vec<Arm>,
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

impl Plan {
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
        let arm = &self.arms[number / repeats % self.arms.len()];
        let repeat = (number % repeats) as u64;
        let seed = self.run_seed(planned, arm, repeat);
        let id = self.run_id(planned, arm, repeat, seed);
        Run { number, planned, arm, repeat, seed, id }
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
        hasher.update(arm.method.identity().as_bytes());
        let mut word = [0; 8];
        word.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        RunId(u64::from_be_bytes(word))
    }
}
