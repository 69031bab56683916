//! How many files may be open at a time. Uniting folders takes two a folder, and the usual limit of
//! 1024 is one that a process may raise for itself.

/// Files that are open besides.
const OTHERS: u64 = 64;

/// Sees that so many result folders can be open together.
pub fn allow(folders: usize) -> anyhow::Result<()> {
    let needed = 2 * folders as u64 + OTHERS;
    match raise(needed) {
        Some(allowed) if allowed < needed => anyhow::bail!(
            "{folders} folders need {needed} open files, and the system allows {allowed}; unite some \
             of them first, and then what they have come to"
        ),
        _ => Ok(()),
    }
}

/// Raises the limit where it is lower; what it is then, unless there is none.
#[cfg(unix)]
fn raise(needed: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let current = current.filter(|&current| current < needed)?;
    let wanted = maximum.map_or(needed, |maximum| maximum.min(needed));
    match setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }) {
        Ok(()) => Some(wanted),
        Err(_) => Some(current),
    }
}

/// No such limit is known here.
#[cfg(not(unix))]
fn raise(_: u64) -> Option<u64> {
    None
}
