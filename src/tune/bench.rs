//! Where points are run: each is an arm of one plan that grows, and each run goes through the
//! ledger of the result folder.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::measure::{Halt, Measure, Sample};
use super::score::Scoring;
use super::space::{Point, Space};
use crate::lab::{Arm, Ledger, Plan, Record, Run};
use crate::method::{Method, MethodError};
use crate::rng::{Rng, derived_seed};
use crate::solver::Budget;

/// What is tuned, and what the points are run on.
pub struct Given<'a> {
    /// The method without the settings of a point.
    pub method: &'a Method,
    /// The settings that are varied.
    pub space: &'a Space,
    /// How runs are scored.
    pub scoring: &'a Scoring,
    /// The puzzles, with common seeds and with repeats for every block that may be asked for.
    pub plan: Plan,
    /// What was asked for as the budget of a run.
    pub budget: Budget,
}

/// Some more of the runs that are asked for have a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct News {
    /// How many.
    pub runs: usize,
    /// How many of them solved.
    pub solved: usize,
    /// Whether they were run just now, and not found in the journal.
    pub is_new: bool,
}

/// Hears of finished runs, and may stop the work.
pub type Watch<'a> = &'a mut dyn FnMut(News) -> ControlFlow<()>;

impl News {
    fn of<'r>(records: impl Iterator<Item = &'r Record>, is_new: bool) -> Self {
        let (runs, solved) = records.fold((0, 0), |(runs, solved), record| {
            (runs + 1, solved + usize::from(record.solved()))
        });
        Self { runs, solved, is_new }
    }
}

/// Points at work.
pub struct Bench<'a> {
    given: Given<'a>,
    ledger: &'a mut Ledger,
    watch: Watch<'a>,
    /// The arm of each point, by its key.
    arms: HashMap<Vec<u64>, usize>,
    /// The puzzles of each repeat in the order of its blocks, for those that were asked for.
    orders: Vec<Vec<usize>>,
    /// Arms and blocks that were asked for.
    asked: Vec<(usize, usize)>,
}

impl<'a> Bench<'a> {
    /// A bench without points; the arms of the plan that is given are not looked at.
    pub fn new(mut given: Given<'a>, ledger: &'a mut Ledger, watch: Watch<'a>) -> Self {
        given.plan.arms.clear();
        given.plan.keys = given.space.keys();
        let (arms, orders, asked) = (HashMap::new(), Vec::new(), Vec::new());
        Self { given, ledger, watch, arms, orders, asked }
    }

    /// The method with the settings of a point.
    pub fn method(&self, point: &Point) -> Result<Method, MethodError> {
        self.given.method.clone().with_settings(&self.given.space.settings(point), "--vary")
    }

    /// The plan with an arm for each point, and the numbers of all runs that were asked for.
    pub fn finish(self) -> (Plan, Vec<usize>) {
        let mut numbers: Vec<usize> =
            self.asked.iter().map(|&(arm, block)| self.number(arm, block)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        (self.given.plan, numbers)
    }

    /// Makes the orders of all repeats up to that of a block.
    fn prepare(&mut self, block: usize) {
        let plan = &self.given.plan;
        let puzzles = plan.puzzles.len();
        for repeat in self.orders.len()..=block / puzzles {
            let mut order: Vec<usize> = (0..puzzles).collect();
            let seed = derived_seed(plan.seed, "tune blocks", repeat as u64);
            Rng::from_seed(seed).shuffle(&mut order);
            self.orders.push(order);
        }
    }

    /// Puzzle and repeat of a block that is prepared: every puzzle comes once before any comes
    /// again, in an order of its own each time.
    fn block(&self, block: usize) -> (usize, usize) {
        let puzzles = self.given.plan.puzzles.len();
        let repeat = block / puzzles;
        (self.orders[repeat][block % puzzles], repeat)
    }

    fn number(&self, arm: usize, block: usize) -> usize {
        let (puzzle, repeat) = self.block(block);
        let plan = &self.given.plan;
        (puzzle * plan.arms.len() + arm) * plan.repeats as usize + repeat
    }

    /// The arm of a point, made when it is new.
    fn arm(&mut self, point: &Point) -> Result<usize, MethodError> {
        let (key, arm) = (point.key(), self.arms.len());
        if let Some(&known) = self.arms.get(&key) {
            return Ok(known);
        }
        let method = self.method(point)?;
        let values = self.given.space.texts(point).into_iter().map(Some).collect();
        let budget = method.budget_or(self.given.budget);
        self.given.plan.arms.push(Arm { solver: method.solver(), method, values, budget });
        self.arms.insert(key, arm);
        Ok(arm)
    }

    fn sample(&self, record: &Record, block: usize) -> Sample {
        let (puzzle, _) = self.block(block);
        Sample { score: self.given.scoring.score(record, puzzle), is_solved: record.solved() }
    }

    fn run(&self, arm: usize, block: usize) -> Run<'_> {
        self.given.plan.run(self.number(arm, block))
    }
}

impl Measure for Bench<'_> {
    fn measure(&mut self, asked: &[(&Point, usize)]) -> Result<Vec<Sample>, Halt> {
        let mut pairs = Vec::new();
        for &(point, block) in asked {
            // What a point was allowed for cannot be refused now.
            let arm = self.arm(point).map_err(|_| Halt::Stopped)?;
            self.prepare(block);
            pairs.push((arm, block));
        }
        let numbers: Vec<usize> =
            pairs.iter().map(|&(arm, block)| self.number(arm, block)).collect();
        let known =
            numbers.iter().filter_map(|&number| self.ledger.record(self.given.plan.run(number).id));
        let known = News::of(known, false);
        if known.runs > 0 && (self.watch)(known).is_break() {
            return Err(Halt::Stopped);
        }
        let watch = &mut self.watch;
        let flow = self.ledger.perform(&self.given.plan, &numbers, |finished| {
            watch(News::of(finished.iter().map(|finished| &finished.record), true))
        })?;
        self.asked.extend(&pairs);
        if flow.is_break() {
            return Err(Halt::Stopped);
        }
        let sample = |&(arm, block): &(usize, usize)| {
            let record = self.ledger.record(self.run(arm, block).id).ok_or(Halt::Stopped)?;
            Ok(self.sample(record, block))
        };
        pairs.iter().map(sample).collect()
    }

    fn go_on(&mut self) -> Result<(), Halt> {
        let nothing = News { runs: 0, solved: 0, is_new: false };
        if (self.watch)(nothing).is_break() { Err(Halt::Stopped) } else { Ok(()) }
    }

    fn allows(&self, point: &Point) -> bool {
        self.method(point).is_ok_and(|method| {
            let solver = method.solver();
            let puzzles = &self.given.plan.puzzles;
            puzzles.iter().all(|planned| solver.objection(planned.puzzle.layout()).is_none())
        })
    }
}
