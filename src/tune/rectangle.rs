//! What a race over listed points may ask for while nobody is dropped: a rectangle of points and
//! blocks, which several machines can share.
//!
//! Who is dropped is known only when the scores of all of them are together, so that whoever does
//! a share races nothing.

use super::race::FIRST_TEST;
use super::space::Point;
use crate::lab::Shard;

/// All points on the first blocks.
#[derive(Clone, Copy, Debug)]
pub struct Rectangle<'p> {
    points: &'p [Point],
    /// Blocks of each point.
    pub blocks: usize,
}

impl<'p> Rectangle<'p> {
    /// As many blocks as the runs pay for; those of the first test in any case.
    pub fn new(points: &'p [Point], runs: u64) -> Self {
        let affordable = runs as usize / points.len().max(1);
        Self { points, blocks: affordable.max(FIRST_TEST) }
    }

    /// Number of runs.
    pub fn len(&self) -> usize {
        self.points.len().saturating_mul(self.blocks)
    }

    /// Whether there is no point.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Number of runs of one part.
    pub fn share_len(&self, shard: Shard) -> usize {
        shard.numbers(self.len()).len()
    }

    /// The runs of one part, block by block: a part that is stopped early has what every race
    /// asks for first. Each block begins with another point, so that no part has the dear ones
    /// alone.
    pub fn share(&self, shard: Shard) -> Vec<(&'p Point, usize)> {
        let points = self.points.len();
        let run = |number: usize| {
            let block = number / points;
            (&self.points[(number + block) % points], block)
        };
        shard.numbers(self.len()).map(run).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_cover_every_point_on_every_block_once() {
        let points: Vec<Point> = (0..4).map(|number| Point(vec![f64::from(number)])).collect();
        let rectangle = Rectangle::new(&points, 31);
        assert_eq!((rectangle.blocks, rectangle.len()), (7, 28));
        for of in [1, 2, 3, 4, 40] {
            let shares = (1..=of).flat_map(|index| rectangle.share(Shard { index, of }));
            let mut all: Vec<(u64, usize)> =
                shares.map(|(point, block)| (point.0[0] as u64, block)).collect();
            all.sort_unstable();
            let expected = (0..4).flat_map(|point| (0..7).map(move |block| (point, block)));
            assert!(all.into_iter().eq(expected), "{of}");
        }
        let second = rectangle.share(Shard { index: 2, of: 4 });
        let expected: Vec<_> = (0..7).map(|block| (&points[(1 + block) % 4], block)).collect();
        assert_eq!(second, expected, "no point is always the same part's");
        assert_eq!(Rectangle::new(&points, 3).blocks, FIRST_TEST);
        assert!(Rectangle::new(&[], 30).share(Shard::WHOLE).is_empty());
    }
}
