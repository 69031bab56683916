//! What follows when a population does not get on: purge, restart, learning, injection.

use std::ops::ControlFlow;

use super::breeding::Taking;
use super::evolution::{CONTINUE, Evolution, parts};
use super::genomes::Genomes;
use super::operators::{Effect, Purge, Restart, Stagnation, Worst};
use crate::rng::Rate;
use crate::solver::Stop;

/// What makes the next generation in place of breeding.
#[derive(Clone, Copy)]
pub(super) enum Response {
    Purge,
    Restart(Restart),
}

impl<G: Genomes> Evolution<'_, '_, G> {
    /// The response that is due, if any.
    pub fn response_due(&self) -> Option<Response> {
        let course = &self.course;
        match self.tables.variant.stagnation {
            Stagnation::None => None,
            Stagnation::Purge(Purge { patience }) => {
                (course.stale >= patience).then_some(Response::Purge)
            }
            Stagnation::Restart(restart) => {
                let is_stale = restart.patience > 0 && course.stale >= restart.patience;
                let is_over = restart.every > 0 && course.since_response >= restart.every;
                let may = restart.limit == 0 || course.restarts < restart.limit;
                (may && (is_stale || is_over)).then_some(Response::Restart(restart))
            }
        }
    }

    /// Makes the next generation by the response.
    pub fn respond(&mut self, response: Response) -> ControlFlow<Stop> {
        self.course.has_responded = true;
        self.course.age = 0;
        match response {
            Response::Purge => self.purge(),
            Response::Restart(restart) => self.restart(restart),
        }
    }

    /// Everyone mates with the best, which makes one swap (Gerges et al. 2018).
    fn purge(&mut self) -> ControlFlow<Stop> {
        self.course.purges += 1;
        let best = self.best_of(self.current()).unwrap_or(self.slots.current);
        for member in 0..self.slots.members {
            self.pause_after(member)?;
            let (from, child) = (self.slots.current + member, self.slots.next + member);
            if from == best {
                self.genomes.copy(from, child);
                self.swap_once(child);
            } else {
                let bits = self.rng.next_u32();
                self.mix([from, best], child, Taking::Share(Rate::HALF), bits);
            }
        }
        self.make_mixings()?;
        self.turn();
        self.price(self.current())
    }

    /// A new population that keeps some of the best seen.
    fn restart(&mut self, restart: Restart) -> ControlFlow<Stop> {
        self.course.restarts += 1;
        self.course.forget_mark();
        let keep = restart.keep.min(self.kept().len()).min(self.slots.members);
        for place in 0..keep {
            let (slot, key) = self.kept().entry(place);
            let to = self.slots.next + place;
            self.genomes.copy(slot, to);
            self.keys[to] = key;
            self.pause_after(place)?;
        }
        for member in keep..self.slots.members {
            self.make_fresh(self.slots.next + member);
            self.pause_after(member)?;
        }
        self.course.fresh = self.slots.members - keep;
        self.turn();
        self.price(self.current())
    }

    /// The worst members are replaced by ones of the archive or by fresh ones.
    pub fn learn(&mut self) -> ControlFlow<Stop> {
        let learning = self.tables.variant.learning;
        if learning.replace == 0 {
            return CONTINUE;
        }
        self.rank();
        let members = self.slots.members;
        let worst_key = self.keys[self.slots.current + self.ranking.member(members - 1)];
        let replaced = match learning.effect {
            Effect::Replaces => self.meter.grant(learning.replace as u64) as usize,
            Effect::AsCoded => learning.replace,
        };
        let first = members - learning.replace;
        for ranks in parts(first..first + replaced, self.part) {
            for rank in ranks.clone() {
                let slot = self.slots.current + self.ranking.member(rank);
                let known = match learning.worst {
                    Worst::Population => worst_key,
                    Worst::Own => self.keys[slot],
                };
                self.learn_or_renew(slot, known, learning.effect);
            }
            let counted = match learning.effect {
                Effect::Replaces => first + replaced - ranks.end,
                Effect::AsCoded => 0,
            };
            self.price_renewed(counted)?;
        }
        if replaced == learning.replace { CONTINUE } else { self.run_out(self.current()) }
    }

    /// Puts a member of the archive or a fresh one in the place of one with a key as known.
    fn learn_or_renew(&mut self, slot: usize, known: u64, effect: Effect) {
        let place = self.draw_index(self.archive().len());
        let (learned, key) = self.archive().entry(place);
        let is_learned = self.rng.unit() < self.eagerness(known, key);
        let target = match effect {
            Effect::Replaces => slot,
            Effect::AsCoded => self.slots.spare,
        };
        if is_learned {
            self.genomes.copy(learned, target);
        } else {
            self.make_fresh(target);
        }
        match effect {
            Effect::Replaces if is_learned && self.costs.is_empty() => self.keys[slot] = key,
            Effect::Replaces => self.renewed.push(slot as u32),
            Effect::AsCoded => {}
        }
    }

    /// The probability to learn: how much better the archive's member is, as a share.
    fn eagerness(&self, worst: u64, learned: u64) -> f64 {
        let fitness = self.tables.variant.fitness;
        let (worst, learned) = (fitness.penalty(worst), fitness.penalty(learned));
        if worst > 0.0 { ((worst - learned) / worst).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Fresh members take the places of the worst.
    pub fn inject(&mut self) -> ControlFlow<Stop> {
        let inject = self.tables.variant.inject;
        let is_large = inject.every > 0 && self.meter.generations().is_multiple_of(inject.every);
        let members = self.slots.members;
        let share = (inject.share.get() * members as f64) as usize;
        let count = inject.each + if is_large { share } else { 0 };
        if count == 0 {
            return CONTINUE;
        }
        self.rank();
        let count = count.min(members);
        let granted = self.meter.grant(count as u64) as usize;
        let first = members - count;
        for ranks in parts(first..first + granted, self.part) {
            for rank in ranks.clone() {
                let slot = self.slots.current + self.ranking.member(rank);
                self.make_fresh(slot);
                self.renewed.push(slot as u32);
            }
            self.price_renewed(first + granted - ranks.end)?;
        }
        if granted == count { CONTINUE } else { self.run_out(self.current()) }
    }

    /// Finds the keys of those in `renewed`, after which the run may be broken off; so many more are
    /// counted that are not made then.
    fn price_renewed(&mut self, counted: usize) -> ControlFlow<Stop> {
        self.evaluate_renewed();
        let paused = self.pause();
        if paused.is_break() {
            self.meter.give_back(counted as u64);
        }
        self.end_among_if_broken(paused, self.current())
    }

    /// Puts the current population in order.
    pub fn rank(&mut self) {
        let current = self.current();
        self.ranking.sort(&self.keys[current]);
    }
}
