//! A study as it is written down: what it asks, what it says, and the figures that it prints.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::lab::Primary;

/// A study.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Study {
    /// The name by which the command line knows it; that of its file.
    #[serde(skip)]
    pub key: &'static str,
    /// Its title.
    pub title: String,
    /// Its authors, and where it comes from.
    pub authors: String,
    /// What must be known of it.
    pub about: String,
    /// Its experiments by the names of their plans.
    pub plans: BTreeMap<String, Experiment>,
    /// What it asks.
    pub questions: Vec<Question>,
}

/// How an experiment is scaled; its plan is made for the default.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// For a first look.
    pub quick: Size,
    /// For all that a study could want.
    pub full: Size,
    /// How it is run on the study's own puzzles, where it can be.
    pub originals: Option<Originals>,
}

/// How many runs; what is absent stays as the plan has it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Runs of each method on each puzzle.
    pub repeats: Option<u64>,
    /// Puzzles of each recipe.
    pub count: Option<u64>,
}

/// The puzzles that a study used, which are not ours to ship.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Originals {
    /// The names of their files, without the ending `.txt`.
    pub files: Vec<String>,
    /// Runs of each method on each of them.
    pub repeats: u64,
    /// The same for a first look.
    pub quick: u64,
}

/// One question.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Question {
    /// A short name, unique in its study.
    pub id: String,
    /// The question.
    pub asks: String,
    /// What the study says to it, in our words.
    pub says: String,
    /// The plan that answers it.
    pub plan: String,
    /// What is shown of its results.
    pub view: View,
    /// The pictures that show it, by name.
    pub pictures: Vec<String>,
    /// What effort is held against, in the view of curves.
    #[serde(default)]
    pub axis: Axis,
    /// A smaller cap that the study prints, which is read off the same runs.
    pub cap: Option<u64>,
    /// What is tested.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// The printed counts.
    pub published: Option<Published>,
    /// The printed fits.
    #[serde(default)]
    pub fits: Vec<PrintedFit>,
}

/// What is shown of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// Methods against each other.
    Comparison,
    /// Solved runs and effort by class of puzzles.
    Levels,
    /// The same as CPU time.
    Times,
    /// Published counts beside ours.
    Published,
    /// A grid of settings.
    Sweep,
    /// Effort against givens or empty cells.
    Curve,
    /// How failed runs end.
    Failures,
    /// Fitness at the end of runs.
    Endings,
    /// Time by side of the board.
    Sizes,
    /// Boards that take long, one by one.
    Long,
    /// Guesses of uniqueness against proofs.
    Unique,
    /// Difficulty by several views.
    Rating,
}

/// What effort is held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axis {
    /// Givens.
    #[default]
    Givens,
    /// Empty cells.
    Empty,
}

/// Something that can be held to results.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Claim {
    /// What is claimed.
    pub says: String,
    /// The plan whose results decide; absent: that of the question.
    pub plan: Option<String>,
    /// How it is decided.
    #[serde(flatten)]
    pub test: Test,
}

/// How a claim is decided.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// A method against another one.
    Difference(Difference),
    /// The share of runs that a method solves lies in a range.
    Share(ShareRange),
    /// A cell of a grid may be the best.
    BestCell(BestCell),
    /// An exponential describes mean efforts better than a power law.
    Exponential(ExponentialIn),
    /// The time of a method by that of another one falls with the side of the board.
    FallingRatio(Versus),
    /// There are boards that a method solves and another one does not.
    Beats(Versus),
    /// Puzzles that are called unique by equal answers are so.
    UniqueRule(AtLeast),
    /// One view of difficulty follows another.
    Rank(Rank),
}

/// A method against another one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The method.
    pub method: String,
    /// The one that it is compared with.
    pub against: String,
    /// The classes of puzzles, by the beginning of their names; all when absent.
    #[serde(default)]
    pub class: String,
    /// What the claim expects.
    pub expects: Expectation,
    /// The question that decides.
    pub by: Primary,
}

/// What a claim expects of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expectation {
    /// That it is better.
    Better,
    /// That it is worse.
    Worse,
    /// That there is no difference.
    None,
}

/// A range of solved shares.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareRange {
    /// The method.
    pub method: String,
    /// The classes of puzzles, by the beginning of their names.
    pub class: String,
    /// The smallest share that agrees.
    pub low: f64,
    /// The largest one.
    pub high: f64,
}

/// A cell of a grid.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestCell {
    /// The method.
    pub method: String,
    /// The value down and the value across.
    pub at: [String; 2],
}

/// A method's effort against givens or empty cells.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExponentialIn {
    /// The method.
    pub method: String,
    /// What its effort is held against.
    #[serde(default)]
    pub axis: Axis,
}

/// Two methods.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Versus {
    /// The method.
    pub method: String,
    /// The other one.
    pub against: String,
}

/// A smallest share.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AtLeast {
    /// The share.
    pub at_least: f64,
}

/// Two views of difficulty.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// The one.
    pub one: RankedView,
    /// The other.
    pub other: RankedView,
    /// Whether the one falls where the other rises.
    #[serde(default)]
    pub falling: bool,
}

/// A view of difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RankedView {
    /// Givens.
    Givens,
    /// The logic that is needed.
    Logic,
    /// Nodes of the exact search.
    Nodes,
    /// Generations of the algorithm.
    Generations,
}

/// Printed counts of solved runs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Where they stand.
    pub source: String,
    /// Runs of each cell.
    pub runs: u64,
    /// The cells.
    pub cells: Vec<PublishedCell>,
    /// What must be known of them.
    #[serde(default)]
    pub note: String,
}

/// One printed count.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedCell {
    /// The puzzle as the study calls it.
    pub puzzle: String,
    /// The name of its file among the originals.
    pub file: String,
    /// The class of puzzles that stand in for it.
    pub class: String,
    /// The method as the authors' program has it.
    pub coded: String,
    /// The method as it is described.
    pub described: String,
    /// Values of the swept settings, down and across; empty where nothing is swept.
    #[serde(default)]
    pub at: Vec<String>,
    /// Runs that solved.
    pub solved: u64,
    /// The mean generations of these.
    pub generations: Option<f64>,
}

/// A printed fit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedFit {
    /// Where it stands.
    pub source: String,
    /// The method.
    pub method: String,
    /// R2.
    pub squared: f64,
}
