//! Annealing in place of mutation, on every member (Browder, Frey and Woodburn, after Perez and
//! Marwala 2008).

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::counts::{Counts, Price};
use super::group_table::{GroupTable, draw};
use crate::board::digit::Digit;
use crate::rng::{Rate, Rng};
use crate::search::as_coded::accepts_as_printed;
use crate::search::rate;
use crate::solver::{Meter, Stop};

/// How a population that does not get better is annealed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Annealing {
    /// Cycles in a row without a better best, before the cycle that anneals.
    pub patience: u32,
    /// What a neighbour differs in.
    pub redraw: Redraw,
    /// The first temperature.
    pub start: f64,
    /// What the temperature is multiplied by after each proposal.
    pub cooling: f64,
    /// Below this temperature a member is done.
    pub end: f64,
    /// When a neighbour that is not better is taken.
    pub acceptance: Acceptance,
}

/// What a neighbour differs in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Redraw {
    /// Each free cell is drawn anew from its current group with this probability.
    Rate(Rate),
    /// As many random cells that have a choice are drawn anew.
    Cells(u32),
}

/// When a neighbour that is not better is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Acceptance {
    /// With probability e^(-rise / temperature).
    Metropolis,
    /// As the study's listing prints it.
    AsPrinted,
}

impl Default for Annealing {
    fn default() -> Self {
        Self {
            patience: 2,
            redraw: Redraw::Rate(rate(0.2)),
            start: 1.5,
            cooling: 0.95,
            end: 0.01,
            acceptance: Acceptance::Metropolis,
        }
    }
}

impl Annealing {
    /// Refuses values that cannot work, naming the key.
    pub fn check(&self) -> Result<(), String> {
        let Self { patience, redraw, start, cooling, end, .. } = self;
        let key = |name: &str| format!("`stagnation.anneal.{name}`");
        if *patience == 0 {
            return Err(format!("{} is 0, expected 1 or more", key("patience")));
        }
        if *redraw == Redraw::Cells(0) {
            return Err(format!("{} is 0, expected 1 or more", key("redraw.cells")));
        }
        for (name, number) in [("start", start), ("end", end)] {
            if !(*number > 0.0 && number.is_finite()) {
                return Err(format!("{} is {number}, expected a number above 0", key(name)));
            }
        }
        if !(*cooling > 0.0 && *cooling < 1.0) {
            return Err(format!("{} is {cooling}, expected one between 0 and 1", key("cooling")));
        }
        Ok(())
    }
}

impl Acceptance {
    pub(super) fn accepts(self, rise: i32, temperature: f64, rng: &mut Rng) -> bool {
        match self {
            Self::Metropolis => rise <= 0 || rng.unit() < libm::exp(f64::from(-rise) / temperature),
            Self::AsPrinted => accepts_as_printed(rise, temperature, rng),
        }
    }
}

/// Anneals member after member under one group table.
pub(super) struct Annealer<'a> {
    settings: Annealing,
    /// Cell and group of those that have a choice.
    open: Vec<(u16, u64)>,
    counts: &'a mut Counts,
    /// Cell and digit before, of the last proposal.
    changes: Vec<(u16, Digit)>,
}

impl<'a> Annealer<'a> {
    pub fn new(settings: Annealing, table: &GroupTable, counts: &'a mut Counts) -> Self {
        let open: Vec<(u16, u64)> = table
            .groups
            .iter()
            .filter(|group| group.is_open())
            .map(|group| (group.cell, group.current))
            .collect();
        Self { settings, changes: Vec::with_capacity(open.len()), open, counts }
    }

    /// Leaves the last state in `digits`; `look` is told of each state that was taken.
    pub fn anneal(
        &mut self,
        digits: &mut [Digit],
        rng: &mut Rng,
        meter: &mut Meter<'_>,
        mut look: impl FnMut(&[Digit], Price, u64) -> ControlFlow<Stop>,
    ) -> ControlFlow<Stop, Price> {
        self.counts.load(digits);
        let mut temperature = self.settings.start;
        while temperature >= self.settings.end {
            meter.evaluation()?;
            let before = self.counts.price();
            self.propose(digits, rng);
            let rise = self.counts.price().fitness as i32 - before.fitness as i32;
            if self.settings.acceptance.accepts(rise, temperature, rng) {
                look(digits, self.counts.price(), meter.generations())?;
            } else {
                self.take_back(digits);
            }
            temperature *= self.settings.cooling;
        }
        ControlFlow::Continue(self.counts.price())
    }

    fn propose(&mut self, digits: &mut [Digit], rng: &mut Rng) {
        self.changes.clear();
        match self.settings.redraw {
            Redraw::Rate(rate) => {
                for place in 0..self.open.len() {
                    if rng.chance(rate) {
                        self.redraw(place, digits, rng);
                    }
                }
            }
            Redraw::Cells(cells) => {
                for place in 0..self.open.len().min(cells as usize) {
                    let other = place + rng.index(self.open.len() - place);
                    self.open.swap(place, other);
                    self.redraw(place, digits, rng);
                }
            }
        }
    }

    fn redraw(&mut self, place: usize, digits: &mut [Digit], rng: &mut Rng) {
        let (cell, group) = self.open[place];
        let (old, new) = (digits[cell as usize], draw(group, rng));
        if old != new {
            self.changes.push((cell, old));
            self.counts.change(cell as usize, old, new);
            digits[cell as usize] = new;
        }
    }

    fn take_back(&mut self, digits: &mut [Digit]) {
        for &(cell, old) in &self.changes {
            let digit = &mut digits[cell as usize];
            self.counts.change(cell as usize, *digit, old);
            *digit = old;
        }
    }

    /// The cells that each of so many proposals changes, on a filling of ones; all are taken back.
    #[cfg(test)]
    pub fn changed_cells(&mut self, proposals: usize) -> Vec<Vec<u16>> {
        let mut digits =
            vec![1; self.open.iter().map(|open| open.0 as usize + 1).max().unwrap_or(0)];
        let before = digits.clone();
        let price = self.counts.load(&digits);
        let mut rng = Rng::from_seed(9);
        let mut changed = Vec::new();
        for _ in 0..proposals {
            self.propose(&mut digits, &mut rng);
            changed.push(self.changes.iter().map(|change| change.0).collect());
            self.take_back(&mut digits);
            assert_eq!((&digits, self.counts.price()), (&before, price));
        }
        changed
    }
}
