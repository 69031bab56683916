//! When tabu slots are free again, told move by move without asking each of them.

const NOWHERE: u32 = u32::MAX;

/// Which slots cease to be tabu at which move: a ring of days, each with a list of slots.
pub(super) struct Calendar {
    /// The first slot of each day.
    days: Vec<u32>,
    /// The next slot of the same day.
    next: Vec<u32>,
    /// The day on which a slot is free again; 0 when it is not noted.
    ends: Vec<u64>,
    pub today: u64,
}

impl Calendar {
    /// A calendar for tenures of at most so many moves.
    pub fn new(slots: usize, longest: usize) -> Self {
        let days = vec![NOWHERE; (longest + 2).next_power_of_two()];
        Self { days, next: vec![NOWHERE; slots], ends: vec![0; slots], today: 1 }
    }

    pub fn clear(&mut self) {
        self.days.fill(NOWHERE);
        self.ends.fill(0);
        self.today = 1;
    }

    /// Notes a slot for the next so many moves; one that is noted already stays for the longer.
    pub fn note(&mut self, slot: usize, moves: u32) {
        let end = self.today + u64::from(moves) + 1;
        let noted = self.ends[slot];
        self.ends[slot] = end.max(noted);
        if noted == 0 {
            self.enter(slot);
        }
    }

    fn enter(&mut self, slot: usize) {
        let day = self.ends[slot] as usize & (self.days.len() - 1);
        self.next[slot] = std::mem::replace(&mut self.days[day], slot as u32);
    }

    /// Goes on to the next move and tells of each slot whose time is over.
    pub fn advance(&mut self, mut release: impl FnMut(usize)) {
        self.today += 1;
        let day = self.today as usize & (self.days.len() - 1);
        let mut first = std::mem::replace(&mut self.days[day], NOWHERE);
        while first != NOWHERE {
            let slot = first as usize;
            first = self.next[slot];
            if self.ends[slot] > self.today {
                self.enter(slot);
            } else {
                self.ends[slot] = 0;
                release(slot);
            }
        }
    }
}
