//! Whether the engine and its naive reference are the same algorithm, as far as statistics can tell.

use crate::naive::{Algorithm, Family, Gerges};
use crate::{Row, solve, solver};

const SEEDS: u64 = 30;

/// Members made by each engine on a seed, about.
const MEMBERS: u64 = 15_000;

/// Stale generations before a purge, where there is one: few, so that there are many purges.
const PATIENCE: u64 = 10;

/// Standard errors of a difference that two equal algorithms stay within.
const TOLERANCE: f64 = 4.0;

/// Generations after which the pressure of selection shows best: later all members are alike.
const EARLY: u64 = 3;

/// What is compared.
const FIGURES: [&str; 3] = ["best fitness", "mean fitness", "evaluations"];

/// Compares both engines on every row, and ends the program where they differ.
pub fn check(rows: &[Row]) {
    println!("Ours / naive over {SEEDS} seeds (standard errors apart)\n");
    println!("| puzzle/method | generations | {} |", FIGURES.join(" | "));
    println!("|---|--:|---|---|---|");
    for row in rows {
        let late = (MEMBERS / row.algorithm.population() as u64).clamp(20, 100);
        for generations in [EARLY, late] {
            compare(row, generations);
        }
    }
}

fn compare(row: &Row, generations: u64) {
    let (algorithm, sets) = impatient(row.algorithm);
    let solver = solver(row.method, &sets);
    let ours = sample(|seed| {
        let outcome = solve(solver.as_ref(), &row.puzzle, seed, generations);
        assert_eq!(outcome.trace.prepared, Some(0), "the reference prepares nothing");
        let evaluations = outcome.effort.evaluations.map(|count| count as f64);
        [outcome.trace.fitness, outcome.trace.mean_fitness, evaluations]
            .map(|figure| figure.expect("a population has it"))
    });
    let naive = sample(|seed| {
        let report = algorithm.run(&row.puzzle, seed, generations);
        [report.best, report.mean, report.evaluations as f64]
    });
    let apart: [f64; 3] = std::array::from_fn(|figure| ours[figure].apart(naive[figure]));
    let title = row.title();
    let texts: [String; 3] = std::array::from_fn(|figure| {
        format!("{} / {} ({:.1})", ours[figure], naive[figure], apart[figure])
    });
    println!("| {title} | {generations} | {} |", texts.join(" | "));
    for (figure, apart) in FIGURES.into_iter().zip(apart) {
        assert!(
            apart <= TOLERANCE,
            "{title}: {figure} differs by {apart:.1} standard errors: not the same algorithm"
        );
    }
}

/// The same algorithm with little patience, and the settings that make ours so.
fn impatient(algorithm: Algorithm) -> (Algorithm, Vec<String>) {
    let sets = || vec![format!("stagnation.purge.patience={PATIENCE}")];
    match algorithm {
        Algorithm::Family(Family { patience: Some(_), .. }) => {
            (Algorithm::Family(Family { patience: Some(PATIENCE), ..Family::default() }), sets())
        }
        Algorithm::Gerges(_) => (Algorithm::Gerges(Gerges { patience: PATIENCE }), sets()),
        other => (other, Vec::new()),
    }
}

/// A mean and its standard error.
#[derive(Clone, Copy)]
struct Estimate {
    mean: f64,
    error: f64,
}

impl Estimate {
    fn of(values: &[f64]) -> Self {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Self { mean, error: (squares / (count - 1.0) / count).sqrt() }
    }

    /// The difference in standard errors; none where both are the same.
    fn apart(self, other: Self) -> f64 {
        let difference = (self.mean - other.mean).abs();
        if difference == 0.0 { 0.0 } else { difference / self.error.hypot(other.error) }
    }
}

impl std::fmt::Display for Estimate {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:.4} ± {:.4}", self.mean, self.error)
    }
}

/// The estimates of what a run on each seed gives.
fn sample<const N: usize>(run: impl Fn(u64) -> [f64; N]) -> [Estimate; N] {
    let runs: Vec<[f64; N]> = (1..=SEEDS).map(run).collect();
    std::array::from_fn(|figure| {
        Estimate::of(&runs.iter().map(|run| run[figure]).collect::<Vec<_>>())
    })
}
