//! Which variables changed since the rules beyond singles last looked at them.
//!
//! Only those a rule can have an interest in are noted: cells when they come down to two digits,
//! which happens once, and demands with several places, each once however often it changes.

/// A (unit, digit) demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub unit: u16,
    /// The digit, as the number of its bit.
    pub bit: u8,
}

/// Something that a rule has to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Cell(usize),
    Demand(Demand),
}

/// The notes; asleep, it takes none.
#[derive(Clone, Debug)]
pub(super) struct Touched {
    awake: bool,
    cells: Vec<u16>,
    demands: Vec<Demand>,
    is_noted: Vec<bool>,
}

impl Touched {
    pub(super) fn new(demand_count: usize) -> Self {
        let is_noted = vec![false; demand_count];
        Self { awake: false, cells: Vec::new(), demands: Vec::new(), is_noted }
    }

    pub(super) fn is_awake(&self) -> bool {
        self.awake
    }

    pub(super) fn wake(&mut self) {
        self.awake = true;
    }

    pub(super) fn rest(&mut self) {
        self.awake = false;
    }

    /// Notes a cell that has come down to two digits.
    #[inline]
    pub(super) fn touch_cell(&mut self, cell: usize) {
        if self.awake {
            self.cells.push(cell as u16);
        }
    }

    /// Notes a demand, `number` being its index.
    #[inline]
    pub(super) fn touch_demand(&mut self, demand: Demand, number: usize) {
        if self.awake && !self.is_noted[number] {
            self.is_noted[number] = true;
            self.demands.push(demand);
        }
    }

    /// The next variable, demands first.
    pub(super) fn take(&mut self, side: usize) -> Option<Variable> {
        if let Some(demand) = self.demands.pop() {
            self.is_noted[demand.unit as usize * side + demand.bit as usize] = false;
            return Some(Variable::Demand(demand));
        }
        self.cells.pop().map(|cell| Variable::Cell(cell as usize))
    }

    pub(super) fn clear(&mut self, side: usize) {
        self.cells.clear();
        for demand in self.demands.drain(..) {
            self.is_noted[demand.unit as usize * side + demand.bit as usize] = false;
        }
    }
}
