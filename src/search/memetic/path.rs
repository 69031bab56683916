//! Path relinking (Glover 1997): a child on the way from one parent to the other.

use crate::board::Layout;
use crate::board::digit::Digit;
use crate::rng::{Rate, Rng};

/// Leads a child towards a target for a share of the cells in which they differ. The next cell to
/// take over is always one whose change leaves the fewest conflicts, ties at random.
pub(super) fn relink(
    layout: &Layout,
    child: &mut [Digit],
    target: &[Digit],
    share: Rate,
    rng: &mut Rng,
) {
    let mut apart: Vec<usize> =
        (0..child.len()).filter(|&cell| child[cell] != target[cell]).collect();
    let steps = (share.get() * apart.len() as f64 + 0.5) as usize;
    let mut rises = vec![0i32; child.len()];
    for &cell in &apart {
        rises[cell] = rise(layout, child, target, cell);
    }
    for _ in 0..steps {
        let place = least(&apart, &rises, rng);
        let cell = apart.swap_remove(place);
        let (before, after) = (child[cell], target[cell]);
        child[cell] = after;
        for &peer in layout.peers(cell) {
            let peer = peer as usize;
            let change = |digit| i32::from(digit == after) - i32::from(digit == before);
            rises[peer] += change(target[peer]) - change(child[peer]);
        }
    }
}

/// By how much conflicts rise when a cell takes over its digit of the target.
fn rise(layout: &Layout, child: &[Digit], target: &[Digit], cell: usize) -> i32 {
    let equal = |digit: Digit| {
        layout.peers(cell).iter().filter(|&&peer| child[peer as usize] == digit).count() as i32
    };
    equal(target[cell]) - equal(child[cell])
}

/// Where a cell of least rise stands.
fn least(cells: &[usize], rises: &[i32], rng: &mut Rng) -> usize {
    let mut best = 0;
    let mut ties = 0;
    for (place, &cell) in cells.iter().enumerate() {
        match rises[cell].cmp(&rises[cells[best]]) {
            std::cmp::Ordering::Greater => continue,
            std::cmp::Ordering::Less => ties = 1,
            std::cmp::Ordering::Equal => ties += 1,
        }
        if ties == 1 || rng.below(ties) == 0 {
            best = place;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_takes_over_a_cell_of_least_rise() {
        let layout = Layout::named("9x9").expect("built in");
        let mut rng = Rng::from_seed(5);
        for share in [0.0, 0.3, 0.5, 1.0] {
            let mut random = || (0..81).map(|_| 1 + rng.index(9) as Digit).collect::<Vec<Digit>>();
            let (first, target) = (random(), random());
            let apart = (0..81).filter(|&cell| first[cell] != target[cell]).count();
            let mut child = first.clone();
            let steps = (share * apart as f64 + 0.5) as usize;
            for taken in 0..steps {
                let open: Vec<usize> =
                    (0..81).filter(|&cell| child[cell] != target[cell]).collect();
                let rises: Vec<i32> =
                    open.iter().map(|&cell| rise(&layout, &child, &target, cell)).collect();
                let one_step = Rate::constant(1.0 / open.len() as f64);
                let before = child.clone();
                relink(&layout, &mut child, &target, one_step, &mut rng);
                let changed: Vec<usize> =
                    (0..81).filter(|&cell| child[cell] != before[cell]).collect();
                let least = rises.iter().min().expect("cells apart");
                assert_eq!(changed.len(), 1, "step {taken}");
                assert_eq!(rise(&layout, &before, &target, changed[0]), *least);
            }
        }
    }

    #[test]
    fn the_way_is_as_long_as_its_share() {
        let layout = Layout::named("9x9").expect("built in");
        let mut rng = Rng::from_seed(6);
        let first: Vec<Digit> = (0..81).map(|_| 1 + rng.index(9) as Digit).collect();
        let target: Vec<Digit> = (0..81).map(|_| 1 + rng.index(9) as Digit).collect();
        let apart = (0..81).filter(|&cell| first[cell] != target[cell]).count();
        for (share, steps) in [(0.0, 0), (0.5, apart.div_ceil(2)), (1.0, apart)] {
            let mut child = first.clone();
            relink(&layout, &mut child, &target, Rate::constant(share), &mut rng);
            assert_eq!((0..81).filter(|&cell| child[cell] != first[cell]).count(), steps);
            assert!((0..81).all(|cell| child[cell] == first[cell] || child[cell] == target[cell]));
        }
    }
}
