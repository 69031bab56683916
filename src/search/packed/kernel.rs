//! The hot loops over packed genomes: scores, and their dispatch to a machine that counts bits.

use super::code::{Code, Word};
use super::shape::Shape;

/// What a genome is scored by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    Missing,
    EqualPairs,
}

/// Scores genomes; `costs` may be empty. Uses the machine's bit count where there is one; the
/// numbers are the same everywhere.
pub(super) fn score_all<W: Word, const K: usize, const B: usize, S: Shape<K>>(
    genomes: &[[Code<W>; B]],
    shape: &S,
    rule: Rule,
    keys: &mut [u64],
    costs: &mut [u32],
) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("popcnt") {
        #[expect(unsafe_code, reason = "the feature was detected; the body is safe integer code")]
        // SAFETY: `popcnt` is there, and the function asks for nothing else.
        unsafe {
            score_all_by_popcnt(genomes, shape, rule, keys, costs);
        }
        return;
    }
    score_each(genomes, shape, rule, keys, costs);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt")]
fn score_all_by_popcnt<W: Word, const K: usize, const B: usize, S: Shape<K>>(
    genomes: &[[Code<W>; B]],
    shape: &S,
    rule: Rule,
    keys: &mut [u64],
    costs: &mut [u32],
) {
    score_each(genomes, shape, rule, keys, costs);
}

#[inline(always)]
fn score_each<W: Word, const K: usize, const B: usize, S: Shape<K>>(
    genomes: &[[Code<W>; B]],
    shape: &S,
    rule: Rule,
    keys: &mut [u64],
    costs: &mut [u32],
) {
    match rule {
        Rule::Missing => {
            for (genome, key) in genomes.iter().zip(keys) {
                *key = u64::from(missing(genome, shape));
            }
        }
        Rule::EqualPairs => {
            for ((genome, key), cost) in genomes.iter().zip(keys).zip(costs) {
                let (pairs, missing) = equal_pairs(genome, shape);
                (*key, *cost) = (u64::from(pairs), missing);
            }
        }
    }
}

/// Missing digits over all lines.
#[inline(always)]
fn missing<W: Word, const K: usize, const B: usize, S: Shape<K>>(
    genome: &[Code<W>; B],
    shape: &S,
) -> u32 {
    let mut distinct = 0;
    for line in shape.block_rows() {
        let seen = line.iter().fold(W::ZERO, |seen, &number| seen | boxed(genome, number).rows);
        distinct += seen.count();
    }
    for line in shape.block_columns() {
        let seen = line.iter().fold(W::ZERO, |seen, &number| seen | boxed(genome, number).columns);
        distinct += seen.count();
    }
    let lines = shape.block_rows().len() + shape.block_columns().len();
    (lines * K * K * K) as u32 - distinct
}

/// A box of a genome. The remainder changes nothing, and spares a test where B is a power of two.
#[inline(always)]
fn boxed<W: Word, const B: usize>(genome: &[Code<W>; B], number: u8) -> Code<W> {
    genome[number as usize % B]
}

/// Pairs of equal digits in lines, and missing digits.
///
/// With c(t) = digits that stand at least t times in a line, missing = c(2) + ... + c(k) and
/// pairs = c(2) + 2 c(3) + ... + (k - 1) c(k).
#[inline(always)]
fn equal_pairs<W: Word, const K: usize, const B: usize, S: Shape<K>>(
    genome: &[Code<W>; B],
    shape: &S,
) -> (u32, u32) {
    let mut sums = (0, 0);
    let mut add = |line: [W; K]| {
        let often = at_least(line);
        for (times, digits) in often.iter().enumerate().skip(1) {
            sums.0 += times as u32 * digits.count();
            sums.1 += digits.count();
        }
    };
    for line in shape.block_rows() {
        add(line.map(|number| boxed(genome, number).rows));
    }
    for line in shape.block_columns() {
        add(line.map(|number| boxed(genome, number).columns));
    }
    sums
}

/// The digits that stand once, twice, ... or more in the lines that K boxes make.
#[inline(always)]
pub(super) fn at_least<W: Word, const K: usize>(boxes: [W; K]) -> [W; K] {
    let mut often = [W::ZERO; K];
    for word in boxes {
        for times in (1..K).rev() {
            often[times] |= often[times - 1] & word;
        }
        often[0] |= word;
    }
    often
}

/// Distinct digits over the lines that a row or a column of boxes makes.
#[inline(always)]
pub(super) fn distinct<W: Word>(words: impl Iterator<Item = W>) -> u32 {
    words.fold(W::ZERO, |seen, word| seen | word).count()
}
