//! Pure functions from results to text. Nothing here runs a method or prints.

mod csv_line;
mod figures;
pub mod history;
pub mod picture;
pub mod runs;
pub mod summary_file;
pub mod summary_table;
pub mod sweep_table;
pub mod table;

pub use history::HistoryWriter;
pub use picture::picture;
pub use runs::RunsWriter;
pub use summary_file::SummaryWriter;
pub use summary_table::summary_table;
pub use sweep_table::sweep_tables;
pub use table::{Align, Table};
