//! What the authors' programs really do where it differs from their text, fault by fault.
//!
//! Nothing here is right; it is here so that published figures can be repeated and explained.

mod masks;

pub(super) use masks::{MisledStack, SearchRows, cross_stacks, misled_stacks};

use super::Tables;
use super::draws::scaled;
use super::genes::Genes;
use super::improve::Work;
use super::operators::{Lines, RowSearch};
use super::tables::Block;
use crate::board::{Layout, Puzzle, UnitKind};
use crate::rng::Rng;

/// Stacks whose score is summed over columns s, s + k, s + 2k of each grid instead of the
/// columns that cross stack s (program of study 000).
pub(super) fn stacks(layout: &Layout) -> Vec<Block> {
    let box_side = layout.box_side();
    layout
        .stacks()
        .map(|boxes| {
            let lines = layout.units().filter(|&unit| {
                let line = layout.unit(unit);
                let stack = line.number as usize % box_side;
                line.kind == UnitKind::Column
                    && boxes.contains(&box_at(layout, line.grid as usize, stack))
            });
            Block { lines: lines.map(|unit| unit as u16).collect(), genes: boxes.to_vec() }
        })
        .collect()
}

/// The number of the topmost box of a grid's stack.
fn box_at(layout: &Layout, grid: usize, stack: usize) -> u16 {
    let cell = layout.grid_cells(grid)[stack * layout.box_side()];
    layout.box_of(cell as usize) as u16
}

/// The local search of the program of study 000.
pub(super) fn row_search(work: &mut Work<'_>, faults: RowSearch) {
    for grid in 0..work.tables.layout.grid_count() {
        let shared: &[u16] = match faults.lost_shared_box {
            true => &work.tables.shared_cells[grid],
            false => &[],
        };
        let before: Vec<u8> = shared.iter().map(|&cell| work.digits[cell as usize]).collect();
        if !faults.idle_columns {
            work.pass(grid, UnitKind::Column, Lines::default());
        }
        search_rows(work, grid, faults);
        // Nothing else of an earlier grid has changed.
        for (&cell, digit) in shared.iter().zip(before) {
            work.digits[cell as usize] = digit;
        }
    }
}

/// For each grid its cells that an earlier one has too.
pub(super) fn shared_cells(layout: &Layout) -> Vec<Vec<u16>> {
    let mut is_known = vec![false; layout.cell_count()];
    let shared = |grid: usize| {
        let cells = layout.grid_cells(grid).iter().copied();
        cells.filter(|&cell| std::mem::replace(&mut is_known[cell as usize], true)).collect()
    };
    (0..layout.grid_count()).map(shared).collect()
}

fn search_rows(work: &mut Work<'_>, grid: usize, faults: RowSearch) {
    let tables = work.tables;
    let (box_side, side) = (tables.layout.box_side(), tables.layout.side());
    let rows = tables.lines_of(grid, UnitKind::Row);
    let searched = if faults.first_rows { 2 * box_side } else { side };
    let shift = if faults.shifted_legality && grid > 0 { box_side } else { 0 };
    let judged = |row: usize| rows[(row + shift).min(side - 1)] as usize;
    let illegal: Vec<usize> = (0..searched).filter(|&row| work.is_illegal(judged(row))).collect();
    for (place, &upper) in illegal.iter().enumerate() {
        for &lower in &illegal[place + 1..] {
            // Boxes of two rows can be the same only within a band.
            if upper / box_side == lower / box_side {
                RowPair {
                    rows: [rows[upper] as usize, rows[lower] as usize],
                    band: upper / box_side,
                }
                .exchange(work, faults);
            }
        }
    }
}

/// Two rows of one band of a grid.
struct RowPair {
    rows: [usize; 2],
    band: usize,
}

impl RowPair {
    fn exchange(&self, work: &mut Work<'_>, faults: RowSearch) {
        let tables = work.tables;
        let box_side = tables.layout.box_side();
        let [upper, lower] = self.rows.map(|row| tables.layout.unit_cells(row));
        let listed = self.rows.map(|row| repeated(work, row));
        for (one, &first) in upper.iter().enumerate() {
            for (other, &second) in lower.iter().enumerate() {
                if one / box_side != other / box_side {
                    continue;
                }
                let seen = if faults.stale_lists {
                    [listed[0][one], listed[1][other]]
                } else {
                    [
                        repeated_in(work, self.rows[0], first),
                        repeated_in(work, self.rows[1], second),
                    ]
                };
                let [Some(leaving), Some(coming)] = seen else { continue };
                let cells = if faults.box_as_column {
                    let column = self.band * box_side + one / box_side;
                    [upper[column] as usize, lower[column] as usize]
                } else {
                    [first as usize, second as usize]
                };
                let is_fit = cells.iter().all(|&cell| work.is_free(cell))
                    && work.count(self.rows[1], leaving) == 0
                    && work.count(self.rows[0], coming) == 0;
                if is_fit && !work.is_spent() {
                    work.swap(cells[0], cells[1]);
                }
            }
        }
    }
}

/// For each place of a row its digit, where the row has that digit more than once.
fn repeated(work: &Work<'_>, row: usize) -> Vec<Option<u8>> {
    let cells = work.tables.layout.unit_cells(row).iter();
    cells.map(|&cell| repeated_in(work, row, cell)).collect()
}

/// The digit of a cell of a row, where the row has it more than once.
fn repeated_in(work: &Work<'_>, row: usize, cell: u16) -> Option<u8> {
    let digit = work.digits[cell as usize];
    (work.count(row, digit) > 1).then_some(digit)
}

/// A fresh gene of the listing of study 004: a drawn digit if it is unused and a candidate, else
/// a second draw and from it the next unused digit.
pub(super) fn fresh_gene(tables: &Tables, gene: usize, rng: &mut Rng, digits: &mut Vec<u8>) {
    let side = tables.layout.side();
    let gene = tables.genes.gene(gene);
    // Bit d stands for the digit d + 1.
    let mut unused = gene.digits.iter().fold(0u64, |unused, &digit| unused | 1 << (digit - 1));
    digits.clear();
    for &cell in &gene.free {
        let first = rng.index(side);
        let chosen = if unused & tables.candidates[cell as usize] & 1 << first != 0 {
            first
        } else {
            let second = rng.index(side);
            let next = unused >> second << second;
            (if next != 0 { next } else { unused }).trailing_zeros() as usize
        };
        unused &= !(1 << chosen);
        digits.push(chosen as u8 + 1);
    }
}

/// For each cell the digits that no given among its peers is, bit d for the digit d + 1.
pub(super) fn candidate_masks(puzzle: &Puzzle) -> Vec<u64> {
    let (layout, givens) = (puzzle.layout(), puzzle.givens());
    let seen = |cell: usize| {
        let peers = layout.peers(cell).iter();
        peers.fold(0u64, |seen, &peer| seen | (1 << givens[peer as usize]) >> 1)
    };
    (0..layout.cell_count()).map(|cell| !seen(cell)).collect()
}

/// The pair of free cells that a gene and two of its places name, if both are free and different
/// (listing of study 004: any other draw is wasted). For each gene and two places in turn.
pub(super) struct NamedPairs {
    pairs: Vec<Option<u32>>,
}

impl NamedPairs {
    pub fn new(genes: &Genes) -> Self {
        let mut pairs = Vec::new();
        let mut free = genes.pairs().iter().enumerate().peekable();
        for gene in 0..genes.count() {
            let cells = &genes.gene(gene).cells;
            let (first, count) = (pairs.len(), cells.len());
            pairs.resize(first + count * count, None);
            let place = |cell: u16| cells.partition_point(|&before| before < cell);
            while let Some((number, pair)) = free.next_if(|(_, pair)| pair.gene as usize == gene) {
                let [one, other] = pair.cells.map(place);
                for (row, column) in [(one, other), (other, one)] {
                    pairs[first + row * count + column] = Some(number as u32);
                }
            }
        }
        Self { pairs }
    }

    /// The pair, if any, that 32 random bits name.
    #[inline]
    pub fn draw(&self, bits: u32) -> Option<u32> {
        self.pairs[scaled(bits, self.pairs.len() as u32) as usize]
    }
}

/// The cells that so many rounds of naked, then hidden singles fill (listing of study 004).
pub(super) fn singles(puzzle: &Puzzle, rounds: u32) -> Vec<u8> {
    let layout = puzzle.layout();
    let mut digits = puzzle.givens().to_vec();
    for _ in 0..rounds {
        let before = digits.clone();
        for cell in 0..layout.cell_count() {
            let mask = candidates(layout, &digits, cell);
            if mask.count_ones() == 1 {
                digits[cell] = mask.trailing_zeros() as u8 + 1;
            }
        }
        for unit in layout.units() {
            fill_hidden_singles(layout, &mut digits, unit);
        }
        if digits == before {
            break;
        }
    }
    digits
}

fn fill_hidden_singles(layout: &Layout, digits: &mut [u8], unit: usize) {
    let cells = layout.unit_cells(unit);
    // A digit that finds its only place takes no candidate from the other cells of the unit.
    let mut masks: Vec<u64> =
        cells.iter().map(|&cell| candidates(layout, digits, cell as usize)).collect();
    for digit in 1..=layout.side() as u8 {
        let mut fitting = (0..cells.len()).filter(|&place| masks[place] >> (digit - 1) & 1 == 1);
        if let (Some(place), None) = (fitting.next(), fitting.next()) {
            digits[cells[place] as usize] = digit;
            masks[place] = 0;
        }
    }
}

/// The digits that no peer has, bit d for the digit d + 1; none of a filled cell.
fn candidates(layout: &Layout, digits: &[u8], cell: usize) -> u64 {
    if digits[cell] != 0 {
        return 0;
    }
    let peers = layout.peers(cell).iter();
    let seen = peers.fold(0u64, |seen, &peer| seen | (1 << digits[peer as usize]) >> 1);
    !seen & ((1 << layout.side()) - 1)
}

/// The acceptance that study 003 prints: e^((new - old) / t), where old - new is meant. It is
/// never below 1 for a neighbour that is worse, so that every one is taken.
pub(super) fn accepts_as_printed(rise: i32, temperature: f64, rng: &mut Rng) -> bool {
    rise < 0 || rng.unit() < libm::exp(f64::from(rise) / temperature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::operators::Encoding;
    use crate::search::tests::puzzle;

    #[test]
    fn pairs_are_named_by_a_gene_and_two_places() {
        let puzzle = puzzle("9x9/hard-1");
        let genes = Genes::new(&puzzle, Encoding::Rows);
        let named = NamedPairs::new(&genes);
        assert_eq!(named.pairs.len(), 9 * 9 * 9);
        for (number, &pair) in named.pairs.iter().enumerate() {
            let (row, one, other) = (number / 81, number / 9 % 9, number % 9);
            let cells = [9 * row + one.min(other), 9 * row + one.max(other)];
            let is_free = |&cell: &usize| puzzle.givens()[cell] == 0;
            assert_eq!(pair.is_some(), one != other && cells.iter().all(is_free));
            let found = pair.map(|pair| genes.pairs()[pair as usize].cells.map(usize::from));
            assert!(found.is_none_or(|found| found == cells));
        }
    }

    #[test]
    fn shared_cells_are_those_of_earlier_grids() {
        let layout = puzzle("samurai/minimal").layout().clone();
        for (grid, shared) in shared_cells(&layout).into_iter().enumerate() {
            let is_earlier =
                |cell: &&u16| (0..grid).any(|one| layout.grid_cells(one).contains(cell));
            let expected: Vec<u16> =
                layout.grid_cells(grid).iter().filter(is_earlier).copied().collect();
            assert_eq!(shared, expected);
        }
    }

    #[test]
    fn candidates_are_the_digits_of_no_given_peer() {
        let puzzle = puzzle("9x9/hard-1");
        for (cell, &mask) in candidate_masks(&puzzle).iter().enumerate() {
            for digit in 1..=9 {
                let peers = puzzle.layout().peers(cell).iter();
                let is_seen =
                    peers.into_iter().any(|&peer| puzzle.givens()[peer as usize] == digit);
                assert_eq!(mask >> (digit - 1) & 1 == 0, is_seen, "{cell} {digit}");
            }
        }
    }
}
