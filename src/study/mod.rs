//! The studies: what they ask and print as data, their plans, and what results say to their claims.
//!
//! A study is a file in `studies/`, its plans lie in `configs/studies/`; both are inside the program.
//! Must not run anything, and must not know how an answer is printed.

pub mod evidence;
pub mod file;
mod judge;
mod place;
mod plans;
mod sides;

use std::path::Path;

use toml::Value;

pub use evidence::{Evidence, EvidenceError};
pub use file::{Experiment, Question, Study, View};
pub use judge::{Finding, Standing};
pub use place::{CellPlace, cell_place, sheet_place};
pub use sides::{SizeRatio, side_ratios};

use crate::board::nearest::nearest;
use crate::lab::plan::{PlanError, Source};

/// Name and text of each study, in the order in which they are told.
const STUDIES: [(&str, &str); 5] = [
    ("twodoku-ga", include_str!("studies/twodoku-ga.toml")),
    ("group-6", include_str!("studies/group-6.toml")),
    ("purge-ga", include_str!("studies/purge-ga.toml")),
    ("backtracking-hgasa", include_str!("studies/backtracking-hgasa.toml")),
    ("row-ga", include_str!("studies/row-ga.toml")),
];

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A first look.
    Quick,
    /// Enough to mean it.
    Usual,
    /// A thousand everywhere.
    Full,
}

/// Why a study cannot be repeated.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// There is none of that name.
    #[error("no study is called `{name}`; did you mean `{nearest}`? there are: {}", names().collect::<Vec<_>>().join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The nearest name.
        nearest: &'static str,
    },
    /// What is written down of it cannot be read.
    #[error("study {0}: {1}")]
    Unreadable(&'static str, String),
    /// One of its plans is wrong.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// The names of all studies.
pub fn names() -> impl Iterator<Item = &'static str> {
    STUDIES.iter().map(|(name, _)| *name)
}

/// The study of a name.
pub fn find(name: &str) -> Result<Study, StudyError> {
    let found = STUDIES.iter().find(|(key, _)| *key == name);
    let Some(&(key, text)) = found else {
        let nearest = nearest(name, names()).unwrap_or_default();
        return Err(StudyError::Unknown { name: name.to_owned(), nearest });
    };
    let study: Study =
        toml::from_str(text).map_err(|error| StudyError::Unreadable(key, error.to_string()))?;
    Ok(Study { key, ..study })
}

impl Study {
    /// One of its plans, scaled; on the study's own puzzles where `originals`, their folder, is told
    /// and the plan can be run on them.
    pub fn plan(
        &self,
        name: &str,
        scale: Scale,
        originals: Option<&Path>,
    ) -> Result<Source, StudyError> {
        let label = format!("configs/studies/{}/{name}.toml", self.key);
        let known =
            plans::PLANS.iter().find(|(study, plan, _)| *study == self.key && *plan == name);
        let (_, _, text) =
            known.ok_or_else(|| StudyError::Unreadable(self.key, format!("no plan {name}")))?;
        let mut source = Source::parse(&label, Path::new(""), text, false)?;
        source.plan.name = Some(format!("{}-{name}", self.key));
        let Some(experiment) = self.plans.get(name) else { return Ok(source) };
        let size = match scale {
            Scale::Quick => experiment.quick,
            Scale::Usual => file::Size::default(),
            Scale::Full => experiment.full,
        };
        source.plan.repeats = size.repeats.or(source.plan.repeats);
        if let Some(count) = size.count {
            source.plan.puzzles.iter_mut().for_each(|entry| recount(entry, count));
        }
        if let (Some(folder), Some(own)) = (originals, &experiment.originals) {
            let entry = |file: &String| {
                let path = folder.join(format!("{file}.txt"));
                let pairs = [("file", path.display().to_string()), ("name", file.clone())];
                Value::Table(
                    pairs.map(|(key, text)| (key.to_owned(), text.into())).into_iter().collect(),
                )
            };
            source.plan.puzzles = own.files.iter().map(entry).collect();
            source.plan.repeats = Some(if scale == Scale::Quick { own.quick } else { own.repeats });
        }
        Ok(source)
    }

    /// The names of its plans, each once, in the order in which questions ask for them.
    pub fn plan_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for question in &self.questions {
            let others = question.claims.iter().filter_map(|claim| claim.plan.as_deref());
            for name in [question.plan.as_str()].into_iter().chain(others) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }
}

/// Gives a recipe another number of puzzles.
fn recount(entry: &mut Value, count: u64) {
    if let Some(recipe) = entry.as_table_mut().filter(|table| table.contains_key("count")) {
        recipe.insert("count".to_owned(), Value::Integer(count as i64));
    }
}

#[cfg(test)]
mod tests;
