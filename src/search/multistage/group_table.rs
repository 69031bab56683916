//! Which digits each free cell may be given: the group table, narrowed from cycle to cycle.

use crate::board::Puzzle;
use crate::board::digit::{Digit, EMPTY};
use crate::rng::Rng;

/// The groups of all free cells; digit d is bit d - 1 of a group.
pub(super) struct GroupTable {
    pub groups: Vec<Group>,
}

/// What a free cell may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub cell: u16,
    /// The digits that no given peer holds.
    pub initial: u64,
    /// Those, or the one that the cell is fixed to.
    pub current: u64,
}

impl GroupTable {
    /// The table of a puzzle; `None` where a cell has no digit left.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let (layout, givens) = (puzzle.layout(), puzzle.givens());
        let full = ((1u64 << layout.side()) - 1) << 1;
        let group = |cell: usize| {
            let peers = layout.peers(cell).iter();
            let taken = peers.fold(0, |mask, &peer| mask | 1u64 << givens[peer as usize]);
            let initial = (full & !taken) >> 1;
            Group { cell: cell as u16, initial, current: initial }
        };
        let free = (0..givens.len()).filter(|&cell| givens[cell] == EMPTY);
        let groups: Vec<Group> = free.map(group).collect();
        groups.iter().all(|group| group.initial != 0).then_some(Self { groups })
    }

    /// Forgets which cells were fixed.
    pub fn reset(&mut self) {
        for group in &mut self.groups {
            group.current = group.initial;
        }
    }
}

impl Group {
    /// Leaves the cell one digit.
    pub fn fix(&mut self, digit: Digit) {
        self.current = 1 << (digit - 1);
    }

    /// Whether the cell has a choice.
    pub fn is_open(&self) -> bool {
        !self.current.is_power_of_two()
    }
}

/// A random digit of a group, which must not be empty.
pub(super) fn draw(group: u64, rng: &mut Rng) -> Digit {
    let mut rest = group;
    for _ in 0..rng.below(group.count_ones()) {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as Digit + 1
}

/// A random digit of a group other than this one, if there is any.
pub(super) fn draw_other(group: u64, digit: Digit, rng: &mut Rng) -> Option<Digit> {
    let others = group & !(1 << (digit - 1));
    (others != 0).then(|| draw(others, rng))
}
