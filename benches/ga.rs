//! How fast the genetic algorithm is: individuals a second of CPU time, beside a naive reference.
//!
//! `cargo bench --bench ga -- WORD` measures the rows whose names hold the word. Before a row is
//! timed, both engines run on the same seeds, and what they reach must agree: a faster engine that
//! is another algorithm would prove nothing.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod agreement;
mod naive;
mod timing;

use std::sync::Arc;

use naive::{Algorithm, Family, Gerges};
use sudoga::board::{Layout, Puzzle, collection};
use sudoga::exact::generate::{Givens, Logic, Recipe, Solutions, Symmetry, generate};
use sudoga::method::Method;
use sudoga::rng::Rng;
use sudoga::solver::{Budget, Outcome, Solver, Unobserved, run};
use timing::fastest;

const PASSES: usize = 6;

/// Runs of the reference in a pass, and ours on as many generations.
const NAIVE_RUNS: u64 = 2;
const RUNS_BESIDE: u64 = 20;

/// How much faster than the reference `baseline` and `local-search` have to be at least.
const LEAST_RATIO: f64 = 20.0;

/// A method on a puzzle.
pub struct Row {
    name: &'static str,
    method: &'static str,
    puzzle: Puzzle,
    algorithm: Algorithm,
    /// What counts as an individual.
    individual: Individual,
    /// What our engine does in a pass to have its rate: runs as long as people make them.
    whole: Stretch,
    /// Generations of the shorter runs in which it is held beside the reference: what a generation
    /// costs may depend on how far the search has come.
    beside: u64,
    /// Millions of individuals a second: at least, and hoped for.
    target: Option<(u32, Option<u32>)>,
}

/// Runs of so many generations, on the seeds from 1 on.
#[derive(Clone, Copy)]
struct Stretch {
    generations: u64,
    runs: u64,
}

#[derive(Clone, Copy)]
enum Individual {
    /// A member of a population.
    Member,
    /// Whatever is evaluated: this method makes more than it keeps.
    Evaluation,
}

/// What one engine did in a pass.
#[derive(Clone, Copy, Default)]
struct Work {
    individuals: u64,
    evaluations: u64,
    generations: u64,
}

impl Row {
    fn title(&self) -> String {
        format!("{}/{}", self.name, self.method)
    }

    /// Counts a run.
    fn count(&self, work: &mut Work, generations: u64, evaluations: u64) {
        work.generations += generations;
        work.evaluations += evaluations;
        work.individuals += match self.individual {
            Individual::Member => self.algorithm.population() as u64 * (generations + 1),
            Individual::Evaluation => evaluations,
        };
    }

    /// The work of our engine on a stretch.
    fn ours(&self, solver: &dyn Solver, stretch: Stretch) -> Work {
        let mut work = Work::default();
        for seed in 1..=stretch.runs {
            let effort = solve(solver, &self.puzzle, seed, stretch.generations).effort;
            let generations = effort.generations.expect("a population counts generations");
            let evaluations = effort.evaluations.expect("a population counts evaluations");
            self.count(&mut work, generations, evaluations);
        }
        work
    }

    /// The work of the reference.
    fn naive(&self) -> Work {
        let mut work = Work::default();
        for seed in 1..=NAIVE_RUNS {
            let report = self.algorithm.run(&self.puzzle, seed, self.beside);
            assert!(!report.is_solved, "{} is solved too soon to be timed", self.title());
            self.count(&mut work, self.beside, report.evaluations);
        }
        work
    }
}

/// Our engine on a seed.
pub fn solve(solver: &dyn Solver, puzzle: &Puzzle, seed: u64, generations: u64) -> Outcome {
    let budget = Budget { generations: Some(generations), ..Budget::default() };
    run(solver, puzzle, seed, budget, &mut Unobserved)
}

fn embedded(address: &str) -> Puzzle {
    collection::find(address).expect("comes with the program").remove(0)
}

/// Three grids in a staircase, an overlay such as a user writes down.
fn staircase() -> Puzzle {
    let layout = Layout::new("staircase", 3, &[(0, 0), (2, 2), (4, 4)]).expect("a layout");
    let recipe = Recipe {
        shared: None,
        layout: Arc::new(layout),
        givens: Givens::Minimal,
        solutions: Solutions::One,
        symmetry: Symmetry::None,
        logic: Logic::Any,
        attempts: 10,
        nodes: 1_000_000,
    };
    generate(&recipe, &mut Rng::from_seed(1), &mut Unobserved).expect("a puzzle").puzzle
}

/// A row of the family of study 000.
fn family(
    name: &'static str,
    method: &'static str,
    puzzle: &Puzzle,
    beside: u64,
    [generations, runs]: [u64; 2],
) -> Row {
    let family = match method {
        "local-search" => Family { searches_locally: true, ..Family::default() },
        "elite-learning" => Family { learns: true, ..Family::default() },
        "purge" => Family { patience: Some(200), ..Family::default() },
        _ => Family::default(),
    };
    Row {
        name,
        method,
        puzzle: puzzle.clone(),
        algorithm: Algorithm::Family(family),
        individual: Individual::Member,
        whole: Stretch { generations, runs },
        beside,
        target: None,
    }
}

fn rows() -> Vec<Row> {
    let twodoku = embedded("twodoku-minimal/minimal-1");
    let nugget = embedded("9x9/golden-nugget");
    vec![
        Row {
            target: Some((30, Some(36))),
            ..family("twodoku", "baseline", &twodoku, 500, [10_000, 6])
        },
        Row {
            target: Some((7, Some(12))),
            ..family("twodoku", "local-search", &twodoku, 100, [10_000, 1])
        },
        Row {
            target: Some((12, Some(20))),
            ..family("twodoku", "elite-learning", &twodoku, 500, [10_000, 2])
        },
        family("twodoku", "purge", &twodoku, 500, [10_000, 6]),
        family("staircase", "baseline", &staircase(), 500, [10_000, 3]),
        family("samurai", "baseline", &embedded("samurai/minimal-1"), 500, [10_000, 2]),
        family("9x9", "baseline", &nugget, 800, [10_000, 10]),
        Row {
            algorithm: Algorithm::Gerges(Gerges { patience: 200 }),
            individual: Individual::Evaluation,
            target: Some((25, Some(35))),
            ..family("9x9", "gerges-purge", &nugget, 100, [2_000, 3])
        },
        Row {
            algorithm: Algorithm::Rows,
            target: Some((12, Some(18))),
            ..family("9x9", "row-restart-as-coded", &nugget, 10, [200, 1])
        },
        Row {
            target: Some((20, None)),
            ..family("16x16", "baseline", &embedded("16x16/hard-1"), 500, [10_000, 5])
        },
        Row {
            target: Some((8, None)),
            ..family("25x25", "baseline", &embedded("25x25/hard-1"), 500, [10_000, 2])
        },
    ]
}

/// The figures of a timed row.
struct Figures {
    title: String,
    work: Work,
    seconds: f64,
    /// Individuals a second over those of the reference.
    ratio: f64,
}

impl Figures {
    fn new(row: &Row, [whole, beside, naive]: [Work; 3], seconds: &[f64]) -> Self {
        let rate = |work: Work, seconds: f64| work.individuals as f64 / seconds;
        let ratio = rate(beside, seconds[1]) / rate(naive, seconds[2]);
        Self { title: row.title(), work: whole, seconds: seconds[0], ratio }
    }

    fn millions(&self, number: u64) -> f64 {
        number as f64 / self.seconds / 1e6
    }

    fn line(&self) -> String {
        let Work { individuals, evaluations, generations } = self.work;
        format!(
            "| {} | {:.1} | {:.2} | {:.1} | {:.2} | {:.0} |",
            self.title,
            self.ratio,
            self.millions(individuals),
            self.seconds * 1e9 / individuals as f64,
            self.millions(evaluations),
            generations as f64 / self.seconds,
        )
    }
}

/// Times all rows, which take turns, so that a disturbance of the machine does not fall on one.
fn measure(rows: &[Row]) -> Vec<Figures> {
    let solvers: Vec<Box<dyn Solver>> = rows.iter().map(|row| solver(row.method, &[])).collect();
    let mut works = vec![[Work::default(); 3]; rows.len()];
    let mut tasks: Vec<Box<dyn FnMut() + '_>> = Vec::new();
    for ((row, solver), [whole, beside, naive]) in rows.iter().zip(&solvers).zip(&mut works) {
        let short = Stretch { generations: row.beside, runs: RUNS_BESIDE };
        tasks.push(Box::new(|| *whole = row.ours(solver.as_ref(), row.whole)));
        tasks.push(Box::new(move || *beside = row.ours(solver.as_ref(), short)));
        tasks.push(Box::new(|| *naive = row.naive()));
    }
    let seconds = fastest(PASSES, &mut tasks);
    drop(tasks);
    let timed = rows.iter().zip(works).zip(seconds.chunks(3));
    timed.map(|((row, works), seconds)| Figures::new(row, works, seconds)).collect()
}

/// A preset with some settings changed.
pub fn solver(method: &str, sets: &[String]) -> Box<dyn Solver> {
    Method::resolve(method, sets).expect("a preset").solver()
}

/// Says what a row is to reach, and whether it does.
fn judge(row: &Row, figures: &Figures) {
    let title = row.title();
    let word = |is_reached: bool| if is_reached { "reached" } else { "missed" };
    if let Some((least, goal)) = row.target {
        let rate = figures.millions(figures.work.individuals);
        print!("{title}: at least {least} M a second: {}", word(rate >= f64::from(least)));
        if let Some(goal) = goal {
            print!("; goal {goal} M: {}", word(rate >= f64::from(goal)));
        }
        println!();
    }
    if matches!(row.method, "baseline" | "local-search") {
        let verdict = word(figures.ratio >= LEAST_RATIO);
        println!("{title}: at least {LEAST_RATIO} times the naive reference: {verdict}");
    }
}

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_asked = |row: &Row| words.iter().all(|word| row.title().contains(word.as_str()));
    let rows: Vec<Row> = rows().into_iter().filter(is_asked).collect();
    agreement::check(&rows);
    let figures = measure(&rows);
    println!(
        "\n| puzzle/method | times naive | M individuals a second | ns each | M evaluations a second | generations a second |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    for figures in &figures {
        println!("{}", figures.line());
    }
    println!();
    for (row, figures) in rows.iter().zip(&figures) {
        judge(row, figures);
    }
}
