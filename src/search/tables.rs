//! What every part of a search on one puzzle looks up: made once a run, never changed.

use std::sync::Arc;

use super::as_coded;
use super::genes::Genes;
use super::operators::{Crossover, Fresh, Improvement, Mutation, OneSwap, Places, StackScore};
use super::score::Scorer;
use super::variant::Variant;
use crate::board::{Layout, Puzzle, UnitKind};

/// The tables of a search.
pub(super) struct Tables {
    pub layout: Arc<Layout>,
    pub variant: Variant,
    pub genes: Genes,
    pub scorer: Scorer,
    /// The block-rows, joined where they share a box.
    pub bands: Vec<Block>,
    /// The block-columns likewise.
    pub stacks: Vec<Block>,
    /// What the swaps of the listing of study 004 are drawn from.
    pub named_pairs: Option<as_coded::NamedPairs>,
    /// The digits that givens leave to each cell, where fresh members are drawn by them.
    pub candidates: Vec<u64>,
    /// For each grid its cells that an earlier one has too, where a search gives those back.
    pub shared_cells: Vec<Vec<u16>>,
    /// For each grid its rows, its columns, its boxes.
    units_of_grids: Vec<[Vec<u16>; 3]>,
}

/// Genes that a crossover takes together, and the lines that score them.
pub(super) struct Block {
    pub genes: Vec<u16>,
    pub lines: Vec<u16>,
}

impl Tables {
    pub fn new(puzzle: &Puzzle, variant: &Variant) -> Self {
        let layout = puzzle.layout().clone();
        let genes = Genes::new(puzzle, variant.encoding);
        let scorer = Scorer::new(&layout, &genes, variant.fitness);
        let bands = blocks(&layout, layout.bands(), UnitKind::Row);
        let stacks = match variant.crossover {
            Crossover::Bands(bands) if bands.stack_score == StackScore::AsCoded => {
                as_coded::stacks(&layout)
            }
            _ => blocks(&layout, layout.stacks(), UnitKind::Column),
        };
        let units_of_grids = (0..layout.grid_count()).map(|grid| units_of(&layout, grid)).collect();
        let named_pairs = match variant.mutation {
            Mutation::OneSwap(OneSwap { places: Places::AsCoded, .. }) => {
                Some(as_coded::NamedPairs::new(&genes))
            }
            _ => None,
        };
        let candidates = match variant.fresh {
            Fresh::AsCoded => as_coded::candidate_masks(puzzle),
            Fresh::Shuffled => Vec::new(),
        };
        let shared_cells = match variant.improvement {
            Improvement::AsCoded(faults) if faults.lost_shared_box => {
                as_coded::shared_cells(&layout)
            }
            _ => Vec::new(),
        };
        let variant = variant.clone();
        Self {
            variant,
            genes,
            scorer,
            bands,
            stacks,
            named_pairs,
            candidates,
            shared_cells,
            units_of_grids,
            layout,
        }
    }

    /// The rows, columns or boxes of a grid, also those it shares with another one.
    pub fn lines_of(&self, grid: usize, kind: UnitKind) -> &[u16] {
        &self.units_of_grids[grid][kind as usize]
    }
}

fn units_of(layout: &Layout, grid: usize) -> [Vec<u16>; 3] {
    let mut place_of = vec![None; layout.cell_count()];
    for (place, &cell) in layout.grid_cells(grid).iter().enumerate() {
        place_of[cell as usize] = Some(place);
    }
    let lies_inside = |&unit: &usize| {
        layout.unit_cells(unit).iter().all(|&cell| place_of[cell as usize].is_some())
    };
    let inside: Vec<usize> = layout.units().filter(lies_inside).collect();
    [UnitKind::Row, UnitKind::Column, UnitKind::Box].map(|kind| {
        let mut units: Vec<u16> = inside
            .iter()
            .filter(|&&unit| layout.unit(unit).kind == kind)
            .map(|&unit| unit as u16)
            .collect();
        units.sort_by_key(|&unit| place_of[layout.unit_cells(unit as usize)[0] as usize]);
        units
    })
}

/// Blocks of boxes with the lines of a kind that cross them.
fn blocks<'a>(
    layout: &'a Layout,
    boxes: impl Iterator<Item = &'a [u16]>,
    kind: UnitKind,
) -> Vec<Block> {
    let lines: Vec<usize> = layout.units().filter(|&unit| layout.unit(unit).kind == kind).collect();
    boxes
        .map(|boxes| {
            let crosses = |&&line: &&usize| {
                let first = layout.unit_cells(line)[0] as usize;
                boxes.contains(&(layout.box_of(first) as u16))
            };
            let lines = lines.iter().filter(crosses).map(|&line| line as u16).collect();
            Block { genes: boxes.to_vec(), lines }
        })
        .collect()
}
