//! One row of a 9x9 grid as two words: for each column its digit as one bit of nine, and for each
//! box the digits of the row's segment in it.
//!
//! Rows OR to the digits of all columns at once, the three rows of a band also to those of its
//! boxes; a swap of two cells is four XORs.

/// Cells in a row, and digits.
pub(super) const SIDE: usize = 9;

/// A row. The first word holds columns 0 to 6, the second columns 7 and 8, then three segments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Row {
    pub words: [u64; 2],
}

/// All rows.
pub(super) type Rows = [Row; SIDE];

const DIGITS: u64 = (1 << SIDE) - 1;

/// Columns in the first word.
const FIRST_COLUMNS: usize = 7;

/// Where the segments begin in the second word.
const SEGMENTS: usize = (SIDE - FIRST_COLUMNS) * SIDE;

/// Where a column's digits lie in a row, and those of its segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    word: u8,
    shift: u8,
    segment: u8,
}

impl Place {
    pub fn of(column: usize) -> Self {
        let (word, first) = if column < FIRST_COLUMNS { (0, 0) } else { (1, FIRST_COLUMNS) };
        Self {
            word,
            shift: ((column - first) * SIDE) as u8,
            segment: (SEGMENTS + column / 3 * SIDE) as u8,
        }
    }
}

impl Row {
    /// Puts a digit, from 1, into an empty cell.
    #[inline(always)]
    pub fn put(&mut self, place: Place, digit: u8) {
        let bit = 1 << (digit - 1);
        self.words[place.word as usize % 2] |= bit << place.shift;
        self.words[1] |= bit << place.segment;
    }

    /// The digit of a cell as a bit.
    #[inline(always)]
    pub fn bit(&self, place: Place) -> u64 {
        self.words[place.word as usize % 2] >> place.shift & DIGITS
    }

    /// Swaps the digits of two cells.
    #[inline(always)]
    pub fn swap(&mut self, [one, other]: [Place; 2]) {
        let change = self.bit(one) ^ self.bit(other);
        self.words[one.word as usize % 2] ^= change << one.shift;
        self.words[other.word as usize % 2] ^= change << other.shift;
        self.words[1] ^= (change << one.segment) ^ (change << other.segment);
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self { words: [self.words[0] | other.words[0], self.words[1] | other.words[1]] }
    }
}

/// Whether each of two digits would stand at most `most` times in its column after a swap.
#[inline(always)]
pub(super) fn keeps_limit(rows: &Rows, row: usize, [one, other]: [Place; 2], most: u32) -> bool {
    let digits = [one, other].map(|place| rows[row].bit(place).trailing_zeros());
    let stands = |place: Place, digit: u32| {
        let shift = u32::from(place.shift) + digit;
        rows.iter().fold(0, |sum, row| sum + (row.words[place.word as usize % 2] >> shift & 1))
    };
    let most = u64::from(most);
    stands(one, digits[1]) < most && stands(other, digits[0]) < most
}

/// What the columns and boxes of a grid hold.
pub(super) struct Seen {
    columns: Row,
    bands: [u64; 3],
}

impl Seen {
    #[inline(always)]
    pub fn of(rows: &Rows) -> Self {
        let band = |band: usize| rows[3 * band].or(rows[3 * band + 1]).or(rows[3 * band + 2]);
        let bands = [band(0), band(1), band(2)];
        Self {
            columns: bands[0].or(bands[1]).or(bands[2]),
            bands: bands.map(|band| band.words[1] >> SEGMENTS),
        }
    }

    /// Missing digits over columns and boxes.
    #[inline(always)]
    pub fn missing(&self) -> u32 {
        let columns = self.columns.words[1] & ((1 << SEGMENTS) - 1);
        let boxes = self.bands[0] | self.bands[1] << (3 * SIDE);
        let words = [self.columns.words[0], columns, boxes, self.bands[2]];
        words
            .into_iter()
            .fold((2 * SIDE * SIDE) as u32, |missing, word| missing - word.count_ones())
    }

    /// How many columns and boxes have each number of distinct digits.
    #[inline(always)]
    pub fn histogram(&self) -> Histogram {
        let mut sum = 0;
        let mut add = |word: u64, units: usize| {
            for unit in 0..units {
                sum += WEIGHTS[(word >> (unit * SIDE) & DIGITS) as usize];
            }
        };
        add(self.columns.words[0], FIRST_COLUMNS);
        add(self.columns.words[1], SIDE - FIRST_COLUMNS);
        self.bands.into_iter().for_each(|band| add(band, 3));
        Histogram(sum)
    }
}

/// Units by their distinct digits, those with none lowest, in fields of five bits; units that
/// have all digits are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Histogram(pub u64);

const FIELD: u32 = 5;

/// What a unit with these digits adds to a histogram.
static WEIGHTS: [u64; 1 << SIDE] = {
    let mut weights = [0; 1 << SIDE];
    let mut digits = 0;
    while digits < weights.len() - 1 {
        weights[digits] = 1 << (digits.count_ones() * FIELD);
        digits += 1;
    }
    weights
};

impl Histogram {
    /// Units by their distinct digits.
    pub fn counts(self) -> [u32; SIDE + 1] {
        let mut counts = [0; SIDE + 1];
        for (distinct, count) in counts[..SIDE].iter_mut().enumerate() {
            *count = (self.0 >> (distinct as u32 * FIELD)) as u32 % (1 << FIELD);
        }
        counts[SIDE] = 2 * SIDE as u32 - counts.iter().sum::<u32>();
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Rows of random permutations, as digits and packed.
    fn random(rng: &mut Rng) -> ([[u8; SIDE]; SIDE], Rows) {
        let mut digits = [[1, 2, 3, 4, 5, 6, 7, 8, 9]; SIDE];
        let mut rows = Rows::default();
        for (line, row) in digits.iter_mut().zip(&mut rows) {
            rng.shuffle(line);
            for (column, &digit) in line.iter().enumerate() {
                row.put(Place::of(column), digit);
            }
        }
        (digits, rows)
    }

    /// The distinct digits of every column and box.
    fn distincts(digits: &[[u8; SIDE]; SIDE]) -> Vec<u32> {
        let distinct = |cell: &dyn Fn(usize) -> u8| {
            (0..SIDE).fold(0u32, |seen, place| seen | 1 << cell(place)).count_ones()
        };
        let column = |column: usize| distinct(&|row| digits[row][column]);
        let boxed = |number: usize| {
            distinct(&|place| digits[number / 3 * 3 + place / 3][number % 3 * 3 + place % 3])
        };
        (0..SIDE).map(column).chain((0..SIDE).map(boxed)).collect()
    }

    #[test]
    fn what_is_seen_is_what_is_counted() {
        let mut rng = Rng::from_seed(4);
        for _ in 0..200 {
            let (digits, rows) = random(&mut rng);
            let distincts = distincts(&digits);
            let seen = Seen::of(&rows);
            assert_eq!(seen.missing(), distincts.iter().map(|distinct| 9 - distinct).sum::<u32>());
            let mut counts = [0; SIDE + 1];
            distincts.iter().for_each(|&distinct| counts[distinct as usize] += 1);
            assert_eq!(seen.histogram().counts(), counts);
        }
    }

    #[test]
    fn swaps_and_limits_are_those_of_the_digits() {
        let mut rng = Rng::from_seed(5);
        for _ in 0..500 {
            let (mut digits, mut rows) = random(&mut rng);
            let (row, one) = (rng.index(SIDE), rng.index(SIDE));
            let other = (one + 1 + rng.index(SIDE - 1)) % SIDE;
            let most = 1 + rng.below(4);
            let keeps = keeps_limit(&rows, row, [one, other].map(Place::of), most);
            rows[row].swap([one, other].map(Place::of));
            digits[row].swap(one, other);
            for (line, row) in digits.iter().zip(&rows) {
                let mut naive = Row::default();
                for (column, &digit) in line.iter().enumerate() {
                    naive.put(Place::of(column), digit);
                    assert_eq!(row.bit(Place::of(column)), 1 << (digit - 1));
                }
                assert_eq!(*row, naive);
            }
            let stands = |column: usize| {
                digits.iter().filter(|line| line[column] == digits[row][column]).count() as u32
            };
            assert_eq!(keeps, stands(one) <= most && stands(other) <= most);
        }
    }
}
