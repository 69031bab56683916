//! How hard puzzles are by several views beside each other, and whether the views agree.
//!
//! That harder puzzles take a genetic algorithm more generations is the rating of study 004. Here it
//! stands beside the givens, the logic that a puzzle needs and the nodes of the exact search; whether
//! one follows another is asked by rank correlations, within a layout since units differ between them.

use super::dataset::{Dataset, PuzzleFacts};
use super::figures::{Figures, common_cap};
use super::uniqueness::{Guessed, UniquenessTally};
use super::unit::EffortUnit;
use crate::board::Puzzle;
use crate::exact::Difficulty;
use crate::stats::{Interval, RankCorrelation, RankMeasure, Undefined};

/// So many resamples of the puzzles make an interval.
pub const RESAMPLES: usize = 1000;

/// The seed of these resamples, so that the same ratings always have the same intervals.
pub const CORRELATION_SEED: u64 = 1;

/// A way to see how hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// The number of givens; the more, the easier.
    Givens,
    /// The number of the logic level that the puzzle needs.
    Logic,
    /// Nodes of the exact search.
    Nodes,
    /// The restricted mean effort of the method.
    Effort,
}

impl View {
    /// All views, as tables have them.
    pub const ALL: [Self; 4] = [Self::Givens, Self::Logic, Self::Nodes, Self::Effort];

    /// The word for it in tables and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Givens => "givens",
            Self::Logic => "logic",
            Self::Nodes => "nodes",
            Self::Effort => "effort",
        }
    }

    /// What it says of a puzzle, where it says anything.
    pub fn of(self, rating: &PuzzleRating) -> Option<f64> {
        match self {
            Self::Givens => rating.facts.givens.map(f64::from),
            Self::Logic => rating.difficulty.logic.map(|level| f64::from(level.number())),
            Self::Nodes => rating.difficulty.nodes.map(|nodes| nodes as f64),
            Self::Effort => rating.figures.as_ref()?.restricted_mean,
        }
    }
}

/// A puzzle by all views.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleRating {
    /// What it is called, its layout and givens.
    pub facts: PuzzleFacts,
    /// Its solutions, the logic it needs and the nodes of the exact search.
    pub difficulty: Difficulty,
    /// The runs of the method, where there are any.
    pub figures: Option<Figures>,
}

/// Puzzles by all views.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The method whose effort is a view.
    pub method: String,
    /// The unit of the effort.
    pub unit: EffortUnit,
    /// Up to where all runs of all puzzles were watched.
    pub cap: Option<f64>,
    /// The puzzles, in their order.
    pub puzzles: Vec<PuzzleRating>,
}

/// A rank correlation with its interval over puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// The correlation, or why there is none.
    pub found: Result<RankCorrelation, Undefined>,
    /// The 95 % interval from seeded resamples of the puzzles; `None` without a correlation, where more
    /// than one in twenty resamples has none, and where all have the same.
    pub resampled: Option<Interval>,
}

/// Whether two views agree on the puzzles of a layout.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewCorrelation {
    /// Name of the layout.
    pub layout: String,
    /// The one view.
    pub first: View,
    /// The other view.
    pub second: View,
    /// Puzzles of which both views say something.
    pub puzzles: usize,
    /// By the correlation of ranks.
    pub spearman: Agreement,
    /// By the order of pairs, tau-b.
    pub kendall: Agreement,
}

/// The puzzles by all views; `method` is one of the dataset, whose runs are cut at the cap that all
/// of them have. Puzzles are known in the dataset by name and layout.
pub fn rate(
    puzzles: &[(&Puzzle, Difficulty)],
    dataset: &Dataset,
    method: &str,
    unit: EffortUnit,
) -> Ratings {
    let column = dataset.methods().iter().position(|known| known == method);
    let runs = |puzzle: &Puzzle| {
        let is_it = |facts: &PuzzleFacts| {
            facts.name == puzzle.name() && facts.layout == puzzle.layout().name()
        };
        let row = dataset.puzzles().iter().position(is_it);
        row.zip(column).map_or(&[][..], |(row, column)| dataset.runs(row, column))
    };
    let samples = puzzles.iter().map(|&(puzzle, _)| runs(puzzle));
    let cap = common_cap(samples.filter(|runs| !runs.is_empty()), unit);
    let rating = |&(puzzle, difficulty): &(&Puzzle, Difficulty)| {
        let runs = Some(runs(puzzle)).filter(|runs| !runs.is_empty());
        PuzzleRating {
            facts: PuzzleFacts::of(puzzle),
            difficulty,
            figures: runs.map(|runs| Figures::up_to(runs, unit, cap)),
        }
    };
    Ratings {
        method: method.to_owned(),
        unit,
        cap: cap.map(|cap| cap.value),
        puzzles: puzzles.iter().map(rating).collect(),
    }
}

impl Ratings {
    /// The layouts, in the order in which they come.
    pub fn layouts(&self) -> Vec<&str> {
        let mut layouts: Vec<&str> = Vec::new();
        for puzzle in &self.puzzles {
            if !layouts.contains(&puzzle.facts.layout.as_str()) {
                layouts.push(&puzzle.facts.layout);
            }
        }
        layouts
    }

    /// What two views say of the puzzles of a layout, where both say something.
    pub fn pairs(&self, layout: &str, first: View, second: View) -> Vec<(f64, f64)> {
        let puzzles = self.puzzles.iter().filter(|puzzle| puzzle.facts.layout == layout);
        puzzles.filter_map(|puzzle| first.of(puzzle).zip(second.of(puzzle))).collect()
    }

    /// The rank correlations of every two views, layout by layout.
    pub fn correlations(&self) -> Vec<ViewCorrelation> {
        let mut found = Vec::new();
        for layout in self.layouts() {
            for (place, &first) in View::ALL.iter().enumerate() {
                for &second in &View::ALL[place + 1..] {
                    found.push(self.correlation(layout, first, second));
                }
            }
        }
        found
    }

    /// What was proved of the puzzles by what was guessed of them, a guess for each.
    pub fn tally(&self, guesses: &[Guessed]) -> UniquenessTally {
        let proofs = self.puzzles.iter().map(|puzzle| puzzle.difficulty.solutions);
        UniquenessTally::of(guesses.iter().map(|guessed| guessed.guess).zip(proofs))
    }

    fn correlation(&self, layout: &str, first: View, second: View) -> ViewCorrelation {
        let pairs = self.pairs(layout, first, second);
        ViewCorrelation {
            layout: layout.to_owned(),
            first,
            second,
            puzzles: pairs.len(),
            spearman: Agreement::of(RankMeasure::Spearman, &pairs),
            kendall: Agreement::of(RankMeasure::Kendall, &pairs),
        }
    }
}

impl Agreement {
    fn of(measure: RankMeasure, pairs: &[(f64, f64)]) -> Self {
        let found = measure.of(pairs);
        let resampled =
            found.ok().and_then(|_| measure.resampled(pairs, RESAMPLES, CORRELATION_SEED));
        Self { found, resampled }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Observation;
    use crate::board::collection;
    use crate::exact::Count;
    use crate::logic::LogicLevel;
    use crate::solver::Budget;

    fn puzzles() -> Vec<Puzzle> {
        let addresses = ["9x9/easy-1", "9x9/easy-2", "9x9/hard-1", "9x9/hard-2", "twodoku/easy-1"];
        addresses.map(|address| collection::find(address).expect("an address").remove(0)).into()
    }

    fn difficulty(nodes: u64, logic: LogicLevel) -> Difficulty {
        Difficulty { solutions: Count::One, nodes: Some(nodes), logic: Some(logic) }
    }

    /// Runs that solve after these generations, or not within 100.
    fn dataset(puzzles: &[Puzzle], efforts: &[&[Option<u64>]]) -> Dataset {
        let mut dataset = Dataset::default();
        for (puzzle, efforts) in puzzles.iter().zip(efforts) {
            let row = dataset.puzzle(&PuzzleFacts::of(puzzle));
            for &effort in *efforts {
                let column = dataset.method("ga");
                let observation = Observation {
                    is_solved: effort.is_some(),
                    generations: effort.or(Some(100)),
                    caps: Budget { generations: Some(100), ..Budget::default() },
                    ..Observation::default()
                };
                dataset.add(row, column, observation);
            }
        }
        dataset
    }

    fn ratings() -> Ratings {
        let puzzles = puzzles();
        let efforts: [&[Option<u64>]; 4] =
            [&[Some(2), Some(4)], &[Some(5), Some(7)], &[Some(50), None], &[None, None]];
        let dataset = dataset(&puzzles, &efforts);
        let facts = [
            difficulty(0, LogicLevel::NakedSingles),
            difficulty(0, LogicLevel::NakedSingles),
            difficulty(3, LogicLevel::Pairs),
            difficulty(9, LogicLevel::Guess),
            Difficulty { solutions: Count::Several, nodes: Some(1), logic: None },
        ];
        let rated: Vec<(&Puzzle, Difficulty)> = puzzles.iter().zip(facts).collect();
        rate(&rated, &dataset, "ga", EffortUnit::Generations)
    }

    #[test]
    fn every_view_says_what_is_known_and_nothing_else() {
        let ratings = ratings();
        assert_eq!((ratings.cap, ratings.layouts()), (Some(100.0), vec!["9x9", "twodoku"]));
        let told: Vec<[Option<f64>; 3]> = ratings
            .puzzles
            .iter()
            .map(|puzzle| [View::Logic, View::Nodes, View::Effort].map(|view| view.of(puzzle)))
            .collect();
        assert_eq!(
            told,
            [
                [Some(1.0), Some(0.0), Some(3.0)],
                [Some(1.0), Some(0.0), Some(6.0)],
                [Some(4.0), Some(3.0), Some(75.0)],
                [Some(6.0), Some(9.0), Some(100.0)],
                [None, Some(1.0), None],
            ]
        );
        let solved = ratings.puzzles[2].figures.as_ref().map(|figures| figures.solved);
        assert_eq!(solved.map(|solved| (solved.successes, solved.trials)), Some((1, 2)));
    }

    #[test]
    fn views_are_correlated_layout_by_layout() {
        let correlations = ratings().correlations();
        assert_eq!(correlations.len(), 2 * 6);
        let between = |layout: &str, first, second| {
            let is_it = |found: &&ViewCorrelation| {
                (found.layout.as_str(), found.first, found.second) == (layout, first, second)
            };
            correlations.iter().find(is_it).expect("every two views")
        };
        let same = between("9x9", View::Logic, View::Nodes);
        let found = same.spearman.found.expect("a correlation");
        assert_eq!((same.puzzles, found.coefficient), (4, 1.0));
        let effort = between("9x9", View::Nodes, View::Effort);
        let found = effort.kendall.found.expect("a correlation");
        // scipy.stats.kendalltau([0, 0, 3, 9], [3, 6, 75, 100])
        assert!((found.coefficient - 0.9128709291752769).abs() < 1e-12, "{found:?}");
        assert_eq!(effort.kendall.resampled, None, "four puzzles are too few to resample");
        let alone = between("twodoku", View::Givens, View::Effort);
        assert_eq!((alone.puzzles, alone.spearman.found), (0, Err(Undefined::TooFew)));
        assert_eq!(alone.spearman.resampled, None);
    }

    #[test]
    fn a_method_without_runs_leaves_the_other_views() {
        let puzzles = puzzles();
        let facts = difficulty(1, LogicLevel::Pairs);
        let rated: Vec<(&Puzzle, Difficulty)> = puzzles.iter().map(|one| (one, facts)).collect();
        let ratings = rate(&rated, &Dataset::default(), "ga", EffortUnit::Generations);
        assert!(ratings.cap.is_none() && ratings.puzzles.iter().all(|one| one.figures.is_none()));
        let constant = &ratings.correlations()[3];
        assert_eq!((constant.first, constant.second), (View::Logic, View::Nodes));
        assert_eq!(constant.spearman.found, Err(Undefined::Constant));
    }
}
