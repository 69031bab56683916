//! A set of free cells that is gone through in its own order: adding and removing take a few
//! instructions.

const NOWHERE: u32 = u32::MAX;

/// A set of free cells that is gone through in its own order.
pub(super) struct CellSet {
    pub cells: Vec<u32>,
    /// Where in the list each cell stands.
    places: Vec<u32>,
}

impl CellSet {
    pub fn new(cells: usize) -> Self {
        Self { cells: Vec::with_capacity(cells), places: vec![NOWHERE; cells] }
    }

    pub fn clear(&mut self) {
        self.cells.clear();
        self.places.fill(NOWHERE);
    }

    pub fn add(&mut self, number: usize) {
        self.places[number] = self.cells.len() as u32;
        self.cells.push(number as u32);
    }

    pub fn remove(&mut self, number: usize) {
        let place = self.places[number] as usize;
        self.cells.swap_remove(place);
        if let Some(&moved) = self.cells.get(place) {
            self.places[moved as usize] = place as u32;
        }
        self.places[number] = NOWHERE;
    }
}
