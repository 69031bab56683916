//! Exact.
