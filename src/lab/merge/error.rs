//! Why folders cannot be united.

use std::path::PathBuf;

use serde_json::Value;

use crate::lab::folder::FolderError;
use crate::lab::journal::JournalError;
use crate::lab::ledger::TUNED;
use crate::lab::manifest::remaking;
use crate::lab::record::RunId;
use crate::lab::stored::StoredError;

/// What a plan says that decides no result.
const UNDECIDING: [&str; 3] = ["name", "about", "primary"];

/// Why folders cannot be united.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is no folder to unite.
    #[error("no result folders to unite; name some")]
    Nothing,
    /// A folder cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A manifest, or the plan in it, cannot be read.
    #[error(transparent)]
    Stored(#[from] StoredError),
    /// A folder that is no result folder and holds none.
    #[error("{} is no result folder and holds none; see that the name is right", .0.display())]
    Barren(PathBuf),
    /// A result folder beside a folder of result folders.
    #[error(
        "{} is a result folder and {} a folder of result folders; unite those of one kind",
        .single.display(),
        .tree.display()
    )]
    TwoKinds {
        /// A result folder.
        single: PathBuf,
        /// A folder that holds some.
        tree: PathBuf,
    },
    /// What is united would go into one of the folders that it comes from.
    #[error("{} is one of the folders to unite; name another with -o", .0.display())]
    OntoItself(PathBuf),
    /// The same, further inside.
    #[error(
        "{} lies in {}, one of the folders to unite; name another with -o",
        .target.display(),
        .part.display()
    )]
    Inside {
        /// Where it would go.
        target: PathBuf,
        /// What it comes from.
        part: PathBuf,
    },
    /// Result folders would go into a result folder.
    #[error("{} is a result folder itself, into which no others go; name another with -o", .0.display())]
    IntoResults(PathBuf),
    /// A folder whose journal is gone.
    #[error(
        "{}: the journal, from which parts are united, is not there; bring it back, or {} makes \
         the part again",
        .0.display(),
        remaking(.0)
    )]
    NoJournal(PathBuf),
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Results of two plans.
    #[error(
        "{} holds results of another plan than {}{difference}; only parts of one plan can be united, \
         made with the same options (--seed, budgets, --quick or --full)",
        .other.display(),
        .first.display()
    )]
    OtherPlan {
        /// The first folder.
        first: PathBuf,
        /// The one that does not fit.
        other: PathBuf,
        /// In what the plans differ, as the end of a sentence.
        difference: String,
    },
    /// One run, two results.
    #[error(
        "run {run_id} has one result in {} and another in {}: one of them is wrong, and nothing \
         was united; `sudoga solve --run-seed` repeats it",
        .one.display(),
        .other.display()
    )]
    Conflict {
        /// The run.
        run_id: RunId,
        /// A folder with the one result.
        one: PathBuf,
        /// A folder with the other.
        other: PathBuf,
    },
}

/// In what two plans of manifests differ, as the end of a sentence; empty where that is not told.
pub(super) fn difference(one: &Value, other: &Value) -> String {
    let (one, other) = match (one.get(TUNED), other.get(TUNED)) {
        (Some(one), Some(other)) => (one, other),
        (None, None) => (one, other),
        _ => return ": the one is of a search for settings".to_owned(),
    };
    let keys = |plan: &Value| {
        plan.as_object().map(|plan| plan.keys().cloned().collect::<Vec<_>>()).unwrap_or_default()
    };
    let mut named: Vec<String> = [keys(one), keys(other)].concat();
    named.sort();
    named.dedup();
    let differs =
        |key: &&String| one.get(*key) != other.get(*key) && !UNDECIDING.contains(&key.as_str());
    let told = |key: &String| match (one.get(key), other.get(key)) {
        (Some(Value::Number(one)), Some(Value::Number(other))) => {
            format!("{key} ({one} and {other})")
        }
        _ => key.clone(),
    };
    let told: Vec<String> = named.iter().filter(differs).map(told).collect();
    if told.is_empty() { String::new() } else { format!(": they differ in {}", told.join(", ")) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_plans_differ_in_is_named() {
        let plan = |repeats: u32, seed: u32| json!({"name": seed, "repeats": repeats, "seed": seed, "puzzles": ["a", repeats]});
        assert_eq!(difference(&plan(3, 1), &plan(3, 1)), "");
        let two = difference(&plan(3, 1), &plan(100, 1));
        assert_eq!(two, ": they differ in puzzles, repeats (3 and 100)");
        assert_eq!(difference(&plan(3, 1), &plan(3, 2)), ": they differ in seed (1 and 2)");
        let tuned = |plan| json!({"tune": plan});
        let seeds = difference(&tuned(plan(3, 1)), &tuned(plan(3, 2)));
        assert_eq!(seeds, ": they differ in seed (1 and 2)");
        let kinds = difference(&plan(3, 1), &tuned(plan(3, 1)));
        assert_eq!(kinds, ": the one is of a search for settings");
    }
}
