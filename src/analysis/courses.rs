//! How fitness went: the mean of the populations' mean fitness by generation, and what was reached
//! at the end.
//!
//! Runs end when they solve. The mean over those that still run tells how these do, and rises when
//! good ones leave; with the last value of an ended run carried on it tells of all. Both are kept.
//! Fitness is that of a method's own rule: two methods with two rules do not compare.

use super::dataset::Dataset;
use crate::lab::Record;
use crate::solver::Point;
use crate::stats::tails::student_quantile;

/// Generations at which a course is told, at most.
const POINTS: usize = 120;

/// Beyond so many generations they are told in equal factors.
const FEW: u64 = 200;

/// Below so many runs there is no interval.
const FEWEST: usize = 3;

/// The courses on one puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Courses {
    /// The generations at which they are told.
    pub generations: Vec<u64>,
    /// A course for each method of the dataset; without counts where it kept no history.
    pub methods: Vec<Course>,
}

/// How fitness went with one method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    running: Vec<Sums>,
    carried: Vec<Sums>,
    /// Best fitness at the end of each run.
    pub best_at_end: Vec<f64>,
    /// Mean fitness at the end of each run.
    pub mean_at_end: Vec<f64>,
}

/// A mean with its 95 % interval, which of one or two runs has no width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The mean.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Numbers added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    count: usize,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    fn level(self) -> Option<Level> {
        let count = self.count as f64;
        let mean = Some(self.sum / count).filter(|_| self.count > 0)?;
        let variance = ((self.squares - count * mean * mean) / (count - 1.0)).max(0.0);
        let reach = match self.count {
            0..FEWEST => 0.0,
            _ => student_quantile(0.975, count - 1.0)? * (variance / count).sqrt(),
        };
        Some(Level { mean, low: mean - reach, high: mean + reach })
    }
}

impl Courses {
    /// Empty courses for a puzzle of a dataset.
    pub fn new(dataset: &Dataset, puzzle: usize) -> Self {
        let methods = 0..dataset.methods().len();
        let runs = methods.clone().flat_map(|method| dataset.runs(puzzle, method));
        let last = runs.filter_map(|run| run.generations).max().unwrap_or(0);
        let generations = told_generations(last);
        let course = |_| Course {
            running: vec![Sums::default(); generations.len()],
            carried: vec![Sums::default(); generations.len()],
            ..Course::default()
        };
        Self { methods: methods.map(course).collect(), generations }
    }

    /// Takes in a run of a method.
    pub fn add(&mut self, method: usize, record: &Record) {
        let course = &mut self.methods[method];
        course.best_at_end.extend(record.fitness);
        course.mean_at_end.extend(record.mean_fitness);
        let points = record.history.as_deref().unwrap_or_default();
        let end = record.generations.unwrap_or(0);
        let mut next = 0;
        for (place, &generation) in self.generations.iter().enumerate() {
            while next < points.len() && points[next].generation <= generation {
                next += 1;
            }
            let Some(last) = next.checked_sub(1) else { continue };
            let mean = between(&points[last], points.get(next), generation);
            course.carried[place].add(mean);
            if generation <= end {
                course.running[place].add(mean);
            }
        }
    }

    /// Whether any run kept a history.
    pub fn have_histories(&self) -> bool {
        self.methods.iter().any(Course::has_history)
    }
}

impl Course {
    /// Whether any run kept a history.
    pub fn has_history(&self) -> bool {
        self.carried.iter().any(|sums| sums.count > 0)
    }

    /// Over the runs that have not ended yet, at each generation told.
    pub fn running(&self) -> Vec<Option<Level>> {
        self.running.iter().map(|sums| sums.level()).collect()
    }

    /// Over all runs, the last value of an ended one carried on.
    pub fn carried(&self) -> Vec<Option<Level>> {
        self.carried.iter().map(|sums| sums.level()).collect()
    }

    /// How many runs have not ended, at the place of a generation told.
    pub fn still_running(&self, place: usize) -> usize {
        self.running[place].count
    }
}

/// Mean fitness at a generation from the points of a history around it, of which not every one is
/// kept.
fn between(last: &Point, next: Option<&Point>, generation: u64) -> f64 {
    let Some(next) = next else { return last.mean };
    let way = (generation - last.generation) as f64 / (next.generation - last.generation) as f64;
    last.mean + way * (next.mean - last.mean)
}

/// The generations at which courses are told, up to the last one.
fn told_generations(last: u64) -> Vec<u64> {
    let steps = (POINTS - 1) as f64;
    let mut generations: Vec<u64> = match last {
        0..FEW => (0..=last).collect(),
        _ => {
            let growth = libm::log(last as f64) / steps;
            (0..POINTS).map(|step| libm::exp(growth * step as f64).round() as u64).collect()
        }
    };
    generations.dedup();
    generations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Observation, PuzzleFacts};
    use crate::lab::samples::{arm, generations, plan, solved};

    #[test]
    fn ended_runs_leave_one_mean_and_stay_in_the_other() {
        let plan = plan(&["9x9/easy-1"], &[], vec![arm("baseline", &[], generations(100))], 2);
        let mut dataset = Dataset::default();
        let puzzle = dataset.puzzle(&PuzzleFacts::of(&plan.puzzles[0].puzzle));
        let method = dataset.method("baseline");
        let mut records = Vec::new();
        for (number, end, level) in [(0, 2, 10.0), (1, 4, 20.0)] {
            let run = plan.run(number);
            let mut record = solved(&run, end, 0.0);
            let point = |generation| {
                let mean = level - generation as f64;
                Point { generation, best: 0.0, mean, median: mean }
            };
            record.history = Some((0..=end).map(point).collect());
            record.mean_fitness = Some(level - end as f64);
            dataset.add(puzzle, method, Observation::new(&run, &record));
            records.push(record);
        }
        let mut courses = Courses::new(&dataset, puzzle);
        assert!(!courses.have_histories());
        records.iter().for_each(|record| courses.add(method, record));
        assert_eq!(courses.generations, [0, 1, 2, 3, 4]);
        let course = &courses.methods[method];
        let means = |levels: Vec<Option<Level>>| {
            levels.into_iter().map(|level| level.map(|level| level.mean)).collect::<Vec<_>>()
        };
        let told = |numbers: [f64; 5]| numbers.map(Some).to_vec();
        assert_eq!(means(course.running()), told([15.0, 14.0, 13.0, 17.0, 16.0]));
        assert_eq!(means(course.carried()), told([15.0, 14.0, 13.0, 12.5, 12.0]));
        assert_eq!([2, 3].map(|place| course.still_running(place)), [2, 1]);
        assert_eq!(course.mean_at_end, [8.0, 16.0]);
    }

    #[test]
    fn generations_grow_by_factors_where_there_are_many() {
        let told = told_generations(10_000);
        assert!(told.len() <= POINTS && told[0] == 1 && told[told.len() - 1] == 10_000);
        assert!(told.is_sorted_by(|one, next| one < next));
        assert_eq!(told_generations(0), [0]);
        assert_eq!(told_generations(199).len(), 200);
    }
}
