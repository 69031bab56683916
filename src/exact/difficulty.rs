//! How hard a puzzle is without any random search: its solutions, the nodes of the proof, the logic
//! that it needs.

use super::searcher::{Count, count};
use crate::board::Puzzle;
use crate::logic::{LogicLevel, level_needed};
use crate::solver::Meter;

/// What a puzzle asks of somebody who searches or reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Whether it has no, one or several solutions.
    pub solutions: Count,
    /// Values that [`count`] tries until that is known: for one solution, to find it and to prove
    /// that there is no other. `None` where the meter ended the search before.
    pub nodes: Option<u64>,
    /// The logic that leads to its only solution; `None` unless there is exactly one.
    pub logic: Option<LogicLevel>,
}

/// The difficulty of a puzzle; the same on every machine, unless the meter stops by the clock.
pub fn difficulty(puzzle: &Puzzle, meter: &mut Meter<'_>) -> Difficulty {
    let before = meter.nodes();
    let solutions = count(puzzle, meter);
    let nodes = (solutions != Count::Unknown).then(|| meter.nodes() - before);
    let logic = (solutions == Count::One).then(|| level_needed(puzzle));
    Difficulty { solutions, nodes, logic }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Layout, collection};
    use crate::solver::{Budget, Unobserved};

    fn found(puzzle: &Puzzle, nodes: u64) -> Difficulty {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        difficulty(puzzle, &mut Meter::new(budget, &mut Unobserved))
    }

    #[test]
    fn every_number_of_solutions_has_its_facts() {
        let easy = collection::find("9x9/easy-1").expect("an address").remove(0);
        let easy = found(&easy, 1000);
        assert_eq!((easy.solutions, easy.nodes), (Count::One, Some(0)));
        assert!(easy.logic <= Some(LogicLevel::HiddenSingles) && easy.logic.is_some());
        let layout = Layout::named("9x9").expect("built in");
        let mut givens = vec![0; 81];
        let empty = Puzzle::new("empty", layout.clone(), givens.clone()).expect("a puzzle");
        let several = found(&empty, 100_000);
        assert_eq!((several.solutions, several.logic), (Count::Several, None));
        assert!(several.nodes > Some(0));
        let unknown = Difficulty { solutions: Count::Unknown, nodes: None, logic: None };
        assert_eq!(found(&empty, 1), unknown);
        givens[8] = 9;
        for (digit, given) in givens[72..80].iter_mut().enumerate() {
            *given = digit as u8 + 1;
        }
        let hopeless = Puzzle::new("hopeless", layout, givens).expect("no clash");
        let none = found(&hopeless, 1000);
        assert_eq!((none.solutions, none.logic), (Count::None, None));
        assert!(none.nodes.is_some());
    }
}
