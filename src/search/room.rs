//! How much memory a run may hold: so much that a layout and a number of members together must
//! not ask for more. Each of them alone is bounded where it is read.

use crate::board::Layout;

/// The most bytes that the members of a run, and what belongs to them, may take.
const MOST_BYTES: u64 = 1_000_000_000;

/// Bytes of things of which there are so many, each of so many bytes.
pub(super) fn bytes_of<const KINDS: usize>(things: [(usize, usize); KINDS]) -> u64 {
    let product = |(count, bytes): (usize, usize)| (count as u64).saturating_mul(bytes as u64);
    things.into_iter().map(product).fold(0, u64::saturating_add)
}

/// Why a number of members is too large for a layout, when they take so many bytes there.
pub(super) fn objection(key: &str, count: usize, bytes: u64, layout: &Layout) -> Option<String> {
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    (bytes > MOST_BYTES).then(|| {
        format!(
            "`{key}` is {count}, which on a layout of {} cells takes {:.1} GB of memory, expected at \
             most {} GB; lower `{key}`",
            layout.cell_count(),
            gigabytes(bytes),
            gigabytes(MOST_BYTES),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_refused_and_nothing_overflows() {
        let layout = Layout::named("9x9").expect("a layout");
        assert_eq!(bytes_of([(3, 5), (2, 7)]), 29);
        assert_eq!(bytes_of([(usize::MAX, 2), (1, 1)]), u64::MAX);
        assert_eq!(objection("ants", 5, MOST_BYTES, &layout), None);
        let refusal = objection("ants", 5, MOST_BYTES + 1, &layout).expect("too much");
        for word in ["`ants` is 5", "81 cells", "1.0 GB", "at most 1 GB", "lower `ants`"] {
            assert!(refusal.contains(word), "{refusal}");
        }
        assert!(objection("ants", 5, u64::MAX, &layout).is_some());
    }
}
