//! What an encoding makes of a puzzle: genes, their free cells, and the digits those share.

use super::operators::Encoding;
use crate::board::{Puzzle, UnitKind};

/// The genes of a puzzle under an encoding; flat tables made once a run.
pub(super) struct Genes {
    encoding: Encoding,
    side: usize,
    genes: Vec<Gene>,
    /// Genes with two free cells or more, ascending.
    movable: Vec<Movable>,
    /// Every two free cells of each gene, gene by gene.
    pairs: Vec<Pair>,
    /// Units that the encoding does not fill by itself.
    scored: Vec<u16>,
    /// Every cell's given, 0 where it is free.
    givens: Vec<u8>,
}

/// A gene with two free cells or more, and its pairs among all pairs.
#[derive(Clone, Copy)]
pub(super) struct Movable {
    pub gene: u16,
    pub pairs: u16,
    pub first_pair: u32,
}

/// Two free cells of a gene.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub gene: u16,
    pub cells: [u16; 2],
}

/// One gene: cells that vary together.
pub(super) struct Gene {
    /// All its cells in reading order.
    pub cells: Vec<u16>,
    /// Its free cells in reading order.
    pub free: Vec<u16>,
    /// The digits its free cells share, ascending; of a single cell, all digits.
    pub digits: Vec<u8>,
}

impl Genes {
    pub fn new(puzzle: &Puzzle, encoding: Encoding) -> Self {
        let layout = puzzle.layout();
        let units_of_kind = |kind| layout.units().filter(move |&u| layout.unit(u).kind == kind);
        let cells: Vec<Vec<u16>> = match encoding {
            Encoding::Boxes => {
                (0..layout.box_count()).map(|number| layout.box_cells(number).to_vec()).collect()
            }
            Encoding::Rows => {
                units_of_kind(UnitKind::Row).map(|unit| layout.unit_cells(unit).to_vec()).collect()
            }
            Encoding::Cells => (0..layout.cell_count()).map(|cell| vec![cell as u16]).collect(),
        };
        let genes: Vec<Gene> = cells
            .into_iter()
            .map(|cells| Gene::new(cells, puzzle, encoding == Encoding::Cells))
            .collect();
        let filled = match encoding {
            Encoding::Boxes => Some(UnitKind::Box),
            Encoding::Rows => Some(UnitKind::Row),
            Encoding::Cells => None,
        };
        let scored = layout.units().filter(|&unit| Some(layout.unit(unit).kind) != filled);
        let (mut movable, mut pairs) = (Vec::new(), Vec::new());
        for (number, gene) in genes.iter().enumerate().filter(|(_, gene)| gene.free.len() > 1) {
            let first_pair = pairs.len() as u32;
            pairs.extend(gene.pairs().map(|cells| Pair { gene: number as u16, cells }));
            let count = (pairs.len() as u32 - first_pair) as u16;
            movable.push(Movable { gene: number as u16, pairs: count, first_pair });
        }
        Self {
            encoding,
            side: layout.side(),
            movable,
            pairs,
            scored: scored.map(|unit| unit as u16).collect(),
            givens: puzzle.givens().to_vec(),
            genes,
        }
    }

    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    pub fn side(&self) -> usize {
        self.side
    }

    pub fn count(&self) -> usize {
        self.genes.len()
    }

    pub fn gene(&self, gene: usize) -> &Gene {
        &self.genes[gene]
    }

    pub fn movable(&self) -> &[Movable] {
        &self.movable
    }

    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    pub fn scored(&self) -> &[u16] {
        &self.scored
    }

    pub fn givens(&self) -> &[u8] {
        &self.givens
    }

    /// Side times units: the most distinct digits that all units can have.
    pub fn full(&self) -> u32 {
        (self.side * self.scored.len()) as u32
    }
}

impl Gene {
    fn new(cells: Vec<u16>, puzzle: &Puzzle, is_single: bool) -> Self {
        let givens = puzzle.givens();
        let free: Vec<u16> =
            cells.iter().copied().filter(|&cell| givens[cell as usize] == 0).collect();
        let side = puzzle.layout().side() as u8;
        let is_given = |digit: u8| cells.iter().any(|&cell| givens[cell as usize] == digit);
        let digits = (1..=side).filter(|&digit| is_single || !is_given(digit)).collect();
        Self { cells, free, digits }
    }

    /// Every two free cells, in reading order.
    fn pairs(&self) -> impl Iterator<Item = [u16; 2]> {
        self.free
            .iter()
            .enumerate()
            .flat_map(|(place, &one)| self.free[place + 1..].iter().map(move |&other| [one, other]))
    }
}
