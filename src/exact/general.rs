//! The propagating tree search on any layout: rules to a fixpoint at every node, the most
//! constrained variable first, trail instead of copies.
//!
//! Both kinds of variable are branched on, cells over digits and demands (a digit a unit still
//! needs) over places. Sizes are divided by conflict weights: a variable that ran dry often is
//! asked first (Boussemart, Hemery, Lecoutre and Sais 2004). Branching is binary: "this digit
//! here", then "not this digit here". To find one solution the search restarts by the sequence
//! of Luby, Sinclair and Zuckerman (1993); a proof never restarts.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::searcher::Quest;
use crate::board::digit::Digit;
use crate::board::{Grid, Layout};
use crate::logic::{Candidates, Contradiction, Mark, Strength};
use crate::rng::Rng;
use crate::solver::{Meter, Stop};

/// Nodes of a count before it tries to find two solutions; most counts end sooner.
const FIRST_PATIENCE: u64 = 1_000;

/// Dead ends before the first restart: a quarter of the open cells, but at least these.
const FEWEST_DEAD_ENDS: u64 = 32;

/// A search on one layout, kept from puzzle to puzzle so that its memory is.
pub(super) struct General {
    candidates: Candidates,
    cell_weights: Vec<u32>,
    demand_weights: Vec<u32>,
    /// The largest of all weights.
    top_weight: u32,
    decisions: Vec<Decision>,
}

struct Decision {
    before: Mark,
    cell: usize,
    digit: Digit,
}

impl General {
    pub(super) fn new(layout: &Arc<Layout>, strength: Strength) -> Self {
        let mut candidates = Candidates::new(layout);
        candidates.set_strength(strength);
        Self {
            cell_weights: vec![1; layout.cell_count()],
            demand_weights: vec![1; layout.units().len() * layout.side()],
            top_weight: 1,
            candidates,
            decisions: Vec::new(),
        }
    }

    /// Counts solutions up to two. Without restarts a search proves best, but may lose itself
    /// where solutions abound; there two finds with restarts soon meet two of them. So both take
    /// turns with growing patience, until two finds agree: then only a proof is left to do.
    pub(super) fn count_to_two(
        &mut self,
        givens: &[Digit],
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Stop, u64> {
        let mut known: Option<Grid> = None;
        let mut rng = Rng::from_seed(0);
        let mut patience = FIRST_PATIENCE;
        loop {
            let count = Quest { patience: Some(patience), ..Quest::counting(givens, 2) };
            if let Some(found) = patiently(self.search(count, meter, &mut None))? {
                return ControlFlow::Continue(found);
            }
            for _ in 0..2 {
                let mut solution = None;
                let random_order = Some(&mut rng);
                let find =
                    Quest { patience: Some(patience), random_order, ..Quest::counting(givens, 1) };
                if patiently(self.search(find, meter, &mut solution))? == Some(0) {
                    return ControlFlow::Continue(0);
                }
                match (&known, solution) {
                    (_, None) => {}
                    (None, found) => known = found,
                    (Some(known), Some(found)) if *known != found => {
                        return ControlFlow::Continue(2);
                    }
                    (Some(_), Some(_)) => {
                        return self.search(Quest::counting(givens, 2), meter, &mut None);
                    }
                }
            }
            patience *= 4;
        }
    }

    /// Counts solutions up to the limit and keeps the first one found.
    pub(super) fn search(
        &mut self,
        mut quest: Quest<'_>,
        meter: &mut Meter<'_>,
        solution: &mut Option<Grid>,
    ) -> ControlFlow<Stop, u64> {
        debug_assert!(quest.random_order.is_none() || quest.limit == 1, "restarts count twice");
        if self.start(&quest).is_err() {
            return ControlFlow::Continue(0);
        }
        let mut found = 0;
        let last_node = quest.patience.map(|nodes| meter.nodes() + nodes);
        let mut restarts = quest.random_order.is_some().then(|| Restarts::new(&self.candidates));
        loop {
            let consistent = match self.choose(quest.random_order.as_deref_mut()) {
                Some((cell, digit)) => {
                    if last_node.is_some_and(|last| meter.nodes() >= last) {
                        return ControlFlow::Break(Stop::Unknown);
                    }
                    meter.node()?;
                    self.decide(cell, digit)
                }
                None => {
                    found += 1;
                    solution.get_or_insert_with(|| Grid::new(self.candidates.digits()));
                    if found == quest.limit {
                        return ControlFlow::Continue(found);
                    }
                    false
                }
            };
            if consistent {
                continue;
            }
            if !self.turn_back() {
                return ControlFlow::Continue(found);
            }
            if restarts.as_mut().is_some_and(Restarts::is_due) {
                self.return_to_root();
            }
        }
    }

    fn start(&mut self, quest: &Quest<'_>) -> Result<(), Contradiction> {
        self.cell_weights.fill(1);
        self.demand_weights.fill(1);
        self.top_weight = 1;
        self.decisions.clear();
        self.candidates.load(quest.givens)?;
        if let Some((cell, digit)) = quest.excluded {
            self.candidates.eliminate(cell, digit)?;
        }
        self.candidates.propagate()
    }

    fn decide(&mut self, cell: usize, digit: Digit) -> bool {
        self.decisions.push(Decision { before: self.candidates.mark(), cell, digit });
        let outcome = self.candidates.assign(cell, digit);
        self.settle(outcome)
    }

    /// Takes decisions back until the opposite of one is consistent.
    fn turn_back(&mut self) -> bool {
        while let Some(Decision { before, cell, digit }) = self.decisions.pop() {
            self.candidates.undo(before);
            let outcome = self.candidates.eliminate(cell, digit);
            if self.settle(outcome) {
                return true;
            }
        }
        false
    }

    fn settle(&mut self, outcome: Result<(), Contradiction>) -> bool {
        match outcome.and_then(|()| self.candidates.propagate()) {
            Ok(()) => true,
            Err(contradiction) => {
                let weight = match contradiction {
                    Contradiction::Cell(cell) => &mut self.cell_weights[cell],
                    Contradiction::Demand(demand) => &mut self.demand_weights[demand],
                };
                *weight += 1;
                self.top_weight = self.top_weight.max(*weight);
                false
            }
        }
    }

    fn return_to_root(&mut self) {
        if let Some(first) = self.decisions.first() {
            self.candidates.undo(first.before);
            self.decisions.clear();
        }
    }

    /// The candidate to try next, or `None` when every cell has its digit.
    fn choose(&self, random: Option<&mut Rng>) -> Option<(usize, Digit)> {
        let candidates = &self.candidates;
        let (cells, demands) = (candidates.cell_masks(), candidates.demand_masks());
        let cell = most_constrained(cells, &self.cell_weights, self.top_weight, None)?;
        let demand = most_constrained(demands, &self.demand_weights, self.top_weight, Some(cell));
        let pick = |mask: u64| random.map_or(mask.trailing_zeros(), |rng| random_bit(mask, rng));
        let Some(Variable { index: demand, .. }) = demand else {
            return Some((cell.index, pick(cells[cell.index]) as Digit + 1));
        };
        let cell = candidates.cell_of_demand(demand, pick(demands[demand]) as usize);
        Some((cell, candidates.bit_of_demand(demand) as Digit + 1))
    }
}

/// What a search has found, or `None` when its patience was at an end.
fn patiently(found: ControlFlow<Stop, u64>) -> ControlFlow<Stop, Option<u64>> {
    match found {
        ControlFlow::Continue(found) => ControlFlow::Continue(Some(found)),
        ControlFlow::Break(Stop::Unknown) => ControlFlow::Continue(None),
        ControlFlow::Break(stop) => ControlFlow::Break(stop),
    }
}

/// A variable with several options left.
#[derive(Clone, Copy)]
struct Variable {
    index: usize,
    size: u32,
    weight: u32,
}

impl Variable {
    /// Whether size over weight is smaller.
    fn comes_before(self, other: Self) -> bool {
        u64::from(self.size) * u64::from(other.weight)
            < u64::from(other.size) * u64::from(self.weight)
    }

    /// The largest weight with which nothing comes before this variable: two options are the
    /// fewest.
    fn too_light(self) -> u32 {
        (2 * u64::from(self.weight) / u64::from(self.size)) as u32
    }
}

/// The first variable with the smallest size over weight, if that is smaller than `bar`'s.
/// Most variables are passed over by their weight alone: counting the bits of a mask is slow.
fn most_constrained(
    masks: &[u64],
    weights: &[u32],
    top_weight: u32,
    mut bar: Option<Variable>,
) -> Option<Variable> {
    let mut best = None;
    let mut too_light = bar.map_or(0, Variable::too_light);
    if too_light >= top_weight {
        return None;
    }
    for (index, (&mask, &weight)) in masks.iter().zip(weights).enumerate() {
        if weight <= too_light || mask & mask.wrapping_sub(1) == 0 {
            continue;
        }
        let variable = Variable { index, size: mask.count_ones(), weight };
        if bar.is_none_or(|bar| variable.comes_before(bar)) {
            (best, bar) = (Some(variable), Some(variable));
            too_light = variable.too_light();
            if too_light >= top_weight {
                break;
            }
        }
    }
    best
}

fn random_bit(mask: u64, rng: &mut Rng) -> u32 {
    let mut rest = mask;
    for _ in 0..rng.below(mask.count_ones()) {
        rest &= rest - 1;
    }
    rest.trailing_zeros()
}

/// Counts dead ends and says when to start again.
struct Restarts {
    unit: u64,
    made: u64,
    dead_ends: u64,
}

impl Restarts {
    fn new(candidates: &Candidates) -> Self {
        let is_open = |mask: &&u64| !mask.is_power_of_two();
        let open = candidates.cell_masks().iter().filter(is_open).count() as u64;
        Self { unit: FEWEST_DEAD_ENDS.max(open / 4), made: 0, dead_ends: 0 }
    }

    fn is_due(&mut self) -> bool {
        self.dead_ends += 1;
        let due = self.dead_ends >= self.unit * luby(self.made + 1);
        if due {
            self.made += 1;
            self.dead_ends = 0;
        }
        due
    }
}

/// The `index`-th number (from 1) of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
fn luby(index: u64) -> u64 {
    let mut rest = index;
    while !(rest + 1).is_power_of_two() {
        rest -= (1 << rest.ilog2()) - 1;
    }
    rest.div_ceil(2)
}

#[cfg(test)]
mod tests;
