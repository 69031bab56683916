//! The local search of study 000: two illegal lines exchange what each has twice and the other
//! lacks.

use super::board::{Board, Genome, counts, distinct};

/// For each grid the column pass, then the row pass; tells how many swaps were made.
pub fn improve(board: &Board, genome: &mut Genome) -> u64 {
    let mut swaps = 0;
    for grid in 0..board.layout.grid_count() {
        swaps += pass(board, &columns(board, grid), genome);
        swaps += pass(board, &rows(board, grid), genome);
    }
    swaps
}

fn rows(board: &Board, grid: usize) -> Vec<Vec<usize>> {
    let row = |cells: &[u16]| cells.iter().map(|&cell| cell as usize).collect();
    board.layout.grid_cells(grid).chunks(board.layout.side()).map(row).collect()
}

fn columns(board: &Board, grid: usize) -> Vec<Vec<usize>> {
    let rows = rows(board, grid);
    let column = |number: usize| rows.iter().map(|row| row[number]).collect();
    (0..rows.len()).map(column).collect()
}

/// All pairs of the lines that are illegal when the pass begins.
fn pass(board: &Board, lines: &[Vec<usize>], genome: &mut Genome) -> u64 {
    let illegal: Vec<&Vec<usize>> =
        lines.iter().filter(|line| distinct(line, genome) < line.len()).collect();
    let mut swaps = 0;
    for (place, one) in illegal.iter().enumerate() {
        for other in &illegal[place + 1..] {
            swaps += exchange(board, one, other, genome);
        }
    }
    swaps
}

fn exchange(board: &Board, one: &[usize], other: &[usize], genome: &mut Genome) -> u64 {
    let mut swaps = 0;
    for &first in one {
        for &second in other {
            if board.layout.box_of(first) == board.layout.box_of(second)
                && board.givens[first] == 0
                && board.givens[second] == 0
                && may_swap([first, second], [one, other], genome)
            {
                genome.swap(first, second);
                swaps += 1;
            }
        }
    }
    swaps
}

/// Whether each cell's digit is repeated in its own line and absent from the other.
fn may_swap([first, second]: [usize; 2], [one, other]: [&[usize]; 2], genome: &Genome) -> bool {
    let (leaving, coming) = (genome[first] as usize, genome[second] as usize);
    let (of_one, of_other) = (counts(one, genome), counts(other, genome));
    of_one[leaving] > 1 && of_other[coming] > 1 && of_other[leaving] == 0 && of_one[coming] == 0
}
