//! Pure functions from results to text. Nothing here runs a method or prints.

mod csv_line;
pub mod curve_table;
mod figures;
pub mod history;
pub mod picture;
pub mod runs;
pub mod summary_table;
pub mod sweep_table;
pub mod table;

pub use curve_table::curve_tables;
pub use history::HistoryWriter;
pub use picture::picture;
pub use runs::RunsWriter;
pub use summary_table::summary_table;
pub use sweep_table::sweep_tables;
pub use table::{Align, Table};
