//! Sudoku of every size and overlay, solved by genetic algorithms and by exact search.
//!
//! The rooms, from the ground up; a room knows only those above it in this list:
//! [`board`] and [`rng`], then [`logic`] and [`solver`], then [`exact`] and [`stats`], then
//! [`search`], then [`method`], then [`lab`], then [`analysis`], then [`study`] and [`tune`], then
//! [`report`], then [`cli`].
//! `docs/architecture.md` draws the whole house.

pub mod analysis;
pub mod board;
pub mod cli;
pub mod exact;
pub mod lab;
pub mod logic;
pub mod method;
pub mod report;
pub mod rng;
pub mod search;
pub mod solver;
pub mod stats;
pub mod study;
pub mod tune;

/// Rises whenever a change makes some seeded run end differently, so that
/// results of two engines are never taken for one.
pub const ENGINE: u32 = 2;
