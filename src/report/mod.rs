//! Pure functions from results to text. Nothing here runs a method or prints.

mod blocks;
pub mod board_svg;
pub mod chart;
pub mod comparison_json;
pub mod comparison_markdown;
#[cfg(test)]
mod comparison_samples;
mod comparison_tables;
pub mod comparison_text;
mod comparison_words;
mod csv_line;
pub mod curve_json;
pub mod curve_table;
mod estimates;
mod figures;
pub mod frame;
pub mod gallery;
pub mod history;
pub mod page;
pub mod palette;
pub mod picture;
pub mod points_file;
pub mod rating_file;
pub mod rating_json;
pub mod rating_pictures;
#[cfg(test)]
mod rating_samples;
pub mod rating_text;
pub mod runs;
pub mod study;
pub mod style;
pub mod summary_file;
pub mod summary_table;
pub mod sweep_table;
pub mod table;
mod test_table;
pub mod tests_file;
pub mod tuning_text;

pub use board_svg::{Captioned, board_svg, boards_svg};
pub use comparison_json::{ComparisonJson, comparison_json};
pub use comparison_markdown::{comparison_markdown, prose};
pub use comparison_text::comparison_text;
pub use curve_json::curve_json;
pub use curve_table::{curve_markdown, curve_tables};
pub use frame::{Scene, frame};
pub use gallery::{Picture, gallery};
pub use history::HistoryWriter;
pub use page::{Page, page};
pub use picture::picture;
pub use points_file::points_csv;
pub use rating_file::{correlations_csv, ratings_csv};
pub use rating_json::rating_json;
pub use rating_pictures::rating_pictures;
pub use rating_text::rating_text;
pub use runs::RunsWriter;
pub use study::{
    Answered, Experimented, Repeated, StudyPage, index_page, study_page, verdict_table,
};
pub use style::Style;
pub use summary_file::SummaryWriter;
pub use summary_table::summary_table;
pub use sweep_table::sweep_tables;
pub use table::{Align, Table};
pub use tests_file::tests_csv;
pub use tuning_text::tuning_text;
