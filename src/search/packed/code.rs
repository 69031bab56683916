//! One box as two words: the digits of each of its rows, and the digits of each of its columns.
//!
//! In a box that is a permutation a row and a column share exactly the digit where they cross,
//! so that the two words are a complete encoding, and a swap of two cells is four XORs.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A word with room for a mask of k x k digits for each of k lines of a box.
pub(in crate::search) trait Word:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No digit.
    const ZERO: Self;
    /// The lowest bit.
    const ONE: Self;

    /// Bits that are set.
    fn count(self) -> u32;

    /// Where the lowest bit lies.
    fn lowest(self) -> u32;

    /// The lower 64 bits mixed with the rest.
    fn folded(self) -> u64;

    /// The lowest `bits` bits set.
    fn low(bits: u32) -> Self;
}

macro_rules! word {
    ($type:ty, $folded:expr) => {
        impl Word for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn folded(self) -> u64 {
                $folded(self)
            }

            #[inline(always)]
            fn low(bits: u32) -> Self {
                if bits == <$type>::BITS { !0 } else { (1 << bits) - 1 }
            }
        }
    };
}

word!(u32, u64::from);
word!(u64, |word: u64| word);
word!(u128, |word: u128| word as u64 ^ (word >> 64) as u64);

/// A box: row masks in one word, column masks in the other, the first line lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(in crate::search) struct Code<W> {
    pub rows: W,
    pub columns: W,
}

/// Where a cell's row mask and column mask begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Cell {
    pub row: u8,
    pub column: u8,
}

impl Cell {
    /// The cell at a place in the reading order of a box of side `k`.
    pub fn at(place: usize, k: usize) -> Self {
        let side = k * k;
        Self { row: (place / k * side) as u8, column: (place % k * side) as u8 }
    }
}

impl<W: Word> Code<W> {
    /// An empty box.
    pub const EMPTY: Self = Self { rows: W::ZERO, columns: W::ZERO };

    /// Puts a digit, from 1, into an empty cell.
    #[inline(always)]
    pub fn put(&mut self, cell: Cell, digit: u8) {
        let bit = W::ONE << u32::from(digit - 1);
        self.rows |= bit << u32::from(cell.row);
        self.columns |= bit << u32::from(cell.column);
    }

    /// Adds a box, each digit so much larger.
    #[inline(always)]
    pub fn add(&mut self, other: Self, larger: u8) {
        self.rows |= other.rows << u32::from(larger);
        self.columns |= other.columns << u32::from(larger);
    }

    /// The digit of a cell as a bit; other bits may be set above the mask.
    #[inline(always)]
    fn crossing(self, cell: Cell) -> W {
        (self.rows >> u32::from(cell.row)) & (self.columns >> u32::from(cell.column))
    }

    /// The digit of a cell as a bit.
    #[inline(always)]
    pub fn bit(self, cell: Cell, side: u32) -> W {
        self.crossing(cell) & W::low(side)
    }

    /// Swaps the digits of two cells.
    #[inline(always)]
    pub fn swap(&mut self, one: Cell, other: Cell, side: u32) {
        let change = (self.crossing(one) ^ self.crossing(other)) & W::low(side);
        self.rows ^= (change << u32::from(one.row)) ^ (change << u32::from(other.row));
        self.columns ^= (change << u32::from(one.column)) ^ (change << u32::from(other.column));
    }
}
