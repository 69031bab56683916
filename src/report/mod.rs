//! Pure functions from results to text. Nothing here runs a method or prints.

pub mod picture;

pub use picture::picture;
