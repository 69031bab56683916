//! Which way of inheriting is used next when the choice follows success: probability matching
//! (Goldberg 1990), a way's odds being the share of its children that came into the pool.

use super::Inherited;
use crate::rng::Rng;

/// The ways to choose from.
const WAYS: [Inherited; 4] =
    [Inherited::Boxes, Inherited::Digits, Inherited::Cells, Inherited::Path];

/// What became of the children of each way. All begin with one of two, so that none is ever lost.
pub(super) struct Ways {
    admitted: [u32; WAYS.len()],
    tried: [u32; WAYS.len()],
    last: Option<usize>,
}

impl Ways {
    pub fn new() -> Self {
        Self { admitted: [1; WAYS.len()], tried: [2; WAYS.len()], last: None }
    }

    pub fn choose(&mut self, rng: &mut Rng) -> Inherited {
        let share = |way: usize| f64::from(self.admitted[way]) / f64::from(self.tried[way]);
        let shares: [f64; WAYS.len()] = std::array::from_fn(share);
        let mut point = rng.unit() * shares.iter().sum::<f64>();
        let is_hit = |share: &f64| {
            point -= share;
            point < 0.0
        };
        let way = shares.iter().position(is_hit).unwrap_or(WAYS.len() - 1);
        self.last = Some(way);
        WAYS[way]
    }

    /// What became of the last child, if its way was chosen here.
    pub fn credit(&mut self, admitted: bool) {
        if let Some(way) = self.last.take() {
            self.tried[way] += 1;
            self.admitted[way] += u32::from(admitted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_with_more_success_is_chosen_more_often_and_none_is_lost() {
        let mut ways = Ways::new();
        let mut rng = Rng::from_seed(3);
        let mut chosen = [0; WAYS.len()];
        for _ in 0..4000 {
            let way = ways.choose(&mut rng);
            let number = WAYS.iter().position(|&one| one == way).expect("one of them");
            chosen[number] += 1;
            ways.credit(number == 2 || rng.index(3) == 0);
            ways.credit(true);
        }
        // Shares of success 1/3, 1/3, 1, 1/3: half of the choices for the third, a sixth each.
        let expected = [667, 667, 2000, 667];
        let near = |(&found, expected): (&i32, i32)| (found - expected).abs() < 250;
        assert!(chosen.iter().zip(expected).all(near), "{chosen:?}");
    }
}
