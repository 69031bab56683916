//! Fitness and cost of a genome held as a byte a cell: every rule, every encoding and layout.

use super::fitness::Fitness;
use super::genes::Genes;
use crate::board::Layout;

/// The largest side, and one more.
const COUNTS: usize = 50;

/// Prices genomes by one rule.
pub(super) struct Scorer {
    fitness: Fitness,
    side: usize,
    /// The cells of the scored units, one unit after another.
    cells: Vec<u16>,
    /// side / distinct, by distinct.
    ratios: Vec<f64>,
    /// Free cells with their peers, for the uncertainty of cells.
    free: Vec<(u16, Vec<u16>)>,
    /// log2 of a number of candidates.
    bits: Vec<f64>,
}

impl Scorer {
    pub fn new(layout: &Layout, genes: &Genes, fitness: Fitness) -> Self {
        let side = layout.side();
        let units = genes.scored().iter().map(|&unit| layout.unit_cells(unit as usize));
        let needs_peers = matches!(fitness, Fitness::Entropy(_));
        let free = (0..layout.cell_count())
            .filter(|&cell| needs_peers && genes.givens()[cell] == 0)
            .map(|cell| (cell as u16, layout.peers(cell).to_vec()))
            .collect();
        Self {
            fitness,
            side,
            cells: units.flatten().copied().collect(),
            ratios: (0..=side).map(|distinct| side as f64 / distinct.max(1) as f64).collect(),
            free,
            bits: (0..=side).map(|count| libm::log2(count.max(1) as f64)).collect(),
        }
    }

    /// Key and cost of a genome.
    pub fn score(&self, digits: &[u8]) -> (u64, u32) {
        match self.fitness {
            Fitness::Missing | Fitness::Distinct => {
                let missing = self.missing(digits);
                (u64::from(missing), missing)
            }
            Fitness::EqualPairs => self.equal_pairs(digits),
            Fitness::Product | Fitness::IllegalUnits => {
                let mut histogram = [0u32; COUNTS];
                for distinct in self.distincts(digits) {
                    histogram[distinct as usize] += 1;
                }
                self.score_of_histogram(&histogram[..=self.side])
            }
            Fitness::Entropy(entropy) => {
                let missing = self.missing(digits);
                let key = f64::from(missing) + entropy.weight * self.uncertainty(digits);
                (key.to_bits(), missing)
            }
        }
    }

    /// Distinct digits of the cells of one unit.
    #[inline]
    pub fn distinct(cells: &[u16], digits: &[u8]) -> u32 {
        let seen = cells.iter().fold(0u64, |seen, &cell| seen | 1 << digits[cell as usize]);
        seen.count_ones()
    }

    fn distincts<'a>(&'a self, digits: &'a [u8]) -> impl Iterator<Item = u32> + 'a {
        self.cells.chunks_exact(self.side).map(|cells| Self::distinct(cells, digits))
    }

    fn missing(&self, digits: &[u8]) -> u32 {
        self.distincts(digits).map(|distinct| self.side as u32 - distinct).sum()
    }

    fn equal_pairs(&self, digits: &[u8]) -> (u64, u32) {
        let (mut pairs, mut missing) = (0, 0);
        for cells in self.cells.chunks_exact(self.side) {
            let mut counts = [0u64; COUNTS];
            for &cell in cells {
                counts[digits[cell as usize] as usize] += 1;
            }
            pairs += counts.iter().map(|count| count * count.saturating_sub(1) / 2).sum::<u64>();
            missing += counts[1..=self.side].iter().filter(|&&count| count == 0).count() as u32;
        }
        (pairs, missing)
    }

    /// Key and cost where all that matters is how many units have so many distinct digits.
    pub fn score_of_histogram(&self, histogram: &[u32]) -> (u64, u32) {
        let missing = (0..).zip(histogram.iter().rev()).map(|(missing, units)| missing * units);
        let missing = missing.sum();
        let key = match self.fitness {
            Fitness::Product => product_of(histogram, &self.ratios).to_bits(),
            Fitness::IllegalUnits => u64::from(histogram[..self.side].iter().sum::<u32>()),
            _ => u64::from(missing),
        };
        (key, missing)
    }

    /// Bits of choice that the free cells have when each looks at its peers; 0 when solved.
    fn uncertainty(&self, digits: &[u8]) -> f64 {
        let mut histogram = [0u32; COUNTS];
        for (_, peers) in &self.free {
            histogram[self.side - Self::distinct(peers, digits) as usize] += 1;
        }
        let weighed =
            histogram.iter().zip(&self.bits).map(|(&cells, bits)| f64::from(cells) * bits);
        weighed.sum()
    }
}

/// The product of the ratios by a histogram of distinct counts, in fixed order, so that equal
/// histograms are equal numbers.
pub(super) fn product_of(histogram: &[u32], ratios: &[f64]) -> f64 {
    let mut product = 1.0;
    for (&units, &ratio) in histogram.iter().zip(ratios).rev() {
        for _ in 0..units {
            product *= ratio;
        }
    }
    product
}
