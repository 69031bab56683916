//! Local search on a child.

use serde::{Deserialize, Serialize};

use super::Accept;

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
