//! Logic.
