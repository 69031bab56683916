//! What results say: from runs, in the order of their plan, to estimates.
//!
//! Summaries keep the runs of one arm at a time, since a plan may have a million; a comparison keeps
//! a few numbers of each run. Must not run anything, and must not know how a figure is printed.

pub mod cell_text;
pub mod classes;
pub mod comparison;
pub mod courses;
pub mod curve;
pub mod dataset;
pub mod figures;
pub mod observation;
pub mod overview;
pub mod rating;
pub mod runs_file;
pub mod source;
pub mod summary;
pub mod survey;
pub mod sweep;
pub mod uniqueness;
pub mod unit;
pub mod waits;

pub use classes::{Class, ClassFigures, classes};
pub use comparison::{
    CannotCompare, Comparison, Family, Gate, GateOutcome, GateRequest, Judgement, Options,
    Protocol, PuzzleComparison, TestRow, Verdict, common_unit, compare, gate,
};
pub use courses::{Course, Courses, Level};
pub use curve::{Curve, CurveAxis, CurveFit, CurveForm, CurvePoint, Through, curves};
pub use curve::{FormLead, lead_of_exponential};
pub use dataset::{Dataset, PuzzleFacts};
pub use figures::Figures;
pub use observation::Observation;
pub use overview::{Overview, Total};
pub use rating::{Agreement, PuzzleRating, Ratings, View, ViewCorrelation, rate};
pub use runs_file::{RUN_COLUMNS, RunsFileError, parse_runs, read_runs};
pub use source::{Found, SourceError, from_results, is_results, placed};
pub use summary::{Summaries, Summary};
pub use survey::{Survey, gather, survey};
pub use sweep::{Axes, Cell, Sheet, sheets};
pub use uniqueness::{
    CannotGuess, Guess, Guessed, PuzzleGuess, UniquenessTally, guess, uniqueness,
};
pub use unit::EffortUnit;
pub use waits::{Spread, Wait, Waits, waits, waits_of};
