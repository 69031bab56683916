//! What the journals of a folder hold, before and after something has happened to it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::work::files_of;

/// Journals by name.
pub type Journals = BTreeMap<String, Vec<u8>>;

/// The journals of a folder and of those below it.
pub fn journals(out: &Path) -> Journals {
    files_of(out).into_iter().filter(|(name, _)| name.ends_with("journal.jsonl")).collect()
}

/// The finished runs in journals.
pub fn runs(journals: &Journals) -> usize {
    let count = |journal: &Vec<u8>| journal.iter().filter(|&&byte| byte == b'\n').count();
    journals.values().map(|journal| count(journal).saturating_sub(1)).sum()
}

/// Whether a journal ends with a line that is not whole, and did not do so before.
pub fn are_newly_torn(before: &Journals, after: &Journals) -> bool {
    let is_torn = |journal: &Vec<u8>| !journal.ends_with(b"\n");
    after.iter().any(|(name, journal)| is_torn(journal) && before.get(name) != Some(journal))
}

/// Whether every whole line that was there is still where it was.
pub fn nothing_lost(before: &Journals, out: &Path) -> Result<(), String> {
    for (name, journal) in before {
        let after = fs::read(out.join(name)).unwrap_or_default();
        let whole = journal.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if !after.starts_with(&journal[..whole]) {
            return Err(format!("{name} has lost lines"));
        }
    }
    Ok(())
}
