//! Pictures of results as SVG: a file a picture, on a canvas that plotters writes.
//!
//! plotters was chosen for its SVG writer, which needs no fonts and compiles in three seconds;
//! kuva has these pictures ready made, and takes fifty. Axes and legends are our own, so that every
//! picture has counts, censor marks and the same colour for the same method. The same numbers give
//! the same bytes.

mod box_plot;
mod by_givens;
mod canvas;
mod fitness;
mod forest;
mod frame;
mod heat_map;
mod histogram;
mod scale;
mod scatter;
mod times;

pub use box_plot::{BoxGroup, BoxPlot, Boxed, box_plot};
pub use by_givens::{effort_by_givens, solved_by_givens};
pub use fitness::{Ended, fitness_courses};
pub use forest::{Effect, forest};
pub use frame::Name;
pub use heat_map::heat_map;
pub use histogram::histogram;
pub use scatter::{Marked, Scatter, scatter};
pub use times::{solved_over_time, survival};

/// The width of a picture, in pixels.
const WIDTH: f64 = 720.0;
