//! `baseline`, `local-search`, `elite-learning` and `purge` (study 000, after Sato and Inoue 2010;
//! learning after Wang et al. 2023, purge after Gerges et al. 2018).

use sudoga::rng::Rate;

use super::board::{Block, Board, Genome};
use super::lines;
use super::world::{Member, World};

pub const POPULATION: usize = 150;
const TOURNAMENT: usize = 3;
const CROSSOVER: Rate = Rate::constant(0.1);
const MUTATION: Rate = Rate::constant(0.1);
const ARCHIVE: usize = 50;
const REPLACED: usize = 50;

/// The baseline, and what is added to it.
#[derive(Clone, Copy, Default)]
pub struct Family {
    pub searches_locally: bool,
    pub learns: bool,
    /// Stale generations before a purge.
    pub patience: Option<u64>,
}

impl Family {
    pub fn begin(self, world: &mut World<'_>) {
        world.fill(POPULATION, World::fresh);
        if self.learns {
            remember(world);
        }
    }

    pub fn generation(self, world: &mut World<'_>) {
        match self.patience {
            Some(patience) if world.stale >= patience => world.purge(),
            _ => breed(world),
        }
        if self.searches_locally {
            search_locally(world);
        }
        if self.learns {
            remember(world);
            learn(world);
        }
    }
}

/// Two parents, two children, until the next generation is full.
fn breed(world: &mut World<'_>) {
    let mut next = Vec::new();
    while next.len() < POPULATION {
        for mut child in children(world) {
            mutate(world, &mut child);
            next.push(world.priced(child));
        }
    }
    next.truncate(POPULATION);
    world.population = next;
}

/// The children of two tournaments: one by bands, one by stacks, or copies.
fn children(world: &mut World<'_>) -> [Genome; 2] {
    let one = world.tournament(TOURNAMENT, None);
    let other = world.tournament(TOURNAMENT, None);
    let parents = [&world.population[one].genome, &world.population[other].genome];
    if world.rng.chance(CROSSOVER) {
        [&world.board.bands, &world.board.stacks].map(|blocks| cross(world.board, blocks, parents))
    } else {
        parents.map(Clone::clone)
    }
}

/// Each block from the parent whose lines there have more distinct digits, ties to the first.
fn cross(board: &Board, blocks: &[Block], [one, other]: [&Genome; 2]) -> Genome {
    let mut child = one.clone();
    for block in blocks {
        if block.score(other) > block.score(one) {
            for &number in &block.boxes {
                for &cell in &board.genes[number].cells {
                    child[cell] = other[cell];
                }
            }
        }
    }
    child
}

/// In each box, with the mutation rate, two free cells swap.
fn mutate(world: &mut World<'_>, child: &mut Genome) {
    for gene in 0..world.board.genes.len() {
        if world.board.genes[gene].free.len() > 1 && world.rng.chance(MUTATION) {
            world.swap_in(child, gene);
        }
    }
}

/// Each swap of local search is an evaluation.
fn search_locally(world: &mut World<'_>) {
    for member in &mut world.population {
        world.evaluations += lines::improve(world.board, &mut member.genome);
        member.penalty = world.board.penalty(&member.genome);
    }
}

/// Takes the population into the archive of the best different members, the newer first among
/// equals.
fn remember(world: &mut World<'_>) {
    let archive = &mut world.archive;
    for member in &world.population {
        let is_full = archive.len() == ARCHIVE;
        if is_full && member.penalty > archive[ARCHIVE - 1].penalty {
            continue;
        }
        if archive.iter().any(|known| known.genome == member.genome) {
            continue;
        }
        if is_full {
            archive.pop();
        }
        let is_worse = |known: &Member| known.penalty >= member.penalty;
        let place = archive.iter().position(is_worse).unwrap_or(archive.len());
        archive.insert(place, member.clone());
    }
}

/// The worst members are replaced out of the archive, or by fresh ones.
fn learn(world: &mut World<'_>) {
    world.sort();
    let worst = world.population[POPULATION - 1].penalty;
    for place in POPULATION - REPLACED..POPULATION {
        let learned = world.rng.index(world.archive.len());
        let eagerness = (worst - world.archive[learned].penalty) / worst;
        let genome = if world.rng.unit() < eagerness {
            world.archive[learned].genome.clone()
        } else {
            world.fresh()
        };
        world.population[place] = world.priced(genome);
    }
}
