//! `gerges-purge` (Gerges, Zouein and Azar 2018, study 002).

use sudoga::rng::Rate;

use super::board::Genome;
use super::world::{Member, World};

pub const POPULATION: usize = 700;
const TOURNAMENT: usize = 7;
const CHILD_MUTATION: Rate = Rate::constant(0.05);
const COPY_MUTATION: Rate = Rate::HALF;

#[derive(Clone, Copy)]
pub struct Gerges {
    /// Stale generations before a purge.
    pub patience: u64,
}

impl Gerges {
    pub fn generation(self, world: &mut World<'_>) {
        if world.stale >= self.patience {
            world.purge();
        } else {
            breed(world);
        }
    }
}

/// The best stays; of two parents the better of their mutated copies, and their child, are added.
fn breed(world: &mut World<'_>) {
    let best = world.population[0].genome.clone();
    let mut next = vec![world.priced(best)];
    while next.len() < POPULATION {
        let one = world.tournament(TOURNAMENT, None);
        let other = world.tournament(TOURNAMENT, Some(one));
        let parents = [one, other].map(|place| world.population[place].genome.clone());
        let [first, second] = [&parents[0], &parents[1]].map(|parent| copy(world, parent));
        next.push(if second.penalty < first.penalty { second } else { first });
        if next.len() < POPULATION {
            next.push(child(world, &parents));
        }
    }
    world.population = next;
}

fn copy(world: &mut World<'_>, parent: &Genome) -> Member {
    let mut copy = parent.clone();
    if world.rng.chance(COPY_MUTATION) {
        world.swap_somewhere(&mut copy);
    }
    world.priced(copy)
}

fn child(world: &mut World<'_>, [one, other]: &[Genome; 2]) -> Member {
    let mut child = world.uniform_child(one, other);
    if world.rng.chance(CHILD_MUTATION) {
        world.swap_somewhere(&mut child);
    }
    world.priced(child)
}
