//! The faults of the studies' programs and listings, so that what they did can be repeated.
//!
//! Holds nothing else: a clean operator knows none of them but by a variant's name.

use crate::rng::Rng;

/// The acceptance that study 003 prints: e^((new - old) / t), where old - new is meant. It is
/// never below 1 for a neighbour that is worse, so that every one is taken.
pub(super) fn accepts_as_printed(rise: i32, temperature: f64, rng: &mut Rng) -> bool {
    rise < 0 || rng.unit() < libm::exp(f64::from(rise) / temperature)
}
