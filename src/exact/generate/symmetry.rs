//! Which cells are kept or emptied together.

use serde::{Deserialize, Serialize};

use crate::board::Layout;

/// The symmetry of the pattern of givens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    /// None asked for.
    #[default]
    None,
    /// The pattern stays the same when the canvas is turned by half.
    Rotate180,
    /// The pattern stays the same when left and right change places.
    Mirror,
}

/// The cells of a layout in groups of one or two that a symmetry maps to themselves, or `None`
/// when the layout itself lacks the symmetry.
pub(super) fn orbits(layout: &Layout, symmetry: Symmetry) -> Option<Vec<Vec<usize>>> {
    let (rows, columns) = layout.canvas();
    let image = |cell: usize| {
        let (row, column) = layout.position(cell);
        match symmetry {
            Symmetry::None => Some(cell),
            Symmetry::Rotate180 => layout.cell_at(rows - 1 - row, columns - 1 - column),
            Symmetry::Mirror => layout.cell_at(row, columns - 1 - column),
        }
    };
    let mut orbits = Vec::new();
    for cell in 0..layout.cell_count() {
        let twin = image(cell)?;
        if twin == cell {
            orbits.push(vec![cell]);
        } else if cell < twin {
            orbits.push(vec![cell, twin]);
        }
    }
    Some(orbits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_partition_the_cells() {
        for (name, symmetry, expected) in [
            ("9x9", Symmetry::None, Some(81)),
            ("9x9", Symmetry::Rotate180, Some(41)),
            ("9x9", Symmetry::Mirror, Some(45)),
            ("16x16", Symmetry::Mirror, Some(128)),
            ("twodoku", Symmetry::Rotate180, Some(77)),
            ("twodoku", Symmetry::Mirror, None),
            ("samurai", Symmetry::Mirror, Some(189)),
        ] {
            let layout = Layout::named(name).expect("a built-in layout");
            let orbits = orbits(&layout, symmetry);
            assert_eq!(orbits.as_ref().map(Vec::len), expected, "{name} {symmetry:?}");
            if let Some(orbits) = orbits {
                let mut cells: Vec<usize> = orbits.concat();
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..layout.cell_count()));
            }
        }
    }
}
