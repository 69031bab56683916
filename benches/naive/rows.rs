//! `row-restart-as-coded`: the listing of study 004.

use sudoga::rng::Rate;

use super::board::{Gene, Genome};
use super::world::{Member, World};

pub const POPULATION: usize = 8000;
const ELITE: usize = 200;
const TOURNAMENT: usize = 10;
const MUTATION: Rate = Rate::constant(0.4);

/// A fresh genome, row by row.
pub fn fresh(world: &mut World<'_>) -> Genome {
    let mut genome = world.board.givens.clone();
    for gene in &world.board.genes {
        for &cell in &gene.free {
            genome[cell] = drawn_digit(world, gene, cell, &genome);
        }
    }
    genome
}

/// A drawn digit if the row has it not yet and it is a candidate, else from a second draw the next
/// one that the row has not.
fn drawn_digit(world: &mut World<'_>, row: &Gene, cell: usize, genome: &Genome) -> u8 {
    let side = world.board.layout.side();
    let is_unused = |digit: u8| row.cells.iter().all(|&cell| genome[cell] != digit);
    let peers = world.board.layout.peers(cell);
    let is_candidate =
        |digit: u8| peers.iter().all(|&peer| world.board.givens[peer as usize] != digit);
    let first = 1 + world.rng.index(side) as u8;
    if is_unused(first) && is_candidate(first) {
        return first;
    }
    let mut digit = 1 + world.rng.index(side) as u8;
    while !is_unused(digit) {
        digit = digit % side as u8 + 1;
    }
    digit
}

/// The elite stays; all others are children of two of a pool of elite and winners.
pub fn generation(world: &mut World<'_>) {
    let pool = pool(world);
    let mut next = world.population[..ELITE].to_vec();
    world.evaluations += ELITE as u64;
    while next.len() < POPULATION {
        let [one, other] = [&pool, &pool].map(|pool| pool[world.rng.index(pool.len())]);
        let child = cross(world, one, other);
        let child = world.priced(child);
        next.push(mutate(world, child));
    }
    world.population = next;
}

/// The places of the elite, and of the winners of tournaments.
fn pool(world: &mut World<'_>) -> Vec<usize> {
    let mut pool: Vec<usize> = (0..ELITE).collect();
    while pool.len() < POPULATION {
        let drawn: Vec<usize> = (0..TOURNAMENT).map(|_| world.rng.index(POPULATION)).collect();
        pool.push(world.best_of(&drawn));
    }
    pool
}

/// The first rows of one parent, the rest of the other; a cut after no row makes a copy.
fn cross(world: &mut World<'_>, one: usize, other: usize) -> Genome {
    let rows = &world.board.genes;
    let cut = world.rng.index(rows.len());
    let mut child = world.population[one].genome.clone();
    for row in &rows[cut..] {
        for &cell in &row.cells {
            child[cell] = world.population[other].genome[cell];
        }
    }
    child
}

/// A row and two columns are drawn; a given or equal columns waste the draw, and the mutant lives
/// only if it is not worse.
fn mutate(world: &mut World<'_>, child: Member) -> Member {
    if !world.rng.chance(MUTATION) {
        return child;
    }
    let rows = &world.board.genes;
    let row = &rows[world.rng.index(rows.len())].cells;
    let [one, other] = [row, row].map(|row| row[world.rng.index(row.len())]);
    if one == other || world.board.givens[one] != 0 || world.board.givens[other] != 0 {
        return child;
    }
    let mut genome = child.genome.clone();
    genome.swap(one, other);
    let penalty = world.board.penalty(&genome);
    if penalty > child.penalty { child } else { Member { genome, penalty } }
}
