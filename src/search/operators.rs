//! The operators of the genetic algorithm, as data: what there is to choose from.
//!
//! Each is an enum tagged from outside with its parameters; an unknown key is refused. Faults of
//! the authors' programs are variants and values named `as-coded`.

use serde::{Deserialize, Serialize};

use super::rate;
use crate::rng::Rate;

/// Which groups of cells are genes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// Each box is a permutation.
    Boxes,
    /// Each row is a permutation; single grids only, since rows of overlays share cells.
    Rows,
    /// Each cell is any digit.
    Cells,
}

impl Encoding {
    /// The word for it in method files.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Boxes => "boxes",
            Self::Rows => "rows",
            Self::Cells => "cells",
        }
    }
}

/// How a fresh member is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fresh {
    /// The digits that a gene misses, in uniformly random order.
    Shuffled,
    /// Digit by digit as the listing of study 004 draws them.
    AsCoded,
}

/// Who becomes a parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// The best of some drawn at random.
    Tournament(Tournament),
    /// In linear proportion to the rank (Baker 1985).
    Rank(Rank),
    /// In proportion to fitness.
    Roulette,
    /// Anyone.
    Uniform,
}

/// The best of `size` members drawn at random, ties to the first drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tournament {
    /// Members in a tournament.
    pub size: usize,
    /// Whether one member may be drawn twice.
    pub replacement: bool,
}

impl Default for Tournament {
    fn default() -> Self {
        Self { size: 3, replacement: false }
    }
}

/// Linear ranking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rank {
    /// How often the best is drawn in as many draws as there are members, from 1 to 2.
    pub pressure: f64,
}

impl Default for Rank {
    fn default() -> Self {
        Self { pressure: 2.0 }
    }
}

/// Who mates, and who survives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Breeding {
    /// Two parents, two children, until the next generation is full.
    Pairs(Pairs),
    /// Two parents, one child.
    OneChild,
    /// Two parents, one child, and the better of the mutated copies of both (Gerges et al. 2018).
    ParentAndChild(ParentAndChild),
    /// Most parents from the best, some from anywhere (study 001, 80/20).
    Truncation(Truncation),
    /// Parents from a pool of the elite and of winners of the selection (listing of study 004).
    EliteAndPool,
    /// Members are selected, then each may exchange genes with a random one (Wang et al. 2023).
    Mate,
    /// The child for place i has both parents among the i best (Mantere and Koljonen 2007).
    Sorted,
}

/// Two parents, two children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pairs {
    /// Which of the two children live.
    pub keep: Keep,
}

/// Which of two children live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// Both.
    #[default]
    Both,
    /// The better one; both are evaluated.
    Better,
}

/// The breeding step of Gerges et al.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ParentAndChild {
    /// Mutation rate of the child; that of the copies is the mutation's own.
    pub child_mutation: Rate,
}

impl Default for ParentAndChild {
    fn default() -> Self {
        Self { child_mutation: rate(0.05) }
    }
}

/// The breeding step of study 001's first implementation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Truncation {
    /// The share of the population that counts as the best.
    pub best: Rate,
    /// The share of children whose parents are among them.
    pub share: Rate,
}

impl Default for Truncation {
    fn default() -> Self {
        Self { best: rate(0.2), share: rate(0.8) }
    }
}

/// With whom a parent mates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mate {
    /// With another selected member.
    Selected,
    /// With a random new member: the headless chicken, the control for claims about recombination
    /// (Jones 1995).
    RandomNew,
}

/// How two parents make a child.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// Children are copies.
    None,
    /// Child 1 takes each band, child 2 each stack, from the parent whose lines there are better
    /// (Sato and Inoue 2010).
    Bands(Bands),
    /// Each gene from either parent.
    Uniform(Uniform),
    /// The first genes of one parent, the rest of the other.
    OnePoint(OnePoint),
}

/// Crossover by bands and stacks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bands {
    /// Probability that a pair crosses.
    pub rate: Rate,
    /// Which columns are the score of a stack.
    pub stack_score: StackScore,
}

impl Default for Bands {
    fn default() -> Self {
        Self { rate: rate(0.1), stack_score: StackScore::OwnColumns }
    }
}

/// Which columns are the score of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StackScore {
    /// The columns that cross it.
    OwnColumns,
    /// Columns s, s + k, s + 2k for stack s, as the program of study 000 has it.
    AsCoded,
}

/// Each gene from either parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Uniform {
    /// Probability that a pair crosses.
    pub rate: Rate,
    /// Probability that a gene comes from the other parent.
    pub share: Rate,
}

impl Default for Uniform {
    fn default() -> Self {
        Self { rate: Rate::ONE, share: Rate::HALF }
    }
}

/// The first genes of one parent, the rest of the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OnePoint {
    /// Probability that a pair crosses.
    pub rate: Rate,
    /// Where the cut may lie.
    pub cut: Cut,
}

impl Default for OnePoint {
    fn default() -> Self {
        Self { rate: rate(0.8), cut: Cut::Inner }
    }
}

/// Where a cut may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// After 1 to n - 1 genes.
    Inner,
    /// After 0 to n - 1 genes, so that one child in n is a copy (listing of study 004).
    AsCoded,
}

/// How a child changes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    /// Not at all.
    None,
    /// In each gene, two free cells swap.
    Swap(Swap),
    /// In one gene, two free cells swap.
    OneSwap(OneSwap),
    /// Cells get a random digit.
    Redraw(Redraw),
}

/// In each gene, two free cells swap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Swap {
    /// Probability a gene.
    pub rate: Rate,
    /// Probability a gene that it is shuffled anew.
    pub reshuffle: Rate,
    /// Which swaps are made.
    pub filter: Filter,
    /// How often a digit may stand in a line after a swap.
    pub count_limit: CountLimit,
    /// Which mutants live.
    pub accept: Accept,
}

impl Default for Swap {
    fn default() -> Self {
        Self {
            rate: rate(0.1),
            reshuffle: Rate::ZERO,
            filter: Filter::Off,
            count_limit: CountLimit::Off,
            accept: Accept::Always,
        }
    }
}

/// In one random gene that has two free cells, two of them swap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct OneSwap {
    /// Probability a child.
    pub rate: Rate,
    /// The most swaps in one mutation; their number is drawn from 1 to this.
    pub swaps: u32,
    /// How gene and cells are drawn.
    pub places: Places,
    /// Which swaps are made.
    pub filter: Filter,
    /// How often a digit may stand in a line after a swap.
    pub count_limit: CountLimit,
    /// Which mutants live.
    pub accept: Accept,
}

impl Default for OneSwap {
    fn default() -> Self {
        Self {
            rate: rate(0.4),
            swaps: 1,
            places: Places::Free,
            filter: Filter::Off,
            count_limit: CountLimit::Off,
            accept: Accept::Always,
        }
    }
}

/// Which swaps are made: all of them by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SwapTest {
    pub filter: Filter,
    pub count_limit: CountLimit,
}

impl Swap {
    pub(super) fn test(self) -> SwapTest {
        SwapTest { filter: self.filter, count_limit: self.count_limit }
    }
}

impl OneSwap {
    pub(super) fn test(self) -> SwapTest {
        SwapTest { filter: self.filter, count_limit: self.count_limit }
    }
}

/// How gene and cells of a swap are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Places {
    /// Among genes with two free cells, and among their free cells.
    Free,
    /// Among all, wasted on a given or on equal cells (listing of study 004).
    AsCoded,
}

/// Which swaps are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Filter {
    /// All.
    #[default]
    Off,
    /// Those after which at least one of the digits clashes with no peer (Wang et al. 2015).
    Admissible,
}

/// How often a digit may stand in a line after a swap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountLimit {
    /// As often as it likes.
    #[default]
    Off,
    /// As often as a box has rows.
    BoxSide,
    /// This often.
    Times(u32),
}

/// Which changes live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accept {
    /// All.
    #[default]
    Always,
    /// Those that do not make the fitness worse.
    NotWorse,
}

/// Cells get a random digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Redraw {
    /// Attempts a child; one that hits a given is wasted.
    pub amount: u32,
}

impl Default for Redraw {
    fn default() -> Self {
        Self { amount: 2 }
    }
}

/// Whether the mutation rate follows the course of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adaptive {
    /// It stays.
    Off,
    /// It grows while the best stays the same.
    Stale(Stale),
}

/// A mutation rate that grows while the best stays the same, and falls back when it does not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stale {
    /// Generations without a better best between two steps.
    pub after: u64,
    /// What a step multiplies the rate by.
    pub factor: f64,
    /// The highest rate.
    pub limit: Rate,
}

impl Default for Stale {
    fn default() -> Self {
        Self { after: 20, factor: 1.5, limit: rate(0.8) }
    }
}

/// Local search on each child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Improvement {
    /// None.
    None,
    /// Two illegal lines exchange digits that each has twice and the other lacks (study 000).
    Lines(Lines),
    /// An illegal column, then an illegal box, with a random partner (Wang et al. 2023).
    Partners(Partners),
    /// The row search of the program of study 000.
    AsCoded(RowSearch),
}

/// Exchange between illegal lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Lines {
    /// Whether the two cells must also share the line that crosses both.
    pub same_line: bool,
    /// Which swaps live.
    pub accept: Accept,
    /// In a shared box: whose lines are asked.
    pub shared: Shared,
}

/// Whose lines are asked in a shared box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shared {
    /// Those of the grid at hand.
    #[default]
    OneGrid,
    /// Those of both grids.
    BothGrids,
}

/// The column search and the box search of Wang et al.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Partners {
    /// Whether columns are searched.
    pub columns: bool,
    /// Whether boxes are searched.
    pub boxes: bool,
}

impl Default for Partners {
    fn default() -> Self {
        Self { columns: true, boxes: true }
    }
}

/// The faults of the local search in the program of study 000; each `true` is one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct RowSearch {
    /// The column search swaps nothing.
    pub idle_columns: bool,
    /// Only the first 2k rows are searched.
    pub first_rows: bool,
    /// Beyond the first grid a row is called illegal by the row k below it.
    pub shifted_legality: bool,
    /// The repeated cells of two rows are listed once and not again after a swap.
    pub stale_lists: bool,
    /// The number of a box is taken for the number of a column.
    pub box_as_column: bool,
    /// What a grid but the first changes in a shared box is lost.
    pub lost_shared_box: bool,
}

impl Default for RowSearch {
    fn default() -> Self {
        Self {
            idle_columns: true,
            first_rows: true,
            shifted_legality: true,
            stale_lists: true,
            box_as_column: true,
            lost_shared_box: true,
        }
    }
}

/// The memory of good members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ArchiveRule {
    /// Members it holds.
    pub size: usize,
    /// Whom it remembers.
    pub of: ArchiveOf,
    /// Who stays among equals.
    pub ties: Ties,
}

impl Default for ArchiveRule {
    fn default() -> Self {
        Self { size: 50, of: ArchiveOf::All, ties: Ties::Newer }
    }
}

/// Whom an archive remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArchiveOf {
    /// The best different members seen.
    All,
    /// The best of each of the last generations.
    GenerationBest,
}

/// Who stays in a full archive among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The newer.
    Newer,
    /// The older.
    Older,
}

/// Bad members replaced out of the archive (Wang et al. 2023; study 000).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Learning {
    /// Members replaced a generation; 0 = no learning.
    pub replace: usize,
    /// Whose fitness the archive's member is measured by.
    pub worst: Worst,
    /// What becomes of the replacements.
    pub effect: Effect,
}

impl Default for Learning {
    fn default() -> Self {
        Self { replace: 0, worst: Worst::Population, effect: Effect::Replaces }
    }
}

/// Whose fitness an archive's member is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Worst {
    /// The worst member of the population.
    Population,
    /// The member to be replaced.
    Own,
}

/// What becomes of replacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// They take their places.
    Replaces,
    /// They are made in a copy of the population that is thrown away (program of study 000).
    AsCoded,
}

/// What follows when the best does not become better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stagnation {
    /// Nothing.
    None,
    /// Everyone mates with the best, which is moved a little (Gerges et al. 2018).
    Purge(Purge),
    /// A new population.
    Restart(Restart),
}

/// Everyone mates with the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Purge {
    /// Generations without a better best.
    pub patience: u64,
}

impl Default for Purge {
    fn default() -> Self {
        Self { patience: 200 }
    }
}

/// A new population that keeps some of the best seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Restart {
    /// Generations without a best better than since the last restart; 0 = never for this reason.
    pub patience: u64,
    /// Generations between two restarts whatever happens; 0 = never for this reason.
    pub every: u64,
    /// The best different members seen that stay.
    pub keep: usize,
    /// The most restarts in a run; 0 = no limit.
    pub limit: u64,
}

impl Default for Restart {
    fn default() -> Self {
        Self { patience: 200, every: 0, keep: 15, limit: 0 }
    }
}

/// Fresh members in place of the worst.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Inject {
    /// Members in every generation; 0 = none.
    pub each: usize,
    /// Generations between two large injections; 0 = none.
    pub every: u64,
    /// The share of the population in a large one.
    pub share: Rate,
}

impl Default for Inject {
    fn default() -> Self {
        Self { each: 0, every: 0, share: rate(0.8) }
    }
}

/// Which populations are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Every one.
    Every,
    /// All but the last (program of study 000).
    AsCoded,
}
