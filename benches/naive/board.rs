//! A puzzle as the naive algorithms see it, and what a genome is worth on it.

use std::sync::Arc;

use sudoga::board::{Layout, Puzzle, UnitKind};

/// The largest side there is a row of the bench for.
const MOST_DIGITS: usize = 25;

/// The digits of all cells.
pub type Genome = Vec<u8>;

/// Which groups of cells are permutations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Genes {
    Boxes,
    Rows,
}

/// What a genome is worth.
#[derive(Clone, Copy)]
pub enum Rule {
    /// Missing digits of the lines.
    Missing,
    /// 1 / (1 + equal pairs in the lines).
    EqualPairs,
    /// The product of side / distinct digits of the lines.
    Product,
}

/// Cells that are a permutation together.
pub struct Gene {
    pub cells: Vec<usize>,
    pub free: Vec<usize>,
    /// The digits of its free cells.
    pub digits: Vec<u8>,
}

/// Boxes that are taken together, and the lines that judge them.
pub struct Block {
    pub boxes: Vec<usize>,
    pub lines: Vec<Vec<usize>>,
}

/// A puzzle under an encoding and a rule.
pub struct Board {
    pub layout: Arc<Layout>,
    pub givens: Vec<u8>,
    pub genes: Vec<Gene>,
    /// The units that genes do not fill by themselves.
    pub lines: Vec<Vec<usize>>,
    pub bands: Vec<Block>,
    pub stacks: Vec<Block>,
    rule: Rule,
}

impl Board {
    pub fn new(puzzle: &Puzzle, genes: Genes, rule: Rule) -> Self {
        let layout = puzzle.layout();
        let filled = match genes {
            Genes::Boxes => UnitKind::Box,
            Genes::Rows => UnitKind::Row,
        };
        let (gene_units, line_units): (Vec<usize>, Vec<usize>) =
            layout.units().partition(|&unit| layout.unit(unit).kind == filled);
        let gene = |&unit: &usize| Gene::new(cells(layout, unit), puzzle.givens(), layout.side());
        Self {
            givens: puzzle.givens().to_vec(),
            genes: gene_units.iter().map(gene).collect(),
            lines: line_units.iter().map(|&unit| cells(layout, unit)).collect(),
            bands: layout.bands().map(|boxes| Block::new(layout, boxes, UnitKind::Row)).collect(),
            stacks: layout
                .stacks()
                .map(|boxes| Block::new(layout, boxes, UnitKind::Column))
                .collect(),
            layout: layout.clone(),
            rule,
        }
    }

    /// How far a genome is from a solution; smaller is better.
    pub fn penalty(&self, genome: &[u8]) -> f64 {
        match self.rule {
            Rule::Missing => self.missing(genome),
            Rule::EqualPairs => self.equal_pairs(genome),
            Rule::Product => self.product(genome),
        }
    }

    /// The penalty of a solution.
    pub fn solved(&self) -> f64 {
        match self.rule {
            Rule::Missing | Rule::EqualPairs => 0.0,
            Rule::Product => 1.0,
        }
    }

    /// The fitness that a penalty stands for, as the authors state it.
    pub fn fitness(&self, penalty: f64) -> f64 {
        match self.rule {
            Rule::Missing | Rule::Product => penalty,
            Rule::EqualPairs => 1.0 / (1.0 + penalty),
        }
    }

    fn missing(&self, genome: &[u8]) -> f64 {
        let side = self.layout.side();
        self.lines.iter().map(|line| (side - distinct(line, genome)) as f64).sum()
    }

    fn equal_pairs(&self, genome: &[u8]) -> f64 {
        let pairs = |count: &usize| count * count.saturating_sub(1) / 2;
        let of_line = |line: &Vec<usize>| counts(line, genome).iter().map(pairs).sum::<usize>();
        self.lines.iter().map(|line| of_line(line) as f64).sum()
    }

    /// In the order of the factors, so that equal factors make equal products.
    fn product(&self, genome: &[u8]) -> f64 {
        let side = self.layout.side() as f64;
        let mut distincts: Vec<usize> =
            self.lines.iter().map(|line| distinct(line, genome)).collect();
        distincts.sort();
        distincts.iter().map(|&distinct| side / distinct as f64).product()
    }
}

impl Gene {
    fn new(cells: Vec<usize>, givens: &[u8], side: usize) -> Self {
        let free = cells.iter().copied().filter(|&cell| givens[cell] == 0).collect();
        let is_given = |digit: u8| cells.iter().any(|&cell| givens[cell] == digit);
        let digits = (1..=side as u8).filter(|&digit| !is_given(digit)).collect();
        Self { free, digits, cells }
    }
}

impl Block {
    fn new(layout: &Layout, boxes: &[u16], kind: UnitKind) -> Self {
        let is_of_kind = |&unit: &usize| layout.unit(unit).kind == kind;
        let lines = layout.units().filter(is_of_kind).map(|unit| cells(layout, unit));
        let crosses = |line: &Vec<usize>| boxes.contains(&(layout.box_of(line[0]) as u16));
        Self {
            boxes: boxes.iter().map(|&number| number as usize).collect(),
            lines: lines.filter(crosses).collect(),
        }
    }

    /// Distinct digits of its lines.
    pub fn score(&self, genome: &[u8]) -> usize {
        self.lines.iter().map(|line| distinct(line, genome)).sum()
    }
}

fn cells(layout: &Layout, unit: usize) -> Vec<usize> {
    layout.unit_cells(unit).iter().map(|&cell| cell as usize).collect()
}

/// How often each digit stands in a line.
pub fn counts(line: &[usize], genome: &[u8]) -> [usize; MOST_DIGITS + 1] {
    let mut counts = [0; MOST_DIGITS + 1];
    for &cell in line {
        counts[genome[cell] as usize] += 1;
    }
    counts
}

/// How many different digits a line has.
pub fn distinct(line: &[usize], genome: &[u8]) -> usize {
    counts(line, genome).iter().filter(|&&count| count > 0).count()
}
